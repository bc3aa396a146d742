"""What a seat knows as it stands: its own team, what it has found out of others, and what everybody may know of them.

Any rule system is shown by its view as it is: a field goes by `view.<its name>` in the words of the rules, else by the
name that it has on sheets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from django.http import HttpResponse

from ...core.rank import Rank
from ...core.working import Working
from ...text.numbers import number
from ...text.prose import Prose
from ..page import Page
from ..visitor import Guest

SHOWN = ("own", "dossiers", "servants", "teams")
"""The parts of a view that say how things stand. The others are the course of play, which the story tells."""


@dataclass(frozen=True, slots=True)
class Known:
    """Something known: what it is called, and what is said of it or is in it."""

    name: str
    said: str = ""
    parts: tuple[Known, ...] = ()


def known(guest: Guest) -> HttpResponse:
    page, view = Page(guest.visitor, guest), guest.gate.state()
    found = [(name, getattr(view, name, None)) for name in SHOWN]
    sections = [(page.say(f"known.{name}"), parts) for name, value in found if (parts := parts_of(guest.prose, value))]
    return page.answer("known.html", page.say("known.title"), sections=sections, scope=page.pen.scope())


def parts_of(prose: Prose, value: Any) -> tuple[Known, ...]:
    """What is in a record, a table or a list of records; what there is none of is left out."""
    return tuple(each for each in _parts(prose, value) if each.said or each.parts)


def _parts(prose: Prose, value: Any) -> Iterator[Known]:
    if _is_record(value):
        told = {field.name: getattr(value, field.name) for field in fields(value) if field.name != "key"}
        if told.get("name") == _called(prose, value):
            del told["name"]
        for name, each in told.items():
            yield _known(prose, field_name(prose, name), each)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield _known(prose, prose.name(str(key)), each)
    elif isinstance(value, tuple | list):
        for place, each in enumerate(value, 1):
            yield _known(prose, _called(prose, each) or number(place), each)


def field_name(prose: Prose, name: str) -> str:
    """What a field of a view is called."""
    key = f"view.{name}"
    return prose.words.say(key) if key in prose.words else prose.name(name)


def _known(prose: Prose, name: str, value: Any) -> Known:
    if value is None or value is False or (not isinstance(value, int) and not _is_record(value) and not value):
        return Known(name)
    if _is_pool(value):
        return Known(name, f"{number(value.now)} / {number(value.maximum)}")
    if _is_record(value) or isinstance(value, Mapping) or _holds_records(value):
        return Known(name, parts=parts_of(prose, value))
    return Known(name, _said(prose, value))


def _said(prose: Prose, value: Any) -> str:
    if isinstance(value, str):
        return field_name(prose, value)
    if isinstance(value, tuple | list):
        return ", ".join(_said(prose, each) for each in value)
    said = prose.value(value)
    if isinstance(said, int):
        return number(said)
    return said if isinstance(said, str) else ", ".join(map(str, said))


def _called(prose: Prose, value: Any) -> str:
    """By what one of a list is called: by its key, where that has a name in the war; else as it was named."""
    key = str(getattr(value, "key", "") or getattr(value, "team", ""))
    named = prose.name(key) if key else ""
    return named if named != key else prose.name(str(getattr(value, "name", "")))


def _is_record(value: Any) -> bool:
    """Whether it has fields of its own; ranks and workings are single values."""
    return is_dataclass(value) and not isinstance(value, type | Rank | Working)


def _is_pool(value: Any) -> bool:
    return _is_record(value) and {each.name for each in fields(value)} == {"now", "maximum"}


def _holds_records(value: Any) -> bool:
    return isinstance(value, tuple | list) and any(map(_is_record, value))
