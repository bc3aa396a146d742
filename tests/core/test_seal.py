from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.canon import Data, canon, digest
from grailkeeper.core.chance import SeededChance
from grailkeeper.core.seal import LEAST_LEAVES, drawn_salts, holds, leaves, opened, padded_leaves, seal

from .data import keys, plain

orders = st.dictionaries(keys, plain, min_size=1, max_size=4)

ORDER: dict[str, Data] = {"number": 3, "cards": [5, "rush", None], "note": "한 번만", "help": {}}


def opening_of(order: Data, paths: Any = ((),)) -> dict[str, Any]:
    bound = seal("w", "1/hand", "A", order, drawn_salts(SeededChance(b"salt", "1/hand"), order))
    return opened("w", "1/hand", "A", order, bound, paths)


@given(orders)
def test_an_opening_bears_out_its_seal(order: Data) -> None:
    assert holds(opening_of(order))
    assert holds(json.loads(canon(opening_of(order))))


@given(orders, st.data())
def test_so_does_a_part_and_it_shows_nothing_else(order: Data, data: st.DataObject) -> None:
    found = [path for path, _ in leaves(order)]
    paths = data.draw(st.lists(st.sampled_from(found), unique=True))
    opening = opening_of(order, paths)
    assert holds(opening)
    shown = [leaf for leaf in opening["leaves"] if not isinstance(leaf, str)]
    assert sorted(canon(leaf[0]) for leaf in shown) == sorted(canon(path) for path in paths)
    assert len(opening["leaves"]) == len(padded_leaves(order))


def test_anybody_can_check_one_with_the_standard_library() -> None:
    opening = json.loads(canon(opening_of(ORDER, [("number",)])))

    def sha(value: object) -> str:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    digests = sorted(leaf if isinstance(leaf, str) else sha(leaf) for leaf in opening["leaves"])
    assert sha([opening["war"], opening["call"], opening["seat"], digests]) == opening["fingerprint"]


@pytest.mark.parametrize("paths", [((),), (("number",), ("cards",))])
def test_no_changed_byte_passes(paths: Any) -> None:
    told = canon(opening_of(ORDER, paths))
    for place in range(len(told)):
        changed = bytearray(told)
        changed[place] ^= 1
        try:
            opening = json.loads(bytes(changed))
        except ValueError:
            continue
        assert not (isinstance(opening, dict) and holds(opening)), bytes(changed[max(0, place - 20) : place + 20])


def changed(opening: dict[str, Any], place: int, leaf: object) -> dict[str, Any]:
    return {**opening, "leaves": [leaf if at == place else each for at, each in enumerate(opening["leaves"])]}


def test_no_changed_field_passes() -> None:
    whole = opening_of(ORDER)
    for name in ("war", "call", "seat", "fingerprint"):
        assert not holds({**whole, name: whole[name] + "x"})
        assert not holds({key: value for key, value in whole.items() if key != name})
    for place, (path, value, salt) in enumerate(whole["leaves"]):
        for leaf in (
            [[*path, 0], value, salt],
            [path, "other", salt],
            [path, value, salt[::-1]],
            [path, value],
            None,
            1.5,
        ):
            assert not holds(changed(whole, place, leaf))
    assert not holds({**whole, "leaves": whole["leaves"][1:]})
    assert not holds({**whole, "leaves": whole["leaves"] * 2})
    assert not holds({**whole, "leaves": None})
    assert not holds({})


def test_a_leaf_bound_in_two_ways_does_not_pass() -> None:
    """Else a dishonest table could bind two numbers and open the one that wins."""
    both: list[Data] = [[["number"], 3, "00"], [["number"], 5, "11"]]
    fingerprint = digest(["w", "1/hand", "A", sorted(map(digest, both))])
    assert not holds({"war": "w", "call": "1/hand", "seat": "A", "leaves": both, "fingerprint": fingerprint})


@given(st.lists(st.integers(0, 9), max_size=LEAST_LEAVES), st.lists(st.integers(0, 9), max_size=LEAST_LEAVES))
def test_a_part_does_not_tell_how_much_is_closed(one: list[int], other: list[int]) -> None:
    shown = [opening_of({"number": 3, "cards": cards}, [("number",)])["leaves"] for cards in (one[:15], other[:15])]
    assert len(shown[0]) == len(shown[1]) == LEAST_LEAVES


def test_each_leaf_needs_its_salt() -> None:
    with pytest.raises(ValueError):
        seal("w", "1/hand", "A", ORDER, ["00" * 16])
