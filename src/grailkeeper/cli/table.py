"""A war beside a board: one journal, opened for commands; and what may be named on the command line."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..campaign import declare, keep
from ..campaign.entry import Entry
from ..campaign.outcome import Done, Outcome, Refused
from ..campaign.resolving import told_from
from ..campaign.war import JournalError, War, live_numbers
from ..core.call import Call, Mode
from ..core.canon import Data
from ..core.case import Registered
from ..core.fact import Fact
from ..core.seal import SALT_BYTES, padded_leaves
from ..core.seat import KEEPER, PUBLIC, Viewer, seat_viewer
from ..journal.file import ExistsError, Journal, MovedError
from ..journal.verify import Verdict, verify
from ..rules.registry import by_name, registered
from ..text.calling import names_of
from ..text.prose import Prose
from ..views.gate import Gate
from .files import open_journal, unwritable
from .session import Exit, Session

SEED_BYTES = 32


def fresh_salts(session: Session, order: Data) -> list[str]:
    """One salt for each leaf that a seal of `order` has."""
    return [session.random(SALT_BYTES).hex() for _ in padded_leaves(order)]


def seed_of(session: Session, text: str) -> bytes:
    """The seed of a war: of the system's own randomness, or made of a text so that a war can be repeated."""
    return hashlib.sha256(text.encode()).digest() if text else session.random(SEED_BYTES)


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
        """The war of a journal, or the end of the command with where the journal breaks."""
        journal, reading = open_journal(session, path)
        begun = reading.entries[0].body
        if begun.get("system") not in by_name():
            session.stop(Exit.WRONG, "systems.no_such", given=str(begun.get("system")), known=list(by_name()))
        try:
            war = reading.fold(by_name())
        except (JournalError, LookupError, ValueError, TypeError, AttributeError, AssertionError):
            found = verify(by_name(), reading)
            broken = found.chain if found.chain.verdict is Verdict.BROKEN else found.fold
            why = session.say(f"verify.why_{broken.why or 'fold'}", entry=broken.entry)
            session.stop(Exit.WRONG, "cli.journal_broken", path=str(path), why=why)
        return cls(session, path, journal, list(reading.entries), war)

    @classmethod
    def create(cls, session: Session, path: Path, done: Done) -> Table:
        """Begin a journal. Refuses to write over a file."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            journal = Journal.create(path, done.entry)
        except ExistsError:
            session.stop(Exit.WRONG, "cli.exists", path=str(path))
        except OSError as error:
            raise unwritable(session, path, error) from None
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
        """Write the entry of a command, or end with its problems. What is suspicious is shown."""
        if isinstance(outcome, Refused):
            self.session.refuse(self.prose, outcome.problems)
        self.append(outcome.entry)
        self.war = outcome.war
        self.session.warn(self.prose, outcome.problems)
        return outcome

    def append(self, entry: Entry) -> None:
        """The entry is on the disk when this returns."""
        with self._written():
            self.journal.append(entry)
        self.entries.append(entry)

    @contextmanager
    def _written(self) -> Iterator[None]:
        """What hinders writing ends the command."""
        try:
            yield
        except MovedError:
            self.session.stop(Exit.MOVED, "cli.moved", path=str(self.path))
        except OSError as error:
            raise unwritable(self.session, self.path, error) from None

    @contextmanager
    def in_one_go(self) -> Iterator[Callable[[Entry], None]]:
        """Write many entries, of which nobody is told before all are on the disk."""
        with self._written(), self.journal.in_one_go() as write:

            def append(entry: Entry) -> None:
                write(entry)
                self.entries.append(entry)

            yield append

    def facts(self) -> list[Fact]:
        """Every fact of the live path, in order."""
        live = live_numbers(self.war)
        carried = [entry.body.get("facts", ()) for entry in self.entries if entry.number in live]
        return [told.fact for facts in carried for told in told_from(self.war, facts)]

    # Declarations

    def declare(self, address: str, whom: str, raw: object) -> Done:
        """Seal an answer, or have it heard on a floor."""
        identify, now = self.prose.words.identify, self.session.now()
        examined = declare.examine(self.war, address, whom, raw, identify)
        if isinstance(examined, Refused):
            self.session.refuse(self.prose, examined.problems)
        if examined.call.mode is Mode.FLOOR:
            return self.take(declare.order(self.war, address, whom, examined.order, now))
        salts = fresh_salts(self.session, declare.bound(whom, examined.order))
        return self.take(declare.seal(self.war, address, whom, examined.order, salts, now))

    def examine(self, address: str, whom: str, raw: object) -> None:
        """Say what is wrong with an answer, and end there if it would not be taken."""
        examined = declare.examine(self.war, address, whom, raw, self.prose.words.identify)
        if isinstance(examined, Refused):
            self.session.refuse(self.prose, examined.problems)
        self.session.warn(self.prose, examined.problems)

    # What is named on the command line

    def open_call(self, address: str | None) -> str:
        """The address that was named (its end is enough), or of the one call there is."""
        known = [call.address for call in self.war.calls]
        if address is None:
            return self._only(known, "cli.no_call")
        return self._named(address, known)

    def call_or_standing(self, address: str | None) -> str:
        """The same, or a question that may be answered beforehand where it is named."""
        known = [call.address for call in self.war.calls]
        if address is None or any(each.endswith(address) for each in known):
            return self.open_call(address)
        return self._named(address, [*known, *self._standing()])

    def call_asking(self, address: str | None, name: str) -> str:
        """The address that was named, or of the one call that asks `name`; of several the sealed one is meant."""
        asking = [call for call in self.war.calls if self._asked(call, name)]
        meant = [call for call in asking if address is None or call.address.endswith(address)]
        sealed = [call for call in meant if call.mode is Mode.SEALED and address is None]
        found = next((calls for calls in (meant, sealed) if len(calls) == 1), None)
        if found is not None:
            return found[0].address
        if address is not None:
            return self.call_or_standing(address)
        return self._only([call.address for call in asking or self.war.calls], "cli.no_call")

    def closed_call(self, address: str | None) -> str:
        """The address that was named, or of the one call that is closed and not published."""
        if address is None:
            return self._only(list(self.war.closed), "cli.none_closed")
        return self.open_call(address)

    def _only(self, calls: Sequence[str], none: str) -> str:
        if not calls:
            self.session.stop(Exit.WRONG, none)
        if len(calls) > 1:
            self.session.stop(Exit.WRONG, "cli.which_call", calls=calls)
        return calls[0]

    def _named(self, address: str, known: Sequence[str]) -> str:
        if not known:
            self.session.stop(Exit.WRONG, "cli.no_call")
        found = [each for each in known if each == address] or [each for each in known if each.endswith(address)]
        if len(found) != 1:
            self.session.stop(Exit.WRONG, "cli.no_such_call", given=address, calls=known)
        return found[0]

    def _standing(self) -> Iterable[str]:
        return (call.address for call in self.war.standing)

    def whom(self, address: str, name: str) -> str:
        """For whom an answer is: a team, person or seat by its key or by what it is called."""
        call = self.war.call(address)
        found = set() if call is None else self._asked(call, name)
        if len(found) == 1:
            return found.pop()
        asks = () if call is None else call.asks
        names = [self.prose.name(ask.whom) for ask in asks] or [self.session.say("cli.nobody")]
        self.session.stop(Exit.WRONG, "cli.not_asked", given=name, asked=names)

    def _asked(self, call: Call, name: str) -> set[str]:
        """For whom a call asks somebody of that name."""
        exact = {ask.whom for ask in call.asks if name in self._called(ask.whom)}
        return exact or {ask.whom for ask in call.asks if name in self._called(ask.seat)}

    def viewer(self, name: str) -> Viewer:
        """Through whose eyes: the public, the keeper, or a seat by its key or by its team's name."""
        meant = self.session.words.identify(name, ("keeper", "public"))
        if meant is not None:
            return KEEPER if meant == "keeper" else PUBLIC
        return seat_viewer(self.seat(name, "cli.no_such_viewer"))

    def seat(self, name: str, none: str = "cli.no_such_seat") -> str:
        """A seat by its key, its player or its team; `none` is what is said where it is none or not one."""
        seats = self.war.system.seats(self.war.state)
        exact = [seat.key for seat in seats if name in self._called(seat.key)]
        found = exact or [seat.key for seat in seats if name in self._called(seat.team)]
        if len(found) != 1:
            self.session.stop(Exit.WRONG, none, given=name, known=[self.prose.name(seat.key) for seat in seats])
        return found[0]

    def _called(self, key: str) -> tuple[str, ...]:
        """What a seat, team or person may be called: see Prose.called; a seat also by who plays it."""
        return (*self.prose.called(key), *(name for seat, name in self.war.names.items() if seat == key))


def begin(
    session: Session, rules: Registered, path: Path, name: str, setup: object, options: Mapping[str, Any], seed: bytes
) -> Table:
    """Begin a war in a new journal, or end with everything that is wrong with its setup."""
    prose = session.prose(rules.package)
    key, now = keep.key_of(seed), session.now()
    outcome = keep.begin(rules.system, key, name, setup, options, seed, at=now, identify=prose.words.identify)
    if isinstance(outcome, Refused):
        session.refuse(prose, outcome.problems)
    session.warn(prose, outcome.problems)
    return Table.create(session, path, outcome)
