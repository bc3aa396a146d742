"""Opening a war: where it is played, its hours, what becomes of the silent, what is published by itself."""

from __future__ import annotations

import re
from html import unescape
from zoneinfo import available_timezones

import pytest
from django.test import Client

from grailkeeper.core.seat import PUBLIC
from grailkeeper.rules.chronicle.visibility import View
from grailkeeper.rules.registry import SYSTEMS, registered
from grailkeeper.text.language import Language
from grailkeeper.text.words import load_words
from grailkeeper.views.gate import Gate
from grailkeeper.web import models, store, times

from .people import account, browser, send, text

TEAMS = {"title": "온실 거리", "team1": "사야카", "team2": "쿄코"}


def opener(language: str = "ko") -> Client:
    return browser(account("진행자", opens=True), language)


def map_of(war: models.War) -> tuple[list[str], set[frozenset[str]]]:
    """The names of the regions, and which of them are neighbours, as everybody knows it."""
    view = Gate(store.load(war), PUBLIC).state()
    assert isinstance(view, View)
    assert view.table is not None
    names = {each.key: each.name for each in view.regions}
    return list(names.values()), {frozenset((names[one], names[other])) for one, other in view.table.edges}


def row(number: int, name: str, near: str, **more: str) -> dict[str, str]:
    return {f"region.{number}.{key}": value for key, value in {"name": name, "next": near, **more}.items()}


def test_the_map_of_the_rulebook_is_drawn_beside_its_table() -> None:
    page = opener().get("/new/chronicle/").content.decode()
    assert page.count('<svg class="map"') == 1
    assert page.count('<circle class="spot') == 9
    assert 'name="region.9.name" value="9번 지역"' in page
    assert "시민" in page


def test_a_map_is_laid_out_looked_at_and_played_on() -> None:
    client, here = opener(), "/new/chronicle/"
    rows = {
        **row(1, "역앞", "2", shop="yes", citizens="4"),
        **row(2, "강가", ""),
        **row(4, "언덕", "1 2", ley_line="3"),
    }
    looked = send(client, here, do="look", **TEAMS, **rows)
    assert looked.status_code == 200
    page = looked.content.decode()
    assert page.count('<circle class="spot') == 3
    assert 'value="언덕"' in page
    assert 'value="온실 거리"' in page
    assert not models.War.objects.exists()
    assert send(client, here, **TEAMS, **rows).status_code == 302
    names, edges = map_of(models.War.objects.get())
    assert names == ["역앞", "강가", "언덕"]
    assert edges == {frozenset(("역앞", "강가")), frozenset(("역앞", "언덕")), frozenset(("강가", "언덕"))}


def test_a_map_that_was_only_looked_at_is_that_of_the_rulebook() -> None:
    client = opener()
    assert send(client, "/new/chronicle/", **TEAMS).status_code == 302
    names, edges = map_of(models.War.objects.get())
    assert (len(names), len(edges)) == (9, 12)


def test_all_that_is_wrong_with_a_map_is_said_at_once() -> None:
    rows = {
        **row(1, "역앞", "7"),
        **row(2, "", "3"),
        **row(3, "역앞", "강"),
        **row(4, "언덕", "4"),
    }
    refused = send(opener(), "/new/chronicle/", **TEAMS, **rows)
    assert refused.status_code == 422
    said = text(refused)
    for wrong in (
        "1번째 줄: 이웃은",
        "2번째 줄에 지역 이름",
        "3번째 줄: 이웃은",
        "4번째 줄: 이웃은",
        "두 번",
        "이어져 있지",
    ):
        assert wrong in said
    alone = send(opener_again(), "/new/chronicle/", **TEAMS, **row(1, "역앞", ""))
    assert "2곳 이상" in text(alone)
    number = send(opener_again(), "/new/chronicle/", **TEAMS, **row(1, "가", "2", citizens="많음"), **row(2, "나", ""))
    assert number.status_code == 422
    assert not models.War.objects.exists()


def opener_again() -> Client:
    return browser(models.Account.objects.get(name="진행자"))


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_fields_of_other_lands_are_filled_in(language: str) -> None:
    client, here = opener(language), "/new/mirror/"
    more = send(client, here, do="more:war.regions", **TEAMS, **{"f:war.regions.1.name": "Miyama"})
    assert more.status_code == 200
    assert (
        'name="f:war.regions.3.name"' in more.content.decode() or 'name="f:war.regions.2.name"' in more.content.decode()
    )
    filled = {"f:war.regions.1.name": "미야마", "f:war.regions.2.name": "신토", "f:war.scene_limit": "12"}
    assert send(client, here, **TEAMS, **filled).status_code == 302
    war = store.load(models.War.objects.get())
    assert [each.name for each in war.state.regions] == ["미야마", "신토"]
    wrong = send(client, here, **TEAMS, **{"f:war.scene_limit": "오래"})
    assert wrong.status_code == 422
    assert models.War.objects.count() == 1


