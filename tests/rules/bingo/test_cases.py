"""What `tests/cases` does not say of bingo's cases: that all are here, what is passed over, how refusals are named."""

from pathlib import Path
from typing import Any

import pytest

from grailkeeper.core.compare import Verdict, run_case
from grailkeeper.rules.bingo.casefile import BINGO_CASES
from grailkeeper.rules.bingo.system import BINGO
from grailkeeper.rules.registry import registered
from grailkeeper.text.language import Language
from grailkeeper.text.words import load_words

from .table import cards, read_one, refusal, side

CASES = Path(__file__).parents[2] / "cases" / "bingo"
EMPTY = ["- - - - -"] * 5


def test_all_are_here() -> None:
    assert len(list(CASES.glob("*.json"))) == 60


def test_a_foreign_option_is_passed_over() -> None:
    house = registered("bingo")
    assert house is not None
    case = read_one({"kind": "number", "given": {"formula": "lines"}, "options": {"vanish_at": "below_zero"}})
    report = run_case(house.system, house.cases, case)
    assert (report.verdict, report.other_options) == (Verdict.PASSED_OVER, ("vanish_at",))


ONE = side(
    {"health": 3, "strokes": [18]},
    strength="B",
    noble_phantasm=[{"name": "a", "rank": "C"}, {"name": "b", "rank": "C"}],
)


@pytest.mark.parametrize(
    ("code", "clause", "order"),
    [
        ("bad_board", "B-1.3", {"board": EMPTY[:4]}),
        ("bad_board", "B-1.3", {"board": [*EMPTY, EMPTY[0]]}),
        ("bad_board", "B-1.3", {"board": ["S - - -", *EMPTY[1:]]}),
        ("bad_board", "B-1.3", {"board": ["S - - - - -", *EMPTY[1:]]}),
        ("bad_board", "B-1.3", {"board": ["S - - - -"]}),
        ("bad_board", "B-1.3", {"board": [f"{6 - row}: S - - - -" for row in range(1, 6)]}),
        ("bad_board", "B-1.3", {"board": ["S,S,,-,-", *["-,-,-,-,-"] * 4]}),
        ("bad_board", "B-1.3", cards("S")),
        ("board_without_card", "B-Q37", {"noble_phantasm": {"name": "a", "method": "board"}}),
        ("two_noble_phantasms", "B-Q36", {"noble_phantasm": ["a boost", "b boost"]}),
        ("cover_too_much", "B-Q30", {"cover": 1}),
        ("bad_split", "B-10.2", {"rescue": {"stroke": 18, "health": 3, "mana": -1}}),
        ("bad_split", "B-10.2", {"rescue": {"stroke": 18, "health": 12, "mana": 0}}),
    ],
)
def test_cases_have_names_of_their_own_for_some_refusals(code: str, clause: str, order: dict[str, Any]) -> None:
    """A player is told more: which row it is, or which clause of the rulebook answers the question."""
    case = read_one({"kind": "battle", "given": {"side1": ONE, "side2": side()}, "declared": {"side1": order}})
    assert run_case(BINGO, BINGO_CASES, case).actual == refusal(code, clause, "side1")


def test_what_is_not_there_may_be_said_to_be_none() -> None:
    nobody = {"servant": {"class": None, "strength": None, "noble_phantasm": None}, "master": None}
    order = {"noble_phantasm": None, "tarot": None, "strokes": None, "rescue": None}
    case = read_one({"kind": "battle", "given": {"side1": nobody, "side2": ONE}, "declared": {"side2": order}})
    assert run_case(BINGO, BINGO_CASES, case).actual["winner"] == "draw"


@pytest.mark.parametrize(("skill", "ruled"), [("기승", "riding"), ("riding", "기승"), ("Riding", "기승"), ("용", "용")])
def test_a_ruling_names_its_skill_and_its_side_in_any_language(skill: str, ruled: str) -> None:
    """B-7.2."""
    words = load_words("grailkeeper.rules.bingo", Language.KO)
    rider = side(skills=[{"name": skill, "rank": "C", "condition": "keeper"}])
    declared = {"side1": {"skills": [skill]}, "진행자": {"첫째 편": {ruled: True}}}
    case = read_one({"kind": "battle", "given": {"side1": rider, "side2": side()}, "declared": declared})
    assert run_case(BINGO, BINGO_CASES, case, words.identify).actual["side1"]["total"] == 3
