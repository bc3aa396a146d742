"""A case file of which any value is of another kind is played, or refused in a sentence: it never ends in a fault."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.terminal import EN, KO
from grailkeeper.cli.session import Exit
from grailkeeper.rules.registry import SYSTEMS

HERE = Path(__file__).parent
ODD: tuple[Any, ...] = (7, -1, 10**30, 1.5, True, None, "x", "", [], ["x"], [3], [[]], [{}], {}, {"x": 1}, {"x": {}})
PARTS = ("kind", "options", "given", "declared", "chance")
READ = (Exit.DONE, Exit.WRONG)

Path_ = tuple[str | int, ...]


@cache
def cases(system: str) -> tuple[dict[str, Any], ...]:
    """The cases of a system, without what they expect."""
    files = sorted((HERE / system).glob("*.json"))
    found = (json.loads(file.read_text("utf-8")) for file in files)
    return tuple({name: part for name, part in case.items() if name != "expect"} for case in found)


def places(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Every place in a file at which a value stands."""
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in rows:
        yield (*path, key)
        yield from places(item, (*path, key))


def changed(case: dict[str, Any], path: Path_, value: Any) -> dict[str, Any]:
    made = copy.deepcopy(case)
    inner: Any = made
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    return made


@st.composite
def odd_cases(draw: st.DrawFn, system: str) -> dict[str, Any]:
    """A case with one value of another kind; the formulas of a system have a share of their own, as they are few."""
    kinds = sorted({case["kind"] for case in cases(system)})
    kind = draw(st.sampled_from(kinds))
    case = draw(st.sampled_from([case for case in cases(system) if case["kind"] == kind]))
    path = draw(st.sampled_from([path for path in places(case) if path[0] in PARTS]))
    return changed(case, path, draw(st.sampled_from(ODD)))


@pytest.mark.parametrize("system", [each.system.name for each in SYSTEMS])
def test_a_value_of_another_kind_is_never_a_fault(system: str, tmp_path: Path) -> None:
    file = tmp_path / "odd.json"

    @settings(max_examples=120, suppress_health_check=[HealthCheck.too_slow])
    @given(case=odd_cases(system))
    def check(case: dict[str, Any]) -> None:
        file.write_text(json.dumps(case), "utf-8")
        for terminal, command in ((EN, "case"), (KO, "check")):
            ran = terminal(command, file)
            assert ran.status in READ, ran.err
            assert ran.status is Exit.DONE or ran.err or ran.out

    check()


@pytest.mark.parametrize("value", [10**30, 1.5, {"\uac00": 1}, "\ud800"], ids=ascii)
def test_a_part_that_no_journal_can_hold_is_refused_in_its_place(tmp_path: Path, value: object) -> None:
    file = tmp_path / "odd.json"
    case = next(case for case in cases("chronicle") if case["kind"] == "scene" and "long" in str(case["declared"]))
    for path in places(case["declared"]):
        file.write_text(json.dumps(changed(case, ("declared", *path), value)), "utf-8")
        ran = EN("case", file)
        assert ran.status in READ, ran.err


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_no_formula_of_the_mirror_land_takes_what_is_none_of_its_arguments(tmp_path: Path, value: object) -> None:
    file = tmp_path / "odd.json"
    for case in cases("mirror"):
        if case["kind"] == "number":
            for path in places(case["given"]):
                file.write_text(json.dumps(changed(case, ("given", *path), value)), "utf-8")
                ran = EN("case", file)
                assert ran.status in READ, ran.err
