"""What a battle does to a long action (C-4.6, C-4.8, C-5.2, C-5.9, C-5.13, C-6.4 to C-6.6, C-Q76)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ....core.teller import Teller
from ..state import State
from . import facts as f
from .bonding import bond
from .feeding import eat
from .learning import labor, study
from .records import now_of
from .resting import break_rest
from .state import Action, Kind
from .who import tell_own

Effect = Callable[[Teller[State], str, Action], None]


def _nothing(teller: Teller[State], key: str, action: Action) -> None:
    """C-6.4, C-6.5, C-4.8, C-5.6: nothing comes of it, and what was paid is lost."""


def _partner_too(teller: Teller[State], key: str, action: Action) -> None:
    """C-5.13: the bonding of both is short then."""
    bond(teller, key, action)
    partner = action.person
    theirs = now_of(teller.state).plan(partner).of(Kind.BONDING)
    if theirs is not None:
        tell_own(teller, partner, f.Interrupted(partner, Kind.BONDING))
        bond(teller, partner, theirs)


_BROKEN: Mapping[Kind, Effect] = {
    Kind.REST: break_rest,
    Kind.STUDY: lambda teller, key, action: study(teller, key, action, whole=False),
    Kind.LABOR: lambda teller, key, action: labor(teller, key, action, whole=False),
    Kind.BONDING: _partner_too,
    Kind.SOUL_EATING: lambda teller, key, action: eat(teller, key, action, interrupted=True),
}
"""What is left of a long action that is broken off; of the others nothing is."""


def interrupt(teller: Teller[State], key: str) -> None:
    """A long action ends with the short effect, before the battle."""
    now = now_of(teller.state)
    action = next((each for each in now.plan(key).actions if each.long), None)
    if action is None or key in now.interrupted or key in now.left:
        return
    tell_own(teller, key, f.Interrupted(key, action.kind))
    _BROKEN.get(action.kind, _nothing)(teller, key, action)
