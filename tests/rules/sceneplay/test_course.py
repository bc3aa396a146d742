"""From scene to scene: battles in scenes, losses, new contracts, the end of the war (S-6.4, S-17, S-19, S-24.3)."""

from collections.abc import Mapping
from typing import Any

import pytest

from grailkeeper.core.seat import PUBLIC, Role, seat_viewer
from grailkeeper.rules.sceneplay.people import ServantState
from grailkeeper.rules.sceneplay.scene import facts as f
from grailkeeper.rules.sceneplay.scene.closing import fallen_together
from grailkeeper.rules.sceneplay.scene.meeting import announced, sides_of
from grailkeeper.rules.sceneplay.scene.state import Fall, Join, Outline, Phase, PlayScene, SceneKind, Side
from grailkeeper.rules.sceneplay.system import SCENEPLAY
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

from .scenetable import Playing, plain

BOTH = (Role.MASTER, Role.SERVANT)
WEAK: dict[str, Any] = {"servant": {"health": "1/7"}, "master": {"strokes": 0}}
STRONG: dict[str, Any] = {"servant": {"ranks": "A A A E E"}}
WIN = {"numbers": [0, 0, 0, 0, 0]}
LOSE = {"numbers": [99, 0, 99, 0, 99]}


def battle_of(*joins: Join, accepted: tuple[str, ...] = (), target: str = "") -> PlayScene:
    return PlayScene("A", Role.MASTER, BOTH, Outline(SceneKind.BATTLE), joins, accepted, target)


def test_sides() -> None:  # S-6.4
    place = battle_of(
        Join("B", BOTH, Side.WITH),
        Join("C", BOTH, allies=("E",)),
        Join("D", BOTH, Side.WITH),
        Join("E", BOTH, allies=("C", "D")),
        accepted=("B",),
    )
    assert sides_of(place) == (("A", "B"), ("C", "E"), ("D",))


def test_allies_through_one_that_joins_later() -> None:
    place = battle_of(Join("B", BOTH, allies=("D",)), Join("C", BOTH, allies=("D",)),
                      Join("D", BOTH, allies=("B", "C")))  # fmt: skip
    assert sides_of(place) == (("A",), ("B", "C", "D"))


def test_a_forced_target_stands_alone() -> None:  # S-Q91
    place = battle_of(Join("B", BOTH, allies=("C",)), Join("C", BOTH, allies=("B",), forced=True), target="C")
    assert sides_of(place) == (("A",), ("B",), ("C",))


def test_the_battles_of_a_scene() -> None:  # S-19.7
    war = Playing({team: plain() for team in "ABC"})
    place = battle_of(Join("B", BOTH, hostile=("C",)), Join("C", BOTH))
    fact = announced(war.state, place)
    assert fact is not None
    assert [pair.sides for pair in (fact.setting.pair, *fact.later)] == [
        (("A",), ("B",)), (("A",), ("C",)), (("B",), ("C",))
    ]  # fmt: skip


def test_who_strikes_first_where_the_opener_cannot_fight() -> None:  # S-R7, S-R8
    teams = {"A": plain(master={"state": "fainted", "mana": "0/4"}, servant=None), "B": plain(), "C": plain()}
    war = Playing({key: {**team, **({"servant": None} if key == "A" else {})} for key, team in teams.items()})
    place = battle_of(Join("B", BOTH), Join("C", BOTH, hostile=("B",)))
    fact = announced(war.state, place)
    assert fact is not None
    assert (fact.setting.pair.sides, fact.later, fact.setting.pair.number) == ((("B",), ("C",)), (), 1)
    assert announced(war.state, battle_of(Join("B", BOTH))) is None


def forced(**teams: Any) -> Playing:
    """A forces B, whose base it knows; the battle is asked for its sheets."""
    people = {"A": plain(**STRONG), "B": {**plain(**WEAK), "known_by": ["A"]}, "C": plain()}
    war = Playing({**people, **teams})
    war.close("opening")
    assert war.say("A", say="force", team="B") == ()
    war.close("floor")
    return war


def test_a_war_with_a_battle_to_its_last_survivor() -> None:  # S-17.7, S-24.3
    war = forced(C=plain(master={"state": "well", "strokes": 0, "ranks": "E E E E E"}, servant={"mana": "7/7"}))
    assert war.state.the_battle.setting.place == "B"
    assert war.state.the_battle.setting.there["B"] == BOTH
    war.close("battle_sheets", A=WIN, B={"numbers": [0] * 5})
    assert war.servant("B").state is ServantState.VANISHED
    assert (war.war.phase, war.state.scene) == (Phase.OPENING, 2), "B may still make a contract"
    war.close("opening")
    assert war.servant("C").state is ServantState.VANISHED
    assert war.say("B", say="apply", kind="battle") == ("no_servant",)
    war.close("floor")
    assert [each.team for each in war.facts(f.TeamOut)] == ["B"]
    war.close("opening")
    war.close("floor")
    assert war.over and war.war.winner == "A"
    assert war.state.scene == 3


