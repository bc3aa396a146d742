"""`seal` and `verify-seal`: bound before the deadline, checked after it, without any war."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grailkeeper.cli.session import Exit
from grailkeeper.core.seal import holds

from .terminal import EN, EXAMPLES, KO, Terminal, Write

BOTH = pytest.mark.parametrize("terminal", [KO, EN], ids=["ko", "en"])


def sealed(terminal: Terminal, file: Path, opening: Path) -> str:
    """The fingerprint that was printed, as it is posted."""
    ran = terminal.done("seal", file, "--open", opening, "--war", "역 앞의 결투", "--call", "1", "--seat", "사야카")
    assert str(opening) in ran.out
    return ran.out.splitlines()[0].split(": ")[1]


@BOTH
def test_a_seal_and_its_opening(terminal: Terminal, tmp_path: Path) -> None:
    opening = tmp_path / "opening.json"
    fingerprint = sealed(terminal, EXAMPLES / "결투/사야카.toml", opening)
    assert len(fingerprint.replace(" ", "")) == 64
    for posted in ([], [fingerprint], fingerprint.split(), fingerprint.split()[:4]):
        ran = terminal.done("verify-seal", opening, *posted)
        assert "20" in ran.out and "99" in ran.out and "숫자" in ran.out
        assert (fingerprint in ran.out) is (not posted)
    assert holds(json.loads(opening.read_text("utf-8")))


@BOTH
def test_what_does_not_hold(terminal: Terminal, tmp_path: Path, write: Write) -> None:
    opening = tmp_path / "opening.json"
    fingerprint = sealed(terminal, EXAMPLES / "duel/sayaka.toml", opening)
    changed = opening.read_text("utf-8").replace("\n   20,", "\n   21,")
    assert changed != opening.read_text("utf-8")
    assert fingerprint in terminal("verify-seal", write("changed.json", changed)).sentence
    other = sealed(terminal, EXAMPLES / "duel/kyoko.toml", tmp_path / "other.json")
    assert fingerprint in terminal("verify-seal", opening, other).sentence
    assert "16" in terminal("verify-seal", opening, fingerprint[:9]).sentence
    contents: list[object] = [{}, [], {"war": "", "call": "", "seat": "", "leaves": 3, "fingerprint": ""}]
    for content in contents:
        ran = terminal("verify-seal", write("no.json", content))
        assert ran.status is Exit.WRONG and "no.json" in ran.sentence


@BOTH
def test_a_part_is_checked_without_the_rest(terminal: Terminal, tmp_path: Path, write: Write, duel: Path) -> None:
    folder = EXAMPLES / "duel"
    EN.done("declare", duel, "Sayaka", folder / "sayaka.toml")
    EN.done("declare", duel, "Kyoko", folder / "kyoko.toml")
    EN.done("close", duel)
    EN.done("publish", duel)
    EN.done("journal", "export", duel, "--as", "Sayaka", "--out", tmp_path / "heard.jsonl")
    told = [json.loads(line)["told"] for line in (tmp_path / "heard.jsonl").read_bytes().splitlines()]
    openings = [each["opening"] for each in told if "opening" in each]
    ran = terminal.done("verify-seal", write("part.json", openings[0]))
    assert "15" in ran.out
    assert openings[0]["fingerprint"][:4] in ran.out


def test_an_opening_is_never_written_over(tmp_path: Path) -> None:
    opening = tmp_path / "opening.json"
    sealed(EN, EXAMPLES / "duel/sayaka.toml", opening)
    before = opening.read_bytes()
    assert EN("seal", EXAMPLES / "duel/kyoko.toml", "--open", opening).status is Exit.WRONG
    assert opening.read_bytes() == before


def test_any_text_can_be_sealed(tmp_path: Path, write: Write) -> None:
    file = write("선언.txt", "첫 턴에 강타\n둘째 턴에 반격\n")
    opening = tmp_path / "opening.json"
    EN.done("seal", file, "--open", opening)
    assert "2: 둘째 턴에 반격" in EN.done("verify-seal", opening).out


def test_the_same_text_in_another_spelling_of_hangul(tmp_path: Path, write: Write) -> None:
    """Composed or not, it is the same declaration: under the same salts it has the same fingerprint."""
    prints = [
        sealed(Terminal(EN.language, seed=5), write(f"{place}.json", {key: key}), tmp_path / f"{place}.opening.json")
        for place, key in enumerate(["\uac00", "\u1100\u1161"])
    ]
    assert prints[0] == prints[1]


@BOTH
@pytest.mark.parametrize("value", ["1.5", "2026-11-30", "1" + "0" * 20, "{'': 1}"])
def test_what_cannot_be_sealed(terminal: Terminal, value: str, tmp_path: Path, write: Write) -> None:
    ran = terminal("seal", write("odd.yaml", f"rows: [1, {value}]"), "--open", tmp_path / "opening.json")
    assert ran.status is Exit.WRONG and "rows.2" in ran.sentence
    assert not (tmp_path / "opening.json").exists()
