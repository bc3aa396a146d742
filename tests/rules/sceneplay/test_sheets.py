"""Sheets: what they cost and what they come to."""

from typing import Any

import pytest

from grailkeeper.core.problem import Severity
from grailkeeper.rules.sceneplay.creation import creation_problems
from grailkeeper.rules.sceneplay.system import SCENEPLAY

from .table import CASTER, HITOMI, MASTER, case


def test_creation_costs() -> None:
    """S-E65, S-E3."""
    skills = [
        {"name": "Riding", "rank": "B", "class_skill": True},
        {"name": "Storm Navigator", "rank": "B+"},
        {"name": "Pirate's Honour", "rank": "B"},
    ]
    rider = {"class": "rider", "ranks": "C+ C C D E", "skills": skills, "noble_phantasms": [{"name": "R", "rank": "B"}]}
    found = case("sheet", {"master": MASTER, "servant": rider})
    assert (found["ability_points"], found["skill_points"], found["phantasm_points"]) == (13, 9, 4)
    assert (found["master_points"], found["attack"], found["defence"], found["upkeep"]) == (11, 30, 30, 0)
    assert found["percent"] == {"servant": [15, 15, 15, 10, 5], "master": [5, 5, 5, 20, 5]}


def test_hitomi() -> None:
    """S-E10, S-E12, S-E66, S-E72."""
    found = case("sheet", HITOMI)
    assert found["legal"] is True
    assert (found["concealment"], found["storage"], found["assistance"], found["stack"]) == (16, 6, 9, 5)
    assert (found["territory_points"], found["upkeep"]) == (12, 2)
    assert found["letters"] == ["E", "C", "D", "A+++", "C"]
    assert (found["luck_amount"], found["luck_count"], found["luck_normal"]) == (10, 3, 15)
    lowered = case("sheet", {"servant": {**CASTER, "lowered": {"luck": 1}}})
    assert (lowered["luck_count"], lowered["luck_normal"]) == (2, 15)


def test_only_the_parts_that_are_there() -> None:
    assert set(case("sheet", {"workshop": "5/3/2"})) == {"legal", "concealment", "storage", "assistance", "stack"}
    master = case("sheet", {"master": {"ranks": "D E C E E"}})
    assert (master["attack"], master["defence"]) == (17, 12)
    assert "upkeep" not in master


@pytest.mark.parametrize(
    ("servant", "points"),
    [
        ({"skills": [{"name": "a", "rank": "C+"}]}, 4),
        ({"skills": [{"name": "a", "rank": "A+", "class_skill": True}]}, 2),
        ({"skills": [{"name": "a", "rank": "D", "class_skill": True}]}, 0),
        ({"territory_creation": "B"}, 0),
        ({"territory_creation": "B", "item_construction": "C"}, 3),
        ({"territory_creation": "EX"}, 2),
    ],
)
def test_skill_points(servant: dict[str, Any], points: int) -> None:
    """S-24.1, S-R13: the free class skill up to rank B."""
    assert case("sheet", {"servant": servant})["skill_points"] == points


def test_points_left_are_only_asked_about() -> None:
    """S-R13."""
    found = list(creation_problems({"servant": {}, "master": {}}))
    assert {problem.code for problem in found} == {
        "ability_points_left",
        "skill_points_left",
        "phantasm_points_left",
        "master_points_left",
    }
    assert all(problem.severity is Severity.SUSPICIOUS for problem in found)
    caster = {"servant": {"territory_creation": "B"}, "territory": [4, 4, 3]}
    (left,) = (problem for problem in creation_problems(caster) if problem.code == "territory_left")
    assert (left.binding, left.values["given"], left.values["most"]) == (False, 11, 12)


def test_every_problem_at_once() -> None:
    sheet = {"workshop": [8, 0, 1], "master": {"ranks": ["EX", "E", "E", "E", "A"], "health": [9, 9]}}
    codes = {problem.code for problem in creation_problems(sheet) if problem.binding}
    assert codes == {"workshop_minimum", "workshop_total", "master_ex", "master_points", "master_vitals"}


def test_a_war_checks_its_sheets_and_a_battle_does_not() -> None:
    teams = {"t1": {"name": "사야카", "master": {"ranks": ["EX", "E", "E", "E", "E"]}}}
    problems = SCENEPLAY.examine({"teams": teams}, {})
    assert [problem.code for problem in problems if problem.binding] == ["master_ex"]
    assert problems[0].culprit.startswith("teams.사야카.master")
    assert SCENEPLAY.examine({"teams": teams, "as_they_are": True}, {}) == ()
