"""The case files of chronicle: how each kind is read, and what can be expected of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.case import Case, Outcome, Script
from ...core.form import Identify, read
from ...core.option import Value
from ...core.problem import Problem, illegal, malformed
from ...core.record import replace
from ...core.working import Working
from . import battlecase, formulas, scenecase, tables
from .casenames import in_order
from .creation import sheet_problems, with_class_skills
from .derived import derived
from .people import Person
from .sheet import SHEET_FORM, person_of

Reckoned = Mapping[str, Any] | tuple[Problem, ...]


CASE_CLAUSES: Mapping[str, str] = {
    "base_here": "C-Q10",
    "cannot_pay C-6.5": "C-Q1",
    "contest_spares": "C-Q20",
    "fallen_may_only_rest": "C-Q94",
    "intrusion_slot": "C-Q62",
    "loot_over_maximum": "C-Q34",
    "name_twice": "C-Q92",
    "not_manifested": "C-Q29",
    "nurse_unable": "C-Q18",
    "plus_used_up": "C-Q52",
    "retreat_slot": "C-Q69",
    "retreat_too_late": "C-Q69",
    "same_action_twice": "C-Q8",
    "spell_not_laid": "C-Q56",
    "spell_unfinished": "C-Q56",
    "target_missing": "C-Q40",
    "target_unknown": "C-Q40",
    "two_cards_one_target": "C-Q63",
    "unknown_person": "C-Q92",
    "victims_too_many": "C-Q25",
}
"""The questions of the ledger that case files name for refusals."""


class ChronicleCases:
    """The book of chronicle's cases. Scenes are read by a script of their own, beside battles."""

    played = frozenset({"battle", scenecase.KIND})
    clauses: Mapping[str, str] = CASE_CLAUSES
    sheet = SHEET_FORM

    def examine_sheet(self, sheet: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:  # noqa: ARG002
        return tuple(sheet_problems(sheet))

    def script(self, case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
        read_case = scenecase.script if case.kind == scenecase.KIND else battlecase.script
        return read_case(case, options, identify)

    def outcome(self, script: Script, outcome: Outcome) -> Mapping[str, Any]:
        tell = scenecase.outcome if "war" in script.setup else battlecase.outcome
        return tell(script, outcome)

    def reckon(self, case: Case, options: Mapping[str, Value], identify: Identify) -> Reckoned:
        work = _RECKONED.get(case.kind)
        if work is None:
            return (malformed("unknown_kind", "kind", given=case.kind, accepted=", ".join([*self.played, *_RECKONED])),)
        return work(case, options, identify)


def _sheet(case: Case, options: Mapping[str, Value], identify: Identify) -> Reckoned:  # noqa: ARG001
    """Kind `sheet`: is it legal, and what does it come to?"""
    read_data, problems = read(SHEET_FORM, case.given, identify)
    if problems:
        return in_order(problems)
    data: Any = read_data
    binding = in_order(sheet_problems(data))
    if binding:
        return binding
    found = {
        role: _derived(_created(person_of({**data[role], "kind": role}, role, role, role)))
        for role in ("servant", "master")
        if data.get(role) is not None
    }
    if not found:
        return (illegal("missing_field", "C-23.1", "servant", field="servant"),)
    if len(found) == 1:
        return {"legal": True, **next(iter(found.values()))}
    return {"legal": True, **found}


def _created(person: Person) -> Person:
    """C-23.4: with the class skills that come free."""
    servant = person.servant
    if servant is None:
        return person
    return replace(person, servant=replace(servant, skills=with_class_skills(servant.servant_class, servant.skills)))


def _derived(person: Person) -> dict[str, Any]:
    """Derived values in the words of the case format."""
    found = derived(person)
    plain: dict[str, Any] = {
        "max_health": found.max_health.value,
        "max_mana": found.max_mana.value,
        "cards": dict(found.cards),
    }
    if person.is_master:
        return plain | {
            "spell_grade": dict(found.spell_grade),
            "spell_limit": dict(found.spell_limit),
            "strokes": tables.STROKES,
        }
    return plain | {
        "upkeep": _value(found.upkeep),
        "noble_phantasm_cost": _value(found.noble_phantasm_cost),
        "spell_grade": max(found.spell_grade.values()),
    }


def _value(working: Working | None) -> int | None:
    return None if working is None else working.value


_RECKONED: Mapping[str, Callable[[Case, Mapping[str, Value], Identify], Reckoned]] = {
    "sheet": _sheet,
    "number": formulas.reckon,
}

CHRONICLE_CASES = ChronicleCases()
