"""What the mirror land adds to the pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ....core.fact import Fact
from ....rules.mirror.visibility import View
from ..battle import Battle, drawn_battles
from ..pen import Pen
from .clauses import BINDING, clause_of
from .draw import battle, card, is_over, outcome_of, parties_of, places_of, title_of
from .fight import WITHIN, battle_of, fights
from .story import story

__all__ = ["BINDING", "WITHIN", "battle_of", "battles", "classes", "clause_of", "story"]


def battles(pen: Pen, facts: Iterable[Fact]) -> tuple[Battle, ...]:
    """The battles that these facts tell of, in order."""
    return drawn_battles(pen, fights(facts), title_of, parties_of, is_over, outcome_of, places_of, battle, card)


def classes(view: Any) -> dict[str, str]:
    """The servant classes that a view shows, by team: the own one, or to the keeper all."""
    if not isinstance(view, View):
        return {}
    known = {} if view.everything is None else view.everything.teams
    found = {key: team.sheet.servant_class.value for key, team in known.items()}
    return found if view.own is None else found | {view.own.key: view.own.sheet.servant_class.value}
