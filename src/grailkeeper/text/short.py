"""Documents for where nothing opens: each working in one line, and said once.

성공 확률 34 = 기본 50 + 공격 확률 42 − 방어 확률 46 − 민첩의 랭크 보정 12 (S-10.14)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from .document import Block, Bullets, Clause, Document, Fold, Item, Note, Rest, Span, Sum, SumLine, plain, spans
from .language import Language
from .numbers import number
from .words import house_words

_BINDS_TIGHTER = ("×", "÷", "mod")


def shortened(document: Document) -> Document:
    """The document with its workings as lists of lines; a line that was there before is left out."""
    short = _Short(document.language)
    return replace(document, blocks=tuple(short.blocks(document.blocks)))


def equation(lines: Iterable[SumLine | Rest], language: Language) -> str:
    """The terms of a sum in one line, from left to right, in brackets where a sign would bind tighter. By what is
    multiplied or divided stands at its sign, and why behind it: `÷ 2 (half)`."""
    said, terms = "", 0
    for line in lines:
        if isinstance(line, Rest):
            rest = house_words(language).say("document.rest")
            op, label, value = "+" if line.value >= 0 else "−", rest, number(abs(line.value))
        else:
            op, label, value = line.op, line.label, line.value
        if op in _BINDS_TIGHTER and terms > 1:
            said, terms = f"({said})", 1
        named = f"{value} ({label})" if op in _BINDS_TIGHTER else f"{label} {value}"
        said = f"{said} {op} {named}" if said else f"{op} {named}".strip()
        terms += 1
    return said


class _Short:
    """One document being shortened, and the lines that it holds already."""

    __slots__ = ("language", "said")

    def __init__(self, language: Language) -> None:
        self.language = language
        self.said: set[str] = set()

    def blocks(self, parts: Iterable[Block]) -> Iterator[Block]:
        """The blocks; workings that follow one another become one list."""
        lines: list[Item] = []
        for part in parts:
            if isinstance(part, Fold) and any(isinstance(each, Sum) for each in part.blocks):
                lines += self._new(self._lines(part))
                continue
            if lines:
                yield Bullets(tuple(lines))
                lines = []
            yield self._inside(part)
        if lines:
            yield Bullets(tuple(lines))

    def _inside(self, part: Block) -> Block:
        if isinstance(part, Fold | Note):
            return replace(part, blocks=tuple(self.blocks(part.blocks)))
        return part

    def _new(self, lines: Iterable[Item]) -> Iterator[Item]:
        for line in lines:
            said = plain(line.spans)
            if said not in self.said:
                self.said.add(said)
                yield line

    def _lines(self, fold: Fold) -> Iterator[Item]:
        """A working, what did not apply in it, and the workings inside it."""
        for part in fold.blocks:
            if isinstance(part, Sum):
                yield Item(self._sum(part))
            elif isinstance(part, Bullets):
                yield from part.items
            elif isinstance(part, Fold):
                yield from self._lines(part)

    def _sum(self, block: Sum) -> tuple[Span, ...]:
        result = f"{block.result.label} {block.result.value} = {equation(block.lines, self.language)}"
        return spans(result, " ", Clause(block.result.clause)) if block.result.clause else spans(result)
