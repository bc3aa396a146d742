"""Keeping a war: begin it, seat its players, rewind, pause, move it to another version, end it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ..core.canon import Data
from ..core.form import ByKey, Field, Identify, Number, Record, Text, plain_words, read
from ..core.problem import Problem, malformed
from ..core.seat import EVERYBODY, Seat
from ..core.system import RuleSystem
from .entry import GENESIS, EntryKind, next_entry
from .outcome import Done, Outcome, Refused, append, refuse
from .telling import PUBLIC_KEY, Stream, Telling, audiences, telling_of
from .war import War, begin_fold

POLICY = Record((Field("hours", ByKey(Text(), Number(1, 24 * 366))),))
"""The form of a war's policy: after how many hours a call closes by itself, by its kind or `default`."""

RESERVED = (PUBLIC_KEY, "keeper")
"""What no seat, team or player may be called: those who read without a seat."""

LONGEST_NAME = 60
"""Characters of a player's name."""


def commitment(seed: bytes) -> str:
    """The fingerprint by which a seed is bound when a war begins: SHA-256, 64 hexadecimal digits."""
    return hashlib.sha256(seed).hexdigest()


def key_of(seed: bytes) -> str:
    """The key that tells a war from every other: it hangs on the seed and does not give it away."""
    return hashlib.sha256(b"the key of the war with this seed" + seed).hexdigest()[:16]


def _reserved(name: str, identify: Identify) -> bool:
    """Whether a name means the keeper or the public, in any language of the house."""
    return name in RESERVED or identify(name, RESERVED) is not None


def _namesakes(names: Mapping[str, str]) -> Iterator[Problem]:
    """Teams that are called as one before them: nobody could tell who is meant."""
    called = set[str]()
    for team, name in names.items():
        if name.casefold() in called:
            yield malformed("same_name", team, given=name)
        called.add(name.casefold())


def begin(
    system: RuleSystem[Any],
    key: str,
    name: str,
    setup: object,
    options: Mapping[str, object],
    seed: bytes,
    policy: Mapping[str, Data] | None = None,
    at: str = "",
    identify: Identify = plain_words,
) -> Outcome:
    """A new war. `key` is ASCII and tells it from every other; `seed` 32 bytes that nobody can guess."""
    chosen, problems = system.options.read(options)
    hours, late = read(POLICY, policy or {})
    problems += late
    data, faults = read(system.setup, setup, identify)
    problems += faults
    if faults or not isinstance(data, Mapping):
        return Refused(problems)
    problems += system.examine(data, chosen)
    if any(problem.binding for problem in problems):
        return Refused(problems)
    state = system.begin(data, chosen)
    seats = system.seats(state)
    teams = dict.fromkeys(seat.team for seat in seats)
    keys = dict.fromkeys([*(seat.key for seat in seats), *teams])
    taken = [malformed("reserved_seat", key, given=key) for key in keys if key in RESERVED]
    names = {team: name for team, name in system.names(state).items() if team in teams}
    taken += [malformed("name_reserved", key, given=each) for key, each in names.items() if _reserved(each, identify)]
    taken += _namesakes(names)
    if taken:
        return Refused(tuple(taken))
    public: dict[str, Data] = {
        "begun": {
            "war": key,
            "name": name,
            "system": system.name,
            "version": system.version,
            "options": chosen,
            "seed": commitment(seed),
        }
    }
    body: dict[str, Data] = {
        "war": key,
        "name": name,
        "system": system.name,
        "version": system.version,
        "options": chosen,
        "policy": hours,
        "setup": data,
        "seed": seed.hex(),
        "tellings": [telling.data() for telling in telling_of(public, EVERYBODY, seats)],
    }
    entry = next_entry(1, EntryKind.BEGUN, at, body, GENESIS)
    return Done(begin_fold({system.name: system}, entry), entry, problems)


def join(war: War, seat: str, name: str, at: str = "", identify: Identify = plain_words) -> Outcome:
    """Somebody takes a seat; everybody is told the name, which may be that of nobody else.

    `identify`: how the keeper and the public are called in the languages of the house.
    """
    if war.ended:
        return refuse("war_ended")
    name = name.strip()
    if not name:
        return refuse("name_missing", culprit="name")
    if len(name) > LONGEST_NAME:
        return refuse("name_long", culprit="name", given=len(name), most=LONGEST_NAME)
    seats = war.system.seats(war.state)
    mine = next((each for each in seats if each.key == seat), None)
    if mine is None:
        return refuse("no_such_seat", culprit=seat, accepted=", ".join(each.key for each in seats))
    if _reserved(name, identify):
        return refuse("name_reserved", culprit="name", given=name)
    if name.casefold() in _others(war, mine):
        return refuse("name_taken", culprit="name", given=name)
    body: dict[str, Data] = {
        "seat": seat,
        "name": name,
        "tellings": _data(telling_of({"joined": {"seat": seat, "name": name}}, EVERYBODY, seats)),
    }
    return append(war, EntryKind.JOINED, body, at)


