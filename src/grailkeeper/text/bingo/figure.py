"""The board in text: five rows, in each cell both cards, the winner's in brackets with its points behind.

강/[마맹]8  반/[맹행]10  [반행]/-10
"""

from __future__ import annotations

from collections.abc import Iterator

from ...rules.bingo import tables
from ...rules.bingo.facts import BattleFought, LuckFate, SideResult
from ...rules.bingo.orders import LETTERS, Laid
from ..document import Block, Bullets, Column, Fold, Item, Paragraph, Spans, Strong, Table, Text, spans
from ..numbers import number
from ..prose import Prose
from .cells import Cell, cells_of

EMPTY = "-"


def figure(prose: Prose, fought: BattleFought) -> tuple[Block, ...]:
    """The board, how it is read, what each side put into the battle, and every working of either side."""
    say = prose.words.say
    first, second = (prose.name(side.team) for side in fought.sides)
    legend = say("board.legend", first=first, second=second, key=say("board.key"))
    sides = Bullets(tuple(_side(prose, side) for side in fought.sides))
    return (board(prose, fought), Paragraph(spans(legend)), sides, *(_workings(prose, side) for side in fought.sides))


def board(prose: Prose, fought: BattleFought) -> Table:
    """The five rows as a table."""
    say, cells = prose.words.say, cells_of(fought)
    columns = (Column(say("board.column", number=place)) for place in range(1, tables.SIZE + 1))
    rows = []
    for place in range(tables.SIZE):
        head = spans(say("board.row", number=place + 1))
        rows.append((head, *(_cell(prose, each) for each in cells[place * tables.SIZE : (place + 1) * tables.SIZE])))
    return Table((Column(""), *columns), tuple(rows))


def letters(prose: Prose, card: Laid | None) -> str:
    """A card in the letters of the reader's language."""
    if card is None:
        return EMPTY
    said = {sign: prose.words.name(word) for word, sign in LETTERS.items()}
    return "".join(said.get(sign, sign) for sign in str(card))


def _cell(prose: Prose, cell: Cell) -> Spans:
    one, other = (_card(prose, cell, side) for side in (0, 1))
    points = "".join(number(working.value) for working in list(cell.points.values())[:1])
    return (*one, Text("/"), *other, *spans(points))


def _card(prose: Prose, cell: Cell, side: int) -> Spans:
    said = letters(prose, cell.cards[side])
    return (Strong(f"[{said}]"),) if side in cell.winners else (Text(said),)


# What a side put into it, and what came of it


def _side(prose: Prose, side: SideResult) -> Item:
    total = prose.sentence("record.side_result", side)
    parts = ", ".join([prose.name(side.role), *what_was_used(prose, side), *what_came_of_it(prose, side)])
    return Item((Strong(total), Text(f": {parts}")))


def what_was_used(prose: Prose, side: SideResult) -> Iterator[str]:
    """Beside its cards: noble phantasm, skills, the master's support, strokes, tarot card."""
    say = prose.words.say
    if side.noble_phantasm is not None:
        yield say("board.phantasm", phantasm=prose.sentence("record.phantasm_use", side.noble_phantasm))
    for name, use in side.skills:
        fate = "unruled" if name in side.verdict_missing else use.value
        yield say(f"board.skill_{fate}", skill=prose.name(name))
    if side.supports:
        yield say("board.supports_spending" if side.mana_spent else "board.supports", mana=side.mana_spent)
    if side.strokes:
        yield say("board.strokes", cards=side.strokes)
    if side.tarot is not None:
        yield say("board.tarot_hit" if side.tarot_match else "board.tarot_missed", card=side.tarot)


def what_came_of_it(prose: Prose, side: SideResult) -> Iterator[str]:
    """Its bingo lines, and luck that was void."""
    say = prose.words.say
    if side.lines:
        yield say("board.lines", lines=[prose.name(line) for line in side.lines])
    if side.void_lines:
        yield say("board.void_lines", lines=[prose.name(line) for line in side.void_lines])
    void = [prose.name(cell) for cell, fate in side.luck.items() if fate is LuckFate.CANCELLED]
    if void:
        yield say("board.cancelled", cells=void)


def _workings(prose: Prose, side: SideResult) -> Fold:
    """The numbers of one side, below its name."""
    folds = tuple(prose.working(working) for working in (side.total, side.damage, side.mana_paid))
    return Fold(prose.words.say("board.workings", team=prose.name(side.team)), folds)
