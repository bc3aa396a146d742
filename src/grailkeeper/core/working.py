"""How a number came to be: named terms, each with its clause and source, those that did not apply included."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from .record import replace


class Step(StrEnum):
    """What a term does to the running total."""

    BASE = "base"
    """Starts it."""
    ADD = "add"
    SUBTRACT = "subtract"
    TIMES = "times"
    """Multiplies it by the amount."""
    DIVIDE = "divide"
    """Divides it by the amount and drops the fraction."""
    CAP = "cap"
    """Lowers it to the amount, if it is above."""
    FLOOR = "floor"
    """Raises it to the amount, if it is below."""
    MODULO = "modulo"
    """Keeps the remainder of a division by the amount."""
    REST = "rest"
    """Adds what a viewer may not open, merged into one. Never made by a rule."""
    NOT = "not"
    """Did not apply; `why` says the reason."""


_FOLD: dict[Step, Callable[[int, int], int]] = {
    Step.BASE: lambda _, amount: amount,
    Step.ADD: lambda total, amount: total + amount,
    Step.SUBTRACT: lambda total, amount: total - amount,
    Step.TIMES: lambda total, amount: total * amount,
    Step.DIVIDE: lambda total, amount: total // amount,
    Step.CAP: min,
    Step.FLOOR: max,
    Step.MODULO: lambda total, amount: total % amount,
    Step.REST: lambda total, amount: total + amount,
    Step.NOT: lambda total, _: total,
}

_LINEAR = frozenset({Step.BASE, Step.ADD, Step.SUBTRACT})


@dataclass(frozen=True, slots=True)
class Term:
    """One step of a working.

    `name` is the key of its words; `source` whose or what it is (a team, a person, the name of a skill);
    `why` the key of the reason of a term that did not apply. `seen_by` are the seats that may see the term,
    None all who see the working.
    """

    step: Step
    name: str
    amount: int
    clause: str = ""
    source: str = ""
    why: str = ""
    seen_by: tuple[str, ...] | None = None
    inner: Working | None = None


@dataclass(frozen=True, slots=True)
class Working:
    """A number with its terms; folding the terms gives `value`.

    `open_to` are the seats for whom nothing in it is closed, None everybody. Whoever else sees it is shown one
    merged remainder, even where it is 0, so that its presence tells nothing.
    """

    name: str
    value: int
    terms: tuple[Term, ...]
    clause: str = ""
    open_to: tuple[str, ...] | None = None


def fold(terms: Iterable[Term]) -> int:
    """The total to which `terms` lead."""
    total = 0
    for term in terms:
        total = _FOLD[term.step](total, term.amount)
    return total


class Sum:
    """Builds a working term by term, top to bottom, and keeps the running total."""

    __slots__ = ("_clause", "_name", "_terms", "total")

    def __init__(self, name: str, clause: str = "") -> None:
        self._name, self._clause = name, clause
        self._terms: list[Term] = []
        self.total = 0

    def base(self, name: str, amount: int, clause: str = "", **about: object) -> Sum:
        return self._take(Step.BASE, name, amount, clause, about)

    def add(self, name: str, amount: int, clause: str = "", **about: object) -> Sum:
        return self._take(Step.ADD, name, amount, clause, about)

    def subtract(self, name: str, amount: int, clause: str = "", **about: object) -> Sum:
        return self._take(Step.SUBTRACT, name, amount, clause, about)

    def times(self, name: str, amount: int, clause: str = "", **about: object) -> Sum:
        return self._take(Step.TIMES, name, amount, clause, about)

    def divide(self, name: str, amount: int, clause: str = "", **about: object) -> Sum:
        return self._take(Step.DIVIDE, name, amount, clause, about)

    def cap(self, name: str, amount: int, clause: str = "", **about: object) -> Sum:
        """Lower the total to `amount`; below it the term is kept, as one that did not apply."""
        if self.total > amount:
            return self._take(Step.CAP, name, amount, clause, about)
        return self.skip(name, "not_reached", clause, amount, **about)

    def floor(self, name: str, amount: int, clause: str = "", **about: object) -> Sum:
        """Raise the total to `amount`; above it the term is kept, as one that did not apply."""
        if self.total < amount:
            return self._take(Step.FLOOR, name, amount, clause, about)
        return self.skip(name, "not_reached", clause, amount, **about)

    def modulo(self, name: str, amount: int, clause: str = "", **about: object) -> Sum:
        return self._take(Step.MODULO, name, amount, clause, about)

    def include(self, step: Step, working: Working, clause: str = "", **about: object) -> Sum:
        """A term whose own working can be opened."""
        return self._take(step, working.name, working.value, clause or working.clause, about | {"inner": working})

    def skip(self, name: str, why: str, clause: str = "", amount: int = 0, **about: object) -> Sum:
        """A term that did not apply, and why."""
        return self._take(Step.NOT, name, amount, clause, about | {"why": why})

    def done(self, open_to: Iterable[str] | None = None) -> Working:
        seats = None if open_to is None else tuple(sorted(open_to))
        return Working(self._name, self.total, tuple(self._terms), self._clause, seats)

    def _take(self, step: Step, name: str, amount: int, clause: str, about: dict[str, object]) -> Sum:
        self._terms.append(Term(step, name, amount, clause, **about))  # type: ignore[arg-type]
        self.total = _FOLD[step](self.total, amount)
        return self


def opened_for(working: Working, seat: str | None) -> Working:
    """`working` as a seat sees it, built from what it may see (`seat` None: the public).

    The closed part becomes one term without clause, source or count. Steps that are not plain sums go into it
    too, and of the terms that did not apply only those meant for this seat are shown: beside a remainder, a cap
    reached or not reached would tell of the closed total.
    """
    if working.open_to is None or (seat is not None and seat in working.open_to):
        return replace(working, terms=tuple(_opened_term(term, seat) for term in working.terms), open_to=None)
    shown = [_opened_term(term, seat) for term in working.terms if _stands_alone(term) and _may_see(term, seat)]
    arithmetic = [term for term in shown if term.step in _LINEAR]
    rest = Term(Step.REST, "rest", working.value - fold(arithmetic))
    return replace(working, terms=(*shown, rest), open_to=None)


def _stands_alone(term: Term) -> bool:
    return term.step in _LINEAR or (term.step is Step.NOT and term.seen_by is not None)


def _may_see(term: Term, seat: str | None) -> bool:
    return term.seen_by is None or (seat is not None and seat in term.seen_by)


def _opened_term(term: Term, seat: str | None) -> Term:
    inner = None if term.inner is None else opened_for(term.inner, seat)
    return replace(term, inner=inner, seen_by=None)
