"""What is wrong is said to people: no sentence shows them how the program calls something."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from conformance.checks import answerable
from conformance.walk import picker, walk
from grailkeeper.core.fact import Fact
from grailkeeper.core.form import ByKey, Kind, Many, Number, OneOf, Record, read
from grailkeeper.core.problem import Problem, malformed
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose

from .posts import asked, subjects, words_of

RAW = re.compile(r"\b(?:True|False|None)\b|\b[a-z]+_[a-z_]+\b|\b[A-Z]+_[A-Z_]+\b|[\[\]{}<>|]|\b[A-Z]\w+\.[A-Z_]+\b")
"""Python's words, identifiers, members of enumerations, and the signs of schemas."""

JUNK: tuple[object, ...] = (
    *(True, False, None, {}, [], "", -1, 10**9, "xyz", {"xyz": 1}, {"1": None, "2": True}),
    *([True, None, "xyz", -1, {"xyz": None}], [[None]]),
)
SWITCHES = {"unknown_option", "bad_option"}
"""Switches are written letter by letter, and so they are shown."""


def wrong(kind: Kind, deep: int = 0) -> Iterator[Any]:
    """Values that a kind refuses somewhere."""
    yield from JUNK
    match kind:
        case Record(fields=fields):
            yield from ({field.name: each} for field in fields for each in wrong(field.kind, deep + 1))
        case Many(of=of) if deep < 4:
            yield from ([each] for each in wrong(of, deep + 1))
        case ByKey(of=of) if deep < 4:
            yield from ({key: each} for key in ("1", "xyz") for each in wrong(of, deep + 1))
        case OneOf(kinds=kinds) if deep < 4:
            yield from (each for inner in kinds for each in wrong(inner, deep + 1))


def of_records(package: str) -> Iterator[Problem]:
    """What is wrong with everything that a system reads: orders, setups, sheets."""
    kinds: list[Kind] = [each.form.record for each in asked() if each.package == package]
    kinds += [subject.system.setup for of, subject in subjects() if of == package]
    kinds += [each.cases.sheet for each in SYSTEMS if each.package == package]
    for kind in kinds:
        for value in wrong(kind):
            yield from read(kind, value)[1]


def of_wars(package: str) -> Iterator[Problem]:
    """What is wrong with orders that are understood, and what failed when they were resolved."""
    for subject in (subject for of, subject in subjects() if of == package):
        war = walk(replace(subject, longest=20), 0)
        for number, state in enumerate(war.states):
            for call, ask, view in answerable(war.system, state):
                record = war.system.form(view, call, ask).record
                pick = picker(f"problems {number} {ask.whom}")
                for order, faults in (read(record, record.sample(pick)) for _ in range(2)):
                    yield from () if faults else war.system.check(view, call, ask, order)
        for step in war.steps:
            for told in step.resolution.told:
                yield from of_fact(told.fact)


def of_fact(fact: Fact) -> Iterator[Problem]:
    for name in getattr(type(fact), "__dataclass_fields__", {}):
        value = getattr(fact, name)
        yield from (each for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Problem))


@cache
def problems(package: str) -> tuple[Problem, ...]:
    """Every problem of a system once, by its code and by whatever fills its sentence."""
    found = (*of_records(package), *of_wars(package))
    return tuple({repr((each.code, each.culprit, each.values)): each for each in found}.values())


PACKAGES = [each.package for each in SYSTEMS]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("package", PACKAGES)
def test_no_sentence_shows_how_the_program_calls_something(package: str, language: Language) -> None:
    prose = Prose(words_of(package, language), {})
    assert len({each.code for each in problems(package)}) > 15
    for each in problems(package):
        quiet = {
            name: "…" if name == "given" and isinstance(value, str) else value for name, value in each.values.items()
        }
        said = prose.problem(replace(each, values=quiet))
        assert not RAW.search(said), (each, said)
        assert not re.search(r"\b(?:True|False|None)\b", prose.problem(each)), each
        where = prose.path(each.culprit)
        assert not re.search(r"\b[a-z]+_[a-z_]+\b", where), (each, where)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("package", PACKAGES)
def test_no_template_of_a_problem_does(package: str, language: Language) -> None:
    """Also of those problems that do not come up above."""
    words = words_of(package, language)
    for key in (key for key in words if key.startswith("problem.")):
        bare = re.sub(r"\{[^{}]*\}|`[^`]*`", "", words.get(key))
        assert not RAW.search(bare), (key, bare)


@pytest.mark.parametrize(
    ("value", "given"),
    [
        (True, "예"),
        (None, "없음"),
        ([True, None, [1]], "[true, null, [1]]"),
        ({"수": None}, "{수: null}"),
        ("나 " * 40, "나 나 나 나 나 나 나 나 나 나 나 나 나 나 나 나 나 나 나 나…"),
    ],
)
def test_what_was_given_is_shown_as_it_was_written(value: object, given: str) -> None:
    prose = Prose(words_of(PACKAGES[0], Language.KO), {})
    ((found,), said) = read(Number(0, 1), value)[1], f"적힌 것: {given}"
    shown = malformed("bad_flag", given=found.values["given"], accepted="yes, no")
    assert prose.problem(shown).endswith(said)


def test_what_is_accepted_is_said_without_brackets() -> None:
    """In whatever a list or a table of words is."""
    korean, english = (Prose(words_of("grailkeeper.rules.chronicle", each), {}) for each in (Language.KO, Language.EN))
    cards = malformed("bad_list", accepted="[strike, counter] × 3")
    assert "강타, 반격 (3개까지)" in korean.problem(cards) and "strike, counter (up to 3)" in english.problem(cards)
    table = malformed("bad_table", accepted="{1..5: [[strike] × 2] × 3}")
    assert "1~5: 강타 (2개까지) (3개까지)" in korean.problem(table)