def test_a_masterless_servant_plays_on_and_its_team_is_out() -> None:  # S-17.7
    lone = {**plain(), "servant": None, "master": {"health": "1/3"}, "known_by": ["A"]}
    war = forced(B=lone)
    war.close("battle_sheets", A=WIN, B={"numbers": [0] * 5})
    assert [each.team for each in war.facts(f.TeamOut)] == ["B"], "its master is dead"
    assert [ask.whom for ask in war.call.asks] == ["A", "C"]


def test_a_duel_of_the_last_two() -> None:
    war = Playing({"A": plain(**STRONG), "B": {**plain(), "servant": None, "master": {"health": "1/3"},
                                               "known_by": ["A"]}})  # fmt: skip
    war.close("opening")
    war.say("A", say="force", team="B")
    war.close("floor")
    war.close("battle_sheets", A=WIN, B={"numbers": [0] * 5})
    assert war.over and war.war.winner == "A"


def test_an_escape_in_a_scene() -> None:
    war = forced(B={**plain(servant={"health": "1/7"}), "known_by": ["A"]})
    war.close("battle_sheets", A=WIN, B={"numbers": [0] * 5})
    assert war.call.kind == "escape"
    war.close("escape", B={"escape": True})
    assert (war.state.scene, war.servant("B").health.now, war.master("B").strokes) == (2, 1, 1)


def test_the_next_scene_is_played_after_the_battle() -> None:  # S-Q99
    teams = {"A": plain(**STRONG), "B": {**plain(**WEAK), "known_by": ["A"]}, "C": plain(), "D": plain()}
    war = Playing(teams, chance=[("number keeper", 0)])
    war.close("opening")
    war.say("A", say="force", team="B")
    war.say("C", say="apply", kind="search")
    war.close("floor")
    assert [ask.whom for ask in war.call.asks] == ["C"]
    war.close("acts", C={"scene": {"target": "D", "number": 0}})
    assert war.call.kind == "battle_sheets" and not war.facts(f.Searched)
    war.close("battle_sheets", A=WIN, B={"numbers": [0] * 5})
    assert len(war.facts(f.Searched)) == 1
    played = [each.team for each in war.facts(f.ScenePlayed)]
    assert played == ["A", "C"]


def contract(wishes: Mapping[str, str], strokes: int = 2) -> Playing:
    """A master without servant (A) meets a servant without master (B); C goes on."""
    lonely = {"master": {"ranks": "E E E B E", "strokes": strokes}, "servant": None, "territory": "0/0/0"}
    servant = {"master": None, "servant": {"level": "normal", "health": "6/7", "mana": "8/8"}}
    war = Playing({"A": lonely, "B": servant, "C": plain()})
    war.close("opening")
    war.say("A", say="apply", kind="bonding")
    war.say("B", say="join", team="A")
    war.close("floor")
    war.close("acts", **{team: {"recontract": wish} for team, wish in wishes.items()})
    return war


@pytest.mark.parametrize(("strokes", "left", "paid"), [(2, 1, 0), (1, 0, 3)])
def test_recontract(strokes: int, left: int, paid: int) -> None:  # S-E70
    war = contract({"A": "B", "B": "A"}, strokes)
    assert war.facts(f.Recontracted) == [f.Recontracted("A", "B")]
    assert (war.master("A").strokes, war.servant("A").mana.now, war.team("B").servant) == (left, 1, None)
    assert [(seat.key, seat.team, seat.roles) for seat in war.state.seats] == [
        ("A", "A", (Role.MASTER,)), ("B", "A", (Role.SERVANT,)), ("C", "C", BOTH)
    ]  # fmt: skip
    assert [ask.seat for ask in war.call.asks] == ["A", "C"]
    war.close("opening")
    assert war.servant("A").mana.now == 1 - paid
    assert war.seen_by(f.TeamOpened)[-2] == ["A", "B"], "the servant's player learns what is its team's"
    assert not war.team("A").out and war.team("B").out


@pytest.mark.parametrize("wishes", [{"A": "B"}, {"B": "A"}, {}])
def test_both_must_agree(wishes: dict[str, str]) -> None:
    war = contract(wishes)
    assert not war.facts(f.Recontracted)
    assert war.master("A").strokes == 2


