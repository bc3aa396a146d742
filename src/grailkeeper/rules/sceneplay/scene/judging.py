"""Normal judgments in a scene: who helps, who hinders, with what (S-9, S-11.2, S-11.4, S-20)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ....core.problem import Problem, failed
from ....core.record import replace
from ....core.seat import Person, Role
from ....core.teller import Teller
from ....core.working import Sum, Term, Working
from .. import numbers, tables
from ..options import NormalLuck
from ..people import Ability
from ..state import State, seats_of, told_to
from . import facts as f
from .state import PlayScene, SceneKind, Solo, Stance
from .who import Person_, able, now_of, person_at

Order = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Doers:
    """Those of one team who search or prepare in a play scene, or solo (`place` None), and what they said of it."""

    team: str
    kind: SceneKind
    who: tuple[Role, ...]
    order: Order
    place: PlayScene | None = None

    @property
    def solo(self) -> bool:
        return self.place is None

    @property
    def teams(self) -> tuple[str, ...]:
        """All who are there."""
        return (self.team,) if self.place is None else self.place.teams

    def person(self, role: Role) -> Person:
        return Person(self.team, role)


def doers_in(state: State, place: PlayScene) -> Doers:
    acts = now_of(state).acts.get(place.team, {})
    return Doers(place.team, place.kind, place.who, acts.get("scene") or {}, place)


def doers_alone(state: State, solo: Solo) -> Doers:
    acts = now_of(state).acts.get(solo.team, {})
    return Doers(solo.team, solo.kind, solo.who, acts.get("solo", {}).get(solo.leader.value) or {})


@dataclass(frozen=True, slots=True)
class Joiner:
    """A joiner with a side in the judgments of a scene, and what it said of it."""

    person: Person
    stance: Stance
    said: Order = field(default_factory=dict)


def said_by(state: State, team: str, place: PlayScene) -> Order:
    """S-9.3: what a joiner has said about a scene."""
    joins: Mapping[str, Order] = now_of(state).acts.get(team, {}).get("join", {})
    return joins.get(place.team) or {}


def joiners(state: State, doers: Doers) -> tuple[Joiner, ...]:
    """S-9.3: the joiners who can act, in order of joining, the master before the servant; unsaid is neutral."""
    if doers.place is None:
        return ()
    found = []
    for join in doers.place.joins:
        said = said_by(state, join.team, doers.place)
        stance = said.get("stance", Stance.NEUTRAL.value)
        for role in join.who:
            word = stance if isinstance(stance, str) else stance.get(role.value, Stance.NEUTRAL.value)
            if able(state.teams[join.team], role):
                found.append(Joiner(Person(join.team, role), Stance(word), said))
    return tuple(found)


def of_stance(there: Iterable[Joiner], stance: Stance) -> tuple[Joiner, ...]:
    return tuple(joiner for joiner in there if joiner.stance is stance)


def teams_of(there: Iterable[Joiner]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(joiner.person.team for joiner in there))


# S-20: reserves


def missing(state: State, team: str, strengths: Sequence[int]) -> Problem | None:
    """S-20.3: the first of `strengths` that is not in hand."""
    in_hand = Counter(reserve.strength for reserve in state.teams[team].reserves)
    for strength in strengths:
        in_hand[strength] -= 1
        if in_hand[strength] < 0:
            return failed("no_such_reserve", "S-20.3", "reserves", given=strength)
    return None


def luck_left(person: Person_) -> bool:
    """S-11.2."""
    return person.luck_uses < tables.LUCK_USES


@dataclass(slots=True)
class Means:
    """What the sides put into one judgment: it is spent whatever the roll (S-20.3, S-11.2)."""

    reserves: dict[str, tuple[int, ...]] = field(default_factory=dict)
    luck: dict[str, Role] = field(default_factory=dict)

    def spend(self, teller: Teller[State]) -> None:
        """Tell each team what it has spent."""
        for team in dict.fromkeys((*self.reserves, *self.luck)):
            fact = f.MeansSpent(team, self.reserves.get(team, ()), self.luck.get(team))
            if fact.reserves or fact.luck is not None:
                teller.tell(fact, told_to(teller.state, team))


def joiner_reserves(teller: Teller[State], there: Iterable[Joiner], means: Means) -> None:
    """S-20.2: what joiners with a side spend on this judgment; what is not in hand is left out, and they learn it."""
    for joiner in there:
        team = joiner.person.team
        if team in means.reserves:
            continue
        strengths = tuple(joiner.said.get("reserves") or ())
        fault = missing(teller.state, team, strengths)
        if fault is not None:
            teller.tell(f.ActFailed(joiner.person, f.Part.MEANS, fault), told_to(teller.state, team))
            strengths = ()
        means.reserves[team] = strengths


def lucky(teller: Teller[State], person: Person, declared: bool, means: Means) -> bool:
    """S-11.2: whether a declared use of luck is there; then it is spent."""
    if not declared:
        return False
    if not luck_left(person_at(teller.state, person)):
        fault = failed("luck_exhausted", "S-11.2", "luck", most=tables.LUCK_USES)
        teller.tell(f.ActFailed(person, f.Part.MEANS, fault), told_to(teller.state, person.team))
        return False
    means.luck[person.team] = person.role
    return True


# S-9.3: the sum


def modifiers(
    state: State,
    ability: Ability,
    means: Means,
    own: str,
    helpers: Iterable[Person],
    hinderers: Iterable[Person],
    against: Iterable[str] = (),
    luck_against: Person | None = None,
) -> Working:
    """S-9.3, S-20.2: help and hindrance, then reserves of both sides; `against`: the teams whose reserves hinder."""
    total, hindering = Sum("modifiers", "S-9.3"), set(against)
    for helper in helpers:
        total.add("help", _percent(state, helper, ability), "S-9.3", **_about(state, helper))
    for hinderer in hinderers:
        total.subtract("hindrance", _percent(state, hinderer, ability), "S-9.3", **_about(state, hinderer))
    for team, strengths in means.reserves.items():
        seats = seats_of(state, team)
        for strength in strengths:
            if team in hindering:
                total.subtract("reserve_against", strength, "S-20.2", source=team, seen_by=seats)
            else:
                total.add("reserve", strength, "S-20.2", source=team, seen_by=seats)
    if luck_against is not None and state.options.normal_luck is NormalLuck.CHANCE_BONUS:
        amount = _percent(state, luck_against, Ability.LUCK)
        total.subtract("luck_against", amount, "S-11.4", **_about(state, luck_against))
    return closed(total.done(), seats_of(state, own))


def _about(state: State, person: Person) -> Mapping[str, Any]:
    return {"source": str(person), "seen_by": seats_of(state, person.team)}


def _percent(state: State, person: Person, ability: Ability) -> int:
    return numbers.percent(person_at(state, person).ranks.of(ability), state.options)


def luck_amount(state: State, person: Person, declared: bool) -> int:
    """S-11.4: by how much it moves a roll; under `chance_bonus` it is in the chance already."""
    if not declared or state.options.normal_luck is NormalLuck.CHANCE_BONUS:
        return 0
    return _percent(state, person, Ability.LUCK)


def closed(working: Working, seats: Sequence[str], names: Mapping[str, Sequence[str]] | None = None) -> Working:
    """A working whose terms of `names` only those seats may see; open to those of `seats` who may see every term."""
    terms = tuple(_closed(term, names or {}) for term in working.terms)
    hidden = [set(term.seen_by) for term in terms if term.seen_by is not None]
    inner = [term.inner for term in terms if term.inner is not None and term.inner.open_to is not None]
    hidden += [set(each.open_to or ()) for each in inner]
    if not hidden:
        return replace(working, terms=terms)
    may_see = tuple(seat for seat in seats if all(seat in each for each in hidden))
    return replace(working, terms=terms, open_to=may_see)


def _closed(term: Term, names: Mapping[str, Sequence[str]]) -> Term:
    return replace(term, seen_by=tuple(names[term.name])) if term.name in names else term
