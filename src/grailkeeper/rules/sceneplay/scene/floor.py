"""The floor: first come, first served (S-1, S-2, S-4.5 to S-4.10, S-8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....core.call import Answers
from ....core.point import Rulings
from ....core.record import replace
from ....core.seat import EVERYBODY, Person, Role
from ....core.teller import Teller
from ..people import Solos
from ..state import State, told_to
from . import facts as f
from .floor_check import REWARD, REWARD_IN_BATTLE
from .opening import recoveries_of, regained
from .orders import BOTH, Say, What
from .state import Application, Join, Outline, PlayScene, SceneKind, Side, Solo, in_order
from .who import free, limit_of, living, now_of, room, with_applicant

Order = Mapping[str, Any]

SCENE_MANA = 1
"""S-1.7: what a master gains as scene player."""


def floor_heard(teller: Teller[State], _: Rulings, answers: Answers) -> None:
    """One arrival (S-1.4), or the end of joining."""
    if answers.closing:
        _close(teller)
        return
    orders: Mapping[str, Any] = answers.orders
    ((team, order),) = orders.items()
    _SAID[Say(order["say"])](teller, team, order)


# S-1.2 to S-1.6, S-2.1, S-R1: applications and slots


def _apply(teller: Teller[State], team: str, order: Order) -> None:
    who = order.get("who", BOTH)
    application = Application(
        team, Role(order.get("by", Role.MASTER)), None if who == BOTH else Role(who), _outline(order)
    )
    if _slots_left(teller) > 0:
        teller.tell(f.SceneOpened(_scene(teller, application)), EVERYBODY)
    else:
        teller.tell(f.ApplicationWaits(application), EVERYBODY)


def _outline(order: Order, kind: SceneKind | None = None) -> Outline:
    return Outline(
        kind=kind or SceneKind(order.get("kind", SceneKind.BONDING)),
        capacity=order.get("capacity", 1),
        backdrop=order.get("backdrop", ""),
        time=order.get("time", ""),
        plan=order.get("plan", ""),
    )


def _scene(teller: Teller[State], application: Application) -> PlayScene:
    team, now = teller.state.teams[application.team], now_of(teller.state)
    who = with_applicant(application.who, application.by, team, now)
    return PlayScene(application.team, application.by, who, application.outline)


def _slots_left(teller: Teller[State]) -> int:
    return limit_of(teller.state) - len(now_of(teller.state).places)


def _pass_slots(teller: Teller[State]) -> None:
    """S-4.8, S-R1: a free slot goes to the earliest applicant who still waits and is free."""
    while _slots_left(teller) > 0:
        waiting = (each for each in now_of(teller.state).waiting if _still_free(teller.state, each))
        application = next(waiting, None)
        if application is None:
            return
        teller.tell(f.SceneOpened(_scene(teller, application), freed=True), EVERYBODY)


def _still_free(state: State, application: Application) -> bool:
    left = free(state.teams[application.team], now_of(state))
    return application.by in left and application.who in (None, *left)


# S-4.5 to S-4.10, S-R10: forced battles


def _force(teller: Teller[State], team: str, order: Order) -> None:
    force_battle(teller, team, order["team"], Role(order.get("by", Role.MASTER)), _outline(order, SceneKind.BATTLE))


def force_battle(teller: Teller[State], team: str, target: str, by: Role, outline: Outline) -> None:
    """S-4.5 to S-4.9: in the own battle scene, or in a new one; the target's own plans are cancelled."""
    mine = now_of(teller.state).place_of(team)
    if mine is not None and mine.kind is not SceneKind.BATTLE:
        teller.tell(f.SceneCancelled(team, f.Why.WITHDRAWN), EVERYBODY)
        mine = None
    _cancel_plans(teller, target, team)
    if mine is None:
        mine = _scene(teller, Application(team, by, None, outline))
    forced = Join(target, living(teller.state.teams[target]), forced=True)
    joins = (*(join for join in mine.joins if join.team != target), forced)
    accepted = tuple(ally for ally in mine.accepted if ally != target)
    scene = replace(mine, joins=joins, accepted=accepted, target=target)
    teller.tell(f.BattleForced(scene), EVERYBODY)
    _pass_slots(teller)


def _cancel_plans(teller: Teller[State], target: str, attacker: str) -> None:
    """S-4.6, S-4.9: what the target holds, has declared or has joined, as far as it is not played."""
    now = now_of(teller.state)
    mine = now.place_of(target)
    if mine is not None and not mine.played:
        teller.tell(f.SceneCancelled(target, f.Why.FORCED_BATTLE), EVERYBODY)
    if any(solo.team == target and not solo.played for solo in now.solos):
        teller.tell(f.SoloCancelled(target, f.Why.FORCED_BATTLE), EVERYBODY)
    for place in now.places:
        if place.team not in (target, attacker) and not place.played and place.join_of(target) is not None:
            teller.tell(f.JoinLeft(place.team, target, f.Why.FORCED_BATTLE), EVERYBODY)


