"""One report in every format and both languages, kept as files and compared to the letter.

After a change that is meant, write them anew with

    GRAILKEEPER_GOLDENS=write pytest tests/text/test_goldens.py

and read the difference before it is committed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grailkeeper.text import bbcode, board_html, markdown, plain, terminal
from grailkeeper.text.document import Document
from grailkeeper.text.language import Language

from .sample import report

GOLDENS = Path(__file__).parent / "goldens"
RULEBOOK = "https://example.org/rules/chronicle"

FORMATS: dict[str, Callable[[Document], str]] = {
    "txt": plain.render,
    "md": lambda document: markdown.render(document, RULEBOOK),
    "bbcode": lambda document: bbcode.render(document, RULEBOOK),
    "aligned.bbcode": lambda document: bbcode.render(document, tables=bbcode.Tables.ALIGNED),
    "html": lambda document: board_html.render(document, RULEBOOK),
    "terminal.txt": terminal.render,
}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("extension", FORMATS)
def test_golden(extension: str, language: Language) -> None:
    made = FORMATS[extension](report(language))
    golden = GOLDENS / f"{language.value}.{extension}"
    if os.environ.get("GRAILKEEPER_GOLDENS") == "write":
        golden.write_text(made, "utf-8")
    assert made == golden.read_text("utf-8")
