"""Canonical JSON: the one way in which a value becomes bytes to be hashed, chained or compared.

ASCII keys, sorted; whole numbers within 2^53, no floats; text in NFC; no blanks; UTF-8. Anybody can make the
same bytes with ``json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()``.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import TypeAlias

Data: TypeAlias = "None | bool | int | str | Sequence[Data] | Mapping[str, Data]"

LARGEST = 2**53


def normal(value: Data) -> Data:
    """`value` with its text in NFC, its tuples as lists and its keys in order: as it is when it is read again.

    Raises ValueError for what canonical JSON cannot hold: floats, whole numbers past 2^53, keys that are not
    ASCII text, lone surrogates.
    """
    if isinstance(value, str):
        if value.isascii():
            return value
        text = unicodedata.normalize("NFC", value)
        if any("\ud800" <= sign <= "\udfff" for sign in text):
            raise ValueError("text with a lone surrogate has no canonical form")
        return text
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if not -LARGEST <= value <= LARGEST:
            raise ValueError(f"{value} lies outside of 2^53")
        return value
    if isinstance(value, Mapping):
        for key in value:
            if not (isinstance(key, str) and key.isascii()):
                raise ValueError(f"the key {key!r} is not ASCII text")
        return {key: normal(value[key]) for key in sorted(value)}
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return [normal(item) for item in value]
    raise ValueError(f"{type(value).__name__} has no canonical form")


def canon(value: Data) -> bytes:
    """The canonical bytes of `value`. Raises ValueError as `normal` does."""
    return json.dumps(normal(value), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def digest(value: Data) -> str:
    """SHA-256 of the canonical bytes, 64 hexadecimal digits."""
    return hashlib.sha256(canon(value)).hexdigest()
