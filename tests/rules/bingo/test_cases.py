"""Every conformance case, on the bare state and through a journal, sealed, closed, ruled and published."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.campaign.desk import play_script_in_war
from grailkeeper.core.compare import Verdict, run_case
from grailkeeper.rules.registry import registered

from .table import read_one

CASES = Path(__file__).parents[2] / "cases"


def _load(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


ALL = {path.stem: _load(path) for path in sorted((CASES / "bingo").glob("*.json"))}
PLAYED = {name: data for name, data in ALL.items() if data["kind"] in ("battle", "scene")}


def _disputed() -> set[str]:
    path = CASES / "disputed.toml"
    return (
        {entry["id"] for entry in tomllib.loads(path.read_text(encoding="utf-8"))["case"]} if path.exists() else set()
    )


def test_all_are_here_and_none_is_disputed() -> None:
    assert len(ALL) == 60
    assert not _disputed() & {data["id"] for data in ALL.values()}


@pytest.mark.parametrize("data", ALL.values(), ids=ALL)
def test_case(data: dict[str, Any]) -> None:
    house = registered("bingo")
    assert house is not None
    report = run_case(house.system, house.cases, read_one({k: v for k, v in data.items() if k != "system"}))
    assert report.differences == ()
    assert report.verdict is Verdict.PASSED


@pytest.mark.parametrize("data", PLAYED.values(), ids=PLAYED)
def test_case_through_a_journal(data: dict[str, Any]) -> None:
    house = registered("bingo")
    assert house is not None
    case = read_one({k: v for k, v in data.items() if k != "system"})
    assert run_case(house.system, house.cases, case, play=play_script_in_war).differences == ()


def test_a_foreign_option_is_passed_over() -> None:
    house = registered("bingo")
    assert house is not None
    case = read_one({"kind": "number", "given": {"formula": "lines"}, "options": {"vanish_at": "below_zero"}})
    report = run_case(house.system, house.cases, case)
    assert (report.verdict, report.other_options) == (Verdict.PASSED_OVER, ("vanish_at",))
