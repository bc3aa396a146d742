"""Chronicle keeps the contract of a rule system and its secrets, over random battles and twin worlds."""

from collections import Counter

import pytest

from conformance.checks import CHECKS, Check
from conformance.twin import Twins, differs, leaks
from conformance.walk import walks
from grailkeeper.rules.chronicle import facts as f
from grailkeeper.rules.chronicle.cards import GRADED, number
from grailkeeper.rules.chronicle.field import Battle
from grailkeeper.rules.chronicle.state import State

from .subject import INFORMATION, SUBJECT
from .twins import twins


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_contract(check: Check) -> None:
    for walk in walks(SUBJECT):
        check(walk)


def test_random_battles_end() -> None:
    assert all(walk.ended for walk in walks(SUBJECT))


def test_points_stay_within_their_bounds() -> None:
    """C-18.8, C-Q1, C-19.5, C-23.1: no servant's mana below its limit, no stroke or fate that is not there."""
    for walk in walks(SUBJECT):
        state: State
        for before, state in zip(walk.states, walk.states[1:], strict=False):
            for key, person in state.people.items():
                was = before.people[key]
                if not person.is_master:
                    assert person.mana.now >= -person.mana.maximum
                assert person.health.now <= max(person.health.maximum, was.health.now)
                assert person.mana.now <= was.mana.now
                assert person.master is None or 0 <= person.master.fate.now <= person.master.fate.start
            assert all(team.strokes >= 0 for team in state.teams.values())


def test_every_change_of_a_pool_has_a_fact() -> None:
    for walk in walks(SUBJECT):
        for step in walk.steps:
            health: Counter[str] = Counter()
            mana: Counter[str] = Counter()
            for told in step.resolution.told:
                fact = told.fact
                if isinstance(fact, f.Suffered):
                    health[fact.person] -= fact.health
                    mana[fact.person] -= fact.mana
                elif isinstance(fact, f.Healed):
                    health[fact.person] += fact.health.value
                elif isinstance(fact, f.Paid):
                    mana[fact.person] -= fact.price.value
            before, after = step.before.people, step.after.people
            assert all(after[key].health.now - before[key].health.now == health[key] for key in before)
            assert all(after[key].mana.now - before[key].mana.now == mana[key] for key in before)


def test_hits_are_what_people_suffer() -> None:
    """C-23.17 (5): what arrives is what is lost, but for what fate ignores and what the mana floor keeps off."""
    for walk in walks(SUBJECT):
        for step in walk.steps:
            health: Counter[tuple[int, str]] = Counter()
            for told in step.resolution.told:
                fact = told.fact
                if isinstance(fact, f.JudgmentMade | f.Escaped):
                    for hit in fact.hits:
                        if not hit.ignored:
                            health[fact.slot, hit.taker] += hit.health_lost
                elif isinstance(fact, f.Suffered):
                    health[fact.slot, fact.person] -= fact.health
            assert not any(health.values())


def test_nobody_lays_more_cards_than_there_are() -> None:
    """C-11.2."""
    for walk in walks(SUBJECT):
        for step in walk.steps:
            for told in step.resolution.told:
                if not isinstance(told.fact, f.CardsLaid):
                    continue
                person = step.before.people[told.fact.person]
                laid = Counter(card.card for slot in told.fact.declaration.slots for card in slot)
                assert all(laid[card] <= number(person, card) for card in GRADED)


def test_judgments_are_made_in_order() -> None:
    for walk in walks(SUBJECT):
        for step in walk.steps:
            made = [told.fact.slot for told in step.resolution.told if isinstance(told.fact, f.JudgmentMade)]
            assert made == list(range(1, len(made) + 1))


def test_who_is_out_plays_no_more() -> None:
    """C-18, C-19."""
    for walk in walks(SUBJECT):
        for step in walk.steps:
            out: set[str] = set()
            for told in step.resolution.told:
                fact = told.fact
                if isinstance(fact, f.JudgmentMade):
                    assert not out & {played.person for played in fact.played if played.card != "wait"}
                elif isinstance(fact, f.Fell | f.Escaped):
                    out.add(fact.person)
                elif isinstance(fact, f.RetreatEnded) and fact.success:
                    out |= {fact.person, *fact.taking}


def test_a_battle_is_there_until_it_closes() -> None:
    for walk in walks(SUBJECT):
        first: State = walk.first
        battle: Battle = first.battle(1)
        assert battle.setting.single
        last: State = walk.states[-1]
        assert not last.battles
        assert [result.number for result in last.results] == [1]


TWINS = list(twins())


@pytest.mark.parametrize("pair", TWINS, ids=lambda pair: pair.row)
def test_nobody_sees_what_is_not_theirs_to_see(pair: Twins) -> None:
    assert list(leaks(SUBJECT.system, pair)) == []
    assert differs(SUBJECT.system, pair)


def test_every_row_of_the_information_table_has_twins() -> None:
    assert {pair.row for pair in TWINS} == {row for row, _, _ in INFORMATION}
