"""What was opened of a declaration, said in a post."""

from __future__ import annotations

from typing import Any

import pytest

from grailkeeper.core.fact import FactTable
from grailkeeper.text import plain
from grailkeeper.text.document import Document
from grailkeeper.text.language import Language
from grailkeeper.text.post import told_blocks
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words


def opened(*leaves: tuple[list[str | int], Any]) -> list[str]:
    """The lines of an opening of these leaves."""
    prose = Prose(load_words("grailkeeper.rules.chronicle", Language.KO), {})
    shut = [[["t", *path], value, "00"] for path, value in leaves]
    body = {"opening": {"seat": "t", "fingerprint": "0" * 64, "leaves": shut}}
    text = plain.render(Document(Language.KO, "", told_blocks(prose, FactTable(()), body)))
    return [line.strip().removeprefix("- ") for line in text.splitlines() if line.strip().startswith("- ")]


@pytest.mark.parametrize(
    ("leaves", "lines"),
    [
        ([(["cards", 0, 0, "card"], "rush"), (["cards", 1, 0, "card"], "strike")], ["패 1: 맹공", "패 2: 강타"]),
        ([(["cards", 0, 0, "card"], "rush"), (["cards", 0, 1, "card"], "strike")], ["패 1 1: 맹공", "패 1 2: 강타"]),
        ([(["cards", 2, 1, "card"], "rush")], ["패 3 2: 맹공"]),
        ([(["cards", 0, 0, "plus"], 2)], ["패 1 플러스: 2"]),
        ([(["tarot", 0], 5)], ["tarot 1: 5"]),
    ],
)
def test_a_part_is_called_by_no_more_than_tells_it_from_others(leaves: list[Any], lines: list[str]) -> None:
    assert opened(*leaves) == lines
