"""The ledger's worked examples of battles, and what follows from its clauses beside them."""

from typing import Any

import pytest

from .table import duel, fight, losses, mana_losses, master, servant

NP = ["noble_phantasm"] * 3
WAIT = "wait"


def spell(type_: str, grade: int, **more: Any) -> dict[str, Any]:
    return {"type": type_, "grade": grade, **more}


def cast(cards: list[str], *spells: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"cards": cards, "spells": list(spells), **more}


# C-11: cards


def test_skill_cards_against_normal_ones() -> None:
    """C-E22."""
    found = duel({"skills": {"clairvoyance": "C"}}, {"agility": "E"}, ["snipe"], ["rush"])
    assert (losses(found, "saber"), losses(found, "lancer")) == ([1], [])
    found = duel({"skills": {"presence_concealment": "D"}}, {"agility": "A"}, ["ambush"], ["rush"])
    assert losses(found, "lancer") == [2]
    found = duel({"skills": {"brawl": "D"}}, {"endurance": "A"}, ["brawl"], ["counter"])
    assert losses(found, "lancer") == [2]
    found = duel({"skills": {"riding": "C"}}, {"strength": "E"}, ["charge"], ["strike"])
    assert losses(found, "saber") == [1]


def test_a_critical_beats_all_but_phantasms() -> None:
    """C-11.6, C-11.15."""
    found = duel({"luck": "D", "skills": {"riding": "A"}}, {"luck": "B"}, ["critical"], ["critical"])
    assert (losses(found, "saber"), losses(found, "lancer")) == ([2], [])
    found = duel({"luck": "E"}, {"skills": {"riding": "A"}}, ["critical"], ["charge"])
    assert (losses(found, "saber"), losses(found, "lancer")) == ([], [1])


def test_plus_and_a_critical() -> None:
    """C-E23, C-14.3: also between two criticals; below a gap of three the affinity stands."""
    assert losses(duel({"strength": "A+"}, {"luck": "E"}, ["strike+"], ["critical"]), "lancer") == [8]
    found = duel({"strength": "A+"}, {"luck": "C"}, ["strike+"], ["critical"])
    assert (losses(found, "saber"), losses(found, "lancer")) == ([3], [])
    assert losses(duel({"luck": "A+"}, {"luck": "D"}, ["critical+"], ["critical"]), "lancer") == [6]
    assert losses(duel({"luck": "C+"}, {"strength": "A"}, ["critical+"], ["strike"]), "lancer") == [6]


def test_two_pluses_measure_the_base_grades() -> None:
    """C-Q86, C-11.15: the winner's plus doubles the difference, the loser's does nothing."""
    both = duel({"strength": "A+"}, {"strength": "D+"}, ["strike+"], ["strike+"])
    assert (losses(both, "saber"), losses(both, "lancer")) == ([], [10])
    loser = duel({"strength": "A"}, {"strength": "C+"}, ["strike"], ["strike+"])
    assert (losses(loser, "saber"), losses(loser, "lancer")) == ([], [2])


def test_an_injury_lowers_normal_and_skill_cards_only() -> None:
    """C-23.13, C-R8: not the phantasm, not below 1."""
    mine = {"injured": True, "strength": "B", "noble_phantasm": {"grade": "B"}, "luck": "E"}
    found = duel(mine, {}, ["strike", *NP, "critical"], [])
    assert losses(found, "lancer") == [3, 4, 4, 4, 1]


# C-12: phantasms


def test_the_clash_bonus_goes_to_the_higher_grade() -> None:
    """C-E66, C-12.5: a gap of two; also where the higher grade has the smaller figure."""
    found = duel({"noble_phantasm": {"grade": "A+"}}, {"noble_phantasm": {"grade": "C"}}, ["noble_phantasm+"] * 3, NP)
    assert losses(found, "lancer") == [12, 12, 12]
    assert mana_losses(found, "lancer") == [10, 10, 10]
    assert losses(found, "saber") == mana_losses(found, "saber") == [3, 3, 3]
    small = duel(
        {"noble_phantasm": {"grade": "B", "figure": 1}}, {"noble_phantasm": {"grade": "D", "figure": 9}}, NP, NP
    )
    assert (losses(small, "saber"), losses(small, "lancer")) == ([9, 9, 9], [3, 3, 3])


