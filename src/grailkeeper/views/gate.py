"""The one gate: a war through the eyes of one viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from ..campaign import adjudicate, declare
from ..campaign.declare import Examined
from ..campaign.entry import Entry
from ..campaign.outcome import Refused, refuse
from ..campaign.resolving import Preview
from ..campaign.telling import PUBLIC_KEY, Stream, read_tellings
from ..campaign.war import War
from ..core.call import Ask, Call, Mode
from ..core.canon import Data
from ..core.form import Form, Identify, plain_words
from ..core.seat import Viewer, ViewerKind


class SlotState(StrEnum):
    """How far an answer is. A draft is never in the journal; whoever keeps drafts says so beside this."""

    EMPTY = "empty"
    SEALED = "sealed"
    UNTOLD = "untold"
    """Not for this viewer to know before the call closes."""


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
    """An open call as a viewer may know it, with as many of the asked as it may know of."""

    address: str
    kind: str
    clause: str
    mode: Mode
    silence: str
    withdrawable: bool
    closed: bool
    asks: tuple[AskSight, ...]


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
        return tuple(self._sight(call) for call in self.war.calls if self._may_know(call))

    def standing(self) -> tuple[CallSight, ...]:
        """The questions that the viewer may answer beforehand."""
        if self.war.ended:
            return ()
        calls = self.war.system.standing(self.war.state)
        return tuple(self._sight(call) for call in calls if any(self._is_mine(ask) for ask in call.asks))

    def form(self, address: str, whom: str) -> Form | Refused:
        """What may be answered, for the one who is asked."""
        found = self._own_ask(address, whom)
        if isinstance(found, Refused):
            return found
        call, ask = found
        return self.war.system.form(declare.seat_view(self.war, ask), call, ask)

    def examine(self, address: str, whom: str, raw: object, identify: Identify = plain_words) -> Examined | Refused:
        """An answer as it would be understood, and what is wrong with it."""
        found = self._own_ask(address, whom)
        return found if isinstance(found, Refused) else declare.examine(self.war, address, whom, raw, identify)

    def preview(self, address: str) -> Preview | Refused:
        """What publishing would tell: the keeper's alone."""
        if self.viewer.kind is not ViewerKind.KEEPER:
            return refuse("keeper_only")
        return adjudicate.preview(self.war, address)

    def _own_ask(self, address: str, whom: str) -> tuple[Call, Ask] | Refused:
        found = declare.find_ask(self.war, address, whom)
        if not isinstance(found, Refused) and not self._is_mine(found[1]):
            return refuse("not_asked", culprit=whom, call=address)
        return found

    def _is_mine(self, ask: Ask) -> bool:
        return self.viewer.kind is ViewerKind.KEEPER or ask.seat == self.viewer.seat

    def _may_know(self, call: Call) -> bool:
        return call.open_to.admits(self.viewer) or any(ask.seat == self.viewer.seat for ask in call.asks)

    def _sight(self, call: Call) -> CallSight:
        asks = [
            self._ask_sight(call, ask) for ask in call.asks if self._is_mine(ask) or call.asked_to.admits(self.viewer)
        ]
        return CallSight(
            address=call.address,
            kind=call.kind,
            clause=call.clause,
            mode=call.mode,
            silence=call.silence,
            withdrawable=call.withdrawable,
            closed=call.address in self.war.closed and call.open_to.admits(self.viewer),
            asks=tuple(asks),
        )

    def _ask_sight(self, call: Call, ask: Ask) -> AskSight:
        if not self._is_mine(ask):
            return AskSight(ask.whom, ask.seat, False, SlotState.UNTOLD)
        sealed = self.war.sealed.get((call.address, ask.whom))
        if sealed is None:
            return AskSight(ask.whom, ask.seat, True, SlotState.EMPTY)
        return AskSight(ask.whom, ask.seat, True, SlotState.SEALED, sealed.seal.fingerprint)


def _after(heard: list[Heard], new: Heard) -> list[Heard]:
    """What was heard after one thing more: a rewind strikes out what no longer holds."""
    if "rewound" not in new.body:
        return [*heard, new]
    holds = cast(Mapping[str, int], new.body["rewound"])["holds"]
    return [*(Heard(h.number, h.body, h.struck or h.number > holds) for h in heard), new]
