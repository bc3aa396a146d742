"""What bingo adds to the pages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ....core.fact import Fact
from ..battle import Battle
from ..pen import Pen
from .after import classes
from .bouts import WITHIN, bouts, numbered
from .clauses import BINDING, clause_of
from .draw import anchor_of, battle, card, outcome_of, places_of, title_of

__all__ = ["BINDING", "WITHIN", "battles", "classes", "clause_of", "numbered"]


def battles(pen: Pen, facts: Iterable[Fact]) -> tuple[Battle, ...]:
    """The battles that these facts tell of, in order."""
    return tuple(
        Battle(
            number=bout.number,
            anchor=anchor_of(bout),
            title=title_of(pen, bout),
            outcome=outcome_of(pen, bout),
            places=places_of(pen, bout),
            full=partial(battle, pen, bout),
            card=partial(card, pen, bout),
        )
        for bout in bouts(facts)
    )
