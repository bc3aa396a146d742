"""Cases: a situation, what was declared, and what must come out; the form in which rule systems are proved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from .canon import Data
from .fact import Told
from .form import Identify
from .option import Value
from .problem import Problem


@dataclass(frozen=True, slots=True)
class Case:
    """One case file, as read; a battle file is the same without `expect`."""

    system: str
    kind: str
    id: str = ""
    title: str = ""
    clauses: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    declared: Mapping[str, Any] = field(default_factory=dict)
    chance: tuple[tuple[str, int], ...] = ()
    expect: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """A case for the driver: what it begins from, and who answers what.

    `sealed`: the order by address of the call and `whom`. `floor`: the orders in order of arrival, with the
    address of their call. `rulings`: by address of the point.
    """

    setup: Mapping[str, Any]
    options: Mapping[str, Value]
    sealed: Mapping[tuple[str, str], Data] = field(default_factory=dict)
    floor: Sequence[tuple[str, str, Data]] = ()
    rulings: Mapping[str, Data] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a played script came to: the facts in order, and the last state."""

    told: tuple[Told, ...]
    state: Any
    refused: tuple[Problem, ...] = ()
    arrivals: tuple[tuple[Problem, ...], ...] = ()
    """For each order of the script's floor, in order: the problems by which it was refused."""


class CaseBook(Protocol):
    """How a rule system reads its case files."""

    played: frozenset[str]
    """The kinds that are played by the driver; the others are reckoned at once."""

    def script(self, case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]: ...

    def outcome(self, script: Script, outcome: Outcome) -> Mapping[str, Any]:
        """What can be expected of a played script, in the words of the case format."""
        ...

    def reckon(
        self, case: Case, options: Mapping[str, Value], identify: Identify
    ) -> Mapping[str, Any] | tuple[Problem, ...]:
        """The answer to a sheet or a number, or what is wrong with it."""
        ...
