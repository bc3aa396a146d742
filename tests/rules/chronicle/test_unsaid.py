"""What a formula, a sheet or a setup comes to where something is left unsaid, and who sits where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from grailkeeper.core.seat import Role
from grailkeeper.rules.chronicle.people import Life, Pool, Territory
from grailkeeper.rules.chronicle.sheet import person_of, team_of
from grailkeeper.rules.chronicle.state import State, seat_for, seats, team_of_seats, with_person
from grailkeeper.rules.chronicle.system import _places

from .table import number, refusal
from .wars import war

WHOLE: Sequence[Mapping[str, Any]] = ({"name": "a", "strokes": 1}, {"name": "b", "strokes": 2})


@pytest.mark.parametrize(
    ("formula", "given", "found"),
    [
        ("distance", {"from": "back", "to": "back", "grade": "E"}, {"distance": 3, "damage": 0}),
        ("distance", {"from": "back", "to": "back", "grade": "B"}, {"distance": 3, "damage": 2}),
        ("bare_view", {"first": ["strike", "rush"], "second": ["rush"]}, {"first": ["win"]}),
        ("guard", {"endurance": "C", "hit": {"type": "magecraft", "mana": 12}}, {"health": 0, "mana": 3}),
        ("retreat", {"who": "servant", "cards": []}, {"limit": 0, "ignored": 0, "damage": 0, "success": False}),
        ("mana_floor", {"mana": 5, "max_mana": 10}, {"mana": 5, "lost": 0, "paid": True}),
        ("code_price", {}, {"funds": 2}),
        ("code_price", {"crafted": True}, {"funds": 1}),
        ("campaign_end", {"teams": WHOLE}, {"ended": False, "winners": []}),
        ("campaign_end", {"teams": WHOLE, "scene_limit": 1}, {"ended": False, "winners": []}),
        ("campaign_end", {"teams": WHOLE, "scene_limit": 0}, {"ended": True, "winners": ["b"]}),
        (
            "campaign_end",
            {"teams": [*WHOLE, {"name": "c", "merit": 1}, {"name": "d", "merit": -1}], "scene": 20},
            {"ended": True, "winners": ["c"]},
        ),
        (
            "campaign_end",
            {"teams": [*WHOLE, {"name": "c", "experience": 1}, {"name": "d", "experience": -1}], "scene": 20},
            {"ended": True, "winners": ["c"]},
        ),
    ],
)
def test_what_a_formula_takes_for_granted(formula: str, given: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    assert number(formula, **given) == found


@pytest.mark.parametrize(("gained", "winner"), [(1, "b"), (0, "a")])
@pytest.mark.parametrize("name", ["merit", "experience"])
def test_a_team_has_gained_nothing_unless_it_is_said(name: str, gained: int, winner: str) -> None:
    """C-23.16: one who has more is ahead of it, one who has as much is not."""
    teams = [{"name": "a", "strokes": 9}, {"name": "b", name: gained, "strokes": 0}]
    assert number("campaign_end", teams=teams, scene=20)["winners"] == [winner]


@pytest.mark.parametrize(
    ("split", "servant", "master"), [({"servant": 2}, 42, 30), ({"master": 3}, 40, 33), ({}, 40, 30)]
)
def test_of_loot_nobody_takes_what_is_not_said(split: Mapping[str, int], servant: int, master: int) -> None:
    """C-9.12, C-Q34."""
    found = number("loot", stored=9, servant=[40, 45], master=[30, 40], split=split)
    assert (found["servant"], found["master"]) == (servant, master)


def test_loot_beyond_a_maximum_is_none() -> None:
    """C-9.12: who has more than the maximum takes nothing."""
    found = number("loot", stored=9, servant=[50, 45], master=[45, 40])
    assert (found["servant"], found["master"], found["lost"]) == (50, 45, 9)


def test_cards_that_are_used_up_are_none() -> None:
    """C-17.2: what is not on the sheet is not named."""
    found = number("cards", strength="E", used=["strike", "strike+"])["numbers"]
    assert found["strike"] == 0
    assert "charge" not in found and "noble_phantasm" not in found


def test_of_several_faults_the_first_is_said() -> None:
    """In the order of the ledger's table, of one formula as of one among several."""
    given: dict[str, Any] = {"endurance": "Q", "hit": 3}
    assert number("guard", **given) == refusal("unknown_rank", "C-11.1")
    assert number("guard", each={"one": given}) == {"one": refusal("unknown_rank", "C-11.1")}


