"""Who stands where, who falls, who withdraws, and what a battle brings: examples of the ledger and beside them."""

from typing import Any

from .table import NP, WAIT, cast, duel, fight, losses, mana_losses, master, servant, spell

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
