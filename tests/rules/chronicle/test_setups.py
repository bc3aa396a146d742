"""What is wrong with a setup, a situation of a case, a sheet; and what a case says of what came out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from grailkeeper.core.form import plain_words, read
from grailkeeper.rules.chronicle.battlecase import UsedCard
from grailkeeper.rules.chronicle.creation import sheet_problems
from grailkeeper.rules.chronicle.information import known
from grailkeeper.rules.chronicle.people import Skill
from grailkeeper.rules.chronicle.prices import first_upkeep, loot, upkeep
from grailkeeper.rules.chronicle.setup import SETUP, begin, setup_problems
from grailkeeper.rules.chronicle.system import CHRONICLE

from .scenetable import master, scene, servant
from .table import case, fight, number, refusal
from .table import servant as fighter

SABER: Mapping[str, Any] = {"key": "saber", "team": "red", "class": "saber"}
SHIROU: Mapping[str, Any] = {"key": "shirou", "team": "red", "kind": "master"}
LANCER: Mapping[str, Any] = {"key": "lancer", "team": "blue"}
STRONG: Mapping[str, Any] = {**SABER, **dict.fromkeys(("strength", "endurance", "agility", "magic", "luck"), "A")}


def wrong(people: Sequence[Mapping[str, Any]], **more: Any) -> list[str]:
    data, malformed = read(SETUP, {"people": [dict(each) for each in people], **more})
    assert not malformed and isinstance(data, Mapping), malformed
    return [problem.code for problem in setup_problems(data) if problem.binding]


@pytest.mark.parametrize(
    ("more", "codes"),
    [({}, True), ({"as_they_are": True}, False), ({"war": {}}, True), ({"war": {"creation": True}}, False)],
)
def test_people_are_checked_as_they_are_made(more: Mapping[str, Any], codes: bool) -> None:
    """C-23.2, C-23.3: unless they are taken as they are, or their sheets are handed in first."""
    assert wrong([STRONG, LANCER], **more) == ["points_total"] * codes
    greedy = {**SHIROU, **dict.fromkeys(("combat", "magic", "conviction", "fate"), 5)}
    assert wrong([greedy, LANCER], **more) == ["points_total"] * codes


@pytest.mark.parametrize(("as_they_are", "has"), [(False, True), (True, False)])
def test_a_servant_that_is_made_has_the_skills_of_its_class(as_they_are: bool, has: bool) -> None:
    """C-23.4."""
    data, _ = read(SETUP, {"people": [SABER, LANCER], **({"as_they_are": True} if as_they_are else {})})
    assert isinstance(data, Mapping)
    skills = begin(data, CHRONICLE.options.read({})[0]).people["saber"].the_servant.skills
    assert (Skill.RIDING in skills) is has


def test_nobody_is_there_twice() -> None:
    """C-23.1."""
    assert wrong([SABER, LANCER, SABER], as_they_are=True) == ["name_twice"]


@pytest.mark.parametrize(
    ("sides", "codes"),
    [
        ([["saber"], ["lancer"]], []),
        ([["saber", "lancer"]], ["no_opponent"]),
        ([["saber", "lancer"], []], ["no_opponent"]),
        ([["saber"], ["lancer", "saber"]], ["on_two_sides"]),
    ],
)
def test_a_battle_has_two_sides(sides: Sequence[Sequence[str]], codes: Sequence[str]) -> None:
    """C-10.1: and nobody stands on both."""
    battle = {"sides": [{"key": f"s{place}", "people": list(side)} for place, side in enumerate(sides)]}
    data, _ = read(SETUP, {"people": [SABER, LANCER], "as_they_are": True, "battle": battle})
    assert isinstance(data, Mapping)
    problems = list(setup_problems(data))
    assert [problem.code for problem in problems] == codes
    assert [problem.values["least"] for problem in problems if problem.code == "no_opponent"] == [2] * (
        codes == ["no_opponent"]
    )


@pytest.mark.parametrize(
    ("fights", "codes"), [("lancer", []), ("shirou", ["intrusion_target"]), ("rider", ["intrusion_target"])]
)
def test_an_intruder_fights_a_servant_who_is_there(fights: str, codes: Sequence[str]) -> None:
    """C-17.1."""
    people = [SABER, SHIROU, LANCER, {"key": "rider", "team": "green"}, {"key": "archer", "team": "gold"}]
    battle = {
        "sides": [{"key": "s1", "people": ["saber", "shirou"]}, {"key": "s2", "people": ["lancer"]}],
        "intrusions": [{"person": "archer", "slot": 3, "fights": fights}],
    }
    assert wrong(people, as_they_are=True, battle=battle) == codes


# Sheets


@pytest.mark.parametrize(("bought", "codes"), [(None, []), (0, []), (3, []), (4, ["bought_too_many"])])
def test_what_may_be_bought(bought: int | None, codes: Sequence[str]) -> None:
    """C-7.9: three at the most; points that are left are no fault."""
    sheet = {"class": "saber", **({} if bought is None else {"bought": bought})}
    assert [each.code for each in sheet_problems({"servant": sheet}) if each.binding] == codes


@pytest.mark.parametrize(("luck", "left"), [("A", 0), ("B", 1), ("C", 2)])
def test_points_that_are_left_are_said(luck: str, left: int) -> None:
    """C-R10, C-23.3: one is enough."""
    skills = {"riding": "D", "magic_resistance": "D", "brawl": "D", "valor": "D"}
    abilities = {"strength": "C", "endurance": "C", "agility": "C", "magic": "D", "luck": luck}
    sheet = {"class": "saber", "skills": skills, "noble_phantasm": {"grade": "D"}, **abilities}
    found = {each.code: each.values["left"] for each in sheet_problems({"servant": sheet})}
    assert found == ({"points_left": left} if left else {})


def test_an_ability_of_which_nothing_is_said_is_middling() -> None:
    """C-23.2: three, and not out of bounds."""
    assert not list(sheet_problems({"master": {}}))


def test_one_sheet_is_legal() -> None:
    """C-23.2: with what follows from it, as two are."""
    alone, both = (case("sheet", {"master": {}}), case("sheet", {"master": {}, "servant": {"class": "saber"}}))
    assert (alone["legal"], alone["strokes"]) == (True, 3)
    assert (both["legal"], both["master"]["strokes"]) == (True, 3)


def test_a_servant_s_best_spell_is_said() -> None:
    """C-23.19: with its affinity's."""
    medea = {"class": "caster", "magic": "A", "strength": "E", "agility": "E", "skills": {"magecraft": "C"}}
    found = case("sheet", {"servant": medea})
    assert found["spell_grade"] == 5


