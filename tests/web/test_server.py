"""The tool by which the tests have a PostgreSQL: where there is none it says so, and nothing is passed by."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

import postgresql
from postgresql import main

from .places import SERVER


def test_where_there_is_no_server_that_is_said_and_nothing_is_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (
        mock.patch.object(shutil, "which", lambda _: None),
        mock.patch.object(postgresql, "DEBIAN", tmp_path),
        mock.patch.object(subprocess, "run", side_effect=AssertionError("nothing is run")),
    ):
        assert main([sys.executable, "-c", ""]) == 1
    assert "install it" in capsys.readouterr().err


def test_the_newest_of_debian_s_servers_is_taken(tmp_path: Path) -> None:
    for version in ("9", "15", "17"):
        folder = tmp_path / version / "bin"
        folder.mkdir(parents=True)
        for name in postgresql.NEEDED[: 1 if version == "17" else 2]:
            (folder / name).touch()
    with mock.patch.object(shutil, "which", lambda _: None), mock.patch.object(postgresql, "DEBIAN", tmp_path):
        assert postgresql.programs() == tmp_path / "15" / "bin"


def test_a_run_of_no_tests_takes_away_what_it_has_made_before_python_ends() -> None:
    """On a server each process of the tests makes a database as soon as it starts."""
    here = Path(__file__)
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", str(here)],
        env={**os.environ, "GRAILKEEPER_DATABASE": SERVER},
        cwd=here.parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stderr == ""
