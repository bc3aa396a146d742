"""HTML for board editors: inline styles only, no classes, no script, simple tables.

Editors such as those of Naver or Tistory keep what they know and drop the rest, so nothing hangs on styles:
without them headings, lists, tables and quotations still read in order. <details> is dropped by all of them;
folds are quotations below their summary. The board's own ink and paper are kept, since it may be light or
dark; the one colour of text is the red of what is not accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
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
    NoteKind,
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

_LINE = "#7f858d"
_EDGE = {NoteKind.TOLD: _LINE, NoteKind.CARE: "#b98a2b", NoteKind.BAD: "#ad1128"}
_LABEL = {NoteKind.TOLD: "", NoteKind.CARE: "", NoteKind.BAD: "color:#ad1128"}
_NUMERIC = "text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap"  # no − apart from its number
_CELL = f"border:1px solid {_LINE};padding:4px 8px"
_QUOTE = "margin:8px 0;padding:4px 12px;border-left:3px solid {edge}"
_PAGE = "line-height:1.7;word-break:keep-all;overflow-wrap:anywhere"


def render(document: Document, links: Links = None) -> str:
    """The document as one <div> of HTML."""
    board = _Board(document.language, links)
    title = [_tag("h2", escape(document.title))] if document.title else []
    inside = "\n".join([*title, *board.blocks(document.blocks)])
    return f'<div lang="{document.language.value}" style="{_PAGE}">\n{inside}\n</div>\n'


class _Board:
    """What one rendering is for: a language, and links."""

    __slots__ = ("language", "links")

    def __init__(self, language: Language, links: Links) -> None:
        self.language, self.links = language, links

    def blocks(self, parts: Sequence[Block]) -> list[str]:
        return list(map(self._block, parts))

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                return _tag(f"h{block.level + 2}", escape(block.text))
            case Paragraph():
                return _tag("p", self._line(block.spans))
            case Bullets():
                return self._list("ul", block.items)
            case Numbered():
                return self._list("ol", block.items)
            case Table():
                return self._table(block)
            case Rule():
                return "<hr>"
            case Note():
                label = _tag("b", escape(note_label(block, self.language)), _LABEL[block.kind])
                return self._quote(label, block.blocks, _EDGE[block.kind])
            case Fold():
                return self._quote(_tag("b", escape(block.summary)), block.blocks, _LINE)
            case Sum():
                return self._table(sum_table(block, self.language))
            case _:
                assert_never(block)

    def _quote(self, label: str, parts: Sequence[Block], edge: str) -> str:
        inside = "\n".join([_tag("p", label), *self.blocks(parts)])
        return _tag("blockquote", f"\n{inside}\n", _QUOTE.format(edge=edge))

    def _list(self, tag: str, items: Iterable[Item]) -> str:
        return "\n".join([f"<{tag}>", *map(self._item, items), f"</{tag}>"])

    def _item(self, item: Item) -> str:
        below = self.blocks(item.blocks)
        return _tag("li", "\n".join([self._line(item.spans), *below, *([""] if below else [])]))

    def _table(self, table: Table) -> str:
        styles = [f"{_CELL};{_NUMERIC}" if column.numeric else _CELL for column in table.columns]
        names = [escape(column.head) for column in table.columns]
        heads = [_row("th", names, [_CELL] * len(names))] if table.headed else []
        rows = (_row("td", map(self._line, row), styles) for row in table.rows)
        return _tag("table", "\n".join(["", *heads, *rows, ""]), "border-collapse:collapse")

    def _line(self, line: Spans) -> str:
        return "".join(map(self._span, line)).strip()

    def _span(self, span: Span) -> str:
        text = escape(span.text)
        match span:
            case Text() | Number():
                return text
            case Strong():
                return _tag("b", text)
            case Emphasis():
                return _tag("i", text)
            case Code():
                return _tag("code", text)
            case Clause():
                address = href(self.links, span.text)
                return f'(<a href="{escape(address)}">{text}</a>)' if address else f"({text})"
            case _:
                assert_never(span)


def _row(tag: str, cells: Iterable[str], styles: Iterable[str]) -> str:
    return _tag("tr", "".join(_tag(tag, cell, style) for cell, style in zip(cells, styles, strict=True)))


def _tag(name: str, inside: str, style: str = "") -> str:
    attribute = f' style="{style}"' if style else ""
    return f"<{name}{attribute}>{inside}</{name}>"