def _others(war: War, mine: Seat) -> set[str]:
    """What the other teams are called, and their seats and players. One player may well hold both seats of a team."""
    teams = war.system.names(war.state)
    others = [seat for seat in war.system.seats(war.state) if seat.team != mine.team]
    called = [(seat.key, seat.team, teams.get(seat.team, ""), war.names.get(seat.key, "")) for seat in others]
    return {name.casefold() for each in called for name in each}


def rewind(war: War, to: int, reason: str, at: str = "") -> Outcome:
    """Go back to how the war was after entry `to`. What was told stays, struck out; draws after it are new.

    Only audiences that were told something since are told of it: to the others nothing has happened.
    """
    if war.ended:
        return refuse("war_ended")
    back = war.before(to)
    if back is None or back is war:
        return refuse("rewind_nowhere", culprit=str(to))
    if not reason.strip():
        return refuse("reason_missing", culprit="reason")
    body: dict[str, Data] = {"to": to, "reason": reason, "tellings": _data(_struck_out(war, back, reason))}
    return append(war, EntryKind.REWOUND, body, at)


def affected(war: War, back: War) -> dict[str, int]:
    """The audiences that heard of the story since `back`, with the number of what they had been told then.

    Whoever heard since only who took a seat, or that the war was paused, has nothing struck out and is told nothing.
    """
    found = {}
    for key in audiences(war.system.seats(war.state)):
        now, then = war.streams.get(key, Stream()), back.streams.get(key, Stream())
        if now.story != then.story:
            found[key] = then.number
    return found


def _struck_out(war: War, back: War, reason: str) -> Iterable[Telling]:
    for key, holds in affected(war, back).items():
        yield Telling((key,), {"rewound": {"holds": holds, "reason": reason}})


def pause(war: War, reason: str, at: str = "") -> Outcome:
    """Stop the clock and the declarations, with a reason; with none, go on."""
    if war.ended:
        return refuse("war_ended")
    reason = reason.strip()
    if not reason and not war.paused:
        return refuse("not_paused")
    told = telling_of({"paused": reason}, EVERYBODY, war.system.seats(war.state))
    return append(war, EntryKind.PAUSED, {"reason": reason, "tellings": _data(told)}, at)


def move_version(war: War, reason: str, at: str = "") -> Outcome:
    """Let the war go on under the version of the rules that this program has. Rulings not published lapse."""
    if war.ended:
        return refuse("war_ended")
    if not reason.strip():
        return refuse("reason_missing", culprit="reason")
    if war.version == war.system.version:
        return refuse("version_same", version=war.version)
    moved: dict[str, Data] = {"moved": {"from": war.version, "to": war.system.version, "reason": reason}}
    body: dict[str, Data] = {
        "version": war.system.version,
        "reason": reason,
        "tellings": _data(telling_of(moved, EVERYBODY, war.system.seats(war.state))),
    }
    return append(war, EntryKind.MOVED, body, at)


def end(war: War, withheld: Sequence[str] = (), at: str = "", unfinished: bool = False) -> Outcome:
    """End the war and open it: the seed is told to everybody, and the file may be, but for the teams `withheld`.

    From the seed every draw to come can be reckoned, so that nothing can be resolved after it: while calls are open
    the war ends only where it is to be left `unfinished`.
    """
    if war.ended:
        return refuse("war_ended")
    if war.calls and not unfinished:
        return refuse("calls_open", accepted=", ".join(call.address for call in war.calls))
    seats = war.system.seats(war.state)
    teams = {seat.team for seat in seats}
    for team in withheld:
        if team not in teams:
            return refuse("no_such_team", culprit=team, accepted=", ".join(sorted(teams)))
    told: dict[str, Data] = {"ended": {"seed": war.seed.hex(), "withheld": list(withheld)}}
    body: dict[str, Data] = {
        "withheld": list(withheld),
        "seats": [seat.key for seat in seats if seat.team in withheld],
        "tellings": _data(telling_of(told, EVERYBODY, seats)),
    }
    return append(war, EntryKind.ENDED, body, at)


def _data(tellings: Iterable[Telling]) -> list[Data]:
    return [telling.data() for telling in tellings]
