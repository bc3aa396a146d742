"""Searching for a base (S-4.1 to S-4.4, S-7.3, S-9, S-12.4, S-12.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.problem import Problem, failed
from ....core.seat import KEEPER_ONLY, Person, Role
from ....core.teller import Teller
from .. import numbers, tables
from ..derived import concealment_of
from ..options import NormalLuck, Options
from ..people import Ability, Team
from ..state import State, told_to
from ..visibility import OwnTeam, own_team
from . import facts as f
from .judging import (
    Doers,
    Joiner,
    Means,
    joiner_reserves,
    joiners,
    luck_amount,
    luck_left,
    lucky,
    missing,
    modifiers,
    of_stance,
    teams_of,
)
from .orders import SEARCH_ABILITIES
from .state import Stance
from .who import Person_, able, lives, person_at

Order = Mapping[str, Any]


def searcher_of(doers: Doers, order: Order) -> Role:
    """S-4.1: the one named; unsaid, the master if there, else the servant."""
    return Role(order.get("by", doers.who[0]))


def search_fault(state: State, own: OwnTeam, doers: Doers, order: Order) -> Problem | None:
    """Why a search cannot be made: what the team itself can see. `state` is only asked for reserves and people."""
    role = searcher_of(doers, order)
    target = state.teams[order["target"]]
    if order["target"] == own.key or order["target"] in own.knows:
        return failed("base_known", "S-4.1", "target", given=target.name)
    if not lives(target, Role.MASTER):
        others = (team.name for team in state.teams.values() if team.key not in (own.key, target.key))
        return failed("unknown_team", "", "target", given=target.name, accepted=", ".join(others))
    if role not in doers.who or not able(own, role):
        return failed("not_present", "S-4.1", "by", given=role.value)
    if doers.solo and order.get("partner_help", False):
        return failed("no_help_in_solo", "S-7.4", "partner_help")
    if order.get("luck", False) and not luck_left(person_at(state, doers.person(role))):
        return failed("luck_exhausted", "S-11.2", "luck", most=tables.LUCK_USES)
    return missing(state, own.key, order.get("reserves", ()))


def play_search(teller: Teller[State], doers: Doers) -> None:
    """S-4.1: one search judgment, if one was ordered."""
    if not doers.order:
        return
    state = teller.state
    fault = search_fault(state, own_team(state, doers.team), doers, doers.order)
    if fault is not None:
        person = doers.person(searcher_of(doers, doers.order))
        teller.tell(f.ActFailed(person, f.Part.ACTION, fault), told_to(state, doers.team))
        return
    _search(teller, doers, doers.order)


def ability_of(person: Person_, order: Order, options: Options) -> Ability:
    """S-12.5; unsaid, the higher percentage, magic if they are equal."""
    if "ability" in order:
        return Ability(order["ability"])
    return max(SEARCH_ABILITIES, key=lambda ability: numbers.percent(person.ranks.of(ability), options))


def _search(teller: Teller[State], doers: Doers, order: Order) -> None:
    state, options = teller.state, teller.state.options
    searcher, target = doers.person(searcher_of(doers, order)), state.teams[order["target"]]
    person = person_at(state, searcher)
    ability = ability_of(person, order, options)
    there = joiners(state, doers)
    helping, hindering = of_stance(there, Stance.HELP), of_stance(there, Stance.HINDER)
    opponent = next((each for each in hindering if each.person.team == target.key), None)
    means = Means({doers.team: tuple(order.get("reserves", ()))})
    joiner_reserves(teller, (*helping, *hindering), means)
    declared = lucky(teller, searcher, order.get("luck", False), means)
    against = None
    if opponent is not None and lucky(teller, opponent.person, opponent.said.get("luck", False), means):
        against = opponent.person
    helpers = [each.person for each in helping] + _partner(state, doers, order, searcher, (*helping, *hindering))
    added = modifiers(
        state,
        ability,
        means,
        doers.team,
        helpers,
        [each.person for each in hindering],
        against=_only_hindering(helping, hindering),
        luck_against=against,
    )
    bonus = declared and options.normal_luck is NormalLuck.CHANCE_BONUS
    chance = numbers.search_chance(
        rank=person.ranks.of(ability),
        right_ability=ability is target.workshop.concealed_by,
        hidden=concealment_of(target.workshop.points, target.territory, target.exposure_risk),
        added=added,
        options=options,
        luck=person.ranks.luck if bonus else None,
    )
    rolled = numbers.roll(*_numbers(teller, doers, order, target, opponent), options)
    amounts = luck_amount(state, searcher, declared), 0
    if against is not None:
        amounts = amounts[0], luck_amount(state, against, True)
    judged = numbers.judge(chance.value, rolled.value, *amounts)
    teller.tell(f.SearchReckoned(searcher, target.key, chance, rolled, judged.retries, judged.success), KEEPER_ONLY)
    means.spend(teller)
    _tell_result(teller, doers, searcher, target.key, ability, judged.success, teams_of(helping))


def _only_hindering(helping: tuple[Joiner, ...], hindering: tuple[Joiner, ...]) -> tuple[str, ...]:
    """S-20.2: whose reserves hinder; a team of two minds spends them with whom comes first, its master."""
    first: dict[str, Stance] = {}
    for joiner in sorted((*helping, *hindering), key=lambda each: each.person.role is Role.SERVANT):
        first.setdefault(joiner.person.team, joiner.stance)
    return tuple(team for team, stance in first.items() if stance is Stance.HINDER)


def _partner(
    state: State, doers: Doers, order: Order, searcher: Person, intervening: tuple[Joiner, ...]
) -> list[Person]:
    """S-7.3: the own partner who is there, if it is asked and no joiner helps or hinders."""
    role = Role.SERVANT if searcher.role is Role.MASTER else Role.MASTER
    asked = order.get("partner_help", False) and not doers.solo and not intervening
    return [doers.person(role)] if asked and role in doers.who and able(state.teams[doers.team], role) else []


def _numbers(
    teller: Teller[State], doers: Doers, order: Order, target: Team, opponent: Joiner | None
) -> tuple[int, int]:
    """S-9.4, S-9.5, S-R2: the searcher's, and the keeper's unless a hinderer of the target's team is there."""
    own = order.get("number")
    first = teller.draw(f"number {teller.state.teams[doers.team].name}", 100) if own is None else own
    if opponent is None:
        return first, teller.draw("number keeper", 100)
    given = opponent.said.get("number")
    return first, teller.draw(f"number {target.name}", 100) if given is None else given


def _tell_result(
    teller: Teller[State],
    doers: Doers,
    searcher: Person,
    target: str,
    ability: Ability,
    success: bool,
    helping: tuple[str, ...],
) -> None:
    """S-4.4: those who are there learn whether it was found; where it is, only who searched or helped."""
    teller.tell(f.Searched(searcher, target, ability, success), told_to(teller.state, *doers.teams))
    if not success:
        return
    owner = teller.state.teams[target]
    for team in dict.fromkeys((doers.team, *helping)):
        if team != target and team not in owner.known_by and not owner.revealed:
            teller.tell(f.BaseFound(team, target), told_to(teller.state, team))
