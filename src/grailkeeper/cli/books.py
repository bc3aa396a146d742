"""`systems` and `rulebook`."""

from __future__ import annotations

from collections.abc import Iterator

import click
from rich.markdown import Markdown

from ..rules.registry import SYSTEMS, Registered, registered
from ..text.document import Column, Document, Table, spans
from ..text.rulebook import read_rulebook
from .group import Command, argument
from .session import Exit, Session


def commands(session: Session) -> Iterator[click.Command]:
    yield Command("systems", session.say, callback=lambda: show_systems(session))
    yield Command(
        "rulebook",
        session.say,
        params=[argument("system"), argument("clause", required=False)],
        callback=lambda system, clause: show_rulebook(session, system, clause),
    )


def show_systems(session: Session) -> None:
    rows = []
    for each in SYSTEMS:
        name = each.system.name
        title = read_rulebook(each.package, session.language).title
        rows.append(
            (spans(name), spans(title), spans(each.system.version), spans(str(len(each.system.options.options))))
        )
    heads = [session.say(f"systems.{key}") for key in ("name", "title", "version", "switches")]
    columns = tuple(Column(head, numeric=place > 1) for place, head in enumerate(heads))
    session.show(Document(session.language, session.say("systems.heading"), (Table(columns, tuple(rows)),)))


def show_rulebook(session: Session, system: str, clause: str | None) -> None:
    book = read_rulebook(known_system(session, system).package, session.language)
    if clause is None:
        session.out.print(Markdown(book.text))
        return
    entry = book.entry(clause)
    if entry is None:
        near = [each for each in book.clauses if each.startswith(clause.upper())] or list(book.clauses[:3])
        session.stop(Exit.WRONG, "rulebook.no_such_clause", clause=clause, near=near[:8])
    session.out.print(Markdown(entry))


def known_system(session: Session, name: str) -> Registered:
    """The rule system of that name, or the end of the command."""
    found = registered(name)
    if found is None:
        session.stop(Exit.WRONG, "systems.no_such", given=name, known=[each.system.name for each in SYSTEMS])
    return found
