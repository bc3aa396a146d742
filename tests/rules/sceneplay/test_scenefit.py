"""Of a case's acts only the faulty part is refused, on the bare state and through a journal alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from grailkeeper.campaign.desk import play_script_in_war
from grailkeeper.core.case import Case, read_case
from grailkeeper.core.compare import run_case
from grailkeeper.core.drive import play_script
from grailkeeper.rules.sceneplay.casefile import SCENEPLAY_CASES
from grailkeeper.rules.sceneplay.system import SCENEPLAY

from .scenetable import Order, apply, join, prepare, search, solo

TEAMS: Mapping[str, Any] = {"A": {"servant": {"mana": "3/7"}}, "B": {"servant": {"mana": "3/7"}}, "C": {}}
HINDERED = join("B", "A", who="master", stance="hinder", number=0)

both_ways = pytest.mark.parametrize("play", [play_script, play_script_in_war], ids=["bare", "journal"])


def _scene(play: Callable[..., Any], *orders: Order) -> Any:
    data = {"system": "sceneplay", "kind": "scene", "given": {"teams": TEAMS}, "declared": {"orders": list(orders)}}
    case = read_case(data)
    assert isinstance(case, Case)
    return run_case(SCENEPLAY, SCENEPLAY_CASES, case, play=play).actual


@both_ways
@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (search("B", ability="strength"), "bad_search_ability"),  # S-12.5
        (search("B", number=100), "bad_number"),  # S-9.5
        (search("X"), "unknown_team"),
        (search("A"), "base_known"),  # S-4.1
        (search("B", reserves=[-5]), "bad_amount"),  # S-5.4
    ],
)
def test_a_faulty_search_is_not_made(play: Callable[..., Any], plan: dict[str, Any], code: str) -> None:
    opened = _scene(play, apply("A", "search", search=plan))
    alone = _scene(play, solo("A", "search", who="servant", search=plan | {"by": "servant"}))
    assert (opened["actions"], opened["judgments"], opened["after"]["B"]["known_by"]) == ({"A master": code}, {}, [])
    assert (alone["actions"], alone["judgments"]) == ({"A servant": code}, {})


@both_ways
@pytest.mark.parametrize(
    ("action", "code"),
    [
        ({"reserves": 0}, "bad_amount"),  # S-5.4
        ({"reserves": -1}, "bad_amount"),
        ({"eat": 0}, "bad_amount"),  # S-15.2
    ],
)
def test_a_faulty_action_is_not_done_and_others_are(
    play: Callable[..., Any], action: Mapping[str, Any], code: str
) -> None:
    found = _scene(play, prepare("A", "solo", master=action, servant={"eat": 2}))
    assert found["actions"] == {"A master": code, "A servant": "ok"}
    assert (found["after"]["A"]["servant"]["mana"], found["after"]["A"]["reserves"]) == (5, [])


@both_ways
@pytest.mark.parametrize(
    ("gift", "code"),
    [
        (["A master", "A servant", -1], "bad_amount"),  # S-5.11
        (["A master", "C servant", 1], "bad_receiver"),  # S-5.12: not there
        (["A master", "X servant", 1], "bad_receiver"),
        (["C master", "A servant", 1], "bad_giver"),
    ],
)
def test_a_faulty_gift_has_its_place_among_the_others(play: Callable[..., Any], gift: list[Any], code: str) -> None:
    good = ["A master", "A servant", 1]
    found = _scene(play, prepare("A", gifts=[good, gift, good]), prepare("B", gifts=[["B master", "B servant", 1]]))
    assert found["gifts"] == ["ok", code, "ok", "ok"]
    assert found["after"]["A"]["servant"]["mana"] == 5


@both_ways
def test_a_number_that_is_none_leaves_nothing_to_be_judged(play: Callable[..., Any]) -> None:  # S-9.5
    plan = prepare("A", master={"rest": True}, gifts=[["A master", "A servant", 1]], numbers=[100])
    found = _scene(play, plan, HINDERED)
    assert (found["actions"], found["gifts"], found["judgments"]) == ({"A master": "bad_number"}, ["bad_number"], {})


@both_ways
def test_what_is_said_for_another_kind_of_scene_is_not_asked_for(play: Callable[..., Any]) -> None:
    found = _scene(play, apply("A", "search", prepare={"master": {"rest": True}}))
    assert (found["orders"], found["actions"]) == (["ok"], {})


@both_ways
def test_health_that_cannot_be_turned_is_left_alone(play: Callable[..., Any]) -> None:  # S-5.13
    found = _scene(play, prepare("A", heal={"A": -1, "B": -1}), join("B", "A", stance="help"))
    assert [found["after"][team]["servant"]["mana"] for team in "AB"] == [3, 3]
