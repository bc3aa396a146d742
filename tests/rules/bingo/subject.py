"""Bingo under the suite that every rule system must pass: random wars, and twin worlds for its secrets."""

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
from grailkeeper.rules import bingo
from grailkeeper.rules.bingo.people import Condition, ServantClass
from grailkeeper.rules.bingo.setup import SETUP
from grailkeeper.rules.bingo.system import BINGO
from grailkeeper.rules.bingo.visibility import INFORMATION as KNOWLEDGE

from .twins import twins

LETTERS = ("E", "D", "C", "B", "A")


def _rank(pick: Pick) -> str:
    return LETTERS[pick(5)] + "+" * (pick(5) // 3)


def _skill(pick: Pick, place: int) -> dict[str, Any]:
    conditions = (*Condition, *[Condition.KEEPER] * 3)
    return {
        "name": f"기술 {place}",
        "rank": _rank(pick),
        "condition": conditions[pick(len(conditions))].value,
        "is_class_skill": bool(pick(2)),
        "is_magecraft": pick(3) == 0,
    }


def _servant(pick: Pick) -> dict[str, Any]:
    classes = tuple(ServantClass)
    phantasms = [{"name": f"보구 {place}", "rank": _rank(pick), "uses_max": 1 + pick(2)} for place in range(pick(3))]
    return {
        "class": classes[pick(len(classes))].value,
        "name": "진명",
        **{name: _rank(pick) for name in ("strength", "endurance", "agility", "magic", "luck")},
        "skills": [_skill(pick, place) for place in range(pick(4))],
        "noble_phantasm": phantasms,
        "health": 2 + pick(6),
        "max_health": 7,
        "mana": pick(8),
        "max_mana": 7,
    }


def _team(pick: Pick, key: str, battle: bool) -> dict[str, Any]:
    alone = pick(6) == 0 and not battle
    master = {
        "health": 1 + pick(3),
        "max_health": 3,
        "mana": pick(5),
        "max_mana": 5,
        "strokes": [pick(22) for _ in range(pick(4))],
        "tarot": [pick(22) for _ in range(pick(4))],
        "exhausted": pick(4) == 0,
        "accompanies": pick(4) > 0,
    }
    seats = {"master": key, "servant": f"{key}b"} if pick(3) == 0 else {}
    return {
        "key": key,
        "name": f"조 {key}",
        "servant": None if alone else _servant(pick),
        "master": master if alone or pick(8) else None,
        **({"seats": seats} if seats else {}),
    }


def begin(pick: Pick) -> tuple[Mapping[str, Any], Mapping[str, Value]]:
    """A war of two to five teams, new or under way, or a scene or a battle of one."""
    extent = ("war", "war", "war", "scene", "battle")[pick(5)]
    keys = [f"t{place}" for place in range(1, 3 if extent == "battle" else 3 + pick(4))]
    new = extent == "war" and pick(3) == 0
    teams = [{"key": key} if new else _team(pick, key, extent == "battle") for key in keys]
    setup: dict[str, Any] = {"extent": extent, "teams": teams, "regions": ["항구", "학교"][: 1 + pick(2)]}
    if extent == "war" and pick(3) == 0:
        setup["alliances"] = [keys[:2]]
    data, problems = read(SETUP, setup)
    assert not problems, problems
    assert isinstance(data, Mapping)
    options = sampled_options(BINGO.options, pick)
    return data, {**options, "scene_limit": 2 + pick(5), "servant_ability_points": 18}


def order(system: System, state: Any, call: Call, ask: Ask, pick: Pick) -> Data:
    """A legal order, field by field: of a sampled value what does not fit is left out, so that much is spent."""
    view = system.view(state, seat_viewer(ask.seat))
    record = system.form(view, call, ask).record
    if call.kind in ("strokes", "registration", "creation"):
        return _whole(system, view, call, ask, pick)
    legal: dict[str, Data] = {}
    for field in record.fields:
        for _ in range(4 if pick(4) else 0):
            tried, malformed = read(record, {**legal, field.name: field.kind.sample(pick)})
            if not malformed and not any(each.binding for each in system.check(view, call, ask, tried)):
                assert isinstance(tried, dict)
                legal = tried
                break
    return legal


def _whole(system: System, view: Any, call: Call, ask: Ask, pick: Pick) -> Data:
    record = system.form(view, call, ask).record
    for _ in range(8):
        tried, malformed = read(record, record.sample(pick))
        if not malformed and not any(each.binding for each in system.check(view, call, ask, tried)):
            return tried
    return None


INFORMATION = tuple((row.id, row.clause, row.who) for row in KNOWLEDGE)

SUBJECT = Subject(BINGO, begin, INFORMATION, twins, Path(bingo.__file__).parent, order, walks=60)
