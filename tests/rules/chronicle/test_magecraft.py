"""Spells in battle: the worked examples of the ledger, and what follows from its clauses beside them."""

from typing import Any

from .table import NP, cast, fight, losses, mana_losses, master, servant, spell

# C-16: magecraft

MAGE = {"magic": 4, "combat": 3, "affinity": "attack"}


def mages(orders: dict[str, Any], lancer: dict[str, Any] | None = None, shirou: dict[str, Any] | None = None) -> Any:
    people = [master("shirou", "red", **{**MAGE, **(shirou or {})}), servant("lancer", "blue", **(lancer or {}))]
    return fight(people, orders)


def test_one_count() -> None:
    """C-E34."""
    four = cast(["magecraft"], spell("attack", 4))
    found = mages({"shirou": four, "lancer": ["strike"]})
    assert (mana_losses(found, "lancer"), losses(found, "shirou")) == ([4], [])
    found = mages({"shirou": four, "lancer": ["strike"]}, {"strength": "B"})
    assert (mana_losses(found, "lancer"), losses(found, "shirou")) == ([], [])
    found = mages({"shirou": four, "lancer": ["strike"]}, {"skills": {"magic_resistance": "D"}})
    assert (mana_losses(found, "lancer"), losses(found, "shirou")) == ([], [3])
    found = mages({"shirou": four, "lancer": ["guard"]}, {"endurance": "C"})
    assert mana_losses(found, "lancer") == [1]
    people = [master("shirou", "red", magic=4), master("rin", "blue", magic=4)]
    found = fight(people, {"shirou": four, "rin": cast(["magecraft"], spell("attack", 2))})
    assert (mana_losses(found, "rin"), mana_losses(found, "shirou")) == ([2], [])


def test_plus_against_a_spell() -> None:
    """C-E52, C-Q86: grade 2 is beaten, grade 3 is not."""
    people = [servant("saber", "red", strength="A+"), master("rin", "blue", magic=3, combat=5, conviction=5)]
    cards = ["chant", "magecraft"]
    weak = fight(people, {"saber": ["wait", "strike+"], "rin": cast(cards, spell("attack", 2))})
    assert (losses(weak, "rin"), mana_losses(weak, "saber")) == ([0, 10], [])
    strong = fight(people, {"saber": ["wait", "strike+"], "rin": cast(cards, spell("attack", 3))})
    assert (losses(strong, "rin"), mana_losses(strong, "saber")) == ([], [0, 9])


def test_a_spell_stops_only_the_row_that_it_is_laid_against() -> None:
    """C-Q88, C-10.13: a throw from the other row hits the caster."""
    people = [
        master("shirou", "red", **MAGE, conviction=5),
        servant("lancer", "blue", strength="A"),
        servant("archer", "blue", skills={"throw": "C"}),
    ]
    orders = {
        "shirou": cast(["chant", "magecraft"], spell("attack", 5), target="lancer"),
        "lancer": ["wait", "strike"],
        "archer": {"row": "back", "cards": ["wait", "throw"]},
    }
    found = fight(people, orders)
    assert (losses(found, "shirou"), mana_losses(found, "lancer")) == ([0, 2], [0, 15])


def test_spells_that_aim_elsewhere_do_not_offset() -> None:
    """C-Q88."""
    people = [
        master("shirou", "red", magic=5),
        master("rin", "blue", magic=3),
        servant("saber", "red"),
    ]
    orders = {
        "shirou": cast(["chant", "magecraft"], spell("attack", 5)),
        "rin": cast(["chant", "magecraft"], spell("attack", 3, target="saber")),
    }
    found = fight(people, orders)
    assert (mana_losses(found, "rin"), mana_losses(found, "saber")) == ([0, 15], [0, 9])


def test_support_magecraft_breaks_in_its_own_judgment() -> None:
    """C-E32, C-Q55: the firing judgment counts for support; a conviction of 0 breaks at any damage."""
    people = [
        master("shirou", "red", magic=3, combat=3, conviction=3),
        servant("lancer", "blue", strength="B", agility="D"),
    ]
    heal = cast(["chant", "magecraft"], spell("healing", 3))
    found = fight(people, {"shirou": heal, "lancer": ["rush", "strike"]})
    assert found["people"]["shirou"]["cancelled"] == [2]
    assert found["people"]["shirou"]["health"] == 24
    people[0]["conviction"] = 0
    calm = fight(people, {"shirou": heal, "lancer": []})
    assert calm["people"]["shirou"]["cancelled"] == []
    found = fight(people, {"shirou": heal, "lancer": ["rush"]})
    assert found["people"]["shirou"]["cancelled"] == [1]


def test_a_servants_spell_breaks_at_a_tenth() -> None:
    """C-E31: 4 at 40 health, 5 at 45."""
    for health, strength, broken in ((45, "B", []), (45, "A", [1]), (40, "B", [1])):
        people = [servant("caster", "red", **{"class": "caster"}, magic="A", health=health),
                  servant("lancer", "blue", strength=strength)]  # fmt: skip
        found = fight(people, {"caster": cast(["chant", "magecraft"], spell("attack", 5)), "lancer": ["strike"]})
        assert found["people"]["caster"]["cancelled"] == broken, (health, strength)


