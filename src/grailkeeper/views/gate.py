"""The one gate: a war through the eyes of one viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, cast

from ..campaign import adjudicate, declare
from ..campaign.entry import Entry
from ..campaign.outcome import Refused, refuse
from ..campaign.resolving import Preview, silence_print
from ..campaign.sealing import Sealed, bound
from ..campaign.telling import PUBLIC_KEY, Stream, of_the_story, read_tellings
from ..campaign.war import War
from ..core.call import Ask, Call, Mode
from ..core.canon import Data
from ..core.form import Form, Identify, plain_words
from ..core.problem import Problem
from ..core.seal import opened
from ..core.seat import Viewer, ViewerKind


class SlotState(StrEnum):
    """How far an answer is. A draft is never in the journal; whoever keeps drafts says so beside this."""

    EMPTY = "empty"
    SEALED = "sealed"
    HEARD = "heard"
    """The floor has heard it, once or more often; it may well hear more."""
    UNTOLD = "untold"
    """Not for this viewer to know."""
    BOUND = "bound"
    """The call has closed: an answer or silence is bound, and this viewer does not know which."""


@dataclass(frozen=True, slots=True)
class AskSight:
    """One who is asked, as a viewer may know it. `mine`: it is this viewer who may answer."""

    whom: str
    seat: str
    mine: bool
    state: SlotState
    fingerprint: str = ""


@dataclass(frozen=True, slots=True)
class CallSight:
    """An open call as a viewer may know it, with as many of the asked as it may know of.

    `public`: everybody may know that it is open.
    """

    address: str
    kind: str
    clause: str
    mode: Mode
    silence: str
    withdrawable: bool
    public: bool
    closed: bool
    asks: tuple[AskSight, ...]


@dataclass(frozen=True, slots=True)
class Understood:
    """An answer as it would be taken, and what is suspicious about it."""

    order: Data
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """A telling as it lies with its audience; `struck`: a rewind has undone it."""

    number: int
    body: Mapping[str, Data]
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Gate:
    """A war as `viewer` may see it. `entries` are the journal's, from which only its tellings are given out."""

    war: War
    viewer: Viewer
    entries: Sequence[Entry] = ()

    @property
    def audience(self) -> str:
        """The key of the viewer among the audiences; the keeper reads as the public does, and more besides."""
        return self.viewer.seat if self.viewer.kind is ViewerKind.SEAT else PUBLIC_KEY

    @property
    def stream(self) -> Stream:
        """Number and head of what this audience was told."""
        return self.war.streams.get(self.audience, Stream())

    def state(self) -> Any:
        """The system's view of the state, a frozen dataclass."""
        return self.war.system.view(self.war.state, self.viewer)

    def heard(self) -> tuple[Heard, ...]:
        """Everything this audience was told, in its own numbers, with what was undone struck out."""
        heard: list[Heard] = []
        for entry in self.entries:
            for telling in read_tellings(entry.body.get("tellings", ())):
                if self.audience in telling.to:
                    heard = _after(heard, Heard(len(heard) + 1, telling.body))
        return tuple(heard)

    def calls(self) -> tuple[CallSight, ...]:
        """The open calls that the viewer may know of."""
        return tuple(self._sight(call) for call in self.war.calls if call.known_to(self.viewer))

    def standing(self) -> tuple[CallSight, ...]:
        """The questions that the viewer may answer beforehand."""
        return tuple(self._sight(call) for call in self.war.standing if any(self._is_mine(ask) for ask in call.asks))

    def form(self, address: str, whom: str) -> Form | Refused:
        """What may be answered, for the one who is asked."""
        found = self._own_ask(address, whom)
        if isinstance(found, Refused):
            return found
        call, ask = found
        return self.war.system.form(declare.seat_view(self.war, ask), call, ask)

    def examine(self, address: str, whom: str, raw: object, identify: Identify = plain_words) -> Understood | Refused:
        """An answer as it would be understood, or what is wrong with it."""
        found = self._own_ask(address, whom)
        if isinstance(found, Refused):
            return found
        examined = declare.examine(self.war, address, whom, raw, identify)
        return examined if isinstance(examined, Refused) else Understood(examined.order, examined.problems)

    def kept(self, address: str, whom: str) -> Mapping[str, Data] | Refused:
        """The viewer's own sealed answer, whole and with its salts: what proves its fingerprint to anybody."""
        held = self._held(address, whom)
        if isinstance(held, Refused):
            return held
        return opened(self.war.key, address, held.seat, bound(whom, held.order), held.seal)

    def own_order(self, address: str, whom: str) -> Data | Refused:
        """The same as its form keeps it, to be changed and sealed anew."""
        held = self._held(address, whom)
        return held if isinstance(held, Refused) else held.order

    def _held(self, address: str, whom: str) -> Sealed | Refused:
        call = self.war.call(address)
        ask = None if call is None else call.ask_for(whom)
        if call is None or ask is None or not self._is_mine(ask):
            return refuse("not_asked", culprit=whom, call=address)
        return self._answer(call, ask) or refuse("nothing_sealed", call.clause, whom)

    def preview(self, address: str) -> Preview | Refused:
        """What publishing would tell: the keeper's alone."""
        if self.viewer.kind is not ViewerKind.KEEPER:
            return refuse("keeper_only")
        return adjudicate.preview(self.war, address)

    def _own_ask(self, address: str, whom: str) -> tuple[Call, Ask] | Refused:
        """The ask that is the viewer's to answer; for all others it is as if there were no such call."""
        call = self.war.call(address)
        ask = None if call is None else call.ask_for(whom)
        if ask is None or not self._is_mine(ask):
            return refuse("not_asked", culprit=whom, call=address)
        return declare.find_ask(self.war, address, whom)

    def _is_mine(self, ask: Ask) -> bool:
        return self.viewer.kind is ViewerKind.KEEPER or ask.seat == self.viewer.seat

    def _answer(self, call: Call, ask: Ask) -> Sealed | None:
        """What the seat that is asked has sealed; once its call has closed, what that holds of it."""
        if call.address not in self.war.closed:
            return self.war.answer(call.address, ask)
        frozen = self.war.closed[call.address].get(ask.whom)
        return frozen.held if frozen is not None and frozen.held.seat == ask.seat else None

    def _sight(self, call: Call) -> CallSight:
        return CallSight(
            address=call.address,
            kind=call.kind,
            clause=call.clause,
            mode=call.mode,
            silence=call.silence,
            withdrawable=call.withdrawable,
            public=call.open_to.seats is None,
            closed=call.address in self.war.closed,
            asks=tuple(self._ask_sight(call, ask) for ask in call.known_asks(self.viewer)),
        )

    def _ask_sight(self, call: Call, ask: Ask) -> AskSight:
        """What is the viewer's own; once the call has closed, the fingerprint that was told."""
        mine, closed = self._is_mine(ask), call.address in self.war.closed and call.mode is Mode.SEALED
        sealed = self._answer(call, ask) if mine or closed else None
        shown = "" if sealed is None else sealed.seal.fingerprint
        if closed and sealed is None:
            shown = silence_print(self.war, call, ask)
        if mine:
            state = SlotState.SEALED if sealed is not None else self._spoken(call, ask)
        else:
            state = SlotState.BOUND if closed else SlotState.UNTOLD
        return AskSight(ask.whom, ask.seat, mine, state, shown)

    def _spoken(self, call: Call, ask: Ask) -> SlotState:
        return SlotState.HEARD if self.war.heard(call.address).get(ask.whom) else SlotState.EMPTY


def _after(heard: list[Heard], new: Heard) -> list[Heard]:
    """What was heard after one thing more: a rewind strikes out what no longer holds of the story."""
    if "rewound" not in new.body:
        return [*heard, new]
    holds = cast(Mapping[str, int], new.body["rewound"])["holds"]
    struck = (replace(each, struck=each.struck or (each.number > holds and of_the_story(each.body))) for each in heard)
    return [*struck, new]
