"""The suite notices every leak that is planted in the house: so its silence about the house means something."""

from __future__ import annotations

import pytest

from conformance.secrets import ROWS, house_leaks, row_leaks
from conformance.subjects import TOY
from toy.visibility import INFORMATION

from .leaky_house import PLANTED, Planted
from .twins import twins


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_planted_leak_of_the_house_is_noticed(planted: Planted) -> None:
    if isinstance(planted.row, str):
        pairs = [pair for pair in twins() if pair.row == planted.row]
        assert any(leak for pair in pairs for leak in row_leaks(planted.house, TOY, pair))
    else:
        seeds = range(TOY.wars)
        assert any(leak for seed in seeds for leak in house_leaks(planted.house, TOY, *planted.row, seed))


def test_every_row_of_the_house_has_a_leak_that_it_shows() -> None:
    rows = {planted.row for planted in PLANTED}
    assert {row for row in rows if isinstance(row, tuple)} == set(ROWS)
    assert {row for row in rows if isinstance(row, str)} <= {row for row, _, _ in INFORMATION}
