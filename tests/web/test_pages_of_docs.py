"""The pages of docs about the site say what is there: files, addresses, the program that makes a copy."""

from __future__ import annotations

import re
import sys
import urllib.request
from pathlib import Path
from unittest import mock

from docs.pages import DOCS, compiled, table
from grailkeeper import web

from .hosted import Site, free_port
from .test_kill import entries_of, prepared

ROOM = Path(next(iter(web.__path__)))


def test_every_file_has_its_line() -> None:
    named = set(re.findall(r"`(\w+\.py)`", (DOCS / "site.md").read_text("utf-8")))
    there = {path.name for path in ROOM.glob("*.py")} - {"__init__.py", "apps.py", "urls.py"}
    assert named == there
    pages = set(re.findall(r"`(\w+)`", " ".join(table("site.md", "file")["pages/"])))
    assert pages == {path.stem for path in (ROOM / "pages").glob("*.py")} - {"__init__"}


def test_every_setting_has_its_line() -> None:
    read = set(re.findall(r"GRAILKEEPER_\w+", (ROOM / "settings.py").read_text("utf-8")))
    assert {name.strip("`") for name in table("hosting.md", "variable")} == read


def test_a_copy_made_while_the_site_runs_is_the_whole_of_it(tmp_path: Path) -> None:
    _, war, _, _ = prepared(tmp_path)
    restored = tmp_path / "restored"
    restored.mkdir()
    site = Site(tmp_path, free_port())
    files = [str(folder / "grailkeeper.sqlite3") for folder in (tmp_path, restored)]
    with mock.patch.object(sys, "argv", ["backup.py", *files]):
        exec(compiled("hosting.md", "backup.py"), {"__name__": "__main__"})
    site.kill()
    assert entries_of(restored, war) == entries_of(tmp_path, war) != ()
    again = Site(restored, free_port())
    with urllib.request.urlopen(f"{again.address}/war/{war}/", timeout=20) as page:
        assert page.status == 200
    again.kill()
