"""Rulings that were added to the rules where they are silent."""

from __future__ import annotations

import pytest

from grailkeeper.rules.chronicle.facts import JudgmentMade, RetreatBegan

from .table import duel, fight, losses, master, of_kind, servant, told

WAIT = "wait"


def test_a_guard_reduces_damage_with_the_bonus_in_it() -> None:
    """C-R4."""
    knows = {"red": {"knows": ["lancer"]}}
    found = duel({"strength": "B"}, {"endurance": "D"}, ["strike"], ["guard"])
    assert losses(found, "lancer") == [2]
    found = duel({"strength": "B"}, {"endurance": "D"}, ["strike"], ["guard"], teams=knows)
    assert losses(found, "lancer") == [3]


def test_the_bonus_of_a_name_is_given_once_a_judgment() -> None:
    """C-R4: to the first attack, in seat order, that still deals damage."""
    people = [servant("saber", "red"), servant("rider", "red"), servant("lancer", "blue")]
    orders = {"saber": ["strike"], "rider": ["strike"], "lancer": [WAIT]}
    found = fight(people, orders, teams={"red": {"knows": ["lancer"]}})
    assert losses(found, "lancer") == [3 + 1 + 3]


def test_a_defensive_skill_sleeps_through_a_chant_and_wakes_for_the_spell() -> None:
    """C-R9."""
    caster = {"skills": {"magecraft": "C", "defensive_skill": "D"}}
    healing = {"type": "healing", "grade": 1}
    order = {"cards": ["chant", "magecraft"], "spells": [healing]}
    found = duel({"strength": "E"}, caster, ["strike"], order)
    assert losses(found, "lancer") == [1]
    found = duel({"strength": "C"}, caster, [WAIT, "strike"], order)
    assert losses(found, "lancer") == [0, 1]


def test_a_retreat_follows_on_a_fall() -> None:
    """C-R13: from the slot after the fall."""
    people = [servant("saber", "red"), master("shirou", "red", health=1), servant("lancer", "blue")]
    orders = {
        "saber": {"cards": [], "retreat": {"when_falls": "shirou"}},
        "lancer": [WAIT, "strike > shirou"],
    }
    began = of_kind(told(people, orders), RetreatBegan)
    assert [(each.slot, each.led_by) for each in began] == [(3, "saber")]


@pytest.mark.parametrize(("slot", "begins"), [(1, True), (9, False), (10, False)])
def test_a_condition_that_comes_true_too_late_does_nothing(slot: int, begins: bool) -> None:
    """C-R15."""
    people = [servant("saber", "red", health=30), servant("lancer", "blue")]
    orders = {
        "saber": {"cards": [], "retreat": {"when_health": 29}},
        "lancer": [*[WAIT] * (slot - 1), "strike"],
    }
    assert bool(of_kind(told(people, orders), RetreatBegan)) is begins


def test_a_defensive_phantasm_comes_before_a_guard() -> None:
    """C-R17: whoever guards."""
    shield = {"grade": "E", "kind": "defence", "range": "anti_army"}
    people = [
        servant("saber", "red", noble_phantasm=shield),
        servant("rider", "red"),
        servant("lancer", "blue", strength="A"),
    ]
    orders = {"saber": ["noble_phantasm"] * 3, "rider": ["guard"], "lancer": ["strike > rider"]}
    made = of_kind(told(people, orders), JudgmentMade)[0]
    names = [term.name for hit in made.hits if hit.taker == "rider" and hit.health for term in hit.health.terms]
    assert names.index("defence_phantasm") < names.index("guard")
