"""Who is asked what, at each phase of a scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ..state import State
from .contests import lacking
from .finding import elsewhere
from .meeting import joining, may_attack
from .orders import Following
from .records import now_of, war_of
from .state import AFTER, FIRST, SECOND, Kind, Phase
from .who import able, allied, in_scene, players

HALF_OF: Mapping[Phase, int] = {
    Phase.FIRST: FIRST,
    Phase.FIRST_JOIN: FIRST,
    Phase.SECOND: SECOND,
    Phase.SECOND_JOIN: SECOND,
    Phase.LATE: AFTER,
}


def following(state: State, key: str) -> Following | None:
    """C-8.1: what somebody may decide after a half; None where there is nothing."""
    now, half = now_of(state), HALF_OF[war_of(state).phase]
    asked = Following({}, {}, convert=key in now.converts)
    if half in (FIRST, SECOND) and able(state, key):
        names = {each: state.people[each].name for each in state.roster}
        attack = {each: name for each, name in names.items() if _may_attack(state, key, each, half)}
        guarded = half == SECOND and key in now.secondary
        npcs = {npc: names[npc] for npc in now.npcs_met.get(key, ()) if guarded}
        done = [max(act.halves) for act in now.plan(key).actions if act.kind in (Kind.STUDY, Kind.LABOR)]
        rivals = bool(now.rivals.get(key)) and half in done
        asked = Following(attack, npcs, _pursuable(state, key, half), asked.convert, rivals)
    there = asked.attack or asked.npc or asked.pursue or asked.convert or asked.rivals
    return asked if there else None


def nameable(state: State, key: str, names: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Of those whom a team can name, whom an order of one of its people can be about, by the field that names them:
    nobody itself; as an enemy nobody of the own team or in alliance with it (C-23.1)."""
    people = state.people
    others = [each for each in names if each != key]
    foes = [each for each in others if people[each].npc or not allied(state, people[key].team, people[each].team)]
    found = {
        "target": [each for each in foes if people[each].servant is not None],  # C-3.15
        "patient": others,
        "taught_by": [each for each in others if people[each].servant is not None],  # C-5.6
        "pupil": others,
        "with": others,
        "attack": foes,
        "npc": [each for each in others if people[each].npc],  # C-20.9
    }
    return {name: {each: names[each] for each in those} for name, those in found.items()}


def _may_attack(state: State, key: str, target: str, half: int) -> bool:
    if any(attack.attacker == key for attack in now_of(state).attacks):
        return False
    if allied(state, state.people[key].team, state.people[target].team) if not state.people[target].npc else False:
        return False
    return may_attack(state, key, target, half)


def _pursuable(state: State, key: str, half: int) -> dict[str, str]:
    """C-3.15: what a presence is called; one in a region without a name of its own by its key."""
    plan = now_of(state).plan(key)
    if half != FIRST or plan.of(Kind.PURSUIT) is None:
        return {}
    named = {region.key: region.name for region in state.regions.values()}
    return {each: _with_number(named, each) for each in presences(state, key)}


def _with_number(named: Mapping[str, str], presence: str) -> str:
    region, mark, number = (presence, "", "") if presence in named else presence.rpartition("_")
    return presence if named[region] == region else f"{named[region]} {number}".rstrip() if mark else named[region]


def presences(state: State, key: str) -> dict[str, str]:
    """C-Q13: the presences that a searcher can tell apart, each with the servant that it is."""
    sensed = elsewhere(state, key)
    found: dict[str, str] = {}
    for region in sorted({each.region for each in sensed}):
        there = [each.servant for each in sensed if each.region == region]
        for place, servant in enumerate(there, 1):
            found[region if len(there) == 1 else f"{region}_{place}"] = servant
    return found


def _to_create(state: State) -> tuple[str, ...]:
    return war_of(state).creates


def _all(state: State) -> tuple[str, ...]:
    return tuple(person.key for person in players(state) if person.seat)


def _acting(state: State) -> tuple[str, ...]:
    everybody = war_of(state).as_declared
    return tuple(key for key in _all(state) if everybody or in_scene(state, key))


def _following(state: State) -> tuple[str, ...]:
    if war_of(state).as_declared:
        return ()
    return tuple(key for key in _all(state) if following(state, key) is not None)


def _joining(state: State) -> tuple[str, ...]:
    half = HALF_OF[war_of(state).phase]
    if not war_of(state).fought or war_of(state).as_declared:
        return ()
    return tuple(key for key in _all(state) if joining(state, key, half) is not None)


def _nobody(_: State) -> tuple[str, ...]:
    return ()


_ASKED: Mapping[Phase, Callable[[State], tuple[str, ...]]] = {
    Phase.CREATION: _to_create,
    Phase.START: _all,
    Phase.ACTIONS: _acting,
    Phase.FIRST: _following,
    Phase.FIRST_JOIN: _joining,
    Phase.SECOND: _following,
    Phase.SECOND_JOIN: _joining,
    Phase.CONTEST: lacking,
    Phase.LATE: _following,
}


def waits(state: State) -> bool:
    """Whether a scene stops here for a question.

    It always stops before its end, even if nobody is asked there: a scene that is over at once would tell everybody
    that nobody was asked anything in secret.
    """
    return war_of(state).phase is Phase.LATE or bool(asked(state))


def asked(state: State) -> tuple[str, ...]:
    """Teams at creation, people afterwards."""
    return _ASKED.get(war_of(state).phase, _nobody)(state)
