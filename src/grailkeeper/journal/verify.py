"""Verifying a journal: three questions, answered separately.

Does the chain hold, and does each seal bear out its fingerprint? Does the fold go through? Would this program
adjudicate the same, or why was that not checked?
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from ..campaign import adjudicate, declare
from ..campaign.entry import GENESIS, Entry, EntryKind
from ..campaign.fault import EngineError
from ..campaign.outcome import Done, Outcome
from ..campaign.sealing import bound
from ..campaign.war import JournalError, Systems, War, begin_fold, check_link, step
from ..core.canon import canon, digest
from ..core.codec import encode
from ..core.seal import seal
from .file import Reading


class Verdict(StrEnum):
    HOLDS = "holds"
    BROKEN = "broken"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Finding:
    """The answer to one question; `entry` is where it broke (0: nowhere), `why` says what is wrong or not checked."""

    verdict: Verdict
    why: str = ""
    entry: int = 0


@dataclass(frozen=True, slots=True)
class Verification:
    """The three answers, and the digest of the state that the fold comes to ("" where it does not go through)."""

    chain: Finding
    fold: Finding
    adjudication: Finding
    entries: int = 0
    torn: bool = False
    state: str = ""

    @property
    def holds(self) -> bool:
        return Verdict.BROKEN not in (self.chain.verdict, self.fold.verdict, self.adjudication.verdict)


HOLDS = Finding(Verdict.HOLDS)


def verify(systems: Systems, reading: Reading) -> Verification:
    """Answer the three questions of a journal as it was read."""
    wars: list[War] = []
    chain = _chain(reading.entries)
    fold = chain if chain.verdict is Verdict.BROKEN else _fold(systems, reading.entries, wars)
    if fold.verdict is Verdict.BROKEN:
        unchecked = Finding(Verdict.UNCHECKED, "no_fold")
        return Verification(chain, fold, unchecked, len(reading.entries), bool(reading.torn))
    adjudication = _adjudication(reading.entries, wars)
    state = digest(encode(wars[-1].state))
    return Verification(chain, fold, adjudication, len(reading.entries), bool(reading.torn), state)


def _chain(entries: Sequence[Entry]) -> Finding:
    number, head, war = 0, GENESIS, ""
    for entry in entries:
        try:
            check_link(entry, number, head)
        except (JournalError, ValueError):
            return Finding(Verdict.BROKEN, "chain", entry.number)
        if entry.kind is EntryKind.BEGUN:
            war = str(entry.body.get("war", ""))
        if entry.kind is EntryKind.SEALED and not _seal_holds(war, entry):
            return Finding(Verdict.BROKEN, "seal", entry.number)
        number, head = entry.number, entry.hash
    return HOLDS


def _seal_holds(war: str, entry: Entry) -> bool:
    body: Mapping[str, Any] = entry.body
    try:
        order = bound(body["whom"], body["order"])
        made = seal(war, body["call"], body["seat"], order, body["salts"])
        return made.fingerprint == str(body["fingerprint"])
    except (KeyError, ValueError, TypeError):
        return False


def _fold(systems: Systems, entries: Sequence[Entry], wars: list[War]) -> Finding:
    for entry in entries:
        try:
            wars.append(step(wars[-1], entry) if wars else begin_fold(systems, entry))
        except (JournalError, LookupError, ValueError, TypeError, AttributeError, AssertionError):
            return Finding(Verdict.BROKEN, "fold", entry.number)
    return HOLDS if wars else Finding(Verdict.BROKEN, "empty")


@dataclass(frozen=True, slots=True)
class Difference:
    """An entry that this program would adjudicate otherwise: `call` it answers, `clause` of that call."""

    entry: int
    call: str
    clause: str


_ADJUDICATED = (EntryKind.ORDERED, EntryKind.CLOSED, EntryKind.RULED, EntryKind.PUBLISHED)


def differences(entries: Sequence[Entry], wars: Sequence[War]) -> tuple[Difference, ...]:
    """Adjudicate each order on a floor, close, ruling and publication again, by this program's rules, from the war
    before it. `wars` are the war after each entry. What a keeper reads before moving a war to another version.
    """
    found = []
    for before, entry in zip(wars, entries[1:], strict=False):
        war = replace(before, version=before.system.version)
        if entry.kind in _ADJUDICATED and not _same_again(war, entry):
            call = before.call(str(entry.body["call"]))
            found.append(Difference(entry.number, str(entry.body["call"]), call.clause if call else ""))
    return tuple(found)


def _same_again(war: War, entry: Entry) -> bool:
    try:
        again = _again(war, entry)
    except EngineError:
        return False
    return isinstance(again, Done) and canon(again.entry.body) == canon(entry.body)


def _adjudication(entries: Sequence[Entry], wars: Sequence[War]) -> Finding:
    """Unchecked where any part was adjudicated by another version: what differs there differs rightly."""
    for war in wars:
        if war.version != war.system.version:
            return Finding(Verdict.UNCHECKED, "version", war.number)
    found = differences(entries, wars)
    return Finding(Verdict.BROKEN, "adjudication", found[0].entry) if found else HOLDS


def _again(war: War, entry: Entry) -> Outcome:
    body: Mapping[str, Any] = entry.body
    match entry.kind:
        case EntryKind.ORDERED:
            return declare.order(war, body["call"], body["whom"], body["order"], entry.at)
        case EntryKind.CLOSED:
            return adjudicate.close(war, body["call"], entry.at, body["reason"])
        case EntryKind.RULED:
            ruling = body["point"], body["value"], body["reason"]
            return adjudicate.rule(war, body["call"], *ruling, entry.at, told=body.get("told"))
    return adjudicate.publish(war, body["call"], entry.at)
