"""A scene of bingo as a story: its battles under the meetings that led to them, its note and its headline."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grailkeeper.core.fact import Fact
from grailkeeper.core.seat import PUBLIC, Person, Role
from grailkeeper.rules.bingo import facts as f
from grailkeeper.rules.bingo.derived import Time
from grailkeeper.rules.bingo.people import Intent
from grailkeeper.rules.bingo.state import Pair, Stage
from grailkeeper.rules.bingo.system import BINGO
from grailkeeper.text.language import Language
from grailkeeper.text.page import About, Chapter, lines_of
from grailkeeper.text.page.bingo.story import arranged, story
from grailkeeper.text.page.pen import Pen
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

from .html import read_page
from .samples import a_war, war_story

NAMES = {"a": "사야카", "b": "쿄코", "c": "히토미", "d": "모모에"}

MOVED = [
    f.TeamMoved(team, region, Intent.FIGHT)
    for team, region in zip("abcd", ("신토", "신토", "항구", "항구"), strict=True)
]
SHINTO = f.TeamsMet("신토", ("a", "b"), (Pair(("a", "b")),))
HARBOUR = f.TeamsMet("항구", ("c", "d"), (Pair(("c", "d")),))
COURSE = [f.SceneOpened(3, Time.DAY), f.StageReached(Stage.MOVES), f.StageReached(Stage.BATTLES)]


def fought(one: str, other: str) -> list[Fact]:
    pair = f"{one}-{other}"
    return [f.StrokesClosed(pair), f.BattleReported(pair, (one, other), (9, 4), one), f.BattleOver(pair)]


SCENE: list[Fact] = [*COURSE, *MOVED, SHINTO, HARBOUR, *fought("a", "b"), *fought("c", "d"), f.SceneEnded(3)]


def shown(facts: list[Fact]) -> list[Fact | None]:
    return [line.fact for line in arranged(lines_of(facts)) if not line.quiet]


def test_a_meeting_stands_before_its_battles_and_the_course_of_play_is_put_by() -> None:
    one, other = fought("a", "b"), fought("c", "d")
    assert shown(SCENE) == [SHINTO, *one[1:], HARBOUR, *other[1:]]


def test_who_met_nobody_or_avoids_a_fight_is_told_by_itself() -> None:
    alone, avoiding = f.TeamMoved("c", "항구", Intent.FIGHT), f.TeamMoved("b", "신토", Intent.AVOID)
    peaceful = f.TeamsMet("신토", ("a", "b"), ())
    assert shown([MOVED[0], avoiding, alone, peaceful]) == [avoiding, alone, peaceful]


def test_a_pair_that_fought_before_does_not_draw_its_next_meeting_back() -> None:
    facts = [SHINTO, *fought("a", "b"), replace(SHINTO, region="항구"), *fought("a", "b")]
    again = facts[4]
    assert [fact for fact in shown(facts) if isinstance(fact, f.TeamsMet)] == [SHINTO, again]
    assert shown(facts).index(again) == 3


def test_nothing_is_lost_and_what_a_rewind_has_undone_stays() -> None:
    assert sorted(map(repr, (line.fact for line in arranged(lines_of(SCENE))))) == sorted(map(repr, SCENE))
    struck = [replace(line, struck=True) for line in lines_of(SCENE)]
    assert list(arranged(struck)) == struck


FELL = f.PersonLost(Person("b", Role.SERVANT), f.Cause.HEALTH, 3)


@pytest.mark.parametrize(
    ("facts", "headline"),
    [
        ([*fought("a", "b"), FELL], "사야카 대 쿄코 · 쿄코의 서번트 소멸"),
        ([f.PersonLost(Person("b", Role.MASTER), f.Cause.HEALTH, 3)], "쿄코의 마스터 사망"),
        ([f.PersonLost(Person("b", Role.SERVANT), f.Cause.MASTERLESS, 3)], "쿄코의 서번트 소멸"),
        ([f.PersonLost(Person("b", Role.MASTER), f.Cause.NO_STROKES, 3)], "쿄코 탈락"),
        (fought("a", "b") * 3, "사야카 대 쿄코 · 사야카 대 쿄코 · 사야카 대 쿄코"),
        (fought("a", "b") * 4, "전투 4번"),
        (
            [f.WarEnded(("a",), f.EndReason.LAST_TEAM)],
            "성배전쟁이 끝났습니다. 사야카가 마지막까지 남아 성배를 얻었습니다.",
        ),
        ([SHINTO], ""),
    ],
)
def test_the_headline_says_who_fought_and_who_fell(facts: list[Fact], headline: str) -> None:
    pen = Pen(Prose(load_words("grailkeeper.rules.bingo", Language.KO), NAMES), PUBLIC, None, About(), {})
    told = story(pen, Chapter("3번째 장면", lines_of(facts)))
    assert told.headline == headline
    assert told.note == "" and story(pen, Chapter("3번째 장면", lines_of(SCENE))).note == "남은 팀 4"


@pytest.mark.parametrize("language", Language)
def test_the_contents_of_a_war_have_headlines(language: Language) -> None:
    html = war_story(a_war(BINGO), language)
    assert html.count('<li class="line">') > 1
    assert "2번째 장면" in read_page(html).text or language is Language.EN
