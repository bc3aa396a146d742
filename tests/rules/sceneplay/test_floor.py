"""The floor: slots, outlines, joining, solos, forced battles (S-1, S-2, S-4.5 to S-4.10, S-6.4, S-8)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grailkeeper.core.form import Choice
from grailkeeper.core.problem import Severity
from grailkeeper.core.seat import Role, seat_viewer
from grailkeeper.rules.sceneplay.scene import facts as f
from grailkeeper.rules.sceneplay.system import SCENEPLAY

from .scenetable import Playing, apply, force, join, plain, prepare, scene, search, solo, words

NOBODY = {"master": None, "servant": None}
KNOWN = {"A": {}, "B": {"known_by": ["A", "E"]}, "C": {}, "D": {}, "E": {}, "F": {}, "G": {"known_by": ["B"]}}
FAINTED = {"A": {"master": {"mana": "0/4", "state": "fainted"}}, "B": {}}


@pytest.mark.parametrize(("teams", "limit"), [(7, 4), (6, 4), (5, 3), (4, 3), (3, 2), (2, 2), (8, 5), (1, 1)])  # S-E19
def test_slots(teams: int, limit: int) -> None:
    assert scene(teams="A", teams_in_war=teams)["limit"] == limit


def test_only_who_is_there_may_apply() -> None:
    teams = {"A": {"servant": None}, "B": {"master": None}}
    assert words(apply("A", by="servant"), apply("B"), apply("B", by="servant"), teams=teams) == [
        "cannot_apply",
        "cannot_apply",
        "no_master",
    ]


def test_who_has_no_health_left_is_not_there() -> None:  # S-1.2, S-17.2, S-17.4
    teams = {"A": {"master": {"health": "0/3"}}, "B": {"servant": {"health": "0/7"}}, "C": {}}
    orders = apply("A"), apply("A", by="servant"), apply("B", by="servant"), apply("B", "battle"), apply("B")
    found = scene(*orders, teams=teams)
    assert found["orders"] == ["cannot_apply", "no_master", "cannot_apply", "no_servant", "ok"]
    assert found["after"]["A"]["master"]["state"] == "dead"
    assert found["after"]["B"]["servant"]["state"] == "vanished"


def test_a_servant_without_master_may_join_and_go_solo() -> None:
    teams = {"A": {}, "B": {"master": None}, "C": {"master": None}}
    assert words(apply("A"), join("B", "A"), solo("C", who="servant"), teams=teams) == ["ok"] * 3


def test_a_master_without_servant_opens_no_battle() -> None:
    teams = {"A": {"servant": None}, "B": {"known_by": ["A"]}}
    assert words(apply("A", "battle"), force("A", "B"), apply("A"), teams=teams) == ["no_servant", "no_servant", "ok"]


def test_forced_rest_takes_the_master_alone() -> None:  # S-17.3
    found = scene(apply("A"), join("A", "B"), apply("B"), join("A", "B", who="master"), join("A", "B"), teams=FAINTED)
    assert found["orders"] == ["forced_rest", "no_such_scene", "ok", "forced_rest", "ok"]
    assert found["after"]["A"]["master"] == {"health": 3, "mana": 1, "luck_uses": 0, "strokes": 3, "state": "well"}


def test_solo_of_the_resting_master() -> None:
    assert words(solo("A"), solo("A", who="both"), solo("A"), teams=FAINTED) == ["forced_rest", "ok", "forced_rest"]


def test_master_and_servant_may_act_apart() -> None:  # S-1.6
    found = scene(apply("A", who="master"), apply("B"), join("A", "B", who="servant"), join("A", "B"))
    assert found["orders"] == ["ok", "ok", "ok", "already_committed"]
    assert found["joiners"] == {"A": [], "B": ["A"]}
    assert found["after"]["A"]["reserves"] == [5]


def test_everybody_of_a_team_unless_it_says_otherwise() -> None:
    assert words(apply("A"), solo("A", who="servant"), solo("A", who="both")) == ["ok"] + ["already_committed"] * 2
    assert words(apply("A", who="master"), solo("A", who="servant")) == ["ok", "ok"]


def test_nobody_joins_the_own_scene_or_one_that_is_not() -> None:
    assert words(apply("A", who="master"), join("A", "A"), join("B", "C")) == ["ok", "no_such_scene", "no_such_scene"]


def test_bad_words() -> None:
    orders = [apply("A", "opening"), apply("A", capacity=0), solo("A", "battle"), solo("A", "opening"), apply("A")]
    assert words(*orders, join("B", "A", stance="cheer"), join("B", "A", number=100), join("B", "A", stance={})) == [
        "bad_kind",
        "bad_capacity",
        "no_solo_battle",
        "bad_kind",
        "ok",
        "bad_stance",
        "bad_number",
        "ok",
    ]


def test_a_joiners_reserve_must_be_in_hand_or_come_with_joining() -> None:  # S-1.10, S-20.3
    teams = {"A": {}, "B": {"reserves": [10]}, "C": {}}
    orders = [apply("A", capacity=3), join("B", "A", reserves=[10, 5]), join("C", "A", reserves=[10])]
    assert words(*orders, join("C", "A", reserves=[5, 5]), teams=teams) == ["ok", "ok"] + ["no_such_reserve"] * 2


def test_left_out() -> None:  # S-E60
    orders = [apply(team) for team in "ABCD"] + [join("E", "A"), join("F", "A"), join("F", "B")]
    found = scene(*orders, opening={}, teams={team: {"stored_mana": 2} for team in "ABCDEFG"})
    assert found["left_out"] == ["G"]
    assert found["upkeep"]["G"] == 1
    assert found["after"]["G"]["stored_mana"] == 5
    assert found["orders"][-2:] == ["scene_full", "ok"]


def test_the_solo_limit() -> None:  # S-E55
    both = (solo("A", who="master"), solo("A", who="servant"))
    assert scene(*both)["after"]["A"]["solo_count"] == 2
    cancelled = scene(*both, force("B", "A"), teams={"A": {"known_by": ["B"]}, "B": {}})
    assert (cancelled["after"]["A"]["solo_count"], cancelled["cancelled"]) == (0, ["A"])
    used = {"A": {"solo_count": 1}, "B": {"solo_count": 2}}
    assert words(*both, solo("B"), teams=used) == ["ok", "solo_limit", "solo_limit"]


@pytest.mark.parametrize(("used", "said"), [(2, ["ok", "ok"]), (3, ["solo_limit", "ok"]), (4, ["solo_limit"] * 2)])
def test_solos_of_before_are_of_both_by_turns(used: int, said: list[str]) -> None:  # S-8.3, S-Q31
    teams, each = {"A": {"solo_count": used}}, {"solo_limit_scope": "character"}
    assert words(solo("A"), solo("A", who="servant"), teams=teams, options=each) == said


def test_together_a_solo_counts_once() -> None:
    assert scene(solo("A", who="both"))["after"]["A"]["solo_count"] == 1


def test_the_solo_limit_of_each() -> None:
    war = Playing({"A": plain(), "B": plain()}, {"solo_limit_scope": "character"})
    for number in (1, 2, 3):
        war.close("opening")
        refused = war.say("A", say="solo", kind="bonding", who="master")
        assert refused == (("solo_limit",) if number == 3 else ())
        war.close("floor")
        if number < 3:
            war.close("acts")
    war.close("opening")
    assert war.say("A", say="solo", kind="bonding", who="servant") == ()
    assert war.say("A", say="solo", kind="bonding", who="both") == ("solo_limit",)


def test_forced_battles() -> None:  # S-4.5, S-4.10
    assert words(force("C", "B"), teams=KNOWN) == ["base_unknown"]
    assert words(force("A", "A"), teams=KNOWN) == ["base_unknown"]
    assert words(force("A", "B"), force("E", "B"), force("B", "G"), teams=KNOWN) == ["ok"] + ["already_forced"] * 2
    assert words(force("A", "B", by="servant"), teams=KNOWN) == ["ok"]


def test_a_revealed_base_may_be_struck_by_all() -> None:
    assert words(force("C", "B"), teams={"B": {"revealed": True}, "C": {}}) == ["ok"]


def test_the_attacker_must_be_free() -> None:
    teams = {**KNOWN, "A": {"master": {"state": "fainted", "mana": "0/4"}}}
    assert words(apply("C", capacity=2), join("A", "C"), force("A", "B"), teams=KNOWN)[-1] == "already_committed"
    assert words(force("A", "B"), force("A", "B", by="servant"), teams=teams) == ["forced_rest", "ok"]


def test_taking_part_is_not_refused_to_whoever_is_left() -> None:  # S-Q100
    for gone in ("master", "servant"):
        found = scene(force("A", "B"), teams={"A": {}, "B": {"known_by": ["A"], gone: None}})
        assert found["orders"] == ["ok"]
        assert found["after"]["B"]["reserves"] == [10]


def test_a_servant_who_forces_brings_its_master_nothing() -> None:  # S-1.7, S-4.8
    teams = {"A": {"master": {"mana": "2/4"}}, "B": {"known_by": ["A"], "master": {"mana": "2/4"}}}
    assert scene(force("A", "B", by="servant"), teams=teams)["after"]["A"]["master"]["mana"] == 2
    assert scene(force("A", "B"), teams=teams)["after"]["A"]["master"]["mana"] == 3


def test_the_resting_master_is_reached() -> None:  # S-Q68
    teams = {"A": {}, "B": {"known_by": ["A"], "master": {"mana": "0/4", "state": "fainted"}}}
    master = scene(force("A", "B"), teams=teams)["after"]["B"]["master"]
    assert (master["mana"], master["state"]) == (0, "fainted")


def test_another_own_scene_is_withdrawn_first() -> None:  # S-R10
    teams = {"A": {}, "B": {"known_by": ["A"]}, "C": {}, "D": {}, "E": {}, "F": {}, "G": {}}
    orders = [apply("A"), join("C", "A"), apply("D"), apply("E"), apply("F"), apply("G"), force("A", "B")]
    found = scene(*orders, join("C", "D"), teams=teams)
    assert found["orders"] == ["ok"] * 5 + ["no_slot", "ok", "ok"]
    assert found["scene_players"] == ["D", "E", "F", "A"], "the slot is kept for the battle"
    assert found["joiners"]["A"] == ["B"]
    assert found["cancelled"] == []


def test_joiners_of_the_own_battle_stay_beside_the_target() -> None:
    found = scene(apply("A", "battle"), join("C", "A"), force("A", "B"), teams=KNOWN)
    assert found["joiners"] == {"A": ["C", "B"]}
    assert (found["after"]["C"]["reserves"], found["after"]["B"]["reserves"]) == ([10], [10])


def test_a_freed_slot_goes_to_the_earliest_who_is_free() -> None:  # S-R1, S-4.8
    orders = [apply(team) for team in "BCDF"] + [apply("E"), apply("G"), join("E", "C"), force("A", "B")]
    found = scene(*orders, teams={**KNOWN, "G": {}})
    assert found["orders"] == ["ok"] * 4 + ["no_slot", "no_slot", "ok", "ok"]
    assert found["scene_players"] == ["C", "D", "F", "A"], "the target's slot was taken over"
    war = Playing({team: plain(**({"known_by": ["A"]} if team == "B" else {})) for team in "ABCDEFG"})
    war.close("opening")
    for team in "BCDF":
        war.say(team, say="apply")
    for team in "EG":
        war.say(team, say="apply", who="master")
    assert war.say("E", say="withdraw", what="application") == ()
    assert war.say("C", say="withdraw", what="scene") == ()
    assert [place.team for place in war.now.places] == ["B", "D", "F", "G"]


def test_a_freed_slot_passes_over_whoever_is_taken_by_now() -> None:  # S-1.6, S-R1
    """B would open with its master, which has joined A since; C with its master, alone, and takes the slot."""
    war = Playing({team: plain() for team in "ABC"})
    war.close("opening")
    war.say("A", say="apply")
    war.say("C", say="apply", who="master")
    assert [place.team for place in war.now.places] == ["A", "C"]
    war.say("B", say="apply")
    war.say("B", say="join", team="A", who="master")
    war.say("C", say="withdraw", what="scene")
    assert [place.team for place in war.now.places] == ["A"]


def test_withdrawing() -> None:
    war = Playing({team: plain(known_by=["A"]) for team in "ABC"})
    war.close("opening")
    for what in ("application", "scene", "join", "solo"):
        assert war.say("A", say="withdraw", what=what, team="B") == ("nothing_to_withdraw",)
    war.say("A", say="apply", kind="battle")
    war.say("C", say="join", team="A", who="master")
    assert war.say("C", say="withdraw", what="join", team="A") == ()
    war.say("A", say="force", team="B")
    assert war.say("A", say="withdraw", what="scene") == ("already_forced",)
    assert war.say("B", say="withdraw", what="join", team="A") == ("already_forced",)
    war.say("C", say="solo", kind="bonding")
    assert war.say("C", say="withdraw", what="solo") == ()
    assert not war.now.solos and war.now.cancelled == ()


@pytest.mark.parametrize(("split", "after"), [((2, 3), (7, 5)), ((4, 1), (7, 3))])  # S-E57, S-E16
def test_a_stroke_restores_at_any_time(split: tuple[int, int], after: tuple[int, int]) -> None:
    war = Playing({"A": plain(servant={"health": "5/7", "mana": "2/7"}), "B": plain(master={"strokes": 0})})
    war.close("opening")
    stroke = [dict(zip(("health", "mana"), split, strict=True))]
    assert war.say("A", say="restore", restore=stroke) == ()
    assert (war.servant("A").health.now, war.servant("A").mana.now, war.master("A").strokes) == (*after, 2)
    assert war.seen_by(f.ServantRestored) == [["A"]]
    assert war.say("B", say="restore", restore=stroke) == ("not_enough_strokes",)
    assert war.say("A", say="restore", restore=[{"health": 4}]) == ("bad_recovery",)


def test_what_must_be_said() -> None:
    war = Playing({"A": plain(), "B": plain()})
    war.close("opening")
    for order in [{"say": say} for say in ("force", "join", "solo", "withdraw", "restore")]:
        (problem,) = [each for each in war.problems("A", order) if each.binding]
        assert (problem.code, problem.severity) == ("missing_field", Severity.MALFORMED)


def test_allies_are_accepted() -> None:  # S-6.4
    war = Playing({team: plain() for team in "ABCD"})
    war.close("opening")
    war.say("A", say="apply", kind="battle", capacity=3)
    war.say("B", say="join", team="A", side="with")
    war.say("C", say="join", team="A", allies=["D"])
    assert war.say("A", say="accept", team="C") == ("no_such_ally",)
    assert war.say("B", say="accept", team="A") == ("no_such_scene",)
    assert war.say("A", say="accept", team="B") == ()
    assert war.say("A", say="accept", team="B") == ("no_such_ally",)
    assert war.now.places[0].accepted == ("B",)


def test_only_allies_are_no_opponent() -> None:  # S-6.1
    war = Playing({team: plain() for team in "AB"})
    war.close("opening")
    war.say("A", say="apply", kind="battle")
    war.say("B", say="join", team="A", side="with")
    war.say("A", say="accept", team="B")
    war.close("floor")
    assert war.facts(f.FloorClosed)[0].bonding == ("A",)
    assert war.facts(f.ReserveGained)[0].strength == 5


def test_one_who_is_not_accepted_is_against() -> None:
    war = Playing({team: plain() for team in "AB"})
    war.close("opening")
    war.say("A", say="apply", kind="battle")
    war.say("B", say="join", team="A", side="with")
    war.close("floor")
    assert war.call.kind == "battle_sheets"
    assert war.state.the_battle.pair.sides == (("A",), ("B",))


def test_more_of_a_team_take_no_more_room() -> None:
    war = Playing({team: plain() for team in "AB"})
    war.close("opening")
    war.say("A", say="apply", kind="search")
    war.say("B", say="join", team="A", who="servant", stance="help")
    war.say("B", say="join", team="A", who="master", stance="hinder")
    (place,) = war.now.places
    assert [(each.team, each.who) for each in place.joins] == [("B", (Role.MASTER, Role.SERVANT))]
    assert war.now.acts["B"]["join"]["A"]["stance"] == {"servant": "help", "master": "hinder"}


def test_the_order_of_play_is_that_of_acceptance() -> None:  # S-Q99
    hide = {"A": {"exposure_risk": 4}, "B": {}}
    eat = prepare("A", "solo", master={"eat": 1})
    found = scene(eat, apply("B", "search", search=search("A")), teams=hide, chance=[("number keeper", 79)])
    assert found["actions"] == {"A master": "ok", "B master": "ok"}
    assert found["after"]["A"]["revealed"]
    assert found["judgments"]["B master"]["chance"] == 55, "the search came first, when nothing was hidden by risk"


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ABCDEFG"), st.integers(0, 5), st.sampled_from("ABCDEFG")), max_size=25))
def test_nobody_is_in_two_places(said: list[tuple[str, int, str]]) -> None:
    """S-1.3, S-1.5, S-1.6, S-2.2: whatever is said, in whatever order."""
    war = Playing({team: plain(known_by=["A", "B"], solo_count=0) for team in "ABCDEFG"})
    war.close("opening")
    for team, what, other in said:
        match what:
            case 0:
                war.say(team, say="apply", by="servant" if other < "D" else "master", capacity=1 + ord(other) % 3)
            case 1:
                war.say(team, say="apply", kind="battle", who="master")
            case 2:
                war.say(team, say="join", team=other, **({} if other < "D" else {"who": "servant"}))
            case 3:
                war.say(team, say="solo", kind="search", who="servant" if other < "D" else "both")
            case 4:
                war.say(team, say="force", team=other)
            case 5:
                war.say(team, say="withdraw", what=("scene", "join", "solo", "application")[ord(other) % 4], team=other)
        now = war.now
        assert len(now.places) <= 4
        assert len({place.team for place in now.places}) == len(now.places)
        taken = [(key, role) for place in now.places for key in place.teams for role in place.roles_of(key)]
        taken += [(each.team, role) for each in now.solos for role in each.who]
        assert len(set(taken)) == len(taken)
        for place in now.places:
            assert len(place.joins) <= place.outline.capacity + bool(place.target)
            assert place.who and all(each.who for each in place.joins)
        targets = [key for place in now.places if place.target for key in (place.team, place.target)]
        assert len(set(targets)) == len(targets)


def test_what_is_limited_in_a_scene_starts_afresh_with_the_next() -> None:  # S-1.1
    war = Playing({"A": plain(), "B": plain()})
    for number in (1, 2):
        war.close("opening")
        assert war.state.scene == number
        assert war.say("A", say="apply", by="master", kind="bonding") == ()
        assert war.say("A", say="apply", by="servant", kind="bonding") == ("already_applied",)
        war.close("floor")
        war.close("acts")
    assert [fact.number for fact in war.facts(f.SceneAnnounced)] == [2, 3]


def test_whoever_comes_to_a_battle_scene_is_asked_whether_it_is_meant() -> None:  # S-6.2
    war = Playing({"A": plain(), "B": plain(), "C": plain(known_by=["B"])})
    war.close("opening")

    def warned(team: str, order: dict[str, str]) -> bool:
        return ("may_die", "S-6.2") in [(each.code, each.clause) for each in war.problems(team, order)]

    assert warned("A", {"say": "apply", "by": "master", "kind": "battle"})
    assert not warned("A", {"say": "apply", "by": "master", "kind": "search"})
    assert warned("B", {"say": "force", "team": "C"})
    war.say("A", say="apply", by="master", kind="battle")
    assert warned("C", {"say": "join", "team": "A"})


@pytest.mark.parametrize("stance", ["help", "hinder", "neutral"])
def test_a_joiner_gets_its_reserve_whatever_its_stance(stance: str) -> None:  # S-R11
    found = scene(apply("A", "preparation"), join("B", "A", stance=stance))
    assert found["after"]["B"]["reserves"] == [5]


def test_what_does_nothing_on_the_floor_is_asked_about() -> None:
    """S-1.4: an application that would wait; S-6.3: sides in a scene that is no battle."""
    war = Playing({team: plain() for team in "ABCD"})
    war.close("opening")

    def codes(who: str, /, **order: Any) -> list[tuple[str, str]]:
        return [(each.code, each.culprit) for each in war.problems(who, order) if not each.binding]

    assert codes("A", say="apply", by="master", kind="search") == []
    for team in "ABC":
        war.say(team, say="apply", by="master", kind="search")
    assert codes("D", say="apply", by="master", kind="search") == [("waits_for_slot", "say")]
    assert codes("D", say="join", team="A") == []
    sided = {"side": "with", "allies": ["B"]}
    assert codes("D", say="join", team="A", **sided) == [("no_battle_scene", "side"), ("no_battle_scene", "allies")]


def test_what_does_nothing_or_too_much_in_a_solo_is_asked_about() -> None:
    """S-7.4: nobody helps in a solo; S-17.3, S-17.6: the last mana spent on reserves or on health."""
    war = Playing({"A": plain(), "B": plain(master={"mana": "2/4"}, servant={"mana": "3/7", "health": "2/7"})})
    war.close("opening")
    war.say("A", say="solo", kind="search", who="master")
    war.say("B", say="solo", kind="preparation", who="both")
    war.close("floor")

    def codes(team: str, **plan: Any) -> list[tuple[str, str]]:
        return [(each.code, each.culprit) for each in war.problems(team, {"solo": {"master": plan}})]

    assert codes("A", target="B", partner_help=False) == []
    assert codes("A", target="B", partner_help=True) == [("no_help_in_solo", "solo.master.partner_help")]
    assert codes("B", master={"reserves": 2}) == []
    assert codes("B", master={"reserves": 3}) == [("pays_to_zero", "solo.master.master.reserves")]
    assert codes("B", heal=2) == []
    assert codes("B", heal=5) == [("pays_to_zero", "solo.master.heal")]


def test_what_cannot_be_said_now_is_not_offered() -> None:  # S-1.5, S-2.3, S-4.5, S-6.4, S-8.3, S-R1
    playing = Playing({"A": plain(master={"strokes": 0}), "B": {**plain(), "known_by": ["A"]}, "C": plain()})
    playing.close("opening")
    assert offers(playing, "A") == (["apply", "force", "solo"], ["B"], [])
    assert offers(playing, "B") == (["apply", "solo", "restore"], [], [])
    assert playing.say("A", say="apply", kind="battle", capacity=2) == ()
    assert offers(playing, "A") == (["force", "solo", "withdraw"], ["B"], ["scene"])
    assert playing.say("C", say="join", team="A", side="with") == ()
    assert offers(playing, "A") == (["force", "solo", "accept", "withdraw"], ["B", "C"], ["scene"])
    assert offers(playing, "C") == (["apply", "solo", "join", "withdraw", "restore"], ["A"], ["join"])


def offers(playing: Playing, team: str) -> tuple[list[str], list[str], list[str]]:
    """What a team is offered to say, whom to name, and what to take back."""
    ask = playing.call.ask_for(team)
    assert ask is not None
    record = SCENEPLAY.form(SCENEPLAY.view(playing.state, seat_viewer(ask.seat)), playing.call, ask).record
    kinds = {field.name: field.kind for field in record.fields}
    say, named, back = (kind.offers for name in ("say", "team", "what") if isinstance(kind := kinds[name], Choice))
    return list(say), list(named), list(back)
