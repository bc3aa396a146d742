"""`journal show|verify|rewind|move|export`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from ..campaign import keep
from ..campaign.entry import Entry, EntryKind
from ..campaign.outcome import Done
from ..campaign.telling import Stream
from ..campaign.war import JournalError, War, begin_fold, live_numbers, step
from ..core.seal import holds
from ..core.seat import Viewer, ViewerKind
from ..journal.export import export, is_closed, opened_breaks, opened_file
from ..journal.file import line_data, read
from ..journal.verify import Finding, Verdict, differences, verify
from ..rules.registry import by_name
from ..text.document import Block, Bullets, Code, Document, Heading, Item, Note, NoteKind, Paragraph, spans
from ..text.post import grouped, together, told_blocks
from .files import open_journal, unreadable, write
from .group import Command, Group, argument, file_argument, flag, option
from .posts import audience_name, post_options, say_open_calls, tell, without_working
from .seals import is_opening
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
    document = Document(session.language, table.war.name, tuple(blocks))
    session.show(document if working else without_working(document))
    if eyes.kind is ViewerKind.KEEPER:
        say_open_calls(table)


def _heard(table: Table, eyes: Viewer) -> Iterator[Block]:
    prose, facts = table.prose, table.war.system.facts
    for struck, run in groupby(table.gate(eyes).heard(), lambda heard: heard.struck):
        bodies = together(heard.body for heard in run)
        blocks = [block for body in bodies for block in told_blocks(prose, facts, body)]
        if struck:
            yield Note(NoteKind.CARE, (Paragraph(spans(prose.words.say("house.struck"))), *blocks))
        else:
            yield from blocks


_NO_STORY = frozenset({EntryKind.JOINED, EntryKind.PAUSED, EntryKind.MOVED})
"""What a rewind leaves as it is."""


def _entries(table: Table) -> Iterator[Block]:
    session = table.session
    live = live_numbers(table.war)
    for entry in table.entries:
        struck = "" if entry.number in live or entry.kind in _NO_STORY else session.say("journal.struck")
        yield Heading(3, _heading(session, entry, struck))
        yield from _entry_blocks(table, entry)


def _heading(session: Session, entry: Entry, *more: str) -> str:
    parts = (f"{entry.number}. {session.say(f'entry.{entry.kind}')}", entry.at, *more)
    return " · ".join(part for part in parts if part)


def _entry_blocks(table: Table, entry: Entry) -> Iterator[Block]:
    session, prose, facts = table.session, table.prose, table.war.system.facts
    about = [(key, entry.body[key]) for key in ("call", "whom", "point", "value", "to", "reason") if key in entry.body]
    shown = [
        session.say(
            "cli.labelled",
            label=session.say(f"journal.field_{key}"),
            value=str(value) if key == "reason" else prose.value(value),
        )
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
    """Answer the three questions of a journal, or the two of an export; the status is 1 if one answer is no."""
    lines = export_lines(session, journal)
    if lines:
        _verify_export(session, journal, lines)
        return
    opened = opened_lines(journal)
    if opened:
        _verify_opened(session, journal, opened)
        return
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


def export_lines(session: Session, path: Path) -> list[Any]:
    """The lines of an export; none where the file is none."""
    try:
        lines = [line_data(line) for line in path.read_bytes().splitlines()]
    except OSError as error:
        raise unreadable(session, path, error) from None
    except (ValueError, RecursionError):
        return []
    return (
        lines if all(isinstance(line, Mapping) and line.keys() == {"number", "told", "head"} for line in lines) else []
    )


def opened_lines(path: Path) -> list[Any]:
    """The lines of a file that was opened after its war with parts of it withheld; none where the file is none."""
    try:
        lines = [line_data(line) for line in path.read_bytes().splitlines()]
    except (OSError, ValueError, RecursionError):
        return []
    return lines if any(is_closed(line) for line in lines) else []


def _verify_opened(session: Session, path: Path, lines: Sequence[Any]) -> None:
    """Whether each entry follows on the one before. What is closed can neither be folded nor adjudicated again."""
    broken = opened_breaks(lines)
    chain = Finding(Verdict.BROKEN, "chain", broken) if broken else Finding(Verdict.HOLDS)
    first = next(place for place, line in enumerate(lines, 1) if is_closed(line))
    unchecked = Finding(Verdict.UNCHECKED, "withheld", first)
    questions = (("opened_chain", chain), ("fold", unchecked), ("adjudication", unchecked))
    items = tuple(Item(spans(_answer(session, question, finding))) for question, finding in questions)
    title = session.say("verify.title", path=str(path), count=len(lines))
    session.show(Document(session.language, title, (Bullets(items),)))
    if broken:
        session.stop(Exit.WRONG, "verify.broken", path=str(path))


def _verify_export(session: Session, path: Path, lines: Sequence[Any]) -> None:
    """Whether what somebody was told follows line upon line, and whether every seal in it bears out its opening."""
    chain, openings = Finding(Verdict.HOLDS), Finding(Verdict.HOLDS)
    stream = Stream()
    for place, line in enumerate(lines, 1):
        stream = _next(stream, line)
        if chain.verdict is Verdict.HOLDS and (line["number"], line["head"]) != (stream.number, stream.head):
            chain = Finding(Verdict.BROKEN, "export", place)
        opening = line["told"].get("opening") if isinstance(line["told"], Mapping) else None
        if opening is not None and openings.verdict is Verdict.HOLDS and not (is_opening(opening) and holds(opening)):
            openings = Finding(Verdict.BROKEN, "opening", place)
    items = [
        Item(spans(_answer(session, "export_chain", chain))),
        Item(spans(_answer(session, "export_openings", openings))),
        Item(spans(session.say("verify.head"), " ", Code(grouped(stream.head)))),
    ]
    title = session.say("verify.export_title", path=str(path), count=len(lines))
    session.show(Document(session.language, title, (Bullets(tuple(items)),)))
    if Verdict.BROKEN in (chain.verdict, openings.verdict):
        session.stop(Exit.WRONG, "verify.broken", path=str(path))


def _next(stream: Stream, line: Mapping[str, Any]) -> Stream:
    """The stream after a line; a line that nothing can be reckoned from breaks the chain."""
    try:
        return stream.then(line["told"])
    except ValueError:
        return Stream(stream.number + 1, "")


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
            _show_undone(table, outcome.war, entry)
            return
    done = table.take(outcome)
    session.line(session.say("journal.rewound", entry=entry))
    tell(table, done.entry, out, formats)
    say_open_calls(table)


def _show_undone(table: Table, rewound: War, to: int) -> None:
    """What a rewind takes back. A declaration that stays sealed over it is not undone, nor is its withdrawal."""
    session, stays = table.session, {each.seal.fingerprint for each in rewound.sealed.values()}
    live = live_numbers(table.war)
    undone = [
        each
        for each in table.entries
        if each.number > to
        and each.number in live
        and each.kind not in _NO_STORY | {EntryKind.WITHDRAWN}
        and each.body.get("fingerprint") not in stays
    ]
    blocks = [block for each in undone for block in (Heading(3, _heading(session, each)), *_entry_blocks(table, each))]
    nothing = Paragraph(spans(session.say("journal.nothing_undone")))
    session.show(without_working(Document(session.language, session.say("journal.undone"), tuple(blocks or [nothing]))))


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
    """Write what an audience may take away; the keeper's is the whole file as it is opened after the war.

    It is never written over a journal: that file may be all there is of a war.
    """
    table = Table.open(session, journal)
    if out.exists() and (out.samefile(journal) or _entries_in(out) not in ([], table.entries)):
        session.stop(Exit.WRONG, "cli.exists", path=str(out))
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


def _entries_in(path: Path) -> list[Entry]:
    """The entries of a journal; none where a file is none."""
    try:
        return list(read(path).entries)
    except (OSError, JournalError):
        return []
