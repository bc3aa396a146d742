"""`new`, `join`, `ask`, `declare`, `withdraw`, `pause`, `resume`, `end`: a war beside a board, from first to last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ..campaign import declare, keep
from ..campaign.entry import EntryKind
from ..core.form import Anything, Field, Record, Text, read
from ..core.problem import malformed
from ..text.document import Document
from ..text.post import grouped
from .books import known_system
from .build import with_teams
from .files import data_of
from .group import Command, argument, file_argument, flag, option
from .pasted import declaration_of, form_of
from .posts import asked_of, post_options, say_open_calls, tell
from .session import Exit, Session
from .supplies import say_left
from .table import Table, begin, seed_of

WHOLE = 64
"""Digits of a whole fingerprint."""

HEAD = Record((Field("system", Text(), required=True), Field("name", Text(60)), Field("options", Anything())))
"""What a setup file says beside what the system's own form asks for."""


def commands(session: Session) -> Iterator[click.Command]:
    call = option(session, "call", "option.call", metavar="address", default=None)
    yield Command(
        "new",
        session,
        params=[
            file_argument(session, "journal"),
            file_argument(session, "setup"),
            argument(session, "sheets", nargs=-1, type=click.Path(path_type=Path)),
            option(session, "seed", "option.seed", metavar="text", default=""),
            *post_options(session),
        ],
        callback=lambda **given: new_war(session, **given),
    )
    yield Command(
        "join",
        session,
        params=[
            file_argument(session, "journal"),
            argument(session, "whom"),
            argument(session, "name"),
            *post_options(session),
        ],
        callback=lambda **given: join_war(session, **given),
    )
    yield Command(
        "ask",
        session,
        params=[file_argument(session, "journal"), argument(session, "whom"), call],
        callback=lambda **given: ask_whom(session, **given),
    )
    yield Command(
        "declare",
        session,
        params=[
            file_argument(session, "journal"),
            argument(session, "whom"),
            file_argument(session, "file"),
            call,
            flag(session, "check", "option.check"),
            *post_options(session),
        ],
        callback=lambda **given: declare_order(session, **given),
    )
    yield Command(
        "withdraw",
        session,
        params=[file_argument(session, "journal"), argument(session, "whom"), call],
        callback=lambda **given: withdraw_order(session, **given),
    )


def last_commands(session: Session) -> Iterator[click.Command]:
    """They stand behind the commands that come before them in a war."""
    reason = option(session, "reason", "option.reason", metavar="text", required=True)
    yield Command(
        "pause",
        session,
        params=[file_argument(session, "journal"), reason, *post_options(session)],
        callback=lambda **given: pause_war(session, **given),
    )
    yield Command(
        "resume",
        session,
        params=[file_argument(session, "journal"), *post_options(session)],
        callback=lambda **given: resume_war(session, **given),
    )
    yield Command(
        "end",
        session,
        params=[
            file_argument(session, "journal"),
            option(session, "withhold", "option.withhold", metavar="team", multiple=True),
            flag(session, "unfinished", "option.unfinished"),
            *post_options(session),
        ],
        callback=lambda **given: end_war(session, **given),
    )


def new_war(
    session: Session,
    journal: Path,
    setup: Path,
    sheets: Sequence[Path],
    seed: str,
    out: Path | None,
    formats: Sequence[str],
) -> None:
    """Begin a war from a setup file: `system`, `name`, `options`, and what the system's setup form asks for.

    Each of `sheets` is one more team of it.
    """
    data = data_of(session, setup)
    if not isinstance(data, Mapping):
        session.stop(Exit.WRONG, "cli.no_record", path=str(setup))
    head, rest = split_head(session, data, HEAD)
    prose = session.own_prose
    read_head, problems = read(HEAD, head, prose.words.identify)
    if problems:
        session.refuse(prose, problems)
    found: Any = read_head
    rules = known_system(session, found["system"])
    options = found.get("options") or {}
    if not isinstance(options, Mapping):
        session.stop(Exit.WRONG, "cli.no_record", path="options")
    name = found.get("name", journal.stem)
    rest = with_teams(session, rules, rest, sheets)
    table = begin(session, rules, journal, name, rest, options, seed_of(session, seed))
    tell(table, table.entries[0], out, formats)
    session.line(session.say("new.begun", name=name, path=str(journal)))
    say_open_calls(table)


