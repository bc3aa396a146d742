"""Forms: everything that is wrong is said at once, and what was read once reads the same again."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.canon import Data, canon
from grailkeeper.core.codec import encode
from grailkeeper.core.form import (
    ByKey,
    Choice,
    Fault,
    Field,
    Flag,
    Kind,
    Many,
    Number,
    OneOf,
    RankText,
    Record,
    Row,
    Text,
    read,
)

from .data import junk

WORDS = {"숫자": "number", "목표": "target", "근력": "strength", "내구": "endurance", "예": "yes", "아처": "archer"}


def identify(word: str, among: Collection[str]) -> str | None:
    meant = WORDS.get(word, word)
    return meant if meant in among else None


HAND = Record(
    (
        Field("number", Number(1, 6, Fault("bad_number", "T-1")), "T-1", required=True),
        Field("target", Choice(("saber", "archer"), Fault("bad_target", "T-2")), "T-2"),
        Field("rank", RankText(Fault("bad_rank", "T-3")), "T-3", nullable=True),
        Field("spread", Row(("strength", "endurance"), Number(0, 9, Fault("bad_spread", "T-4")), "/"), "T-4"),
        Field("secret", Flag(Fault("bad_secret", "T-5")), "T-5"),
        Field("cards", Many(Number(0, 9), 3), "T-6"),
    )
)

kinds: st.SearchStrategy[Kind] = st.recursive(
    st.one_of(
        st.tuples(st.integers(-5, 5), st.integers(0, 200)).map(lambda pair: Number(pair[0], pair[0] + pair[1])),
        st.just(Choice(("saber", "archer"), names={"saber": "세이버"})),
        st.sampled_from((Flag(), Text(), RankText())),
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.integers(0, 4), st.booleans()).map(lambda parts: Many(*parts)),
        st.tuples(inner, st.booleans()).map(lambda parts: Row(("left", "right"), parts[0], "/", parts[1])),
        inner.map(lambda of: ByKey(Choice(("a", "b")), of)),
        st.lists(inner, min_size=1, max_size=2).map(lambda kinds: OneOf(tuple(kinds))),
        st.tuples(inner, inner, st.booleans(), st.booleans()).map(
            lambda parts: Record(
                (Field("first", parts[0], "T-1", parts[2]), Field("other", parts[1], "", parts[3], True))
            )
        ),
    ),
    max_leaves=5,
)


def test_five_mistakes_are_five_problems() -> None:
    wrong = {"number": 7, "target": "rider", "rank": "F", "spread": "1/2/3", "secret": "perhaps"}
    _, problems = read(HAND, wrong)
    assert [(problem.code, problem.clause, problem.culprit) for problem in problems] == [
        ("bad_number", "T-1", "number"),
        ("bad_target", "T-2", "target"),
        ("bad_rank", "T-3", "rank"),
        ("bad_row", "", "spread"),
        ("bad_secret", "T-5", "secret"),
    ]
    assert [problem.values["accepted"] for problem in problems[:2]] == ["1..6", "saber, archer"]


def test_mistakes_deep_inside_and_missing_and_unknown_fields_are_all_named() -> None:
    _, problems = read(HAND, {"cards": [1, "x", 11], "spread": [1, 10], "nmber": 3})
    assert {(problem.code, problem.culprit) for problem in problems} == {
        ("bad_number", "cards.2"),
        ("bad_number", "cards.3"),
        ("bad_spread", "spread.endurance"),
        ("unknown_field", "nmber"),
        ("missing_field", "number"),
    }


def test_people_write_in_their_own_words() -> None:
    order = {"숫자": " 5 ", "목표": "아처", "spread": {"근력": 1, "내구": "2"}, "secret": "예", "rank": "b+"}
    assert read(HAND, order, identify) == (
        {"number": 5, "target": "archer", "spread": [1, 2], "secret": True, "rank": "B+"},
        (),
    )


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (HAND, {"number": 1, "숫자": 2}),
        (Row(("strength", "endurance"), Number(0, 9), "/"), {"strength": 1, "근력": 2, "endurance": 3}),
        (ByKey(Choice(("archer", "saber")), Number(0, 9)), {"archer": 1, "아처": 2}),
        (ByKey(Number(0, 9), Number(0, 9)), {"1": 1, 1: 2}),
    ],
)
def test_what_is_given_twice_is_refused(kind: Kind, value: Any) -> None:
    assert read(kind, value, identify)[1]


@pytest.mark.parametrize("value", ["+-5", "--5", "9" * 5000, "²", "5.0", 5.0, True, None, "", [5]])
def test_what_is_no_number_is_a_problem(value: object) -> None:
    assert [problem.code for problem in read(Number(0, 9), value)[1]] == ["bad_number"]


def test_a_number_longer_than_python_writes_is_a_problem_too() -> None:
    for value, said in ((10**5000, "…"), ([10**5000], "[…]"), ({10**5000: 1}, "{…: 1}")):
        assert [problem.values["given"] for problem in read(Number(0, 9), value)[1]] == [said]


def test_a_lone_surrogate_is_no_text() -> None:
    assert [problem.code for problem in read(Text(), "a\ud800")[1]] == ["bad_text"]


def test_a_field_may_be_empty_only_where_the_form_says_so() -> None:
    assert read(HAND, {"number": 1, "rank": None}) == ({"number": 1, "rank": None}, ())
    assert read(HAND, {"number": None})[1]
    assert read(Many(Number(0, 9), gaps=True), [1, None]) == ([1, None], ())
    assert read(Many(Number(0, 9)), [1, None])[1]


def test_one_value_stands_for_a_row_only_where_the_form_says_so() -> None:
    assert read(Row(("left", "right"), Number(0, 9), "/", alone=True), "7") == ([7, 7], ())
    assert read(Row(("left", "right"), Number(0, 9), "/", alone=True), 7) == ([7, 7], ())
    assert read(Row(("left", "right"), Number(0, 9), "/"), "7")[1]


def test_the_last_of_several_kinds_says_what_is_wrong() -> None:
    kind = OneOf((Number(0, 9), Choice(("all",), Fault("bad_amount", "T-7"))))
    assert read(kind, "all") == ("all", ())
    assert [problem.code for problem in read(kind, "some")[1]] == ["bad_amount"]


@given(kinds, st.integers(0, 10**6))
def test_a_sample_is_read_and_reads_the_same_again(kind: Kind, seed: int) -> None:
    sample = kind.sample(random.Random(seed).randrange)
    order, problems = read(kind, sample)
    assert not problems
    canon(order)
    assert read(kind, order) == (order, ())


@given(kinds, junk)
def test_whatever_is_written_is_understood_or_refused(kind: Kind, value: object) -> None:
    """Never an exception; what is taken has a canonical form and reads the same again, and so has every problem."""
    order: Data
    order, problems = read(kind, value, identify)
    canon(encode(problems))
    if not problems:
        canon(order)
        assert read(kind, order, identify) == (order, ())


@given(kinds)
def test_what_is_accepted_can_be_said(kind: Kind) -> None:
    assert isinstance(kind.accepted(), str)
