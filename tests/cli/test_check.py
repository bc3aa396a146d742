"""`check`, `case`, `systems`, `rulebook`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.cli.session import Exit
from grailkeeper.rules import registry

from .terminal import EN, EXAMPLES, KO, Terminal, Write

CASES = Path(__file__).parents[1] / "cases" / "sceneplay"
BOTH = pytest.mark.parametrize("terminal", [KO, EN], ids=["ko", "en"])


def case(name: str) -> Any:
    (path,) = CASES.glob(f"{name}-*.json")
    return json.loads(path.read_text("utf-8"))


# Sheets


@BOTH
def test_a_sheet_that_is_right(terminal: Terminal) -> None:
    one, other = (terminal.done("check", EXAMPLES / name) for name in ("sheet.toml", "시트.toml"))
    assert one.out.splitlines()[1:] == other.out.splitlines()[1:]
    assert one.err == other.err
    assert ("공격: 30" if terminal is KO else "attack: 30") in one.out


def test_what_a_sheet_comes_to_is_what_the_case_expects() -> None:
    found = EN.done("check", EXAMPLES / "sheet.toml", "--json").data
    assert case("S-T003")["expect"].items() <= found.items()
    assert found == KO.done("check", EXAMPLES / "시트.toml", "--json").data


@BOTH
def test_five_mistakes_are_five_problems(terminal: Terminal) -> None:
    for name in ("sheet-with-mistakes.toml", "틀린-시트.toml"):
        ran = terminal("check", EXAMPLES / name)
        assert ran.status is Exit.WRONG
        said = [line for line in ran.err.splitlines() if line.startswith("- ")]
        assert len(said) == 5 and all("(S-" in line for line in said)


@BOTH
def test_points_left_over_are_asked_about(terminal: Terminal, write: Write) -> None:
    text = (EXAMPLES / "sheet.toml").read_text("utf-8").replace('  { name = "Pirate\'s Honour", rank = "B" },\n', "")
    ran = terminal.done("check", write("sheet.toml", text))
    assert "S-R13" in ran.err and "S-R13" not in ran.out
    assert terminal.done("check", EXAMPLES / "sheet.toml").err == ""


def test_a_case_is_checked_as_it_is(write: Write) -> None:
    file = write("case.json", case("S-T003"))
    assert EN.done("check", file, "--json").data["legal"] is True
    assert "can be played" in EN.done("check", write("battle.json", case("S-T008"))).out
    assert EN.done("check", write("battle.json", case("S-T008")), "--json").data == {"playable": True}
    assert EN("check", write("other.json", {**case("S-T003"), "kind": "dance"})).status is Exit.WRONG


@BOTH
def test_switches_are_checked_too(terminal: Terminal, write: Write) -> None:
    text = (EXAMPLES / "sheet.toml").read_text("utf-8")
    file = write("sheet.toml", text.replace("[master]", "[options]\nluck = 3\nchance_cap = 101\n[master]"))
    ran = terminal("check", file)
    assert ran.status is Exit.WRONG and "chance_cap" in ran.err and "luck" in ran.err


# Cases


@BOTH
def test_cases_are_run_and_counted(terminal: Terminal, write: Write, tmp_path: Path) -> None:
    good, other = case("S-T003"), case("S-T004")
    wrong = {**good, "id": "wrong", "expect": {**good["expect"], "attack": 31}}
    over = {**good, "id": "over", "options": {"house_rule": 1}}
    write("cases/a.json", good)
    write("cases/deep/b.json", other)
    ran = terminal.done("case", tmp_path / "cases")
    assert ran.out.count("\n") == 0 and "2" in ran.out
    write("cases/c.json", wrong)
    write("cases/d.json", over)
    write("cases/e.yaml", "a: [")
    write("cases/f.json", {"system": "chess", "kind": "battle"})
    ran = terminal("case", tmp_path / "cases", tmp_path / "cases/a.json")
    assert ran.status is Exit.WRONG
    assert "attack" in ran.out and "31" in ran.out and "30" in ran.out
    assert "house_rule" in ran.out
    assert "e.yaml" in ran.err and "chess" in ran.err
    assert [int(word) for word in ran.out.splitlines()[-1].replace(",", " ").split() if word.isdigit()] == [3, 3, 1]


@BOTH
def test_no_cases_is_no_success(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal("case", tmp_path).status is Exit.UNREADABLE
    assert terminal("case", tmp_path / "missing.json").status is Exit.WRONG


def test_a_battle_in_korean_is_a_case_too(write: Write) -> None:
    text = (EXAMPLES / "라이더와-세이버.toml").read_text("utf-8") + '\n[기대.dealt]\n"사야카" = 5\n"쿄코" = 3\n'
    EN.done("case", write("case.toml", text))
    assert EN("case", write("case.toml", text.replace('"쿄코" = 3', '"쿄코" = 4'))).status is Exit.WRONG


# Books


@BOTH
def test_every_system_is_listed_with_its_rulebook(terminal: Terminal) -> None:
    listed = terminal.done("systems").out
    for each in registry.SYSTEMS:
        assert each.system.name in listed
        terminal.done("rulebook", each.system.name)


@BOTH
def test_a_clause_is_shown_alone(terminal: Terminal) -> None:
    shown = terminal.done("rulebook", "sceneplay", "s-10.14").out
    assert "S-10.14" in shown and shown.count("S-1") < 20


def test_a_system_goes_by_its_name_in_either_language() -> None:
    assert EN.done("rulebook", "씬 플레이", "S-1.1").out == EN.done("rulebook", "sceneplay", "S-1.1").out
