"""The parts of a page: rules carried along, workings with what is closed, signs, gauges, battles, words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.problem import failed
from grailkeeper.core.seat import KEEPER, PUBLIC, seat_viewer
from grailkeeper.core.working import Step, Sum, Working, opened_for
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.rules.sceneplay import facts as f
from grailkeeper.rules.sceneplay.numbers import Retry
from grailkeeper.text.language import Language
from grailkeeper.text.page import About, battle_page
from grailkeeper.text.page.pen import Pen
from grailkeeper.text.page.rules import Clauses, rulebook
from grailkeeper.text.page.sceneplay.fight import fights
from grailkeeper.text.page.sceneplay.gauge import Gauge, gauge
from grailkeeper.text.page.signs import Signs
from grailkeeper.text.page.workings import folded
from grailkeeper.text.prose import Prose
from grailkeeper.text.template import fields
from grailkeeper.text.words import load_words

from .html import read_page
from .samples import STREAM, a_war, about, battle, fight, prose_of, story, war_story

each_language = pytest.mark.parametrize("language", Language)
LINK = re.compile(r"\[(\S+)\]\(#\S+\)")


# Rules


@pytest.mark.parametrize("system", [each.system.name for each in SYSTEMS])
@each_language
def test_every_rule_of_every_book_can_be_carried(system: str, language: Language) -> None:
    clauses = Clauses(system, language)
    book = rulebook(system, language)
    assert book
    for clause in book:
        assert clauses.address(clause) == f"#{clause}"
    assert clauses.cited() == tuple(book.values())
    names = (f"table {number}" for number in count(1))
    for rule in book.values():
        page = read_page(clauses.text(rule, names))
        assert page.broken == []
        assert page.values("style") == []
        assert page.values("href") == [f"#{clause}" for clause in LINK.findall(rule.text)]


def test_a_link_to_a_rule_that_is_not_on_the_page_is_its_name_and_no_more() -> None:
    clauses = Clauses("sceneplay", Language.KO)
    clauses.address("S-9.0")
    clauses.address("S-10.14")
    text = clauses.text(rulebook("sceneplay", Language.KO)["S-10.14"], iter(()))
    assert '<a class="cl" href="#S-9.0">S-9.0</a>' in text
    alone = Clauses("sceneplay", Language.KO).text(rulebook("sceneplay", Language.KO)["S-10.14"], iter(()))
    assert '<span class="cl">S-9.0</span>' in alone and "<a" not in alone


def test_with_a_rulebook_elsewhere_every_clause_leads_there() -> None:
    html = battle("S-T009", "keeper", Language.KO, links="https://example.org/rules")
    page = read_page(html)
    assert list(page.named("article")) == []
    clauses = [tag.attributes["href"] for tag in page.named("a") if tag.attributes.get("class") == "cl"]
    assert clauses and all(address.startswith("https://example.org/rules#S-") for address in clauses)


@pytest.mark.parametrize("links", ["javascript:alert(1)//", lambda clause: "data:text/html," + clause])
def test_an_address_that_runs_is_no_link(links: object) -> None:
    page = read_page(battle("S-T009", "keeper", Language.KO, links=links))
    assert {tag.name for tag in page.tags if tag.attributes.get("class") == "cl"} == {"span"}


def test_a_rule_shows_how_this_war_sets_its_switch() -> None:
    assert "sum_100 = zero" in read_page(battle("S-T008", "Sayaka", Language.KO)).text


def test_a_system_that_nobody_knows_has_no_rules_and_loses_nothing_else() -> None:
    fought = fight("S-T009")
    prose, told = prose_of(fought, Language.EN), fought.told(KEEPER)
    page = read_page(battle_page(prose, told, "t", KEEPER, STREAM, about=About(system="../etc")))
    assert page.named("article") == []
    for fact in told:
        assert prose.fact(fact).split(".")[0] in page.text


# Workings


def _working() -> Working:
    inner = Sum("trick", "T-4.4").base("usual", 2, "T-4.4").done()
    total = Sum("score", "T-4.3").base("number", 3, "T-4.1").add("charms", 1, "T-4.1", seen_by=("s1",))
    total.include(Step.ADD, inner, seen_by=("s1",)).subtract("fate", 7, "T-4.5", seen_by=())
    return total.skip("trick", "no_trick", "T-4.4", seen_by=("s1",)).cap("most", 12, "T-4.3").done(open_to=())


def _shown(working: Working, language: Language = Language.EN) -> str:
    return folded(Pen(Prose(load_words("toy", language), {}), PUBLIC, None, About(), {}), working)


def _rest(html: str) -> str:
    found = re.search(r'<li class="rest">.*?</li>', html)
    assert found is not None
    return re.sub(r'<span class="v">[^<]*</span>', "", found[0])


@given(st.integers(-99, 99), st.lists(st.integers(-9, 9), max_size=5))
def test_what_is_closed_is_one_row_of_the_same_words(first: int, hidden: Sequence[int]) -> None:
    total = Sum("score", "T-4.3").base("number", first, "T-4.1")
    for amount in hidden:
        total.add("fate", amount, "T-4.5", seen_by=())
    html = _shown(opened_for(total.done(open_to=()), None))
    assert html.count('class="rest"') == 1
    assert _rest(html) == _rest(_shown(opened_for(_working(), None)))
    assert "T-" not in _rest(html)


def test_a_working_opens_within_its_own_term() -> None:
    html = _shown(opened_for(_working(), "s1"))
    page = read_page(html)
    assert page.broken == []
    assert len(page.named("details")) == 2
    assert "trick: does not apply (no trick was tried)" in page.text
    assert len(read_page(_shown(opened_for(_working(), "s2"))).named("details")) == 1


def test_every_term_ends_in_its_clause() -> None:
    page = read_page(battle("S-T009", "keeper", Language.KO))
    assert page.values("id").count("S-10.14") == 1
    values = [tag for tag in page.named("span") if tag.attributes.get("class") == "v"]
    assert values and len([tag for tag in page.named("small") if not tag.attributes]) >= len(values)


# Signs


def test_a_class_that_the_reader_may_not_know_has_a_neutral_sign() -> None:
    own = battle("S-T008", "Sayaka", Language.KO)
    assert 'class="mark rider' in own and "caster" not in read_page(own).text
    assert 'class="mark caster' not in own and 'class="mark n1' in own
    everything = battle("S-T008", "keeper", Language.KO)
    assert 'class="mark rider' in everything and 'class="mark caster' in everything


def test_neutral_signs_are_told_apart_and_stay() -> None:
    signs = Signs({"a": "saber", "b": "nothing known"})
    assert signs.of("a", "A").letter == "S"
    looks = [signs.of(f"team{number}", "Ä").look for number in range(7)]
    assert len(set(looks)) == 7
    assert signs.of("team3", "other") == signs.of("team3", "Ä")
    assert signs.of("b", "\u202e히토미").letter == "히"
    assert signs.of("c", "\u200b ").letter == "·"


# Gauges


def _places(its: Gauge) -> list[float]:
    return [float(each) for each in (its.axis, its.tick, its.roll.x, its.says.x, *its.ghosts)]


@given(st.integers(-200, 90), st.lists(st.integers(-30, 130), min_size=1, max_size=3))
def test_a_gauge_stays_within_its_drawing(chance: int, rolls: list[int]) -> None:
    its = gauge(chance, rolls, "zone")
    assert all(20 <= place <= 480 for place in _places(its))
    assert float(its.zone) >= 0
    assert (its.arc == "") == (its.before is None)


@given(st.integers(0, 90), st.integers(0, 99))
def test_a_tick_is_in_the_zone_where_the_judgment_succeeds(chance: int, roll: int) -> None:
    its = gauge(chance, [roll], "zone")
    assert (float(its.tick) <= float(its.axis)) == (roll <= chance)


@given(st.integers(0, 89), st.integers(0, 99))
def test_the_words_of_the_zone_keep_away_from_the_ends(chance: int, roll: int) -> None:
    """They are at most 110 wide, and the numbers at the ends 20."""
    its = gauge(chance, [roll], "zone")
    left = {"start": 0, "middle": 55, "end": 110}[its.says.anchor]
    assert float(its.says.x) - left >= 36 or not its.least
    assert float(its.says.x) - left + 110 <= 458 or not its.most


# Battles


def test_luck_that_brings_a_roll_to_nothing_is_explained() -> None:
    fought = fight("S-T009")
    told = [
        replace(fact, retries=(Retry(True, 50, -8),), success=False)
        if isinstance(fact, f.JudgmentMade) and fact.judgment == 1
        else fact
        for fact in fought.told(KEEPER)
    ]
    page = read_page(battle_page(prose_of(fought, Language.KO), told, "t", KEEPER, STREAM, about=About("sceneplay")))
    assert "행운으로 0 이하가 되면 실패" in page.text
    assert "−8" in page.text


def test_an_escape_that_is_asked_and_a_part_that_failed_are_told() -> None:
    fought = fight("S-T009")
    told = fought.told(KEEPER)
    (announced,) = [place for place, fact in enumerate(told) if isinstance(fact, f.StrokesSpent)]
    problem = f.OrderFailed("c", "Sayaka", failed("no_code", "S-21.1", "code"))
    asked = [*told[:announced], f.EscapeOffered(1, (next(iter(fought.names)),)), *told[announced:]]
    told = [asked[0], problem, *asked[1:]]
    page = read_page(battle_page(prose_of(fought, Language.KO), told, "t", KEEPER, STREAM, about=About("sceneplay")))
    assert "령주로 이탈할지 마스터에게 묻습니다" in page.text
    assert "받을 수 없습니다" in page.text


@each_language
def test_the_public_learns_the_result_and_nothing_of_the_judgments(language: Language) -> None:
    html = battle("S-T008", "public", language)
    assert 'class="odds"' not in html and 'class="gauge' not in html and '<details class="nots' not in html
    (fought,) = fights(fight("S-T008").told(PUBLIC))
    assert fought.rounds == () and fought.ended is not None
    label = {Language.KO: "잃은 HP", Language.EN: "HP lost"}[language]
    lost = [int(points) for points in re.findall(rf'<p class="big">(\d+)<small> {label}</small>', html)]
    assert lost == [sum(fought.damage[team] for team in side) for side in fought.sides]


def test_a_battle_that_is_not_over_says_so() -> None:
    fought = fight("S-T009")
    told = [fact for fact in fought.told(KEEPER) if not isinstance(fact, f.BattleEnded)]
    html = battle_page(prose_of(fought, Language.KO), told, "t", KEEPER, STREAM, about=About("sceneplay"))
    assert "전투가 아직 끝나지 않았습니다." in html
    assert '<p class="big">3<small> 잃은 HP</small>' in html


def test_what_another_team_has_is_closed() -> None:
    html = battle("S-T008", "Sayaka", Language.KO)
    row = html[html.index('<tbody><tr><th scope="row">') :].split("</tr>")[1]
    assert row.count("비공개") == 2


def test_of_several_battles_each_tells_of_its_own_losses() -> None:
    html = battle("S-T018", "keeper", Language.KO)
    assert html.count('<th scope="row">') == 6 and " → <b>" not in html
    assert " → <b>" in battle("S-T009", "keeper", Language.KO)


# Stories


def test_a_battle_stands_in_the_story_once_and_in_full_below() -> None:
    html = story("S-T018", "public", Language.KO)
    page = read_page(html)
    assert [tag.attributes["id"] for tag in page.tags if tag.attributes.get("class") == "battle flow"] == [
        "battle-1",
        "battle-2",
        "battle-3",
    ]
    assert html.count('<div class="result">') == 3
    assert html.index('<div class="result">') < html.index('class="battle flow"')


def test_a_reader_is_told_that_there_is_more_and_the_keeper_is_not() -> None:
    assert "이 밖의 일은 공개되지 않았습니다." in story("S-T009", "public", Language.KO)


def test_a_whole_war_is_told_in_chapters_and_places_with_its_battles() -> None:
    war = a_war()
    html = war_story(war, Language.KO)
    page = read_page(html)
    scenes = [tag.text for tag in page.named("h2") if "번째 장면" in tag.text]
    assert scenes[:2] == ["1번째 장면", "2번째 장면"]
    assert [tag.text for tag in page.named("a") if "번째 장면" in tag.text] == scenes
    assert html.count("<small>남은 팀 4</small>") > 1
    assert any(tag.text.endswith(" 씬") for tag in page.named("h3"))
    fought = html.count('class="battle flow"')
    assert fought == html.count('<div class="result">') > 0
    assert html.count("봉인과 진행 기록") <= len(page.named("h2"))


# Words

OWN = ("page.", "sceneplay.", "bingo.", "mirror.", "chronicle.")


def test_both_languages_say_the_same_things_with_the_same_values() -> None:
    korean, english = (load_words("grailkeeper.text.page", language) for language in Language)
    own = {key for key in korean if key.startswith(OWN)}
    assert own == {key for key in english if key.startswith(OWN)}
    assert {key for key in own if fields(korean.get(key)) != fields(english.get(key))} == set()


def test_the_scope_says_through_whose_eyes() -> None:
    fought = fight("S-T009")
    for viewer, said in ((KEEPER, "진행자"), (PUBLIC, "모두에게"), (fought.seat("Sayaka"), "사야카에게")):
        told = fought.told(viewer)
        html = battle_page(
            prose_of(fought, Language.KO), told, "t", viewer, STREAM, about=about(fought, viewer, Language.KO)
        )
        assert f"{said}" in read_page(html).text
    assert seat_viewer("x").seat == "x"
