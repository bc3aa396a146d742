"""What is wrong with something that a person wrote: a value, never an exception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .record import replace


class Severity(StrEnum):
    """How an order or a sheet falls short."""

    MALFORMED = "malformed"
    """Not understood."""
    ILLEGAL = "illegal"
    """Understood, not allowed."""
    SUSPICIOUS = "suspicious"
    """Allowed, but is it meant?"""
    FAILED = "failed"
    """Allowed when it was declared, impossible when it was resolved."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    `code` names the sentence and never changes; `clause` is the rule, "" where the fault is not one of the rules;
    `culprit` is the path of the field at fault, names and positions (from 1) joined by dots; `values` fill the
    sentence, so that it says what would be accepted.
    """

    severity: Severity
    code: str
    clause: str = ""
    culprit: str = ""
    values: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def binding(self) -> bool:
        """Whether the order or sheet is refused because of it."""
        return self.severity is not Severity.SUSPICIOUS


def of_whom(whom: str, problem: Problem) -> Problem:
    """The problem among those of others: whose it is stands first in its path."""
    return replace(problem, culprit=f"{whom}.{problem.culprit}".rstrip("."))


def malformed(code: str, culprit: str = "", clause: str = "", **values: int | str) -> Problem:
    return Problem(Severity.MALFORMED, code, clause, culprit, values)


def illegal(code: str, clause: str, culprit: str = "", **values: int | str) -> Problem:
    return Problem(Severity.ILLEGAL, code, clause, culprit, values)


def suspicious(code: str, clause: str, culprit: str = "", **values: int | str) -> Problem:
    return Problem(Severity.SUSPICIOUS, code, clause, culprit, values)


def failed(code: str, clause: str, culprit: str = "", **values: int | str) -> Problem:
    return Problem(Severity.FAILED, code, clause, culprit, values)
