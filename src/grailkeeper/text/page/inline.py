"""Lines of spans, and clauses in them, in the look."""

from __future__ import annotations

from typing import assert_never

from markupsafe import Markup

from ..document import Clause, Code, Emphasis, Number, Span, Spans, Strong, Text
from .rules import Clauses


def line(clauses: Clauses, spans: Spans) -> Markup:
    """A line of spans."""
    return Markup("").join(_span(clauses, span) for span in spans)


def cite(clauses: Clauses, clause: str) -> Markup:
    """A clause as the link to its rule; its name alone where nobody has the rule."""
    address = clauses.address(clause)
    if address is None:
        return Markup('<span class="cl">{}</span>').format(clause)
    return Markup('<a class="cl" href="{}">{}</a>').format(address, clause)


def _span(clauses: Clauses, span: Span) -> Markup:
    match span:
        case Text() | Number():
            return Markup("{}").format(span.text)
        case Strong():
            return Markup("<b>{}</b>").format(span.text)
        case Emphasis():
            return Markup("<em>{}</em>").format(span.text)
        case Code():
            return Markup('<code class="hex">{}</code>').format(span.text)
        case Clause():
            return cite(clauses, span.text)
        case _:
            assert_never(span)
