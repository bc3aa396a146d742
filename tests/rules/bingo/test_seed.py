"""The examples that the rules themselves give, B-S1 to B-S7, each with its working."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.core.working import Working, fold
from grailkeeper.rules.bingo.facts import BattleFought, SideResult

from .table import cards, fight, number, of_kind, side, told

CASES = Path(__file__).parents[2] / "cases" / "bingo"
RESISTS = {"name": "magic_resistance", "rank": "C", "condition": "magecraft_opposed", "is_class_skill": True}


def fought(
    one: Any, other: Any, first: Any = None, second: Any = None, options: Any = None, place: int = 0
) -> SideResult:
    """A side of a battle, by itself the first, as it was reckoned."""
    orders = {name: order for name, order in (("side1", first), ("side2", second)) if order is not None}
    (fact,) = of_kind(told("battle", {"side1": one, "side2": other}, orders, options), BattleFought)
    found = fact.sides[place]
    assert isinstance(found, SideResult)
    return found


def cells(side_: SideResult) -> dict[str, Working]:
    board = next(term.inner for term in side_.total.terms if term.name == "board")
    assert board is not None
    return {term.source: term.inner for term in board.terms if term.inner is not None}


def lines(working: Working) -> list[tuple[str, int]]:
    """The terms of a working that count; together they must come to its value."""
    assert fold(working.terms) == working.value
    return [(term.name, term.amount) for term in working.terms if not term.why]


def test_b_s1_supplies_are_grades() -> None:
    """B-S1: strength B, endurance A, agility C: four strikes, five counters, three rushes, and not one more."""
    servant: Any = {"strength": "B", "endurance": "A", "agility": "C"}
    found = number("supply", servant=servant)
    assert (found["strikes"], found["counters"], found["rushes"]) == (4, 5, 3)
    for sign, most in (("S", 4), ("K", 5), ("R", 3)):
        board = [f"r{1 + place // 5}c{1 + place % 5} {sign}" for place in range(most + 1)]
        assert "winner" in fight(side(**servant), side(), cards(*board[:most]))
        assert "refused" in fight(side(**servant), side(), cards(*board))


@pytest.mark.parametrize(("loses", "wins", "points"), [("S", "K", 5), ("K", "R", 3), ("R", "S", 4)])
def test_b_s2_the_triangle(loses: str, wins: str, points: int) -> None:
    """B-S2: strike < counter < rush < strike, whatever the ranks."""
    one = side(strength="B", endurance="A", agility="C")
    found = fought(one, side(strength="A+++", endurance="A+++", agility="A+++"), cards(f"r1c1 {wins}"),
                   cards(f"r1c1 {loses}"))  # fmt: skip
    assert lines(cells(found)["r1c1"]) == [("grade", points)]
    lost = fight(one, side(strength="E", endurance="E", agility="E"), cards(f"r1c1 {loses}"), cards(f"r1c1 {wins}"))
    assert (lost["side1"]["total"], lost["side2"]["total"], lost["winner"]) == (0, 1, "side2")


def test_b_s3_a_won_strike_pays_its_grade() -> None:
    """B-S3: strength B, four points."""
    found = fought(side(strength="B"), side(), cards("r1c1 S"))
    assert lines(cells(found)["r1c1"]) == [("grade", 4)]
    assert lines(found.total) == [("board", 4)]


def test_b_s4_two_phantasm_cards_for_each_rank() -> None:
    """B-S4: a noble phantasm of rank A has ten cards, and each that wins pays three."""
    servant = side(noble_phantasm="A")
    assert number("supply", servant={"noble_phantasm": "A"})["noble_phantasm_cards"]["board"] == 10
    row = ["N N N N N", "N N N N N"]
    found = fought(servant, side(), {"board": [*row, *["- - - - -"] * 3], "noble_phantasm": "board"})
    assert [lines(each) for each in cells(found).values()] == [[("phantasm_card", 3)]] * 10
    more = {"board": [*row, "N - - - -", *["- - - - -"] * 2], "noble_phantasm": "board"}
    assert "refused" in fight(servant, side(), more)


@pytest.mark.parametrize("trigger", ["opposed", "any"])
def test_b_s5_magic_resistance_needs_magecraft(trigger: str) -> None:
    """B-S5: it works where magecraft is used, the master's too, and is denied where nobody uses any."""
    options = {"magic_resistance_trigger": trigger}
    saber, caster = side(skills=[RESISTS]), {"servant": {"class": "caster", "magic": "C"}, "master": {"mana": 2}}
    order = {"skills": ["magic_resistance"]}
    for magecraft in (cards("r1c1 MS"), {"mana_spent": 1}):
        found = fought(saber, caster, order, magecraft, options)
        assert lines(found.total) == [("board", 0), ("skills", 3)]
    denied = fought(saber, caster, order, {}, options)
    assert lines(denied.total) == [("board", 0), ("skills", 0)]
    skills = next(term.inner for term in denied.total.terms if term.name == "skills")
    assert skills is not None
    assert [(term.source, term.why) for term in skills.terms if term.why] == [("magic_resistance", "condition_not_met")]
    assert denied.mana_paid.value == 0


@pytest.mark.parametrize("formula", ["grade_minus_2_min_1", "grade_minus_2_min_0"])
@pytest.mark.parametrize(
    ("rank", "enhanced", "pays"),
    [("C+", 1, 4), ("B+", 1, 6), ("B++", 2, 6), ("A+", 1, 8), ("A++", 2, 8), ("A+++", 3, 8)],
)
def test_b_s6_the_table_of_pluses(rank: str, enhanced: int, pays: int, formula: str) -> None:
    """B-S6: so many cards of the ability pay so much, the others their grade."""
    options = {"plus_formula": formula}
    grade = {"C": 3, "B": 4, "A": 5}[rank[0]]
    board = cards(*(f"r1c{place} S" for place in range(1, grade + 1)))
    found = fought(side(strength=rank), side(), board, options=options)
    raised = [("grade", grade), ("ability_plus", pays - grade)]
    assert [lines(each) for each in cells(found).values()] == [
        *[raised] * enhanced, *[[("grade", grade)]] * (grade - enhanced)
    ]  # fmt: skip
    assert number("plus_bonus", options, rank=rank) == {"cards": enhanced, "bonus": pays - grade, "pays": pays}


def test_b_s7_twelve_lines() -> None:
    """B-S7: five rows, five columns, two diagonals, and a whole board is a bingo in each of them."""
    names = number("lines")["lines"]
    kinds = [name.rstrip("12345") for name in names]
    assert [kinds.count(kind) for kind in ("row", "col", "diag")] == [5, 5, 2]
    caster = {"servant": {"class": "caster", **dict.fromkeys(("strength", "endurance", "agility", "magic"), "A"),
                          "noble_phantasm": "C"}}  # fmt: skip
    board = [" ".join([sign] * 5) for sign in ("S", "K", "R", "MS", "N")]
    order = {"board": board, "noble_phantasm": "board"}
    assert sorted(fought(caster, side(), order).lines) == sorted(names)
    assert lines(fought(caster, side(), order, place=1).damage) == [("defeat", 2), ("bingo_lines", 12)]


def test_every_example_of_the_rules_is_a_case_too() -> None:
    cited = {clause for path in CASES.glob("*.json") for clause in json.loads(path.read_text("utf-8"))["clauses"]}
    assert {f"B-S{place}" for place in range(1, 8)} <= cited
