"""What holds in every battle of sceneplay, beside the contract, over random battles."""

from conformance.walk import walks
from grailkeeper.rules.sceneplay.facts import JudgmentMade, ResourcesSpent
from grailkeeper.rules.sceneplay.state import State

from .subject import SUBJECT


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
