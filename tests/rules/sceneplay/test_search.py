"""Searching for bases (S-4, S-7.3, S-9, S-11.4, S-12.4, S-12.5, S-20)."""

from typing import Any

import pytest

from grailkeeper.core.rank import Letter, Rank
from grailkeeper.core.seat import KEEPER_ONLY, seat_viewer
from grailkeeper.core.working import Sum
from grailkeeper.rules.sceneplay import numbers
from grailkeeper.rules.sceneplay.options import Options
from grailkeeper.rules.sceneplay.scene import facts as f
from grailkeeper.rules.sceneplay.system import SCENEPLAY

from .scenetable import Playing, apply, force, join, plain, scene, search, solo

KEEPER = "number keeper"
KYOKO = {"master": {"ranks": "E E E A E"}}
SAYAKA = {"workshop": "4/3/3", "concealed_by": "luck"}
TWO = {"Kyoko": KYOKO, "Sayaka": SAYAKA}


def one(plan: dict[str, Any], roll: int, *joins: Any, teams: Any = None, **more: Any) -> Any:
    """Kyoko's search of Sayaka's base, with a roll."""
    order = apply("Kyoko", "search", who="master", capacity=4, search=plan)
    number = (roll - plan["number"]) % 100
    return scene(order, *joins, teams=teams or TWO, chance=[(KEEPER, number)], **more)


def judged(*args: Any, **more: Any) -> Any:
    return one(*args, **more)["judgments"]["Kyoko master"]


def test_right_and_wrong_ability() -> None:  # S-E8, S-E9
    assert judged(search("Sayaka", ability="luck"), 43)["success"]
    assert judged(search("Sayaka", ability="magic"), 32) == {
        "chance": 31, "roll": 32, "retries": [], "success": False
    }  # fmt: skip


@pytest.mark.parametrize(
    ("numbers", "roll"), [((50, 50), 0), ((99, 99), 98), ((0, 0), 0), ((37, 62), 99), ((99, 1), 0)]
)  # S-E23
def test_rolls(numbers: tuple[int, int], roll: int) -> None:
    order = apply("Kyoko", "search", who="master", search=search("Sayaka", numbers[0]))
    found = scene(order, teams=TWO, chance=[(KEEPER, numbers[1])])
    assert found["judgments"]["Kyoko master"]["roll"] == roll


def test_the_cap() -> None:  # S-E25
    teams = {"Kyoko": {"servant": {"ranks": "E E E EX E"}, "master": {"ranks": "E E E C E"}},
             "Sayaka": {"workshop": "1/4/5"}}  # fmt: skip
    for roll, success in ((90, True), (91, False)):
        plan = search("Sayaka", by="servant", partner_help=True)
        order = apply("Kyoko", "search", search=plan)
        found = scene(order, teams=teams, chance=[(KEEPER, roll - 20)])
        assert found["judgments"]["Kyoko servant"] == {
            "chance": 90, "roll": roll, "retries": [], "success": success
        }  # fmt: skip


def test_halving_then_reserves() -> None:  # S-E26
    teams = {"Kyoko": {**KYOKO, "reserves": [10]}, "Sayaka": SAYAKA}
    plan = search("Sayaka", reserves=[10])
    found = one(plan, 41, teams=teams)
    assert found["judgments"]["Kyoko master"] == {"chance": 41, "roll": 41, "retries": [], "success": True}
    assert found["after"]["Kyoko"]["reserves"] == []
    assert judged(plan, 41, teams=teams, options={"halving": "after_modifiers"})["chance"] == 36


def test_deep_hiding() -> None:  # S-E27
    deep = {"workshop": "8/1/1", "territory": "18/0/0", "servant": {"class": "caster", "territory_creation": "EX"}}
    teams = {"Kyoko": {"reserves": [10, 10]}, "Sayaka": deep}
    for ability in ("magic", "luck"):
        plan = search("Sayaka", ability=ability)
        assert judged(plan, 0, teams=teams) == {"chance": -5, "roll": 0, "retries": [], "success": False}
    assert judged(search("Sayaka", reserves=[10, 10]), 15, teams=teams)["chance"] == 15


def test_who_learns_it() -> None:  # S-E28, S-4.4
    teams = {**TWO, "Shizuka": {"master": {"ranks": "E E E E C"}}, "Sakura": {"master": {"ranks": "E E E E D"}},
             "Rei": {}}  # fmt: skip
    joins = [join("Shizuka", "Kyoko", who="master", stance="hinder"),
             join("Sakura", "Kyoko", who="master", stance="help"), join("Rei", "Kyoko")]  # fmt: skip
    found = one(search("Sayaka", ability="luck"), 38, *joins, teams=teams)
    assert found["judgments"]["Kyoko master"]["chance"] == 38
    assert found["after"]["Sayaka"]["known_by"] == ["Kyoko", "Sakura"]
    assert one(search("Sayaka", ability="luck"), 39, *joins, teams=teams)["after"]["Sayaka"]["known_by"] == []


