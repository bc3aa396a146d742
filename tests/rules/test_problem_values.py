"""Every problem that is told by its code brings what its sentence needs; otherwise saying it is a fault of ours."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import grailkeeper
from grailkeeper.rules.registry import NAMES

HOUSE = Path(grailkeeper.__file__).parent
MAKERS = {"malformed", "illegal", "suspicious", "failed"}


def sentences(file: Path) -> dict[str, str]:
    return {code: str(said) for code, said in tomllib.loads(file.read_text("utf-8")).get("problem", {}).items()}


def places(sentence: str) -> set[str]:
    return {re.split(r"[|:.]", found)[0] for found in re.findall(r"\{([a-z_][^{}]*)\}", sentence)} - {"culprit"}


def made(folder: Path) -> Iterator[tuple[str, str, set[str]]]:
    """Where problems are made, with their code and the values that they bring."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS):
                continue
            names = [keyword.arg for keyword in node.keywords]
            if node.args and isinstance(node.args[0], ast.Constant) and None not in names:
                where = f"{file.relative_to(HOUSE)}:{node.lineno}"
                yield where, str(node.args[0].value), {name for name in names if name is not None}


@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("system", NAMES)
def test_a_problem_brings_what_its_sentence_needs(system: str, language: str) -> None:
    house = sentences(HOUSE / "text" / "words" / f"{language}.toml")
    own = {**house, **sentences(HOUSE / "rules" / system / f"words.{language}.toml")}
    found = [
        (where, code, places(own[code]) - values)
        for where, code, values in made(HOUSE / "rules" / system)
        if code in own and places(own[code]) - values
    ]
    assert not found
