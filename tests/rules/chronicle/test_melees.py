"""Three sides and more: whose card faces whom, and who is struck where the one aimed at has gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from grailkeeper.rules.chronicle.facts import JudgmentMade

from .table import NP, cast, fight, losses, master, of_kind, refusal, servant, spell, told

AWAY: Mapping[str, Any] = {"cards": [], "retreat": {"slot": 1}}
THREE_SIDES = (
    servant("saber", "red"),
    servant("lancer", "blue"),
    servant("rider", "blue"),
    servant("archer", "green"),
)


def test_one_of_two_who_is_gone_leaves_a_side_there() -> None:
    """C-17.3, C-Q101: three sides still; who is not named by a card waits."""
    cards = [*["wait"] * 3, "counter > archer"]
    orders = {"saber": {"cards": cards}, "rider": AWAY, "lancer": {"cards": [*["wait"] * 3, "strike > saber"]}}
    found = fight(THREE_SIDES, orders)
    assert found["people"]["rider"]["state"] == "retreated"
    assert losses(found, "saber") == [0, 0, 0, 3]


@pytest.mark.parametrize(("orders", "lost"), [({}, [0, 0, 0, 3]), ({"archer": AWAY}, [])])
def test_of_two_sides_left_the_row_decides(orders: Mapping[str, Any], lost: Sequence[int]) -> None:
    """C-10.12, C-R11, C-Q101: the card laid against one of blue faces the other, once green has gone."""
    cards = [*["wait"] * 3, "rush > lancer"]
    rider = {"cards": [*["wait"] * 3, "counter > saber"]}
    found = fight(THREE_SIDES, {"saber": {"cards": cards}, "rider": rider, **orders})
    assert losses(found, "saber") == lost


def test_an_area_phantasm_faces_every_row_that_it_aims_at() -> None:
    """C-10.12, C-17.5, C-Q101: in what was a melee once."""
    people = [
        servant("saber", "red", noble_phantasm={"grade": "B", "range": "anti_army"}),
        servant("lancer", "blue"),
        servant("rider", "blue"),
        servant("caster", "blue", skills={"ranged_weapon": True}),
        servant("archer", "green"),
    ]
    orders = {
        "saber": {"cards": [*["wait"] * 3, *["noble_phantasm > lancer & rider"] * 3]},
        "rider": {"row": "back"},
        "caster": {"row": "back", "cards": [*["wait"] * 3, "strike > saber"]},
        "archer": AWAY,
    }
    assert losses(fight(people, orders), "saber") == []


ALLIES: Sequence[Mapping[str, Any]] = (
    servant("archer", "red", team="gold"),
    master("gil", "red", team="gold"),
    master("shirou", "red", team="crimson"),
    servant("saber", "red", team="crimson", health=3),
    servant("lancer", "blue"),
)


def struck(escape: bool) -> list[str]:
    """Whom lancer strikes as saber has gone, who aims at saber all along."""
    lancer = {"target": "saber", "cards": ["strike", "counter"]}
    found = fight(ALLIES, {"shirou": {"row": "back", "escape": escape}, "lancer": lancer})
    return [name for name, each in found["people"].items() if each["losses"][1]]


def test_after_an_escape_the_master_is_struck() -> None:
    """C-18.6, C-Q65: its own, not another on its side."""
    assert struck(escape=True) == ["shirou"]


def test_who_vanished_leaves_the_next_of_its_row() -> None:
    """C-Q90: in seat order, round from its place; its master is not meant."""
    assert struck(escape=False) == ["archer"]


MAGE: Mapping[str, Any] = {"magic": 9, "conviction": 9, "circuit": "A", "affinity": "attack", "mana": 90}


def test_one_spell_lies_in_a_slot() -> None:
    """C-16.5, C-17.4: two magecraft cards would cast it twice and pay once."""
    people = [master("mage", "red", **MAGE), servant("lancer", "blue"), servant("rider", "green")]
    order = cast(["wait", "magecraft > lancer / magecraft > rider"], spell("attack", 3))
    assert fight(people, {"mage": order}) == refusal("spell_missing", "C-16.5")


def test_a_spell_is_aimed_as_its_card_is() -> None:
    """C-Q40: where neither it nor its order names anybody."""
    people = [master("mage", "red", **MAGE), servant("lancer", "blue"), servant("rider", "blue")]
    found = fight(people, {"mage": cast(["magecraft > rider"], spell("attack", 3))})
    assert (found["people"]["rider"]["mana_losses"][0], found["people"]["lancer"]["mana_losses"][0]) == (3, 0)


def test_a_wait_beside_a_chant_hides_nothing() -> None:
    """C-16.5, C-17.3: the chant shows."""
    people = [master("mage", "red", **MAGE), servant("lancer", "blue"), servant("rider", "green")]
    order = {**cast(["chant / wait", "magecraft"], spell("attack", 3)), "target": "lancer"}
    made = of_kind(told(people, {"mage": order}), JudgmentMade)[0]
    assert [each.card for each in made.played if each.person == made.played[0].person] == ["chant"]


@pytest.mark.parametrize(("cards", "lost"), [
    (["noble_phantasm+", "noble_phantasm", "noble_phantasm"], [8, 8, 8]),
    (["noble_phantasm", "noble_phantasm", "noble_phantasm+"], [8, 8, 8]),
    ([*NP, "strike+"], [4, 4, 4, 6]),
])  # fmt: skip
def test_the_plus_of_a_phantasm_covers_all_of_it(cards: list[str], lost: list[int]) -> None:
    """C-Q52: its own plus alone."""
    people = [servant("saber", "red", strength="C+", noble_phantasm={"grade": "B+"}), servant("lancer", "blue")]
    assert losses(fight(people, {"saber": cards}), "lancer") == lost


def test_what_is_laid_in_the_last_slots_holds() -> None:
    """C-10.6, C-12.2, C-16.5: a phantasm, and a spell, up to the tenth."""
    people = [servant("saber", "red", noble_phantasm={"grade": "B"}), servant("lancer", "blue")]
    assert losses(fight(people, {"saber": [*["wait"] * 7, *NP]}), "lancer") == [*[0] * 7, 4, 4, 4]
    people = [master("mage", "red", **MAGE), servant("lancer", "blue")]
    found = fight(people, {"mage": cast([*["wait"] * 8, "chant", "magecraft"], spell("attack", 1))})
    assert found["people"]["lancer"]["mana_losses"][8:] == [0, 3]
