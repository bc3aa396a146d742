"""A form as it is filled in: every kind as plain as it can be, by what the kinds say and by the cut of the system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from ...core.form import ByKey, Choice, Field, Form, Kind, Many, Number, OneOf, RankText, Reader, Record, Row
from .cut import Cut, Recast, Shape, Tick

FEWEST_TO_TYPE = 13
"""From so many values on they are typed, not ticked."""

LETTERS, PLUSES = ("E", "D", "C", "B", "A", "EX"), ("", "+", "++", "+++")


def tailored(cut: Cut, form: Form) -> Recast | Record:
    """The record of a form, cut."""
    made = _Tailor(cut, form.kind).kind(form.record, "")
    assert isinstance(made, Recast | Record)
    return made


def record_of(kind: Kind) -> Record:
    """The record behind a whole form that is cut."""
    inner = kind.inner if isinstance(kind, Recast) else kind
    assert isinstance(inner, Record)
    return inner


@dataclass(frozen=True, slots=True)
class _Tailor:
    cut: Cut
    form: str

    def kind(self, kind: Kind, path: str) -> Kind | None:
        make = self.cut.fields.get(f"{self.form}.{path}".rstrip(".")) or self.cut.kinds.get(type(kind))
        made = _plain(kind) if make is None else make(kind)
        if isinstance(made, Recast):
            return replace(made, inner=self._inside(made.inner, path))
        return None if made is None else self._inside(made, path)

    def _inside(self, kind: Kind, path: str) -> Kind:
        match kind:
            case Record():
                return replace(kind, fields=tuple(self._fields(kind.fields, path)))
            case Many() | ByKey():
                of = self.kind(kind.of, f"{path}.*")
                return kind if of is None else replace(kind, of=of)
            case Row():
                return replace(kind, of=self._one(kind.of, path))
            case OneOf():
                return replace(kind, kinds=tuple(self._one(each, path) for each in kind.kinds))
        return kind

    def _one(self, kind: Kind, path: str) -> Kind:
        """One of several kinds: a record or a rank; the rest is typed."""
        return self._inside(kind, path) if isinstance(kind, Record) else _plain(kind) if is_rank(kind) else kind

    def _fields(self, fields: Sequence[Field], path: str) -> list[Field]:
        made = ((each, self.kind(each.kind, f"{path}.{each.name}".lstrip("."))) for each in fields)
        return [replace(each, kind=kind) for each, kind in made if kind is not None]


def _plain(kind: Kind) -> Kind:
    """What the kind alone says: ranks are picked, a few things of which each counts once are ticked."""
    match kind:
        case RankText():
            return Recast(Choice(ranks(kind)), kind, names={each: each for each in ranks(kind)})
        case Many(of=Choice() as of) if _is_ticked(kind, len(of.offers)):
            return ticked(kind, [str(each) for each in of.offers], of.names)
        case Many(of=Number() as of) if _is_ticked(kind, of.high - of.low + 1):
            numbers = [str(each) for each in range(of.low, of.high + 1)]
            return ticked(kind, numbers, {each: each for each in numbers})
    return kind


def is_rank(kind: Kind) -> bool:
    return isinstance(kind, RankText)


def _is_ticked(kind: Many, count: int) -> bool:
    return 0 < count < FEWEST_TO_TYPE and type(kind).read is Many.read and not kind.gaps


def ranks(kind: Kind) -> tuple[str, ...]:
    """The ranks that a kind takes, the lowest first."""
    written = (letter + plus for letter in LETTERS for plus in PLUSES)
    return tuple(each for each in written if _takes(kind, each))


def _takes(kind: Kind, value: str) -> bool:
    reader = Reader()
    return kind.read(value, "", reader) == value and not reader.problems


# Ticks


def ticked(outer: Kind, values: Sequence[str], names: Mapping[str, str] | None = None) -> Recast:
    """A list in which each of a few values can stand once, as boxes; in a box stands at which place it was."""
    record = Record(tuple(Field(each, Tick()) for each in values))
    give, take = partial(_in_order, tuple(values)), partial(_places, frozenset(values))
    return Recast(record, outer, Shape.TICKS, give, take, names=dict(names or {}))


def _in_order(values: tuple[str, ...], filled: Mapping[str, str]) -> list[str]:
    """What is ticked: first what was in the order that was filled in, then what was added, as it stands there."""
    place = {value: number for number, value in enumerate(values)}
    return sorted(filled, key=lambda value: (_number(filled[value]), place[value]))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 1000


def _places(known: frozenset[str], value: Any) -> dict[str, str] | None:
    if not isinstance(value, list) or len({str(each) for each in value}) < len(value):
        return None
    found = {str(each): str(place) for place, each in enumerate(value, 1)}
    return found if found.keys() <= known else None
