"""The pages of docs about the site say what is there: files, addresses, the program that makes a copy."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path
from unittest import mock

from docs.pages import DOCS, compiled, table
from grailkeeper import web
from postgresql import programs

from .hosted import Site
from .places import Place, new_place
from .test_kill import prepared

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


def test_a_copy_made_while_the_site_runs_is_the_whole_of_it(place: Place, tmp_path: Path) -> None:
    """The site runs, is copied as hosting.md says, goes on, and is lost; from the copy it comes back as it was."""
    _, war, _, _ = prepared(place)
    site = Site(place, "--only", "web")
    copied, there = place.entries(war), tmp_path / "restored"
    there.mkdir()
    with new_place(there) as restored:
        (_copy_of_the_server if place.database else _copy_of_the_file)(place, restored)
        site.kill()
        assert restored.entries(war) == copied != ()
        again = Site(restored, "--only", "web")
        with urllib.request.urlopen(f"{again.address}/war/{war}/", timeout=20) as page:
            assert page.status == 200
        again.kill()


def _copy_of_the_file(place: Place, restored: Place) -> None:
    with mock.patch.object(sys, "argv", ["backup.py", str(place.file), str(restored.file)]):
        exec(compiled("hosting.md", "backup.py"), {"__name__": "__main__"})


def _copy_of_the_server(place: Place, restored: Place) -> None:
    """By the two commands of the page, with the server's own programs."""
    commands = dict(re.findall(r"^(pg_dump|pg_restore) (.*)$", (DOCS / "hosting.md").read_text("utf-8"), re.MULTILINE))
    for program, at in (("pg_dump", place), ("pg_restore", restored)):
        told = {**os.environ, "GRAILKEEPER_DATABASE": at.database}
        command = f"{programs() / program} {commands[program]}"
        subprocess.run(["/bin/sh", "-ec", command], env=told, cwd=place.folder, check=True)
