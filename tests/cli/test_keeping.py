"""The keeper's hand on a war: who plays, a pause, a battle ended early; in either language."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from grailkeeper.cli.session import Exit, Refusal, Session
from grailkeeper.core.problem import illegal, suspicious
from grailkeeper.text.language import Language

from .terminal import EN, EXAMPLES, KO, Terminal, Write

READERS = pytest.mark.parametrize("terminal", [KO, EN], ids=["ko", "en"])
ORDER = EXAMPLES / "duel/sayaka.toml"


@READERS
def test_everybody_is_told_who_plays(terminal: Terminal, duel: Path, tmp_path: Path) -> None:
    said = terminal.done("join", duel, "Sayaka", "도윤", "--out", tmp_path / "posts").out
    assert ("도윤 님이 Sayaka 자리에 앉았습니다." if terminal is KO else "도윤 has taken the seat Sayaka") in said
    assert [path.name for path in (tmp_path / "posts").iterdir()] == ["public-002.txt"]
    spared = (
        "공개 글로 충분해 따로 글을 쓰지 않은 이: " if terminal is KO else "The public text says all that there is for "
    )
    assert all(name in said.partition(spared)[2] for name in ("Kyoko", "Sayaka"))
    assert "도윤" in terminal.done("journal", "show", duel, "--as", "Kyoko").out


def test_a_player_may_be_named_for_the_seat(duel: Path) -> None:
    KO.done("join", duel, "Sayaka", "도윤")
    KO.done("declare", duel, "도윤", ORDER)
    KO.done("withdraw", duel, "도윤")
    assert (
        KO.done("journal", "show", duel, "--as", "도윤").out == KO.done("journal", "show", duel, "--as", "Sayaka").out
    )


@READERS
def test_nobody_sits_where_there_is_no_seat(terminal: Terminal, duel: Path) -> None:
    assert "Sayaka" in terminal("join", duel, "Hitomi", "도윤").sentence
    assert terminal("join", duel, "Sayaka", " ").status is Exit.WRONG


@READERS
@pytest.mark.parametrize(
    ("name", "korean", "english"),
    [
        ("keeper", "진행자나 공개를 가리키는 말", "means the keeper or the public"),
        ("진행자", "진행자나 공개를 가리키는 말", "means the keeper or the public"),
        ("Kyoko", "이미 다른 팀이나", "Another team or its player"),
        ("도" * 500, "적힌 이름은 500자입니다.", "this one has 500"),
    ],
)
def test_a_name_is_nobody_else_s(terminal: Terminal, duel: Path, name: str, korean: str, english: str) -> None:
    before = duel.read_bytes()
    ran = terminal("join", duel, "Sayaka", name)
    assert ran.status is Exit.WRONG
    assert (korean if terminal is KO else english) in ran.err
    assert duel.read_bytes() == before


@READERS
@pytest.mark.parametrize(("old", "new"), [("sayaka", "keeper"), ('"Sayaka"', '"진행자"'), ('"Kyoko"', '"GM"')])
def test_no_team_is_called_as_the_keeper(terminal: Terminal, write: Write, tmp_path: Path, old: str, new: str) -> None:
    text = (EXAMPLES / "duel/war.toml").read_text("utf-8").replace(old, new)
    ran = terminal("new", tmp_path / "war.jsonl", write("war.toml", text))
    assert ran.status is Exit.WRONG
    key = "열쇠로 쓸 수 없습니다" if terminal is KO else "may have the key"
    name = "이름으로 쓸 수 없습니다" if terminal is KO else "can be no name"
    assert (key if new == "keeper" else name) in ran.err
    assert not (tmp_path / "war.jsonl").exists()


def test_a_seat_that_goes_by_its_player_is_named_by_its_key(write: Write, tmp_path: Path) -> None:
    """A team of two players: both seats are of the team, so each goes by its player's name."""
    war = write(
        "war.toml",
        (EXAMPLES / "duel/war.toml")
        .read_text("utf-8")
        .replace('name = "Sayaka"\n', 'name = "Sayaka"\nseats = { master = "s1", servant = "s2" }\n'),
    )
    journal = tmp_path / "two.jsonl"
    KO.done("new", journal, war)
    assert "도윤 님이 s2 자리에" in KO.done("join", journal, "s2", "도윤").out
    assert "s2" in KO.done("join", journal, "도윤", "하준").out


@READERS
def test_nothing_is_declared_or_closed_in_a_pause(terminal: Terminal, duel: Path) -> None:
    said = terminal.done("pause", duel, "--reason", "설 연휴").out
    assert "설 연휴" in said
    for command in (("declare", duel, "Sayaka", ORDER), ("close", duel)):
        ran = terminal(*command)
        assert ran.status is Exit.WRONG
        assert "설 연휴" in ran.err
    again = terminal.done("resume", duel).out
    assert ("전쟁을 다시 이어 갑니다." if terminal is KO else "The war goes on.") in again
    assert "battle/1/sheets" in again
    terminal.done("declare", duel, "Sayaka", ORDER)
    terminal.done("journal", "verify", duel)


@READERS
def test_a_pause_has_a_reason_and_only_a_paused_war_is_resumed(terminal: Terminal, duel: Path) -> None:
    assert terminal("pause", duel).status is Exit.USAGE
    assert terminal("pause", duel, "--reason", " ").status is Exit.WRONG
    assert terminal("resume", duel).status is Exit.WRONG


