"""`battle`: a file through the whole path, in either language, in every format of data."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from grailkeeper.cli.reading import read_text
from grailkeeper.cli.session import Exit
from grailkeeper.journal.file import read
from grailkeeper.text.width import width

from .terminal import EN, EXAMPLES, KO, NOON, Terminal, Write

NAMES = {"Sayaka": "사야카", "Kyoko": "쿄코", "Hitomi": "히토미", "Queen Anne's Revenge": "앤 여왕의 복수"}
PAIRS = [("rider-saber.toml", "라이더와-세이버.toml"), ("workshop-alliance.yaml", "공방의-연합전.yaml")]


def example(name: str) -> Any:
    path = EXAMPLES / name
    return read_text(path.read_text("utf-8"), path.suffix)


def in_korean(value: Any) -> Any:
    """An outcome with the names that the Korean examples have."""
    if isinstance(value, dict):
        return {NAMES.get(key, key): in_korean(item) for key, item in value.items()}
    if isinstance(value, list):
        return [in_korean(item) for item in value]
    return NAMES.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize(("english", "korean"), PAIRS)
def test_an_example_comes_to_the_same_in_either_language(english: str, korean: str) -> None:
    one, other = EN.done("battle", EXAMPLES / english, "--json"), KO.done("battle", EXAMPLES / korean, "--json")
    assert in_korean(one.data) == other.data
    assert one.err == other.err == ""


def test_the_documents_own_fight() -> None:
    found = EN.done("battle", EXAMPLES / "rider-saber.toml", "--json").data
    assert found["chances"] == [34, 74, 34, 74, 34]
    assert found["dealt"] == {"Sayaka": 5, "Kyoko": 3}


@pytest.mark.parametrize("suffix", [".json", ".yaml"])
def test_the_format_makes_no_difference(suffix: str, write: Write) -> None:
    data = example("라이더와-세이버.toml")
    text = json.dumps(data, ensure_ascii=False) if suffix == ".json" else yaml.safe_dump(data, allow_unicode=True)
    file = write(f"battle{suffix}", text)
    assert KO.done("battle", file, "--json").data == KO.done("battle", EXAMPLES / "라이더와-세이버.toml", "--json").data


def test_the_languages_may_be_mixed(write: Write) -> None:
    text = (EXAMPLES / "rider-saber.toml").read_text("utf-8")
    for word, other in (("ranks", "능력치"), ("health", "HP"), ("class =", "클래스 ="), ('"saber"', '"세이버"')):
        text = text.replace(word, other)
    assert EN.done("battle", write("mixed.toml", text), "--json").data["dealt"] == {"Sayaka": 5, "Kyoko": 3}


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("name", [name for pair in PAIRS for name in pair] + ["drawn-numbers.json", "숫자-추첨.json"])
@pytest.mark.parametrize("terminal", [KO, EN], ids=["ko", "en"])
def test_it_is_told_within_the_terminal(terminal: Terminal, name: str, columns: int) -> None:
    narrow = Terminal(terminal.language, columns)
    short = narrow.done("battle", EXAMPLES / name).out
    long = narrow.done("battle", EXAMPLES / name, "--working").out
    for line in (*short.splitlines(), *long.splitlines()):
        assert width(line) <= columns, line
    assert "S-10.14" not in short and "S-10.14" in long
    assert "▷" not in short and "{" not in short + long and "None" not in short + long


def test_particles_are_right() -> None:
    said = KO.done("battle", EXAMPLES / "라이더와-세이버.toml").out
    assert "사야카가 공격하고 쿄코가 막습니다" in said
    said = KO.done("battle", EXAMPLES / "rider-saber.toml").out
    assert "Sayaka가 공격하고 Kyoko가 막습니다" in said


# Through whose eyes


def test_who_reads_it_learns_what_is_theirs() -> None:
    file = EXAMPLES / "라이더와-세이버.toml"
    keeper, public, sayaka, kyoko = (
        KO.done("battle", file, "--as", name, "--working").out for name in ("진행자", "공개", "사야카", "쿄코")
    )
    assert "폭풍우의 항해자" in keeper and "폭풍우의 항해자" in sayaka
    assert "폭풍우의 항해자" not in kyoko + public
    assert "성공 확률 34" in sayaka and "성공 확률 34" in kyoko and "성공 확률" not in public
    assert "우세한 쪽은 사야카" in public


@pytest.mark.parametrize("name", ["Hitomi", "sayaka"])
def test_nobody_else_reads_it(name: str) -> None:
    assert EN("battle", EXAMPLES / "rider-saber.toml", "--as", name).status is Exit.WRONG


# A folder of texts


def test_what_is_written_is_said_and_verifies(tmp_path: Path) -> None:
    out = tmp_path / "out"
    ran = EN.done("battle", EXAMPLES / "rider-saber.toml", "--out", out, "--format", "plain", "--format", "bbcode")
    written = {path.name for path in out.iterdir() if path.suffix != ".lock"}
    texts = {f"{name}{suffix}" for name in ("public", "Sayaka", "Kyoko") for suffix in (".txt", ".bbcode.txt")}
    assert texts <= written and "journal.jsonl" in written
    for name in written:
        assert str(out / name) in ran.out
    assert "verifies" in ran.out.splitlines()[-1]
    assert "verify" not in EN.done("journal", "verify", out / "journal.jsonl").err


def test_plain_texts_hold_every_working_in_a_line(tmp_path: Path) -> None:
    KO.done("battle", EXAMPLES / "라이더와-세이버.toml", "--out", tmp_path / "out")
    text = next(path for path in (tmp_path / "out").glob("*.txt") if path.name != "public.txt").read_text("utf-8")
    assert "- 공격 확률 42 = 근력 15 + 마스터의 근력 5 + 민첩의 절반 10 + 기술 ‘폭풍우의 항해자’ 12 (S-10.4)" in text
    assert "- 민첩의 절반 10 = (민첩 15 + 마스터의 민첩 5) ÷ 2 (절반, 소수점 버림) (S-10.6)" in text
    lines = [line for line in text.splitlines() if line.startswith("- ")]
    assert len(lines) == len(set(lines)), "what was said is not said again"


def test_an_earlier_run_is_kept_unless_it_may_go(tmp_path: Path, write: Write) -> None:
    out, file = tmp_path / "out", EXAMPLES / "rider-saber.toml"
    kept = write("out/notes.txt", "mine")
    EN.done("battle", file, "--out", out)
    before = (out / "journal.jsonl").read_bytes()
    assert EN("battle", file, "--out", out).status is Exit.WRONG
    assert (out / "journal.jsonl").read_bytes() == before
    EN.done("battle", file, "--out", out, "--fresh")
    assert kept.read_text("utf-8") == "mine"
    EN.done("battle", file, "--out", tmp_path / "new", "--fresh")


# Chance


@pytest.mark.parametrize("name", ["drawn-numbers.json", "rider-saber.toml", "숫자-추첨.json"])
def test_a_seed_repeats_byte_for_byte(name: str, tmp_path: Path) -> None:
    journals = []
    for place, terminal in enumerate((Terminal(EN.language, seed=1), Terminal(KO.language, seed=2))):
        out = tmp_path / str(place)
        terminal.done("battle", EXAMPLES / name, "--seed", "once", "--out", out)
        journals.append((out / "journal.jsonl").read_bytes())
    assert journals[0] == journals[1]
    assert {entry.at for entry in read(tmp_path / "0/journal.jsonl").entries} <= {NOON, ""}


def test_without_a_seed_or_with_another_it_is_another(tmp_path: Path) -> None:
    terminal = Terminal(EN.language)
    rolls = set()
    for place, seed in enumerate(["a", "b", "", "", ""]):
        terminal.done("battle", EXAMPLES / "drawn-numbers.json", "--seed", seed, "--out", tmp_path / str(place))
        rolls.add((tmp_path / f"{place}/journal.jsonl").read_bytes())
    assert len(rolls) == 5


def draws(journal: Path) -> list[dict[str, Any]]:
    """The draws that a journal carries, as a file may list them."""
    facts: list[Any] = [fact for entry in read(journal).entries for fact in entry.body.get("facts", ())]  # type: ignore[union-attr]
    return [{"what": draw["what"], "value": draw["value"]} for fact in facts for draw in fact["dice"]]


def test_listed_draws_are_taken(tmp_path: Path, write: Write) -> None:
    data = example("drawn-numbers.json")
    EN.done("battle", EXAMPLES / "drawn-numbers.json", "--seed", "once", "--out", tmp_path / "drawn")
    listed = draws(tmp_path / "drawn/journal.jsonl")
    assert len(listed) == 8
    seven = [{"what": each["what"], "value": 7} for each in listed]
    file, out = write("listed.json", {**data, "chance": seven}), tmp_path / "listed"
    ran = EN.done("battle", file, "--working", "--out", out)
    assert "came from the file" in ran.out
    assert not (out / "journal.jsonl").exists(), "no seed bears it out"
    assert EN.done("battle", file, "--json").data["rolls"][0] == 14
    again = EN("battle", file, "--out", tmp_path / "drawn")
    assert again.status is Exit.WRONG and "journal.jsonl" in again.err, "an earlier journal is of other texts"
    EN.done("battle", file, "--out", tmp_path / "drawn", "--fresh")
    assert not (tmp_path / "drawn/journal.jsonl").exists()

    for chance, word in (
        (listed[:-1], listed[-1]["what"]),
        ([*listed, listed[0]], listed[0]["what"]),
        (list(reversed(listed)), listed[0]["what"]),
        ([{**listed[0], "value": 100}, *listed[1:]], listed[0]["what"]),
    ):
        for terminal in (KO, EN):
            ran = terminal("battle", write("wrong.json", {**data, "chance": chance}))
            assert ran.status is Exit.WRONG
            assert word in ran.sentence and "chance" in ran.sentence


def test_a_file_that_is_no_battle(write: Write) -> None:
    for terminal in (KO, EN):
        ran = terminal("battle", write("sheet.json", {"system": "sceneplay", "kind": "sheet", "given": {}}))
        assert ran.status is Exit.WRONG and ran.err.count("- ") == 1


def test_everything_wrong_with_a_battle_is_said_at_once(write: Write) -> None:
    text = (EXAMPLES / "rider-saber.toml").read_text("utf-8")
    text = text.replace('"C+ C C D E"', '"C+ C C D F"').replace("health = 8", "health = 9999")
    text = text.replace('type = "damage"', 'type = "harm"')
    ran = EN("battle", write("wrong.toml", text))
    assert ran.status is Exit.WRONG
    assert len(re.findall(r"^- ", ran.err, re.MULTILINE)) == 4
    assert [each["code"] for each in EN("battle", write("wrong.toml", text), "--json").data["problems"]] == [
        "bad_choice",
        "bad_rank",
        "bad_choice",
        "bad_amount",
    ]
