"""The entries of a journal, chained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from ..core.canon import Data, canon, digest_of, normal, written

GENESIS = "0" * 64
"""What stands before the first entry of a chain."""


class EntryKind(StrEnum):
    BEGUN = "begun"
    JOINED = "joined"
    ORDERED = "ordered"
    SEALED = "sealed"
    WITHDRAWN = "withdrawn"
    CLOSED = "closed"
    RULED = "ruled"
    PUBLISHED = "published"
    CORRECTED = "corrected"
    REWOUND = "rewound"
    MOVED = "moved"
    """The war went over to another version of its rules."""
    PAUSED = "paused"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a journal.

    `number` counts from 1; `at` is when it was written (UTC, ISO 8601, "" where no clock was given); `previous`
    and `hash` chain the file. Nothing but the keeper's file may show the number or the hash of an entry.
    """

    number: int
    kind: EntryKind
    at: str
    body: Mapping[str, Data]
    previous: str
    hash: str

    def line(self) -> bytes:
        """The entry as its line of the file, without the line's end."""
        return canon(
            {
                "number": self.number,
                "kind": str(self.kind),
                "at": self.at,
                "body": self.body,
                "previous": self.previous,
                "hash": self.hash,
            }
        )


def entry_hash(number: int, kind: EntryKind, at: str, body: Mapping[str, Data], previous: str) -> str:
    """`digest([number, kind, at, body, previous])`."""
    return _hash(number, kind, at, canon(body), previous)


def _hash(number: int, kind: EntryKind, at: str, body: bytes, previous: str) -> str:
    return digest_of(canon(number), canon(str(kind)), canon(at), body, canon(previous))


def next_entry(number: int, kind: EntryKind, at: str, body: Mapping[str, Data], previous: str) -> Entry:
    """A new entry; its body is made plain, so that it is the same now as when it is read from the file."""
    plain = cast(Mapping[str, Data], normal(body))
    return Entry(number, kind, at, plain, previous, _hash(number, kind, at, written(plain), previous))
