"""The contract of a rule system: what the house asks of it, and nothing of how it plays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from .call import Answers, Ask, Call, Opening
from .canon import Data
from .chance import Chance
from .fact import Fact, FactTable, Told
from .form import Form, Record
from .option import OptionTable, Value
from .point import Point
from .problem import Problem
from .seat import Seat, Viewer

S = TypeVar("S")
"""The state of a system: a frozen dataclass that `core.codec` can encode."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """What comes of the answers to a call.

    While `points` holds one without verdict or ruling, `told` is empty and nothing may be published. `points`
    lists all that were raised, so that the keeper may overrule a verdict before publishing.
    """

    told: tuple[Told, ...] = ()
    points: tuple[Point, ...] = ()
    openings: tuple[Opening, ...] = ()

    def open_points(self, rulings: Mapping[str, Data]) -> tuple[Point, ...]:
        """The points that have neither verdict nor ruling."""
        return tuple(point for point in self.points if point.verdict is None and point.address not in rulings)


class RuleSystem(Protocol[S]):
    """A rule system. All of it is pure: the same arguments give the same answer on any machine.

    `version` is stamped into every journal; it changes whenever an adjudication would. `setup` is the form of
    what a war (or a single battle) begins from.
    """

    name: str
    version: str
    options: OptionTable
    facts: FactTable
    setup: Record
    corrections: tuple[type[Fact], ...]
    """The kinds of fact by which a keeper may correct what was published."""

    def examine(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:
        """What is wrong with a setup that was read by its form."""
        ...

    def begin(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> S:
        """The first state. Like `apply` it contains no rule and keeps its meaning for ever."""
        ...

    def war_setup(self, teams: Mapping[str, str]) -> Mapping[str, Any]:
        """What a whole war of these teams (names by key) begins from, with everybody's sheets still to come."""
        ...

    def winners(self, state: S) -> tuple[str, ...] | None:
        """The teams that have won (several may share it, nobody may), None while the war goes on."""
        ...

    def check_correction(self, state: S, fact: Fact) -> tuple[Problem, ...]:
        """What is wrong with a fact of `corrections`: nobody has such a value, or the rules never let it be so.

        Where nothing is wrong, `apply` takes it.
        """
        ...

    def people(self, state: S) -> Mapping[str, str]:
        """Whom a fact of `corrections` may name in its field `person`, as it is written there, with the team that they
        are of ("" where they are of none). Nobody where no such fact has that field.
        """
        ...

    def apply(self, state: S, fact: Fact) -> S:
        """The state after a fact. Total over the facts of the table; contains no rule."""
        ...

    def seats(self, state: S) -> tuple[Seat, ...]:
        """Who sits where now, in seat order."""
        ...

    def names(self, state: S) -> Mapping[str, str]:
        """What the teams are called, by key; everybody may know it."""
        ...

    def calls(self, state: S) -> tuple[Call, ...]:
        """The questions that are open now, in a fixed order. None: it is over."""
        ...

    def standing(self, state: S) -> tuple[Call, ...]:
        """Questions that are not open and may be answered beforehand, with the address `Call.standing`."""
        ...

    def resolve(
        self, state: S, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        """Everything from the answers to the next question. `rulings` are the keeper's, by address of the point."""
        ...

    def view(self, state: S, viewer: Viewer) -> Any:
        """What `viewer` may know of the state: a frozen dataclass, built by allow-list."""
        ...

    def form(self, view: Any, call: Call, ask: Ask) -> Form:
        """What may be answered, from what the seat may know."""
        ...

    def check(self, view: Any, call: Call, ask: Ask, order: Data) -> tuple[Problem, ...]:
        """What is wrong or suspicious about an order that its form has read, from what the seat may know."""
        ...
