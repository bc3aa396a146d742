"""Scenes and wars: encounters, the ring, alliances, who is left alone, and how it ends."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.case import Script
from grailkeeper.core.chance import Seeded
from grailkeeper.core.drive import DirectDesk, ScriptTable, play
from grailkeeper.rules.bingo.derived import ring
from grailkeeper.rules.bingo.state import Stage
from grailkeeper.rules.bingo.system import BINGO

from .table import cards, case, number, scene, side

FIGHT = {"intent": "fight"}
STRIKE = cards("r1c1 S")


def _teams(count: int, **servant: Any) -> dict[str, Any]:
    return {f"team{place}": side({}, **servant) for place in range(1, count + 1)}


def test_a_vanished_servant_is_skipped() -> None:
    """B-E29."""
    teams = {**_teams(3, strength="C"), "team2": side({}, health=2)}
    declared = {**dict.fromkeys(teams, FIGHT), "battles": {"team1-team2": {"team1": STRIKE}}}
    found = scene(teams, declared)
    assert (found["pairs"], found["skipped"]) == (["team1-team2", "team3-team1"], ["team2-team3"])
    assert found["team2"]["vanished"] is True
    assert found["victory"] == {"over": False, "winners": []}


def test_a_master_at_0_health_is_dead_before_the_scene_too() -> None:
    """B-11.1, B-14.11, B-14.13, B-14.15: it recovers nothing and supports nobody; its servant stays a scene."""
    dead = {"health": 0, "max_health": 3, "mana": 2, "max_mana": 5}
    teams = {**_teams(3), "team1": side(dead)}
    found = scene(teams, {"team2": FIGHT})
    assert found["battles"]["team1-team2"]["team1"]["base_points"] == 0
    assert found["team1"]["vanished"] is False
    assert (found["team1"]["master"]["mana"], found["team1"]["master"]["dead"]) == (2, True)
    assert scene({**teams, "team1": {**teams["team1"], "masterless_since": 1}}, scene=2)["team1"]["vanished"] is True
    assert number("recovery", master=dead) == {"mana": 2}


def test_regions_that_are_not_listed_are_those_of_the_teams() -> None:
    teams = {"team1": {"region": "park", "servant": {}}, "team2": {"region": "quay", "servant": {}}}
    declared = {"team1": {"intent": "fight", "region": "quay"}}
    assert case("scene", teams, declared)["pairs"] == ["team1-team2"]
    assert case("scene", {"team1": {"servant": {}}, "team2": {"servant": {}}})["pairs"] == []


def test_regions_in_list_order() -> None:
    """Life of a scene, 5."""
    teams = {key: {**team, "region": "school" if key in ("team1", "team2") else "harbour"}
             for key, team in _teams(4).items()}  # fmt: skip
    found = scene(teams, dict.fromkeys(teams, FIGHT))
    assert found["pairs"] == ["team3-team4", "team1-team2"]


def test_who_avoids_is_left_alone_by_who_avoids() -> None:
    """B-14.9: nobody intends to fight."""
    found = scene(_teams(3), {})
    assert (found["pairs"], found["slipped"], found["alliances"]) == ([], [], [])


def test_slipping_away_from_one_and_not_from_the_other() -> None:
    """B-14.9, B-R2: it is a matter of each pair, and of grades, not of pluses."""
    agilities = ("C", "B", "C+++")
    teams = {f"team{place}": side({}, agility=agility) for place, agility in enumerate(agilities, 1)}
    found = scene(teams, {"team1": FIGHT, "team3": FIGHT})
    assert found["slipped"] == ["team2 from team1", "team2 from team3"]
    assert found["pairs"] == ["team3-team1"]
    assert scene(teams, {"team2": FIGHT})["roles"] == {
        "team1-team2": {"team1": "defender", "team2": "attacker"},
        "team2-team3": {"team2": "attacker", "team3": "defender"},
    }


def test_an_alliance_needs_both() -> None:
    """B-14.16."""
    teams = _teams(2)
    one = {"team1": {"ally": ["team2"], **FIGHT}}
    both = {**one, "team2": {"ally": ["team1"]}}
    assert (scene(teams, one)["pairs"], scene(teams, one)["alliances"]) == (["team1-team2"], [])
    assert (scene(teams, both)["pairs"], scene(teams, both)["alliances"]) == ([], [["team1", "team2"]])
    standing: dict[str, Any] = {"alliances": [["team2", "team1"]]}
    assert scene(teams, {"team1": FIGHT}, **standing)["pairs"] == []
    ended = scene(teams, {"team1": {"end_alliance": ["team2"], **FIGHT}}, **standing)
    assert (ended["pairs"], ended["alliances"]) == (["team1-team2"], [])


def test_strokes_before_a_battle() -> None:
    """B-14.22, B-10.4: what is restored can be used in the very next order, and what heals counts at once."""
    spent = side({"strokes": [4, 9]}, noble_phantasm={"rank": "A", "uses_left": 0}, health=1, max_health=7)
    order = {"noble_phantasm": "boost", "cards": []}
    before = {"team1": [{"card": 9, "restore": True}, {"card": 4, "health": 2, "mana": 0}]}
    battles = {"team1-team2": {"team1": order, "team2": STRIKE, "before": before}}
    found = scene({"team1": spent, "team2": side({}, strength="C")}, {"team1": FIGHT, "battles": battles})
    assert found["team1"]["uses_left"] == {"noble_phantasm": 0}
    assert (found["team1"]["health"], found["team1"]["master"]["strokes"]) == (1, [])


def test_strokes_between_the_battles_of_others() -> None:
    """B-14.22: between battles every master of the meeting may heal."""
    teams = {key: {**team, "master": {"strokes": [7]}} for key, team in _teams(3, health=5, max_health=7).items()}
    battles = {"team2-team3": {"before": {"team1": [{"card": 7, "health": 2}]}}}
    found = scene(teams, {**dict.fromkeys(teams, FIGHT), "battles": battles})
    assert (found["team1"]["health"], found["team1"]["master"]["strokes"]) == (7, [])


@pytest.mark.parametrize(("split", "health", "mana"), [({"health": 2}, 7, 3), ({"mana": 2}, 5, 5),
                                                      ({"health": 1, "mana": 1}, 6, 4)])  # fmt: skip
def test_what_a_stroke_is_not_told_to_heal_stays(split: dict[str, int], health: int, mana: int) -> None:
    """B-10.2: at the start of a scene, and before a battle."""
    hurt = side({"strokes": [4]}, health=5, max_health=7, mana=3, max_mana=7)
    stroke = {"card": 4, **split}
    before = {"battles": {"team1-team2": {"before": {"team1": [stroke]}}}}
    for declared in ({"team1": {"strokes": [stroke]}}, {"team1": FIGHT, **before}):
        found = scene({"team1": hurt, "team2": side({})}, declared)["team1"]
        assert (found["health"], found["mana"], found["master"]["strokes"]) == (health, mana, [])


@pytest.mark.parametrize(("died", "vanished"), [(None, False), (4, False), (3, True)])
def test_a_servant_without_a_master(died: int | None, vanished: bool) -> None:
    """B-14.15: to the end of the scene after the one in which its master died; that is this one, if nobody says."""
    since = {} if died is None else {"masterless_since": died}
    teams = {**_teams(2), "team3": {"servant": {}, **since}}
    assert scene(teams, {}, scene=4)["team3"]["vanished"] is vanished


def test_the_last_team_wins() -> None:
    """B-14.17."""
    teams = {"team1": side({}, strength="C"), "team2": side({}, health=2)}
    found = scene(teams, {"team1": FIGHT, "battles": {"team1-team2": {"team1": STRIKE}}})
    assert found["victory"] == {"over": True, "winners": ["team1"]}
    both = {key: side({}, strength="A", health=1) for key in teams}
    row = {"board": ["S S S S S", *["- - - - -"] * 4]}
    other = {"board": [*["- - - - -"] * 4, "S S S S S"]}
    drawn = scene(both, {"team1": FIGHT, "battles": {"team1-team2": {"team1": row, "team2": other}}})
    assert drawn["victory"] == {"over": True, "winners": []}


@pytest.mark.parametrize(
    ("two", "three", "winners"),
    [
        ({"health": 6}, {"health": 5}, ["team2"]),
        ({"health": 6, "mana": 3}, {"health": 6, "mana": 4}, ["team3"]),
        ({"health": 6}, {"health": 6}, ["team2", "team3"]),
    ],
)
def test_the_scene_limit(two: Any, three: Any, winners: list[str]) -> None:
    """B-14.17."""
    teams = {"team1": side({"health": 9}, health=3), "team2": side({}, **two), "team3": side({}, **three)}
    assert scene(teams, {}, scene=12)["victory"] == {"over": True, "winners": winners}


def test_regions_and_times() -> None:
    """B-14.2."""
    assert [number("regions", teams=teams)["regions"] for teams in (2, 4, 7)] == [3, 3, 6]
    assert [number("time", scene=scene_)["time"] for scene_ in (1, 2, 3)] == ["day", "night", "day"]


def test_pairs_that_do_not_battle_leave_the_others_in_their_order() -> None:
    """B-14.12, B-R2."""
    whole = [[1, 2], [2, 3], [3, 4], [4, 1], [1, 3], [2, 4]]
    assert number("pairings", teams=4)["pairs"] == whole
    left = number("pairings", teams=4, no_battle=[[2, 1], [3, 4]])["pairs"]
    assert left == [pair for pair in whole if pair not in ([1, 2], [3, 4])]
    assert number("pairings", teams=4, no_battle=[[1, 2, 3]])["refused"]["code"] == "bad_list"


@given(st.integers(1, 12))
def test_the_ring_pairs_everybody_once(count: int) -> None:
    """B-14.12."""
    pairs = list(ring(count))
    assert {frozenset(pair) for pair in pairs} == {frozenset((a, b)) for a in range(count) for b in range(a)}
    assert len(pairs) == count * (count - 1) // 2


def test_a_war_from_creation_to_its_end() -> None:
    """A war of silent players: plain sheets, six cards each, and at the scene limit the grail is shared."""
    setup = {"teams": [{"key": key, "name": key} for key in ("red", "blue")]}
    options, _ = BINGO.options.read({"scene_limit": 2})
    desk = DirectDesk(BINGO, BINGO.begin(setup, options), Seeded(b"silent"))
    play(desk, ScriptTable(Script(setup, options)))
    assert desk.state.stage is Stage.OVER
    assert desk.state.winners == ("red", "blue")
    for team in desk.state.teams:
        held = (*team.master.strokes, *team.master.tarot)
        assert len(set(held)) == 6 and min(team.master.strokes) > max(team.master.tarot)
