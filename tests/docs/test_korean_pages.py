"""A page that is there in Korean too says the same: its programs sign for sign, its tables row for row."""

from __future__ import annotations

import re

import pytest

from .pages import DOCS, programs

BOTH = sorted(page.name for page in DOCS.glob("*.md") if (DOCS / f"{page.stem}.ko.md").exists())


def keys(page: str) -> list[str]:
    """What the rows of the page's tables are about, where that is a word of the program."""
    return re.findall(r"^\| (`[a-z0-9]+`) \|", (DOCS / page).read_text("utf-8"), re.MULTILINE)


def korean(page: str) -> str:
    return f"{page.removesuffix('.md')}.ko.md"


def test_what_a_keeper_reads_is_there_in_korean() -> None:
    assert {"beside-your-board.md", "journal.md", "secrecy.md"} <= set(BOTH)


@pytest.mark.parametrize("page", BOTH)
def test_each_page_leads_to_the_other(page: str) -> None:
    assert (DOCS / page).read_text("utf-8").startswith(f"[한국어]({korean(page)})\n")
    assert (DOCS / korean(page)).read_text("utf-8").startswith(f"[English]({page})\n")


@pytest.mark.parametrize("page", BOTH)
def test_both_have_the_same_programs_and_rows(page: str) -> None:
    assert programs(page) == programs(korean(page))
    assert keys(page) == keys(korean(page))


@pytest.mark.parametrize("page", BOTH)
def test_both_have_the_same_headings(page: str) -> None:
    depths = [
        [len(marks) for marks in re.findall(r"^(#+) ", (DOCS / name).read_text("utf-8"), re.MULTILINE)]
        for name in (page, korean(page))
    ]
    assert depths[0] == depths[1]
