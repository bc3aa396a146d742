"""What was written for a field, and what it can be read as."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ...core.canon import Data
from ...core.form import Choice, Kind, Number, RankText, Record
from ...core.problem import Problem
from .lines import Node
from .meaning import Step


@dataclass(frozen=True, slots=True)
class Value:
    """What was written for a field: the rest of its line, and the lines below it."""

    text: str
    below: tuple[Node, ...] = ()

    @property
    def whole(self) -> str:
        """All of it in one line."""
        return " ".join([self.text, *(node.flat for node in self.below)]).strip()

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The lines below that say something."""
        return tuple(node for node in self.below if node.text)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way in which something can be read: as the value of a field; as mere text where it has no path."""

    path: tuple[Step, ...]
    value: Data


@dataclass(frozen=True, slots=True)
class Question:
    """Something that can be read in more than one way. Nothing is guessed."""

    given: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a value would be as one kind. `data` is what the form makes of it, where it `fits`."""

    raw: object
    fits: bool
    data: Data
    questions: tuple[Question, ...]
    problems: tuple[Problem, ...]


T = TypeVar("T")


def distinct_of(data: Sequence[T]) -> list[T]:
    """Each of these once."""
    return [each for place, each in enumerate(data) if each not in data[:place]]


def best_refused(of: Kind, tried: Sequence[list[Attempt]]) -> list[Attempt]:
    """Of the ways to cut a list none of which can be read, the one by which it is said best what is wrong."""
    if isinstance(of, Record):
        return max(tried, key=lambda items: sum(item.fits for item in items))
    return tried[-1 if isinstance(of, Number | RankText | Choice) else 0]


def data_of(attempts: Iterable[Attempt]) -> list[Data]:
    return [each.data for each in attempts]
