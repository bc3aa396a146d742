"""Cases: a situation, what was declared, and what must come out; the form in which rule systems are proved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from .canon import Data
from .fact import Told
from .form import Anything, Field, Identify, Many, Number, Record, Text, plain_words, read, shown
from .option import Value
from .problem import Problem, malformed
from .system import RuleSystem


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


KINDS = ("sheet", "battle", "scene", "number")
"""The kinds of case there are; each system says in its case book which it has."""

ENVELOPE = Record(
    (
        Field("id", Text()),
        Field("system", Text(), required=True),
        Field("title", Text()),
        Field("clauses", Many(Text())),
        Field("kind", Text(), required=True),
        Field("options", Anything()),
        Field("given", Anything()),
        Field("declared", Anything()),
        Field(
            "chance",
            Many(
                Record((Field("what", Text(), required=True), Field("value", Number(0, 2**53), required=True))),
                most=10_000,
            ),
        ),
        Field("expect", Anything()),
    )
)
"""The form of a case file; `given`, `declared` and `expect` are the rule system's to read."""


def read_case(value: object, identify: Identify = plain_words) -> Case | tuple[Problem, ...]:
    """A case or battle file, or everything that is wrong with its envelope."""
    read_data, problems = read(ENVELOPE, value, identify)
    if problems:
        return problems
    data: Mapping[str, Any] = cast(Mapping[str, Any], read_data)
    parts = {name: data.get(name) or {} for name in ("options", "given", "declared")}
    wrong = [
        malformed("bad_record", name, given=shown(part), accepted="…")
        for name, part in parts.items()
        if not isinstance(part, Mapping)
    ]
    if wrong:
        return tuple(wrong)
    return Case(
        system=data["system"],
        kind=identify(data["kind"], KINDS) or data["kind"],
        id=data.get("id", ""),
        title=data.get("title", ""),
        clauses=tuple(data.get("clauses", ())),
        chance=tuple((draw["what"], draw["value"]) for draw in data.get("chance", ())),
        expect=data.get("expect"),
        **parts,
    )


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
    fits: Callable[[str, Record, Data], Data] | None = None
    """Fits a sealed order of `whom` to the form that asks for it, where a script says more than comes to be asked."""
    written: Identify | None = None
    """The words in which its sealed orders are written, where each has still to be read by its form."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a played script came to: the facts in order, and the last state."""

    told: tuple[Told, ...]
    state: Any
    refused: tuple[Problem, ...] = ()
    arrivals: tuple[tuple[Problem, ...] | None, ...] = ()
    """For each order of the script's floor, in order: the problems by which it was refused; None where nobody was asked
    for it. Those of a floor that never opened are not in it."""
    refused_of: tuple[str, ...] = ()
    """For each problem of `refused`: whose order it was."""


class CaseBook(Protocol):
    """How a rule system reads its case files."""

    played: frozenset[str]
    """The kinds that are played by the driver; the others are reckoned at once."""
    clauses: Mapping[str, str]
    """By code (or code and clause), the question of the ledger that case files name for a refusal, where a player
    is shown the clause of the rulebook that answers it; before it their code, where a player is told more."""

    sheet: Record
    """What the sheet of a new team says; a case of the kind `sheet` may have just that as its situation."""

    def script(self, case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]: ...

    def outcome(self, script: Script, outcome: Outcome) -> Mapping[str, Any]:
        """What can be expected of a played script, in the words of the case format."""
        ...

    def reckon(
        self, case: Case, options: Mapping[str, Value], identify: Identify
    ) -> Mapping[str, Any] | tuple[Problem, ...]:
        """The answer to a sheet or a number, or what is wrong with it."""
        ...

    def examine_sheet(self, sheet: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:
        """Everything that is wrong or suspicious about a new team's sheet, points left over among it.

        The sheet was read by its form.
        """
        ...


@dataclass(frozen=True, slots=True)
class Registered:
    """A rule system, and how its case files are read."""

    system: RuleSystem[Any]
    cases: CaseBook

    @property
    def package(self) -> str:
        """The package that holds its words and its rulebook."""
        return type(self.system).__module__.rpartition(".")[0]
