"""Case files whose parts are of another shape than any case has are refused in sentences, by every system."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.cli.session import Exit

from .terminal import EN, KO, writer

CASES = Path(__file__).parents[1] / "cases"


def case(name: str, **parts: Any) -> dict[str, Any]:
    """A conformance case without what it expects, some of its parts changed."""
    data: dict[str, Any] = json.loads(next(CASES.rglob(f"{name}*.json")).read_text("utf-8"))
    data.pop("expect")
    for path, value in parts.items():
        *folders, last = path.split("__")
        inner = data
        for folder in folders:
            inner = inner.setdefault(folder, {})
        inner[last] = value
    return data


ODD = {
    "teams that are a number": ("scene", case("S-T042", given__teams=7)),
    "teams of a battle that are a number": ("battle", case("S-T019", given__teams=7)),
    "sheets of one battle of many that are a number": ("battle", case("S-T018", declared__battles=[3, {}, {}])),
    "a preparation that is a word": (
        "scene",
        case("S-T049", declared__orders=[{"team": "Sayaka", "apply": "master", "prepare": "x"}]),
    ),
    "a preparation with a field that is none": (
        "scene",
        case("S-T049", declared__orders=[{"team": "Sayaka", "apply": "master", "prepare": {"x": 1}}]),
    ),
    "a gift that is no row": (
        "scene",
        case("S-T049", declared__orders=[{"team": "Sayaka", "apply": "master", "prepare": {"gifts": [3]}}]),
    ),
    "servants that are a word": ("battle", case("M-P033", given__servants="x")),
    "a servant that is a number": ("battle", case("M-P033", given__servants__A=3)),
    "a field of a battle that is none": ("battle", case("M-P033", given__x=3)),
    "a field of a set that is none": ("battle", case("M-P033", declared__x=3)),
    "a turn that is a number": ("battle", case("M-P033", declared__turn1=3)),
    "sets that are a number": ("battle", case("M-P033", declared__sets=3)),
    "a start that is a number": ("battle", case("M-P033", declared__start={"A": 3})),
    "teams of the mirror land that are a word": ("scene", case("M-P057", given__teams="x")),
    "a territory that is a word": ("scene", case("M-P057", given__teams__A__territory="x")),
    "known bases that are a list": ("scene", case("M-P057", given__teams__A__known_bases=["x"])),
    "a region that is a list": ("scene", case("M-P057", declared__A__region=["x"])),
    "information about nobody": ("scene", case("M-P057", given__information={"A": {"X": {"level": 1}}})),
    "an order that is a number": ("scene", case("C-T099", declared__Kirei=3)),
}


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("command", ["play", "check"])
def test_a_case_of_another_shape_is_refused(tmp_path: Path, name: str, command: str) -> None:
    kind, data = ODD[name]
    file = writer(tmp_path)("odd.json", data)
    for terminal in (EN, KO):
        ran = terminal(kind if command == "play" else "check", file)
        assert ran.status in (Exit.DONE, Exit.WRONG), ran
        assert ran.status is Exit.DONE or ran.err


BOARD = {"board": ["S - - - -", *["- - - - -"] * 4]}


@pytest.mark.parametrize(("skills", "said"), [([3], "unknown"), ("Charisma", "list"), ([{"x": 1}], "unknown")])
def test_a_declaration_of_bingo_with_odd_skills_is_told_which_there_are(
    tmp_path: Path, skills: object, said: str
) -> None:
    write = writer(tmp_path)
    setup = {
        "system": "bingo",
        "extent": "battle",
        "teams": [
            {"key": key, "name": key, "servant": {"class": "saber", "skills": [{"name": "Charisma", "rank": "B"}]}}
            for key in ("a", "b")
        ],
    }
    EN.done("new", tmp_path / "war.jsonl", write("setup.json", setup))
    ran = EN("declare", tmp_path / "war.jsonl", "a", write("order.json", {**BOARD, "skills": skills}))
    assert ran.status is Exit.WRONG
    assert "Charisma" in ran.err
    assert ("has no skill" if said == "unknown" else "Write a list: Charisma") in ran.err, ran.err


@pytest.mark.parametrize("system", ["sceneplay", "mirror"])
@pytest.mark.parametrize("key", ["김(金)", "9", "../x"])
def test_a_team_is_told_what_its_key_may_be(tmp_path: Path, system: str, key: str) -> None:
    file = writer(tmp_path)("war.json", {"system": system, "teams": {key: {"name": key}}})
    ran = EN("new", tmp_path / "war.jsonl", file)
    assert ran.status is Exit.WRONG
    assert f"“{key}” cannot be the key of a team. A key begins with a Latin letter" in " ".join(ran.err.split())


def test_a_number_of_a_setup_is_told_its_own_bounds(tmp_path: Path) -> None:
    file = writer(tmp_path)("war.json", {"system": "sceneplay", "teams": {"a": {}}, "war": {"scenes": "many"}})
    assert "1 to 9999" in EN("new", tmp_path / "war.jsonl", file).err


@pytest.mark.parametrize("names", [("Sayaka", "Sayaka"), ("가", "가"), ("Sayaka", "sayaka ")])
def test_two_teams_of_one_name_are_refused(tmp_path: Path, names: tuple[str, str]) -> None:
    teams = {f"t{place}": {"name": name} for place, name in enumerate(names)}
    file = writer(tmp_path)("war.json", {"system": "sceneplay", "as_they_are": True, "teams": teams})
    ran = EN("new", tmp_path / "war.jsonl", file)
    assert ran.status is Exit.WRONG
    assert f"Another team is called “{names[1].strip()}” too" in ran.err
    assert not (tmp_path / "war.jsonl").exists()
