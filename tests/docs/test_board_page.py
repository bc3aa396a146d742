"""The war beside a board, as the page tells it: its files are written, its commands run, its war is what it says."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cli.terminal import Ran, Terminal
from grailkeeper.campaign.entry import EntryKind
from grailkeeper.campaign.war import War
from grailkeeper.journal.export import export
from grailkeeper.journal.file import Reading, read
from grailkeeper.rules.registry import by_name
from grailkeeper.text.language import Language

from .pages import DOCS, programs

PAGES = {"beside-your-board.ko.md": Language.KO, "beside-your-board.md": Language.EN}
_FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(params=PAGES, scope="module")
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Reading, War, list[Ran]]:
    """The page, played in an empty folder: the journal, its war, and what each command said."""
    page, folder = str(request.param), tmp_path_factory.mktemp("board")
    terminal, said = Terminal(PAGES[page]), []
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for language, name, content in _FENCE.findall((DOCS / page).read_text("utf-8")):
            if name:
                Path(name).write_text(content, "utf-8")
            elif language == "console":
                said += [terminal.done(*_arguments(line)) for line in content.splitlines()]
    (journal,) = folder.glob("*.jsonl")
    reading = read(journal)
    return reading, reading.fold(by_name()), said


def _arguments(line: str) -> list[str]:
    prompt, program, *arguments = shlex.split(line)
    assert (prompt, program) == ("$", "grailkeeper")
    return arguments


def test_it_holds_a_ruling_a_correction_a_rewind_and_a_missed_deadline(played: tuple[Reading, War, list[Ran]]) -> None:
    reading, war, _ = played
    kinds = [entry.kind for entry in reading.entries]
    assert {EntryKind.RULED, EntryKind.CORRECTED, EntryKind.REWOUND, EntryKind.ENDED} <= set(kinds)
    first = next(entry for entry in reading.entries if entry.kind is EntryKind.CLOSED)
    assert first.body["answers"] == [], "nobody had declared when it closed"
    assert war.ended
    assert war.state.scene == 3


def test_the_base_owner_is_not_told_of_the_search(played: tuple[Reading, War, list[Ran]]) -> None:
    _, _, said = played
    shown = said[-1].out
    assert "백하항" in shown or "Baekha" in shown
    assert "거점을 찾아냈습니다" not in shown
    assert "searching by" not in shown


def test_the_struck_out_battle_is_still_there_and_the_war_verifies(played: tuple[Reading, War, list[Ran]]) -> None:
    _, war, said = played
    assert war.rewinds == 1
    assert said[-2].status == 0


@pytest.mark.parametrize("page", PAGES)
def test_a_player_without_the_program_can_check_what_was_opened(
    page: str, played: tuple[Reading, War, list[Ran]], tmp_path: Path
) -> None:
    """By the programs of the pages alone: openings out of an export, then the seal of each."""
    reading, war, _ = played
    made = 0
    for name, text in {**programs(page), **programs("secrecy.md")}.items():
        (tmp_path / name).write_text(text, "utf-8")
    for audience in war.streams:
        folder = tmp_path / audience
        folder.mkdir()
        (folder / "told.jsonl").write_bytes(b"".join(line + b"\n" for line in export(reading.entries, audience)))
        _program("open.py", "told.jsonl", folder)
        for opening in folder.glob("opening-*.json"):
            assert _program("check-seal.py", opening.name, folder) == "holds\n"
            made += 1
    assert made


def _program(name: str, file: str, folder: Path) -> str:
    command = [sys.executable, str(folder.parent / name), file]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
