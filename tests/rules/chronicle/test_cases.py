"""Every conformance case of battles, sheets and numbers, on the bare state and in a war with its journal."""

import json
from pathlib import Path

import pytest

from grailkeeper.campaign.desk import play_script_in_war
from grailkeeper.core.case import Case, read_case
from grailkeeper.core.compare import Verdict, run_case
from grailkeeper.core.drive import play_script
from grailkeeper.rules.chronicle.casefile import CHRONICLE_CASES
from grailkeeper.rules.chronicle.system import CHRONICLE

FILES = sorted((Path(__file__).parents[2] / "cases" / "chronicle").glob("*.json"))
PATHS = {"bare": play_script, "journal": play_script_in_war}


def case_of(path: Path) -> Case:
    case = read_case(json.loads(path.read_text(encoding="utf-8")))
    assert isinstance(case, Case)
    return case


NOW = [path for path in FILES if case_of(path).kind != "scene"]


@pytest.mark.parametrize("way", PATHS)
@pytest.mark.parametrize("path", NOW, ids=lambda path: path.stem)
def test_case(path: Path, way: str) -> None:
    report = run_case(CHRONICLE, CHRONICLE_CASES, case_of(path), play=PATHS[way])
    assert report.differences == ()
    assert report.verdict is Verdict.PASSED


def test_a_foreign_option_is_passed_over() -> None:
    path = next(path for path in NOW if path.stem.startswith("C-T001"))
    data = json.loads(path.read_text(encoding="utf-8")) | {"options": {"plus_cost": 1}}
    case = read_case(data)
    assert isinstance(case, Case)
    report = run_case(CHRONICLE, CHRONICLE_CASES, case)
    assert (report.verdict, report.other_options) == (Verdict.PASSED_OVER, ("plus_cost",))
