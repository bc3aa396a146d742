"""A journal as a file of JSON lines.

An entry is on the disk whole before `append` returns, or it is not there. A last line that was torn by a crash has
no end, and is never part of the war: it is reported when the file is read, and set aside beside it before the next
append. A line that has its end was written whole: where it is no entry, somebody else has changed it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from ..campaign.entry import Entry, EntryKind, entry_hash
from ..campaign.war import JournalError, Systems, War, begin_fold, step

LOCK_SECONDS = 30
"""How long a writer waits for another one."""


class MovedError(Exception):
    """Another program has written to the journal since this one read it. Nothing was written; read it anew."""


class LineError(JournalError):
    """A whole line of a journal is no entry; `line` counts from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} is not an entry")
        self.line = line


class ExistsError(Exception):
    """There is a file already where a new journal was to begin."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A journal as it stood on the disk: its entries, where the next one goes, and what was torn off behind it.

    `ended`: whether the line of the last entry has its end, which an editor or a copy may have taken off.
    """

    entries: tuple[Entry, ...]
    size: int
    torn: bytes
    ended: bool = True

    def fold(self, systems: Systems) -> War:
        """The war. Raises JournalError where the chain or an entry does not hold."""
        war: War | None = None
        for entry in self.entries:
            war = begin_fold(systems, entry) if war is None else step(war, entry)
        if war is None:
            raise JournalError("the journal is empty")
        return war


def read(path: Path) -> Reading:
    """Read a journal. Raises JournalError for a whole line that is no entry, OSError as reading does."""
    content = path.read_bytes()
    entries: list[Entry] = []
    size = 0
    while True:
        end = content.find(b"\n", size)
        if end < 0:
            break
        entry = entry_of(content[size:end])
        if entry is None:
            raise LineError(len(entries) + 1)
        entries.append(entry)
        size = end + 1
    last = entry_of(content[size:])
    if last is not None and last.hash == entry_hash(last.number, last.kind, last.at, last.body, last.previous):
        return Reading((*entries, last), len(content), b"", ended=False)
    return Reading(tuple(entries), size, content[size:])


def entry_of(line: bytes) -> Entry | None:
    """The entry that a line of a journal is, None where it is none."""
    try:
        data = line_data(line)
        values = [data[name] for name in _FIELDS]
        if [type(value) for value in values] != list(_FIELDS.values()):
            return None
        number, kind, at, body, previous, hashed = values
        return Entry(number, EntryKind(kind), at, body, previous, hashed)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def line_data(line: bytes) -> Any:
    """The data of a line of a journal or an export. Raises ValueError where it is none."""
    return json.loads(line, object_pairs_hook=_record)


def _record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A record whose fields are there once. Raises ValueError for another: what is read of it hangs on the reader."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a field is there twice")
    return found


_FIELDS = {"number": int, "kind": str, "at": str, "body": dict, "previous": str, "hash": str}
"""What an entry's line holds."""


class Journal:
    """A journal that is being written. Appending checks that nobody else has written since it was read."""

    def __init__(self, path: Path, size: int, ended: bool = True) -> None:
        self.path = path
        self._size, self._ended = size, ended

    @classmethod
    def create(cls, path: Path, entry: Entry) -> Journal:
        """A new file with its first entry. Raises ExistsError rather than write over anything."""
        journal = cls(path, 0)
        with journal._locked():
            if path.exists():
                raise ExistsError(path)
            journal._write(entry)
            _sync_folder(path.parent)
        return journal

    @classmethod
    def open(cls, path: Path) -> tuple[Journal, Reading]:
        reading = read(path)
        return cls(path, reading.size, reading.ended), reading

    def append(self, entry: Entry) -> None:
        """Write one entry. It is on the disk when this returns.

        Raises MovedError if the file is not as it was read: then nothing was written and nothing is lost.
        """
        with self._locked():
            self._set_torn_aside()
            self._write(entry)

    @contextmanager
    def in_one_go(self) -> Iterator[Callable[[Entry], None]]:
        """Many entries that nobody is told of before all are written, as in a war of agents: one lock, one wait for
        the disk. Each is whole or not there all the same. Raises MovedError as `append` does."""
        with self._locked():
            self._set_torn_aside()
            with self.path.open("ab") as file:
                yield partial(self._add, file)
                file.flush()
                os.fsync(file.fileno())

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            with FileLock(self.path.with_name(self.path.name + ".lock"), timeout=LOCK_SECONDS):
                yield
        except Timeout as waited:
            raise MovedError(self.path) from waited

    def _set_torn_aside(self) -> None:
        size = self.path.stat().st_size
        if size == self._size:
            return
        with self.path.open("rb+") as file:
            file.seek(self._size)
            rest = file.read()
            if size < self._size or b"\n" in rest:
                raise MovedError(self.path)
            _keep_torn(self.path, rest)
            file.truncate(self._size)
            file.flush()
            os.fsync(file.fileno())

    def _write(self, entry: Entry) -> None:
        with self.path.open("ab") as file:
            self._add(file, entry)
            file.flush()
            os.fsync(file.fileno())

    def _add(self, file: BinaryIO, entry: Entry) -> None:
        """Write an entry's line, behind the end that the line before may lack."""
        line = entry.line() + b"\n"
        self._size += file.write(line if self._ended else b"\n" + line)
        self._ended = True


def torn_file(path: Path) -> Path:
    """Where the torn ends of a journal's lines are kept."""
    return path.with_name(path.name + ".torn")


def _keep_torn(path: Path, torn: bytes) -> None:
    with torn_file(path).open("ab") as file:
        file.write(torn.rstrip(b"\n") + b"\n")
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make a new file's name last through a crash, where the system can (Windows needs and has no such call)."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def described(entry: Entry) -> Mapping[str, Any]:
    """An entry as data, as in the file."""
    data: Mapping[str, Any] = json.loads(entry.line())
    return data
