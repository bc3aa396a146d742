"""The signs of the teams: colour, letter and pattern together, by the servant's class where the reader may know it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..clean import clean

_LETTERS: Mapping[str, str] = {
    "saber": "S",
    "archer": "A",
    "lancer": "L",
    "rider": "R",
    "caster": "C",
    "assassin": "As",
    "berserker": "B",
    "ruler": "Ru",
}

_PLAIN = 7
"""How many neutral signs the look has: one ink, a pattern each."""


@dataclass(frozen=True, slots=True)
class Sign:
    """The class of the look that gives colour and pattern, and the letter."""

    look: str
    letter: str


class Signs:
    """The signs on one page. A team whose class the reader may not know has a neutral one, by its first letter."""

    def __init__(self, classes: Mapping[str, str]) -> None:
        self._signs = {
            team: Sign(servant_class, _LETTERS[servant_class])
            for team, servant_class in classes.items()
            if servant_class in _LETTERS
        }
        self._plain = 0

    def knows(self, key: str) -> bool:
        """Whether the reader may know a class behind this key."""
        return key in self._signs and self._signs[key].look in _LETTERS

    def of(self, team: str, name: str) -> Sign:
        """The sign of a team that is called `name`; the neutral ones go round in the order of their first use."""
        if team not in self._signs:
            self._plain += 1
            look = f"n{(self._plain - 1) % _PLAIN + 1}"
            self._signs[team] = Sign(look, clean(name).strip()[:1].upper() or "·")
        return self._signs[team]
