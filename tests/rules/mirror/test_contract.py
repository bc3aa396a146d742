"""The mirror land keeps the contract of a rule system."""

from __future__ import annotations

from pathlib import Path

import pytest

import grailkeeper.rules.mirror
from conformance.checks import CHECKS, Check
from conformance.subject import Subject
from conformance.walk import walks
from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.rules.mirror.visibility import KNOWLEDGE

from .making import order, setup
from .twins import twins

SUBJECT = Subject(
    system=MIRROR,
    begin=setup,
    information=tuple((row.id, row.clause, row.who) for row in KNOWLEDGE),
    twins=twins,
    words=Path(grailkeeper.rules.mirror.__file__).parent,
    order=order,
    walks=24,
)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_contract(check: Check) -> None:
    for walk in walks(SUBJECT):
        check(walk)


def test_random_wars_end() -> None:
    assert any(walk.ended for walk in walks(SUBJECT))
