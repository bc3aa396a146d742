"""Every refusal of a scene, with exactly its clause; the rest of the scene goes on."""

from typing import Any

import pytest

from .scenetable import caster, master, refused, scene, servant

MARKS = {"r1": {"marks": ["study", "labor", "shop"]}}
AA = master("aa", "red", mana=20, health=20)
SABER, LANCER = servant("saber", "red"), servant("lancer", "blue")
CASTER = caster("caster", "red", mana=40)

Row = tuple[str, str, str, list[dict[str, Any]], dict[str, Any], dict[str, Any]]


def _act(action: str, **more: Any) -> dict[str, Any]:
    return {"action": action, **more}


def _row(who: str, code: str, clause: str, people: Any, declared: dict[str, Any], **given: Any) -> Row:
    return who, code, clause, people, declared, given


LOST = {"relationships": {"archer": 1}, "servantless": True}
ARCHER = servant("archer", "lost", masterless=True)
WITH_ARCHER, WITH_AA = _act("recontract", **{"with": "archer"}), _act("recontract", **{"with": "aa"})
BOTH = {"aa": {"first": WITH_ARCHER}, "archer": {"first": WITH_AA}}

ROWS: list[Row] = [
    _row("aa", "budget", "C-1.7", [AA], {"aa": {"first": "rest", "long": "rest"}}, teams={"red": {"base": "r1"}}),
    _row("aa", "unknown_action", "C-1.10", [AA], {"aa": {"first": "dance"}}),
    _row("aa", "first_half_only", "C-3.1", [AA], {"aa": {"second": "scouting"}}),
    _row("saber", "first_half_only", "C-3.8", [SABER], {"saber": {"second": "search"}}),
    _row("saber", "second_half_only", "C-3.15", [SABER], {"saber": {"first": _act("pursuit", target="saber")}}),
    _row("aa", "never_long", "C-2.4", [AA], {"aa": {"long": "base_creation"}}),
    _row("caster", "never_long", "C-2.5", [CASTER], {"caster": {"long": "territory_creation"}}),
    _row("aa", "never_long", "C-3.14", [AA], {"aa": {"long": "scouting"}}),
    _row("saber", "never_long", "C-3.14", [SABER], {"saber": {"long": "search"}}),
    _row("saber", "never_long", "C-3.15", [SABER], {"saber": {"long": _act("pursuit", target="saber")}}),
    _row("aa", "never_long", "C-6.1", [AA], {"aa": {"long": _act("buy", grade=1)}}, regions=MARKS),
    _row("aa", "never_long", "C-7.1", [{**AA, **LOST}, ARCHER], {"aa": {"long": WITH_ARCHER}}),
    _row("aa", "long_only", "C-1.10", [AA], {"aa": {"first": _act("soul_eating", victims=1)}}),
    _row("aa", "long_only", "C-1.10", [{**AA, "crafter": True}], {"aa": {"second": _act("craft", grade=1)}}),
    _row("aa", "same_action_twice", "C-1.9", [AA], {"aa": {"first": "rest", "second": "rest"}}),
    _row("aa", "same_action_twice", "C-1.9", [AA], {"aa": {"first": "base_creation", "second": "base_creation"}}),
    _row("aa", "same_action_twice", "C-1.9", [AA],
         {"aa": {"first": _act("buy", grade=1), "second": _act("buy", grade=1)}},
         regions=MARKS, teams={"red": {"funds": 9}}),
    _row("saber", "masters_only", "C-2.3", [SABER], {"saber": {"first": "base_creation"}}),
    _row("saber", "masters_only", "C-3.1", [SABER], {"saber": {"first": "scouting"}}),
    _row("saber", "masters_only", "C-6.1", [SABER], {"saber": {"first": _act("buy", grade=1)}}, regions=MARKS),
    _row("saber", "masters_only", "C-6.4", [SABER], {"saber": {"long": _act("craft", grade=1)}}),
    _row("saber", "masters_only", "C-7.5", [SABER, AA], {"saber": {"long": _act("circuit_link", **{"with": "aa"})}}),
    _row("aa", "servants_only", "C-3.8", [AA], {"aa": {"first": "search"}}),
    _row("aa", "servants_only", "C-4.3", [AA], {"aa": {"first": "rest", "convert": 3}}),
    _row("aa", "servants_only", "C-5.6", [AA, SABER], {"aa": {"first": _act("teaching", pupil="saber")}}),
    _row("saber", "caster_only", "C-1.5", [SABER], {"saber": {"create_territory": True}}),
    _row("saber", "caster_only", "C-1.5", [SABER], {"saber": {"draw": 3}}),
    _row("saber", "caster_only", "C-2.5", [SABER], {"saber": {"first": "territory_creation"}}),
    _row("saber", "caster_only", "C-6.5", [SABER], {"saber": {"long": _act("item_construction", grade=1)}}),
    _row("caster", "half_taken", "C-1.5", [CASTER], {"caster": {"create_territory": True, "first": "rest"}}),
    _row("caster", "draw_too_much", "C-23.9", [CASTER], {"caster": {"draw": 3}}),
    _row("caster", "draw_too_much", "C-23.9", [CASTER], {"caster": {"draw": 8}},
         teams={"red": {"territory": {"at": "r1", "stored": 4}}}),
    _row("aa", "no_servant", "C-1.6", [AA], {"aa": {"supply": 3}}),
    _row("aa", "supply_floor", "C-1.6", [AA, {**SABER, "mana": 1}], {"aa": {"supply": 23}}),
    _row("aa", "supply_over_maximum", "C-1.6", [AA, {**SABER, "mana": 40}], {"aa": {"supply": 6}}),
    _row("saber", "not_manifested", "C-7.7", [SABER], {"saber": {"manifest": False, "first": "rest"}}),
    _row("aa", "unknown_region", "C-2.1", [AA], {"aa": {"move": "rx"}}),
    _row("aa", "base_here", "C-2.6", [AA], {"aa": {"first": "base_creation"}}, teams={"red": {"base": "r1"}}),
    _row("aa", "cannot_pay", "C-2.3", [{**AA, "mana": 2}], {"aa": {"first": "base_creation"}}),
    _row("aa", "cannot_pay", "C-2.6", [{**AA, "mana": 12}], {"aa": {"first": "base_creation"}},
         teams={"red": {"base": "r5"}}),
    _row("aa", "cannot_pay", "C-5.1", [{**AA, "mana": 2}], {"aa": {"first": "study"}}, regions=MARKS),
    _row("aa", "cannot_pay", "C-5.8", [{**AA, "health": 2}], {"aa": {"first": "labor"}}, regions=MARKS),
    _row("caster", "cannot_pay", "C-6.5", [{**CASTER, "mana": 15}],
         {"caster": {"long": _act("item_construction", grade=2)}}, teams={"red": {"territory": {"at": "r1"}}}),
    _row("aa", "long_needs_base", "C-4.4", [AA], {"aa": {"long": "rest"}}),
    _row("saber", "convert_floor", "C-4.3", [{**SABER, "health": 5, "mana": 15}],
         {"saber": {"first": "rest", "convert": 20}}),
    _row("saber", "convert_over_maximum", "C-4.3", [{**SABER, "health": 30}],
         {"saber": {"first": "rest", "convert": 6}}),
    _row("aa", "fallen_may_only_rest", "C-4.1", [{**AA, "health": -9}], {"aa": {"first": "labor"}}, regions=MARKS),
    _row("aa", "fallen_may_only_rest", "C-4.1", [{**AA, "mana": -9}], {"aa": {"move": "r2"}}),
    _row("aa", "not_same_region", "C-4.7", [AA, {**SABER, "at": "r2", "health": -1}],
         {"aa": {"long": _act("nursing", patient="saber")}, "saber": {}}),
    _row("aa", "patient_not_fallen", "C-4.7", [AA, SABER],
         {"aa": {"long": _act("nursing", patient="saber")}, "saber": {}}),
    _row("saber", "nurse_unable", "C-4.7", [{**SABER, "mana": 5}, {**LANCER, "health": 0}],
         {"saber": {"long": _act("nursing", patient="lancer")}, "lancer": {}}),
    _row("saber", "mad", "C-5.7", [{**SABER, "class": "berserker", "skills": {"mad_enhancement": "B"}}],
         {"saber": {"first": "study"}}, regions=MARKS),
    _row("saber", "mad", "C-5.7", [{**SABER, "skills": {"mad_enhancement": "A"}}, AA],
         {"saber": {"first": _act("teaching", pupil="aa")}}, regions=MARKS),
    _row("aa", "wrong_region", "C-5.1", [AA], {"aa": {"first": "study"}}),
    _row("aa", "wrong_region", "C-5.8", [AA], {"aa": {"first": "labor"}}),
    _row("aa", "wrong_region", "C-6.1", [AA], {"aa": {"first": _act("buy", grade=1)}}, teams={"red": {"funds": 9}}),
    _row("dd", "labor_full", "C-5.8", [AA, master("bb", "blue"), master("dd", "green")],
         {name: {"first": "labor"} for name in ("aa", "bb", "dd")}, regions=MARKS),
    _row("aa", "contest_card", "C-5.3", [AA], {"aa": {"first": _act("study", contest=["guard"])}}, regions=MARKS),
    _row("aa", "no_relationship", "C-5.11", [AA, LANCER],
         {"aa": {"first": _act("bonding", **{"with": "lancer"})}, "lancer": {}}),
    _row("aa", "no_relationship", "C-7.2", [{**AA, "servantless": True}, ARCHER], BOTH),
    _row("aa", "funds_short", "C-6.1", [AA], {"aa": {"first": _act("buy", grade=1)}}, regions=MARKS),
    _row("aa", "funds_short", "C-6.4", [{**AA, "crafter": True}], {"aa": {"long": _act("craft", grade=1)}},
         teams={"red": {"base": "r1"}}),
    _row("aa", "not_crafter", "C-6.4", [AA], {"aa": {"long": _act("craft", grade=1)}},
         teams={"red": {"base": "r1", "funds": 9}}),
    _row("aa", "own_base_needed", "C-6.4", [{**AA, "crafter": True}], {"aa": {"long": _act("craft", grade=1)}},
         teams={"red": {"base": "r2", "funds": 9}}),
    _row("caster", "own_territory_needed", "C-6.5", [CASTER], {"caster": {"long": _act("item_construction", grade=1)}},
         teams={"red": {"territory": {"at": "r2"}}}),
    _row("caster", "tool_grade_too_high", "C-23.18", [CASTER], {"caster": {"long": _act("item_construction", grade=3)}},
         teams={"red": {"territory": {"at": "r1"}}}),
    _row("aa", "victims_too_many", "C-6.6", [AA], {"aa": {"long": _act("soul_eating", victims=4)}}),
    _row("aa", "victims_too_many", "C-6.6", [AA], {"aa": {"long": "soul_eating"}}),
    _row("aa", "still_contracted", "C-7.1", [{**AA, "relationships": {"archer": 1}}, ARCHER], BOTH),
    _row("aa", "no_stroke", "C-7.2", [{**AA, **LOST}, ARCHER], BOTH, teams={"red": {"strokes": 0}}),
    _row("aa", "once_used", "C-7.4", [{**AA, "once_used": True}, SABER],
         {"aa": {"long": _act("mana_charge", **{"with": "saber"})}, "saber": {}}),
    _row("aa", "rumor_needs_encounter", "C-3.13", [AA, master("rin", "blue"), {**LANCER, "at": "r9"}],
         {"aa": {"first": "scouting", "information": "rumor"}, "lancer": {}}),
    _row("saber", "not_sensed", "C-3.15", [SABER, {**LANCER, "at": "r9"}],
         {"saber": {"first": "search", "second": _act("pursuit", target="lancer")}, "lancer": {}}),
    _row("aa", "cannot_accompany", "C-3.5", [AA, {**SABER, "at": "r5"}, {**LANCER, "at": "r6"}],
         {"aa": {"second": _act("pursuit", target="lancer")}, "lancer": {},
          "saber": {"first": "search", "second": _act("pursuit", target="lancer")}}),
    _row("aa", "cannot_accompany", "C-3.5", [AA, SABER, {**LANCER, "at": "r2"}],
         {"aa": {"second": _act("pursuit", target="lancer")}, "saber": {"first": "search"}, "lancer": {}}),
    _row("saber", "not_met", "C-10.1", [SABER, {**LANCER, "at": "r2"}],
         {"saber": {"first": "search", "attack": "lancer"}, "lancer": {}}),
    _row("saber", "not_met", "C-10.1", [SABER, {**LANCER, "at": "r2"}, servant("rider", "green", "r9")],
         {"saber": {"first": "search", "second": _act("pursuit", target="lancer"), "attack": "rider"},
          "lancer": {}, "rider": {}}),
    _row("aa", "not_alone", "C-9.11", [AA, LANCER], {"aa": {"replace_base": True}, "lancer": {}},
         teams={"blue": {"base": "r1"}}),
    _row("aa", "no_enemy_base", "C-9.10", [AA], {"aa": {"replace_base": True}}),
    _row("aa", "cannot_pay", "C-2.3", [{**AA, "mana": 1}], {"aa": {"replace_base": True}},
         teams={"blue": {"base": "r1"}}),
    _row("aa", "unknown_person", "C-23.1", [AA, SABER], {"aa": {"attack": "gilgamesh"}}),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[1]}-{row[2]}")
