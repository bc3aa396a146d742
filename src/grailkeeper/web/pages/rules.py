"""The rulebooks: a book with its table of contents, and every clause under an address of its own.

Whoever comes to one from a page of a war keeps the links of that war, and the way back.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from django.http import HttpResponse
from django.urls import Resolver404, resolve

from ...rules.registry import registered
from ...text.page.rules import rulebook, text_of
from ...text.rulebook import read_rulebook
from ..gatekeeper import Who, admitted
from ..page import Page, clause_address, rulebook_address
from ..visitor import Guest, Visitor
from . import faults


def book(visitor: Visitor, system: str) -> HttpResponse:
    """Every clause of a rule system, by its title."""
    rules = rulebook(system, visitor.language)
    known = registered(system)
    if known is None or not rules:
        return faults.not_there(visitor)
    read, page = read_rulebook(known.package, visitor.language), _page(visitor, system)
    chapters = [
        (title, [(clause_address(system, each, page.came), rules[each]) for each in clauses])
        for title, clauses in read.chapters
    ]
    return page.answer("rulebook.html", read.title, chapters=chapters, came=page.came)


def clause(visitor: Visitor, system: str, clause: str) -> HttpResponse:
    """One clause, with what stands before and after it."""
    rules = rulebook(system, visitor.language)
    if clause not in rules:
        return faults.not_there(visitor)
    page, order = _page(visitor, system), list(rules)
    at = order.index(clause)
    beside = [rules[order[place]] for place in (at - 1, at + 1) if 0 <= place < len(order)]
    return page.answer(
        "clause.html",
        rules[clause].title,
        rule=rules[clause],
        text=text_of(rules[clause], lambda to: clause_address(system, to, page.came) if to in rules else None),
        beside=[(clause_address(system, each.clause, page.came), each) for each in beside],
        book=rulebook_address(system, page.came),
        came=page.came,
    )


def _page(visitor: Visitor, system: str) -> Page:
    """A page of a rulebook: with the links of a war where the visitor comes from one that is played by these rules."""
    came = visitor.request.GET.get("from", "")
    try:
        parts = urlsplit(came)
        named = resolve(parts.path).kwargs
    except (ValueError, Resolver404):
        return Page(visitor)
    if "key" not in named or "\0" in came:
        return Page(visitor)
    guest = admitted(Who.SEAT if "seat" in named else Who.READER, visitor, named)
    if not isinstance(guest, Guest) or guest.row.system != system:
        return Page(visitor)
    return Page(visitor, guest, f"{parts.path}?{parts.query}" if parts.query else parts.path)
