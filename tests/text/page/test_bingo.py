"""Battles of bingo on a page: the board, the list of its cells, totals and damage, and what the public may see."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from grailkeeper.core.fact import Fact
from grailkeeper.core.problem import failed
from grailkeeper.core.seat import KEEPER, PUBLIC, Person, Role
from grailkeeper.rules.bingo import facts as f
from grailkeeper.rules.bingo.system import BINGO
from grailkeeper.text.language import Language
from grailkeeper.text.page import About, battle_page
from grailkeeper.text.page.bingo.bouts import bouts, numbered
from grailkeeper.text.page.bingo.clauses import BINDING, CLAUSES, clause_of
from grailkeeper.text.page.bingo.grid import lines_of
from grailkeeper.text.page.rules import rulebook

from .html import Page, read_page
from .samples import STREAM, a_war, battle, fight, prose_of, war_story

each_language = pytest.mark.parametrize("language", Language)


def page_of(facts: list[Fact]) -> Page:
    """A page of these facts for the keeper."""
    prose = prose_of(fight("B-P051"), Language.KO)
    return read_page(battle_page(prose, facts, "t", KEEPER, STREAM, about=About("bingo")))


def fought(case: str) -> f.BattleFought:
    return next(fact for fact in fight(case).told(KEEPER) if isinstance(fact, f.BattleFought))


# Which battle a fact is of


def over(pair: str, **more: bool) -> f.BattleOver:
    return f.BattleOver(pair, **more)


def test_a_pair_that_fights_again_fights_another_battle() -> None:
    closed = [f.StrokesClosed("a-b"), f.StrokesClosed("c-d")]
    facts = [*closed, over("a-b"), None, over("c-d"), f.StrokesClosed("a-b"), over("a-b"), over("c-d", skipped=True)]
    assert numbered(facts) == [1, 2, 1, None, 2, 3, 3, 4]


def test_what_does_not_say_so_is_of_the_battle_under_way() -> None:
    told = fight("B-P051").told(KEEPER)
    end = next(place for place, fact in enumerate(told) if isinstance(fact, f.BattleOver))
    fallen = f.PersonLost(Person("side1", Role.SERVANT), f.Cause.HEALTH, 1)
    (during,), (after,) = bouts([*told[:end], fallen, *told[end:]]), bouts([*told, fallen])
    assert during.happened == (fallen,) and during.over
    assert after.happened == ()


def test_the_end_of_what_is_played_needs_no_line_of_its_own() -> None:
    assert isinstance(fight("B-P051").told(KEEPER)[-1], f.StageReached)
    assert "있었던 일" not in page_of(fight("B-P051").told(KEEPER)).text


def test_a_battle_that_was_skipped_is_a_line_and_no_battle() -> None:
    assert bouts([over("a-b", skipped=True)]) == ()
    page = page_of([over("side1-side2", skipped=True)])
    assert "이미 소멸해 치르지 않습니다" in page.text
    assert [tag for tag in page.tags if tag.attributes.get("class") == "board"] == []


# The board


@each_language
def test_every_cell_stands_on_the_board_and_in_the_list(language: Language) -> None:
    html = battle("B-P051", "side1", language)
    page = read_page(html)
    assert html.count('<div class="cell">') == 25
    items = [tag.attributes["id"] for tag in page.named("li") if tag.attributes.get("id", "").startswith("battle-1-r")]
    assert items == [f"battle-1-r{row}c{column}" for row in range(1, 6) for column in range(1, 6)]


def test_a_cell_says_both_cards_who_won_and_why_with_its_working() -> None:
    html = battle("B-P051", "side1", Language.KO)
    item = html[html.index('id="battle-1-r5c1"') : html.index('id="battle-1-r5c2"')]
    for said in ("맹공", "마술 맹공·행운", "같은 종류, 마술 맹공의 랭크가 높음", ">B-3.1<", '<b class="v">16</b>'):
        assert said in item
    assert "(마술의 등급 5 − 진 판정의 등급 3 + 랭크의 + 3" in item
    board = html[html.index('<div class="board">') : html.index('class="celllist"')]
    assert "첫째 편 강타·강화한 행운" in board and "둘째 편 승, </span>16" in board


def test_the_totals_open_to_their_workings() -> None:
    html = battle("B-P051", "side1", Language.KO)
    ids = read_page(html).values("id")
    for anchor, value in (("total-1", 89), ("total-2", 93), ("damage-1", 3), ("damage-2", 0)):
        assert f'<a href="#battle-1-{anchor}">{value}</a>' in html
        assert f"battle-1-{anchor}" in ids


def test_bingo_lines_are_drawn_and_said() -> None:
    html = battle("B-P051", "side1", Language.EN)
    assert html.count("<line") == 1 and '<line x1="3.5" y1="0.3" x2="3.5" y2="4.7"/>' in html
    assert "bingo: column 4" in html and "4 bingo</th>" in html


def test_lines_run_from_end_to_end() -> None:
    side = replace(fought("B-P051").sides[0], lines=("row2", "col5", "diag1"), void_lines=("diag2",))
    ends = [(line.x1, line.y1, line.x2, line.y2, line.void) for line in lines_of(side)]
    assert ends == [
        (0.3, 1.5, 4.7, 1.5, False),
        (4.5, 0.3, 4.5, 4.7, False),
        (0.3, 0.3, 4.7, 4.7, False),
        (0.3, 4.7, 4.7, 0.3, True),
    ]


def test_luck_that_is_void_says_so() -> None:
    assert "무효가 된 행운" in battle("B-P018", "keeper", Language.KO)
    assert "with void luck" in battle("B-P018", "keeper", Language.EN)


def test_a_cell_that_counts_for_both_is_nobodys_alone() -> None:
    told = [_shared(fact) if isinstance(fact, f.BattleFought) else fact for fact in fight("B-P009").told(KEEPER)]
    page = page_of(told)
    assert "양쪽 모두 승," in page.text


def _shared(fact: f.BattleFought) -> f.BattleFought:
    """The battle as it would be where equal ranks count for both: a cell that one side won is the other's too."""
    one, other = fact.sides
    shared = replace(other, total=one.total, cards=one.cards)
    return replace(fact, sides=(one, shared))


