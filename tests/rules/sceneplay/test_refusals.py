"""Every refusal of a battle sheet, a situation, a sheet or a number, with exactly its clause."""

from collections.abc import Mapping
from typing import Any

import pytest

from grailkeeper.core.form import read
from grailkeeper.core.problem import Severity
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.sceneplay.system import SCENEPLAY

from . import table
from .table import CASTER, HITOMI, MASTER, PLAIN, RIDER, SAYAKA, case, fight, given, refusal


def _master(**change: Any) -> Mapping[str, Any]:
    return {**SAYAKA, "master": {**MASTER, **change}}


def _servant(**change: Any) -> Mapping[str, Any]:
    return {**SAYAKA, "servant": {**RIDER, **change}}


GUARD = {"name": "Aegis", "rank": "C", "type": "guard"}
HOME = given(workshop_of="Sayaka")
CAVE = given(("Sayaka", "Hitomi"), workshop_of="Hitomi")
ALLIES = given((["Kyoko", "Sayaka"], "Hitomi"))
ALONE = given(Sayaka={"master": MASTER})

SHEETS: list[tuple[str, str, Mapping[str, Any] | None, dict[str, Any]]] = [
    ("unknown_field", "", None, {"Sayaka": {"lucky": [1]}}),
    ("unknown_field", "", None, {"Sayaka": {"skill_judgments": {"Riding": [1]}}}),
    ("unknown_field", "", None, {"Sayaka": {"phantasm_points": [1]}}),
    ("unknown_field", "", None, {"Sayaka": {"restore": [{"strokes": 5}]}}),
    ("unknown_team", "", None, {"Momoe": {}}),
    ("bad_number", "S-9.5", None, {"Sayaka": {"numbers": [100]}}),
    ("bad_number", "S-9.5", None, {"Sayaka": {"numbers": [-1]}}),
    ("bad_number", "S-9.5", None, {"Sayaka": {"numbers": [1.5]}}),
    ("bad_number", "S-9.5", None, {"Sayaka": {"numbers": [True]}}),
    ("bad_number", "S-9.5", None, {"Sayaka": {"numbers": 20}}),
    ("too_many_numbers", "S-10.19", None, {"Sayaka": {"numbers": [1, 2, 3, 4, 5, 6]}}),
    ("bad_judgment", "S-10.1", None, {"Sayaka": {"luck": [6]}}),
    ("bad_judgment", "S-10.1", given(Sayaka=_servant(ranks="C C C D A")), {"Sayaka": {"luck": [2, 2]}}),
    ("bad_judgment", "S-10.1", None, {"Sayaka": {"reserves": {"0": [5]}}}),
    ("bad_judgment", "S-10.1", None, {"Sayaka": {"phantasm": [6]}}),
    ("bad_judgment", "S-10.1", None, {"Sayaka": {"phantasm": {"6": "Revenge"}}}),
    ("bad_judgment", "S-10.1", None, {"Sayaka": {"code": [0]}}),
    ("bad_judgment", "S-10.1", None, {"Sayaka": {"boost": [0, 0, 0, 0, 0, 10]}}),
    ("bad_judgment", "S-10.1", None, {"Sayaka": {"split": {"7": ["Sayaka"]}}}),
    ("too_many_luck", "S-11.5", None, {"Sayaka": {"luck": [1, 2]}}),
    (
        "too_many_luck",
        "S-11.5",
        given(("Sayaka", "Hitomi"), Hitomi={"servant": {**CASTER, "lowered": {"luck": 2}}}),
        {"Hitomi": {"luck": [1, 2]}},
    ),
    ("luck_exhausted", "S-11.2", given(Sayaka=_servant(luck_uses=3)), {"Sayaka": {"luck": [1]}}),
    ("no_such_reserve", "S-20.3", None, {"Sayaka": {"reserves": {"1": [5]}}}),
    (
        "no_such_reserve",
        "S-20.3",
        given(Sayaka={**SAYAKA, "reserves": [5]}),
        {"Sayaka": {"reserves": {"1": [5], "3": [5]}}},
    ),
    ("bad_amount", "S-5.4", None, {"Sayaka": {"reserves": {"1": ["much"]}}}),
    ("not_in_workshop", "S-12.9", None, {"Sayaka": {"assistance": [1]}}),
    ("not_in_workshop", "S-12.9", CAVE, {"Sayaka": {"assistance": [1]}}),
    ("not_enough_assistance", "S-12.9", HOME, {"Sayaka": {"assistance": [1, 1, 1, 1]}}),
    ("not_enough_assistance", "S-12.9", CAVE, {"Hitomi": {"assistance": [5, 5]}}),
    ("assistance_stack", "S-12.10", HOME, {"Sayaka": {"assistance": [2]}}),
    ("assistance_stack", "S-13.5", CAVE, {"Hitomi": {"assistance": [6]}}),
    ("bad_amount", "S-12.9", HOME, {"Sayaka": {"assistance": [-1]}}),
    ("bad_strokes", "S-18.1", None, {"Sayaka": {"boost_strokes": 4}}),
    ("not_enough_strokes", "S-18.1", given(Sayaka=_master(strokes=0)), {"Sayaka": {"boost": [1]}}),
    (
        "not_enough_strokes",
        "S-18.1",
        given(Sayaka=_master(strokes=1)),
        {"Sayaka": {"boost": [1], "restore": [{"health": 5}]}},
    ),
    ("not_enough_strokes", "S-18.1", given(Sayaka=_master(state="fainted")), {"Sayaka": {"boost": [1]}}),
    ("not_enough_strokes", "S-18.1", ALONE, {"Sayaka": {"boost_strokes": 1}}),
    ("not_enough_strokes", "S-18.1", None, {"Kyoko": {"restore": [{"mana": 5}]}}),
    ("bad_recovery", "S-18.2", None, {"Sayaka": {"restore": [{"health": 3, "mana": 3}]}}),
    ("bad_recovery", "S-18.2", None, {"Sayaka": {"restore": [{"health": 6}]}}),
    ("bad_recovery", "S-18.2", None, {"Sayaka": {"restore": [{}]}}),
    ("recovery_at_zero", "S-18.2", given(Sayaka=_servant(mana="0/7")), {"Sayaka": {"restore": [{"mana": 5}]}}),
    ("boost_too_large", "S-18.3", None, {"Sayaka": {"boost": [30, 0, 30], "boost_strokes": 1}}),
    ("bad_amount", "S-18.3", None, {"Sayaka": {"boost": [-5]}}),
    ("no_such_phantasm", "S-21.1", None, {"Sayaka": {"phantasm": {"1": "Excalibur"}}}),
    ("no_such_phantasm", "S-21.1", None, {"Kyoko": {"phantasm": [2]}}),
    ("no_such_phantasm", "S-21.1", None, {"Kyoko": {"phantasm": {"1": "Excalibur"}}}),
    ("phantasm_use", "S-21.1", None, {"Sayaka": {"phantasm": "Revenge"}}),
    (
        "no_such_phantasm",
        "S-21.1",
        given(Sayaka=_servant(noble_phantasms=[GUARD, {"name": "R", "rank": "D"}])),
        {"Sayaka": {"phantasm": [1]}},
    ),
    ("no_such_phantasm", "S-21.1", ALONE, {"Sayaka": {"phantasm": [1]}}),
    ("no_code", "S-21.1", None, {"Kyoko": {"code": [2]}}),
    ("no_code", "S-21.1", given(Sayaka=_master(mystic_code=None)), {"Sayaka": {"code": [1]}}),
    ("no_code", "S-21.1", given(Sayaka=_master(present=False)), {"Sayaka": {"code": [1]}}),
    ("no_code", "S-21.1", given(Sayaka=_master(state="fainted")), {"Sayaka": {"code": [1]}}),
    ("one_device", "S-21.3", None, {"Sayaka": {"code": [1], "phantasm": {"1": "Revenge"}}}),
    ("one_device", "S-21.3", None, {"Sayaka": {"phantasm": [1, 1]}}),
    (
        "one_device",
        "S-21.3",
        given((["Sayaka", "Sakura"], "Kyoko"), Sakura=SAYAKA),
        {"Sayaka": {"code": [1]}, "Sakura": {"phantasm": [1]}},
    ),
    ("wrong_type", "S-21.4", None, {"Sayaka": {"phantasm": [2]}}),
    ("wrong_type", "S-21.4", None, {"Sayaka": {"code": [4]}}),
    ("wrong_type", "S-21.4", given(Sayaka=_servant(noble_phantasms=[GUARD])), {"Sayaka": {"phantasm": [1]}}),
    ("bad_substitution", "S-10.11", given(("Sayaka", "Hitomi")), {"Hitomi": {"substitute": "luck"}}),
    ("no_magecraft", "S-10.11", None, {"Sayaka": {"substitute": "strength"}}),
    (
        "no_magecraft",
        "S-10.11",
        given(Sayaka=_servant(skills=[{"name": "Runes", "rank": "B", "magecraft": True, "refused": True}])),  # S-R4
        {"Sayaka": {"substitute": "strength"}},
    ),
    ("master_substitution", "S-10.12", ALONE, {"Sayaka": {"substitute": "strength"}}),
    ("not_representative", "S-19.4", ALLIES, {"Sayaka": {"numbers": [1]}}),
    ("not_representative", "S-19.4", ALLIES, {"Sayaka": {"luck": [1]}}),
    ("not_representative", "S-19.4", ALLIES, {"Sayaka": {"split": {"1": ["Kyoko"]}}}),
    ("bad_split", "S-19.3", ALLIES, {"Kyoko": {"split": {"2": ["Kyoko"]}}}),
    ("bad_split", "S-19.3", ALLIES, {"Kyoko": {"split": {"1": ["Kyoko", "Sayaka"]}}}),
    ("bad_split", "S-19.3", ALLIES, {"Kyoko": {"split": {"2": ["Kyoko", "Hitomi"]}}}),
]