def test_a_plus_figure_that_is_only_equal_cancels_nothing() -> None:
    """C-E26, C-Q110."""
    found = duel({"noble_phantasm": {"grade": "D+"}}, {"noble_phantasm": {"grade": "B"}}, ["noble_phantasm+"] * 3, NP)
    assert (losses(found, "saber"), mana_losses(found, "saber")) == ([6, 6, 6], [4, 4, 4])
    assert losses(found, "lancer") == mana_losses(found, "lancer") == [4, 4, 4]


def test_without_release() -> None:
    """C-Q44, C-Q98, C-R3: the released one wins alone; two unreleased are equal cards."""
    one = duel({"noble_phantasm": {"grade": "A"}}, {"noble_phantasm": {"grade": "D"}},
               {"cards": NP, "release": False}, NP)  # fmt: skip
    assert (losses(one, "saber"), losses(one, "lancer")) == ([2, 2, 2], [])
    assert one["people"]["saber"]["name_revealed"] is False
    two = duel({"noble_phantasm": {"grade": "A"}}, {"noble_phantasm": {"grade": "D"}},
               {"cards": NP, "release": False}, {"cards": NP, "release": False})  # fmt: skip
    assert losses(two, "lancer") == mana_losses(two, "lancer") == [3, 3, 3]
    assert losses(two, "saber") == []


@pytest.mark.parametrize("release", [True, False])
def test_a_phantasm_beaten_by_plus_does_half_whoever_was_released(release: bool) -> None:
    """C-14.1, C-14.4, C-Q44, C-Q109: health alone, also where the stronger is used without its name."""
    mine, theirs = {"noble_phantasm": {"grade": "A+"}}, {"noble_phantasm": {"grade": "D", "figure": 6}}
    hidden = {"cards": ["noble_phantasm+"] * 3, "release": False}
    found = duel(mine, theirs, hidden, {"cards": NP, "release": release})
    half = 3 if release else 1
    assert (losses(found, "saber"), mana_losses(found, "saber")) == ([half, half, half], [])
    assert losses(found, "lancer") == mana_losses(found, "lancer") == [4, 4, 4]


def test_an_area_defence_shelters_the_side() -> None:
    """C-23.5, C-R1: each hit on everybody of the side, health first, then mana."""
    people = [
        servant("saber", "red", noble_phantasm={"grade": "B", "kind": "defence", "range": "anti_army"}),
        servant("archer", "red"),
        servant("lancer", "blue", strength="A"),
        servant("rider", "blue", noble_phantasm={"grade": "C"}),
    ]
    orders = {"saber": {"cards": NP, "target": "lancer"}, "lancer": {"cards": ["strike > archer"]},
              "rider": {"cards": NP, "target": "saber"}}  # fmt: skip
    found = fight(people, orders)
    assert losses(found, "archer") == [1]
    assert (losses(found, "saber"), mana_losses(found, "saber")) == ([], [2, 2, 2])


def test_a_phantasm_with_plus_against_a_critical() -> None:
    """C-14.3: the critical loses and softens the blow."""
    found = duel({"noble_phantasm": {"grade": "A+"}}, {"luck": "D"}, ["noble_phantasm+"] * 3, ["critical"])
    assert (losses(found, "lancer"), losses(found, "saber")) == ([6, 10, 10], [])