def test_a_phantasm_counts_its_health_once_against_a_chant() -> None:
    """C-Q55."""
    people = [
        master("shirou", "red", magic=3, combat=3, conviction=3),
        servant("lancer", "blue", noble_phantasm={"grade": "C"}),
    ]
    orders = {"shirou": cast(["chant", "chant", "magecraft"], spell("attack", 3)), "lancer": NP}
    found = fight(people, orders)
    assert found["people"]["shirou"]["cancelled"] == [2]


def test_reinforcement_and_curse_on_cards() -> None:
    """C-R2: each judgment with a normal or skill card uses one up, won or lost; waits do not."""
    people = [servant("saber", "red"), master("shirou", "red", magic=2), servant("lancer", "blue", agility="D")]
    orders = {
        "saber": ["wait", "wait", "strike", "wait", "strike", "counter"],
        "shirou": cast(["magecraft"], spell("reinforcement", 2, target="saber"), row="back"),
        "lancer": {"target": "saber", "cards": []},
    }
    assert losses(fight(people, orders), "lancer") == [0, 0, 4, 0, 4, 3]
    people = [servant("saber", "red"), master("rin", "blue", magic=3), servant("lancer", "blue")]
    orders = {
        "saber": {"target": "lancer", "cards": ["wait", "strike", "strike", "counter"]},
        "rin": cast(["magecraft"], spell("curse", 2, target="saber"), row="back"),
        "lancer": [],
    }
    assert losses(fight(people, orders), "lancer") == [0, 2, 2, 3]


def test_reinforcement_of_the_next_spell() -> None:
    """C-23.19, C-21.5: as many units more, for one spell."""
    people = [
        master("shirou", "red", magic=4),
        master("sakura", "red", magic=3),
        servant("saber", "red"),
        servant("lancer", "blue"),
    ]
    orders = {
        "shirou": cast(["wait", "magecraft", "magecraft"], spell("attack", 2), spell("attack", 2), row="back"),
        "sakura": cast(["magecraft"], spell("reinforcement", 3, target="shirou", mode="magecraft"), row="back"),
        "saber": [],
    }
    assert mana_losses(fight(people, orders), "lancer") == [0, 5, 2]


def test_interference_blocks_what_comes_later() -> None:
    """C-E49, C-Q61."""
    people = [
        servant("saber", "red"),
        master("shirou", "red", magic=3),
        master("sakura", "red", magic=3),
        servant("lancer", "blue"),
    ]
    first = cast(["magecraft"], spell("reinforcement", 3, target="saber"), row="back")
    same = {"saber": ["wait", "strike"], "shirou": first, "sakura": first}
    assert losses(fight(people, same), "lancer") == [0, 3]
    later = cast(["wait", "magecraft"], spell("reinforcement", 2, target="saber"), row="back")
    found = fight(people, {"saber": ["wait", "wait", "strike", "strike"], "shirou": first, "sakura": later})
    assert losses(found, "lancer") == [0, 0, 4, 4]
    replaced = cast(["magecraft", "magecraft"], spell("reinforcement", 1, target="saber"),
                    spell("reinforcement", 3, target="saber"), row="back")  # fmt: skip
    found = fight(people, {"saber": ["wait", "wait", "strike", "strike"], "shirou": replaced})
    assert losses(found, "lancer") == [0, 0, 4, 4]


def test_a_curse_meets_magic_resistance() -> None:
    """C-Q73."""
    people = [master("shirou", "red", magic=4), servant("lancer", "blue", skills={"magic_resistance": "C"})]
    orders = {"shirou": cast(["magecraft"], spell("curse", 4)), "lancer": ["wait", "strike", "strike"]}
    assert losses(fight(people, orders), "shirou") == [0, 2, 3]


def test_defence_magecraft_reduces_mana_damage_too() -> None:
    """C-E33, C-21.8."""
    people = [master("rin", "blue", magic=5), master("shirou", "red", magic=3)]
    orders = {
        "rin": cast(["chant", "magecraft"], spell("attack", 4)),
        "shirou": cast(["chant", "magecraft"], spell("defence", 3)),
    }
    assert mana_losses(fight(people, orders), "shirou") == [0, 3]


def test_two_defences_on_one_hit() -> None:
    """C-E67: 10 - 6 = 4, guard 1, skill 0."""
    people = [
        servant("saber", "red", skills={"defensive_skill": "D"}),
        master("shirou", "red", magic=3),
        servant("lancer", "blue", strength="A+"),
    ]
    orders = {
        "saber": ["wait", "guard"],
        "shirou": cast(["chant", "magecraft"], spell("defence", 2, target="saber"), row="back"),
        "lancer": {"target": "saber", "cards": ["wait", "strike+"]},
    }
    assert losses(fight(people, orders), "saber") == []
    orders["saber"] = ["wait", "rush"]
    assert losses(fight(people, orders), "saber") == [0, 2]


def test_a_reserve_is_spent_once() -> None:
    """C-23.18: on one card, or on one spell as power."""
    people = [master("shirou", "red", reserve={"for": "card", "grade": 2}), servant("lancer", "blue")]
    assert losses(fight(people, {"shirou": ["strike reserve", "strike"]}), "lancer") == [5, 3]
    people = [master("shirou", "red", reserve={"for": "magecraft", "grade": 2}), servant("lancer", "blue")]
    orders = {"shirou": cast(["chant", "magecraft"], spell("attack", 3, reserve=True))}
    assert mana_losses(fight(people, orders), "lancer") == [0, 15]
