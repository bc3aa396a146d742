"""Declarations pasted from a board: said back as they were understood; what is unclear seals nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from grailkeeper.cli.session import Exit

from .terminal import EN, KO, Terminal, Write

POST = """> 전투 선언 올립니다!

▶ 숫자는 20 50 60 95 99입니다.
**령주**는 아끼고
예비 없음
행운을 빕니다.
"""


def sealed(journal: Path) -> int:
    return journal.read_text("utf-8").count('"fingerprint"')


@pytest.mark.parametrize("name", ["post.txt", "post.md", "post"])
@pytest.mark.parametrize(("terminal", "said"), [(KO, "숫자: 20 50 60 95 99"), (EN, "numbers: 20 50 60 95 99")])
def test_a_post_is_said_back_and_sealed(terminal: Terminal, said: str, name: str, duel: Path, write: Write) -> None:
    ran = terminal.done("declare", duel, "Sayaka", write(name, POST))
    assert said in ran.out
    assert "행운을 빕니다." in ran.err
    assert sealed(duel) == 1


def test_a_post_and_a_file_declare_the_same(duel: Path, write: Write) -> None:
    data = {"numbers": [20, 50, 60, 95, 99], "reserves": {}}
    orders = []
    for name, content in (("post.txt", POST), ("order.json", data)):
        EN.done("declare", duel, "Sayaka", write(name, content))
        orders.append(duel.read_text("utf-8").splitlines()[-1].split('"order":')[1].split('"salts"')[0])
    assert orders[0] == orders[1]


def test_silence_is_said_back_too(duel: Path, write: Write) -> None:
    ran = KO.done("declare", duel, "Sayaka", write("post.txt", POST), "--check")
    assert "행운은 쓰지 않습니다." in ran.out and "마스터의 보조를 받습니다." in ran.out
    assert sealed(duel) == 0


@pytest.mark.parametrize("terminal", [KO, EN])
def test_what_can_be_meant_in_two_ways_seals_nothing(terminal: Terminal, duel: Path, write: Write) -> None:
    ran = terminal("declare", duel, "Sayaka", write("post.txt", "숫자: 1 2 3 4 5\n보구: 1-3\n회복: HP 9"))
    assert ran.status is Exit.WRONG and ran.out == ""
    assert ": 1 3" in ran.err and ": 1 2 3" in ran.err
    assert "S-18.2" in ran.err, "what is wrong beside it is said at once"
    assert sealed(duel) == 0


@pytest.mark.parametrize("text", ["안녕하세요", "", "숫쟈: 1 2 3", "숫자: 100", "행운: 1\n행운: 2"])
def test_what_is_no_declaration_seals_nothing(text: str, duel: Path, write: Write) -> None:
    ran = KO("declare", duel, "Sayaka", write("post.txt", text))
    assert ran.status is Exit.WRONG and ran.out == "" and ran.err
    assert sealed(duel) == 0


@pytest.mark.parametrize(
    "text",
    ['{"numbers": [1, 2, 3, 4, 5]}', "numbers = [1, 2, 3, 4, 5]", "numbers: [1, 2,\n  3, 4, 5]", "numbers 1 2 3 4 5"],
)
def test_data_may_be_pasted_too(text: str, duel: Path, write: Write) -> None:
    assert "numbers: 1 2 3 4 5" in EN.done("declare", duel, "Sayaka", write("post.txt", text)).out


def test_who_is_not_asked_is_told_so(duel: Path, write: Write) -> None:
    ran = EN("declare", duel, "Sayaka", write("post.txt", POST), "--call", "nowhere")
    assert ran.status is Exit.WRONG and sealed(duel) == 0
