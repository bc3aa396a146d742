"""What a seat answers outside of battle: the forms, and what an order declares."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ....core.form import ByKey, Choice, Fault, Field, Flag, Form, Many, Number, Record, Text
from .. import tables
from ..held import healing_held, vitals
from ..orders import BAD_ORDER, BAD_TARGET, Written, healing_skills, teams
from ..people import World
from ..state import Aim, Entry, Order, Plan
from ..visibility import OwnTeam, View
from .making import sheet_record

ACTIONS = ("search", "rest", "eat", "build_base", "build_territory", "destroy_base")
"""M-7.2 to M-7.9."""

LEVEL, CREATION, REGION, PLAN, ZONE, MEETING = "level", "creation", "exposed_region", "plan", "zone", "meeting"
SCENE_ORDERS = (Order.PURSUIT, Order.ERASURE, Order.FULL_RECOVERY_HP, Order.FULL_RECOVERY_MP)
NOT_MET = Fault("not_met", "M-7.8")
_ORDER_LINE = re.compile(r"(?P<order>full_recovery hp|full_recovery mp|\w+)(?:\s+(?P<target>.+))?")
_ORDER_SIGNS = (("", "order"), (" ", "target"))


def _level(view: View) -> Record:  # noqa: ARG001
    level = Number(tables.LEVELS[0], tables.LEVELS[-1], Fault("bad_level", "M-1.4"))
    return Record((Field("level", level, "M-1.4", required=True),))


def _creation(view: View) -> Record:
    """M-1: the sheet, and the first base (M-7.2). Level and die stand already."""
    assert view.making is not None
    return sheet_record(view.making, Field("base", _region(view), "M-7.2"))


def _region(view: View) -> Choice:
    return Choice(view.regions, Fault("unknown_region", "M-12.2"))


def _names(view: View) -> dict[str, str]:
    return {team.key: team.name for team in view.teams}


def _others(view: View) -> Choice:
    others = tuple(team.key for team in view.teams if team.alive and team.key != (view.own and view.own.key))
    return teams(others, _names(view), BAD_TARGET)


def _exposed(view: View) -> Record:
    return Record((Field("region", _region(view), "M-11.19", required=True),))


def _orders(view: View) -> Many:
    order = Record(
        (
            Field("order", Choice(SCENE_ORDERS, BAD_ORDER), "M-11.7", required=True),
            Field("target", _others(view), "M-11.15"),
        ),
        BAD_ORDER,
    )
    return Many(Written(order, _ORDER_LINE, _ORDER_SIGNS), 6)


def _plan(view: View) -> Record:
    assert view.own is not None
    shown = next((team.location for team in view.teams if team.key == view.own.key), "")
    return Record(
        (
            *(() if shown else (Field("region", _region(view), "M-7.1"),)),
            Field("action", Choice(ACTIONS, Fault("unknown_action", "M-7.1")), "M-7.1"),
            Field("target", _others(view), "M-7.5"),
            Field("hide", Flag(), "M-4.13"),
            Field("orders", _orders(view), "M-11.7"),
            Field("heal", healing_skills(view.own, Fault("not_outside_battle", "M-5.13")), "M-5.13"),
        )
    )


def _zone(view: View) -> Record:
    return Record(
        (
            Field("zone", Choice(view.zones, Fault("unknown_region", "M-12.3")), "M-12.3"),
            Field("orders", _orders(view), "M-12.8"),
        )
    )


def _meeting(view: View) -> Record:
    """M-7.8, M-7.9, M-Q50, M-Q70, M-Q73: everybody is asked, so that nobody learns who has met whom."""
    assert view.scene is not None
    eats = view.scene.souls is not None
    number = Number(0, 1000, Fault("over_soul_limit", "M-7.9"))
    reached = teams((*view.scene.met, *view.scene.noticed), _names(view), NOT_MET)
    known = teams(view.scene.met if view.scene.world is World.VIRTUAL else (), _names(view), NOT_MET)
    join = Record(
        (
            Field("team", reached, "M-9.2", required=True),
            Field("set", Number(1, 20), "M-9.2"),
            Field("turn", Number(1, tables.TURNS), "M-9.2"),
        )
    )
    return Record(
        (
            Field("attack", Many(reached, 20), "M-7.8"),
            Field("ally", Many(_others(view), 20), "M-7.8"),
            Field("guess", ByKey(known, Text(80), BAD_TARGET), "M-10.5"),
            Field("join", join, "M-9.2"),
            *((Field("eat", number, "M-7.9"),) if eats else ()),
        )
    )


RECORDS = {
    LEVEL: _level,
    CREATION: _creation,
    REGION: _exposed,
    PLAN: _plan,
    ZONE: _zone,
    MEETING: _meeting,
}


def scene_form(view: View, kind: str) -> Form:
    """The form of a question outside of battle, with what there is to spend and to heal with."""
    supplies: dict[str, int] = {}
    if view.own is not None:
        world = World.REAL if kind == ZONE or view.world is World.REAL else World.VIRTUAL
        supplies = {**vitals(view.own, world), "strokes": view.own.strokes}
    if kind == MEETING and view.scene is not None and view.scene.souls is not None:
        supplies["souls"] = view.scene.souls
    heals = healing_held(view.own, view.options) if kind == PLAN and view.own is not None else ()
    return Form(kind, RECORDS[kind](view), supplies, held=heals)


def plan_of(own: OwnTeam, order: Mapping[str, Any], shown: str, regions: tuple[str, ...]) -> Plan:
    """What an order declares; silence rests where the team is (M-Q31)."""
    at_home = next(place for place in (own.region, *own.bases, *regions) if place in regions)
    orders = order.get("orders", ())
    pursuit = next((each.get("target", "") for each in orders if each["order"] == Order.PURSUIT), "")
    return Plan(
        region=shown or order.get("region", at_home),
        action=order.get("action", "rest"),
        target=order.get("target", ""),
        hide=order.get("hide", True),
        heal=tuple(order.get("heal", ())),
        pursuit=pursuit,
        erasure=any(each["order"] == Order.ERASURE for each in orders),
    )


def scene_orders(order: Mapping[str, Any]) -> tuple[tuple[Order, str], ...]:
    return tuple((Order(each["order"]), each.get("target", "")) for each in order.get("orders", ()))


def aim_of(order: Mapping[str, Any]) -> Aim:
    join = order.get("join")
    return Aim(
        attack=tuple(order.get("attack", ())),
        ally=tuple(order.get("ally", ())),
        guess=dict(order.get("guess", {})),
        join=join["team"] if join else "",
        entry=Entry(join.get("set", 1), join.get("turn", 1)) if join else None,
        eat=order.get("eat", 0),
    )
