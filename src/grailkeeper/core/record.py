"""How a frozen record changes: by a copy of it. The state of a war is made anew with every fact that is told."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

R = TypeVar("R")

_set = object.__setattr__


def replace(record: R, /, **change: Any) -> R:
    """The record with some fields changed: `dataclasses.replace` for records that check nothing when they are made.

    Fields are copied one by one instead of through `__init__`, which takes half the time: a fifth of a battle went into
    copies. Raises TypeError for a field that the record does not have, and for what is no record.
    """
    kind: type = type(record)
    names = _names(kind)
    if not change.keys() <= names:
        raise TypeError(f"{kind.__name__} has no field {', '.join(sorted(change.keys() - names))}")
    made: R = object.__new__(kind)
    for name in names:
        _set(made, name, change[name] if name in change else getattr(record, name))
    return made


@cache
def _names(kind: type) -> frozenset[str]:
    return frozenset(each.name for each in fields(kind))
