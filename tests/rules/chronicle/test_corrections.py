"""Within what bounds a keeper puts right what people and teams have."""

from __future__ import annotations

from dataclasses import replace

from grailkeeper.campaign import keep
from grailkeeper.campaign.correcting import concerned, correction_form
from grailkeeper.campaign.outcome import Done
from grailkeeper.campaign.war import War
from grailkeeper.core.fact import Fact
from grailkeeper.core.form import Choice
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


def with_a_guide() -> War:
    """A war on a map with names of its own, in which a servant has changed teams and somebody is of none."""
    regions = {"r1": {"name": "항구"}, "r2": {"name": "언덕"}}
    laid = {**CHRONICLE.war_setup({"red": "Red", "blue": "Blue"}), "regions": regions, "map": [["r1", "r2"]]}
    begun = keep.begin(CHRONICLE, "0" * 16, "war", laid, {}, bytes(32))
    assert isinstance(begun, Done), begun
    state = begun.war.state
    servant = state.people["red_servant"]
    people = {
        **state.people,
        "red_servant": replace(servant, team="blue"),
        "guide": replace(servant, key="guide", name="길잡이", team="", npc=True),
    }
    return replace(begun.war, state=replace(state, people=people, roster=(*state.roster, "guide")))


def test_whom_a_correction_may_name_are_people_and_no_regions() -> None:
    form = correction_form(with_a_guide(), o.PersonCorrected, str)
    (person,) = (each.kind for each in form.fields if each.name == "person")
    assert isinstance(person, Choice)
    assert person.values == ("red_master", "red_servant", "blue_master", "blue_servant", "guide")


def test_a_correction_concerns_the_team_that_somebody_is_of_now_and_nobody_where_there_is_none() -> None:
    found = with_a_guide()
    assert concerned(found, o.PersonCorrected("red_master", WHY, mana=1)) == ["red"]
    assert concerned(found, o.PersonCorrected("red_servant", WHY, mana=1)) == ["blue"]
    assert concerned(found, o.TeamCorrected("red", WHY, merit=1)) == ["red"]
    assert concerned(found, o.PersonCorrected("guide", WHY, mana=1)) == []
