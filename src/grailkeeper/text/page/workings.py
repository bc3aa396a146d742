"""Workings and sums as the look shows them: terms from top to bottom, each opening its own, the result last."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from ...core.working import Step, Term, Working
from ..document import Bullets, Item, Rest, Sum, SumLine
from ..prose import Prose
from .pen import Pen


@dataclass(frozen=True, slots=True)
class Row:
    """A term, with the working that it opens if it has one; or all that is closed, in a single row."""

    line: SumLine | Rest
    inner: Work | None = None

    @property
    def closed(self) -> bool:
        return isinstance(self.line, Rest)


@dataclass(frozen=True, slots=True)
class Work:
    """A number with its terms; `title` is what its fold is called, `skipped` are the terms that did not apply."""

    title: str
    rows: tuple[Row, ...]
    result: SumLine
    skipped: tuple[Item, ...] = ()


def work_of(prose: Prose, working: Working, source: str = "") -> Work:
    """A working with all that opens in it, in the words that every format uses; `source`: see `Prose.working`."""
    fold = prose.working(working, source)
    (total,) = (block for block in fold.blocks if isinstance(block, Sum))
    skipped = tuple(item for block in fold.blocks if isinstance(block, Bullets) for item in block.items)
    terms = [term for term in working.terms if term.step is not Step.NOT]
    rows = tuple(Row(line, _inner(prose, term)) for line, term in zip(total.lines, terms, strict=True))
    return Work(fold.summary, rows, total.result, skipped)


def _inner(prose: Prose, term: Term) -> Work | None:
    return None if term.inner is None else work_of(prose, term.inner, term.source)


def work_of_sum(block: Sum) -> Work:
    """A sum of a document, in which nothing opens."""
    return Work("", tuple(Row(line) for line in block.lines), block.result)


def folded(pen: Pen, working: Working, anchor: str = "", look: str = "") -> Markup:
    """A working behind its title. `anchor` is the id of its terms; `look` further classes of the fold."""
    return pen.part("folded", work_of(pen.prose, working), anchor, look)


def all_folded(pen: Pen, workings: Iterable[Working]) -> Markup:
    return Markup("").join(folded(pen, working) for working in workings)
