"""Every conformance case of the mirror land: on the bare state, and through a war with its journal."""

import json
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.campaign.desk import play_script_in_war
from grailkeeper.core.case import Case, Script, read_case
from grailkeeper.core.chance import Fixed
from grailkeeper.core.compare import Verdict, compare, refusal, run_case
from grailkeeper.core.drive import play_script
from grailkeeper.core.form import plain_words
from grailkeeper.rules.mirror.casefile import MIRROR_CASES
from grailkeeper.rules.mirror.system import MIRROR

CASES = Path(__file__).parents[2] / "cases" / "mirror"
ALL: dict[str, dict[str, Any]] = {
    path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(CASES.glob("*.json"))
}
PLAYED = {name: data for name, data in ALL.items() if data["kind"] in MIRROR_CASES.played}


def case_of(data: dict[str, Any]) -> Case:
    case = read_case(data)
    assert isinstance(case, Case)
    return case


def test_all_are_there() -> None:
    assert len(ALL) == 60


@pytest.mark.parametrize("data", ALL.values(), ids=ALL)
def test_case(data: dict[str, Any]) -> None:
    report = run_case(MIRROR, MIRROR_CASES, case_of(data))
    assert report.differences == ()
    assert report.verdict is Verdict.PASSED


@pytest.mark.parametrize("data", PLAYED.values(), ids=PLAYED)
def test_case_in_a_war(data: dict[str, Any]) -> None:
    case = case_of(data)
    options, problems = MIRROR.options.read(case.options)
    assert not problems
    script = MIRROR_CASES.script(case, options, plain_words)
    if not isinstance(script, Script):
        assert compare(case.expect, refusal(script)) == ()
        return
    chance = Fixed(case.chance)
    played = play_script_in_war(MIRROR, script, chance)
    chance.exhausted()
    direct = play_script(MIRROR, script, Fixed(case.chance))
    assert compare(case.expect, MIRROR_CASES.outcome(script, played)) == ()
    assert played.state == direct.state
