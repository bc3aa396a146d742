"""`build`: a team's sheet, field by field or from a file; and sheets that take their place in a war."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ..core.case import Registered
from ..core.form import ByKey
from .bench import Bench
from .books import known_system
from .files import write
from .group import Command, argument, path_option
from .questions import asked
from .session import Exit, Session

_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def commands(session: Session) -> Iterator[click.Command]:
    yield Command(
        "build",
        session,
        params=[
            argument(session, "system"),
            path_option(session, "from", "build.from", as_name="source"),
            path_option(session, "out", "build.out"),
        ],
        callback=lambda **given: build(session, **given),
    )


def build(session: Session, system: str, source: Path | None, out: Path | None) -> None:
    """Make a sheet, and write it as a file that `check` and `new` accept."""
    rules = known_system(session, system)
    if out is not None and out.exists():
        session.stop(Exit.WRONG, "cli.exists", path=str(out))
    bench = Bench(session, rules)
    title, sheet = asked(bench) if source is None else bench.load(source)
    if source is not None:
        session.show(bench.state(sheet))
    content = bench.file(title, sheet, out)
    if out is None:
        session.line(content.rstrip())
    else:
        write(session, out, content)
        session.line(session.say("build.wrote", path=str(out)))


def with_teams(session: Session, rules: Registered, setup: Mapping[Any, Any], sheets: Sequence[Path]) -> dict[Any, Any]:
    """A setup with a team for each sheet, called by its title."""
    if not sheets:
        return dict(setup)
    bench = Bench(session, rules)
    words = bench.prose.words
    held = next((key for key in setup if words.identify(str(key), ("teams",)) is not None), "teams")
    kind = next(field.kind for field in rules.system.setup.fields if field.name == "teams")
    teams: Any = setup.get(held, {} if isinstance(kind, ByKey) else [])
    if not isinstance(teams, dict if isinstance(kind, ByKey) else list):
        return dict(setup)
    for path in sheets:
        title, sheet = bench.load(path)
        key = _key(title, list(teams) if isinstance(teams, dict) else [str(each.get("key")) for each in teams])
        named = {"name": title, **sheet}
        teams = {**teams, key: named} if isinstance(teams, dict) else [*teams, {"key": key, **named}]
    return {**setup, held: teams}


def _key(title: str, taken: Sequence[str]) -> str:
    """An ASCII key for a team: its name where that can be one, else the next number."""
    wished = title.lower() if _KEY.fullmatch(title) else ""
    keys = (wished, *(f"t{place}" for place in range(1, len(taken) + 2)))
    return next(key for key in keys if key and key not in taken)
