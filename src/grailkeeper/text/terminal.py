"""Documents in a terminal, through rich: it measures, wraps and colours, and honours NO_COLOR.

Everything that people wrote is a rich Text, never rich markup, so a name in square brackets is only a name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule as Line
from rich.style import Style
from rich.table import Table as Grid
from rich.text import Text as Words

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

_STRONG = Style(bold=True)
_EMPHASIS = Style(italic=True)
_DIM = Style(dim=True)
_HEADINGS = {1: Style(bold=True, underline=True), 2: _STRONG, 3: Style(underline=True)}
_NOTES = {
    NoteKind.TOLD: _STRONG,
    NoteKind.CARE: Style(bold=True, color="yellow"),
    NoteKind.BAD: Style(bold=True, color="red"),
}


def print_document(console: Console, document: Document, links: Links = None) -> None:
    """Print the document to a console; clauses are links where the terminal knows them."""
    console.print(renderable(document, links))


def render(document: Document, columns: int = 80, links: Links = None) -> str:
    """The document as it stands in a terminal of so many columns, without colours."""
    console = Console(width=columns, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as captured:
        print_document(console, document, links)
    return "\n".join(line.rstrip() for line in captured.get().splitlines()) + "\n"


def renderable(document: Document, links: Links = None) -> RenderableType:
    """The document as something that rich prints."""
    title: list[RenderableType] = [Words(document.title, style=_STRONG), Line(style=_DIM)] if document.title else []
    return Group(*title, *_Terminal(document.language, links).blocks(document.blocks))


class _Terminal:
    """What one rendering is for: a language, and links."""

    __slots__ = ("language", "links")

    def __init__(self, language: Language, links: Links) -> None:
        self.language, self.links = language, links

    def blocks(self, parts: Sequence[Block]) -> list[RenderableType]:
        made: list[RenderableType] = []
        for part in parts:
            made += ["", self._block(part)] if made else [self._block(part)]
        return made

    def _block(self, block: Block) -> RenderableType:
        match block:
            case Heading():
                return Words(block.text, style=_HEADINGS[block.level])
            case Paragraph():
                return self._line(block.spans)
            case Bullets():
                return self._list([("-", item) for item in block.items])
            case Numbered():
                return self._list([(f"{at}.", item) for at, item in enumerate(block.items, 1)])
            case Table():
                return self._table(block)
            case Rule():
                return Line(style=_DIM)
            case Note():
                label = Words(f"[{note_label(block, self.language)}]", style=_NOTES[block.kind])
                return self._below(label, block.blocks)
            case Fold():
                return self._below(Words(f"▷ {block.summary}", style=_STRONG), block.blocks)
            case Sum():
                return self._table(sum_table(block, self.language))
            case _:
                assert_never(block)

    def _below(self, label: Words, parts: Sequence[Block]) -> RenderableType:
        return Group(label, Padding(Group(*self.blocks(parts)), (0, 0, 0, 2)))

    def _list(self, items: Iterable[tuple[str, Item]]) -> RenderableType:
        grid = Grid.grid(padding=(0, 1, 0, 0))
        grid.add_column(no_wrap=True, justify="right")
        grid.add_column(overflow="fold")
        for mark, item in items:
            grid.add_row(Words(mark), Group(self._line(item.spans), *self.blocks(item.blocks)))
        return grid

    def _table(self, table: Table) -> RenderableType:
        head = box.SIMPLE_HEAD if table.headed else None
        grid = Grid(box=head, show_header=table.headed, show_edge=False, pad_edge=False)
        for column in table.columns:
            grid.add_column(
                Words(column.head, style=_STRONG),
                justify="right" if column.numeric else "left",
                no_wrap=column.numeric,
                overflow="fold",
            )
        for row in table.rows:
            grid.add_row(*map(self._line, row))
        return grid

    def _line(self, line: Spans) -> Words:
        return Words.assemble(*map(self._span, line))

    def _span(self, span: Span) -> tuple[str, Style]:
        match span:
            case Text() | Number():
                return span.text, Style.null()
            case Strong():
                return span.text, _STRONG
            case Emphasis():
                return span.text, _EMPHASIS
            case Code():
                return span.text, Style(color="cyan")
            case Clause():
                return f"({span.text})", Style(dim=True, link=href(self.links, span.text))
            case _:
                assert_never(span)
