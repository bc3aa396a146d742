"""Cards on paper, to the bound: what may still be laid, where it is wrong, and how many there would be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grailkeeper.core.record import replace
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.chronicle.battle.check import card_problems, first_part_problems
from grailkeeper.rules.chronicle.battle.spot import Spot
from grailkeeper.rules.chronicle.field import Carried
from grailkeeper.rules.chronicle.orders import written_of
from grailkeeper.rules.chronicle.system import CHRONICLE

from .table import NP, WAIT, spell
from .wars import PEOPLE, announced, answer, war

Wrong = tuple[str, str, Any]


def spot_of(whom: str = "saber", used: Mapping[str, int] | None = None, **mine: Any) -> Spot:
    """Where somebody lays cards in a battle of two against two."""
    people = [{**person, **(mine if person["key"] == whom else {})} for person in PEOPLE]
    state = answer(announced(war(people), ["saber", "shirou"], ["lancer", "rin"]), "battle/1/rows")[1]
    return replace(CHRONICLE.view(state, seat_viewer("red")).spot(1, whom), carried=Carried(used or {}))


def order(cards: list[Any], **more: Any) -> Mapping[str, Any]:
    """An order as its form reads it: a card is its name, with a plus and who it is aimed at."""
    laid = [[_card(card) for card in (slot if isinstance(slot, list) else [slot])] for slot in cards]
    return {"target": "lancer", "cards": laid, **more}


def _card(text: str) -> Mapping[str, Any]:
    name, _, targets = text.partition(" > ")
    found: dict[str, Any] = {"card": name.rstrip("+"), "plus": name.endswith("+")}
    return found | ({"targets": targets.split(", ")} if targets else {})


def wrong(spot: Spot, cards: list[Any], first_part: bool = False, **more: Any) -> list[Wrong]:
    problems = first_part_problems if first_part else card_problems
    found = problems(spot, written_of(order(cards, **more)))
    return [(each.code, each.culprit, each.values.get("most")) for each in found]


@pytest.mark.parametrize(
    ("used", "cards", "found"),
    [
        ({}, ["strike"] * 3, []),
        ({}, ["strike"] * 4, [("too_many_of_card", "cards.4", 3)]),
        ({"strike": 2}, ["strike"], []),
        ({"strike": 2}, ["strike"] * 2, [("too_many_of_card", "cards.2", 1)]),
        ({"strike": 3}, ["strike"], [("too_many_of_card", "cards.1", 0)]),
        ({"strike": 5}, ["strike"], [("too_many_of_card", "cards.1", 0)]),
        ({"critical": 1}, ["critical"], [("critical_once", "cards.1", None)]),
    ],
)
def test_what_was_laid_before_an_intrusion_is_gone(
    used: Mapping[str, int], cards: list[str], found: list[Wrong]
) -> None:
    """C-11.2, C-11.7, C-17.2."""
    assert wrong(spot_of(used=used, strength="A"), cards) == found


def test_the_three_cards_of_a_phantasm_are_one_use_of_its_mark() -> None:
    """C-14.1, C-14.2, C-Q52."""
    spot = spot_of(noble_phantasm={"grade": "B+"}, strength="B+")
    assert wrong(spot, ["noble_phantasm+"] * 3) == []
    assert wrong(spot, [*["noble_phantasm+"] * 3, "strike+"]) == []
    assert wrong(spot, ["strike+", "strike+"]) == [("plus_used_up", "cards.2", 1)]
    spent = replace(spot, carried=Carried({"noble_phantasm+": 1}))
    assert wrong(spent, ["noble_phantasm+"] * 3) == [(("plus_used_up"), f"cards.{slot}", 1) for slot in (1, 2, 3)]


def test_in_a_duel_a_card_has_one_target_and_a_slot_one_card() -> None:
    """C-10.12."""
    spot = spot_of()
    assert wrong(spot, ["strike > lancer"]) == []
    assert wrong(spot, [[]]) == []
    assert wrong(spot, ["strike > lancer, rin"]) == [
        ("two_cards_in_duel", "cards.1", None),
        ("not_area", "cards.1", None),
    ]
    assert wrong(spot, [["strike", "guard"]]) == [("two_cards_in_duel", "cards.1", None)]
    assert wrong(spot, [["strike", WAIT]]) == []


def test_an_area_reaches_several_in_a_melee() -> None:
    """C-17.5."""
    melee = replace(spot_of(noble_phantasm={"grade": "B", "range": "anti_army"}), melee=True)
    wide = ["noble_phantasm > lancer, rin"] * 3
    assert wrong(melee, wide) == []
    assert wrong(melee, ["strike > lancer, rin"]) == [("not_area", "cards.1", None)]
    unit = replace(spot_of(noble_phantasm={"grade": "B", "range": "anti_unit"}), melee=True)
    assert wrong(unit, wide) == [("not_area", f"cards.{slot}", None) for slot in (1, 2, 3)]


@pytest.mark.parametrize(("used", "again"), [(0, False), (1, True), (3, True)])
def test_a_phantasm_that_was_used_is_used(used: int, again: bool) -> None:
    """C-12.2, C-17.2."""
    spot = spot_of(used={"noble_phantasm": used}, noble_phantasm={"grade": "B"})
    assert wrong(spot, [WAIT, *NP]) == ([("noble_phantasm_once", "cards.2", None)] if again else [])


def test_what_is_always_on_is_no_card() -> None:
    """C-23.5: the first of its slots is named."""
    spot = spot_of(noble_phantasm={"grade": "B", "kind": "always_on"})
    assert wrong(spot, [WAIT, *NP, WAIT, *NP]) == [("noble_phantasm_always_on", "cards.2", None)]


@pytest.mark.parametrize(
    ("cards", "spells", "found"),
    [
        (["strike"] * 1 + [WAIT] * 4, [], []),
        ([WAIT] * 6, [], [("too_many_cards", "cards", 5)]),
        ([WAIT] * 3 + NP, [], []),
        ([WAIT] * 3 + NP + [WAIT], [], [("too_many_cards", "cards", 6)]),
        (NP + [WAIT] * 2, [], []),
        ([WAIT] * 5 + NP, [], [("too_many_cards", "cards", 5)]),
    ],
)
def test_the_first_part_has_five_cards_and_what_they_bind(
    cards: list[str], spells: list[Any], found: list[Wrong]
) -> None:
    """C-9.6, C-Q32."""
    assert wrong(spot_of(noble_phantasm={"grade": "B"}), cards, first_part=True, spells=spells) == found


def test_a_spell_that_begins_in_the_first_part_ends_in_it() -> None:
    """C-9.6, C-Q32, C-16.5."""
    mage = spot_of("shirou", magic=7, conviction=5, circuit="A", affinity="attack", mana=70)
    verse = spell("attack", 3, target="lancer")
    for waits, most in ((0, 5), (2, 5), (3, 5), (4, 6)):
        cast = [*[WAIT] * waits, "chant", "magecraft"]
        filled = [*cast, *[WAIT] * (most - len(cast))]
        assert wrong(mage, filled, first_part=True, spells=[verse]) == []
        assert wrong(mage, [*filled, WAIT], first_part=True, spells=[verse]) == [("too_many_cards", "cards", most)]


def test_a_spell_without_cards_is_weighed_without_chants() -> None:
    """C-21.3, C-21.10: what is not laid is not chanted."""
    mage = spot_of("shirou", magic=9, conviction=9, circuit="A", affinity="attack", mana=90)
    unlaid = ("spell_not_laid", "spells.1", None)
    for special, found in ((8, []), (9, [("special_too_big", "spells.1", 8)])):
        assert wrong(mage, [], spells=[spell("attack", 9, target="lancer", special=special)]) == [unlaid, *found]
