"""Every value of every switch changes some result."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.rules.bingo.facts import BattleFought
from grailkeeper.rules.bingo.options import LIMITS, OPTIONS, SWITCHES, chosen

from .table import cards, case, fight, number, of_kind, scene, side, told

Options = Mapping[str, Any]
Result = Callable[[Options], Any]

ROW = ["- - - - -"] * 4


def _battle(field: str, one: Any, other: Any, first: Any = None, second: Any = None, who: str = "side1") -> Result:
    def result(options: Options) -> Any:
        found = fight(one, other, first, second, options)
        return found[field] if field == "winner" else found.get(who, found).get(field)

    return result


def _refused_or(result: Result) -> Result:
    return lambda options: result(options) or "refused"


BLOCKED = _battle(
    "void_lines",
    side(strength="A"),
    side(luck="E"),
    {"board": ["S S S S S", *ROW]},
    cards("r1c2 L"),
)
EQUAL = (side(strength="B"), side(strength="B"), {"board": ["S S S S -", *ROW]}, {"board": ["S S S S -", *ROW]})
PLUS = (side(strength="C", luck="E", noble_phantasm="B++"), side())
PLUS_ORDER = cards("r1c1 S", "r1c2 SL", "r1c3 S", "r1c4 N", noble_phantasm="board")
RESISTS = side({"mana": 4}, skills=[{"name": "resistance", "rank": "C", "condition": "magecraft_opposed"}])
DEFENDER = side(role="defender", strength="C")

CHANGES: list[tuple[str, str | int | bool, Result, Any, Any]] = [
    ("defeat_damage", 1, _battle("health", side(), side(strength="C"), None, cards("r1c1 S")), 5, 6),
    ("defeat_damage", 12, _battle("vanished", side(), side(strength="C"), None, cards("r1c1 S")), False, True),
    ("master_recovery", "one", lambda options: number("recovery", options, master={"health": 3, "max_mana": 4}),
     {"mana": 3}, {"mana": 1}),
    ("luck_doubles", False, _battle("total", side(strength="C", luck="C+"), side(), cards("r1c1 SL*")), 9, 6),
    ("luck_standalone", True, _refused_or(BLOCKED), "refused", ["row1"]),
    ("equal_rank", "both_zero", _battle("won", *EQUAL), [], ["r1c1", "r1c2", "r1c3", "r1c4"]),
    ("rank_compare", "letter_then_plus", _battle("winner", side(strength="B+"), side(strength="B"),
                                                 cards("r1c1 S"), cards("r1c1 S")), "draw", "side1"),
    ("plus_formula", "grade_minus_2_min_0", lambda options: number("plus_bonus", options, rank="D+")["pays"], 3, 2),
    ("skill_points", "keeper_number", _battle("total", side(skills=[{"name": "x", "rank": "C+", "points": 7}]), side(),
                                              {"skills": ["x+"]}), 6, 14),
    ("magic_resistance_trigger", "any", _battle("skill_points", RESISTS, side(),
                                                {"skills": ["resistance"], "mana_spent": 1}), 0, 3),
    ("master_support_is_magecraft", "always", _battle("skill_points", RESISTS, side({"mana": 0}),
                                                      {"skills": ["resistance"]}, {}), 0, 3),
    ("master_support_is_magecraft", "never", _battle("skill_points", RESISTS, side({"mana": 1}),
                                                     {"skills": ["resistance"]}, {"mana_spent": 1}), 3, 0),
    ("master_support_is_magecraft", "declared", _battle("skill_points", RESISTS, side({"mana": 1}),
                                                        {"skills": ["resistance"]}, {"mana_spent": 1}), 3, 0),
    ("np_plus_board", "total_once", _battle("cells", *PLUS, PLUS_ORDER),
     {"r1c1": 5, "r1c2": 10, "r1c3": 5, "r1c4": 3}, {"r1c1": 3, "r1c2": 6, "r1c3": 3, "r1c4": 3}),
    ("np_plus_board", "n_cards", _battle("cells", *PLUS, PLUS_ORDER),
     {"r1c1": 5, "r1c2": 10, "r1c3": 5, "r1c4": 3}, {"r1c1": 4, "r1c2": 8, "r1c3": 3, "r1c4": 3}),
    ("equal_totals", "both_damaged", _battle("health", side(), side()), 7, 5),
    ("equal_totals", "defender_wins", _battle("winner", side(), DEFENDER), "draw", "side2"),
    ("master_mp_base", "after_spending", _battle("total", side({"mana": 5}), side(), {"mana_spent": 2}), 15, 13),
    ("servant_ability_points", 5, lambda options: "refused" in case("sheet", {"servant": {
        **dict.fromkeys(("strength", "endurance", "agility", "magic"), "E"), "luck": "D", "noble_phantasm": "C"}},
        options=options), False, True),
    ("servant_skill_points", 2, lambda options: "refused" in case("sheet", {"servant": {
        **dict.fromkeys(("strength", "endurance", "agility", "magic", "luck"), "E"), "noble_phantasm": "C",
        "skills": [{"name": "x", "rank": "C"}]}}, options=options), False, True),
    ("np_points", 2, lambda options: "refused" in case("sheet", {"servant": {
        **dict.fromkeys(("strength", "endurance", "agility", "magic", "luck"), "E"), "noble_phantasm": "C"}},
        options=options), False, True),
    ("scene_limit", 1, lambda options: scene({key: side({}) for key in ("team1", "team2")}, options=options)["victory"],
     {"over": False, "winners": []}, {"over": True, "winners": ["team1", "team2"]}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "result", "before", "after"), CHANGES)
def test_value(name: str, value: str | int | bool, result: Result, before: Any, after: Any) -> None:
    assert result({}) == before
    assert result({name: value}) == after


def test_the_third_way_of_magecraft_is_what_the_side_declares() -> None:
    options = {"master_support_is_magecraft": "declared"}
    found = fight(RESISTS, side({"mana": 1}), {"skills": ["resistance"]}, {"magecraft_support": True}, options)
    assert found["side1"]["skill_points"] == 3


@pytest.mark.parametrize(
    ("theirs", "points"), [("S", 1), ("SL", 1), (None, 0), ("L", 1)], ids=["lost", "clash lost", "alone", "clash alone"]
)
def test_luck_alone_contests_no_cell_and_is_consoled_as_any_other(theirs: str | None, points: int) -> None:
    """B-Q7, B-12.6, B-R1: what counts for a mark is who wins the cell, or the clash."""
    one, other = side(luck="E+"), side(strength="C", luck="A")
    order = None if theirs is None else cards(f"r1c1 {theirs}")
    found = fight(one, other, cards("r1c1 L*"), order, {"luck_standalone": True})["side1"]
    assert (found["won"], found["consolation"], found["total"]) == ([], points, points)


def test_equal_ranks_that_count_for_both_make_lines_and_pay_nothing() -> None:
    """B-Q10: the cell counts for both and pays 0, pluses and luck or not."""
    one = side(strength="A+", luck="E", noble_phantasm="C")
    board = {"board": ["SL S S S S", *ROW], "noble_phantasm": "boost"}
    found = fight(one, side(strength="A"), board, {"board": ["S S S S S", *ROW]}, {"equal_rank": "both_zero"})
    assert found["winner"] == "draw"
    for name in ("side1", "side2"):
        assert found[name]["total"] == 0
    assert (found["side1"]["lines"], found["side2"]["lines"], found["side2"]["void_lines"]) == (["row1"], [], ["row1"])


@pytest.mark.parametrize(
    ("order", "clause"), [(cards("r1c1 S"), "B-3.2"), (cards("r1c1 N", noble_phantasm="board"), "B-3.4")]
)
def test_equal_ranks_that_count_for_both_name_their_rule(order: Any, clause: str) -> None:
    """B-3.2 is of cards, B-3.4 of noble phantasms."""
    both = {key: side(strength="A", noble_phantasm="C") for key in ("side1", "side2")}
    facts = told("battle", both, dict.fromkeys(both, order), {"equal_rank": "both_zero"})
    (fought,) = of_kind(facts, BattleFought)
    board = next(term.inner for term in fought.sides[0].total.terms if term.name == "board")
    assert [term.inner.clause for term in board.terms] == [clause]


def test_every_value_is_here() -> None:
    named = {(name, str(value).lower()) for name, value, *_ in CHANGES}
    for option in OPTIONS.options:
        others = [value for value in option.values if value != option.default]
        assert all((option.name, str(value)) in named for value in others), option.name
        assert option.number is None or any(name == option.name for name, _ in named)


def test_the_switches_are_those_of_the_rulebook() -> None:
    lines = (Path(__file__).parent / "switches.txt").read_text(encoding="utf-8").splitlines()
    assert {line.split()[0] for line in lines} == {option.name for option in SWITCHES}
    assert [option.name for option in OPTIONS.options] == [option.name for option in (*SWITCHES, *LIMITS)]


def test_the_defaults_are_the_ledger_s() -> None:
    values, problems = OPTIONS.read({})
    assert not problems
    plain = chosen(values)
    assert plain == type(plain)()
