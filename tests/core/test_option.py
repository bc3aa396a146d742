from __future__ import annotations

from typing import Any

import pytest

from grailkeeper.core.option import Option, OptionTable

TABLE = OptionTable(
    (
        Option("halving", ("down", "up"), "T-Q1"),
        Option("places", (4,), "T-Q2", (2, 6)),
        Option("limit", ("none",), "T-Q3", (1, 9)),
        Option("scale", (1, 2), "T-Q4"),
    )
)


def test_what_is_not_chosen_has_its_default() -> None:
    assert TABLE.read({}) == ({"halving": "down", "places": 4, "limit": "none", "scale": 1}, ())
    assert TABLE.read({"limit": 3, "halving": "up"}) == (
        {"halving": "up", "places": 4, "limit": 3, "scale": 1},
        (),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("halving", "sideways"),
        ("halving", None),
        ("places", 1),
        ("places", 7),
        ("places", "4"),
        ("places", 4.0),
        ("limit", True),
        ("limit", "some"),
        ("scale", True),
        ("scale", 3),
        ("scale", [1]),
    ],
)
def test_a_value_that_is_none_is_named_with_what_would_be_one(name: str, value: Any) -> None:
    full, (problem,) = TABLE.read({name: value})
    assert (problem.code, problem.culprit) == ("bad_option", f"options.{name}")
    assert problem.values["accepted"]
    assert full == TABLE.read({})[0]


def test_every_mistake_is_named() -> None:
    _, problems = TABLE.read({"halving": 1, "places": 99, "Halving": "up"})
    assert [problem.code for problem in problems] == ["bad_option", "bad_option", "unknown_option"]


def test_what_is_accepted_can_be_said() -> None:
    assert [option.accepted for option in TABLE.options] == ["down, up", "2..6", "none, 1..9", "1, 2"]
