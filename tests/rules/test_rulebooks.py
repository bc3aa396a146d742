"""Every system's rulebook has one entry per clause, in both languages, and no dead links.

A system's folder beside this file holds `clauses.txt` (the ids, in order) and `switches.txt`
(a switch and the clauses that it belongs to, one line each); its book is held to both.
"""

import re
from pathlib import Path

import pytest

import grailkeeper

HERE = Path(__file__).parent
BOOKS = Path(grailkeeper.__file__).parent / "rules"
SYSTEMS = sorted(path.parent.name for path in HERE.glob("*/clauses.txt"))
LANGUAGES = ("ko", "en")

ENTRY = re.compile(r"^### ([A-Z]-\S+) (\S.*)$")
LINK = re.compile(r"\[([^\]]*)\]\(#([^)]*)\)")
SWITCH = {"ko": re.compile(r"스위치: `(\w+)`"), "en": re.compile(r"Switch: `(\w+)`")}
LAST_HEADING = {"ko": "스위치", "en": "Switches"}

each_system = pytest.mark.parametrize("system", SYSTEMS)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def book(system: str, language: str) -> str:
    return (BOOKS / system / f"rulebook.{language}.md").read_text(encoding="utf-8")


def clause_ids(system: str) -> list[str]:
    return (HERE / system / "clauses.txt").read_text(encoding="utf-8").split()


def switch_clauses(system: str) -> dict[str, list[str]]:
    lines = (HERE / system / "switches.txt").read_text(encoding="utf-8").splitlines()
    return {switch: clauses for switch, *clauses in map(str.split, lines)}


def group(clause: str) -> str:
    """`B-14.3` stands in group 14, an added ruling `B-R3` in group R."""
    tail = clause.partition("-")[2]
    return "R" if tail.startswith("R") else tail.partition(".")[0]


def entries(text: str) -> list[tuple[str, list[str]]]:
    """Clause id and written lines of every entry, in order; a `## ` heading closes the entry before it."""
    found: list[tuple[str, list[str]]] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("#"):
            heading = ENTRY.match(line)
            inside = heading is not None
            if heading:
                found.append((heading[1], []))
        elif inside and line:
            found[-1][1].append(line)
    return found


def foot(lines: list[str], language: str) -> list[str]:
    """The switches named in the last lines of an entry."""
    named: list[str] = []
    for line in reversed(lines):
        switch = SWITCH[language].fullmatch(line)
        if not switch:
            break
        named.insert(0, switch[1])
    return named


def test_every_rulebook_has_its_lists() -> None:
    assert sorted({path.parent.name for path in BOOKS.glob("*/rulebook.*.md")}) == SYSTEMS
    assert sorted(path.parent.name for path in HERE.glob("*/switches.txt")) == SYSTEMS


@each_system
@each_language
def test_every_clause_has_its_entry_in_the_order_of_the_list(system: str, language: str) -> None:
    assert [clause for clause, _ in entries(book(system, language))] == clause_ids(system)


@each_system
@each_language
def test_every_heading_of_the_third_level_is_an_entry(system: str, language: str) -> None:
    headings = [line for line in book(system, language).splitlines() if line.startswith("###")]
    assert [line for line in headings if not ENTRY.match(line)] == []


@each_system
@each_language
def test_no_entry_is_empty(system: str, language: str) -> None:
    found = entries(book(system, language))
    assert [clause for clause, lines in found if len(lines) == len(foot(lines, language))] == []


@each_system
@each_language
def test_every_link_names_the_clause_it_leads_to(system: str, language: str) -> None:
    links = LINK.findall(book(system, language))
    assert links
    assert [target for _, target in links if target not in clause_ids(system)] == []
    assert [(shown, target) for shown, target in links if shown != target] == []


@each_system
@each_language
def test_switches_are_named_at_the_foot_of_their_clauses(system: str, language: str) -> None:
    found: dict[str, list[str]] = {}
    for clause, lines in entries(book(system, language)):
        for switch in foot(lines, language):
            found.setdefault(switch, []).append(clause)
    assert found == switch_clauses(system)
    assert len(SWITCH[language].findall(book(system, language))) == sum(map(len, found.values()))


@each_system
def test_every_switch_has_a_line_of_its_own_in_the_list(system: str) -> None:
    lines = (HERE / system / "switches.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(switch_clauses(system))


@each_system
@each_language
def test_the_book_ends_with_the_place_for_the_table_of_switches(system: str, language: str) -> None:
    assert book(system, language).endswith(f"\n## {LAST_HEADING[language]}\n\n<!-- switches -->\n")


@each_system
def test_both_languages_have_the_same_groups_links_and_tables(system: str) -> None:
    """A link or a row in one language only is a fact in one language only."""

    def shape(lines: list[str]) -> tuple[list[str], list[int]]:
        targets = [target for line in lines for _, target in LINK.findall(line)]
        return sorted(targets), [line.count("|") for line in lines if line.startswith("|")]

    korean, english = dict(entries(book(system, "ko"))), dict(entries(book(system, "en")))
    assert {clause for clause in korean if shape(korean[clause]) != shape(english[clause])} == set()
    groups = [re.findall(r"^## (\w+)\.", book(system, language), re.MULTILINE) for language in LANGUAGES]
    assert groups[0] == groups[1] == list(dict.fromkeys(map(group, clause_ids(system))))
