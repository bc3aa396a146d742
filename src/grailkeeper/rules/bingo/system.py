"""Bingo under the contract of a rule system."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...core.call import Answers, Ask, Call
from ...core.canon import Data
from ...core.chance import Chance
from ...core.fact import Fact
from ...core.form import Form
from ...core.option import Value
from ...core.point import Rulings
from ...core.problem import Problem
from ...core.record import replace
from ...core.seat import Seat, Viewer
from ...core.system import Resolution
from ...core.teller import Teller
from . import apply as change
from . import corrections, creation, derived, orders, visibility
from . import setup as first
from .battle import course
from .battle.aftermath import aftermath_form
from .battle.check import aftermath_problems, battle_problems
from .battle.supplies import left, supplies
from .facts import PairsReordered, PersonCorrected
from .options import OPTIONS, SupportMagecraft
from .orders import Holdings
from .people import Method
from .scene import creating, ending, moves, opening
from .state import Stage, State
from .strokes import strokes_problems
from .visibility import View


@dataclass(frozen=True, slots=True)
class Closing:
    """What the answers to a call meet: everything that a stage needs."""

    teller: Teller[State]
    call: Call
    answers: Answers
    rulings: Rulings
    given: Mapping[str, Data]


def _create(closing: Closing) -> None:
    creating.create(closing.teller, closing.call, closing.answers, closing.rulings)


def _fight(closing: Closing) -> None:
    teller, call = closing.teller, closing.call
    meeting = teller.state.meeting(course.pair_of(call.address))
    assert meeting is not None
    if course.fight(teller, call, closing.answers.orders, closing.rulings, closing.given):
        _go_on(teller, meeting.region)


def _finish(closing: Closing) -> None:
    teller = closing.teller
    meeting = teller.state.meeting(course.pair_of(closing.call.address))
    assert meeting is not None
    course.finish(teller, meeting.pair, closing.answers.orders)
    _go_on(teller, meeting.region)


def _move(closing: Closing) -> None:
    moves.move(closing.teller, closing.call, closing.answers)
    ending.end_scene(closing.teller)


def _go_on(teller: Teller[State], region: str) -> None:
    course.skip_vanished(teller, region)
    ending.end_scene(teller)


STAGES: Mapping[str, Callable[[Closing], None]] = {
    creating.CREATION: _create,
    creating.REGISTRATION: lambda closing: creating.register(closing.teller, closing.answers),
    opening.OPENING: lambda closing: opening.open_scene(closing.teller, closing.call, closing.answers),
    moves.MOVES: _move,
    course.STROKES: lambda closing: course.take_stroke(closing.teller, closing.call, closing.answers),
    course.BATTLE: _fight,
    course.AFTERMATH: _finish,
}
"""What the answers to each kind of call set going, up to the next question."""


class BingoSystem:
    """The rule system `bingo`."""

    name = "bingo"
    version = "1"
    options = OPTIONS
    facts = change.FACTS
    setup = first.SETUP
    corrections: tuple[type[Fact], ...] = (PersonCorrected, PairsReordered)

    def examine(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:  # noqa: ARG002
        return tuple(first.setup_problems(setup))

    def begin(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> State:
        return first.begin(setup, options)

    def war_setup(self, teams: Mapping[str, str]) -> Mapping[str, Any]:
        return {"teams": [{"key": key, "name": name} for key, name in teams.items()]}

    def winners(self, state: State) -> tuple[str, ...] | None:
        return state.winners if state.stage is Stage.OVER else None

    def check_correction(self, state: State, fact: Fact) -> tuple[Problem, ...]:
        return tuple(corrections.problems(state, fact))

    def people(self, state: State) -> Mapping[str, str]:  # noqa: ARG002 - teams are corrected, and by role whoever is of them
        return {}

    def apply(self, state: State, fact: Fact) -> State:
        return change.apply(state, fact)

    def seats(self, state: State) -> tuple[Seat, ...]:
        return state.seats

    def names(self, state: State) -> Mapping[str, str]:
        return {team.key: team.name for team in state.teams}

    def calls(self, state: State) -> tuple[Call, ...]:
        match state.stage:
            case Stage.CREATION | Stage.REGISTRATION:
                return creating.calls(state)
            case Stage.OPENING:
                return (opening.call(state, f"scene/{state.scene}/{opening.OPENING}"),)
            case Stage.MOVES:
                return (moves.call(state, f"scene/{state.scene}/{moves.MOVES}"),)
            case Stage.BATTLES:
                return tuple(call for meeting in state.meetings for call in course.calls(state, meeting))
            case Stage.OVER:
                return ()

    def standing(self, state: State) -> tuple[Call, ...]:
        if state.stage in (Stage.CREATION, Stage.REGISTRATION, Stage.OVER):
            return ()
        scene = (
            opening.call(state, f"standing/{opening.OPENING}"),
            moves.call(state, f"standing/{moves.MOVES}"),
        )
        return (*scene, *course.standing(state))

    def resolve(
        self, state: State, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        teller, keeper = Teller(state, change.apply, chance), Rulings(rulings)
        STAGES[call.kind](Closing(teller, call, answers, keeper, rulings))
        done = teller.done(keeper.raised)
        return Resolution(points=done.points) if done.open_points(rulings) else done

    def view(self, state: State, viewer: Viewer) -> View:
        return visibility.view(state, viewer)

    def form(self, view: View, call: Call, ask: Ask) -> Form:  # noqa: ARG002
        return FORMS[call.kind](view)

    def check(self, view: View, call: Call, ask: Ask, order: Data) -> tuple[Problem, ...]:
        assert isinstance(order, Mapping)
        problems = CHECKS[call.kind](view, order)
        return tuple(replace(problem, values={**problem.values, "team": ask.whom}) for problem in problems)


# Forms, by kind of call


def holdings(view: View) -> Holdings:
    """What the own team has to offer to its forms."""
    team = view.team
    master, servant = team.able_master(view.scene), team.existing_servant
    strokes = () if master is None else master.strokes
    tarot = () if master is None else master.tarot
    mana = 0 if master is None else master.mana.now
    if servant is None:
        return Holdings(strokes=strokes, tarot=tarot, mana=mana)
    ready = [each for each in servant.noble_phantasms if each.uses_left]
    return Holdings(
        supply=derived.supply(servant),
        phantasms=tuple(each.name for each in servant.noble_phantasms),
        phantasm_cards=max((derived.phantasm_cards(each, Method.BOARD) for each in ready), default=0),
        skills=tuple(skill.name for skill in servant.skills),
        strokes=strokes,
        tarot=tarot,
        mana=mana,
    )


def _battle_form(view: View) -> Form:
    own = holdings(view)
    declares = view.options.master_support_is_magecraft is SupportMagecraft.DECLARED
    return Form(course.BATTLE, orders.battle_record(own, declares), supplies(view.spot), partial(left, view.spot))


def _strokes_form(view: View) -> Form:
    own = holdings(view)
    return Form(course.STROKES, orders.stroke_record(own), {"strokes": len(own.strokes)})


def _opening_form(view: View) -> Form:
    own = holdings(view)
    others = [team.key for team in view.neighbours]
    names = {team.key: team.name for team in view.teams}
    return Form(opening.OPENING, orders.opening_record(own, others, names), {"strokes": len(own.strokes)})


def _aftermath_form(view: View) -> Form:
    return aftermath_form(course.AFTERMATH, view.spot, holdings(view), view.damage, view.supported)


FORMS: Mapping[str, Callable[[View], Form]] = {
    creating.CREATION: lambda view: Form(creating.CREATION, creating.creation_record(view.options)),
    creating.REGISTRATION: lambda view: Form(creating.REGISTRATION, orders.registration_record(view.drawn)),
    opening.OPENING: _opening_form,
    moves.MOVES: lambda view: Form(moves.MOVES, orders.move_record(view.regions)),
    course.STROKES: _strokes_form,
    course.BATTLE: _battle_form,
    course.AFTERMATH: _aftermath_form,
}


# Checks, by kind of call


def _check_aftermath(view: View, order: Mapping[str, Any]) -> Iterator[Problem]:
    return aftermath_problems(view.spot, order, view.damage, view.supported)


def _check_opening(view: View, order: Mapping[str, Any]) -> Iterator[Problem]:
    return opening.opening_problems(view.team, view.scene, view.neighbours, view.allies, order)


def _check_registration(view: View, order: Mapping[str, Any]) -> Iterator[Problem]:
    return creation.registration_problems(order["strokes"], view.drawn)


CHECKS: Mapping[str, Callable[[View, Mapping[str, Any]], Iterator[Problem]]] = {
    creating.CREATION: lambda view, order: creating.creation_problems(view.options, order),
    creating.REGISTRATION: _check_registration,
    opening.OPENING: _check_opening,
    moves.MOVES: lambda *_: iter(()),
    course.STROKES: lambda view, order: strokes_problems(view.team, view.scene, [order], "card"),
    course.BATTLE: lambda view, order: battle_problems(view.spot, order),
    course.AFTERMATH: _check_aftermath,
}

BINGO = BingoSystem()
