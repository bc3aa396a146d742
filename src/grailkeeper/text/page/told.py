"""Single things told, as blocks of a page: for any fact of any system."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from .blocks import written
from .dress import Dress
from .lines import Line
from .pen import Pen
from .said import said


def told(pen: Pen, dress: Dress, line: Line) -> Markup:
    """One thing told: the sentence, its clause where it is known, and every working to be opened."""
    inside = _inside(pen, dress, line)
    binds = line.fact is not None and line.fact.kind in dress.binding
    return pen.part("told", inside, "stroke" if binds else "told", "bind" if binds else "")


def place_of(pen: Pen, line: Line) -> Markup | None:
    """A heading, where the words of the rules have `place.<kind>` for a fact: a part of a chapter begins."""
    title = None if line.fact is None else pen.prose.heading("place", line.fact)
    if title is None:
        return None
    beside = [*map(pen.prose.name, line.beside), *([pen.say("page.nothing")] if line.bare else [])]
    return pen.part("place", title, " · ".join(beside))


def struck(pen: Pen, dress: Dress, lines: Iterable[Line]) -> Markup:
    """What a rewind has undone: it was told, and so it stays to be read."""
    return pen.part("struck", [_inside(pen, dress, line) for line in lines])


def quiet(pen: Pen, dress: Dress, lines: Iterable[Line]) -> Markup:
    """What is there to be checked, folded away."""
    inside = [_inside(pen, dress, line) for line in lines]
    return pen.part("quiet", inside) if inside else Markup("")


def _inside(pen: Pen, dress: Dress, line: Line) -> Markup:
    if line.fact is None:
        return written(pen, line.blocks)
    return said(pen, line.fact, dress.clause_of(line.fact), line.fact.kind in dress.binding)
