"""What is settled between scenes (C-R16): growth, items, captives, what allies are told, mana between the linked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....core.problem import Problem, illegal
from ....core.rank import Rank
from ....core.teller import Teller
from ....core.working import Sum
from ..people import Ability, Item, ItemKind, Person, Spent, Team
from ..state import State, told_to
from ..tables import ABILITY_MOST, GROWTH_PRICE, TOOL_HEALTH, UNGRADED
from . import facts as f
from .orders import MASTER_GROWS
from .who import refuse, tell_own

Said = Mapping[str, Mapping[str, Any]]

# C-23.12: growth


def grows(person: Person, team: Team) -> tuple[str, ...]:
    """What a person may raise now: for its own experience, a servant's abilities for its team's merit."""
    found: list[str] = []
    if person.experience >= GROWTH_PRICE:
        found += MASTER_GROWS if person.is_master else _graded(person)
    if person.servant is not None and team.merit >= GROWTH_PRICE:
        found += [ability.value for ability in Ability]
    return tuple(name for name in found if _grade(person, name) < ABILITY_MOST)


def _graded(person: Person) -> Iterator[str]:
    return (name for name in person.the_servant.skills if name not in UNGRADED)


def _grade(person: Person, name: str) -> int:
    if person.master is not None:
        held = getattr(person.master, name)
        return held.start if isinstance(held, Spent) else int(held)
    servant = person.the_servant
    rank: Rank = servant.skills[name] if name in servant.skills else servant.ability(Ability(name))
    return rank.number


def _grow(teller: Teller[State], key: str, what: str) -> None:
    person = teller.state.people[key]
    if what not in grows(person, teller.state.teams[person.team]):
        refuse(teller, key, illegal("cannot_grow", "C-23.12", "grow", price=GROWTH_PRICE))
        return
    by_merit = person.servant is not None and what not in person.servant.skills
    price = (0, GROWTH_PRICE) if by_merit else (GROWTH_PRICE, 0)
    tell_own(teller, key, f.Grown(key, what, *price))


# What is wrong, as the own team can see it


def problems(person: Person, team: Team, said: Mapping[str, Any]) -> Iterator[Problem]:  # noqa: ARG001
    """C-7.5, C-23.18."""
    amount = said.get("pass_mana", 0)
    if amount and (person.master is None or not person.master.linked):
        yield illegal("not_linked", "C-7.5", "pass_mana")
    elif amount > person.mana.spare:
        yield illegal("supply_floor", "C-7.5", "pass_mana", most=person.mana.spare)
    given = said.get("give")
    if given and _held(person, given["kind"], given["grade"]) is None:
        yield illegal("no_such_item", "C-R16", "give")
    if said.get("use_tool") and _held(person, ItemKind.TOOL, said["use_tool"]) is None:
        yield illegal("no_such_item", "C-23.18", "use_tool")


def _held(person: Person, kind: str, grade: int) -> Item | None:
    return next((item for item in person.items if item.kind == kind and item.grade == grade), None)


# The answers


def settle(teller: Teller[State], said: Said) -> None:
    """In seat order, one step of all before the next."""
    for key, order in said.items():
        for captive, treatment in order.get("captives", {}).items():
            _treat(teller, key, captive, treatment)
    for key, order in said.items():
        if "tell" in order:
            _inform(teller, key, order["tell"])
        if "grow" in order:
            _grow(teller, key, order["grow"])
    for key, order in said.items():
        if "give" in order:
            _give(teller, key, order["give"])
    for key, order in said.items():
        if order.get("use_tool"):
            _use(teller, key, order["use_tool"])


def _treat(teller: Teller[State], key: str, captive: str, treatment: str) -> None:
    """C-20.12, C-Q72: kept, set free, or killed."""
    team, person = teller.state.people[key].team, teller.state.people[captive]
    if treatment == "keep" or person.captor != team:
        return
    teller.tell(f.CaptiveTreated(captive, team, treatment == "kill"), told_to(teller.state, team, person.team))


def _inform(teller: Teller[State], key: str, told: Mapping[str, str]) -> None:
    """C-Q95: the ally then holds as many points of each kind as the team."""
    team = teller.state.people[key].team
    mine = teller.state.teams[team].on(told["servant"])
    theirs = teller.state.teams[told["ally"]].on(told["servant"])
    points = {
        name: max(getattr(mine, name), getattr(theirs, name)) for name in ("encounter", "rumor", "legend", "battle")
    }
    fact = f.InformationTold(team, told["ally"], told["servant"], points, mine.true_name or theirs.true_name)
    teller.tell(fact, told_to(teller.state, team, told["ally"]))


def _give(teller: Teller[State], key: str, given: Mapping[str, Any]) -> None:
    item = _held(teller.state.people[key], given["kind"], given["grade"])
    if item is None:
        refuse(teller, key, illegal("no_such_item", "C-R16", "give"))
        return
    tell_own(teller, key, f.ItemGiven(key, given["to"], item))


def _use(teller: Teller[State], key: str, grade: int) -> None:
    """C-23.18: a tool heals once."""
    person = teller.state.people[key]
    item = _held(person, ItemKind.TOOL, grade)
    if item is None:
        refuse(teller, key, illegal("no_such_item", "C-23.18", "use_tool"))
        return
    health = Sum("health", "C-23.18").base("grade", grade, "C-23.18").times("per_grade", TOOL_HEALTH, "C-23.18")
    health.cap("room", person.health.room, "C-23.18")
    nothing = Sum("mana", "C-23.18").base("tool", 0, "C-23.18").done()
    tell_own(teller, key, f.ToolUsed(key, item))
    tell_own(teller, key, f.Recovered(key, f.Why.TOOL, health.done(), nothing))


def pass_mana(teller: Teller[State], key: str, amount: int) -> None:
    """C-7.5: linked masters pass mana 1 for 1, up to the other's maximum."""
    if not amount:
        return
    giver = teller.state.people[key]
    linked = "" if giver.master is None else giver.master.linked
    if not linked:
        refuse(teller, key, illegal("not_linked", "C-7.5", "pass_mana"))
    elif amount > giver.mana.spare:
        refuse(teller, key, illegal("supply_floor", "C-7.5", "pass_mana", most=giver.mana.spare))
    else:
        moved = min(amount, teller.state.people[linked].mana.room)
        audience = told_to(teller.state, giver.team, teller.state.people[linked].team)
        teller.tell(f.ManaPassed(key, linked, moved), audience)