@pytest.mark.parametrize(("code", "clause", "situation", "sheets"), SHEETS)
def test_battle_sheet(code: str, clause: str, situation: Any, sheets: dict[str, Any]) -> None:
    situation = situation or given()
    assert fight(situation) != refusal(code, clause)
    names = set(situation["teams"])
    declared = sheets if set(sheets) - names else None
    found = case("battle", situation, declared) if declared else fight(situation, **sheets)
    assert found == refusal(code, clause)


def test_too_many_skill_judgments() -> None:
    sheet = {"skill_judgments": {"Storm Navigator": [1, 2, 3, 4, 5]}}
    assert fight(options={"skill_count": "enforced"}, Sayaka=sheet) == refusal("too_many_skill_judgments", "S-23.3")


def test_a_fault_in_a_later_pair_refuses_the_whole() -> None:
    situation = given(("A", "B", "C"), A={**PLAIN, "reserves": [5]}, B=PLAIN, C=PLAIN)
    full = {"numbers": [50] * 5, "reserves": {"1": [5]}}
    plain = {"numbers": [0] * 5}
    declared = {"battles": [{"A": full, "B": plain}, {"A": full, "C": plain}]}
    assert case("battle", situation, declared) == refusal("no_such_reserve", "S-20.3")


SITUATIONS: list[tuple[str, str, Mapping[str, Any]]] = [
    ("unknown_field", "", {**given(), "weather": "rain"}),
    ("unknown_field", "", given(Sayaka=_servant(stength="A"))),
    ("unknown_team", "", {**given(), "sides": ["Sayaka", "Momoe"]}),
    ("unknown_team", "", {**given(), "workshop_of": "Momoe"}),
    ("unknown_team", "", given(Sayaka={**SAYAKA, "known_by": ["Momoe"]})),
    ("bad_rank", "S-10.3", given(Sayaka=_servant(ranks="C C C C"))),
    ("bad_rank", "S-10.3", given(Sayaka=_master(ranks="E E F E E"))),
    ("bad_amount", "S-16.1", given(Sayaka=_servant(health="8/7"))),
    ("bad_amount", "S-16.1", given(Sayaka=_servant(mana="much"))),
    ("bad_amount", "S-12.3", given(Sayaka={**SAYAKA, "workshop": "4/3"})),
    ("bad_amount", "S-13.1", given(Sayaka={**SAYAKA, "territory": "a/b/c"})),
    ("bad_strokes", "S-18.1", given(Sayaka=_master(strokes=4))),
    ("bad_class", "S-24.1", given(Sayaka=_servant(**{"class": "avenger"}))),
    ("bad_level", "S-14.2", given(Sayaka=_servant(level="highest"))),
    ("bad_concealment_ability", "S-12.4", given(Sayaka={**SAYAKA, "concealed_by": "strength"})),
    ("lowered_below_e", "S-14.7", given(Sayaka=_servant(lowered={"magic": 2}))),
    ("no_opponent", "S-6.1", {**given(), "sides": ["Sayaka"]}),
    ("nobody_fights", "S-6.1", given(Sayaka={})),
    ("nobody_fights", "S-6.1", given(Sayaka={"master": {"present": False}, "servant": {"present": False}})),
    ("nobody_fights", "S-6.1", given(Sayaka={"master": {"state": "fainted"}})),
    ("team_on_two_sides", "S-6.4", {**given(), "sides": ["Sayaka", ["Kyoko", "Sayaka"]]}),
]


