"""The rulebook of a rule system: written for players, one entry per clause, with the table of its switches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from .language import Language

_ENTRY = re.compile(r"^### (\S+) (.+)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A rulebook as Markdown: the whole text, and each clause's entry with its heading."""

    title: str
    text: str
    entries: Mapping[str, str]

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(self.entries)

    def entry(self, clause: str) -> str | None:
        """The entry of a clause, whatever the case in which its id is written."""
        return next((entry for each, entry in self.entries.items() if each.upper() == clause.upper()), None)


@cache
def read_rulebook(package: str, language: Language) -> Rulebook:
    """The rulebook of the rule system in `package`. Raises FileNotFoundError where it has none."""
    text = files(package).joinpath(f"rulebook.{language.value}.md").read_text("utf-8")
    title = text.splitlines()[0].removeprefix("# ")
    entries = {}
    for found in _ENTRY.finditer(text):
        end = re.compile(r"^#{1,3} ", re.MULTILINE).search(text, found.end())
        entries[found[1]] = text[found.start() : end.start() if end else len(text)].strip()
    return Rulebook(title, text, entries)
