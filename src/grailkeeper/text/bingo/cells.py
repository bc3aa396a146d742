"""The 25 cells of a battle as they were decided: both cards, who won and why, what it pays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ...core.working import Working
from ...rules.bingo import tables
from ...rules.bingo.cards import Laid, laid
from ...rules.bingo.facts import BattleFought, SideResult


class Why(StrEnum):
    """Why a cell is whose it is."""

    EMPTY = "empty"
    ALONE = "alone"
    BEATS = "beats"
    """One kind beats the other."""
    HIGHER = "higher"
    """The same kind, and the higher rank."""
    EQUAL = "equal"
    """The same kind and rank: nobody's."""
    SHARED = "shared"
    """The same kind and rank, and it counts for both (B-Q10)."""
    PHANTASM = "phantasm"
    """A noble phantasm card against any other."""
    PHANTASMS = "phantasms"
    """Noble phantasm cards, and the higher rank."""
    EQUAL_PHANTASMS = "equal_phantasms"


CLAUSES: Mapping[Why, str] = {
    Why.EMPTY: "B-1.11",
    Why.ALONE: "B-1.9",
    Why.BEATS: "B-1.10",
    Why.HIGHER: "B-3.1",
    Why.EQUAL: "B-3.2",
    Why.SHARED: "B-3.2",
    Why.PHANTASM: "B-6.1",
    Why.PHANTASMS: "B-3.3",
    Why.EQUAL_PHANTASMS: "B-3.4",
}
"""By which clause."""

Cards = tuple[Laid | None, Laid | None]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: the cards of both sides, the sides that won it, and what it pays each of them."""

    cell: str
    cards: Cards
    winners: tuple[int, ...]
    points: Mapping[int, Working]
    why: Why

    @property
    def row(self) -> int:
        return int(self.cell[1])

    @property
    def column(self) -> int:
        return int(self.cell[3])

    @property
    def winner(self) -> int | None:
        """The side that alone won it."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def clause(self) -> str:
        return CLAUSES[self.why]


def cells_of(fought: BattleFought) -> tuple[Cell, ...]:
    """All cells, in their order."""
    one, other = fought.sides
    paid = (points_of(one), points_of(other))
    return tuple(_cell(cell, (_laid(one, cell), _laid(other, cell)), paid) for cell in tables.CELLS)


def points_of(side: SideResult) -> Mapping[str, Working]:
    """What each won cell pays a side."""
    board = next((term.inner for term in side.total.terms if term.name == "board"), None)
    terms = () if board is None else board.terms
    return {term.source: term.inner for term in terms if term.source and term.inner is not None}


def _laid(side: SideResult, cell: str) -> Laid | None:
    written = side.cards.get(cell)
    return None if written is None else laid(f"{cell} {written}")


def _cell(cell: str, cards: Cards, paid: tuple[Mapping[str, Working], Mapping[str, Working]]) -> Cell:
    points = {side: paid[side][cell] for side in (0, 1) if cell in paid[side]}
    return Cell(cell, cards, tuple(points), points, _why(cards, len(points)))


def _why(cards: Cards, winners: int) -> Why:
    bases = [card for card in cards if card is not None and card.base]
    if len(bases) < 2:
        return Why.ALONE if bases else Why.EMPTY
    one, other = bases
    if one.is_phantasm and other.is_phantasm:
        return Why.PHANTASMS if winners == 1 else Why.SHARED if winners else Why.EQUAL_PHANTASMS
    if one.is_phantasm or other.is_phantasm:
        return Why.PHANTASM
    if one.play is not other.play:
        return Why.BEATS
    return Why.HIGHER if winners == 1 else Why.SHARED if winners else Why.EQUAL
