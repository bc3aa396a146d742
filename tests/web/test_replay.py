"""Battles step by step: every step has an address, and nobody sees a battle of which it was not told."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from grailkeeper.campaign import keep
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.web import models, service, store

from .people import account, browser, holds, text
from .wars import begun, played

NAMES = [each.system.name for each in SYSTEMS]
CALLS = {"sceneplay": 14, "bingo": 16, "mirror": 60, "chronicle": 70}
"""After how many calls of four steady teams somebody has fought."""


def fought(system: str) -> models.War:
    war = begun(system, teams=4)
    played(war, CALLS[system])
    return war


def addresses(client: Client, page: str) -> list[str]:
    """The battles to which a list of them leads."""
    return re.findall(r'href="(/war/[^"]*/battle/\d+/)"', client.get(page).content.decode())


@pytest.mark.parametrize("system", NAMES)
def test_every_step_of_a_battle_has_an_address(system: str) -> None:
    war = fought(system)
    seats = [seat.key for seat in store.load(war).system.seats(store.load(war).state)]
    found = 0
    for seat in seats:
        who = account(f"참가자 {seat}")
        holds(who, war, models.Role.PLAYER, seat)
        client = browser(who)
        for address in addresses(client, f"/war/{war.key}/seat/{seat}/battles/"):
            html = client.get(address).content.decode()
            steps = re.findall(r'<li><a href="#([^"]+)">\d+</a></li>', html)
            assert len(steps) == len(set(steps))
            assert all(html.count(f'id="{step}"') == 1 for step in steps)
            found += bool(steps)
    assert found, "nobody has fought"
    assert all(
        browser().get(address).status_code == 200 for address in addresses(browser(), f"/war/{war.key}/battles/")
    )


@pytest.mark.parametrize("system", NAMES)
def test_a_keeper_sees_all_of_every_battle(system: str) -> None:
    """Whatever step some seat was told of stands on the keeper's page, once, and the bar leads there."""
    war = fought(system)
    keeps = account("진행자")
    holds(keeps, war, models.Role.KEEPER)
    desk, here = browser(keeps), f"/war/{war.key}/desk/battles/"
    assert f'href="{here}"' in desk.get(f"/war/{war.key}/").content.decode()
    pages = {address: desk.get(address) for address in addresses(desk, here)}
    assert pages
    public = {address: desk.get(address.replace("/desk/", "/")) for address in pages}
    assert all(len(text(pages[address])) >= len(text(seen)) for address, seen in public.items())
    for seat in store.load(war).system.seats(store.load(war).state):
        who = account(f"참가자 {seat.key}")
        holds(who, war, models.Role.PLAYER, seat.key)
        client = browser(who)
        for address in addresses(client, f"/war/{war.key}/seat/{seat.key}/battles/"):
            steps = re.findall(r'<li><a href="#([^"]+)">\d+</a></li>', client.get(address).content.decode())
            whole = pages[address.replace(f"/seat/{seat.key}/", "/desk/")].content.decode()
            assert all(whole.count(f'id="{step}"') == 1 for step in steps), address


@pytest.mark.parametrize("system", NAMES)
def test_a_scene_tells_a_battle_once_and_leads_to_it(system: str) -> None:
    war = fought(system)
    who = account("참가자")
    holds(who, war, models.Role.PLAYER, "t1")
    client, own = browser(who), f"/war/{war.key}/seat/t1/"
    cards: dict[str, list[str]] = {}
    for scene in re.findall(r'href="(\?scene=\d+)"', client.get(own + "story/").content.decode()):
        html = client.get(own + "story/" + scene).content.decode()
        assert 'class="duel"' not in html and 'class="slots"' not in html and 'class="board"' not in html
        for card in re.findall(r'<div class="result">.*?class="acts"><a [^>]*href="([^"]+)"', html, re.DOTALL):
            cards.setdefault(card, []).append(scene)
    ended = [each for each in addresses(client, own + "battles/") if each in cards]
    assert ended and sorted(cards) == sorted(ended)
    assert all(len(set(scenes)) == 1 for scenes in cards.values())


def test_a_battle_of_which_nobody_told_is_not_there() -> None:
    war = fought("sceneplay")
    for number in (0, 999, 10**30):
        page = browser().get(f"/war/{war.key}/battle/{number}/")
        assert page.status_code == 404
        assert text(page) == text(browser().get("/nowhere/"))


def test_a_battle_that_a_rewind_has_undone_is_not_shown() -> None:
    war = fought("sceneplay")
    before = addresses(browser(), f"/war/{war.key}/battles/")
    assert before
    service.run(war.key, lambda folded: keep.rewind(folded, 2, "잘못 열었다", "2026-11-30T12:00:00+00:00"))
    assert addresses(browser(), f"/war/{war.key}/battles/") == []
    assert browser().get(before[0]).status_code == 404
