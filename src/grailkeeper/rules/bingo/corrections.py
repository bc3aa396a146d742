"""Within what bounds a keeper may put right what people have."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.bound import Bound, Bounds, beyond
from ...core.fact import Fact
from ...core.problem import Problem, illegal
from ...core.seat import Role
from . import tables
from .facts import PairsReordered, PersonCorrected
from .people import Master, Servant
from .state import State


def problems(state: State, fact: Fact) -> Iterator[Problem]:
    """What is wrong with a correction."""
    if isinstance(fact, PersonCorrected):
        team = next((team for team in state.teams if team.key == fact.team), None)
        if team is None:
            yield from beyond(fact, {})
        elif fact.role is Role.MASTER:
            yield from beyond(fact, {} if team.master is None else _of_master(team.master))
        else:
            yield from beyond(fact, {} if team.servant is None else _of_servant(team.servant))
    elif isinstance(fact, PairsReordered) and fact.region not in (each.region for each in state.meetings):
        yield illegal("bound_nobody", "B-14.12", "region")


def _of_master(master: Master) -> Bounds:
    cards = Bound("B-14.7", 0, tables.DECK - 1, most=tables.STROKES)
    return {
        "health": Bound("B-14.4", 0, master.health.maximum),
        "mana": Bound("B-11.1", 0, master.mana.maximum),
        "strokes": cards,
        "tarot": cards,
    }


def _of_servant(servant: Servant) -> Bounds:
    return {
        "health": Bound("B-13.4", 0, servant.health.maximum),
        "mana": Bound("B-10.2", 0, servant.mana.maximum),
        "uses_left": [Bound("B-6.9", 0, each.uses_max) for each in servant.noble_phantasms],
    }
