"""A war beside a board: begin it, take declarations, close, rule, publish; one file, no server."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..campaign import adjudicate, declare, keep
from ..campaign.entry import Entry
from ..campaign.outcome import Done, Outcome, Refused
from ..campaign.resolving import told_from
from ..campaign.telling import PUBLIC_KEY, Stream, read_tellings
from ..campaign.war import War, live_path
from ..core.call import Mode
from ..core.canon import Data
from ..core.fact import Fact
from ..core.seal import SALT_BYTES, padded_leaves
from ..core.seat import KEEPER, PUBLIC, Viewer, seat_viewer
from ..journal.file import ExistsError, Journal, MovedError
from ..rules.registry import Registered, by_name, registered
from ..text.document import Document
from ..text.post import post
from ..text.prose import Prose
from ..views.gate import CallSight, Gate
from .files import open_journal
from .session import Exit, Session

AUDIENCE_OF_KEEPER = "keeper"


def now() -> str:
    """The time that is written into entries: UTC, whole seconds."""
    return datetime.now(UTC).replace(microsecond=0).isoformat()


def fresh_salts(order: Data) -> list[str]:
    """One salt for each leaf that a seal of `order` has."""
    return [os.urandom(SALT_BYTES).hex() for _ in padded_leaves(order)]


@dataclass
class Table:
    """A war that lies in a journal, opened for commands."""

    session: Session
    path: Path
    journal: Journal
    entries: list[Entry]
    war: War

    @classmethod
    def open(cls, session: Session, path: Path) -> Table:
        journal, reading = open_journal(session, path)
        return cls(session, path, journal, list(reading.entries), reading.fold(by_name()))

    @classmethod
    def create(cls, session: Session, path: Path, done: Done) -> Table:
        """Begin a journal. Refuses to write over a file."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            journal = Journal.create(path, done.entry)
        except ExistsError:
            session.stop(Exit.WRONG, "cli.exists", path=str(path))
        except OSError as error:
            session.stop(Exit.UNREADABLE, "cli.unwritable", path=str(path), why=error.strerror or str(error))
        return cls(session, path, journal, [done.entry], done.war)

    @property
    def rules(self) -> Registered:
        found = registered(self.war.system.name)
        assert found is not None, "a war is opened by a system that is known"
        return found

    @property
    def prose(self) -> Prose:
        """The words of the war's rules, with the names of its teams and seats."""
        return self.session.prose(self.rules.package, names_of(self.war))

    def gate(self, viewer: Viewer) -> Gate:
        return Gate(self.war, viewer, self.entries)

    def take(self, outcome: Outcome) -> Done:
        """Write the entry of a command, or end with its problems."""
        if isinstance(outcome, Refused):
            self.session.refuse(self.prose, outcome.problems)
        self.append(outcome.entry)
        self.war = outcome.war
        self.session.warn(self.prose, outcome.problems)
        return outcome

    def append(self, entry: Entry) -> None:
        """The entry is on the disk when this returns."""
        try:
            self.journal.append(entry)
        except MovedError:
            self.session.stop(Exit.MOVED, "cli.moved", path=str(self.path))
        self.entries.append(entry)

    @contextmanager
    def in_one_go(self) -> Iterator[Callable[[Entry], None]]:
        """Write many entries, of which nobody is told before all are on the disk."""
        with self.journal.in_one_go() as write:

            def append(entry: Entry) -> None:
                write(entry)
                self.entries.append(entry)

            yield append

    # The keeper's commands

    def declare(self, address: str, whom: str, raw: object) -> Done:
        """Seal an answer, or have it heard on a floor."""
        identify = self.prose.words.identify
        examined = declare.examine(self.war, address, whom, raw, identify)
        if isinstance(examined, Refused):
            self.session.refuse(self.prose, examined.problems)
        if examined.call.mode is Mode.FLOOR:
            return self.take(declare.order(self.war, address, whom, examined.order, now()))
        salts = fresh_salts(declare.bound(whom, examined.order))
        return self.take(declare.seal(self.war, address, whom, examined.order, salts, now()))

    def examine(self, address: str, whom: str, raw: object) -> None:
        """Say what is wrong with an answer, and end there if it would not be taken."""
        examined = declare.examine(self.war, address, whom, raw, self.prose.words.identify)
        if isinstance(examined, Refused):
            self.session.refuse(self.prose, examined.problems)
        self.session.warn(self.prose, examined.problems)

    # What is said

    def post(self, entry: Entry, audience: str) -> Document | None:
        """What an entry tells an audience, as a post; None where it tells it nothing."""
        bodies = tellings_of(entry, audience)
        if not bodies:
            return None
        stream = self.war.streams.get(audience, Stream())
        return post(self.prose, self.war.system.facts, self.war.name, bodies, audience, stream)

    def whole_post(self, audience: str) -> Document:
        """Everything that an audience was told so far, as one post."""
        bodies = [body for entry in self.entries for body in tellings_of(entry, audience)]
        stream = self.war.streams.get(audience, Stream())
        return post(self.prose, self.war.system.facts, self.war.name, bodies, audience, stream)

    def keeper_document(self) -> Document:
        """Every fact of the live path with all its working: the keeper's alone."""
        blocks = tuple(block for fact in self.facts() for block in self.prose.blocks(fact))
        return Document(self.session.language, self.war.name, blocks)

    def facts(self) -> list[Fact]:
        """Every fact of the live path, in order."""
        live = {war.number for war in live_path(self.war)}
        carried = [entry.body.get("facts", ()) for entry in self.entries if entry.number in live]
        return [told.fact for facts in carried for told in told_from(self.war, facts)]

    def show_told(self, entry: Entry, audience: str, title: str) -> None:
        document = self.post(entry, audience)
        if document is not None:
            self.session.show(replace(document, title=title))

    def now(self) -> str:
        return now()

    # What is named on the command line

    def closed_call(self, address: str | None) -> str:
        """The address that was named, or of the one call that is closed and not published."""
        closed = list(self.war.closed)
        if address is None and len(closed) == 1:
            return closed[0]
        if address is None and not closed:
            self.session.stop(Exit.WRONG, "cli.none_closed")
        return self.call(address)

    def call(self, address: str | None) -> str:
        """The address that was named (its end is enough), or of the one call there is."""
        known = [call.address for call in (*self.war.calls, *self.war.system.standing(self.war.state))]
        if address is None:
            open_now = [call.address for call in self.war.calls]
            if len(open_now) == 1:
                return open_now[0]
            self.session.stop(Exit.WRONG, "cli.which_call", calls=open_now or [self.session.say("cli.no_call")])
        found = [each for each in known if each == address] or [each for each in known if each.endswith(address)]
        if len(found) != 1:
            self.session.stop(
                Exit.WRONG, "cli.no_such_call", given=address, calls=known or [self.session.say("cli.no_call")]
            )
        return found[0]

    def whom(self, address: str, name: str) -> str:
        """For whom an answer is: a team, person or seat by its key or by what it is called."""
        call = self.war.call(address)
        asks = () if call is None else call.asks
        for ask in asks:
            if name in (ask.whom, ask.seat, self.prose.name(ask.whom), self.prose.name(ask.seat)):
                return ask.whom
        names = [self.prose.name(ask.whom) for ask in asks]
        self.session.stop(Exit.WRONG, "cli.not_asked", given=name, asked=names or [self.session.say("cli.nobody")])

    def viewer(self, name: str) -> Viewer:
        """Through whose eyes: the public, the keeper, or a seat by its key or by its team's name."""
        words = self.prose.words
        meant = words.identify(name, ("keeper", "public")) or name
        if meant in ("keeper", "public"):
            return KEEPER if meant == "keeper" else PUBLIC
        for seat in self.war.system.seats(self.war.state):
            if name in (seat.key, self.prose.name(seat.key), seat.team, self.prose.name(seat.team)):
                return seat_viewer(seat.key)
        known = [seat.key for seat in self.war.system.seats(self.war.state)]
        self.session.stop(Exit.WRONG, "cli.no_such_viewer", given=name, known=known)

    def close(self, address: str, reason: str = "") -> Done:
        return self.take(adjudicate.close(self.war, address, now(), reason))

    def calls(self, viewer: Viewer) -> tuple[CallSight, ...]:
        return self.gate(viewer).calls()


