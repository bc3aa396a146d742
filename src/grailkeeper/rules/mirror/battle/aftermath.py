"""What a battle leaves behind: information (M-10), the saint graph (M-12.5, M-12.7), who is dying (M-11.13)."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.record import replace
from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from .. import facts as f
from .. import numbers, tables
from ..derived import BODY_FROM, body_figures, servant_figures
from ..people import Condition, Known, World
from ..state import State, told_to
from ..visibility import penalties_of
from .luck import is_below
from .standing import pairs

HIGHEST = len(tables.INFORMATION_BONUS) - 1


def have_met(teller: Teller[State], keys: Iterable[str]) -> None:
    """M-R8, M-R9: foes in one battle have met; on one who has eaten ten, level 2 at least."""
    battle = teller.state.the_battle
    if battle.world is World.REAL:
        return
    present = [key for key in battle.here if key in frozenset(keys)]
    for one, other in pairs(present, battle):
        for key, about in ((one, other), (other, one)):
            known = teller.state.teams[key].knows(about)
            level = max(known.level, least_level(teller.state, about))
            if level > known.level:
                learn(teller, key, about, f.Why.MET, replace(known, level=level))


def least_level(state: State, about: str) -> int:
    """M-10.2, M-11.19 (10): what meeting a servant tells at least."""
    known = "known" in penalties_of(state, state.teams[about])
    return tables.KNOWN_ON_MEETING if known else 1


def learn(teller: Teller[State], key: str, about: str, why: f.Why, known: Known) -> None:
    fact = f.Learned(key, about, why, known.level, known.encounters)
    teller.tell(fact, told_to(teller.state, key))


def count_strikes(teller: Teller[State], struck: Iterable[tuple[str, str]]) -> None:
    """M-Q84: a strike that kills before any turn counts as a battle for both."""
    battle = teller.state.the_battle
    fighters, faced = dict(battle.fighters), list(battle.faced)
    for pair in struck:
        for key in pair:
            fighters[key] = replace(fighters[key], fought=True)
        faced += pairs(sorted(pair, key=battle.order.index), battle)
    teller.tell(f.TurnKept(battle.number, fighters, tuple(dict.fromkeys(faced))), KEEPER_ONLY)


def end(teller: Teller[State]) -> None:
    """The battle is over (step 10)."""
    state = teller.state
    battle = state.the_battle
    for key, fighter in battle.in_order():
        being = state.being(key)
        if fighter.indomitable and being.condition is not Condition.VANISHED:
            team = state.teams[key]
            if is_below(being, team, battle.world, state.options):
                fact = f.ConditionChanged(key, battle.world, Condition.DYING, fresh=True)
                teller.tell(fact, told_to(state, key))
    everybody = tuple(key for key, fighter in battle.in_order() if not fighter.waits)
    teller.tell(f.BattleEnded(battle.number, battle.sets, battle.turns), told_to(state, *everybody))
    if battle.world is World.VIRTUAL:
        for one, other in battle.faced:
            for key, about in ((one, other), (other, one)):
                raise_by_battle(teller, key, about)
        for key, fighter in battle.in_order():
            if fighter.fought:
                count_battle(teller, key)


def raise_by_battle(teller: Teller[State], key: str, about: str) -> None:
    """M-10.3: one level on every foe."""
    known = teller.state.teams[key].knows(about)
    learn(teller, key, about, f.Why.FOUGHT, replace(known, level=min(HIGHEST, known.level + 1)))


def count_battle(teller: Teller[State], key: str, lifts: bool = True) -> None:
    """M-12.5, M-12.7, M-Q62, M-R7: the body is full when it first has a servant's strength (M-Q68).

    `lifts` is false where the health and mana given already include the rise.
    """
    state = teller.state
    team = state.teams[key]
    battles = team.battles + 1
    stage = max(team.stage, numbers.stage_of(battles))
    fact = f.BattleCounted(key, battles, stage)
    if stage > team.stage:
        before, after = (servant_figures(team.sheet, each, state.options) for each in (team.stage, stage))
        if lifts and team.servant.condition is not Condition.VANISHED:
            hp, mp = after.max_hp.value - before.max_hp.value, after.max_mp.value - before.max_mp.value
            fact = replace(fact, hp=hp, mp=mp)
        body = body_figures(team.sheet, stage, state.options)
        was = body_figures(team.sheet, team.stage, state.options)
        if team.stage < BODY_FROM:
            fact = replace(fact, body_hp=body.max_hp.value, body_mp=body.max_mp.value)
        else:
            body_hp = team.body.hp + body.max_hp.value - was.max_hp.value
            fact = replace(fact, body_hp=body_hp, body_mp=team.body.mp + body.max_mp.value - was.max_mp.value)
    teller.tell(fact, told_to(state, key))
