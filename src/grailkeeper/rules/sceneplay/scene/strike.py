"""S-Q13 `same_scene`: a base that was just found may be struck at once, by whoever of the team is still free."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.call import Answers
from ....core.point import Rulings
from ....core.seat import Role
from ....core.teller import Teller
from ..state import State, told_to
from . import facts as f
from .floor import force_battle, reward
from .play import go_on, may_strike
from .state import Outline, SceneKind
from .who import free, now_of


def strikes_answered(teller: Teller[State], _: Rulings, answers: Answers) -> None:
    """Who strikes first found it first (S-4.10); silence is no. Then play goes on."""
    orders: Mapping[str, Any] = answers.orders
    chances = now_of(teller.state).chances
    teller.tell(f.StrikesAnswered(), told_to(teller.state, *(team for team, _ in chances)))
    for team, target in chances:
        order = orders.get(team)
        if order is not None and order["strike"] and may_strike(teller.state, team, target):
            left = free(teller.state.teams[team], now_of(teller.state))
            by = Role(order["by"]) if order.get("by") in left else left[0]
            force_battle(teller, team, target, by, Outline(SceneKind.BATTLE))
            place = now_of(teller.state).place_of(team)
            assert place is not None
            reward(teller, place)
    go_on(teller)
