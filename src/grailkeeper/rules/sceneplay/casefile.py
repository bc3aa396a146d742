"""The case files of sceneplay: how each kind is read, and what can be expected of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.case import Case, Outcome, Script
from ...core.form import Identify, read
from ...core.option import Value
from ...core.problem import Problem, malformed
from ...core.rank import Rank
from ...core.working import Working
from . import battlecase, formulas, scenecase
from .creation import creation_problems, impossible
from .derived import Parts, derived
from .options import Options, chosen
from .scene.orders import CREATION
from .sheet import SHEET_FORM, master_of, servant_of, workshop_of

Reckoned = Mapping[str, Any] | tuple[Problem, ...]


CASE_CLAUSES: Mapping[str, str] = {
    "no_phantasm": "no_such_phantasm S-21.1",
    "no_such_character": "S-12.8",
}
"""The clauses of the ledger that case files name for refusals, where players are told a nearer one, and their code
where players are told more."""


class SceneplayCases:
    """The book of sceneplay's cases."""

    played = frozenset((*battlecase.KINDS, scenecase.KIND))
    clauses: Mapping[str, str] = CASE_CLAUSES
    sheet = CREATION

    def script(self, case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
        read = scenecase.script if case.kind == scenecase.KIND else battlecase.script
        return read(case, options, identify)

    def outcome(self, script: Script, outcome: Outcome) -> Mapping[str, Any]:
        tell = scenecase.outcome if "war" in script.setup else battlecase.outcome
        return tell(script, outcome)

    def reckon(self, case: Case, options: Mapping[str, Value], identify: Identify) -> Reckoned:
        work = _RECKONED.get(case.kind)
        if work is None:
            return (malformed("unknown_kind", "kind", given=case.kind, accepted=", ".join([*self.played, *_RECKONED])),)
        return work(case, chosen(options), identify)

    def examine_sheet(self, sheet: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:  # noqa: ARG002
        return (*impossible(sheet), *creation_problems(sheet))


def _sheet(case: Case, options: Options, identify: Identify) -> Reckoned:
    """Kind `sheet`: is it legal, and what does it come to?"""
    data, problems = read(SHEET_FORM, case.given, identify)
    if problems:
        return problems
    assert isinstance(data, Mapping)
    found = (*impossible(data), *creation_problems(data))
    if any(problem.binding for problem in found):
        return tuple(problem for problem in found if problem.binding)
    return {"legal": True, **_plain(derived(_parts(data), options))}


def _parts(data: Mapping[str, Any]) -> Parts:
    master, servant = data.get("master"), data.get("servant")
    has_workshop = any(field in data for field in ("workshop", "territory", "concealed_by"))
    return Parts(
        master=None if master is None else master_of(master),
        servant=None if servant is None else servant_of(servant),
        workshop=workshop_of(data) if has_workshop else None,
    )


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """Derived values in the words of the case format."""
    plain: dict[str, Any] = {}
    for name, value in values.items():
        if name.startswith("percent_"):
            plain.setdefault("percent", {})[name.removeprefix("percent_")] = list(value)
        else:
            plain[name] = _plain_value(value)
    return plain


def _plain_value(value: Any) -> Any:
    if isinstance(value, Working):
        return value.value
    if isinstance(value, Rank):
        return str(value)
    return [_plain_value(each) for each in value] if isinstance(value, tuple) else value


_RECKONED: Mapping[str, Callable[[Case, Options, Identify], Reckoned]] = {
    "sheet": _sheet,
    "number": formulas.reckon,
}

SCENEPLAY_CASES = SceneplayCases()
