"""Cards as they are laid and written: what stands in a cell, and the text form of a whole board."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from ...core.canon import Data
from ...core.form import Fault, Identify, Kind, Likeness, Pick, Reader
from ...core.problem import malformed
from . import tables
from .derived import Supply
from .people import Ability
from .sheet import MOST
from .written import (
    EMPTY,
    LETTERS,
    LUCK_MARK,
    MAGECRAFT_MARK,
    MARKED,
    PHANTASM_MARK,
    TOKEN,
    Row,
    card_of,
    is_empty,
    likeness,
    rows_of,
)


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


BAD_BOARD = Fault("bad_board", "B-1.3")
_OFF_BOARD = Fault("cell_off_board", "B-1.3")
CARDS_AS_WRITTEN = "S, K, R, N, MS, MK, MR, L, *"

_CARD = re.compile(r"(.+?)[\s:=→]+(\S+)")


def laid(written: str) -> Laid:
    """The cards of one cell, `"r1c1 SL*"`, as the form keeps them."""
    cell, _, token = written.partition(" ")
    base, luck, mark = TOKEN.fullmatch(token).groups()  # type: ignore[union-attr]
    return Laid(cell, base or "", len(luck or ""), bool(mark))


def is_card(written: str) -> bool:
    """Whether `written` is the cards of one cell, as the form keeps them."""
    cell, _, token = written.partition(" ")
    return cell in tables.CELLS and TOKEN.fullmatch(token) is not None


def _board(rows: Sequence[Row], path: str, reader: Reader) -> Data:
    """The cells of five rows of five, those of empty cells left out. What does not fit is said row by row.

    A table may leave its empty cells blank, all of them; a single blank may be a card that was lost. So may a letter
    that could mean an empty cell where `-` does.
    """
    if len(rows) != tables.SIZE:
        given = " / ".join(row.text for row in rows)
        reader.problems.append(malformed("board_rows", path, "B-1.3", rows=len(rows), given=given))
        return None
    for place, row in enumerate(rows, 1):
        here = f"{path}.{place}".lstrip(".")
        if row.number not in (0, place):
            reader.problems.append(malformed("board_order", here, "B-1.3", row=place, given=row.text))
        if len(row.cells) != tables.SIZE:
            count = len(row.cells)
            reader.problems.append(malformed("board_row", here, "B-1.3", row=place, cells=count, given=row.text))
    if any(len(row.cells) != tables.SIZE for row in rows):
        return None
    cells = dict(zip(tables.CELLS, ((row, written) for row in rows for written in row.cells), strict=True))
    blank = [cell for cell, (_, written) in cells.items() if not written]
    if len(blank) == 1 or (blank and any(written and is_empty(written) for _, written in cells.values())):
        for cell in blank:
            reader.problems.append(malformed("blank_cell", f"{path}.{cell}".lstrip("."), "B-1.3", cell=cell))
    dashed = any(written == EMPTY for _, written in cells.values())
    return [
        _laid_in(cell, written, f"{path}.{cell}".lstrip("."), reader, row.together)
        for cell, (row, written) in cells.items()
        if not is_empty(written) or (dashed and written.isalpha() and written.isascii())
    ]


def _laid_in(cell: str, written: str, path: str, reader: Reader, together: bool = False) -> Data:
    """A card in its cell as the form keeps it. Luck alone may lack its card where the cells stand `together`."""
    card = card_of(written, reader.identify)
    if card is None or (together and card.startswith(LUCK_MARK)):
        reader.problems.append(
            malformed("unknown_card", path, "B-1.4", cell=cell, given=written, accepted=CARDS_AS_WRITTEN)
        )
        return None
    return f"{cell} {card}"


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
        rows = rows_of(value, reader.identify)
        if rows is None:
            reader.refuse(BAD_BOARD, path, value, "5 × 5")
            return None
        return _board(rows, path, reader)

    def likeness(self, line: str, identify: Identify) -> Likeness:
        return likeness(line, identify)

    def offered(self) -> tuple[str, ...]:
        return ("five_rows",)

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
        rows = rows_of(value, reader.identify)
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
        cell = _cell(parts[1], reader)
        if cell is None:
            several = len(parts[1].split()) > 1
            reader.refuse(BAD_BOARD if several else _OFF_BOARD, path, value, "r1c1..r5c5")
            return None
        return _laid_in(cell, parts[2], path, reader)

    def likeness(self, line: str, identify: Identify) -> Likeness:
        return likeness(line, identify)

    def rows(self, value: Data, say: Callable[[str], str] | None = None) -> tuple[str, ...]:
        """The five rows, where every card has a cell of its own."""
        cards = [laid(str(each)) for each in value] if isinstance(value, list) else []
        board = {card.cell: str(card) for card in cards}
        if not cards or len(board) < len(cards):
            return ()
        letters = {} if say is None else {sign: say(word) for word, sign in LETTERS.items()}
        tokens = ["".join(letters.get(sign, sign) for sign in board.get(cell, EMPTY)) for cell in tables.CELLS]
        return tuple(" ".join(tokens[at : at + tables.SIZE]) for at in range(0, len(tokens), tables.SIZE))

    def offered(self) -> tuple[str, ...]:
        return ("five_rows", "single_cards")

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
