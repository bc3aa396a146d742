"""What holds after every step of a random war."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from conformance.walk import Step, walks
from grailkeeper.core.working import fold
from grailkeeper.rules.mirror import facts as f
from grailkeeper.rules.mirror import numbers, tables
from grailkeeper.rules.mirror.derived import body_figures, servant_figures
from grailkeeper.rules.mirror.people import Condition, Reach, Team, Type, World
from grailkeeper.rules.mirror.state import State

from .subject import SUBJECT


def states() -> list[State]:
    return [state for walk in walks(SUBJECT) for state in walk.states]


def steps() -> list[Step]:
    return [step for walk in walks(SUBJECT) for step in walk.steps]


def test_points_stay_within_bounds() -> None:
    for state in states():
        for team in state.teams.values():
            assert 0 <= team.strokes <= tables.STROKES
            assert 1 <= team.stage <= tables.LAST_STAGE
            assert all(0 <= known.level <= tables.DOSSIER for known in team.information.values())
            assert team.territory is None or team.territory.store >= 0
            for world in World:
                reckon = servant_figures if world is World.VIRTUAL else body_figures
                figures, being = reckon(team.sheet, team.stage, state.options), team.being(world)
                assert being.hp <= figures.max_hp.value
                assert being.mp <= figures.max_mp.value


def test_no_card_is_laid_twice() -> None:
    for state in states():
        if state.battle is not None:
            for fighter in state.battle.fighters.values():
                assert all(left >= 0 for left in fighter.hand.values())


def test_who_has_vanished_stays_so_and_pays_nothing() -> None:
    for step in steps():
        for key, before in step.before.teams.items():
            after: Team = step.after.teams[key]
            for one, other in ((before.servant, after.servant), (before.body, after.body)):
                if one.condition is Condition.VANISHED:
                    assert other.condition is Condition.VANISHED
                    assert other.hp == one.hp or other is after.body


def test_what_a_turn_costs_is_what_is_missing() -> None:
    for step in steps():
        for told in step.resolution.told:
            fact = told.fact
            if isinstance(fact, f.TurnReckoned):
                before = step.before.being(fact.team)
                store = _store(step.before, fact.team)
                cost = sum(working.value for working in fact.costs)
                assert before.mp + store - cost == fact.mp + fact.store
                assert cost == 0 or fact.mp >= 0 or before.mp < 0


def _store(state: State, key: str) -> int:
    territory = state.teams[key].territory
    there = territory is not None and territory.region == state.the_battle.meeting.region
    return territory.store if there and territory is not None and state.world is World.VIRTUAL else 0


def test_health_lost_in_a_turn_is_what_was_told() -> None:
    for step in steps():
        resolved = [told.fact for told in step.resolution.told if isinstance(told.fact, f.TurnResolved)]
        for told in step.resolution.told:
            fact = told.fact
            if isinstance(fact, f.TurnReckoned):
                (turn,) = resolved
                lost = sum(_lost(slot, fact.team) for slot in turn.slots)
                healed = sum(heal.amount.value for heal in fact.heals)
                back = 0 if fact.evaded is None else fact.evaded.value
                after = step.before.being(fact.team).hp - lost + healed
                assert after <= fact.hp <= after + back


def _lost(slot: f.Slot, key: str) -> int:
    hits = sum(hit.damage.value for hit in slot.hits if hit.victim == key)
    return hits + sum(tick.damage.value for tick in slot.ticks if tick.victim == key)


@given(st.integers(1, 60), st.sampled_from(list(Reach)), st.integers(0, 200), st.integers(1, 5))
def test_a_release_costs_what_its_working_says(grade: int, reach: Reach, less: int, nth: int) -> None:
    cost, power = numbers.phantasm_cost(grade, reach, less, nth), numbers.phantasm_power(grade, reach, less)
    assert fold(cost.terms) == cost.value
    if numbers.output_problem(grade, reach, less) is None:
        assert power.value >= 1
        assert cost.value >= nth


@given(st.integers(0, 200))
def test_lasting_damage_is_split_with_the_larger_shares_first(points: int) -> None:
    shares = numbers.lasting_shares(points)
    assert sum(shares) == points
    assert list(shares) == sorted(shares, reverse=True)
    assert shares[0] - shares[-1] <= 1


@given(st.integers(1, 20), st.integers(1, 20), st.integers(1, 20), st.sampled_from(list(Type)))
def test_the_normal_score_grows_with_its_parts(strength: int, agility: int, magic: int, type_: Type) -> None:
    score = numbers.normal_score(type_, strength, agility, magic)
    more = numbers.normal_score(type_, strength + 1, agility + 1, magic + 1)
    assert fold(score.terms) == score.value < more.value
