"""The table at which agents sit: it puts the driver's calls to them, in rounds where a floor is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from ..core.call import Ask, Call
from ..core.canon import Data
from ..core.chance import SeededChance
from ..core.form import Form, Pick
from ..core.point import Point
from ..core.problem import Problem
from ..core.seat import Viewer, seat_viewer
from ..core.system import RuleSystem
from .question import Agent, Question

ROUNDS = 4
"""How often each seat is asked on a floor before it closes."""


class Sight(Protocol):
    """What the table needs of a desk: through whose eyes a war is seen. It never hands out the state."""

    @property
    def system(self) -> RuleSystem[Any]: ...

    def view(self, viewer: Viewer) -> Any: ...


class AgentTable:
    """Agents by seat. Their draws come from `seed`, addressed by seat, call and turn, so that a war can be repeated.

    `called`: what goes by another name in this war than the agents have for it, such as a noble phantasm.
    """

    def __init__(
        self,
        desk: Sight,
        agents: Mapping[str, Agent],
        seed: bytes,
        overrule: bool = False,
        called: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self._desk, self._agents, self._seed = desk, agents, seed
        self._overrule, self._called = overrule, called
        self._floor = ""
        self._turns: list[Ask] = []
        self._heard: dict[str, int] = {}

    def arrivals(self, call: Call) -> Sequence[tuple[Ask, Data]]:
        """The next order that anybody at the table wants heard; nothing once all have had their turns."""
        if self._floor != call.address:
            self._floor, self._heard = call.address, {}
            self._turns = [ask for turn in range(ROUNDS) for ask in self._shuffled(call, turn)]
        while self._turns:
            ask = self._turns.pop(0)
            if call.ask_for(ask.whom) is None:
                continue
            order = self._asked(call, ask)
            self._heard[ask.whom] = self._heard.get(ask.whom, 0) + 1
            if order is not None:
                return ((ask, order),)
        return ()

    def answer(self, call: Call, ask: Ask, form: Callable[[], Form]) -> Data:  # noqa: ARG002 - it is in the question
        return self._asked(call, ask)

    def _asked(self, call: Call, ask: Ask) -> Data:
        agent = self._agents.get(ask.seat)
        if agent is None:
            return None
        heard = self._heard.get(ask.whom, 0)
        order = agent.answer(self._question(call, ask, heard), self._pick(f"{call.address}/{ask.whom}/{heard}"))
        return renamed(order, self._called)

    def rule(self, call: Call, point: Point) -> Data:  # noqa: ARG002 - a point's address tells its call
        """The engine's verdict stands; where the rules are silent, one of the choices is drawn."""
        if point.verdict is not None and not self._overrule:
            return None
        pick = self._pick(f"rule/{point.address}")
        return point.choices[pick(len(point.choices))] if point.choices else pick(100)

    def told(self, ask: Ask, problems: tuple[Problem, ...]) -> None:
        """An agent reads nothing but its view."""

    def _question(self, call: Call, ask: Ask, heard: int) -> Question:
        system, view = self._desk.system, self._desk.view(seat_viewer(ask.seat))
        form = system.form(view, call, ask)
        return Question(call, ask, view, form, lambda order: system.check(view, call, ask, order), heard)

    def _shuffled(self, call: Call, turn: int) -> list[Ask]:
        pick, asks = self._pick(f"{call.address}/turn/{turn}"), list(call.asks)
        return [asks.pop(pick(len(asks))) for _ in range(len(asks))]

    def _pick(self, address: str) -> Pick:
        chance = SeededChance(self._seed, f"agent/{address}")
        return lambda below: chance.draw("pick", below).value


def renamed(order: Data, called: Mapping[str, str]) -> Data:
    """An order in which whatever is `called` otherwise goes by that name."""
    if isinstance(order, str):
        return called.get(order, order)
    if isinstance(order, Mapping):
        return {key: renamed(part, called) for key, part in order.items()}
    if isinstance(order, list | tuple):
        return [renamed(part, called) for part in order]
    return order
