"""What a war may begin from."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from grailkeeper.core.call import Answers
from grailkeeper.core.chance import Fixed
from grailkeeper.core.form import read
from grailkeeper.rules.mirror.creation import creation_problems
from grailkeeper.rules.mirror.facts import LevelRolled
from grailkeeper.rules.mirror.people import Ability, Known, Territory
from grailkeeper.rules.mirror.scene.making import sheet_record
from grailkeeper.rules.mirror.setup import of_a_sheet
from grailkeeper.rules.mirror.state import Given, Making, State
from grailkeeper.rules.mirror.system import MIRROR


def faults(**setup: Any) -> set[str]:
    data, problems = read(MIRROR.setup, setup)
    if not problems:
        assert isinstance(data, Mapping)
        problems = MIRROR.examine(data, MIRROR.options.read({})[0])
    return {problem.code for problem in problems}


def test_a_war_from_creation() -> None:
    setup = MIRROR.war_setup({"one": "가온", "two": "Mina"})
    assert faults(**setup) == set()
    state = MIRROR.begin(setup, MIRROR.options.read({})[0])
    assert MIRROR.names(state) == {"one": "가온", "two": "Mina"}
    assert [call.kind for call in MIRROR.calls(state)] == ["level"]
    assert MIRROR.winners(state) is None
    assert MIRROR.standing(state) == MIRROR.standing(replace(state, making={}, over=True)) == ()


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"teams": {}}, "too_few_teams"),
        ({"teams": {"A": {}, "B": {}}}, "class_taken"),
        ({"teams": {"A": {"health": 10}}}, "vitals_sum"),
        ({"teams": {"A": {}}, "order": ["B"]}, "unknown_team"),
        ({"teams": {"A": {}}, "battle": {"sides": [["A"]]}}, "bad_sides"),
        ({"teams": {"A": {}}, "battle": {"sides": [["A"], ["B"]]}}, "unknown_team"),
        ({"teams": {"A": {}}, "information": {"Z": {}}}, "unknown_team"),
        ({"teams": {"A": {}}, "information": {"A": {"Z": {}}}}, "unknown_team"),
        ({"teams": {"A": {"known_bases": {"Z": []}}}}, "unknown_team"),
        (
            {"teams": {"A": {}, "B": {}}, "battle": {"sides": [["A"], ["B"]], "undetected": {"A": ["Z"]}}},
            "unknown_team",
        ),
        ({"teams": {"가": {}}}, "bad_key"),
    ],
)
def test_what_is_wrong(setup: dict[str, Any], code: str) -> None:
    assert code in faults(**setup)


def test_the_die_is_thrown_once_the_level_is_chosen() -> None:
    """M-1.4: one to ten, for every level but the lowest."""
    state = MIRROR.begin(MIRROR.war_setup({"a": "A", "b": "B", "c": "C"}), MIRROR.options.read({})[0])
    (call,) = MIRROR.calls(state)
    for drawn in (0, 9):
        chance = Fixed([("extra points a", drawn), ("extra points b", drawn)]).open(call.address)
        answers = Answers({"a": {"level": 2}, "b": {"level": 5}, "c": {"level": 1}})
        told = [each.fact for each in MIRROR.resolve(state, call, answers, {}, chance).told]
        rolled = [(fact.level, fact.die, fact.extra.value) for fact in told if isinstance(fact, LevelRolled)]
        assert rolled == [(2, drawn + 1, drawn + 1), (5, drawn + 1, 31 + drawn), (1, 0, 0)]


@pytest.mark.parametrize("making", [Making("Mina", 1), Making("Mina", 5, 10)])
def test_a_sheet_that_is_drawn_may_be_made(making: Making) -> None:
    """M-1.1 to M-1.8; and between them the sheets buy all that may be bought."""
    record = sheet_record(making)
    given = {"level": making.level} | ({"die": making.die} if making.die else {})
    bought: set[str] = set()
    for seed in range(30):
        sheet, malformed = read(record, record.sample(Random(seed).randrange))
        assert not malformed and isinstance(sheet, Mapping)
        assert list(creation_problems({**sheet, **given})) == []
        bought |= set(sheet)
    assert bought >= {*Ability, "class_skills", "health_points", "mana_points", "skills", "phantasms"}


def examined(**setup: Any) -> list[tuple[str, str]]:
    data, problems = read(MIRROR.setup, setup)
    assert not problems and isinstance(data, Mapping), problems
    return [(each.code, each.culprit) for each in MIRROR.examine(data, MIRROR.options.read({})[0])]


def begun(**setup: Any) -> State:
    data, problems = read(MIRROR.setup, {"as_they_are": True, **setup})
    assert not problems and isinstance(data, Mapping), problems
    return MIRROR.begin(data, MIRROR.options.read({})[0])


def test_every_team_but_the_first_of_its_class_is_told() -> None:
    """M-Q105."""
    teams = {key: {"class": "rider"} for key in "abc"}
    assert examined(teams=teams) == [("class_taken", "teams.b.class"), ("class_taken", "teams.c.class")]


@pytest.mark.parametrize("sides", [[["a"], []], [[], ["a"]], [["a"]], [["a"], ["a"]]])
def test_a_battle_has_two_sides_with_somebody_on_each(sides: list[list[str]]) -> None:
    """M-7.8."""
    teams: dict[str, Any] = {"a": {}, "b": {}}
    assert examined(teams=teams, as_they_are=True, battle={"sides": sides}) == [("bad_sides", "battle.sides")]


def test_what_a_setup_leaves_out() -> None:
    """Fresh, at home in the first base, with nothing stored and nothing known; the first side attacks."""
    caster = {"class": "caster", "bases": ["Shinto", "Docks"], "territory": {"region": "Docks"}}
    state = begun(teams={"a": caster, "b": {}}, information={"a": {"b": {"encounters": 1}}}, results={"a": {"hp": 3}})
    team = state.teams["a"]
    assert (team.region, team.territory) == ("Shinto", Territory("Docks", 0))
    assert team.knows("b") == Known(0, 1)
    assert state.scene_limit == 0
    assert state.results == {"a": Given(3, None, False)}
    fight = begun(teams={"a": {}, "b": {}, "c": {}}, battle={"sides": [["b"], ["a"], ["c"]]})
    assert fight.the_battle.meeting.attackers == ("b",)


def test_hp_in_a_sheet_is_what_was_shared_out_where_nothing_else_is_meant() -> None:
    """M-1.2: a word for two things of which one is what there is now."""

    def words(word: str, among: Collection[str]) -> str | None:
        found = [name for name in among if name in {"HP": ("hp", "health"), "지금": ("hp",)}[word]]
        return found[0] if len(found) == 1 else None

    assert [of_a_sheet(words)(word, ["hp", "mp", "health"]) for word in ("HP", "지금")] == ["health", "hp"]
