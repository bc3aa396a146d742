"""The twin suite notices every planted leak: so its silence about a system means something."""

from __future__ import annotations

import pytest

from conformance.twin import leaks

from .leaky import LEAKS, Leaky
from .twins import twins


def test_there_are_enough_leaks() -> None:
    assert len(LEAKS) >= 20


@pytest.mark.parametrize("leaky", LEAKS, ids=lambda leaky: leaky.__name__)
def test_a_planted_leak_is_noticed(leaky: type[Leaky]) -> None:
    pairs = [pair for pair in twins() if pair.row == leaky.row]
    assert any(leak for pair in pairs for leak in leaks(leaky(), pair))