@READERS
def test_the_keeper_ends_a_battle_by_a_ruling(terminal: Terminal, duel: Path) -> None:
    """S-10.17: after which judgment it ends is a point of every battle."""
    shown = terminal.done("close", duel).out
    assert "battle/1/stop" in shown
    assert "1, 2, 3, 4, 5" in shown
    assert terminal("rule", duel, "stop", "6").status is Exit.WRONG
    shown = terminal.done("rule", duel, "stop", "2", "--reason", "경찰이 왔습니다").out
    ended = "진행자가 2번째 판정을 끝으로" if terminal is KO else "ended the battle after judgment 2"
    assert ended in shown
    assert ended in terminal.done("publish", duel).out
    terminal.done("journal", "verify", duel)


@READERS
def test_a_war_with_open_calls_does_not_end_by_mistake(terminal: Terminal, duel: Path, tmp_path: Path) -> None:
    before = duel.read_bytes()
    ran = terminal("end", duel, "--out", tmp_path / "posts")
    assert ran.status is Exit.WRONG
    assert "battle/1/sheets" in ran.err and "--unfinished" in ran.err
    assert duel.read_bytes() == before and not (tmp_path / "posts").exists()
    terminal.done("end", duel, "--unfinished")
    assert terminal("declare", duel, "Sayaka", ORDER).status is Exit.WRONG
    terminal.done("journal", "verify", duel)


# What the keeper puts right


@pytest.mark.parametrize(
    ("number", "korean", "english"),
    [
        (
            99,
            "MP: 99로는 바로잡을 수 없습니다. 0에서 4 사이여야 합니다.",
            "mana: It cannot be 99: it lies from 0 to 4.",
        ),
        (
            -1,
            "MP: -1로는 바로잡을 수 없습니다. 0에서 4 사이여야 합니다.",
            "mana: It cannot be -1: it lies from 0 to 4.",
        ),
    ],
)
def test_points_stay_within_the_bounds_of_the_rules(
    number: int, korean: str, english: str, duel: Path, write: Write
) -> None:
    """S-16.5."""
    before = duel.read_bytes()
    for name in ("Sayaka의 마스터", "Sayaka's master", "sayaka.master"):
        file = write("mana.json", {"person": name, "mana": number})
        for terminal, sentence in ((KO, korean), (EN, english)):
            ran = terminal("correct", duel, file, "--reason", "x")
            assert ran.status is Exit.WRONG
            assert f"{sentence} (S-16.5)" in ran.err.replace("−", "-")
    assert duel.read_bytes() == before


@READERS
def test_what_nobody_has_is_not_put_right(terminal: Terminal, duel: Path, write: Write) -> None:
    """S-18.1: strokes are a master's."""
    ran = terminal("correct", duel, write("x.json", {"person": "sayaka.servant", "strokes": 1}), "--reason", "x")
    assert ran.status is Exit.WRONG
    assert ("그런 값은 없어" if terminal is KO else "There is no such value") in ran.err


# What a rewind takes back


@READERS
def test_a_preview_of_a_rewind_lists_what_is_undone(terminal: Terminal, duel: Path) -> None:
    terminal.done("declare", duel, "Sayaka", ORDER)
    terminal.done("pause", duel, "--reason", "설 연휴")
    terminal.done("resume", duel)
    preview = ("journal", "rewind", duel, "1", "--reason", "x", "--preview")
    nothing = "없던 일이 되는 것이 없습니다." if terminal is KO else "Nothing would be undone."
    assert nothing in terminal.done(*preview).out, "what stays sealed and a pause are not undone"
    terminal.done("close", duel)
    terminal.done("rule", duel, "stop", "2", "--reason", "경찰이 왔습니다")
    before = duel.read_bytes()
    said = terminal.done(*preview).out
    assert nothing not in said and "경찰이 왔습니다" in said and "battle/1/stop" in said
    assert ("5. 마감" if terminal is KO else "5. Closed") in said
    assert "설 연휴" not in said and "2. " not in said.replace("12. ", "")
    assert duel.read_bytes() == before


# How it is said


@READERS
@pytest.mark.parametrize("value", ["２", " 2", "2"])
def test_a_ruling_may_be_written_full_width(terminal: Terminal, duel: Path, value: str) -> None:
    terminal.done("close", duel)
    terminal.done("rule", duel, "stop", value)


@READERS
def test_a_refusal_repeats_no_value_of_the_program(terminal: Terminal, duel: Path, write: Write) -> None:
    for junk in (True, 100000):
        ran = terminal("declare", duel, "Sayaka", write("order.json", {"numbers": [junk, 1, 2, 3, 4]}))
        assert ran.status is Exit.WRONG
        assert "True" not in ran.err and "None" not in ran.err and ".." not in ran.err
        assert ("0~99" if terminal is KO else "0 to 99") in ran.err


@READERS
def test_a_doubt_is_not_counted_among_what_has_to_be_put_right(terminal: Terminal) -> None:
    problems = (illegal("name_missing", ""), suspicious("name_missing", ""))
    with StringIO() as text:
        session = Session(Language.KO if terminal is KO else Language.EN, Console(), Console(file=text, width=200))
        session.show_refusal(Refusal(session.own_prose, problems))
        assert "1" in text.getvalue() and "2" not in text.getvalue()
