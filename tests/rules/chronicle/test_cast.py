"""What is paid for as a spell or a phantasm begins, and what keeps it from being paid."""

from __future__ import annotations

from typing import Any

import pytest

from grailkeeper.core.record import replace
from grailkeeper.rules.chronicle.battle.casting import payable
from grailkeeper.rules.chronicle.facts import SpellWorked

from .table import NP, WAIT, cast, duel, fight, losses, mana_losses, master, of_kind, servant, spell, told
from .wars import war

PHANTASM: dict[str, Any] = {"noble_phantasm": {"grade": "C"}}
PRICE = 15
MAGE: dict[str, Any] = {"magic": 9, "conviction": 9, "circuit": "A", "mana": 80}


@pytest.mark.parametrize(("mana", "paid"), [(-30, True), (-31, False)])
def test_a_phantasm_that_cannot_be_paid_neither_strikes_nor_tells_a_name(mana: int, paid: bool) -> None:
    """C-E53, C-23.10: at -30 its price goes exactly to the limit."""
    found = duel({**PHANTASM, "mana": mana}, {}, NP, [])
    saber = found["people"]["saber"]
    assert (saber["name_revealed"], saber["unpaid"]) == (paid, [] if paid else [1])
    assert losses(found, "lancer") == ([3, 3, 3] if paid else [])
    assert saber["mana"] == (mana - PRICE if paid else mana)


def test_nothing_is_always_paid() -> None:
    """C-Q66: also by whoever has less than is left to them."""
    people = war().people
    for key, least in (("shirou", 1), ("saber", -people["saber"].mana.maximum)):
        pool = people[key].mana
        for now, price, may in ((least, 0, True), (least - 1, 0, True), (least, 1, False), (least + 1, 1, True)):
            assert payable(replace(people[key], mana=replace(pool, now=now)), price) is may, (key, now, price)


@pytest.mark.parametrize(("begins", "paid"), [(3, True), (4, False), (5, False), (6, False)])
@pytest.mark.parametrize("led_by", ["saber", "shirou"])
def test_whoever_withdraws_pays_for_nothing_that_begins_then(begins: int, paid: bool, led_by: str) -> None:
    """C-19.1, C-Q91: the three judgments are waits, for those who are taken along, too."""
    people = [servant("saber", "red", **PHANTASM, mana=40), master("shirou", "red"), servant("lancer", "blue")]
    other = "shirou" if led_by == "saber" else "saber"
    orders: dict[str, Any] = {"saber": {"cards": [*[WAIT] * (begins - 1), *NP]}, "shirou": {"cards": []}, "lancer": []}
    orders[led_by] |= {"retreat": {"slot": 4, "with": [other]}}
    found = fight(people, orders)
    assert found["people"]["saber"]["mana"] == 40 - (PRICE if paid else 0)
    assert (found["people"]["saber"]["state"], found["ended_at"]) == ("retreated", 6)


@pytest.mark.parametrize("mode", ["total", "single_hit"])
def test_nothing_breaks_off_where_nobody_hits(mode: str) -> None:
    """C-Q55, C-16.3: one point would, of a health of ten."""
    caster = servant("caster", "red", max_health=10, skills={"magecraft": "C"}, mana=40, **{"class": "caster"})
    cards = ["chant", "chant", "magecraft"]
    orders = {"caster": {**cast(cards, spell("attack", 3)), "target": "lancer"}, "lancer": []}
    found = fight([caster, servant("lancer", "blue")], orders, {"cancel_sum": mode})
    assert found["people"]["caster"]["cancelled"] == [] and sum(mana_losses(found, "lancer")) > 0


@pytest.mark.parametrize(("curse", "power", "least"), [(1, 1, []), (2, 0, []), (3, 0, ["least"]), (5, 0, ["least"])])
def test_a_curse_takes_a_spell_down_to_nothing(curse: int, power: int, least: list[str]) -> None:
    """C-21.7: no further; that it would have gone further stands in the working."""
    people = [master("rin", "red", **MAGE), servant("saber", "red"), master("mage", "blue", **MAGE)]
    facts = told(
        people,
        {
            "rin": cast(["wait", "wait", "chant", "magecraft"], spell("healing", 2, target="saber")),
            "mage": cast(["chant", "magecraft"], spell("curse", curse, mode="magecraft", target="rin")),
        },
    )
    worked = next(each for each in of_kind(facts, SpellWorked) if each.type == "healing")
    inner = worked.power.terms[0].inner
    assert worked.power.value == power
    assert inner is not None
    assert [term.name for term in inner.terms if term.name == "least"] == least
