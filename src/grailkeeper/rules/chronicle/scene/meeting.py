"""Who fights whom, who joins, what a battle interrupts, and how it is handed over (C-8.2, C-9.8, C-Q76 to C-Q81)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ....core.problem import failed
from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from ..battle.announcing import announce
from ..field import Intrusion, Setting, Side
from ..state import State, side_teams, told_to
from . import facts as f
from .interrupting import interrupt
from .opening import pay_upkeep
from .orders import Joining
from .records import now_of, war_of
from .state import AFTER, SECOND, Attack, Kind
from .who import able, allied, in_scene, players, refuse

# C-3.4, C-3.11, C-10.1: attacks


def make_attacks(teller: Teller[State], half: int) -> None:
    """The attacks of a half, in the order of the seats (C-Q77, C-Q80)."""
    for person in list(players(teller.state)):
        target = now_of(teller.state).plan(person.key).attack
        if target and able(teller.state, person.key):
            _attack(teller, person.key, target, half)
    for fight in fights(teller.state, half):
        teller.tell(f.DrawnIn(half, (*fight.people, *_nurses(teller.state, fight.people))), KEEPER_ONLY)


def _attack(teller: Teller[State], key: str, target: str, half: int) -> None:
    now = now_of(teller.state)
    if any(attack.attacker == key for attack in now.attacks):
        return
    if not may_attack(teller.state, key, target, half):
        pursues = now.plan(key).of(Kind.PURSUIT) is not None
        if pursues is (half == SECOND):
            refuse(teller, key, failed("not_met", "C-10.1", "attack"))
        return
    if allied(teller.state, teller.state.people[key].team, teller.state.people[target].team):
        refuse(teller, key, failed("ally_attacked", "C-23.1", "attack"))
        return
    if any((each.half, each.attacker, each.target) == (half, target, key) for each in now.attacks):
        return
    person = teller.state.people[target]
    attack = Attack(half, key, target, person.at, not person.npc and not looked(teller.state, target, half))
    teller.tell(f.AttackMade(attack), KEEPER_ONLY)


def may_attack(state: State, key: str, target: str, half: int) -> bool:
    """C-10.1: who was met in that half; an NPC at large that is not in another's company (C-20.8, C-20.9)."""
    now = now_of(state)
    if state.people[target].npc:
        met = target in now.npcs_met.get(key, ()) and key not in now.secondary
        return met and state.people[target].at_large
    return target in now.met_by(key, half) and in_scene(state, target)


def looked(state: State, key: str, half: int) -> bool:
    """C-9.8, C-Q31: who scouted or searched, or pursues in this half, is not preempted."""
    plan = now_of(state).plan(key)
    return plan.of(Kind.SCOUTING, Kind.SEARCH) is not None or (half == SECOND and plan.of(Kind.PURSUIT) is not None)


# Fights: attacks that hang together


@dataclass(frozen=True, slots=True)
class Fight:
    """C-Q77: a battle of a half: attacks that share somebody, and who is in them. `number` counts within the half."""

    number: int
    region: str
    attacks: tuple[Attack, ...]
    people: tuple[str, ...]


def fights(state: State, half: int) -> tuple[Fight, ...]:
    """C-Q80: who attacks one of those who fight already is in the same battle."""
    groups: list[list[Attack]] = []
    for attack in now_of(state).attacks:
        if attack.half != half:
            continue
        touching = [group for group in groups if _people(group) & {attack.attacker, attack.target}]
        groups = [group for group in groups if group not in touching]
        groups.append([*(each for group in touching for each in group), attack])
    return tuple(
        Fight(number, group[0].region, tuple(group), state.in_order(_people(group)))
        for number, group in enumerate(groups, 1)
    )


def _people(attacks: Iterable[Attack]) -> set[str]:
    return {key for attack in attacks for key in (attack.attacker, attack.target)}


def _nurses(state: State, people: Iterable[str]) -> tuple[str, ...]:
    """C-4.8: who nurses one of these enters the battle."""
    there, now = set(people), now_of(state)
    found = []
    for key in state.roster:
        nursing = now.plan(key).of(Kind.NURSING)
        if nursing is not None and nursing.person in there and key not in there and key not in now.interrupted:
            found.append(key)
    return tuple(found)


# C-Q81, C-Q62: who may join


def joining(state: State, key: str, half: int) -> Joining | None:
    """What somebody may join; None where there is nothing."""
    now = now_of(state)
    if half in now.fights.get(key, ()) or not able(state, key) or key in now.left:
        return None
    beside: list[int] = []
    into: list[int] = []
    inside: dict[str, str] = {}
    for fight in fights(state, half):
        people = _drawn(state, fight)
        if _beside(state, key, fight, people):
            beside.append(fight.number)
        elif state.people[key].at == fight.region and in_scene(state, key):
            met = {each for found in now.met.get(key, ()) for each in found.people}
            servants = {each: state.people[each].name for each in people if each in met and _is_servant(state, each)}
            if servants:
                into.append(fight.number)
                inside |= servants
    return Joining(tuple(beside), tuple(into), inside) if beside or into else None


def _is_servant(state: State, key: str) -> bool:
    return not state.people[key].is_master


def _drawn(state: State, fight: Fight) -> tuple[str, ...]:
    return state.in_order((*fight.people, *_nurses(state, fight.people)))


