"""What is taken off a blow on its way, by whom, and in which order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from grailkeeper.rules.chronicle.battle.guarding import Guarded, guarded
from grailkeeper.rules.chronicle.cards import Card
from grailkeeper.rules.chronicle.facts import Hit, JudgmentMade
from grailkeeper.rules.chronicle.options import Options

from .table import NP, cast, duel, losses, master, of_kind, servant, spell, told

ALLIES = ["guard cover allies"]
MAGE: Mapping[str, Any] = {"magic": 9, "conviction": 9, "circuit": "A", "mana": 90}


def hits(people: Sequence[Mapping[str, Any]], orders: Mapping[str, Any], slot: int = 1) -> dict[str, Hit]:
    """The hits of a judgment, by who dealt them."""
    made = next(each for each in of_kind(told(people, orders), JudgmentMade) if each.slot == slot)
    return {hit.attacker: hit for hit in made.hits}


def off(hit: Hit) -> list[tuple[str, int]]:
    """What was taken off a hit's health, as it stands in its working."""
    assert hit.health is not None
    return [(term.name, term.amount) for term in hit.health.terms if term.name != "attack"]


@pytest.mark.parametrize(("release", "left"), [(True, 1), (False, 3)])
def test_a_defence_without_its_name_takes_off_half(release: bool, left: int) -> None:
    """C-12.3, C-R1: of grade B, 4."""
    mine = {"noble_phantasm": {"grade": "B", "kind": "defence"}}
    found = duel(mine, {"strength": "A"}, {"cards": NP, "release": release}, ["strike"])
    assert losses(found, "saber") == [left]


def test_defence_magecraft_stops_the_front_first() -> None:
    """C-13.11, C-16.11: though the one from behind strikes harder."""
    people = [
        master("mage", "red", **MAGE),
        servant("archer", "blue", strength="A", skills={"ranged_weapon": True}),
        servant("lancer", "blue", strength="D"),
    ]
    archer = {"row": "back", "cards": ["wait", "strike"]}
    mage = cast(["chant", "magecraft"], spell("defence", 1))
    found = hits(people, {"mage": mage, "archer": archer, "lancer": ["wait", "strike"]}, slot=2)
    assert off(found["lancer"]) == [("defence_magecraft", 2)]
    assert dict(off(found["archer"]))["defence_magecraft"] == 1


def test_what_nothing_reduces_uses_up_no_defence() -> None:
    """C-13.6, C-16.11, C-18.1: neither more nor less is left for the other attack."""
    people = [
        master("mage", "red", **MAGE),
        servant("rider", "blue", strength="A", special_damage=["strike"]),
        servant("lancer", "blue", strength="A"),
    ]
    orders = {"mage": cast(["magecraft"], spell("defence", 3)), "rider": ["strike"], "lancer": ["strike"]}
    found = hits(people, orders)
    assert off(found["rider"]) == []
    assert off(found["lancer"]) == [("defence_magecraft", 3)]


def test_luck_that_nothing_reduces_leaves_nothing_to_guard() -> None:
    """C-13.6: where it is all of the damage, and where it is more."""
    for health in (2, 1, 0):
        assert guarded(3, False, Card.STRIKE, health, 0, 0, Options(), luck=2) == Guarded()


def test_a_guard_that_takes_nothing_off_is_not_named() -> None:
    """C-12.8, C-13.1: the phantasm of the defender has stopped all that goes to health, and a guard takes no mana."""
    people = [
        servant("archer", "red", noble_phantasm={"grade": "C", "kind": "defence", "range": "anti_army"}),
        servant("saber", "red"),
        servant("lancer", "blue", noble_phantasm={"grade": "C"}),
    ]
    orders = {"archer": NP, "saber": {"cards": ["guard"]}, "lancer": {"cards": NP, "target": "saber"}}
    hit = hits(people, orders)["lancer"]
    assert off(hit) == [("defence_phantasm", 3)]
    assert (hit.taker, hit.mana_lost) == ("saber", 3)


FRONT, BACK = "front", "back"
SHOT: Mapping[str, Any] = {"skills": {"ranged_weapon": True}}


def covered(
    endurance: str,
    mine: Mapping[str, Mapping[str, Any]],
    theirs: Mapping[str, tuple[str, str, str]],
) -> set[str]:
    """Whose attacks a guard of saber stops: `mine` are its friends, `theirs` the row, strength and target of each."""
    people = [
        servant("saber", "red", endurance=endurance),
        *({"name": name, "side": "red", **about} for name, about in mine.items()),
        *(servant(name, "blue", strength=strength, **SHOT) for name, (_, strength, _) in theirs.items()),
        servant("bait", "blue"),
    ]
    orders: dict[str, Any] = {"saber": {"cards": ALLIES}}
    orders |= {name: {"row": about.get("row", FRONT)} for name, about in mine.items() if "row" in about}
    orders |= {name: {"row": row, "cards": [f"strike > {target}"]} for name, (row, _, target) in theirs.items()}
    for person in people:
        person.pop("row", None)
    return {name for name, hit in hits(people, orders).items() if hit.taker == "saber" and "guard" in dict(off(hit))}


MASTER: Mapping[str, Any] = {"kind": "master"}
FRIEND: Mapping[str, Any] = {"team": "gold"}


@pytest.mark.parametrize(
    ("endurance", "mine", "one", "other"),
    [
        # the own master, whoever attacks it, then the guard itself
        ("D", {"rin": MASTER}, (BACK, "C", "rin"), (FRONT, "A", "saber")),
        # itself, from the front, then from the back
        ("E", {}, (FRONT, "D", "saber"), (BACK, "A", "saber")),
        # itself, even from the back, then a friend in front
        ("D", {"archer": FRIEND}, (BACK, "C", "saber"), (FRONT, "A", "archer")),
        # a friend in front, then one behind
        ("D", {"archer": FRIEND, "rider": {**FRIEND, "row": BACK}}, (BACK, "C", "archer"), (FRONT, "A", "rider")),
        ("D", {"archer": FRIEND}, (FRONT, "D", "archer"), (BACK, "A", "archer")),
        ("E", {"rider": {**FRIEND, "row": BACK}}, (FRONT, "D", "rider"), (BACK, "A", "rider")),
    ],
)
def test_a_guard_keeps_its_order(
    endurance: str, mine: Mapping[str, Any], one: tuple[str, str, str], other: tuple[str, str, str]
) -> None:
    """C-13.9 to C-13.11: the smaller attack of an earlier step comes before the larger of a later one."""
    assert covered(endurance, mine, {"lancer": one, "caster": other}) == {"lancer"}
    assert covered(endurance, mine, {"caster": other, "lancer": one}) == {"lancer"}


def test_nobody_takes_an_attack_twice() -> None:
    """C-R7: what one guard has taken, the next leaves."""
    people = [
        servant("saber", "red", endurance="C"),
        servant("archer", "red", endurance="D"),
        master("rin", "red", combat=3),
        servant("lancer", "blue", strength="A"),
    ]
    orders = {"saber": {"cards": ALLIES}, "archer": {"cards": ALLIES}, "lancer": ["strike > rin"]}
    hit = hits(people, orders)["lancer"]
    assert (hit.taker, off(hit)) == ("saber", [("guard", 3)])


def test_what_a_hit_does_not_touch_it_costs_nothing() -> None:
    """C-23.17: of health as of mana."""
    hit = Hit("saber", "lancer", "lancer", Card.STRIKE)
    assert (hit.health_lost, hit.mana_lost) == (0, 0)
