"""What a seat is asked: each question with its state, its deadline, and where it is answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from ..campaign.war import War
from ..core.call import Mode
from ..core.seat import seat_viewer
from ..views.gate import AskSight, CallSight, Gate, SlotState
from .absence import absences_of, openly
from .hours import Hours, Sentence, hours_of
from .models import Draft, Silence
from .models import War as Row
from .visitor import Guest


class State(StrEnum):
    """How far an answer is, for the seat itself and for the keeper."""

    EMPTY = "empty"
    DRAFT = "draft"
    SEALED = "sealed"
    HEARD = "heard"
    """The floor has heard something of it, and may hear more."""
    BOUND = "bound"
    """The call has closed: the answer or the silence holds."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question to one seat, for itself or a person of it.

    `due`: when it closes by itself; `extended`: why it was given more time. `fills`: a program answers where nothing is
    sealed then; `absence`: what else holds while nobody answers. `beforehand`: it is not asked now, and may be answered
    for whenever it is; `filed`: it was.
    """

    call: CallSight
    ask: AskSight
    state: State
    due: datetime | None = None
    extended: str = ""
    fills: bool = False
    absence: tuple[Sentence, ...] = ()
    beforehand: bool = False
    filed: bool = False

    @property
    def floor(self) -> bool:
        """Whether orders are heard as they arrive, and nothing is sealed."""
        return self.call.mode is Mode.FLOOR

    @property
    def waits(self) -> bool:
        """Whether it is the seat's turn to do something."""
        return self.state in (State.EMPTY, State.DRAFT)

    @property
    def answered(self) -> bool:
        """Whether an answer of the seat's own lies sealed, so that silence does not come into it."""
        return self.ask.state is SlotState.SEALED

    @property
    def writes(self) -> bool:
        """Whether the form stands open: something is to be answered for the first time, or once more on a floor."""
        return self.waits or self.state is State.HEARD


def questions_of(row: Row, war: War, seat: str) -> tuple[tuple[Asked, ...], tuple[Asked, ...]]:
    """What the seat is asked (open, or closed and not yet published), and what it may answer before it is asked."""
    gate, rows = Gate(war, seat_viewer(seat)), _rows_of(row, seat)
    standing = gate.standing()
    filed = frozenset((call.kind, ask.whom) for call, ask in _sealed(standing))
    asked = (replace(each, filed=_key(each) in filed) for each in _asked(rows, war, seat, gate.calls()))
    return tuple(asked), tuple(replace(each, beforehand=True) for each in _asked(rows, war, seat, standing))


def asked_of(row: Row, war: War, seat: str) -> tuple[Asked, ...]:
    """The open questions that the seat is asked, and those closed and not yet published."""
    return questions_of(row, war, seat)[0]


def said_now(guest: Guest) -> list[tuple[Asked, str]]:
    """What the guest's seat has to answer now, in the words of the rules."""
    asked = () if guest.war.paused else asked_of(guest.row, guest.war, guest.seat)
    return [(each, guest.prose.call(each.call.kind)) for each in asked if each.waits]


def standing_of(row: Row, war: War, seat: str) -> tuple[Asked, ...]:
    """The questions that the seat may answer before they are asked."""
    return questions_of(row, war, seat)[1]


def _key(asked: Asked) -> tuple[str, str]:
    return asked.call.kind, asked.ask.whom


def _sealed(calls: Iterable[CallSight]) -> Iterator[tuple[CallSight, AskSight]]:
    """Where the seat has sealed an answer of its own."""
    for call in calls:
        yield from ((call, ask) for ask in call.asks if ask.mine and ask.state is SlotState.SEALED)


def find(row: Row, war: War, seat: str, address: str, whom: str) -> Asked | None:
    """The question of that address to the seat, None for one that it is not asked: then no row is looked up."""
    gate = Gate(war, seat_viewer(seat))
    if not any(call.address == address for call in (*gate.calls(), *gate.standing())):
        return None
    asked, standing = questions_of(row, war, seat)
    return next((each for each in (*asked, *standing) if (each.call.address, each.ask.whom) == (address, whom)), None)


@dataclass(frozen=True, slots=True)
class _Rows:
    """What stands beside the journal of a seat's questions. `fills`: whether a program answers for the silent."""

    fills: bool
    drafts: frozenset[tuple[str, str]]
    hours: Hours
    absence: tuple[Sentence, ...]


def _rows_of(row: Row, seat: str) -> _Rows:
    drafts = Draft.objects.filter(war=row, seat=seat).values_list("call", "whom")
    return _Rows(
        row.silence == Silence.AGENT, frozenset(drafts), hours_of(row), (*openly(row), *absences_of(row).get(seat, ()))
    )


def _asked(rows: _Rows, war: War, seat: str, calls: Iterable[CallSight]) -> Iterator[Asked]:
    hours = rows.hours
    for sight in calls:
        call = war.call(sight.address)
        for ask in sight.asks:
            if ask.mine and ask.seat == seat:
                state = state_of(sight, ask, (sight.address, ask.whom) in rows.drafts)
                moment = None if call is None else hours.due(war, call)
                fills = rows.fills and sight.mode is Mode.SEALED
                waits = () if call is None else hours.lines(war, call)
                reason = hours.of(sight.address).reason
                yield Asked(sight, ask, state, moment, reason, fills, (*waits, *rows.absence))


def all_sealed(call: CallSight) -> bool:
    """Whether everybody has answered an open question, as far as the viewer sees: for the keeper, who sees all, it is
    to be closed."""
    waits = call.mode is Mode.FLOOR or call.closed
    return not waits and all(each.state is SlotState.SEALED for each in call.asks)


def state_of(call: CallSight, ask: AskSight, draft: bool) -> State:
    """How far one answer is; a draft counts only where nothing is sealed and nothing was heard."""
    if call.closed:
        return State.BOUND
    if ask.state in (SlotState.SEALED, SlotState.HEARD):
        return State(ask.state.value)
    return State.DRAFT if draft else State.EMPTY
