from __future__ import annotations

import hashlib
import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given

from grailkeeper.core.canon import LARGEST, Data, canon, digest, normal

from .data import plain


def composed(value: Any) -> Any:
    """`value` with every text in NFC, made independently of `normal`."""
    if isinstance(value, str):
        return unicodedata.normalize("NFC", value)
    if isinstance(value, list):
        return [composed(item) for item in value]
    if isinstance(value, dict):
        return {key: composed(item) for key, item in value.items()}
    return value


@given(plain)
def test_anybody_can_make_the_same_bytes(value: Data) -> None:
    recipe = json.dumps(composed(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert canon(value) == recipe.encode()
    assert digest(value) == hashlib.sha256(recipe.encode()).hexdigest()


@given(plain)
def test_the_bytes_hold_the_value(value: Data) -> None:
    again = json.loads(canon(value))
    assert again == normal(value)
    assert canon(again) == canon(value)


def test_one_text_has_one_form() -> None:
    assert canon("성배") == canon(unicodedata.normalize("NFD", "성배")) == '"성배"'.encode()


def test_tuples_are_lists_and_the_order_of_keys_is_nothing() -> None:
    assert canon((1, (True, None))) == b"[1,[true,null]]"
    assert canon({"b": 1, "a": 2}) == canon({"a": 2, "b": 1}) == b'{"a":2,"b":1}'


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        float("nan"),
        LARGEST + 1,
        -LARGEST - 1,
        {"가": 1},
        {1: 1},
        {None: 1},
        "\ud800",
        ["x", {"a": "\udfff"}],
        b"bytes",
        bytearray(b"bytes"),
        {1, 2},
        object(),
        [[1.5]],
    ],
)
def test_what_has_no_canonical_form_is_refused(value: Any) -> None:
    with pytest.raises(ValueError):
        canon(value)
