"""What each audience may take away: the tellings it was given, in its own numbers, chained to the head it knows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import Any

from ..campaign.entry import GENESIS, Entry, EntryKind, entry_hash
from ..campaign.telling import PUBLIC_KEY, Stream, Telling, read_tellings
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

    An entry that holds a secret of a team that the keeper withholds shows its hash instead of its body, so that the
    chain still holds around it: its declarations, rulings on what it brought, what only its seats were told, and the
    setup with all sheets.
    """
    ended = next((entry for entry in entries if entry.kind is EntryKind.ENDED), None)
    if ended is None:
        return None
    withheld = {*_strings(ended.body["withheld"]), *_strings(ended.body["seats"])}
    return (_closed_line(entry) if withheld and _is_of(entry, withheld) else entry.line() for entry in entries)


def is_closed(line: object) -> bool:
    """Whether a line of an opened file shows its place in the chain alone."""
    return isinstance(line, Mapping) and line.keys() == {"number", "previous", "hash"}


def opened_breaks(lines: Sequence[object]) -> int:
    """Where an opened file, of which entries may be closed, does not follow on the line before; 0 for nowhere."""
    head = GENESIS
    for place, line in enumerate(lines, 1):
        if not isinstance(line, Mapping) or (line.get("number"), line.get("previous")) != (place, head):
            return place
        if not is_closed(line) and not _is_whole(line):
            return place
        head = str(line["hash"])
    return 0


def _is_whole(line: Mapping[str, Any]) -> bool:
    """Whether the hash of a line is that of what it shows."""
    try:
        shown = entry_hash(line["number"], line["kind"], line["at"], line["body"], line["previous"])
    except (KeyError, ValueError, TypeError):
        return False
    return bool(shown == line["hash"])


def _closed_line(entry: Entry) -> bytes:
    shown: dict[str, Data] = {"number": entry.number, "previous": entry.previous, "hash": entry.hash}
    return canon(shown)


def _is_of(entry: Entry, withheld: Set[str]) -> bool:
    """Whether an entry holds a secret of these teams and seats."""
    body: Mapping[str, Any] = entry.body
    match entry.kind:
        case EntryKind.BEGUN:
            return True
        case EntryKind.SEALED | EntryKind.ORDERED | EntryKind.WITHDRAWN:
            if _owners(body["whom"], body["seat"]) & withheld:
                return True
        case EntryKind.RULED:
            if _owners(*str(body["point"]).split("/")) & withheld:
                return True
        case EntryKind.CLOSED:
            if any("read" in each and _owners(each["whom"]) & withheld for each in body["answers"]):
                return True
    return any(_is_secret_of(telling, withheld) for telling in read_tellings(body.get("tellings", ())))


def _owners(*keys: str) -> set[str]:
    """Seats, persons or teams by their keys, and the teams of the persons."""
    return {*keys, *(key.partition(".")[0] for key in keys)}


def _is_secret_of(telling: Telling, withheld: Set[str]) -> bool:
    """What the seats of these teams alone were told of a fact, or what few were shown of their declarations."""
    body: Mapping[str, Any] = telling.body
    if "opening" in body:
        return PUBLIC_KEY not in telling.to and body["opening"]["seat"] in withheld
    return "fact" in body and set(telling.to) <= withheld


def _strings(data: Data) -> Iterator[str]:
    assert isinstance(data, Sequence)
    return (str(each) for each in data)
