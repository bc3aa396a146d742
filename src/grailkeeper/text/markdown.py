"""Markdown as GitHub and CommonMark read it. Whatever a name contains comes out as that name."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence
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

# Marks of CommonMark, and of GitHub: tables, strikes, sums, mentions, emoji, addresses that turn into links.
_MARKS = re.compile(r"[\\`*_\[\]<>|~&#$@]|:(?=//|[\w+-]+:)|(?<=www)\.", re.IGNORECASE)
_AFTER_DIGITS = re.compile(r"(\d+)([.)])")
_APART = "<!-- -->"  # between two lists, which would otherwise be read as one


def render(document: Document, links: Links = None) -> str:
    """The document as Markdown. Folds become <details>, clauses links."""
    title = f"# {_line_start(_escaped(document.title))}\n\n" if document.title else ""
    return title + _blocks(document.blocks, document.language, links) + "\n"


def _blocks(parts: Sequence[Block], language: Language, links: Links) -> str:
    made: list[str] = []
    before: Block | None = None
    for part in parts:
        if isinstance(part, Bullets | Numbered) and type(part) is type(before):
            made.append(_APART)
        made.append(_block(part, language, links))
        before = part
    return "\n\n".join(made)


def _block(block: Block, language: Language, links: Links) -> str:
    match block:
        case Heading():
            return f"{'#' * (block.level + 1)} {_line_start(_escaped(block.text))}"
        case Paragraph():
            return _line_start(_line(block.spans, links))
        case Bullets():
            return _list([("- ", item) for item in block.items], language, links)
        case Numbered():
            return _list([(f"{at}. ", item) for at, item in enumerate(block.items, 1)], language, links)
        case Table():
            return _table(block, links)
        case Rule():
            return "---"
        case Note():
            parts = (f"**{_escaped(note_label(block, language))}**", _blocks(block.blocks, language, links))
            return _quoted("\n\n".join(filter(None, parts)))
        case Fold():
            inside = _blocks(block.blocks, language, links)
            return f"<details>\n<summary>{html.escape(block.summary)}</summary>\n\n{inside}\n\n</details>"
        case Sum():
            return _table(sum_table(block, language), links)
        case _:
            assert_never(block)


def _list(items: Iterable[tuple[str, Item]], language: Language, links: Links) -> str:
    return "\n".join(_item(mark, item, language, links) for mark, item in items)


def _item(mark: str, item: Item, language: Language, links: Links) -> str:
    parts = (_line_start(_line(item.spans, links)), _blocks(item.blocks, language, links))
    first, *more = "\n\n".join(filter(None, parts)).split("\n")
    return "\n".join([mark + first, *(" " * len(mark) + line if line else "" for line in more)])


def _table(table: Table, links: Links) -> str:
    heads = _row(_escaped(column.head) for column in table.columns)
    sides = _row("--:" if column.numeric else "---" for column in table.columns)
    return "\n".join([heads, sides, *(_row(_line(cell, links) for cell in row) for row in table.rows)])


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.strip() for cell in cells)} |"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _line(line: Spans, links: Links) -> str:
    said = [span for span in line if span.text]
    edges: list[Span | None] = [None, *said, None]
    return "".join(
        _span(span, before, after, links) for before, span, after in zip(edges, said, edges[2:], strict=False)
    )


def _span(span: Span, before: Span | None, after: Span | None, links: Links) -> str:
    match span:
        case Text() | Number():
            return _escaped(span.text)
        case Strong():
            return _marked(span.text, "**", "strong", before, after)
        case Emphasis():
            return _marked(span.text, "*", "em", before, after)
        case Code():
            return _code(span.text, before)
        case Clause():
            address = href(links, span.text)
            return f"([{_escaped(span.text)}]({address}))" if address else f"({_escaped(span.text)})"
        case _:
            assert_never(span)


def _marked(text: str, mark: str, tag: str, before: Span | None, after: Span | None) -> str:
    """`text` between marks; as a tag where the marks would not be read as such.

    A star opens or closes only by what stands on both sides of it, and a Korean particle right behind a
    closing quote or bracket, **‘검’**을, leaves it open.
    """
    inner = text.strip()
    if not inner:
        return text
    lead, trail = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    opens = _holds(lead or _edge(before, -1), inner[0])
    closes = _holds(trail or _edge(after, 0), inner[-1])
    core = f"{mark}{_escaped(inner)}{mark}" if opens and closes else f"<{tag}>{_escaped(inner)}</{tag}>"
    return lead + core + trail


def _edge(neighbour: Span | None, at: int) -> str:
    """The character next to a span: a blank at the end of a line, none where marks would run together."""
    match neighbour:
        case None:
            return " "
        case Strong() | Emphasis():
            return ""
        case Clause():
            return "()"[at]
        case Code():
            return "`"
        case _:
            return neighbour.text[at]


def _holds(outside: str, inside: str) -> bool:
    """Whether a star between these two characters belongs to the one inside."""
    if not outside:
        return False
    return outside.isspace() or unicodedata.category(inside)[0] not in "PS" or unicodedata.category(outside)[0] == "P"


def _code(text: str, before: Span | None) -> str:
    if not text.strip() or "`" in text or "|" in text or isinstance(before, Code):
        return f"<code>{_escaped(text)}</code>"
    return f"`{text}`"


def _escaped(text: str) -> str:
    return _MARKS.sub(r"\\\g<0>", text)


def _line_start(text: str) -> str:
    """`text` where a line begins, so that it begins no list, no heading and no block of code."""
    text = text.lstrip()
    numbered = _AFTER_DIGITS.match(text)
    if numbered:
        return f"{numbered[1]}\\{text[numbered.end(1) :]}"
    return "\\" + text if text[:1] in ("+", "-", "=") else text
