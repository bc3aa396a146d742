"""The desk of a war that has a journal: what the driver plays on, entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.call import Ask, Call, Mode
from ..core.canon import Data, digest
from ..core.case import Outcome as Played
from ..core.case import Script
from ..core.chance import ChanceSource, SeededChance
from ..core.codec import encode
from ..core.drive import ScriptTable, play
from ..core.fact import Told
from ..core.form import Form
from ..core.point import Point
from ..core.problem import Problem
from ..core.seal import drawn_salts
from ..core.seat import Viewer
from ..core.system import RuleSystem
from . import adjudicate, declare, keep
from .entry import Entry
from .outcome import Done, Outcome, Refused
from .resolving import told_from
from .war import War, fold

Sink = Callable[[Entry], None]
"""Where entries go before they count; it raises if it cannot keep one."""


class RefusedError(Exception):
    """A command that the driver itself gave was refused: a fault of the program, not of a person."""


class WarDesk:
    """A `core.drive.Desk` on a war. Salts are draws, so that a war from a seed repeats byte for byte.

    `chance`: another source than the war's own seed (a case's list of draws).
    """

    def __init__(self, war: War, sink: Sink, chance: ChanceSource | None = None) -> None:
        self.war = war
        self.told: list[Told] = []
        self._sink, self._chance = sink, chance

    @property
    def system(self) -> RuleSystem[Any]:
        return self.war.system

    def calls(self) -> tuple[Call, ...]:
        return self.war.calls

    def view(self, viewer: Viewer) -> Any:
        return self.war.system.view(self.war.state, viewer)

    def form(self, call: Call, ask: Ask) -> Form:
        return self.system.form(declare.seat_view(self.war, ask), call, ask)

    def order(self, call: Call, ask: Ask, order: Data) -> tuple[Problem, ...]:
        if call.mode is Mode.FLOOR:
            outcome = declare.order(self.war, call.address, ask.whom, order, chance=self._chance)
        else:
            outcome = self._seal(call, ask, order)
        if isinstance(outcome, Refused):
            return outcome.problems
        self._take(outcome)
        return outcome.problems

    def _seal(self, call: Call, ask: Ask, order: Data) -> Outcome:
        examined = declare.examine(self.war, call.address, ask.whom, order)
        if isinstance(examined, Refused):
            return examined
        where = f"salt/{self.war.number + 1}/{call.address}/{ask.whom}"
        draws = SeededChance(self.war.seed, where, self.war.rewinds)
        salts = drawn_salts(draws, declare.bound(ask.whom, examined.order))
        return declare.seal(self.war, call.address, ask.whom, order, salts)

    def close(self, call: Call) -> tuple[Point, ...]:
        self._take(adjudicate.close(self.war, call.address))
        return self._points(call)

    def rule(self, call: Call, point: Point, value: Data) -> tuple[Point, ...]:
        self._take(adjudicate.rule(self.war, call.address, point.address, value, chance=self._chance))
        return self._points(call)

    def publish(self, call: Call) -> None:
        self._take(adjudicate.publish(self.war, call.address, chance=self._chance))

    def _points(self, call: Call) -> tuple[Point, ...]:
        seen = adjudicate.preview(self.war, call.address, self._chance)
        if isinstance(seen, Refused):
            raise RefusedError(seen.problems)
        return seen.resolution.points

    def _take(self, outcome: Outcome) -> None:
        if not isinstance(outcome, Done):
            raise RefusedError(outcome.problems)
        self._sink(outcome.entry)
        self.war = outcome.war
        self.told.extend(told_from(self.war, outcome.entry.body.get("facts", ())))


def play_script_in_war(system: RuleSystem[Any], script: Script, chance: ChanceSource) -> Played:
    """Play a script through entries, seals and publishing: the second path of every case."""
    begun = keep.begin(system, "case", "case", script.setup, script.options, bytes(32))
    if isinstance(begun, Refused):
        raise RefusedError(begun.problems)
    entries = [begun.entry]
    desk, seated = WarDesk(begun.war, entries.append, chance), ScriptTable(script)
    play(desk, seated)
    folded = fold({system.name: system}, entries)
    if digest(encode(folded.state)) != digest(encode(desk.war.state)):
        raise RefusedError("the fold of the journal is not the war that was played")
    refused, of = tuple(seated.refused), tuple(seated.refused_of)
    return Played(tuple(desk.told), folded.state, refused, tuple(seated.met), of)
