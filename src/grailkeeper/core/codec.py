"""Frozen dataclasses to plain data and back, by their type hints.

A field that holds its default is left out, so that a record stays short and an older one is still read after a
field with a default was added. Enums are their values, tuples lists, frozensets sorted lists.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin

from .canon import Data

T = TypeVar("T")
_Convert = Callable[[Any], Any]


def encode(value: object) -> Data:
    """The plain data of a frozen dataclass (or of an enum, tuple, mapping or scalar in one)."""
    return cast(Data, _encoder(cast(Any, type(value)))(value))


def decode(kind: type[T], data: Data) -> T:
    """The value of type `kind` whose plain data is `data`.

    Raises ValueError or KeyError for data that no value of `kind` has; what people write is read by a form
    (`core.form`), never by this.
    """
    return cast(T, _decoder(cast(Any, kind))(data))


def _same(value: Any) -> Any:
    return value


@cache
def _encoder(kind: type[Any]) -> _Convert:
    if issubclass(kind, Enum):
        return lambda value: value.value
    if issubclass(kind, str | int) or kind is type(None):
        return _same
    if dataclasses.is_dataclass(kind):
        return _record_encoder(kind)
    if issubclass(kind, Mapping):
        return lambda value: {str(key): encode(item) for key, item in value.items()}
    if issubclass(kind, frozenset):
        return lambda value: sorted(encode(item) for item in value)
    if issubclass(kind, Sequence):
        return lambda value: [encode(item) for item in value]
    raise TypeError(f"{kind.__name__} has no plain data")


def _record_encoder(kind: type[Any]) -> _Convert:
    fields = [(field.name, _default(field)) for field in dataclasses.fields(kind)]

    def convert(record: Any) -> dict[str, Any]:
        data = {}
        for name, default in fields:
            value = getattr(record, name)
            if value != default:
                data[name] = encode(value)
        return data

    return convert


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


@cache
def _decoder(kind: Any) -> _Convert:
    if kind is Any or kind in (str, int, bool, type(None)) or isinstance(kind, str | typing.ForwardRef):
        return _same
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _union_decoder(inner)
    if origin in (tuple, Sequence):
        return _tuple_decoder(inner)
    if origin is frozenset:
        item = _decoder(inner[0])
        return lambda data: frozenset(item(each) for each in data)
    if origin in (dict, Mapping):
        if not (isinstance(inner[0], type) and issubclass(inner[0], str)):
            raise TypeError(f"the keys of {kind} are not text")
        item = _decoder(inner[1])
        return lambda data: {key: item(each) for key, each in data.items()}
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    if dataclasses.is_dataclass(kind):
        return _record_decoder(cast(type[Any], kind))
    raise TypeError(f"{kind} cannot be read from plain data")


def _union_decoder(kinds: tuple[Any, ...]) -> _Convert:
    """`X | None` for a record X, or a union of plain data only."""
    records = [kind for kind in kinds if _decoder(kind) is not _same]
    if not records:
        return _same
    if len(records) > 1:
        raise TypeError(f"a union of several records cannot be told apart: {kinds}")
    convert = _decoder(records[0])
    return lambda data: None if data is None else convert(data)


def _tuple_decoder(inner: tuple[Any, ...]) -> _Convert:
    if len(inner) == 2 and inner[1] is Ellipsis:
        item = _decoder(inner[0])
        return lambda data: tuple(item(each) for each in data)
    items = [_decoder(kind) for kind in inner]
    return lambda data: tuple(item(each) for item, each in zip(items, data, strict=True))


def _record_decoder(kind: type[Any]) -> _Convert:
    hints = typing.get_type_hints(kind)
    names = {field.name for field in dataclasses.fields(kind)}

    def convert(data: Mapping[str, Any]) -> Any:
        unknown = data.keys() - names
        if unknown:
            raise ValueError(f"{kind.__name__} has no field {sorted(unknown)[0]!r}")
        return kind(**{name: _decoder(hints[name])(value) for name, value in data.items()})

    return convert
