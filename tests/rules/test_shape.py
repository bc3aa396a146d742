"""The folders of the rule systems have one shape, and every file is short enough to be read in one go."""

from __future__ import annotations

from pathlib import Path

import pytest

import grailkeeper
from grailkeeper.rules.registry import NAMES

HOUSE = Path(grailkeeper.__file__).parent

SHAPE = frozenset(
    {
        "__init__.py",
        "apply.py",
        "battle/__init__.py",
        "battle/check.py",
        "battle/course.py",
        "battlecase.py",
        "casefile.py",
        "creation.py",
        "derived.py",
        "formulas.py",
        "options.py",
        "orders.py",
        "people.py",
        "rulebook.en.md",
        "rulebook.ko.md",
        "scene/__init__.py",
        "scenecase.py",
        "setup.py",
        "sheet.py",
        "state.py",
        "system.py",
        "tables.py",
        "visibility.py",
        "words.en.toml",
        "words.ko.toml",
    }
)
"""What every system's folder holds; facts are a file or, where there are many, a folder."""

LONGEST = 500


@pytest.mark.parametrize("system", NAMES)
def test_a_folder_has_the_shape_that_all_have(system: str) -> None:
    folder = HOUSE / "rules" / system
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert SHAPE - there == set()
    assert there & {"facts.py", "facts/__init__.py"}


def test_no_file_is_too_long() -> None:
    lengths = {path.relative_to(HOUSE).as_posix(): path.read_text("utf-8").count("\n") for path in HOUSE.rglob("*.py")}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}