def test_reserves_of_those_with_a_side() -> None:  # S-E73, S-20.2
    teams = {**TWO, "Shizuka": {"master": {"ranks": "E E E E C"}}, "Sakura": {"master": {"ranks": "E E E E D"}}}
    joins = [join("Shizuka", "Kyoko", who="master", stance="hinder", reserves=[5]),
             join("Sakura", "Kyoko", who="master", stance="help", reserves=[5])]  # fmt: skip
    found = one(search("Sayaka", ability="luck"), 99, *joins, teams=teams)
    assert found["judgments"]["Kyoko master"]["chance"] == 38
    assert [found["after"][team]["reserves"] for team in ("Shizuka", "Sakura")] == [[], []]
    neutral = one(search("Sayaka", ability="luck"), 99, join("Shizuka", "Kyoko", reserves=[5]), teams=teams)
    assert neutral["judgments"]["Kyoko master"]["chance"] == 43
    assert neutral["after"]["Shizuka"]["reserves"] == [5]


@pytest.mark.parametrize(("roll", "retries", "success"), [(48, [43], True), (49, [44], False), (40, [], True)])  # S-E29
def test_luck(roll: int, retries: list[int], success: bool) -> None:
    found = one(search("Sayaka", ability="luck", luck=True), roll)
    assert found["judgments"]["Kyoko master"] == {
        "chance": 43, "roll": roll, "retries": retries, "success": success
    }  # fmt: skip
    assert found["after"]["Kyoko"]["master"]["luck_uses"] == 1


def test_who_hinders_a_search_of_its_base_spends_luck_only_if_it_says_so() -> None:  # S-11.2, S-11.4
    for said, spent in (({}, 0), ({"luck": False}, 0), ({"luck": True}, 1)):
        war = Playing({team: plain() for team in "AB"})
        war.close("opening")
        war.say("A", say="apply", kind="search", who="master")
        war.say("B", say="join", team="A", who="master", stance="hinder")
        war.close("floor")
        war.close("acts", A={"scene": search("B", 99)}, B={"join": {"A": {"number": 0, **said}}})
        assert war.master("B").luck_uses == spent


@pytest.mark.parametrize(("roll", "success"), [(5, False), (6, True), (8, True), (9, False), (0, True)])  # S-E30
def test_luck_landing_at_zero(roll: int, success: bool) -> None:
    hidden = {"workshop": "8/1/1", "territory": "14/0/0", "servant": {"class": "caster", "territory_creation": "A"}}
    found = judged(search("Sayaka", luck=True), roll, teams={"Kyoko": {}, "Sayaka": hidden})
    assert (found["chance"], found["success"]) == (3, success)


def test_luck_as_a_bonus_comes_after_halving() -> None:  # S-R12
    bonus = {"normal_luck": "chance_bonus"}
    assert judged(search("Sayaka", luck=True), 36, options=bonus) == {
        "chance": 36, "roll": 36, "retries": [], "success": True
    }  # fmt: skip


def test_lowered_magic_searches_as_before() -> None:  # S-E72
    teams = {"Kyoko": {"servant": {"ranks": "E E E A C", "lowered": {"magic": 1, "luck": 1}}}, "Sayaka": {}}
    order = solo("Kyoko", "search", who="servant", search=search("Sayaka", by="servant", luck=True))
    found = scene(order, teams=teams, chance=[(KEEPER, 58)])["judgments"]["Kyoko servant"]
    assert found == {"chance": 63, "roll": 78, "retries": [63], "success": True}


def test_the_keepers_number_unless_the_target_hinders() -> None:  # S-R2
    plan = apply("Kyoko", "search", who="master", search=search("Sayaka", 20))
    hinder = join("Sayaka", "Kyoko", who="master", stance="hinder", number=30)
    found = scene(plan, hinder, teams=TWO)["judgments"]["Kyoko master"]
    assert (found["chance"], found["roll"]) == (26, 50)
    for stance in ("help", "neutral"):
        there = join("Sayaka", "Kyoko", who="master", stance=stance, number=30)
        assert scene(plan, there, teams=TWO, chance=[(KEEPER, 1)])["judgments"]["Kyoko master"]["roll"] == 21


