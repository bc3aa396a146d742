"""What `tests/cases` does not say of bingo's cases: that all are here, and what is passed over."""

from pathlib import Path

from grailkeeper.core.compare import Verdict, run_case
from grailkeeper.rules.registry import registered

from .table import read_one

CASES = Path(__file__).parents[2] / "cases" / "bingo"


def test_all_are_here() -> None:
    assert len(list(CASES.glob("*.json"))) == 60


def test_a_foreign_option_is_passed_over() -> None:
    house = registered("bingo")
    assert house is not None
    case = read_one({"kind": "number", "given": {"formula": "lines"}, "options": {"vanish_at": "below_zero"}})
    report = run_case(house.system, house.cases, case)
    assert (report.verdict, report.other_options) == (Verdict.PASSED_OVER, ("vanish_at",))
