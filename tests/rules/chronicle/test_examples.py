"""The examples that stand in the rules themselves, fought out, each number with the steps that led to it.

Their bare numbers are in the cases too; here it is seen that a player is shown how they come about.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from grailkeeper.core.working import Step, Working
from grailkeeper.rules.chronicle.facts import Hit, JudgmentMade, SpellWorked

from .table import master, of_kind, servant, told

Line = tuple[str, str, int]


def lines(working: Working | None) -> list[Line]:
    """The steps of a number, with those that are inside of a step before it."""
    return [] if working is None else list(_lines(working))


def _lines(working: Working) -> Iterator[Line]:
    for term in working.terms:
        if term.inner is not None:
            yield from _lines(term.inner)
        if term.step is not Step.NOT:
            yield term.step.value, term.name, term.amount


def hits(people: list[dict[str, Any]], orders: dict[str, Any], **more: Any) -> dict[tuple[int, str], Hit]:
    """Every hit of a battle, by judgment and who was aimed at."""
    facts = told(people, orders, **more)
    return {(fact.slot, hit.aimed): hit for fact in of_kind(facts, JudgmentMade) for hit in fact.hits}


def duel(mine: dict[str, Any], theirs: dict[str, Any], saber: list[str], lancer: list[str], **more: Any) -> Any:
    people = [servant("saber", "red", **mine), servant("lancer", "blue", **theirs)]
    return hits(people, {"saber": saber, "lancer": lancer}, **more)


# C-21: the table of five spells, without and with magic resistance C

VERSE = ["chant", "magecraft"]
MAGE: dict[str, Any] = {"magic": 7, "conviction": 5, "circuit": "A", "affinity": "attack", "mana": 70}
BASE5: list[Line] = [("base", "base_grade", 5)]
TABLE: tuple[tuple[str, dict[str, Any], list[str], list[Line], int, int], ...] = (
    ("affinity", {"grade": 7}, VERSE, [("base", "base_grade", 7)], 7, 4),
    ("great", {"grade": 5}, ["chant", "chant", *VERSE], [*BASE5, ("add", "further_chants", 4)], 9, 6),
    ("reinforced", {"grade": 5, "reserve": True}, VERSE, [*BASE5, ("add", "reserve", 2)], 7, 2),
    ("special", {"grade": 5, "special": 1}, VERSE, [*BASE5, ("subtract", "special", 1)], 4, 1),
)


@pytest.mark.parametrize(("name", "spell", "cards", "power", "whole", "left"), TABLE, ids=lambda each: str(each)[:10])
def test_the_table_of_spells(
    name: str, spell: dict[str, Any], cards: list[str], power: list[Line], whole: int, left: int
) -> None:
    """C-S8 to C-S12, C-S14: cells, power, three points for each unit, and what resistance C takes off."""
    mage = master(
        "mage", "red", **MAGE, **({"reserve": {"for": "magecraft", "grade": 2}} if "reserve" in spell else {})
    )
    order = {"mage": {"cards": cards, "spells": [{"type": "attack", **spell}]}}
    for resistance, points in ((None, whole * 3), ("C", left * 3)):
        skills = {} if resistance is None else {"magic_resistance": resistance}
        found = hits([mage, servant("lancer", "blue", skills=skills)], order)
        (hit,) = found.values()
        assert hit.health is None and hit.mana is not None and hit.mana.value == points
        steps = [*power, ("base", "power", whole), ("times", "unit", 3), ("base", "attack", whole * 3)]
        resisted = [("subtract", "magic_resistance", (whole - left) * 3)] if resistance else []
        assert lines(hit.mana) == [*steps, *resisted], name


def test_a_cursed_spell() -> None:
    """C-S13, C-S14, C-Q73: a curse of 2 takes the power of the two rightmost cells; resistance C then leaves 2."""
    witch = master("witch", "blue", magic=2, conviction=5)
    orders = {
        "mage": {"cards": ["wait", "wait", *VERSE], "spells": [{"type": "attack", "grade": 5, "target": "lancer"}]},
        "witch": {
            "cards": VERSE,
            "spells": [{"type": "curse", "grade": 2, "mode": "magecraft", "target": "mage"}],
            "row": "back",
        },
    }
    for skills, points in (({}, 9), ({"magic_resistance": "C"}, 6)):
        people = [master("mage", "red", **MAGE), servant("lancer", "blue", skills=skills), witch]
        (hit,) = hits(people, orders).values()
        assert hit.mana is not None and hit.mana.value == points
        cursed = [*BASE5, ("subtract", "curse", 2), ("base", "power", 3), ("times", "unit", 3), ("base", "attack", 9)]
        assert lines(hit.mana) == cursed + ([("subtract", "magic_resistance", 3)] if skills else [])


def test_a_reinforced_spell() -> None:
    """C-S11: reinforcement from an ally goes in from the right, as arms do: resistance C takes five of seven."""
    people = [
        master("mage", "red", **MAGE),
        master("friend", "red", magic=2, conviction=5),
        servant("lancer", "blue", skills={"magic_resistance": "C"}),
    ]
    orders = {
        "mage": {"cards": ["wait", "wait", *VERSE], "spells": [{"type": "attack", "grade": 5}]},
        "friend": {
            "cards": VERSE,
            "spells": [{"type": "reinforcement", "grade": 2, "mode": "magecraft", "target": "mage"}],
        },
    }
    (hit,) = hits(people, orders).values()
    assert lines(hit.mana)[:2] == [*BASE5, ("add", "reinforcement", 2)]
    assert lines(hit.mana)[-1] == ("subtract", "magic_resistance", 15)
    assert hit.mana is not None and hit.mana.value == 6


def test_what_a_support_spell_is_worth() -> None:
    people = [master("mage", "red", **MAGE), servant("lancer", "blue")]
    order = {"mage": {"cards": ["chant", *VERSE], "spells": [{"type": "curse", "grade": 3, "target": "lancer"}]}}
    (worked,) = of_kind(told(people, order), SpellWorked)
    assert lines(worked.power) == [("base", "base_grade", 3), ("add", "further_chants", 2), ("base", "power", 5)]


# C-12.4: two noble phantasms

NP = ["noble_phantasm"] * 3


def test_the_clash_of_b_and_d() -> None:
    """C-S1: the higher grade does two more, to health alone, and in each judgment in which they meet."""
    high, low = ({"noble_phantasm": {"grade": grade}} for grade in ("B", "D"))
    found = duel(high, low, NP, NP)
    for slot in (1, 2, 3):
        mine, theirs = found[slot, "lancer"], found[slot, "saber"]
        assert lines(mine.health) == [("base", "figure", 4), ("base", "attack", 4), ("add", "clash", 2)]
        assert lines(mine.mana) == [("base", "figure", 4), ("base", "attack", 4)]
        assert lines(theirs.health) == lines(theirs.mana) == [("base", "figure", 2), ("base", "attack", 2)]


# C-14: plus


def test_a_strike_of_a_plus_against_a_counter_of_d() -> None:
    """C-S2: it wins against affinity, and is doubled."""
    found = duel({"strength": "A+"}, {"endurance": "D"}, ["strike+"], ["counter"])
    assert list(found) == [(1, "lancer")]
    assert lines(found[1, "lancer"].health) == [("base", "strike", 5), ("times", "plus", 2), ("base", "attack", 10)]


def test_a_strike_of_a_plus_against_a_critical_of_d() -> None:
    """C-S3: the critical's two grades go off before the doubling, so four points in all."""
    found = duel({"strength": "A+"}, {"luck": "D"}, ["strike+"], ["critical"])
    assert list(found) == [(1, "lancer")]
    steps = [("base", "strike", 5), ("times", "plus", 2), ("base", "attack", 10), ("subtract", "opposing_grade", 4)]
    assert lines(found[1, "lancer"].health) == steps


