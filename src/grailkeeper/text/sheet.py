"""Sheets in words: what a field wants to be told, and a whole sheet as a file in the reader's words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby
from typing import Any

from ..core.form import ByKey, Choice, Field, Flag, Form, Kind, Many, Number, OneOf, RankText, Record, Row, Text
from ..core.rank import rank
from .document import Bullets, Item, Strong, spans
from .pasted.meaning import parts_of
from .prose import Prose

_BARE = re.compile(r"[\w-]+")
_MANY_RANKS = 6
_VAST = 100
"""A number beyond which nobody asks how great a number may be."""
_NARROW = 110
"""Columns beyond which a list of records has a line for each."""


def hint(kind: Kind, prose: Prose) -> str:
    """What may be answered, in the reader's words: `0부터 9까지`, `예, 아니요`, `근력 내구 민첩`; "" where nothing."""
    say, offered = prose.words.say, kind.offered()
    if offered is not None and not isinstance(kind, Choice):
        return ", ".join(map(prose.name, offered))
    match kind:
        case Number():
            return say("sheet.whole") if kind.high > _VAST else say("sheet.number", low=kind.low, high=kind.high)
        case Choice():
            ranks = len(kind.offers) > _MANY_RANKS and all(map(rank, kind.offers))
            named = (kind.names.get(value) or prose.name(value) for value in kind.offers)
            return say("sheet.rank") if ranks else ", ".join(named)
        case Flag():
            return f"{prose.words.name('yes')}, {prose.words.name('no')}"
        case RankText():
            return say("sheet.rank")
        case Text():
            return say("sheet.text", longest=kind.longest)
        case Row():
            return kind.mark.join(prose.name(name) for name in kind.names)
        case Many():
            of = hint(kind.of, prose)
            return of if isinstance(kind.of, Many) else of and say("sheet.several", of=of)
        case ByKey():
            key, of = hint(kind.key, prose), hint(kind.of, prose)
            return key and of and say("sheet.table", key=key, of=of)
        case OneOf():
            return _either([hint(each, prose) for each in kind.kinds], prose)
        case Record():
            needed = ", ".join(_with_values(field, prose) for field in kind.fields if field.required)
            free = ", ".join(prose.name(field.name) for field in kind.fields if not field.required)
            return say("sheet.record", needed=needed, free=free) if needed and free else needed or free
    return _either([hint(each, prose) for each in parts_of(kind)], prose) or kind.accepted()


def _either(hints: Sequence[str], prose: Prose) -> str:
    """Several ways to answer, each once; one of which several may be given says so for itself too."""
    say = prose.words.say
    ways = [each for each in dict.fromkeys(hints) if each and say("sheet.several", of=each) not in hints]
    return reduce(lambda one, other: say("sheet.either", one=one, other=other), ways) if ways else ""


def _with_values(field: Field, prose: Prose) -> str:
    """A field of a record with the values among which it chooses: `행동(탐색, 휴식)`."""
    chosen = isinstance(field.kind, Choice) or field.kind.offered() is not None
    values = hint(field.kind, prose) if chosen else ""
    return f"{prose.name(field.name)}({values})" if values else prose.name(field.name)


def form_items(form: Form, prose: Prose) -> Bullets:
    """What a form asks, a line for each field: its name and what may be answered. Neighbours that are answered alike
    share a line; what can have no answer or does nothing now is left out, and so is a second way to write the same.
    """
    asked = (each for each in form.record.fields if each.offered and not _is_other_way(form, each))
    hints = [(each.name, hint(each.kind, prose)) for each in asked]
    items = []
    for said, alike in groupby(hints, lambda pair: pair[1]):
        names = ", ".join(prose.name(name) for name, _ in alike)
        if said:
            items.append(Item(spans(Strong(names), f": {said}")))
    return Bullets(tuple(items))


def _is_other_way(form: Form, field: Field) -> bool:
    """Whether another field that is wanted takes the same, drawn over several lines."""
    drawn = [each for each in form.record.fields if type(each.kind).likeness is not Kind.likeness]
    return field in drawn and not field.wanted and any(each.wanted for each in drawn)


