"""The board in text: five rows, in each cell both cards, the winner's in brackets with its points behind.

강/[마맹]8  반/[맹행]10  [반행]/-10
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...rules.bingo import tables
from ...rules.bingo.cards import Cards, Laid, is_card
from ...rules.bingo.facts import BattleFought, LuckFate, SideResult
from ...rules.bingo.written import LETTERS
from ..document import Block, Bullets, Clause, Column, Fold, Item, Paragraph, Spans, Strong, Table, Text, spans
from ..numbers import number
from ..prose import Prose
from .cells import Cell, Why, cells_of
from .said import because, card_said

EMPTY = "-"


def figure(prose: Prose, fought: BattleFought) -> tuple[Block, ...]:
    """The board, how it is read, what each side put into the battle, and every working of either side."""
    say = prose.words.say
    first, second = (prose.name(side.team) for side in fought.sides)
    legend = say("board.legend", first=first, second=second, key=say("board.key"))
    sides = Bullets(tuple(_side(prose, side) for side in fought.sides))
    workings = (_workings(prose, side) for side in fought.sides)
    return (board(prose, fought), Paragraph(spans(legend)), sides, reasons(prose, fought), *workings)


def board(prose: Prose, fought: BattleFought) -> Table:
    """The five rows as a table; the heads of bingo lines say so, diagonals stand below."""
    cells = cells_of(fought)
    bingo = {line for side in fought.sides for line in (*side.lines, *side.void_lines)}

    def head(what: str, line: str, place: int) -> str:
        return prose.words.say(f"board.{what}_bingo" if f"{line}{place}" in bingo else f"board.{what}", number=place)

    span = range(1, tables.SIZE + 1)
    rows = []
    for place in span:
        own = cells[(place - 1) * tables.SIZE : place * tables.SIZE]
        rows.append((spans(head("row", "row", place)), *(_cell(prose, each) for each in own)))
    return Table((Column(""), *(Column(head("column", "col", place)) for place in span)), tuple(rows))


def reasons(prose: Prose, fought: BattleFought) -> Fold:
    """The board as a list, for those who read it by ear: the cards of each cell, who won it and why."""
    items = tuple(_reason(prose, fought, cell) for cell in cells_of(fought) if cell.why is not Why.EMPTY)
    return Fold(prose.words.say("board.cells"), (Bullets(items),) if items else ())


def _reason(prose: Prose, fought: BattleFought, cell: Cell) -> Item:
    say = prose.words.say
    sides = [(card, side) for card, side in zip(cell.cards, fought.sides, strict=True) if card is not None]
    cards = [card_said(prose, card, side.luck.get(cell.cell)) for card, side in sides]
    said = cards[0] if len(cards) == 1 else say("house.against", first=cards[0], second=cards[1])
    found = spans(Strong(prose.name(cell.cell)), " ", say("board.cell", cards=said, why=because(prose, cell)))
    found = (*found, *spans(" ", Clause(cell.clause)))
    for side, points in cell.points.items():
        team = prose.name(fought.sides[side].team)
        found = (*found, *spans(", ", say("board.cell_points", team=team, points=points.value)))
    return Item(found)


def laid_rows(prose: Prose, cards: Sequence[object]) -> tuple[str, ...]:
    """Cards as a declaration keeps them as the five rows of a board; nothing where they are none."""
    written = [each for each in cards if isinstance(each, str) and is_card(each)]
    return Cards().rows(written, prose.name) if len(written) == len(cards) else ()


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
