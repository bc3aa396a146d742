"""Within what bounds a keeper puts right what people and teams have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grailkeeper.core.fact import Fact
from grailkeeper.core.form import read
from grailkeeper.core.seat import Person, Role
from grailkeeper.rules.sceneplay.facts import PersonCorrected, TeamCorrected
from grailkeeper.rules.sceneplay.state import State
from grailkeeper.rules.sceneplay.system import SCENEPLAY

WHY = "miscounted"


def state() -> State:
    """A team of two, and a servant without its master."""
    teams = {"sayaka": {"master": {}, "servant": {}}, "kyoko": {"servant": {"health": 8, "mana": 6}}}
    setup, problems = read(SCENEPLAY.setup, {"teams": teams})
    assert not problems and isinstance(setup, Mapping)
    return SCENEPLAY.begin(setup, SCENEPLAY.options.read({})[0])


def said(fact: Fact) -> list[tuple[str, str, str]]:
    return [(each.code, each.clause, each.culprit) for each in SCENEPLAY.check_correction(state(), fact)]


def person(role: Role, team: str = "sayaka", /, **values: Any) -> PersonCorrected:
    return PersonCorrected(Person(team, role), WHY, **values)


@pytest.mark.parametrize(
    ("name", "low", "high", "clause"),
    [("health", 0, 3, "S-16.5"), ("mana", 0, 4, "S-16.5"), ("luck_uses", 0, 3, "S-11.2"), ("strokes", 0, 3, "S-18.1")],
)
def test_a_master_s_numbers_stay_within_their_bounds(name: str, low: int, high: int, clause: str) -> None:
    for number in (low, high):
        fact = person(Role.MASTER, **{name: number})
        assert said(fact) == []
        SCENEPLAY.apply(state(), fact)
    for number in (low - 1, high + 1, 99):
        assert said(person(Role.MASTER, **{name: number})) == [("bound_between", clause, name)]


def test_a_servant_has_its_own_maximum_and_no_strokes() -> None:
    """S-16.1, S-18.1."""
    assert said(person(Role.SERVANT, "kyoko", health=8, mana=6, luck_uses=3)) == []
    assert [culprit for *_, culprit in said(person(Role.SERVANT, "kyoko", health=9, mana=7))] == ["health", "mana"]
    assert said(person(Role.SERVANT, strokes=1)) == [("bound_nobody", "", "strokes")]


def test_who_is_not_there_has_nothing_to_be_put_right() -> None:
    assert said(person(Role.MASTER, "kyoko", mana=1)) == [("bound_nobody", "", "mana")]
    assert said(person(Role.MASTER, "hitomi", mana=1)) == [("bound_nobody", "", "mana")]
    assert said(TeamCorrected("hitomi", WHY, stored_mana=1)) == [("bound_nobody", "", "stored_mana")]


def test_what_a_team_has() -> None:
    """S-12.7, S-15.3, S-20.1: stored mana and risk have no end; a reserve of nothing is none."""
    assert said(TeamCorrected("sayaka", WHY, reserves=(5, 10), stored_mana=99, exposure_risk=0)) == []
    assert said(TeamCorrected("sayaka", WHY, reserves=())) == []
    wrong = TeamCorrected("sayaka", WHY, reserves=(5, 0), stored_mana=-1, exposure_risk=-1)
    assert said(wrong) == [
        ("bound_low", "S-20.1", "reserves"),
        ("bound_low", "S-12.7", "stored_mana"),
        ("bound_low", "S-15.3", "exposure_risk"),
    ]
