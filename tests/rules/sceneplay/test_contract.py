"""Sceneplay keeps the contract of a rule system and its secrets, over random battles and twin worlds."""

import pytest

from conformance.checks import CHECKS, Check
from conformance.twin import Twins, differs, leaks
from conformance.walk import walks
from grailkeeper.rules.sceneplay.facts import JudgmentMade, ResourcesSpent
from grailkeeper.rules.sceneplay.state import State

from .subject import INFORMATION, SUBJECT, twins


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_contract(check: Check) -> None:
    for walk in walks(SUBJECT):
        check(walk)


def test_random_battles_end() -> None:
    assert all(walk.ended for walk in walks(SUBJECT))


def test_points_stay_within_their_bounds() -> None:
    """S-16.5, S-17.1, S-18.1, S-11.2: nothing above its maximum, no mana below 0, no health below a blow's."""
    for walk in walks(SUBJECT):
        state: State
        for state in walk.states:
            for team in state.teams.values():
                for person in (team.master, team.servant):
                    if person is not None:
                        assert 0 <= person.mana.now <= person.mana.maximum
                        assert -2 <= person.health.now <= person.health.maximum
                        assert 0 <= person.luck_uses <= 3
                assert team.master is None or 0 <= team.master.strokes <= 3


def test_nothing_is_spent_that_is_not_there() -> None:
    for walk in walks(SUBJECT):
        for step in walk.steps:
            spent = [told.fact for told in step.resolution.told if isinstance(told.fact, ResourcesSpent)]
            for team in {fact.team for fact in spent}:
                before = [reserve.strength for reserve in step.before.teams[team].reserves]
                after = [reserve.strength for reserve in step.after.teams[team].reserves]
                used = [strength for fact in spent if fact.team == team for strength in fact.reserves]
                assert sorted(before) == sorted(after + used)


def test_judgments_are_made_in_order() -> None:
    for walk in walks(SUBJECT):
        for step in walk.steps:
            made = [told.fact.judgment for told in step.resolution.told if isinstance(told.fact, JudgmentMade)]
            assert made == list(range(1, len(made) + 1))


TWINS = list(twins())


@pytest.mark.parametrize("pair", TWINS, ids=lambda pair: pair.row)
def test_nobody_sees_what_is_not_theirs_to_see(pair: Twins) -> None:
    assert list(leaks(SUBJECT.system, pair)) == []
    assert differs(SUBJECT.system, pair)


def test_every_row_of_the_information_table_has_twins() -> None:
    assert {pair.row for pair in TWINS} == {row for row, _, _ in INFORMATION}
