"""Single things told, as blocks of a page: for any fact of any system."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from ...core.fact import Fact
from ..prose import workings
from .blocks import written
from .dress import Dress
from .inline import cite
from .lines import Line
from .pen import Pen
from .workings import all_folded


def told(pen: Pen, dress: Dress, line: Line) -> Markup:
    """One thing told: the sentence, its clause where it is known, and every working to be opened."""
    inside = _inside(pen, dress, line)
    binds = line.fact is not None and line.fact.kind in dress.binding
    return pen.part("told", inside, "stroke" if binds else "ok", "bind" if binds else "")


def place_of(pen: Pen, line: Line) -> Markup | None:
    """A heading, where the words of the rules have `place.<kind>` for a fact: a part of a chapter begins."""
    key = "" if line.fact is None else f"place.{line.fact.kind}"
    if line.fact is None or key not in pen.prose.words:
        return None
    beside = " · ".join(pen.prose.name(team) for team in line.beside)
    return pen.part("place", pen.prose.sentence(key, line.fact), beside)


def struck(pen: Pen, dress: Dress, lines: Iterable[Line]) -> Markup:
    """What a rewind has undone: it was told, and so it stays to be read."""
    return pen.part("struck", [_inside(pen, dress, line) for line in lines])


def quiet(pen: Pen, dress: Dress, lines: Iterable[Line]) -> Markup:
    """What is there to be checked, folded away."""
    inside = [_inside(pen, dress, line) for line in lines]
    return pen.part("quiet", inside) if inside else Markup("")


def _inside(pen: Pen, dress: Dress, line: Line) -> Markup:
    return written(pen, line.blocks) if line.fact is None else _fact(pen, dress, line.fact)


def _fact(pen: Pen, dress: Dress, fact: Fact) -> Markup:
    clause = dress.clause_of(fact)
    source = Markup(" ") + cite(pen.clauses, clause) if clause else ""
    binds = fact.kind in dress.binding
    said = Markup("<b>{}</b>" if binds else "{}").format(pen.prose.fact(fact))
    return Markup("<p>{}{}</p>{}").format(said, source, all_folded(pen, workings(fact)))
