"""The questions of a scene: which are open, how they may be answered, what is wrong with an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....core.call import Ask, Call, Mode
from ....core.canon import Data
from ....core.form import Form, Record
from ....core.problem import Problem, Severity, suspicious
from ....core.seat import EVERYBODY, KEEPER_ONLY
from ..people import Person
from ..state import State, seat_for
from ..visibility import OwnTeam, View
from .asking import asked, waits
from .creation import sheet_problems
from .menu import Declarer, declared, fitting
from .opening import start_problems
from .orders import (
    CONTEST_FORM,
    Within,
    Words,
    actions_record,
    anything,
    creation_record,
    follow_record,
    joining_record,
    start_record,
)
from .records import now_of, war_of
from .state import Phase
from .visibility import OwnScene, SceneSight

KINDS: Mapping[Phase, tuple[str, str]] = {
    Phase.CREATION: ("creation", "C-23.1"),
    Phase.START: ("scene_start", "C-1.1"),
    Phase.ACTIONS: ("actions", "C-1.7"),
    Phase.FIRST: ("follow_up", "C-8.1"),
    Phase.FIRST_JOIN: ("battle_join", "C-10.1"),
    Phase.SECOND: ("follow_up", "C-8.1"),
    Phase.SECOND_JOIN: ("battle_join", "C-10.1"),
    Phase.CONTEST: ("contest", "C-5.3"),
    Phase.LATE: ("follow_up", "C-8.1"),
}
"""What is asked at each phase, and by which clause."""

CALLS = frozenset(kind for kind, _ in KINDS.values())

OPEN_PHASES = (Phase.CREATION, Phase.START, Phase.ACTIONS)
"""Everybody is asked at once, which is no secret; later it is told to nobody who is asked."""

# Which questions are open


def calls(state: State) -> tuple[Call, ...]:
    """The question that a scene asks now, where no battle is fought."""
    if state.war is None or state.war.phase not in KINDS:
        return ()
    if not waits(state):
        return ()
    phase, those = state.war.phase, asked(state)
    kind, clause = KINDS[phase]
    is_open = phase in OPEN_PHASES
    if phase is Phase.CREATION:
        asks = tuple(Ask(seat_for(state, team), team) for team in those)
    else:
        asks = tuple(Ask(state.people[key].seat, key) for key in those)
    return (
        Call(
            address=_address(state, phase),
            kind=kind,
            clause=clause,
            mode=Mode.SEALED,
            asks=asks,
            silence=kind,
            open_to=EVERYBODY if is_open else KEEPER_ONLY,
            asked_to=EVERYBODY if phase is Phase.CREATION else KEEPER_ONLY,
        ),
    )


def _address(state: State, phase: Phase) -> str:
    if phase is Phase.CREATION:
        return "creation"
    name = {Phase.START: "start", Phase.ACTIONS: "actions"}.get(phase, phase.value)
    if phase is Phase.CONTEST:
        name = f"contest/{now_of(state).contest_round}"
    return f"{state.scene}/{name}"


# How they may be answered


def form(view: View, call: Call, ask: Ask) -> Form:
    """What may be answered, from what the seat may know."""
    own, table, scene = _own(view)
    words = Words(scene.names, {region.key: region.name for region in view.regions})
    record = _record(call.kind, ask.whom, words, own, scene)
    supplies = _supplies(own, ask.whom) if call.kind != "creation" else {}
    if table.as_declared and call.kind in ("scene_start", "actions"):
        record = anything(record)
    return Form(call.kind, record, supplies)


def _record(kind: str, whom: str, words: Words, own: OwnTeam, scene: OwnScene) -> Record:
    match kind:
        case "creation":
            selves = {"master" if each.is_master else "servant": each.key for each in own.people}
            return creation_record(words, selves)
        case "scene_start":
            return start_record(words, scene.starters[whom])
        case "actions":
            reach = Within(fitting(own.person(whom)), scene.nameable[whom], _takes_bases(own, scene, whom))
            return actions_record(words, reach)
        case "follow_up":
            return follow_record(scene.following[whom])
        case "battle_join":
            return joining_record(scene.joining[whom])
    return CONTEST_FORM


def _takes_bases(own: OwnTeam, scene: OwnScene, whom: str) -> bool:
    """C-9.10, C-9.11: a master, of whose enemies the team has found a base, or has scouted one that is not its own."""
    home = own.team.base.at if own.team.base is not None else ""
    scouted = any(each.bases and each.key != home for each in scene.regions)
    return own.person(whom).is_master and (scouted or any(own.team.bases_known.values()))


def _supplies(own: OwnTeam, whom: str) -> dict[str, int]:
    """What there is to spend."""
    person = own.person(whom)
    return {
        "mana": person.mana.now,
        "funds": own.team.funds,
        "strokes": own.team.strokes,
        "experience": person.experience,
        "merit": own.team.merit,
    }


# What is wrong with an answer


def check(view: View, call: Call, ask: Ask, order: Data) -> tuple[Problem, ...]:
    """What is wrong or suspicious about an order, from what the seat may know.

    Where orders are taken as they are declared, what is wrong is only suspicious: it is refused part by part.
    """
    own, table, scene = _own(view)
    assert isinstance(order, Mapping)
    found = tuple(_problems(view, call, ask, order, own, scene))
    if not table.as_declared:
        return found
    return tuple(suspicious(each.code, each.clause or "C-1.7", each.culprit, **each.values) for each in found)


def _problems(
    view: View, call: Call, ask: Ask, order: Mapping[str, Any], own: OwnTeam, scene: OwnScene
) -> Iterator[Problem]:
    if call.kind == "creation":
        yield from sheet_problems(order)
    elif call.kind == "scene_start":
        person = own.person(ask.whom)
        dawned = view.table is not None and view.table.dawned
        yield from start_problems(person, _servant(own, person), own.team, order, dawned)
    elif call.kind == "actions":
        words = Words(scene.names, {region.key: region.name for region in view.regions})
        person = own.person(ask.whom)
        declarer = Declarer(
            person, words, view.options.same_action_twice, ask.whom in scene.fallen, ask.whom in scene.taken
        )
        yield from (each for each in declared(declarer, order).problems if each.severity is not Severity.FAILED)


def _servant(own: OwnTeam, master: Person) -> Person | None:
    mates = (each for each in own.people if each.servant is not None and master.is_master)
    return next((each for each in mates if each.at_large), None)


def _own(view: View) -> tuple[OwnTeam, SceneSight, OwnScene]:
    assert view.own is not None and view.table is not None and view.table.own is not None
    return view.own, view.table, view.table.own


def goes_on(state: State) -> bool:
    """Whether there is a scene to go on with."""
    return state.war is not None and war_of(state).phase is not Phase.OVER
