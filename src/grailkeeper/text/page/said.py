"""A fact in words, as a part of the look."""

from __future__ import annotations

from markupsafe import Markup

from ...core.fact import Fact
from ..prose import workings
from .inline import cite
from .pen import Pen
from .workings import all_folded


def said(pen: Pen, fact: Fact, clause: str, binds: bool) -> Markup:
    """The sentence of a fact, the clause by which it happened, and every working to be opened."""
    source = Markup(" ") + cite(pen.clauses, clause) if clause else ""
    sentence = Markup("<b>{}</b>" if binds else "{}").format(pen.prose.fact(fact))
    return Markup("<p>{}{}</p>{}").format(sentence, source, all_folded(pen, workings(fact)))
