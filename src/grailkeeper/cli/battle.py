"""`battle` and `scene`: a file that holds a situation and what was declared in it, played through the whole path."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import click

from ..campaign.desk import RefusedError, WarDesk
from ..campaign.telling import PUBLIC_KEY
from ..core.case import Case, Outcome, Registered, Script
from ..core.chance import ChanceError, Fixed
from ..core.drive import ScriptTable, play
from ..core.problem import of_whom
from ..core.seat import KEEPER, ViewerKind, seat_viewer
from ..journal.verify import verify
from ..rules.registry import by_name
from .casefiles import load_case, script_of
from .files import open_journal, unwritable, write
from .group import Command, file_argument, flag, option
from .posts import (
    audiences_of,
    keeper_document,
    post_of,
    post_options,
    without_folds,
    write_whole_posts,
)
from .report import battle_report
from .session import Exit, Session, Stop
from .table import Table, begin, seed_of

JOURNAL = "journal.jsonl"


def commands(session: Session) -> Iterator[click.Command]:
    """`battle` and `scene` play a file in the same way; a scene's battles are announced and not fought."""
    for name in ("battle", "scene"):
        yield Command(
            name,
            session,
            params=[
                file_argument(session, "file"),
                flag(session, "working", "battle.working"),
                flag(session, "json", "option.json", as_name="as_json"),
                option(session, "as", "battle.as", as_name="viewer", metavar="viewer", default=""),
                option(session, "seed", "option.seed", metavar="text", default=""),
                *post_options(session),
                flag(session, "fresh", "battle.fresh"),
            ],
            callback=lambda **given: battle(session, **given),
        )


def battle(
    session: Session,
    file: Path,
    working: bool,
    as_json: bool,
    viewer: str,
    seed: str,
    out: Path | None,
    formats: Sequence[str],
    fresh: bool,
) -> None:
    """Play what a file declares: sealed, closed, ruled, published; and tell it."""
    with session.problems_as_data(as_json), tempfile.TemporaryDirectory() as folder:
        case, rules = load_case(session, file)
        script = script_of(session, case, rules)
        if out is not None and fresh:
            clear(session, out)
        kept = _journal_folder(session, case, out)
        table, outcome = _played(session, case, rules, script, kept or Path(folder), seed)
        if as_json:
            session.data(rules.cases.outcome(script, outcome))
        else:
            _show(table, viewer, working, everybody=out is not None)
        if out is not None and not as_json:
            write_whole_posts(table, out, formats)
            _write_reports(table, out)
            if kept is None:
                session.line(session.say("battle.no_journal"))
            else:
                say_verified(table)


def _journal_folder(session: Session, case: Case, out: Path | None) -> Path | None:
    """Where the journal is kept. Draws that a file lists bear out no seed, so that no journal of them would verify:
    none is kept, and none of an earlier time may lie beside the new texts."""
    if out is None or not case.chance:
        return out
    if (out / JOURNAL).exists():
        session.stop(Exit.WRONG, "cli.exists", path=str(out / JOURNAL))
    return None


def clear(session: Session, out: Path) -> None:
    """Take away the journal of an earlier time. Nothing else in the folder is touched; its texts are written over."""
    for name in (JOURNAL, f"{JOURNAL}.lock", f"{JOURNAL}.torn"):
        try:
            with suppress(FileNotFoundError):
                (out / name).unlink()
        except OSError as error:
            raise unwritable(session, out / name, error) from None


def _played(
    session: Session, case: Case, rules: Registered, script: Script, out: Path, seed: str
) -> tuple[Table, Outcome]:
    """Play a script on a journal. The draws that a file lists are taken from it, all others from the war's seed."""
    name = case.title or session.say("battle.untitled")
    table = begin(session, rules, out / JOURNAL, name, script.setup, case.options, seed_of(session, seed))
    fixed = Fixed(case.chance)
    desk, seats = WarDesk(table.war, table.append, fixed if case.chance else None), ScriptTable(script)
    try:
        play(desk, seats)
        fixed.exhausted()
    except ChanceError as error:
        raise chance_problem(session, error) from None
    except RefusedError as error:
        session.refuse(table.prose, error.args[0])
    table.war = desk.war
    if seats.refused:
        session.refuse(table.prose, map(of_whom, seats.refused_of, seats.refused))
    return table, Outcome(tuple(desk.told), desk.war.state, tuple(seats.refused), tuple(seats.met))


def chance_problem(session: Session, error: ChanceError) -> Stop:
    """The draws that a file lists are not those that were made."""
    key = "wrong" if error.asked and error.listed else "missing" if error.asked else "left"
    return Stop(Exit.WRONG, session.say(f"chance.{key}", asked=error.asked or "-", listed=error.listed or "-"))


def _show(table: Table, viewer: str, working: bool, everybody: bool) -> None:
    """Print the texts of the one who was asked for, else of the keeper; of each audience where all are written."""
    session = table.session
    if everybody and not viewer:
        for audience in audiences_of(table.war):
            document = post_of(table, table.entries, audience)
            assert document is not None, "everybody is told that a war begins"
            title = _title(table, audience)
            session.show(replace(document if working else without_folds(document), title=title))
            session.line("")
        return
    eyes = table.viewer(viewer) if viewer else KEEPER
    if eyes.kind is ViewerKind.KEEPER:
        found = keeper_document(table)
    else:
        told = post_of(table, table.entries, table.gate(eyes).audience)
        assert told is not None, "everybody is told that a war begins"
        found = told
    session.show(found if working else without_folds(found))


def _title(table: Table, audience: str) -> str:
    """Whose text it is."""
    say, name = table.session.say, table.war.name
    if audience == PUBLIC_KEY:
        return say("battle.seen_by_all", name=name)
    return say("battle.seen_by", name=name, who=table.prose.name(audience))


def _write_reports(table: Table, out: Path) -> None:
    """A page for the keeper and one for each seat."""
    session, seats = table.session, table.war.system.seats(table.war.state)
    for name, viewer in {"report": KEEPER, **{seat.key: seat_viewer(seat.key) for seat in seats}}.items():
        who = session.say("post.keeper") if viewer is KEEPER else table.prose.name(name)
        write(session, out / f"{name}.html", battle_report(table, viewer))
        session.line(session.say("post.wrote", who=who, path=str(out / f"{name}.html")))


def say_verified(table: Table) -> None:
    """What was just written is read again, from the disk."""
    session = table.session
    _, reading = open_journal(session, table.path)
    found = verify(by_name(), reading)
    session.line(session.say("battle.wrote_journal", path=str(table.path), count=found.entries))
    if not found.holds:
        session.stop(Exit.FAULT, "battle.not_verified", path=str(table.path))
    session.line(session.say("battle.verified"))
