"""What sceneplay adds to the pages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ....core.fact import Fact
from ..battle import Battle
from ..pen import Pen
from .after import classes
from .clauses import BINDING, clause_of
from .draw import anchor_of, battle, card, outcome_of, places_of, title_of
from .fight import WITHIN, battle_of, fights
from .story import story

__all__ = ["BINDING", "WITHIN", "battle_of", "battles", "classes", "clause_of", "story"]


def battles(pen: Pen, facts: Iterable[Fact]) -> tuple[Battle, ...]:
    """The battles that these facts tell of, in order."""
    return tuple(
        Battle(
            number=fight.number,
            anchor=anchor_of(fight),
            title=title_of(pen, fight),
            outcome=outcome_of(pen, fight),
            places=places_of(pen, fight),
            full=partial(battle, pen, fight),
            card=partial(card, pen, fight),
        )
        for fight in fights(facts)
    )
