"""Plain text for boards without any markup. Columns are measured by display width, Hangul two wide.

Boards squeeze blanks, so no meaning hangs on indentation: lists, notes and folds have marks of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from .document import (
    Block,
    Bullets,
    Clause,
    Document,
    Fold,
    Heading,
    Item,
    Note,
    Numbered,
    Paragraph,
    Rule,
    Spans,
    Sum,
    Table,
)
from .language import Language
from .layout import note_label, sum_table
from .width import pad, width

_HEADINGS = {1: "■ ", 2: "● ", 3: "· "}
_GAP = "  "
_RULE = "-" * 30


def render(document: Document) -> str:
    """The document as plain text."""
    title = [document.title, "=" * width(document.title)] if document.title else []
    body = _blocks(document.blocks, document.language)
    return "\n".join([*title, *([""] if title and body else []), *body]) + "\n"


def _blocks(parts: Sequence[Block], language: Language) -> list[str]:
    """The lines of some blocks, a blank line between any two."""
    lines: list[str] = []
    for part in parts:
        made = _block(part, language)
        lines += ["", *made] if lines and made else made
    return lines


def table_lines(table: Table, write: Callable[[str], str] = str) -> list[str]:
    """The lines of a table, its columns aligned; `write` is what the board needs done to each cell."""
    cells = [[write(_line(cell).strip()) for cell in row] for row in table.rows]
    heads = [[write(column.head) for column in table.columns]] if table.headed else []
    widths = [max(map(width, column), default=0) for column in zip(*heads, *cells, strict=True)]
    rows = [_aligned(row, table, widths) for row in (*heads, *cells)]
    if heads:
        rows.insert(1, _GAP.join("-" * columns for columns in widths))
    return rows


def _aligned(row: Iterable[str], table: Table, widths: Iterable[int]) -> str:
    padded = (
        pad(cell, columns, right=column.numeric)
        for cell, columns, column in zip(row, widths, table.columns, strict=True)
    )
    return _GAP.join(padded).rstrip()


def _block(block: Block, language: Language) -> list[str]:
    match block:
        case Heading():
            return [_HEADINGS[block.level] + block.text]
        case Paragraph():
            return [_line(block.spans).strip()]
        case Bullets():
            return _list([("- ", item) for item in block.items], language)
        case Numbered():
            return _list([(f"{at}. ", item) for at, item in enumerate(block.items, 1)], language)
        case Table():
            return table_lines(block)
        case Rule():
            return [_RULE]
        case Note():
            return _labelled(f"[{note_label(block, language)}]", block.blocks, language)
        case Fold():
            return [f"▷ {block.summary}", *_indented(_blocks(block.blocks, language), "  ")]
        case Sum():
            return table_lines(sum_table(block, language))
        case _:
            assert_never(block)


def _list(items: Iterable[tuple[str, Item]], language: Language) -> list[str]:
    lines: list[str] = []
    for mark, item in items:
        lines.append(mark + _line(item.spans).strip())
        lines += _indented(_blocks(item.blocks, language), " " * len(mark))
    return lines


def _labelled(label: str, parts: Sequence[Block], language: Language) -> list[str]:
    lines = _blocks(parts, language)
    if parts and isinstance(parts[0], Paragraph):
        return [f"{label} {lines[0]}", *_indented(lines[1:], "  ")]
    return [label, *_indented(lines, "  ")]


def _indented(lines: Iterable[str], by: str) -> list[str]:
    return [by + line if line else line for line in lines]


def _line(line: Spans) -> str:
    return "".join(f"({span.text})" if isinstance(span, Clause) else span.text for span in line)