@pytest.mark.parametrize(("code", "clause", "situation"), SITUATIONS)
def test_situation(code: str, clause: str, situation: Mapping[str, Any]) -> None:
    assert case("battle", situation) == refusal(code, clause)


def _sheet(**servant: Any) -> dict[str, Any]:
    return {"servant": servant}


CREATION: list[tuple[str, str, Mapping[str, Any]]] = [
    ("unknown_field", "", {"sevant": {}}),
    ("unknown_field", "", _sheet(attack=5, defence=5)),
    ("bad_rank", "S-10.3", {"master": {"ranks": "E E E E E+++ +"}}),
    ("bad_rank", "S-10.3", {"master": {"ranks": "E++++ E E E E"}}),
    ("too_many_plus", "S-24.1", _sheet(ranks="E++++ E E E E")),
    ("too_many_plus", "S-24.1", _sheet(ranks="E++ E++ E E E")),
    ("ability_points", "S-24.1", _sheet(ranks="C C C C D")),
    ("ability_points", "S-24.1", _sheet(ranks="C C C D E", level="lower")),
    ("ability_points", "S-24.1", _sheet(ranks="C+ C+ C D E")),
    ("skill_points", "S-24.1", _sheet(skills=[{"name": "a", "rank": "A"}, {"name": "b", "rank": "A"}])),
    (
        "skill_points",
        "S-24.1",
        _sheet(skills=[{"name": "a", "rank": "A++", "class_skill": True}, {"name": "b", "rank": "A+++"}]),
    ),
    ("phantasm_points", "S-24.1", _sheet(noble_phantasms=[{"name": "a", "rank": "A"}])),
    ("one_class_skill", "S-24.1", _sheet(skills=[{"name": name, "rank": "E", "class_skill": True} for name in "ab"])),
    ("servant_points", "S-16.1", _sheet(health=8, mana=7)),
    ("servant_points", "S-16.1", _sheet(health=1, mana=13)),
    ("master_vitals", "S-16.2", {"master": {"health": 3, "mana": 3}}),
    ("master_vitals", "S-16.2", {"master": {"health": 7, "mana": 0}}),
    ("master_ex", "S-24.2", {"master": {"ranks": "E E E EX E"}}),
    ("master_points", "S-24.2", {"master": {"ranks": "A E E D C"}}),
    ("master_points", "S-24.2", {"master": {**MASTER, "mystic_code": {"rank": "B"}}}),
    ("workshop_minimum", "S-12.3", {"workshop": "9/1/0"}),
    ("workshop_total", "S-12.3", {"workshop": "4/3/2"}),
    ("bad_amount", "S-12.3", {"workshop": "4/3/-3"}),
    ("no_territory_creation", "S-13.1", {**_sheet(), "territory": "1/0/0"}),
    ("no_territory_creation", "S-13.1", {"territory": "1/0/0"}),
    ("territory_total", "S-13.1", {**_sheet(territory_creation="C+"), "territory": "0/0/10"}),
    ("lowered_below_e", "S-14.7", _sheet(lowered={"luck": 1})),
    ("bad_amount", "S-16.1", _sheet(health="9/7")),
]


