"""Running cases: what a case expects against what comes out, field by field."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from .case import Case, CaseBook, Outcome, Script
from .chance import ChanceError, ChanceSource, Fixed, Seeded
from .drive import play_script
from .form import Identify, plain_words
from .problem import Problem
from .system import RuleSystem


@dataclass(frozen=True, slots=True)
class Difference:
    """A field that is not as expected; `path` joins names and positions (from 1) by dots."""

    path: str
    expected: Any
    actual: Any


class _Missing:
    """Stands where something expected did not come out at all."""

    def __repr__(self) -> str:
        return "-"


MISSING = _Missing()


class Verdict(StrEnum):
    PASSED = "passed"
    FAILED = "failed"
    PASSED_OVER = "passed_over"
    """It sets options that are no switches: neither passed nor failed."""


@dataclass(frozen=True, slots=True)
class Report:
    """How a case went. `other_options`: the options for which it was passed over."""

    case: Case
    verdict: Verdict
    differences: tuple[Difference, ...] = ()
    other_options: tuple[str, ...] = ()
    actual: Mapping[str, Any] = field(default_factory=dict)


def compare(expected: Any, actual: Any, path: str = "") -> tuple[Difference, ...]:
    """The differences. Records are compared as subsets, everything else must be equal, lists whole."""
    if isinstance(expected, Mapping) and isinstance(actual, Mapping):
        return tuple(
            difference
            for name, value in expected.items()
            for difference in compare(value, actual.get(name, MISSING), f"{path}.{name}".lstrip("."))
        )
    if _is_list(expected) and _is_list(actual):
        if len(expected) != len(actual):
            return (Difference(path, expected, actual),)
        return tuple(
            difference
            for place, (one, other) in enumerate(zip(expected, actual, strict=True), 1)
            for difference in compare(one, other, f"{path}.{place}".lstrip("."))
        )
    return () if _same(expected, actual) else (Difference(path, expected, actual),)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _same(expected: object, actual: object) -> bool:
    """Yes is not 1."""
    return isinstance(expected, bool) == isinstance(actual, bool) and expected == actual


def _in_case_words(value: Any, clauses: Mapping[str, str]) -> Any:
    """What came out, with each refusal's clause (and code) as case files name it."""
    if isinstance(value, Mapping):
        said = {name: _in_case_words(item, clauses) for name, item in value.items()}
        if {"code", "clause"} <= said.keys():
            code, clause = said["code"], said["clause"]
            named = clauses.get(f"{code} {clause}", clauses.get(str(code), str(clause)))
            other, _, said["clause"] = named.rpartition(" ")
            said["code"] = other or code
        return said
    return [_in_case_words(item, clauses) for item in value] if isinstance(value, list | tuple) else value


def refusal(problems: Sequence[Problem]) -> Mapping[str, Any]:
    """How a case says that something is refused: by the first binding problem, and whose fault it is if it says so."""
    first = next(problem for problem in problems if problem.binding)
    side = {"side": first.values["side"]} if "side" in first.values else {}
    return {"refused": {"code": first.code, "clause": first.clause, **side}}


Player: TypeAlias = Callable[[RuleSystem[Any], Script, ChanceSource], Outcome]
"""How a script is played: on the bare state, or through a journal."""


def run_case(
    system: RuleSystem[Any],
    book: CaseBook,
    case: Case,
    identify: Identify = plain_words,
    play: Player = play_script,
) -> Report:
    """Run a case and compare; one without `expect` only tells what came out. What nothing can begin from is refused."""
    known = {option.name for option in system.options.options}
    others = tuple(sorted(name for name in case.options if name not in known))
    if others:
        return Report(case, Verdict.PASSED_OVER, other_options=others)
    options, problems = system.options.read(case.options)
    if problems:
        actual: Mapping[str, Any] = refusal(problems)
    elif case.kind in book.played:
        script = book.script(case, options, identify)
        actual = _played(system, book, case, script, play) if isinstance(script, Script) else refusal(script)
    else:
        reckoned = book.reckon(case, options, identify)
        actual = reckoned if isinstance(reckoned, Mapping) else refusal(reckoned)
    actual = _in_case_words(actual, book.clauses)
    differences = compare(case.expect or {}, actual)
    return Report(case, Verdict.FAILED if differences else Verdict.PASSED, differences, actual=actual)


def _played(system: RuleSystem[Any], book: CaseBook, case: Case, script: Script, play: Player) -> Mapping[str, Any]:
    wrong = system.examine(script.setup, script.options)
    if any(problem.binding for problem in wrong):
        return refusal(wrong)
    chance = Fixed(case.chance)
    try:
        outcome = play(system, script, chance)
        chance.exhausted()
    except ChanceError as error:
        # A case in which something is refused need not list what is drawn: the refusal is then what came out.
        drawn = book.outcome(script, play(system, script, Seeded(b"")))
        return drawn if "refused" in drawn else {"chance": str(error)}
    return book.outcome(script, outcome)