def test_an_unpaid_phantasm() -> None:
    """C-E53: at -30 a price of 15 goes exactly to -45."""
    found = duel({"noble_phantasm": {"grade": "C"}, "mana": -30}, {}, NP, [])
    assert (found["people"]["saber"]["mana"], losses(found, "lancer")) == (-45, [3, 3, 3])
    again = duel({"noble_phantasm": {"grade": "C"}, "recontracts": 2, "mana": 45}, {}, NP, [])
    assert again["people"]["saber"]["mana"] == 20


# C-13: guard


def test_guard_takes_the_largest_first_and_stops_at_its_capacity() -> None:
    """C-13.2, C-Q51."""
    people = [
        servant("saber", "red", endurance="D"),
        servant("lancer", "blue", strength="C"),
        servant("rider", "blue", strength="A"),
        servant("archer", "blue", strength="B"),
    ]
    strikes = {name: ["strike"] for name in ("lancer", "rider", "archer")}
    found = fight(people, {"saber": ["guard"], **strikes})
    assert losses(found, "saber") == [3 + 2 + 3]


def test_cover_of_the_front_costs_two() -> None:
    """C-E29, C-R7: with one left the order goes on to what fits."""
    people = [
        servant("saber", "red", endurance="C"),
        servant("archer", "red"),
        master("shirou", "red"),
        servant("lancer", "blue", strength="B"),
        servant("rider", "blue", strength="A"),
        servant("caster", "blue", strength="B"),
    ]
    orders = {
        "saber": {"cards": ["guard cover allies"], "target": "lancer"},
        "lancer": {"cards": ["strike > shirou"]},
        "rider": {"cards": ["strike > saber"]},
        "caster": {"cards": ["strike > archer"]},
    }
    found = fight(people, orders)
    assert (losses(found, "saber"), losses(found, "archer"), losses(found, "shirou")) == ([1 + 2], [4], [])


def test_the_lower_seat_covers_and_nothing_is_taken_twice() -> None:
    """C-R7."""
    people = [
        servant("saber", "red", endurance="D"),
        servant("archer", "red", endurance="A"),
        master("shirou", "red"),
        servant("lancer", "blue", strength="A"),
    ]
    orders = {
        "saber": ["guard cover master"],
        "archer": ["guard cover master"],
        "shirou": {"row": "back"},
        "lancer": {"cards": ["strike"], "target": "shirou"},
    }
    found = fight(people, orders)
    assert (losses(found, "saber"), losses(found, "archer"), losses(found, "shirou")) == ([3], [], [])


def test_special_damage_is_not_reduced() -> None:
    """C-13.6, C-18.1."""
    theirs = {"endurance": "A", "skills": {"defensive_skill": "A"}}
    found = duel({"strength": "B", "special_damage": ["strike"]}, theirs, ["strike"], ["guard"])
    assert losses(found, "lancer") == [4]


def test_guard_with_plus() -> None:
    """C-E52: eight off each of at most four attacks."""
    found = duel({"endurance": "B+"}, {"strength": "A+"}, ["guard+"], ["strike+"])
    assert losses(found, "saber") == [2]


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


# C-10, C-17: rows, melee, intrusion


def test_two_against_one_by_rows() -> None:
    """C-E48, C-R11."""
    people = [servant("aa", "red", strength="B"), servant("xx", "blue"), servant("yy", "blue", endurance="D")]
    orders: dict[str, Any] = {
        "aa": {"target": "xx", "cards": ["rush"]},
        "xx": ["rush"],
        "yy": ["counter"],
    }
    found = fight(people, orders)
    assert (losses(found, "aa"), losses(found, "xx"), losses(found, "yy")) == ([], [], [])
    orders["yy"] = {"row": "back", "cards": []}
    orders["aa"] = {"target": "yy", "cards": ["strike"]}
    found = fight(people, orders)
    assert (losses(found, "aa"), losses(found, "yy")) == ([3], [4])


