"""Bingo at the command line: its examples, a board that is not finished, declarations as posts, a whole war."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.cli.session import Exit
from grailkeeper.text.width import width

from .terminal import EN, EXAMPLES, KO, Terminal, Write

BATTLES = ("bingo-saber-caster.toml", "빙고-세이버와-캐스터.toml")
SHEETS = ("bingo-sheet.toml", "빙고-시트.toml")
WRONG = ("bingo-sheet-with-mistakes.toml", "빙고-틀린-시트.toml")
BOTH = pytest.mark.parametrize("terminal", [KO, EN], ids=["ko", "en"])
CASE = Path(__file__).parents[1] / "cases" / "bingo" / "B-P051-complete-battle.json"


# Examples


def numbers(data: Any) -> Any:
    """What an outcome comes to, whatever things are called."""
    if isinstance(data, dict):
        return [numbers(value) for value in data.values()]
    return [numbers(each) for each in data] if isinstance(data, list) else data


@BOTH
def test_an_example_comes_to_the_same_in_either_language(terminal: Terminal) -> None:
    one, other = (terminal.done("battle", EXAMPLES / name, "--json").data for name in BATTLES)
    assert numbers(one) == numbers(other)
    expect = json.loads(CASE.read_text("utf-8"))["expect"]
    assert one["winner"] == expect["winner"] == "side2"
    assert [one[side]["total"] for side in ("side1", "side2")] == [89, 93]


@BOTH
def test_a_sheet_that_is_right(terminal: Terminal) -> None:
    one, other = (terminal.done("check", EXAMPLES / name, "--json").data for name in SHEETS)
    assert {**one, "class_skills": {}} == {**other, "class_skills": {}}
    assert one["points"] == {"abilities": 18, "skills": 6, "noble_phantasm": 5, "health_mana": 14}
    shown = terminal.done("check", EXAMPLES / SHEETS[0]).out
    assert ("강타: 4" if terminal is KO else "strikes: 4") in shown and "['" not in shown


@BOTH
@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_is_built_from_a_file(terminal: Terminal, name: str, tmp_path: Path) -> None:
    built = tmp_path / "built.toml"
    said = terminal.done("build", "bingo", "--from", EXAMPLES / name, "--out", built).out
    assert ("보구 판정의 수" if terminal is KO else "noble phantasm cards") in said
    checked = (terminal.done("check", path, "--json").data for path in (built, EXAMPLES / name))
    one, other = ({**each, "class_skills": {}, "tarot": [], "stroke_points": []} for each in checked)
    assert one == other  # what cards it draws a team learns in its war


ANSWERS = {
    KO: ("사야카", "예", "세이버", "아르토리아", "B+", "A", "C", "E", "C+", "이름 직감, 랭크 C++, 조건 항상", "",
         "이름 엑스칼리버, 랭크 A+", "8", "7", "HP 3, MP 4", "보구 랭크: A", "서번트 MP: 6", ""),
    EN: ("Sayaka", "yes", "saber", "Arthuria", "B+", "A", "C", "E", "C+", "name instinct, rank C++, condition always",
         "", "name Excalibur, rank A+", "8", "7", "HP 3, MP 4", "noble phantasm rank: A", "servant MP: 6", ""),
}  # fmt: skip


@BOTH
def test_a_sheet_is_built_by_answers(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Points left and derived values after each answer, every problem at once, nothing written while one is left."""
    built = tmp_path / "built.toml"
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(ANSWERS[terminal]) + "\n"))
    said = terminal.done("build", "bingo", "--out", built).out
    for left in (13, 8, 5, 4):
        assert (f"능력치 점수가 {left}점 남았습니다" if terminal is KO else f"{left} ability points are left") in said
    assert ("보구에 6점을 썼습니다" if terminal is KO else "6 points are spent on the noble phantasm") in said
    assert ("모두 15점을" if terminal is KO else "15 points are divided") in said
    found = terminal.done("check", built, "--json").data
    assert found["points"] == {"abilities": 18, "skills": 5, "noble_phantasm": 5, "health_mana": 14}


@BOTH
@pytest.mark.parametrize("name", WRONG)
def test_five_mistakes_are_five_problems(terminal: Terminal, name: str) -> None:
    ran = terminal("check", EXAMPLES / name)
    assert ran.status is Exit.WRONG
    said = [line for line in ran.err.splitlines() if line.startswith("- ")]
    assert len(said) == 5 and all("(B-" in line for line in said)


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", BATTLES)
@BOTH
def test_the_board_is_told_within_the_terminal(terminal: Terminal, name: str, columns: int) -> None:
    said = Terminal(terminal.language, columns).done("battle", EXAMPLES / name).out
    assert all(width(line) <= columns for line in said.splitlines())
    assert ("[강행*]/-15" if terminal is KO else "[SL*]/-15") in said
    assert "{" not in said and "None" not in said