def said_value(value: Any, prose: Prose) -> str:
    """A value that a sheet comes to, on one line."""
    if isinstance(value, Mapping):
        return ", ".join(f"{prose.name(str(key))} {said_value(item, prose)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(said_value(item, prose) for item in value) or prose.words.name("none")
    return str(prose.value(value))


def as_json(head: Mapping[str, str], sheet: Mapping[str, Any]) -> str:
    """A sheet for programs: identifiers, and everything as the form keeps it."""
    return json.dumps({**head, **sheet}, ensure_ascii=False, indent=2) + "\n"


def as_toml(head: Mapping[str, str], record: Record, sheet: Mapping[str, Any], prose: Prose, comment: str = "") -> str:
    """A sheet for people: TOML in the reader's words. What there is none of is left out."""
    writer = _Toml(prose)
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += [f"{writer.key(name, tuple(head))} = {_quoted(value)}" for name, value in head.items()]
    return "\n".join([*lines, *writer.table(record, sheet, ())]) + "\n"


class _Toml:
    """Writes for one reader, in names that are understood as what they stand for."""

    def __init__(self, prose: Prose) -> None:
        self.prose = prose

    def key(self, name: str, among: Sequence[str]) -> str:
        called = self.prose.name(name)
        called = called if self.prose.words.identify(called, among) == name else name
        return called if _BARE.fullmatch(called) else _quoted(called)

    def table(self, record: Record, data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
        """Single values first, then each record below it under a heading of its own."""
        given = [(field, data[field.name]) for field in record.fields if data.get(field.name) is not None]
        names = [field.name for field in record.fields]
        for field, value in given:
            if not _is_section(field, value, path):
                yield f"{self.key(field.name, names)} = {self.value(field.kind, value)}"
        for field, value in given:
            if _is_section(field, value, path):
                inner = (*path, self.key(field.name, names))
                yield ""
                yield f"[{'.'.join(inner)}]"
                assert isinstance(field.kind, Record)
                yield from self.table(field.kind, value, inner)

    def value(self, kind: Kind, value: Any) -> str:
        match kind:
            case Choice():
                called = kind.names.get(value) or self.prose.name(value)
                named = value in kind.names or self.prose.words.identify(called, kind.values) == value
                return _quoted(called if named else value)
            case Row():
                return _quoted(kind.mark.join(str(item) for item in value))
            case Many():
                return self._several([self.value(kind.of, item) for item in value], isinstance(kind.of, Record))
            case Record():
                return self._inline(kind, value)
            case ByKey():
                pairs = (f"{_quoted(str(key))} = {self.value(kind.of, item)}" for key, item in value.items())
                return f"{{ {', '.join(pairs)} }}"
        return self._plain(value)

    def _several(self, items: Sequence[str], records: bool) -> str:
        line = f"[{', '.join(items)}]"
        if not records or (len(items) < 2 and len(line) < _NARROW):
            return line
        return "[\n" + "".join(f"  {item},\n" for item in items) + "]"

    def _inline(self, record: Record, data: Mapping[str, Any]) -> str:
        names = [field.name for field in record.fields]
        given = [(field, data[field.name]) for field in record.fields if data.get(field.name) is not None]
        pairs = [f"{self.key(field.name, names)} = {self.value(field.kind, value)}" for field, value in given]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"

    def _plain(self, value: Any) -> str:
        match value:
            case bool():
                return "true" if value else "false"
            case str():
                return _quoted(value)
            case Mapping():
                pairs = (
                    f"{_quoted(str(key))} = {self._plain(item)}" for key, item in value.items() if item is not None
                )
                return f"{{ {', '.join(pairs)} }}"
            case list() | tuple():
                return f"[{', '.join(map(self._plain, value))}]"
        return str(value)


def _is_section(field: Field, value: Any, path: tuple[str, ...]) -> bool:
    return not path and isinstance(field.kind, Record) and isinstance(value, Mapping)


def _quoted(text: str) -> str:
    return json.dumps(str(text), ensure_ascii=False).replace("\x7f", "\\u007f")
