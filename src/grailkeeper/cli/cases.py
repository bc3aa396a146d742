"""`battle`, `check` and `case`: files that hold a situation and what was declared in it."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ..campaign.desk import WarDesk, play_script_in_war
from ..core.case import Case, Script, read_case
from ..core.chance import ChanceError, Fixed
from ..core.compare import Report, Verdict, run_case
from ..core.drive import ScriptTable, play
from ..core.problem import malformed
from ..core.seat import KEEPER, ViewerKind, seat_viewer
from ..journal.verify import verify
from ..rules.registry import SYSTEMS, Registered, by_name, registered
from ..text import plain
from ..text.document import Bullets, Document, Fold, Item, spans
from ..text.prose import Prose
from .files import open_journal, read_data, write
from .group import Command, argument, file_argument, option
from .keeping import seed_of
from .report import battle_report
from .session import Exit, Session, Stop
from .table import Table, audiences_of, begin

KEEPER_TEXT = "keeper"
"""Stands among the audiences for the keeper, who reads all of it."""


def commands(session: Session) -> Iterator[click.Command]:
    say = session.say
    yield Command(
        "battle",
        say,
        params=[
            file_argument("file"),
            option("--out", type=click.Path(path_type=Path), default=None, help=say("battle.out")),
            option("--fresh", is_flag=True, help=say("battle.fresh")),
            option("--as", "viewer", default="", help=say("battle.as")),
            option("--seed", default="", help=say("new.seed")),
            option("--working", is_flag=True, help=say("battle.working")),
            option("--json", "as_json", is_flag=True, help=say("option.json")),
        ],
        callback=lambda **given: battle(session, **given),
    )
    yield Command(
        "check",
        say,
        params=[file_argument("file"), option("--json", "as_json", is_flag=True, help=say("option.json"))],
        callback=lambda **given: check(session, **given),
    )
    yield Command(
        "case",
        say,
        params=[argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))],
        callback=lambda paths: run_cases(session, paths),
    )


def load_case(session: Session, path: Path) -> tuple[Case, Registered]:
    """A case or battle file with the rules that it is of, or the end of the command with all that is wrong."""
    data = read_data(session, path)
    prose = session.prose(SYSTEMS[0].package)
    case = read_case(data, prose.words.identify)
    if not isinstance(case, Case):
        session.refuse(prose, case)
    rules = registered(case.system)
    if rules is None:
        known = ", ".join(each.system.name for each in SYSTEMS)
        session.refuse(prose, [malformed("unknown_system", "system", given=case.system, accepted=known)])
    return case, rules


def script_of(session: Session, case: Case, rules: Registered) -> Script:
    """A case for the driver, or the end of the command with all that is wrong with it."""
    prose = session.prose(rules.package)
    options, problems = rules.system.options.read(case.options)
    if problems:
        session.refuse(prose, problems)
    script = rules.cases.script(case, options, prose.words.identify)
    if not isinstance(script, Script):
        session.refuse(prose, script)
    return script


def battle(
    session: Session, file: Path, out: Path | None, fresh: bool, viewer: str, seed: str, working: bool, as_json: bool
) -> None:
    """Play what a file declares through the whole path: sealed, closed, ruled, published; and tell it."""
    case, rules = load_case(session, file)
    script = script_of(session, case, rules)
    if out is not None and fresh:
        shutil.rmtree(out, ignore_errors=True)
    if as_json:
        session.out.print_json(json.dumps(_outcome(session, case, rules), ensure_ascii=False))
        return
    with tempfile.TemporaryDirectory() as folder:
        table = _played(session, case, rules, script, out or Path(folder), seed)
        for audience in _audiences(table, viewer, everybody=out is not None):
            session.show(_document(table, audience, working))
        if out is not None:
            _write(table, out)


def _outcome(session: Session, case: Case, rules: Registered) -> Mapping[str, Any]:
    identify = session.prose(rules.package).words.identify
    return run_case(rules.system, rules.cases, replace(case, expect=None), identify).actual


def _played(session: Session, case: Case, rules: Registered, script: Script, out: Path, seed: str) -> Table:
    """Play a script on a journal; the draws that a file lists are taken from it, all others from the war's seed."""
    name = case.title or session.say("battle.untitled")
    table = begin(session, rules, out / "journal.jsonl", name, script.setup, case.options, seed_of(seed))
    desk = WarDesk(table.war, table.append, Fixed(case.chance) if case.chance else None)
    seats = ScriptTable(script)
    try:
        play(desk, seats)
    except ChanceError as error:
        session.stop(Exit.WRONG, "battle.chance", why=str(error))
    table.war = desk.war
    if seats.refused:
        session.refuse(table.prose, seats.refused)
    return table