@BOTH
def test_posts_of_the_two_sides_hold_the_board_and_the_public_none(terminal: Terminal, tmp_path: Path) -> None:
    terminal.done("battle", EXAMPLES / BATTLES[0], "--out", tmp_path)
    board = "[강행*]/-15" if terminal is KO else "[SL*]/-15"
    assert board in (tmp_path / "side1.txt").read_text("utf-8")
    assert board in (tmp_path / "side2.txt").read_text("utf-8")
    assert board not in (tmp_path / "public.txt").read_text("utf-8")
    opened = "반 반 반행 반 반 / 강 강행* 강" if terminal is KO else "K K KL K K / S SL* S"
    assert opened in (tmp_path / "side2.txt").read_text("utf-8")
    assert 'class="board"' in (tmp_path / "side1.html").read_text("utf-8")


# A board that is not finished

UNFINISHED: dict[str, Any] = {
    "system": "bingo",
    "kind": "battle",
    "given": {
        "side1": {
            "name": "사야카",
            "servant": {"strength": "B", "endurance": "C", "luck": "D", "noble_phantasm": "A", "mana": 4},
            "master": {"mana": 3, "strokes": [18]},
        },
        "side2": {"servant": {"strength": "B"}},
    },
    "declared": {"side1": {"board": ["S SL - - -", "- K - - -", "- - - - -", "- - - - -", "- - - - -"]}},
}


@BOTH
def test_an_unfinished_board_shows_what_is_left(terminal: Terminal, write: Write) -> None:
    said = terminal.done("check", write("battle.json", UNFINISHED)).out
    left = (
        "사야카가 아직 쓸 수 있는 것: 강타 2, 반격 2, 행운 판정 1, 보구 판정 10, 서번트의 MP 4, 마스터의 MP 3, 령주 1"
        if terminal is KO
        else "사야카 can still spend: strikes 2, counters 2, luck cards 1, noble phantasm cards 10, "
        "the servant's MP 4, the master's MP 3, strokes 1"
    )
    assert left in said


@BOTH
def test_every_problem_of_a_board_is_said_with_what_is_left(terminal: Terminal, write: Write) -> None:
    order = {"board": ["S SL S S S", "- K - - -", "- - L - -", "N - - - -", "- - - - -"], "mana_spent": 3, "tarot": 7}
    ran = terminal("check", write("battle.json", {**UNFINISHED, "declared": {"side1": order}}))
    assert ran.status is Exit.WRONG
    assert ("강타 −1" if terminal is KO else "strikes −1") in ran.out
    clauses = [line.rpartition("(")[2].rstrip(")") for line in ran.err.splitlines() if line.startswith("- ")]
    assert sorted(clauses) == sorted(["B-1.5", "B-5.5", "B-5.2", "B-6.4", "B-9.6"])
    assert all(line.startswith("- 사야카 › ") for line in ran.err.splitlines() if line.startswith("- "))


@BOTH
def test_a_battle_says_whose_order_is_wrong(terminal: Terminal, write: Write) -> None:
    wrong = {"side1": {"cards": ["r1c1 S"], "mana_spent": 9}, "side2": {"cards": ["r1c1 S"], "tarot": 7}}
    ran = terminal("battle", write("battle.json", {**UNFINISHED, "declared": wrong}))
    said = [line for line in ran.err.splitlines() if line.startswith("- ")]
    assert [line.split(" › ")[0] for line in said] == ["- 사야카", "- 둘째 편" if terminal is KO else "- Side 2"]
    data = terminal("battle", write("battle.json", {**UNFINISHED, "declared": wrong}), "--json").data
    assert [each["culprit"].split(".")[0] for each in data["problems"]] == ["side1", "side2"]


def test_what_is_doubtful_is_asked_and_can_be_played(write: Write) -> None:
    order = {"cards": [], "mana_spent": 3}
    ran = KO.done("check", write("battle.json", {**UNFINISHED, "declared": {"side1": order}}))
    assert "정말 빈 전투판으로 낼까요?" in ran.err and "탈진해 다음 장면을 쉬어야 합니다" in ran.err
    assert KO.done("check", write("battle.json", UNFINISHED), "--json").data == {"playable": True}


# Beside a board

WAR: dict[str, Any] = {
    "system": "bingo",
    "name": "결투",
    "extent": "battle",
    "teams": [
        {"key": "red", "name": "사야카", **UNFINISHED["given"]["side1"]},
        {"key": "blue", "name": "쿄코", **UNFINISHED["given"]["side2"]},
    ],
}

