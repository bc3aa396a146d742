"""What a formula or a case comes to where something is left unsaid, or said in a reader's own words."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from grailkeeper.core.case import Case, read_case
from grailkeeper.core.form import plain_words, read
from grailkeeper.core.problem import illegal
from grailkeeper.rules.mirror.casefile import MIRROR_CASES
from grailkeeper.rules.mirror.casenames import in_play, misshapen
from grailkeeper.rules.mirror.codes import CODES, in_order
from grailkeeper.rules.mirror.creation import creation_problems
from grailkeeper.rules.mirror.formulas import reckon
from grailkeeper.rules.mirror.options import chosen
from grailkeeper.rules.mirror.setup import TEAM_FORM
from grailkeeper.rules.mirror.system import MIRROR

from .table import PLAIN, code, duel, number, scene, sheet

WORDS = {"공식": "formula", "일반 판정": "normal_score", "시트": "sheet", "세계": "world", "현실세계": "real"}


def in_korean(word: str, among: Collection[str]) -> str | None:
    found = WORDS.get(word, word)
    return found if found in among else None


@pytest.mark.parametrize(
    ("formula", "given", "unsaid"),
    [
        ("normal_score", {}, {"strength": 1, "agility": 1, "magic": 1, "frenzy": False}),
        ("upkeep", {"extra": 10}, {"independent_action": 0, "frenzy": False}),
        ("battle_mana", {"extra": 10}, {"independent_action": 0, "frenzy": False}),
        ("retreat_damage", {"own_agility": 5, "foe_agility": 4, "normal": 7}, {"level": 1}),
        ("concealed", {"grade": 0, "enemy_total": 99, "searched": False}, {"territory": 0}),
        ("phantasm_cost", {"rank": "C", "range": "anti_army"}, {"nth": 1}),
        ("strike", {"grade": 9, "agility": 2}, {"undetected": False, "attacking": True}),
        ("strike", {"grade": 9, "agility": 2, "undetected": True}, {"attacking": True}),
    ],
)
def test_what_a_formula_takes_for_granted(formula: str, given: Mapping[str, Any], unsaid: Mapping[str, Any]) -> None:
    assert number(formula, **given) == number(formula, **given, **unsaid)


@pytest.mark.parametrize(
    ("formula", "given", "said"),
    [
        ("normal_score", {"type": "magic"}, {"magic": 3}),
        ("normal_score", {}, {"strength": 3}),
        ("normal_score", {}, {"agility": 3}),
        ("normal_score", {}, {"frenzy": True}),
        ("upkeep", {"extra": 40}, {"independent_action": 5}),
        ("upkeep", {"extra": 40}, {"frenzy": True}),
        ("retreat_damage", {"own_agility": 5, "foe_agility": 4, "normal": 7}, {"level": 2}),
        ("concealed", {"grade": 0, "enemy_total": 99, "searched": False}, {"territory": 1}),
        ("strike", {"grade": 9, "agility": 2}, {"undetected": True}),
    ],
)
def test_what_is_said_counts(formula: str, given: Mapping[str, Any], said: Mapping[str, Any]) -> None:
    assert number(formula, **given) != number(formula, **given, **said)


def test_what_is_known_of_a_foe_is_added_to_what_strikes_it_as_it_leaves() -> None:
    """M-9.11, M-10.4: three hits of 7 and 5."""
    assert number("retreat_damage", own_agility=5, foe_agility=5, normal=7, level=5) == 3 * (7 + 5)


def test_a_formula_is_named_in_the_words_of_whoever_asks() -> None:
    options, _ = MIRROR.options.read({})
    asked = {"공식": "일반 판정", "strength": 5}
    assert reckon(asked, chosen(options), in_korean) == {"value": number("normal_score", strength=5)}


def test_a_case_is_written_in_the_words_of_its_reader() -> None:
    """A team keeps what it is called; its key is made of that, where a key may be."""
    given = {"servants": {"쿄코": PLAIN, "Mina": PLAIN}, "세계": "현실세계", "joins": {"쿄코": {"set": 2}}}
    case = read_case({"system": "mirror", "kind": "battle", "given": given, "declared": {}})
    assert isinstance(case, Case)
    played, names = in_play(case, in_korean)
    key = names.keys["쿄코"]
    assert names.keys["Mina"] == "Mina" and key != "쿄코"
    assert dict(played.given["servants"]) == {key: {"name": "쿄코", **PLAIN}, "Mina": PLAIN}
    assert played.given["world"] == "real"
    assert played.given["joins"] == {key: {"set": 2}}


def test_a_team_may_be_called_what_a_world_is_called() -> None:
    given = {"servants": {"현실세계": PLAIN, "Mina": PLAIN}, "world": "현실세계"}
    case = read_case({"system": "mirror", "kind": "battle", "given": given, "declared": {}})
    assert isinstance(case, Case)
    assert in_play(case, in_korean)[0].given["world"] == "real"


def test_a_word_that_nobody_knows_stays_as_it_is() -> None:
    given = {"servants": {"A": PLAIN, "B": PLAIN}, "world": "Limbo"}
    case = read_case({"system": "mirror", "kind": "battle", "given": given, "declared": {}})
    assert isinstance(case, Case)
    assert in_play(case, in_korean)[0].given["world"] == "Limbo"


def test_a_sheet_is_found_by_its_name_in_either_language() -> None:
    sheets = [
        read_case({"system": "mirror", "kind": "sheet", "given": given, "declared": {}})
        for given in ({"sheet": {"strength": "A"}}, {"시트": {"strength": "A"}}, {"strength": "A"})
    ]
    options, _ = MIRROR.options.read({})
    found = [MIRROR_CASES.reckon(each, options, in_korean) for each in sheets if isinstance(each, Case)]
    assert found[0] == found[1] == found[2]


def test_a_problem_without_a_place_of_its_own_comes_first() -> None:
    known, stranger = illegal(CODES[0], "M-1.1", "a"), illegal("no_such_code", "M-1.1", "b")
    assert in_order([known, stranger]) == (stranger, known)


def test_who_has_no_territory_has_nothing_stored() -> None:
    """M-4.18."""
    fought = duel(PLAIN, PLAIN, {"turn1": {"A": ["buster"], "B": ["quick"]}})
    assert [each["store"] for each in fought["servants"].values()] == [0, 0]


def test_a_class_skill_costs_what_it_has_more_than_its_class_gives() -> None:
    """M-1.9: with what the class gives, nothing; a skill that is not given costs its whole grade."""
    given = sheet(**{"class": "saber"})
    raised = sheet(**{"class": "saber"}, class_skills={"magic_resistance": "A"})
    assert raised["general_spent"] - given["general_spent"] == raised["class_skills"]["magic_resistance"] - 7


def test_orders_name_teams_as_they_are_called() -> None:
    given = {"servants": {"쿄코": PLAIN, "Mina": PLAIN}}
    declared = {"turn1": {"쿄코": ["buster"], "Mina": []}}
    battle = read_case({"system": "mirror", "kind": "battle", "given": given, "declared": declared})
    assert isinstance(battle, Case)
    played, names = in_play(battle, in_korean)
    key = names.keys["쿄코"]
    assert played.declared == {"turn1": {key: ["buster"], "Mina": []}}
    given = {"teams": {"쿄코": PLAIN, "Mina": PLAIN}}
    scene = read_case({"system": "mirror", "kind": "scene", "given": given, "declared": {"쿄코": {"region": "Docks"}}})
    assert isinstance(scene, Case)
    assert in_play(scene, in_korean)[0].declared == {key: {"region": "Docks"}}


@pytest.mark.parametrize("sets", ["turn1", 3])
def test_sets_are_a_list(sets: Any) -> None:
    case = read_case({"system": "mirror", "kind": "battle", "given": {"servants": {}}, "declared": {"sets": sets}})
    assert isinstance(case, Case)
    assert [each.code for each in misshapen(case)] == ["bad_list"]


def test_a_team_of_a_scene_may_have_nothing_where_it_has_no_base() -> None:
    """What is null is not there."""
    given = {"teams": {"A": {**PLAIN, "bases": None, "territory": {"store": 3}}}}
    case = read_case({"system": "mirror", "kind": "scene", "given": given, "declared": {}})
    assert isinstance(case, Case)
    assert [(each.code, each.culprit) for each in misshapen(case)] == [
        ("missing_field", "given.teams.A.territory.region")
    ]


def test_a_faulty_servant_of_a_battle_is_its_team_s() -> None:
    given = {"servants": {"A": PLAIN, "B": {**PLAIN, "strength": "Q"}}}
    case = read_case({"system": "mirror", "kind": "battle", "given": given, "declared": {}})
    options, _ = MIRROR.options.read({})
    assert isinstance(case, Case)
    problems = MIRROR_CASES.script(case, options, plain_words)
    assert isinstance(problems, tuple)
    assert [(each.code, each.values["team"]) for each in problems] == [("bad_rank", "B")]


def test_what_vitals_come_to_is_said() -> None:
    """M-1.2."""
    data, problems = read(TEAM_FORM, {"health": 150, "mana": 120})
    assert not problems and isinstance(data, Mapping)
    found = next(each for each in creation_problems(data) if each.code == "vitals_sum")
    assert found.values["given"] == 270


@pytest.mark.parametrize(
    ("use", "special", "fits"),
    [
        ({"attribute": "buster"}, "judgment_boost buster", True),
        ({"attribute": "buster"}, "judgment_boost guard", False),
        ({"use": "defence"}, "judgment_boost guard", True),
        ({"use": "defence"}, "judgment_boost buster", False),
        ({"attribute": "buster"}, "bane saber", True),
        ({"use": "defence"}, "bane saber", False),
    ],
)
def test_a_special_effect_serves_the_judgment_of_its_phantasm(use: Mapping[str, Any], special: str, fits: bool) -> None:
    """M-Q101, M-Q110."""
    phantasm = {"name": "N", "rank": "C", "special": special, **use}
    found = sheet(strength="B", phantasms=[phantasm])
    assert ("refused" not in found) is fits
    assert fits or code(found) == ("special_effect", "M-6.9")


def test_an_exposed_team_may_leave_out_where_it_goes() -> None:
    """M-11.19, M-Q93."""
    out = scene({"A": {"citizens": 15}}, {"A": {"action": "rest"}})
    assert (out["public"], out["teams"]["A"]["upkeep"]) == ({"A": "Miyama"}, 12)


def test_who_eats_without_a_number_eats_nobody() -> None:
    """M-7.9."""
    unsaid, nobody, one = (
        scene({"A": {}}, {"A": {"region": "Docks", "action": "eat", **eaten}})["teams"]["A"]["citizens"]
        for eaten in ({}, {"eat": 0}, {"eat": 1})
    )
    assert (unsaid, nobody, one) == (0, 0, 1)


def test_a_base_is_not_looked_for_where_a_pursuit_decides_the_place() -> None:
    """M-7.5, M-11.10: whether there is one is seen when the place is known."""
    plans = {
        "A": {"region": "Docks", "action": "destroy_base", "target": "B", "orders": ["pursuit B"]},
        "B": {"region": "Docks", "action": "rest"},
    }
    assert code(scene({"A": {}, "B": {"bases": ["School"]}}, plans)) == ("base_not_known", "M-7.5")


def test_in_the_real_world_there_is_no_upkeep() -> None:
    """M-11.2, M-12.8."""
    out = scene({"A": {}}, {"A": {"zone": "facility"}}, {"world": "real"})
    assert out["teams"]["A"]["upkeep"] == 0