def _beside(state: State, key: str, fight: Fight, people: Iterable[str]) -> bool:
    """C-Q81: the own team and its allies where the battle is; C-Q29: an unmanifested servant of a master attacked."""
    person = state.people[key]
    sides = [each for each in people if not state.people[each].npc]
    if not any(allied(state, person.team, state.people[each].team) for each in sides):
        return False
    if in_scene(state, key):
        return person.at == fight.region
    return person.servant is not None and any(
        state.people[attack.target].is_master and state.people[attack.target].team == person.team
        for attack in fight.attacks
    )


# C-8.2: the battles themselves


def begin_battles(teller: Teller[State], half: int, orders: Mapping[str, Any]) -> None:
    """Everybody who is drawn in stops what it was doing; then the battles begin."""
    waiting = fights(teller.state, half)
    joined = {fight.number: list(_drawn(teller.state, fight)) for fight in waiting}
    for key, order in orders.items():
        wanted: Any = (order or {}).get("join")
        asked = joining(teller.state, key, half) if wanted else None
        if asked is not None and int(wanted) in asked.beside:
            fight = next(each for each in waiting if each.number == int(wanted))
            joined[fight.number].append(key)
            _enter(teller, key, fight, half)
    for fight in waiting:
        for key in teller.state.in_order(joined[fight.number]):
            interrupt(teller, key)
    if not war_of(teller.state).fought:
        return
    for fight in waiting:
        intrusions = tuple(_intrusions(teller.state, half, fight, orders))
        announce(teller, setting(teller.state, half, fight, joined[fight.number], intrusions))


def _enter(teller: Teller[State], key: str, fight: Fight, half: int) -> None:
    """C-Q29: who was not manifested is now, and pays."""
    person = teller.state.people[key]
    if person.servant is not None and not person.servant.manifested:
        teller.tell(f.Manifested(key, fight.region), told_to(teller.state, person.team))
        pay_upkeep(teller, key)
    teller.tell(f.DrawnIn(half, (key,)), KEEPER_ONLY)


def _intrusions(state: State, half: int, fight: Fight, orders: Mapping[str, Any]) -> Iterator[Intrusion]:
    """C-Q62."""
    taken: set[int] = set()
    for key, order in orders.items():
        wanted = (order or {}).get("intrude")
        asked = joining(state, key, half) if wanted else None
        if not wanted or asked is None or int(wanted["battle"]) != fight.number or fight.number not in asked.into:
            continue
        if wanted["fights"] in fight.people and wanted["slot"] not in taken:
            taken.add(wanted["slot"])
            yield Intrusion(key, wanted["slot"], wanted["fights"])


def setting(
    state: State, half: int, fight: Fight, people: Iterable[str], intrusions: tuple[Intrusion, ...] = ()
) -> Setting:
    """C-23.1, C-Q80, C-9.8: the sides of a battle, and which of them preempts."""
    sides = _sides(state, fight, state.in_order(people))
    preempts = next((key for key in sides if _preempts(state, half, fight, sides, key)), "")
    return Setting(
        number=state.battle_count + 1,
        sides=tuple(Side(key, those) for key, those in sides.items()),
        region=fight.region,
        preempts=preempts,
        intrusions=intrusions,
    )


def _sides(state: State, fight: Fight, people: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Allies are one side, unless they have come to blows."""
    against = {_teams(state, attack) for attack in fight.attacks}
    sides: dict[str, list[str]] = {}
    for key in people:
        team = state.people[key].team or "npc"
        place = next((side for side in sides if _together(state, side, team, against)), team)
        sides.setdefault(place, []).append(key)
    return {side: tuple(those) for side, those in sides.items()}


def _teams(state: State, attack: Attack) -> frozenset[str]:
    return frozenset(state.people[key].team for key in (attack.attacker, attack.target))


def _together(state: State, side: str, team: str, against: set[frozenset[str]]) -> bool:
    return side in state.teams and allied(state, side, team) and frozenset((side, team)) not in against


def _preempts(state: State, half: int, fight: Fight, sides: Mapping[str, tuple[str, ...]], side: str) -> bool:
    """C-Q31: of two sides the one that attacks, if nobody of the other was looking."""
    if len(sides) != 2:
        return False
    others = [key for other, those in sides.items() if other != side for key in those]
    attacks = any(attack.attacker in sides[side] and attack.preempts for attack in fight.attacks)
    return attacks and not any(looked(state, key, half) for key in others)


# After battles


def after_battles(teller: Teller[State]) -> None:
    """Who has come to know whom."""
    for result in teller.state.results:
        for team in side_teams(teller.state, result.people):
            known = war_of(teller.state).known.get(team, ())
            others = tuple(k for k in result.people if teller.state.people[k].team != team and k not in known)
            if others:
                teller.tell(f.PeopleKnown(team, others), told_to(teller.state, team))


def turn_on_npcs(teller: Teller[State]) -> None:
    """C-20.9: after a victory over those in whose company it is; C-Q80: who turns on one together fights together."""
    for person in list(players(teller.state)):
        now = now_of(teller.state)
        npc = now.plan(person.key).npc
        if not npc or not able(teller.state, person.key):
            continue
        won = any(person.key in result.winner for result in teller.state.results)
        there = npc in now.npcs_met.get(person.key, ()) and teller.state.people[npc].at_large
        if not won or not there:
            refuse(teller, person.key, failed("not_met", "C-10.1", "npc"))
            continue
        attack = Attack(AFTER, person.key, npc, person.at, False)
        teller.tell(f.AttackMade(attack), KEEPER_ONLY)
    if war_of(teller.state).fought:
        for fight in fights(teller.state, AFTER):
            announce(teller, setting(teller.state, AFTER, fight, fight.people))
