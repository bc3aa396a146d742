"""Clauses: each is a link to its rule. A file that stands alone carries the rules that it cites at its end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from ...rules.registry import registered
from ..language import Language
from ..links import Links, href
from ..rulebook import read_rulebook

_SWITCH = re.compile(r"^\S+: `(\w+)`$")


@dataclass(frozen=True, slots=True)
class Rule:
    """A clause as its rulebook has it: id, title, its text as Markdown, and the switches that change it."""

    clause: str
    title: str
    text: str
    switches: tuple[str, ...] = ()


@cache
def rulebook(system: str, language: Language) -> Mapping[str, Rule]:
    """The rules of a system by clause, in the order of the book; none where the system has no rulebook."""
    known = registered(system)
    if known is None:
        return MappingProxyType({})
    book = read_rulebook(known.package, language)
    return MappingProxyType({clause: _rule(clause, entry) for clause, entry in book.entries.items()})


def _rule(clause: str, entry: str) -> Rule:
    """A rule from its entry: below the heading its text, and on lines of their own the switches."""
    heading, *lines = entry.splitlines()
    title = heading.partition(clause)[2].strip()
    switches = tuple(named[1] for line in lines if (named := _SWITCH.match(line)))
    return Rule(clause, title, "\n".join(line for line in lines if not _SWITCH.match(line)), switches)


class Clauses:
    """The clauses of one page. With `links` they lead there; without, to the rules at the end of the page."""

    def __init__(self, system: str, language: Language, links: Links = None) -> None:
        self._links = links
        self._book = rulebook(system, language)
        self._cited: set[str] = set()

    def address(self, clause: str) -> str | None:
        """Where a clause is to be read, None where nobody has it; from now on the page cites it."""
        if self._links is not None:
            return href(self._links, clause)
        if clause not in self._book:
            return None
        self._cited.add(clause)
        return f"#{clause}"

    def cited(self) -> tuple[Rule, ...]:
        """The rules that the page has cited and carries itself, in the order of the book."""
        return tuple(rule for clause, rule in self._book.items() if clause in self._cited)

    def text(self, rule: Rule, tables: Iterator[str]) -> Markup:
        """A rule as HTML; `tables` are names for the tables in it.

        Its links lead to the other rules on this page; those that are not here are words.
        """
        here = frozenset(self._cited)
        return text_of(rule, lambda clause: f"#{clause}" if clause in here else None, tables)


def text_of(rule: Rule, address: Callable[[str], str | None], tables: Iterator[str] | None = None) -> Markup:
    """A rule as HTML; `address` says where another one is to be read, None for a name and no link; `tables` are names
    for the tables in it (without them: its title)."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "autolink"])
    tokens = reader.parse(rule.text)
    for token in tokens:
        token.attrs.pop("style", None)
        if token.children:
            token.children = _linked(token.children, address)
    named = repeat(rule.title) if tables is None else tables
    html = Markup(reader.renderer.render(tokens, reader.options, {})).replace(_EMPTY_HEAD, _EMPTY_CELL)
    parts = html.split("<table>")
    return parts[0] + Markup("").join(_REGION.format(next(named)) + _closed(part) for part in parts[1:])


_EMPTY_HEAD, _EMPTY_CELL = Markup("<th></th>"), Markup("<td></td>")
"""A corner of a table in which nothing stands is the head of nothing."""

_REGION = Markup('<div class="region" role="region" aria-label="{}" tabindex="0"><table>')


def _closed(table: Markup) -> Markup:
    return table.replace("</table>", Markup("</table></div>"))


def _linked(tokens: Sequence[Token], address: Callable[[str], str | None]) -> list[Token]:
    """Links to clauses that have an address; any other link is a clause's name and no more."""
    linked: list[Token] = []
    found: str | None = None
    for token in tokens:
        if token.type in ("link_open", "link_close"):
            if token.type == "link_open":
                target = str(token.attrs.get("href", "")).removeprefix("#")
                found = address(target)
                token.attrs = {"class": "cl", **({} if found is None else {"href": found})}
            token.tag = "span" if found is None else "a"
        linked.append(token)
    return linked
