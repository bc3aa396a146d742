"""Where battles and scenes meet. A scene calls `battle.announcing.announce`; here a battle that is over hands back."""

from __future__ import annotations

from ...core.point import Rulings
from ...core.teller import Teller
from .scene.course import go_on
from .scene.questions import goes_on
from .state import State


def battles_over(teller: Teller[State], rulings: Rulings) -> None:
    """Goes on with the scene once no battle is under way; `state.results` are those that were fought.

    A battle of its own has no scene to go on with.
    """
    if goes_on(teller.state):
        go_on(teller, rulings)
