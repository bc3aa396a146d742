"""The blocks of a document in the look."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from markupsafe import Markup

from ..document import (
    Block,
    Bullets,
    Fold,
    Heading,
    Item,
    Note,
    NoteKind,
    Numbered,
    Paragraph,
    Rule,
    Sum,
    Table,
)
from ..layout import note_label
from .inline import line
from .pen import Pen
from .workings import work_of_sum

_GLYPH = {NoteKind.TOLD: "ok", NoteKind.CARE: "warn", NoteKind.BAD: "stop"}
_LOOK = {NoteKind.TOLD: "", NoteKind.CARE: " care", NoteKind.BAD: " bad"}


def written(pen: Pen, parts: Iterable[Block]) -> Markup:
    """Blocks one below the other."""
    return Markup("\n").join(_block(pen, part) for part in parts)


def _block(pen: Pen, block: Block) -> Markup:
    match block:
        case Heading():
            tag = f"h{block.level + 1}"
            look = "h2" if block.level == 1 else "h3"
            return Markup('<{0} class="{1}">{2}</{0}>').format(Markup(tag), look, block.text)
        case Paragraph():
            return Markup("<p>{}</p>").format(line(pen.clauses, block.spans))
        case Bullets():
            return Markup('<ul class="items">{}</ul>').format(_items(pen, block.items))
        case Numbered():
            return Markup('<ol class="items">{}</ol>').format(_items(pen, block.items))
        case Table():
            rows = [[line(pen.clauses, cell) for cell in row] for row in block.rows]
            return pen.part("table", block, rows, next(pen.tables))
        case Rule():
            return Markup("<hr>")
        case Note():
            label = note_label(block, pen.language)
            inside = written(pen, block.blocks)
            return pen.part("note", _LOOK[block.kind], _GLYPH[block.kind], label, inside)
        case Fold():
            return _fold(pen, block)
        case Sum():
            return pen.part("work", work_of_sum(block))
        case _:
            assert_never(block)


def _fold(pen: Pen, block: Fold) -> Markup:
    return Markup('<details class="nots"><summary>{}</summary><div class="stack">{}</div></details>').format(
        block.summary, written(pen, block.blocks)
    )


def _items(pen: Pen, items: Sequence[Item]) -> Markup:
    made = Markup("<li><div>{}</div></li>")
    return Markup("").join(made.format(line(pen.clauses, item.spans) + written(pen, item.blocks)) for item in items)
