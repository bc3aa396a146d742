"""Bonding: relationships made anew or deepened, with people and NPCs (C-5.11 to C-5.14, C-20.1, C-20.3)."""

from __future__ import annotations

from ....core.point import Point, Rulings
from ....core.problem import Problem, failed
from ....core.teller import Teller
from ....core.working import Sum
from ..people import Person
from ..state import State, told_to
from ..tables import BOND_LONG, BOND_POINTS, BOND_RECOVERS
from . import deeds as d
from . import facts as f
from .orders import RECOVERS
from .records import now_of
from .state import Action, Kind
from .who import able, drop, tell_own

AGREED = (Kind.BONDING, Kind.RECONTRACT, Kind.CIRCUIT_LINK, Kind.MANA_CHARGE)
"""What happens only if both declare it."""


def answers_to(state: State, key: str, action: Action) -> Action | None:
    """C-5.14: the partner's declaration that agrees: the same, with this person, in the same half or long."""
    if not able(state, action.person):
        return None
    wanted = now_of(state).plan(action.person).actions
    return next((a for a in wanted if (a.kind, a.person, a.halves) == (action.kind, key, action.halves)), None)


def bond_problem(state: State, key: str, action: Action) -> Problem | None:
    """C-5.11, C-Q23: on the own sheet there must be a relationship, or one to set anew."""
    person = state.people[key]
    there = action.person in (person.deleted if action.renew else person.relationships)
    return None if there else failed("no_relationship", "C-5.11", "with")


def agree(teller: Teller[State], keeper: Rulings, half: int) -> None:
    """C-5.14: the bondings that begin in a half; those that do not agree fail for all concerned."""
    for key in teller.state.roster:
        for action in now_of(teller.state).plan(key).actions:
            if action.kind is Kind.BONDING and min(action.halves) == half and able(teller.state, key):
                problem = bond_problem(teller.state, key, action)
                if problem is not None:
                    drop(teller, key, action, problem)
    unmet = [
        (key, action)
        for key in teller.state.roster
        for action in now_of(teller.state).plan(key).actions
        if action.kind is Kind.BONDING and min(action.halves) == half and not _agreed(teller, keeper, key, action)
    ]
    for key, action in unmet:
        fail(teller, key, action)


def fail(teller: Teller[State], key: str, action: Action) -> None:
    """Both teams learn that they did not agree; nothing comes of it."""
    tell_own(teller, key, f.Planned(key, now_of(teller.state).plan(key).without(action)))
    people = teller.state.people
    told = told_to(teller.state, people[key].team, people[action.person].team)
    teller.tell(f.OfferUnmet(key, action.person, action.kind), told)


def _agreed(teller: Teller[State], keeper: Rulings, key: str, action: Action) -> bool:
    partner = teller.state.people[action.person]
    if not able(teller.state, key):
        return False
    return (
        _npc_agrees(teller, keeper, key, partner) if partner.npc else answers_to(teller.state, key, action) is not None
    )


def _npc_agrees(teller: Teller[State], keeper: Rulings, key: str, npc: Person) -> bool:
    """C-20.1, C-20.3: who has met it, unless its author says otherwise."""
    if npc.key not in now_of(teller.state).npcs_met.get(key, ()):
        return False
    address = f"{teller.state.scene}/npc/{key}/{npc.key}"
    own, subject = told_to(teller.state, teller.state.people[key].team), {"person": key, "npc": npc.key}
    point = Point(address, "npc_allows", "C-20.3", (True, False), True, subject, told=own)
    return bool(keeper.ask(point))


def bond(teller: Teller[State], key: str, action: Action) -> None:
    """C-5.11, C-R10: one point more, or a relationship set anew, which starts at 1."""
    held = 0 if action.renew else teller.state.people[key].relationships[action.person]
    points = Sum("relationship", "C-5.11").base("held", held, "C-5.11").add("bonding", BOND_POINTS, "C-5.11")
    tell_own(teller, key, d.Bonded(key, action.person, points.done(), action.renew))


def deepen(teller: Teller[State], key: str, action: Action) -> None:
    """C-5.12: long bonding; what a servant gains is on top of its pools (C-Q23)."""
    bond(teller, key, action)
    master = teller.state.people[key].master
    if master is None:
        tell_own(teller, key, d.BondDeepened(key, health=BOND_LONG, mana=BOND_LONG))
        return
    spent = {"conviction": master.conviction, "fate": master.fate}
    wanted = [action.recover] if action.recover else list(RECOVERS)
    recovered = next((name for name in wanted if spent[name].now + BOND_RECOVERS <= spent[name].start), "")
    tell_own(teller, key, d.BondDeepened(key, recovered))
