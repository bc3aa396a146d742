"""What a seat has filled in for a question: how it is understood, what it leaves to spend, what a sheet comes to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ..campaign.outcome import Refused
from ..core.case import Case
from ..core.form import Form, Kind, Record
from ..core.problem import Problem
from ..text.sheet import said_value
from .cuts import cut_of
from .cuts.cut import Cut, Pile, Purse
from .cuts.tailor import tailored
from .fields import Layout, Widget
from .filled import MISSING, Filled, Raw, raw_of, understood_of
from .page import Page
from .visitor import Guest

SHEET = "sheet"
"""The kind of a case that is a sheet."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is filled in, and what is to be said of it.

    `kind` is the form as it was cut to be filled in. `understood` is as much of the order as can be read; `order` what
    it would be sealed as, None where it cannot be.
    """

    form: Form
    cut: Cut
    kind: Kind
    filled: Filled
    raw: Raw
    understood: Mapping[str, Any]
    order: Mapping[str, Any] | None
    problems: tuple[Problem, ...]

    @property
    def found(self) -> tuple[Problem, ...]:
        """What is wrong or suspicious about what is filled in; what is not filled in yet is no fault."""
        return tuple(each for each in self.problems if each.code != MISSING)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Where something is wrong that keeps it from being sealed."""
        return tuple(self.cut.where(each) for each in self.found if each.binding)

    @property
    def piles(self) -> Sequence[Pile]:
        """The cards of the hand, with what is left of them."""
        count = self.cut.hands.get(self.form.kind)
        return () if count is None else count(self.form, self.understood)

    @property
    def left(self) -> Mapping[str, int]:
        """What else there is to spend, or what the answer leaves of it."""
        left = dict(self.form.supplies)
        if self.form.left is not None:
            left |= self.form.left(cast(Any, dict(self.understood)))
        cards = {pile.supply or pile.name for pile in self.piles}
        return {name: amount for name, amount in left.items() if name not in cards}


def answer_of(guest: Guest, address: str, whom: str, filled: Filled) -> Answer | None:
    """What was filled in, as it would be understood now; None where the question has closed."""
    form = guest.gate.form(address, whom)
    if isinstance(form, Refused):
        return None
    words, cut = guest.prose.words, cut_of(guest.row.system)
    kind = tailored(cut, form)
    raw = raw_of(form, filled, words, kind)
    understood = understood_of(form, raw, words)
    if not raw.clear:
        return Answer(form, cut, kind, filled, raw, understood, None, tuple(raw.problems))
    examined = guest.gate.examine(address, whom, raw.order, words.identify)
    problems = (*raw.problems, *examined.problems)
    if isinstance(examined, Refused):
        return Answer(form, cut, kind, filled, raw, understood, None, problems)
    order = cast(Mapping[str, Any], examined.order)
    doubts = cut.doubts.get(form.kind)
    more = () if doubts is None else tuple(doubts(form, order))
    return Answer(form, cut, kind, filled, raw, understood, order, (*problems, *more))


def widgets_of(page: Page, answer: Answer, problems: Sequence[Problem] = ()) -> tuple[Widget, ...]:
    """The fields of an answer, with what is wrong with it shown at them; nothing is yet where nothing is filled in."""
    found = answer.wrong if answer.filled else ()
    wrong = (*found, *(answer.cut.where(each) for each in problems if each.binding))
    kind = answer.form.kind
    layout = Layout(page.prose, answer.filled, wrong, page.say, kind)
    return layout.form(answer.kind, answer.cut.folds.get(kind, ()), answer.cut.places.get(kind, ()))


# Sheets


@dataclass(frozen=True, slots=True)
class Worth:
    """What a sheet comes to: its points, and what follows from it (label and value) once it is legal."""

    purses: Sequence[Purse]
    derived: Sequence[tuple[str, str]]


def worth_of(guest: Guest, answer: Answer) -> Worth | None:
    """What the sheet of a new team comes to so far; None for what is no sheet."""
    count = answer.cut.purses.get(answer.form.kind)
    if count is None:
        return None
    purses = tuple(count(answer.form, answer.understood, guest.war.options))
    return Worth(purses, () if answer.order is None else tuple(_derived(guest, answer.form, answer.order)))


def _derived(guest: Guest, form: Form, order: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The same values as `build` and `check` show."""
    rules = guest.rules
    given = {**getattr(form.record, "given", {}), **_within(rules.cases.sheet, order)}
    case = Case(guest.row.system, SHEET, given=given)
    found = rules.cases.reckon(case, guest.war.options, guest.prose.words.identify)
    for name, value in found.items() if isinstance(found, Mapping) else ():
        if not isinstance(value, bool):
            yield guest.prose.name(name), said_value(value, guest.prose)


def _within(record: Record, order: Mapping[str, Any]) -> dict[str, Any]:
    """As much of an order as a sheet says: not where a team begins, nor to whom it has ties."""
    known = {each.name: each.kind for each in record.fields}
    return {
        name: _within(kind, value) if isinstance(kind := known[name], Record) and isinstance(value, Mapping) else value
        for name, value in order.items()
        if name in known
    }
