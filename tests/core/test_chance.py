from __future__ import annotations

import hashlib
import hmac
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.chance import ChanceError, Draw, Fixed, FixedChance, Seeded, SeededChance

SEED = b"a seed that is opened at the war's end"


NORMAL = st.text(max_size=5).map(lambda text: unicodedata.normalize("NFC", text))


@given(NORMAL, st.integers(1, 10**6), st.integers(0, 3), st.lists(NORMAL, max_size=3))
def test_everybody_can_recompute_a_draw(what: str, sides: int, rewinds: int, fingerprints: list[str]) -> None:
    chance = SeededChance(SEED, "1/hand", rewinds, fingerprints)
    for ordinal in range(3):
        address = json.dumps(
            ["1/hand", what, ordinal, rewinds, fingerprints], ensure_ascii=False, separators=(",", ":")
        )
        value = int(hmac.new(SEED, address.encode(), hashlib.sha256).hexdigest(), 16)
        assert chance.draw(what, sides) == Draw(what, sides, value % sides)


def drawn(chance: SeededChance) -> int:
    return chance.draw("roll", 2**128).value


def test_a_draw_hangs_on_its_whole_address_and_on_nothing_else() -> None:
    draws = [
        drawn(SeededChance(SEED, "1/hand")),
        drawn(SeededChance(SEED + b"!", "1/hand")),
        drawn(SeededChance(SEED, "2/hand")),
        drawn(SeededChance(SEED, "1/hand", 1)),
        drawn(SeededChance(SEED, "1/hand", 0, ["a"])),
        drawn(SeededChance(SEED, "1/hand", 0, ["a", "b"])),
        SeededChance(SEED, "1/hand").draw("other", 2**128).value,
    ]
    second = SeededChance(SEED, "1/hand")
    second.draw("other", 6)
    assert drawn(second) == draws[0]
    draws.append(drawn(second))
    assert len(set(draws)) == len(draws)


def test_a_seeded_source_gives_the_same_try_again() -> None:
    source = Seeded(SEED, 2)
    first = source.open("1/hand", ["a"])
    rolls = [first.draw("roll", 100) for _ in range(5)]
    source.settle(first)
    again = source.open("1/hand", ["a"])
    assert [again.draw("roll", 100) for _ in range(5)] == rolls
    assert all(0 <= roll.value < 100 for roll in rolls)


def test_a_fixed_source_gives_its_list_and_only_that() -> None:
    source = Fixed([("roll", 3), ("luck", 0)])
    tried = source.open("1/hand")
    assert tried.draw("roll", 6) == Draw("roll", 6, 3)
    # a try that was not published uses nothing up
    tried = source.open("1/hand")
    assert tried.draw("roll", 6).value == 3
    source.settle(tried)
    with pytest.raises(ChanceError):
        source.exhausted()
    last = source.open("2/hand")
    assert last.draw("luck", 2).value == 0
    source.settle(last)
    source.exhausted()


@pytest.mark.parametrize("draws", [[], [("luck", 3)], [("roll", 6)], [("roll", -1)]])
def test_an_unexpected_draw_is_refused(draws: list[tuple[str, int]]) -> None:
    with pytest.raises(ChanceError):
        FixedChance(draws).draw("roll", 6)
