"""What each audience was told: numbered and chained per audience, stored as told.

An audience is the public or a seat. Its numbers are its own, since a gap in a shared number would be a leak; its
head stands at the foot of every text posted to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from ..core.canon import Data, canon, digest_of
from ..core.fact import Fact, FactTable, Told
from ..core.record import replace
from ..core.seat import PUBLIC, Audience, Seat, Viewer, seat_viewer
from ..core.sight import seen
from .entry import GENESIS

T = TypeVar("T")

PUBLIC_KEY = "public"
"""The key of the public among the audiences; seats have their own (which is never this)."""


_STORY = ("fact", "closed", "opening", "ruled", "corrected")


def of_the_story(body: Mapping[str, Data]) -> bool:
    """Whether a rewind can undo what is told; who sits where, pauses and versions go on over it."""
    return any(key in body for key in _STORY)


@dataclass(frozen=True, slots=True)
class Stream:
    """Where an audience's chain stands: how many tellings, and the head.

    `story` is the number of the last telling that a rewind would undo: an audience whose own has not moved since
    is not told of the rewind.
    """

    number: int = 0
    head: str = GENESIS
    story: int = 0

    def then(self, body: Mapping[str, Data]) -> Stream:
        """The stream with one more telling: its head is `digest([head, number, body])`."""
        return self._then(canon(body), of_the_story(body))

    def _then(self, body: bytes, of_story: bool) -> Stream:
        number = self.number + 1
        return Stream(number, digest_of(canon(self.head), canon(number), body), number if of_story else self.story)

    def rewound(self, back: Stream) -> Stream:
        """The same chain, with the story as it was."""
        return replace(self, story=back.story)


@dataclass(frozen=True, slots=True)
class Telling:
    """One thing told, with the keys of the audiences that were told just this."""

    to: tuple[str, ...]
    body: Mapping[str, Data]

    def data(self) -> dict[str, Data]:
        return {"to": self.to, "body": self.body}


def read_tellings(data: Data) -> tuple[Telling, ...]:
    return tuple(Telling(tuple(each["to"]), each["body"]) for each in cast(Sequence[Mapping[str, Any]], data))


def advance(streams: Mapping[str, Stream], tellings: Iterable[Telling]) -> dict[str, Stream]:
    """The streams after these tellings."""
    moved = dict(streams)
    for telling in tellings:
        body, of_story = canon(telling.body), of_the_story(telling.body)
        for key in telling.to:
            moved[key] = moved.get(key, Stream())._then(body, of_story)
    return moved


def audiences(seats: Iterable[Seat]) -> dict[str, Viewer]:
    """Every audience by its key: the public, then the seats."""
    return {PUBLIC_KEY: PUBLIC} | {seat.key: seat_viewer(seat.key) for seat in seats}


def telling_of(body: Mapping[str, Data], audience: Audience, seats: Iterable[Seat]) -> tuple[Telling, ...]:
    """The same words for all who may hear them."""
    to = tuple(key for key, viewer in audiences(seats).items() if audience.admits(viewer))
    return (Telling(to, body),) if to else ()


def tellings_of_fact(told: Told, table: FactTable, seats: Sequence[Seat]) -> tuple[Telling, ...]:
    """A fact as each audience sees it."""
    sights: dict[str, Fact] = {}
    for key, viewer in audiences(seats).items():
        if told.audience.admits(viewer):
            sights[key] = seen(told.fact, None if viewer is PUBLIC else viewer.seat)
    return tuple(Telling(to, {"fact": table.encode(sight)}) for sight, to in _together(sights))


def tellings_of(bodies: Mapping[str, Mapping[str, Data]]) -> tuple[Telling, ...]:
    """What each audience is told, by its key; those that hear the same are told together."""
    return tuple(Telling(to, body) for body, to in _together(bodies))


def _together(told: Mapping[str, T]) -> list[tuple[T, tuple[str, ...]]]:
    """What is told, each with the keys of those who are told just that."""
    found: list[tuple[T, list[str]]] = []
    for key, each in told.items():
        keys = next((keys for other, keys in found if other == each), None)
        if keys is None:
            found.append((each, [key]))
        else:
            keys.append(key)
    return [(each, tuple(keys)) for each, keys in found]
