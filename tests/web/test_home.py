"""What one must do now, across all wars; the rulebooks."""

from __future__ import annotations

import re

import pytest

from grailkeeper.rules.registry import SYSTEMS, registered
from grailkeeper.text.language import Language
from grailkeeper.text.rulebook import read_rulebook
from grailkeeper.web import models

from .people import account, browser, holds, keeper, text
from .test_seat import address, asked, player
from .wars import begun, played, with_a_point

NAMES = [each.system.name for each in SYSTEMS]


def test_what_a_player_is_asked_in_every_war_stands_on_one_page_the_most_urgent_first() -> None:
    slow, soon = begun("mirror"), begun("bingo")
    who = account("참가자")
    holds(who, slow, models.Role.PLAYER, "t1")
    holds(who, soon, models.Role.PLAYER, "t2")
    questions = [address(slow, asked(slow)), address(soon, asked(soon, "t2"))]
    page = browser(who).get("/").content.decode()
    assert sorted(questions) == sorted(re.findall(r'<h3><a href="([^"]+)"', page))
    assert "거울나라" in page
    assert "빙고" in page


def test_news_say_in_short_what_happened_in_a_scene() -> None:
    """By the parts of which something is told, where nobody fought or fell; and what is told has no tick."""
    war = begun(teams=4)
    seat = player(war)
    for _ in range(40):
        story = seat.get(f"/war/{war.key}/seat/t1/story/").content.decode()
        part = re.search(r'<h3 class="place">([^<]*의 [^<]* 씬)', story)
        home = seat.get("/").content.decode()
        if part is not None and part[1] in home:
            break
        played(war, 1)
    else:
        raise AssertionError("no scene was told")
    assert "#g-told" in story and "#g-ok" not in story


def test_a_keeper_is_told_what_waits_for_a_ruling_or_to_be_published() -> None:
    war = with_a_point("bingo")
    client = keeper(war)
    assert "마감한 선언 1개가 재정과 공표를 기다립니다" in text(client.get("/"))
    who = account("참가자")
    holds(who, war, models.Role.PLAYER, "t1")
    assert "재정과 공표를 기다립니다" not in text(browser(who).get("/"))


def test_the_record_names_questions_and_people_in_words() -> None:
    war = with_a_point("bingo")
    page = text(keeper(war).get(f"/war/{war.key}/desk/record/"))
    assert "시트 · 팀1" in page
    assert "creation" not in page


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("system", NAMES)
def test_every_clause_of_a_rulebook_stands_in_a_chapter(system: str, language: Language) -> None:
    rules = registered(system)
    assert rules is not None
    book = read_rulebook(rules.package, language)
    assert [clause for _, clauses in book.chapters for clause in clauses] == list(book.clauses)
    page = browser(language=language.value).get(f"/rules/{system}/").content.decode()
    assert re.findall(r'<span class="cl">([^<]+)</span>', page) == list(book.clauses)


@pytest.mark.parametrize("language", list(Language))
def test_whoever_comes_for_the_first_time_is_told_what_this_is_and_may_read_the_rules(language: Language) -> None:
    page = browser(language=language.value).get("/").content.decode()
    lede = re.search(r'class="lede">([^<]+)<', page)
    assert lede is not None
    assert len(re.findall(r"[.](?: |$)", lede[1])) == 2
    assert [name for name in NAMES if f'href="/rules/{name}/"' in page] == NAMES
