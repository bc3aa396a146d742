"""Posts that nobody writes: whatever is pasted, what reads it grows with its length and no faster."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from grailkeeper.core.form import Field, Form, Many, Number, Record
from grailkeeper.rules.registry import registered
from grailkeeper.text.declaration import read_post
from grailkeeper.text.language import Language
from grailkeeper.text.pasted.cutting import depths, unwrapped
from grailkeeper.text.pasted.shapes import shapes
from grailkeeper.text.words import house_words

NUMBERS = Form("numbers", Record((Field("numbers", Many(Number(0, 99), 5)),)))


@pytest.mark.parametrize(
    "written",
    [
        lambda length: "\n" * length + "숫자",
        lambda length: "숫자: " + "(" * length + ")" * length,
        lambda length: "숫자: a" + "." * length + "b",
        lambda length: "숫자: a" + " ㅋ" * length + "b",
    ],
    ids=["lines", "brackets", "dots", "laughter"],
)
def test_twice_as_long_is_twice_the_work_at_most(written: Callable[[int], str]) -> None:
    assert _calls(written(8_000)) < 2.5 * _calls(written(4_000))


def _calls(text: str) -> int:
    """How many functions are called while a post is read: a count, which is the same on every machine."""
    count = 0

    def called(frame: object, event: str, what: object) -> None:  # noqa: ARG001 - what a profiler is told
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(called)
    try:
        read_post(NUMBERS, text, house_words(Language.KO))
    finally:
        sys.setprofile(None)
    return count


def test_a_tangle_is_given_up_and_said_so() -> None:
    """The count of looks ends it, not a clock: it ends alike on every machine."""
    rules = registered("mirror")
    assert rules is not None
    text = "\n".join(f"가 나 다 라 마 바 사 아 자 차 카 타 파 하 {each}" for each in range(40))
    found = read_post(Form("sheet", rules.cases.sheet), text, house_words(Language.KO))
    assert (found.order, [each.code for each in found.problems]) == (None, ["tangled"])


def test_brackets_are_taken_off_as_often_as_anybody_writes_them() -> None:
    assert unwrapped("((가))") == "가"
    assert unwrapped("(" * 40 + ")" * 40) == "(" * 32 + ")" * 32


def test_what_stands_in_brackets_is_known_in_long_texts_too() -> None:
    assert list(depths("가(나)" + "다" * 600)[:4]) == [0, 1, 1, 0]


@pytest.mark.parametrize("text", ["가", "가 나", "가 3, 나 4", "「가」의 나; 다"])
def test_a_text_is_not_tried_in_the_same_shape_again_and_again(text: str) -> None:
    tried = [repr(shape) for shape in shapes(text, (), house_words(Language.KO)) if shape is not None]
    assert tried and max(map(tried.count, tried)) <= 2