# Sheets and setups


@pytest.mark.parametrize(("now", "old", "excess"), [(40, True, 10), (30, True, 0), (29, True, 0), (40, False, 0)])
def test_an_excess_is_old_where_it_is_said(now: int, old: bool, excess: int) -> None:
    """C-Q2, C-8.4."""
    person = person_of({"kind": "master", "health": now, "old_excess": old}, "aa", "red", "red")
    assert person.health == Pool(now, 30, excess)


def test_nobody_is_linked_from_the_beginning() -> None:
    """C-7.5: there is no magic to go back to."""
    linked = person_of({"kind": "master"}, "aa", "red", "red").the_master
    assert (linked.linked, linked.own_magic) == ("", 0)


def test_a_territory_is_empty_unless_it_is_said() -> None:
    """C-23.9."""
    assert team_of({"territory": {"at": "r1"}}, "red").territory == Territory("r1", 0)


def test_regions_that_are_called_something() -> None:
    """C-23.7: a name that is no more than the key is none."""
    state = war()
    assert _places(state) == {"r1": "신토"}
    plain = {key: type(region)(key, key) for key, region in state.regions.items()}
    assert _places(type(state)(**{**_fields(state), "regions": plain})) == {}


def _fields(state: State) -> dict[str, Any]:
    return {name: getattr(state, name) for name in type(state).__dataclass_fields__}


# C-23.1: seats

SHARED: Sequence[Mapping[str, Any]] = (
    {"key": "saber", "team": "red", "seat": "one"},
    {"key": "shirou", "team": "red", "kind": "master", "seat": "one"},
    {"key": "rin", "team": "blue", "kind": "master", "seat": "two"},
)


def test_a_seat_has_the_roles_of_its_people() -> None:
    assert [(seat.key, seat.team, set(seat.roles)) for seat in seats(war(SHARED))] == [
        ("one", "red", {Role.MASTER, Role.SERVANT}),
        ("two", "blue", {Role.MASTER}),
    ]


@pytest.mark.parametrize(
    ("dead", "team"), [((), "red"), (("shirou",), "blue"), (("shirou", "lancer"), "red"), (("lancer",), "red")]
)
def test_a_seat_is_of_the_team_of_its_living(dead: Sequence[str], team: str) -> None:
    """C-23.15: the master's before the servant's, the first of two that are alike."""
    people = [
        {"key": "shirou", "team": "red", "kind": "master", "seat": "one"},
        {"key": "lancer", "team": "blue", "seat": "one"},
        {"key": "rin", "team": "blue", "kind": "master", "seat": "two"},
        {"key": "kirei", "team": "green", "kind": "master", "seat": "two"},
    ]
    state = war(people)
    for key in dead:
        state = with_person(state, key, life=Life.DEAD)
    assert team_of_seats(state) == {"one": team, "two": "blue"}


@pytest.mark.parametrize(("dead", "seat"), [((), "two"), (("shirou",), "one"), (("saber",), "two")])
def test_a_team_is_asked_at_its_living_master_s_seat(dead: Sequence[str], seat: str) -> None:
    people = [
        {"key": "saber", "team": "red", "seat": "one"},
        {"key": "shirou", "team": "red", "kind": "master", "seat": "two"},
        {"key": "rin", "team": "blue", "kind": "master"},
    ]
    state = war(people)
    for key in dead:
        state = with_person(state, key, life=Life.DEAD)
    assert seat_for(state, "red") == seat
