"""A whole scene with a battle in every rule system, through the pages only: a keeper and two players in browsers,
programs in the other seats."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page

from grailkeeper.campaign.resolving import told_from
from grailkeeper.core.call import Mode
from grailkeeper.core.fact import Fact
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.web import asks, models, resolver, store

from .people import account, holds
from .test_browser import DESK, PHONE, chromium, opened, press, seated, site
from .test_seat import a_post, address
from .wars import begun

__all__ = ["chromium", "site"]

NAMES = [each.system.name for each in SYSTEMS]
HUMANS = ("t1", "t2")
TURNS = 120


FOUGHT = {"bingo": "battle_over", "chronicle": "battle_ended", "mirror": "battle_ended", "sceneplay": "battle_ended"}
"""The facts that end a battle."""

BEGUN = {"bingo": "scene_opened", "chronicle": "scene_began", "mirror": "scene_began", "sceneplay": "scene_announced"}
"""The facts that begin a scene."""


def facts(war: models.War) -> Iterator[Fact]:
    folded = store.load(models.War.objects.get(key=war.key))
    for entry in store.entries(war.key):
        for told in told_from(folded, entry.body.get("facts", ())):
            yield told.fact


def is_played(war: models.War) -> bool:
    """Whether a battle was fought and the scene after it has begun."""
    kinds = [fact.kind for fact in facts(war)]
    fought = [place for place, kind in enumerate(kinds) if kind == FOUGHT[war.system]]
    begun = [place for place, kind in enumerate(kinds) if kind == BEGUN[war.system]]
    return bool(fought and begun) and begun[-1] > fought[0]


def declare(page: Page, war: models.War, seat: str) -> int:
    """Answer everything that the seat is asked, through its pages; how much that was."""
    war.refresh_from_db()
    waiting = [each for each in asks.asked_of(war, store.load(war), seat) if each.waits]
    done = 0
    for question in waiting:
        post = a_post(war, question)
        if post is None:
            continue  # silence is an answer too: the keeper closes
        page.goto(address(war, question))
        page.click("summary:has-text('글로 붙여 넣기')")
        page.fill("textarea[name=text]", post)
        press(page, "button[value=paste]")
        press(page, "button[value=review]")
        press(page, ".btn.bind")
        page.goto("about:blank")  # what was sealed leads on by itself, maybe just when the next page is opened
        done += 1
        war.refresh_from_db()
    return done


def keep(page: Page, war: models.War, idle: bool) -> int:
    """Do what waits at the desk: close what all have answered, and where nobody else has anything to say (`idle`) the
    rest too; rule, publish."""
    war.refresh_from_db()
    folded, done = store.load(war), 0
    for call in folded.calls:
        page.goto(f"/war/{war.key}/desk/call/{call.address}/")
        all_in = all(folded.answer(call.address, ask) for ask in call.asks)
        if call.address not in folded.closed:
            if idle or (all_in and call.mode is Mode.SEALED):
                press(page, "button[value=close]")
                done += 1
            continue
        while page.is_visible("p:has-text('재정해야 공표할 수 있습니다')"):
            paper = page.locator(".point", has_text="재정해야 공표할 수 있습니다").first
            if paper.locator("input[type=radio]").count():
                paper.locator("input[type=radio]").first.check()
            else:
                paper.locator("input[name=value]").fill("1")
            with page.expect_navigation():
                paper.locator("button").click()
            done += 1
        press(page, "button[value=publish]")
        done += 1
    return done


@pytest.mark.parametrize("system", NAMES)
def test_a_scene_with_a_battle_is_played_through_the_pages(system: str, chromium: Browser, site: str) -> None:
    war = begun(system, teams=4)
    for place in store.load(war).system.seats(store.load(war).state):
        if place.key not in HUMANS:
            models.AgentSeat.objects.create(war=war, seat=place.key, agent="steady")
    keeper = account("진행자")
    holds(keeper, war, models.Role.KEEPER)
    with ExitStack() as windows:
        players = {
            seat: windows.enter_context(opened(chromium, site, seated(war, seat), PHONE, locale="ko-KR"))
            for seat in HUMANS
        }
        desk = windows.enter_context(opened(chromium, site, keeper, DESK, locale="ko-KR"))
        for _ in range(TURNS):
            models.Tally.objects.all().delete()  # people take minutes for what is pasted here within one
            done = resolver.settle(war.key)
            done += sum(declare(page, war, seat) for seat, page in players.items())
            done += keep(desk, war, idle=not done)
            if is_played(war):
                break
            assert done, "nothing goes on"
        assert is_played(war)
        for seat, page in players.items():
            page.goto(f"/war/{war.key}/seat/{seat}/story/")
            assert page.is_visible("h1")
