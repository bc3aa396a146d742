"""The mirror land under the contract of a rule system."""

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
from ...core.seat import Seat, Viewer
from ...core.system import Resolution
from ...core.teller import Teller
from . import apply as change
from . import corrections, visibility
from . import setup as first
from .battle import course as battle
from .battle.check import battle_problems, spot_of
from .facts import BaseTold, InformationCorrected, TeamCorrected
from .options import OPTIONS
from .orders import battle_form
from .scene import course as scene
from .state import Stage, State
from .visibility import View

Step = Callable[[Teller[State], Rulings, Answers], None]

BATTLE_STEPS: Mapping[str, Step] = {
    Stage.START: battle.set_started,
    Stage.TURN: battle.turn_laid,
    Stage.REACTION: battle.reacted,
    Stage.GAP: battle.gap_answered,
    Stage.AFTER: battle.after_answered,
}
STEPS: Mapping[str, Step] = {**BATTLE_STEPS, **scene.STEPS}
"""What the answers to each kind of call set going, up to the next question."""


class MirrorSystem:
    """The rule system `mirror`."""

    name = "mirror"
    version = "1"
    options = OPTIONS
    facts = change.FACTS
    setup = first.SETUP
    corrections: tuple[type[Fact], ...] = (TeamCorrected, InformationCorrected, BaseTold)

    def examine(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:  # noqa: ARG002
        return tuple(first.setup_problems(setup))

    def begin(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> State:
        return first.begin(setup, options)

    def war_setup(self, teams: Mapping[str, str]) -> Mapping[str, Any]:
        named = {key: {"name": name} for key, name in teams.items()}
        return {"teams": named, "order": list(teams), "creation": True}

    def winners(self, state: State) -> tuple[str, ...] | None:
        if not state.over:
            return None
        return (state.winner,) if state.winner else ()

    def check_correction(self, state: State, fact: Fact) -> tuple[Problem, ...]:
        return tuple(corrections.problems(state, fact))

    def people(self, state: State) -> Mapping[str, str]:  # noqa: ARG002 - teams are corrected, and by role whoever is of them
        return {}

    def apply(self, state: State, fact: Fact) -> State:
        return change.apply(state, fact)

    def seats(self, state: State) -> tuple[Seat, ...]:
        return state.seats

    def names(self, state: State) -> Mapping[str, str]:
        made = {key: team.name for key, team in state.teams.items()}
        return {key: made.get(key) or state.making[key].name for key in (seat.team for seat in state.seats)}

    def calls(self, state: State) -> tuple[Call, ...]:
        if state.over:
            return ()
        return scene.calls(state) if state.battle is None else battle.calls(state, state.battle)

    def standing(self, state: State) -> tuple[Call, ...]:
        return () if state.over or state.making else battle.standing(state)

    def resolve(
        self, state: State, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        teller, keeper = Teller(state, change.apply, chance), Rulings(rulings)
        STEPS[call.kind](teller, keeper, answers)
        scene.go_on(teller, keeper)
        if any(point.verdict is None and point.address not in rulings for point in keeper.raised):
            return Resolution(points=tuple(keeper.raised))
        return teller.done(keeper.raised)

    def view(self, state: State, viewer: Viewer) -> View:
        return visibility.view(state, viewer)

    def form(self, view: View, call: Call, ask: Ask) -> Form:  # noqa: ARG002
        if call.kind not in BATTLE_STEPS:
            return scene.form(view, call.kind)
        own, sight = visibility.in_battle(view)
        return battle_form(Stage(call.kind), own, sight, view.options)

    def check(self, view: View, call: Call, ask: Ask, order: Data) -> tuple[Problem, ...]:  # noqa: ARG002
        assert isinstance(order, Mapping)
        if call.kind not in BATTLE_STEPS:
            return tuple(scene.problems(view, call.kind, order))
        own, sight = visibility.in_battle(view)
        return tuple(battle_problems(spot_of(own, sight, view.options), Stage(call.kind), order))


MIRROR = MirrorSystem()
