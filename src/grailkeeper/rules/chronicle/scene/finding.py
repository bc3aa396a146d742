"""Scouting, search, sensing and pursuit, and what they tell (C-3, C-20.6, C-23.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ....core.problem import failed
from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from ....core.working import Sum, Working
from ..people import Ability, InformationKind
from ..state import State
from ..tables import ACQUAINTANCE, EXPOSURE, EXTRA_ENCOUNTER, FIND_POINTS, SENSE_RANGE
from . import facts as f
from .records import now_of
from .state import FIRST, SECOND, Action, Kind, Sensed
from .who import (
    able,
    at_base,
    distances,
    hidden_from,
    in_scene,
    players,
    refuse,
    servant_of,
    standing_in,
    tell_own,
)

NOTICED_FROM = next(least for least, answer in EXPOSURE if answer == "extra_encounter")
"""C-23.14."""


# C-3.1 to C-3.14: the first half


def find_all(teller: Teller[State]) -> None:
    """All look at once, where everybody stands after the moves; then each learns, in seat order."""
    start = teller.state
    looks: dict[str, tuple[str, tuple[str, ...]]] = {}
    for key, plan in now_of(start).plans.items():
        action = plan.of(Kind.SCOUTING, Kind.SEARCH)
        if action is not None and able(start, key) and in_scene(start, key):
            named = now_of(start).search.get(key) if action.kind is Kind.SCOUTING else None
            region = named or start.people[key].at
            looks[key] = region, found_in(start, key, region)
    for key, (region, people) in looks.items():
        tell_own(teller, key, f.PeopleMet(key, FIRST, region, people))
        _learn(teller, key, people, FIRST)
        if start.people[key].is_master:
            if not people:
                _learn_region(teller, key, region)
        else:
            _sense(teller, key)


def found_in(state: State, seeker: str, region: str) -> tuple[str, ...]:
    """C-Q79: everybody else's people who stand there and are not concealed."""
    own = state.people[seeker].team
    return tuple(
        key
        for key in standing_in(state, region)
        if state.people[key].team != own and not hidden_from(state, key, seeker, region)
    )


def _learn_region(teller: Teller[State], key: str, at: str) -> None:
    """C-3.7, C-Q93."""
    state = teller.state
    region = state.regions[at]
    bases = any(at_base(team, at) for team in state.teams.values())
    tell_own(teller, key, f.RegionLearned(key, at, region.base_bonus, region.ley_line, bases))


def _sense(teller: Teller[State], key: str) -> None:
    """C-3.9, C-Q13: number and region, and no more."""
    state, searcher = teller.state, teller.state.people[key]
    near = {region for region, far in distances(state.edges, searcher.at).items() if far <= SENSE_RANGE}
    sensed = tuple(
        Sensed(each, person.at)
        for each in state.roster
        for person in (state.people[each],)
        if person.servant is not None and person.team != searcher.team and person.at in near and in_scene(state, each)
        if not hidden_from(state, each, key, person.at)
    )
    counted = {region: sum(each.region == region for each in sensed) for region in sorted({s.region for s in sensed})}
    tell_own(teller, key, f.PresenceSensed(key, tuple(counted.items())))
    teller.tell(f.PresenceIs(key, sensed), KEEPER_ONLY)


# C-3.2, C-3.3, C-3.12, C-3.13: points


def _learn(teller: Teller[State], key: str, people: Iterable[str], half: int) -> None:
    """C-Q12, C-Q80: from everybody met, the servants first."""
    met = list(people)
    masters = [each for each in met if teller.state.people[each].is_master]
    noticed = [each for each in met if _is_noticed(teller.state, each)]
    extra = {teller.state.people[each].team: each for each in reversed(noticed)}
    for each in met:
        if each not in masters:
            team = teller.state.people[each].team
            _gain(teller, key, each, InformationKind.ENCOUNTER, half, extra=extra.pop(team, None) is not None)
    for each in masters:
        servant = servant_of(teller.state, teller.state.people[each])
        if servant is None:
            continue
        if extra.pop(servant.team, None) is not None:
            _gain(teller, key, servant.key, InformationKind.ENCOUNTER, half, extra=True, met=False)
        _gain(teller, key, servant.key, _wanted(teller, key, servant.key), half)


def _is_noticed(state: State, key: str) -> bool:
    return state.teams[state.people[key].team].souls >= NOTICED_FROM


def _wanted(teller: Teller[State], key: str, servant: str) -> InformationKind:
    """C-3.13, C-Q12: the finder chooses; a rumor needs an encounter."""
    team = teller.state.people[key].team
    possible = teller.state.teams[team].on(servant).encounter > 0
    wanted = now_of(teller.state).plan(key).information
    if wanted == InformationKind.RUMOR and not possible:
        refuse(teller, key, failed("rumor_needs_encounter", "C-3.13", "information"))
    legend = wanted == InformationKind.LEGEND or not possible
    return InformationKind.LEGEND if legend else InformationKind.RUMOR


