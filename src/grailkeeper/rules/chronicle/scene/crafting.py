"""Mystic codes bought and crafted, tools made (C-6.1 to C-6.5, C-23.18)."""

from __future__ import annotations

from ....core.problem import Problem, failed
from ....core.teller import Teller
from ....core.working import Sum, Working
from ..people import Item, ItemKind
from ..state import State
from ..tables import CODE_PRICE, CRAFT_DIVISOR, TOOL_MANA
from . import deeds as d
from .orders import USES
from .state import Action
from .who import at_base, drop, own_base, tell_own


def price(action: Action, crafted: bool) -> Working:
    """C-23.18, C-6.4: funds; half when crafted, rounded up."""
    total = Sum("funds", "C-23.18").base("grade", action.grade, "C-23.18").times("per_grade", CODE_PRICE, "C-23.18")
    if crafted:
        total.add("rounded_up", CRAFT_DIVISOR - 1, "C-6.4").divide("crafted", CRAFT_DIVISOR, "C-6.4")
    return total.done()


def _code(action: Action) -> Item:
    return Item(USES[action.use], action.grade)


# C-6.1


def buy(teller: Teller[State], key: str, action: Action) -> None:
    person = teller.state.people[key]
    cost = price(action, crafted=False)
    problem: Problem | None = None
    if "shop" not in teller.state.regions[person.at].marks:
        problem = failed("wrong_region", "C-6.1", "buy")
    elif teller.state.teams[person.team].funds < cost.value:
        problem = failed("funds_short", "C-6.1", "buy", price=cost.value)
    if problem is not None:
        drop(teller, key, action, problem)
    else:
        tell_own(teller, key, d.ItemGained(key, _code(action), action.kind, cost))


# C-6.4


def craft_problem(state: State, key: str, action: Action) -> Problem | None:
    person = state.people[key]
    cost = price(action, crafted=True).value
    if not at_base(state.teams[person.team], person.at):
        return failed("own_base_needed", "C-6.4", "craft")
    if state.teams[person.team].funds < cost:
        return failed("funds_short", "C-6.4", "craft", price=cost)
    return None


def craft(teller: Teller[State], key: str, action: Action) -> None:
    """At the end; what was lost in the meantime is seen then."""
    problem = craft_problem(teller.state, key, action)
    if problem is not None:
        drop(teller, key, action, problem)
    else:
        tell_own(teller, key, d.ItemGained(key, _code(action), action.kind, price(action, crafted=True)))


# C-6.5


def construction_problem(state: State, key: str, action: Action) -> Problem | None:
    """C-Q106, C-Q1: the mana is paid when it begins, and lost if it fails (C-Q24)."""
    person = state.people[key]
    if not own_base(state.teams[person.team], person.at):
        return failed("own_territory_needed", "C-6.5", "item_construction")
    cost = TOOL_MANA * action.grade
    if cost > person.mana.spare:
        return failed("cannot_pay", "C-6.5", "item_construction", price=cost)
    return None


def construct(teller: Teller[State], key: str, action: Action) -> None:
    tell_own(teller, key, d.ItemGained(key, Item(ItemKind.TOOL, action.grade), action.kind))
