"""Preparation: reserves, rest, gifts, mana into health, hindrance, soul eating (S-5, S-15, S-R9)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.sceneplay.scene import facts as f
from grailkeeper.rules.sceneplay.system import SCENEPLAY

from .scenetable import Playing, join, plain, prepare, scene

CASTER = {"servant": {"class": "caster", "item_construction": "B"}}
SAYAKA = {"master": {"ranks": "E E E B E", "mana": "3/4"}}
KYOKO = {"master": {"ranks": "E E E A E"}}
TWO = {"Sayaka": SAYAKA, "Kyoko": KYOKO}


@pytest.mark.parametrize(("count", "mana"), [(1, 3), (2, 2), (3, 1)])
def test_a_masters_reserves(count: int, mana: int) -> None:  # S-E34
    found = scene(prepare("A", "solo", master={"reserves": count}), teams={"A": {"master": {"mana": "3/4"}}})
    assert found["after"]["A"]["reserves"] == [5] * count
    assert found["after"]["A"]["master"]["mana"] == mana


def test_three_in_all() -> None:  # S-E34, S-5.7
    found = scene(prepare("A", "solo", master={"reserves": 2}, servant={"reserves": 2}), teams={"A": CASTER})
    assert found["actions"] == {"A master": "ok", "A servant": "reserve_cap"}
    assert found["after"]["A"]["reserves"] == [5, 5]


def test_three_in_a_scene_wherever_they_are_made() -> None:
    war = Playing({"A": {**plain(), **CASTER}, "B": plain()})
    war.close("opening")
    war.say("A", say="solo", kind="preparation", who="master")
    war.say("A", say="solo", kind="preparation", who="servant")
    war.close("floor")
    solos = {"master": {"master": {"reserves": 2}}, "servant": {"servant": {"reserves": 2}}}
    told = war.close("acts", A={"solo": solos})
    assert [each.fact.problem.code for each in told if isinstance(each.fact, f.ActFailed)] == ["reserve_cap"]


def test_rest() -> None:  # S-E37, S-5.10
    teams = {"A": {"master": {"mana": "2/4"}, "servant": {"mana": "2/7"}}}
    found = scene(prepare("A", "solo", master={"rest": True}, servant={"rest": True}), teams=teams)
    assert found["actions"] == {"A master": "ok", "A servant": "ok"}
    assert (found["after"]["A"]["master"]["mana"], found["after"]["A"]["servant"]["mana"]) == (3, 2)
    full = scene(prepare("A", "solo", master={"rest": True}), teams={"A": {}})
    assert full["after"]["A"]["master"]["mana"] == 4


@pytest.mark.parametrize(
    ("mana", "amount", "word", "after"), [("4/4", 3, "ok", 1), ("4/4", 4, "keeps_one", 4), ("1/4", 0, "ok", 1)]
)
def test_giving(mana: str, amount: int, word: str, after: int) -> None:  # S-E37
    teams = {"A": {"master": {"mana": mana}, "servant": {"mana": "2/7"}}}
    found = scene(prepare("A", "solo", gifts=[["A master", "A servant", amount]]), teams=teams)
    assert found["gifts"] == [word]
    assert found["after"]["A"]["master"]["mana"] == after


def test_what_has_no_room_stays_with_the_giver() -> None:  # S-Q66
    teams = {"A": {"servant": {"mana": "6/7"}}}
    found = scene(prepare("A", "solo", gifts=[["A master", "A servant", 3]]), teams=teams)["after"]["A"]
    assert (found["master"]["mana"], found["servant"]["mana"]) == (3, 7)


GIFTS: list[tuple[list[Any], str]] = [
    (["A servant", "A master", 1], "bad_giver"),
    (["B master", "A servant", 1], "bad_giver"),
    (["A master", "B servant", 1], "bad_receiver"),
    (["A master", "A master", 1], "bad_receiver"),
    (["A master", "A servant", -1], "bad_amount"),
    (["Z master", "A servant", 1], "bad_giver"),
    (["A master", "Z servant", 1], "bad_receiver"),
]


@pytest.mark.parametrize(("gift", "word"), GIFTS)
def test_gifts_that_are_not_given(gift: list[Any], word: str) -> None:
    teams = {"A": {"servant": {"mana": "2/7"}}, "B": {}}
    found = scene(prepare("A", gifts=[gift]), join("B", "A"), teams=teams)
    assert found["gifts"] == [word]


def test_either_recover_or_give() -> None:  # S-5.3, S-Q24
    teams = {"A": {"master": {"mana": "2/4"}, "servant": {"mana": "2/7"}}}
    plan = prepare("A", "solo", master={"rest": True}, gifts=[["A master", "A servant", 1]])
    found = scene(plan, teams=teams)
    assert (found["actions"], found["gifts"]) == ({"A master": "ok"}, ["one_action"])


def test_a_helping_servant_is_no_other_master() -> None:  # S-5.9, S-5.12
    plan = prepare("A", master={"reserves": 1}, gifts=[["A master", "B servant", 1]])
    found = scene(plan, join("B", "A", who="servant", stance="help"), teams={"A": {}, "B": {}})
    assert found["gifts"] == ["one_action"]
    assert found["after"]["A"]["reserves"] == [5]
    given = prepare("A", gifts=[["A master", "B servant", 1]])
    found = scene(given, join("B", "A", who="servant", stance="help"), teams={"A": {}, "B": {}})
    assert found["gifts"] == ["bad_receiver"]


def test_whoever_makes_them_helped_they_are_ten() -> None:  # S-R9
    plan = prepare("A", master={"reserves": 1}, servant={"reserves": 2})
    found = scene(plan, join("B", "A", who="master", stance="help"), teams={"A": CASTER, "B": {}})["after"]["A"]
    assert (found["reserves"], found["servant"]["mana"]) == ([10, 10, 10], 6)


FAULTS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("one_action", {"reserves": 1, "rest": True}, {}),
    ("one_action", {"eat": 1, "rest": True}, {}),
    ("not_enough_mana", {"reserves": 3}, {"master": {"mana": "1/4"}}),
    ("reserve_cap", {"reserves": 4}, {}),
    ("bad_amount", {"reserves": 0}, {}),
    ("bad_amount", {"eat": 0}, {}),
    ("bad_amount", {"eat": -2}, {}),
]


@pytest.mark.parametrize(("code", "action", "team"), FAULTS)
def test_actions_that_are_not_done(code: str, action: dict[str, Any], team: dict[str, Any]) -> None:
    found = scene(prepare("A", "solo", master=action, servant={"eat": 1}), teams={"A": team})
    assert found["actions"] == {"A master": code, "A servant": "ok"}
    assert (found["after"]["A"]["reserves"], found["after"]["A"]["exposure_risk"]) == ([], 1)


def test_who_is_not_there_does_nothing() -> None:
    found = scene({**prepare("A", servant={"rest": True}), "who": "master"}, teams={"A": {}})
    assert found["actions"] == {"A servant": "not_present"}


@pytest.mark.parametrize(
    ("health", "mana", "amount", "after"),
    [("3/8", "5/6", 4, (7, 1, "well")), ("3/8", "5/6", 5, (8, 0, "vanished")), ("6/7", "3/7", 3, (7, 2, "well")),
     ("1/7", "3/7", 4, (1, 3, "well"))],
)  # fmt: skip
def test_mana_into_health(health: str, mana: str, amount: int, after: tuple[int, int, str]) -> None:  # S-E38, S-E15
    found = scene(prepare("A", "solo", heal={"A": amount}), teams={"A": {"servant": {"health": health, "mana": mana}}})
    servant = found["after"]["A"]["servant"]
    assert (servant["health"], servant["mana"], servant["state"]) == after


def test_who_is_not_there_does_not_heal() -> None:  # S-5.13
    war = Playing({"A": plain(servant={"health": "3/7"}), "B": plain()})
    war.close("opening")
    war.say("A", say="solo", kind="preparation", who="master")
    war.close("floor")
    told = war.close("acts", A={"solo": {"master": {"heal": 2}}})
    assert [each.fact.problem.code for each in told if isinstance(each.fact, f.ActFailed)] == ["not_present"]
    assert war.servant("A").health.now == 3


def test_what_a_team_has_to_spend() -> None:
    war = Playing({"A": plain(servant=None), "B": plain(master={"mana": "3/4"}, servant={"mana": "5/7"})})
    war.close("opening")
    for team in "AB":
        war.say(team, say="solo", kind="preparation", who="master")
    war.close("floor")
    spent = [SCENEPLAY.form(view, war.call, ask).supplies for view, ask in _asked(war)]
    assert [(each["master_mana"], each.get("mana", 0)) for each in spent] == [(4, 0), (3, war.servant("B").mana.now)]


def _asked(war: Playing) -> list[Any]:
    """Everybody who is asked, with what the seat may know."""
    return [(SCENEPLAY.view(war.state, seat_viewer(ask.seat)), ask) for ask in war.call.asks]


def test_a_helpers_servant_may_heal_too() -> None:  # S-Q26
    hurt = {"servant": {"health": "3/7"}}
    for stance, health in (("help", 5), ("neutral", 3)):
        plan = prepare("A", heal={"A": 1, "B": 2})
        found = scene(plan, join("B", "A", stance=stance), teams={"A": hurt, "B": hurt})["after"]
        assert (found["A"]["servant"]["health"], found["B"]["servant"]["health"]) == (4, health)


@pytest.mark.parametrize(("roll", "word"), [(45, "ok"), (46, "void")])
def test_hindered(roll: int, word: str) -> None:  # S-E36
    plan = prepare("Sayaka", master={"eat": 1}, servant={"eat": 2}, numbers=[20])
    found = scene(plan, join("Kyoko", "Sayaka", who="master", stance="hinder", number=roll - 20), teams=TWO)
    assert found["judgments"] == {
        "Sayaka master vs Kyoko master": {"chance": 45, "roll": roll, "retries": [], "success": word == "ok"}
    }
    assert found["actions"] == {"Sayaka master": word, "Sayaka servant": word}
    assert found["after"]["Sayaka"]["exposure_risk"] == (3 if word == "ok" else 0)


def test_a_voided_preparation_still_heals() -> None:  # S-5.14, S-R9
    teams = {**TWO, "Sayaka": {**SAYAKA, "servant": {"health": "2/7", "mana": "3/7"}}}
    plan = prepare("Sayaka", gifts=[["Sayaka master", "Sayaka servant", 2]], heal={"Sayaka": 2}, numbers=[99])
    found = scene(plan, join("Kyoko", "Sayaka", who="master", stance="hinder", number=0), teams=teams)
    assert found["gifts"] == ["void"]
    sayaka = found["after"]["Sayaka"]
    assert (sayaka["master"]["mana"], sayaka["servant"]["health"], sayaka["servant"]["mana"]) == (4, 4, 1)


def test_one_judgment_for_each_who_hinders() -> None:  # S-5.14, S-R9
    teams = {"A": {**CASTER, "reserves": [5, 10]}, "B": {}, "C": {"master": {"ranks": "E E E D E"}}}
    plan = prepare("A", servant={"reserves": 1}, numbers=[1, 2, 3], reserves=[5])
    joins = [join("B", "A", stance="hinder", number=0, reserves=[5]), join("C", "A", who="master", stance="help")]
    found = scene({**plan, "capacity": 2}, *joins, teams=teams)
    assert [(name, each["chance"], each["roll"]) for name, each in found["judgments"].items()] == [
        ("A servant vs B master", 60, 1),
        ("A servant vs B servant", 60, 2),
    ]
    assert found["after"]["A"]["reserves"] == [10, 10], "the 5 is spent, the new one is 10 by help"
    assert found["after"]["B"]["reserves"] == []


def test_reserves_by_judgment() -> None:  # S-R9
    teams = {"A": {"reserves": [5, 10]}, "B": {}}
    plan = prepare("A", master={"rest": True}, numbers=[0, 0], reserves={"2": [10, 5]})
    found = scene(plan, join("B", "A", stance="hinder", number=0), teams=teams)
    assert [each["chance"] for each in found["judgments"].values()] == [50, 65]


def test_what_cannot_be_judged_is_not_done() -> None:
    plan = prepare("Sayaka", master={"rest": True}, gifts=[["Sayaka master", "Sayaka servant", 1]], reserves=[10])
    hindered = scene(plan, join("Kyoko", "Sayaka", who="master", stance="hinder", number=0), teams=TWO)
    assert (hindered["actions"], hindered["gifts"]) == ({"Sayaka master": "no_such_reserve"}, ["no_such_reserve"])
    assert scene(plan, teams=TWO)["actions"] == {"Sayaka master": "ok"}, "where nobody hinders it does not matter"


def test_missing_numbers_are_drawn() -> None:
    plan = prepare("Sayaka", master={"rest": True})
    drawn = [("number Sayaka", 30), ("number Kyoko", 16)]
    found = scene(plan, join("Kyoko", "Sayaka", who="master", stance="hinder"), teams=TWO, chance=drawn)
    assert found["actions"] == {"Sayaka master": "void"}


def test_soul_eating() -> None:  # S-E43
    hitomi = {"workshop": "2/3/5", "territory": "5/3/4",
              "servant": {"class": "caster", "mana": "3/7", "territory_creation": "B"}}  # fmt: skip
    for before, amount, risk, revealed in ((0, 3, 3, False), (3, 4, 7, False), (7, 1, 8, True)):
        found = scene(prepare("H", "solo", servant={"eat": amount}), teams={"H": {**hitomi, "exposure_risk": before}})
        after = found["after"]["H"]
        assert (after["exposure_risk"], after["revealed"], after["servant"]["mana"]) == (risk, revealed, 3 + amount)
        assert found["notices"] == []


def test_more_than_there_is_room_for_is_risk_all_the_same() -> None:  # S-15.3
    found = scene(prepare("A", "solo", master={"eat": 6}), teams={"A": {"master": {"mana": "3/4"}}})["after"]["A"]
    assert (found["master"]["mana"], found["exposure_risk"], found["revealed"]) == (4, 6, True)


@pytest.mark.parametrize(("alarm", "notices"), [(10, []), (4, ["risk_alarm A"]), (3, [])])
def test_the_keeper_is_told_once(alarm: int, notices: list[str]) -> None:  # S-Q64
    plan = prepare("A", "solo", master={"eat": 1})
    found = scene(plan, teams={"A": {"exposure_risk": 3}}, options={"risk_alarm": alarm})
    assert found["notices"] == notices


def test_fainting_while_preparing_and_a_gift_that_does_not_wake() -> None:  # S-R9, S-17.3
    war = Playing({"A": {**plain(master={"mana": "1/4"}), **CASTER}, "B": plain()})
    war.close("opening")
    war.say("A", say="apply", kind="preparation", by="servant")
    war.say("B", say="join", team="A", who="master", stance="help")
    war.close("floor")
    gifts = [{"giver": "B.master", "receiver": "A.master", "amount": 2}]
    war.close("acts", A={"scene": {"master": {"reserves": 2}, "gifts": gifts}}, B={"join": {"A": {"gives": 2}}})
    assert (war.master("A").mana.now, war.master("A").state.value) == (2, "fainted")
    war.close("opening")
    assert war.say("A", say="apply") == ("forced_rest",)


def test_a_master_gives_no_more_than_it_has_agreed_to() -> None:  # S-5.12
    for agreed, moved in ((0, 0), (1, 0), (2, 2)):
        war = Playing({"A": plain(servant={"mana": "2/7"}), "B": plain()})
        war.close("opening")
        war.say("A", say="apply", kind="preparation")
        war.say("B", say="join", team="A", stance="help")
        war.close("floor")
        gifts = [{"giver": "B master", "receiver": "A servant", "amount": 2}]
        war.close("acts", A={"scene": {"gifts": gifts}}, B={"join": {"A": {"gives": agreed}}})
        assert war.servant("A").mana.now == 2 + moved


def test_what_is_said_later_holds() -> None:
    war = Playing({"A": plain(), "B": plain(), "C": plain()})
    war.close("opening")
    war.say("A", say="apply", kind="preparation")
    war.say("B", say="join", team="A", who="master", stance="hinder", number=3)
    war.close("floor")
    told = war.close("acts", A={"scene": {"master": {"rest": True}}}, B={"join": {"A": {"stance": "help"}}})
    assert not [each for each in told if isinstance(each.fact, f.HindranceJudged)]


def test_those_who_are_there_see_it() -> None:  # Information
    war = Playing({team: plain() for team in "ABCD"})
    war.close("opening")
    war.say("A", say="apply", kind="preparation")
    war.say("B", say="join", team="A", who="master", stance="hinder", number=3)
    war.say("C", say="solo", kind="preparation")
    war.close("floor")
    plans: dict[str, Any] = {"A": {"scene": {"master": {"eat": 1}}}, "C": {"solo": {"master": {"master": {"eat": 11}}}}}
    war.close("acts", A=plans["A"], C=plans["C"])
    assert war.seen_by(f.HindranceJudged) == [["A", "B"]]
    assert ["C"] in war.seen_by(f.SoulsEaten)
    assert war.seen_by(f.RiskAlarm) == [[]]
    assert war.seen_by(f.BaseRevealed) == [None]


AMOUNT = st.integers(0, 4)
ACTION = st.fixed_dictionaries({}, optional={"reserves": AMOUNT, "rest": st.booleans(), "eat": AMOUNT})
PEOPLE = st.sampled_from(["A master", "A servant", "B master", "B servant"])


@settings(max_examples=80, deadline=None)
@given(
    ACTION,
    ACTION,
    st.lists(st.tuples(PEOPLE, PEOPLE, AMOUNT), max_size=4),
    st.integers(0, 6),
    st.sampled_from(["help", "hinder", "neutral"]),
)
def test_points_stay_within_bounds(
    master: Any, servant: Any, gifts: list[tuple[str, str, int]], heal: int, stance: str
) -> None:
    """S-16.5, S-5.7, S-20.3: whatever is ordered; and mana is only lost where something was bought for it."""
    teams = {
        "A": {"master": {"mana": "2/4"}, "servant": {"class": "caster", "item_construction": "B", "mana": "3/7",
                                                    "health": "2/7"}},
        "B": {"master": {"mana": "2/4"}, "servant": {"mana": "3/7"}},
    }  # fmt: skip
    plan = prepare("A", master=master, servant=servant, gifts=[list(gift) for gift in gifts], heal={"A": heal},
                   numbers=[10, 20])  # fmt: skip
    found = scene(plan, join("B", "A", stance=stance, number=30), teams=teams)
    for team in found["after"].values():
        assert 0 <= team["master"]["mana"] <= 4
        assert 0 <= team["servant"]["mana"] <= 7
        assert 0 <= team["servant"]["health"] <= 7
    after = found["after"]["A"]
    made = len(after["reserves"])
    assert made <= 3
    total = sum(team[role]["mana"] for team in found["after"].values() for role in ("master", "servant"))
    total += after["servant"]["health"] - 2
    paid = 2 * made
    assert 11 - paid <= total <= 11 + 1 + after["exposure_risk"]
