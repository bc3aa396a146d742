"""Chronicle on a page: judgments with everybody's cards, spells as strips, the map, scenes; and who may see what."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from grailkeeper.core.fact import Fact
from grailkeeper.core.seat import KEEPER, PUBLIC, Viewer, seat_viewer
from grailkeeper.core.working import Sum, Working
from grailkeeper.rules.chronicle import facts as f
from grailkeeper.rules.chronicle import magecraft
from grailkeeper.rules.chronicle import outcomes as o
from grailkeeper.rules.chronicle.cards import Card
from grailkeeper.rules.chronicle.people import InformationKind, SpellType
from grailkeeper.rules.chronicle.scene import facts as s
from grailkeeper.rules.chronicle.scene.state import Action, Kind, Plan
from grailkeeper.rules.chronicle.system import CHRONICLE
from grailkeeper.rules.chronicle.tables import DEFAULT_REGIONS, GRID
from grailkeeper.text.drawn.chronicle import WON, decided, lost
from grailkeeper.text.language import Language
from grailkeeper.text.page import About, battle_page, lines_of
from grailkeeper.text.page.chronicle.clauses import BINDING, CLAUSES, clause_of
from grailkeeper.text.page.chronicle.dress import chapters as heads
from grailkeeper.text.page.chronicle.fight import Camp, Fight, fights
from grailkeeper.text.page.chronicle.map import DEFAULT_PLACES, SIDE, RegionSight, layout
from grailkeeper.text.page.chronicle.places import whereabouts
from grailkeeper.text.page.chronicle.scenes import silent, woven
from grailkeeper.text.page.chronicle.slots import MOST_ROWS, rows_of
from grailkeeper.text.page.chronicle.spells import net_of
from grailkeeper.text.page.chronicle.who import classes
from grailkeeper.text.page.look import stylesheet
from grailkeeper.text.page.pen import Pen
from grailkeeper.text.page.rules import rulebook

from .html import Page, read_page
from .samples import CASES, STREAM, a_war, about, battle, fight, of_spells, prose_of, spell_facts, war_story

each_language = pytest.mark.parametrize("language", Language)


def page_of(case: str, facts: list[Fact], viewer: Viewer = KEEPER) -> Page:
    """A page of these facts, in the words of a case."""
    prose = prose_of(fight(case), Language.KO)
    return read_page(battle_page(prose, facts, "t", viewer, STREAM, about=About("chronicle")))


def of(case: str, viewer: Viewer = KEEPER) -> Fight:
    (found,) = fights(fight(case).told(viewer))
    return found


@cache
def battles() -> tuple[Fight, ...]:
    """Every battle of the cases and of a war, as the keeper knows it."""
    names = sorted(path.name.split("-c-")[0][:6] for path in (CASES / "chronicle").glob("C-T*.json"))
    case_fights = [each for name in names[:62] if _fights(name) for each in fights(fight(name).told(KEEPER))]
    return (*case_fights, *fights(spell_facts()), *fights(a_war(CHRONICLE).told(KEEPER)))


def _fights(case: str) -> bool:
    (path,) = Path(CASES / "chronicle").glob(f"{case}*.json")
    text = path.read_text("utf-8")
    return '"kind": "battle"' in text and '"refused"' not in text


# What is known of a battle


def test_there_are_battles_of_every_sort() -> None:
    assert len(battles()) > 40
    assert any(each.melee for each in battles()) and any(each.broken_off for each in battles())
    assert any(len(camp.people) > 2 for each in battles() for camp in each.camps)


def test_who_has_cards_of_its_own_stands_first() -> None:
    assert [camp.key for camp in of("C-T019").camps] != [camp.key for camp in of("C-T019", _seat("red")).camps]
    assert of("C-T019", _seat("red")).camps[0].people == ("shirou",)


def _seat(name: str) -> Viewer:
    return fight("C-T019").seat(name)


def test_the_public_learns_that_there_is_a_battle_and_no_more() -> None:
    told = a_war(CHRONICLE).told(PUBLIC)
    assert any(isinstance(fact, f.BattleNoticed) for fact in told)
    assert fights(told) == ()
    html = war_story(a_war(CHRONICLE), Language.KO)
    assert 'class="slots"' not in html and "1번째 전투가 벌어집니다" in html


def test_what_attacks_took_is_what_people_suffered() -> None:
    """Except where a floor kept mana off (C-Q66), or a retreat or an escape has a reckoning of its own."""
    for each in battles():
        for person in each.people:
            suffered = [fact for fact in each.facts if isinstance(fact, f.Suffered) and fact.person == person]
            health, mana = each.lost(person)
            assert health == sum(fact.health for fact in suffered)
            assert mana == sum(fact.mana + fact.below for fact in suffered)


def test_every_fact_of_a_battle_is_drawn_or_told() -> None:
    for each in battles():
        kept = {*map(id, each.events)}
        left = {type(fact) for fact in each.facts if id(fact) not in kept}
        assert not left & {f.Fell, f.Escaped, f.NameRevealed, f.SpellWorked, f.RetreatBegan, f.RetreatEnded, f.Paid}
        assert not left & {o.Injured, o.Rewarded, o.InformationGained, o.FallenTreated, f.OrderFailed, f.StrokeSpent}


def test_battles_at_the_same_time_keep_their_facts_apart() -> None:
    for each in fights(a_war(CHRONICLE).told(KEEPER)):
        assert {getattr(fact, "battle", each.number) for fact in each.facts} == {each.number}


# Judgments


def test_of_two_ways_to_tell_a_comparison_the_winner_s_is_told() -> None:
    for each in battles():
        for judgment in each.judgments:
            told = decided(judgment.made)
            assert len(told) <= len(judgment.made.meetings)
            pairs = {frozenset({(m.attacker, m.card), (m.target, m.answer)}) for m in judgment.made.meetings}
            assert len(told) == len(pairs)
            for meeting in judgment.made.meetings:
                pair = {(meeting.attacker, meeting.card), (meeting.target, meeting.answer)}
                same = next(m for m in told if {(m.attacker, m.card), (m.target, m.answer)} == pair)
                assert same.verdict in WON or meeting.verdict not in WON


@each_language
def test_everybody_s_card_of_every_judgment_is_there_and_every_number_opens(language: Language) -> None:
    html = battle("C-T001", "keeper", language)
    page = read_page(html)
    (fought,) = fights(fight("C-T001").told(KEEPER))
    slots = [tag.attributes["id"] for tag in page.named("li") if tag.attributes.get("id", "").startswith("battle-1-")]
    assert slots == [f"battle-1-{slot}" for slot in range(1, 11)]
    assert html.count('<span class="pae ') == 2 * len(fought.judgments)
    hits = [hit for judgment in fought.judgments for hit in judgment.made.hits]
    assert html.count('<ol class="work" id="battle-1-') == sum(
        (hit.health is not None) + (hit.mana is not None) for hit in hits
    )


def test_who_covers_whom_is_said() -> None:
    text = read_page(battle("C-T017", "keeper", Language.KO)).text
    assert "시로 대신" in text
    assert "랜서의 강타에 세이버가 시로 대신 잃은 생명력 1" in text


def test_fate_that_turns_attacks_aside_is_said() -> None:
    text = read_page(battle("C-T049", "keeper", Language.EN)).text
    assert "ignored by the fate of Saber" in text and "retreat Saber" in text


def test_rows_are_said_beside_the_names() -> None:
    text = read_page(battle("C-T017", "keeper", Language.KO)).text
    assert "시로 후열" in text and "랜서 전열" in text


def test_so_many_rows_as_people_and_sides() -> None:
    assert 'data-rows="6"' in battle("C-T001", "keeper", Language.KO)
    assert 'data-rows="10"' in battle("C-T017", "keeper", Language.KO)
    assert 'class="lie fray among" data-rows="8"' in battle("C-T029", "keeper", Language.KO)


def test_every_number_of_rows_is_in_the_look() -> None:
    assert all(f'[data-rows="{rows}"] {{ --n: {rows}; }}' in stylesheet() for rows in range(4, MOST_ROWS + 1))
    many = Fight(1, "", tuple(Camp(f"t{n}", (f"t{n}_servant",)) for n in range(12)), {}, {}, (), (), (), None, None, ())
    assert rows_of(many) == 0 and rows_of(replace(many, camps=many.camps[:9])) == 20


def test_the_shares_are_the_keeper_s_and_the_percents_everybody_s() -> None:
    own, everything = (read_page(battle("C-T019", who, Language.KO)).text for who in ("red", "keeper"))
    assert "누가 이겼는가" in everything and "누가 이겼는가" not in own
    assert "잃은 비율 13%" in own and "잃은 비율 13%" in everything


def test_a_battle_that_is_not_over_says_so() -> None:
    told = [fact for fact in fight("C-T001").told(KEEPER) if not isinstance(fact, o.BattleEnded)]
    assert "전투가 아직 끝나지 않았습니다." in page_of("C-T001", told).text


def test_a_battle_that_breaks_off_says_who_came_in() -> None:
    assert "난입해" in page_of("C-T032", fight("C-T032").told(KEEPER)).text


def test_what_the_reader_may_not_know_is_closed() -> None:
    html = battle("C-T019", "red", Language.KO)
    table = html[html.index('id="battle-1-after"') :]
    assert "40 →" in table and table.count("비공개") == 3
    assert "마술 · 공격" in html and "마술 · 공격" not in battle("C-T019", "blue", Language.KO)


# Spells


def _powers(each: Fight, person: str, spell: object) -> Iterator[int]:
    """The power of a spell as the rules have reckoned it."""
    for judgment in each.judgments:
        if judgment.slot != getattr(spell, "fires"):  # noqa: B009
            continue
        for hit in judgment.made.hits:
            if (hit.attacker, hit.card) == (person, Card.MAGECRAFT) and hit.mana is not None:
                yield from _power(hit.mana)
        for fact in judgment.events:
            if isinstance(fact, f.SpellWorked) and fact.caster == person:
                yield from _power(fact.power)


def _power(working: Working) -> Iterator[int]:
    for term in working.terms:
        if term.name == "power":
            yield term.amount
        if term.inner is not None:
            yield from _power(term.inner)


def test_a_strip_has_the_power_that_the_rules_reckoned() -> None:
    seen = 0
    for each in battles():
        for person, laid in each.laid.items():
            for spell in laid.spells:
                strip = magecraft.cells(spell.grade, spell.chants, net_of(each, person, spell), spell.special)
                for power in _powers(each, person, spell):
                    assert strip.power == power
                    seen += 1
    assert seen > 8


def test_a_strip_shows_grade_and_power_and_what_resistance_cuts_off() -> None:
    text = read_page(battle("C-T019", "red", Language.KO)).text
    assert "등급 5, 위력 5: 칸마다 1, 1, 1, 1, 1" in text
    assert "1소절, 1번부터 2번 판정" in text


def test_a_reinforced_spell_that_is_resisted_and_a_special_ability_are_drawn() -> None:
    html = of_spells(Language.KO)
    first = html[html.index('<p class="cells"') :].split("</p>")[0]
    assert first.count('<span class="cut">') == 2
    assert re.findall(r">(\d)<", first) == ["2", "1", "2", "2", "2"]
    text = read_page(html).text
    assert "대마력에 깎여 위력 5" in text and "막은 피해 6" in text and "특수 능력 1등급" in text
    assert "다른 마술과 부딪쳐 듣지 않았습니다." in text


def test_every_type_of_spell_has_a_name() -> None:
    prose = prose_of(fight("C-T019"), Language.KO)
    assert [prose.value(each) for each in SpellType] == ["공격", "방어", "치유", "강화", "저주"]


# Signs


def test_two_teams_with_servants_of_one_class_have_two_signs() -> None:
    war = a_war(CHRONICLE)
    for viewer in (KEEPER, *(seat_viewer(seat.key) for seat in CHRONICLE.seats(war.war.state))):
        known = classes(CHRONICLE.view(war.war.state, viewer))
        teams = {key: each for key, each in known.items() if key in war.names}
        assert len(set(teams.values())) == len(teams) > 0
        for team, servant_class in teams.items():
            assert known[f"{team}_master"] == known[f"{team}_servant"] == servant_class
    assert classes(CHRONICLE.view(war.war.state, PUBLIC)) == classes(None) == {}


# The map


def _cross(one: tuple[str, str], other: tuple[str, str]) -> bool:
    if set(one) & set(other):
        return False
    (ax, ay), (bx, by) = (DEFAULT_PLACES[key] for key in one)
    (cx, cy), (dx, dy) = (DEFAULT_PLACES[key] for key in other)

    def side(px: int, py: int, qx: int, qy: int, rx: int, ry: int) -> int:
        return (qx - px) * (ry - py) - (qy - py) * (rx - px)

    apart = side(ax, ay, bx, by, cx, cy) * side(ax, ay, bx, by, dx, dy) <= 0
    return apart and side(cx, cy, dx, dy, ax, ay) * side(cx, cy, dx, dy, bx, by) <= 0


def test_the_default_map_is_laid_out_without_crossings() -> None:
    keys = [key for key, *_ in DEFAULT_REGIONS]
    assert layout(keys, GRID) == DEFAULT_PLACES
    assert [pair for pair in itertools.combinations(GRID, 2) if _cross(*pair)] == []


@given(st.integers(1, 40))
def test_any_other_map_lies_on_a_circle(count: int) -> None:
    keys = [f"place{number}" for number in range(count)]
    places = layout(keys, list(itertools.pairwise(keys)))
    assert len(set(places.values())) == count
    assert all(0 <= at <= SIDE for place in places.values() for at in place)
    assert layout([key for key, *_ in DEFAULT_REGIONS], GRID[:-1]) != DEFAULT_PLACES


@each_language
def test_the_map_says_all_that_it_draws(language: Language) -> None:
    html = war_story(a_war(CHRONICLE), language, 3, seat_viewer("t2"))
    table = html[html.index('id="map"') : html.index('id="chapter-1"')]
    page = read_page(f"<div>{table}</div>")
    assert table.count('<line class="way"') == len(GRID)
    assert len([tag for tag in page.named("th") if tag.attributes.get("scope") == "row"]) == len(DEFAULT_REGIONS)


def test_a_region_is_not_numbered_twice() -> None:
    """`3번 지역` says its number; one that goes by a name of its own has it before it."""
    named, numbered = (RegionSight(3, "r3", name, 0, 0, (), ()) for name in ("부두", "3번 지역"))
    assert named.shows_number and not numbered.shows_number
    table = war_story(a_war(CHRONICLE), Language.KO, 3, seat_viewer("t2"))
    assert "번 지역" in table and '<span class="at">3</span> 3번 지역' not in table


# Who was where


def _told(viewer: Viewer) -> list[list[Fact]]:
    """What a viewer of the war was told, scene by scene."""
    found: list[list[Fact]] = [[]]
    for fact in a_war(CHRONICLE).told(viewer):
        if isinstance(fact, s.SceneBegan):
            found.append([])
        found[-1].append(fact)
    return found


def _places(viewer: Viewer) -> list[dict[str, str]]:
    return [
        {person: region for region, people in there.people.items() for person in people}
        for there in whereabouts(_told(viewer))
    ]


def test_a_team_knows_of_its_own_what_is_so_and_of_others_whom_it_met() -> None:
    truth = _places(KEEPER)
    for seat in CHRONICLE.seats(a_war(CHRONICLE).war.state):
        mine = seat_viewer(seat.key)
        for scene, (known, so, told) in enumerate(zip(_places(mine), truth, _told(mine), strict=True)):
            met = {key for fact in told if isinstance(fact, s.PeopleMet) for key in fact.people}
            met |= {key for fact in told if isinstance(fact, f.RowsTaken) for key in fact.rows}
            for person, region in known.items():
                own = person.startswith(f"{seat.team}_")
                assert own or person in met, (seat, scene, person)
                assert not own or so[person] == region
    assert all(known == {} for known in _places(PUBLIC))


def test_before_the_first_scene_and_to_the_public_nobody_is_drawn() -> None:
    war = a_war(CHRONICLE)
    for viewer in (PUBLIC, seat_viewer("t2")):
        given_about = about(war, viewer, Language.KO)
        pen = Pen(prose_of(war, Language.KO), viewer, None, given_about, classes(given_about.view))
        first, *others = heads(pen, _told(viewer))
        assert first == ""
        assert all(others) is (viewer is not PUBLIC)


# Scenes


def _first(sentence: str) -> str:
    return sentence.split(". ", maxsplit=1)[0].rstrip(".")


APART: tuple[type[Fact], ...] = (
    f.BattleNoticed,
    f.BattleAnnounced,
    f.BattleCalled,
    f.CardsShown,
    f.BareSeen,
    f.JudgmentMade,
    f.Paid,
    f.CardsLaid,
    f.RowsTaken,
    f.Suffered,
    f.NameBonusGiven,
    f.EffectsLeft,
    f.Paid,
    o.BattleEnded,
    o.SharesReckoned,
    o.BattleClosed,
    o.SpoilsDue,
    s.PointGained,
    s.Planned,
)
"""What is drawn, added up or said in another way."""


@each_language
@pytest.mark.parametrize("who", ["t1", "t2", "t3", "t4", "keeper"])
def test_everything_that_was_told_of_a_scene_is_in_the_story(who: str, language: Language) -> None:
    war = a_war(CHRONICLE)
    viewer = KEEPER if who == "keeper" else seat_viewer(who)
    text = read_page(war_story(war, language, 99, viewer)).text
    prose = prose_of(war, language)
    for fact in war.told(viewer):
        if not isinstance(fact, APART):
            assert _first(prose.fact(fact)) in text, fact


def test_a_scene_begins_with_its_parts_and_not_with_its_machinery() -> None:
    html = war_story(a_war(CHRONICLE), Language.KO, 3, KEEPER)
    page = read_page(html)
    parts = [tag.text.strip() for tag in page.named("h3") if tag.attributes.get("class") == "place"]
    assert parts[:4] == ["장면의 시작", "행동", "전반부에 알게 된 것", "이어진 선언"]
    told = html[html.index('id="chapter-2"') : html.index('class="said-out"', html.index('id="chapter-2"'))]
    assert "다음 단계로 넘어갑니다" not in told and "다음 단계로 넘어갑니다" in html


def _plans(*plans: Plan, language: Language = Language.KO) -> str:
    """What is told of the plans of one person, one after another."""
    war = a_war(CHRONICLE)
    pen = Pen(prose_of(war, language), KEEPER, None, About("chronicle"), {})
    told = woven(pen, [s.Planned("t1_master", plan) for plan in plans], [], lambda _: Markup(""))
    return read_page(Markup("").join(told)).text


def test_a_plan_is_told_as_what_somebody_means_to_do() -> None:
    acts = (Action(Kind.SCOUTING, (1,)), Action(Kind.REST, (2,)))
    assert "사야카의 마스터는 4번 지역으로 가서 정찰과 휴식을 하기로 했습니다." in _plans(Plan(acts, "r4"))
    assert "사야카의 마스터는 정찰과 휴식을 하기로 했습니다." in _plans(Plan(acts))
    assert "사야카의 마스터는 4번 지역으로 가기로 했습니다." in _plans(Plan(move="r4"))
    assert "사야카의 마스터는 아무것도 하지 않기로 했습니다." in _plans(Plan())
    assert "Sayaka's master means to go to region 4, for scouting and rest." in _plans(
        Plan(acts, "r4"), language=Language.EN
    )


def test_a_plan_that_changes_is_told_by_what_is_new() -> None:
    attack = Plan(attack="t2_servant")
    text = _plans(Plan(), attack, replace(attack, convert=3), replace(attack, move="r5", convert=3))
    assert text.count("사야카의 마스터가 쿄코의 서번트를 공격하기로 했습니다.") == 2
    assert text.count("이어진 선언") == 1 and "5번 지역으로 가기로 했습니다." in text


def test_points_are_added_up_by_servant() -> None:
    one = Sum("information", "C-3.2").base("point", 1, "C-3.2").done()
    kinds = (InformationKind.ENCOUNTER, InformationKind.ENCOUNTER, InformationKind.RUMOR)
    points = [s.PointGained("t1_master", "t2_servant", kind, one, 1) for kind in kinds]
    pen = Pen(prose_of(a_war(CHRONICLE), Language.KO), KEEPER, None, About("chronicle"), {})
    html = Markup("").join(woven(pen, points, [], lambda _: Markup("")))
    assert "전반부에 알게 된 것" in html and "풀이 3개" in html
    assert html.count("<tbody><tr>") == 1 and '<td class="r">2</td><td class="r">1</td>' in html


def test_what_came_to_nothing_is_silent() -> None:
    quiet = [fact for fact in a_war(CHRONICLE).told(KEEPER) if silent(fact)]
    assert {type(fact) for fact in quiet} >= {s.SceneBegan, s.SceneDawned, s.PhaseReached, s.Recovered}
    assert all(not fact.health.value for fact in quiet if isinstance(fact, s.Recovered))


# Text


@each_language
def test_a_judgment_is_a_table_in_every_text(language: Language) -> None:
    fought = fight("C-T001")
    prose = prose_of(fought, language)
    made = next(fact for fact in fought.told(KEEPER) if isinstance(fact, f.JudgmentMade))
    said, table, *workings = prose.blocks(made)
    assert len(getattr(table, "rows")) == len(made.played)  # noqa: B009
    assert len(workings) == sum((hit.health is not None) + (hit.mana is not None) for hit in made.hits)
    assert lines_of([made])[0].fact is made and said is not None


def test_losses_of_a_judgment_leave_out_what_fate_ignored() -> None:
    ignored = [hit for each in battles() for j in each.judgments for hit in j.made.hits if hit.ignored]
    assert ignored
    made = next(j.made for each in battles() for j in each.judgments if any(hit.ignored for hit in j.made.hits))
    taker = next(hit.taker for hit in made.hits if hit.ignored)
    assert lost(made, taker) == (0, 0)


# Clauses


@each_language
def test_every_clause_by_which_something_happens_is_in_the_book(language: Language) -> None:
    book = rulebook("chronicle", language)
    told = [fact for each in battles() for fact in each.facts] + a_war(CHRONICLE).told(KEEPER)
    told = [fact for fact in told if not isinstance(fact, f.OrderFailed | s.OrderRefused)]
    assert {*CLAUSES.values(), *(clause_of(fact) for fact in told)} - {""} <= set(book)
    assert {kind.kind for kind in CHRONICLE.facts.kinds} >= {*BINDING, *CLAUSES}