def test_no_contract_without_a_stroke() -> None:
    lonely = {"master": {"strokes": 0}, "servant": None}
    war = Playing({"A": lonely, "B": {"master": None, "servant": {"mana": "9/9"}}, "C": plain()})
    war.close("opening")
    war.say("A", say="apply", kind="bonding")
    war.say("B", say="join", team="A")
    war.close("floor")
    assert [each.code for each in war.problems("A", {"recontract": "B"})] == ["unknown_field"]


def test_a_new_caster_brings_new_territory() -> None:  # S-13.1
    lonely = {"master": {"ranks": "E E E A E"}, "servant": None, "workshop": "4/3/3"}
    servant = {"master": None, "servant": {"mana": "9/9", "class": "caster", "territory_creation": "C"}}
    war = Playing({"A": lonely, "B": servant, "C": plain()})
    war.close("opening")
    war.say("A", say="apply", kind="bonding")
    war.say("B", say="join", team="A")
    war.close("floor")
    war.close("acts", A={"recontract": "B"}, B={"recontract": "A"})
    assert [each.code for each in war.problems("A", {"territory": "9/9/0"})] == ["territory_total"]
    assert [(each.code, each.binding) for each in war.problems("A", {"territory": "3/2/3"})] == [
        ("territory_left", False)
    ]
    assert [each.code for each in war.problems("C", {"territory": "9/0/0"})] == ["unknown_field"]
    war.close("opening", A={"territory": "3/3/3"})
    assert war.team("A").territory.storage == 3
    war.close("floor")
    assert [each.code for each in war.problems("A", {"territory": "9/0/0"})] == ["unknown_field"]
    war.close("opening")
    assert war.team("A").stored_mana == 3 + 6 + 6


def fall(team: str, moment: str, role: Role = Role.SERVANT) -> Fall:
    return Fall(team, role, 1, moment)


@pytest.mark.parametrize(
    ("falls", "groups"),
    [
        ((fall("A", "1"), fall("B", "2")), [["A"], ["B"]]),
        ((fall("A", "1"), fall("B", "1")), [["A", "B"]]),
        ((fall("A", "1"), fall("B", "2"), fall("A", "3", Role.MASTER)), [["B"], ["A"]]),
        ((fall("B", "2"),), [["A"], ["B"]]),
        ((), [["A", "B"]]),
    ],
)
def test_who_fell_when(falls: tuple[Fall, ...], groups: list[list[str]]) -> None:  # S-24.3
    assert fallen_together(falls, ["A", "B"]) == groups


def test_all_gone_in_one_opening_is_no_victory() -> None:  # S-24.3
    gone = {"master": {"strokes": 0}, "servant": {"level": "top", "mana": "1/7"}}
    war = Playing({"A": gone, "B": gone})
    for _ in range(2):
        war.close("opening")
        war.close("floor")
    assert war.over and war.war.winner == "" and war.facts(f.WarEnded) == [f.WarEnded()]


# What is seen


def test_a_solo_is_known_and_not_what_it_is() -> None:  # S-8.2
    war = Playing({team: plain() for team in "AB"})
    war.close("opening")
    war.say("A", say="solo", kind="search", who="servant")
    for viewer in (PUBLIC, seat_viewer("B")):
        table = SCENEPLAY.view(war.state, viewer).table
        assert table is not None and table.solo == ("A",)
        assert table.own is None or table.own.solos == ()
    table = SCENEPLAY.view(war.state, seat_viewer("A")).table
    assert table is not None and table.own is not None and table.own.solos == war.now.solos
    assert war.seen_by(f.SoloDeclared) == [None] and war.seen_by(f.SoloPlanned) == [["A"]]


def test_nobody_sees_who_knows_its_base() -> None:
    views = []
    for known_by in ([], ["A"]):
        war = Playing({"A": plain(), "B": {**plain(), "known_by": known_by}})
        views.append([SCENEPLAY.view(war.state, viewer) for viewer in (PUBLIC, seat_viewer("B"))])
    assert views[0] == views[1]


def test_where_no_more_scenes_are_played_nobody_has_lost() -> None:
    """S-24.3: a war of so many scenes, or a single one, stops with its teams in it."""
    war = Playing({"A": plain(), "B": plain()}, war={"scenes": 1})
    war.close("opening")
    war.close("floor")
    assert war.over and war.facts(f.WarEnded) == [f.WarEnded(left=("A", "B"))]
    told = [
        Prose(load_words("grailkeeper.rules.sceneplay", language), {}).fact(war.facts(f.WarEnded)[0])
        for language in Language
    ]
    assert told == [
        "정해 둔 장면을 모두 마쳤습니다. 남은 팀: A와 B. 성배를 얻은 팀은 없습니다.",
        "The scenes that were agreed on are played. Still in the war: A and B. Nobody has won the grail.",
    ]