def test_a_phantasm_three_grades_below_a_plus() -> None:
    """C-14.4: half, to health alone."""
    found = duel({"strength": "A+"}, {"noble_phantasm": {"grade": "D"}}, ["strike+"], NP)
    weaker = found[1, "saber"]
    assert weaker.mana is None
    assert lines(weaker.health) == [("base", "figure", 2), ("divide", "weaker_half", 2), ("base", "attack", 1)]


# C-11.8: a critical against a noble phantasm


def test_a_critical_and_a_phantasm_both_hit() -> None:
    found = duel({"luck": "C"}, {"noble_phantasm": {"grade": "B"}}, ["critical"], NP)
    assert lines(found[1, "lancer"].health) == [("base", "critical", 3), ("base", "attack", 3)]
    assert lines(found[1, "saber"].health) == lines(found[1, "saber"].mana)
    assert lines(found[1, "saber"].mana) == [("base", "figure", 4), ("base", "attack", 4)]


# C-13: guard


PHANTASM: list[Line] = [("base", "figure", 4), ("base", "attack", 4)]
GUARDED: Line = ("subtract", "guard", 3)


@pytest.mark.parametrize(
    ("theirs", "cards", "health", "mana"),
    [
        ({"strength": "A"}, ["strike"], [("base", "strike", 5), ("base", "attack", 5), GUARDED], []),
        ({"skills": {"brawl": "B"}}, ["brawl"], [("base", "brawl", 4), ("base", "attack", 4), GUARDED], []),
        ({"noble_phantasm": {"grade": "B"}}, NP, [*PHANTASM, GUARDED], PHANTASM),
    ],
    ids=["normal", "skill", "phantasm"],
)
def test_a_guard_of_c(theirs: dict[str, Any], cards: list[str], health: list[Line], mana: list[Line]) -> None:
    """C-13.3, C-13.5: point for point; of a phantasm the health alone."""
    found = duel({"endurance": "C"}, theirs, ["guard"], cards)
    assert (lines(found[1, "saber"].health), lines(found[1, "saber"].mana)) == (health, mana)


