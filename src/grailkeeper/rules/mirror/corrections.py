"""Within what bounds a keeper may put right what teams have and know."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.bound import Bound, Bounds, beyond
from ...core.fact import Fact
from ...core.problem import Problem, illegal
from . import tables
from .derived import body_figures, servant_figures
from .facts import BaseTold, InformationCorrected, TeamCorrected
from .state import State


def problems(state: State, fact: Fact) -> Iterator[Problem]:
    """What is wrong with a correction. A team that is being made has nothing yet."""
    if isinstance(fact, TeamCorrected):
        yield from beyond(fact, _of_team(state, fact.team) if fact.team in state.teams else {})
    elif isinstance(fact, InformationCorrected):
        known = fact.team in state.teams and fact.about in state.teams
        yield from beyond(fact, _of_information(state) if known else {})
    elif isinstance(fact, BaseTold):
        for name, team in (("team", fact.team), ("owner", fact.owner)):
            if team not in state.teams:
                yield illegal("bound_nobody", "M-7.5", name)


def _of_team(state: State, key: str) -> Bounds:
    """HP and MP may fall as far as they will (M-11.13)."""
    team = state.teams[key]
    servant = servant_figures(team.sheet, team.stage, state.options)
    body = body_figures(team.sheet, team.stage, state.options)
    bounds = {
        "hp": Bound("M-1.2", high=servant.max_hp.value),
        "mp": Bound("M-1.2", high=servant.max_mp.value),
        "body_hp": Bound("M-12.8", high=body.max_hp.value),
        "body_mp": Bound("M-12.8", high=body.max_mp.value),
        "strokes": Bound("M-11.6", 0, tables.STROKES),
        "citizens": Bound("M-11.18", 0),
    }
    return bounds | ({} if team.territory is None else {"store": Bound("M-4.18", 0)})


def _of_information(state: State) -> Bounds:
    return {
        "level": Bound("M-10.1", 0, tables.DOSSIER),
        "encounters": Bound("M-10.3", 0, state.options.encounters_per_level - 1),
    }
