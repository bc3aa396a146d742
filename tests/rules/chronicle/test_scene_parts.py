"""Small parts of a scene by themselves: what neither cases nor whole scenes tell apart."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grailkeeper.core.form import read
from grailkeeper.rules.chronicle import apply as change
from grailkeeper.rules.chronicle.field import Result
from grailkeeper.rules.chronicle.people import Pool, Skill
from grailkeeper.rules.chronicle.scene.growing import _treat
from grailkeeper.rules.chronicle.scene.learning import study
from grailkeeper.rules.chronicle.scene.meeting import after_battles
from grailkeeper.rules.chronicle.scene.menu import MENU, Who, _by_person
from grailkeeper.rules.chronicle.scene.orders import action_record
from grailkeeper.rules.chronicle.scene.records import above
from grailkeeper.rules.chronicle.scene.setup import regions_of
from grailkeeper.rules.chronicle.scene.state import Action, Kind
from grailkeeper.rules.chronicle.scene.visibility import _own
from grailkeeper.rules.chronicle.state import with_person

from .sceneparts import told_by
from .scenetable import Playing, master, servant


def two() -> Playing:
    return Playing([master("aa", "red"), master("bb", "blue"), servant("saber", "red")])


@pytest.mark.parametrize(("mana", "paid"), [(9, 5), (6, 5), (5, 4), (2, 1), (1, 0), (0, 0)])
def test_a_study_that_was_broken_off_leaves_the_last_mana(mana: int, paid: int) -> None:
    """C-5.2."""
    state = with_person(two().state, "aa", mana=Pool(mana, 30))
    facts = told_by(state, study, "aa", Action(Kind.STUDY, (1, 2)), False)
    assert [fact.mana.value for fact in facts] == [paid]


@pytest.mark.parametrize(
    ("captor", "treatment", "killed"),
    [("red", "keep", []), ("red", "free", [False]), ("red", "kill", [True]), ("blue", "kill", []), ("", "free", [])],
)
def test_only_the_own_captive_is_treated_and_one_that_is_kept_stays(
    captor: str, treatment: str, killed: list[bool]
) -> None:
    """C-20.12."""
    facts = told_by(with_person(two().state, "bb", captor=captor), _treat, "aa", "bb", treatment)
    assert [fact.killed for fact in facts] == killed


def test_people_come_to_know_each_other_once() -> None:
    """C-23.10."""
    state = replace(two().state, results=(Result(1, "r1", ("aa", "bb"), ("red",)),))
    facts = told_by(state, after_battles)
    assert [(fact.team, fact.people) for fact in facts] == [("red", ("bb",)), ("blue", ("aa",))]
    for fact in facts:
        state = change.apply(state, fact)
    assert told_by(state, after_battles) == []


@pytest.mark.parametrize(("grade", "fits"), [(0, False), (1, True), (9, True), (10, False)])
def test_a_tool_is_named_by_its_grade(grade: int, fits: bool) -> None:
    """C-23.18."""
    _, problems = two().read("saber", {"use_tool": grade})
    assert ("bad_number" not in [each.code for each in problems]) is fits


@pytest.mark.parametrize(
    ("was", "more", "excess"), [(38, 1, None), (40, 0, None), (38, 2, None), (38, 3, 1), (40, 5, 5), (43, 5, 5)]
)
def test_what_is_above_the_maximum_now_is_of_this_scene(was: int, more: int, excess: int | None) -> None:
    """C-Q2: only what is added above the maximum counts, be the pool above it already or not."""
    state = Playing([master("aa", "red"), master("bb", "blue")]).state
    state = with_person(state, "aa", health=Pool(was, 40))
    after = above(state, "aa", health=more, mana=0)
    assert after.war is not None
    assert after.war.now.excess.get("aa/health") == excess


def test_a_region_has_no_ley_line_unless_it_is_said() -> None:
    """C-23.7."""
    regions = regions_of({"regions": {"r1": {}, "r2": {"ley_line": 2}}})
    assert [(each.ley_line, each.base_bonus) for each in regions.values()] == [(0, 0), (2, 0)]


def test_an_action_claims_nobody_unless_it_is_said() -> None:
    """C-6.6."""
    assert Action(Kind.STUDY, (1,)).victims == 0


@pytest.mark.parametrize(("victims", "taken"), [(0, True), (1, True), (-1, False), (1000000, False)])
def test_nobody_eats_fewer_than_none(victims: Any, taken: bool) -> None:
    """C-6.6."""
    data, problems = read(action_record({}, {}), {"action": "soul_eating", "victims": victims})
    assert (not problems) is taken, (data, problems)


@pytest.mark.parametrize(("skills", "codes"), [({"item_construction": "E"}, []), ({}, ["caster_only"])])
def test_the_lowest_grade_of_a_skill_is_a_skill(skills: dict[str, str], codes: list[str]) -> None:
    """C-1.10, C-23.18."""
    state = Playing([servant("medea", "red", skills=skills, **{"class": "caster"})]).state
    act = next(each for each in MENU if MENU[each].who is Who.CASTERS and MENU[each].skill is Skill.ITEM_CONSTRUCTION)
    problems = _by_person(state.people["medea"], Action(act, (1, 2)), "first")
    assert [each.code for each in problems] == codes


def test_nobody_senses_before_having_searched() -> None:
    """C-3.15."""
    own = _own(two().state, "red")
    assert own.presences == {}
