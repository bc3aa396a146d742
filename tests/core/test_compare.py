"""Comparing what a case expects with what came out."""

import pytest

from grailkeeper.core.compare import MISSING, Difference, compare, refusal
from grailkeeper.core.problem import illegal, suspicious


def test_records_are_subsets_and_lists_whole() -> None:
    assert compare({"a": 1}, {"a": 1, "b": 2}) == ()
    assert compare({"a": [1, 2]}, {"a": (1, 2)}) == ()
    assert compare({"a": [1]}, {"a": [1, 2]}) == (Difference("a", [1], [1, 2]),)
    assert compare({"a": [{"b": 1}]}, {"a": [{"b": 2, "c": 0}]}) == (Difference("a.1.b", 1, 2),)


def test_a_field_that_did_not_come_out_is_missing() -> None:
    assert compare({"a": None}, {}) == (Difference("a", None, MISSING),)
    assert repr(MISSING) == "-"
    assert compare({"a": {"b": 1}}, {"a": 3}) == (Difference("a", {"b": 1}, 3),)


@pytest.mark.parametrize(("expected", "actual"), [(True, 1), (0, False), ("1", 1), (None, 0)])
def test_different_kinds_are_different(expected: object, actual: object) -> None:
    assert compare({"a": expected}, {"a": actual}) == (Difference("a", expected, actual),)


def test_the_first_binding_problem_is_the_refusal() -> None:
    problems = [suspicious("odd", "S-1"), illegal("wrong", "S-2"), illegal("worse", "S-3")]
    assert refusal(problems) == {"refused": {"code": "wrong", "clause": "S-2"}}
