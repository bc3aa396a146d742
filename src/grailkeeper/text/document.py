"""What every report is made of: an immutable document of blocks and spans, the same for every format.

Text is the master: whatever a drawing may show later, the words, lists and tables here say it. Every string
is cleaned when it is made (see `clean`), so the renderers only escape. Line ends in a string become blanks;
prose of several lines is made into paragraphs by `prose`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from .clean import clean
from .language import Language
from .numbers import number


def _cleaned(made: object, *names: str) -> None:
    for name in names:
        object.__setattr__(made, name, clean(getattr(made, name)))


@dataclass(frozen=True, slots=True)
class Text:
    """Words as they are."""

    text: str

    def __post_init__(self) -> None:
        _cleaned(self, "text")


@dataclass(frozen=True, slots=True)
class Strong:
    """What the eye should find first: a winner, a deadline."""

    text: str

    def __post_init__(self) -> None:
        _cleaned(self, "text")


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words said in another voice: narration, a title."""

    text: str

    def __post_init__(self) -> None:
        _cleaned(self, "text")


@dataclass(frozen=True, slots=True)
class Code:
    """What is compared letter by letter: a fingerprint, a head of a chain, a command."""

    text: str

    def __post_init__(self) -> None:
        _cleaned(self, "text")


@dataclass(frozen=True, slots=True)
class Clause:
    """The id of a clause, a link to the rulebook where the format has links."""

    text: str

    def __post_init__(self) -> None:
        _cleaned(self, "text")


@dataclass(frozen=True, slots=True)
class Number:
    """A number, with a real minus sign; `signed` shows its plus too."""

    value: int
    signed: bool = False

    @property
    def text(self) -> str:
        return number(self.value, signed=self.signed)


Span: TypeAlias = Text | Strong | Emphasis | Code | Clause | Number
Spans: TypeAlias = tuple[Span, ...]


def spans(*parts: Span | str) -> Spans:
    """A line of spans, in which a plain string is text."""
    return tuple(Text(part) if isinstance(part, str) else part for part in parts)


def plain(line: Spans) -> str:
    """The words of a line, without its marks."""
    return "".join(span.text for span in line)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 3; the title of the document stands above them."""

    level: int
    text: str

    def __post_init__(self) -> None:
        if self.level not in (1, 2, 3):
            raise ValueError(f"a heading has level 1, 2 or 3, not {self.level}")
        _cleaned(self, "text")


@dataclass(frozen=True, slots=True)
class Paragraph:
    spans: Spans


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a list: a line, and what hangs below it."""

    spans: Spans
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A list whose order means something, numbered from 1."""

    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; `numeric` ones are set against their right edge."""

    head: str
    numeric: bool = False

    def __post_init__(self) -> None:
        _cleaned(self, "head")


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, one cell a column. A table in which no column has a head is shown without one."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Spans, ...], ...]

    def __post_init__(self) -> None:
        if not self.columns or any(len(row) != len(self.columns) for row in self.rows):
            raise ValueError("a row of a table has one cell for each column")

    @property
    def headed(self) -> bool:
        return any(column.head for column in self.columns)


@dataclass(frozen=True, slots=True)
class Rule:
    """A line between parts."""


class NoteKind(Enum):
    """What a note is for. Its words come from `words`, under "document"."""

    TOLD = "told"
    """Good to know."""
    CARE = "care"
    """Allowed, but is it meant?"""
    BAD = "bad"
    """Not accepted; the only note in red."""


@dataclass(frozen=True, slots=True)
class Note:
    kind: NoteKind
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Fold:
    """What opens on demand, such as a working. Where nothing opens, it is shown below its summary."""

    summary: str
    blocks: tuple[Block, ...]

    def __post_init__(self) -> None:
        _cleaned(self, "summary")


@dataclass(frozen=True, slots=True)
class SumLine:
    """A term of a sum or its result: what is done (`op`: "+", "−", "×", "" for the first), with what, why."""

    op: str
    label: str
    value: str
    clause: str = ""
    why: str = ""

    def __post_init__(self) -> None:
        _cleaned(self, "op", "label", "value", "clause", "why")


@dataclass(frozen=True, slots=True)
class Rest:
    """All terms that a reader may not open, as one line. It has a value and nothing else that could tell."""

    value: int


@dataclass(frozen=True, slots=True)
class Sum:
    """How a number came to be: its terms from top to bottom, the result last."""

    lines: tuple[SumLine | Rest, ...]
    result: SumLine

    def __post_init__(self) -> None:
        if sum(isinstance(line, Rest) for line in self.lines) > 1:
            raise ValueError("what is closed is one line: two would tell how much there is")


Block: TypeAlias = Heading | Paragraph | Bullets | Numbered | Table | Rule | Note | Fold | Sum


@dataclass(frozen=True, slots=True)
class Document:
    """A report in one language."""

    language: Language
    title: str
    blocks: tuple[Block, ...]

    def __post_init__(self) -> None:
        _cleaned(self, "title")


def prose(text: str) -> tuple[Paragraph, ...]:
    """Somebody's own words of several lines, each line a paragraph."""
    lines = (clean(line).strip() for line in text.splitlines())
    return tuple(Paragraph((Text(line),)) for line in lines if line)
