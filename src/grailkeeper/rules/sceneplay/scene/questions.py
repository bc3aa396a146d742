"""The questions of a scene: which are open, how they may be answered, what is wrong with an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ....core.call import Answers, Ask, Call, Mode
from ....core.canon import Data
from ....core.form import Form, read
from ....core.point import Rulings
from ....core.problem import Problem
from ....core.teller import Teller
from ..state import State, seat_for
from ..visibility import OwnTeam, View
from . import floor, opening, play
from .acts import Plan, acts_problems, acts_supplies, doing
from .apply import war_of
from .floor_check import Floor, arrival_problems, sayable
from .orders import CREATION, acts_record, floor_record, opening_record
from .state import Phase
from .visibility import SceneSight
from .who import in_play

Stage = Callable[[Teller[State], Rulings, Answers], None]

STAGES: Mapping[str, Stage] = {
    "creation": opening.creation_closed,
    "opening": opening.opening_closed,
    "floor": floor.floor_heard,
    "acts": play.acts_closed,
}
"""What the answers to each kind of call of a scene set going."""

# Which questions are open


def calls(state: State) -> tuple[Call, ...]:
    """The question that a scene asks now, where no battle is fought."""
    if state.war is None:
        return ()
    return _OPEN[state.war.phase](state)


def _creation(state: State) -> tuple[Call, ...]:
    return (_call(state, "creation", "creation", "S-24.1", opening.to_create(state)),)


def _opening(state: State) -> tuple[Call, ...]:
    return (_call(state, f"{state.scene}/opening", "opening", "S-3.3", _in_play(state)),)


def _floor(state: State) -> tuple[Call, ...]:
    """Who has fallen in the opening may still be told so."""
    address = f"{state.scene}/floor"
    fell = {fall.team for fall in war_of(state).falls if fall.scene == state.scene}
    teams = tuple(key for key, team in state.teams.items() if in_play(team) or key in fell)
    return (_call(state, address, "floor", "S-1.2", teams, Mode.FLOOR),)


def _acts(state: State) -> tuple[Call, ...]:
    return (_call(state, f"{state.scene}/acts", "acts", "S-9.3", play.asked_now(state)),)


def _none(_: State) -> tuple[Call, ...]:
    return ()


_OPEN: Mapping[Phase, Callable[[State], tuple[Call, ...]]] = {
    Phase.CREATION: _creation,
    Phase.OPENING: _opening,
    Phase.FLOOR: _floor,
    Phase.ACTS: _acts,
    Phase.PLAY: _none,
    Phase.OVER: _none,
}


def _in_play(state: State) -> tuple[str, ...]:
    return tuple(key for key, team in state.teams.items() if in_play(team))


def _call(
    state: State,
    address: str,
    kind: str,
    clause: str,
    teams: Iterable[str],
    mode: Mode = Mode.SEALED,
) -> Call:
    asks = tuple(Ask(seat_for(state, team), team) for team in teams)
    return Call(address, kind, clause, mode, asks, kind, mode is Mode.SEALED)


# How they may be answered


def form(view: View, kind: str) -> Form:
    """What may be answered, from what the seat may know."""
    own, table = _own(view)
    if kind == "creation":
        return Form(kind, CREATION)
    names, supplies = _names(view), {} if table.own is None else acts_supplies(own)
    match kind:
        case "opening":
            record = opening_record(view.options, opening.allots_territory(own), opening.kept_by(own))
            return Form(kind, record, supplies, about={"unchanged": {}})
        case "floor":
            return Form(kind, floor_record(names, sayable(Floor(own, table, view.options, names))), supplies)
    acts = doing(table, own, view.options)
    return Form(kind, acts_record(acts, own.key, names), supplies, about={name: {} for name in acts.judged})


def check(view: View, kind: str, order: Data) -> tuple[Problem, ...]:
    """What is wrong or suspicious about an order, from what the seat may know."""
    own, table = _own(view)
    if kind == "floor":
        return _check_arrival(view, order)
    assert isinstance(order, Mapping)
    said: Mapping[str, Any] = order
    match kind:
        case "creation":
            return tuple(opening.sheet_problems(said))
        case "opening":
            return tuple(opening.opening_problems(own, said, view.options))
        case "acts":
            return tuple(acts_problems(Plan(own, table, view.options, _names(view)), said))
    return ()


def _check_arrival(view: View, order: Data) -> tuple[Problem, ...]:
    """S-1.2: on a floor an order is read where it arrives, for the next one may be at the door."""
    own, table = _own(view)
    names = _names(view)
    said, problems = read(floor_record(names), order)
    if problems:
        return problems
    assert isinstance(said, Mapping)
    return tuple(arrival_problems(Floor(own, table, view.options, names), said))


def _own(view: View) -> tuple[OwnTeam, SceneSight]:
    assert view.own is not None and view.table is not None
    return view.own, view.table


def _names(view: View) -> dict[str, str]:
    return {team.key: team.name for team in view.teams}
