"""What the keeper puts right by hand: what people have, and the order of battles (B-14.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from grailkeeper.core.canon import canon
from grailkeeper.core.fact import Fact
from grailkeeper.core.seat import Role
from grailkeeper.rules.bingo import facts as f
from grailkeeper.rules.bingo.people import Points
from grailkeeper.rules.bingo.state import Fought, Meeting, Pair, State, with_meeting
from grailkeeper.rules.bingo.system import BINGO
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

from .twins import war


def corrected(role: Role, **values: Any) -> State:
    """The state after a correction, which a journal can hold."""
    fact = f.PersonCorrected("blue", role, "잘못 적음", **values)
    data = BINGO.facts.encode(fact)
    canon(data)
    return BINGO.apply(war(), BINGO.facts.decode(data))


def test_what_is_not_said_stays() -> None:
    before, after = war(), corrected(Role.SERVANT, health=3, uses_left=(0,))
    old, new = before.team("blue").servant, after.team("blue").servant
    assert old is not None and new is not None
    assert new == replace(old, health=Points(3, 7), noble_phantasms=(replace(old.noble_phantasms[0], uses_left=0),))
    assert corrected(Role.SERVANT) == corrected(Role.MASTER) == before


def test_a_master_s_points_and_cards() -> None:
    master = corrected(Role.MASTER, health=0, mana=4, strokes=(9,), tarot=()).team("blue").master
    assert master is not None
    assert (master.health, master.mana, master.strokes, master.tarot) == (Points(0, 3), Points(4, 4), (9,), ())


@pytest.mark.parametrize(
    ("role", "values"),
    [
        (Role.SERVANT, {"health": 8}),
        (Role.SERVANT, {"mana": -1}),
        (Role.MASTER, {"mana": 5}),
        (Role.SERVANT, {"uses_left": (2,)}),
        (Role.SERVANT, {"uses_left": (-1,)}),
        (Role.SERVANT, {"uses_left": (1, 1)}),
        (Role.SERVANT, {"uses_left": ()}),
    ],
)
def test_nothing_leaves_its_bounds(role: Role, values: Any) -> None:
    with pytest.raises((AssertionError, ValueError)):
        corrected(role, **values)


def said(fact: Fact) -> list[tuple[str, str, str]]:
    return [(each.code, each.clause, each.culprit) for each in BINGO.check_correction(war(), fact)]


@pytest.mark.parametrize(
    ("role", "values", "found"),
    [
        (Role.SERVANT, {"health": 7, "mana": 0, "uses_left": (1,)}, []),
        (Role.SERVANT, {"health": 8}, [("bound_between", "B-13.4", "health")]),
        (Role.SERVANT, {"mana": -1}, [("bound_between", "B-10.2", "mana")]),
        (Role.SERVANT, {"uses_left": (2,)}, [("bound_between", "B-6.9", "uses_left")]),
        (Role.SERVANT, {"uses_left": (1, 1)}, [("bound_places", "B-6.9", "uses_left")]),
        (Role.SERVANT, {"strokes": (1,)}, [("bound_nobody", "", "strokes")]),
        (Role.MASTER, {"health": 3, "mana": 4, "strokes": (0, 21, 5), "tarot": ()}, []),
        (Role.MASTER, {"health": -1}, [("bound_between", "B-14.4", "health")]),
        (Role.MASTER, {"mana": 5}, [("bound_between", "B-11.1", "mana")]),
        (Role.MASTER, {"strokes": (22,)}, [("bound_between", "B-14.7", "strokes")]),
        (Role.MASTER, {"tarot": (1, 2, 3, 4)}, [("bound_most", "B-14.7", "tarot")]),
        (Role.MASTER, {"uses_left": (1,)}, [("bound_nobody", "", "uses_left")]),
    ],
)
def test_what_leaves_its_bounds_is_refused(role: Role, values: Any, found: list[tuple[str, str, str]]) -> None:
    assert said(f.PersonCorrected("blue", role, "잘못 적음", **values)) == found


def test_what_is_not_there_cannot_be_put_right() -> None:
    assert said(f.PersonCorrected("nobody", Role.MASTER, "잘못 적음", mana=1)) == [("bound_nobody", "", "mana")]
    assert said(f.PairsReordered("nowhere", ("red-blue",), "순서")) == [("bound_nobody", "B-14.12", "region")]


def pairs(*keys: str, fought: bool = False) -> tuple[str, ...]:
    """The order of the battles in the park after the keeper has put these first."""
    ring = tuple(Pair(teams) for teams in (("red", "blue"), ("blue", "green"), ("green", "red")))
    state = replace(war(), meetings=(Meeting("school", ring), Meeting("park", ring)))
    if fought:
        state = with_meeting(state, "park", fought=Fought({}))
    after = BINGO.apply(state, f.PairsReordered("park", keys, "순서"))
    assert after.meetings[0] == state.meetings[0]
    return tuple(pair.key for pair in after.meetings[1].pairs)


def test_battles_in_another_order() -> None:
    """B-14.12: what is not named follows as it was; a battle that is being fought stays the first."""
    assert pairs("green-red", "red-blue") == ("green-red", "red-blue", "blue-green")
    assert pairs("green-red", "green-red", "no-body") == ("green-red", "red-blue", "blue-green")
    assert pairs("green-red", "red-blue", fought=True) == ("red-blue", "green-red", "blue-green")
    assert BINGO.apply(war(), f.PairsReordered("park", (), "순서")) == war()


FACTS: tuple[tuple[Fact, str, str], ...] = (
    (
        f.PersonCorrected("blue", Role.MASTER, "잘못 적음", mana=0, strokes=(18, 9)),
        "쿄코의 마스터를 바로잡습니다. MP 0. 령주 18과 9.",
        "쿄코's master is corrected. MP 0. Strokes 18 and 9.",
    ),
    (
        f.PersonCorrected("blue", Role.SERVANT, "잘못 적음", uses_left=(0,)),
        "쿄코의 서번트를 바로잡습니다. 보구의 남은 횟수: 0.",
        "쿄코's servant is corrected. Uses left: 0.",
    ),
    (
        f.PairsReordered("신토", ("red-blue", "blue-green"), "합의"),
        "신토의 전투 순서를 바꿉니다. 이제 순서는 사야카 대 쿄코, 쿄코 대 히토미입니다.",
        "The battles in 신토 are put in another order. The order is now 사야카 against 쿄코, 쿄코 against 히토미.",
    ),
)


@pytest.mark.parametrize(("fact", "korean", "english"), FACTS)
def test_a_correction_is_told(fact: Fact, korean: str, english: str) -> None:
    names = {"red": "사야카", "blue": "쿄코", "green": "히토미"}
    said = [Prose(load_words("grailkeeper.rules.bingo", each), names).fact(fact) for each in (Language.KO, Language.EN)]
    assert said == [korean, english]
