"""What the tests of the command line share."""

from __future__ import annotations

from pathlib import Path

import pytest

from .terminal import EN, EXAMPLES, Write, writer


@pytest.fixture
def write(tmp_path: Path) -> Write:
    return writer(tmp_path)


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """The journal of a duel that has begun, its first call open."""
    journal = tmp_path / "duel.jsonl"
    EN.done("new", journal, EXAMPLES / "duel/war.toml", "--seed", "duel")
    return journal
