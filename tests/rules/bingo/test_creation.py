"""Before the first scene (B-14.3 to B-14.7): what the keeper rules on new sheets, six cards, three registered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grailkeeper.core.call import Answers
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Seeded
from grailkeeper.core.form import read
from grailkeeper.core.point import Point
from grailkeeper.core.rank import Letter, Rank
from grailkeeper.core.system import Resolution
from grailkeeper.rules.bingo import facts as f
from grailkeeper.rules.bingo.creation import created, created_master
from grailkeeper.rules.bingo.people import Ability, Points, Servant, ServantClass
from grailkeeper.rules.bingo.scene.creating import creation_record, sheet_of
from grailkeeper.rules.bingo.state import Stage, State
from grailkeeper.rules.bingo.system import BINGO

RUNES = {"name": "룬", "rank": "C+", "is_magecraft": True}
SHEET: Mapping[str, Any] = {
    "class": "lancer",
    **dict.fromkeys(("strength", "endurance", "agility", "magic"), "C"),
    "luck": "C+",
    "skills": [{"name": "직감", "rank": "D"}, RUNES],
    "noble_phantasm": {"name": "창", "rank": "B+"},
    "health": 9,
    "mana": 5,
}
EX: Mapping[str, Any] = {**SHEET, "strength": "EX", "luck": "E"}


def new_war(**options: Any) -> State:
    values, problems = BINGO.options.read(options)
    assert not problems
    return BINGO.begin(BINGO.war_setup({"red": "사야카", "blue": "쿄코"}), values)


def resolve(state: State, orders: Mapping[str, Any], rulings: Mapping[str, Data] | None = None) -> Resolution:
    (call,) = BINGO.calls(state)
    return BINGO.resolve(state, call, Answers(orders), rulings or {}, Seeded(b"").open(call.address))


def after(state: State, resolution: Resolution) -> State:
    for told in resolution.told:
        state = BINGO.apply(state, told.fact)
    return state


def sheet(servant: Mapping[str, Any], **master: int) -> Data:
    data, problems = read(creation_record(new_war().options), {"servant": servant, "master": master})
    assert not problems
    return data


def made(servant: Mapping[str, Any], rulings: Mapping[str, Data] | None = None, **options: Any) -> Servant:
    """The servant of red when everything is ruled."""
    state = new_war(**options)
    found = after(state, resolve(state, {"red": sheet(servant)}, rulings)).team("red").servant
    assert found is not None
    return found


def points(servant: Mapping[str, Any], **options: Any) -> dict[str, Point]:
    """What is asked about red's sheet, by address."""
    asked = resolve(new_war(**options), {"red": sheet(servant)}).points
    return {point.address: point for point in asked if point.subject["team"] == "red"}


def test_a_war_begins_with_sheets_and_cards() -> None:
    """B-14.7: six different cards of 22 for each team, and everybody learns the classes."""
    state = new_war()
    assert state.stage is Stage.CREATION
    resolution = resolve(state, {"red": sheet(SHEET, health=2, mana=5)})
    state = after(state, resolution)
    assert state.stage is Stage.REGISTRATION
    told = [each.fact for each in resolution.told]
    assert [(fact.team, fact.servant_class) for fact in told if isinstance(fact, f.ClassAnnounced)] == [
        ("red", ServantClass.LANCER),
        ("blue", ServantClass.SABER),
    ]
    red, blue = state.teams
    assert (red.master, blue.master) == (created_master({"health": 2, "mana": 5}), created_master({}))
    assert blue.master is not None and (blue.master.health, blue.master.mana) == (Points(3, 3), Points(4, 4))
    for cards in state.drawn.values():
        assert len(set(cards)) == 6 and set(cards) <= set(range(22))


def test_abilities_stand_in_their_order_however_they_come() -> None:
    ranks = {each.value: Rank(Letter.B) for each in Ability}
    given = Servant(abilities=dict(sorted(ranks.items())))
    assert list(given.abilities) == [each.value for each in Ability] != sorted(ranks)
    assert given == Servant(abilities=ranks)


