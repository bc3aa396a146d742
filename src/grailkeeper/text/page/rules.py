"""Clauses: each is a link to its rule. A file that stands alone carries the rules that it cites at its end."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from ..language import Language
from ..links import Links, href

_ENTRY = re.compile(r"^### (\S+) (.+)$")


@dataclass(frozen=True, slots=True)
class Rule:
    """A clause as its rulebook has it: id, title, and its text as Markdown."""

    clause: str
    title: str
    text: str


@cache
def rulebook(system: str, language: Language) -> Mapping[str, Rule]:
    """The rules of a system by clause, in the order of the book; none where the system has no rulebook."""
    if not system.isidentifier():
        return MappingProxyType({})
    book = files("grailkeeper.rules").joinpath(system, f"rulebook.{language.value}.md")
    if not book.is_file():
        return MappingProxyType({})
    lines: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    clause = ""
    for line in book.read_text("utf-8").splitlines():
        if line.startswith("#"):
            entry = _ENTRY.match(line)
            clause = entry[1] if entry else ""
            if entry:
                titles[clause] = entry[2]
        elif clause:
            lines.setdefault(clause, []).append(line)
    rules = {each: Rule(each, title, "\n".join(lines.get(each, ()))) for each, title in titles.items()}
    return MappingProxyType(rules)


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

    def text(self, rule: Rule) -> Markup:
        """A rule as HTML. Its links lead to the other rules on this page; those that are not here are words."""
        return _written(rule.text, frozenset(self._cited))


def _written(markdown: str, here: frozenset[str]) -> Markup:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable(["image", "autolink"])
    tokens = reader.parse(markdown)
    for token in tokens:
        token.attrs.pop("style", None)
        if token.children:
            token.children = _linked(token.children, here)
    return Markup(reader.renderer.render(tokens, reader.options, {}))


def _linked(tokens: Sequence[Token], here: frozenset[str]) -> list[Token]:
    """Links to what is on the page, as clauses; any other link is a clause's name and no more."""
    linked: list[Token] = []
    kept = False
    for token in tokens:
        if token.type in ("link_open", "link_close"):
            if token.type == "link_open":
                target = str(token.attrs.get("href", "")).removeprefix("#")
                kept = target in here
                token.attrs = {"class": "cl", **({"href": f"#{target}"} if kept else {})}
            token.tag = "a" if kept else "span"
        linked.append(token)
    return linked
