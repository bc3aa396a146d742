"""Every refusal of sheets and battles, with exactly its clause."""

from typing import Any

import pytest

from .table import case, duel, fight, master, number, refusal, servant

NP = ["noble_phantasm"] * 3
C = {"noble_phantasm": {"grade": "C"}}
WIDE = {"noble_phantasm": {"grade": "C", "range": "anti_army"}}
ATTACK = {"type": "attack", "grade": 3}
HEAL = {"type": "healing", "grade": 3}

DUEL: list[tuple[str, str, dict[str, Any], Any]] = [
    ("unknown_card", "C-11.1", {}, ["stab"]),
    ("unknown_card", "C-11.1", {}, ["strike cover allies twice"]),
    ("unknown_card", "C-11.1", {"special_damage": ["stab"]}, []),
    ("unknown_rank", "C-11.1", {"strength": "F"}, []),
    ("unknown_rank", "C-11.1", {"skills": {"riding": "S"}}, []),
    ("unknown_person", "C-23.1", {}, ["strike > nobody"]),
    ("unknown_person", "C-23.1", {}, {"cards": [], "protects": ["nobody"]}),
    ("unknown_person", "C-23.1", {}, {"cards": [], "retreat": {"slot": 1, "fate": "nobody"}}),
    ("too_many_cards", "C-10.6", {}, ["wait"] * 11),
    ("card_not_owned", "C-11.2", {}, ["charge"]),
    ("card_not_owned", "C-11.2", {}, NP),
    ("too_many_of_card", "C-11.2", {"endurance": "D"}, ["guard", "guard"]),
    ("too_many_of_card", "C-11.2", {"strength": "A", "injured": True}, ["strike"] * 3),
    ("too_many_of_card", "C-11.2", {"used": ["rush"]}, ["rush", "rush"]),
    ("critical_once", "C-11.7", {"used": ["critical"]}, ["critical"]),
    ("plus_without_mark", "C-14.1", {}, ["strike+"]),
    ("plus_without_mark", "C-14.1", {}, ["wait+"]),
    ("plus_used_up", "C-14.2", {"endurance": "B+"}, ["guard+", "counter+"]),
    ("plus_used_up", "C-14.2", {"strength": "A+", "used": ["strike+"]}, ["strike+"]),
    ("target_unknown", "C-10.13", {}, ["strike > saber"]),
    ("target_unknown", "C-10.13", {}, {"cards": [], "target": "saber"}),
    ("target_unknown", "C-10.13", {}, {"cards": [], "protects": ["lancer"]}),
    ("target_unknown", "C-10.13", {}, {"cards": [], "retreat": {"slot": 2, "with": ["lancer"]}}),
    ("no_front_row", "C-10.4", {}, {"row": "back"}),
    ("two_cards_in_duel", "C-10.12", {}, ["strike > lancer / rush > lancer"]),
    ("noble_phantasm_three", "C-12.2", C, NP[:2]),
    ("noble_phantasm_three", "C-12.2", C, ["noble_phantasm", "wait", *NP[:2]]),
    ("noble_phantasm_three", "C-12.2", C, [*NP, "noble_phantasm"]),
    ("noble_phantasm_too_late", "C-12.2", C, [*["wait"] * 8, *NP[:2]]),
    ("noble_phantasm_once", "C-12.2", C, [*NP, "wait", *NP]),
    ("noble_phantasm_once", "C-12.2", C, [*NP, *NP]),
    ("noble_phantasm_once", "C-12.2", {**C, "used": NP}, NP),
    ("noble_phantasm_always_on", "C-23.5", {"noble_phantasm": {"grade": "C", "kind": "always_on"}}, NP),
    ("cannot_cast", "C-23.4", {}, {"cards": ["chant", "magecraft"], "spells": [ATTACK]}),
    ("cannot_cast", "C-23.4", {"class": "saber"}, ["chant", "magecraft"]),
    ("retreat_slot", "C-19.1", {}, {"cards": [], "retreat": {"slot": 11}}),
    ("retreat_slot", "C-19.1", {}, {"cards": [], "retreat": {"slot": 0}}),
    ("retreat_too_late", "C-19.1", {}, {"cards": [], "retreat": {"slot": 10}}),
    ("fate_absent", "C-19.5", {}, {"cards": [], "retreat": {"slot": 2, "fate": "saber"}}),
    ("class_unknown", "C-23.4", {"class": "ruler"}, []),
]


