"""From a battle scene to the battles in it (S-6.4, S-19, S-R7)."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.record import replace
from ....core.seat import Role
from ..battle.sides import pairs
from ..facts import BattleAnnounced
from ..state import Setting, State
from .state import Join, PlayScene, Side
from .who import able, lives


def sides_of(place: PlayScene) -> tuple[tuple[str, ...], ...]:
    """S-6.4: the scene player with accepted allies, then the others; those who name each other are one side."""
    with_us = [join.team for join in place.joins if join.side is Side.WITH and join.team in place.accepted]
    against = [join for join in place.joins if join.team not in with_us]
    sides: list[list[str]] = []
    for join in against:
        mine = [side for side in sides if any(_allied(join, other) for other in against if other.team in side)]
        if not mine:
            sides.append([join.team])
            continue
        mine[0].extend([team for side in mine[1:] for team in side] + [join.team])
        sides = [side for side in sides if side not in mine[1:]]
    return ((place.team, *with_us), *(tuple(side) for side in sides))


def _allied(one: Join, other: Join) -> bool:
    """S-6.4: both name each other; a forced target has no choice of side (S-Q91)."""
    both = other.team in one.allies and one.team in other.allies
    return both and not (one.forced or other.forced)


def announced(state: State, place: PlayScene) -> BattleAnnounced | None:
    """S-19.7, S-R7: the battles of a scene; None where no two sides have anybody who can fight (S-R8)."""
    there = {
        team: tuple(role for role in place.roles_of(team) if lives(state.teams[team], role)) for team in place.teams
    }
    sides = [tuple(team for team in side if _fights(state, team, there[team])) for side in sides_of(place)]
    hostile = [(join.team, enemy) for join in place.joins for enemy in join.hostile]
    met = [pair for pair in pairs(sides, hostile) if pair.first and pair.second]
    if not met:
        return None
    first, *later = (replace(pair, number=number) for number, pair in enumerate(met, state.battles + 1))
    return BattleAnnounced(Setting(first, place.target, there), tuple(later))


def _fights(state: State, team: str, there: Sequence[Role]) -> bool:
    """S-10.16, S-R8: the servant, or a master who is not fainted."""
    return any(able(state.teams[team], role) for role in there)
