"""The worked examples of the ledger, and what follows from its clauses beside them: cards, phantasms, guard."""

import pytest

from .table import NP, duel, fight, losses, mana_losses, master, servant

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