@pytest.mark.parametrize(("code", "clause", "mine", "order"), DUEL)
def test_in_a_duel(code: str, clause: str, mine: dict[str, Any], order: Any) -> None:
    assert duel(mine, {}, order, []) == refusal(code, clause)


MASTER: list[tuple[str, str, dict[str, Any], Any]] = [
    ("card_not_owned", "C-11.2", {}, ["critical"]),
    ("card_not_owned", "C-11.2", {}, ["charge"]),
    ("reserve_missing", "C-23.18", {}, ["strike reserve"]),
    ("reserve_missing", "C-23.18", {"reserve": {"for": "magecraft", "grade": 1}}, ["strike reserve"]),
    ("reserve_missing", "C-23.18", {"reserve": {"for": "card", "grade": 1}},
     {"cards": ["magecraft"], "spells": [{**ATTACK, "reserve": True}]}),
    ("reserve_used_up", "C-23.18", {"reserve": {"for": "card", "grade": 1}}, ["strike reserve", "strike reserve"]),
    ("reserve_used_up", "C-23.18", {"reserve": {"for": "magecraft", "grade": 1}},
     {"cards": ["magecraft"] * 2, "spells": [{**ATTACK, "reserve": True}] * 2}),
    ("target_unknown", "C-10.13", {}, {"cards": ["magecraft"], "spells": [{**ATTACK, "target": "shirou"}]}),
    ("target_unknown", "C-10.13", {}, {"cards": ["magecraft"], "spells": [{**HEAL, "target": "lancer"}]}),
    ("spell_type_unknown", "C-16.1", {}, {"cards": ["magecraft"], "spells": [{"type": "fire", "grade": 1}]}),
    ("spell_missing", "C-16.5", {}, ["chant", "magecraft"]),
    ("spell_unfinished", "C-21.3", {}, ["chant", "wait"]),
    ("spell_unfinished", "C-21.3", {}, [*["wait"] * 9, "chant"]),
    ("spell_not_laid", "C-21.3", {}, {"cards": [], "spells": [ATTACK]}),
    ("spell_grade_too_high", "C-23.19", {}, {"cards": ["magecraft"], "spells": [{**ATTACK, "grade": 4}]}),
    ("over_circuit_limit", "C-21.10", {"circuit": "C", "magic": 5},
     {"cards": [*["chant"] * 3, "magecraft"], "spells": [{**ATTACK, "grade": 5}]}),
    ("special_too_big", "C-21.6", {}, {"cards": ["magecraft"], "spells": [{**ATTACK, "special": 3}]}),
    ("circuit_unknown", "C-23.2", {"circuit": "D"}, []),
    ("affinity_unknown", "C-23.2", {"affinity": "fire"}, []),
]  # fmt: skip


@pytest.mark.parametrize(("code", "clause", "mine", "order"), MASTER)
def test_of_a_master(code: str, clause: str, mine: dict[str, Any], order: Any) -> None:
    people = [master("shirou", "red", **mine), servant("lancer", "blue")]
    assert fight(people, {"shirou": order}) == refusal(code, clause)


BACK: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("back_row_noble_phantasm", "C-15.2", servant("archer", "red", **C), NP),
    ("back_row_critical", "C-15.2", servant("archer", "red"), ["critical"]),
    ("back_row_critical", "C-15.4", master("archer", "red", critical="C"), ["critical"]),
    ("back_row_no_reach", "C-15.3", servant("archer", "red", skills={"riding": "A"}), ["charge"]),
    ("back_row_no_reach", "C-15.4", master("archer", "red"), ["strike"]),
    ("cover_from_back", "C-13.8", servant("archer", "red"), ["guard cover master"]),
]


