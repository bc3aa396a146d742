"""From a form to fields that people fill in, and from what they filled in to an order.

Every kind of value has one field: a choice is picked, a yes or no ticked, a number typed; a record is a group, a
list of records a group for each. Whatever else there is, is typed as it is in a post and read by the same reader.
What is filled in is kept as typed, field by field under its path (`servant.skills.1.name`), right or wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from ..core.canon import Data
from ..core.form import ByKey, Choice, Field, Flag, Form, Kind, Many, Number, RankText, Record, Row, Text, read
from ..core.problem import Problem
from ..text.declaration import Question, print_value, read_value
from ..text.prose import Prose
from ..text.sheet import hint
from ..text.words import Words

Filled = Mapping[str, str]
"""What was typed, by path. Only what is not blank."""

PREFIX = "f:"
"""How the names of a form's fields begin on a page."""

NONE = "!"
"""The end of the path under which it is ticked that there is none; `#` that of how many rows are shown."""

ROWS = "#"
MOST_ROWS = 100
LONG = 80
"""Characters beyond which a text is typed into several lines."""


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


FEW = 7
"""How many values of a choice are all shown."""


@dataclass(frozen=True, slots=True)
class Widget:
    """One field as a page shows it.

    `options` are the values of a choice with what they are called; `parts` the fields of a group, or one for each of
    several; `none` whether it may be said that there is none (and `is_none` that it was).
    """

    path: str
    label: str
    shape: Shape
    value: str = ""
    hint: str = ""
    clause: str = ""
    required: bool = False
    none: bool = False
    is_none: bool = False
    wrong: bool = False
    options: tuple[tuple[str, str], ...] = ()
    parts: tuple[Widget, ...] = field(default=())
    longest: int = 4000


# The fields of a form


class Layout:
    """Lays out a form for one reader. `wrong` are the paths at which something is not right."""

    def __init__(self, prose: Prose, filled: Filled, wrong: Iterable[str] = ()) -> None:
        self.prose, self.filled, self.wrong = prose, filled, frozenset(wrong)

    def widgets(self, record: Record, path: str = "") -> tuple[Widget, ...]:
        return tuple(self._field(each, below(path, each.name)) for each in record.fields if can_be_filled(each.kind))

    def _field(self, each: Field, path: str) -> Widget:
        made = self._widget(each.kind, path, self.prose.name(each.name))
        return replace(
            made,
            clause=each.clause,
            required=each.required,
            none=each.nullable,
            is_none=each.nullable and path + NONE in self.filled,
        )

    def _widget(self, kind: Kind, path: str, label: str) -> Widget:
        plain = Widget(path, label, Shape.LINE, self.filled.get(path, ""), wrong=path in self.wrong)
        match kind:
            case Record():
                return replace(plain, shape=Shape.GROUP, parts=self.widgets(kind, path))
            case Row():
                parts = tuple(self._widget(kind.of, below(path, name), self.prose.name(name)) for name in kind.names)
                return replace(plain, shape=Shape.GROUP, parts=parts)
            case Many() if is_list(kind):
                return replace(plain, shape=Shape.SEVERAL, parts=tuple(self._rows(kind, path)))
            case ByKey(key=Choice() as keys):
                parts = tuple(
                    self._widget(kind.of, below(path, key), self._called(keys, key)) for key in map(str, keys.values)
                )
                return replace(plain, shape=Shape.GROUP, parts=parts)
            case Choice():
                options = tuple((str(value), self._called(kind, str(value))) for value in kind.values)
                return replace(plain, shape=Shape.CHOICE if len(options) <= FEW else Shape.SELECT, options=options)
            case Flag():
                options = tuple((each, self.prose.words.name(each)) for each in ("yes", "no"))
                return replace(plain, shape=Shape.FLAG, options=options)
            case Number():
                return replace(plain, shape=Shape.NUMBER, hint=hint(kind, self.prose), longest=17)
            case Text():
                shape = Shape.AREA if kind.longest > LONG else Shape.LINE
                return replace(plain, shape=shape, longest=kind.longest)
        laid = Shape.AREA if is_laid_out(kind) else Shape.LINE
        return replace(plain, shape=laid, hint=hint(kind, self.prose))

    def _rows(self, kind: Many, path: str) -> Iterator[Widget]:
        """The rows that are filled in, and an empty one; more where more were asked for."""
        there = rows_of(self.filled, path)
        count = min(kind.most, max(there + 1, _count(self.filled.get(path + ROWS, ""))))
        for place in range(1, count + 1):
            yield self._widget(kind.of, below(path, place), str(place))

    def _called(self, kind: Choice, value: str) -> str:
        return kind.names.get(value) or self.prose.name(value)


def _count(text: str) -> int:
    return min(int(text), MOST_ROWS) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def below(path: str, name: str | int) -> str:
    return f"{path}.{name}".lstrip(".")


def can_be_filled(kind: Kind) -> bool:
    """Whether there is anything to be picked: of nothing, nothing is asked."""
    of = kind.key if isinstance(kind, ByKey) else kind.of if isinstance(kind, Many) else kind
    return not (isinstance(of, Choice) and not of.values)


def is_list(kind: Many) -> bool:
    """Whether a list is filled in row by row; others are typed in one line, as in a post."""
    return isinstance(kind.of, Record | Choice) and type(kind).read is Many.read and not kind.gaps


def is_laid_out(kind: Kind) -> bool:
    """Whether people write a kind in rows one below the other."""
    return type(kind).rows is not Kind.rows


# What was typed


