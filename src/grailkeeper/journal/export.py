"""What each audience may take away: the tellings it was given, in its own numbers, chained to the head it knows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..campaign.entry import Entry, EntryKind
from ..campaign.telling import Stream, Telling, read_tellings
from ..core.canon import Data, canon


def told(entries: Iterable[Entry], audience: str) -> Iterator[Telling]:
    """Everything an audience (a seat, or `public`) was told, in order."""
    for entry in entries:
        for telling in read_tellings(entry.body.get("tellings", ())):
            if audience in telling.to:
                yield telling


def export(entries: Sequence[Entry], audience: str) -> Iterator[bytes]:
    """The export of an audience, line by line: its number, what was told, the head after it."""
    stream = Stream()
    for telling in told(entries, audience):
        stream = stream.then(telling.body)
        yield canon({"number": stream.number, "told": telling.body, "head": stream.head})


def export_holds(lines: Iterable[bytes]) -> bool:
    """Whether each line of an export follows on the one before."""
    stream = Stream()
    for line in lines:
        data: Mapping[str, Any] = json.loads(line)
        stream = stream.then(data["told"])
        if (data["number"], data["head"]) != (stream.number, stream.head):
            return False
    return True


def opened_file(entries: Sequence[Entry]) -> Iterator[bytes] | None:
    """The whole file as the keeper opens it when the war has ended, None before.

    Of the teams that the keeper withholds no order is in it: such an entry shows its hash instead of its body,
    so that the chain still holds around it.
    """
    ended = next((entry for entry in entries if entry.kind is EntryKind.ENDED), None)
    if ended is None:
        return None
    withheld = set(_strings(ended.body["withheld"]))
    return (_opened(entry, withheld) for entry in entries)


def _opened(entry: Entry, withheld: set[str]) -> bytes:
    if _owner(entry) not in withheld:
        return entry.line()
    shown: dict[str, Data] = {"number": entry.number, "previous": entry.previous, "hash": entry.hash}
    return canon(shown)


def _owner(entry: Entry) -> str:
    """The team of whose order an entry tells; "" for an entry that is not one team's."""
    if entry.kind not in (EntryKind.SEALED, EntryKind.ORDERED, EntryKind.WITHDRAWN):
        return ""
    return str(entry.body["whom"]).partition(".")[0]


def _strings(data: Data) -> Iterator[str]:
    assert isinstance(data, Sequence)
    return (str(each) for each in data)
