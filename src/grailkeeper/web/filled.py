"""What was filled in, as an order; and an order as it would have been filled in.

What is filled in is kept as typed, field by field under its path (`servant.skills.1.name`), right or wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..core.canon import Data
from ..core.form import (
    ByKey,
    Choice,
    Field,
    Flag,
    Form,
    Kind,
    Many,
    Number,
    OneOf,
    RankText,
    Reader,
    Record,
    Row,
    Text,
    read,
)
from ..core.problem import Problem
from ..text.declaration import Question, print_value, read_value
from ..text.prose import Prose
from ..text.words import Words
from .cuts.cut import Recast, Shape, Tick

Filled = Mapping[str, str]
"""What was typed, by path. Only what is not blank."""

MISSING = "missing_field"
"""The code of what must be filled in and is not."""

PREFIX = "f:"
"""How the names of a form's fields begin on a page."""

NONE = "!"
"""The end of the path under which it is ticked that there is none; `#` that of how many rows are shown."""

ROWS = "#"

UNREAD, LINES_READ = "?", "?#"
"""Where the lines of a pasted post stand that were not understood, and how many were, until they are looked at."""

LONG = 80
"""Characters beyond which a text is typed into several lines."""

LONGEST_PATH, LONGEST = 160, 4000
"""Characters of the name of a field, and of what is typed into one."""


# The kinds, as far as they are filled in


def below(path: str, name: str | int) -> str:
    return f"{path}.{name}".lstrip(".")


def can_be_filled(kind: Kind) -> bool:
    """Whether there is anything to be picked: of nothing, nothing is asked."""
    match kind:
        case Choice():
            return bool(kind.offers)
        case ByKey():
            return can_be_filled(kind.key)
        case Many():
            return can_be_filled(kind.of)
        case Recast():
            return can_be_filled(kind.inner)
        case Record():
            return all(can_be_filled(each.kind) for each in kind.fields if each.required)
    return True


def is_leaf(kind: Kind) -> bool:
    """Whether a kind is one value in one field."""
    if isinstance(kind, Recast):
        return is_leaf(kind.inner)
    if isinstance(kind, OneOf):
        return all(map(is_leaf, kind.kinds))
    return isinstance(kind, Choice | Number | Text | RankText | Flag | Tick)


def record_in(kind: OneOf) -> Record | None:
    """The record among single values: either of them is filled in. None where the kinds are not such."""
    records = [each for each in kind.kinds if isinstance(each, Record)]
    others = [each for each in kind.kinds if not isinstance(each, Record)]
    return records[0] if len(records) == 1 and others and all(map(is_leaf, others)) else None


def is_list(kind: Many) -> bool:
    """Whether a list is filled in row by row; others are typed in one line, as in a post."""
    of = kind.of.inner if isinstance(kind.of, Recast) else kind.of
    by_row = isinstance(of, Record | Choice) or (isinstance(of, Text) and of.longest > LONG)
    return by_row and type(kind).read is Many.read and not kind.gaps


def is_laid_out(kind: Kind) -> bool:
    """Whether people write a kind in rows one below the other."""
    return type(kind).rows is not Kind.rows


# What was typed


def typed(sent: Mapping[str, str]) -> dict[str, str]:
    """What a page has sent of a form: by path, without blanks, and without the one sign that no database keeps. No page
    lets anybody type more than a field takes."""
    fields = {
        name.removeprefix(PREFIX).replace("\0", ""): value.replace("\r\n", "\n").replace("\0", "")[:LONGEST]
        for name, value in sent.items()
        if name.startswith(PREFIX) and len(name) <= LONGEST_PATH
    }
    return {path: value for path, value in fields.items() if value.strip()}


def rows_of(filled: Filled, path: str) -> int:
    """The number of the last row of a list in which something is filled in."""
    row = re.compile(re.escape(path) + r"\.(\d{1,3})(?:\.|!|$)")
    return max((int(found[1]) for each in filled if (found := row.match(each))), default=0)


def filled_places(filled: Filled) -> frozenset[str]:
    """Every path at or below which anything is filled in."""
    above = (each[: end.start()] for each in filled for end in _ENDS.finditer(each))
    return frozenset((*filled, *above))


_ENDS = re.compile(rf"[.{NONE}]")


