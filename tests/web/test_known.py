"""What a seat knows, field by field: everything that a view holds of it has words, in both languages."""

from __future__ import annotations

import dataclasses
import enum
import typing
from collections.abc import Iterator
from typing import Any

import pytest

from grailkeeper.core.rank import Rank
from grailkeeper.core.working import Working
from grailkeeper.rules.chronicle.tables import KNOWN
from grailkeeper.rules.registry import SYSTEMS, by_name, registered
from grailkeeper.text.language import Language
from grailkeeper.text.words import load_words
from grailkeeper.web.pages.known import SHOWN

from .people import text
from .test_seat import player
from .wars import begun, played

NAMES = [each.system.name for each in SYSTEMS]


TOLD = {name for *_, found in KNOWN for name in found}
"""What points of information tell of, by name: it is said of a servant how much of it is known."""


def types_in(kind: Any) -> Iterator[type]:
    """Every record and every enumeration that a type speaks of, at whatever depth."""
    if isinstance(kind, type) and (dataclasses.is_dataclass(kind) or issubclass(kind, enum.Enum)):
        yield kind
    for inner in typing.get_args(kind):
        yield from types_in(inner)


def shown(system: str) -> tuple[set[str], set[str]]:
    """The names of all fields that a page of this system may show, and the values that go by names."""
    view = typing.get_type_hints(typing.get_type_hints(type(by_name()[system]).view)["return"])
    waiting = [kind for part in SHOWN if part in view for kind in types_in(view[part])]
    met, fields, values = set(), set(), set()
    while waiting:
        kind = waiting.pop()
        if kind in met or kind in (Rank, Working):
            continue
        met.add(kind)
        if issubclass(kind, enum.Enum):
            values |= {str(each.value) for each in kind}
            continue
        hints = typing.get_type_hints(kind)
        names = {field.name for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
        waiting += [inner for name in names for inner in types_in(hints[name])]
        fields |= set() if names == {"now", "maximum"} else names - {"key"}
    return fields, values


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("system", NAMES)
def test_every_field_and_every_value_of_a_view_has_words(system: str, language: Language) -> None:
    rules = registered(system)
    assert rules is not None
    words = load_words(rules.package, language)
    fields, values = shown(system)
    fields |= TOLD if system == "chronicle" else set()
    assert {name for name in fields if f"view.{name}" not in words and f"names.{name}" not in words} == set()
    letters = {value for value in values if len(value) < 2}  # they are their own names
    assert {value for value in values - letters if f"names.{value}" not in words} == set()


@pytest.mark.parametrize("system", NAMES)
def test_words_of_a_view_are_of_fields_that_there_are(system: str) -> None:
    rules = registered(system)
    assert rules is not None
    for language in Language:
        words = load_words(rules.package, language)
        named = {key.removeprefix("view.") for key in words if key.startswith("view.")}
        assert named <= shown(system)[0] | TOLD


@pytest.mark.parametrize("system", NAMES)
def test_a_seat_reads_what_it_knows_and_not_what_it_does_not(system: str) -> None:
    war = begun(system, teams=4)
    played(war, 14)
    pages = {seat: player(war, seat).get(f"/war/{war.key}/seat/{seat}/known/") for seat in ("t1", "t2")}
    assert {page.status_code for page in pages.values()} == {200}
    assert "우리 팀" in text(pages["t1"])
    assert text(pages["t1"]) != text(pages["t2"])
