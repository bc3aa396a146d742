"""Canonical JSON: the one way in which a value becomes bytes to be hashed, chained or compared.

ASCII keys, sorted; whole numbers within 2^53, no floats; text in NFC; no blanks; UTF-8. Anybody can make the
same bytes with ``json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()``.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

Data: TypeAlias = "None | bool | int | str | Sequence[Data] | Mapping[str, Data]"

LARGEST = 2**53


def normal(value: Data) -> Data:
    """`value` with its text in NFC, its tuples as lists and its keys in order: as it is when it is read again.

    Raises ValueError for what canonical JSON cannot hold: floats, whole numbers past 2^53, keys that are not
    ASCII text, lone surrogates.
    """
    plain = _PLAIN.get(type(value))
    if plain is not None:
        return plain(value)
    if isinstance(value, str):  # what an enum of strings holds, and the like
        return _text(value)
    if isinstance(value, int):
        return _number(value)
    if isinstance(value, Mapping):
        return _record(value)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return _list(value)
    raise ValueError(f"{type(value).__name__} has no canonical form")


def _text(value: str) -> str:
    if value.isascii():
        return value
    text = unicodedata.normalize("NFC", value)
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise ValueError("text with a lone surrogate has no canonical form")
    return text


def _number(value: int) -> int:
    if not -LARGEST <= value <= LARGEST:
        raise ValueError(f"{value} lies outside of 2^53")
    return value


def _record(value: Mapping[str, Data]) -> dict[str, Data]:
    for key in value:
        if not (isinstance(key, str) and key.isascii()):
            raise ValueError(f"the key {key!r} is not ASCII text")
    return {key: normal(value[key]) for key in sorted(value)}


def _list(value: Sequence[Data]) -> list[Data]:
    return [normal(item) for item in value]


def _same(value: Data) -> Data:
    return value


_PLAIN: Mapping[type, Callable[[Any], Data]] = {
    str: _text,
    int: _number,
    bool: _same,
    type(None): _same,
    dict: _record,
    list: _list,
    tuple: _list,
}
"""How the types that data is nearly always made of become normal, by type; looking these up is what is fast."""


def canon(value: Data) -> bytes:
    """The canonical bytes of `value`. Raises ValueError as `normal` does."""
    return written(normal(value))


def written(plain: Data) -> bytes:
    """The canonical bytes of what is normal already."""
    return _write(plain).encode()


_write = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), check_circular=False).encode


def digest(value: Data) -> str:
    """SHA-256 of the canonical bytes, 64 hexadecimal digits."""
    return digest_of(canon(value))


def digest_of(*items: bytes) -> str:
    """The digest of one value, or of the list of several, of which the canonical bytes are at hand already."""
    return hashlib.sha256(items[0] if len(items) == 1 else b"[%s]" % b",".join(items)).hexdigest()
