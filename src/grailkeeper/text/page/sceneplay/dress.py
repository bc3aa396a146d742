"""What sceneplay adds to the pages."""

from __future__ import annotations

from collections.abc import Iterable

from ....core.fact import Fact
from ..battle import Battle, drawn_battles
from ..pen import Pen
from .after import classes
from .clauses import BINDING, clause_of
from .draw import battle, card, is_over, outcome_of, parties_of, places_of, title_of
from .fight import WITHIN, battle_of, fights
from .story import story

__all__ = ["BINDING", "WITHIN", "battle_of", "battles", "classes", "clause_of", "story"]


def battles(pen: Pen, facts: Iterable[Fact]) -> tuple[Battle, ...]:
    """The battles that these facts tell of, in order."""
    return drawn_battles(pen, fights(facts), title_of, parties_of, is_over, outcome_of, places_of, battle, card)
