"""Whole wars at a random table: teams with sheets to be made or at hand, and orders that mean something."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from conformance.subject import Subject, System, sampled_options
from grailkeeper.core.call import Ask, Call
from grailkeeper.core.canon import Data
from grailkeeper.core.form import Pick, read
from grailkeeper.core.option import Value
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules import chronicle
from grailkeeper.rules.chronicle.scene.state import Kind
from grailkeeper.rules.chronicle.system import CHRONICLE
from grailkeeper.rules.chronicle.visibility import KNOWLEDGE, View

from . import subject

NAMES = ("사야카", "쿄코", "히토미", "시즈카", "사쿠라", "모모에", "레이")


def begin(pick: Pick) -> tuple[Mapping[str, Any], Mapping[str, Value]]:
    """Three to six teams: with sheets to be made, or with people of their own, who have ties, bases and secrets."""
    teams = {f"t{place}": name for place, name in enumerate(NAMES[: 3 + pick(4)], 1)}
    setup = dict(CHRONICLE.war_setup(teams)) if pick(4) == 0 else _roster(pick, teams)
    setup["war"] = {**setup["war"], "scene_limit": 5 + pick(4)}
    found, problems = read(CHRONICLE.setup, setup)
    assert not problems, problems
    assert isinstance(found, Mapping)
    return found, sampled_options(CHRONICLE.options, pick)


def _roster(pick: Pick, teams: Mapping[str, str]) -> dict[str, Any]:
    people: list[dict[str, Any]] = []
    npcs = [{"key": "taiga", "name": "타이가", "at": "r5"}, {"key": "issei", "name": "잇세이"}][: pick(3)]
    keys = [f"{team}_{kind}" for team in teams for kind in ("master", "servant")]
    for team in teams:
        for kind, sheet in (("master", subject.a_master(pick)), ("servant", subject.a_servant(pick))):
            key = f"{team}_{kind}"
            lively = {"health": 10 + pick(40), "mana": 10 + pick(40), "experience": pick(8)} if pick(3) else {}
            made: dict[str, Any] = {**sheet, **lively, "crafter": True}
            ties = {other: 1 for other in keys if other != key and pick(3) == 0}
            ties |= {npc["key"]: 1 for npc in npcs}
            person = {**made, "key": key, "name": f"{teams[team]} {kind}", "team": team, "relationships": ties}
            if kind == "servant":
                del person["crafter"]
                person |= {"seat": key if pick(3) == 0 else team, "values": pick(11) - 5}
            people.append({**person, "at": f"r{1 + pick(9)}", "deleted": [keys[0]] if key != keys[0] else []})
    held = {
        team: {"name": name, "funds": pick(9), "merit": pick(7), "souls": pick(5) * 5, "base": f"r{1 + pick(9)}"}
        for team, name in teams.items()
    }
    return {
        "people": people,
        "teams": held,
        "as_they_are": True,
        "acquaintances": [["t1_servant", "t2_servant"]],
        "npcs": npcs,
        "war": {},
    }


def order(system: System, state: Any, call: Call, ask: Ask, pick: Pick) -> Data:
    """An order from its form; in a scene one that is built action by action, so that things happen."""
    if call.kind == "actions" and pick(5):
        appointed = _appointed(system, state, call, ask, pick) if pick(2) else None
        return appointed or _actions(system, state, call, ask, pick)
    if call.kind == "scene_start" and pick(3):
        return _start(system, state, call, ask, pick)
    return subject.order(system, state, call, ask, pick)


def _actions(system: System, state: Any, call: Call, ask: Ask, pick: Pick) -> Data:
    view = system.view(state, seat_viewer(ask.seat))
    record = system.form(view, call, ask).record
    legal: dict[str, Any] = {"convert": pick(6)} if pick(2) else {}
    if pick(2):
        legal["move"] = f"r{1 + pick(4)}"
    for _ in range(10):
        name = ("first", "second", "long")[pick(3)]
        tried = {**legal, name: _action(view, ask.whom, pick)}
        data, malformed = read(record, tried)
        if not malformed and not any(each.binding for each in system.check(view, call, ask, data)):
            legal = tried
    data, malformed = read(record, legal)
    if malformed or any(each.binding for each in system.check(view, call, ask, data)):
        return None
    return data


def _start(system: System, state: Any, call: Call, ask: Ask, pick: Pick) -> Data:
    """A servant is there; its master sees to its upkeep."""
    view = system.view(state, seat_viewer(ask.seat))
    found: Data = subject.order(system, state, call, ask, pick)
    assert isinstance(found, dict)
    for amount in (10, 6, 5, 3):
        master = ask.whom.endswith("master")
        tried = {**found, "supply": amount} if master else {**found, "manifest": bool(pick(8))}
        if not any(each.binding for each in system.check(view, call, ask, tried)):
            return tried
    return found


def _appointed(system: System, state: Any, call: Call, ask: Ask, pick: Pick) -> Data:
    """What all would do in this scene: things that only several together can do."""
    view = system.view(state, seat_viewer(ask.seat))
    team, _, role = ask.whom.rpartition("_")
    mate = f"{team}_{'servant' if role == 'master' else 'master'}"
    number = int(team[1:])
    other = f"t{number + 1 if number % 2 else number - 1}_{role}"
    cards = [("strike", "counter", "rush")[pick(3)] for _ in range(5 + pick(3))]
    study = {"action": "study", "challenge": True, "contest": cards}
    choices: tuple[dict[str, Any], ...] = (
        {"move": "r1", "first": study, "second": {"action": "rest"}},
        {"move": "r3", "first": {**study, "action": "labor"}, "second": {**study, "action": "labor"}},
        {"long": {"action": "mana_charge", "with": mate}},
        {"long": {"action": "circuit_link", "with": other}},
        {"long": {"action": "bonding", "with": other}},
        {"first": {"action": "bonding", "with": mate}, "second": {"action": "bonding", "with": other}},
        {"move": "r2", "first": {"action": "recontract", "with": other}},
        {"move": "r5", "first": {"action": "bonding", "with": "taiga"}},
        {"move": "r1", "long": {"action": "study", "taught_by": mate} if role == "master" else
         {"action": "teaching", "pupil": mate}},
        {"move": "r1", "first": {"action": "search" if role == "servant" else "scouting"},
         "second": {"action": "pursuit", "target": other}},
    )  # fmt: skip
    data, malformed = read(system.form(view, call, ask).record, choices[(state.scene + number // 2) % len(choices)])
    if malformed or any(each.binding for each in system.check(view, call, ask, data)):
        return None
    return data


_LOOKS = (Kind.SCOUTING, Kind.SEARCH, Kind.PURSUIT)


def _action(view: View, whom: str, pick: Pick) -> dict[str, Any]:
    assert view.table is not None and view.table.own is not None
    names = list(view.table.own.names)
    kind = _LOOKS[pick(3)] if pick(3) == 0 else tuple(Kind)[pick(len(Kind))]
    mate = whom.replace("master", "?").replace("servant", "master").replace("?", "servant")
    person = mate if pick(2) and mate in names else names[pick(len(names))]
    return {
        "action": kind.value,
        **dict.fromkeys(("target", "patient", "taught_by", "pupil", "with"), person),
        "grade": 1 + pick(3),
        "victims": 1 + pick(3),
        "challenge": pick(2) == 0,
        "contest": [("strike", "counter", "rush")[pick(3)] for _ in range(4 + pick(4))],
        "renew": pick(4) == 0,
        **({"move": f"r{1 + pick(9)}"} if pick(2) else {}),
    }


INFORMATION = tuple((row.id, row.clause, row.who) for row in KNOWLEDGE)

WARS = Subject(CHRONICLE, begin, INFORMATION, tuple, Path(chronicle.__file__).parent, order, walks=12, longest=2000)