def _audiences(table: Table, viewer: str, everybody: bool) -> list[str]:
    """Whose texts are printed: the one that was asked for, else the keeper's, or those of all."""
    if viewer:
        eyes = table.viewer(viewer)
        return [KEEPER_TEXT if eyes.kind is ViewerKind.KEEPER else table.gate(eyes).audience]
    return audiences_of(table.war) if everybody else [KEEPER_TEXT]


def _document(table: Table, audience: str, working: bool) -> Document:
    """All that an audience was told, with the working only where it was asked for."""
    found = table.keeper_document() if audience == KEEPER_TEXT else table.whole_post(audience)
    return (
        found if working else replace(found, blocks=tuple(each for each in found.blocks if not isinstance(each, Fold)))
    )


def _write(table: Table, out: Path) -> None:
    """Every audience's text, and whether the journal that was just written verifies."""
    for audience in audiences_of(table.war):
        path = out / f"{audience}.txt"
        write(table.session, path, plain.render(table.whole_post(audience)))
        table.session.line(table.session.say("publish.wrote", path=str(path)))
    eyes = {"report": KEEPER, **{seat.key: seat_viewer(seat.key) for seat in table.war.system.seats(table.war.state)}}
    for name, viewer in eyes.items():
        write(table.session, out / f"{name}.html", battle_report(table, viewer))
        table.session.line(table.session.say("publish.wrote", path=str(out / f"{name}.html")))
    _, reading = open_journal(table.session, table.path)
    verification = verify(by_name(), reading)
    key = "battle.verified" if verification.holds else "battle.not_verified"
    table.session.line(table.session.say(key, path=str(table.path)))


def check(session: Session, file: Path, as_json: bool) -> None:
    """A sheet (or any other case that is reckoned at once): what is wrong with it, what it comes to."""
    case, rules = load_case(session, file)
    prose = session.prose(rules.package)
    options, problems = rules.system.options.read(case.options)
    if problems:
        session.refuse(prose, problems)
    if case.kind in rules.cases.played:
        script_of(session, case, rules)
        session.line(session.say("check.playable"))
        return
    found = rules.cases.reckon(case, options, prose.words.identify)
    if not isinstance(found, Mapping):
        session.refuse(prose, found)
    if as_json:
        session.out.print_json(json.dumps(found, ensure_ascii=False))
        return
    items = tuple(
        Item(spans(session.say("cli.labelled", label=prose.name(name), value=_value(prose, value))))
        for name, value in found.items()
    )
    session.show(Document(session.language, session.say("check.title"), (Bullets(items),)))


def _value(prose: Prose, value: Any) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{prose.name(str(key))} {_value(prose, item)}" for key, item in value.items())
    if isinstance(value, list):
        return ", ".join(_value(prose, item) for item in value)
    said = prose.value(value)
    return said if isinstance(said, str) else str(said)


# Cases


def run_cases(session: Session, paths: Sequence[Path]) -> None:
    """Run case files, each by the driver and once more through a journal; the status is 0 only if all match."""
    files = sorted(file for path in paths for file in (path.rglob("*.json") if path.is_dir() else [path]))
    if not files:
        session.stop(Exit.UNREADABLE, "case.none")
    reports = [(file, _run(session, file)) for file in files]
    for file, report in reports:
        if report.verdict is Verdict.FAILED:
            session.line(
                session.say("case.failed", id=report.case.id or str(file), clauses=list(report.case.clauses) or ["-"])
            )
            for each in report.differences:
                session.line(
                    session.say(
                        "case.difference", path=each.path or "-", expected=repr(each.expected), actual=repr(each.actual)
                    )
                )
    over = [report for _, report in reports if report.verdict is Verdict.PASSED_OVER]
    for report in over:
        session.line(session.say("case.passed_over", id=report.case.id, options=list(report.other_options)))
    failed = sum(report.verdict is Verdict.FAILED for _, report in reports)
    session.line(session.say("case.sum", passed=len(reports) - failed - len(over), failed=failed, over=len(over)))
    if failed:
        raise Stop(Exit.WRONG)


def _run(session: Session, file: Path) -> Report:
    case, rules = load_case(session, file)
    direct = run_case(rules.system, rules.cases, case)
    if direct.verdict is not Verdict.PASSED or case.kind not in rules.cases.played:
        return direct
    return run_case(rules.system, rules.cases, case, play=play_script_in_war)
