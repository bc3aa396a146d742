"""What a page holds: its programs by their names, its tables by their first heading."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from pathlib import Path
from types import CodeType
from unittest import mock

DOCS = Path(__file__).parent.parent.parent / "docs"

_PROGRAM = re.compile(r"^```python\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def programs(page: str) -> dict[str, str]:
    """The Python programs of a page, by the name in their first line, which is not part of them."""
    return dict(_PROGRAM.findall((DOCS / page).read_text("utf-8")))


def compiled(page: str, name: str) -> CodeType:
    return compile(programs(page)[name], name, "exec")


def run(code: CodeType, content: bytes) -> str:
    """What a program prints of a file with this content. Raises what it raises."""
    out = io.StringIO()

    def opened(_: str, encoding: str) -> io.TextIOWrapper:
        return io.TextIOWrapper(io.BytesIO(content), encoding)

    with contextlib.redirect_stdout(out), mock.patch.object(sys, "argv", ["program", "file"]):
        exec(code, {"__name__": "__main__", "open": opened})
    return out.getvalue().strip()


def table(page: str, heading: str) -> dict[str, list[str]]:
    """The rows of the table whose first column is headed so: the other cells by the first, without backticks."""
    lines = (DOCS / page).read_text("utf-8").splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows: dict[str, list[str]] = {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        first, *others = (cell.strip() for cell in line.strip("|").split("|"))
        rows[first.strip("`")] = others
    return rows
