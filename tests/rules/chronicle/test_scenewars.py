"""Random wars to their end: no fault, the contract kept, and what must hold after every fact."""

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from conformance.checks import CHECKS, Check
from conformance.walk import Walk, walk
from grailkeeper.rules.chronicle.people import Life, Person
from grailkeeper.rules.chronicle.scene.apply import CHANGES
from grailkeeper.rules.chronicle.scene.state import Phase
from grailkeeper.rules.chronicle.state import State
from grailkeeper.rules.chronicle.system import CHRONICLE
from grailkeeper.rules.chronicle.tables import TERRITORY_FULL

from .scenewars import WARS

SEEDS, CONTRACT_SEEDS = 36, 4


@cache
def played(seed: int) -> Walk:
    return walk(WARS, seed)


@cache
def begun(seed: int) -> Walk:
    """As much of a war as the contract is tried on."""
    return walk(replace(WARS, longest=24), seed)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_war_ends(seed: int) -> None:
    """C-23.16: with a winner, or shared; and on the way nothing is below or above what it can be."""
    war = played(seed)
    assert war.ended, f"not over after {len(war.steps)} resolutions"
    for state in war.states:
        assert isinstance(state, State) and state.war is not None
        _within_bounds(state)
    for before, after in zip(war.states, war.states[1:], strict=False):
        _only_forwards(before, after)
    last = war.states[-1]
    assert last.war.phase is Phase.OVER
    winners = CHRONICLE.winners(last)
    assert winners is not None and set(winners) <= set(last.order)


def _within_bounds(state: State) -> None:
    for person in state.people.values():
        _person_within_bounds(person, state)
    for team in state.teams.values():
        assert team.strokes >= 0 and team.funds >= 0 and team.merit >= 0 and team.souls >= 0
        assert team.territory is None or 0 <= team.territory.stored <= 6 * TERRITORY_FULL
        assert all(team.key in state.teams[ally].allies for ally in team.allies)
    assert all(region.citizens >= 0 for region in state.regions.values())


def _person_within_bounds(person: Person, state: State) -> None:
    assert person.experience >= 0
    assert person.npc or person.at in state.regions or state.scene == 0
    for pool in (person.health, person.mana):
        assert pool.old_excess >= 0
    if person.master is not None:
        assert 0 <= person.master.fate.now <= person.master.fate.start
        assert bool(person.master.linked) == (person.master.own_magic > 0)


def _only_forwards(before: State, after: State) -> None:
    """What never comes back."""
    assert before.scene <= after.scene
    for key, team in before.teams.items():
        assert after.teams[key].strokes <= team.strokes
        assert after.teams[key].souls >= team.souls
        for servant, known in team.information.items():
            assert after.teams[key].information[servant].total >= known.total
    for key, person in before.people.items():
        assert person.life is Life.ALIVE or after.people[key].life is person.life
        assert after.people[key].once_used >= person.once_used
    for name, region in before.regions.items():
        assert after.regions[name].citizens <= region.citizens


def test_things_happen() -> None:
    """Every kind of fact of a scene occurs in these wars, but for the rarest."""
    told = Counter(
        each.fact.kind for seed in range(SEEDS) for step in played(seed).steps for each in step.resolution.told
    )
    rare = {"circuit_linked", "link_ended", "mana_flowed", "mana_passed", "recontracted", "region_shown", "tool_used"}
    rare |= {"bonded", "bond_deepened", "long_begun", "manifested", "rejoined"}
    assert {kind.kind for kind in CHANGES} - told.keys() - rare == set()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_contract(check: Check) -> None:
    for seed in range(CONTRACT_SEEDS):
        check(begun(seed))


def test_nobody_is_in_two_battles_of_a_half() -> None:
    """C-Q77."""
    for seed in range(SEEDS):
        for state in played(seed).states:
            there = [key for battle in state.battles.values() for key in battle.setting.people]
            assert len(there) == len(set(there))


def test_who_is_out_is_asked_no_more() -> None:
    for seed in range(SEEDS):
        for state in played(seed).states:
            for call in CHRONICLE.calls(state):
                if call.kind in ("scene_start", "actions", "follow_up", "battle_join"):
                    asked = [state.people[ask.whom] for ask in call.asks]
                    assert all(person.life is Life.ALIVE and not person.captor for person in asked)
