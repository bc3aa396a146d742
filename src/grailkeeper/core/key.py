"""Keys: the ASCII names under which teams, people and places are kept, whatever they are called."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .canon import Data
from .form import Fault, Kind, Pick, Reader

KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Key(Kind):
    """A key as a form takes it. `pattern` is what a key looks like, `characters` how that is said."""

    fault: Fault
    pattern: re.Pattern[str] = KEY
    characters: str = "A..Z, a..z, 0..9, _"

    def read(self, value: object, path: str, reader: Reader) -> Data:
        if isinstance(value, str) and self.pattern.fullmatch(value):
            return value
        reader.refuse(self.fault, path, value, self.accepted())
        return None

    def accepted(self) -> str:
        return self.characters

    def sample(self, pick: Pick) -> Data:
        return f"t{1 + pick(7)}"


def keys_for(names: Iterable[str], mark: str = "t", pattern: re.Pattern[str] = KEY) -> dict[str, str]:
    """Names by key: a name that can be a key is its own, the others are t1, t2 and so on (with `mark` for t)."""
    given = list(dict.fromkeys(names))
    taken = {name for name in given if pattern.fullmatch(name)}
    free = (key for key in (f"{mark}{place}" for place in range(1, 2 * len(given) + 2)) if key not in taken)
    return {name if name in taken else next(free): name for name in given}
