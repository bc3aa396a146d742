"""The tool by which the tests have a PostgreSQL: where there is none it says so, and nothing is passed by."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

import postgresql
from postgresql import main


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
