"""The mirror land keeps the contract of a rule system."""

from __future__ import annotations

import pytest

from conformance.checks import CHECKS, Check
from conformance.twin import differs, leaks
from conformance.walk import walks
from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.rules.mirror.visibility import KNOWLEDGE

from .subject import SUBJECT
from .twins import twins


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_contract(check: Check) -> None:
    for walk in walks(SUBJECT):
        check(walk)


def test_random_wars_end() -> None:
    assert any(walk.ended for walk in walks(SUBJECT))


def test_nobody_sees_a_difference_that_is_not_theirs_to_see() -> None:
    assert [leak for pair in twins() for leak in leaks(MIRROR, pair)] == []


def test_twin_worlds_are_two() -> None:
    assert [pair.row for pair in twins() if not differs(MIRROR, pair)] == []


def test_every_row_of_the_information_table_has_twins() -> None:
    assert {pair.row for pair in twins()} == {row.id for row in KNOWLEDGE}