def without_strays(kind: Kind, filled: Filled, path: str = "") -> dict[str, str]:
    """What is filled in without the fields that do not count for what was chosen beside them."""
    kept = dict(filled)
    for at, variant in _variants(kind, path):
        chosen = variant.of.get(filled.get(below(at, variant.by), ""))
        others = {name for names in variant.of.values() for name in names}.difference(chosen or ())
        strays = tuple(below(at, name) for name in others) if chosen is not None else ()
        kept = {each: text for each, text in kept.items() if not any(_is_at(each, stray) for stray in strays)}
    return kept


def _is_at(path: str, place: str) -> bool:
    return path == place or path.startswith((place + ".", place + NONE))


def _variants(kind: Kind, path: str) -> Iterator[tuple[str, Recast]]:
    if isinstance(kind, Recast):
        if kind.shape is Shape.VARIANT:
            yield path, kind
        kind = kind.inner
    if isinstance(kind, Record):
        for each in kind.fields:
            yield from _variants(each.kind, below(path, each.name))


# From what was typed to an order


@dataclass(slots=True)
class Raw:
    """An order as it was filled in, to be read by its form; and what could not be understood before that."""

    order: dict[str, Any]
    problems: list[Problem] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)

    @property
    def clear(self) -> bool:
        return not self.questions and not any(each.binding for each in self.problems)


def raw_of(form: Form, filled: Filled, words: Words, cut: Kind | None = None) -> Raw:
    """The order that a filled form says. Where a part was not understood, all else that is wrong is found too. `cut` is
    the form as it was cut to be filled in."""
    made = Raw({})
    reader = _Filled(filled, words, made)
    made.order = reader.whole(cut or form.record)
    if not made.clear:
        _, faults = read(form.record, made.order, words.identify)
        unread = {each.culprit for each in made.problems}
        made.problems += [each for each in faults if each.code != MISSING or each.culprit not in unread]
    return made


def understood_of(form: Form, raw: Raw, words: Words) -> dict[str, Any]:
    """As much of an order as is understood: the fields that can be read, each by itself; of a sheet those within it."""
    found: dict[str, Any] = {}
    for each in form.record.fields:
        value = raw.order.get(each.name)
        if isinstance(each.kind, Record) and isinstance(value, Mapping):
            found[each.name] = _readable(each.kind, value, words)
        elif each.name in raw.order:
            found |= _readable(replace(form.record, fields=(each,)), {each.name: value}, words)
    return found


def _readable(record: Record, order: Mapping[str, Any], words: Words) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in record.fields:
        alone = replace(record, fields=(replace(each, required=False),))
        if each.name in order:
            value, problems = read(alone, {each.name: order[each.name]}, words.identify)
            found |= value if isinstance(value, dict) and not problems else {}
    return found


_LEFT_OUT = object()


class _Filled:
    """Reads one filled form."""

    def __init__(self, filled: Filled, words: Words, made: Raw) -> None:
        self.filled, self.words, self.made = filled, words, made
        self.places = filled_places(filled)

    def whole(self, kind: Kind) -> dict[str, Any]:
        """Everything that a form says."""
        if isinstance(kind, Recast):
            given: dict[str, Any] = kind.give(self.whole(kind.inner))
            return given
        assert isinstance(kind, Record)
        return self.record(kind, "")

    def record(self, record: Record, path: str) -> dict[str, Any]:
        values = ((each.name, self._field(each, below(path, each.name))) for each in record.fields)
        return {name: value for name, value in values if value is not _LEFT_OUT}

    def _field(self, each: Field, path: str) -> object:
        if each.nullable and path + NONE in self.filled:
            return None
        if path in self.places:
            return self.value(each.kind, path)
        # A list that must be there and has nothing in it is an empty one: nobody can fill in nothing.
        outer = each.kind.outer if isinstance(each.kind, Recast) else each.kind
        return [] if each.required and isinstance(outer, Many) else _LEFT_OUT

    def value(self, kind: Kind, path: str) -> object:
        match kind:
            case Recast() if not is_leaf(kind):
                typed_so = path in self.filled
                return self._written(kind.outer, path) if typed_so else kind.give(self.value(kind.inner, path))
            case Recast():
                return kind.give(self.filled.get(path, ""))
            case Record():
                return self.record(kind, path)
            case Row():
                return [self.value(kind.of, below(path, name)) for name in kind.names]
            case Many() if is_list(kind):
                last = min(kind.most, rows_of(self.filled, path))  # no page shows more
                rows = [below(path, place) for place in range(1, last + 1)]
                return [self.value(kind.of, row) for row in rows if row in self.places]
            case ByKey(key=Choice() as keys):
                places = {key: below(path, key) for key in map(str, keys.values)}
                return {key: self.value(kind.of, at) for key, at in places.items() if at in self.places}
            case OneOf() if (record := record_in(kind)) is not None:
                return self.filled[path] if path in self.filled else self.record(record, path)
            case Flag():
                return {"yes": True, "no": False}.get(self.filled.get(path, ""), self.filled.get(path, ""))
            case _ if is_leaf(kind):
                return self.filled.get(path, "")
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


