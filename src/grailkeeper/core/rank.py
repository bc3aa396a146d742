"""Ranks as they are written in play: E to EX, with up to three plus marks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum


class Letter(IntEnum):
    """The letter of a rank; its value is the rank number."""

    E = 1
    D = 2
    C = 3
    B = 4
    A = 5
    EX = 6


_WRITTEN = re.compile(r"(EX|[A-E])(\+{0,3})")


@dataclass(frozen=True, slots=True, order=True)
class Rank:
    """A letter and its plus marks (0 to 3). Ordered by letter, then by plus."""

    letter: Letter
    plus: int = 0

    def __str__(self) -> str:
        return self.letter.name + "+" * self.plus

    @property
    def number(self) -> int:
        """The rank number: E 1, D 2, C 3, B 4, A 5, EX 6."""
        return int(self.letter)


def rank(text: str) -> Rank | None:
    """The rank that `text` writes, or None if it writes none."""
    found = _WRITTEN.fullmatch(text.strip().upper())
    return Rank(Letter[found[1]], len(found[2])) if found else None
