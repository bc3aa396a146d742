"""What a rule system says of how its forms are filled in, where the kinds of values alone do not say it best.

A form is *cut*: a field whose kind is the system's own is filled in as something plainer (`Recast`) and drawn as what
it is, a board, a lane of slots, an action with its own fields. What is read, and what is right, stays with the form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from ...core.canon import Data
from ...core.form import Choice, Field, Form, Kind, Pick, Reader, Record
from ...core.option import Value
from ...core.problem import Problem


class Shape(StrEnum):
    """How a field is filled in."""

    LINE = "line"
    AREA = "area"
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    """Few values: all of them to be seen."""
    SELECT = "select"
    """Many values: a list that opens."""
    GROUP = "group"
    """Fields below a heading; a row of values is one of these too."""
    SEVERAL = "several"
    """As many as wanted of the same, each below the other."""
    TICKS = "ticks"
    """As many as wanted of a few, each once."""
    TICK = "tick"
    """Yes, or nothing said."""
    EITHER = "either"
    """A single value, or the fields below it."""
    VARIANT = "variant"
    """A choice, and the fields that count for what was chosen."""
    BOARD = "board"
    """Cells in rows and columns, each a card."""
    LANE = "lane"
    """Slots in a row, each a card."""
    CELL = "cell"
    """One of these: what is laid there, and what is laid on it."""
    PLACES = "places"
    """Fields that have a value for each of a few places, place by place."""
    FOLD = "fold"
    """Fields that are seldom needed, put by."""


def _same(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Tick(Kind):
    """A box that is ticked. What stands in it says in which order it was."""

    def read(self, value: object, path: str, reader: Reader) -> Data:  # noqa: ARG002 - whatever stands there is a tick
        return str(value)

    def accepted(self) -> str:
        return "yes"

    def sample(self, pick: Pick) -> Data:  # noqa: ARG002
        return "yes"


@dataclass(frozen=True, slots=True)
class Recast(Kind):
    """A field that is filled in as `inner`, where its form reads `outer`.

    `give` makes of what is filled in what the form reads, `take` the other way; None where a value cannot be said so,
    which is typed then, as it is in a post. `names` call the fields and values of `inner`, `words` are the keys of what
    they are called (`field.<word>` with the other word in it, where it is written `word:other`); `glyphs` draw them,
    and `keys` say by which of a keyboard each is laid. `by` is the field that chooses among the others, `of` which of
    them count for each of its values, `needs` which of these it cannot do without, `bars` which values of these cannot
    be beside it. `columns` and `main`, `ticks` are of boards and lanes: how many stand beside each other, which field
    of a cell is its card, and which are laid on it; those `unoffered` are seen only where something stands in them.
    """

    inner: Kind
    outer: Kind
    shape: Shape | None = None
    give: Callable[[Any], Any] = field(default=_same, compare=False)
    take: Callable[[Any], Any] = field(default=_same, compare=False)
    names: Mapping[str, str] = field(default_factory=dict, compare=False)
    words: Mapping[str, str] = field(default_factory=dict, compare=False)
    glyphs: Mapping[str, str] = field(default_factory=dict, compare=False)
    keys: Mapping[str, str] = field(default_factory=dict, compare=False)
    by: str = ""
    of: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    bars: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict, compare=False)
    columns: int = 5
    main: str = "card"
    ticks: tuple[str, ...] = ()
    unoffered: tuple[str, ...] = ()

    def read(self, value: object, path: str, reader: Reader) -> Data:
        return self.outer.read(value, path, reader)

    def accepted(self) -> str:
        return self.outer.accepted()

    def sample(self, pick: Pick) -> Data:
        return self.outer.sample(pick)


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards of a hand that are alike: how many there are, and how many an order leaves. `supply`: the name of the
    form's supply, where it is another."""

    name: str
    there: int
    left: int
    glyph: str = ""
    supply: str = ""


@dataclass(frozen=True, slots=True)
class Purse:
    """Points of a sheet: how many are spent, of how many. `name` is the key of their word; `whole`: all are to be
    spent."""

    name: str
    spent: int
    most: int
    clause: str = ""
    whole: bool = False

    @property
    def left(self) -> int:
        return self.most - self.spent


@dataclass(frozen=True, slots=True)
class Fold:
    """Fields of a form that are put by under the word `field.fold_<name>`, in each record apart: by their paths, with
    `*` for the place in a list."""

    name: str
    fields: tuple[str, ...]

    def holds(self, path: str) -> bool:
        return _PLACE.sub("*", path) in self.fields


_PLACE = re.compile(r"\b\d+\b")

Made = Callable[[Any], Kind | None]
"""From a kind to what it is filled in as; None: not at all."""


@dataclass(frozen=True, slots=True)
class Cut:
    """How the forms of one system are cut.

    `kinds`: by the class of a kind. `fields`: by the kind of the form and the path of the field, `turn.slots`; the kind
    of the form alone means the whole form. `choices`: the values by which fields are chosen in variants. `places`: the
    fields of a form that have a value for each place. `folds`: what is put by. `hands`: the cards of a form, with what
    an order, or as much of it as
    is understood, leaves. `purses`: the points of a sheet that its form has read. `where`: at which field a problem is
    to be seen. `doubts`: what is allowed and surely not meant.
    """

    kinds: Mapping[type[Kind], Made] = field(default_factory=dict)
    fields: Mapping[str, Made] = field(default_factory=dict)
    choices: Sequence[str] = ()
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    folds: Mapping[str, Sequence[Fold]] = field(default_factory=dict)
    hands: Mapping[str, Callable[[Form, Mapping[str, Any]], Sequence[Pile]]] = field(default_factory=dict)
    purses: Mapping[str, Callable[[Form, Mapping[str, Any], Mapping[str, Value]], Sequence[Purse]]] = field(
        default_factory=dict
    )
    where: Callable[[Problem], str] = lambda problem: problem.culprit
    doubts: Mapping[str, Callable[[Form, Mapping[str, Any]], Sequence[Problem]]] = field(default_factory=dict)


# What several systems need


NOTHING: Mapping[str, Any] = MappingProxyType({})


def variant(
    by: str,
    of: Mapping[str, tuple[str, ...]],
    needs: Mapping[str, tuple[str, ...]] = NOTHING,
    bars: Mapping[str, Mapping[str, tuple[str, ...]]] = NOTHING,
) -> Made:
    """A record whose field `by` says which of the others count: those of no value always do; which of them must be
    given then, and which of their values cannot."""
    return lambda record: Recast(record, record, Shape.VARIANT, by=by, of=of, needs=needs, bars=bars)


def choice_of(names: Mapping[str, str], kind: Kind) -> Recast:
    """One of a few values that a form reads as they are."""
    return Recast(Choice(tuple(names), names=names), kind)


def row_of(
    outer: Kind, slot: Record, most: int, give: Callable[[Any], Any], take: Callable[[Any], Any], **more: Any
) -> Recast:
    """A lane of `most` slots."""
    slots = Record(tuple(Field(str(place), slot) for place in range(1, most + 1)))
    return Recast(slots, outer, Shape.LANE, give, take, **more)


def at_places(filled: Mapping[str, Any], blank: Any = None) -> list[Any]:
    """Values by place as a list up to the last of them; `blank` stands where there is none."""
    last = max(map(int, filled), default=0)
    return [filled.get(str(place), blank) for place in range(1, last + 1)]
