"""Within what bounds a keeper may put numbers right."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.bound import Bound, Bounds, beyond
from grailkeeper.core.fact import Fact
from grailkeeper.core.problem import illegal


@dataclass(frozen=True, slots=True)
class PutRight(Fact):
    kind = "put_right"
    team: str = ""
    mana: int | None = None
    hurt: bool | None = None
    cards: tuple[int, ...] | None = None


def problems(bounds: Bounds, **values: object) -> list[object]:
    return list(beyond(PutRight("red", **values), bounds))  # type: ignore[arg-type]


@given(st.integers(-9, 9), st.none() | st.integers(-9, 9), st.none() | st.integers(-9, 9))
def test_a_number_holds_between_its_ends_and_an_end_may_be_missing(
    number: int, low: int | None, high: int | None
) -> None:
    inside = (low is None or number >= low) and (high is None or number <= high)
    assert bool(problems({"mana": Bound("X-1", low, high)}, mana=number)) is not inside


def test_what_is_said_of_a_number_outside() -> None:
    assert problems({"mana": Bound("X-1", 0, 4)}, mana=5) == [
        illegal("bound_between", "X-1", "mana", given=5, low=0, high=4)
    ]
    assert problems({"mana": Bound("X-1", 1)}, mana=0) == [illegal("bound_low", "X-1", "mana", given=0, low=1)]
    assert problems({"mana": Bound("X-1", high=4)}, mana=5) == [illegal("bound_high", "X-1", "mana", given=5, high=4)]


def test_what_nobody_has_is_not_put_right() -> None:
    assert problems({}, mana=0, hurt=False) == [
        illegal("bound_nobody", "", "mana"),
        illegal("bound_nobody", "", "hurt"),
    ]
    assert problems({"hurt": Bound("X-2")}, hurt=True) == []
    assert problems({}) == [], "what is not named stays as it is"


def test_of_a_list_every_number_is_bound_and_how_many_there_are() -> None:
    cards: Bounds = {"cards": Bound("X-3", 0, 21, most=2)}
    assert problems(cards, cards=(0, 21)) == problems(cards, cards=()) == []
    assert problems(cards, cards=(0, 1, 22)) == [
        illegal("bound_most", "X-3", "cards", given=3, most=2),
        illegal("bound_between", "X-3", "cards", given=22, low=0, high=21),
    ]


def test_a_list_that_keeps_its_length_has_a_bound_for_each_place() -> None:
    uses: Bounds = {"cards": [Bound("X-4", 0, 1), Bound("X-4", 0, 3)]}
    assert problems(uses, cards=(1, 3)) == []
    assert problems(uses, cards=(3, 1)) == [illegal("bound_between", "X-4", "cards", given=3, low=0, high=1)]
    assert problems(uses, cards=(1,)) == [illegal("bound_places", "X-4", "cards", given=1, places=2)]
    assert problems({"cards": []}, cards=(1,)) == [illegal("bound_places", "", "cards", given=1, places=0)]
