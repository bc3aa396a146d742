"""The case files of bingo: how each kind is read, and what can be expected of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.case import Case, Outcome, Script
from ...core.form import Field, Flag, Identify, Record, read
from ...core.option import Value
from ...core.problem import Problem, malformed
from . import battlecase, creation, formulas, scenecase, tables
from .derived import stroke_points
from .options import MasterRecovery, Options, chosen
from .scene.creating import PLAIN, creation_record, sheet_of
from .sheet import MASTER_SHEET, SERVANT_FORM, servant_of
from .state import Extent

Reckoned = Mapping[str, Any] | tuple[Problem, ...]


CASE_CLAUSES: Mapping[str, str] = {
    "bad_amount B-10.2": "bad_split B-10.2",
    "blank_cell": "bad_board B-1.3",
    "board_order": "bad_board B-1.3",
    "board_row": "bad_board B-1.3",
    "board_rows": "bad_board B-1.3",
    "board_without_card": "B-Q37",
    "cover_too_much": "B-Q30",
    "two_noble_phantasms": "B-Q36",
}
"""The questions of the ledger that case files name for refusals, and their code where players are told more."""


class BingoCases:
    """The book of bingo's cases."""

    played = frozenset({"battle", "scene"})
    clauses: Mapping[str, str] = CASE_CLAUSES
    sheet = creation_record(PLAIN)

    def script(self, case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
        if case.kind == "scene":
            return scenecase.script(case, options, identify)
        return battlecase.script(case, options, identify)

    def outcome(self, script: Script, outcome: Outcome) -> Mapping[str, Any]:
        if script.setup["extent"] == Extent.SCENE:
            return scenecase.outcome(script, outcome)
        return battlecase.outcome(script, outcome)

    def reckon(self, case: Case, options: Mapping[str, Value], identify: Identify) -> Reckoned:
        work = _RECKONED.get(case.kind)
        if work is None:
            accepted = ", ".join([*sorted(self.played), *_RECKONED])
            return (malformed("unknown_kind", "kind", given=case.kind, accepted=accepted),)
        return work(case, chosen(options), identify)

    def examine_sheet(self, sheet: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:
        """B-14.1, B-14.3, B-14.4. EX is not permitted before the keeper has said so."""
        master = sheet.get("master")
        found: list[Problem] = []
        if sheet.get("servant") is not None:
            servant = sheet_of(sheet)
            found += creation.servant_problems(servant, chosen(options), "servant.")
            found += creation.ex_problems(servant, "servant.")
        return (*found, *(() if master is None else creation.master_problems(master, "master.")))


_SHEET = Record(
    (
        Field("servant", SERVANT_FORM, "B-14.3"),
        Field("master", MASTER_SHEET, "B-14.4"),
        Field("keeper_permits_ex", Flag(), "B-14.1"),
    )
)


def _sheet(case: Case, options: Options, identify: Identify) -> Reckoned:
    """Kind `sheet`: is it legal, and what does it come to?"""
    read_data, problems = read(_SHEET, case.given, identify)
    if problems:
        return problems
    data: Any = read_data
    found: list[Problem] = []
    if "servant" in data:
        found += creation.servant_problems(data["servant"], options, "servant.")
        if not data.get("keeper_permits_ex", False):
            found += creation.ex_problems(data["servant"], "servant.")
    if "master" in data:
        found += _master_problems(data["master"])
    binding = tuple(problem for problem in found if problem.binding)
    if binding:
        return binding
    servant = _servant(data["servant"]) if "servant" in data else {}
    master = _master(data["master"], options) if "master" in data else {}
    return {"legal": True, **servant, **master}


def _master_problems(data: Mapping[str, Any]) -> list[Problem]:
    found = list(creation.master_problems(data, "master."))
    if "strokes" in data or "drawn" in data:
        found += creation.registration_problems(data.get("strokes", ()), data.get("drawn", ()), "master.")
    return found


def _servant(data: Mapping[str, Any]) -> dict[str, Any]:
    servant = creation.created(data)
    used = creation.spent(servant_of(data))
    brought = {
        skill.name: {"rank": str(skill.rank), "condition": skill.condition.value}
        for skill in creation.class_skills(servant)
    }
    points = {
        "abilities": used.abilities,
        "skills": used.skills,
        "noble_phantasm": used.noble_phantasm,
        "health_mana": used.health_mana,
    }
    return {**formulas.supplies(servant), "class_skills": brought, "points": points}


def _master(data: Mapping[str, Any], options: Options) -> dict[str, Any]:
    master, strokes = creation.created_master(data), data.get("strokes", ())
    one_each = options.master_recovery is MasterRecovery.ONE
    return {
        "tarot": list(creation.hand(strokes, data.get("drawn", ()))),
        "stroke_points": [stroke_points(card) for card in strokes],
        "recovery": tables.RECOVERY_ONE if one_each else master.health.maximum,
    }


_RECKONED: Mapping[str, Callable[[Case, Options, Identify], Reckoned]] = {
    "sheet": _sheet,
    "number": formulas.reckon,
}

BINGO_CASES = BingoCases()
