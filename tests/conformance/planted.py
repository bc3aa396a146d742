"""Leaks that are planted in a system, to show that its twins notice them: so their silence means something."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from grailkeeper.core.call import Answers, Ask, Call
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Chance
from grailkeeper.core.fact import Told
from grailkeeper.core.problem import Problem
from grailkeeper.core.seat import Viewer
from grailkeeper.core.system import Resolution

from .twin import Twins, leaks


class Leak:
    """Put before a system, it lists in `planted` every class below that names a `row`: the twins that must show it."""

    row: ClassVar[str]
    planted: ClassVar[list[type[Any]]]

    def __init_subclass__(cls) -> None:
        if Leak in cls.__bases__:
            cls.planted = []
        elif "row" in vars(cls):
            cls.planted.append(cls)


class Retells:
    """Put before a leaky system, it tells something otherwise than the system does."""

    def retell(self, each: Told, state: Any) -> Told:  # noqa: ARG002 - what it hangs on is for the leak to say
        return each

    def resolve(
        self, state: Any, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        made: Resolution = super().resolve(state, call, answers, rulings, chance)  # type: ignore[misc]
        return replace(made, told=tuple(self.retell(each, state) for each in made.told))


class Warns:
    """Put before a leaky system, it warns of what a seat may not know: a doubt made of the state that was last seen."""

    _state: Any = None

    def doubt(self, state: Any, call: Call, ask: Ask) -> Problem | None:
        raise NotImplementedError

    def view(self, state: Any, viewer: Viewer) -> Any:
        self._state = state
        return super().view(state, viewer)  # type: ignore[misc]

    def check(self, view: Any, call: Call, ask: Ask, order: Data) -> tuple[Problem, ...]:
        assert self._state is not None
        doubt = self.doubt(self._state, call, ask)
        found: tuple[Problem, ...] = super().check(view, call, ask, order)  # type: ignore[misc]
        return found if doubt is None else (*found, doubt)


def noticed(leak: type[Any], pairs: Iterable[Twins]) -> bool:
    """Whether the twins of its row show a leak."""
    return any(True for pair in pairs if pair.row == leak.row for _ in leaks(leak(), pair))