def test_the_partner_only_if_nobody_intervenes() -> None:  # S-7.3
    plan = apply("Kyoko", "search", search=search("Sayaka", ability="luck", partner_help=True))
    teams = {**TWO, "C": {}}
    for stance, chance in (("neutral", 48), ("help", 53), ("hinder", 33)):
        found = scene(plan, join("C", "Kyoko", stance=stance), teams=teams, chance=[(KEEPER, 0)])
        assert found["judgments"]["Kyoko master"]["chance"] == chance


def test_each_joiner_for_itself() -> None:  # S-9.3
    both = join("C", "Kyoko", stance={"master": "help", "servant": "hinder"})
    teams = {**TWO, "C": {"master": {"ranks": "E E E E B"}, "servant": {"ranks": "E E E E D"}}}
    assert judged(search("Sayaka", ability="luck"), 0, both, teams=teams)["chance"] == 53


FAULTS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("base_known", search("Sayaka"), {"Sayaka": {"known_by": ["Kyoko"]}}),
    ("base_known", search("Sayaka"), {"Sayaka": {"revealed": True}}),
    ("base_known", search("Kyoko"), {}),
    ("not_present", search("Sayaka", by="servant"), {}),
    ("bad_search_ability", search("Sayaka", ability="strength"), {}),
    ("bad_number", search("Sayaka", 100), {}),
    ("unknown_team", search("Madoka"), {}),
    ("no_such_reserve", search("Sayaka", reserves=[5]), {}),
    ("luck_exhausted", search("Sayaka", luck=True), {"Kyoko": {"master": {"luck_uses": 3}}}),
]


@pytest.mark.parametrize(("code", "plan", "teams"), FAULTS)
def test_a_faulty_search_is_not_made(code: str, plan: dict[str, Any], teams: dict[str, Any]) -> None:
    order = apply("Kyoko", "search", who="master", search=plan)
    found = scene(order, teams={**TWO, **teams})
    person = "Kyoko servant" if plan.get("by") == "servant" else "Kyoko master"
    assert (found["orders"], found["actions"]) == (["ok"], {person: code})
    assert found["judgments"] == {}
    assert found["after"]["Kyoko"]["master"]["luck_uses"] == (3 if code == "luck_exhausted" else 0)


def test_an_unknown_field_of_a_search() -> None:
    order = apply("Kyoko", "search", search={**search("Sayaka"), "lucky": True})
    assert scene(order, teams=TWO) == {"refused": {"code": "unknown_field", "clause": ""}}


def test_what_is_not_said() -> None:
    """The higher percentage, magic if equal; the number is drawn."""
    order = apply("Kyoko", "search", who="master", search={"target": "Sayaka"})
    found = scene(order, teams=TWO, chance=[("number Kyoko", 1), (KEEPER, 2)])["judgments"]["Kyoko master"]
    assert (found["chance"], found["roll"]) == (31, 3)


def test_a_search_is_never_told_to_the_owner() -> None:  # S-9.4
    war = Playing({team: plain() for team in "ABC"})
    war.close("opening")
    war.say("A", say="apply", kind="search", who="master")
    war.say("C", say="join", team="A", stance="help")
    war.close("floor")
    told = war.close("acts", A={"scene": search("B", 0, luck=True)})
    assert war.facts(f.SearchReckoned)
    about = [each for each in told if isinstance(each.fact, f.SearchReckoned | f.Searched | f.BaseFound | f.MeansSpent)]
    assert all(each.audience.seats is not None and "B" not in each.audience.seats for each in about)
    assert all(not each.dice for each in told if each.audience != KEEPER_ONLY)
    assert war.seen_by(f.Searched) == [["A", "C"]]
    if war.facts(f.Searched)[0].success:
        assert war.seen_by(f.BaseFound) == [["A"], ["C"]]


def test_a_base_found_now_is_forced_from_the_next_scene() -> None:  # S-4.5
    found = scene(apply("Kyoko", "search", search=search("Sayaka", 0)), force("Kyoko", "Sayaka"),
                  teams=TWO, chance=[(KEEPER, 0)])  # fmt: skip
    assert found["orders"] == ["ok", "base_unknown"]
    assert found["after"]["Sayaka"]["known_by"] == ["Kyoko"]


def striking(who: str = "master", **orders: Any) -> Playing:
    """A searches for B's base with nothing that could go wrong, and means to strike with its servant."""
    war = Playing({team: plain() for team in "ABC"}, {"forced_battle_from": "same_scene"}, [(KEEPER, 0)])
    war.close("opening")
    war.say("A", say="solo", kind="search", who=who)
    war.say("B", say="solo", kind="bonding", who="master")
    war.close("floor")
    war.close("acts", A={"solo": {"master": {**search("B", 0), **orders}}})
    return war


