"""The rulebooks: a book with its table of contents, and every clause under an address of its own."""

from __future__ import annotations

from functools import cache

from django.http import HttpResponse
from markupsafe import Markup

from ...rules.registry import registered
from ...text.language import Language
from ...text.page.rules import Rule, rulebook, text_of
from ...text.rulebook import read_rulebook
from ..page import Page, clause_address
from ..visitor import Visitor
from . import faults


def book(visitor: Visitor, system: str) -> HttpResponse:
    """Every clause of a rule system, by its title."""
    rules = rulebook(system, visitor.language)
    known = registered(system)
    if known is None or not rules:
        return faults.not_there(visitor)
    read = read_rulebook(known.package, visitor.language)
    chapters = [
        (title, [(clause_address(system, each), rules[each]) for each in clauses]) for title, clauses in read.chapters
    ]
    return Page(visitor).answer("rulebook.html", read.title, chapters=chapters)


def clause(visitor: Visitor, system: str, clause: str) -> HttpResponse:
    """One clause, with what stands before and after it."""
    rules = rulebook(system, visitor.language)
    if clause not in rules:
        return faults.not_there(visitor)
    page, order = Page(visitor), list(rules)
    at = order.index(clause)
    beside = [rules[order[place]] if 0 <= place < len(order) else None for place in (at - 1, at + 1)]
    return page.answer(
        "clause.html",
        rules[clause].title,
        rule=rules[clause],
        text=_text(system, visitor.language, clause),
        beside=[None if each is None else (clause_address(system, each.clause), each) for each in beside],
        system=system,
    )


@cache
def _text(system: str, language: Language, clause: str) -> Markup:
    """A clause as HTML; its links lead to the pages of other clauses."""
    rule: Rule = rulebook(system, language)[clause]
    known = rulebook(system, language)
    return text_of(rule, lambda target: clause_address(system, target) if target in known else None)