# S-8: solos


def _solo(teller: Teller[State], team: str, order: Order) -> None:
    who = order.get("who", Role.MASTER)
    roles = free(teller.state.teams[team], now_of(teller.state)) if who == BOTH else (Role(who),)
    teller.tell(f.SoloDeclared(team), EVERYBODY)
    teller.tell(f.SoloPlanned(Solo(team, SceneKind(order["kind"]), roles)), told_to(teller.state, team))


# S-2.3, S-6.4: joining


def _join(teller: Teller[State], team: str, order: Order) -> None:
    now = now_of(teller.state)
    place = now.place_of(order["team"])
    assert place is not None
    who = order.get("who", BOTH)
    roles = free(teller.state.teams[team], now) if who == BOTH else (Role(who),)
    there = place.join_of(team) or Join(team, ())
    join = replace(
        there,
        who=in_order({*there.who, *roles}),
        side=Side(order.get("side", there.side)),
        allies=tuple(order.get("allies", there.allies)),
        hostile=tuple(order.get("hostile", there.hostile)),
    )
    teller.tell(f.Joined(place.team, join), EVERYBODY)
    said = {name: order[name] for name in ("stance", "number", "reserves") if name in order}
    if "stance" in said and isinstance(said["stance"], str):
        said["stance"] = {role.value: said["stance"] for role in roles}
    if said:
        teller.tell(f.ActsDeclared(team, {"join": {place.team: said}}), told_to(teller.state, team))


def _accept(teller: Teller[State], team: str, order: Order) -> None:
    teller.tell(f.AllyAccepted(team, order["team"]), EVERYBODY)


def _withdraw(teller: Teller[State], team: str, order: Order) -> None:
    match What(order["what"]):
        case What.APPLICATION:
            teller.tell(f.ApplicationLeft(team), EVERYBODY)
        case What.SCENE:
            teller.tell(f.SceneCancelled(team, f.Why.WITHDRAWN), EVERYBODY)
        case What.JOIN:
            teller.tell(f.JoinLeft(order["team"], team, f.Why.WITHDRAWN), EVERYBODY)
        case What.SOLO:
            teller.tell(f.SoloCancelled(team, f.Why.WITHDRAWN), EVERYBODY)
    _pass_slots(teller)


# S-18.2: strokes, outside battle at any time


def _restore(teller: Teller[State], team: str, order: Order) -> None:
    servant = teller.state.teams[team].servant
    assert servant is not None
    recoveries = recoveries_of(order)
    health, mana = regained(servant, recoveries)
    teller.tell(f.ServantRestored(team, recoveries, health, mana), told_to(teller.state, team))


_SAID: Mapping[Say, Callable[[Teller[State], str, Order], None]] = {
    Say.APPLY: _apply,
    Say.FORCE: _force,
    Say.SOLO: _solo,
    Say.JOIN: _join,
    Say.ACCEPT: _accept,
    Say.WITHDRAW: _withdraw,
    Say.RESTORE: _restore,
}


# Life cycle 7: the scenes begin


def _close(teller: Teller[State]) -> None:
    """S-6.1, S-1.7 to S-1.11, S-8.3: kinds as they are played, rewards, solos counted."""
    places = now_of(teller.state).places
    bonding = tuple(place.team for place in places if place.kind is SceneKind.BATTLE and not has_opponent(place))
    teller.tell(f.FloorClosed(bonding), EVERYBODY)
    for place in now_of(teller.state).places:
        reward(teller, place)
    solos = now_of(teller.state).solos
    for team in dict.fromkeys(solo.team for solo in solos):
        used = teller.state.teams[team].solos
        for solo in solos:
            if solo.team == team:
                used = _counted(used, solo)
        teller.tell(f.SolosCounted(team, used), told_to(teller.state, team))


def has_opponent(place: PlayScene) -> bool:
    """S-6.1, S-6.4: a joiner who is not an accepted ally stands against the scene player."""
    return any(join.side is Side.AGAINST or join.team not in place.accepted for join in place.joins)


def reward(teller: Teller[State], place: PlayScene) -> None:
    """S-1.7 to S-1.10, S-4.8, S-R11."""
    master = teller.state.teams[place.team].master
    if place.by is Role.MASTER and master is not None:
        gained = min(SCENE_MANA, room(master.mana))
        person = Person(place.team, Role.MASTER)
        teller.tell(f.ManaGained(person, gained, f.Why.SCENE_PLAYER), told_to(teller.state, place.team))
    strength = REWARD_IN_BATTLE if place.kind is SceneKind.BATTLE else REWARD
    for join in place.joins:
        teller.tell(f.ReserveGained(join.team, strength), told_to(teller.state, join.team))


def _counted(used: Solos, solo: Solo) -> Solos:
    """S-8.3, S-Q31: together it counts once for the team, and once for each who went."""
    return Solos(used.team + 1, used.master + (Role.MASTER in solo.who), used.servant + (Role.SERVANT in solo.who))
