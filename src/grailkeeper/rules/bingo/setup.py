"""What a war, a scene or a single battle begins from: its form, what is wrong with it, and the first state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from ...core.form import Choice, Fault, Field, Many, Number, Record, Text
from ...core.key import Key
from ...core.option import Value
from ...core.problem import Problem, illegal, malformed
from ...core.record import replace
from ...core.seat import Role, Seat
from . import derived, tables
from .options import chosen
from .people import Team
from .sheet import MASTER_FORM, SERVANT_FORM, master_of, servant_of
from .state import ROLES, Extent, Meeting, Pair, SideRole, Stage, State

KEY = Key(Fault("bad_key"))


_SCENE = Number(1, 99, Fault("bad_number", "B-14.2"))
_SEATS = Record(tuple(Field(role.value, KEY) for role in ROLES))

TEAM_FORM = Record(
    (
        Field("key", KEY, "B-14.2", required=True),
        Field("name", Text(40), "B-14.2"),
        Field("seats", _SEATS),
        Field("region", Text(40), "B-14.2"),
        Field("servant", SERVANT_FORM, "B-14.3", nullable=True),
        Field("master", MASTER_FORM, "B-14.4", nullable=True),
        Field("masterless_since", _SCENE, "B-14.15"),
        Field("role", Choice(tuple(SideRole), Fault("bad_choice", "B-14.9")), "B-14.9"),
    )
)

SETUP = Record(
    (
        Field("teams", Many(TEAM_FORM, 20), "B-14.2", required=True),
        Field("extent", Choice(tuple(Extent))),
        Field("scene", _SCENE, "B-14.2"),
        Field("regions", Many(Text(40), 20), "B-14.2"),
        Field("alliances", Many(Many(KEY, 2), 50), "B-14.16"),
    )
)
"""Teams in team order, each with its `key` and `name`; `seats` where master and servant are not both in the seat of
the team's key. A war in which nobody has a servant or a master begins with their creation.

`extent`: a whole war, or one scene or battle of it; `role` is of a single battle only.
"""


def setup_problems(setup: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with a setup that its form has read."""
    teams: list[Mapping[str, Any]] = setup["teams"]
    keys = [team["key"] for team in teams]
    low, high = tables.TEAMS
    if setup.get("extent", Extent.WAR) == Extent.WAR and not low <= len(keys) <= high:
        yield illegal("team_count", "B-14.2", "teams", given=len(keys), accepted=f"{low}..{high}")
    held = [seat for team in teams for seat in set(_named_seats(team).values())]
    for code, names in (("repeated_team", keys), ("repeated_seat", held)):
        for name, count in Counter(names).items():
            if count > 1:
                yield malformed(code, "teams", given=name)
    regions = setup.get("regions")
    for team in teams:
        if regions is not None and team.get("region", regions[0] if regions else "") not in regions:
            culprit = f"teams.{team['key']}.region"
            yield illegal(
                "unknown_region", "B-14.2", culprit, given=team.get("region", ""), accepted=", ".join(regions)
            )
    for pair in setup.get("alliances", ()):
        if len(set(pair)) != 2 or not set(pair) <= set(keys):
            yield malformed("unknown_team", "alliances", given=", ".join(pair), accepted=", ".join(keys))
    if setup.get("extent") == Extent.BATTLE and (len(keys) != 2 or any(_missing(team, "servant") for team in teams)):
        yield illegal("two_sides", "B-1.1", "teams", accepted=2)


def _missing(team: Mapping[str, Any], person: str) -> bool:
    return team.get(person) is None


def begin(setup: Mapping[str, Any], options: Mapping[str, Value]) -> State:
    """The first state: the setup as records."""
    data: list[Mapping[str, Any]] = setup["teams"]
    extent, scene = Extent(setup.get("extent", Extent.WAR)), setup.get("scene", 1)
    regions = tuple(setup.get("regions") or derived.region_names(len(data)))
    teams = tuple(_team(each, regions[place % len(regions)], scene) for place, each in enumerate(data))
    state = State(
        options=chosen(options),
        seats=tuple(seat for each in data for seat in _seats(each)),
        teams=teams,
        regions=regions,
        stage=_first_stage(data, extent),
        extent=extent,
        scene=scene,
        meetings=_only_battle(data) if extent is Extent.BATTLE else (),
    )
    pairs = {state.in_order(*pair) for pair in setup.get("alliances", ())}
    order = [team.key for team in teams]
    alliances = sorted(pairs, key=lambda pair: (order.index(pair[0]), order.index(pair[1])))
    return replace(state, alliances=tuple(alliances))


def _first_stage(data: list[Mapping[str, Any]], extent: Extent) -> Stage:
    if extent is Extent.BATTLE:
        return Stage.BATTLES
    new = all(_missing(team, person) for team in data for person in ("servant", "master"))
    return Stage.CREATION if new and extent is Extent.WAR else Stage.OPENING


def _only_battle(data: list[Mapping[str, Any]]) -> tuple[Meeting, ...]:
    roles = [SideRole(team.get("role", SideRole.ATTACKER)) for team in data]
    return (Meeting("", (Pair((data[0]["key"], data[1]["key"]), (roles[0], roles[1])),)),)


def _team(data: Mapping[str, Any], region: str, scene: int) -> Team:
    """A team of a setup. A master that is not there while its servant is has died, if nothing is said in this scene."""
    master = None if data.get("master") is None else master_of(data["master"], scene)
    servant = None if data.get("servant") is None else servant_of(data["servant"])
    masterless = scene if servant is not None and (master is None or master.dead) else 0
    return Team(
        key=data["key"],
        name=data.get("name", data["key"]),
        region=data.get("region", region),
        master=master,
        servant=servant,
        accompanies=(data.get("master") or {}).get("accompanies", True),
        masterless_since=data.get("masterless_since", masterless),
    )


def _named_seats(data: Mapping[str, Any]) -> dict[Role, str]:
    named = data.get("seats", {})
    return {role: named.get(role.value, data["key"]) for role in ROLES}


def _seats(data: Mapping[str, Any]) -> tuple[Seat, ...]:
    """One seat for a team, unless its two people are held apart."""
    held: dict[str, list[Role]] = {}
    for role, key in _named_seats(data).items():
        held.setdefault(key, []).append(role)
    return tuple(Seat(key, data["key"], tuple(roles)) for key, roles in held.items())
