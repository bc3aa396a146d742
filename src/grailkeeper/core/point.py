"""Points: the judgments inside a resolution that are the keeper's to take. All that anybody else hears of them is the
reason of a ruling, where the keeper gives one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .canon import Data
from .seat import KEEPER_ONLY, Audience
from .working import Working


@dataclass(frozen=True, slots=True)
class Point:
    """One question to the keeper.

    `kind` names its words and `subject` fills them; `choices` are the values that a ruling may have (none: any
    whole number). `verdict` is what the engine would say, None where the rules are silent: then nothing is
    published until a ruling is there. `told`: who learns what follows from it, whichever way it goes, and so may hear
    the reason of a ruling.
    """

    address: str
    kind: str
    clause: str
    choices: tuple[Data, ...] = ()
    verdict: Data = None
    subject: Mapping[str, int | str] = field(default_factory=dict)
    working: Working | None = None
    told: Audience = KEEPER_ONLY


class Rulings:
    """The rulings taken so far in a resolution; a rule asks it, and learns the point's answer or None."""

    __slots__ = ("_given", "raised")

    def __init__(self, given: Mapping[str, Data]) -> None:
        self._given = given
        self.raised: list[Point] = []

    def ask(self, point: Point) -> Data:
        """The value that holds for `point`: the ruling, else the verdict, else None (it stays open)."""
        self.raised.append(point)
        return self._given.get(point.address, point.verdict)
