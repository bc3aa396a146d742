"""A war is the fold of its entries on the live path. No rule is applied here: facts are, by their system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from ..core.call import Call
from ..core.canon import Data
from ..core.chance import ChanceSource, Seeded
from ..core.seal import Seal
from ..core.system import RuleSystem
from .entry import GENESIS, Entry, EntryKind, entry_hash
from .telling import Stream, advance, read_tellings

Systems = Mapping[str, RuleSystem[Any]]
"""The rule systems that a program knows, by name."""


class JournalError(Exception):
    """A journal that was not written by this program's rules: a broken chain, an impossible entry."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """An order bound: whose, and what."""

    seat: str
    order: Data
    seal: Seal


Slot = tuple[str, str]
"""Where an order lies: the address of its call (or of its kind, for a standing answer) and `whom`."""


@dataclass(frozen=True, slots=True, eq=False)
class War:
    """A war as its journal has it.

    `sealed` are the orders that lie in open calls, `used` those of calls that were published; `closed` holds for
    each closed call the slots it froze, `rulings` what was ruled in it. `void` are the fingerprints of all
    orders that were withdrawn or of which a leaf was opened, on any path: no rewind brings them back. `past` is
    the war one entry before, on the live path.
    """

    system: RuleSystem[Any]
    key: str
    name: str
    version: str
    seed: bytes
    setup: Mapping[str, Any]
    options: Mapping[str, str | int]
    policy: Mapping[str, Any]
    state: Any
    number: int
    head: str
    names: Mapping[str, str] = field(default_factory=dict)
    sealed: Mapping[Slot, Sealed] = field(default_factory=dict)
    used: Mapping[Slot, Sealed] = field(default_factory=dict)
    closed: Mapping[str, Mapping[str, Slot]] = field(default_factory=dict)
    rulings: Mapping[str, Mapping[str, Data]] = field(default_factory=dict)
    void: frozenset[str] = frozenset()
    streams: Mapping[str, Stream] = field(default_factory=dict)
    opened_at: Mapping[str, str] = field(default_factory=dict)
    rewinds: int = 0
    paused: str = ""
    ended: bool = False
    past: War | None = field(default=None, repr=False)

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls that are open or closed and not yet published."""
        return () if self.ended else self.system.calls(self.state)

    def call(self, address: str) -> Call | None:
        """The open call of that address, or the kind that may be answered beforehand."""
        asked = (*self.calls, *(() if self.ended else self.system.standing(self.state)))
        return next((call for call in asked if call.address == address), None)

    @property
    def chance(self) -> ChanceSource:
        return Seeded(self.seed, self.rewinds)

    def before(self, number: int) -> War | None:
        """The war as it was after entry `number`, None where the live path has no such entry."""
        war: War | None = self
        while war is not None and war.number > number:
            war = war.past
        return war if war is not None and war.number == number else None


def fold(systems: Systems, entries: Iterable[Entry]) -> War:
    """The war that `entries` tell of. Raises JournalError for a chain or an entry that cannot be."""
    war: War | None = None
    for entry in entries:
        war = begin_fold(systems, entry) if war is None else step(war, entry)
    if war is None:
        raise JournalError("the journal is empty")
    return war


def check_link(entry: Entry, number: int, head: str) -> None:
    """Raises JournalError unless `entry` follows on `number` and `head`."""
    if entry.number != number + 1 or entry.previous != head:
        raise JournalError(f"entry {entry.number} does not follow on entry {number}")
    if entry.hash != entry_hash(entry.number, entry.kind, entry.at, entry.body, entry.previous):
        raise JournalError(f"entry {entry.number} was changed after it was written")


def begin_fold(systems: Systems, entry: Entry) -> War:
    """The war after its first entry."""
    check_link(entry, 0, GENESIS)
    body: Mapping[str, Any] = entry.body
    if entry.kind is not EntryKind.BEGUN:
        raise JournalError("a journal begins with the entry 'begun'")
    system = systems.get(body["system"])
    if system is None:
        raise JournalError(f"the rule system {body['system']!r} is not known here")
    war = War(
        system=system,
        key=body["war"],
        name=body["name"],
        version=body["version"],
        seed=bytes.fromhex(body["seed"]),
        setup=body["setup"],
        options=body["options"],
        policy=body["policy"],
        state=system.begin(body["setup"], body["options"]),
        number=1,
        head=entry.hash,
        streams=advance({}, read_tellings(body["tellings"])),
    )
    return _note_opened(war, entry.at)


def step(war: War, entry: Entry) -> War:
    """The war after one more entry."""
    check_link(entry, war.number, war.head)
    taken = _STEPS[entry.kind](war, entry)
    streams = advance(taken.streams, read_tellings(entry.body.get("tellings", ())))
    past = taken.past if entry.kind is EntryKind.REWOUND else war
    after = replace(taken, number=entry.number, head=entry.hash, streams=streams, past=past)
    return _note_opened(after, entry.at)


def _note_opened(war: War, at: str) -> War:
    """Remember when each open call was first seen open; forget those that are not."""
    addresses = [call.address for call in war.calls]
    if addresses == list(war.opened_at):
        return war
    return replace(war, opened_at={address: war.opened_at.get(address, at) for address in addresses})


def _apply_facts(war: War, facts: Data) -> War:
    state = war.state
    for each in cast(Sequence[Mapping[str, Any]], facts):
        state = war.system.apply(state, war.system.facts.decode(each["fact"]))
    return replace(war, state=state)


def _joined(war: War, entry: Entry) -> War:
    body: Mapping[str, Any] = entry.body
    return replace(war, names={**war.names, body["seat"]: body["name"]})


def _ordered(war: War, entry: Entry) -> War:
    return _apply_facts(war, entry.body["facts"])


def _sealed(war: War, entry: Entry) -> War:
    body: Mapping[str, Any] = entry.body
    sealed = Sealed(body["seat"], body["order"], Seal(tuple(body["salts"]), body["fingerprint"]))
    return replace(war, sealed={**war.sealed, (body["call"], body["whom"]): sealed})


def _withdrawn(war: War, entry: Entry) -> War:
    slot = (cast(str, entry.body["call"]), cast(str, entry.body["whom"]))
    void = war.void | {war.sealed[slot].seal.fingerprint}
    return replace(war, sealed=_without(war.sealed, slot), void=void)


def _without(sealed: Mapping[Slot, Sealed], gone: Slot) -> dict[Slot, Sealed]:
    return {slot: each for slot, each in sealed.items() if slot != gone}


def _closed(war: War, entry: Entry) -> War:
    body: Mapping[str, Any] = entry.body
    frozen = {whom: (address, owner) for whom, address, owner in body["answers"]}
    return replace(war, closed={**war.closed, body["call"]: frozen})


def _ruled(war: War, entry: Entry) -> War:
    body: Mapping[str, Any] = entry.body
    rulings = {**war.rulings.get(body["call"], {}), body["point"]: body["value"]}
    return replace(war, rulings={**war.rulings, body["call"]: rulings})


def _published(war: War, entry: Entry) -> War:
    body: Mapping[str, Any] = entry.body
    address = body["call"]
    opened = {(slot[0], slot[1]) for slot in body["opened"]}
    void = war.void | {war.sealed[slot].seal.fingerprint for slot in opened}
    used = {slot: each for slot, each in war.sealed.items() if slot[0] == address or slot in opened}
    war = replace(
        war,
        sealed={slot: each for slot, each in war.sealed.items() if slot[0] != address},
        used={**war.used, **used},
        void=void,
        closed={key: value for key, value in war.closed.items() if key != address},
        rulings={key: value for key, value in war.rulings.items() if key != address},
    )
    return _drop_void(_apply_facts(war, body["facts"]))


def _drop_void(war: War) -> War:
    """Answers to a call that facts have cancelled are void; they stay in the file and are never opened."""
    open_now = {call.address for call in war.calls} | {call.address for call in war.system.standing(war.state)}
    sealed = {slot: each for slot, each in war.sealed.items() if slot[0] in open_now}
    closed = {address: each for address, each in war.closed.items() if address in open_now}
    return replace(war, sealed=sealed, closed=closed)


def _corrected(war: War, entry: Entry) -> War:
    return _drop_void(_apply_facts(war, entry.body["facts"]))


def _rewound(war: War, entry: Entry) -> War:
    """Back to an earlier war, with every sealed order that nobody has seen; a call short of an opened one reopens."""
    body: Mapping[str, Any] = entry.body
    back = war.before(body["to"])
    if back is None:
        raise JournalError(f"entry {entry.number} rewinds to an entry that is not on the live path")
    open_then = {call.address for call in back.calls} | {call.address for call in back.system.standing(back.state)}
    latest = {**back.sealed, **war.used, **war.sealed}
    sealed = {
        slot: each for slot, each in latest.items() if slot[0] in open_then and each.seal.fingerprint not in war.void
    }
    return replace(
        back,
        sealed=sealed,
        closed={address: slots for address, slots in back.closed.items() if set(slots.values()) <= sealed.keys()},
        void=war.void,
        names=war.names,
        streams=war.streams,
        rewinds=war.rewinds + 1,
        paused=war.paused,
        past=back,
    )


def _moved(war: War, entry: Entry) -> War:
    return replace(war, version=cast(str, entry.body["version"]))


def _paused(war: War, entry: Entry) -> War:
    return replace(war, paused=cast(str, entry.body["reason"]))


def _ended(war: War, entry: Entry) -> War:  # noqa: ARG001 - that it ended is all there is to fold
    return replace(war, ended=True)


_STEPS = {
    EntryKind.JOINED: _joined,
    EntryKind.ORDERED: _ordered,
    EntryKind.SEALED: _sealed,
    EntryKind.WITHDRAWN: _withdrawn,
    EntryKind.CLOSED: _closed,
    EntryKind.RULED: _ruled,
    EntryKind.PUBLISHED: _published,
    EntryKind.CORRECTED: _corrected,
    EntryKind.REWOUND: _rewound,
    EntryKind.MOVED: _moved,
    EntryKind.PAUSED: _paused,
    EntryKind.ENDED: _ended,
}


def live_path(war: War) -> Iterator[War]:
    """The war after each entry of its live path, newest first."""
    walk: War | None = war
    while walk is not None:
        yield walk
        walk = walk.past
