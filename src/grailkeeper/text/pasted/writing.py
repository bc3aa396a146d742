"""An order as lines that are read as that order again: what is written is read before it is shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...core.canon import Data
from ...core.form import ByKey, Choice, Field, Flag, Kind, Many, Number, OneOf, Reader, Record, Row, Text
from ..language import Language
from ..prose import Prose
from ..width import width
from .cutting import parts, unquoted
from .effort import Effort
from .meaning import Names, choices, kind_at
from .reading import distinct_of

WIDEST = 72
"""Columns beyond which a record is written field by field."""

Reads = Callable[[str], Data]
"""How a text is read as an answer to the record that is written; None where it is not understood."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a written order."""

    name: str
    value: str

    @property
    def text(self) -> str:
        return f"{self.name}: {self.value}"


class Writer:
    """Writes for one reader: in the words of `prose`, or in identifiers where they would be mistaken."""

    def __init__(self, prose: Prose, reads: Reads) -> None:
        self.prose, self.reads = prose, reads
        self.names = Names(prose.words, Effort())
        self.plain = False

    def lines(self, record: Record, order: Mapping[str, Any]) -> Iterator[Line]:
        """The lines of an order, those of each field together."""
        for field in record.fields:
            if field.name in order:
                yield from self._field(field, order[field.name])

    def line(self, record: Record, path: Sequence[str | int], value: Data) -> Line:
        """One value of a form as a line that is read as that and as nothing else."""
        whole: Any = value
        for step in reversed(path):
            whole = {step: whole}
        for name in self._names_of(path):
            line = Line(name, self._said_at(record, path, value))
            alone = not isinstance(kind_at(record, path[:-1]), Row)
            if all(isinstance(step, str) for step in path) and (not alone or self._holds([line], whole)):
                return line
        return Line(self._named(path), self._said_at(record, path, value))

    def _field(self, field: Field, value: Data) -> list[Line]:
        for lines in self._tries(field, value):
            if self._holds(lines, {field.name: value}):
                return lines
        return [Line(field.name, _exact(value))]

    def _tries(self, field: Field, value: Data) -> list[list[Line]]:
        """The ways to write a field, the plainest speech first."""
        tries: list[list[Line]] = []
        for self.plain in (False, True):
            for name in self._names_of([field.name]):
                tries += self._layouts(name, field, value)
        self.plain = False
        return distinct_of(tries)

    def _layouts(self, name: str, field: Field, value: Data) -> Iterator[list[Line]]:
        rows = field.kind.rows(value, None if self.plain else self.prose.name)
        if rows:
            yield [Line(name, " / ".join(rows))]
        whole = Line(name, self._value(field, value))
        apart = list(self._apart(name, field, value))
        if width(whole.text) <= WIDEST or len(apart) < 2:
            yield [whole]
        if apart:
            yield apart
        yield [whole]

    def _apart(self, name: str, field: Field, value: Data) -> Iterator[Line]:
        """A record or a list of records, a line for each part: `마스터 능력치: …`, `기술 1: …`."""
        kind = field.kind
        if isinstance(kind, Record) and isinstance(value, Mapping):
            for part in kind.fields:
                if part.name in value:
                    inner = f"{name} {self._printed(part.name)}"
                    below = list(self._apart(inner, part, value[part.name]))
                    yield from below or [Line(inner, self._value(part, value[part.name]))]
        elif isinstance(kind, Many) and isinstance(kind.of, Record) and isinstance(value, Sequence):
            for place, item in enumerate(value, 1):
                yield Line(f"{name} {place}", self.said(kind.of, item))

    def _holds(self, lines: Sequence[Line], expected: Data) -> bool:
        return self.reads("\n".join(line.text for line in lines)) == expected

    # Names

    def _names_of(self, path: Sequence[str | int]) -> Iterator[str]:
        """What a path can be called, the usual name first, the identifiers last."""
        last = path[-1] if path else ""
        before = [self._printed(step) for step in path[:-1]]
        for name in dict.fromkeys((self._printed(last), *self.prose.words.names.get(str(last), ()), str(last))):
            yield " ".join([*before, name])
        yield self._named(path)

    def _printed(self, step: str | int) -> str:
        return str(step) if self.plain or isinstance(step, int) else self.prose.name(step)

    def _named(self, path: Sequence[str | int]) -> str:
        return " ".join(map(str, path))

    # Values

    def _said_at(self, record: Kind, path: Sequence[str | int], value: Data) -> str:
        kind = kind_at(record, path)
        return " / ".join(kind.rows(value, None if self.plain else self.prose.name)) or self.said(kind, value)

    def _value(self, field: Field, value: Data) -> str:
        return self._none() if value is None else self.said(field.kind, value)

    def said(self, kind: Kind, value: Any) -> str:
        """A value in words."""
        if value is None:
            return "-"
        line = kind.line(value, None if self.plain else self.prose.name)
        if line:
            return line
        match kind:
            case Choice():
                return self._choice(kind, value)
            case Flag():
                return self.prose.words.name("yes" if value else "no")
            case Text():
                return self._text(value)
            case Row():
                return kind.mark.join(self._inner(kind.of, item) for item in value)
            case Many():
                close = not isinstance(kind.of, Text)
                return self._listed([self._inner(kind.of, item, kind.gaps) for item in value], close)
            case ByKey():
                return ", ".join(self._entry(kind, key, item) for key, item in value.items()) or self._none()
            case OneOf():
                return self.said(self._kind_of(kind, value), value)
            case Record():
                named = {field.name: field for field in kind.fields}
                said = [
                    f"{self._printed(name)} {self._bracketed(self._value(named[name], item))}"
                    for name, item in value.items()
                ]
                return ", ".join(said) or "{}"
        return self._shape(value)

    def _inner(self, kind: Kind, value: Any, gaps: bool = False) -> str:
        said = "-" if value is None and gaps else self.said(kind, value)
        return f"({said})" if isinstance(kind, Record) else self._bracketed(said)

    def _bracketed(self, said: str) -> str:
        return f"({said})" if len(parts(said, ",;")) > 1 else said

    def _listed(self, said: Sequence[str], close: bool) -> str:
        """A list, with blanks between its items where they may stand `close` together and have none inside."""
        blank = close and all(" " not in each for each in said)
        return (" " if blank else ", ").join(said) or self._none()

    def _entry(self, kind: ByKey, key: str, value: Any) -> str:
        said = self._inner(kind.of, value)
        if isinstance(kind.key, Number):
            korean = self.prose.words.language is Language.KO and not self.plain
            return f"{key}번 {said}" if korean else f"{key}: {said}"
        return f"{self.said(kind.key, key)}: {said}"

    def _choice(self, kind: Choice, value: str) -> str:
        name = kind.names.get(value) or self._printed(value)
        return name if choices(name, kind, self.prose.words) == (value,) else value

    def _text(self, text: str) -> str:
        risky = unquoted(text) != text or any(sign in text for sign in ",;()[]{}\n")
        return _exact(text) if risky and self.plain else f"“{text}”" if risky else text

    def _kind_of(self, kind: OneOf, value: Data) -> Kind:
        """The kind of several of which a value is."""
        for each in kind.kinds:
            reader = Reader(self.prose.words.identify)
            if each.read(value, "", reader) == value and not reader.problems:
                return each
        return kind.kinds[-1]

    def _shape(self, value: Any) -> str:
        """A value of a kind that only its rules know."""
        match value:
            case bool():
                return self.prose.words.name("yes" if value else "no")
            case str():
                return self._printed(value)
            case Mapping():
                return ", ".join(f"{self._printed(str(key))} {self._nested(item)}" for key, item in value.items())
            case list() | tuple():
                return ", ".join(map(self._nested, value)) or self._none()
        return str(value)

    def _nested(self, value: Any) -> str:
        said = self._shape(value)
        return f"({said})" if isinstance(value, Mapping | list | tuple) else said

    def _none(self) -> str:
        return self.prose.words.name("none")


def optional(record: Record) -> Record:
    """The record with nothing of it required, nor of the records in it: a part of an answer to it."""
    return replace(
        record, fields=tuple(replace(field, required=False, kind=_optional(field.kind)) for field in record.fields)
    )


def _optional(kind: Kind) -> Kind:
    return optional(kind) if isinstance(kind, Record) else kind


def _exact(value: Data) -> str:
    """A value as JSON in which every sign that a board or a reader could take for something else is escaped."""
    match value:
        case str():
            return (
                '"'
                + "".join(
                    sign if _is_safe(sign) else json.dumps(sign)[1:-1] if not sign.isascii() else f"\\u{ord(sign):04x}"
                    for sign in value
                )
                + '"'
            )
        case Mapping():
            return "{" + ", ".join(f"{_exact(str(key))}: {_exact(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(map(_exact, value)) + "]"
    return json.dumps(value)


def _is_safe(sign: str) -> bool:
    return (sign.isascii() and sign.isalnum()) or "가" <= sign <= "힣"