@pytest.mark.parametrize(("code", "clause", "person", "cards"), BACK)
def test_from_the_back_row(code: str, clause: str, person: dict[str, Any], cards: list[str]) -> None:
    people = [servant("saber", "red"), person, servant("lancer", "blue")]
    assert fight(people, {"archer": {"row": "back", "cards": cards}}) == refusal(code, clause)


def test_what_the_back_row_may_do() -> None:
    """C-15.2 to C-15.4, C-23.4."""
    ranged = servant("archer", "red", skills={"ranged_weapon": True, "throw": "C"})
    people = [servant("saber", "red"), ranged, servant("lancer", "blue")]
    found = fight(people, {"archer": {"row": "back", "cards": ["strike", "throw", "guard", "rush"]}})
    assert found["people"]["lancer"]["losses"][:4] == [2, 2, 0, 2]


MELEE: list[tuple[str, str, dict[str, Any], list[str]]] = [
    ("target_missing", "C-10.13", {}, ["strike"]),
    ("two_cards_one_target", "C-17.4", {}, ["strike > lancer / rush > lancer"]),
    ("two_cards_one_target", "C-17.4", {}, ["guard / rush > lancer"]),
    (
        "card_beside_noble_phantasm",
        "C-17.6",
        C,
        [*["noble_phantasm > lancer"] * 2, "noble_phantasm > lancer / rush > archer"],
    ),
    ("not_area", "C-17.5", C, ["noble_phantasm > lancer & archer"] * 3),
    ("not_area", "C-17.5", WIDE, ["strike > lancer & archer"]),
    ("too_many_of_card", "C-11.2", {}, ["strike > lancer / strike > archer", "strike > lancer"]),
]


@pytest.mark.parametrize(("code", "clause", "mine", "cards"), MELEE)
def test_in_a_melee(code: str, clause: str, mine: dict[str, Any], cards: list[str]) -> None:
    people = [servant("saber", "red", **mine), servant("lancer", "blue"), servant("archer", "green")]
    assert fight(people, {"saber": cards}) == refusal(code, clause)


def test_two_targets_outside_of_a_melee() -> None:
    """C-10.12: also for an area phantasm."""
    people = [servant("saber", "red", **WIDE), servant("lancer", "blue"), servant("archer", "blue")]
    assert fight(people, {"saber": ["noble_phantasm > lancer & archer"] * 3}) == refusal("two_cards_in_duel", "C-10.12")


def test_several_opponents_need_a_target() -> None:
    people = [servant("saber", "red"), servant("lancer", "blue"), servant("archer", "blue")]
    assert fight(people, {"saber": ["strike"]}) == refusal("target_missing", "C-10.13")
    assert "winner" in fight(people, {"saber": ["guard"]})


def test_people() -> None:
    twice = [servant("saber", "red"), servant("saber", "blue")]
    assert fight(twice, {}) == refusal("name_twice", "C-23.1")
    assert duel({}, {}, [], [], teams={"red": {"knows": ["rider"]}}) == refusal("unknown_person", "C-23.1")
    people = [servant("saber", "red"), servant("lancer", "blue")]
    assert fight(people, {"rider": ["strike"]}) == refusal("unknown_person", "C-23.1")


@pytest.mark.parametrize(
    ("code", "clause", "order"),
    [
        ("intrusion_slot", "C-17.1", {"enters": 1, "fights": "saber"}),
        ("intrusion_slot", "C-17.1", {"enters": 11, "fights": "saber"}),
        ("intrusion_target", "C-17.1", {"enters": 5}),
        ("intrusion_target", "C-17.1", {"enters": 5, "fights": "shirou"}),
    ],
)
def test_intrusions(code: str, clause: str, order: dict[str, Any]) -> None:
    people = [servant("saber", "red"), master("shirou", "red"), servant("lancer", "blue"), {"name": "rider"}]
    assert fight(people, {"rider": order}) == refusal(code, clause)


