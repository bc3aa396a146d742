"""Corrections from files: the kind is the one that understands the file."""

from __future__ import annotations

from collections.abc import Mapping

from ..campaign.correcting import (
    concerned,
    correction_fact,
    correction_form,
    says_nothing,
)
from ..core.fact import Told
from ..core.form import read
from ..core.seat import EVERYBODY, only
from .session import Exit
from .table import Table


def correction_of(table: Table, data: object, reason: str, public: bool) -> Told:
    """The correction that a file describes, told to the team concerned or to everybody; or the end of the command.

    The kind is the one that understands the file; where none does, the problems are those of the nearest.
    """
    war, identify = table.war, table.prose.words.identify
    name = table.prose.name
    attempts = [(kind, *read(correction_form(war, kind, name), data, identify)) for kind in war.system.corrections]
    kind, found, problems = min(attempts, key=lambda attempt: len(attempt[2]))
    if problems:
        table.session.refuse(table.prose, problems)
    assert isinstance(found, Mapping)
    if says_nothing(found):
        table.session.stop(Exit.WRONG, "correct.nothing")
    fact = correction_fact(kind, found, reason)
    return Told(fact, EVERYBODY if public else only(concerned(war, fact)))