def test_a_guard_against_a_spell() -> None:
    """C-13.4: a unit of three points for each grade, after magic resistance."""
    people = [servant("saber", "blue", endurance="E", skills={"magic_resistance": "D"}), master("mage", "red", **MAGE)]
    orders = {
        "saber": ["guard"] * 1,
        "mage": {"cards": ["magecraft"], "spells": [{"type": "attack", "grade": 5}]},
    }
    (hit,) = hits(people, orders).values()
    assert lines(hit.mana)[-2:] == [("subtract", "magic_resistance", 2), ("subtract", "guard", 1)]
    orders["saber"] = ["wait", "guard"]
    orders["mage"] = {"cards": VERSE, "spells": [{"type": "attack", "grade": 5}]}
    (hit,) = hits(people, orders).values()
    assert lines(hit.mana)[-2:] == [("subtract", "magic_resistance", 6), ("subtract", "guard", 3)]


def test_special_damage_passes_a_guard() -> None:
    """C-13.6."""
    found = duel({}, {"strength": "B", "special_damage": ["strike"]}, ["guard"], ["strike"])
    assert lines(found[1, "saber"].health) == [("base", "strike", 4), ("base", "attack", 4)]


# C-10.5, C-10.10: rows and distance


def test_a_shot_from_the_back_row() -> None:
    """C-S4: two regions to the enemy front, three to its back; one point less for each beyond the first."""
    people = [
        servant("archer", "red", skills={"clairvoyance": "C"}),
        servant("saber", "red"),
        servant("lancer", "blue"),
        master("rin", "blue"),
    ]
    orders = {
        "archer": {"row": "back", "cards": ["snipe > lancer", "snipe > rin"]},
        "rin": {"row": "back", "cards": []},
    }
    by_slot = {slot: lines(hit.health) for (slot, _), hit in hits(people, orders).items()}
    shot: list[Line] = [("base", "snipe", 3), ("base", "attack", 3)]
    assert by_slot == {1: [*shot, ("subtract", "distance", 1)], 2: [*shot, ("subtract", "distance", 2)]}
    del orders["archer"]["row"]
    by_slot = {slot: lines(hit.health) for (slot, _), hit in hits(people, orders).items()}
    assert by_slot == {1: shot, 2: [*shot, ("subtract", "distance", 1)]}
