"""The cells and lines of the board as they are drawn, and as they are said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from ....core.working import Working
from ....rules.bingo.cards import Laid
from ....rules.bingo.facts import BattleFought, LuckFate, SideResult
from ...bingo.cells import Cell, cells_of
from ...bingo.said import KINDS, because, card_said
from ...short import equation
from ..pen import Pen
from ..workings import work_of


@dataclass(frozen=True, slots=True)
class CardSight:
    """A card in its cell: glyphs before its word and luck behind it, and all of it in words.

    `many`: so many signs that the narrowest phone has no room for the word. `void`: its luck was cancelled.
    """

    glyphs: tuple[str, ...]
    word: str
    says: str
    lost: bool
    many: bool
    luck: bool = False
    marked: bool = False
    void: bool = False


@dataclass(frozen=True, slots=True)
class CellSight:
    """A cell, ready to be written. `team` is whose it is, "" for nobody's; `points` None where nobody won it.

    `sides`: the cards in words, for the list; `because` is why it is whose it is; `working` is folded.
    """

    anchor: str
    name: str
    side: int | None
    team: str
    cards: tuple[CardSight | None, CardSight | None]
    points: int | None
    shared: bool
    because: str
    clause: str
    working: Markup

    @property
    def empty(self) -> bool:
        return self.cards == (None, None)


@dataclass(frozen=True, slots=True)
class LineSight:
    """A bingo line from end to end, in cells of the board; `void`: luck has blocked it."""

    x1: float
    y1: float
    x2: float
    y2: float
    void: bool


def rows_of(pen: Pen, fought: BattleFought, anchor: str) -> list[list[CellSight]]:
    """The cells row by row."""
    cells = [_cell(pen, fought, cell, f"{anchor}-{cell.cell}") for cell in cells_of(fought)]
    return [cells[at : at + 5] for at in range(0, len(cells), 5)]


def _cell(pen: Pen, fought: BattleFought, cell: Cell, anchor: str) -> CellSight:
    teams = [side.team for side in fought.sides]
    one, other = (_card(pen, fought, cell, side) for side in (0, 1))
    working = next(iter(cell.points.values()), None)
    return CellSight(
        anchor=anchor,
        name=pen.prose.name(cell.cell),
        side=cell.winner,
        team="" if cell.winner is None else teams[cell.winner],
        cards=(one, other),
        points=None if working is None else working.value,
        shared=len(cell.winners) > 1,
        because=because(pen.prose, cell),
        clause=cell.clause,
        working=Markup("") if working is None else _working(pen, working, cell.cell),
    )


def _card(pen: Pen, fought: BattleFought, cell: Cell, side: int) -> CardSight | None:
    card = cell.cards[side]
    if card is None:
        return None
    fate = fought.sides[side].luck.get(cell.cell)
    signs = [*_glyphs(card), *(["luck"] if card.luck else []), *(["marked"] if card.marked else [])]
    word = _word(pen, card)
    return CardSight(
        glyphs=_glyphs(card),
        word=word,
        says=card_said(pen.prose, card, fate),
        lost=bool(card.base) and side not in cell.winners,
        many=len(signs) + (len(word) > 4) > 2,
        luck=bool(card.luck),
        marked=card.marked,
        void=fate is LuckFate.CANCELLED,
    )


def _glyphs(card: Laid) -> tuple[str, ...]:
    if card.is_phantasm:
        return ("phantasm",)
    kind = () if card.play is None else (KINDS[card.play],)
    return ("magecraft", *kind) if card.is_magecraft else kind


def _word(pen: Pen, card: Laid) -> str:
    """The short word that stands in the cell."""
    if card.is_phantasm:
        return pen.say("bingo.short_phantasm")
    return pen.prose.name("luck" if card.play is None else KINDS[card.play])


def _working(pen: Pen, working: Working, cell: str) -> Markup:
    """How the points came to be, in one line, which opens to the terms with their clauses."""
    work = work_of(pen.prose, working, cell)
    line = equation([row.line for row in work.rows], pen.language)
    return pen.part("folded", replace(work, title=f"{work.result.value} = {line}"))


# Lines


def lines_of(side: SideResult) -> Iterator[LineSight]:
    """The bingo lines of a side, those that luck has blocked too."""
    for void, names in ((False, side.lines), (True, side.void_lines)):
        for name in names:
            yield _line(name, void)


def _line(name: str, void: bool) -> LineSight:
    near, far = 0.3, 4.7
    match name[:3], int(name[-1]):
        case "row", place:
            return LineSight(near, place - 0.5, far, place - 0.5, void)
        case "col", place:
            return LineSight(place - 0.5, near, place - 0.5, far, void)
        case _, 1:
            return LineSight(near, near, far, far, void)
    return LineSight(near, far, far, near, void)