SABER = {
    "class": "saber", "strength": "A", "endurance": "B", "agility": "C", "magic": "E", "luck": "D",
    "skills": {"riding": "C", "magic_resistance": "B", "valor": "E"}, "noble_phantasm": {"grade": "C"},
}  # fmt: skip
SERVANT_SHEETS: list[tuple[str, str, dict[str, Any]]] = [
    ("unknown_rank", "C-11.1", {"strength": "Z"}),
    ("ability_range", "C-23.3", {"strength": "EX"}),
    ("ability_range", "C-23.3", {"strength": 0}),
    ("points_total", "C-23.3", {"magic": "D"}),
    ("points_total", "C-23.3", {"noble_phantasm": {"grade": "B"}}),
    ("points_total", "C-23.3", {"strength": "A+"}),
    ("bought_too_many", "C-7.9", {"bought": 4}),
    ("class_unknown", "C-23.4", {"class": "ruler"}),
    ("not_berserker", "C-7.10", {"chosen_berserker": True}),
    ("skill_not_allowed", "C-23.4", {"skills": {"presence_concealment": "E"}}),
    ("skill_not_allowed", "C-23.4", {"skills": {"flying": "E"}}),
    ("skill_points", "C-23.3", {"skills": {"riding": "C", "magic_resistance": "B", "valor": "D"}}),
    ("plus_too_many", "C-23.3", {"strength": "E+", "agility": "E+", "luck": "E+"}),
    ("noble_phantasm_grade", "C-23.3", {"strength": "E", "agility": "E", "noble_phantasm": {"grade": "EX"}}),
]


@pytest.mark.parametrize(("code", "clause", "change"), SERVANT_SHEETS)
def test_of_a_servants_sheet(code: str, clause: str, change: dict[str, Any]) -> None:
    assert case("sheet", {"servant": {**SABER, **change}}) == refusal(code, clause)


MASTER_SHEETS: list[tuple[str, str, dict[str, Any]]] = [
    ("ability_range", "C-23.2", {"combat": 6, "magic": 2}),
    ("ability_range", "C-23.2", {"fate": 0}),
    ("points_total", "C-23.2", {"combat": 5}),
    ("circuit_unknown", "C-23.2", {"circuit": "E"}),
    ("affinity_unknown", "C-23.2", {"affinity": "fire"}),
    ("affinity_and_crafter", "C-23.2", {"affinity": "curse", "crafter": True}),
]


@pytest.mark.parametrize(("code", "clause", "change"), MASTER_SHEETS)
def test_of_a_masters_sheet(code: str, clause: str, change: dict[str, Any]) -> None:
    assert case("sheet", {"master": change}) == refusal(code, clause)


def test_points_may_be_left() -> None:
    """C-R10."""
    assert case("sheet", {"master": {"combat": 1}})["legal"] is True
    assert case("sheet", {"servant": {**SABER, "strength": "B"}})["max_health"] == 50


def test_of_numbers() -> None:
    assert number("base_price", mana=5) == refusal("cannot_pay", "C-2.3")
    assert number("base_price", mana=15, base_elsewhere=True) == refusal("cannot_pay", "C-2.6")
    loot: dict[str, Any] = {"stored": 5, "servant": [40, 45], "master": [39, 40]}
    assert number("loot", **loot, split={"servant": 1, "master": 2}) == refusal("loot_over_maximum", "C-9.12")
    assert number("loot", **{**loot, "stored": 1}, split={"servant": 1, "master": 1}) == refusal(
        "loot_too_much", "C-9.12"
    )
    assert number("spell", grade=2, special=2) == refusal("special_too_big", "C-21.6")


def test_of_several_faults_the_first_of_the_table_is_named() -> None:
    found = duel(C, {}, ["strike+", "noble_phantasm"], [])
    assert found == refusal("plus_without_mark", "C-14.1")
