"""Calls: questions to seats, open for a time, derived from the state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .canon import Data
from .seat import EVERYBODY, Audience, Viewer


class Mode(StrEnum):
    SEALED = "sealed"
    """All together, in secret; frozen in seat order when it closes."""
    FLOOR = "floor"
    """First come, first served: each order is resolved when it arrives, so its points must have a verdict."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Who is asked (`seat`) and for whom (`whom`: the key of a team or of a person); `whom` is unique in a call."""

    seat: str
    whom: str


@dataclass(frozen=True, slots=True)
class Call:
    """A question to seats.

    `address` is unique on the live path of a war; `kind` names its form and words; `silence` is the key of the
    words that say what no answer means. `open_to` may know that it is open, `asked_to` who is asked; the asked
    always know of themselves.
    """

    address: str
    kind: str
    clause: str
    mode: Mode
    asks: tuple[Ask, ...]
    silence: str
    withdrawable: bool = True
    open_to: Audience = EVERYBODY
    asked_to: Audience = EVERYBODY

    def ask_for(self, whom: str) -> Ask | None:
        return next((ask for ask in self.asks if ask.whom == whom), None)

    def known_to(self, viewer: Viewer) -> bool:
        """Whether `viewer` may know that the call is open."""
        return self.open_to.admits(viewer) or any(ask.seat == viewer.seat for ask in self.asks)

    def known_asks(self, viewer: Viewer) -> tuple[Ask, ...]:
        """Those of the asks of which `viewer` may know, if it may know of the call."""
        if not self.known_to(viewer):
            return ()
        if self.asked_to.admits(viewer):
            return self.asks
        return tuple(ask for ask in self.asks if ask.seat == viewer.seat)

    @property
    def standing(self) -> str:
        """The address under which an answer to every call of this kind may be filed beforehand."""
        return f"standing/{self.kind}"


@dataclass(frozen=True, slots=True)
class Answers:
    """What `resolve` is given: the orders by `whom`, None where silence holds.

    On a floor it is one order at a time as they arrive; `closing` is then true once, with no orders, when the
    floor closes. A sealed call is resolved once, closing.
    """

    orders: Mapping[str, Data] = field(default_factory=dict)
    closing: bool = True

    def get(self, whom: str) -> Data:
        return self.orders.get(whom)


@dataclass(frozen=True, slots=True)
class Opening:
    """Leaves of a sealed order that a resolution opens: `paths` (prefixes; the empty one is the whole) to whom."""

    whom: str
    paths: tuple[tuple[str | int, ...], ...]
    audience: Audience
