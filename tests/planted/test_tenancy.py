"""A rule system is one folder and one line: the toy moves into a copy of the house, plays, and moves out again."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

import grailkeeper
import toy

HOUSE = Path(grailkeeper.__file__).parent
TOY = Path(toy.__file__).parent
LAST = '    "sceneplay",\n'
LINE = '    "toy",\n'

SEATS = [{"team": team, "coins": 3, "charms": 1} for team in ("red", "blue")]
TAKE = [{"call": "0/gathering", "seat": seat, "order": {"act": "take"}} for seat in ("s1", "s2")]
HANDS = {"s1": {"number": 5, "charms": 0, "aim": "strike", "note": "-"}}
CASE = {
    "id": "T-E1",
    "system": "toy",
    "title": "five beats silence",
    "clauses": ["T-4.3", "T-5.2"],
    "kind": "scene",
    "options": {"fate": "none"},
    "given": {"seats": SEATS},
    "declared": {
        "floor": TAKE,
        "sealed": [{"call": "1/1/hand", "seat": seat, "order": order} for seat, order in HANDS.items()],
    },
    "chance": [{"what": "die", "value": 2}, {"what": "die", "value": 3}],
    "expect": {"scores": {"s1": 2, "s2": -1}},
}


def _prints(folder: Path) -> dict[str, str]:
    """What a folder holds, by path: that nothing else has changed can be seen from it."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in files}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package in which the toy lives."""
    root = tmp_path_factory.mktemp("house")
    shutil.copytree(HOUSE, root / "grailkeeper", ignore=shutil.ignore_patterns("__pycache__"))
    move_in(root)
    return root


def move_in(root: Path) -> None:
    rules = root / "grailkeeper" / "rules"
    shutil.copytree(TOY, rules / "toy", ignore=shutil.ignore_patterns("__pycache__"))
    registry = rules / "registry.py"
    text = registry.read_text("utf-8")
    assert text.count(LAST) == 1
    registry.write_text(text.replace(LAST, LAST + LINE), "utf-8")


def move_out(root: Path) -> None:
    rules = root / "grailkeeper" / "rules"
    shutil.rmtree(rules / "toy")
    registry = rules / "registry.py"
    registry.write_text(registry.read_text("utf-8").replace(LINE, ""), "utf-8")


def run(house: Path, *words: str | Path) -> str:
    """What the command line of that house says; it must come to a good end."""
    command = [sys.executable, "-m", "grailkeeper", *map(str, words)]
    env = {"PYTHONPATH": str(house), "LANG": "C.UTF-8", "COLUMNS": "100"}
    ran = subprocess.run(command, check=False, cwd=house, env=env, capture_output=True)
    assert ran.returncode == 0, ran.stderr.decode()
    return ran.stdout.decode()


def test_it_is_among_the_systems_and_its_rules_are_read(house: Path) -> None:
    assert "toy" in run(house, "systems")
    assert "charm" in run(house, "rulebook", "toy", "T-4.2")
    assert "places" in run(house, "rulebook", "toy")


def test_its_cases_pass(house: Path, tmp_path: Path) -> None:
    (tmp_path / "case.json").write_text(json.dumps(CASE), "utf-8")
    run(house, "case", tmp_path / "case.json")


@pytest.mark.parametrize("language", ["ko", "en"])
def test_its_wars_are_played_and_told(house: Path, tmp_path: Path, language: str) -> None:
    out = tmp_path / "out"
    told = run(
        house, "--lang", language, "war", "toy", "--teams", "4", "--seed", "1", "--agents", "random", "--out", out
    )
    assert told
    journal = next(out.glob("*.jsonl"))
    run(house, "journal", "verify", journal)
    story = (out / "story.html").read_text("utf-8")
    assert "[fact." not in story and "[call." not in story


def test_it_leaves_no_trace(tmp_path: Path) -> None:
    shutil.copytree(HOUSE, tmp_path / "grailkeeper", ignore=shutil.ignore_patterns("__pycache__"))
    before = _prints(tmp_path)
    move_in(tmp_path)
    changed = {path for path, mark in _prints(tmp_path).items() if before.get(path) != mark}
    elsewhere = {path for path in changed if not path.startswith("grailkeeper/rules/toy/")}
    assert elsewhere == {"grailkeeper/rules/registry.py"}
    move_out(tmp_path)
    assert _prints(tmp_path) == before
