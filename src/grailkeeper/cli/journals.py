"""`journal show|verify|rewind|export`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from ..campaign import keep
from ..campaign.entry import Entry
from ..core.seat import Viewer, ViewerKind
from ..journal.export import export, opened_file
from ..journal.verify import Finding, Verdict, verify
from ..rules.registry import by_name
from ..text.document import Block, Bullets, Code, Document, Heading, Item, Note, NoteKind, Paragraph, spans
from ..text.post import told_blocks
from .files import open_journal, write
from .group import Command, Group, argument, file_argument, option
from .keeping import say_open_calls
from .session import Exit, Session
from .table import Table


def commands(session: Session) -> Iterator[click.Command]:
    say = session.say
    group = Group("journal", say)
    eyes = option("--as", "viewer", default="keeper", help=say("journal.as"))
    group.add_command(
        Command(
            "show",
            say,
            help=say("help.journal_show"),
            params=[file_argument("journal"), eyes],
            callback=lambda **given: show(session, **given),
        )
    )
    group.add_command(
        Command(
            "verify",
            say,
            help=say("help.journal_verify"),
            params=[file_argument("journal")],
            callback=lambda journal: verify_file(session, journal),
        )
    )
    group.add_command(
        Command(
            "rewind",
            say,
            help=say("help.journal_rewind"),
            params=[
                file_argument("journal"),
                argument("entry", type=int),
                option("--reason", required=True, help=say("option.reason")),
                option("--preview", is_flag=True, help=say("journal.preview")),
            ],
            callback=lambda **given: rewind(session, **given),
        )
    )
    group.add_command(
        Command(
            "export",
            say,
            help=say("help.journal_export"),
            params=[
                file_argument("journal"),
                eyes,
                option("--out", type=click.Path(path_type=Path), required=True, help=say("journal.out")),
            ],
            callback=lambda **given: export_file(session, **given),
        )
    )
    yield group


def show(session: Session, journal: Path, viewer: str) -> None:
    """The journal as somebody may read it; the keeper sees every entry by its number."""
    table = Table.open(session, journal)
    eyes = table.viewer(viewer)
    blocks = _entries(table) if eyes.kind is ViewerKind.KEEPER else _heard(table, eyes)
    session.show(Document(session.language, table.war.name, tuple(blocks)))
    if eyes.kind is ViewerKind.KEEPER:
        say_open_calls(table)


def _heard(table: Table, eyes: Viewer) -> Iterator[Block]:
    prose, facts = table.prose, table.war.system.facts
    for heard in table.gate(eyes).heard():
        blocks = told_blocks(prose, facts, heard.body)
        if heard.struck:
            yield Note(NoteKind.CARE, (Paragraph(spans(prose.words.say("house.struck"))), *blocks))
        else:
            yield from blocks


def _entries(table: Table) -> Iterator[Block]:
    session, prose = table.session, table.prose
    for entry in table.entries:
        yield Heading(
            3, session.say("journal.entry", number=entry.number, kind=prose.name(str(entry.kind)), at=entry.at or "-")
        )
        yield from _entry_blocks(table, entry)


def _entry_blocks(table: Table, entry: Entry) -> Iterator[Block]:
    session, prose, facts = table.session, table.prose, table.war.system.facts
    about = [(key, entry.body[key]) for key in ("call", "whom", "point", "value", "reason", "to") if key in entry.body]
    shown = [
        session.say("cli.labelled", label=session.say(f"journal.field_{key}"), value=prose.value(value))
        for key, value in about
        if value != ""
    ]
    if shown:
        yield Bullets(tuple(Item(spans(each)) for each in shown))
    carried = entry.body.get("facts", ())
    assert isinstance(carried, list | tuple)
    for each in carried:
        yield from told_blocks(prose, facts, {"fact": each["fact"]})


def verify_file(session: Session, journal: Path) -> None:
    """Answer the three questions of a journal; the status is 1 if one of them is answered with no."""
    _, reading = open_journal(session, journal)
    found = verify(by_name(), reading)
    questions = (("chain", found.chain), ("fold", found.fold), ("adjudication", found.adjudication))
    items = [Item(spans(_answer(session, question, finding))) for question, finding in questions]
    if found.state:
        items.append(Item(spans(session.say("verify.state"), " ", Code(found.state))))
    title = session.say("verify.title", path=str(journal), count=found.entries)
    session.show(Document(session.language, title, (Bullets(tuple(items)),)))
    if not found.holds:
        session.stop(Exit.WRONG, "verify.broken")


def _answer(session: Session, question: str, finding: Finding) -> str:
    asked = session.say(f"verify.{question}")
    if finding.verdict is Verdict.HOLDS:
        return session.say("verify.holds", question=asked)
    why = session.say(f"verify.why_{finding.why}", entry=finding.entry)
    key = "verify.broken_at" if finding.verdict is Verdict.BROKEN else "verify.unchecked"
    return session.say(key, question=asked, why=why)


def rewind(session: Session, journal: Path, entry: int, reason: str, preview: bool) -> None:
    """Go back to how the war was after an entry; who was told something since is named first."""
    table = Table.open(session, journal)
    back = table.war.before(entry)
    if back is not None:
        heard = [
            session.say("house.public") if key == "public" else table.prose.name(key)
            for key in keep.affected(table.war, back)
        ]
        session.line(session.say("journal.affected", heard=heard or [session.say("cli.nobody")]))
    if preview:
        return
    table.take(keep.rewind(table.war, entry, reason, table.now()))
    session.line(session.say("journal.rewound", entry=entry))
    say_open_calls(table)


def export_file(session: Session, journal: Path, viewer: str, out: Path) -> None:
    """Write what an audience may take away; the keeper's is the whole file as it is opened after the war."""
    table = Table.open(session, journal)
    eyes = table.viewer(viewer)
    if eyes.kind is ViewerKind.KEEPER:
        lines = opened_file(table.entries)
        if lines is None:
            session.stop(Exit.WRONG, "journal.not_ended")
    else:
        lines = export(table.entries, table.gate(eyes).audience)
    write(session, out, b"".join(line + b"\n" for line in lines))
    session.line(session.say("publish.wrote", path=str(out)))
