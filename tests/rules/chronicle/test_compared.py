"""What an attack comes to against what its target has laid: the verdict, and what arrives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from grailkeeper.rules.chronicle.battle.course import bare_results
from grailkeeper.rules.chronicle.facts import JudgmentMade, Verdict

from .table import NP, cast, master, of_kind, servant, spell, told

Arrived = tuple[Verdict, int | None, int | None, list[str]]
HIDDEN = {"cards": NP, "release": False}
MAGE: Mapping[str, Any] = {"magic": 9, "conviction": 9, "circuit": "A", "affinity": "attack", "mana": 90}


def phantasm(grade: str, **more: Any) -> dict[str, Any]:
    return {"noble_phantasm": {"grade": grade, **more}}


def compared(people: Sequence[Mapping[str, Any]], orders: Mapping[str, Any], slot: int = 1, **more: Any) -> Arrived:
    """How the first of the people comes out, the health and the mana that it takes, and what was taken off them."""
    judgments = of_kind(told(people, orders, **more), JudgmentMade)
    judged = next(each for each in judgments if each.slot == slot)
    one = people[0]["name"]
    (verdict,) = [each.verdict for each in judged.meetings if each.attacker == one]
    hits = [each for each in judged.hits if each.attacker == one]
    if not hits:
        return verdict, None, None, []
    (hit,) = hits
    off = [term.clause for term in (hit.health or hit.mana).terms if term.name == "opposing_grade"]
    return verdict, hit.health and hit.health.value, hit.mana and hit.mana.value, off


def duel(mine: Mapping[str, Any], theirs: Mapping[str, Any], saber: Any, lancer: Any, **more: Any) -> Arrived:
    people = [servant("saber", "red", **mine), servant("lancer", "blue", **theirs)]
    return compared(people, {"saber": saber, "lancer": lancer}, **more)


def against_spell(grade: int, cards: Any, chants: int = 0, **mine: Any) -> Arrived:
    """A card of saber against an attack spell of so many points."""
    people = [servant("saber", "red", **mine), master("mage", "blue", **MAGE)]
    mage = cast([*["chant"] * chants, "magecraft"], spell("attack", grade))
    saber = {"cards": [*["wait"] * chants, *cards], "target": "mage"}
    return compared(people, {"saber": saber, "mage": mage}, chants + 1)


WHOLE: list[tuple[Any, Any, Any]] = [
    ({}, ["strike"], Verdict.WIN),
    ({}, ["guard"], Verdict.UNOPPOSED),
    ({}, ["wait"], Verdict.UNOPPOSED),
    ({"luck": "C"}, ["critical"], Verdict.BOTH),
]


@pytest.mark.parametrize(("theirs", "cards", "verdict"), WHOLE)
@pytest.mark.parametrize(("order", "figure"), [(NP, 4), (HIDDEN, 2)])
def test_a_phantasm_does_its_figure_to_health_and_to_mana(
    theirs: Mapping[str, Any], cards: list[str], verdict: Verdict, order: Any, figure: int
) -> None:
    """C-12.3, C-12.7, C-12.8: a guard reduces what goes to health."""
    found, health, mana, off = duel(phantasm("B"), theirs, order, cards)
    assert (found, mana, off) == (verdict, figure, [])
    assert health == (max(0, figure - 3) if cards == ["guard"] else figure)


@pytest.mark.parametrize(
    ("mine", "theirs", "arrived"),
    [
        ("B", "C", (Verdict.HIGHER, 1, 1, ["C-R3"])),
        ("B", "B", (Verdict.EQUAL, None, None, [])),
        ("C", "B", (Verdict.LOSS, None, None, [])),
    ],
)
def test_two_unreleased_are_equal_cards(mine: str, theirs: str, arrived: Arrived) -> None:
    """C-Q44, C-Q98, C-R3."""
    assert duel(phantasm(mine), phantasm(theirs), HIDDEN, HIDDEN) == arrived


def test_what_a_critical_takes_off_a_plus_is_said_by_its_clause() -> None:
    """C-14.3: B with plus beats E."""
    found = duel(phantasm("B+"), {"luck": "E"}, ["noble_phantasm+"] * 3, ["critical"])
    assert found == (Verdict.PLUS, 6, 6, ["C-14.3"])


@pytest.mark.parametrize("chants", [0, 1])
@pytest.mark.parametrize("grade", [1, 3, 5])
def test_a_critical_and_a_phantasm_beat_a_spell_of_any_kind(grade: int, chants: int) -> None:
    """C-16.1, C-16.6."""
    mine = {"luck": "C", **phantasm("B")}
    assert against_spell(grade, ["critical"], chants, **mine) == (Verdict.WIN, 3, None, [])
    assert against_spell(grade, NP, chants, **mine) == (Verdict.WIN, 4, 4, [])


@pytest.mark.parametrize(
    ("grade", "chants", "arrived"),
    [
        (3, 0, (Verdict.WIN, 4, None, [])),
        (4, 0, (Verdict.EQUAL, None, None, [])),
        (5, 0, (Verdict.LOSS, None, None, [])),
        (1, 1, (Verdict.LOSS, None, None, [])),
    ],
)
def test_a_strike_beats_a_spell_without_chants_that_does_less(grade: int, chants: int, arrived: Arrived) -> None:
    """C-16.1, C-16.6, C-Q57, C-Q86: of strength B, 4."""
    assert against_spell(grade, ["strike"], chants, strength="B") == arrived


@pytest.mark.parametrize("theirs", ["A", "B", "C"])
def test_an_equal_card_takes_its_grade_off_a_higher_one(theirs: str) -> None:
    """C-11.14, C-11.15."""
    verdict = {"A": Verdict.LOSS, "B": Verdict.EQUAL, "C": Verdict.HIGHER}[theirs]
    found = duel({"strength": "B"}, {"strength": theirs}, ["strike"], ["strike"])
    assert found == ((verdict, 1, None, ["C-11.15"]) if verdict is Verdict.HIGHER else (verdict, None, None, []))


def test_of_several_cards_in_a_slot_the_first_is_held_against_the_others() -> None:
    """C-9.6."""
    one, other = ("strike / guard", "counter"), ("rush / strike", "strike")
    assert bare_results(one, other) == bare_results(("strike", "counter"), ("rush", "strike"))
    assert bare_results(one, other) != bare_results(("guard", "counter"), ("strike", "strike"))