def _gain(
    teller: Teller[State],
    key: str,
    servant: str,
    point: InformationKind,
    half: int,
    extra: bool = False,
    met: bool = True,
) -> None:
    amount = _points(teller.state, key, servant, point, extra, met)
    tell_own(teller, key, f.PointGained(key, servant, point, amount, half))


def _points(state: State, key: str, servant: str, point: InformationKind, extra: bool, met: bool) -> Working:
    clause = "C-3.2" if point is InformationKind.ENCOUNTER else "C-3.3"
    total = Sum("information", clause).base("point", FIND_POINTS if met else 0, clause)
    if extra:
        total.add("noticed", EXTRA_ENCOUNTER, "C-23.14")
    if servant in state.people[key].acquaintances:
        total.times("acquaintance", ACQUAINTANCE, "C-3.12")
    return total.done()


# C-3.15: pursuit


def pursue_all(teller: Teller[State]) -> None:
    """The second half: everybody who pursues goes at once to where the target was sensed (C-Q15)."""
    chases = _chases(teller)
    before = {key: teller.state.people[key].at for key in teller.state.roster}
    goals: dict[str, str] = {}
    meets: dict[str, tuple[str, ...]] = {}
    for key, sensed in chases.items():
        goals[key], meets[key] = _chase(teller.state, key, sensed, chases, before)
    followers = _followers(teller, goals)
    for key, goal in {**goals, **{master: goals[servant] for master, servant in followers.items()}}.items():
        if goal != before[key]:
            tell_own(teller, key, f.Moved(key, goal, f.Way.PURSUIT))
    meets |= {master: meets[servant] for master, servant in followers.items()}
    for key in teller.state.in_order(meets):
        _met_by_pursuit(teller, key, meets[key], follows=key in followers)


def _pursuit(state: State, key: str) -> Action | None:
    action = now_of(state).plan(key).of(Kind.PURSUIT)
    return action if action is not None and able(state, key) else None


def _chases(teller: Teller[State]) -> dict[str, Sensed]:
    """C-3.15: the pursuits that have a presence to go after."""
    found: dict[str, Sensed] = {}
    for person in list(players(teller.state)):
        action = _pursuit(teller.state, person.key)
        if action is None or person.is_master:
            continue
        sensed = next((each for each in elsewhere(teller.state, person.key) if each.servant == action.person), None)
        if sensed is None:
            refuse(teller, person.key, failed("not_sensed", "C-3.15", "second"))
        else:
            found[person.key] = sensed
    return found


def elsewhere(state: State, key: str) -> tuple[Sensed, ...]:
    """C-3.15: the presences that a searcher has sensed in other regions than its own."""
    at = state.people[key].at
    return tuple(each for each in now_of(state).sensed.get(key, ()) if each.region != at)


def _chase(
    state: State, key: str, sensed: Sensed, chases: Mapping[str, Sensed], before: Mapping[str, str]
) -> tuple[str, tuple[str, ...]]:
    """Where a pursuer goes, and whom it meets there: the target and those with it."""
    target = sensed.servant
    back = chases.get(target)
    if back is not None and back.servant != key:
        return sensed.region, ()
    goal = sensed.region
    if back is not None:
        swift = {each: state.people[each].the_servant.ability(Ability.AGILITY).number for each in (key, target)}
        if swift[key] == swift[target]:
            return sensed.region, ()
        goal = before[max(swift, key=lambda each: swift[each])]
    elif before[target] != sensed.region or not in_scene(state, target):
        return sensed.region, ()
    comes = goal != before[target]
    return goal, tuple(_with_target(state, key, target, comes))


def _with_target(state: State, key: str, target: str, comes: bool) -> Iterator[str]:
    """C-Q15: the target and those with it; where it comes to its pursuer itself, those that it brings along."""
    region, team = state.people[target].at, state.people[target].team
    for each in standing_in(state, region):
        mate = state.people[each].team == team and not hidden_from(state, each, key, region)
        if each == target or (mate and (not comes or _pursuit(state, each) is not None)):
            yield each


def _followers(teller: Teller[State], goals: Mapping[str, str]) -> dict[str, str]:
    """C-3.5: masters who go along, with the servant that they go with."""
    found: dict[str, str] = {}
    for person in list(players(teller.state)):
        if not person.is_master or _pursuit(teller.state, person.key) is None:
            continue
        servant = servant_of(teller.state, person)
        if servant is None or servant.key not in goals or servant.at != person.at:
            refuse(teller, person.key, failed("cannot_accompany", "C-3.5", "second"))
        else:
            found[person.key] = servant.key
    return found


def _met_by_pursuit(teller: Teller[State], key: str, people: tuple[str, ...], follows: bool) -> None:
    """C-3.6: a master who goes along learns only what it has not learnt in the first region."""
    tell_own(teller, key, f.PeopleMet(key, SECOND, teller.state.people[key].at, people))
    if not follows or key not in now_of(teller.state).pointed:
        _learn(teller, key, people, SECOND)