def test_two_devices_of_an_alliance_are_refused_before_anything_is_drawn() -> None:
    """S-19.4, S-21.3: no sheet has its numbers, and the file lists no draw."""
    allies = given((["Sayaka", "Sakura"], "Kyoko"), Sakura=SAYAKA)
    sheets = {"Sayaka": {"code": [1]}, "Sakura": {"phantasm": [1]}}
    assert case("battle", allies, sheets) == refusal("one_device", "S-21.3")


@pytest.mark.parametrize(("code", "clause", "sheet"), CREATION)
def test_creation(code: str, clause: str, sheet: Mapping[str, Any]) -> None:
    assert case("sheet", sheet) == refusal(code, clause)


NUMBERS: list[tuple[str, str, Mapping[str, Any]]] = [
    ("unknown_formula", "", {"formula": "luckiness"}),
    ("unknown_field", "", {"formula": "percent", "rank": "A", "plus": 1}),
    ("bad_rank", "S-10.3", {"formula": "percent", "rank": "S"}),
    ("bad_rank", "S-10.3", {"formula": "search_chance", "rank": "E", "workshop": "4/3/3", "help": ["Z"]}),
    ("bad_number", "S-9.5", {"formula": "roll", "numbers": [100, 1]}),
    ("bad_number", "S-9.5", {"formula": "roll", "numbers": [1]}),
    ("bad_level", "S-14.2", {"formula": "upkeep", "level": "best", "magic": "E"}),
    ("bad_strokes", "S-18.1", {"formula": "upkeep", "level": "top", "magic": "E", "strokes": 4}),
    ("lowered_below_e", "S-14.7", {"formula": "luck", "rank": "C", "lowered": 3}),
    ("reserve_cap", "S-5.7", {"formula": "reserve_cost", "count": 4}),
    ("bad_amount", "S-5.4", {"formula": "reserve_cost", "count": -1}),
    ("missing_field", "", {"formula": "judgment", "chance": 5}),
    ("bad_number", "S-9.5", {"formula": "roll", "each": [{"numbers": [1, 2]}, {"numbers": [1, "x"]}]}),
]


