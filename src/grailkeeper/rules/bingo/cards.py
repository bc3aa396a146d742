"""Cards as they are laid and written: what stands in a cell, and the text form of a whole board."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from ...core.canon import Data
from ...core.form import Fault, Kind, Pick, Reader
from . import tables
from .derived import Supply
from .people import Ability
from .sheet import MOST


class Play(Enum):
    """B-1.4, B-4.4: as what a card is laid; each is beaten by the one that `BEATEN_BY` names."""

    STRIKE = "S"
    COUNTER = "K"
    RUSH = "R"


BEATEN_BY: Mapping[Play, Play] = {Play.STRIKE: Play.COUNTER, Play.COUNTER: Play.RUSH, Play.RUSH: Play.STRIKE}
"""B-1.10."""

ABILITY_OF: Mapping[Play, Ability] = {
    Play.STRIKE: Ability.STRENGTH,
    Play.COUNTER: Ability.ENDURANCE,
    Play.RUSH: Ability.AGILITY,
}
"""B-1.4."""

PHANTASM_MARK, MAGECRAFT_MARK, LUCK_MARK, MARKED = "N", "M", "L", "*"

NO_CARDS = Supply()


@dataclass(frozen=True, slots=True)
class Laid:
    """What a side lays in one cell. `base`: how its base card is written (`S`, `MK`, `N`), "" for a luck card alone.

    `luck` counts the luck cards, so that two on one card can be refused; `marked`: B-12.6.
    """

    cell: str
    base: str
    luck: int = 0
    marked: bool = False

    @property
    def is_phantasm(self) -> bool:
        return self.base == PHANTASM_MARK

    @property
    def is_magecraft(self) -> bool:
        return self.base.startswith(MAGECRAFT_MARK)

    @property
    def play(self) -> Play | None:
        """As what it is laid; None for a noble phantasm card and for none."""
        return None if self.base in ("", PHANTASM_MARK) else Play(self.base[-1])

    def __str__(self) -> str:
        return self.base + LUCK_MARK * self.luck + MARKED * self.marked


_TOKEN = re.compile(r"(M?[SKR]|N)?(?:(L+)(\*?))?")
_CELL = re.compile(r"r(\d+)c(\d+)")
BAD_BOARD = Fault("bad_board", "B-1.3")
_UNKNOWN_CARD = Fault("unknown_card", "B-1.4")
_OFF_BOARD = Fault("cell_off_board", "B-1.3")
_EMPTY = "-"
_EMPTIES = frozenset((_EMPTY, *"–—−ㅡ_.·□×xX"))
"""What people write for an empty cell; the first is what we write."""

CARDS_AS_WRITTEN = "S, K, R, N, MS, MK, MR, L, *"

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

_LONGEST_CARD = 40
_PARTED = re.compile(r"[\s|,;:\[\]]+")
_JOINED = re.compile(r"(?<=\w)[+·](?=\w)")
_CARD = re.compile(r"(.+?)[\s:=→]+(\S+)")


def laid(written: str) -> Laid:
    """The cards of one cell, `"r1c1 SL*"`, as the form keeps them."""
    cell, _, token = written.partition(" ")
    base, luck, mark = _TOKEN.fullmatch(token).groups()  # type: ignore[union-attr]
    return Laid(cell, base or "", len(luck or ""), bool(mark))


def is_card(written: str) -> bool:
    """Whether `written` is the cards of one cell, as the form keeps them."""
    cell, _, token = written.partition(" ")
    return cell in tables.CELLS and _TOKEN.fullmatch(token) is not None


def _token(written: str, reader: Reader) -> str | None:
    """Cards as they are kept, whatever letters they are written with; None for what is none."""
    if len(written) > _LONGEST_CARD:
        return None
    rest, token = _JOINED.sub("", unicodedata.normalize("NFKC", written)), ""
    while rest:
        sign, length = _sign(rest, reader)
        token, rest = token + sign, rest[length:]
    return token if _TOKEN.fullmatch(token) else None


def _sign(text: str, reader: Reader) -> tuple[str, int]:
    """The sign with which `text` begins, and how much of it says so: the longest word that is one."""
    for length in range(len(text), 0, -1):
        word = reader.identify(text[:length], _SIGNS)
        if word is not None:
            return _SIGNS[word], length
    return text[0].upper(), 1


def _rows(value: object) -> list[list[str]] | None:
    """Five rows of five cards, one below the other or parted by strokes of the pen; None for what is none.

    Numbers of rows and columns, and lines drawn between the cells, may stand there as well.
    """
    lines = re.split(r"[\n/]", value) if isinstance(value, str) else value
    if not isinstance(lines, Sequence):
        return None
    rows = [_PARTED.sub(" ", line).split() for line in lines if isinstance(line, str) and line.strip()]
    if len(rows) == tables.SIZE + 1 and all(_numbers(card, place) for place, card in enumerate(rows[0], 1)):
        rows = rows[1:]
    rows = [_unnumbered(row, place) for place, row in enumerate(rows, 1)]
    return rows if [len(row) for row in rows] == [tables.SIZE] * tables.SIZE else None


def _unnumbered(row: list[str], place: int) -> list[str]:
    """A row without its number; its cards have no digits, as those of a list of cells would."""
    numbered = len(row) > tables.SIZE and _numbers(row[0], place)
    return row[1:] if numbered and not any(map(_digits, row[1:])) else row


def _numbers(text: str, place: int) -> bool:
    """Whether a text is the number of a row or column: `1`, `1행`, `R1`."""
    return _digits(text) == str(place)


def _digits(text: str) -> str:
    return "".join(sign for sign in unicodedata.normalize("NFKC", text) if sign.isdecimal())


def _board(rows: Sequence[Sequence[str]], path: str, reader: Reader) -> Data:
    """The cards of five rows, those of empty cells left out."""
    found: list[Data] = []
    for cell, written in zip(tables.CELLS, (each for row in rows for each in row), strict=True):
        if written in _EMPTIES or unicodedata.normalize("NFKC", written) in _EMPTIES:
            continue
        token = _token(written, reader)
        if token is None:
            reader.refuse(_UNKNOWN_CARD, path, written, CARDS_AS_WRITTEN)
        else:
            found.append(f"{cell} {token}")
    return found


def _listed(value: object, reader: Reader) -> list[object] | None:
    """Cards one by one: a list, or a text that parts them; None for what is none."""
    cards = re.split(r"[\n;]", value) if isinstance(value, str) else value
    if not isinstance(cards, Sequence) or len(cards) > MOST:
        return None
    return [part for each in cards for part in (_apart(each, reader) if isinstance(each, str) else [each])]


def _apart(written: str, reader: Reader) -> list[str]:
    """A text as the cards that commas part in it; the name of a cell may have one too."""
    card = _CARD.fullmatch(written.strip())
    return [written] if card and _cell(card[1], reader) else written.split(",")


def _cell(written: str, reader: Reader) -> str | None:
    name = written.lower()
    return name if name in tables.CELLS else reader.identify(name, tables.CELLS)


def _cell_number(card: Data) -> int:
    return tables.CELLS.index(str(card).partition(" ")[0])


@dataclass(frozen=True, slots=True)
class Board(Kind):
    """B-1.3: the board as five rows of five cards, `-` for an empty cell; kept as `Cards` keeps them."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        rows = _rows(value)
        if rows is None:
            reader.refuse(BAD_BOARD, path, value, "5 × 5")
            return None
        return _board(rows, path, reader)

    def accepted(self) -> str:
        return f"5 × 5 {CARDS_AS_WRITTEN}, -"

    def sample(self, pick: Pick) -> Data:
        marks = ("-", "-", "S", "K", "R")
        return [" ".join(marks[pick(len(marks))] for _ in range(tables.SIZE)) for _ in range(tables.SIZE)]