def begin(
    session: Session, rules: Registered, path: Path, name: str, setup: object, options: Mapping[str, Any], seed: bytes
) -> Table:
    """Begin a war in a new journal, or end with everything that is wrong with its setup."""
    prose = session.prose(rules.package)
    key = os.urandom(8).hex()
    outcome = keep.begin(rules.system, key, name, setup, options, seed, at=now(), identify=prose.words.identify)
    if isinstance(outcome, Refused):
        session.refuse(prose, outcome.problems)
    session.warn(prose, outcome.problems)
    return Table.create(session, path, outcome)


def names_of(war: War) -> dict[str, str]:
    """What the teams and seats of a war are called; a seat is called by its player, else by its team."""
    teams = dict(war.system.names(war.state))
    seats = {
        seat.key: war.names.get(seat.key) or teams.get(seat.team, seat.key) for seat in war.system.seats(war.state)
    }
    return seats | teams


def tellings_of(entry: Entry, audience: str) -> list[Mapping[str, Any]]:
    """What one entry tells an audience."""
    return [telling.body for telling in read_tellings(entry.body.get("tellings", ())) if audience in telling.to]


def audiences_of(war: War) -> list[str]:
    """The keys of all audiences, the public first."""
    return [PUBLIC_KEY, *(seat.key for seat in war.system.seats(war.state))]