def test_cards_are_registered_as_chosen_or_the_highest() -> None:
    """B-14.7."""
    state = new_war()
    state = after(state, resolve(state, {}))
    red = state.drawn["red"]
    ended = after(state, resolve(state, {"red": {"strokes": [red[4], red[0], red[2]]}}))
    assert (ended.stage, ended.drawn) == (Stage.OPENING, {})
    first, second = (team.master for team in ended.teams)
    assert first is not None and second is not None
    assert (first.strokes, first.tarot) == ((red[4], red[0], red[2]), (red[1], red[3], red[5]))
    assert second.strokes == tuple(sorted(state.drawn["blue"], reverse=True)[:3])
    assert sorted((*second.strokes, *second.tarot)) == sorted(state.drawn["blue"])


def test_a_skill_of_magecraft_is_the_keeper_s_to_see() -> None:
    """B-4.5."""
    (point,) = points(SHEET).values()
    assert (point.kind, point.clause, point.verdict, point.choices) == (
        "skill_is_magecraft", "B-4.5", True, (True, False)
    )  # fmt: skip
    assert point.subject == {"team": "red", "skill": "룬"}
    flags = [[skill.is_magecraft for skill in made(SHEET, {point.address: value}).skills] for value in (True, False)]
    assert flags == [[False, False, False, True], [False, False, False, False]]


@pytest.mark.parametrize(("ruled", "points_of"), [(None, [3, 3, 2, 3]), (7, [3, 3, 2, 7]), (-1, [3, 3, 2, 0])])
def test_the_keeper_s_number_for_a_skill(ruled: int | None, points_of: list[int]) -> None:
    """B-Q17: by itself the grade."""
    asked = points(SHEET, skill_points="keeper_number")
    numbers = {address: point for address, point in asked.items() if point.kind == "skill_number"}
    assert [(point.clause, point.verdict, point.choices) for point in numbers.values()] == [
        ("B-7.6", number, ()) for number in (3, 3, 2, 3)
    ]
    last = list(numbers)[-1]
    rulings: dict[str, Data] = {} if ruled is None else {last: ruled}
    found = made(SHEET, rulings, skill_points="keeper_number")
    assert [skill.points for skill in found.skills] == points_of
    assert [skill.points for skill in made(SHEET).skills] == [None] * 4


def test_an_ex_waits_for_the_keeper() -> None:
    """B-14.1: nothing is told before it is ruled; refused, the team begins with the plain sheet and hears why."""
    state = new_war()
    waiting = resolve(state, {"red": sheet(EX)})
    assert waiting.told == ()
    (point,) = [each for each in waiting.points if each.kind == "ex_permitted"]
    assert (point.clause, point.verdict, point.choices) == ("B-14.1", None, (True, False))
    assert made(EX, {point.address: True}) == created(sheet_of({"servant": EX}))
    refused = resolve(state, {"red": sheet(EX)}, {point.address: False})
    (failed,) = [each for each in refused.told if isinstance(each.fact, f.OrderFailed)]
    assert isinstance(failed.fact, f.OrderFailed)
    assert (failed.fact.problem.code, failed.fact.problem.clause) == ("ex_not_permitted", "B-14.1")
    plain = after(state, refused).team("red").servant
    assert plain == after(state, resolve(state, {})).team("red").servant


def test_pluses_and_uses_are_whole_at_the_beginning() -> None:
    """B-6.9, B-12.10, B-14.5: class skills first, each with its pluses, health and mana at their maximum."""
    found = made({**SHEET, "class": "archer"})
    assert [(skill.name, str(skill.rank), skill.is_class_skill, skill.plus_left) for skill in found.skills] == [
        ("independent_action", "C", True, 0),
        ("magic_resistance", "D", True, 0),
        ("clairvoyance", "E+", True, 1),
        ("직감", "D", False, 0),
        ("룬", "C+", False, 1),
    ]
    assert [(each.name, each.uses_left, each.uses_max, each.mp_cost) for each in found.noble_phantasms] == [
        ("창", 1, 1, 2)
    ]  # fmt: skip
    assert (found.health, found.mana) == (Points(9, 9), Points(5, 5))
