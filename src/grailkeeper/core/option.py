"""Options: the questions of a ledger that a keeper can answer per war, and the tables that a war may carry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from .problem import Problem, malformed

Value = str | int

E = TypeVar("E", bound=Enum)


@dataclass(frozen=True, slots=True)
class Option:
    """One switch: its values (the first is the default), and the question of the ledger that it answers.

    `number` is the range of whole numbers that it takes beside (or instead of) the named values; `default` is
    then a number where the ledger's default is one.
    """

    name: str
    values: tuple[Value, ...]
    question: str
    number: tuple[int, int] | None = None

    @property
    def default(self) -> Value:
        return self.values[0]

    @property
    def named(self) -> tuple[Value, ...]:
        """The values among which it chooses; of a switch that is a number and nothing else there are none."""
        return self.values if len(self.values) > 1 else ()

    def accepts(self, value: object) -> bool:
        if isinstance(value, bool) or not isinstance(value, str | int):
            return False
        if value in self.values:
            return True
        return self.number is not None and isinstance(value, int) and self.number[0] <= value <= self.number[1]

    @property
    def accepted(self) -> str:
        """What is accepted, as a sentence's list."""
        named = [str(value) for value in self.values if self.number is None or not isinstance(value, int)]
        span = [] if self.number is None else [f"{self.number[0]}..{self.number[1]}"]
        return ", ".join(named + span)


@dataclass(frozen=True, slots=True)
class OptionTable:
    """The switches of one rule system, in the order of its ledger."""

    options: tuple[Option, ...]

    def read(self, chosen: Mapping[str, object]) -> tuple[dict[str, Value], tuple[Problem, ...]]:
        """The whole set, defaults filled in, and a problem for each name or value that is not one.

        Yes and no, as files write them, stand for the values "true" and "false".
        """
        known = {option.name: option for option in self.options}
        full: dict[str, Value] = {option.name: option.default for option in self.options}
        problems = []
        for name, given in chosen.items():
            option = known.get(name)
            value = str(given).lower() if isinstance(given, bool) else given
            if option is None:
                problems.append(malformed("unknown_option", f"options.{name}", accepted=", ".join(known)))
            elif not option.accepts(value):
                problems.append(malformed("bad_option", f"options.{name}", accepted=option.accepted))
            else:
                assert isinstance(value, str | int)
                full[name] = value
        return full, tuple(problems)


def one_of(kind: type[E], value: Value) -> E:
    """The member of an enum that a chosen value names."""
    return kind(value)
