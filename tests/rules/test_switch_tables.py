"""The switches are those that the rules leave open, and every rulebook says what each of them decides.

A system's folder beside this file holds `switch_values.txt`: a line for each switch with the question that it
answers, its default, its other values, and the numbers that it takes.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grailkeeper.core.case import Registered
from grailkeeper.core.option import Option
from grailkeeper.rules.registry import registered
from grailkeeper.text.language import Language
from grailkeeper.text.rulebook import SWITCHES, Rulebook, read_rulebook

HERE = Path(__file__).parent
SYSTEMS = sorted(path.parent.name for path in HERE.glob("*/switch_values.txt"))

each_system = pytest.mark.parametrize("name", SYSTEMS)
each_language = pytest.mark.parametrize("language", Language)


def rules_of(name: str) -> Registered:
    found = registered(name)
    assert found is not None
    return found


def listed(option: Option) -> str:
    numbers = [] if option.number is None else [f"{option.number[0]}..{option.number[1]}"]
    return " ".join([option.name, option.question, *map(str, option.values), *numbers])


def rows(book: Rulebook) -> dict[str, list[str]]:
    """The cells of the table of switches, by the name of the switch."""
    table = [line for line in book.text.rpartition("\n## ")[2].splitlines() if line.startswith("| `")]
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table]
    return {each[0].strip("`"): each for each in cells}


@each_system
def test_the_switches_are_those_of_the_list(name: str) -> None:
    found = [listed(option) for option in rules_of(name).system.options.options]
    assert found == (HERE / name / "switch_values.txt").read_text("utf-8").splitlines()


@each_system
@each_language
def test_the_rulebook_has_a_row_for_each_switch(name: str, language: Language) -> None:
    rules = rules_of(name)
    book = read_rulebook(rules.package, language)
    assert SWITCHES not in book.text
    found = rows(book)
    assert list(found) == [option.name for option in rules.system.options.options]
    clauses = dict(line.split(" ", 1) for line in (HERE / name / "switches.txt").read_text("utf-8").splitlines())
    for option in rules.system.options.options:
        _, default, others, clause, meaning = found[option.name]
        assert default == f"`{option.default}`"
        assert re.findall(r"`([^`]+)`", others) == [str(value) for value in option.values[1:]]
        assert option.number is None or all(str(number) in others for number in option.number)
        assert re.findall(r"\[(\S+)\]\(#\1\)", clause) == clauses.get(option.name, option.question).split()
        assert meaning


@each_system
@each_language
def test_a_switch_says_what_each_of_its_named_values_means(name: str, language: Language) -> None:
    rules = rules_of(name)
    found = rows(read_rulebook(rules.package, language))
    for option in rules.system.options.options:
        if len(option.values) > 1:
            said = re.findall(r"`([^`]+)`", found[option.name][-1])
            assert sorted(said) == sorted(map(str, option.values))
