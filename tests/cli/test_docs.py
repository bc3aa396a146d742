"""docs/commands.md and its Korean page say what the program says, and every command line in them is run.

After a change that is meant, write its reference anew with

    GRAILKEEPER_GOLDENS=write pytest tests/cli/test_docs.py
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from pathlib import Path

import pytest
from rich.console import Console

from grailkeeper.cli.main import PROGRAM, program
from grailkeeper.cli.session import Exit, Session
from grailkeeper.text.language import Language

from .reference import reference
from .terminal import EN, EXAMPLES, KO, Terminal

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {Language.KO: DOCS / "commands.ko.md", Language.EN: DOCS / "commands.md"}
OPTION = {Language.KO: "옵션", Language.EN: "option"}
MARK = "<!-- reference -->\n"


@pytest.mark.parametrize("language", PAGES)
def test_the_reference_is_the_help(language: Language) -> None:
    page = PAGES[language]
    made = reference(program(Session(language, Console(), Console())), PROGRAM, OPTION[language])
    head, _, found = page.read_text("utf-8").partition(MARK)
    if os.environ.get("GRAILKEEPER_GOLDENS") == "write":
        page.write_text(f"{head}{MARK}\n{made}", "utf-8")
        return
    assert found == "\n" + made


@pytest.mark.parametrize("page", PAGES.values(), ids=str)
def test_every_exit_status_is_there(page: Path) -> None:
    rows = re.findall(r"^\| `(\d+)` \| (.+) \|$", page.read_text("utf-8"), re.MULTILINE)
    assert [int(status) for status, _ in rows] == [status.value for status in Exit]


def lines(text: str, prompt: str) -> list[str]:
    return [line.removeprefix(prompt) for line in text.splitlines() if line.startswith(prompt)]


WRONG = ("sheet-with-mistakes", "틀린-시트")
"""What is shown because it is refused."""


def run_lines(commands: list[str], terminal: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run command lines as they stand, from a folder in which the examples are."""
    shutil.copytree(EXAMPLES, folder / "examples")
    monkeypatch.chdir(folder)
    for command in commands:
        name, *arguments = shlex.split(command)
        if name == "cd":
            monkeypatch.chdir(folder / arguments[0])
            continue
        assert name == PROGRAM, command
        ran = terminal(*arguments)
        expected = Exit.WRONG if any(word in command for word in WRONG) else Exit.DONE
        assert ran.status is expected, (command, ran)


RUNS = [(page, terminal) for page in PAGES.values() for terminal in (KO, EN)]
"""Each page in both: files that name fields and people in one language are taken by whoever reads the other."""


@pytest.mark.parametrize(("page", "terminal"), RUNS, ids=["ko", "ko read in English", "en read in Korean", "en"])
def test_every_command_line_of_the_page_runs(
    page: Path, terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = re.findall(r"^```console\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    commands = [line for block in blocks for line in lines(block, "$ ")]
    assert len(commands) > 25
    run_lines(commands, terminal, tmp_path, monkeypatch)


@pytest.mark.parametrize(
    "file", sorted(EXAMPLES.rglob("*.toml")) + sorted(EXAMPLES.rglob("*.yaml")), ids=lambda p: p.name
)
def test_every_command_line_of_an_example_runs(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = re.findall(r"(grailkeeper [^\n]*?)(?:  .*)?$", _comments(file), re.MULTILINE)
    commands = [command.strip() for command in found]
    if file.parent != EXAMPLES:
        if file.stem not in ("war", "전쟁"):
            return
        commands.insert(0, f"cd examples/{file.parent.name}")
    assert commands
    run_lines(commands, EN, tmp_path, monkeypatch)


def _comments(file: Path) -> str:
    return "\n".join(line for line in file.read_text("utf-8").splitlines() if line.startswith("#"))


def test_every_example_is_there_in_both_languages() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \|", (EXAMPLES / "README.md").read_text("utf-8"), re.MULTILINE)
    listed = {name.rstrip("/") for row in rows for name in row}
    assert listed == {path.name for path in EXAMPLES.iterdir()} - {"README.md"}
