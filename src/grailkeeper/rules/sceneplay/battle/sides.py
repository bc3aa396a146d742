"""Who fights whom (S-6.4, S-19.7), and how a battle is announced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ....core.seat import Role
from ..facts import BattleAnnounced
from ..people import MasterState, ServantState
from ..state import Battle, Pair, Setting, State


def pairs(
    sides: Sequence[Sequence[str]], hostile: Iterable[tuple[str, str]] = (), first_number: int = 1
) -> tuple[Pair, ...]:
    """S-19.7, S-R7: the battles of a meeting in their order, numbered from `first_number`.

    `sides`: the scene player's first, the others in order of joining; an alliance counts as one side, its
    representative first. `hostile`: teams of joiners, the one who declared it first.
    """
    opener, *joiners = [tuple(side) for side in sides]
    enemies = {frozenset(names) for names in hostile}
    met = [(opener, joiner) for joiner in joiners]
    for place, earlier in enumerate(joiners):
        met += [
            (earlier, later)
            for later in joiners[place + 1 :]
            if any(frozenset((one, other)) in enemies for one in earlier for other in later)
        ]
    return tuple(Pair(number, first, second) for number, (first, second) in enumerate(met, first_number))


def announced(
    state: State,
    sides: Sequence[Sequence[str]],
    there: Mapping[str, tuple[Role, ...]],
    place: str = "",
    hostile: Iterable[tuple[str, str]] = (),
) -> BattleAnnounced:
    """The fact by which a scene hands over to a battle; to be told to everybody.

    `there`: who has come, by team; `place`: the team in whose workshop it happens, or "". When the last pair has
    been fought, `state.battle` is None again.
    """
    first, *later = pairs(sides, hostile, state.battles + 1)
    return BattleAnnounced(Setting(first, place, there), tuple(later))


def next_announced(state: State, battle: Battle) -> BattleAnnounced | None:
    """S-19.7: the next pair of the same meeting in which nobody has fallen or escaped; None after the last."""
    for place, pair in enumerate(battle.later):
        if all(fights_on(state, battle, team) for team in pair.teams):
            setting = Setting(pair, battle.setting.place, battle.setting.there)
            return BattleAnnounced(setting, battle.later[place + 1 :], battle.gone)
    return None


def fights_on(state: State, battle: Battle, key: str) -> bool:
    """Whether the one who fights for a team has neither fallen nor escaped."""
    team = state.teams[key]
    if battle.setting.fighter(key) is Role.SERVANT:
        return team.servant is not None and team.servant.state is ServantState.WELL and key not in battle.gone
    return team.master is not None and team.master.state is MasterState.WELL
