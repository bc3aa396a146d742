"""The rulebook has one entry per clause, in both languages, and no dead links."""

import re
from pathlib import Path

import pytest

import grailkeeper

HERE = Path(__file__).parent
BOOKS = Path(grailkeeper.__file__).parent / "rules" / "sceneplay"
LANGUAGES = ("ko", "en")

ENTRY = re.compile(r"^### (S-\S+) (\S.*)$")
LINK = re.compile(r"\[([^\]]*)\]\(#([^)]*)\)")
SWITCH_WORD = {"ko": "스위치", "en": "Switch"}
SWITCH_CLAUSES = {
    "play_scene_limit": ["S-1.3"],
    "forced_battle_from": ["S-4.5"],
    "helped_reserve_cost": ["S-5.9"],
    "solo_limit_scope": ["S-8.3"],
    "chance_cap": ["S-9.0"],
    "sum_100": ["S-9.6"],
    "plus_value": ["S-10.3"],
    "rank_bonus": ["S-10.10"],
    "luck_allocation": ["S-11.1"],
    "normal_luck": ["S-11.4", "S-R12"],
    "halving": ["S-12.5"],
    "upkeep_payer": ["S-14.1"],
    "upkeep_table": ["S-14.2"],
    "risk_alarm": ["S-15.6"],
    "escape_cost": ["S-18.4"],
    "alliance_ranks": ["S-19.2"],
    "phantasm_effect": ["S-21.4"],
    "skill_count": ["S-23.3"],
}


def book(language: str) -> str:
    return (BOOKS / f"rulebook.{language}.md").read_text(encoding="utf-8")


def clause_ids() -> list[str]:
    return (HERE / "clauses.txt").read_text(encoding="utf-8").split()


def entries(text: str) -> list[tuple[str, str]]:
    """Clause id and body of every entry, in order; a `## ` heading closes the entry before it."""
    found: list[tuple[str, list[str]]] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("#"):
            heading = ENTRY.match(line)
            inside = heading is not None
            if heading:
                found.append((heading[1], []))
        elif inside:
            found[-1][1].append(line)
    return [(clause, "\n".join(lines).strip()) for clause, lines in found]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_has_its_entry_in_the_order_of_the_list(language: str) -> None:
    assert [clause for clause, _ in entries(book(language))] == clause_ids()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_heading_of_the_third_level_is_an_entry(language: str) -> None:
    headings = [line for line in book(language).splitlines() if line.startswith("###")]
    assert [line for line in headings if not ENTRY.match(line)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_is_empty(language: str) -> None:
    prefix = f"{SWITCH_WORD[language]}:"
    bodies = {
        clause: [line for line in body.splitlines() if line and not line.startswith(prefix)]
        for clause, body in entries(book(language))
    }
    assert [clause for clause, lines in bodies.items() if not lines] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_names_the_clause_it_leads_to(language: str) -> None:
    links = LINK.findall(book(language))
    assert links
    assert [target for _, target in links if target not in clause_ids()] == []
    assert [(shown, target) for shown, target in links if shown != target] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_switches_are_named_at_the_foot_of_their_clauses(language: str) -> None:
    line = re.compile(rf"{SWITCH_WORD[language]}: `(\w+)`")
    found: dict[str, list[str]] = {}
    for clause, body in entries(book(language)):
        if foot := line.fullmatch(body.splitlines()[-1]):
            found.setdefault(foot[1], []).append(clause)
    assert found == SWITCH_CLAUSES
    assert len(line.findall(book(language))) == sum(map(len, found.values()))


@pytest.mark.parametrize(("language", "title"), [("ko", "스위치"), ("en", "Switches")])
def test_the_book_ends_with_the_place_for_the_table_of_switches(language: str, title: str) -> None:
    assert book(language).endswith(f"\n## {title}\n\n<!-- switches -->\n")


def test_both_languages_have_the_same_groups_links_and_tables() -> None:
    """A link or a row in one language only is a fact in one language only."""

    def shape(body: str) -> tuple[list[str], list[str]]:
        table = [line for line in body.splitlines() if line.startswith("|")]
        return sorted(target for _, target in LINK.findall(body)), [str(line.count("|")) for line in table]

    korean, english = dict(entries(book("ko"))), dict(entries(book("en")))
    assert {clause for clause in korean if shape(korean[clause]) != shape(english[clause])} == set()
    groups = [re.findall(r"^## (\w+)\.", book(language), re.MULTILINE) for language in LANGUAGES]
    assert groups[0] == groups[1] == [*map(str, range(1, 25)), "R"]
