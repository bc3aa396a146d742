"""Who sits where, and who may learn what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a person is."""

    MASTER = "master"
    SERVANT = "servant"


@dataclass(frozen=True, slots=True)
class Person:
    """A master or a servant of a team; whom an order can be for."""

    team: str
    role: Role

    def __str__(self) -> str:
        return f"{self.team}.{self.role}"


@dataclass(frozen=True, slots=True)
class Seat:
    """One player's place: the key is ASCII and never changes, the team and the roles held there may."""

    key: str
    team: str
    roles: tuple[Role, ...] = (Role.MASTER, Role.SERVANT)


@dataclass(frozen=True, slots=True)
class Audience:
    """The seats that may learn something. None: everybody, the public included. The keeper always may."""

    seats: frozenset[str] | None = None

    def admits(self, viewer: Viewer) -> bool:
        if viewer.kind is ViewerKind.KEEPER or self.seats is None:
            return True
        return viewer.kind is ViewerKind.SEAT and viewer.seat in self.seats

    def __or__(self, other: Audience) -> Audience:
        if self.seats is None or other.seats is None:
            return EVERYBODY
        return Audience(self.seats | other.seats)


EVERYBODY = Audience()
KEEPER_ONLY = Audience(frozenset())


def only(seats: Iterable[str]) -> Audience:
    """The audience of these seats and nobody else (but the keeper)."""
    return Audience(frozenset(seats))


class ViewerKind(StrEnum):
    KEEPER = "keeper"
    PUBLIC = "public"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Viewer:
    """Through whose eyes something is seen."""

    kind: ViewerKind
    seat: str = ""


KEEPER = Viewer(ViewerKind.KEEPER)
PUBLIC = Viewer(ViewerKind.PUBLIC)


def seat_viewer(seat: str) -> Viewer:
    return Viewer(ViewerKind.SEAT, seat)


def seat_of(seats: Iterable[Seat], viewer: Viewer) -> Seat | None:
    """The seat in which `viewer` sits; None for the keeper, the public, and a seat that is not there."""
    return next((seat for seat in seats if viewer.kind is ViewerKind.SEAT and seat.key == viewer.seat), None)


@dataclass(frozen=True, slots=True)
class Knows:
    """One row of what is known: what it is, by which clause, and who may know it beside the keeper."""

    id: str
    clause: str
    what: str
    who: str
