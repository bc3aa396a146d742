"""Whatever somebody writes into a file is read or refused: no mistake of theirs is a fault of ours."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.core.case import Case, read_case
from grailkeeper.core.form import read
from grailkeeper.rules.chronicle.system import CHRONICLE
from grailkeeper.rules.registry import registered
from grailkeeper.text.language import Language
from grailkeeper.text.words import load_words
from occurrence import spoiled

CASES = sorted((Path(__file__).parents[2] / "cases" / "chronicle").glob("*.json"))
TURNS = 6
"""How often each case is spoiled."""


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem[:6])
def test_a_spoiled_case_is_read_or_refused(path: Path) -> None:
    rules, raw = registered("chronicle"), json.loads(path.read_text("utf-8"))
    assert rules is not None
    identify, dice = load_words(rules.package, Language.KO).identify, random.Random(path.stem)
    for _ in range(TURNS):
        parts = {name: spoiled(raw[name], dice.randrange) for name in ("given", "declared") if name in raw}
        case = read_case({**raw, **parts})
        if not isinstance(case, Case):
            continue
        options, problems = CHRONICLE.options.read(case.options)
        assert not problems
        if case.kind in rules.cases.played:
            rules.cases.script(case, options, identify)
        else:
            rules.cases.reckon(case, options, identify)


BROKEN: tuple[dict[str, Any], ...] = (
    {"map": [[]]},
    {"map": [["r1"]]},
    {"map": [["r1", "r2", "r3"]]},
    {"acquaintances": [["saber"]]},
)


@pytest.mark.parametrize("part", BROKEN, ids=str)
def test_an_edge_has_two_ends(part: dict[str, Any]) -> None:
    """C-23.7, C-3.12: so has an acquaintance."""
    people = [{"key": "saber", "team": "red"}]
    _, problems = read(CHRONICLE.setup, {"people": people, "war": {}, **part})
    assert [problem.code for problem in problems] == ["bad_row"]


def test_an_edge_may_be_written() -> None:
    people = [{"key": "saber", "team": "red", "at": "r1"}, {"key": "rin", "team": "red", "kind": "master"}]
    setup, problems = read(CHRONICLE.setup, {"people": people, "war": {}, "map": ["r1/r2", ["r2", "r3"]]})
    assert not problems and isinstance(setup, dict)
    state = CHRONICLE.begin(setup, CHRONICLE.options.read({})[0])
    assert state.edges == (("r1", "r2"), ("r2", "r3"))
