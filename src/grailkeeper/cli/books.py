"""`systems` and `rulebook`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
from rich.markdown import Markdown

from ..core.case import Registered
from ..rules import registry
from ..text.document import Column, Document, Table, spans
from ..text.rulebook import read_rulebook
from .group import Command, argument
from .session import Exit, Session

NEAR, LEAST_NEAR = 8, 3
"""How many clauses are offered, at most and at least, in the place of one that is not there."""


def commands(session: Session) -> Iterator[click.Command]:
    yield Command("systems", session, callback=lambda: show_systems(session))
    yield Command(
        "rulebook",
        session,
        params=[argument(session, "system"), argument(session, "clause", required=False)],
        callback=lambda system, clause: show_rulebook(session, system, clause),
    )


def show_systems(session: Session) -> None:
    """Every rule system with its version and its rulebook's title."""
    rows = []
    for each in registry.SYSTEMS:
        title = read_rulebook(each.package, session.language).title
        switches = str(len(each.system.options.options))
        rows.append((spans(each.system.name), spans(title), spans(each.system.version), spans(switches)))
    heads = [session.say(f"systems.{key}") for key in ("name", "title", "version", "switches")]
    columns = tuple(Column(head, numeric=place > 1) for place, head in enumerate(heads))
    session.show(Document(session.language, session.say("systems.heading"), (Table(columns, tuple(rows)),)))


def show_rulebook(session: Session, system: str, clause: str | None) -> None:
    """A rulebook, or one clause of it."""
    book = read_rulebook(known_system(session, system).package, session.language)
    if clause is None:
        session.out.print(Markdown(book.text))
        return
    entry = book.entry(clause)
    if entry is None:
        session.stop(Exit.WRONG, "rulebook.no_such_clause", clause=clause, near=_near(clause, book.clauses))
    session.out.print(Markdown(entry))


def _near(clause: str, clauses: Sequence[str]) -> list[str]:
    """A few clauses whose ids begin as `clause` does, for as far as there are such."""
    for length in range(len(clause), -1, -1):
        found = [each for each in clauses if each.upper().startswith(clause.upper()[:length])]
        if len(found) >= LEAST_NEAR:
            return found[:NEAR]
    return list(clauses)


def known_system(session: Session, name: str) -> Registered:
    """The rule system that is called so in either language, or the end of the command."""
    found = system_called(session, name)
    if found is None:
        session.stop(Exit.WRONG, "systems.no_such", given=name, known=system_names())
    return found


def system_names() -> list[str]:
    """The rule systems that there are, by their identifiers."""
    return [each.system.name for each in registry.SYSTEMS]


def system_called(session: Session, name: str) -> Registered | None:
    """The rule system of that name, by its identifier or by what its own words call it."""
    for each in registry.SYSTEMS:
        if session.prose(each.package).words.identify(name, (each.system.name,)) is not None:
            return each
    return registry.registered(name)
