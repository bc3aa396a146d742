"""Who is at nothing in the middle of a battle: the stroke that pulls a servant out, and what still strikes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from grailkeeper.rules.chronicle.facts import Escaped, SpellCancelled, Suffered

from .table import NP, cast, duel, fight, mana_losses, master, of_kind, servant, spell, told

MAGE: Mapping[str, Any] = {"magic": 9, "conviction": 9, "circuit": "A", "mana": 90}
PHANTASM: Mapping[str, Any] = {"noble_phantasm": {"grade": "B"}}
BLUE = (("lancer", "blue"), ("rider", "blue"))
ALWAYS: Mapping[str, Any] = {"noble_phantasm": {"grade": "C", "kind": "always_on"}}


def rest(mine: Mapping[str, Any], cards: Sequence[str], **theirs: Any) -> list[tuple[int, int]]:
    """What of a phantasm still strikes saber as it is pulled out, health and mana."""
    people = [servant("saber", "red", **mine), servant("lancer", "blue", **{**PHANTASM, **theirs})]
    (escaped,) = of_kind(told(people, {"saber": {"cards": list(cards)}, "lancer": NP}), Escaped)
    return [(hit.health_lost, hit.mana_lost) for hit in escaped.hits]


def test_what_is_left_of_a_phantasm_strikes_as_against_a_wait() -> None:
    """C-18.5, C-Q64: four each time, whatever lies there."""
    assert rest({"health": 4}, ["wait", "guard", "guard"]) == [(4, 4), (4, 4)]
    assert rest({"health": 8}, ["wait", "wait", "guard"]) == [(4, 4)]
    assert rest({"health": 12}, []) == []


def test_an_always_on_phantasm_holds_against_what_is_left() -> None:
    """C-13.13: health first, then mana; nothing of it stays over for the next."""
    assert rest({"health": 1, **ALWAYS}, []) == [(1, 4), (1, 4)]
    people = [
        servant("saber", "red", health=2, **ALWAYS),
        servant("lancer", "blue", noble_phantasm={"grade": "A", "figure": 2}),
        servant("rider", "blue", strength="A"),
    ]
    orders = {"lancer": {"cards": NP, "target": "saber"}, "rider": ["strike > saber"]}
    (escaped,) = of_kind(told(people, orders), Escaped)
    assert [(hit.health_lost, hit.mana_lost) for hit in escaped.hits] == [(0, 1), (0, 1)]


def test_what_hurt_mana_alone_has_struck_too() -> None:
    """C-Q64: a phantasm whose blow to health was guarded, as another attack brings the servant down."""
    people = [
        servant("saber", "red", health=5, endurance="B"),
        servant("lancer", "blue", **PHANTASM),
        servant("rider", "blue", strength="A", special_damage=["strike"]),
    ]
    orders = {"saber": {"cards": ["guard"]}, "lancer": {"cards": NP, "target": "saber"}, "rider": ["strike > saber"]}
    (escaped,) = of_kind(told(people, orders), Escaped)
    assert [(hit.health_lost, hit.mana_lost) for hit in escaped.hits] == [(4, 4), (4, 4)]


def test_the_last_blow_of_what_is_left_counts() -> None:
    """C-Q68: of two phantasms the later in seat order."""
    people = [servant(name, side, health=4, **PHANTASM) for name, side in (("saber", "red"), *BLUE)]
    order = {"cards": NP, "target": "saber"}
    facts = of_kind(told(people, {"lancer": order, "rider": order}), Suffered)
    assert [(fact.health, fact.by) for fact in facts] == [(8, facts[0].by), (16, facts[0].by)]


def test_a_master_who_falls_as_its_spell_fires_has_cast_it() -> None:
    """C-16.3: what fires in the judgment of its fall is not cancelled any more, what is being chanted is."""
    people = [master("mage", "red", **MAGE, health=3), servant("saber", "blue")]
    cards = ["chant", "magecraft"]
    for slot, cancelled in ((1, [1]), (2, [])):
        strike = {"cards": [*["wait"] * (slot - 1), "strike"], "target": "mage"}
        facts = told(people, {"mage": cast(cards, spell("reinforcement", 1)), "saber": strike})
        assert [fact.slot for fact in of_kind(facts, SpellCancelled)] == cancelled


@pytest.mark.parametrize(("fallen", "escapes"), [([], True), (["rin"], True), (["rin", "sakura"], False)])
def test_one_master_who_can_command_is_enough(fallen: Sequence[str], escapes: bool) -> None:
    """C-18.3, C-Q83."""
    people = [
        servant("saber", "red", health=3),
        *(master(name, "red", health=0 if name in fallen else 30) for name in ("rin", "sakura")),
        servant("lancer", "blue"),
    ]
    found = fight(people, {"lancer": ["strike > saber"]})
    assert found["people"]["saber"]["state"] == ("escaped" if escapes else "vanished")


def test_a_servant_at_exactly_nothing_is_pulled_out() -> None:
    """C-18.2."""
    for health, state in ((3, "escaped"), (2, "escaped"), (4, "able")):
        assert duel({"health": health}, {}, [], ["strike"])["people"]["saber"]["state"] == state


@pytest.mark.parametrize(("mana", "lost"), [(-44, 1), (-45, 0), (-50, 0), (-43, 2)])
def test_mana_stops_at_minus_its_maximum(mana: int, lost: int) -> None:
    """C-18.8, C-Q66: also where the maximum has shrunk since."""
    found = duel({"mana": mana}, PHANTASM, [], NP)
    assert sum(mana_losses(found, "saber")) == lost
