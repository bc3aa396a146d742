"""What a command comes to: an entry to append, or the problems for which nothing happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ..core.canon import Data
from ..core.problem import Problem, illegal
from .entry import Entry, EntryKind, next_entry
from .fault import adjudicating
from .war import War, after


@dataclass(frozen=True, slots=True)
class Done:
    """The entry that a command makes, and the war after it. `problems` are suspicions, for the one who ordered."""

    war: War
    entry: Entry
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a command was not carried out. Nothing has changed."""

    problems: tuple[Problem, ...]


Outcome: TypeAlias = Done | Refused


def append(war: War, kind: EntryKind, body: Mapping[str, Data], at: str, problems: tuple[Problem, ...] = ()) -> Done:
    """The war with one more entry. Raises EngineError where the rules cannot take it."""
    entry = next_entry(war.number + 1, kind, at, body, war.head)
    with adjudicating(str(body.get("call", ""))):
        return Done(after(war, entry), entry, problems)


def refuse(code: str, clause: str = "", culprit: str = "", **values: int | str) -> Refused:
    return Refused((illegal(code, clause, culprit, **values),))


def halted(war: War) -> Refused | None:
    """Why nothing can be declared or resolved in this war at all, if so."""
    if war.ended:
        return refuse("war_ended")
    if war.paused:
        return refuse("war_paused", reason=war.paused)
    return None


def outdated(war: War) -> Refused | None:
    """A war of another version of its rules is read, shown and closed, but nothing is resolved in it."""
    if war.version != war.system.version:
        return refuse("version_differs", war=war.version, program=war.system.version)
    return None
