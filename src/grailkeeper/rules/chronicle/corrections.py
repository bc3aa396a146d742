"""Within what bounds a keeper may put right what people and teams have."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.bound import Bound, Bounds, beyond
from ...core.fact import Fact
from ...core.problem import Problem
from . import tables
from .outcomes import PersonCorrected, TeamCorrected
from .people import Person
from .state import State


def problems(state: State, fact: Fact) -> Iterator[Problem]:
    """What is wrong with a correction."""
    if isinstance(fact, PersonCorrected):
        person = state.people.get(fact.person)
        yield from beyond(fact, {} if person is None else _of_person(person))
    elif isinstance(fact, TeamCorrected):
        yield from beyond(fact, _of_team(state, fact.team) if fact.team in state.teams else {})


def _of_person(person: Person) -> Bounds:
    """Health may fall as far as it will, and both may be above their maximum for a scene."""
    return {
        "health": Bound(),
        "mana": Bound("C-18.11") if person.is_master else Bound("C-18.8", -person.mana.maximum),
        "experience": Bound("C-23.12", 0),
        "injured": Bound("C-23.13"),
    }


def _of_team(state: State, team: str) -> Bounds:
    """Each of its masters has brought strokes of its own."""
    masters = max(1, len(state.masters(team)))
    return {
        "strokes": Bound("C-23.1", 0, tables.STROKES * masters),
        "merit": Bound("C-23.12", 0),
        "funds": Bound("C-5.8", 0),
    }