@pytest.mark.parametrize(("code", "clause", "inputs"), NUMBERS)
def test_number(code: str, clause: str, inputs: Mapping[str, Any]) -> None:
    assert case("number", inputs) == refusal(code, clause)


def test_an_unknown_kind_and_a_bad_option_are_refused() -> None:
    assert case("duel", {}) == refusal("unknown_kind", "")
    assert fight(options={"escape_cost": 3}) == refusal("bad_option", "")


def test_legal_edges() -> None:
    assert case("sheet", {"workshop": "8/1/1"})["legal"] is True
    assert case("sheet", {**_sheet(territory_creation="C+"), "territory": "0/0/9"})["legal"] is True
    assert case("sheet", _sheet())["legal"] is True
    assert case("sheet", {"master": {**MASTER, "ranks": "E E E B E"}})["legal"] is True
    assert fight(table.given(("Sayaka", "Hitomi"), workshop_of="Hitomi"), Hitomi={"assistance": [5, 4]})["attack"]
    assert HITOMI["territory"] == "5/3/4"


def doubts(order: dict[str, Any], **change: Any) -> list[tuple[Any, ...]]:
    """What Sayaka is asked about her sheet before it is sealed: code, field, and the numbers in question."""
    script = table.script(given(Sayaka=_changed(**change)), {})
    state = SCENEPLAY.begin(script.setup, script.options)
    (call,) = SCENEPLAY.calls(state)
    (ask,) = (each for each in call.asks if each.whom == "Sayaka")
    view = SCENEPLAY.view(state, seat_viewer(ask.seat))
    read_order, malformed = read(SCENEPLAY.form(view, call, ask).record, {"numbers": table.NUMBERS, **order})
    assert not malformed
    found = SCENEPLAY.check(view, call, ask, read_order)
    assert all(problem.severity is Severity.SUSPICIOUS for problem in found)
    return [(each.code, each.culprit, *each.values.values()) for each in found]


def _changed(**change: Any) -> dict[str, Any]:
    return {role: {**SAYAKA[role], **change.get(role, {})} for role in ("master", "servant")}


def test_paying_the_last_mana_is_asked_about() -> None:
    """S-21.5: the first use of a phantasm is cheaper by 1, a code never."""
    once, twice = {"phantasm": [1]}, {"phantasm": [1, 3]}
    assert doubts(once, servant={"mana": "2/7"}) == []
    assert doubts(once, servant={"mana": "1/7"}) == [("pays_to_zero", "phantasm", 1, 1)]
    assert doubts(twice, servant={"mana": "4/7"}) == []
    assert doubts(twice, servant={"mana": "3/7"}) == [("pays_to_zero", "phantasm", 3, 3)]
    used = [{**RIDER["noble_phantasms"][0], "discount_used": True}]
    assert doubts(once, servant={"mana": "2/7", "noble_phantasms": used}) == [("pays_to_zero", "phantasm", 2, 2)]
    assert doubts({"code": [3]}, master={"mana": "3/4"}) == []
    assert doubts({"code": [3]}, master={"mana": "2/4"}) == [("pays_to_zero", "code", 2, 2)]


def test_what_comes_to_nothing_is_asked_about() -> None:
    """S-11.7: luck where the own phantasm is; S-18.3: points of a boost that lapse."""
    assert doubts({"luck": [1]}) == []
    assert doubts({"luck": [1], "phantasm": [1]}) == [("luck_blocked", "luck", 1)]
    assert doubts({"luck": [2], "phantasm": [1]}) == []
    assert doubts({"boost": [50]}) == []
    assert doubts({"boost": [20, 29]}) == [("boost_lapses", "boost", 49, 50)]


def test_a_team_s_key_is_a_key() -> None:
    _, problems = read(SCENEPLAY.setup, {"teams": {"가": {}}})
    assert "bad_key" in [each.code for each in problems]
