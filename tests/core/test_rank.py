from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.rank import Letter, Rank, rank

ranks = st.builds(Rank, st.sampled_from(Letter), st.integers(0, 3))


@given(ranks)
def test_a_rank_is_read_as_it_is_written(written: Rank) -> None:
    assert rank(str(written)) == written
    assert rank(f" {str(written).lower()} ") == written


@given(ranks, ranks)
def test_the_letter_decides_before_the_plus(one: Rank, other: Rank) -> None:
    assert (one < other) == ((one.number, one.plus) < (other.number, other.plus))


@pytest.mark.parametrize("text", ["", "F", "EX++++", "A-", "+", "A +", "AB", "E X", "Ａ", "A\n+"])
def test_what_is_no_rank_is_none(text: str) -> None:
    assert rank(text) is None
