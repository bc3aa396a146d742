"""The war beside a board, as the page tells it: its files are written, its commands run, its war is what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cli.terminal import Ran, Terminal
from grailkeeper.campaign.entry import EntryKind
from grailkeeper.campaign.war import War
from grailkeeper.journal.file import Reading, read
from grailkeeper.rules.registry import by_name
from grailkeeper.text.language import Language

from .pages import DOCS

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
