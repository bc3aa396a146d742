"""Chronicle under the suite that every rule system must pass: random battles, and twin worlds for its secrets."""

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
from grailkeeper.rules.chronicle.cards import Card
from grailkeeper.rules.chronicle.people import Ability, Skill, SpellType
from grailkeeper.rules.chronicle.setup import SETUP
from grailkeeper.rules.chronicle.system import CHRONICLE
from grailkeeper.rules.chronicle.visibility import KNOWLEDGE

from .twins import twins

LETTERS = ("E", "D", "C", "B", "A", "EX")


def _rank(pick: Pick) -> str:
    return LETTERS[pick(6)] + "+" * (pick(3) if pick(3) == 0 else 0)


def _phantasm(pick: Pick) -> dict[str, Any]:
    found: dict[str, Any] = {
        "grade": _rank(pick),
        "kind": ("attack", "attack", "defence", "always_on")[pick(4)],
        "range": ("anti_unit", "anti_army", "anti_fortress")[pick(3)],
    }
    return found | ({"figure": pick(9)} if pick(3) == 0 else {})


def a_servant(pick: Pick) -> dict[str, Any]:
    skills = {skill.value: _rank(pick) for skill in Skill if pick(3) == 0}
    return {
        "kind": "servant",
        "class": ("saber", "caster")[pick(2)],
        **{ability.value: _rank(pick) for ability in Ability},
        "skills": skills,
        "noble_phantasm": _phantasm(pick) if pick(2) else None,
        "special_damage": ["strike"] if pick(5) == 0 else [],
        "true_name": "아르토리아",
        "injured": pick(5) == 0,
        **({"health": 1 + pick(30)} if pick(2) else {}),
        **({"mana": pick(40) - 20} if pick(3) == 0 else {}),
    }


def a_master(pick: Pick) -> dict[str, Any]:
    return {
        "kind": "master",
        **{name: 1 + pick(5) for name in ("combat", "magic")},
        **{name: pick(5) for name in ("conviction", "fate")},
        "circuit": "CBA"[pick(3)],
        "affinity": tuple(SpellType)[pick(5)],
        "critical": _rank(pick) if pick(2) else None,
        "items": [{"kind": ("card_code", "magecraft_code")[pick(2)], "grade": 1 + pick(3)} for _ in range(pick(3))],
        **({"health": 1 + pick(9)} if pick(2) else {}),
        **({"mana": pick(12)} if pick(2) else {}),
    }


def begin(pick: Pick) -> tuple[Mapping[str, Any], Mapping[str, Value]]:
    """A battle of two or three sides, of one or two teams each; now and then with an intruder."""
    people: list[dict[str, Any]] = []
    sides = []
    for number in range(2 + (pick(3) == 0)):
        side: dict[str, Any] = {"key": f"s{number}", "people": []}
        for place in range(1 + (pick(4) == 0)):
            team = f"t{number}{'ab'[place]}"
            made = [a_servant(pick)] if pick(5) else []
            made += [a_master(pick)] if pick(2) or not made else []
            for each in made:
                key = f"{team}_{each['kind']}"
                seat = key if pick(4) == 0 else team
                people.append({**each, "key": key, "name": f"{team}의 {each['kind']}", "team": team, "seat": seat})
                side["people"].append(key)
        sides.append(side)
    battle: dict[str, Any] = {"sides": sides}
    if pick(3) == 0 and len(sides) == 2:
        battle["preempts"] = "s0"
    servants = [person["key"] for person in people if person["kind"] == "servant"]
    if pick(6) == 0 and servants:
        people.append({**a_servant(pick), "key": "late", "team": "late"})
        battle["intrusions"] = [{"person": "late", "slot": 2 + pick(9), "fights": servants[pick(len(servants))]}]
    knows = {
        person["team"]: {"knows": [key for key in servants if pick(3) == 0], "strokes": pick(3)} for person in people
    }
    given = {"people": people, "teams": knows, "as_they_are": True, "battle": battle}
    setup, problems = read(SETUP, given)
    assert not problems, problems
    assert isinstance(setup, Mapping)
    return setup, sampled_options(CHRONICLE.options, pick)


def order(system: System, state: Any, call: Call, ask: Ask, pick: Pick) -> Data:
    """A legal order: of what is drawn for a slot or a field, that which fits."""
    view = system.view(state, seat_viewer(ask.seat))
    record = system.form(view, call, ask).record
    legal: dict[str, Any] = {field.name: field.kind.sample(pick) for field in record.fields if field.required}

    def tried(change: Mapping[str, Any]) -> dict[str, Any] | None:
        data, malformed = read(record, {**legal, **change})
        if malformed or any(each.binding for each in system.check(view, call, ask, data)):
            return None
        assert isinstance(data, dict)
        return data

    names = [field.name for field in record.fields]
    if "cards" in names and call.address.startswith("battle/"):
        legal = _cards(legal, tried, view, call, pick)
    for field in record.fields:
        if field.name not in ("cards", "spells", "target"):
            for _ in range(3 if pick(3) else 0):
                found = tried({field.name: field.kind.sample(pick)})
                if found is not None:
                    legal = found
                    break
    return legal


def _cards(legal: dict[str, Any], tried: Any, view: Any, call: Call, pick: Pick) -> dict[str, Any]:
    """Ten cards laid one after the other, each that is legal where it stands."""
    sight = view.battle(int(call.address.split("/")[1]))
    people = list(sight.people)
    for _ in range(4):
        found = tried({"target": people[pick(len(people))]})
        if found is not None:
            legal = found
            break
    cards: list[Any] = []
    spells: list[Any] = []
    while len(cards) < 10:
        for _ in range(6):
            run, more = _run(people, spells, pick)
            found = tried({"cards": [*cards, *run], "spells": more})
            if found is not None:
                legal, cards, spells = found, list(found["cards"]), list(found["spells"])
                break
        else:
            cards.append("wait")
    return legal


def _run(people: list[str], spells: list[Any], pick: Pick) -> tuple[list[str], list[Any]]:
    """A card, three of a noble phantasm, or the cards of a spell."""
    words = [card.value for card in Card]
    word = words[pick(len(words))]
    aimed = f" > {people[pick(len(people))]}" if pick(3) == 0 else ""
    if word in ("chant", "magecraft"):
        return ["chant"] * pick(4) + ["magecraft"], [*spells, _spell(people, pick)]
    if word == "noble_phantasm":
        return [f"{word}{('', '+')[pick(2)]}{aimed}"] * 3, spells
    if word == "guard":
        return [word + ("", "+", " cover allies", " cover master")[pick(4)]], spells
    return [f"{word}{('', '+', ' reserve')[pick(3)]}{aimed}"], spells


def _spell(people: list[str], pick: Pick) -> dict[str, Any]:
    made: dict[str, Any] = {
        "type": tuple(SpellType)[pick(5)].value,
        "grade": 1 + pick(5),
        "mode": ("cards", "magecraft")[pick(2)],
        "reserve": pick(4) == 0,
    }
    return made | ({"target": people[pick(len(people))]} if pick(2) else {})


INFORMATION = tuple((row.id, row.clause, row.who) for row in KNOWLEDGE)

SUBJECT = Subject(CHRONICLE, begin, INFORMATION, twins, Path(chronicle.__file__).parent, order, walks=60)
