"""Cards and boards as people write them: the letters of a card, the cells of a row, the rows of a line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...core.form import Identify, Likeness
from ...core.record import replace
from . import tables

PHANTASM_MARK, MAGECRAFT_MARK, LUCK_MARK, MARKED = "N", "M", "L", "*"

EMPTY = "-"
_EMPTIES = frozenset((EMPTY, *"–—−ㅡ_.·ㆍ・□◻⬜○×xX"))
"""What people write for an empty cell; `EMPTY` is what we write."""

LETTERS: Mapping[str, str] = {f"card_{sign.lower()}": sign for sign in "SKRNML"}
"""The signs that cards are written with, by the words for them: other languages have letters of their own."""

_SIGNS: Mapping[str, str] = {
    **LETTERS,
    "strike": "S",
    "counter": "K",
    "rush": "R",
    "noble_phantasm": PHANTASM_MARK,
    "magecraft": MAGECRAFT_MARK,
    "luck": LUCK_MARK,
}
"""The same with the full words: `강타+행운` is `SL`."""

TOKEN = re.compile(r"(M?[SKR]|N)?(?:(L+)(\*?))?")
_KNOWN = frozenset("SKRNML*")
_LONGEST_CARD, _LONGEST_WORD = 40, 16
_UNSEEN = re.compile("[\u200b-\u200f\u2060\ufe0e\ufe0f\ufeff]")
_JOINED = re.compile(r"(?<=\w)[+·](?=\w)")

_SEPARATORS = "|\t/;,"
"""What parts cells, or whole rows in one line, the surest first."""

_BRACKETED = re.compile(r"(?:[\[({]([^\[\](){}]*)[\])}]\s*){3,}")
_IN_BRACKETS = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_BRACKETS = re.compile(r"[\[\](){}`]")
_NUMBER = re.compile(r"[\[(]?(?:제|가로|R|row|line)?\s?([1-9])(?:\s?(?:행|줄|번))?(?:[.)\]]|\s*:)?\s*", re.IGNORECASE)
_FEWEST_CELLS, _MOST_UNKNOWN, _MOST_CELLS = 3, 2, 7


@dataclass(frozen=True, slots=True)
class Row:
    """A row as it is written: its cells, the number before them (0: none), and the line as it stands.

    `together`: nothing parts the cells.
    """

    cells: tuple[str, ...]
    text: str
    number: int = 0
    together: bool = False


def is_empty(written: str) -> bool:
    """Whether this stands for an empty cell, as nothing does between the lines of a table."""
    return not written or written in _EMPTIES or _plain(written) in _EMPTIES


def card_of(written: str, identify: Identify) -> str | None:
    """A card as it is kept, `SL*`, whatever letters it is written with; None for what is none."""
    if len(written) > _LONGEST_CARD:
        return None
    rest, token = _JOINED.sub("", _plain(written)), ""
    while rest:
        sign, length = _sign(rest, identify)
        if sign not in _KNOWN:
            return None
        token, rest = token + sign, rest[length:]
    return token if TOKEN.fullmatch(token) else None


def _sign(text: str, identify: Identify) -> tuple[str, int]:
    """The sign with which `text` begins, and how much of it says so: the longest word that is one."""
    longest = min(len(text), _LONGEST_WORD) if text[0].isalnum() else 0
    for length in range(longest, 0, -1):
        word = identify(text[:length], _SIGNS) if text[length - 1].isalnum() else None
        if word is not None:
            return _SIGNS[word], length
    return text[0].upper(), 1


def _plain(text: str) -> str:
    """`text` without full width and other dress; signs of empty cells stay what they are."""
    seen = _UNSEEN.sub("", unicodedata.normalize("NFC", text))
    return "".join(sign if sign in _EMPTIES else unicodedata.normalize("NFKC", sign) for sign in seen)


# Lines


def rows_in(line: str, identify: Identify) -> tuple[Row, ...]:
    """The rows that a line can be taken for, mostly one; none where it is nothing of a board."""
    return _Line(identify).rows(line)


def is_heading(row: Row) -> bool:
    """Whether a row is the numbers of the columns: `1 2 3 4 5`, `1열 2열 …`."""
    named = [cell for cell in row.cells if not is_empty(cell)]
    return [_digits(cell) for cell in named] == [str(place) for place in range(1, tables.SIZE + 1)]


def likeness(line: str, identify: Identify) -> Likeness:
    """How much a line is like rows of a board: surely, where all of it is cells and some hold cards."""
    rows = rows_in(line, identify)
    if not rows:
        return Likeness.NONE
    cells = [cell for row in rows for cell in row.cells]
    known = all(is_empty(cell) or card_of(cell, identify) is not None for cell in cells)
    return Likeness.SURE if known and not all(map(is_empty, cells)) else Likeness.MAYBE


def rows_of(value: object, identify: Identify) -> list[Row] | None:
    """All rows of a board, one below the other or several in a line, numbers of columns left out; None for no board.

    A bullet before every row is no cell. Five times five signs with blanks between them are a board whatever the signs
    are: then one of them is no card.
    """
    lines = value.splitlines() if isinstance(value, str) else value
    if not isinstance(lines, Sequence) or not all(isinstance(line, str) for line in lines):
        return None
    rows = _dressed(lines, identify)
    if rows is not None and all(len(row.cells) == tables.SIZE for row in rows):
        return rows
    square = [Row(tuple(line.split()), line.strip()) for line in lines]
    is_square = len(square) == tables.SIZE and all(len(row.cells) == tables.SIZE for row in square)
    return square if is_square else rows


def _dressed(lines: Sequence[str], identify: Identify) -> list[Row] | None:
    """The rows of a board as people write it, whatever stands before and between the cells."""
    found = [rows_in(line, identify) for line in lines if line.strip() or "\t" in line]
    if not found or not all(found):
        return None
    rows = [row for each in found for row in each if not is_heading(row)]
    if len(rows) == tables.SIZE + 1 and not any(rows[0].cells):
        rows = rows[1:]  # a table without headings has an empty line for them
    first = {row.cells[0] for row in rows}
    if len(first) == 1 and all(len(row.cells) == tables.SIZE + 1 for row in rows) and is_empty(*first):
        return [replace(row, cells=row.cells[1:]) for row in rows]
    return rows or None


def _digits(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign.isdecimal())


@dataclass(frozen=True, slots=True)
class _Line:
    """Reads one line at a time, with what is known of words."""

    identify: Identify

    def rows(self, line: str) -> tuple[Row, ...]:
        text = _undressed(_plain(line))
        if not text.strip() and text.count("\t") < tables.SIZE - 1:
            return ()
        for read in (self._bracketed, self._parted, self._blanks):
            found = read(text)
            if found:
                return tuple(replace(row, text=line.strip()) if len(found) == 1 else row for row in found)
        return ()

    def _bracketed(self, text: str) -> list[Row]:
        """`[강][반][-][-][-]`."""
        cells = [each.strip() for each in _IN_BRACKETS.findall(text)]
        return self._row(cells, text) if _BRACKETED.fullmatch(text.strip()) else []

    def _parted(self, text: str) -> list[Row]:
        """Cells or rows parted by a sign; a cell with nothing in it is empty."""
        for mark in _SEPARATORS:
            if mark not in text:
                continue
            cut = _parts(text, mark)
            if not any(" " in each or self._is_compact(each) for each in cut):
                return self._row(cut, text)
            several = [self._blanks(each) for each in cut if each]
            if len(several) > 1 and all(several):
                return [row for each in several for row in each]
        return []

    def _blanks(self, text: str) -> list[Row]:
        """Cells with blanks between them, or with nothing, `강반-맹행-`."""
        bare = re.sub(f"[{_SEPARATORS}]", " ", _BRACKETS.sub(" ", text)).strip()
        number = _NUMBER.match(bare)
        rest = bare[number.end() :] if number else bare
        tokens = rest.split()
        if not tokens:
            return []
        place = int(number[1]) if number else 0
        if any(not self._is_known(each) for each in tokens):
            apart = [cell for each in tokens for cell in self._compact(each)]
            if len(tokens) == 1 or (len(apart) == tables.SIZE and all(map(self._is_known, apart))):
                return self._row(apart, bare, place, together=True)
        return self._row(tokens, bare, place, together=len(tokens) == 1) or self._row(bare.split(), bare)

    def _row(self, cells: Sequence[str], text: str, number: int = 0, together: bool = False) -> list[Row]:
        """Cells as a row, where they are enough like one. `together`: nothing stands between them."""
        first = _NUMBER.fullmatch(cells[0]) if len(cells) > 1 else None
        row = Row(tuple(cells), text.strip(), number, together)
        if is_heading(row):
            return [row]
        if first and not number:
            row = Row(tuple(cells[1:]), text.strip(), int(first[1]))
        if any(map(_digits, row.cells)):
            return []
        return [row] if self._is_like(row.cells, together) else []

    def _is_like(self, cells: Sequence[str], together: bool) -> bool:
        unknown = sum(not self._is_known(each) for each in cells)
        if unknown:
            return unknown <= _MOST_UNKNOWN and len(cells) - unknown >= _FEWEST_CELLS and len(cells) <= _MOST_CELLS
        if all(map(is_empty, cells)):
            return len(cells) == tables.SIZE or (not together and tables.SIZE - 1 <= len(cells) <= _MOST_CELLS)
        return len(cells) >= (_FEWEST_CELLS if together else 2)

    def _is_known(self, written: str) -> bool:
        return is_empty(written) or card_of(written, self.identify) is not None

    def _is_compact(self, written: str) -> bool:
        return not self._is_known(written) and len(list(self._compact(written))) >= _FEWEST_CELLS

    def _compact(self, text: str) -> Iterator[str]:
        """The cells of a text in which nothing parts them. Luck belongs to the card before it.

        A text in which too much is no card is one cell, which is none.
        """
        if len(text) > _LONGEST_CARD:
            yield text
            return
        card = written = ""
        unknown = 0
        while text:
            sign, length = (text[0], 1) if is_empty(text[0]) or text[0] == "+" else _sign(text, self.identify)
            joins = sign in "+·" and card and _sign(text[1:] or " ", self.identify)[0] == LUCK_MARK
            unknown += not (is_empty(sign) or sign in _KNOWN or joins)
            if unknown > _MOST_UNKNOWN:
                yield written + text
                return
            grown = card if joins else card + sign
            if written and not joins and (is_empty(sign) or not _goes_on(grown)):
                yield written
                card, written, grown = "", "", sign
            card, written, text = grown, written + text[:length], text[length:]
        if written:
            yield written


def _goes_on(card: str) -> bool:
    """Whether this is a card, or begins one."""
    return card == MAGECRAFT_MARK or (card != LUCK_MARK and TOKEN.fullmatch(card) is not None)


def _parts(text: str, mark: str) -> list[str]:
    """A line cut at a sign, without the lines drawn around a table and what is empty beyond its last column."""
    bare = text.strip(" ")
    if mark == "|" and len(bare) > 1 and bare[0] == bare[-1] == mark:
        bare = bare[1:-1]
    cut = [each.strip() for each in bare.split(mark)]
    while len(cut) > tables.SIZE and not cut[-1]:
        cut.pop()
    return cut


def _undressed(text: str) -> str:
    """A line without a bullet before it and bold marks around it."""
    bare = text.strip(" ")
    while bare.startswith("**") and bare.endswith("**") and len(bare) > 4:
        bare = bare[2:-2].strip(" ")
    first = unicodedata.category(bare[0])[0] if bare else ""
    bullet = first in ("S", "P") and not is_empty(bare[0]) and bare[0] not in f"[({{`{_SEPARATORS}"
    return bare[1:].lstrip(" ") if bullet else bare
