"""A record is changed as `dataclasses.replace` would."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as some

from grailkeeper.core.record import replace


@dataclass(frozen=True, slots=True)
class Pool:
    now: int
    maximum: int = 10


@dataclass(frozen=True, slots=True)
class Person(Pool):
    name: str = ""
    known: Mapping[str, int] = field(default_factory=dict)

    @property
    def missing(self) -> int:
        return self.maximum - self.now


@dataclass(frozen=True)
class Open:
    kind: ClassVar[str] = "open"
    name: str
    age: int = 0


CHANGES = some.fixed_dictionaries(
    {},
    optional={
        "now": some.integers(),
        "maximum": some.integers(),
        "name": some.text(),
        "known": some.dictionaries(some.text(), some.integers()),
    },
)


@given(now=some.integers(), change=CHANGES)
def test_as_the_standard_library_does(now: int, change: Mapping[str, Any]) -> None:
    person = Person(now, name="앨리스", known={"a": 1})
    changed = replace(person, **change)
    assert changed == dataclasses.replace(person, **change)
    assert type(changed) is Person
    assert person == Person(now, name="앨리스", known={"a": 1}), "the record itself stays"


def test_a_record_without_slots_and_with_something_of_its_class() -> None:
    assert replace(Open("a", 3), age=4) == Open("a", 4)


def test_a_field_that_it_does_not_have() -> None:
    with pytest.raises(TypeError, match="Person has no field missing, strength"):
        replace(Person(3), missing=1, strength=2)
    with pytest.raises(TypeError):
        replace("a text", name="b")


def test_it_stays_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        replace(Pool(3), now=2).now = 5  # type: ignore[misc]
