"""What is told, line by line: facts, and what the house says itself; in chapters for a story."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ...core.fact import Fact, FactTable
from ...views.gate import Heard
from ..document import Block
from ..post import told_blocks
from ..prose import Prose

_QUIET = ("closed", "opening")
"""Tellings that are there to be checked, not to be read: fingerprints, and what is opened of a seal."""


@dataclass(frozen=True, slots=True)
class Line:
    """One thing told: a fact, or what the house says (`blocks`).

    `struck`: a rewind has undone it. `quiet`: it is there to be checked, and a story keeps it folded. `beside`: the
    teams that are named beside it, where it begins a part of a chapter. `bare`: nothing is told in that part.
    """

    fact: Fact | None = None
    blocks: tuple[Block, ...] = ()
    struck: bool = False
    quiet: bool = False
    beside: tuple[str, ...] = ()
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a story, such as a scene; `note` stands beside its title, `headline` beside it in the contents."""

    title: str
    lines: tuple[Line, ...]
    note: str = ""
    headline: str = ""


def lines_of(facts: Iterable[Fact]) -> tuple[Line, ...]:
    """Facts as lines."""
    return tuple(Line(fact) for fact in facts)


def lines_heard(prose: Prose, table: FactTable, heard: Iterable[Heard]) -> tuple[Line, ...]:
    """Everything that an audience has heard (see `views.gate`), as lines."""
    return tuple(_line(prose, table, each) for each in heard)


def _line(prose: Prose, table: FactTable, heard: Heard) -> Line:
    if "fact" in heard.body:
        return Line(fact=table.decode(heard.body["fact"]), struck=heard.struck)  # type: ignore[arg-type]
    quiet = any(kind in heard.body for kind in _QUIET)
    return Line(blocks=told_blocks(prose, table, heard.body), struck=heard.struck, quiet=quiet)


def chapters(lines: Iterable[Line], opens: Callable[[Fact], str | None], first: str = "") -> tuple[Chapter, ...]:
    """Lines in chapters: a fact for which `opens` gives a title begins a new one; `first` titles what is before."""
    found: list[tuple[str, list[Line]]] = [(first, [])]
    for line in lines:
        title = None if line.fact is None or line.struck else opens(line.fact)
        if title is not None:
            found.append((title, []))
        found[-1][1].append(line)
    return tuple(Chapter(title, tuple(inside)) for title, inside in found if inside)
