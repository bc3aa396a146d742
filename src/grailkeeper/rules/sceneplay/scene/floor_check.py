"""What is wrong with something said on the floor, from what a team can see (S-1, S-2, S-4.5 to S-4.10, S-6.4, S-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ....core.problem import Problem, illegal, malformed, suspicious
from ....core.seat import Role
from ..options import Options, SoloScope
from ..people import MasterState
from ..visibility import OwnTeam
from .opening import stroke_problems, strokes_left
from .orders import BOTH, Say, Sayable, What
from .state import PlayScene, SceneKind, Side
from .visibility import OwnScene, SceneSight
from .who import lives

SOLOS = 2
"""S-8.3: solo proceedings in a campaign."""

REWARD, REWARD_IN_BATTLE = 5, 10
"""S-1.8, S-1.9: the strength of a joiner's reserve."""

Order = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Floor:
    """The floor as one team sees it. `names`: what teams are called."""

    own: OwnTeam
    table: SceneSight
    options: Options
    names: Mapping[str, str]

    @property
    def mine(self) -> PlayScene | None:
        """The play scene that the team holds."""
        return self.table.place_of(self.own.key)

    @property
    def scene(self) -> OwnScene:
        assert self.table.own is not None
        return self.table.own

    @property
    def slots_left(self) -> int:
        return self.table.limit - len(self.table.places)


def sayable(floor: Floor) -> Sayable:
    """S-1.5, S-2.3, S-4.5, S-6.4, S-8.3, S-18.2, S-R1: what is offered on the floor; other things are only refused."""
    own, mine = floor.own.key, floor.mine
    to_join = tuple(place.team for place in floor.table.places if place.team != own)
    to_accept = _offering(mine) if mine is not None and mine.kind is SceneKind.BATTLE else ()
    to_force = () if floor.table.bound(own) else tuple(team for team in floor.own.knows if team != own)
    back = tuple(what for what in What if _can_be_withdrawn(floor, what))
    open_to = {
        Say.APPLY: mine is None,
        Say.FORCE: bool(to_force),
        Say.SOLO: not all(solo_limit_reached(floor, role) for role in Role if lives(floor.own, role)),
        Say.JOIN: bool(to_join),
        Say.ACCEPT: bool(to_accept),
        Say.WITHDRAW: bool(back),
        Say.RESTORE: strokes_left(floor.own) > 0,
    }
    teams = tuple(key for key in floor.names if key in {*to_join, *to_accept, *to_force})
    return Sayable(tuple(say for say in Say if open_to[say]), back, teams)


def _can_be_withdrawn(floor: Floor, what: What) -> bool:
    """Nothing is wrong with it, whichever team it names."""
    return any(not tuple(_withdraw_problems(floor, {"what": what, "team": team})) for team in floor.names)


def arrival_problems(floor: Floor, order: Order) -> Iterator[Problem]:
    """Everything that is wrong or suspicious about what is said."""
    yield from _CHECKS[Say(order["say"])](floor, order)


# S-1.2, S-1.6, S-17: characters


def _character_problems(floor: Floor, role: Role, culprit: str, busy: tuple[Role, ...]) -> Iterator[Problem]:
    """S-1.2, S-1.6, S-17.3: whether a character can take part in anything more."""
    master = floor.own.master
    if not lives(floor.own, role):
        yield illegal("cannot_apply", "S-1.2", culprit, given=role.value)
    elif role is Role.MASTER and master is not None and master.state is not MasterState.WELL:
        yield illegal("forced_rest", "S-17.3", culprit, given=role.value)
    elif role in busy:
        yield illegal("already_committed", "S-1.6", culprit, given=role.value)


def _who_problems(floor: Floor, order: Order, unsaid: str) -> Iterator[Problem]:
    """S-1.6: the characters named, or that anybody is left of "both"."""
    who = order.get("who", unsaid)
    if who != BOTH:
        yield from _character_problems(floor, Role(who), "who", floor.scene.busy)
        return
    found = {role: tuple(_character_problems(floor, role, "who", floor.scene.busy)) for role in Role}
    if all(found.values()):
        codes = {problem.code: problem for problems in found.values() for problem in problems}
        for code in ("already_committed", "forced_rest", "cannot_apply"):
            if code in codes:
                yield codes[code]
                return


