"""Raw data on its way from a post to a form: records of what was said so far, by path."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from .lines import folded
from .meaning import Step

NOTHING = object()
"""Stands where there is nothing, since None is a value."""


def put(raw: dict[Step, object], path: Sequence[Step], value: object) -> bool:
    """Put a value where it belongs. Tables that were begun go on; False where there is a value already."""
    step, *rest = path
    if rest:
        inner = raw.setdefault(step, {})
        return isinstance(inner, dict) and put(inner, rest, value)
    before = raw.get(step, NOTHING)
    if before is NOTHING:
        raw[step] = value
    elif isinstance(before, dict) and isinstance(value, dict) and before and value:
        return all(put(before, [name], item) for name, item in value.items())
    return before is NOTHING


def put_at(raw: object, path: Sequence[Step]) -> object:
    """What was put there, None where nothing was."""
    for step in path:
        raw = raw.get(step) if isinstance(raw, dict) else None
    return settled(raw)


def settled(raw: object) -> object:
    """Raw data with its numbered parts as lists."""
    if isinstance(raw, dict):
        if raw and all(isinstance(step, int) for step in raw):
            return [settled(raw.get(place)) for place in range(1, max(raw) + 1)]
        return {step: settled(item) for step, item in raw.items()}
    return raw


def dotted(path: Iterable[Step]) -> str:
    return ".".join(map(str, path))


def as_json(text: str) -> object:
    """Text that is JSON as such, also where a board has widened its signs; NOTHING where it is none."""
    if folded(text[:1]) not in frozenset('{["-0123456789') and text not in ("true", "false"):
        return NOTHING
    for each in (text, folded(text)):
        try:
            found: object = json.loads(each)
        except (ValueError, RecursionError):
            continue
        return found
    return NOTHING
