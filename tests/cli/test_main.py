"""The program itself: its language, its help, and a few runs as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from rich.console import Console

from grailkeeper.cli.main import language_of, program
from grailkeeper.cli.session import Exit, Session, utc_now
from grailkeeper.text.language import Language
from grailkeeper.text.width import width

from .terminal import COLUMNS, EXAMPLES, KO, Terminal

SOURCE = Path(__file__).parents[2] / "src"


@pytest.mark.parametrize(
    ("arguments", "locale", "language", "rest"),
    [
        (["systems"], "ko_KR.UTF-8", Language.KO, ["systems"]),
        (["systems"], "en_US.UTF-8", Language.EN, ["systems"]),
        (["systems"], "", Language.EN, ["systems"]),
        (["systems"], "C", Language.EN, ["systems"]),
        (["--lang", "ko", "systems"], "en_US.UTF-8", Language.KO, ["systems"]),
        (["systems", "--lang=en"], "ko_KR.UTF-8", Language.EN, ["systems"]),
        (["battle", "--lang", "en", "a.toml"], "ko_KR.UTF-8", Language.EN, ["battle", "a.toml"]),
        (["battle", "a.toml", "--lang", "fr"], "ko_KR.UTF-8", Language.KO, ["--lang", "fr", "battle", "a.toml"]),
        (["battle", "--lang"], "en_US.UTF-8", Language.EN, ["--lang", "", "battle"]),
    ],
)
def test_the_language(
    arguments: list[str], locale: str, language: Language, rest: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", locale)
    assert language_of(arguments) == (language, rest)


def commands(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The path of every command."""
    found = [path]
    for name, command in group.commands.items():
        found += commands(command, (*path, name)) if isinstance(command, click.Group) else [(*path, name)]
    return found


def all_commands() -> list[tuple[str, ...]]:
    return commands(program(Session(Language.EN, Console(), Console())))


@pytest.mark.parametrize("path", all_commands(), ids=" ".join)
@pytest.mark.parametrize("language", list(Language), ids=lambda language: language.value)
def test_help_in_the_readers_language(path: tuple[str, ...], language: Language) -> None:
    for columns in (80, 120):
        shown = Terminal(language, columns).done(*path, "--help").out
        assert all(width(line) <= columns for line in shown.splitlines())
        assert shown == Terminal(language, columns).done(*path, "-h").out
        korean = any("가" <= sign <= "힣" for sign in shown)
        assert korean is (language is Language.KO)
        assert not any(word in shown for word in ("[OPTIONS]", "[ARGS]", "INTEGER", "None", "…") if korean)


def test_korean_help_is_korean_throughout() -> None:
    for path in all_commands():
        for line in KO.done(*path, "--help").out.splitlines():
            words = line.replace("grailkeeper", "").split()
            latin = [word for word in words if word.isascii() and word.isalpha() and word not in path]
            assert set(latin) <= {*ALLOWED, *(name for each in all_commands() for name in each)}, line


ALLOWED = {"ko", "en", "JSON", "random", "steady", "PATH", "rule", "close", "end", "new"}
"""Latin words that are names: of languages, formats, agents, commands."""


# As a process


def process(*arguments: str | Path, lang: str = "en_US.UTF-8", stdin: str = "") -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if key not in ("LANG", "LC_ALL", "LC_MESSAGES", "LANGUAGE")}
    return subprocess.run(
        [sys.executable, "-m", "grailkeeper", *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**env, "PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1", "COLUMNS": str(COLUMNS), "LANG": lang},
        input=stdin,
    )


def test_a_process_speaks_the_language_of_its_locale() -> None:
    korean, english = process("systems", lang="ko_KR.UTF-8"), process("systems", lang="C.UTF-8")
    assert korean.returncode == english.returncode == 0
    assert "씬 플레이" in korean.stdout and "sceneplay" in english.stdout
    assert not any("가" <= sign <= "힣" for sign in english.stdout)


def test_a_process_ends_with_the_status() -> None:
    assert process("battle", EXAMPLES / "rider-saber.toml", "--json").returncode == Exit.DONE
    assert process("check", EXAMPLES / "sheet-with-mistakes.toml").returncode == Exit.WRONG
    assert process("batle").returncode == Exit.USAGE
    missing = process("battle", "missing.toml", "--lang", "ko")
    assert missing.returncode == Exit.UNREADABLE
    assert missing.stdout == "" and missing.stderr.count("\n") == 1 and "missing.toml" in missing.stderr


def test_standard_input_is_read() -> None:
    text = (EXAMPLES / "라이더와-세이버.toml").read_text("utf-8")
    ran = process("battle", "-", "--json", stdin=text)
    assert ran.returncode == Exit.DONE and '"사야카": 5' in ran.stdout


def test_whoever_stops_reading_sees_no_trace() -> None:
    command = f'"{sys.executable}" -m grailkeeper rulebook sceneplay | head -c 10'
    ran = subprocess.run(
        command,
        shell=True,
        capture_output=True,
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
    )
    assert ran.stderr == b"" and len(ran.stdout) == 10


def test_the_clock_is_read_in_one_place() -> None:
    assert utc_now().endswith("+00:00") and "." not in utc_now()
    for file in (SOURCE / "grailkeeper/cli").glob("*.py"):
        if file.name != "session.py":
            text = file.read_text("utf-8")
            assert "datetime" not in text and "urandom" not in text and "import time" not in text, file