def test_a_refusal(row: Row) -> None:
    who, code, clause, people, declared, given = row
    assert refused(scene(people, declared, **given)) == [(who, code, clause)]


def test_too_few_spares() -> None:
    """C-Q20: in a case there is nobody to ask for more."""
    declared = {
        "aa": {"first": _act("study", challenge=True, contest=["strike"] * 5)},
        "bb": {"first": _act("study", contest=["strike"] * 5)},
    }
    found = scene([AA, master("bb", "blue")], declared, regions=MARKS)
    assert refused(found) == [("aa", "contest_spares", "C-5.3"), ("bb", "contest_spares", "C-5.3")]
    assert [found["people"][name]["experience"] for name in ("aa", "bb")] == [1, 1]


def test_who_is_elsewhere_makes_no_contract() -> None:
    """C-7.1: both learn it."""
    found = scene([{**AA, **LOST}, {**ARCHER, "at": "r2"}], BOTH)
    assert refused(found) == [(who, "not_same_region", "C-7.1") for who in ("aa", "archer")]


def test_several_faults_are_all_reported() -> None:
    found = scene([AA], {"aa": {"move": "rx", "first": "dance", "second": "scouting"}})
    assert refused(found) == [
        ("aa", "first_half_only", "C-3.1"),
        ("aa", "unknown_action", "C-1.10"),
        ("aa", "unknown_region", "C-2.1"),
    ]


def test_an_order_for_nobody() -> None:
    assert refused(scene([AA], {"gilgamesh": {"first": "rest"}})) == [("gilgamesh", "unknown_person", "C-23.1")]
    assert scene([AA, AA]) == {"refused": {"code": "name_twice", "clause": "C-23.1"}}
