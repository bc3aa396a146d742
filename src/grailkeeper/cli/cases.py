"""`check` and `case`: sheets, and the cases by which rules are proved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ..campaign.desk import RefusedError, play_script_in_war
from ..core.case import Case, Registered, Script
from ..core.compare import Report, Verdict, run_case
from ..core.drive import UnruledError
from ..core.form import UNKNOWN_FIELD, read
from ..core.option import Value
from ..core.problem import Problem, illegal
from ..text.document import Block, Bullets, Document, Fold, Item, spans
from ..text.prose import Prose
from .casefiles import SHEET, load_case, options_of, script_of
from .group import Command, argument, file_argument, flag
from .reading import SUFFIXES
from .session import Exit, Refusal, Session, Stop
from .supplies import first_orders, say_left


def commands(session: Session) -> Iterator[click.Command]:
    yield Command(
        "check",
        session,
        params=[file_argument(session, "sheet"), flag(session, "json", "option.json", as_name="as_json")],
        callback=lambda sheet, as_json: check(session, sheet, as_json),
    )
    yield Command(
        "case",
        session,
        params=[argument(session, "paths", nargs=-1, required=True, type=click.Path(path_type=Path))],
        callback=lambda paths: run_cases(session, paths),
    )


# Sheets


def check(session: Session, sheet: Path, as_json: bool) -> None:
    """A sheet (or any other case): everything that is wrong with it, or what it comes to."""
    with session.problems_as_data(as_json):
        case, rules = load_case(session, sheet, bare=SHEET)
        prose = session.prose(rules.package)
        options = options_of(session, case, rules)
        if case.kind in rules.cases.played:
            _look_at(session, rules, script_of(session, case, rules), quiet=as_json)
            found: Any = {"playable": True}
        else:
            found = rules.cases.reckon(case, options, prose.words.identify)
        if not isinstance(found, Mapping):
            session.refuse(prose, found)
    if as_json:
        session.data(found)
    elif case.kind in rules.cases.played:
        session.line(session.say("check.playable"))
    else:
        title = case.title or session.say("check.untitled")
        document = Document(
            session.language, session.say("check.legal", title=title), tuple(_values(session, prose, found))
        )
        session.show(document)
        session.warn(prose, _doubts(case, rules, options, prose))


def _doubts(case: Case, rules: Registered, options: Mapping[str, Value], prose: Prose) -> list[Problem]:
    """What is allowed about a team's sheet and may not be meant: points left over, above all.

    Fields that only a war under way fills are no part of what is looked at.
    """
    sheet, problems = read(rules.cases.sheet, case.given, prose.words.identify)
    unread = any(each.code != UNKNOWN_FIELD.code for each in problems)
    if case.kind != SHEET or unread or not isinstance(sheet, Mapping):
        return []
    return [problem for problem in rules.cases.examine_sheet(sheet, options) if not problem.binding]


def _look_at(session: Session, rules: Registered, script: Script, quiet: bool) -> None:
    """Say what the first orders of a script leave to be spent, and end with all that is wrong with them."""
    system = rules.system
    setup = system.examine(script.setup, script.options)
    if any(problem.binding for problem in setup):  # nothing can begin from it
        session.refuse(session.prose(rules.package), setup)
    prose = session.prose(rules.package, system.names(system.begin(script.setup, script.options)))
    looked = tuple(first_orders(rules, script, prose.words.identify))
    for each in () if quiet else looked:
        if each.order is not None:
            say_left(session, prose, prose.name(each.ask.whom), each.form, each.order)
    problems = [*setup, *(found for each in looked for found in each.problems)]
    if any(problem.binding for problem in problems):
        session.refuse(prose, problems)
    if not quiet:
        session.warn(prose, problems)


def _values(session: Session, prose: Prose, found: Mapping[str, Any]) -> Iterator[Block]:
    """What a sheet comes to: single values as a list, tables below it."""
    plain = {name: value for name, value in found.items() if not isinstance(value, Mapping | bool)}
    yield Bullets(tuple(_named(session, prose, name, value) for name, value in plain.items()))
    for name, value in found.items():
        if isinstance(value, Mapping):
            inner = Bullets(tuple(_named(session, prose, str(key), item) for key, item in value.items()))
            yield Fold(prose.name(name), (inner,))


def _named(session: Session, prose: Prose, name: str, value: object) -> Item:
    said = session.say("cli.labelled", label=prose.name(name), value=_said(prose, value))
    return Item(spans(said))


def _said(prose: Prose, value: object) -> str:
    if isinstance(value, list):
        return " / ".join(_said(prose, item) for item in value)
    said = prose.value(value)
    return ", ".join(map(str, said)) if isinstance(said, list | tuple) else str(said)


# Cases


def run_cases(session: Session, paths: Sequence[Path]) -> None:
    """Run case files, each by the driver and once more through a journal; the status is 0 only if all match."""
    files = sorted(file for path in paths for file in _files(path))
    if not files:
        session.stop(Exit.UNREADABLE, "case.none")
    passed = failed = over = 0
    for file in files:
        verdict = _run(session, file)
        passed += verdict is Verdict.PASSED
        failed += verdict is Verdict.FAILED
        over += verdict is Verdict.PASSED_OVER
    session.line(session.say("case.sum", passed=passed, failed=failed, over=over))
    if failed:
        raise Stop(Exit.WRONG)


def _files(path: Path) -> list[Path]:
    return [each for each in path.rglob("*") if each.suffix in SUFFIXES] if path.is_dir() else [path]


def _run(session: Session, file: Path) -> Verdict:
    """Run one case and say what differs. A file that cannot be read or run has failed, and the others go on."""
    try:
        report = _report(session, file)
    except Refusal as refusal:
        session.complain(session.say("case.refused", path=str(file)))
        session.show_refusal(refusal)
        return Verdict.FAILED
    except Stop as stop:
        session.complain(stop.sentence)
        return Verdict.FAILED
    case = report.case
    if report.verdict is Verdict.FAILED:
        session.line(session.say("case.failed", id=case.id or str(file), clauses=list(case.clauses) or ["-"]))
        for each in report.differences:
            said = {"expected": repr(each.expected), "actual": repr(each.actual)}
            session.line(session.say("case.difference", path=each.path or "-", **said))
    if report.verdict is Verdict.PASSED_OVER:
        session.line(session.say("case.passed_over", id=case.id or str(file), options=list(report.other_options)))
    return report.verdict


def _report(session: Session, file: Path) -> Report:
    case, rules = load_case(session, file)
    prose = session.prose(rules.package)
    identify = prose.words.identify
    try:
        direct = run_case(rules.system, rules.cases, case, identify)
        if direct.verdict is not Verdict.PASSED or case.kind not in rules.cases.played:
            return direct
        return run_case(rules.system, rules.cases, case, identify, play=play_script_in_war)
    except RefusedError as error:
        session.refuse(prose, error.args[0])
    except UnruledError as error:
        session.refuse(prose, [illegal("point_open", "", str(error))])
