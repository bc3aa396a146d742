"""Where the sites of the tests keep their rows: a file in a folder, or a database on the server of this run.

GRAILKEEPER_DATABASE names that server; whatever is made on it is thrown away again.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from grailkeeper.campaign.entry import Entry
from grailkeeper.journal.file import entry_of

SERVER = os.environ.get("GRAILKEEPER_DATABASE", "")
"""The server of this run, "" for files."""

_NUMBERS = count(1)


@contextmanager
def new_database() -> Iterator[str]:
    """The address of an empty database on the server; it is gone afterwards. No two processes make the same."""
    name = sql.Identifier(f"grailkeeper_{os.getpid()}_{next(_NUMBERS)}")
    with psycopg.connect(SERVER, autocommit=True) as server:
        server.execute(sql.SQL("CREATE DATABASE {}").format(name))
    try:
        yield urlsplit(SERVER)._replace(path=f"/{name.as_string().strip(chr(34))}").geturl()
    finally:
        with psycopg.connect(SERVER, autocommit=True) as server:
            server.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


@dataclass(frozen=True, slots=True)
class Place:
    """Where one site keeps its rows: `folder`, and on a server `database`."""

    folder: Path
    database: str = ""

    @property
    def environment(self) -> dict[str, str]:
        """What a process is told of it, and of nothing else of the kind."""
        kept = {key: value for key, value in os.environ.items() if not key.startswith("GRAILKEEPER_")}
        return {**kept, "GRAILKEEPER_DATA": str(self.folder), "GRAILKEEPER_DATABASE": self.database}

    @property
    def file(self) -> Path:
        return self.folder / "grailkeeper.sqlite3"

    def entries(self, war: str) -> tuple[Entry, ...]:
        """A war's entries as they lie there, read past the program."""
        asked = "select line from site_entry where war_id = {} order by number"
        if self.database:
            with psycopg.connect(self.database) as server:
                lines = [bytes(line) for (line,) in server.execute(asked.format("%s").encode(), (war,))]
        else:
            with closing(sqlite3.connect(self.file)) as rows:
                lines = [line for (line,) in rows.execute(asked.format("?"), (war,))]
        found = [entry_of(line) for line in lines]
        assert None not in found
        return tuple(each for each in found if each is not None)


@contextmanager
def new_place(folder: Path) -> Iterator[Place]:
    """An empty place, of the kind that this run is about."""
    if SERVER:
        with new_database() as database:
            yield Place(folder, database)
    else:
        yield Place(folder)