POST = """\
안녕하세요, 전투 선언입니다.

전투판:
강 강행 - - -
- 반 - - -
- - - - -
- - - - -
- - - - -

쓰는 MP: 2
"""


@BOTH
def test_a_pasted_board_is_said_back_sealed_and_told(terminal: Terminal, write: Write, tmp_path: Path) -> None:
    journal = tmp_path / "war.jsonl"
    terminal.done("new", journal, write("war.json", WAR), "--seed", "x")
    post = write("post.txt", POST)
    ran = terminal.done("declare", journal, "사야카", post, "--check")
    rows = "강 강행 - - - / - 반 - - -" if terminal is KO else "S SL - - - / - K - - -"
    assert rows in ran.out
    assert ("강타 2" if terminal is KO else "strikes 2") in ran.out
    terminal.done("declare", journal, "사야카", post)
    terminal.done("declare", journal, "쿄코", write("blue.json", {"cards": ["r1c1 S"]}))
    terminal.done("close", journal)
    told = terminal.done("publish", journal, "--out", tmp_path / "posts")
    assert told.status is Exit.DONE
    texts = [path.read_text("utf-8") for path in (tmp_path / "posts").iterdir()]
    board = "강/강" if terminal is KO else "S/S"
    assert sum(board in text for text in texts) == 2


@BOTH
def test_a_board_is_not_passed_over(terminal: Terminal, write: Write, tmp_path: Path) -> None:
    """Without a name above it and without blanks it is a board; short of a row or left out it is not sealed."""
    journal = tmp_path / "war.jsonl"
    terminal.done("new", journal, write("war.json", WAR), "--seed", "x")
    board = "강강행---\n-반---\n-----\n-----\n-----\n"
    ran = terminal.done("declare", journal, "사야카", write("good.txt", f"참전: 예\n{board}"), "--check")
    assert ("강 강행 - - - / - 반 - - -" if terminal is KO else "S SL - - - / - K - - -") in ran.out
    wrong = {
        "참전: 예\n": "‘판정: 없음’",
        f"참전: 예\n{board[6:]}": "4행이 적혀",
        board.replace("-반-", "반-"): "2행이 다섯 칸이 아니라",
    }
    for post, said in wrong.items():
        ran = terminal("declare", journal, "사야카", write("wrong.txt", post))
        assert ran.status is Exit.WRONG and (terminal is EN or said in ran.err)
    assert "sealed" not in journal.read_text("utf-8")


@pytest.mark.parametrize(
    ("war", "post", "who"),
    [("bingo-duel.toml", "bingo-post.txt", "Sayaka"), ("빙고-결투.toml", "빙고-선언.txt", "사야카")],
)
@BOTH
def test_the_posted_example_is_read(terminal: Terminal, war: str, post: str, who: str, tmp_path: Path) -> None:
    journal = tmp_path / "war.jsonl"
    terminal.done("new", journal, EXAMPLES / war, "--seed", "x")
    ran = terminal.done("declare", journal, who, EXAMPLES / post)
    rows = (
        "반 반 반행 반 반 / 강 강행* 강 강 보 / 보 보 보 보 - / 보 보 보 보 - / 맹 - 맹 보 맹행"
        if terminal is KO
        else "K K KL K K / S SL* S S N / N N N N - / N N N N - / R - R N RL"
    )
    assert rows in ran.out
    assert ("기술: 대마력" if terminal is KO else "skills: magic resistance") in ran.out
    assert ("타로카드: 7" if terminal is KO else "tarot cards: 7") in ran.out
    assert ran.err == ""


SCENE: dict[str, Any] = {
    **WAR,
    "extent": "scene",
    "regions": ["신토", "미야마"],
    "teams": [
        *({**team, "region": "신토"} for team in WAR["teams"]),
        {**WAR["teams"][1], "key": "green", "name": "히토미", "region": "미야마"},
        {**WAR["teams"][1], "key": "white", "name": "모모에", "region": "미야마"},
    ],
}


