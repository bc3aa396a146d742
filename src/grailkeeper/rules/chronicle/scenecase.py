"""Kind `scene` of the case files: from a situation and orders to a script, and back from what came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.canon import Data, normal
from ...core.case import Case, Outcome, Script
from ...core.fact import Fact
from ...core.form import ByKey, Field, Identify, Kind, Many, Record, Text, field_of, read, shown
from ...core.key import keys_for
from ...core.option import Value
from ...core.problem import Problem, illegal, malformed
from ...core.record import replace
from . import phantasm, prices
from .casenames import REFUSALS, described, in_order, listed, named
from .people import InformationKind, ItemKind, Life, Person, Team
from .scene import facts as f
from .scene.orders import Starter, Words, actions_record, start_record
from .scene.records import war_of
from .scene.setup import REGION_FIELDS
from .scene.state import HALVES
from .setup import setup_problems
from .sheet import amount, choice, pair, person_form, team_fields
from .state import State
from .tables import DEFAULT_REGIONS

KIND = "scene"

_START = ("manifest", "supply", "draw", "search_region", "infiltration_region", "create_territory")
"""What of a declaration is said at the start of the scene."""


def _names(given: Mapping[str, Any], identify: Identify) -> list[str]:
    """Everybody's names: the people's, then the NPCs'."""
    everybody = (*described(given, "people", identify), *described(given, "npcs", identify))
    return [str(field_of(person, "name", identify)) for person in everybody]


def _teams(given: Mapping[str, Any], identify: Identify) -> dict[str, str]:
    people = described(given, "people", identify)
    own = [field_of(person, "team", identify) or field_of(person, "name", identify) for person in people]
    return keys_for([*map(str, own), *map(str, listed(given, "teams", identify))], "t")


def _regions(given: Mapping[str, Any], identify: Identify) -> dict[str, str]:
    """C-23.7: those of the map that is given, or of the grid."""
    edges = field_of(given, "map", identify)
    pairs = [edge for edge in edges if isinstance(edge, list | tuple)] if isinstance(edges, list | tuple) else []
    on_map = [str(region) for edge in pairs for region in edge] if pairs else [key for key, *_ in DEFAULT_REGIONS]
    return keys_for([*on_map, *map(str, listed(given, "regions", identify))], "r_")


def _placed(fields: tuple[Field, ...], regions: Mapping[str, str]) -> tuple[Field, ...]:
    """The same fields, with regions read by their names."""
    place = named(regions, "unknown_region", "C-2.1")
    kinds: Mapping[str, Kind] = {
        "base": place,
        "at": place,
        "region_information": Many(place),
        "territory": Record((Field("at", place, "C-23.9", required=True), Field("stored", amount("C-23.9"), "C-23.9"))),
    }
    return tuple(replace(each, kind=kinds.get(each.name, each.kind)) for each in fields)


def given_form(people: Mapping[str, str], teams: Mapping[str, str], regions: Mapping[str, str]) -> Record:
    """What a scene case gives."""
    who, team = named(people), named(teams, "unknown_team", "C-23.1")
    place = named(regions, "unknown_region", "C-2.1")
    person = person_form(who, Field("name", Text(40), "C-23.1", required=True), Field("team", team, "C-23.1"))
    kinds = tuple(Record(_placed(each.fields, regions)) for each in person.kinds if isinstance(each, Record))
    npc = Record((Field("name", Text(40), required=True), Field("at", place, "C-20.2", nullable=True)))
    return Record(
        (
            Field("time", choice(("day", "night"), "bad_choice", "C-23.1"), "C-23.1"),
            Field("map", Many(pair(place), 999), "C-23.7"),
            Field("regions", ByKey(place, Record(REGION_FIELDS)), "C-23.7"),
            Field("teams", ByKey(team, Record(_placed(team_fields(who, team), regions))), "C-23.1"),
            Field("people", Many(replace(person, kinds=kinds), 60), "C-23.1", required=True),
            Field("acquaintances", Many(pair(who), 60), "C-3.12"),
            Field("npcs", Many(npc, 60), "C-20.1"),
        )
    )


