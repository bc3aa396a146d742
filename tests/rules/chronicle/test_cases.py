"""Every conformance case of the kinds that are played here: on the bare state, and in a war with its journal."""

import json
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.campaign.desk import play_script_in_war
from grailkeeper.core.case import Case, read_case
from grailkeeper.core.compare import Verdict, run_case
from grailkeeper.rules.chronicle.casefile import CHRONICLE_CASES
from grailkeeper.rules.chronicle.system import CHRONICLE

CASES = Path(__file__).parents[2] / "cases" / "chronicle"
KINDS = ("battle", "sheet", "number")


def _load(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def _case(data: dict[str, Any]) -> Case:
    case = read_case(data)
    assert isinstance(case, Case)
    return case


ALL = {path.stem: _load(path) for path in sorted(CASES.glob("*.json"))}
NOW = {name: data for name, data in ALL.items() if data["kind"] in KINDS}


def test_every_kind_is_here() -> None:
    assert {data["kind"] for data in ALL.values()} == {*KINDS, "scene"}
    assert len(NOW) == 76


@pytest.mark.parametrize("data", NOW.values(), ids=NOW)
def test_case(data: dict[str, Any]) -> None:
    report = run_case(CHRONICLE, CHRONICLE_CASES, _case(data))
    assert report.differences == ()
    assert report.verdict is Verdict.PASSED


@pytest.mark.parametrize("data", [data for data in NOW.values() if data["kind"] == "battle"], ids=lambda data: data["id"])
def test_battle_in_a_war(data: dict[str, Any]) -> None:
    report = run_case(CHRONICLE, CHRONICLE_CASES, _case(data), play=play_script_in_war)
    assert report.differences == ()
    assert report.verdict is Verdict.PASSED


def test_a_foreign_option_is_passed_over() -> None:
    data = NOW["C-T001-c-e20-a-full-battle"] | {"options": {"plus_cost": 1}}
    report = run_case(CHRONICLE, CHRONICLE_CASES, _case(data))
    assert (report.verdict, report.other_options) == (Verdict.PASSED_OVER, ("plus_cost",))