def _applicant_problems(floor: Floor, order: Order, kind: SceneKind, busy: tuple[Role, ...]) -> Iterator[Problem]:
    """S-1.2, S-17.7: who wants to be scene player."""
    by = Role(order.get("by", Role.MASTER))
    if by is Role.SERVANT and lives(floor.own, by) and not lives(floor.own, Role.MASTER):
        yield illegal("no_master", "S-17.7", "by")
    elif kind is SceneKind.BATTLE and lives(floor.own, Role.MASTER) and not lives(floor.own, Role.SERVANT):
        yield illegal("no_servant", "S-17.7", "by")
    else:
        yield from _character_problems(floor, by, "by", busy)


# What can be said


def _apply_problems(floor: Floor, order: Order) -> Iterator[Problem]:
    """S-1.2, S-1.5, S-1.6."""
    if floor.mine is not None:
        yield illegal("already_applied", "S-1.5", "say")
        return
    kind = SceneKind(order.get("kind", SceneKind.BONDING))
    found = tuple(_applicant_problems(floor, order, kind, floor.scene.busy))
    yield from found
    if not found and order.get("who", BOTH) != BOTH:
        yield from _character_problems(floor, Role(order["who"]), "who", floor.scene.busy)
    if kind is SceneKind.BATTLE:
        yield suspicious("may_die", "S-6.2", "say")
    if floor.slots_left <= 0:
        yield suspicious("waits_for_slot", "S-1.4", "say", most=floor.table.limit)


def _force_problems(floor: Floor, order: Order) -> Iterator[Problem]:
    """S-4.5, S-4.8, S-4.10, S-17.7, S-R10."""
    yield suspicious("may_die", "S-6.2", "say")
    target = order.get("team")
    if target is None:
        yield malformed("missing_field", "team", "S-4.5", field="team")
        return
    if target not in floor.table.asked:
        yield malformed("unknown_team", "team", given=floor.names[target], accepted=_names(floor, floor.own.knows))
        return
    if target == floor.own.key or target not in floor.own.knows:
        yield illegal("base_unknown", "S-4.5", "team", given=floor.names[target])
        return
    if floor.table.bound(floor.own.key) or floor.table.bound(target):
        yield illegal("already_forced", "S-4.10", "team", given=floor.names[target])
        return
    if floor.mine is not None and floor.mine.kind is SceneKind.BATTLE:
        return
    yield from _applicant_problems(floor, order, SceneKind.BATTLE, busy_without(floor))
    if floor.mine is None and floor.slots_left <= 0 and floor.table.place_of(target) is None:
        yield illegal("no_slot_for_force", "S-4.8", "team", most=floor.table.limit)


def busy_without(floor: Floor) -> tuple[Role, ...]:
    """S-R10: who is taken when the own scene of another kind is withdrawn first."""
    mine = floor.mine
    return floor.scene.busy if mine is None else tuple(role for role in floor.scene.busy if role not in mine.who)


def _solo_problems(floor: Floor, order: Order) -> Iterator[Problem]:
    """S-6.1, S-8.1, S-8.3."""
    if "kind" not in order:
        yield malformed("missing_field", "kind", "S-8.1", field="kind")
    elif order["kind"] == SceneKind.BATTLE:
        yield illegal("no_solo_battle", "S-6.1", "kind")
    elif solo_limit_reached(floor, order.get("who", Role.MASTER)):
        yield illegal("solo_limit", "S-8.3", "say", most=SOLOS)
    else:
        yield from _who_problems(floor, order, Role.MASTER)


def solo_limit_reached(floor: Floor, who: str) -> bool:
    """S-8.3, S-Q31: used ones and those declared in this scene; under `character` those of each who goes."""
    used, declared = floor.own.solos, floor.scene.solos
    if floor.options.solo_limit_scope is SoloScope.TEAM:
        return used.team + len(declared) >= SOLOS
    roles = [role for role in Role if who in (BOTH, role)]
    return any(
        {Role.MASTER: used.master, Role.SERVANT: used.servant}[role] + sum(role in solo.who for solo in declared)
        >= SOLOS
        for role in roles
        if lives(floor.own, role)
    )