@BOTH
def test_a_declaration_goes_to_the_battle_of_its_team(terminal: Terminal, write: Write, tmp_path: Path) -> None:
    """Strokes may be spent before each of two battles: four calls are open, and nobody has to name one."""
    journal = tmp_path / "war.jsonl"
    terminal.done("new", journal, write("war.json", SCENE), "--seed", "x")
    terminal.done("close", journal)
    terminal.done("publish", journal)
    for name in ("사야카", "히토미"):
        said = terminal.done("declare", journal, name, write("move.txt", "의향: 싸운다\n")).out
        assert ("마스터도 함께 갑니다." if terminal is KO else "The master goes along.") in said
    terminal.done("close", journal)
    terminal.done("publish", journal)
    said = terminal.done("declare", journal, "모모에", write("battle.txt", "판정: 1행 1열 강\n")).out
    assert ("기술은 쓰지 않습니다." if terminal is KO else "No skill is used.") in said
    assert "green-white/battle" in terminal.done("journal", "show", journal).out
    terminal.done("withdraw", journal, "모모에")
    stroke = write("stroke.txt", "카드: 18\nHP: 2\n")
    terminal.done("declare", journal, "사야카", stroke, "--call", "red-blue/strokes")


@BOTH
def test_who_is_asked_is_told_what_may_be_answered(terminal: Terminal, write: Write, tmp_path: Path) -> None:
    """In the text that opens the call, once; and by `ask`, as long as it is open."""
    journal, posts = tmp_path / "war.jsonl", tmp_path / "posts"
    terminal.done("new", journal, write("war.json", SCENE), "--seed", "x", "--out", posts)
    terminal.done("close", journal, "--out", posts)
    terminal.done("publish", journal, "--out", posts)
    regions = "- 지역: 신토, 미야마" if terminal is KO else "- region: 신토, 미야마"
    assert [path.name.partition("-")[0] for path in sorted(posts.iterdir()) if regions in path.read_text("utf-8")] == [
        "blue", "green", "red", "white"
    ]  # fmt: skip
    assert regions in terminal.done("ask", journal, "사야카").out
    assert regions in terminal.done("ask", journal, "red", "--call", "move").out
    terminal.done("close", journal)
    ran = terminal("ask", journal, "사야카")
    assert ran.status is Exit.WRONG and "사야카" in ran.err


@BOTH
def test_what_people_have_is_put_right(terminal: Terminal, write: Write, tmp_path: Path) -> None:
    journal = tmp_path / "war.jsonl"
    terminal.done("new", journal, write("war.json", SCENE), "--seed", "x")
    right = write("right.toml", '팀 = "사야카"\n역할 = "서번트"\nMP = 2\n"남은 횟수" = [0]\n')
    said = terminal.done("correct", journal, right, "--reason", "잘못 적음").out
    assert ("MP 2. 보구의 남은 횟수: 0." if terminal is KO else "MP 2. Uses left: 0.") in said
    for wrong in ("HP = 99", '역할 = "마스터"\nMP = 4', '"남은 횟수" = [1, 1]'):
        text = wrong if "역할" in wrong else f'역할 = "서번트"\n{wrong}'
        ran = terminal("correct", journal, write("wrong.toml", f'팀 = "사야카"\n{text}\n'), "--reason", "x")
        assert ran.status is Exit.WRONG


def test_a_war_is_played_to_its_end(tmp_path: Path) -> None:
    ran = KO.done("war", "bingo", "--teams", "3", "--seed", "1", "--out", tmp_path / "war")
    assert "승리" in ran.out
    keeper = (tmp_path / "war" / "keeper.html").read_text("utf-8")
    assert 'class="board"' in keeper
    assert "봉인된 빛" in keeper and "Sealed Light" not in keeper
    assert 'class="board"' not in (tmp_path / "war" / "story.html").read_text("utf-8")
    assert 'class="board"' in (tmp_path / "war" / "t1.html").read_text("utf-8")


@BOTH
def test_the_close_of_a_battle_says_whose_it_is(terminal: Terminal, write: Write, tmp_path: Path) -> None:
    """B-14.12: two battles stand in one scene, and everybody has been told who met whom."""
    journal = tmp_path / "war.jsonl"
    terminal.done("new", journal, write("war.json", SCENE), "--seed", "x")
    terminal.done("close", journal)
    terminal.done("publish", journal)
    for name in ("사야카", "히토미"):
        terminal.done("declare", journal, name, write("move.txt", "의향: 싸운다\n"))
    terminal.done("close", journal)
    terminal.done("publish", journal)
    closed = "1번째 장면, {}의 전투 선언을 마감했습니다." if terminal is KO else "Closed: battle orders of scene 1, {}."
    against = "대" if terminal is KO else "against"
    pairs = (f"사야카 {against} 쿄코", f"히토미 {against} 모모에")
    for address, pair in zip(("red-blue", "green-white"), pairs, strict=True):
        assert closed.format(pair) in terminal.done("close", journal, "--call", f"{address}/battle").out
    told = terminal.done("journal", "show", journal, "--as", "public").out
    assert [told.count(closed.format(pair)) for pair in pairs] == [1, 1]
