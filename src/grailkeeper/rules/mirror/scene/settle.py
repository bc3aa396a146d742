"""Steps 7 to 10 of a scene: actions, penalties, upkeep and recovery, who is left (M-7, M-11, M-Q67)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ....core.problem import failed
from ....core.seat import EVERYBODY, KEEPER_ONLY
from ....core.teller import Teller
from ....core.working import Step, Sum, Working
from .. import derived, numbers, tables
from .. import facts as f
from ..battle.laying import healing
from ..battle.luck import is_below
from ..derived import body_figures, servant_figures
from ..options import RestMode
from ..people import Condition, Range, Team, Territory, World
from ..state import Aim, State, told_to


def settle_actions(teller: Teller[State]) -> None:
    """Step 7: base, territory, destroying, soul eating; then recovery skills (M-Q103)."""
    _all_who(teller, "build_base", _build_base)
    _all_who(teller, "build_territory", _build_territory)
    _all_who(teller, "destroy_base", partial(_destroy, stood=teller.state))
    _all_who(teller, "eat", _eat)
    for key in teller.state.playing:
        for name in teller.state.the_scene.plans[key].heal:
            _heal(teller, key, name)


def _all_who(teller: Teller[State], action: str, settle: Callable[[Teller[State], str], None]) -> None:
    for key in teller.state.playing:
        if teller.state.the_scene.plans[key].action == action:
            settle(teller, key)


def _cut_off(state: State, key: str) -> bool:
    """M-Q67: a battle came in between."""
    return key in state.the_scene.fought


def _fail(teller: Teller[State], key: str, code: str, clause: str, **values: int | str) -> None:
    call = f"scene/{teller.state.the_scene.number}/plan"
    problem = failed(code, clause, "action", **values)
    teller.tell(f.OrderFailed(call, key, problem), told_to(teller.state, key))


def _build_base(teller: Teller[State], key: str) -> None:
    """M-7.3, M-Q32."""
    team = teller.state.teams[key]
    if _cut_off(teller.state, key):
        return
    if team.region in team.bases:
        _fail(teller, key, "base_already_there", "M-7.3", region=team.region)
        return
    teller.tell(f.BaseBuilt(key, team.region), told_to(teller.state, key))


def _build_territory(teller: Teller[State], key: str) -> None:
    """M-4.17, M-Q33: the old one is dissolved with its store."""
    if not _cut_off(teller.state, key):
        territory = Territory(teller.state.teams[key].region)
        teller.tell(f.TerritoryBuilt(key, territory), told_to(teller.state, key))


def _destroy(teller: Teller[State], key: str, stood: State) -> None:
    """M-7.5, M-Q95, M-Q33. `stood`: before anything was destroyed, since nobody comes too late."""
    state = teller.state
    team, target = state.teams[key], state.the_scene.plans[key].target
    if _cut_off(state, key):
        return
    owner, region = stood.teams[target], team.region
    if region not in team.bases_known.get(target, ()):
        _fail(teller, key, "base_not_known", "M-7.5", region=region)
        return
    is_territory = region not in owner.bases
    if not _stands(owner, region, is_territory):
        _fail(teller, key, "no_such_base", "M-7.5", region=region)
        return
    if _stands(state.teams[target], region, is_territory):
        teller.tell(f.BaseDestroyed(target, region, is_territory), told_to(state, target))
    teller.tell(f.Destroyed(key, target, region), told_to(state, key))


def _stands(team: Team, region: str, is_territory: bool) -> bool:
    if is_territory:
        return team.territory is not None and team.territory.region == region
    return region in team.bases


def _eat(teller: Teller[State], key: str) -> None:
    """M-7.9, M-11.18, M-Q36, M-Q67: credited before upkeep, never above the maximum."""
    state = teller.state
    team, chosen = state.teams[key], state.the_scene.aims.get(key, Aim()).eat
    number = Sum("eaten", "M-7.9").base("chosen", chosen, "M-7.9")
    if _cut_off(state, key):
        number.divide("half", 2, "M-7.8")
    most = servant_figures(team.sheet, team.stage, state.options).max_mp.value
    mp = Sum("mp", "M-7.9").base("mp", team.servant.mp, "M-7.9")
    mp.add("souls", tables.SOUL * number.total, "M-7.9").cap("max_mp", max(most, team.servant.mp), "M-7.9")
    teller.tell(f.SoulsEaten(key, number.done(), mp.done()), told_to(state, key))
    teller.tell(f.CitizensCounted(key, team.citizens + number.total), KEEPER_ONLY)


def _heal(teller: Teller[State], key: str, name: str) -> None:
    """M-5.13, M-Q103, M-R16: on its user, wherever its range covers it."""
    state = teller.state
    team = state.teams[key]
    skill = team.sheet.skill(name)
    assert skill is not None
    cost = numbers.skill_cost(skill.effects, state.options)
    if cost.value > team.servant.mp:
        _fail(teller, key, "not_enough_mana", "M-9.5", given=cost.value, most=max(0, team.servant.mp))
        return
    store = team.territory.store if team.territory is not None else 0
    teller.tell(f.SkillPaid(key, name, cost, team.servant.mp - cost.value, store), told_to(state, key))
    most = servant_figures(team.sheet, team.stage, state.options).max_hp.value
    for effect in skill.effects:
        if effect.range is not Range.ALL_ENEMIES:
            hp = teller.state.teams[key].servant.hp
            amount = healing(effect.grade, hp, most, name)
            teller.tell(f.Healed(key, key, amount, hp + amount.value), told_to(state, key))


def announce_penalties(teller: Teller[State]) -> None:
    """Step 8, M-11.19: what has been reached since the last time; the warned learns its count."""
    for key in teller.state.order:
        team = teller.state.teams[key]
        reached = numbers.penalties(team.citizens, team.sheet.slaughters, teller.state.options)
        for penalty in reached:
            if penalty in team.told_penalties:
                continue
            if penalty == "warning":
                fact = f.PenaltyReached(key, penalty, team.citizens)
                teller.tell(fact, told_to(teller.state, key))
            else:
                audience = KEEPER_ONLY if penalty == "known" else EVERYBODY
                teller.tell(f.PenaltyReached(key, penalty), audience)


def end_scene(teller: Teller[State]) -> None:
    """Step 9: upkeep, recovery, check; everybody at once."""
    state = teller.state
    world = state.the_scene.world
    for key in state.playing:
        fact = _virtual_end(state, key) if world is World.VIRTUAL else _real_end(state, key)
        teller.tell(fact, told_to(state, key))
    for key in state.playing:
        _check(teller, key, world)


def _virtual_end(state: State, key: str) -> f.SceneSettled:
    """M-11.2, M-11.5, M-7.7, M-7.4, M-Q51."""
    team = state.teams[key]
    figures = servant_figures(team.sheet, team.stage, state.options)
    upkeep = derived.upkeep(team, state.options)
    factor, clause = _rest(state, team)
    hp = _recovered("hp", team.servant.hp, None, figures.recovery_hp, factor, clause, figures.max_hp.value)
    mp = _recovered("mp", team.servant.mp, upkeep, figures.recovery_mp, factor, clause, figures.max_mp.value)
    return f.SceneSettled(key, World.VIRTUAL, upkeep, hp, mp)


def _rest(state: State, team: Team) -> tuple[int, str]:
    """M-7.7, M-7.4, M-Q27, M-Q28: how often the basic recovery comes, and by which clause."""
    rests = state.the_scene.plans[team.key].action == "rest" and not _cut_off(state, team.key)
    if not rests:
        return 1, "M-11.5"
    more = 1 if state.options.rest_mode is RestMode.ADD else 0
    if team.region in team.bases:
        return state.options.base_rest_factor + more, "M-7.4"
    return 2 + more, "M-7.7"


def _real_end(state: State, key: str) -> f.SceneSettled:
    """M-Q68: the body's basic amount."""
    team = state.teams[key]
    figures = body_figures(team.sheet, team.stage, state.options)
    hp = _recovered("hp", team.body.hp, None, figures.recovery_hp, 1, "M-12.8", figures.max_hp.value)
    mp = _recovered("mp", team.body.mp, None, figures.recovery_mp, 1, "M-12.8", figures.max_mp.value)
    return f.SceneSettled(key, World.REAL, None, hp, mp)


def _recovered(
    name: str, now: int, upkeep: Working | None, basic: Working, factor: int, clause: str, most: int
) -> Working:
    """What there is, less upkeep, plus so many times the basic recovery, up to the maximum."""
    total = Sum(name, clause).base(name, now, clause)
    if upkeep is not None:
        total.include(Step.SUBTRACT, upkeep)
    amount = Sum("recovery", clause).include(Step.BASE, basic).times("times", factor, clause)
    return total.include(Step.ADD, amount.done()).cap("maximum", max(most, now), "M-11.5").done()


def _check(teller: Teller[State], key: str, world: World) -> None:
    """M-11.9, M-11.13, M-Q55: who fell under the indomitable order in this scene is spared until the next."""
    state = teller.state
    team, being = state.teams[key], state.teams[key].being(world)
    low = is_below(being, team, world, state.options)
    if low and not being.fresh:
        teller.tell(f.Vanished(key, world), EVERYBODY)
    elif being.condition is Condition.DYING:
        condition = Condition.DYING if low else Condition.ALIVE
        teller.tell(f.ConditionChanged(key, world, condition, fresh=False), told_to(state, key))
