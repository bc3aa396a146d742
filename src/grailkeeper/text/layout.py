"""What the formats have in common: sums as tables, and the fixed words of notes and closed terms."""

from __future__ import annotations

from typing import assert_never

from .document import Clause, Column, Note, Number, Rest, Spans, Strong, Sum, SumLine, Table, Text
from .language import Language
from .words import house_words

_COLUMNS = (Column(""), Column(""), Column("", numeric=True), Column(""))


def note_label(note: Note, language: Language) -> str:
    """What a note begins with."""
    return house_words(language).say(f"document.{note.kind.value}")


def sum_table(block: Sum, language: Language) -> Table:
    """A sum as a table without a head: sign, term, value, clause and reason; the result is strong.

    The line of closed terms always has the same words, whatever it hides.
    """
    rows = [_row(line, language) for line in block.lines]
    result = block.result
    last = (_text(result.op), (Strong(result.label),), (Strong(result.value),), _source(result))
    return Table(_COLUMNS, (*rows, last))


def _row(line: SumLine | Rest, language: Language) -> tuple[Spans, ...]:
    match line:
        case SumLine():
            return _text(line.op), _text(line.label), _text(line.value), _source(line)
        case Rest():
            words = house_words(language)
            label = f"[{words.say('document.rest_lock')}] {words.say('document.rest')}"
            return (), _text(label), (Number(line.value, signed=True),), _text(words.say("document.rest_why"))
        case _:
            assert_never(line)


def _source(line: SumLine) -> Spans:
    clause = (Clause(line.clause),) if line.clause else ()
    return (*clause, *_text(f" {line.why}" if clause and line.why else line.why))


def _text(text: str) -> Spans:
    return (Text(text),) if text else ()
