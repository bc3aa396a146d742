"""`build`: sheets asked field by field in either language, or read from files; and teams that they become."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from grailkeeper.cli.session import Exit

from .terminal import EN, EXAMPLES, KO, Ran, Terminal, Write

ANSWERS = {
    KO: """사야카

E E E B E
3
4
랭크 C, 유형 피해
예
라이더
통상
C+ C C D E
7
7

이름 기승, 랭크 B, 클래스 스킬
이름 항해자, 랭크 B+
이름 명예, 랭크 B

이름 앤 여왕의 복수, 랭크 B



은폐 4, 저장 3, 보조 3



""",
    EN: """Sayaka
yes
E E E B E
3
4
rank C, type damage

rider
normal
C+ C C D E
7/7
7

name Riding, rank B, class skill yes
name Navigator, rank B+
name Honour, rank B

name Revenge, rank B



4/3/3



""",
}


@pytest.fixture
def type_in(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What somebody will type."""
    typed = io.StringIO()
    monkeypatch.setattr("sys.stdin", typed)
    return typed


def typing(typed: io.StringIO, text: str) -> None:
    typed.seek(0)
    typed.truncate()
    typed.write(text)
    typed.seek(0)


def answered(terminal: Terminal, typed: io.StringIO, text: str, *arguments: str | Path) -> Ran:
    typing(typed, text)
    return terminal("build", "sceneplay", *arguments)


@pytest.mark.parametrize("name", ["sheet.toml", "sheet.json"])
@pytest.mark.parametrize("terminal", [KO, EN], ids=["ko", "en"])
def test_what_is_answered_is_a_sheet_that_check_accepts(
    terminal: Terminal, name: str, type_in: io.StringIO, tmp_path: Path
) -> None:
    out = tmp_path / name
    ran = answered(terminal, type_in, ANSWERS[terminal], "--out", out)
    assert ran.status is Exit.DONE, ran
    for reader in (KO, EN):
        found = reader.done("check", out, "--json").data
        spent = [found[f"{part}_points"] for part in ("ability", "skill", "phantasm", "master")]
        assert spent == [13, 9, 4, 11]


def test_every_answer_shows_what_is_left_what_it_comes_to_and_what_is_wrong(type_in: io.StringIO) -> None:
    ran = answered(KO, type_in, "사야카\n\nE E E B E\n9\n끝\n")
    assert "마스터 점수: 8" in ran.out
    assert "마스터 점수 11점 가운데 8점만 썼습니다." in ran.out
    assert "S-16.2" in ran.out, "health and mana together are 7"
    assert ran.status is Exit.WRONG and "파일로 쓰지 않았습니다" in ran.err


def test_what_is_not_understood_is_asked_again(type_in: io.StringIO) -> None:
    ran = answered(KO, type_in, "사야카\n\nE E E B\nE E E B E\n랭크 C\n3\n4\n랭크 C\n")
    assert "랭크를 읽을 수 없습니다: E E E B." in ran.out
    assert ran.out.count("마스터 › HP") == 2
    assert ran.status is Exit.DONE and 'HP = "3/3"' in ran.out


def test_one_may_go_back_pass_over_and_read_the_rule(type_in: io.StringIO) -> None:
    ran = answered(KO, type_in, "사야카\n\nE E E B D\n뒤로\nE E E B E\n?\n3\n4\n랭크 C\n아니요\n")
    assert "마스터는 HP와 MP를 1점씩" in ran.out
    assert '능력치 = "E E E B E"' in ran.out and "서번트 › 클래스" not in ran.out
    assert ran.status is Exit.DONE


def test_lines_put_right_what_was_answered(type_in: io.StringIO) -> None:
    mended = "사야카\n\nE E E B E\n끝\nHP 3\n마스터 HP 4\n\n마스터 MP: 3\n없는 것: 3\n\n"
    ran = answered(KO, type_in, mended)
    assert "마스터 HP: 3/3" in ran.out and "서번트 HP: 3/3" in ran.out, "which of them is asked"
    assert "아직 맞지 않는 곳이 있어 마칠 수 없습니다." in ran.out, "4 and 4 are more than 7"
    assert 'HP = "4/4"' in ran.out and "‘없는 것’" in ran.out
    assert ran.status is Exit.DONE


