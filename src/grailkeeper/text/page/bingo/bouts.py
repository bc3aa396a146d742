"""The facts of the battles of bingo, put in their order: what one reader knows of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ....core.fact import Fact
from ....rules.bingo import facts as f
from ....rules.bingo.state import Stage

OF_A_BATTLE = (
    f.StrokesClosed,
    f.BattleFought,
    f.BattleReported,
    f.DamageTaken,
    f.ServantRescued,
    f.BattleOver,
)
"""What says of which pair it is."""

AFTERMATH = (f.MasterExhausted, f.ServantRescued, f.PersonLost)
"""What a battle leads to, beside damage."""

WITHIN = frozenset(kind.kind for kind in (f.OrderFailed, f.MasterExhausted, f.PersonLost))
"""What does not say so: it is of the battle under way."""


@dataclass(frozen=True, slots=True)
class Bout:
    """A battle as far as its facts are known. `happened`: what it led to, in order."""

    number: int
    teams: tuple[str, str]
    fought: f.BattleFought | None
    reported: f.BattleReported | None
    taken: Mapping[str, f.DamageTaken]
    failed: tuple[f.OrderFailed, ...]
    happened: tuple[Fact, ...]
    over: bool

    @property
    def totals(self) -> tuple[int, int] | None:
        if self.fought is not None:
            one, other = self.fought.sides
            return one.total.value, other.total.value
        return None if self.reported is None else self.reported.totals

    @property
    def winner(self) -> str | None:
        """The team that won, "" for a draw, None where it is not known yet."""
        told = self.fought or self.reported
        return None if told is None else told.winner


def numbered(facts: Sequence[Fact | None]) -> list[int | None]:
    """Of which battle each fact says it is: battles are counted by their first facts, and end with their last.

    Where no more than a battle or a scene is played, its end belongs to the last battle.
    """
    under_way: dict[str, int] = {}
    found: list[int | None] = []
    count = 0
    for fact in facts:
        if not isinstance(fact, OF_A_BATTLE):
            ends = isinstance(fact, f.StageReached) and fact.stage is Stage.OVER
            found.append(count if ends and count else None)
            continue
        if fact.pair not in under_way:
            count += 1
            under_way[fact.pair] = count
        found.append(under_way[fact.pair])
        if isinstance(fact, f.BattleOver):
            del under_way[fact.pair]
    return found


def bouts(facts: Iterable[Fact]) -> tuple[Bout, ...]:
    """The battles that these facts tell of, in order."""
    told = list(facts)
    found: dict[int, list[Fact]] = {}
    current: int | None = None
    for fact, number in zip(told, numbered(told), strict=True):
        current = number if number is not None else current
        if current is not None and (number is not None or fact.kind in WITHIN):
            found.setdefault(current, []).append(fact)
        if isinstance(fact, f.BattleOver | f.StageReached):
            current = None
    made = (_bout(number, of_it) for number, of_it in found.items())
    return tuple(bout for bout in made if bout is not None)


def _bout(number: int, facts: Sequence[Fact]) -> Bout | None:
    """The battle, None where its facts tell no more than that it was not fought."""
    fought = next((fact for fact in facts if isinstance(fact, f.BattleFought)), None)
    reported = next((fact for fact in facts if isinstance(fact, f.BattleReported)), None)
    if fought is not None:
        one, other = (side.team for side in fought.sides)
    elif reported is not None:
        one, other = reported.teams
    else:
        return None
    return Bout(
        number=number,
        teams=(one, other),
        fought=fought,
        reported=reported,
        taken={fact.team: fact for fact in facts if isinstance(fact, f.DamageTaken)},
        failed=tuple(fact for fact in facts if isinstance(fact, f.OrderFailed)),
        happened=tuple(fact for fact in facts if isinstance(fact, AFTERMATH)),
        over=any(isinstance(fact, f.BattleOver) for fact in facts),
    )
