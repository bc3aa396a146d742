"""Withdrawing from a battle: who carries whom, which cards fate ignores, and up to when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from grailkeeper.rules.chronicle.facts import RetreatBegan

from .table import cast, fight, losses, mana_losses, master, of_kind, servant, spell, told

MAGE: Mapping[str, Any] = {"magic": 9, "conviction": 9, "circuit": "A", "affinity": "attack", "mana": 90}


def test_who_has_tried_carries_nobody() -> None:
    """C-Q70: a servant whose own retreat has failed is taken along by its master."""
    people = [
        servant("saber", "red", health=8, max_health=8),
        master("shirou", "red"),
        servant("lancer", "blue", strength="A"),
    ]
    orders = {
        "saber": {"cards": [], "target": "lancer", "retreat": {"slot": 1}},
        "shirou": {"cards": [], "retreat": {"slot": 4, "with": ["saber"]}},
        "lancer": ["strike > saber"],
    }
    first, second = of_kind(told(people, orders), RetreatBegan)
    assert (first.person, first.taking) == (first.led_by, ())
    assert (second.person, second.taking) == (second.led_by, (first.person,))


def ignored(lancer: Any, rider: Any, slot: int = 1, **shirou: Any) -> tuple[int, list[int], list[int]]:
    """How many cards the fate of a master ignores who withdraws, and what it loses all the same."""
    people = [
        servant("saber", "red"),
        master("shirou", "red", combat=5, **shirou),
        servant("lancer", "blue", skills={"ranged_weapon": True, "clairvoyance": "A"}, strength="E"),
        master("rider", "blue", **MAGE),
    ]
    retreat = {"slot": slot, "fate": "shirou"}
    orders = {"shirou": {"cards": [], "retreat": retreat}, "lancer": lancer, "rider": rider}
    found = fight(people, {**orders, "saber": {"target": "lancer", "cards": []}})
    return found["people"]["shirou"]["retreat"]["ignored"], losses(found, "shirou"), mana_losses(found, "shirou")


def test_fate_ignores_what_would_hurt() -> None:
    """C-19.5, C-R13: an arrow that has lost all on its way is none of the cards, a scratch is one."""
    shot = {"cards": ["strike > shirou"], "row": "back"}
    assert ignored(shot, {"cards": []}) == (0, [], [])
    assert ignored({**shot, "row": "front"}, {"cards": []}) == (1, [], [])
    assert ignored({"cards": []}, cast(["magecraft > shirou"], spell("attack", 1))) == (1, [], [])


def test_up_to_the_last_slot_in_which_one_may_begin() -> None:
    """C-19.1, C-19.5: the eighth; it is looked ahead to the tenth."""
    cards = [*["wait"] * 9, "strike > shirou"]
    assert ignored({"cards": cards}, {"cards": []}, slot=8) == (1, [], [])


@pytest.mark.parametrize(
    ("cards", "spells", "health", "mana"),
    [
        (["strike"], [5, 4, 3, 5], [0, 0, 1], [5, 5]),
        ([], [3, 5, 5, 3], [], [3, 5, 5]),
        ([], [1, 3, 5, 3], [], [3, 5, 3]),
    ],
)
def test_who_names_no_cards_strikes_with_the_best(
    cards: Sequence[str], spells: Sequence[int], health: Sequence[int], mana: Sequence[int]
) -> None:
    """C-Q69: the three slots that hurt most, health before mana and of equal ones the first, in their order."""
    people = [servant("saber", "red"), master("mage", "blue", combat=1, **MAGE)]
    mage = cast([*["magecraft"] * 4, *cards], *(spell("attack", grade) for grade in spells))
    orders = {"saber": {"cards": [], "retreat": {"slot": 1}}, "mage": mage}
    found = fight(people, orders, {"retreat_cards": "opponent_chooses"})
    assert (losses(found, "saber"), mana_losses(found, "saber")) == (health, mana)