def test_the_back_row_steps_up() -> None:
    """C-Q40: then it stands one nearer."""
    people = [
        servant("saber", "red", health=3),
        servant("archer", "red", skills={"throw": "B"}),
        servant("lancer", "blue", strength="C"),
    ]
    orders = {
        "saber": {"escape": False, "cards": []},
        "archer": {"row": "back", "cards": ["throw", "throw"]},
        "lancer": {"target": "saber", "cards": ["strike"]},
    }
    assert losses(fight(people, orders), "lancer") == [3, 4]


def test_a_melee_waits_against_whom_it_does_not_name() -> None:
    """C-17.6, C-10.13: defensive skills do not work there either."""
    people = [
        servant("saber", "red", skills={"defensive_skill": "E"}),
        servant("lancer", "blue"),
        servant("archer", "green"),
    ]
    orders = {
        "saber": ["strike > lancer"],
        "lancer": ["counter > saber"],
        "archer": ["strike > saber"],
    }
    found = fight(people, orders)
    assert losses(found, "saber") == [(3 - 1) + 3]


def test_retreat_from_a_melee_leaves_the_remaining_shares() -> None:
    """C-Q101, C-10.8."""
    people = [servant("saber", "red"), servant("lancer", "blue"), servant("archer", "green")]
    orders = {"saber": {"cards": [], "retreat": {"slot": 1}}, "lancer": ["strike > archer"], "archer": []}
    found = fight(people, orders)
    assert (found["winner"], found["shares"]["green"], found["ended_at"]) == ("blue", "42/45", 10)


def test_regroup_and_cards_used_before() -> None:
    """C-E43, C-17.2."""
    mine = {"strength": "A", "used": ["strike", "strike", "counter", "counter"]}
    refused = duel(mine, {}, ["strike", "strike"], [])
    assert refused == {"refused": {"code": "too_many_of_card", "clause": "C-11.2"}}
    assert losses(duel({**mine, "skills": {"regroup": True}}, {}, ["strike"] * 3, []), "lancer") == [5, 5, 5]


def test_an_intruder_who_comes_too_late() -> None:
    """C-Q62: a battle that is over is not broken off."""
    people = [servant("saber", "red", strength="A"), servant("lancer", "blue", health=5), {"name": "rider"}]
    orders = {"saber": ["strike"], "lancer": {"escape": False, "cards": []}, "rider": {"enters": 5, "fights": "saber"}}
    found = fight(people, orders)
    assert (found["winner"], found["ended_at"], found["broken_off"]) == ("red", 1, None)


# C-18: at zero


def test_both_at_zero() -> None:
    """C-E51: who has a stroke is out and loses; a phantasm that does not hit adds nothing."""
    mine, theirs = {"health": 4, "luck": "D"}, {"health": 2, "noble_phantasm": {"grade": "C"}}
    found = duel(mine, theirs, ["critical"], NP)
    assert (found["winner"], found["ended_at"]) == ("red", 1)
    assert found["people"]["lancer"]["state"] == "escaped"
    assert found["people"]["lancer"]["health"] == 0
    assert found["teams"]["blue"]["strokes"] == 2


def test_pulled_out_early() -> None:
    """C-R12: at the end of a judgment, at or below the health named."""
    found = duel({"health": 10}, {"strength": "B"}, {"cards": [], "escape": {"when_health": 6}}, ["strike"])
    assert (found["people"]["saber"]["state"], found["people"]["saber"]["health"]) == ("escaped", 6)
    assert (found["winner"], found["ended_at"]) == ("blue", 1)


def test_a_master_that_falls_with_its_servant_still_spends_the_stroke() -> None:
    """C-Q83."""
    people = [
        servant("saber", "red", health=3),
        master("shirou", "red", health=3),
        servant("lancer", "blue"),
        servant("rider", "blue"),
    ]
    found = fight(people, {"lancer": ["strike > saber"], "rider": ["strike > shirou"]})
    assert found["people"]["saber"]["state"] == "escaped"
    assert found["people"]["shirou"]["state"] == "dying"
    assert found["teams"]["red"]["strokes"] == 2


