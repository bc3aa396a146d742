"""Columns that text takes on a grid, where Hangul, kana and Chinese characters are two wide."""

from __future__ import annotations

import unicodedata

_NOTHING = frozenset({"Mn", "Me", "Cf", "Cc"})


def width(text: str) -> int:
    """Columns of `text`. Signs of ambiguous width count one, as in every terminal by default."""
    if text.isascii():
        return len(text)
    return sum(_columns(char) for char in text)


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """`text` filled up with blanks to `columns`; `right` sets it against the right edge."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def _columns(char: str) -> int:
    if unicodedata.category(char) in _NOTHING or "\u1160" <= char <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
