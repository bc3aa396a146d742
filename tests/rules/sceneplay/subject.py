"""Sceneplay under the suite that every rule system must pass: random battles, and twin worlds for its secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from conformance.subject import Subject, System, sampled_options
from conformance.twin import Move, Twins, World
from grailkeeper.core.call import Ask, Call
from grailkeeper.core.canon import Data
from grailkeeper.core.form import Pick, read
from grailkeeper.core.option import Value
from grailkeeper.core.seat import Role, seat_viewer
from grailkeeper.rules import sceneplay
from grailkeeper.rules.sceneplay.battle.sides import pairs
from grailkeeper.rules.sceneplay.people import Functions, Points, Reserve, Skill, Workshop
from grailkeeper.rules.sceneplay.setup import SETUP
from grailkeeper.rules.sceneplay.state import State, with_person, with_team
from grailkeeper.rules.sceneplay.system import SCENEPLAY
from grailkeeper.rules.sceneplay.visibility import KNOWLEDGE

from . import scenetwins, table
from .table import CASTER, MASTER, RIDER, SABER

LETTERS = ("E", "D", "C", "B", "A", "EX")


def _ranks(pick: Pick) -> str:
    return " ".join(LETTERS[pick(6)] + "+" * pick(3) for _ in range(5))


def _vital(pick: Pick, most: int) -> str:
    return f"{most if pick(2) else 1 + pick(most)}/{most}"


def _skill(pick: Pick, place: int) -> dict[str, Any]:
    return {
        "name": f"기술 {place}",
        "rank": LETTERS[pick(6)],
        "sides": ("attack", "defence", "both")[pick(3)],
        "condition": ("always", "first_strike", "wounded")[pick(3)],
        "magecraft": bool(pick(2)),
    }


def _phantasm(pick: Pick, place: int) -> dict[str, Any]:
    return {"name": f"보구 {place}", "rank": LETTERS[pick(6)], "type": ("damage", "guard")[pick(2)]}


def _servant(pick: Pick) -> dict[str, Any]:
    servant: dict[str, Any] = {
        "class": ("rider", "caster")[pick(2)],
        "ranks": _ranks(pick),
        "health": _vital(pick, 7),
        "mana": _vital(pick, 7),
        "luck_uses": pick(4),
        "raised": {"strength": pick(3)},
        "skills": [_skill(pick, place) for place in range(pick(3))],
        "noble_phantasms": [_phantasm(pick, place) for place in range(pick(3))],
        "territory_creation": "B",
    }
    return servant | ({"attack": 20 + pick(40), "defence": 20 + pick(40)} if pick(4) == 0 else {})


def _team(pick: Pick, key: str) -> dict[str, Any]:
    master = {
        "ranks": _ranks(pick),
        "health": _vital(pick, 3),
        "mana": _vital(pick, 4),
        "strokes": pick(4),
        "mystic_code": {"rank": LETTERS[pick(5)], "type": ("damage", "guard")[pick(2)]} if pick(2) else None,
    }
    alone = pick(5) == 0
    seats = {"master": key, "servant": f"{key}b"} if pick(3) == 0 and not alone else {}
    return {
        "name": f"조 {key}",
        "master": master if alone or pick(4) else None,
        "servant": None if alone else _servant(pick),
        "workshop": "4/3/3",
        "territory": ("0/0/0", "4/4/4")[pick(2)],
        "reserves": [5 + 5 * pick(2) for _ in range(pick(4))],
        **({"seats": seats} if seats else {}),
    }


def begin(pick: Pick) -> tuple[Mapping[str, Any], Mapping[str, Value]]:
    """A meeting of two to four teams, two of them perhaps allied."""
    teams = {f"t{place}": _team(pick, f"t{place}") for place in range(1, 3 + pick(3))}
    keys = list(teams)
    sides = [keys[:2], *([key] for key in keys[2:])] if len(keys) > 2 and pick(2) else [[key] for key in keys]
    hostile = [(keys[-1], keys[-2])] if pick(2) else []
    battle: dict[str, Any] = {
        "pairs": [[list(side) for side in pair.sides] for pair in pairs(sides, hostile)],
        "there": {key: [role.value for role in Role if team[role.value] is not None] for key, team in teams.items()},
    }
    if pick(2):
        battle["workshop_of"] = keys[pick(len(keys))]
    setup, problems = read(SETUP, {"teams": teams, "as_they_are": True, "battle": battle})
    assert not problems, problems
    assert isinstance(setup, Mapping)
    return setup, sampled_options(SCENEPLAY.options, pick)


def order(system: System, state: Any, call: Call, ask: Ask, pick: Pick) -> Data:
    """A legal order, field by field: of a sampled value what does not fit is left out, so that much is spent."""
    view = system.view(state, seat_viewer(ask.seat))
    record = system.form(view, call, ask).record
    legal: dict[str, Data] = {field.name: field.kind.sample(pick) for field in record.fields if field.required}
    for field in record.fields:
        for _ in range(4 if pick(4) else 0):
            tried, malformed = read(record, {**legal, field.name: field.kind.sample(pick)})
            if not malformed and not any(each.binding for each in system.check(view, call, ask, tried)):
                assert isinstance(tried, dict)
                legal = tried
                break
    return legal


# Twin worlds: Sayaka's rider fights Kyoko's saber, Hitomi is elsewhere

SHEETS = "battle/1/sheets"
BOTH = ("Sayaka", "Kyoko")


def war(**options: Any) -> State:
    people = {
        "Sayaka": {"master": MASTER, "servant": {**RIDER, "skills": [], "attack": 42, "defence": 42}, "reserves": [5]},
        "Kyoko": {
            "master": {"mystic_code": {"rank": "E"}, "mana": "4/4"},
            "servant": {**SABER, "noble_phantasms": [{"name": "Blade", "rank": "E"}]},
            "reserves": [5],
        },
        "Hitomi": {"master": {}, "servant": CASTER},
    }
    script = table.script({"sides": list(BOTH), "teams": people}, {}, options)
    return SCENEPLAY.begin(script.setup, script.options)


def fought(sayaka: Mapping[str, Any] | None = None, kyoko: Mapping[str, Any] | None = None, **more: Any) -> Move:
    """The battle; by itself with the numbers of S-E5."""
    orders = {
        "Sayaka": {"numbers": table.NUMBERS, **(sayaka or {})},
        "Kyoko": {"numbers": table.THEIRS, **(kyoko or {})},
    }
    return Move(SHEETS, orders, **more)


PROBES: tuple[Any, ...] = ({"luck": [1]}, {"reserves": {"1": [5]}}, {"boost": [50, 50]}, {"phantasm": [1], "code": [2]})


def _states(row: str, left: State, right: State, *knows: str) -> Twins:
    """Two worlds that begin differently and go on alike."""
    move = fought()
    return Twins(row, World(left, (move,)), World(right, (move,)), frozenset(knows), PROBES)


def _moves(row: str, left: Move, right: Move, *knows: str, state: State | None = None) -> Twins:
    begun = war() if state is None else state
    return Twins(row, World(begun, (left,)), World(begun, (right,)), frozenset(knows), PROBES)


def _kyoko(role: Role, **change: Any) -> State:
    return with_person(war(), "Kyoko", role, **change)


def twins() -> Iterator[Twins]:
    yield from _judgments()
    yield from _sums()
    yield from _people()
    yield from _payments()
    yield from _bases()
    yield from scenetwins.twins()


def _judgments() -> Iterator[Twins]:
    yield _moves("chance", fought(kyoko={"boost": [3]}), fought(kyoko={"boost": [4]}), *BOTH)
    others = ({"numbers": [25, 45, 60, 95, 99]}, {"numbers": [5, 35, 50, 70, 90]})
    yield _moves("numbers", fought(), fought(*others), *BOTH)
    early = with_person(war(), "Sayaka", Role.SERVANT, health=Points(1, 7))
    lost = {"numbers": [80, 1, 2, 3, 4], "escape": False}
    for other in ({"numbers": [80, 5, 6, 7, 8]}, {"numbers": [80, 5, 6, 7, 8], "luck": [3]}):
        yield _moves("unmade_numbers", fought(lost), fought(lost | other), "Sayaka", state=early)
    far = {"numbers": [80, 50, 60, 95, 99]}
    yield _moves("retries", fought(far), fought(far | {"luck": [1]}), *BOTH)
    yield _moves("luck_named", fought(far), fought(far | {"luck": [3]}), "Sayaka")
    yield _moves("luck_named", fought({"luck": [5]}), fought({"luck": [3]}), "Sayaka", *BOTH)
    yield _moves("escape_standing", fought({"escape": True}), fought({"escape": False}), "Sayaka")
    faint = {"code": [2]}
    well, weak = (_kyoko(Role.MASTER, mana=Points(now, 4)) for now in (3, 2))
    yield Twins(
        "fainted_in_battle", World(well, (fought(kyoko=faint),)), World(weak, (fought(kyoko=faint),)), frozenset(BOTH)
    )


def _sums() -> Iterator[Twins]:
    saber = war().teams["Kyoko"].servant
    assert saber is not None and saber.sums is not None
    weaker = replace(saber.ranks, strength=replace(saber.ranks.strength, letter=saber.ranks.magic.letter))
    more = replace(saber.sums, attack=saber.sums.attack + 8)
    for row in ("chance_sums", "rank_bonus"):
        yield _states(row, war(), _kyoko(Role.SERVANT, ranks=weaker, sums=more), "Kyoko")
    capped = [_kyoko(Role.SERVANT, sums=replace(saber.sums, attack=attack)) for attack in (90, 120)]
    yield _states("chance_sums", capped[0], capped[1], "Kyoko")


def _people() -> Iterator[Twins]:
    saber = war().teams["Kyoko"].servant
    assert saber is not None
    magic = replace(saber.ranks, magic=replace(saber.ranks.magic, plus=3))
    skill = Skill("Charisma", saber.ranks.magic, 0, 1)
    yield _states("sheet", war(), _kyoko(Role.SERVANT, ranks=magic), "Kyoko")
    yield _states("sheet", war(), _kyoko(Role.SERVANT, skills=(skill,)), "Kyoko")
    yield _states("sheet", war(), _kyoko(Role.MASTER, mystic_code=None), "Kyoko")
    for health in (Points(8, 9), Points(7, 8)):
        yield _states("vitals", war(), _kyoko(Role.SERVANT, health=health), "Kyoko")
    yield _states("vitals", war(), _kyoko(Role.SERVANT, mana=Points(2, 6)), "Kyoko")
    yield _states("strokes", war(), _kyoko(Role.MASTER, strokes=1), "Kyoko")
    yield _states("luck_uses", war(), _kyoko(Role.SERVANT, luck_uses=3), "Kyoko")
    skilled = _kyoko(Role.SERVANT, skills=(skill,))
    ruled = fought(rulings={"battle/1/skill/Kyoko/1": False})
    yield _moves("skill_ruling", fought(), ruled, "Kyoko", state=skilled)


def _payments() -> Iterator[Twins]:
    yield _states("reserves", war(), with_team(war(), "Kyoko", reserves=(Reserve(10), Reserve(5))), "Kyoko")
    saber = war().teams["Kyoko"].servant
    assert saber is not None
    used = tuple(replace(each, discount_used=True) for each in saber.noble_phantasms)
    strike = (fought(kyoko={"phantasm": [2]}),)
    spent = World(_kyoko(Role.SERVANT, noble_phantasms=used), strike)
    yield Twins("payment", World(war(), strike), spent, frozenset({"Kyoko"}), PROBES)
    dry = _kyoko(Role.SERVANT, noble_phantasms=used, mana=Points(1, 6))
    yield _moves("payment", fought(), strike[0], "Kyoko", state=dry)
    yield _moves("failed_order", fought(), fought(kyoko={"reserves": {"2": [30]}}), "Kyoko")


def _bases() -> Iterator[Twins]:
    kyoko, sayaka = ("Kyoko", "Sayaka")
    hidden = Workshop(Functions(1, 1, 8))
    yield _states("workshop", war(), with_team(war(), kyoko, workshop=hidden), kyoko)
    yield _states("stored_mana", war(), with_team(war(), kyoko, stored_mana=12), kyoko)
    yield _states("exposure_risk", war(), with_team(war(), kyoko, exposure_risk=3), kyoko)
    yield _states("bases_known", war(), with_team(war(), sayaka, known_by={kyoko: 1}), kyoko)
    known = [with_team(war(), sayaka, known_by={kyoko: scene}) for scene in (1, 2)]
    yield _states("known_by", known[0], known[1])


INFORMATION = tuple((row.id, row.clause, row.who) for row in KNOWLEDGE)

SUBJECT = Subject(SCENEPLAY, begin, INFORMATION, twins, Path(sceneplay.__file__).parent, order, walks=80)
