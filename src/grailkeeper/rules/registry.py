"""The rule systems that the house knows, with the books of their cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..core.case import CaseBook
from ..core.system import RuleSystem
from .bingo.casefile import BINGO_CASES
from .bingo.system import BINGO
from .chronicle.casefile import CHRONICLE_CASES
from .chronicle.system import CHRONICLE
from .mirror.casefile import MIRROR_CASES
from .mirror.system import MIRROR
from .sceneplay.casefile import SCENEPLAY_CASES
from .sceneplay.system import SCENEPLAY


@dataclass(frozen=True, slots=True)
class Registered:
    """A rule system, and how its case files are read."""

    system: RuleSystem[Any]
    cases: CaseBook

    @property
    def package(self) -> str:
        """The package that holds its words and its rulebook."""
        return type(self.system).__module__.rpartition(".")[0]


SYSTEMS: tuple[Registered, ...] = (
    Registered(BINGO, BINGO_CASES),
    Registered(CHRONICLE, CHRONICLE_CASES),
    Registered(MIRROR, MIRROR_CASES),
    Registered(SCENEPLAY, SCENEPLAY_CASES),
)


def by_name() -> Mapping[str, RuleSystem[Any]]:
    """The rule systems by their names."""
    return {each.system.name: each.system for each in SYSTEMS}


def registered(name: str) -> Registered | None:
    """The system of that name, None if there is none."""
    return next((each for each in SYSTEMS if each.system.name == name), None)