@dataclass(frozen=True, slots=True)
class Cards(Kind):
    """B-1.3: cards with their cells, `["r1c1 S", "r1c2 MKL*"]`, or five rows; kept in the order of the cells.

    `supply` and `phantasms` are there to be sampled.
    """

    supply: Supply = NO_CARDS
    phantasms: int = 0

    def read(self, value: object, path: str, reader: Reader) -> Data:
        rows = _rows(value)
        if rows is not None:
            return _board(rows, path, reader)
        listed = _listed(value, reader)
        if listed is None:
            reader.refuse(BAD_BOARD, path, value, self.accepted())
            return None
        cards = [self._card(each, f"{path}.{place}", reader) for place, each in enumerate(listed, 1)]
        return None if None in cards else sorted(cards, key=_cell_number)

    def _card(self, value: object, path: str, reader: Reader) -> Data:
        parts = _CARD.fullmatch(value.strip()) if isinstance(value, str) else None
        if parts is None:
            reader.refuse(BAD_BOARD, path, value, self.accepted())
            return None
        cell, token = _cell(parts[1], reader), _token(parts[2], reader)
        if cell is None:
            reader.refuse(_OFF_BOARD if _CELL.fullmatch(parts[1].lower()) else BAD_BOARD, path, value, "r1c1..r5c5")
        elif token is None:
            reader.refuse(_UNKNOWN_CARD, path, parts[2], CARDS_AS_WRITTEN)
        else:
            return f"{cell} {token}"
        return None

    def rows(self, value: Data, say: Callable[[str], str] | None = None) -> tuple[str, ...]:
        """The five rows, where every card has a cell of its own."""
        cards = [laid(str(each)) for each in value] if isinstance(value, list) else []
        board = {card.cell: str(card) for card in cards}
        if not cards or len(board) < len(cards):
            return ()
        letters = {} if say is None else {sign: say(word) for word, sign in LETTERS.items()}
        tokens = ["".join(letters.get(sign, sign) for sign in board.get(cell, _EMPTY)) for cell in tables.CELLS]
        return tuple(" ".join(tokens[at : at + tables.SIZE]) for at in range(0, len(tokens), tables.SIZE))

    def accepted(self) -> str:
        return f"r1c1..r5c5 {CARDS_AS_WRITTEN}"

    def sample(self, pick: Pick) -> Data:
        """Cards that are there, in cells of their own, luck on some of them; now and then row by row."""
        free, found, in_rows = list(tables.CELLS), [], pick(3) == 0
        supply = self.supply
        stocks = {"S": supply.strikes, "K": supply.counters, "R": supply.rushes, "N": self.phantasms}
        stocks |= {f"M{play.value}": supply.magecraft_cards // 3 for play in Play}
        luck, marks = supply.luck_cards, supply.luck_marks
        for base, stock in stocks.items():
            for _ in range(pick(stock + 1)):
                if free:
                    cell = free.pop(0 if in_rows else pick(len(free)))
                    lucky = luck > 0 and base != PHANTASM_MARK and cell != tables.CENTRE and pick(3) == 0
                    marked = lucky and marks > 0 and pick(2) == 0
                    luck, marks = luck - lucky, marks - marked
                    found.append(f"{cell} {base}{LUCK_MARK * lucky}{MARKED * marked}")
        return list(found)
