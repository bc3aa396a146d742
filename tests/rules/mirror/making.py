"""Servants, wars and orders made at random, for the suite that every rule system must pass."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from conformance.subject import sampled_options, sampled_order
from grailkeeper.core.call import Ask, Call
from grailkeeper.core.canon import Data
from grailkeeper.core.form import Pick, read
from grailkeeper.core.option import Value
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.mirror import tables
from grailkeeper.rules.mirror.creation import creation_problems
from grailkeeper.rules.mirror.system import MIRROR

CLASSES = tuple(tables.CLASS_SKILLS)
RANKS = ("E", "D", "C", "B", "A")
SKILLS: tuple[tuple[str, list[str]], ...] = (
    ("Focus", ["judgment_boost buster 5"]),
    ("Wall", ["judgment_boost guard 4 all_allies"]),
    ("Rage", ["attack_boost 4"]),
    ("Curse", ["lasting_damage 8 one", "guard_reduction 3 one"]),
    ("Poison", ["lasting_damage 7 all_enemies"]),
    ("Amulet", ["ward magic 3"]),
    ("Hunter", ["bane saber 4"]),
    ("Heal", ["hp_recovery 6"]),
    ("Choir", ["hp_recovery 3 all_allies"]),
    ("Cover", ["taunt_self 4"]),
    ("Push", ["taunt_ally 3"]),
    ("Mind", ["status_resistance 3"]),
    ("Cleanse", ["status_removal 7"]),
    ("Strip", ["status_removal 6 one"]),
    ("Shell", ["guard_boost 6 one"]),
)
SPECIALS = (
    None,
    "lasting_damage",
    "status_removal",
    "status_resistance",
    "hp_recovery",
    "attack_boost",
    "ward physical",
)
NAMES = ("가온", "Mina", "이리야", "Bazett", "라니8")


def one_of(pick: Pick, values: Any) -> Any:
    return values[pick(len(values))]


def servant(pick: Pick) -> dict[str, Any]:
    """A servant with something of everything; its points are not checked."""
    made: dict[str, Any] = {
        "name": one_of(pick, NAMES),
        "class": one_of(pick, CLASSES),
        "type": one_of(pick, ("physical", "magic")),
        "level": 1,
        "true_name": "Artoria",
        "dossier": ["looks", "weapon", "origin"],
        "mana_points": 5 * pick(4),
        "stage": 1 + pick(4),
        "citizens": one_of(pick, (0, 0, 4, 9, 14, 19)),
        "skills": [
            {"name": name, "effects": effects}
            for place, (name, effects) in enumerate(SKILLS)
            if (place + pick(4)) % 4 == 0
        ],
        "phantasms": [],
        "bases": ["Docks"] if pick(2) else ["Shinto"],
    }
    for name in ("strength", "endurance", "agility", "magic", "luck"):
        made[name] = one_of(pick, RANKS)
    if made["level"] > 1:
        made["die"] = 1 + pick(10)
    for number in range(pick(3)):
        phantasm = {"name": f"NP {number}", "rank": one_of(pick, ("E", "D", "C")), "range": "anti-unit"}
        phantasm |= {"use": "defence"} if pick(3) == 0 else {"attribute": one_of(pick, ("buster", "quick", "arts"))}
        if pick(3) == 0:
            phantasm["range"] = "anti-army"
        special = one_of(pick, SPECIALS)
        if special:
            phantasm["special"] = special
        made["phantasms"].append(phantasm)
    if made["class"] == "caster":
        made["territory"] = {"region": "Docks", "store": 10 * pick(5)}
        made["class_skills"] = {"territory_creation": "B"}
    if made["class"] == "assassin":
        made["class_skills"] = {"presence_concealment": one_of(pick, ("E", "A"))}
    return made


def _name(key: str, pick: Pick) -> str:
    """No two teams of a war are called the same."""
    return f"{one_of(pick, NAMES)} {key}"


def setup(pick: Pick) -> tuple[Mapping[str, Any], Mapping[str, Value]]:
    """A single battle, a war of finished servants, or a war from creation, with options."""
    keys = [f"t{number}" for number in range(1, 3 + pick(3))]
    kind = pick(4)
    if kind == 0:
        teams: dict[str, Any] = {key: {"name": _name(key, pick)} for key in keys}
        made: dict[str, Any] = {"teams": teams, "creation": True, "war": {"scene_limit": 3}}
    else:
        made = {"teams": {key: {**servant(pick), "name": _name(key, pick)} for key in keys}}
        made |= {"as_they_are": True, "order": keys}
        if kind == 1:
            made["battle"] = battle(pick, keys)
        else:
            world = one_of(pick, ("virtual", "virtual", "real"))
            few = [{"name": "Docks", "souls": pick(4)}, {"name": "Shinto"}]
            made["war"] = {"scene_limit": 4, "world": world, "regions": few, "zones": ["lobby"]}
    data, problems = read(MIRROR.setup, made)
    assert not problems and isinstance(data, Mapping), problems
    return data, sampled_options(MIRROR.options, pick)


def battle(pick: Pick, keys: list[str]) -> dict[str, Any]:
    sides = [[key] for key in keys]
    made: dict[str, Any] = {"sides": sides, "world": one_of(pick, ("virtual", "virtual", "real")), "region": "Docks"}
    if len(keys) > 2:
        if pick(2):
            made["sides"] = [keys[:2], *([key] for key in keys[2:])]
        if pick(2) and len(keys) > 3:
            made["joins"] = {keys[-1]: {"set": 1 + pick(2), "turn": 1 + pick(2)}}
    return made


def order(system: Any, state: Any, call: Call, ask: Ask, pick: Pick) -> Data:
    """A legal order, made part by part so that most of what can be said is said now and then."""
    view = system.view(state, seat_viewer(ask.seat))
    record = system.form(view, call, ask).record
    if call.kind == "turn":
        return _turn(system, view, call, ask, pick, record)
    if call.kind == "creation":
        return _creation(view, pick)
    if call.kind in ("after", "meeting", "plan", "set_start", "gap"):
        return _by_field(system, view, call, ask, pick, record)
    return sampled_order(system, state, call, ask, pick)


def _legal(system: Any, view: Any, call: Call, ask: Ask, record: Any, raw: Data) -> Data:
    read_order, malformed = read(record, raw)
    if malformed or any(problem.binding for problem in system.check(view, call, ask, read_order)):
        return None
    return read_order


def _turn(system: Any, view: Any, call: Call, ask: Ask, pick: Pick, record: Any) -> Data:
    slots: list[Any] = []
    slot_kind = record.fields[0].kind.of
    for _ in range(5):
        for _ in range(4):
            slot = slot_kind.sample(pick)
            slot["supports"] = slot.get("supports", [])[:2]
            if _legal(system, view, call, ask, record, {"slots": [*slots, slot]}) is not None:
                slots.append(slot)
                break
        else:
            slots.append({"card": "empty"})
    return _legal(system, view, call, ask, record, {"slots": slots})


def _by_field(system: Any, view: Any, call: Call, ask: Ask, pick: Pick, record: Any) -> Data:
    found: dict[str, Any] = {}
    for field in record.fields:
        if pick(3) == 0:
            continue
        if field.name == "continue":
            found["continue"] = True
            continue
        for _ in range(3):
            part = {field.name: field.kind.sample(pick)}
            if _legal(system, view, call, ask, record, found | part) is not None:
                found |= part
                break
    return _legal(system, view, call, ask, record, found)


def _creation(view: Any, pick: Pick) -> Data:
    made: dict[str, Any] = {
        "class": one_of(pick, CLASSES),
        "strength": 7,
        "agility": 8,
        "skills": [{"name": "Heal", "rank": 5, "effects": [{"kind": "hp_recovery", "grade": 5}]}],
        "phantasms": [{"name": "가", "rank": 14, "attribute": "buster"}],
        "base": one_of(pick, view.regions[:2]),
    }
    sheet = {name: value for name, value in made.items() if name != "base"} | {"level": view.making.level}
    if view.making.die:
        sheet["die"] = view.making.die
    assert not list(creation_problems(sheet))
    return made
