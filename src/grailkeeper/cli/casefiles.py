"""Case, battle and sheet files: read, with the rules that they are of."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..core.case import ENVELOPE, Case, Registered, Script, read_case
from ..core.problem import malformed
from .books import system_called, system_names
from .files import data_of
from .session import Session

SHEET = "sheet"


def load_case(session: Session, path: Path, bare: str = "") -> tuple[Case, Registered]:
    """A case or battle file with the rules that it is of, or the end of the command with all that is wrong.

    Where `bare` is a kind, a file may also hold just the situation of that kind beside `system` and `title`.
    """
    data = data_of(session, path)
    prose = session.own_prose
    if bare:
        data = _with_envelope(session, data, bare)
    case = read_case(data, prose.words.identify)
    if not isinstance(case, Case):
        session.refuse(prose, case)
    rules = system_called(session, case.system)
    if rules is None:
        known = ", ".join(system_names())
        session.refuse(prose, [malformed("unknown_system", "system", given=case.system, accepted=known)])
    return case, rules


def _with_envelope(session: Session, data: object, kind: str) -> object:
    """A bare sheet becomes a case; what is one already stays as it is."""
    if not isinstance(data, Mapping):
        return data
    identify = session.words.identify
    names = [field.name for field in ENVELOPE.fields]
    meant = {key: identify(str(key), names) for key in data}
    if not {"kind", "given"}.isdisjoint(meant.values()):
        return data
    given = {key: value for key, value in data.items() if meant[key] not in ("system", "title", "options")}
    envelope = {key: value for key, value in data.items() if key not in given}
    return {**envelope, "kind": kind, "given": given}


def options_of(session: Session, case: Case, rules: Registered) -> dict[str, str | int]:
    """The whole set of switches of a case, or the end of the command with those that are none."""
    options, problems = rules.system.options.read(case.options)
    if problems:
        session.refuse(session.prose(rules.package), problems)
    return options


def script_of(session: Session, case: Case, rules: Registered) -> Script:
    """A case for the driver, or the end of the command with all that is wrong with it."""
    prose = session.prose(rules.package)
    options = options_of(session, case, rules)
    if case.kind not in rules.cases.played:
        session.refuse(
            prose, [malformed("unknown_kind", "kind", given=case.kind, accepted=", ".join(sorted(rules.cases.played)))]
        )
    script = rules.cases.script(case, options, prose.words.identify)
    if not isinstance(script, Script):
        session.refuse(prose, script)
    return script