def _join_problems(floor: Floor, order: Order) -> Iterator[Problem]:
    """S-2.2, S-2.3, S-6.4."""
    if "team" not in order:
        yield malformed("missing_field", "team", "S-2.3", field="team")
        return
    place = floor.table.place_of(order["team"])
    if place is None or place.team == floor.own.key:
        yield illegal("no_such_scene", "S-2.3", "team", given=floor.names[order["team"]])
        return
    inside = place.join_of(floor.own.key) is not None
    if not inside and len(place.joins) >= place.outline.capacity:
        yield illegal("scene_full", "S-2.3", "team", most=place.outline.capacity)
    yield from _who_problems(floor, order, BOTH)
    yield from _reserve_problems(floor, place, order)
    if place.kind is SceneKind.BATTLE:
        yield suspicious("may_die", "S-6.2", "say")
    else:
        for name in ("side", "allies", "hostile"):
            if name in order:
                yield suspicious("no_battle_scene", "S-6.3", name)


def _reserve_problems(floor: Floor, place: PlayScene, order: Order) -> Iterator[Problem]:
    """S-20.3, S-1.10: what is in hand, the reward of this scene included."""
    in_hand = Counter(reserve.strength for reserve in floor.own.reserves)
    in_hand[REWARD_IN_BATTLE if place.kind is SceneKind.BATTLE else REWARD] += 1
    for strength in order.get("reserves", ()):
        in_hand[strength] -= 1
        if in_hand[strength] < 0:
            yield illegal("no_such_reserve", "S-20.3", "reserves", given=strength)


def _accept_problems(floor: Floor, order: Order) -> Iterator[Problem]:
    """S-6.4: a joiner who has declared to stand with the scene player."""
    mine = floor.mine
    join = None if mine is None else mine.join_of(order.get("team", ""))
    if mine is None or mine.kind is not SceneKind.BATTLE:
        yield illegal("no_such_scene", "S-2.3", "say")
    elif join is None or join.side is not Side.WITH or join.team in mine.accepted:
        yield illegal("no_such_ally", "S-6.4", "team", accepted=_names(floor, _offering(mine)))


def _offering(mine: PlayScene) -> tuple[str, ...]:
    """S-6.4: who would stand with the scene player and is not accepted yet."""
    return tuple(each.team for each in mine.joins if each.side is Side.WITH and each.team not in mine.accepted)


def _withdraw_problems(floor: Floor, order: Order) -> Iterator[Problem]:
    """S-R1, S-R10, S-4.10: nobody leaves a forced battle."""
    own, table = floor.own.key, floor.table
    match order.get("what"):
        case None:
            yield malformed("missing_field", "what", "S-R1", field="what")
        case What.APPLICATION:
            if all(application.team != own for application in table.waiting):
                yield illegal("nothing_to_withdraw", "S-R1", "what")
        case What.SCENE:
            if floor.mine is None:
                yield illegal("nothing_to_withdraw", "S-R1", "what")
            elif floor.mine.target:
                yield illegal("already_forced", "S-4.10", "what")
        case What.JOIN:
            place = table.place_of(order.get("team", ""))
            join = None if place is None else place.join_of(own)
            if join is None:
                yield illegal("nothing_to_withdraw", "S-R1", "team")
            elif join.forced:
                yield illegal("already_forced", "S-4.10", "team")
        case What.SOLO:
            if not floor.scene.solos:
                yield illegal("nothing_to_withdraw", "S-R1", "what")


def _names(floor: Floor, teams: Any) -> str:
    return ", ".join(floor.names[team] for team in teams)


def _restore_problems(floor: Floor, order: Order) -> Iterator[Problem]:
    """S-18.2: outside battle at any time."""
    if not order.get("restore"):
        yield malformed("missing_field", "restore", "S-18.2", field="restore")
    yield from stroke_problems(floor.own, order)


_CHECKS: Mapping[Say, Callable[[Floor, Order], Iterator[Problem]]] = {
    Say.APPLY: _apply_problems,
    Say.FORCE: _force_problems,
    Say.SOLO: _solo_problems,
    Say.JOIN: _join_problems,
    Say.ACCEPT: _accept_problems,
    Say.WITHDRAW: _withdraw_problems,
    Say.RESTORE: _restore_problems,
}
