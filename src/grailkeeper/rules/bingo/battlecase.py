"""Kind `battle` of the case files: from a situation and two orders to a script, and back from what came out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ...core.canon import Data
from ...core.case import Case, Outcome, Script
from ...core.compare import refusal
from ...core.form import ByKey, Field, Flag, Identify, Record, read
from ...core.option import Value
from ...core.problem import Problem, illegal
from . import caseresult as results
from .battle import course
from .battle.check import Spot, aftermath_problems, no_support
from .options import SupportMagecraft
from .orders import BattleRecord, Holdings, aftermath_record, battle_record
from .people import Condition
from .setup import TEAM_FORM, begin, setup_problems
from .sheet import SKILL_NAME
from .state import State

SIDES = ("side1", "side2")
PAIR = "-".join(SIDES)
_PERSONS = ("name", "servant", "master", "role")

Orders = dict[tuple[str, str], Data]


def side_record(names: Collection[str]) -> Record:
    """A team of a case with these of its fields."""
    return Record(tuple(field for field in TEAM_FORM.fields if field.name in names))


def order_record(options: Mapping[str, Value]) -> Record:
    """A battle order as a case writes it: with what is answered after the reveal."""
    declares = options["master_support_is_magecraft"] == SupportMagecraft.DECLARED
    nobody = Holdings()
    return BattleRecord((*battle_record(nobody, declares).fields, *aftermath_record(nobody, 0).fields))


def keeper_field(teams: Collection[str]) -> Field:
    """B-7.2: the keeper's rulings, by team and skill."""
    rulings = ByKey(SKILL_NAME, Flag())
    return Field("keeper", Record(tuple(Field(team, rulings) for team in teams)), "B-7.2")


def script(case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
    """The script of a battle, or what is wrong with the situation or an order."""
    given = tolerated(case.given, {side: _declared_skills(case.declared.get(side)) for side in SIDES})
    side = side_record(_PERSONS)
    read_given, problems = read(Record(tuple(Field(key, side, required=True) for key in SIDES)), given, identify)
    if problems:
        return owned(problems)
    data: Any = read_given
    setup = {"extent": "battle", "teams": [{"key": key, **data[key]} for key in SIDES]}
    order = order_record(options)
    form = Record((*(Field(key, order) for key in SIDES), keeper_field(SIDES)))
    read_declared, problems = read(form, case.declared, identify)
    problems = (*owned(problems), *setup_problems(setup))
    if problems:
        return problems
    declared: Any = read_declared
    state = begin(setup, options)
    problems = tuple(problem for key in SIDES for problem in _after_problems(state, key, declared.get(key, {})))
    if problems:
        return problems
    sealed: Orders = {}
    for key in SIDES:
        sealed |= orders_of(state.scene, PAIR, key, declared.get(key))
    servants = {key: data[key].get("servant") for key in SIDES}
    return Script(setup, options, sealed, rulings=rulings_of(state.scene, PAIR, declared.get("keeper", {}), servants))


def _declared_skills(order: object) -> tuple[str, ...]:
    """The skills that an order names, before it is read."""
    skills = order.get("skills", ()) if isinstance(order, Mapping) else ()
    return tuple(str(skill).removesuffix("+") for skill in skills) if isinstance(skills, list | tuple) else ()


def tolerated(given: Mapping[str, Any], declared: Mapping[str, Collection[str]]) -> dict[str, Any]:
    """B-14.6: an unknown condition is refused only where its skill is declared; elsewhere it cannot matter."""
    found = dict(given)
    for key, skills in declared.items():
        servant = given[key].get("servant") if isinstance(given.get(key), Mapping) else None
        if isinstance(servant, Mapping) and isinstance(servant.get("skills"), list | tuple):
            kept = [_without_condition(skill, skills) for skill in servant["skills"]]
            found[key] = {**given[key], "servant": {**servant, "skills": kept}}
    return found


def _without_condition(skill: object, declared: Collection[str]) -> object:
    if not isinstance(skill, Mapping) or skill.get("name") in declared:
        return skill
    known = skill.get("condition") in tuple(Condition)
    return skill if known else {name: value for name, value in skill.items() if name != "condition"}


def owned(problems: tuple[Problem, ...], prefix: str = "") -> tuple[Problem, ...]:
    """Problems of a file with the side at fault, which stands first in the path (behind `prefix`)."""
    return tuple(
        results.at_fault(problem, problem.culprit.removeprefix(prefix).partition(".")[0]) for problem in problems
    )


def _after_problems(state: State, key: str, order: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with a take-over or a rescue whatever the result is."""
    spot = Spot(state.team(key), state.scene, state.options)
    found: list[Problem] = []
    if order.get("cover", 0):
        found += no_support(spot, "cover")
        if not found and order.get("supports") is False:
            found.append(illegal("not_supporting", "B-9.1", "cover"))
    found += aftermath_problems(spot, {"rescue": order.get("rescue")}, None, False)
    yield from (results.at_fault(problem, key) for problem in found if problem.binding)


def orders_of(scene: int, pair: str, team: str, order: Mapping[str, Any] | None) -> Orders:
    """What a team answers in a battle: its order, and what it says after the reveal."""
    if order is None:
        return {}
    after = {name: order[name] for name in ("cover", "rescue") if order.get(name)}
    before = {name: value for name, value in order.items() if name not in ("cover", "rescue")}
    found: Orders = {(course.address(scene, pair, course.BATTLE), team): before}
    if after:
        found[course.address(scene, pair, course.AFTERMATH), team] = after
    return found


def rulings_of(
    scene: int, pair: str, keeper: Mapping[str, Mapping[str, bool]], servants: Mapping[str, Any]
) -> dict[str, Data]:
    """B-7.2: the keeper's yes and no by the address of their points."""
    at = course.address(scene, pair, course.BATTLE)
    found: dict[str, Data] = {}
    for team, verdicts in keeper.items():
        servant = servants.get(team) or {}
        names = [skill["name"] for skill in servant.get("skills", ())]
        for skill, verdict in verdicts.items():
            if skill in names:
                found[f"{at}/skill/{team}/{names.index(skill) + 1}"] = verdict
    return found


def outcome(script: Script, played: Outcome) -> Mapping[str, Any]:
    """What can be expected of a battle."""
    if refused := results.refused(script, played):
        return refusal(refused)
    return results.battles(script, played)[PAIR]