def test_a_side_goes_on_without_the_one_who_escaped() -> None:
    """C-R14, C-Q90: the cards go to the next of the row."""
    people = [
        servant("saber", "red", team="red", health=3),
        servant("archer", "red", team="gold"),
        servant("lancer", "blue"),
    ]
    found = fight(people, {"lancer": {"target": "saber", "cards": ["strike", "strike"]}})
    assert (found["ended_at"], losses(found, "archer")) == (10, [0, 3])


def test_cards_turn_on_the_master() -> None:
    """C-E59: conviction 1 breaks the chant."""
    people = [
        servant("saber", "red", health=3),
        master("shirou", "red", magic=3, conviction=1),
        servant("lancer", "blue"),
    ]
    orders = {
        "shirou": cast([WAIT, "chant", "magecraft"], spell("attack", 3), row="back"),
        "lancer": {"target": "saber", "cards": ["strike", "strike"]},
    }
    found = fight(people, orders)
    assert (losses(found, "shirou"), found["people"]["shirou"]["cancelled"]) == ([0, 3], [2])


def test_the_fallen_lie_where_they_are() -> None:
    """C-Q84: their cards are void, they can be hit, a spell in chant is cancelled."""
    people = [
        master("shirou", "red", magic=3, health=3, conviction=5),
        servant("saber", "red"),
        servant("lancer", "blue"),
    ]
    orders = {
        "shirou": cast(["chant", "chant", "magecraft"], spell("attack", 3)),
        "lancer": {"target": "shirou", "cards": ["strike", "strike"]},
    }
    found = fight(people, orders)
    assert found["people"]["shirou"]["cancelled"] == [1]
    assert (losses(found, "shirou"), found["people"]["shirou"]["health"]) == ([3, 3], -3)
    assert mana_losses(found, "lancer") == []


def test_dying_comes_before_fainted() -> None:
    """C-R5."""
    people = [master("shirou", "red", health=3, mana=3), servant("lancer", "blue", noble_phantasm={"grade": "C"})]
    found = fight(people, {"lancer": NP})
    assert found["people"]["shirou"]["state"] == "dying"


def test_who_comes_fallen_fights_no_more() -> None:
    """C-18.10, C-18.11."""
    people = [master("shirou", "red", mana=0), servant("saber", "red"), servant("lancer", "blue")]
    found = fight(people, {"shirou": ["strike"], "saber": []})
    assert (found["people"]["shirou"]["state"], losses(found, "lancer")) == ("fainted", [])
    alone = fight(people[:1] + people[2:], {})
    assert (alone["winner"], alone["ended_at"]) == ("blue", 0)


def test_what_the_victor_does() -> None:
    """C-18.12, C-Q68."""
    people = [master("shirou", "red", combat=5), master("rin", "blue", health=5)]
    for choice, state, strokes in (
        ("leave", "dying", 3),
        ("stroke", "dying", 2),
        ("captive", "captive", 3),
        ("kill", "dead", 3),
    ):
        found = fight(people, {"shirou": {"cards": ["strike"], "fallen": {"rin": choice}}})
        assert (found["people"]["rin"]["state"], found["teams"]["blue"]["strokes"]) == (state, strokes)


# C-19: retreat


def test_a_retreat_that_fails() -> None:
    """C-E65, C-Q70: the damage stays, the cards after the three stand."""
    people = [servant("saber", "red"), master("shirou", "red", combat=3), servant("lancer", "blue", strength="A")]
    orders = {
        "shirou": {"cards": [*[WAIT] * 6, "strike"], "retreat": {"slot": 4}},
        "saber": {"target": "lancer"},
        "lancer": {"target": "shirou", "cards": [*[WAIT] * 3, "strike", WAIT, "strike"]},
    }
    found = fight(people, orders)
    assert found["people"]["shirou"]["retreat"] == {"damage": 10, "limit": 10, "ignored": 0, "success": False}
    assert losses(found, "lancer") == [0] * 6 + [3]
    assert (found["people"]["lancer"]["experience"], found["teams"]["blue"]["merit"]) == (2, 1)


