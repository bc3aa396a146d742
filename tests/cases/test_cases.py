"""Every conformance case of every rule system, on the bare state and once more through a journal."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.terminal import EN
from grailkeeper.campaign.desk import play_script_in_war
from grailkeeper.cli.session import Exit
from grailkeeper.core.canon import canon
from grailkeeper.core.case import Case, Script, read_case
from grailkeeper.core.chance import ChanceError, Fixed
from grailkeeper.core.compare import Report, Verdict, run_case
from grailkeeper.core.drive import play_script
from grailkeeper.core.form import plain_words
from grailkeeper.core.system import RuleSystem
from grailkeeper.rules.registry import SYSTEMS, registered

HERE = Path(__file__).parent
FILES = [path for each in SYSTEMS for path in sorted((HERE / each.system.name).glob("*.json"))]
PATHS: dict[str, Callable[..., Any]] = {"bare": play_script, "journal": play_script_in_war}

of_every_case = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@cache
def disputed() -> dict[str, dict[str, str]]:
    listed = tomllib.loads((HERE.parent / "disputed.toml").read_text("utf-8")).get("case", [])
    return {each["id"]: each for each in listed}


@cache
def case_of(path: Path) -> Case:
    case = read_case(json.loads(path.read_text("utf-8")))
    assert isinstance(case, Case), case
    return case


def report(path: Path, way: str) -> Report:
    case = case_of(path)
    rules = registered(case.system)
    assert rules is not None
    return run_case(rules.system, rules.cases, case, play=PATHS[way])


@pytest.mark.parametrize("way", PATHS)
@of_every_case
def test_case(path: Path, way: str) -> None:
    found = report(path, way)
    if case_of(path).id in disputed():
        assert found.verdict is Verdict.FAILED, "a disputed case passes: take it off the list"
        return
    assert found.differences == (), case_of(path).clauses
    assert found.verdict is Verdict.PASSED, f"passed over for {found.other_options}"


@of_every_case
def test_a_war_with_its_journal_ends_in_the_state_that_the_bare_rules_reach(path: Path) -> None:
    case = case_of(path)
    rules = registered(case.system)
    assert rules is not None
    options, unknown = rules.system.options.read(case.options)
    if unknown or case.kind not in rules.cases.played:
        return
    script = rules.cases.script(case, options, plain_words)
    if isinstance(script, Script):
        script = replace(script, setup=json.loads(canon(script.setup)))  # a journal keeps keys in their order
        bare, journal = (_last_state(play, rules.system, script, case) for play in PATHS.values())
        assert bare == journal


def _last_state(play: Callable[..., Any], system: RuleSystem[Any], script: Script, case: Case) -> Any:
    """Where a script ends: in a state, or for want of numbers that its case does not list (an order was refused)."""
    try:
        return play(system, script, Fixed(case.chance)).state
    except ChanceError as error:
        return str(error)


@of_every_case
def test_a_case_has_the_name_and_the_clauses_that_it_is_found_by(path: Path) -> None:
    case = case_of(path)
    assert path.stem.startswith(case.id)
    assert case.clauses
    assert case.expect


def test_every_system_has_cases_and_every_dispute_a_reason() -> None:
    assert {path.parent.name for path in FILES} == {each.system.name for each in SYSTEMS}
    known = {case_of(path).id for path in FILES}
    assert all(each["id"] in known and each["clause"] and each["reason"] for each in disputed().values())


def test_the_command_of_the_makefile_finds_nothing_but_cases() -> None:
    ran = EN("case", HERE)
    assert ran.status is Exit.DONE, ran.err
    assert ran.out.splitlines()[-1] == f"{len(FILES)} passed, 0 failed, 0 passed over"
