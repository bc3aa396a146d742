"""The formulas by the examples of the ledger, and what holds of every working."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.rank import Letter, Rank
from grailkeeper.core.working import Working, fold
from grailkeeper.rules.sceneplay import numbers
from grailkeeper.rules.sceneplay.options import Hundred, Options, RankBonus
from grailkeeper.rules.sceneplay.people import Ability, Functions, Level

from .table import case, number, refusal

PLAIN = Options()
ranks = st.builds(Rank, st.sampled_from(Letter), st.integers(0, 3))


def inner(working: Working) -> Iterator[Working]:
    """A working and all that are in it."""
    yield working
    for term in working.terms:
        if term.inner is not None:
            yield from inner(term.inner)


def holds(working: Working) -> None:
    for each in inner(working):
        assert fold(each.terms) == each.value
        assert all(term.inner.value == term.amount for term in each.terms if term.inner is not None)


@pytest.mark.parametrize(
    ("chance", "roll", "luck", "against", "retries", "success"),
    [
        (34, 44, 10, 0, [34], True),
        (34, 45, 10, 0, [35], False),
        (34, 49, 15, 0, [34], True),
        (34, 50, 15, 0, [35], False),
        (34, 40, 10, 10, [30, 40], False),
        (34, 30, 10, 10, [40, 30], True),
        (34, 37, 15, 10, [22, 32], True),
        (34, 31, 10, 15, [46, 36], False),
        (5, 8, 10, 10, [-2], False),
        (90, 91, 10, 0, [81], True),
        (90, 99, 10, 0, [89], True),
        (3, 0, 5, 0, [], True),
        (3, 5, 5, 0, [0], False),
        (-1, 0, 0, 0, [], False),
        (100, 100, 0, 0, [], False),
    ],
)
def test_luck(chance: int, roll: int, luck: int, against: int, retries: list[int], success: bool) -> None:
    """S-E24, S-E30 to S-E32, S-E61."""
    judged = numbers.judge(chance, roll, luck, against)
    assert ([retry.roll for retry in judged.retries], judged.success) == (retries, success)


def test_rank_bonus_at_the_extremes() -> None:
    """S-E44."""
    e, ex, a, b = (Rank(letter) for letter in (Letter.E, Letter.EX, Letter.A, Letter.B))
    table = Options(rank_bonus=RankBonus.TABLE)
    strength, agility = Ability.STRENGTH, Ability.AGILITY
    assert numbers.rank_bonus(strength, ex, e, PLAIN).value == 20
    assert numbers.rank_bonus(strength, ex, e, table).value == 40
    assert numbers.rank_bonus(agility, e, ex, PLAIN).value == -10
    assert numbers.rank_bonus(agility, e, ex, table).value == -20
    for options, (ability, amount) in product((PLAIN, table), ((strength, 4), (agility, 2))):
        assert numbers.rank_bonus(ability, a, b, options).value == amount
        assert numbers.rank_bonus(ability, b, a, options).value == -amount
        assert numbers.rank_bonus(ability, b, Rank(Letter.B, 3), options).value == 0


def test_rolls() -> None:
    """S-E23."""
    pairs = {(50, 50): 0, (99, 99): 98, (0, 0): 0, (37, 62): 99, (99, 1): 0}
    for (first, second), value in pairs.items():
        assert numbers.roll(first, second, PLAIN).value == value
    hundred = Options(sum_100=Hundred.HUNDRED)
    assert [numbers.roll(*pair, hundred).value for pair in ((50, 50), (99, 1), (99, 2))] == [100, 100, 1]


def test_a_lowered_and_raised_rank() -> None:
    """S-R6, S-22.1, S-22.2: lowered first; never above A, an EX stays where it is unless it is lowered."""
    assert str(numbers.changed_rank(Rank(Letter.C, 1), 1, 2)) == "B+"
    assert str(numbers.changed_rank(Rank(Letter.EX), 1, 3)) == "A"
    assert str(numbers.changed_rank(Rank(Letter.EX), 0, 3)) == "EX"
    assert str(numbers.changed_rank(Rank(Letter.E), 4, 0)) == "E"


def test_concealment_under_risk() -> None:
    """S-E10, S-E27, S-E43."""
    assert number("concealment", workshop="2/3/5", territory="5/3/4") == 16
    assert number("concealment", workshop="2/3/5", territory="5/3/4", exposure_risk=3) == 8
    assert number("concealment", workshop="2/3/5", territory="5/3/4", exposure_risk=70) == 0
    assert number("concealment", workshop="8/1/1", territory="18/0/0") == 60


def test_one_entry_or_each() -> None:
    """An entry's inputs go before the common ones."""
    both = {"formula": "rank_number", "rank": "E", "each": [{}, {"rank": "EX"}]}
    assert case("number", both) == {"value": [1, 6]}
    assert number("device_bonus", rank="C+") == 45
    assert number("territory_points", rank="A++") == 15
    assert number("winner", left=[], fell=[]) is None
    assert number("upkeep", level="normal", magic="B", strokes=0, fainted=True) == 7