def test_all_damage_goes_to_the_one_who_carries() -> None:
    """C-Q70, C-19.4, C-18.15: cards aimed at the fallen master strike its servant."""
    people = [
        servant("saber", "red"),
        master("shirou", "red", health=3),
        servant("lancer", "blue", strength="C"),
        servant("rider", "blue", strength="B"),
    ]
    orders = {
        "saber": {"cards": [], "target": "lancer", "retreat": {"when_falls": "shirou", "with": ["shirou"]}},
        "lancer": {"target": "shirou", "cards": ["strike", "strike"]},
        "rider": {"target": "saber", "cards": [WAIT, WAIT, "strike"]},
    }
    found = fight(people, orders)
    assert (losses(found, "shirou"), losses(found, "saber")) == ([3], [0, 3, 4])
    assert found["people"]["saber"]["retreat"] == {"damage": 7, "limit": 11, "ignored": 0, "success": True}
    assert (found["people"]["shirou"]["state"], found["ended_at"]) == ("retreated", 4)


def test_a_fallen_masters_fate() -> None:
    """C-E39, C-19.6, C-19.7: two points, the two largest."""
    people = [
        servant("saber", "red"),
        master("shirou", "red", health=3, fate=2),
        servant("lancer", "blue", strength="A"),
    ]
    retreat = {"when_falls": "shirou", "with": ["shirou"], "fate": "shirou"}
    orders = {
        "saber": {"cards": [], "retreat": retreat},
        "lancer": {"cards": ["strike > shirou", "strike > saber", "strike > shirou", "rush > saber"]},
    }
    found = fight(people, orders)
    assert found["people"]["saber"]["retreat"] == {"damage": 3, "limit": 11, "ignored": 2, "success": True}
    assert losses(found, "saber") == [0, 0, 0, 3]
    people[1]["fate"] = 1
    found = fight(people, orders)
    assert found["people"]["saber"]["retreat"] == {"damage": 13, "limit": 11, "ignored": 0, "success": False}
    assert found["people"]["shirou"]["fate"] == 1


def test_a_retreat_by_health() -> None:
    """C-Q69: at the first slot that begins with so much or less; too late it does nothing."""
    found = duel({}, {"strength": "A"}, {"cards": [], "retreat": {"when_health": 40}}, ["strike", WAIT, "strike"])
    assert (found["people"]["saber"]["retreat"]["damage"], found["ended_at"]) == (5, 4)
    late = [WAIT] * 8 + ["strike"]
    found = duel({}, {"strength": "A"}, {"cards": [], "retreat": {"when_health": 44}}, late)
    assert ("retreat" in found["people"]["saber"], found["people"]["saber"]["state"]) == (False, "able")


def test_waits_of_a_retreat_break_a_phantasm() -> None:
    """C-19.1, C-12.2: it is neither paid nor laid."""
    found = duel(
        {"noble_phantasm": {"grade": "C"}},
        {"noble_phantasm": {"grade": "EX", "figure": 20}},
        {"cards": [WAIT, WAIT, *NP, "strike"], "retreat": {"slot": 1}},
        NP,
    )
    saber = found["people"]["saber"]
    assert (saber["state"], saber["mana"]) == ("escaped", -15)


def test_fate_that_is_ignored_counts_neither_for_the_limit_nor_for_the_chant() -> None:
    """C-19.5: of a phantasm both parts are ignored."""
    people = [
        servant("saber", "red"),
        master("shirou", "red"),
        servant("lancer", "blue", noble_phantasm={"grade": "B"}),
    ]
    retreat = {"slot": 1, "with": ["shirou"], "fate": "shirou"}
    found = fight(people, {"saber": {"cards": [], "retreat": retreat}, "lancer": {"target": "saber", "cards": NP}})
    assert (losses(found, "saber"), mana_losses(found, "saber")) == ([], [])
    assert found["people"]["saber"]["retreat"] == {"damage": 0, "limit": 11, "ignored": 3, "success": True}


