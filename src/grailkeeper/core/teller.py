"""The one writer inside a resolution: rules change the state only by telling a fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

from .call import Opening
from .chance import Chance, Draw
from .fact import Fact, Told
from .point import Point
from .seat import Audience
from .system import Resolution

S = TypeVar("S")


class Teller(Generic[S]):
    """Collects facts, each applied at once, with the dice drawn since the last one."""

    def __init__(self, state: S, apply: Callable[[S, Fact], S], chance: Chance) -> None:
        self.state = state
        self._apply, self._chance = apply, chance
        self._told: list[Told] = []
        self._dice: list[Draw] = []
        self._openings: list[Opening] = []

    def draw(self, what: str, sides: int) -> int:
        """A draw, recorded with the next fact that is told."""
        drawn = self._chance.draw(what, sides)
        self._dice.append(drawn)
        return drawn.value

    def tell(self, fact: Fact, audience: Audience) -> None:
        self._told.append(Told(fact, audience, tuple(self._dice)))
        self._dice.clear()
        self.state = self._apply(self.state, fact)

    def open(self, opening: Opening) -> None:
        """Leaves of a sealed order that become known."""
        self._openings.append(opening)

    def done(self, points: Iterable[Point] = ()) -> Resolution:
        return Resolution(tuple(self._told), tuple(points), tuple(self._openings))
