"""`journal show|verify|rewind|move|export`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from ..campaign import keep
from ..campaign.entry import Entry
from ..campaign.outcome import Done
from ..campaign.war import begin_fold, step
from ..core.seat import Viewer, ViewerKind
from ..journal.export import export, opened_file
from ..journal.verify import Finding, Verdict, differences, verify
from ..rules.registry import by_name
from ..text.document import Block, Bullets, Code, Document, Fold, Heading, Item, Note, NoteKind, Paragraph, spans
from ..text.post import told_blocks
from .files import open_journal, write
from .group import Command, Group, argument, file_argument, flag, option
from .posts import audience_name, post_options, say_open_calls, tell
from .session import Exit, Session
from .table import Table


def commands(session: Session) -> Iterator[click.Command]:
    group = Group("journal", session)
    journal = file_argument(session, "journal")
    eyes = option(session, "as", "journal.as", as_name="viewer", metavar="viewer", default="keeper")
    reason = option(session, "reason", "option.reason", metavar="text", required=True)
    group.add_command(
        Command(
            "show",
            session,
            about="journal_show",
            params=[journal, eyes, flag(session, "working", "battle.working")],
            callback=lambda **given: show(session, **given),
        )
    )
    group.add_command(
        Command(
            "verify",
            session,
            about="journal_verify",
            params=[journal],
            callback=lambda journal: verify_file(session, journal),
        )
    )
    group.add_command(
        Command(
            "rewind",
            session,
            about="journal_rewind",
            params=[
                journal,
                argument(session, "entry", type=click.IntRange(min=1)),
                reason,
                flag(session, "preview", "journal.preview"),
                *post_options(session),
            ],
            callback=lambda **given: rewind(session, **given),
        )
    )
    group.add_command(
        Command(
            "move",
            session,
            about="journal_move",
            params=[journal, reason, flag(session, "preview", "journal.preview_move"), *post_options(session)],
            callback=lambda **given: move(session, **given),
        )
    )
    out = option(session, "out", "journal.out", metavar="path", type=click.Path(path_type=Path), required=True)
    group.add_command(
        Command(
            "export",
            session,
            about="journal_export",
            params=[journal, eyes, out],
            callback=lambda **given: export_file(session, **given),
        )
    )
    yield group


# Show


def show(session: Session, journal: Path, viewer: str, working: bool) -> None:
    """The journal as somebody may read it; the keeper sees every entry by its number."""
    table = Table.open(session, journal)
    eyes = table.viewer(viewer)
    blocks = _entries(table) if eyes.kind is ViewerKind.KEEPER else _heard(table, eyes)
    shown = tuple(each for each in blocks if working or not isinstance(each, Fold))
    session.show(Document(session.language, table.war.name, shown))
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
        kind = prose.name(str(entry.kind))
        key = "journal.entry" if entry.at else "journal.entry_timeless"
        yield Heading(3, session.say(key, number=entry.number, kind=kind, at=entry.at or "-"))
        yield from _entry_blocks(table, entry)


def _entry_blocks(table: Table, entry: Entry) -> Iterator[Block]:
    session, prose, facts = table.session, table.prose, table.war.system.facts
    about = [(key, entry.body[key]) for key in ("call", "whom", "point", "value", "to", "reason") if key in entry.body]
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


# Verify


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
        session.stop(Exit.WRONG, "verify.broken", path=str(journal))


def _answer(session: Session, question: str, finding: Finding) -> str:
    asked = session.say(f"verify.{question}")
    if finding.verdict is Verdict.HOLDS:
        return session.say("verify.holds", question=asked)
    why = session.say(f"verify.why_{finding.why}", entry=finding.entry)
    key = "verify.broken_at" if finding.verdict is Verdict.BROKEN else "verify.unchecked"
    return session.say(key, question=asked, why=why)


# Rewind, move


def rewind(
    session: Session,
    journal: Path,
    entry: int,
    reason: str,
    preview: bool,
    out: Path | None,
    formats: Sequence[str],
) -> None:
    """Go back to how the war was after an entry; who was told something since is named first."""
    table = Table.open(session, journal)
    outcome = keep.rewind(table.war, entry, reason, session.now())
    back = table.war.before(entry)
    if isinstance(outcome, Done) and back is not None:
        heard = [audience_name(table, key) for key in keep.affected(table.war, back)]
        session.line(session.say("journal.affected", heard=heard or [session.say("cli.nobody")]))
        if preview:
            return
    done = table.take(outcome)
    session.line(session.say("journal.rewound", entry=entry))
    tell(table, done.entry, out, formats)
    say_open_calls(table)


def move(session: Session, journal: Path, reason: str, preview: bool, out: Path | None, formats: Sequence[str]) -> None:
    """Let a war go on under this program's version of the rules; what would have been otherwise is listed first."""
    table = Table.open(session, journal)
    outcome = keep.move_version(table.war, reason, session.now())
    if isinstance(outcome, Done):
        _say_differences(table)
        if preview:
            return
    done = table.take(outcome)
    session.line(session.say("journal.moved", version=table.war.version))
    tell(table, done.entry, out, formats)


def _say_differences(table: Table) -> None:
    """Every entry that this version would have adjudicated otherwise, by clause."""
    session = table.session
    wars = [begin_fold(by_name(), table.entries[0])]
    for entry in table.entries[1:]:
        wars.append(step(wars[-1], entry))
    found = differences(table.entries, wars)
    for each in found:
        session.line(session.say("journal.differs", entry=each.entry, call=each.call, clause=each.clause or "-"))
    if not found:
        session.line(session.say("journal.nothing_differs"))


# Export


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
    who = (
        session.say("post.whole") if eyes.kind is ViewerKind.KEEPER else audience_name(table, table.gate(eyes).audience)
    )
    session.line(session.say("post.wrote", who=who, path=str(out)))
