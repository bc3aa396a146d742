"""BBCode for forums. BBCode cannot escape, so square brackets in what people wrote become full-width ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import assert_never

from .document import (
    Block,
    Bullets,
    Clause,
    Code,
    Document,
    Emphasis,
    Fold,
    Heading,
    Item,
    Note,
    Number,
    Numbered,
    Paragraph,
    Rule,
    Span,
    Spans,
    Strong,
    Sum,
    Table,
    Text,
)
from .language import Language
from .layout import note_label, sum_table
from .links import Links, href
from .plain import table_lines

_BRACKETS = str.maketrans("[]", "［］")
_RULE = "──────────"


class Tables(Enum):
    """How a board shows tables."""

    TAGS = "tags"
    """[table], [tr], [th] and [td]."""
    ALIGNED = "aligned"
    """Plain columns in a [code] block, for boards that know no tables. Clauses are no links there."""


def render(document: Document, links: Links = None, tables: Tables = Tables.TAGS) -> str:
    """The document as BBCode. Folds become [spoiler], notes [quote]."""
    board = _Board(document.language, links, tables)
    title = f"[b]{_escaped(document.title)}[/b]\n\n" if document.title else ""
    return title + board.blocks(document.blocks) + "\n"


class _Board:
    """What one rendering is for: a language, links, and a kind of board."""

    __slots__ = ("language", "links", "tables")

    def __init__(self, language: Language, links: Links, tables: Tables) -> None:
        self.language, self.links, self.tables = language, links, tables

    def blocks(self, parts: Sequence[Block]) -> str:
        return "\n\n".join(map(self._block, parts))

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                text = _escaped(block.text)
                return f"[b]{text}[/b]" if block.level > 1 else f"[b]■ {text}[/b]"
            case Paragraph():
                return self._line(block.spans).strip()
            case Bullets():
                return self._list("[list]", block.items)
            case Numbered():
                return self._list("[list=1]", block.items)
            case Table():
                return self._table(block)
            case Rule():
                return _RULE
            case Note():
                label = _escaped(note_label(block, self.language))
                return f"[quote][b]{label}[/b]\n{self.blocks(block.blocks)}[/quote]"
            case Fold():
                return f"[b]{_escaped(block.summary)}[/b]\n[spoiler]\n{self.blocks(block.blocks)}\n[/spoiler]"
            case Sum():
                return self._table(sum_table(block, self.language))
            case _:
                assert_never(block)

    def _list(self, tag: str, items: Iterable[Item]) -> str:
        return "\n".join([tag, *map(self._item, items), "[/list]"])

    def _item(self, item: Item) -> str:
        below = f"\n{self.blocks(item.blocks)}" if item.blocks else ""
        return f"[*]{self._line(item.spans).strip()}{below}"

    def _table(self, table: Table) -> str:
        if self.tables is Tables.ALIGNED:
            lines = "\n".join(table_lines(table, _escaped))
            return f"[code]\n{lines}\n[/code]"
        heads = [_row("th", [_escaped(column.head) for column in table.columns])] if table.headed else []
        rows = (_row("td", map(self._line, row)) for row in table.rows)
        return "\n".join(["[table]", *heads, *rows, "[/table]"])

    def _line(self, line: Spans) -> str:
        return "".join(map(self._span, line))

    def _span(self, span: Span) -> str:
        text = _escaped(span.text)
        match span:
            case Text() | Number() | Code():
                return text
            case Strong():
                return f"[b]{text}[/b]"
            case Emphasis():
                return f"[i]{text}[/i]"
            case Clause():
                address = href(self.links, span.text)
                return f"([url={address}]{text}[/url])" if address else f"({text})"
            case _:
                assert_never(span)


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"[tr]{''.join(f'[{tag}]{cell.strip()}[/{tag}]' for cell in cells)}[/tr]"


def _escaped(text: str) -> str:
    return text.translate(_BRACKETS)
