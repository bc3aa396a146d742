"""The rule systems that the house knows, with the books of their cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..core.case import CaseBook
from ..core.system import RuleSystem
from .bingo.casefile import BINGO_CASES
from .bingo.system import BINGO
from .sceneplay.casefile import SCENEPLAY_CASES
from .sceneplay.system import SCENEPLAY


@dataclass(frozen=True, slots=True)
class Registered:
    system: RuleSystem[Any]
    cases: CaseBook


SYSTEMS: tuple[Registered, ...] = (Registered(BINGO, BINGO_CASES), Registered(SCENEPLAY, SCENEPLAY_CASES))


def registered(name: str) -> Registered | None:
    """The system of that name, None if there is none."""
    return next((each for each in SYSTEMS if each.system.name == name), None)