# From an order to what is typed


def filled_of(kind: Kind, order: Mapping[str, Any], prose: Prose) -> dict[str, str]:
    """An order as it would have been filled in a form, cut or not: what `raw_of` makes the same order of."""
    writer = _Writer(prose)
    record = kind.inner if isinstance(kind, Recast) else kind
    assert isinstance(record, Record)
    return {path: text for path, text in writer.record(record, order, "") if text}


class _Writer:
    """Fills in a form for one reader."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose

    def record(self, record: Record, order: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
        for each in record.fields:
            if each.name in order:
                yield from self._field(each, order[each.name], below(path, each.name))

    def _field(self, each: Field, value: Data, path: str) -> Iterator[tuple[str, str]]:
        if value is None:
            yield path + NONE, "yes"
        else:
            yield from self.value(each.kind, value, path)

    def value(self, kind: Kind, value: Any, path: str) -> Iterator[tuple[str, str]]:
        match kind:
            case Recast() if not is_leaf(kind):
                yield from self._recast(kind, value, path)
            case Recast() if isinstance(value, list):
                alone = kind.take(value)
                yield path, self._line(kind.outer, value) if alone is None else str(alone)
            case Record():
                yield from self.record(kind, value, path)
            case Row():
                for name, item in zip(kind.names, value, strict=True):
                    yield from self.value(kind.of, item, below(path, name))
            case Many() if is_list(kind):
                for place, item in enumerate(value, 1):
                    yield from self.value(kind.of, item, below(path, place))
            case ByKey(key=Choice()):
                for key, item in value.items():
                    yield from self.value(kind.of, item, below(path, key))
            case OneOf() if isinstance(value, Mapping) and (record := record_in(kind)) is not None:
                yield from self.record(record, value, path)
            case _ if is_leaf(kind) or (isinstance(kind, OneOf) and record_in(kind) is not None):
                yield path, {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
            case _:
                yield path, self._line(kind, value)

    def _recast(self, kind: Recast, value: Any, path: str) -> Iterator[tuple[str, str]]:
        """As the plainer thing that it is cut to, where that says the same; else as in a post."""
        parts = kind.take(value)
        if parts is not None:
            lines = dict(self.value(kind.inner, parts, path))
            if path not in lines and _says(kind, lines, parts, path, self.prose.words):
                yield from lines.items()
                return
        yield path, self._line(kind.outer, value)

    def _line(self, kind: Kind, value: Any) -> str:
        said = print_value(Field("value", kind), value, self.prose)
        return "\n".join(said.split(" / ")) if is_laid_out(kind) else said


def _says(kind: Recast, lines: Filled, parts: Any, path: str, words: Words) -> bool:
    """Whether what is filled in is read as the same again."""
    made, reader = Raw({}), Reader(words.identify)
    again = kind.outer.read(kind.give(_Filled(lines, words, made).value(kind.inner, path)), path, reader)
    return not reader.problems and made.clear and bare(kind.take(again)) == bare(parts)


def bare(value: Any) -> Any:
    """A value without what says nothing: an empty part, or a place left open at the end of a row."""
    if isinstance(value, Mapping):
        found = {name: bare(each) for name, each in value.items()}
        return {name: each for name, each in found.items() if each not in ({}, [])}
    if not isinstance(value, list | tuple):
        return value
    items = [bare(each) for each in value]
    while items and items[-1] is None:
        items.pop()
    return items
