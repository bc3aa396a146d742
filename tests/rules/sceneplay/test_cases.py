"""What `tests/cases` does not say of sceneplay's cases: that all are here, and what is passed over."""

import json
from pathlib import Path

from grailkeeper.core.case import Case, read_case
from grailkeeper.core.compare import Verdict, run_case
from grailkeeper.rules.registry import registered

CASES = Path(__file__).parents[2] / "cases" / "sceneplay"
KINDS = ("battle", "scene", "sheet", "number")


def _case(path: Path, **changed: object) -> Case:
    case = read_case(json.loads(path.read_text(encoding="utf-8")) | changed)
    assert isinstance(case, Case)
    return case


def test_every_kind_is_here() -> None:
    files = list(CASES.glob("*.json"))
    assert {_case(path).kind for path in files} == set(KINDS)
    assert len(files) == 60


def test_a_foreign_option_is_passed_over() -> None:
    house = registered("sceneplay")
    assert house is not None
    case = _case(CASES / "S-T004-five-judgments.json", options={"risk_order": "x"})
    report = run_case(house.system, house.cases, case)
    assert (report.verdict, report.other_options) == (Verdict.PASSED_OVER, ("risk_order",))


def test_no_other_system_is_registered_under_a_wrong_name() -> None:
    assert registered("seance") is None