# C-23.12, C-10.2: what it brings


def test_battle_information() -> None:
    """C-E64, C-R6: five judgments; who stays in the back row gives nothing and may gain."""
    people = [
        servant("saber", "red", strength="A"),
        servant("archer", "red", skills={"throw": "A", "clairvoyance": "A"}),
        servant("lancer", "blue"),
    ]
    orders = {
        "saber": {"cards": ["strike"] * 3},
        "archer": {"row": "back", "cards": ["throw", "throw", "throw", "snipe", "snipe"]},
        "lancer": {"target": "saber", "cards": [WAIT, WAIT, WAIT, "strike", "counter"]},
    }
    found = fight(people, orders)
    assert found["teams"]["red"]["information"] == {"lancer": {"battle": 1, "legend": 0}}
    assert found["teams"]["blue"]["information"]["archer"] == {"battle": 0, "legend": 0}
    assert found["teams"]["blue"]["information"]["saber"] == {"battle": 1, "legend": 0}


def test_an_ally_wins_too() -> None:
    """C-Q96: experience for everybody who was on the field, merit once for each team."""
    people = [servant("saber", "red"), servant("archer", "red", team="gold"), servant("lancer", "blue")]
    found = fight(people, {"saber": ["strike"], "archer": [], "lancer": {"target": "saber"}})
    assert [found["people"][name]["experience"] for name in ("saber", "archer", "lancer")] == [2, 2, 1]
    assert {team: found["teams"][team]["merit"] for team in ("red", "gold", "blue")} == {"red": 1, "gold": 1, "blue": 0}


def test_shares() -> None:
    """C-E21, C-Q37: healing counts, a loss is never below 0, health below 0 before counts as 0."""
    found = duel(
        {"health": 40, "strength": "C"},
        {"health": 30, "strength": "B"},
        ["strike"] * 2,
        [WAIT, WAIT, "strike", "strike"],
    )
    assert found["shares"] == {"red": "8/40", "blue": "6/30"}
    assert found["winner"] is None
    people = [
        servant("saber", "red"),
        master("shirou", "red", health=-2, max_health=30),
        servant("lancer", "blue"),
    ]
    found = fight(people, {"lancer": ["strike > saber"]})
    assert found["shares"] == {"red": "3/45", "blue": "0/45"}


def test_a_master_who_takes_its_servant_along_is_carried() -> None:
    """C-E55, C-Q70: all damage goes to the servant, and its limit holds; two of three cards are ignored."""
    people = [
        servant("saber", "red", endurance="B"),
        master("shirou", "red"),
        master("sakura", "red", health=-1),
        servant("lancer", "blue", strength="A", agility="C", endurance="B"),
    ]
    retreat: dict[str, Any] = {"slot": 1, "with": ["saber", "sakura"], "fate": "shirou"}
    orders: dict[str, Any] = {
        "shirou": {"cards": [], "retreat": retreat},
        "lancer": {"cards": ["strike > shirou", "counter > saber", "rush > sakura"]},
    }
    found = fight(people, orders)
    assert found["people"]["shirou"]["retreat"] == {"damage": 3, "limit": 12, "ignored": 2, "success": True}
    assert (losses(found, "saber"), losses(found, "shirou")) == ([0, 0, 3], [])
    assert {found["people"][name]["state"] for name in ("saber", "shirou", "sakura")} == {"retreated"}
    assert found["people"]["lancer"]["experience"] == 3
    del retreat["fate"]
    found = fight(people, orders)
    assert found["people"]["shirou"]["retreat"] == {"damage": 12, "limit": 12, "ignored": 0, "success": False}
