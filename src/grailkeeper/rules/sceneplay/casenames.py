"""The names of teams in case files: what people call them there, and the keys under which they play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ...core.form import Choice, Fault, Identify

UNKNOWN_TEAM = Fault("unknown_team")

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def team_keys(names: Iterable[str]) -> dict[str, str]:
    """Names by key: a name that can be a key is its own, the others are t1, t2 and so on."""
    given = list(names)
    taken = {name for name in given if _KEY.fullmatch(name)}
    free = (key for key in (f"t{place}" for place in range(1, 2 * len(given) + 2)) if key not in taken)
    return {name if name in taken else next(free): name for name in given}


def team_choice(names: Mapping[str, str]) -> Choice:
    """Reads a team by its name."""
    return Choice(tuple(names), UNKNOWN_TEAM, names)


def named_field(record: Any, name: str, identify: Identify) -> Any:
    """A field of a record that is not read yet, in whatever language it is named; None if it is not there."""
    if not isinstance(record, Mapping):
        return None
    return next((value for key, value in record.items() if key == name or identify(str(key), (name,)) == name), None)
