"""Step 5 of a scene: from attacks and alliances to battles (M-7.8, M-Q30, M-Q70, M-Q73, M-Q96)."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.teller import Teller
from ..options import Consent
from ..people import World
from ..state import Aim, Entry, Meeting, State
from .encounters import also_met, detects, hidden_grade, together

Edge = tuple[str, str]


def battles_of(teller: Teller[State]) -> tuple[Meeting, ...]:
    """The battles of the scene, in seat order of the lowest seat; who is drawn into one meets its foes."""
    state = teller.state
    edges = _attacks(state)
    for one, other in edges:
        also_met(teller, one, other)
        also_met(teller, other, one)
    groups = _connected(state, edges)
    meetings = []
    for group in groups:
        sides = _sides(state, group)
        if len(sides) < 2:
            continue
        for key in group:
            for other in group:
                if key != other and not any(key in side and other in side for side in sides):
                    also_met(teller, key, other)
        declared = {one for one, other in edges if one in group}
        attackers = tuple(key for key in group if any(key in side and declared & set(side) for side in sides))
        meetings.append((group, sides, attackers))
    fighting = {key for group, _, _ in meetings for key in group}
    found = []
    for group, sides, attackers in meetings:
        joins = _joins(state, group, fighting)
        found.append(_meeting(teller.state, group, sides, attackers, joins))
    return tuple(found)


def _attacks(state: State) -> list[Edge]:
    """M-7.8, M-Q30: one declaration is enough, unless both must consent."""
    aims = state.the_scene.aims
    wished = [
        (key, target) for key in state.playing for target in aims.get(key, Aim()).attack if target in state.playing
    ]
    wished = [(one, other) for one, other in wished if not _allied(state, one, other)]
    if state.options.battle_consent is Consent.BOTH:
        return [(one, other) for one, other in wished if (other, one) in wished]
    return wished


def _allied(state: State, one: str, other: str) -> bool:
    """M-Q70: both must name one another."""
    aims = state.the_scene.aims
    return other in aims.get(one, Aim()).ally and one in aims.get(other, Aim()).ally


def _connected(state: State, edges: Iterable[Edge]) -> list[tuple[str, ...]]:
    """M-Q96: declarations connected through a common team make one battle."""
    groups: list[set[str]] = []
    for edge in edges:
        touching = [group for group in groups if group & set(edge)]
        groups = [group for group in groups if group not in touching]
        groups.append(set(edge).union(*touching))
    ordered = (tuple(key for key in state.order if key in group) for group in groups)
    return sorted(ordered, key=lambda group: state.order.index(group[0]))


def _sides(state: State, group: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    sides: list[list[str]] = []
    for key in group:
        mine = [side for side in sides if any(_allied(state, key, other) for other in side)]
        merged = [other for side in mine for other in side]
        sides = [side for side in sides if side not in mine]
        sides.append([*merged, key])
    order = state.order
    return tuple(tuple(side) for side in sorted(sides, key=lambda side: order.index(side[0])))


def _joins(state: State, group: tuple[str, ...], fighting: set[str]) -> dict[str, tuple[Entry, str]]:
    """M-Q73: who has asked to join this battle, when, and whose ally it is ("" its own side)."""
    found = {}
    for key in state.playing:
        aim = state.the_scene.aims.get(key, Aim())
        if key in fighting or aim.join not in group or aim.entry is None or aim.join not in together(state, key):
            continue
        ally = next((other for other in group if _allied(state, key, other)), "")
        found[key] = (aim.entry, ally)
    return found


def _meeting(
    state: State,
    group: tuple[str, ...],
    sides: tuple[tuple[str, ...], ...],
    attackers: tuple[str, ...],
    joins: dict[str, tuple[Entry, str]],
) -> Meeting:
    whole = [list(side) for side in sides]
    for key, (_, ally) in joins.items():
        side = next((side for side in whole if ally in side), None)
        if side is None:
            whole.append([key])
        else:
            side.append(key)
    world = state.the_scene.world
    finished = tuple(tuple(side) for side in whole)
    meeting = Meeting(
        sides=finished,
        attackers=attackers,
        region=state.teams[group[0]].region,
        world=world,
        joins={key: entry for key, (entry, _) in joins.items()},
    )
    if world is World.REAL:
        return meeting
    undetected = {}
    for key in (*group, *joins):
        if hidden_grade(state, key):
            blind = tuple(
                other
                for other in state.order
                if other in (*group, *joins) and meeting.hostile(key, other) and not detects(state, other, key)
            )
            if blind:
                undetected[key] = blind
    return Meeting(finished, attackers, meeting.region, world, undetected, meeting.joins)
