"""What each team does in its scenes and solos, said in secret by all at once (S-4, S-5, S-9.3, S-Q69)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....core.canon import Data
from ....core.problem import Problem, suspicious
from ....core.seat import Role
from .. import tables
from ..options import ForcedFrom, Options
from ..people import Master, Servant
from ..visibility import OwnTeam, vitals
from .orders import OWN, Doing
from .preparation import action_fault, reserve_cost
from .state import JUDGED, ROLES, PlayScene, SceneKind
from .visibility import SceneSight
from .who import able, lives

Order = Mapping[str, Any]


def asked(table: SceneSight) -> tuple[str, ...]:
    """Everybody in a play scene that is no battle, or solo: so that who is asked does not tell what a solo is."""
    there = {team for place in table.places if place.kind is not SceneKind.BATTLE for team in place.teams}
    return tuple(team for team in table.living if team in there or team in table.solo)


def doing(table: SceneSight, own: OwnTeam, options: Options) -> Doing:
    """What a team is asked about."""
    mine = table.place_of(own.key)
    solos = () if table.own is None else table.own.solos
    joined = [place for place in table.places if place.join_of(own.key) is not None]
    met = [place for place in (mine, *joined) if place is not None]
    who = {solo.leader.value: solo.who for solo in solos} | ({} if mine is None else {OWN: mine.who})
    return Doing(
        scene=None if mine is None or mine.kind not in JUDGED else mine.kind,
        solos={solo.leader.value: solo.kind for solo in solos},
        joins=tuple(place.team for place in joined if place.kind in JUDGED),
        there=() if mine is None else mine.teams,
        partners=tuple(team for place in met for team in _partners(table, own, place)),
        strikes=options.forced_battle_from is ForcedFrom.SAME_SCENE,
        known=own.knows,
        alone=tuple(led for led, there in who.items() if len(there) == 1),
        reserves=bool(own.reserves),
    )


def _partners(table: SceneSight, own: OwnTeam, place: PlayScene) -> Iterator[str]:
    """S-Q69: with whom a contract might be made here."""
    if place.kind not in (SceneKind.BONDING, SceneKind.PREPARATION):
        return
    mine = table.living[own.key]
    if mine == (Role.MASTER,) and (not able(own, Role.MASTER) or own.master is None or own.master.strokes < 1):
        return
    for team in place.teams:
        if {mine, table.living[team]} == {(Role.MASTER,), (Role.SERVANT,)} and team != own.key:
            yield team


# What looks wrong beforehand: everything is judged when its turn comes, so nothing here is refused


@dataclass(frozen=True, slots=True)
class Plan:
    """A team's acts as it hands them in. `names`: what teams are called."""

    own: OwnTeam
    table: SceneSight
    options: Options
    names: Mapping[str, str]

    def who_leads(self, leader: str) -> tuple[Role, ...]:
        """The characters of the solo that `leader` leads."""
        assert self.table.own is not None
        return next((solo.who for solo in self.table.own.solos if solo.leader == leader), ())


def acts_problems(plan: Plan, order: Data) -> Iterator[Problem]:
    """What will probably fail when its turn comes."""
    said: Order = order if isinstance(order, Mapping) else {}
    mine = plan.table.place_of(plan.own.key)
    if mine is not None and isinstance(said.get("scene"), Mapping):
        yield from _of_scene(plan, mine.kind, mine.who, said["scene"], "scene", False)
    solos = doing(plan.table, plan.own, plan.options).solos
    for leader, part in said.get("solo", {}).items():
        yield from _of_scene(plan, solos[leader], plan.who_leads(leader), part, f"solo.{leader}", True)


def _of_scene(
    plan: Plan, kind: SceneKind, who: Sequence[Role], said: Order, path: str, solo: bool
) -> Iterator[Problem]:
    if kind is SceneKind.SEARCH:
        yield from _of_search(plan, who, said, path, solo)
    elif kind is SceneKind.PREPARATION:
        yield from _of_preparation(plan, who, said, path)


def _of_search(plan: Plan, who: Sequence[Role], said: Order, path: str, solo: bool) -> Iterator[Problem]:
    """S-4.1, S-7.4, S-11.2."""
    role = Role(said.get("by", who[0]))
    if said.get("target") in plan.own.knows:
        yield suspicious("base_known", "S-4.1", f"{path}.target", given=plan.names[said["target"]])
    if role not in who:
        yield suspicious("not_present", "S-4.1", f"{path}.by", given=role.value)
    if solo and said.get("partner_help", False):
        yield suspicious("no_help_in_solo", "S-7.4", f"{path}.partner_help")
    person = _person(plan.own, role)
    if said.get("luck", False) and person is not None and person.luck_uses >= tables.LUCK_USES:
        yield suspicious("luck_exhausted", "S-11.2", f"{path}.luck", most=tables.LUCK_USES)


def _of_preparation(plan: Plan, who: Sequence[Role], said: Order, path: str) -> Iterator[Problem]:
    """S-5.3 to S-5.13."""
    assert plan.table.own is not None
    prepared = plan.table.own.prepared
    for role in ROLES:
        action = said.get(role.value)
        if not action:
            continue
        cost = reserve_cost(action, False, plan.options)
        fault = action_fault(plan.own, who, role, action, prepared, cost)
        if fault is not None:
            yield suspicious(fault.code, fault.clause, f"{path}.{fault.culprit}", **fault.values)
        else:
            prepared += action.get("reserves", 0)
            yield from _to_zero(plan, role, cost, f"{path}.{role}.reserves")
    if said.get("heal") and lives(plan.own, Role.SERVANT) and plan.own.servant is not None:
        servant = plan.own.servant
        turned = min(said["heal"], servant.health.maximum - servant.health.now)
        yield from _to_zero(plan, Role.SERVANT, turned, f"{path}.heal")


def _to_zero(plan: Plan, role: Role, cost: int, culprit: str) -> Iterator[Problem]:
    """S-17.3, S-17.6, S-Q26: paying the last of somebody's mana is asked about."""
    person = _person(plan.own, role)
    if person is not None and cost and cost >= person.mana.now:
        yield suspicious("pays_to_zero", "S-17.1", culprit, given=cost, most=person.mana.now)


def _person(own: OwnTeam, role: Role) -> Master | Servant | None:
    return own.master if role is Role.MASTER else own.servant


def acts_supplies(own: OwnTeam) -> Mapping[str, int]:
    """How it stands with a team, and what it has to spend."""
    strokes = {} if own.master is None else {"strokes": own.master.strokes}
    return {**vitals(own), **strokes, "reserves": len(own.reserves), "stored_mana": own.stored_mana}
