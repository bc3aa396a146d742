"""How case and battle files of the mirror land are read, and what can be expected of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...core.case import Case, Outcome, Script
from ...core.form import Identify, read
from ...core.option import Value
from ...core.problem import Problem
from . import battlecase, formulas, numbers, scenecase, tables
from . import facts as f
from .casenames import in_play, misshapen
from .codes import in_order, of_team
from .creation import budget, creation_problems
from .derived import Figures, body_figures, servant_figures
from .options import Options, chosen
from .people import ClassSkill, Sheet
from .setup import NEW_SHEET, SETUP, TEAM_FORM
from .sheet import sheet_of

SHEET = "sheet"

CASE_CLAUSES: Mapping[str, str] = {
    "class_skill_below_base": "M-Q7",
    "wrong_card": "M-8.3",
}
"""The questions and clauses of the ledger that case files name for refusals, where players are told another."""


class MirrorCases:
    """The book of the cases of the mirror land."""

    played = frozenset({"battle", "scene"})
    clauses: Mapping[str, str] = CASE_CLAUSES
    sheet = NEW_SHEET

    def examine_sheet(self, sheet: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:  # noqa: ARG002
        return tuple(creation_problems(sheet))

    def script(self, case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
        """What the driver plays, or what is wrong with the file."""
        case, names = in_play(case, identify)
        wrong = misshapen(case)
        if wrong:
            return wrong
        setup = battlecase.setup(case) if case.kind == "battle" else scenecase.setup(case)
        data, problems = read(SETUP, setup, names.identify)
        if problems or not isinstance(data, Mapping):
            return in_order(_named(problem) for problem in problems)
        battle = case.kind == "battle"
        sealed = dict(battlecase.orders(case, data) if battle else scenecase.orders(case, data, chosen(options)))
        return Script(data, options, sealed, written=names.identify)

    def outcome(self, script: Script, outcome: Outcome) -> Mapping[str, Any]:
        """What came of it, in the words of the case format."""
        failures = [told.fact for told in outcome.told if isinstance(told.fact, f.OrderFailed)]
        refused = zip(outcome.refused, outcome.refused_of, strict=True)
        problems = [of_team(problem, team) for problem, team in refused]
        problems += [*(of_team(fact.problem, fact.team) for fact in failures)]
        problems += scenecase.missing_bases(script)
        if problems:
            return _refusal(in_order(problems)[0])
        return battlecase.outcome_of(script, outcome) if "battle" in script.setup else scenecase.outcome_of(outcome)

    def reckon(
        self, case: Case, options: Mapping[str, Value], identify: Identify
    ) -> Mapping[str, Any] | tuple[Problem, ...]:
        """The answer to a sheet or a number."""
        if case.kind == "number":
            return formulas.reckon(case.given, chosen(options), identify)
        data, problems = read(TEAM_FORM, _sheet_given(case, identify), identify)
        if not problems and isinstance(data, Mapping):
            problems = tuple(creation_problems(data))
        if any(problem.binding for problem in problems) or not isinstance(data, Mapping):
            return in_order(problems)
        stage = int(str(data.get("stage", tables.LAST_STAGE)))
        return _sheet_outcome(sheet_of(data), stage, chosen(options))


def _named(problem: Problem) -> Problem:
    """A fault of a sheet in `teams.A.…` is A's."""
    found = re.match(r"teams\.(\w+)\.", problem.culprit)
    return of_team(problem, found[1]) if found else problem


def _refusal(problem: Problem) -> Mapping[str, Any]:
    """The first of them, and whose order it was."""
    whose = {"who": problem.values["team"]} if "team" in problem.values else {}
    return {"refused": {"code": problem.code, "clause": problem.clause, **whose}}


# Sheets


def _sheet_given(case: Case, identify: Identify) -> Any:
    """The sheet of a case; a file may also hold nothing else."""
    named = (value for key, value in case.given.items() if key == SHEET or identify(str(key), (SHEET,)) == SHEET)
    return next(named, case.given)


def _sheet_outcome(sheet: Sheet, stage: int, options: Options) -> Mapping[str, Any]:
    figures, body, bill = servant_figures(sheet, stage, options), body_figures(sheet, stage, options), budget(sheet)
    independent = figures.class_skill(ClassSkill.INDEPENDENT_ACTION)
    return {
        "legal": True,
        "total_setting_points": sheet.total,
        "extra_setting_points": sheet.extra,
        "general_points": bill.points.value,
        "general_spent": bill.spent.value,
        "grades": figures.grades,
        "max_hp": figures.max_hp.value,
        "max_mp": figures.max_mp.value,
        "normal": figures.normal.value,
        "guard": figures.guard.value,
        "reduction": figures.reduction.value,
        "clash_bonus": figures.clash.value,
        "upkeep": numbers.upkeep(sheet.extra, independent).value,
        "battle_mana": numbers.battle_mana(sheet.extra, independent).value,
        "recovery_hp": figures.recovery_hp.value,
        "recovery_mp": figures.recovery_mp.value,
        "class_skills": dict(figures.class_skills),
        "skills": {skill.name: {"cost": numbers.skill_cost(skill.effects, options).value} for skill in sheet.skills},
        "phantasms": dict(_phantasms(sheet, figures, options)),
        "body": {
            "max_hp": body.max_hp.value,
            "max_mp": body.max_mp.value,
            "normal": body.normal.value,
            "guard": body.guard.value,
            "skills": body.skills,
            "phantasms": body.phantasms,
        },
    }


def _phantasms(sheet: Sheet, figures: Figures, options: Options) -> Iterator[tuple[str, Mapping[str, int]]]:
    for phantasm, grade in zip(sheet.phantasms, figures.phantasm_grades, strict=True):
        yield (
            phantasm.name,
            {
                "grade": grade,
                "power": numbers.phantasm_power(grade, phantasm.reach, 0).value,
                "cost": numbers.phantasm_cost(grade, phantasm.reach, options=options).value,
                "special_grade": numbers.special_grade(grade),
            },
        )


MIRROR_CASES = MirrorCases()
