"""A duel kept beside a board, from its setup to the opened journal: the same story in both languages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from grailkeeper.campaign.entry import EntryKind
from grailkeeper.cli.session import Exit
from grailkeeper.journal.export import export_holds
from grailkeeper.journal.file import read
from grailkeeper.rules.sceneplay import tables
from grailkeeper.rules.sceneplay.system import SceneplaySystem
from grailkeeper.text.language import Language

from .terminal import EXAMPLES, Ran, Terminal


@dataclass(frozen=True)
class Story:
    """The files of the duel in one language, and who it is about."""

    terminal: Terminal
    folder: Path
    setup: str
    sayaka: str
    kyoko: str
    again: str
    escape: str
    correction: str
    names: tuple[str, str]
    no: str
    drawn: str

    def __call__(self, *arguments: str | Path) -> Ran:
        return self.terminal.done(*arguments)

    def file(self, name: str) -> Path:
        return self.folder / f"{name}.toml"


@pytest.fixture(params=list(Language), ids=lambda language: language.value)
def story(request: pytest.FixtureRequest) -> Story:
    terminal = Terminal(request.param)
    if request.param is Language.KO:
        files = ("전쟁", "사야카", "쿄코", "쿄코-다시", "이탈", "정정")
        return Story(terminal, EXAMPLES / "결투", *files, ("사야카", "쿄코"), "아니요", "추첨했습니다")
    files = ("war", "sayaka", "kyoko", "kyoko-again", "escape", "correction")
    return Story(terminal, EXAMPLES / "duel", *files, ("Sayaka", "Kyoko"), "no", "drawn")


def kinds(journal: Path) -> list[EntryKind]:
    return [entry.kind for entry in read(journal).entries]


def posts(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir())}


def begun(story: Story, tmp_path: Path) -> Path:
    journal = tmp_path / "duel.jsonl"
    ran = story("new", journal, story.file(story.setup), "--seed", "duel", "--out", tmp_path / "begun")
    assert all(name in ran.out for name in ("battle/1/sheets", *story.names))
    assert set(posts(tmp_path / "begun")) == {"public-001.txt", "kyoko-001.txt", "sayaka-001.txt"}
    return journal


def declared(story: Story, journal: Path) -> None:
    sayaka, kyoko = story.names
    story("declare", journal, sayaka, story.file(story.sayaka))
    story("declare", journal, kyoko, story.file(story.again))


def closed_and_published(story: Story, journal: Path, out: Path) -> None:
    declared(story, journal)
    story("close", journal)
    story("rule", journal, "skill/sayaka/1", story.no)
    story("publish", journal, "--out", out)


def test_from_the_setup_to_the_end(story: Story, tmp_path: Path) -> None:
    journal = begun(story, tmp_path)
    sayaka, kyoko = story.names

    # A declaration is tried, filed, and replaced before the call closes.
    story("declare", journal, kyoko, story.file(story.kyoko), "--check")
    assert kinds(journal) == [EntryKind.BEGUN]
    first = story("declare", journal, kyoko, story.file(story.kyoko)).out
    second = story("declare", journal, kyoko, story.file(story.again)).out
    assert first.split(":")[1] != second.split(":")[1]
    story("declare", journal, sayaka, story.file(story.sayaka))

    # The keeper sees what would come, and rules that there is no vehicle to ride.
    preview = story("close", journal, "--out", tmp_path / "closed").out
    assert "battle/1/skill/sayaka/1" in preview and " 55" not in preview
    assert set(posts(tmp_path / "closed")) == {"public-002.txt"}
    ruled = story("rule", journal, "skill/sayaka/1", story.no, "--reason", "—").out
    assert " 34" in ruled and " 34" not in preview
    late = story.terminal("declare", journal, kyoko, story.file(story.kyoko))
    assert late.status is Exit.WRONG

    # Published: everybody learns of the battle, each side of its judgments; numbers of judgments made are opened.
    public = story("publish", journal, "--out", tmp_path / "published").out
    texts = posts(tmp_path / "published")
    assert "34" in texts["sayaka-021.txt"] and "34" in texts["kyoko-020.txt"]
    assert "42" in texts["sayaka-021.txt"] and "42" not in texts["kyoko-020.txt"].partition("S-10.14")[0]
    assert not {"20", "50", "95"} & set(texts["public-004.txt"].split())
    assert "battle/1/escape" in public

    # The rider falls, and escapes by command spell.
    story("declare", journal, sayaka, story.file(story.escape))
    story("close", journal)
    story("publish", journal)
    assert json.loads(journal.read_bytes().splitlines()[-1])["kind"] == "published"
    assert "[]" not in story("journal", "show", journal).out

    # A correction with its reason: the team concerned is told, nobody else.
    shown = story("correct", journal, story.file(story.correction), "--reason", "a night", "--preview").out
    assert sayaka in shown and kyoko not in shown
    assert kinds(journal)[-1] is EntryKind.PUBLISHED
    story("correct", journal, story.file(story.correction), "--reason", "a night", "--out", tmp_path / "corrected")
    assert [name.split("-")[0] for name in posts(tmp_path / "corrected")] == ["sayaka"]

    # The end: the seed is told, the journal is opened whole, everything verifies.
    assert story.terminal("journal", "export", journal, "--out", tmp_path / "whole.jsonl").status is Exit.WRONG
    story("end", journal)
    story("journal", "export", journal, "--out", tmp_path / "whole.jsonl")
    assert (tmp_path / "whole.jsonl").read_bytes() == journal.read_bytes()
    story("journal", "verify", journal)
    story("journal", "verify", tmp_path / "whole.jsonl")
    assert story.terminal("declare", journal, sayaka, story.file(story.sayaka)).status is Exit.WRONG


def test_a_missed_deadline_is_silence(story: Story, tmp_path: Path) -> None:
    journal = begun(story, tmp_path)
    sayaka, kyoko = story.names
    story("declare", journal, sayaka, story.file(story.sayaka))
    closed = story("close", journal, "--reason", "48h")
    assert story.terminal("declare", journal, kyoko, story.file(story.kyoko)).status is Exit.WRONG
    silence = next(line for line in closed.out.splitlines() if kyoko in line)
    assert sayaka not in silence
    story("publish", journal, "--out", tmp_path / "posts")
    (told,) = (text for name, text in posts(tmp_path / "posts").items() if name.startswith("kyoko"))
    assert story.drawn in told
    story("journal", "verify", journal)


def test_back_after_an_opening(story: Story, tmp_path: Path) -> None:
    journal = begun(story, tmp_path)
    sayaka, kyoko = story.names
    closed_and_published(story, journal, tmp_path / "posts")
    before = journal.read_bytes()
    shown = story("journal", "rewind", journal, "3", "--reason", "a mistake", "--preview").out
    assert sayaka in shown and kyoko in shown
    assert journal.read_bytes() == before

    # What was opened is void: both declare anew, and the same call is open again.
    rewound = story("journal", "rewind", journal, "3", "--reason", "a mistake", "--out", tmp_path / "back").out
    assert "battle/1/sheets" in rewound
    assert set(posts(tmp_path / "back")) == {"public-005.txt"}
    assert story.terminal("publish", journal).status is Exit.WRONG
    closed_and_published(story, journal, tmp_path / "again")
    story("journal", "verify", journal)

    # Whoever was told it keeps it, marked as undone; the keeper sees which entries are.
    heard = story("journal", "show", journal, "--as", sayaka).out
    keeper = story("journal", "show", journal).out
    struck = {Language.KO: ("되돌린 내용", "되돌려짐"), Language.EN: ("Taken back", "undone")}[story.terminal.language]
    assert struck[0] in heard and keeper.count(struck[1]) == 3


def test_what_somebody_takes_away(story: Story, tmp_path: Path) -> None:
    journal = begun(story, tmp_path)
    closed_and_published(story, journal, tmp_path / "posts")
    for name in (*story.names, "public"):
        out = tmp_path / f"{name}.jsonl"
        story("journal", "export", journal, "--as", name, "--out", out)
        lines = out.read_bytes().splitlines()
        assert export_holds(lines)
        story("journal", "verify", out)
        out.write_bytes(b"\n".join([*lines[:1], *lines[2:]]) + b"\n")
        assert story.terminal("journal", "verify", out).status is Exit.WRONG
        head = json.loads(lines[-1])["head"]
        foot = sorted((tmp_path / "posts").glob(f"{'public' if name == 'public' else '*'}-0*.txt"))
        assert any(head[:4] in path.read_text("utf-8") for path in foot)


def test_a_declaration_that_is_withdrawn(story: Story, tmp_path: Path) -> None:
    journal = begun(story, tmp_path)
    sayaka, _ = story.names
    story("declare", journal, sayaka, story.file(story.sayaka))
    story("withdraw", journal, sayaka)
    assert kinds(journal) == [EntryKind.BEGUN, EntryKind.SEALED, EntryKind.WITHDRAWN]
    assert story.terminal("withdraw", journal, sayaka).status is Exit.WRONG
    story("close", journal)
    assert read(journal).entries[-1].body["answers"] == []


def test_an_answer_filed_beforehand(story: Story, tmp_path: Path) -> None:
    """The escape may be answered before anybody has fallen; it then counts when the call opens."""
    journal = begun(story, tmp_path)
    sayaka, _ = story.names
    story("declare", journal, sayaka, story.file(story.escape), "--call", "standing/escape")
    closed_and_published(story, journal, tmp_path / "posts")
    story("close", journal)
    story("publish", journal)
    told = [fact["fact"]["kind"] for fact in read(journal).entries[-1].body["facts"]]  # type: ignore[union-attr,call-overload,index]
    assert "escaped" in told


def test_one_correction_for_everybody(story: Story, tmp_path: Path) -> None:
    journal = begun(story, tmp_path)
    ran = story(
        "correct", journal, story.file(story.correction), "--reason", "—", "--public", "--out", tmp_path / "out"
    )
    assert set(posts(tmp_path / "out")) == {"public-003.txt"}
    assert ran.out.count("MP 3") == 2


def test_a_move_to_another_version_lists_what_differs(
    story: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = begun(story, tmp_path)
    closed_and_published(story, journal, tmp_path / "posts")
    assert story.terminal("journal", "move", journal, "--reason", "—").status is Exit.WRONG
    monkeypatch.setattr(SceneplaySystem, "version", "2")
    monkeypatch.setattr(tables, "EVEN_CHANCE", 60)
    shown = story("journal", "move", journal, "--reason", "—", "--preview").out
    assert "S-10.19" in shown
    assert story.terminal("close", journal).status is Exit.WRONG
    story("journal", "move", journal, "--reason", "—")
    assert kinds(journal)[-1] is EntryKind.MOVED
    story("journal", "verify", journal)
    story("close", journal)
