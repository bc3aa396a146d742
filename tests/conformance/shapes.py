"""A form as plain data: what may stand in it, between which bounds, and what must."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from grailkeeper.core.canon import Data


def shape(value: Any) -> Data:
    """Of a kind its class and everything that it says; what is worked out by a function is there by its name."""
    if value is None or isinstance(value, bool | int | str):
        return value.value if isinstance(value, Enum) else value
    if is_dataclass(value) and not isinstance(value, type):
        return [type(value).__name__, {each.name: shape(getattr(value, each.name)) for each in fields(value)}]
    if isinstance(value, Mapping):
        return [[shape(key), shape(each)] for key, each in value.items()]
    if isinstance(value, frozenset | set):
        return sorted(map(str, value))
    if isinstance(value, tuple | list | range):
        return [shape(each) for each in value]
    if isinstance(value, re.Pattern):
        return str(value.pattern)
    return getattr(value, "__qualname__", type(value).__qualname__)