def split_head(session: Session, data: Mapping[Any, Any], head: Record) -> tuple[dict[str, Any], dict[Any, Any]]:
    """The fields of `head`, named in either language, and all others, which are for another form to read."""
    known = [field.name for field in head.fields]
    words = session.words
    mine = {key: value for key, value in data.items() if words.identify(str(key), known) is not None}
    return {str(key): value for key, value in mine.items()}, {key: data[key] for key in data if key not in mine}


def join_war(session: Session, journal: Path, whom: str, name: str, out: Path | None, formats: Sequence[str]) -> None:
    """Write down who plays a seat; everybody is told the name, and the keeper may use it for the seat."""
    table = Table.open(session, journal)
    seat, identify = table.seat(whom), table.prose.words.identify
    tell(table, table.take(keep.join(table.war, seat, name, session.now(), identify)).entry, out, formats)


def ask_whom(session: Session, journal: Path, whom: str, call: str | None) -> None:
    """Show what a team is asked now, and what may be answered, field by field."""
    table = Table.open(session, journal)
    seat = table.seat(whom)
    asking = [each for each in table.war.calls if call is None or each.address.endswith(call)]
    blocks = asked_of(table, seat, asking)
    if not blocks:
        session.stop(Exit.WRONG, "ask.nothing", whom=table.prose.name(seat))
    session.show(Document(session.language, table.prose.name(seat), blocks))


def declare_order(
    session: Session,
    journal: Path,
    whom: str,
    file: Path,
    call: str | None,
    check: bool,
    out: Path | None,
    formats: Sequence[str],
) -> None:
    """Take one declaration: read it, say back what is wrong with it, seal it and give its fingerprint."""
    table = Table.open(session, journal)
    address = table.call_asking(call, whom)
    asked = table.whom(address, whom)
    name = table.prose.name(asked)
    raw = declaration_of(table, address, asked, file)
    _say_left(table, address, asked, raw)
    if check:
        table.examine(address, asked, raw)
        session.line(session.say("declare.would_do", whom=name))
        return
    before = (address, asked) in table.war.sealed
    done = table.declare(address, asked, raw)
    if done.entry.kind is EntryKind.SEALED:
        fingerprint = grouped(str(done.entry.body["fingerprint"]), WHOLE)
        key = "declare.replaced" if before else "declare.sealed"
        session.line(session.say(key, whom=name, fingerprint=fingerprint))
    else:
        session.line(session.say("declare.heard", whom=name))
        tell(table, done.entry, out, formats)


def _say_left(table: Table, address: str, whom: str, raw: object) -> None:
    """What a declaration leaves to be spent, where it can be read."""
    form = form_of(table, address, whom)
    if form is not None:
        order, malformed = read(form.record, raw, table.prose.words.identify)
        if not malformed:
            say_left(table.session, table.prose, table.prose.name(whom), form, order)


def withdraw_order(session: Session, journal: Path, whom: str, call: str | None) -> None:
    """Take a sealed declaration back; nobody learns what it was."""
    table = Table.open(session, journal)
    address = table.call_asking(call, whom)
    asked = table.whom(address, whom)
    table.take(declare.withdraw(table.war, address, asked, session.now()))
    session.line(session.say("declare.withdrawn", whom=table.prose.name(asked)))


def pause_war(session: Session, journal: Path, reason: str, out: Path | None, formats: Sequence[str]) -> None:
    """Stop the war until it is resumed: nothing is declared, closed or published, and no hours run."""
    table = Table.open(session, journal)
    if not reason.strip():
        session.refuse(table.prose, [malformed("reason_missing", "reason")])
    tell(table, table.take(keep.pause(table.war, reason, session.now())).entry, out, formats)


def resume_war(session: Session, journal: Path, out: Path | None, formats: Sequence[str]) -> None:
    """Let a paused war go on, and say what it asks."""
    table = Table.open(session, journal)
    tell(table, table.take(keep.pause(table.war, "", session.now())).entry, out, formats)
    say_open_calls(table)


def end_war(
    session: Session,
    journal: Path,
    withhold: Sequence[str],
    unfinished: bool,
    out: Path | None,
    formats: Sequence[str],
) -> None:
    """End the war: the seed is told, and the journal may be exported whole."""
    table = Table.open(session, journal)
    teams = {name: key for key, name in table.war.system.names(table.war.state).items()}
    withheld = [teams.get(each, each) for each in withhold]
    done = table.take(keep.end(table.war, withheld, session.now(), unfinished))
    tell(table, done.entry, out, formats)
    session.line(session.say("end.ended", path=str(journal)))
