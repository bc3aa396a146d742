"""A war is the fold of its entries on the live path. No rule is applied here: facts are, by their system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar, cast

from ..core.call import Ask, Call
from ..core.canon import Data
from ..core.chance import ChanceSource, Seeded
from ..core.record import replace
from ..core.seal import Seal
from ..core.system import RuleSystem
from .entry import GENESIS, Entry, EntryKind, entry_hash
from .sealing import Frozen, Sealed, Slot, held_anew, held_as_filed
from .telling import Stream, advance, read_tellings

K = TypeVar("K")
V = TypeVar("V")

Systems = Mapping[str, RuleSystem[Any]]
"""The rule systems that a program knows, by name."""


class JournalError(Exception):
    """A journal that was not written by this program's rules: a broken chain, an impossible entry."""


@dataclass(frozen=True, eq=False)
class War:
    """A war as its journal has it.

    `sealed` are the answers that lie in open calls, `used` those of calls that are no longer asked; `closed` holds for
    each closed call the answers it froze, `rulings` what was ruled in it and `reasons` the reasons that are told with
    it, `arrivals` how often each open floor has heard whom. `taken_back` are the fingerprints of answers that were
    withdrawn or replaced, `opened` those of which a leaf was opened (as filed, and as the call held it), on any path:
    no rewind brings them back. `past` is the war one entry before, on the live path.
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
    closed: Mapping[str, Mapping[str, Frozen]] = field(default_factory=dict)
    rulings: Mapping[str, Mapping[str, Data]] = field(default_factory=dict)
    reasons: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    arrivals: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    taken_back: frozenset[str] = frozenset()
    opened: frozenset[tuple[str, str]] = frozenset()
    streams: Mapping[str, Stream] = field(default_factory=dict)
    opened_at: Mapping[str, str] = field(default_factory=dict)
    rewinds: int = 0
    paused: str = ""
    paused_at: str = ""
    ended: bool = False
    past: War | None = field(default=None, repr=False)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls that are open or closed and not yet published."""
        return () if self.ended else self.system.calls(self.state)

    @cached_property
    def standing(self) -> tuple[Call, ...]:
        """The kinds of call that may be answered beforehand."""
        return () if self.ended else self.system.standing(self.state)

    def call(self, address: str) -> Call | None:
        """The open call of that address, or the kind that may be answered beforehand."""
        return self._asked.get(address)

    @cached_property
    def _asked(self) -> Mapping[str, Call]:
        return {call.address: call for call in (*self.standing, *reversed(self.calls))}

    def answer(self, address: str, ask: Ask) -> Sealed | None:
        """What lies sealed under `address` for whom is asked, by the seat that is asked now and by no other."""
        sealed = self.sealed.get((address, ask.whom))
        return sealed if sealed is not None and sealed.seat == ask.seat else None

    def heard(self, address: str) -> Mapping[str, int]:
        """How often a floor has heard each that it has heard at all."""
        return self.arrivals.get(address, {})

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
    """The war after one more entry, which is checked against it."""
    check_link(entry, war.number, war.head)
    return after(war, entry)


def after(war: War, entry: Entry) -> War:
    """The war after an entry that was made for it just now."""
    taken = _STEPS[entry.kind](war, entry)
    streams = advance(taken.streams, read_tellings(entry.body.get("tellings", ())))
    past = taken.past if entry.kind is EntryKind.REWOUND else war
    moved = replace(taken, number=entry.number, head=entry.hash, streams=streams, past=past)
    asks_the_same = taken.state is war.state and taken.opened_at is war.opened_at and taken.ended == war.ended
    return moved if asks_the_same else _note_opened(moved, entry.at)


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
    address, whom = cast(str, entry.body["call"]), cast(str, entry.body["whom"])
    heard = war.heard(address)
    arrivals = {**war.arrivals, address: {**heard, whom: heard.get(whom, 0) + 1}}
    return _leave_cancelled(_apply_facts(replace(war, arrivals=arrivals), entry.body["facts"]))


def _sealed(war: War, entry: Entry) -> War:
    body: Mapping[str, Any] = entry.body
    slot = (body["call"], body["whom"])
    sealed = Sealed(body["seat"], body["order"], Seal(tuple(body["salts"]), body["fingerprint"]))
    taken_back = war.taken_back | ({war.sealed[slot].seal.fingerprint} if slot in war.sealed else set())
    return replace(war, sealed={**war.sealed, slot: sealed}, taken_back=taken_back)


def _withdrawn(war: War, entry: Entry) -> War:
    slot = (cast(str, entry.body["call"]), cast(str, entry.body["whom"]))
    taken_back = war.taken_back | {war.sealed[slot].seal.fingerprint}
    return replace(war, sealed=_but(war.sealed, slot), taken_back=taken_back)


def _closed(war: War, entry: Entry) -> War:
    body: Mapping[str, Any] = entry.body
    held = {each["whom"]: _held(war, body["call"], each) for each in body["answers"]}
    return replace(war, closed={**war.closed, body["call"]: held})


