"""Wars go as they went when they were written down, and facts are kept as they were."""

from __future__ import annotations

import pytest

from .pinned import names, pin, pins

PINS = pins()


def test_every_war_is_written_down() -> None:
    assert list(PINS) == names()


@pytest.mark.parametrize("name", PINS)
def test_a_war_goes_as_it_did(name: str) -> None:
    assert pin(name) == PINS[name], "if that is meant, the system has a new version: raise it, then `make pins`"
