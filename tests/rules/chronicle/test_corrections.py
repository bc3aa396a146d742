"""Within what bounds a keeper puts right what people and teams have."""

from __future__ import annotations

from grailkeeper.core.fact import Fact
from grailkeeper.rules.chronicle import outcomes as o
from grailkeeper.rules.chronicle.system import CHRONICLE

from .wars import war

WHY = "miscounted"


def said(fact: Fact) -> list[tuple[str, str, str]]:
    return [(each.code, each.clause, each.culprit) for each in CHRONICLE.check_correction(war(), fact)]


def test_health_may_fall_below_0_and_be_above_its_maximum() -> None:
    """C-Q2, C-Q64."""
    assert said(o.PersonCorrected("shirou", WHY, health=-50)) == []
    assert said(o.PersonCorrected("shirou", WHY, health=war().people["shirou"].health.maximum + 5, injured=True)) == []


def test_a_servant_s_mana_has_a_limit_below_and_a_master_s_has_none() -> None:
    """C-18.8, C-18.11."""
    servant = next(person for person in war().people.values() if not person.is_master)
    assert said(o.PersonCorrected(servant.key, WHY, mana=-servant.mana.maximum)) == []
    below = o.PersonCorrected(servant.key, WHY, mana=-servant.mana.maximum - 1)
    assert said(below) == [("bound_low", "C-18.8", "mana")]
    assert said(o.PersonCorrected("shirou", WHY, mana=-99)) == []


def test_what_is_earned_is_never_less_than_nothing() -> None:
    """C-23.12, C-5.8."""
    assert said(o.PersonCorrected("shirou", WHY, experience=0)) == []
    assert said(o.PersonCorrected("shirou", WHY, experience=-1)) == [("bound_low", "C-23.12", "experience")]
    assert said(o.TeamCorrected("red", WHY, merit=0, funds=0)) == []
    assert said(o.TeamCorrected("red", WHY, merit=-1, funds=-1)) == [
        ("bound_low", "C-23.12", "merit"),
        ("bound_low", "C-5.8", "funds"),
    ]


def test_every_master_of_a_team_has_brought_three_strokes() -> None:
    """C-23.1."""
    assert said(o.TeamCorrected("red", WHY, strokes=3)) == said(o.TeamCorrected("red", WHY, strokes=0)) == []
    for strokes in (-1, 4):
        assert said(o.TeamCorrected("red", WHY, strokes=strokes)) == [("bound_between", "C-23.1", "strokes")]


def test_who_is_not_there_has_nothing_to_be_put_right() -> None:
    assert said(o.PersonCorrected("nobody", WHY, mana=1)) == [("bound_nobody", "", "mana")]
    assert said(o.PersonCorrected("nobody", WHY, injured=False)) == [("bound_nobody", "", "injured")]
    assert said(o.TeamCorrected("nobody", WHY, merit=1)) == [("bound_nobody", "", "merit")]
