"""Scene-play under the contract of a rule system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.call import Answers, Ask, Call
from ...core.canon import Data
from ...core.chance import Chance
from ...core.fact import Fact
from ...core.form import Form
from ...core.option import Value
from ...core.point import Rulings
from ...core.problem import Problem
from ...core.seat import Person, Role, Seat, Viewer
from ...core.system import Resolution
from ...core.teller import Teller
from . import apply as change
from . import corrections, visibility
from . import setup as first
from .battle import course
from .battle.check import Spot, sheet_problems
from .battle.form import escape_form, sheet_form
from .facts import PersonCorrected, TeamCorrected
from .options import OPTIONS
from .scene import questions
from .scene.play import go_on
from .scene.state import Phase
from .state import State
from .visibility import View

Stage = Callable[[Teller[State], Rulings, Answers], None]

STAGES: Mapping[str, Stage] = {
    "battle_sheets": course.sheets_closed,
    "escape": course.escape_answered,
    **questions.STAGES,
}
"""What the answers to each kind of call set going, up to the next question."""


class SceneplaySystem:
    """The rule system `sceneplay`."""

    name = "sceneplay"
    version = "1"
    options = OPTIONS
    facts = change.FACTS
    setup = first.SETUP
    corrections: tuple[type[Fact], ...] = (PersonCorrected, TeamCorrected)

    def examine(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:  # noqa: ARG002
        return tuple(first.setup_problems(setup))

    def begin(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> State:
        return first.begin(setup, options)

    def war_setup(self, teams: Mapping[str, str]) -> Mapping[str, Any]:
        return {"teams": {key: {"name": name} for key, name in teams.items()}, "war": {}}

    def winners(self, state: State) -> tuple[str, ...] | None:
        if state.war is None or state.war.phase is not Phase.OVER:
            return None
        return (state.war.winner,) if state.war.winner else ()

    def check_correction(self, state: State, fact: Fact) -> tuple[Problem, ...]:
        return tuple(corrections.problems(state, fact))

    def people(self, state: State) -> Mapping[str, str]:
        return {str(Person(team, role)): team for team in state.teams for role in Role}

    def apply(self, state: State, fact: Fact) -> State:
        return change.apply(state, fact)

    def seats(self, state: State) -> tuple[Seat, ...]:
        return state.seats

    def names(self, state: State) -> Mapping[str, str]:
        return {team.key: team.name for team in state.teams.values()}

    def calls(self, state: State) -> tuple[Call, ...]:
        return questions.calls(state) if state.battle is None else course.calls(state, state.battle)

    def standing(self, state: State) -> tuple[Call, ...]:
        return () if state.battle is None else course.standing(state, state.battle)

    def resolve(
        self, state: State, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        teller, keeper = Teller(state, change.apply, chance), Rulings(rulings)
        STAGES[call.kind](teller, keeper, answers)
        if teller.state.war is not None:
            go_on(teller)
        return teller.done(keeper.raised)

    def view(self, state: State, viewer: Viewer) -> View:
        return visibility.view(state, viewer)

    def form(self, view: View, call: Call, ask: Ask) -> Form:  # noqa: ARG002
        if call.kind in questions.STAGES:
            return questions.form(view, call.kind)
        if call.kind == "escape":
            assert view.own is not None
            return escape_form(view.own, view.options)
        assert view.own is not None and view.battle is not None
        names = {team.key: team.name for team in view.teams}
        return sheet_form(Spot(view.own, view.battle.setting, view.options), names)

    def check(self, view: View, call: Call, ask: Ask, order: Data) -> tuple[Problem, ...]:  # noqa: ARG002
        if call.kind in questions.STAGES:
            return questions.check(view, call.kind, order)
        if call.kind == "escape":
            return ()
        assert view.own is not None and view.battle is not None and isinstance(order, Mapping)
        return tuple(sheet_problems(Spot(view.own, view.battle.setting, view.options), order))


SCENEPLAY = SceneplaySystem()
