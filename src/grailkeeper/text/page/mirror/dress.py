"""What the mirror land adds to the pages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from ....core.fact import Fact
from ....rules.mirror.visibility import View
from ..battle import Battle
from ..pen import Pen
from .clauses import BINDING, clause_of
from .draw import anchor_of, battle, card, outcome_of, places_of, title_of
from .fight import WITHIN, battle_of, fights

__all__ = ["BINDING", "WITHIN", "battle_of", "battles", "classes", "clause_of"]


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


def classes(view: Any) -> dict[str, str]:
    """The servant classes that a view shows, by team: the own one, or to the keeper all."""
    if not isinstance(view, View):
        return {}
    known = {} if view.everything is None else view.everything.teams
    found = {key: team.sheet.servant_class.value for key, team in known.items()}
    return found if view.own is None else found | {view.own.key: view.own.sheet.servant_class.value}
