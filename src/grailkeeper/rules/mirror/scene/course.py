"""The life cycle of creation and scenes: which questions are open, and what their answers set going."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ....core.call import Answers, Ask, Call, Mode
from ....core.form import Form
from ....core.point import Point, Rulings
from ....core.problem import Problem
from ....core.seat import EVERYBODY, KEEPER_ONLY
from ....core.teller import Teller
from ....core.working import Sum
from .. import facts as f
from .. import tables
from ..battle import course as battle
from ..battle.aftermath import count_battle, raise_by_battle
from ..battle.leave import recover, spend
from ..derived import body_figures, servant_figures
from ..options import SceneCycle
from ..people import ClassSkill, World
from ..setup import exposed
from ..sheet import sheet_of
from ..state import Given, Meeting, Order, Plan, SceneStage, State, seats_of, told_to
from ..visibility import View, own_team
from . import orders as o
from .check import scene_problems
from .encounters import find_places, meet_all, search
from .settle import announce_penalties, end_scene, settle_actions
from .sides import battles_of


def calls(state: State) -> tuple[Call, ...]:
    """The open questions of creation, or of the scene; its battles ask their own."""
    if state.making:
        return tuple(_creation_calls(state))
    scene = state.scene
    if scene is None:
        return ()
    address = f"scene/{scene.number}"
    if scene.stage is SceneStage.EXPOSED:
        return (_call(state, f"{address}/region", o.REGION, "M-11.19", scene.exposed),)
    if scene.stage is SceneStage.PLAN:
        kind = o.PLAN if scene.world is World.VIRTUAL else o.ZONE
        clause = "M-7.1" if scene.world is World.VIRTUAL else "M-12.3"
        return (_call(state, f"{address}/{kind}", kind, clause, state.playing),)
    if scene.stage is SceneStage.MEETINGS:
        return (_call(state, f"{address}/meeting", o.MEETING, "M-7.8", state.playing),)
    return ()


def _creation_calls(state: State) -> Iterator[Call]:
    """M-1.4: first everybody's level, then everybody's sheet."""
    unrolled = tuple(key for key in state.order if not state.making[key].level)
    if unrolled:
        yield _call(state, "creation/level", o.LEVEL, "M-1.4", unrolled)
    else:
        yield _call(state, "creation/sheet", o.CREATION, "M-1.1", state.order)


def _call(state: State, address: str, kind: str, clause: str, teams: tuple[str, ...]) -> Call:
    asks = tuple(Ask(seat, key) for key in teams for seat in seats_of(state, (key,)))
    return Call(address, kind, clause, Mode.SEALED, asks, f"silent_{kind}")


def form(view: View, kind: str) -> Form:
    return o.scene_form(view, kind)


def problems(view: View, kind: str, order: Mapping[str, Any]) -> Iterator[Problem]:
    return scene_problems(view, kind, order)


def _order(answers: Answers, key: str) -> Mapping[str, Any]:
    order = answers.get(key)
    return order if isinstance(order, Mapping) else {}


# Creation


def level_chosen(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:  # noqa: ARG001
    """M-1.4: silence is level 1. The choice is made before the roll, and the roll is final."""
    for key in teller.state.order:
        level = _order(answers, key).get("level", tables.LEVELS[0])
        die = 0 if level == tables.LEVELS[0] else 1 + teller.draw(f"extra points {key}", tables.DIE)
        extra = Sum("extra_roll", "M-1.4").base("level", tables.LEVEL_BONUS[level], "M-1.4").add("die", die, "M-1.4")
        teller.tell(f.LevelRolled(key, level, die, extra.done()), told_to(teller.state, key))


def sheet_made(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:  # noqa: ARG001
    """M-1, M-7.2, M-Q62: silence is the plainest servant there is, at home in the first region."""
    options = teller.state.options
    for key in teller.state.order:
        made = teller.state.making[key]
        order = _order(answers, key)
        die = {"die": made.die} if made.die else {}
        sheet = sheet_of({**order, "level": made.level, **die})
        servant, body = servant_figures(sheet, 1, options), body_figures(sheet, 1, options)
        fact = f.ServantMade(
            team=key,
            sheet=sheet,
            hp=servant.max_hp.value,
            mp=servant.max_mp.value,
            body_hp=body.max_hp.value,
            body_mp=body.max_mp.value,
            base=order.get("base", teller.state.regions[0].name),
        )
        teller.tell(fact, told_to(teller.state, key))
    _begin_scene(teller, 1, World.VIRTUAL)


def _begin_scene(teller: Teller[State], number: int, world: World) -> None:
    teller.tell(f.SceneBegan(number, world, exposed(teller.state, world)), EVERYBODY)


# 1 to 4: plans and meetings


def region_shown(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:  # noqa: ARG001
    """M-Q93: exposed teams declare where they go before everybody else; silence stays."""
    state = teller.state
    for key in state.the_scene.exposed:
        order = _order(answers, key)
        own = own_team(state.teams[key])
        plan = o.plan_of(own, order, "", _regions(state))
        teller.tell(f.LocationShown(key, plan.region), EVERYBODY)
    _step(teller, SceneStage.PLAN)


def _regions(state: State) -> tuple[str, ...]:
    return tuple(region.name for region in state.regions)


def _step(teller: Teller[State], stage: SceneStage, **more: Any) -> None:
    teller.tell(f.StepTaken(teller.state.the_scene.number, stage.value, **more), KEEPER_ONLY)


def planned(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:  # noqa: ARG001
    """M-7.1, M-4.18, M-11.15, M-11.16, M-7.6, M-7.9."""
    _store_mana(teller)
    state = teller.state
    for key in state.playing:
        plan = o.plan_of(own_team(state.teams[key]), _order(answers, key), _shown(state, key), _regions(state))
        teller.tell(f.Planned(key, plan), told_to(state, key))
    _give_orders(teller, answers)
    _pursue(teller)
    search(teller)
    for key in teller.state.playing:
        if teller.state.the_scene.plans[key].action == "eat":
            region = teller.state.teams[key].region
            teller.tell(f.LimitLearned(key, region, souls_in(teller.state, region)), told_to(teller.state, key))
    _step(teller, SceneStage.MEETINGS)


def _shown(state: State, key: str) -> str:
    return state.the_scene.shown.get(key, "")


def souls_in(state: State, region: str) -> int:
    """M-Q36: the hidden limit of a region."""
    return next((each.souls for each in state.regions if each.name == region), tables.REGION_SOULS)


def _store_mana(teller: Teller[State]) -> None:
    """M-4.18."""
    for key in teller.state.playing:
        team = teller.state.teams[key]
        grade = servant_figures(team.sheet, team.stage, teller.state.options).class_skill(ClassSkill.TERRITORY_CREATION)
        if team.territory is not None and grade:
            store = Sum("store", "M-4.18").base("stored", team.territory.store, "M-4.18")
            store.add("territory_creation", grade, "M-4.18")
            teller.tell(f.TerritoryStored(key, store.done()), told_to(teller.state, key))


def _give_orders(teller: Teller[State], answers: Answers) -> None:
    """M-11.6, M-11.14, M-Q53: strokes are spent; full recovery works at once."""
    for key in teller.state.playing:
        for order, target in o.scene_orders(_order(answers, key)):
            spend(teller, key, order, target)
            if order in (Order.FULL_RECOVERY_HP, Order.FULL_RECOVERY_MP):
                recover(teller, key, order)


def _pursue(teller: Teller[State]) -> None:
    """M-11.15, M-11.16, M-Q94: in seat order, each to where its target is at that moment."""
    for key in teller.state.playing:
        plan = teller.state.the_scene.plans[key]
        if not plan.pursuit:
            continue
        target = teller.state.the_scene.plans.get(plan.pursuit)
        if target is None or target.erasure:
            fact = f.Moved(key, teller.state.teams[key].region, lost=plan.pursuit)
        else:
            fact = f.Moved(key, teller.state.teams[plan.pursuit].region)
        teller.tell(fact, told_to(teller.state, key))


def zone_chosen(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:  # noqa: ARG001
    """M-12.3, M-Q104: silence stays in the first zone."""
    state = teller.state
    zones = {key: _order(answers, key).get("zone", state.zones[0]) for key in state.playing}
    for key, zone in zones.items():
        teller.tell(f.Planned(key, Plan(zone, "visit")), told_to(state, key))
    _give_orders(teller, answers)
    meet_all(teller, zones)
    _step(teller, SceneStage.MEETINGS)


def met_answered(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:
    """M-7.8, M-7.9, M-10.5, M-Q70: silence attacks nobody, and eats nobody."""
    scene = teller.state.the_scene
    call = f"scene/{scene.number}/meeting"
    for key in teller.state.playing:
        order = _order(answers, key)
        for about, name in sorted(order.get("guess", {}).items()):
            battle.guess(teller, rulings, call, key, about, name)
        if order:
            teller.tell(f.Aimed(key, o.aim_of(order)), told_to(teller.state, key))
    _step(teller, SceneStage.BATTLES, battles=battles_of(teller))


STEPS: Mapping[str, Callable[[Teller[State], Rulings, Answers], None]] = {
    o.LEVEL: level_chosen,
    o.CREATION: sheet_made,
    o.REGION: region_shown,
    o.PLAN: planned,
    o.ZONE: zone_chosen,
    o.MEETING: met_answered,
}


# 5 to 10: battles, and the end of the scene


def go_on(teller: Teller[State], rulings: Rulings) -> None:
    """Whatever follows without a question: the next battle, or the end of the scene and the next one."""
    state = teller.state
    scene = state.scene
    if scene is None or state.battle is not None or state.over:
        return
    while teller.state.the_scene.stage is SceneStage.BATTLES:
        _learn_of_bases(teller)
        battles = teller.state.the_scene.battles
        if not battles:
            _take_other_results(teller)
            _end(teller, rulings)
            return
        if teller.state.results is None:
            announce(teller, battles[0])
            return
        _take_result(teller, battles)


def announce(teller: Teller[State], meeting: Meeting) -> None:
    """The seam: a scene announces a battle, and goes on when it is over."""
    number = teller.state.battles + 1
    teller.tell(f.BattleAnnounced(number, meeting), KEEPER_ONLY)
    here = teller.state.the_battle.here
    sides = tuple(tuple(key for key in side if key in here) for side in meeting.sides)
    attackers = tuple(key for key in meeting.attackers if key in here)
    fact = f.BattleBegan(number, meeting.world, meeting.region, tuple(s for s in sides if s), attackers)
    teller.tell(fact, told_to(teller.state, *here))


def _take_result(teller: Teller[State], battles: tuple[Meeting, ...]) -> None:
    """A battle that is given instead of fought (M-10.3, M-12.5 all the same)."""
    meeting, *later = battles
    results = teller.state.results or {}
    fighting = tuple(key for key in teller.state.order if key in meeting.teams and key not in meeting.joins)
    for key in fighting:
        given = results.get(key)
        teller.tell(f.ResultTaken(key, given or Given()), KEEPER_ONLY)
    if meeting.world is World.VIRTUAL:
        for key in fighting:
            for about in fighting:
                if key != about and meeting.hostile(key, about):
                    raise_by_battle(teller, key, about)
        for key in fighting:
            named = results.get(key)
            count_battle(teller, key, lifts=named is None)
    _step(teller, SceneStage.BATTLES, battles=tuple(later))


def _take_other_results(teller: Teller[State]) -> None:
    """Who comes from a battle that nobody has declared comes from it all the same."""
    for key, given in (teller.state.results or {}).items():
        if key not in teller.state.the_scene.fought:
            teller.tell(f.ResultTaken(key, given), KEEPER_ONLY)


def _learn_of_bases(teller: Teller[State]) -> None:
    """M-Q95: a battle in a region shows the bases that one's foes have there."""
    state = teller.state
    if state.world is World.REAL:
        return
    fought = state.the_scene.fought
    for key in fought:
        if state.teams[key].plays:
            met = state.the_scene.met.get(key, ())
            find_places(teller, key, searched=False, owners=tuple(other for other in fought if other in met))


def _end(teller: Teller[State], rulings: Rulings) -> None:
    """Steps 7 to 10, M-Q72, M-12.1, M-Q58."""
    state = teller.state
    scene = state.the_scene
    if scene.world is World.VIRTUAL:
        settle_actions(teller)
        announce_penalties(teller)
    end_scene(teller)
    left = teller.state.playing
    teller.tell(f.SceneEnded(scene.number), EVERYBODY)
    if len(left) < 2 or scene.number == state.scene_limit:
        teller.tell(f.WarEnded(left[0] if len(left) == 1 else ""), EVERYBODY)
        return
    _begin_scene(teller, scene.number + 1, _next_world(state, rulings))


def _next_world(state: State, rulings: Rulings) -> World:
    """M-Q58: they alternate, or the keeper says."""
    scene = state.the_scene
    if state.options.scene_cycle is SceneCycle.KEEPER:
        address = f"scene/{scene.number}/next_world"
        choices = tuple(world.value for world in World)
        ruling = rulings.ask(Point(address, "next_world", "M-12.1", choices, told=EVERYBODY))
        return World(str(ruling)) if ruling is not None else World.VIRTUAL
    return World.REAL if scene.world is World.VIRTUAL else World.VIRTUAL
