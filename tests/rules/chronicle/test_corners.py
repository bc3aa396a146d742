"""Where a step to one side would give another result: last slots, empty remainders, orders of steps."""

from typing import Any

from .table import duel, fight, losses, mana_losses, master, number, servant
from .test_examples import hits, lines
from .wars import PEOPLE, announced, answer, culprits_of, war

NP = ["noble_phantasm"] * 3


def culprits(cards: list[Any], **mine: Any) -> list[tuple[str, str]]:
    """What is wrong with saber's cards, and where."""
    people = [{**person, **(mine if person["key"] == "saber" else {})} for person in PEOPLE]
    state = answer(announced(war(people), ["saber", "shirou"], ["lancer", "rin"]), "battle/1/rows")[1]
    return culprits_of(state, "battle/1/cards", "saber", {"target": "lancer", "cards": cards})


def test_a_phantasm_may_end_with_the_last_judgment() -> None:
    """C-12.2."""
    found = duel({"noble_phantasm": {"grade": "C"}}, {}, [*["wait"] * 7, *NP], [])
    assert losses(found, "lancer") == [0] * 7 + [3, 3, 3]


def test_where_a_phantasm_is_wrong() -> None:
    """C-12.2: the first of its slots is named."""
    held = {"noble_phantasm": {"grade": "C"}}
    assert culprits(["wait", *NP[:2]], **held) == [("noble_phantasm_three", "cards.2")]
    assert culprits([*["wait"] * 8, *NP[:2]], **held) == [("noble_phantasm_too_late", "cards.9")]
    assert culprits([*NP, "wait", *NP], **held) == [("noble_phantasm_once", "cards.5")]


def test_nothing_is_taken_off_where_nothing_is_left() -> None:
    """C-23.5, C-13.13: health first, then what is left from mana; no step that does nothing is shown."""
    people = [
        servant("saber", "red", noble_phantasm={"grade": "D", "kind": "always_on"}),
        servant("lancer", "blue", noble_phantasm={"grade": "B"}),
    ]
    first = hits(people, {"lancer": NP})[1, "saber"]
    assert lines(first.health)[-1] == ("subtract", "always_on", 2)
    assert lines(first.mana) == [("base", "figure", 4), ("base", "attack", 4)]


def test_a_defensive_phantasm_of_one() -> None:
    """C-23.5: an anti-unit one shelters its owner and nobody else."""
    people = [
        servant("saber", "red", noble_phantasm={"grade": "D", "kind": "defence"}),
        servant("ally", "red"),
        servant("lancer", "blue"),
    ]
    orders = {"saber": NP, "lancer": {"cards": ["strike > saber", "strike > ally"]}}
    found = fight(people, orders)
    assert (losses(found, "saber"), losses(found, "ally")) == ([1], [0, 3])


def test_the_own_front_before_the_own_back() -> None:
    """C-13.11: step 4 comes before step 5, however large the attacks are."""
    people = [
        servant("saber", "red", endurance="D"),
        servant("ally", "red"),
        servant("friend", "red"),
        servant("lancer", "blue", strength="A"),
        servant("archer", "blue", skills={"clairvoyance": "C"}),
    ]
    orders = {
        "saber": ["guard cover allies"],
        "friend": {"row": "back", "cards": []},
        "lancer": ["strike > friend"],
        "archer": {"row": "back", "cards": ["snipe > ally"]},
    }
    found = fight(people, orders)
    assert (losses(found, "ally"), losses(found, "friend"), losses(found, "saber")) == ([], [5], [])


def test_a_master_keeps_one_point() -> None:
    """C-Q1: in battle too."""
    for mana, left in ((4, []), (5, [6])):
        people = [master("mage", "red", mana=mana), servant("lancer", "blue")]
        order = {"mage": {"cards": ["chant", "magecraft"], "spells": [{"type": "attack", "grade": 2}]}}
        assert mana_losses(fight(people, order), "lancer") == ([0, *left] if left else [])


def test_what_luck_adds_passes_a_guard() -> None:
    """C-13.6: however much the guard could take."""
    assert number("guard", endurance="A", hit={"type": "normal", "health": 5, "luck": 2})["health"] == 2
    assert number("guard", endurance="E", hit={"type": "normal", "health": 5, "luck": 5})["health"] == 5
    assert number("guard", endurance="A", hit={"type": "normal", "health": 5, "luck": True})["health"] == 5


def test_what_a_formula_cannot_do_without() -> None:
    assert number("campaign_end")["refused"]["code"] == "missing_field"
    assert number("mana_charge", mana=3)["refused"]["code"] == "missing_field"
