"""Raw data on its way from a post to a form: records of what was said so far, by path."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .meaning import Step

_NOTHING = object()


def put(raw: dict[Step, object], path: Sequence[Step], value: object) -> bool:
    """Put a value where it belongs. Tables that were begun go on; False where there is a value already."""
    step, *rest = path
    if rest:
        inner = raw.setdefault(step, {})
        return isinstance(inner, dict) and put(inner, rest, value)
    before = raw.get(step, _NOTHING)
    if before is _NOTHING:
        raw[step] = value
    elif isinstance(before, dict) and isinstance(value, dict) and before and value:
        return all(put(before, [name], item) for name, item in value.items())
    return before is _NOTHING


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
