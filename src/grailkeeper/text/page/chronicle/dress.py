"""What chronicle adds to the pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from ....core.fact import Fact
from ....rules.chronicle.scene.facts import TeamCreated, WarEnded
from ..battle import Battle, drawn_battles
from ..pen import Pen
from .clauses import BINDING, clause_of
from .draw import battle, card, is_over, outcome_of, parties_of, places_of, title_of
from .fight import WITHIN, battle_of, fights
from .map import head, scene
from .places import whereabouts
from .scenes import woven
from .story import story
from .who import classes

__all__ = [
    "BINDING",
    "WITHIN",
    "battle_of",
    "battles",
    "chapters",
    "classes",
    "clause_of",
    "head",
    "story",
    "woven",
]


def battles(pen: Pen, facts: Iterable[Fact]) -> tuple[Battle, ...]:
    """The battles that these facts tell of, in order."""
    return drawn_battles(pen, fights(facts), title_of, parties_of, is_over, outcome_of, places_of, battle, card)


def chapters(pen: Pen, told: Sequence[Sequence[Fact]]) -> list[Markup]:
    """Who was where in each scene; before the first of them there is nothing to tell."""
    drawn = (scene(pen, there, f"where-{place}") for place, there in enumerate(whereabouts(told), 1))
    return [where if _plays(facts) else Markup("") for where, facts in zip(drawn, told, strict=True)]


def _plays(facts: Iterable[Fact]) -> bool:
    return any(not isinstance(fact, TeamCreated | WarEnded) for fact in facts)
