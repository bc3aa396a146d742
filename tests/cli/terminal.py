"""The program run in-process: arguments in, status and what was printed out, without clock and without chance."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from grailkeeper.cli.main import run
from grailkeeper.cli.session import Exit, Session
from grailkeeper.text.language import Language

EXAMPLES = Path(__file__).parents[2] / "examples"
NOON = "2026-11-30T12:00:00+00:00"
COLUMNS = 200


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it said."""

    status: Exit
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """The one sentence that standard error holds."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].strip() and "{" not in lines[0], lines[0]
        assert self.out == ""
        return lines[0]


class Terminal:
    """A reader of one language at a terminal of so many columns, with standard output as strict as a real one's."""

    def __init__(self, language: Language = Language.EN, columns: int = COLUMNS, seed: int = 0) -> None:
        self.language, self.columns = language, columns
        self._dice = random.Random(seed)

    def __call__(self, *arguments: str | Path) -> Ran:
        out, err = io.BytesIO(), io.BytesIO()
        session = Session(self.language, self._console(out), self._console(err), lambda: NOON, self._dice.randbytes)
        status = run([str(each) for each in arguments], session)
        return Ran(status, _printed(session.out, out), _printed(session.err, err))

    def done(self, *arguments: str | Path) -> Ran:
        """A command that must go well."""
        ran = self(*arguments)
        assert ran.status is Exit.DONE, ran
        return ran

    def _console(self, stream: io.BytesIO) -> Console:
        file = io.TextIOWrapper(stream, "utf-8", newline="\n")
        return Console(file=file, width=self.columns, color_system=None, force_terminal=False, legacy_windows=False)


def _printed(console: Console, stream: io.BytesIO) -> str:
    console.file.flush()
    return "\n".join(line.rstrip() for line in stream.getvalue().decode().splitlines())


KO, EN = Terminal(Language.KO), Terminal(Language.EN)

Write = Callable[[str, object], Path]


def writer(folder: Path) -> Write:
    """Writes a file of that name: text as it is, bytes as they are, all else as JSON."""

    def write(name: str, content: object) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        data = content if isinstance(content, str | bytes) else json.dumps(content, ensure_ascii=False)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return path

    return write