# What may be seen


@each_language
def test_the_public_learns_the_totals_and_nothing_of_the_board(language: Language) -> None:
    html = battle("B-P051", "public", language)
    page = read_page(html)
    assert 'class="board"' not in html and 'class="celllist"' not in html and "<details" not in html
    assert "89" in page.text and "93" in page.text
    assert "B-14.18" in page.values("id")


def test_the_own_team_has_its_numbers_before_and_after() -> None:
    html = battle("B-P051", "side1", Language.KO)
    table = html[html.index('id="battle-1-after"') :]
    assert "7 → <b>4</b>" in table and table.count("비공개") == 6
    assert "battle-1-after" not in battle("B-P051", "public", Language.KO)


def test_everybody_may_know_the_classes() -> None:
    for who in ("side1", "public", "keeper"):
        html = battle("B-P051", who, Language.KO)
        assert 'class="mark saber' in html and 'class="mark caster' in html


def test_what_failed_and_what_it_led_to_are_told() -> None:
    told = fight("B-P051").told(KEEPER)
    end = next(place for place, fact in enumerate(told) if isinstance(fact, f.BattleOver))
    problem = f.OrderFailed(
        "scene/1/side1-side2/battle", "side1", failed("servant_mana", "B-14.20", "skills", given=3, accepted=2)
    )
    page = page_of([*told[:end], problem, f.MasterExhausted("side2", 2), *told[end:]])
    assert "받을 수 없습니다" in page.text and "탈진했습니다" in page.text


def test_a_battle_that_is_not_over_says_so() -> None:
    page = page_of([f.StrokesClosed("side1-side2"), fought("B-P051")])
    assert "전투가 아직 끝나지 않았습니다." in page.text


# Stories


def test_a_war_is_told_with_its_battles_short_and_in_full() -> None:
    war = a_war(BINGO)
    html = war_story(war, Language.KO)
    page = read_page(html)
    assert page.broken == []
    told = [fact for fact in war.told(PUBLIC) if isinstance(fact, f.BattleReported)]
    assert html.count('<div class="result">') == html.count('class="battle flow"') == len(told) > 0
    scenes = [tag.text for tag in page.named("h2") if "번째 장면" in tag.text]
    assert scenes[:2] == ["1번째 장면, 낮", "2번째 장면, 밤"]


@each_language
def test_every_clause_by_which_something_happens_is_in_the_book(language: Language) -> None:
    book: Mapping[str, object] = rulebook("bingo", language)
    causes = [clause_of(f.PersonLost(Person("a", Role.SERVANT), cause, 1)) for cause in f.Cause]
    skipped = clause_of(over("a-b", skipped=True))
    assert {*CLAUSES.values(), *causes, skipped} <= set(book)
    assert {kind.kind for kind in BINGO.facts.kinds} >= BINDING
    assert re.fullmatch(r"B-[\dR.]+", skipped)
