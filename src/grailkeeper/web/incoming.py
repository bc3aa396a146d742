"""A journal from elsewhere: whether it holds, and whether it can be kept here. Whoever sends it may mean harm: what the
rules do not look at again is looked at here, so that no row and no page breaks on it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from ..campaign import keep
from ..campaign.entry import Entry, EntryKind
from ..campaign.telling import read_tellings
from ..campaign.war import War
from ..core.form import plain_words
from ..core.form import read as read_form
from ..journal.file import Reading
from ..journal.verify import Finding, Verdict, Verification, verify
from ..rules.registry import by_name

_KEY, _AUDIENCE = re.compile(r"[A-Za-z0-9_-]{1,40}"), re.compile(r"\S{1,60}")
_LONGEST_TITLE, _LONGEST_TIME = 200, 40
_WRONG = (LookupError, ValueError, TypeError, AttributeError, AssertionError, ArithmeticError, RecursionError)
"""What comes of data that no program of this kind has written."""


def looked_at(reading: Reading) -> tuple[War | None, Verification]:
    """The war of a journal, None where it does not hold or cannot be kept; and what was found."""
    try:
        found = verify(by_name(), reading)
        if not found.holds or found.torn:
            return None, found
        war = reading.fold(by_name())
    except _WRONG:
        return None, _broken(0)
    unfit = next((each.number for each in reading.entries if not _fits(each, war)), None)
    return (war, found) if unfit is None else (None, replace(found, fold=_broken(unfit).fold))


def _broken(entry: int) -> Verification:
    broken, unchecked = Finding(Verdict.BROKEN, "fold", entry), Finding(Verdict.UNCHECKED, "no_fold")
    return Verification(broken, broken, unchecked)


def _fits(entry: Entry, war: War) -> bool:
    try:
        begins_well = entry.kind is not EntryKind.BEGUN or _begins_well(entry.body)
        return begins_well and _is_moment(entry.at) and _tells_well(entry, war)
    except _WRONG:
        return False


def _begins_well(body: Mapping[str, Any]) -> bool:
    title, version = body["name"], body["version"]
    named = isinstance(title, str) and 0 < len(title) <= _LONGEST_TITLE and isinstance(version, str)
    _, problems = read_form(keep.POLICY, body["policy"], plain_words)
    return named and _KEY.fullmatch(body["war"]) is not None and not problems


def _is_moment(at: str) -> bool:
    """Whether it is a moment of some zone, or none."""
    return not at or (len(at) <= _LONGEST_TIME and datetime.fromisoformat(at).tzinfo is not None)


def _tells_well(entry: Entry, war: War) -> bool:
    """Whether it tells facts of these rules, to audiences that may be those of a war."""
    for telling in read_tellings(entry.body.get("tellings", ())):
        if not telling.body or not all(_AUDIENCE.fullmatch(each) for each in telling.to):
            return False
        if "fact" in telling.body:
            fact: Any = telling.body["fact"]
            war.system.facts.decode(fact)
    return True
