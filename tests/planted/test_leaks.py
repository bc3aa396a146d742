"""The twin suite notices every planted leak: so its silence about a system means something."""

from __future__ import annotations

import pytest

from conformance.planted import noticed

from .leaky import Leaky
from .twins import twins


def test_there_are_enough_leaks() -> None:
    assert len(Leaky.planted) >= 20


@pytest.mark.parametrize("leaky", Leaky.planted, ids=lambda leaky: leaky.__name__)
def test_a_planted_leak_is_noticed(leaky: type[Leaky]) -> None:
    assert noticed(leaky, twins())
