"""What a person can get wrong ends in one clear sentence and the documented status, in either language."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from grailkeeper.campaign import adjudicate
from grailkeeper.campaign.entry import Entry, EntryKind, next_entry
from grailkeeper.cli.session import Exit
from grailkeeper.journal.file import read
from grailkeeper.rules.sceneplay.system import SceneplaySystem

from .terminal import EN, EXAMPLES, KO, Ran, Terminal, Write

BOTH = pytest.mark.parametrize("terminal", [KO, EN], ids=["ko", "en"])
SHEET = EXAMPLES / "duel/sayaka.toml"


def refused(terminal: Terminal, status: Exit, *arguments: str | Path) -> str:
    """The sentence of a command that ends with that status."""
    ran = terminal(*arguments)
    assert ran.status is status, ran
    return ran.sentence


# The command itself


@BOTH
@pytest.mark.parametrize(
    "arguments",
    [
        ["batle"],
        ["battle"],
        ["battle", "a.toml", "b.toml"],
        ["battle", "a.toml", "--loud"],
        ["battle", "a.toml", "--out"],
        ["battle", "a.toml", "--format", "pdf"],
        ["journal", "rewind", "a.jsonl", "three", "--reason", "x"],
        ["journal", "rewind", "a.jsonl", "0", "--reason", "x"],
        ["journal", "rewind", "a.jsonl", "3"],
        ["journal", "burn"],
        ["seal", "a.toml"],
        ["--lang", "fr", "systems"],
        ["correct", "a.jsonl", "b.toml"],
    ],
    ids=" ".join,
)
def test_a_command_that_is_not_understood(terminal: Terminal, arguments: list[str]) -> None:
    sentence = refused(terminal, Exit.USAGE, *arguments)
    assert "--help" in sentence


@BOTH
@pytest.mark.parametrize("arguments", [[], ["journal"]])
def test_a_group_alone_shows_its_help(terminal: Terminal, arguments: list[str]) -> None:
    ran = terminal(*arguments)
    assert ran.status is Exit.USAGE
    assert "verify" in ran.out and ran.err == ""


def test_a_usage_error_says_what_was_wrong() -> None:
    assert "--loud" in refused(EN, Exit.USAGE, "battle", "a.toml", "--loud")
    assert "FILE" in refused(EN, Exit.USAGE, "battle")
    assert refused(KO, Exit.USAGE, "battle").startswith("파일을")
    assert "plain, markdown, bbcode and html" in refused(EN, Exit.USAGE, "battle", "a.toml", "--format", "pdf")
    assert "grailkeeper journal --help" in refused(EN, Exit.USAGE, "journal", "burn")


# Files

READERS: dict[str, Callable[[Path], list[str | Path]]] = {
    "battle": lambda path: ["battle", path],
    "check": lambda path: ["check", path],
    "new": lambda path: ["new", path.with_name("new.jsonl"), path],
    "seal": lambda path: ["seal", path, "--open", path.with_name("opening.json")],
    "verify-seal": lambda path: ["verify-seal", path],
}
"""The commands that read data, for a file of that name."""


@BOTH
@pytest.mark.parametrize("command", READERS)
def test_a_file_that_cannot_be_read(terminal: Terminal, command: str, tmp_path: Path, write: Write) -> None:
    folder = tmp_path / "folder.toml"
    folder.mkdir()
    files = [
        tmp_path / "missing.toml",
        folder,
        write("file.txt", "x") / "inside.toml",
        write("latin.toml", "이름 = '한'".encode("cp949")),
        write("broken.toml", "a = \n"),
        write("broken.json", '{"a": '),
        write("broken.yaml", "a: ["),
        write("twice.yaml", "a: 1\na: 2"),
        write("deep.json", "[" * 9000),
        write("bomb.yaml", "a: &a [x]\n" + "".join(f"b{n}: &a [{'*a, ' * 50}]\n" for n in range(9))),
        write("half.json", '{"a": "\\ud800"}'),
        write("huge.json", " " * 2**20 + "{}"),
        write("number.json", "9" * 5000),
    ]
    for file in files:
        sentence = refused(terminal, Exit.UNREADABLE, *READERS[command](file))
        assert file.name in sentence


def test_what_is_wrong_with_a_file_is_said(write: Write) -> None:
    file = write("broken.toml", "a = 1\nb = \n")
    assert refused(EN, Exit.UNREADABLE, "battle", file).startswith(f"Line 2 of {file} cannot be read as TOML.")
    assert "2번째 줄을 TOML로 읽을 수 없습니다" in refused(KO, Exit.UNREADABLE, "battle", file)
    assert "“a” is written twice" in refused(EN, Exit.UNREADABLE, "battle", write("twice.json", '{"a": 1, "a": 2}'))
    assert "there is no such file" in refused(EN, Exit.UNREADABLE, "battle", "missing.toml")
    assert "그런 파일이 없습니다" in refused(KO, Exit.UNREADABLE, "battle", "missing.toml")


@BOTH
@pytest.mark.parametrize("code", [errno.EACCES, errno.EIO])
def test_a_file_that_the_system_withholds(
    terminal: Terminal, code: int, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write("closed.toml", "")

    def withheld(*_: object) -> None:
        raise OSError(code, "said in some language")

    monkeypatch.setattr(Path, "open", withheld)
    assert "some language" not in refused(terminal, Exit.UNREADABLE, "battle", file)


@BOTH
@pytest.mark.parametrize(
    "content",
    [[], 3, None, {}, {"system": 3}, {"system": "sceneplay", "kind": "battle", "given": []}, {"가": float("nan")}],
    ids=repr,
)
@pytest.mark.parametrize("command", ["battle", "check", "new"])
def test_data_that_is_something_else(terminal: Terminal, command: str, content: object, write: Write) -> None:
    ran = terminal(*READERS[command](write("file.json", content)))
    assert ran.status is Exit.WRONG, ran
    assert ran.out == "" and ran.err != ""


@BOTH
@pytest.mark.parametrize(
    "odd", ["2026-11-30", "12:30:00", ".nan", "1.5", "0x1" + "f" * 4000, "!!binary aGk=", "!!set {a}"]
)
def test_values_that_no_field_has(terminal: Terminal, odd: str, write: Write) -> None:
    for text in (
        f"system: sceneplay\nmaster: {{health: {odd}, mana: 4}}",
        f"system: sceneplay\ntitle: {odd}\nmaster: {{health: 3}}",
        f"system: {odd}",
        f"system: sceneplay\n{odd}: 3",
        f"system: sceneplay\noptions: {odd}",
        f"system: sceneplay\noptions: {{chance_cap: {odd}}}",
        f"system: sceneplay\nkind: battle\ngiven: {{teams: {{{odd}: {{}}}}, sides: [{odd}, 1]}}",
        f"system: sceneplay\nkind: battle\nchance: {odd}",
    ):
        ran = terminal("check", write("odd.yaml", text))
        assert ran.status in (Exit.WRONG, Exit.UNREADABLE), (text, ran)
        assert ran.out == "" and ran.err != ""


@BOTH
def test_names_that_are_not_there(terminal: Terminal, duel: Path) -> None:
    assert "sceneplay" in refused(terminal, Exit.WRONG, "rulebook", "chess")
    assert "S-10.1" in refused(terminal, Exit.WRONG, "rulebook", "sceneplay", "S-10.99")
    assert "S-" in refused(terminal, Exit.WRONG, "rulebook", "sceneplay", "nonsense")
    assert "battle/1/sheets" in refused(terminal, Exit.WRONG, "declare", duel, "Sayaka", SHEET, "--call", "dawn")
    assert "Kyoko" in refused(terminal, Exit.WRONG, "declare", duel, "Hitomi", SHEET)
    assert "Kyoko" in refused(terminal, Exit.WRONG, "journal", "show", duel, "--as", "Hitomi")
    refused(terminal, Exit.WRONG, "publish", duel)
    refused(terminal, Exit.WRONG, "rule", duel, "skill/sayaka/1", "no")
    refused(terminal, Exit.WRONG, "journal", "export", duel, "--out", duel.with_name("whole.jsonl"))


@BOTH
def test_a_system_that_is_not_there(terminal: Terminal, write: Write, tmp_path: Path) -> None:
    assert "chess" in refused(terminal, Exit.WRONG, "new", tmp_path / "j.jsonl", write("war.toml", 'system = "chess"'))
    for command in ("battle", "check"):
        ran = terminal(command, write("case.toml", 'system = "chess"\nkind = "battle"'))
        assert ran.status is Exit.WRONG and "chess" in ran.err and "sceneplay" in ran.err


@BOTH
@pytest.mark.parametrize("key", ["public", "keeper"])
def test_no_seat_is_called_as_those_who_have_none(terminal: Terminal, key: str, write: Write, tmp_path: Path) -> None:
    """Else the public would read what that seat is told."""
    war = (EXAMPLES / "duel/war.toml").read_text("utf-8").replace("sayaka", key)
    ran = terminal("new", tmp_path / "war.jsonl", write("war.toml", war))
    assert ran.status is Exit.WRONG and ran.err.count("\n- ") == 1
    assert not (tmp_path / "war.jsonl").exists()
    battle = (EXAMPLES / "rider-saber.toml").read_text("utf-8").replace("Sayaka", key)
    assert terminal("battle", write("battle.toml", battle)).status is Exit.WRONG


# Journals


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines()


@BOTH
def test_a_journal_is_never_written_over(terminal: Terminal, duel: Path) -> None:
    before = duel.read_bytes()
    refused(terminal, Exit.WRONG, "new", duel, EXAMPLES / "duel/war.toml")
    assert duel.read_bytes() == before


@BOTH
@pytest.mark.parametrize("content", ["", "\n", "hello\nthere\n", "{}\n{}\n", "[1]\n[2]\n", '{"number": 1}'])
def test_a_file_that_is_no_journal(terminal: Terminal, content: str, write: Write) -> None:
    file = write("file.jsonl", content)
    for arguments in (["show"], ["verify"], ["rewind", "1", "--reason", "x"]):
        name, *rest = arguments
        refused(terminal, Exit.WRONG, "journal", name, file, *rest)
    assert file.read_bytes() == content.encode()


@BOTH
def test_a_journal_that_is_not_there(terminal: Terminal, tmp_path: Path) -> None:
    for arguments in (["close"], ["publish"], ["journal", "show"], ["journal", "verify"]):
        refused(terminal, Exit.UNREADABLE, *arguments, tmp_path / "missing.jsonl")
    assert list(tmp_path.iterdir()) == []


@BOTH
def test_a_line_in_the_midst_is_broken(terminal: Terminal, duel: Path) -> None:
    EN.done("declare", duel, "Sayaka", SHEET)
    EN.done("declare", duel, "Kyoko", SHEET)
    first, second, third = lines_of(duel)
    duel.write_bytes(b"\n".join([first, second[:40], third]) + b"\n")
    assert "2" in refused(terminal, Exit.WRONG, "close", duel)


@BOTH
def test_a_torn_line_is_told_and_set_aside(terminal: Terminal, duel: Path) -> None:
    whole = duel.read_bytes()
    with duel.open("ab") as file:
        file.write(b'{"number": 2, "ki')
    ran = terminal("journal", "show", duel)
    assert ran.status is Exit.DONE
    assert "17" in ran.err and ".torn" in ran.err
    terminal.done("declare", duel, "Sayaka", SHEET)
    assert duel.read_bytes().startswith(whole)
    assert duel.with_name("duel.jsonl.torn").read_bytes() == b'{"number": 2, "ki\n'


@BOTH
def test_a_last_line_that_has_its_end_is_not_torn(terminal: Terminal, duel: Path) -> None:
    with duel.open("ab") as file:
        file.write(b'{"number": 2, "ki\n')
    whole = duel.read_bytes()
    for command in (("journal", "show", duel), ("journal", "verify", duel), ("declare", duel, "Sayaka", SHEET)):
        assert "2" in refused(terminal, Exit.WRONG, *command)
    assert duel.read_bytes() == whole
    assert not duel.with_name("duel.jsonl.torn").exists()


@BOTH
def test_an_entry_with_a_field_twice_does_not_verify(terminal: Terminal, duel: Path) -> None:
    terminal.done("declare", duel, "Sayaka", SHEET)
    first, second = duel.read_bytes().splitlines()
    duel.write_bytes(first + b"\n" + second.replace(b'"at":', b'"at":"1999","at":', 1) + b"\n")
    assert "2" in refused(terminal, Exit.WRONG, "journal", "verify", duel)


@BOTH
@pytest.mark.parametrize("change", ["value", "order", "gap", "seal", "system", "kind", "body"])
def test_a_chain_that_does_not_hold(terminal: Terminal, change: str, duel: Path) -> None:
    EN.done("declare", duel, "Sayaka", SHEET)
    EN.done("declare", duel, "Kyoko", SHEET)
    duel.write_bytes(b"".join(line + b"\n" for line in _changed(read(duel).entries, change)))
    before = duel.read_bytes()
    ran = terminal("journal", "verify", duel)
    assert ran.status is Exit.WRONG and ran.err.count("\n") == 0 and ran.err
    if change != "seal":
        refused(terminal, Exit.WRONG, "close", duel)
        refused(terminal, Exit.WRONG, "journal", "show", duel)
    assert duel.read_bytes() == before


def _changed(entries: tuple[Entry, ...], change: str) -> list[bytes]:
    first, second, third = entries
    match change:
        case "value":
            return [first.line(), second.line().replace(b"[20,50,60,95,99]", b"[20,50,60,95,98]"), third.line()]
        case "order":
            return [first.line(), third.line(), second.line()]
        case "gap":
            return [first.line(), third.line()]
        case "seal":
            body = {**second.body, "fingerprint": "0" * 64}
            return [first.line(), next_entry(2, second.kind, second.at, body, first.hash).line()]
        case "system":
            return [next_entry(1, first.kind, first.at, {**first.body, "system": "chess"}, first.previous).line()]
        case "kind":
            return [first.line(), next_entry(2, EntryKind.PUBLISHED, "", {"facts": [3]}, first.hash).line()]
    return [next_entry(1, first.kind, first.at, {"system": "sceneplay"}, first.previous).line()]


@BOTH
def test_another_program_wrote_meanwhile(terminal: Terminal, duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    close = adjudicate.close

    def slow(*given: object, **named: object) -> object:
        outcome = close(*given, **named)  # type: ignore[arg-type]
        EN.done("declare", duel, "Sayaka", SHEET)
        return outcome

    monkeypatch.setattr(adjudicate, "close", slow)
    refused(terminal, Exit.MOVED, "close", duel)
    assert [entry.kind.value for entry in read(duel).entries] == ["begun", "sealed"]


@BOTH
def test_a_fault_of_the_program_leaves_the_journal_as_it_was(
    terminal: Terminal, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    EN.done("close", duel)
    before = duel.read_bytes()

    def fault(*_: object) -> None:
        raise KeyError("a fault")

    monkeypatch.setattr(SceneplaySystem, "resolve", fault)
    for command in ("publish", "rule"):
        arguments = [command, duel] if command == "publish" else [command, duel, "skill/sayaka/1", "no"]
        sentence = refused(terminal, Exit.FAULT, *arguments)
        assert "test_errors.py" in sentence and "KeyError" in sentence
    assert duel.read_bytes() == before


@BOTH
def test_what_cannot_be_written(terminal: Terminal, duel: Path, write: Write) -> None:
    file = write("file.txt", "x")
    refused(terminal, Exit.UNREADABLE, "new", file / "war.jsonl", EXAMPLES / "duel/war.toml")
    refused(terminal, Exit.UNREADABLE, "battle", EXAMPLES / "rider-saber.toml", "--out", file)
    refused(terminal, Exit.UNREADABLE, "journal", "export", duel, "--as", "Sayaka", "--out", file / "out.jsonl")
    refused(terminal, Exit.UNREADABLE, "seal", SHEET, "--open", file / "opening.json")


def test_problems_come_all_at_once(write: Write) -> None:
    ran = EN("check", EXAMPLES / "sheet-with-mistakes.toml")
    assert ran.status is Exit.WRONG and ran.out == ""
    assert len([line for line in ran.err.splitlines() if line.startswith("- ")]) == 5
    written = (
        'system = "sceneplay"\n[servant]\nclass = "ninja"\nranks = "A G A C E"\nhealth = -1\nstrenght = "A"\nlevel = 3'
    )
    ran = KO("check", write("five.toml", written))
    assert len([line for line in ran.err.splitlines() if line.startswith("- ")]) == 5, ran.err


def as_data(ran: Ran) -> list[str]:
    return [problem["code"] for problem in json.loads(ran.out)["problems"]]


def test_problems_as_data() -> None:
    ran = KO("check", EXAMPLES / "틀린-시트.toml", "--json")
    assert ran.status is Exit.WRONG and ran.err == ""
    assert as_data(ran) == as_data(EN("check", EXAMPLES / "sheet-with-mistakes.toml", "--json"))
    assert {"code": "master_ex", "clause": "S-24.2", "severity": "illegal"}.items() <= ran.data["problems"][2].items()
