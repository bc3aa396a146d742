"""Orders as they are written in a line, in two parts, and as a case gives them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from grailkeeper.core.bound import Bound
from grailkeeper.core.form import read
from grailkeeper.rules.chronicle.cards import Card, number
from grailkeeper.rules.chronicle.corrections import _of_team
from grailkeeper.rules.chronicle.creation import sheet_problems
from grailkeeper.rules.chronicle.derived import derived
from grailkeeper.rules.chronicle.information import knows_name
from grailkeeper.rules.chronicle.orders import JOINING_FORM, cards_record
from grailkeeper.rules.chronicle.people import Information
from grailkeeper.rules.chronicle.scene.orders import Words
from grailkeeper.rules.chronicle.scenecase import _Reading
from grailkeeper.rules.registry import registered
from grailkeeper.text.language import Language
from grailkeeper.text.words import load_words

from .scenetable import master as in_scene
from .scenetable import scene
from .table import cast, fight, master, servant, spell
from .wars import war

FIELD = {"lancer": "랜서", "rider": "라이더"}


def laid(text: str, language: Language = Language.EN) -> list[list[str]]:
    """The cards of a line, as `_said` writes them."""
    rules = registered("chronicle")
    assert rules is not None
    data, problems = read(cards_record(FIELD), {"cards": text}, load_words(rules.package, language).identify)
    if problems:
        return [[problem.code] for problem in problems]
    assert isinstance(data, Mapping)
    slots: Any = data["cards"]
    return [[_said(card) for card in slot] for slot in slots]


def _said(card: Mapping[str, Any]) -> str:
    words = [card["card"], *(name for name in ("plus", "reserve") if card.get(name)), card.get("cover", "")]
    return " ".join(word for word in (*words, *card.get("targets", ())) if word)


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("strike", [["strike"]]),
        ("strike rush", [["strike"], ["rush"]]),
        ("strike rush guard", [["strike"], ["rush"], ["guard"]]),
        ("strike reserve", [["strike reserve"]]),
        ("strike+ reserve", [["strike plus reserve"]]),
        ("strike + reserve", [["strike plus reserve"]]),
        ("strike +", [["strike plus"]]),
        ("guard + cover allies", [["guard plus allies"]]),
        ("guard reserve cover allies", [["guard reserve allies"]]),
        ("guard cover allies", [["guard allies"]]),
        ("strike / rush", [["strike"], ["rush"]]),
        ("strike / rush, guard", [["strike", "rush"], ["guard"]]),
        ("noble phantasm reserve", [["noble_phantasm reserve"]]),
        ("noble phantasm + reserve, wait", [["noble_phantasm plus reserve"], ["wait"]]),
        ("strike > lancer & rider", [["strike lancer rider"]]),
        ("strike nonsense", [["unknown_card"]]),
        ("nonsense", [["unknown_card"]]),
        ("nonsense reserve", [["unknown_card"]]),
        ("strike reserve reserve", [["unknown_card"]]),
        ("guard cover", [["unknown_card"]]),
        ("", [["unknown_card"]]),
    ],
)
def test_cards_in_a_line(text: str, slots: Sequence[Sequence[str]]) -> None:
    assert laid(text) == slots


@pytest.mark.parametrize(
    ("text", "given"),
    [("nonsense", "nonsense"), ("nonsense reserve", "nonsense"), ("nonsense more", "nonsense more")],
)
def test_what_is_no_card_is_said(text: str, given: str) -> None:
    _, problems = read(cards_record(FIELD), {"cards": text})
    assert [(problem.code, problem.values["given"]) for problem in problems] == [("unknown_card", given)]


@pytest.mark.parametrize(
    ("text", "slots"),
    [
        ("강타 맹공", [["strike"], ["rush"]]),
        ("strike rush", [["strike"], ["rush"]]),
        ("강타／맹공", [["strike"], ["rush"]]),
    ],
)
def test_cards_in_a_line_of_korean(text: str, slots: Sequence[Sequence[str]]) -> None:
    """Or in the words of the files."""
    assert laid(text, Language.KO) == slots


MAGE: Mapping[str, Any] = {"magic": 9, "conviction": 9, "circuit": "A", "mana": 90}
ORDERS: Sequence[Mapping[str, Any]] = (
    cast(["magecraft", *["wait"] * 5, "magecraft"], spell("attack", 1), spell("attack", 3)),
    cast([*["wait"] * 4, "chant", "chant", "magecraft", "magecraft"], spell("attack", 1), spell("attack", 3)),
    cast([*["wait"] * 5, "magecraft"], spell("attack", 4)),
    {"cards": [], "retreat": {"slot": 7}},
)


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_in_two_parts_does_the_same(order: Mapping[str, Any]) -> None:
    """C-9.6: its spells go with the cards that begin them, a retreat is the later part's."""
    people = [master("mage", "red", **MAGE), servant("lancer", "blue")]
    orders = {"mage": order, "lancer": [*["wait"] * 8, "strike"]}
    whole, parts = fight(people, orders), fight(people, orders, {"two_part": "on"})
    assert "refused" not in whole
    assert whole == parts


