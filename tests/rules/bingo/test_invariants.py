"""What holds in every war of bingo, beside the contract, over random wars."""

from collections.abc import Iterator

from conformance.walk import walks
from grailkeeper.core.working import Working
from grailkeeper.rules.bingo import facts as f
from grailkeeper.rules.bingo.people import Team
from grailkeeper.rules.bingo.state import State

from .subject import SUBJECT


def test_random_wars_end() -> None:
    assert all(walk.ended for walk in walks(SUBJECT))


def _teams(state: State) -> Iterator[Team]:
    yield from state.teams


def test_points_stay_within_their_bounds() -> None:
    """B-13.4, B-10.2, B-11.1, B-9.3: nothing below 0, nothing above its maximum."""
    for walk in walks(SUBJECT):
        for state in walk.states:
            for team in _teams(state):
                for person in (team.master, team.servant):
                    if person is not None:
                        assert 0 <= person.health.now <= person.health.maximum
                        assert 0 <= person.mana.now <= person.mana.maximum
                if team.servant is not None:
                    assert all(0 <= each.uses_left <= each.uses_max for each in team.servant.noble_phantasms)
                    assert all(skill.plus_left >= 0 for skill in team.servant.skills)


def test_nothing_is_spent_twice() -> None:
    """B-10.1, B-9.6: every stroke and card that is gone was told, and was there."""
    for walk in walks(SUBJECT):
        for step in walk.steps:
            facts = [told.fact for told in step.resolution.told]
            for before, after in zip(_teams(step.before), _teams(step.after), strict=True):
                if before.master is None or after.master is None or step.call.kind == "registration":
                    continue
                spent = [card for fact in facts for card in _strokes(fact, before.key)]
                assert sorted(before.master.strokes) == sorted([*after.master.strokes, *spent])
                played = [card for fact in facts for card in _tarot(fact, before.key)]
                assert sorted(before.master.tarot) == sorted([*after.master.tarot, *played])


def _strokes(fact: object, team: str) -> tuple[int, ...]:
    if isinstance(fact, f.BattleFought):
        return next((side.strokes for side in fact.sides if side.team == team), ())
    one = isinstance(fact, f.ServantHealed | f.ServantRescued | f.UseRestored | f.StrokeSpent)
    return (fact.card,) if one and fact.team == team else ()  # type: ignore[attr-defined]


def _tarot(fact: object, team: str) -> tuple[int, ...]:
    sides = fact.sides if isinstance(fact, f.BattleFought) else ()
    return tuple(side.tarot for side in sides if side.team == team and side.tarot is not None)


def test_what_a_side_gains_is_what_its_parts_come_to() -> None:
    """B-13.3: a total holds every won cell, and nobody wins what the other has won."""
    for walk in walks(SUBJECT):
        for step in walk.steps:
            for told in step.resolution.told:
                if isinstance(told.fact, f.BattleFought):
                    one, other = (_cells(side.total) for side in told.fact.sides)
                    assert all(side.total.value >= 0 for side in told.fact.sides)
                    shared = {cell for cell in one if cell in other}
                    assert all(one[cell] == other[cell] == 0 for cell in shared)


def _cells(total: Working) -> dict[str, int]:
    board = next(term.inner for term in total.terms if term.name == "board")
    return {} if board is None else {term.source: term.amount for term in board.terms if term.source}