def test_a_search_under_the_wrong_ability_is_not_halved_below_zero() -> None:
    """S-E27, S-Q52."""
    deep: dict[str, Any] = {"rank": "E", "workshop": "8/1/1", "territory": "18/0/0", "right_ability": False}
    assert number("search_chance", **deep) == -5
    assert number("search_chance", {"halving": "after_modifiers"}, reserves=[10], **deep) == 2


@given(ranks, ranks, st.sampled_from((Ability.STRENGTH, Ability.AGILITY)), st.sampled_from(RankBonus))
def test_rank_bonuses_mirror(one: Rank, other: Rank, ability: Ability, way: RankBonus) -> None:
    options = Options(rank_bonus=way)
    there, back = numbers.rank_bonus(ability, one, other, options), numbers.rank_bonus(ability, other, one, options)
    holds(there)
    assert there.value == -back.value


@given(st.integers(-50, 100), st.integers(0, 99), st.integers(0, 15), st.integers(0, 15))
def test_judging(chance: int, roll: int, luck: int, against: int) -> None:
    """Each side's luck at most once; nothing below 0 succeeds; the last word is for who is not losing."""
    judged = numbers.judge(chance, roll, luck, against)
    assert len({retry.by_attacker for retry in judged.retries}) == len(judged.retries) <= 2
    if chance < 0:
        assert not judged.success
    last = judged.retries[-1].roll if judged.retries else roll
    if judged.success:
        assert last <= chance
    if not judged.retries:
        assert judged.success == (roll <= chance)


@given(
    st.sampled_from(Level),
    st.none() | ranks,
    st.integers(0, 3),
    st.integers(0, 12),
    st.booleans(),
)
def test_upkeep(level: Level, magic: Rank | None, strokes: int, lowered: int, fainted: bool) -> None:
    """S-14.5: never below 0; a master, a stroke, a lowered rank never make it dearer."""
    net = numbers.upkeep(level, magic, strokes, lowered, fainted, PLAIN)
    holds(net)
    assert 0 <= net.value <= numbers.upkeep(level, None, 0, 0, False, PLAIN).value


functions = st.builds(Functions, *(st.integers(0, 18) for _ in range(3)))


@given(functions, functions, st.integers(0, 60), ranks, st.booleans(), st.lists(ranks, max_size=3))
def test_workings_fold(
    points: Functions, territory: Functions, risk: int, rank: Rank, right: bool, helpers: list[Rank]
) -> None:
    hidden = numbers.concealment(points.concealment, territory.concealment, risk)
    added = numbers.modifiers(PLAIN, helpers, helpers[1:], [5, 10], [5])
    for working in (
        hidden,
        added,
        numbers.search_chance(rank, right, hidden, added, PLAIN),
        numbers.normal_chance(rank, PLAIN, rank, 0, added, rank),
        numbers.storage(points, territory),
        numbers.assistance(points, territory),
        numbers.device_bonus(rank),
        numbers.territory_points(rank),
        numbers.roll(risk, points.storage, PLAIN),
        numbers.play_scene_limit(risk + 1, PLAIN),
        numbers.reserve_cost(3, right, PLAIN),
    ):
        holds(working)


def test_a_roll_that_is_asked_for_may_be_a_hundred() -> None:
    """S-Q36 `hundred`: 100 is a roll, and no chance reaches it; 101 is none."""
    assert number("judgment", chance=90, roll=100)["success"] is False
    assert number("judgment", chance=90, roll=101) == refusal("bad_number", "S-9.5")
