"""What a war or a single scene begins from, beside its people: its map, its NPCs, and how far it is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....core.form import ByKey, Fault, Field, Flag, Many, Number, Record, Text
from ....core.problem import Problem, malformed
from ....core.record import replace
from ..people import Person
from ..sheet import MASTER_SHEET, amount, choice, dotted_key, pair, person_of
from ..state import Region, State
from ..tables import CITIZENS, DEFAULT_REGIONS, GRID
from .state import Phase, War

MARKS = ("study", "labor", "shop")
_REGION = dotted_key(Fault("unknown_region", "C-2.1"))

REGION_FIELDS = (
    Field("marks", Many(choice(MARKS, "bad_choice", "C-23.7"), 3), "C-23.7"),
    Field("citizens", amount("C-23.7"), "C-23.7"),
    Field("base_bonus", amount("C-23.7"), "C-23.7"),
    Field("ley_line", amount("C-23.7"), "C-23.7"),
)

_NPC = Record(
    (
        Field("key", dotted_key(), "C-20.1", required=True),
        Field("name", Text(40)),
        Field("at", Text(40), "C-20.2"),
        *MASTER_SHEET,
    )
)

_WAR = Record(
    (
        Field("creation", Flag(), "C-23.2"),
        Field("night", Flag(), "C-23.1"),
        Field("scenes", Number(1, 999), "C-23.16"),
        Field("scene_limit", Number(1, 999), "C-23.16"),
        Field("fought", Flag(), "C-8.2"),
        Field("as_declared", Flag(), "C-1.7"),
    )
)

WAR_FIELDS = (
    Field("war", _WAR, "C-23.1"),
    Field("regions", ByKey(_REGION, Record((Field("name", Text(40)), *REGION_FIELDS))), "C-23.7"),
    Field("map", Many(pair(_REGION), 999), "C-23.7"),
    Field("npcs", Many(_NPC, 60), "C-20.1"),
)
"""`war`: there are scenes. With `creation` its teams first hand in their sheets; it begins by day unless `night`, and
is over after `scenes` scenes, if that is given. `fought` false: battles are announced and not fought. `as_declared`:
orders are taken as they are, and what is wrong with them is refused when their turn comes.

`map` lists the edges between `regions`; without them it is the default map.
"""


def war_problems(setup: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the map, and with who stands on it."""
    regions = regions_of(setup)
    for one, other in edges_of(setup):
        for region in (one, other):
            if region not in regions:
                yield malformed("unknown_region", "map", "C-2.1", given=region, accepted=", ".join(regions))
    if "war" not in setup:
        return
    places = [(person["key"], person.get("at")) for person in (*setup["people"], *setup.get("npcs", ()))]
    for team, data in setup.get("teams", {}).items():
        territory = data.get("territory") or {}
        places += [(team, at) for at in (data.get("base"), territory.get("at"), *data.get("region_information", ()))]
    for who, at in places:
        if at and at not in regions:
            yield malformed("unknown_region", f"people.{who}.at", "C-2.1", given=at, accepted=", ".join(regions))


def regions_of(setup: Mapping[str, Any]) -> dict[str, Region]:
    """C-23.7: the map's regions, or the default ones."""
    if "regions" in setup:
        return {
            key: Region(
                key,
                data.get("name", key),
                tuple(data.get("marks", ())),
                data.get("citizens", CITIZENS),
                data.get("base_bonus", 0),
                data.get("ley_line", 0),
            )
            for key, data in setup["regions"].items()
        }
    if "map" in setup:
        named = dict.fromkeys(region for edge in setup["map"] for region in edge)
        return {key: Region(key, key) for key in named}
    return {key: Region(key, key, marks, CITIZENS, bonus, ley) for key, marks, bonus, ley in DEFAULT_REGIONS}


def edges_of(setup: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    return tuple((one, other) for one, other in setup["map"]) if "map" in setup else GRID


def begin_war(state: State, setup: Mapping[str, Any]) -> State:
    """The first state of a war: the people on their map."""
    data = setup["war"]
    creates = state.order if data.get("creation", False) else ()
    war = War(
        phase=Phase.CREATION if creates else Phase.START,
        creates=creates,
        fought=data.get("fought", True),
        as_declared=data.get("as_declared", False),
        last_scene=data.get("scenes", 0),
        **({"scene_limit": data["scene_limit"]} if "scene_limit" in data else {}),
    )
    regions = regions_of(setup)
    npcs = {npc["key"]: _npc(npc) for npc in setup.get("npcs", ())}
    first = next(iter(regions))
    people = {
        key: person if person.at or creates else replace(person, at=first) for key, person in state.people.items()
    }
    return replace(
        state,
        people={**people, **npcs},
        roster=(*state.roster, *npcs),
        scene=0 if creates else 1,
        night=data.get("night", False),
        regions=regions,
        edges=edges_of(setup),
        war=war,
    )


def _npc(data: Mapping[str, Any]) -> Person:
    """C-Q72: statistics as a master; nobody's seat."""
    return replace(person_of({**data, "kind": "master"}, data["key"], "", ""), npc=True)


def war_setup(teams: Mapping[str, str]) -> dict[str, Any]:
    """What a whole war of these teams begins from, with everybody's sheets still to come."""
    return {
        "people": [
            {"key": f"{key}_{kind}", "name": name, "kind": kind, "team": key}
            for key, name in teams.items()
            for kind in ("master", "servant")
        ],
        "teams": {key: {"name": name} for key, name in teams.items()},
        "war": {"creation": True},
    }
