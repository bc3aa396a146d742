"""Within what bounds a keeper may put right what people and teams have."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.bound import Bound, Bounds, beyond
from ...core.fact import Fact
from ...core.problem import Problem
from . import tables
from .facts import PersonCorrected, TeamCorrected
from .people import Master, Servant
from .state import State


def problems(state: State, fact: Fact) -> Iterator[Problem]:
    """What is wrong with a correction."""
    if isinstance(fact, PersonCorrected):
        team = state.teams.get(fact.person.team)
        person: Master | Servant | None = None if team is None else team.person(fact.person.role)
        yield from beyond(fact, {} if person is None else _of_person(person))
    elif isinstance(fact, TeamCorrected):
        yield from beyond(fact, _OF_TEAM if fact.team in state.teams else {})


def _of_person(person: Master | Servant) -> Bounds:
    """Who is at 0 is gone, be it by ever so much (S-17.1)."""
    bounds = {
        "health": Bound("S-16.5", 0, person.health.maximum),
        "mana": Bound("S-16.5", 0, person.mana.maximum),
        "luck_uses": Bound("S-11.2", 0, tables.LUCK_USES),
    }
    return bounds | ({"strokes": Bound("S-18.1", 0, tables.STROKES)} if isinstance(person, Master) else {})


_OF_TEAM: Bounds = {
    "reserves": Bound("S-20.1", 1),
    "stored_mana": Bound("S-12.7", 0),
    "exposure_risk": Bound("S-15.3", 0),
}
