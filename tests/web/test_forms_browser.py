"""The forms of each system in a browser: on a phone and at a desk, without a script, with the keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Route

from grailkeeper.campaign.war import War
from grailkeeper.core.call import Call
from grailkeeper.web import models, store

from .people import account, browser, holds, send
from .test_browser import DESK, PHONE, chromium, faults, opened, press, site, tab_to
from .wars import begun, played

__all__ = ["chromium", "site"]

SMALL = {"width": 360, "height": 740}
"""The narrowest phone: a board fits it."""


class Place(NamedTuple):
    """Somebody who is asked something, and where it is answered."""

    war: models.War
    who: models.Account
    address: str
    call: str
    whom: str


def asked_for(system: str, kind: str) -> Place:
    """Whoever is asked a question of that kind first, in a war that agents have played so far."""
    war = begun(system, 4)
    for _ in range(20):
        call = _call(store.load(war), kind)
        if call is not None:
            ask = call.asks[0]
            who = account(f"참가자 {system} {kind}")
            holds(who, war, models.Role.PLAYER, ask.seat)
            address = f"/war/{war.key}/seat/{ask.seat}/ask/{ask.whom}/{call.address}/"
            return Place(war, who, address, call.address, ask.whom)
        played(war, 1)
    raise AssertionError(f"nobody is asked for {kind} in {system}")


def _call(war: War, kind: str) -> Call | None:
    return next((call for call in war.calls if call.kind == kind), None)


def draft() -> dict[str, str]:
    return {str(path): str(value) for path, value in models.Draft.objects.get().fields.items()}


def drafted(page: Page) -> dict[str, str]:
    """The draft, once there is one: what a page sends as it is left may come after the next page is there."""
    for _ in range(100):
        if models.Draft.objects.exists():
            break
        page.wait_for_timeout(100)
    return draft()


def saved(page: Page) -> None:
    """Wait until the draft is kept and how it is read is shown."""
    page.wait_for_selector("#said section", state="attached")
    page.wait_for_load_state("networkidle")


def left(page: Page, card: str) -> str:
    """How many cards of a sort are left, as it stands above the form."""
    return page.inner_text(f".piles li:has(use[href='#g-{card}']) b")


# What is filled in on each form


def _board(page: Page) -> None:
    page.select_option("[name='f:cards.r1c1.card']", "S")
    page.select_option("[name='f:cards.r5c5.card']", "K")


def _turn(page: Page) -> None:
    page.select_option("[name='f:slots.1.card']", "buster")
    page.select_option("[name='f:slots.2.card']", "arts")


def _ten(page: Page) -> None:
    page.select_option("[name='f:cards.1.card']", "strike")
    page.select_option("[name='f:cards.2.card']", "guard")


def _actions(page: Page) -> None:
    page.select_option("[name='f:first.action']", "rest")
    page.select_option("[name='f:second.action']", "study")


def _judgments(page: Page) -> None:
    page.fill("[name='f:numbers.1']", "20")
    page.fill("[name='f:numbers.5']", "99")
    page.click(".places > fieldset:nth-of-type(2) summary")
    page.check("[name='f:luck.2']")


def _sheet_of_bingo(page: Page) -> None:
    page.check("[name='f:servant.class'][value=lancer]")
    page.select_option("[name='f:servant.strength']", "A+")


def _sheet_of_chronicle(page: Page) -> None:
    page.fill("[name='f:master.combat']", "5")
    page.select_option("[name='f:servant.strength']", "A")


def _sheet_of_mirror(page: Page) -> None:
    page.select_option("[name='f:strength']", label="B (10)")
    page.fill("[name='f:health']", "160")


def _sheet_of_sceneplay(page: Page) -> None:
    page.select_option("[name='f:servant.ranks.strength']", "B")
    page.fill("[name='f:workshop.storage']", "4")


FORMS: dict[tuple[str, str], Callable[[Page], None]] = {
    ("bingo", "battle"): _board,
    ("mirror", "turn"): _turn,
    ("chronicle", "battle_cards"): _ten,
    ("chronicle", "actions"): _actions,
    ("sceneplay", "battle_sheets"): _judgments,
    ("bingo", "creation"): _sheet_of_bingo,
    ("chronicle", "creation"): _sheet_of_chronicle,
    ("mirror", "creation"): _sheet_of_mirror,
    ("sceneplay", "creation"): _sheet_of_sceneplay,
}


@pytest.mark.parametrize(("system", "kind"), FORMS)
def test_a_form_is_filled_in_on_a_phone_and_at_a_desk(system: str, kind: str, chromium: Browser, site: str) -> None:
    """Every change is saved; nothing that axe knows of is wrong, and no page is wider than its window."""
    place, wrong = asked_for(system, kind), []
    for size, language, scheme in ((SMALL if kind == "battle" else PHONE, "en", "dark"), (DESK, "ko", "light")):
        with opened(chromium, site, place.who, size, locale=language, color_scheme=scheme) as page:
            page.goto(place.address)
            FORMS[system, kind](page)
            page.keyboard.press("Tab")
            saved(page)
            wrong += [f"{size['width']}: {each}" for each in faults(page, size["width"])]
    assert wrong == []
    assert draft()


@pytest.mark.parametrize(("system", "kind"), [each for each in FORMS if each[1] != "creation"])
def test_a_form_is_filled_in_without_any_script(system: str, kind: str, chromium: Browser, site: str) -> None:
    place = asked_for(system, kind)
    with opened(chromium, site, place.who, PHONE, locale="ko-KR", java_script_enabled=False) as page:
        page.goto(place.address)
        FORMS[system, kind](page)
        press(page, ".dock button[value=save]")
        assert page.is_visible("#said .items")
        before = draft()
        press(page, ".dock button[value=save]")
    assert draft() == before


def test_a_board_is_laid_with_the_keyboard_alone(chromium: Browser, site: str) -> None:
    """Arrows go from cell to cell, letters lay cards, and what is left is counted at once."""
    place = asked_for("bingo", "battle")
    with opened(chromium, site, place.who, DESK, locale="ko-KR") as page:
        page.goto(place.address)
        there = int(left(page, "strike"))
        tab_to(page, "f:cards.r1c1.card")
        for key in ("s", "ArrowRight", "k", "ArrowDown", "r", "ArrowLeft", "s", "ArrowUp", "ArrowUp", "Delete"):
            page.keyboard.press(key)
        saved(page)
        page.wait_for_function(f"document.querySelector('.piles b').textContent === '{there - 1}'")
        tab_to(page, "do", "review")
        page.keyboard.press("Enter")
        page.wait_for_url("**/review/**")
        tab_to(page, "", "", ".btn.bind")
        page.keyboard.press("Enter")
        page.wait_for_selector(".receipt")
    order = _sealed(place)
    assert order["cards"] == ["r1c2 K", "r2c1 S", "r2c2 R"]


def _sealed(place: Place) -> dict[str, object]:
    war = store.load(models.War.objects.get(pk=place.war.pk))
    call = war.call(place.call)
    assert call is not None
    ask = call.ask_for(place.whom)
    assert ask is not None
    held = war.answer(place.call, ask)
    assert held is not None
    assert isinstance(held.order, dict)
    return held.order


def test_too_many_cards_and_a_wrong_cell_are_seen_where_they_are(chromium: Browser, site: str) -> None:
    place = asked_for("bingo", "battle")
    with opened(chromium, site, place.who, PHONE, locale="ko-KR") as page:
        page.goto(place.address)
        for cell in ("r1c1", "r1c2", "r1c3", "r1c4", "r1c5", "r2c1"):
            page.select_option(f"[name='f:cards.{cell}.card']", "S")
        page.wait_for_selector(".piles .over")
        page.wait_for_selector("#said .note.bad")
        page.select_option("[name='f:cards.r2c1.card']", "")
        page.wait_for_selector(".piles .over", state="detached")
        page.select_option("[name='f:cards.r3c3.card']", "K")
        assert page.locator(".slot.err").count() == 0
        page.check("[name='f:cards.r3c3.luck']", force=True)
        page.wait_for_selector(".slot.err [name='f:cards.r3c3.card'][aria-invalid]")
        page.uncheck("[name='f:cards.r3c3.luck']", force=True)
        page.wait_for_selector(".slot.err", state="detached")


def test_only_the_fields_of_the_chosen_action_are_shown(chromium: Browser, site: str) -> None:
    """At once, with a script or without."""
    place = asked_for("chronicle", "actions")
    for script in (True, False):
        with opened(chromium, site, place.who, PHONE, locale="ko-KR", java_script_enabled=script) as page:
            page.goto(place.address)
            assert not page.is_visible("[name='f:second.taught_by']")
            page.select_option("[name='f:second.action']", "study")
            assert page.is_visible("[name='f:second.taught_by']")
            page.select_option("[name='f:second.action']", "pursuit")
            assert page.is_visible("[name='f:second.target']")
            assert not page.is_visible("[name='f:second.taught_by']")


def test_seats_are_picked_only_for_words_to_some(chromium: Browser, site: str) -> None:
    """At once, with a script or without."""
    place = asked_for("mirror", "plan")
    for script in (True, False):
        with opened(chromium, site, place.who, PHONE, locale="ko-KR", java_script_enabled=script) as page:
            page.goto(place.address.partition("ask/")[0] + "story/")
            assert not page.is_visible("[name=seats]")
            page.check("[name=to][value=seats]")
            assert page.is_visible("[name=seats]")


def test_points_are_counted_as_a_sheet_is_written(chromium: Browser, site: str) -> None:
    place = asked_for("bingo", "creation")
    with opened(chromium, site, place.who, DESK, locale="ko-KR") as page:
        page.goto(place.address)
        page.check("[name='f:servant.class'][value=saber]")
        for ability in ("strength", "endurance", "agility"):
            page.select_option(f"[name='f:servant.{ability}']", "A")
        page.wait_for_selector(".purses li:has-text('15/18')")
        page.select_option("[name='f:servant.magic']", "B")
        page.wait_for_selector(".purses .over:has-text('19/18')")


def test_a_wrong_number_keeps_the_rest_of_a_sheet_counted(chromium: Browser, site: str) -> None:
    place = asked_for("chronicle", "creation")
    with opened(chromium, site, place.who, DESK, locale="en-GB") as page:
        page.goto(place.address)
        page.fill("[name='f:master.combat']", "5")
        page.fill("[name='f:master.magic']", "nine")
        page.keyboard.press("Tab")
        page.wait_for_selector("[name='f:master.magic'][aria-invalid]")
        page.wait_for_selector(".purses li:has-text('14/12')")
        page.fill("[name='f:master.magic']", "1")
        page.keyboard.press("Tab")
        page.wait_for_selector("[name='f:master.magic']:not([aria-invalid])")


def test_what_is_typed_is_saved_at_a_pause(chromium: Browser, site: str) -> None:
    """Before its field is left."""
    place = asked_for("sceneplay", "battle_sheets")
    with opened(chromium, site, place.who, PHONE, locale="ko-KR") as page:
        page.goto(place.address)
        page.click("[name='f:numbers.3']")
        page.keyboard.type("77")
        saved(page)
        assert page.evaluate("document.activeElement.name") == "f:numbers.3"
    assert draft() == {"numbers.3": "77"}


def test_what_is_typed_is_saved_when_the_page_is_left_before_the_pause(chromium: Browser, site: str) -> None:
    """By a link to a clause, and back again."""
    place = asked_for("sceneplay", "battle_sheets")
    with opened(chromium, site, place.who, PHONE, locale="ko-KR") as page:
        page.goto(place.address)
        page.click("[name='f:numbers.3']")
        page.keyboard.type("77")
        page.click("main a[href*='/rules/']", no_wait_after=True)
        page.wait_for_url("**/rules/**")
        assert drafted(page) == {"numbers.3": "77"}
        page.click("text=돌아가기")
        page.wait_for_selector("[name='f:numbers.3']")
        assert page.input_value("[name='f:numbers.3']") == "77"


def test_what_could_not_be_saved_is_saved_when_the_page_is_left(chromium: Browser, site: str) -> None:
    """As where the server was just being started anew."""

    def answer(route: Route) -> None:
        if "hx-request" in route.request.headers:
            route.fulfill(status=503)
        else:
            route.continue_()

    place = asked_for("sceneplay", "battle_sheets")
    with opened(chromium, site, place.who, PHONE, locale="ko-KR") as first:
        page = first.context.new_page()  # one that may complain
        page.route("**/ask/**", answer)
        page.goto(place.address)
        page.click("[name='f:numbers.3']")
        with page.expect_response(lambda response: response.status == 503):
            page.keyboard.type("77")
        page.goto("/welcome/")
        assert drafted(page) == {"numbers.3": "77"}


@pytest.mark.parametrize("script", [True, False])
def test_what_an_action_needs_is_marked_and_nothing_hides_below_the_dock(
    script: bool, chromium: Browser, site: str
) -> None:
    place = asked_for("sceneplay", "floor")
    with opened(chromium, site, place.who, PHONE, locale="ko-KR", java_script_enabled=script) as page:
        page.goto(place.address)
        page.check("[name='f:say'][value='solo']", force=True)
        must = "[data-path='kind'] > legend > .must"
        assert page.is_visible(must)
        if script:
            field, dock = page.locator("[data-path='kind']").bounding_box(), page.locator(".dock").bounding_box()
            assert field is not None
            assert dock is not None
            assert field["y"] + field["height"] <= dock["y"]
        page.check("[name='f:say'][value='apply']", force=True)
        assert page.is_visible("[data-path='kind']")
        assert not page.is_visible(must)


@pytest.mark.parametrize("script", [True, False])
def test_what_cannot_be_beside_a_choice_is_not_offered_beside_it(script: bool, chromium: Browser, site: str) -> None:
    """S-6.1: nobody fights alone. Nor can a field be left empty beside what needs it."""
    place = asked_for("sceneplay", "floor")
    with opened(chromium, site, place.who, PHONE, locale="ko-KR", java_script_enabled=script) as page:
        page.goto(place.address)
        battle, empty = (page.locator(f"label:has(> [name='f:kind'][value='{each}'])") for each in ("battle", ""))
        page.check("[name='f:say'][value='apply']", force=True)
        assert battle.is_visible()
        assert empty.is_visible()
        page.check("[name='f:say'][value='solo']", force=True)
        assert not battle.is_visible()
        assert not empty.is_visible()
        page.check("[name='f:say'][value='apply']", force=True)
        page.check("[name='f:kind'][value='battle']", force=True)
        page.check("[name='f:say'][value='solo']", force=True)
        assert battle.is_visible(), "what was picked is seen, and said to be wrong"


def test_what_is_not_filled_in_yet_is_no_fault_until_it_is_sent(chromium: Browser, site: str) -> None:
    """And what cannot be read at all leaves no empty heading."""
    place = asked_for("sceneplay", "floor")
    with opened(chromium, site, place.who, PHONE, locale="ko-KR") as page:
        page.goto(place.address)
        page.check("[name='f:say'][value='solo']", force=True)
        page.wait_for_selector("#saved:has-text('초안')")
        assert page.inner_text("#said").strip() == ""
        assert "받을 수 없습니다" not in page.inner_text("main")
        page.click(".dock .go")
        page.wait_for_selector("#found .note.bad")
        assert "이렇게 읽었습니다" not in page.inner_text("main")
        page.check("[name='f:kind'][value='search']", force=True)
        page.wait_for_selector("#found .note.bad", state="hidden")
        assert "이렇게 읽었습니다" in page.inner_text("#said")


def test_the_last_look_shows_a_board_once() -> None:
    """Drawn for the eye; its words are there for whoever has it read aloud."""
    place, filled, written = asked_for("bingo", "battle"), {"f:cards.r1c1.card": "S"}, "강 - - - -"
    client = browser(place.who)
    review = client.get(send(client, place.address, do="review", **filled)["Location"])
    seen = re.sub(r'<div class="vh">.*?</div>', "", review.content.decode(), flags=re.DOTALL)
    assert 'class="cells-of seen"' in seen
    assert written not in seen
    assert review.content.decode().count(written) == 1
    assert "보구는 쓰지 않습니다" in seen
    assert "아무것도 선언하지" not in seen
