"""Preparation: reserves, rest, gifts, soul eating, mana into health, and hindrance (S-5, S-15, S-R9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....core.problem import Problem, failed
from ....core.seat import EVERYBODY, KEEPER_ONLY, Audience, Person, Role
from ....core.teller import Teller
from .. import numbers, tables
from ..options import Options
from ..state import State, told_to
from ..visibility import OwnTeam, own_team
from . import facts as f
from .hindrance import hindered, means_fault
from .judging import Doers, Joiner, joiners, of_stance, teams_of
from .orders import person_of
from .state import ROLES, Stance
from .who import able, check_zero, lives, now_of, person_at, room

Order = Mapping[str, Any]

STRENGTH, STRENGTH_HELPED = 5, 10
"""S-5.5, S-5.9: percent of a reserve."""

REST = 1
"""S-5.10: mana that a resting master recovers."""

KEPT = 1
"""S-5.11: mana that a giver keeps."""

ACTIONS = ("reserves", "rest", "eat")


def play_preparation(teller: Teller[State], doers: Doers) -> None:
    """S-5: hindrance; then the master's action, the servant's, the gifts, mana into health."""
    there = joiners(teller.state, doers)
    helping = of_stance(there, Stance.HELP)
    helped = any(each.person.role is Role.MASTER for each in helping)
    actions = {role: action for role in ROLES if _named(action := doers.order.get(role.value, {}))}
    gifts: Sequence[Order] = doers.order.get("gifts", ())
    fault = means_fault(teller.state, doers, there) if actions or gifts else None
    if fault is not None:
        _fail_all(teller, doers, actions, gifts, fault)
        return
    void = bool(actions or gifts) and hindered(teller, doers, there, _preparer(doers, actions, gifts))
    done = []
    for role, action in actions.items():
        if void:
            teller.tell(f.ActVoid(doers.person(role), f.Part.ACTION), _seen_by(teller, doers))
        elif _act(teller, doers, role, action, helped):
            done.append(role)
    given: dict[str, int] = {}
    for gift in gifts:
        if void:
            teller.tell(f.ActVoid(person_of(gift["giver"]), f.Part.GIFT), _seen_by(teller, doers))
        else:
            _give(teller, doers, helping if helped else (), gift, given, Role.MASTER in done)
    heals = [(doers.team, doers.order.get("heal"))]
    heals += [(team, _said(helping, team).get("heal")) for team in teams_of(helping)]
    for team, amount in heals:
        if amount is not None:
            _heal(teller, doers, team, amount)


def _fail_all(
    teller: Teller[State], doers: Doers, actions: Mapping[Role, Order], gifts: Sequence[Order], fault: Problem
) -> None:
    """What was ordered against a hinderer cannot be judged: nothing of the preparation is done."""
    own = told_to(teller.state, doers.team)
    for role in actions:
        teller.tell(f.ActFailed(doers.person(role), f.Part.ACTION, fault), own)
    for gift in gifts:
        teller.tell(f.ActFailed(person_of(gift["giver"]), f.Part.GIFT, fault), own)


def _preparer(doers: Doers, actions: Mapping[Role, Order], gifts: Sequence[Order]) -> Role:
    """S-R9: the one who acts, the master if both do; giving is the master's rest."""
    master = Role.MASTER in doers.who and (Role.MASTER in actions or bool(gifts))
    return Role.MASTER if master else next((role for role in actions if role in doers.who), doers.who[0])


def _seen_by(teller: Teller[State], doers: Doers) -> Audience:
    return told_to(teller.state, *doers.teams)


def _said(there: Sequence[Joiner], team: str) -> Order:
    return next(joiner.said for joiner in there if joiner.person.team == team)


# S-5.3 to S-5.10, S-15: actions


def _named(action: Order) -> list[str]:
    """What an action says it is: one of the three, or more than it may."""
    return [name for name in ACTIONS if action.get(name)]


def action_fault(
    own: OwnTeam, who: Sequence[Role], role: Role, action: Order, prepared: int, cost: int
) -> Problem | None:
    """Why an action cannot be done: what the team itself can see. `cost`: of the reserves ordered."""
    named = _named(action)
    if role not in who or not able(own, role):
        return failed("not_present", "S-5.3", role.value, given=role.value)
    if len(named) > 1:
        return failed("one_action", "S-5.3", role.value, given=", ".join(named))
    count = action.get("reserves", 0)
    if not count:
        return None
    if role is Role.SERVANT and (own.servant is None or own.servant.item_construction is None):
        return failed("cannot_prepare", "S-5.6", "servant.reserves")
    if prepared + count > tables.RESERVES_PREPARED:
        left = tables.RESERVES_PREPARED - prepared
        return failed("reserve_cap", "S-5.7", f"{role.value}.reserves", given=count, most=left)
    person = own.master if role is Role.MASTER else own.servant
    assert person is not None
    if cost > person.mana.now:
        return failed("not_enough_mana", "S-5.4", f"{role.value}.reserves", given=cost, most=person.mana.now)
    return None


def reserve_cost(action: Order, helped: bool, options: Options) -> int:
    """S-5.4, S-5.6, S-5.9."""
    count = action.get("reserves", 0)
    return numbers.reserve_cost(count, helped, options).value if count else 0


