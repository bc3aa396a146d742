"""How a battle is weighed and what it brings, to the bound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grailkeeper.rules.chronicle.battle.result import best, percent
from grailkeeper.rules.chronicle.outcomes import InformationGained, Rewarded

from .table import duel, of_kind, servant, told

Shares = Mapping[str, tuple[int, int]]


@pytest.mark.parametrize(
    ("shares", "most", "least"),
    [
        ({"a": (1, 3), "b": (1, 2)}, "b", "a"),
        ({"a": (2, 4), "b": (1, 2)}, "", ""),
        ({"a": (33, 100), "b": (1, 3)}, "b", "a"),
        ({"a": (0, 7), "b": (0, 3)}, "", ""),
        ({"a": (0, 0), "b": (0, 3)}, "", ""),
        ({"a": (0, 0), "b": (1, 3)}, "b", "a"),
        ({"a": (1, 2), "b": (1, 2), "c": (1, 3)}, "", "c"),
        ({"a": (1, 2), "b": (2, 3), "c": (2, 3)}, "", "a"),
        ({"a": (1, 2)}, "a", "a"),
    ],
)
def test_shares_are_compared_as_fractions(shares: Shares, most: str, least: str) -> None:
    """C-10.7, C-10.8: nobody wins by a share that others have, too."""
    assert (best(shares, most=True), best(shares, most=False)) == (most, least)


@pytest.mark.parametrize(
    ("share", "said"), [((0, 0), 0), ((0, 7), 0), ((1, 3), 33), ((2, 3), 66), ((1, 1), 100), ((1, 100), 1)]
)
def test_a_share_is_told_in_whole_percent(share: tuple[int, int], said: int) -> None:
    """C-10.7."""
    assert percent(share) == said


@pytest.mark.parametrize(
    ("maximum", "health", "mode", "injured"),
    [
        (11, 11, "half_loss", True),  # five of eleven
        (12, 12, "half_loss", False),
        (99, 5, "half_loss", True),  # nothing left
        (99, 6, "half_loss", False),
        (11, 11, "zero_only", False),
        (99, 5, "zero_only", True),
        (99, 5, "off", False),
    ],
)
def test_who_is_injured(maximum: int, health: int, mode: str, injured: bool) -> None:
    """C-23.13, C-Q17: by half of the maximum, or by nothing that is left: five points here."""
    mine = {"max_health": maximum, "health": health}
    found = duel(mine, {"strength": "A"}, [], ["strike"], {"injury": mode})
    assert found["people"]["saber"]["injured"] is injured


AWAY = {"cards": [], "retreat": {"slot": 1}}


@pytest.mark.parametrize(
    ("lancer", "rider", "merit", "experience"), [([], [], 1, 2), (AWAY, [], 2, 3), ([], AWAY, 2, 3), (AWAY, AWAY, 3, 4)]
)
def test_who_drives_others_off_is_rewarded_for_each(lancer: Any, rider: Any, merit: int, experience: int) -> None:
    """C-19.8, C-23.12, C-Q71: whoever has left has lost."""
    people = [servant("saber", "red", strength="A"), servant("lancer", "blue"), servant("rider", "blue")]
    orders = {"saber": {"target": "lancer", "cards": ["strike"]}, "lancer": lancer, "rider": rider}

    rewards = of_kind(told(people, orders), Rewarded)
    assert [
        (each.team, each.merit.value, {key: gained.value for key, gained in each.experience.items()})
        for each in rewards
    ] == [
        ("red", merit, {"saber": experience}),
        ("blue", 0, {"lancer": 1, "rider": 1}),
    ]


@pytest.mark.parametrize(("times", "points"), [(5, 1), (4, 0)])
def test_whoever_steps_up_is_known_by_five_judgments(times: int, points: int) -> None:
    """C-10.2, C-10.9, C-R6: it has stood in front, if not from the beginning."""
    people = [
        servant("saber", "red", strength="A", agility="A"),
        servant("lancer", "blue", health=4),
        servant("rider", "blue"),
    ]
    cards = ["strike > rider", "strike > rider", "counter > rider", "counter > rider", "critical > rider"]
    orders = {
        "saber": {"cards": ["strike > lancer", *cards[:times]]},
        "lancer": {"cards": []},
        "rider": {"cards": [], "row": "back"},
    }
    gained = of_kind(told(people, orders), InformationGained)
    assert [each.amount.value for each in gained if each.servant == "rider"] == [1] * points
