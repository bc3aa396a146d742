"""Pasted posts of which only some lines are understood: what is kept, what is named, and where it ends."""

from __future__ import annotations

import pytest

from grailkeeper.core.form import Choice, Field, Form, Number, Record, Text
from grailkeeper.text import sifted as module
from grailkeeper.text.language import Language
from grailkeeper.text.sifted import LONGEST, MOST_LINES, sifted
from grailkeeper.text.words import house_words

WORDS = house_words(Language.KO)
FORM = Form(
    "test",
    Record(
        (
            Field("rank", Choice(("A", "B"))),
            Field("strength", Number(0, 9)),
            Field("endurance", Number(0, 9)),
            Field("magic", Number(0, 9)),
            Field("luck", Number(0, 9)),
            Field("note", Text(40)),
        )
    ),
)


def test_what_is_understood_is_kept_and_the_rest_is_named() -> None:
    found = sifted(FORM, "근력: 3\n행운: 쎔\n안녕하세요", WORDS)
    assert found is not None
    assert (found.order, found.unread) == ({"strength": 3}, ("행운: 쎔", "안녕하세요"))


def test_of_two_lines_that_say_the_same_field_the_first_counts() -> None:
    found = sifted(FORM, "근력: 3\n근력: 4", WORDS)
    assert found is not None
    assert (found.order, found.unread) == ({"strength": 3}, ("근력: 4",))


def test_where_nothing_is_understood_nothing_is_kept() -> None:
    assert sifted(FORM, "행운: 쎔", WORDS) is None


@pytest.mark.parametrize(
    "text", ["근력: 3\n" + "가\n" * MOST_LINES, "근력: 3\n" + "가" * LONGEST], ids=["lines", "long"]
)
def test_a_long_post_is_not_sifted(text: str) -> None:
    assert sifted(FORM, text, WORDS) is None


def test_only_so_many_lines_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n".join(["근력: 3", "행운: 쎔", "마력: 약", "내구: 강"])
    assert sifted(FORM, text, WORDS) is not None
    monkeypatch.setattr(module, "MOST_TRIES", 2)
    assert sifted(FORM, text, WORDS) is None