def typed(sent: Mapping[str, str]) -> dict[str, str]:
    """What a page has sent of a form: by path, without blanks, and without the one sign that no database keeps."""
    fields = {
        name.removeprefix(PREFIX).replace("\0", ""): value.replace("\r\n", "\n").replace("\0", "")
        for name, value in sent.items()
        if name.startswith(PREFIX)
    }
    return {path: value for path, value in fields.items() if value.strip()}


def rows_of(filled: Filled, path: str) -> int:
    """The number of the last row of a list in which something is filled in."""
    row = re.compile(re.escape(path) + r"\.(\d{1,3})(?:\.|!|$)")
    return max((int(found[1]) for each in filled if (found := row.match(each))), default=0)


def is_filled(filled: Filled, path: str) -> bool:
    """Whether anything is filled in at or below a path."""
    return any(each == path or each.startswith((path + ".", path + NONE)) for each in filled)


@dataclass(slots=True)
class Raw:
    """An order as it was filled in, to be read by its form; and what could not be understood before that."""

    order: dict[str, Any]
    problems: list[Problem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    @property
    def clear(self) -> bool:
        return not self.questions and not any(each.binding for each in self.problems)


def raw_of(form: Form, filled: Filled, words: Words) -> Raw:
    """The order that a filled form says. Where a part was not understood, all else that is wrong is found too."""
    made = Raw({})
    reader = _Filled(filled, words, made)
    made.order = reader.record(form.record, "")
    if not made.clear:
        _, faults = read(form.record, made.order, words.identify)
        unread = {each.culprit for each in made.problems}
        made.problems += [each for each in faults if each.code != "missing_field" or each.culprit not in unread]
    return made


_LEFT_OUT = object()


class _Filled:
    """Reads one filled form."""

    def __init__(self, filled: Filled, words: Words, made: Raw) -> None:
        self.filled, self.words, self.made = filled, words, made

    def record(self, record: Record, path: str) -> dict[str, Any]:
        values = ((each.name, self._field(each, below(path, each.name))) for each in record.fields)
        return {name: value for name, value in values if value is not _LEFT_OUT}

    def _field(self, each: Field, path: str) -> object:
        if each.nullable and path + NONE in self.filled:
            return None
        if is_filled(self.filled, path):
            return self._value(each.kind, path)
        # A list that must be there and has nothing in it is an empty one: nobody can fill in nothing.
        return [] if each.required and isinstance(each.kind, Many) else _LEFT_OUT

    def _value(self, kind: Kind, path: str) -> object:
        match kind:
            case Record():
                return self.record(kind, path)
            case Row():
                return [self._value(kind.of, below(path, name)) for name in kind.names]
            case Many() if is_list(kind):
                rows = [below(path, place) for place in range(1, rows_of(self.filled, path) + 1)]
                return [self._value(kind.of, row) for row in rows if is_filled(self.filled, row)]
            case ByKey(key=Choice() as keys):
                places = {key: below(path, key) for key in map(str, keys.values)}
                return {key: self._value(kind.of, at) for key, at in places.items() if is_filled(self.filled, at)}
            case Choice() | Number() | Text() | RankText():
                return self.filled.get(path, "")
            case Flag():
                return {"yes": True, "no": False}.get(self.filled.get(path, ""), self.filled.get(path, ""))
        return self._written(kind, path)

    def _written(self, kind: Kind, path: str) -> object:
        """What is typed as in a post."""
        lines = [line.strip() for line in self.filled.get(path, "").splitlines() if line.strip()]
        name = path.rpartition(".")[2]
        post = read_value(Field(name, kind), (" / " if is_laid_out(kind) else " ").join(lines), self.words)
        self.made.questions += post.questions
        self.made.problems += [replace(each, culprit=_moved(each.culprit, name, path)) for each in post.problems]
        return post.order[name] if isinstance(post.order, Mapping) else _LEFT_OUT


def _moved(culprit: str, name: str, path: str) -> str:
    """The path of a problem of one field, within the whole form."""
    return path + culprit.removeprefix(name) if culprit.startswith(name) else path


# From an order


def filled_of(record: Record, order: Mapping[str, Any], prose: Prose) -> dict[str, str]:
    """An order as it would have been filled in: what `raw_of` makes the same order of."""
    return {path: text for path, text in _fill(record, order, "", prose) if text}


def _fill(record: Record, order: Mapping[str, Any], path: str, prose: Prose) -> Iterator[tuple[str, str]]:
    for each in record.fields:
        if each.name in order:
            yield from _fill_field(each, order[each.name], below(path, each.name), prose)


def _fill_field(each: Field, value: Data, path: str, prose: Prose) -> Iterator[tuple[str, str]]:
    if value is None:
        yield path + NONE, "yes"
    else:
        yield from _fill_value(each.kind, value, path, prose)


def _fill_value(kind: Kind, value: Any, path: str, prose: Prose) -> Iterator[tuple[str, str]]:
    match kind:
        case Record():
            yield from _fill(kind, value, path, prose)
        case Row():
            for name, item in zip(kind.names, value, strict=True):
                yield from _fill_value(kind.of, item, below(path, name), prose)
        case Many() if is_list(kind):
            for place, item in enumerate(value, 1):
                yield from _fill_value(kind.of, item, below(path, place), prose)
        case ByKey(key=Choice()):
            for key, item in value.items():
                yield from _fill_value(kind.of, item, below(path, key), prose)
        case Flag():
            yield path, "yes" if value else "no"
        case Choice() | Number() | Text() | RankText():
            yield path, str(value)
        case _:
            said = print_value(Field("value", kind), value, prose)
            yield path, "\n".join(said.split(" / ")) if is_laid_out(kind) else said