def test_nothing_answered_is_no_sheet(type_in: io.StringIO, tmp_path: Path) -> None:
    ran = answered(EN, type_in, "", "--out", tmp_path / "sheet.toml")
    assert ran.status is Exit.WRONG and not (tmp_path / "sheet.toml").exists()


def test_a_file_is_never_written_over(type_in: io.StringIO, write: Write) -> None:
    out = write("sheet.toml", "x = 1")
    assert answered(KO, type_in, ANSWERS[KO], "--out", out).status is Exit.WRONG
    assert out.read_text() == "x = 1"


@pytest.mark.parametrize(
    ("terminal", "name", "master", "strokes"),
    [(KO, "시트.toml", "[마스터]", "령주 = 3"), (EN, "sheet.toml", "[master]", "strokes = 3")],
)
def test_a_sheet_from_a_file(terminal: Terminal, name: str, master: str, strokes: str, tmp_path: Path) -> None:
    played, out = tmp_path / "played.toml", tmp_path / "out.toml"
    sheet = (EXAMPLES / name).read_text(encoding="utf-8")
    played.write_text(sheet.replace(master, f"{master}\n{strokes}"), encoding="utf-8")
    ran = terminal.done("build", "sceneplay", "--from", played, "--out", out)
    assert "13" in ran.out and ran.err, "what is of no new sheet is left out, and that is said"
    assert terminal.done("check", out, "--json").data["ability_points"] == 13


def test_a_sheet_with_mistakes_is_refused_with_all_of_them(tmp_path: Path) -> None:
    ran = EN("build", "sceneplay", "--from", EXAMPLES / "sheet-with-mistakes.toml", "--out", tmp_path / "out.toml")
    assert ran.status is Exit.WRONG and ran.err.count("\n- ") == 5
    assert not (tmp_path / "out.toml").exists()


def test_a_sheet_from_a_post(write: Write, tmp_path: Path) -> None:
    post = """[마스터]
능력치: E E E B E
HP: 3
MP: 4
예장: 랭크 C

[서번트]
클래스는 라이더
능력치: C+ C C D E
HP 7, MP 7
기술: (이름 기승, 랭크 B, 클래스 스킬), (이름 항해자, 랭크 B+), (이름 명예, 랭크 B)
보구: 이름 앤 여왕의 복수, 랭크 B
"""
    out = tmp_path / "out.toml"
    ran = KO.done("build", "씬 플레이", "--from", write("사야카.txt", post), "--out", out)
    assert "이렇게 읽었습니다" in ran.out and "앤 여왕의 복수" in ran.out
    assert '제목 = "사야카"' in out.read_text("utf-8")
    assert KO.done("check", out, "--json").data["skill_points"] == 9
    unclear = KO("build", "sceneplay", "--from", write("unclear.txt", "HP: 3"))
    assert unclear.status is Exit.WRONG and "마스터 HP: 3/3" in unclear.err


def test_sheets_become_the_teams_of_a_war(write: Write, tmp_path: Path) -> None:
    sheets = []
    for title in ("Sayaka", "쿄코"):
        example = (EXAMPLES / "sheet.toml").read_text("utf-8")
        source = write(f"{title}.toml", example.replace("Sayaka and her rider", title))
        sheets.append(tmp_path / f"{title}.sheet.toml")
        EN.done("build", "sceneplay", "--from", source, "--out", sheets[-1])
    setup = write("war.toml", 'system = "sceneplay"\nname = "The war"\n')
    journal = tmp_path / "war.jsonl"
    EN.done("new", journal, setup, *sheets, "--seed", "x")
    begun = journal.read_text("utf-8").splitlines()[0]
    assert "Sayaka" in begun and "쿄코" in begun


def test_a_wrong_sheet_begins_no_war(write: Write, tmp_path: Path) -> None:
    setup = write("war.toml", 'system = "sceneplay"\n')
    ran = EN("new", tmp_path / "war.jsonl", setup, EXAMPLES / "sheet-with-mistakes.toml")
    assert ran.status is Exit.WRONG and not (tmp_path / "war.jsonl").exists()


def test_there_are_sheets_of_known_rules_only() -> None:
    assert KO("build", "없는 규칙").status is Exit.WRONG
