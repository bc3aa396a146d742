"""What `tests/cases` does not say of chronicle's cases: what is passed over."""

import json
from pathlib import Path

from grailkeeper.core.case import Case, read_case
from grailkeeper.core.compare import Verdict, run_case
from grailkeeper.rules.chronicle.casefile import CHRONICLE_CASES
from grailkeeper.rules.chronicle.system import CHRONICLE

CASES = Path(__file__).parents[2] / "cases" / "chronicle"


def test_a_foreign_option_is_passed_over() -> None:
    path = next(CASES.glob("C-T001*.json"))
    case = read_case(json.loads(path.read_text(encoding="utf-8")) | {"options": {"plus_cost": 1}})
    assert isinstance(case, Case)
    report = run_case(CHRONICLE, CHRONICLE_CASES, case)
    assert (report.verdict, report.other_options) == (Verdict.PASSED_OVER, ("plus_cost",))
