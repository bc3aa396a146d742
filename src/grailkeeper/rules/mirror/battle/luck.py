"""The end of a set (M-3.12, M-11.9, M-11.10): luck, and who falls."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.seat import EVERYBODY, KEEPER_ONLY
from ....core.teller import Teller
from ....core.working import Sum, Working
from .. import facts as f
from .. import tables
from ..derived import figures
from ..options import Options
from ..people import Being, Team, World
from ..state import Battle, LuckMode, State, told_to


def settle_luck(teller: Teller[State], leaving: Iterable[str]) -> None:
    """M-Q99, M-R10: the luck of those who leave or fall, and the luck that names them; all of it at once."""
    state, gone = teller.state, frozenset(leaving)
    battle = state.the_battle
    adding = [
        key
        for key in battle.here
        if battle.fighters[key].luck_mode is LuckMode.ADD
        and not battle.fighters[key].luck_settled
        and (key in gone or battle.fighters[key].luck_on in gone)
    ]
    for key in adding:
        target = battle.fighters[key].luck_on
        if target in battle.here and battle.fighters[key].dealt.get(target, 0) >= 1:
            damage = _twice_luck("luck_added", key, state)
            teller.tell(f.LuckAdded(battle.number, key, target, damage), told_to(state, key, target))
    for key in battle.here:
        if (
            key in gone
            and battle.fighters[key].luck_mode is LuckMode.SUBTRACT
            and not battle.fighters[key].luck_settled
        ):
            _give_back(teller, key)
    settled = tuple(key for key in battle.here if key in gone or key in adding)
    teller.tell(f.LuckSettled(battle.number, settled), KEEPER_ONLY)


def _twice_luck(name: str, key: str, state: State) -> Working:
    """M-3.12: its grade is its owner's to see."""
    luck = figures(state.teams[key], state.the_battle.world, state.options).luck
    seats = told_to(state, key).seats or frozenset()
    total = Sum(name, "M-3.12").base("luck", luck, "M-3.12", seen_by=tuple(sorted(seats)))
    return total.times("twice", tables.LUCK_FACTOR, "M-3.12").done(open_to=seats)


def _give_back(teller: Teller[State], key: str) -> None:
    """M-3.12, M-Q21, M-Q92: at most what it took, added luck included; never above the maximum."""
    state = teller.state
    battle, numbers = state.the_battle, figures(state.teams[key], state.the_battle.world, state.options)
    taken = battle.fighters[key].taken
    points = (
        Sum("luck_back", "M-3.12").base("luck", numbers.luck, "M-3.12").times("twice", tables.LUCK_FACTOR, "M-3.12")
    )
    points.cap("damage", taken, "M-3.12")
    hp = state.being(key).hp
    after = max(hp, min(numbers.max_hp.value, hp + points.total))
    teller.tell(f.LuckBack(battle.number, key, points.done(), after), told_to(state, key))


def is_below(being: Being, team: Team, world: World, options: Options) -> bool:
    """M-11.9, M-Q54: health or mana at 0 or less."""
    if being.hp <= 0:
        return True
    return being.mp <= 0 and options.death_by_mp and figures(team, world, options).needs_mana


def below(state: State, keys: Iterable[str]) -> tuple[str, ...]:
    """Those of `keys` who are at 0 or less, whether they are protected or not."""
    world = state.the_battle.world
    return tuple(key for key in keys if is_below(state.being(key), state.teams[key], world, state.options))


def fallen(state: State, keys: Iterable[str]) -> tuple[str, ...]:
    """Those of them whom no indomitable order protects (M-11.13)."""
    fighters = state.the_battle.fighters
    return tuple(key for key in below(state, keys) if not fighters[key].indomitable)


def check(teller: Teller[State], keys: Iterable[str]) -> tuple[str, ...]:
    """M-11.9: who is at 0 or less and unprotected vanishes; all of one check together (M-Q54)."""
    gone = fallen(teller.state, keys)
    for key in gone:
        teller.tell(f.Vanished(key, teller.state.the_battle.world), EVERYBODY)
    return gone


def stays_fought(battle: Battle, without: Iterable[str]) -> bool:
    """Whether two hostile sides are left when these are gone."""
    gone = frozenset(without)
    return len({battle.meeting.side_of(key) for key in battle.here if key not in gone}) > 1
