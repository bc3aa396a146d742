"""What a keeper's slip could destroy or misreport: the journal's file, and what was opened of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grailkeeper.cli.session import Exit
from grailkeeper.text.language import Language

from .terminal import EXAMPLES, Terminal

DUEL = EXAMPLES / "duel"


@pytest.fixture
def terminal() -> Terminal:
    return Terminal(Language.EN)


def begun(terminal: Terminal, folder: Path) -> Path:
    journal = folder / "duel.jsonl"
    terminal.done("new", journal, DUEL / "war.toml")
    return journal


def test_an_export_is_never_written_over_a_war(terminal: Terminal, tmp_path: Path) -> None:
    journal = begun(terminal, tmp_path)
    other = tmp_path / "other.jsonl"
    terminal.done("new", other, DUEL / "war.toml")
    before = [file.read_bytes() for file in (journal, other)]
    for out in (journal, tmp_path / "." / "duel.jsonl", other):
        ran = terminal("journal", "export", journal, "--as", "Kyoko", "--out", out)
        assert ran.status is Exit.WRONG
        assert "not written over" in ran.sentence
    assert [file.read_bytes() for file in (journal, other)] == before


def test_an_export_may_take_the_place_of_an_earlier_one(terminal: Terminal, tmp_path: Path) -> None:
    journal, out = begun(terminal, tmp_path), tmp_path / "out.jsonl"
    for viewer in ("Kyoko", "public"):
        terminal.done("journal", "export", journal, "--as", viewer, "--out", out)
    terminal.done("end", journal, "--unfinished")
    for _ in range(2):
        terminal.done("journal", "export", journal, "--out", out)


def test_a_file_opened_with_teams_withheld_verifies_as_far_as_it_is_open(terminal: Terminal, tmp_path: Path) -> None:
    journal, out = begun(terminal, tmp_path), tmp_path / "whole.jsonl"
    terminal.done("declare", journal, "Kyoko", DUEL / "kyoko.toml")
    terminal.done("end", journal, "--withhold", "Kyoko", "--unfinished")
    terminal.done("journal", "export", journal, "--out", out)
    ran = terminal.done("journal", "verify", out)
    assert "Chain, as far as the file is open: holds." in ran.out
    assert "Adjudication: not checked. From entry 1 on parts of it are withheld." in ran.out
    lines = out.read_text("utf-8").splitlines()
    assert any("body" not in json.loads(line) for line in lines)
    out.write_text("\n".join(line.replace("ended", "paused") for line in lines), "utf-8")
    changed = terminal("journal", "verify", out)
    assert changed.status is Exit.WRONG
    assert f"Entry {len(lines)} does not follow" in changed.out


def test_a_rewind_undoes_neither_a_seat_nor_a_pause(terminal: Terminal, tmp_path: Path) -> None:
    journal = begun(terminal, tmp_path)
    terminal.done("join", journal, "Kyoko", "Doyun")
    terminal.done("pause", journal, "--reason", "the holidays")
    terminal.done("journal", "rewind", journal, "1", "--reason", "a slip")
    assert "undone" not in terminal.done("journal", "show", journal).out