def script(case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
    """The script of a scene, or what is wrong with the situation."""
    names = _names(case.given, identify)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        return tuple(illegal("name_twice", "C-23.1", "people", name=name) for name in twice)
    people, teams, regions = keys_for(names, "p"), _teams(case.given, identify), _regions(case.given, identify)
    data, problems = read(given_form(people, teams, regions), case.given, identify)
    if problems:
        return in_order(problems)
    given: Any = data
    setup = _setup(given, people, teams, regions)
    problems = tuple(problem for problem in setup_problems(setup) if problem.binding)
    if problems:
        return in_order(problems)
    reading = _Reading(Words(people, regions), identify)
    sealed: dict[tuple[str, str], Data] = {}
    for name, order in case.declared.items():
        key = next((key for key, known in people.items() if name in (key, known)), None)
        if key is None or key not in {person["key"] for person in setup["people"]}:
            sealed["1/start", str(name)] = {}
            continue
        start, actions = reading.order(order, str(name))
        sealed["1/start", key], sealed["1/actions", key] = start, actions
    if reading.problems:
        return tuple(reading.problems)
    return Script(setup, options, sealed)


def _setup(
    given: Mapping[str, Any], people: Mapping[str, str], teams: Mapping[str, str], regions: Mapping[str, str]
) -> dict[str, Any]:
    keys = {name: key for key, name in people.items()}
    by_team = {name: key for key, name in teams.items()}
    those = [
        {**person, "key": keys[person["name"]], "team": person.get("team") or by_team[person["name"]]}
        for person in given["people"]
    ]
    marked = given.get("regions", {})
    setup: dict[str, Any] = {
        "people": those,
        "teams": {key: {"name": name, **given.get("teams", {}).get(key, {})} for key, name in teams.items()},
        "acquaintances": given.get("acquaintances", []),
        "as_they_are": True,
        "regions": {key: {"name": name, **marked.get(key, {})} for key, name in regions.items()},
        "npcs": [
            {"key": keys[npc["name"]], "name": npc["name"], **({"at": npc["at"]} if npc.get("at") else {})}
            for npc in given.get("npcs", ())
        ],
        "war": {"night": given.get("time") == "night", "scenes": 1, "fought": False, "as_declared": True},
    }
    return setup | ({"map": given["map"]} if "map" in given else {})


class _Reading:
    """The orders of a case as they are read: a part that cannot be read is left for its turn to come."""

    def __init__(self, words: Words, identify: Identify) -> None:
        self.identify = identify
        self.problems: list[Problem] = []
        start = start_record(words, Starter(None, {}, {}, {}, {}, {}))
        self._start = {each.name: each for each in start.fields if each.name in _START}
        self._actions = {each.name: each for each in actions_record(words).fields}

    def order(self, order: Any, path: str) -> tuple[dict[str, Data], dict[str, Data]]:
        start: dict[str, Data] = {}
        actions: dict[str, Data] = {}
        known = (*self._start, *self._actions)
        accepted = ", ".join(known)
        if not isinstance(order, Mapping):
            self.problems.append(malformed("bad_record", path, given=shown(order), accepted=accepted))
            return start, actions
        for key, value in order.items():
            name = str(key) if key in known else self.identify(str(key), known)
            if name not in known:
                self.problems.append(malformed("unknown_field", f"{path}.{key}", given=shown(key), accepted=accepted))
            elif name in self._start:
                start[name] = self._part(self._start[name], value)
            else:
                actions[name] = self._part(self._actions[name], value)
        return start, actions

    def _part(self, field: Field, value: Any) -> Data:
        found, problems = read(Record((field,)), {field.name: value}, self.identify)
        if not problems and isinstance(found, Mapping):
            return found[field.name]
        try:
            return normal(value)
        except ValueError:  # nothing that a journal could hold: it is refused as well where it stands as text
            return shown(value)


# What came out


def outcome(script: Script, outcome: Outcome) -> Mapping[str, Any]:
    """The fields that a scene case may expect; `refused` is the first of the refusals in the order of their list."""
    state: State = outcome.state
    told = [each.fact for each in outcome.told]
    refused = [*_refusals(state, told), *_for_nobody(state, script)]
    first = min(refused, key=_place, default=None)
    found = {} if first is None else {"refused": {"code": first["code"], "clause": first["clause"]}}
    return found | {
        "people": {person.name: _person(state, person, told) for person in _everybody(state)},
        "teams": {team.name: _team(state, team) for team in state.teams.values()},
        "met": {state.people[key].name: _met(state, key) for key in war_of(state).now.met},
        "sensed": {
            state.people[fact.person].name: sorted([state.regions[key].name, count] for key, count in fact.presences)
            for fact in told
            if isinstance(fact, f.PresenceSensed)
        },
        "npcs_met": {
            person.name: [state.people[npc].name for npc in war_of(state).now.npcs_met.get(person.key, ())]
            for person in _everybody(state)
        },
        "battles": _battles(state, told),
        "refusals": refused,
    }


def _place(refused: Mapping[str, str]) -> int:
    return REFUSALS.index(refused["code"]) if refused["code"] in REFUSALS else len(REFUSALS)


def _for_nobody(state: State, script: Script) -> list[dict[str, str]]:
    """C-Q92: orders for people who are not there."""
    names = dict.fromkeys(whom for _, whom in script.sealed if whom not in state.people)
    return [{"who": name, "code": "unknown_person", "clause": "C-23.1"} for name in names]


def _everybody(state: State) -> Iterator[Person]:
    return (state.people[key] for key in state.roster if not state.people[key].npc)


def _met(state: State, key: str) -> list[str]:
    found = war_of(state).now.met[key]
    return [state.people[each].name for half in HALVES for part in found if part.half == half for each in part.people]


def _person(state: State, person: Person, told: list[Fact]) -> dict[str, Any]:
    region = state.regions.get(person.at)
    found: dict[str, Any] = {
        "health": person.health.now,
        "mana": person.mana.now,
        "max_health": person.health.maximum,
        "max_mana": person.mana.maximum,
        "at": person.at if region is None else region.name,
        "experience": person.experience,
        "injured": person.injured,
        "relationships": {state.people[key].name: points for key, points in person.relationships.items()},
        "items": [f"{'tool' if item.kind is ItemKind.TOOL else 'code'} {item.grade}" for item in person.items],
        "once_used": person.once_used,
        "vanished": person.life is Life.VANISHED,
        "gained": _gained(state, person, told),
    }
    if person.master is not None:
        master = person.master
        return found | {"magic": master.magic, "conviction": master.conviction.now, "fate": master.fate.now}
    servant = person.the_servant
    held = servant.noble_phantasm
    paid = sum(fact.amount.value for fact in told if isinstance(fact, f.UpkeepPaid) and fact.person == person.key)
    return found | {
        "magic": str(servant.magic),
        "upkeep_paid": paid,
        "recontracts": servant.recontracts,
        "noble_phantasm_cost": None if held is None else phantasm.price(servant, held).value,
    }


_POINTS = tuple(kind.value for kind in InformationKind)


def _gained(state: State, person: Person, told: list[Fact]) -> dict[str, dict[str, int]]:
    gained = {each.name: dict.fromkeys(_POINTS, 0) for each in _foreign(state, person.team)}
    for fact in told:
        if isinstance(fact, f.PointGained) and fact.person == person.key:
            servant = state.people[fact.servant].name
            if servant in gained:
                gained[servant][fact.point.value] += fact.amount.value
    return gained


def _foreign(state: State, team: str) -> Iterator[Person]:
    return (each for each in _everybody(state) if each.servant is not None and each.team != team)


def _team(state: State, team: Team) -> dict[str, Any]:
    base, territory = team.base, team.territory
    return {
        "base": None if base is None else state.regions[base.at].name,
        "base_bonus": 0 if base is None else base.bonus,
        "base_ley": 0 if base is None else base.ley,
        "territory": (
            None if territory is None else {"at": state.regions[territory.at].name, "stored": territory.stored}
        ),
        "funds": team.funds,
        "merit": team.merit,
        "souls": team.souls,
        "strokes": team.strokes,
        "region_information": [state.regions[key].name for key in team.region_information],
        "information": {
            each.name: {kind: getattr(team.on(each.key), kind) for kind in _POINTS}
            for each in _foreign(state, team.key)
        },
        "overseer": prices.overseer(team.souls),
    }


def _battles(state: State, told: list[Fact]) -> list[dict[str, Any]]:
    attacks = [fact.attack for fact in told if isinstance(fact, f.AttackMade)]
    return [
        {
            "half": min(attack.half, HALVES[-1]),
            "attacker": state.people[attack.attacker].name,
            "target": state.people[attack.target].name,
            "at": state.regions[attack.region].name,
            "preempts": attack.preempts,
        }
        for attack in sorted(attacks, key=lambda each: (each.half, state.roster.index(each.attacker)))
    ]


def _refusals(state: State, told: list[Fact]) -> list[dict[str, str]]:
    refused = [fact for fact in told if isinstance(fact, f.OrderRefused)]
    ordered = sorted(refused, key=lambda fact: (state.roster.index(fact.person), fact.problem.code))
    return [
        {"who": state.people[fact.person].name, "code": fact.problem.code, "clause": fact.problem.clause}
        for fact in ordered
    ]