# Prices


@pytest.mark.parametrize(("independent", "price"), [(1, 4), (5, 0), (6, 0), (7, 0)])
def test_upkeep_is_not_less_than_nothing(independent: int, price: int) -> None:
    """C-23.6."""
    assert upkeep(first_upkeep(0, False), False, 0, independent).value == price


def test_what_is_always_on_costs_nothing() -> None:
    """C-23.5."""
    for kind, cost in (("attack", 15), ("always_on", 0)):
        sheet = {"class": "saber", "noble_phantasm": {"grade": "C", "kind": kind}}
        assert case("sheet", {"servant": sheet})["noble_phantasm_cost"] == cost


def test_of_loot_the_master_takes_what_is_left() -> None:
    """C-9.12."""
    assert loot(12, (5, 99), None) == loot(12, (5, 7), None) == loot(12, (5, 7), (5, 7))


@pytest.mark.parametrize(("chants", "slots"), [(0, 1), (1, 1), (2, 2)])
def test_the_slots_of_a_spell_that_fires_with_its_last_chant(chants: int, slots: int) -> None:
    """C-Q56."""
    found = number("spell", {"verse_cards": "fire_is_last_chant"}, grade=2, chants=chants)
    assert found["slots"] == slots


def test_a_curse_of_one_takes_a_unit() -> None:
    """C-21.7."""
    assert number("spell", grade=2, curse=1)["power"] == 1


@pytest.mark.parametrize(("points", "tells"), [({}, False), ({"encounter": 1}, True)])
def test_points_that_are_not_there_tell_nothing(points: Mapping[str, int], tells: bool) -> None:
    """C-23.10."""
    assert known(points) == (("appearance", "class") if tells else ())


# Cases


