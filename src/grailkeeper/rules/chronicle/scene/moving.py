"""Moves, bases and territories (C-2, C-3.15, C-6.2, C-9.11)."""

from __future__ import annotations

from ....core.problem import Problem, failed
from ....core.seat import EVERYBODY
from ....core.teller import Teller
from .. import prices
from ..outcomes import BaseLost, BaseMade
from ..people import Base, Person
from ..state import State, told_to
from ..tables import EXPOSURE
from . import facts as f
from .records import now_of
from .state import Action, Kind
from .who import able, allied, at_base, in_scene, players, refuse, standing_in, tell_own

PUBLIC_FROM = next(least for least, answer in EXPOSURE if answer == "public")
"""C-23.14."""


def move_all(teller: Teller[State]) -> None:
    """C-2.2: all moves before anything else, all at once."""
    for key, plan in now_of(teller.state).plans.items():
        if plan.move and plan.move != teller.state.people[key].at:
            tell_own(teller, key, f.Moved(key, plan.move, f.Way.MOVE))


def show_regions(teller: Teller[State]) -> None:
    """C-23.14: where the people of a team are that has eaten too many souls."""
    state = teller.state
    for team in state.order:
        if state.teams[team].souls < PUBLIC_FROM:
            continue
        regions = {person.at for person in state.of_team(team) if in_scene(state, person.key) and person.at}
        if regions:
            teller.tell(f.RegionShown(team, tuple(sorted(regions))), EVERYBODY)


def move_buyers(teller: Teller[State], half: int) -> None:
    """C-6.2, C-6.3, C-Q107: after buying, where no battle of that half has come between."""
    now = now_of(teller.state)
    for key, plan in now.plans.items():
        bought = plan.of(Kind.BUY)
        if bought is None or half not in bought.halves or not bought.region:
            continue
        if half not in now.fights.get(key, ()) and able(teller.state, key):
            tell_own(teller, key, f.Moved(key, bought.region, f.Way.PURCHASE))


# C-2.3 to C-2.7


def create(teller: Teller[State], key: str, action: Action) -> None:
    """A base, or a caster's territory, where its maker stands."""
    if action.kind is Kind.TERRITORY_CREATION:
        person = teller.state.people[key]
        tell_own(teller, key, f.TerritoryMade(person.team, key, person.at))
        return
    master = teller.state.people[key]
    problem = base_problem(teller.state, master, master.at, "base")
    if problem is not None:
        refuse(teller, key, problem)
        return
    make_base(teller, master, master.at)


def base_problem(state: State, master: Person, region: str, culprit: str) -> Problem | None:
    """C-2.3, C-2.6, C-Q10: all of it is paid, or nothing."""
    own = state.teams[master.team].base
    if own is not None and own.at == region:
        return failed("base_here", "C-2.6", culprit)
    price = prices.base_price(own is not None, state.options)
    if price.value > master.mana.spare:
        return failed("cannot_pay", price.clause, culprit, price=price.value)
    return None


def make_base(teller: Teller[State], master: Person, at: str) -> None:
    """C-2.7: the bonuses are fixed now, where the region is known."""
    state, team = teller.state, teller.state.teams[master.team]
    price = prices.base_price(team.base is not None, state.options)
    region = state.regions[at]
    known = at in team.region_information
    base = Base(at, region.base_bonus, region.ley_line) if known else Base(at)
    tell_own(teller, master.key, BaseMade(team.key, master.key, base, price))


# C-9.11


def replace_alone(teller: Teller[State]) -> None:
    """C-9.10, C-9.11, C-Q33: an enemy's, at the end of a scene, by a master who is alone in the region."""
    for person in list(players(teller.state)):
        if now_of(teller.state).plan(person.key).replace_base:
            _replace(teller, person.key)


def _replace(teller: Teller[State], key: str) -> None:
    state, master = teller.state, teller.state.people[key]
    region = now_of(state).infiltration.get(key, master.at)
    enemies = (team for team in state.order if not allied(state, master.team, team))
    owner = next((team for team in enemies if at_base(state.teams[team], region)), None)
    problem: Problem | None = None
    if not able(state, key) or key in now_of(state).left:
        problem = failed("fallen_may_only_rest", "C-4.1", "replace_base")
    elif any(each != key for each in standing_in(state, region)):
        problem = failed("not_alone", "C-9.11", "replace_base")
    elif owner is None:
        problem = failed("no_enemy_base", "C-9.10", "replace_base")
    problem = problem or base_problem(state, master, region, "replace_base")
    if problem is not None or owner is None:
        refuse(teller, key, problem or failed("no_enemy_base", "C-9.10", "replace_base"))
        return
    teller.tell(BaseLost(owner, region, master.team), told_to(state, master.team, owner))
    make_base(teller, master, region)
