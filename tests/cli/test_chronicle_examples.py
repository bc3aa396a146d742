"""The examples of chronicle, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from .terminal import EN, EXAMPLES, KO, Terminal

BATTLES = (("two-against-two.toml", "둘과-둘.toml"), ("lancer-archer.toml", "랜서와-아처.toml"))
BOTH = pytest.mark.parametrize("terminal", [KO, EN], ids=["ko", "en"])


def numbers(data: Any) -> Any:
    """What an outcome comes to, whatever things are called."""
    if isinstance(data, dict):
        return [numbers(value) for value in data.values()]
    if isinstance(data, list):
        return [numbers(each) for each in data]
    return data if isinstance(data, int) else None


@BOTH
@pytest.mark.parametrize("names", BATTLES, ids=lambda names: names[0])
def test_a_battle_comes_to_the_same_in_either_language(terminal: Terminal, names: tuple[str, str]) -> None:
    one, other = (terminal.done("battle", EXAMPLES / name, "--json").data for name in names)
    assert numbers(one) == numbers(other)


@BOTH
def test_ten_judgments_of_two_against_two(terminal: Terminal) -> None:
    """Each lays ten cards; the sides go by what they are called, also when it is over."""
    found = terminal.done("battle", EXAMPLES / "two-against-two.toml", "--json").data
    assert found["winner"] == "Sayaka"
    assert sum(found["people"]["Saber"]["losses"]) == 4 + 8  # eight were healed in between
    shown = terminal.done("battle", EXAMPLES / "two-against-two.toml", "--working").out
    assert "s1" not in shown and "Sayaka" in shown