@pytest.mark.parametrize(
    ("written", "read_as"),
    [("strike", "strike"), ("strike+", "strike+"), (" strike + ", "strike+"), ("타격", None)],
)
def test_a_card_that_was_used(written: str, read_as: str | None) -> None:
    """C-17.2."""
    found, problems = read(UsedCard(), written, plain_words)
    assert found == read_as
    assert [each.code for each in problems] == ([] if read_as else ["unknown_card"])


def test_the_first_refusal_is_the_first_of_the_ledger_s_table() -> None:
    """C-Q92: whoever it is about; an order for nobody is refused, too."""
    people = [master("aa", "red"), master("bb", "blue")]
    found = scene(people, {"aa": {"first": {"action": "labor"}}, "nobody": {}})
    assert [each["code"] for each in found["refusals"]] == ["wrong_region", "unknown_person"]
    assert found["refused"] == {"code": "unknown_person", "clause": "C-23.1"}


def test_a_name_that_is_given_twice() -> None:
    """C-23.1: to two people, or to one of them and somebody whom nobody plays."""
    people = [master("aa", "red"), master("bb", "blue")]
    assert scene([*people, servant("aa", "green")]) == refusal("name_twice", "C-23.1")
    assert scene(people, npcs=[{"name": "bb", "at": "r1"}]) == refusal("name_twice", "C-23.1")


def test_what_is_gained_is_said_of_the_servants_of_others() -> None:
    """C-3.2: masters and one's own are not named."""
    people = [master("aa", "red"), servant("saber", "red"), master("bb", "blue"), servant("lancer", "blue")]
    found = scene(people)
    assert {name: list(each["gained"]) for name, each in found["people"].items()} == {
        "aa": ["lancer"],
        "saber": ["lancer"],
        "bb": ["saber"],
        "lancer": ["saber"],
    }


def test_a_team_without_a_base_has_no_bonus() -> None:
    """C-2.7."""
    team = scene([master("aa", "red"), master("bb", "blue")])["teams"]["red"]
    assert (team["base"], team["base_bonus"], team["base_ley"]) == (None, 0, 0)


def test_what_a_battle_brought_is_the_difference() -> None:
    """C-23.12: experience and merit that were there before are not counted."""
    people = [fighter("saber", "red", experience=4), fighter("lancer", "blue", experience=2)]
    found = fight(people, {"saber": ["strike"]}, teams={"red": {"merit": 5}, "blue": {"merit": 2}})
    assert [found["people"][name]["experience"] for name in ("saber", "lancer")] == [2, 1]
    assert [found["teams"][name]["merit"] for name in ("red", "blue")] == [1, 0]


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        ({"enters": 2, "fights": "saber"}, []),
        ({"enters": 10, "fights": "saber"}, []),
        ({"enters": 1, "fights": "saber"}, ["intrusion_slot"]),
        ({"enters": 11, "fights": "saber"}, ["intrusion_slot"]),
        ({"fights": "saber"}, ["intrusion_slot"]),
        ({"enters": 3}, ["intrusion_target"]),
        ({"enters": 3, "fights": "shirou"}, ["intrusion_target"]),
        ({"enters": 3, "fights": "rider"}, ["intrusion_target"]),
        ({}, []),
    ],
)
def test_who_enters_says_when_and_whom(order: Mapping[str, Any], codes: Sequence[str]) -> None:
    """C-17.1."""
    people = [
        fighter("saber", "red"),
        {"name": "shirou", "side": "red", "kind": "master"},
        fighter("lancer", "blue"),
        {"name": "rider", "team": "green"},
    ]
    found = fight(people, {"rider": order})
    assert ("refused" in found) is bool(codes)
    assert not codes or found["refused"]["code"] == codes[0]


@pytest.mark.parametrize(
    ("used", "cards", "code"),
    [
        (["strike"], ["strike"], None),
        (["strike"], ["strike", "strike"], "too_many_of_card"),
        (["strike+"], ["strike"], None),
        (["strike+"], ["strike+"], "plus_used_up"),
        (["strike+"], ["strike", "strike"], "too_many_of_card"),
    ],
)
def test_cards_that_were_used_before_are_counted_once(used: list[str], cards: list[str], code: str | None) -> None:
    """C-17.2: and once more as one with plus."""
    people = [fighter("saber", "red", strength="C+", used=used), fighter("lancer", "blue")]
    found = fight(people, {"saber": cards})
    assert (found["refused"]["code"] if "refused" in found else None) == code
