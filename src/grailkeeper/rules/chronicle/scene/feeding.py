"""Soul eating, and what the overseer says to it (C-6.6 to C-6.8, C-8.5, C-23.14)."""

from __future__ import annotations

from ....core.problem import Problem, failed
from ....core.seat import EVERYBODY
from ....core.teller import Teller
from ....core.working import Sum, Working
from .. import prices
from ..people import Person
from ..state import State
from ..tables import SOUL_DAY, SOUL_MANA_MASTER, SOUL_MANA_SERVANT
from . import deeds as d
from .records import now_of
from .resting import offer_conversion
from .state import Action, Kind
from .who import tell_own


def victims_problem(state: State, key: str, action: Action) -> Problem | None:
    """C-Q25: the citizens left, those of earlier seats taken off."""
    region = state.people[key].at
    taken = 0
    for other in state.roster[: state.roster.index(key)]:
        eats = now_of(state).plan(other).of(Kind.SOUL_EATING)
        if eats is not None and state.people[other].at == region:
            taken += eats.victims
    left = state.regions[region].citizens - taken
    if not 1 <= action.victims <= left:
        return failed("victims_too_many", "C-6.6", "long.victims", most=left)
    return None


def mana_of(person: Person, victims: int, interrupted: bool) -> Working:
    """C-6.7, C-6.8, C-6.6."""
    each = SOUL_MANA_MASTER if person.is_master else SOUL_MANA_SERVANT
    total = Sum("mana", "C-6.7").base("victim", each, "C-6.7")
    if person.servant is not None and person.servant.values:
        total.add("values", person.servant.values, "C-6.8")
    total.times("victims", victims, "C-6.7")
    if interrupted:
        total.divide("interrupted", 2, "C-6.6")
    return total.done()


def eat(teller: Teller[State], key: str, action: Action, interrupted: bool) -> None:
    """C-8.5: by day each counts twice, also when it was broken off."""
    state, person = teller.state, teller.state.people[key]
    counted = Sum("souls", "C-8.5").base("victims", action.victims, "C-8.5")
    if state.night:
        counted.skip("day", "night", "C-8.5", SOUL_DAY)
    else:
        counted.times("day", SOUL_DAY, "C-8.5")
    mana = mana_of(person, action.victims, interrupted)
    tell_own(teller, key, d.SoulsEaten(key, person.at, action.victims, counted.done(), mana))
    before, after = (prices.overseer(each.teams[person.team].souls) for each in (state, teller.state))
    if after is not None and after != before:
        teller.tell(d.OverseerSpoke(person.team, after), EVERYBODY)
    offer_conversion(teller, key)