def test_the_policy_is_set_when_a_war_is_opened() -> None:
    sent = {
        "hours": "48",
        "hours.acts": "24",
        "grace": "6",
        "silence": "agent",
        "publishing": "clear",
        "publishing.battle_sheets": "desk",
    }
    assert send(opener(), "/new/sceneplay/", **TEAMS, **sent).status_code == 302
    war = models.War.objects.get()
    assert store.load(war).policy == {"hours": {"default": 48, "acts": 24}}
    assert (war.grace, war.silence, war.publishing) == (6, "agent", "clear")
    assert war.publishing_of == {"battle_sheets": "desk"}
    assert war.zone == "Asia/Seoul"


def test_what_is_wrong_with_the_policy_is_said_with_all_else_and_nothing_is_opened() -> None:
    sent = {"hours": "0", "hours.acts": "bald", "grace": "99999", "silence": "x", "zone": "Nowhere/Here"}
    sent |= {"publishing.acts": "clear"}
    refused = send(opener(), "/new/sceneplay/", team1="하나", **sent)
    assert refused.status_code == 422
    said = text(refused)
    for wrong in ("마감까지의 시간은", "유예 시간은", "고를 수 없습니다", "없는 시간대", "2개 이상", "글로 적어"):
        assert wrong in said
    assert said.count("마감까지의 시간은") == 2
    assert '<option value="clear" selected>' in refused.content.decode(), "what was right stays as it was chosen"
    assert not models.War.objects.exists()
    assert not models.Holding.objects.exists()


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("system", [each.system.name for each in SYSTEMS])
def test_every_switch_is_chosen_by_words(system: str, language: str) -> None:
    """Chapter by chapter, each with what it decides; no identifier is to be read, and the default is marked."""
    page = opener(language).get(f"/new/{system}/").content.decode()
    rules = registered(system)
    assert rules is not None
    words = load_words(rules.package, Language(language))
    for option in rules.system.options.options:
        assert f"{words.get(f'switch.{option.name}.decides')}" in unescape(page)
        assert page.count(f'name="option.{option.name}"') == len(option.named) + (option.number is not None)
    shown = unescape(re.sub(r"<[^>]+>", " ", page))
    assert re.findall(r"\b[a-z]+(?:_[a-z0-9]+)+\b", shown) == []
    assert page.count('class="usual"') == sum(bool(option.named) for option in rules.system.options.options)


def test_the_chapters_of_switches_are_folded_until_one_of_them_is_changed() -> None:
    client, here = opener(), "/new/bingo/"
    assert '<details class="nots switches" open>' not in client.get(here).content.decode()
    refused = send(client, here, title="", **{"option.defeat_damage": "1", "option.np_points": "7"})
    assert refused.status_code == 422
    page = refused.content.decode()
    assert page.count('<details class="nots switches" open>') == 2
    assert 'name="option.np_points" value="7"' in page


def test_a_switch_of_named_values_takes_a_number_too() -> None:
    client, here, number = opener(), "/new/sceneplay/", {"option.play_scene_limit.number": "6"}
    assert send(client, here, **TEAMS, **number).status_code == 302, "a number that was not chosen is none"
    assert send(client, here, **TEAMS, **number, **{"option.play_scene_limit": "number"}).status_code == 302
    assert send(client, here, **TEAMS, **{"option.chance_cap": "85"}).status_code == 302
    opened = [store.load(each).options for each in models.War.objects.order_by("made_at")]
    assert [each["play_scene_limit"] for each in opened] == ["proportional_up", 6, "proportional_up"]
    assert [each["chance_cap"] for each in opened] == [90, 90, 85]
    refused = send(client, here, **TEAMS, **number | {"option.play_scene_limit": "number", "option.chance_cap": "x"})
    assert refused.status_code == 422 and 'value="6"' in refused.content.decode()


@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_usual_time_zones_come_first_and_all_others_by_part_of_the_world(language: str) -> None:
    page = opener(language).get("/new/bingo/").content.decode()
    (field,) = re.findall(r'<select[^>]* name="zone">(.*?)</select>', page, re.DOTALL)
    groups = [re.findall(r'value="([^"]+)"', group) for group in field.split("<optgroup")[1:]]
    assert groups[0] == list(times.LIKELY)
    assert re.findall(r'value="([^"]+)" selected', field) == [times.USUAL]
    assert sorted(name for group in groups for name in group) == sorted(available_timezones() - {*times.NOWHERE})
    assert ">Ho Chi Minh<" in field
    assert 'label=""' not in field and "zone." not in field