def _act(teller: Teller[State], doers: Doers, role: Role, action: Order, helped: bool) -> bool:
    """One character's action; whether it was done."""
    state, person = teller.state, doers.person(role)
    prepared = now_of(state).prepared.get(doers.team, 0)
    cost = reserve_cost(action, helped, state.options)
    fault = action_fault(own_team(state, doers.team), doers.who, role, action, prepared, cost)
    if fault is not None:
        teller.tell(f.ActFailed(person, f.Part.ACTION, fault), told_to(state, doers.team))
        return False
    seen_by = _seen_by(teller, doers)
    if count := action.get("reserves", 0):
        strength = STRENGTH_HELPED if helped else STRENGTH
        price = numbers.reserve_cost(count, helped, state.options)
        teller.tell(f.ReservesPrepared(person, count, strength, price, action.get("text", "")), seen_by)
        check_zero(teller, person, seen_by)
    elif amount := action.get("eat", 0):
        _eat(teller, person, amount, seen_by)
    else:
        gained = min(REST, room(person_at(state, person).mana)) if role is Role.MASTER else 0
        teller.tell(f.Rested(person, gained), seen_by)
    return True


def _eat(teller: Teller[State], person: Person, amount: int, seen_by: Audience) -> None:
    """S-15.1 to S-15.4, S-15.6."""
    state = teller.state
    before, alarm = state.teams[person.team].exposure_risk, state.options.risk_alarm
    gained = min(amount, room(person_at(state, person).mana))
    teller.tell(f.SoulsEaten(person, amount, gained), seen_by)
    if before < alarm <= before + amount:
        teller.tell(f.RiskAlarm(person.team, before + amount), KEEPER_ONLY)
    check_exposure(teller)


def check_exposure(teller: Teller[State]) -> None:
    """S-15.4: every base whose exposure risk has passed its points of concealment."""
    for key, team in teller.state.teams.items():
        points = team.workshop.points.concealment + team.territory.concealment
        if lives(team, Role.MASTER) and not team.revealed and team.exposure_risk > points:
            teller.tell(f.BaseRevealed(key), EVERYBODY)


# S-5.11, S-5.12: gifts


def _give(
    teller: Teller[State],
    doers: Doers,
    helping: Sequence[Joiner],
    gift: Order,
    given: dict[str, int],
    acted: bool,
) -> None:
    """One gift, checked when its turn comes. `helping`: the helpers, if a master is among them; `given`: by giver."""
    state = teller.state
    giver, receiver, amount = person_of(gift["giver"]), person_of(gift["receiver"]), gift["amount"]
    fault = gift_fault(state, doers, helping, gift, given, acted)
    if fault is not None:
        teller.tell(f.ActFailed(giver, f.Part.GIFT, fault), told_to(state, doers.team, giver.team))
        return
    moved = min(amount, room(person_at(state, receiver).mana))
    given[giver.team] = given.get(giver.team, 0) + amount
    teller.tell(f.ManaGiven(giver, receiver, amount, moved), _seen_by(teller, doers))


def gift_fault(
    state: State, doers: Doers, helping: Sequence[Joiner], gift: Order, given: Mapping[str, int], acted: bool
) -> Problem | None:
    """S-5.3, S-5.11, S-5.12: who gives to whom, and that the giver keeps 1."""
    giver, receiver, amount = person_of(gift["giver"]), person_of(gift["receiver"]), gift["amount"]
    own = doers.person(Role.MASTER)
    masters = [own] if Role.MASTER in doers.who else []
    masters += [each.person for each in helping if each.person.role is Role.MASTER]
    if giver not in masters or not able(state.teams[giver.team], giver.role):
        return failed("bad_giver", "S-5.12", "giver", given=str(giver))
    if giver == own and acted:
        return failed("one_action", "S-5.3", "giver", given=str(giver))
    if receiver == giver or receiver not in _receivers(state, doers, helping):
        return failed("bad_receiver", "S-5.12" if helping else "S-5.11", "receiver", given=str(receiver))
    if giver != own and given.get(giver.team, 0) + amount > _said(helping, giver.team).get("gives", 0):
        most = _said(helping, giver.team).get("gives", 0) - given.get(giver.team, 0)
        return failed("bad_giver", "S-5.12", "amount", given=amount, most=most)
    mana = person_at(state, giver).mana.now
    if amount and mana - amount < KEPT:
        return failed("keeps_one", "S-5.11", "amount", given=amount, most=max(0, mana - KEPT))
    return None


def _receivers(state: State, doers: Doers, helping: Sequence[Joiner]) -> list[Person]:
    """S-5.11, S-5.12, S-R9: unhelped the own servant; else the masters and servants of those who help, and the own."""
    if not helping or doers.place is None:
        there = [doers.person(role) for role in doers.who if role is Role.SERVANT]
    else:
        teams = (doers.team, *teams_of(helping))
        there = [Person(team, role) for team in teams for role in doers.place.roles_of(team)]
    return [person for person in there if lives(state.teams[person.team], person.role)]


# S-5.13: mana into health


def _heal(teller: Teller[State], doers: Doers, team: str, amount: int) -> None:
    """S-5.13: not beyond what is missing; more than the mana there is, is refused."""
    state, person = teller.state, Person(team, Role.SERVANT)
    there = doers.who if doers.place is None else doers.place.roles_of(team)
    if Role.SERVANT not in there or not lives(state.teams[team], Role.SERVANT):
        fault = failed("not_present", "S-5.13", "heal", given=Role.SERVANT.value)
        teller.tell(f.ActFailed(person, f.Part.HEAL, fault), told_to(state, team))
        return
    servant = person_at(state, person)
    turned = min(amount, room(servant.health))
    if turned > servant.mana.now:
        fault = failed("not_enough_mana", "S-5.13", "heal", given=turned, most=servant.mana.now)
        teller.tell(f.ActFailed(person, f.Part.HEAL, fault), told_to(state, team))
    elif turned:
        teller.tell(f.ManaTurned(team, turned), _seen_by(teller, doers))
        check_zero(teller, person, _seen_by(teller, doers))
