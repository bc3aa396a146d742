"""Every conformance case, through the driver."""

import json
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.core.case import Case, Script, read_case
from grailkeeper.core.chance import Fixed
from grailkeeper.core.compare import Verdict, compare, run_case
from grailkeeper.core.drive import play_script
from grailkeeper.core.form import plain_words
from grailkeeper.rules.registry import registered

CASES = Path(__file__).parents[2] / "cases" / "sceneplay"
KINDS = ("battle", "scene", "sheet", "number")


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
    assert {data["kind"] for data in ALL.values()} == set(KINDS)
    assert len(NOW) == len(ALL) == 60


@pytest.mark.parametrize("data", NOW.values(), ids=NOW)
def test_case(data: dict[str, Any]) -> None:
    house = registered("sceneplay")
    assert house is not None
    report = run_case(house.system, house.cases, _case(data))
    assert report.differences == ()
    assert report.verdict is Verdict.PASSED


@pytest.mark.parametrize(
    "data", [data for data in NOW.values() if data["kind"] == "battle"], ids=lambda data: data["id"]
)
def test_battle_case_through_the_driver(data: dict[str, Any]) -> None:
    house = registered("sceneplay")
    assert house is not None
    case = _case(data)
    options, problems = house.system.options.read(case.options)
    assert not problems
    script = house.cases.script(case, options, plain_words)
    if not isinstance(script, Script):
        assert case.expect == {"refused": {"code": script[0].code, "clause": script[0].clause}}
        return
    chance = Fixed(case.chance)
    outcome = play_script(house.system, script, chance)
    chance.exhausted()
    assert compare(case.expect, house.cases.outcome(script, outcome)) == ()


def test_a_foreign_option_is_passed_over() -> None:
    house = registered("sceneplay")
    assert house is not None
    report = run_case(
        house.system, house.cases, _case({**NOW["S-T004-five-judgments"], "options": {"risk_order": "x"}})
    )
    assert (report.verdict, report.other_options) == (Verdict.PASSED_OVER, ("risk_order",))


def test_no_other_system_is_registered_under_a_wrong_name() -> None:
    assert registered("seance") is None
