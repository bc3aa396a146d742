"""A fact as one audience sees it: built anew, with each working opened as far as that audience may."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, cast

from .working import Working, opened_for

T = TypeVar("T")


def seen(value: T, seat: str | None) -> T:
    """`value` (a fact, or any frozen dataclass) with its workings as `seat` may open them; None: the public."""
    if isinstance(value, Working):
        return cast(T, opened_for(value, seat))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = _holding_workings(type(value))
        if not names:
            return value
        return dataclasses.replace(value, **{name: seen(getattr(value, name), seat) for name in names})
    if isinstance(value, tuple):
        return tuple(seen(item, seat) for item in value)  # type: ignore[return-value]
    if isinstance(value, Mapping):
        return {key: seen(item, seat) for key, item in value.items()}  # type: ignore[return-value]
    return value


@cache
def _holding_workings(kind: type[Any]) -> tuple[str, ...]:
    hints = typing.get_type_hints(kind)
    return tuple(field.name for field in dataclasses.fields(kind) if _holds(hints[field.name]))


def _holds(hint: Any) -> bool:
    if hint is Working:
        return True
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return bool(_holding_workings(hint))
    return any(_holds(inner) for inner in typing.get_args(hint))