@pytest.mark.parametrize(
    ("reserve", "taken"),
    [
        (None, True),
        ({"for": "card", "grade": 1}, True),
        ({"for": "card", "grade": 9}, True),
        ({"for": "card", "grade": 0}, False),
        ({"for": "card", "grade": 10}, False),
        ({"for": "card"}, False),
        ({"grade": 1}, False),
    ],
)
def test_a_reserve_of_a_case(reserve: Any, taken: bool) -> None:
    """C-23.18."""
    found = fight([servant("saber", "red", reserve=reserve), servant("lancer", "blue")], {})
    assert ("refused" not in found) is taken


def test_what_a_case_may_leave_empty() -> None:
    """C-9.8, C-17.1: nobody preempts, and somebody is on no side."""
    people = [servant("saber", "red"), servant("lancer", "blue"), {"name": "rider", "side": None, "team": "green"}]
    found = fight(people, {}, preempts=None)
    assert "shown" not in found and list(found["people"]) == ["saber", "lancer", "rider"]


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({"npcs": [{"name": "taiga", "at": None}]}, True),
        ({"npcs": [{"at": "r1"}]}, False),
        ({"teams": {"red": {"territory": {"at": "r1"}}}}, True),
        ({"teams": {"red": {"territory": {"stored": 3}}}}, False),
    ],
)
def test_what_a_scene_case_has_to_say(given: Mapping[str, Any], taken: bool) -> None:
    """C-20.1, C-23.9."""
    found = scene([in_scene("aa", "red"), in_scene("bb", "blue")], **given)
    assert (list(found) != ["refused"]) is taken


def test_whoever_is_asked_to_join_says_whom() -> None:
    """C-Q62."""
    assert [each.code for each in read(JOINING_FORM, {})[1]] == ["missing_field"]
    assert read(JOINING_FORM, {"join": "leave"}) == ({"join": "leave"}, ())


def test_the_parts_of_an_order_in_the_reader_s_words() -> None:
    """Or in those of the files; others are refused."""
    reading = _Reading(Words({}, {}), lambda word, among: "move" if word == "이동" and "move" in among else None)
    assert reading.order({"이동": "r2"}, "aa") == reading.order({"move": "r2"}, "aa") == ({}, {"move": "r2"})
    assert not reading.problems
    reading.order({"산책": "r2"}, "aa")
    assert [(each.code, each.culprit) for each in reading.problems] == [("unknown_field", "aa.산책")]


@pytest.mark.parametrize(("combat", "strikes"), [(1, 1), (5, 3), (9, 3)])
def test_a_strength_beyond_the_table_is_its_last(combat: int, strikes: int) -> None:
    """C-11.2."""
    people = [{"key": "shirou", "team": "red", "kind": "master", "combat": combat}]
    assert number(war(people).people["shirou"], Card.STRIKE) == strikes


def test_what_maxima_come_from() -> None:
    """C-23.2, C-23.3: is named."""
    people = war().people
    found = [
        [term.name for each in (derived(people[key]).max_health, derived(people[key]).max_mana) for term in each.terms]
        for key in ("shirou", "saber")
    ]
    assert found == [["combat", "per_grade", "magic", "per_grade"], ["servant", "endurance", "servant", "magic"]]


@pytest.mark.parametrize(("points", "known"), [((2, 2, 1, 0), False), ((2, 2, 1, 1), True), ((3, 3, 1, 0), True)])
def test_six_points_tell_the_name(points: tuple[int, int, int, int], known: bool) -> None:
    """C-23.10: of whatever kind."""
    assert knows_name(Information(*points)) is known


def test_skills_beyond_their_points_take_none_of_the_others() -> None:
    """C-23.3: what is left of those is said all the same."""
    abilities = {"strength": "C", "endurance": "C", "agility": "C", "magic": "C", "luck": "D"}
    sheet = {"class": "saber", "skills": {"brawl": "A", "valor": "B"}, **abilities}
    assert {each.code: each.values.get("left") for each in sheet_problems({"servant": sheet})} == {
        "points_left": 1,
        "skill_points": None,
    }


@pytest.mark.parametrize(("masters", "most"), [(0, 3), (1, 3), (2, 6)])
def test_each_master_has_brought_its_strokes(masters: int, most: int) -> None:
    """C-23.1: a team that has none has had one."""
    people = [{"key": f"m{place}", "team": "red", "kind": "master"} for place in range(masters)]
    state = war([{"key": "saber", "team": "red"}, *people])
    assert _of_team(state, "red")["strokes"] == Bound("C-23.1", 0, most)