def test_a_base_found_now_is_struck_at_once() -> None:  # S-Q13 same_scene
    war = striking(strike="servant")
    assert war.call.kind == "battle_sheets"
    assert war.state.the_battle.setting.place == "B"
    assert war.facts(f.SoloCancelled)[0].team == "B"
    assert [each.strength for each in war.facts(f.ReserveGained)] == [10]


def test_nobody_strikes_unsaid_or_with_one_who_is_taken() -> None:
    for war in (striking(), striking(strike="master"), striking("both", strike="servant")):
        assert (war.state.scene, war.call.kind) == (2, "opening")
        assert war.facts(f.BaseFound)


def test_who_holds_a_scene_of_its_own_is_struck_all_the_same() -> None:  # S-4.6, S-4.10, S-Q13 same_scene
    """Only a forced battle binds its two teams; a scene that somebody has opened does not."""
    war = Playing({team: plain() for team in "ABC"}, {"forced_battle_from": "same_scene"}, [(KEEPER, 0)])
    war.close("opening")
    war.say("B", say="apply", kind="bonding")
    war.say("A", say="solo", kind="search", who="master")
    war.close("floor")
    war.close("acts", A={"solo": {"master": {**search("B", 0), "strike": "servant"}}})
    assert [(fact.scene.team, fact.scene.target) for fact in war.facts(f.BattleForced)] == [("A", "B")]


def test_a_helper_strikes() -> None:
    teams = {team: plain() for team in "ABC"}
    war = Playing(teams, {"forced_battle_from": "same_scene"}, [(KEEPER, 0)])
    war.close("opening")
    war.say("A", say="apply", kind="search")
    war.say("C", say="join", team="A", who="master", stance="help")
    war.close("floor")
    war.close("acts", A={"scene": search("B", 0)}, C={"join": {"A": {"strike": "servant"}}})
    assert war.state.the_battle.pair.sides == (("C",), ("B",))


def test_it_is_not_asked_where_a_base_is_struck_later() -> None:
    war = Playing({team: plain() for team in "AB"})
    war.close("opening")
    war.say("A", say="solo", kind="search")
    war.close("floor")
    plan = {"solo": {"master": {**search("B", 0), "strike": "servant"}}}
    assert [each.code for each in war.problems("A", plan)] == ["unknown_field"]


def test_nothing_is_halved_where_nothing_is_left() -> None:
    """S-12.5: a base so well hidden that the chance is 0 or less is not found more easily by the wrong ability."""
    hidden = numbers.concealment(8, 18, 0)
    for rank in (Rank(Letter.E), Rank(Letter.D)):
        added = Sum("modifiers", "S-9.3").done()
        right, wrong = (numbers.search_chance(rank, matches, hidden, added, Options()) for matches in (True, False))
        assert right.value <= 0 and wrong.value == right.value
        assert [term.why for term in wrong.terms if term.name == "wrong_ability"] == ["not_above_zero"]


def offered(war: Playing, *path: str) -> set[str]:
    """What a search of A asks for."""
    ask = war.call.ask_for("A")
    assert ask is not None
    kind: Any = SCENEPLAY.form(SCENEPLAY.view(war.state, seat_viewer(ask.seat)), war.call, ask).record
    for name in path:
        kind = next(each.kind for each in kind.fields if each.name == name)
    return {each.name for each in kind.fields if each.offered}


def test_what_cannot_be_chosen_for_a_search_is_not_asked() -> None:  # S-4.1, S-7.4, S-20.2
    """Who makes it where one is alone, help for who goes solo, reserves of a team that has none and will get none."""
    war = Playing({"A": plain(), "B": plain()})
    war.close("opening")
    war.say("A", say="solo", kind="search", who="master")
    war.close("floor")
    assert offered(war, "solo", "master") == {"target", "ability", "number", "luck"}
    war = Playing({"A": plain(reserves=[5]), "B": plain()})
    war.close("opening")
    war.say("A", say="apply", kind="search", who="both")
    war.close("floor")
    assert offered(war, "scene") == {"target", "by", "ability", "number", "luck", "reserves", "partner_help"}
    war = Playing({"A": plain(), "B": plain()})
    war.close("opening")
    assert war.say("A", say="apply", by="servant", kind="preparation", who="servant") == ()
    assert war.say("A", say="solo", kind="search", who="master") == ()
    war.close("floor")
    assert "reserves" in offered(war, "solo", "master"), "it may have made some by then"
