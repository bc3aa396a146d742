"""Step 4 of a scene: who finds whom (M-7.6, M-4.13, M-4.19, M-Q30), and what meeting teaches (M-10.2, M-10.3)."""

from __future__ import annotations

from collections.abc import Mapping

from ....core.record import replace
from ....core.teller import Teller
from .. import facts as f
from .. import numbers
from ..battle.aftermath import HIGHEST, learn, least_level
from ..derived import servant_figures
from ..people import ClassSkill, Known, World
from ..state import State, told_to


def hidden_grade(state: State, key: str) -> int:
    """M-4.13: the grade behind which an assassin hides, 0 where it does not."""
    if not state.the_scene.plans[key].hide:
        return 0
    team = state.teams[key]
    return servant_figures(team.sheet, team.stage, state.options).class_skill(ClassSkill.PRESENCE_CONCEALMENT)


def territory_here(state: State, key: str) -> int:
    """M-4.19: the grade of a territory in the region where its caster is."""
    team = state.teams[key]
    if team.territory is None or team.territory.region != team.region:
        return 0
    return servant_figures(team.sheet, team.stage, state.options).class_skill(ClassSkill.TERRITORY_CREATION)


def detects(state: State, key: str, other: str) -> bool:
    """M-4.13, M-4.19: whether `key` can detect a servant in its region, by search or by its territory."""
    searches = state.the_scene.plans[key].action == "search"
    grade = hidden_grade(state, other)
    if not grade:
        return True
    return not numbers.hidden_from(grade, state.teams[key].sheet.total, territory_here(state, key), searches)


def together(state: State, key: str) -> tuple[str, ...]:
    """The other teams where `key` is, in seat order."""
    place = state.teams[key].region
    return tuple(other for other in state.playing if other != key and state.teams[other].region == place)


def search(teller: Teller[State]) -> None:
    """M-7.6, M-R16, M-Q30, M-Q95: all encounters of the scene, then what each searcher finds beside them."""
    state = teller.state
    found: dict[str, set[str]] = {key: set() for key in state.playing}
    for key in state.playing:
        plan = state.the_scene.plans[key]
        if plan.action == "search":
            for other in together(state, key):
                if detects(state, key, other):
                    found[key].add(other)
                    if detects(state, other, key):
                        found[other].add(key)
        elif _comes_to_destroy(state, key):
            found[key].add(plan.target)
            found[plan.target].add(key)
    _tell_meetings(teller, found)
    for key in state.playing:
        if state.the_scene.plans[key].action == "search":
            find_places(teller, key, searched=True)
            if not found[key]:
                region = state.teams[key].region
                teller.tell(f.NothingFound(key, region), told_to(state, key))


def _comes_to_destroy(state: State, key: str) -> bool:
    """M-R16: the owner is there, and not concealed."""
    plan = state.the_scene.plans[key]
    there = plan.action == "destroy_base" and plan.target in together(state, key)
    return there and not hidden_grade(state, plan.target)


def _tell_meetings(teller: Teller[State], found: Mapping[str, set[str]]) -> None:
    state = teller.state
    for key, others in found.items():
        met = tuple(other for other in state.order if other in others)
        noticed = tuple(
            other
            for other in together(state, key)
            if other not in others
            and hidden_grade(state, other)
            and territory_here(state, key) > hidden_grade(state, other)
        )
        if met or noticed:
            teller.tell(f.Met(key, met, noticed), told_to(state, key))
        for other in met:
            encounter(teller, key, other)


def meet_all(teller: Teller[State], place: Mapping[str, str]) -> None:
    """M-12.3, M-Q104: in the real world everybody in one zone meets."""
    for key in place:
        met = tuple(other for other in place if other != key and place[other] == place[key])
        if met:
            teller.tell(f.Met(key, met), told_to(teller.state, key))


def also_met(teller: Teller[State], key: str, other: str) -> None:
    """An encounter that came of an attack or of one battle (M-Q30, M-R16); once per pair and scene (M-Q49)."""
    state = teller.state
    scene = state.the_scene
    if other in scene.met.get(key, ()):
        return
    met = tuple(each for each in state.order if each == other or each in scene.met.get(key, ()))
    noticed = tuple(each for each in scene.noticed.get(key, ()) if each != other)
    teller.tell(f.Met(key, met, noticed), told_to(state, key))
    if scene.world is World.VIRTUAL:
        encounter(teller, key, other)


def encounter(teller: Teller[State], key: str, about: str) -> None:
    """M-10.2, M-10.3, M-R8."""
    state = teller.state
    known = state.teams[key].knows(about)
    if known.level == 0:
        after = Known(1, known.encounters)
    else:
        kept = known.encounters + 1
        rises = kept >= state.options.encounters_per_level
        after = Known(min(HIGHEST, known.level + rises), kept - state.options.encounters_per_level if rises else kept)
    after = replace(after, level=max(after.level, least_level(state, about)))
    learn(teller, key, about, f.Why.MET, after)


def find_places(teller: Teller[State], key: str, searched: bool, owners: tuple[str, ...] | None = None) -> None:
    """M-7.6, M-Q95: bases and territories where a team is; after a battle only those of its foes."""
    state = teller.state
    region = state.teams[key].region
    for owner in state.order:
        team = state.teams[owner]
        if owner == key or (owners is not None and owner not in owners):
            continue
        there = region in team.bases or (team.territory is not None and team.territory.region == region)
        if there and (searched or region not in state.teams[key].bases_known.get(owner, ())):
            teller.tell(f.BaseFound(key, owner, region, searched), told_to(state, key))
