"""Hindered preparation: a judgment against each who hinders (S-5.14, S-R9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ....core.problem import Problem
from ....core.seat import Person, Role
from ....core.teller import Teller
from .. import numbers
from ..options import NormalLuck
from ..people import Ability
from ..state import State, seats_of, told_to
from . import facts as f
from .judging import (
    Doers,
    Joiner,
    Means,
    closed,
    joiner_reserves,
    luck_amount,
    lucky,
    missing,
    modifiers,
    of_stance,
    teams_of,
)
from .state import Stance
from .who import able, person_at


def means_fault(state: State, doers: Doers, there: Sequence[Joiner]) -> Problem | None:
    """S-20.3: reserves that are not in hand, where there is a judgment to make."""
    if not of_stance(there, Stance.HINDER):
        return None
    said = _reserves(doers)
    return missing(state, doers.team, [strength for strengths in said.values() for strength in strengths])


def hindered(teller: Teller[State], doers: Doers, there: Sequence[Joiner], preparer: Role) -> bool:
    """S-5.14: whether any judgment against a hinderer fails; all of them are made."""
    hinderers = of_stance(there, Stance.HINDER)
    if not hinderers or not able(teller.state.teams[doers.team], preparer):
        return False
    helping = of_stance(there, Stance.HELP)
    results = [
        _judge(teller, doers, doers.person(preparer), hinderer, place, helping, hinderers)
        for place, hinderer in enumerate(hinderers, 1)
    ]
    return not all(results)


def _judge(
    teller: Teller[State],
    doers: Doers,
    preparer: Person,
    hinderer: Joiner,
    place: int,
    helping: Sequence[Joiner],
    hinderers: Sequence[Joiner],
) -> bool:
    """50 + own magic - the hinderer's, helpers and reserves added; other hinderers have judgments of their own.

    A joiner's reserves go on the first of these judgments in which its team has a side.
    """
    state, options = teller.state, teller.state.options
    means = Means({doers.team: tuple(_reserves(doers).get(str(place), ()))})
    spending = [] if place > 1 else list(helping)
    team = hinderer.person.team
    if not any(each.person.team == team for each in hinderers[: place - 1]) and team not in teams_of(spending):
        spending.append(hinderer)
    joiner_reserves(teller, spending, means)
    declared = lucky(teller, preparer, place in doers.order.get("luck", ()), means)
    against = hinderer.person if lucky(teller, hinderer.person, hinderer.said.get("luck", False), means) else None
    mine, other = person_at(state, preparer), person_at(state, hinderer.person)
    added = modifiers(
        state,
        Ability.MAGIC,
        means,
        doers.team,
        [each.person for each in helping],
        (),
        against=(team,) if team not in teams_of(helping) else (),
        luck_against=against,
    )
    bonus = declared and options.normal_luck is NormalLuck.CHANCE_BONUS
    chance = numbers.normal_chance(
        own=mine.ranks.magic,
        options=options,
        against=other.ranks.magic,
        added=added,
        luck=mine.ranks.luck if bonus else None,
    )
    pair = _numbers(teller, doers, hinderer, place)
    rolled = numbers.roll(*pair, options)
    resisting = 0 if against is None else luck_amount(state, against, True)
    judged = numbers.judge(chance.value, rolled.value, luck_amount(state, preparer, declared), resisting)
    own, theirs = seats_of(state, doers.team), seats_of(state, team)
    shown = closed(chance, own, {"own_ability": own, "opposing_ability": theirs, "luck": own})
    fact = f.HindranceJudged(preparer, hinderer.person, shown, pair, rolled, judged.retries, judged.success)
    teller.tell(fact, told_to(state, *doers.teams))
    means.spend(teller)
    return judged.success


def _reserves(doers: Doers) -> Mapping[str, Sequence[int]]:
    """S-R9: what the preparer spends on each of these judgments; a list is on the first."""
    said: Any = doers.order.get("reserves", {})
    return said if isinstance(said, Mapping) else {"1": said}


def _numbers(teller: Teller[State], doers: Doers, hinderer: Joiner, place: int) -> tuple[int, int]:
    """S-9.5: the preparer's for this hinderer, and the hinderer's; what is missing is drawn."""
    said: Sequence[int | None] = doers.order.get("numbers", ())
    own = said[place - 1] if place <= len(said) else None
    names = teller.state.teams[doers.team].name, teller.state.teams[hinderer.person.team].name
    first = teller.draw(f"number {names[0]}", 100) if own is None else own
    given = hinderer.said.get("number")
    return first, teller.draw(f"number {names[1]}", 100) if given is None else given