def _held(war: War, call: str, answer: Mapping[str, Any]) -> Frozen:
    whom, address = answer["whom"], answer["filed"]
    filed = war.sealed[address, whom]
    if address == call:
        return held_as_filed(address, filed)
    return held_anew(war.key, address, filed, call, whom, answer.get("read", filed.order))


def _ruled(war: War, entry: Entry) -> War:
    body: Mapping[str, Any] = entry.body
    call, point = body["call"], body["point"]
    rulings = {**war.rulings.get(call, {}), point: body["value"]}
    told = {point: body["reason"]} if body.get("told", False) else {}
    reasons = _but(war.reasons.get(call, {}), point) | told
    return replace(war, rulings={**war.rulings, call: rulings}, reasons={**war.reasons, call: reasons})


def _published(war: War, entry: Entry) -> War:
    body: Mapping[str, Any] = entry.body
    address = body["call"]
    held = [war.closed[address][whom] for whom in body["opened"]]
    opened = {(each.filed.seal.fingerprint, each.held.seal.fingerprint) for each in held}
    war = replace(war, opened=war.opened | opened)
    return _leave_cancelled(_apply_facts(war, body["facts"]), address)


def _but(held: Mapping[K, V], gone: K) -> dict[K, V]:
    return {key: each for key, each in held.items() if key != gone}


def _leave_cancelled(war: War, gone: str = "") -> War:
    """Answers to a call that is asked no more are put by: they stay in the file, and are never opened."""
    asked = _asked(war) - {gone}
    return replace(
        war,
        sealed={slot: each for slot, each in war.sealed.items() if slot[0] in asked},
        used={**war.used, **{slot: each for slot, each in war.sealed.items() if slot[0] not in asked}},
        closed={address: each for address, each in war.closed.items() if address in asked},
        rulings={address: each for address, each in war.rulings.items() if address in asked},
        reasons={address: each for address, each in war.reasons.items() if address in asked},
        arrivals={address: each for address, each in war.arrivals.items() if address in asked},
    )


def _asked(war: War) -> set[str]:
    """The addresses under which an answer may lie: of open calls, for them beforehand, for others beforehand."""
    open_now = {address for call in war.calls for address in (call.address, call.standing)}
    return open_now | {call.address for call in war.system.standing(war.state)}


def _corrected(war: War, entry: Entry) -> War:
    return _leave_cancelled(_apply_facts(war, entry.body["facts"]))


def _rewound(war: War, entry: Entry) -> War:
    """Back to an earlier war, with every sealed answer that nobody has seen since and nobody has taken back.

    A closed call that is short of one reopens. Seats, version and pause are of the table, not of the story, and stay.
    """
    body: Mapping[str, Any] = entry.body
    back = war.before(body["to"])
    if back is None:
        raise JournalError(f"entry {entry.number} rewinds to an entry that is not on the live path")
    seen = {filed for filed, _ in war.opened - back.opened}
    used_since = {slot: each for slot, each in war.used.items() if back.used.get(slot) != each}
    asked, latest = _asked(back), {**back.sealed, **used_since, **war.sealed}
    closed = {address: held for address, held in back.closed.items() if not _any_of(held, seen)}
    ruled = closed if back.version == war.version else {}
    return replace(
        back,
        sealed={
            slot: each
            for slot, each in latest.items()
            if slot[0] in asked and each.seal.fingerprint not in war.taken_back | seen
        },
        closed=closed,
        rulings={address: each for address, each in back.rulings.items() if address in ruled},
        reasons={address: each for address, each in back.reasons.items() if address in ruled},
        taken_back=war.taken_back,
        opened=war.opened,
        names=war.names,
        version=war.version,
        streams={key: stream.rewound(back.streams.get(key, Stream())) for key, stream in war.streams.items()},
        opened_at={address: at for address, at in war.opened_at.items() if address not in war.closed},
        rewinds=war.rewinds + 1,
        paused=war.paused,
        paused_at=war.paused_at,
        past=back,
    )


def _any_of(held: Mapping[str, Frozen], fingerprints: Set[str]) -> bool:
    return any(each.filed.seal.fingerprint in fingerprints for each in held.values())


def _moved(war: War, entry: Entry) -> War:
    """Rulings answered the points of the other version, and are asked for anew."""
    return replace(war, version=cast(str, entry.body["version"]), rulings={}, reasons={})


def _paused(war: War, entry: Entry) -> War:
    """While a war is paused the hours of its calls stand still."""
    reason = cast(str, entry.body["reason"])
    if reason:
        return replace(war, paused=reason, paused_at=war.paused_at if war.paused else entry.at)
    opened_at = {address: _later(at, war.paused_at, entry.at) for address, at in war.opened_at.items()}
    return replace(war, paused="", paused_at="", opened_at=opened_at)


def _later(opened: str, since: str, until: str) -> str:
    """`opened` moved on by as much of the time from `since` to `until` as lies after it."""
    if not (opened and since and until):
        return opened
    moment, start, end = (datetime.fromisoformat(each) for each in (opened, since, until))
    return (moment + max(end - max(start, moment), timedelta())).isoformat()


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


def live_numbers(war: War) -> frozenset[int]:
    """The numbers of the entries of its live path."""
    return frozenset(each.number for each in live_path(war))
