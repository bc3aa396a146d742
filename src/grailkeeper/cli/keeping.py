"""`new` and `declare`: begin a war beside a board, and take what the players declare."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from ..campaign.entry import EntryKind
from ..text.post import grouped
from .books import known_system
from .files import read_data
from .group import Command, argument, file_argument, option
from .session import Exit, Session
from .table import Table, begin


def commands(session: Session) -> Iterator[click.Command]:
    say = session.say
    yield Command(
        "new",
        say,
        params=[
            file_argument("journal"),
            file_argument("setup"),
            option("--seed", default="", help=say("new.seed")),
        ],
        callback=lambda **given: new_war(session, **given),
    )
    yield Command(
        "declare",
        say,
        params=[
            file_argument("journal"),
            argument("whom"),
            file_argument("file"),
            option("--call", default=None, help=say("option.call")),
            option("--check", is_flag=True, help=say("declare.check")),
        ],
        callback=lambda **given: declare_order(session, **given),
    )


def seed_of(text: str) -> bytes:
    """The seed of a war: 32 bytes of the system's own randomness, or made of a text so that a war can be repeated."""
    return hashlib.sha256(text.encode()).digest() if text else os.urandom(32)


def new_war(session: Session, journal: Path, setup: Path, seed: str) -> None:
    """Begin a war from a setup file: `system`, `name`, `options`, and what the system's setup form asks for."""
    data = read_data(session, setup)
    if not isinstance(data, Mapping):
        session.stop(Exit.WRONG, "new.no_record", path=str(setup))
    head = {_word(session, str(key)): value for key, value in data.items()}
    rules = known_system(session, str(head.pop("system", "")))
    name = str(head.pop("name", journal.stem))
    options: Any = head.pop("options", {})
    if not isinstance(options, Mapping):
        session.stop(Exit.WRONG, "new.no_record", path="options")
    table = begin(session, rules, journal, name, head, options, seed_of(seed))
    session.line(session.say("new.begun", name=name, path=str(journal)))
    say_open_calls(table)


def _word(session: Session, key: str) -> str:
    """The head of a setup file is understood in either language; the rest is the system's form's to read."""
    return session.words.identify(key, ("system", "name", "options")) or key


def declare_order(session: Session, journal: Path, whom: str, file: Path, call: str | None, check: bool) -> None:
    """Take one declaration: read it, say back what is wrong with it, seal it and give its fingerprint."""
    table = Table.open(session, journal)
    address = table.call(call)
    asked = table.whom(address, whom)
    raw = read_data(session, file)
    if check:
        table.examine(address, asked, raw)
        session.line(session.say("declare.would_do", whom=table.prose.name(asked)))
        return
    done = table.declare(address, asked, raw)
    if done.entry.kind is EntryKind.SEALED:
        fingerprint = str(done.entry.body["fingerprint"])
        session.line(session.say("declare.sealed", whom=table.prose.name(asked), fingerprint=grouped(fingerprint, 64)))
    else:
        table.show_told(done.entry, str(done.entry.body["seat"]), session.say("declare.heard"))


def say_open_calls(table: Table) -> None:
    """What is asked now, of whom."""
    session, prose = table.session, table.prose
    for call in table.war.calls:
        asked = [prose.name(ask.whom) for ask in call.asks] or [session.say("cli.nobody")]
        session.line(session.say("cli.open_call", address=call.address, call=prose.call(call.kind), asked=asked))
    if not table.war.calls:
        session.line(session.say("cli.no_call"))
