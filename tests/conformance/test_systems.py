"""Every rule system keeps the contract."""

from __future__ import annotations

import tomllib

import pytest

from .checks import CHECKS, Check
from .subject import Subject
from .subjects import SUBJECTS
from .twin import differs, leaks
from .walk import walks
from .words import missing, needed

of_every_system = pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.system.name)


@of_every_system
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_contract(subject: Subject, check: Check) -> None:
    for walk in walks(subject):
        check(walk)


@of_every_system
def test_what_a_system_says_of_itself(subject: Subject) -> None:
    system = subject.system
    assert system.name and system.name.isascii() and system.version
    assert set(system.corrections) <= set(system.facts.kinds)
    options = [option.name for option in system.options.options]
    assert len(set(options)) == len(options)
    for option in system.options.options:
        assert option.question and all(option.accepts(value) for value in option.values)


@of_every_system
def test_random_wars_end(subject: Subject) -> None:
    assert any(walk.ended for walk in walks(subject))


@of_every_system
def test_nobody_sees_a_difference_that_is_not_theirs_to_see(subject: Subject) -> None:
    assert [leak for twins in subject.twins() for leak in leaks(subject.system, twins)] == []


@of_every_system
def test_twin_worlds_are_two(subject: Subject) -> None:
    assert [twins.row for twins in subject.twins() if not differs(subject.system, twins)] == []


@of_every_system
def test_every_row_of_the_information_table_has_twins(subject: Subject) -> None:
    rows = [row for row, clause, who in subject.information if clause and who]
    assert len(set(rows)) == len(subject.information)
    assert {twins.row for twins in subject.twins()} == set(rows)


@of_every_system
@pytest.mark.parametrize("language", ["ko", "en"])
def test_everything_that_happens_has_words(subject: Subject, language: str) -> None:
    words = tomllib.loads((subject.words / f"words.{language}.toml").read_text(encoding="utf-8"))
    assert missing(needed(subject, walks(subject)), words) == []
