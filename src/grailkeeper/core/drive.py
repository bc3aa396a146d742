"""The one driver: it puts open calls to those who answer, until nothing is asked any more.

People, agents and the scripts of cases sit at a `Table`; a `Desk` is what they play on: here the bare state, in
`campaign` a journal. The driver is the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Protocol

from .call import Answers, Ask, Call, Mode
from .canon import Data
from .case import Outcome, Script
from .chance import Chance, ChanceSource
from .fact import Told
from .form import Form, read
from .point import Point
from .problem import Problem
from .seat import Viewer, seat_viewer
from .system import Resolution, RuleSystem


class Desk(Protocol):
    """Where a war is played: it takes orders, closes calls, hears rulings and publishes."""

    def calls(self) -> tuple[Call, ...]: ...

    def form(self, call: Call, ask: Ask) -> Form:
        """What may be answered, from what the seat that is asked may know."""
        ...

    def order(self, call: Call, ask: Ask, order: Data) -> tuple[Problem, ...]:
        """An answer, sealed, or on a floor resolved at once; with binding problems nothing has happened."""
        ...

    def close(self, call: Call) -> tuple[Point, ...]:
        """Close a call; the points that its resolution raises."""
        ...

    def rule(self, call: Call, point: Point, value: Data) -> tuple[Point, ...]:
        """Take a ruling; the points that are raised with it."""
        ...

    def publish(self, call: Call) -> None: ...


class Table(Protocol):
    """Those who answer."""

    def arrivals(self, call: Call) -> Sequence[tuple[Ask, Data]]:
        """The next orders on a floor, in order of arrival; none: nobody says anything more."""
        ...

    def answer(self, call: Call, ask: Ask, form: Callable[[], Form]) -> Data:
        """The sealed answer, None for silence. `form` says what may be answered."""
        ...

    def rule(self, call: Call, point: Point) -> Data:
        """The keeper's ruling, None to leave it at the engine's verdict."""
        ...

    def told(self, ask: Ask, problems: tuple[Problem, ...]) -> None:
        """What became of an order: the problems it met, none if it was taken."""
        ...


class StalledError(Exception):
    """A war that asks on and on without end: a fault of the rule system."""


class UnruledError(Exception):
    """A point waits for a ruling that nobody gives; its argument is the address of the point."""


def play(desk: Desk, table: Table, most: int = 100_000) -> None:
    """Play until no call is open. Raises StalledError after `most` calls."""
    for _ in range(most):
        calls = desk.calls()
        if not calls:
            return
        play_call(desk, table, calls[0])
    raise StalledError(f"still asking after {most} calls")


def play_call(desk: Desk, table: Table, call: Call) -> None:
    """Put one call to the table, close it, have its points ruled, publish it."""
    if call.mode is Mode.FLOOR:
        _hear_floor(desk, table, call)
    else:
        for ask in call.asks:
            order = table.answer(call, ask, partial(desk.form, call, ask))
            if order is not None:
                table.told(ask, desk.order(call, ask, order))
    _have_ruled(desk, table, call)
    desk.publish(call)


def _have_ruled(desk: Desk, table: Table, call: Call) -> None:
    """Close a call and put each of its points to the keeper once; a ruling may raise others."""
    points, put = desk.close(call), set[str]()
    while point := next((each for each in points if each.address not in put), None):
        put.add(point.address)
        ruling = table.rule(call, point)
        if ruling is not None:
            points = desk.rule(call, point, ruling)


def _hear_floor(desk: Desk, table: Table, call: Call) -> None:
    while arrivals := table.arrivals(call):
        for ask, order in arrivals:
            table.told(ask, desk.order(call, ask, order))


class DirectDesk:
    """A desk on the bare state: no journal, no seals. What the lab and the cases play on."""

    def __init__(self, system: RuleSystem[Any], state: Any, chance: ChanceSource) -> None:
        self.system, self.state = system, state
        self.facts: list[Told] = []
        self._source = chance
        self._rulings: dict[str, Data] = {}
        self._orders: dict[str, dict[str, Data]] = {}
        self._arrived: dict[str, int] = {}
        self._tried: dict[str, tuple[Resolution, Chance]] = {}

    def calls(self) -> tuple[Call, ...]:
        return self.system.calls(self.state)

    def view(self, viewer: Viewer) -> Any:
        return self.system.view(self.state, viewer)

    def form(self, call: Call, ask: Ask) -> Form:
        return self.system.form(self.view(seat_viewer(ask.seat)), call, ask)

    def order(self, call: Call, ask: Ask, order: Data) -> tuple[Problem, ...]:
        problems = self.system.check(self.view(seat_viewer(ask.seat)), call, ask, order)
        if any(problem.binding for problem in problems):
            return problems
        if call.mode is Mode.FLOOR:
            self._try(call, Answers({ask.whom: order}, closing=False))
            self.publish(call)
            self._arrived[call.address] = self._arrived.get(call.address, 0) + 1
        else:
            self._orders.setdefault(call.address, {})[ask.whom] = order
        return problems

    def close(self, call: Call) -> tuple[Point, ...]:
        return self._try(call, Answers(self._orders.get(call.address, {})))

    def rule(self, call: Call, point: Point, value: Data) -> tuple[Point, ...]:
        self._rulings[point.address] = value
        return self.close(call)

    def publish(self, call: Call) -> None:
        """Raises UnruledError while a point of the resolution has neither verdict nor ruling."""
        resolution, chance = self._tried.pop(call.address)
        if waiting := resolution.open_points(self._rulings):
            raise UnruledError(waiting[0].address)
        self._orders.pop(call.address, None)
        self._source.settle(chance)
        for told in resolution.told:
            self.state = self.system.apply(self.state, told.fact)
        self.facts.extend(resolution.told)

    def _try(self, call: Call, answers: Answers) -> tuple[Point, ...]:
        chance = self._source.open(call.address, (str(self._arrived.get(call.address, 0)),))
        resolution = self.system.resolve(self.state, call, answers, self._rulings, chance)
        self._tried[call.address] = resolution, chance
        return resolution.points


class ScriptTable:
    """The table at which a case's script sits; it remembers what each order met."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._waiting = list(script.floor)
        self.refused: list[Problem] = []
        self.refused_of: list[str] = []
        self.met: list[tuple[Problem, ...] | None] = []

    def arrivals(self, call: Call) -> Sequence[tuple[Ask, Data]]:
        """One arrival of this floor at a time: those of a floor that never opens, and of whom it does not ask, hold
        nobody up."""
        for arrival in [each for each in self._waiting if each[0] == call.address]:
            self._waiting.remove(arrival)
            ask = call.ask_for(arrival[1])
            if ask is not None:
                return ((ask, arrival[2]),)
            self.met.append(None)
        return ()

    def answer(self, call: Call, ask: Ask, form: Callable[[], Form]) -> Data:
        order = self._script.sealed.get((call.address, ask.whom))
        if order is None:
            return None
        if self._script.fits is not None:
            order = self._script.fits(ask.whom, form().record, order)
        if self._script.written is not None:
            order, problems = read(form().record, order, self._script.written)
            if problems:
                self.told(ask, problems)
                return None
        return order

    def rule(self, call: Call, point: Point) -> Data:  # noqa: ARG002 - the script knows points by address
        return self._script.rulings.get(point.address)

    def told(self, ask: Ask, problems: tuple[Problem, ...]) -> None:
        binding = tuple(problem for problem in problems if problem.binding)
        if len(self.met) < len(self._script.floor) - len(self._waiting):
            self.met.append(binding)
        self.refused.extend(binding)
        self.refused_of.extend([ask.whom] * len(binding))


def play_script(system: RuleSystem[Any], script: Script, chance: ChanceSource) -> Outcome:
    """Play a script on the bare state to its end."""
    desk, seated = DirectDesk(system, system.begin(script.setup, script.options), chance), ScriptTable(script)
    play(desk, seated)
    refused, of = tuple(seated.refused), tuple(seated.refused_of)
    return Outcome(tuple(desk.facts), desk.state, refused, tuple(seated.met), of)
