"""The rulebook of a rule system: written for players, one entry per clause, with the table of its switches."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from ..core.option import OptionTable
from ..rules.registry import SYSTEMS
from .language import Language
from .switches import switch_table
from .words import Words, house_words, load_words

SWITCHES = "<!-- switches -->"
"""Where the table of switches goes."""

_ENTRY = re.compile(r"^### (\S+) (.+)$", re.MULTILINE)

_CHAPTER = re.compile(r"^## (.+)$", re.MULTILINE)

_SWITCH = re.compile(r"^\S+: `(\w+)`$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A rulebook as Markdown: the whole text, each clause's entry with its heading, the chapters, each with the clauses
    in it, and by the name of each switch the clauses at which it stands."""

    title: str
    text: str
    entries: Mapping[str, str]
    chapters: tuple[tuple[str, tuple[str, ...]], ...] = ()
    switches: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(self.entries)

    def entry(self, clause: str) -> str | None:
        """The entry of a clause, whatever the case in which its id is written."""
        return next((entry for each, entry in self.entries.items() if each.upper() == clause.upper()), None)


@cache
def read_rulebook(package: str, language: Language) -> Rulebook:
    """The rulebook of the rule system in `package`, with its table of switches.

    Raises FileNotFoundError where the package has no rulebook.
    """
    text = files(package).joinpath(f"rulebook.{language.value}.md").read_text("utf-8")
    title = text.splitlines()[0].removeprefix("# ")
    entries = {}
    for found in _ENTRY.finditer(text):
        end = re.compile(r"^#{1,3} ", re.MULTILINE).search(text, found.end())
        entries[found[1]] = text[found.start() : end.start() if end else len(text)].strip()
    system = next((each.system for each in SYSTEMS if each.package == package), None)
    switches = {} if system is None else _switches(system.options, entries)
    if system is not None:
        text = text.replace(SWITCHES, switch_table(system.options, switches, _words(package, language)))
    return Rulebook(title, text, entries, _chapters(text), switches)


def _chapters(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The chapters that have clauses, in order."""
    starts = [*_CHAPTER.finditer(text)]
    ends = [*(each.start() for each in starts[1:]), len(text)]
    found = ((each[1], tuple(_ENTRY.findall(text, each.end(), end))) for each, end in zip(starts, ends, strict=True))
    return tuple((title, tuple(clause for clause, _ in entries)) for title, entries in found if entries)


def _switches(options: OptionTable, entries: Mapping[str, str]) -> dict[str, list[str]]:
    """The clauses that name each switch at their foot."""
    clauses: dict[str, list[str]] = {}
    for clause, entry in entries.items():
        for name in _SWITCH.findall(entry):
            clauses.setdefault(name, []).append(clause)
    for option in options.options:
        if option.question in entries:  # a limit of the rules, which belongs to its clause without a word
            clauses.setdefault(option.name, [option.question])
    return clauses


def _words(package: str, language: Language) -> Words:
    try:
        return load_words(package, language)
    except FileNotFoundError:  # a system whose words are still to be written: its switches have names and values
        return house_words(language)
