"""The site in a browser: declared without any script and with the keyboard alone; every page fit to be read."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.wsgi import get_wsgi_application
from django.urls import reverse
from playwright.sync_api import Browser, ConsoleMessage, Page
from waitress.server import create_server

from browser import open_browser
from grailkeeper.campaign import adjudicate
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.views.gate import Gate
from grailkeeper.web import accounts, invitations, models, service, store, talk
from grailkeeper.web.gatekeeper import Who
from grailkeeper.web.routes import ROUTES

from .people import account, holds
from .people import browser as client
from .test_doors import named
from .test_replay import addresses, fought
from .test_seat import address, an_answer, asked, seal
from .wars import begun, played, with_a_point

NAMES = [each.system.name for each in SYSTEMS]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
FILES = (
    "battle",
    "own_battle",
    "static",
    "export",
    "own_export",
    "journal",
    "opened",
    "archive",
    "receipt",
)
"""What is taken away and not read on a page, or is not there."""


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=4)
    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    server.close()
    serving.join(5)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with open_browser() as found:
        yield found


@contextmanager
def opened(
    chromium: Browser, site: str, who: models.Account | None, size: dict[str, int], **more: object
) -> Iterator[Page]:
    """A window of somebody. Whatever a page complains of on its console fails the test."""
    context = chromium.new_context(base_url=site, viewport=size, **more)  # type: ignore[arg-type]
    if who is not None:
        context.add_cookies([{"name": "sitting", "value": accounts.log_in(who, "시험"), "url": site}])
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if _is_complaint(said) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


def _is_complaint(said: ConsoleMessage) -> bool:
    """A page that says that something is wrong has a status that says so too, and browsers remark on it."""
    of_the_status = "status of 404" in said.text or "status of 422" in said.text
    return said.type in ("error", "warning") and not of_the_status


def seated(war: models.War, seat: str = "t1") -> models.Account:
    who = account(f"참가자 {seat} {war.system}")
    holds(who, war, models.Role.PLAYER, seat)
    return who


@pytest.mark.parametrize("system", NAMES)
def test_a_post_is_pasted_and_sealed_without_any_script(system: str, chromium: Browser, site: str) -> None:
    war = begun(system)
    question = asked(war)
    _, post = an_answer(war, question)
    with opened(chromium, site, seated(war), PHONE, locale="ko-KR", java_script_enabled=False) as page:
        page.goto("/")
        page.click(".ask h3 a")
        page.click("summary:has-text('글로 붙여 넣기')")
        page.fill("textarea[name=text]", post)
        press(page, "button[value=paste]")
        assert page.is_visible("#said")
        press(page, "button[value=review]")
        press(page, ".btn.bind")
        assert page.is_visible(".receipt .print8")
    assert store.load(models.War.objects.get()).sealed


def test_a_choice_is_made_saved_and_sealed_with_the_keyboard_alone(chromium: Browser, site: str) -> None:
    war = begun("mirror")
    with opened(chromium, site, seated(war), DESK, locale="ko-KR") as page:
        page.goto(address(war, asked(war)))
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        tab_to(page, "f:level")
        page.keyboard.type("3")
        page.keyboard.press("Tab")
        page.wait_for_selector("#said section")
        tab_to(page, "do", "review")
        page.keyboard.press("Enter")
        page.wait_for_url("**/review/**")
        tab_to(page, "", "", ".btn.bind")
        page.keyboard.press("Enter")
        page.wait_for_selector(".receipt")


def test_what_is_sealed_notices_by_itself_that_it_was_closed_and_published(chromium: Browser, site: str) -> None:
    war = begun()
    question, who = asked(war), seated(war)
    with opened(chromium, site, who, PHONE, locale="ko-KR") as page:
        seal(client(who), war, question)
        page.clock.install()
        page.goto(address(war, question))
        page.click("summary:has-text('봉인한 내용')")
        service.run(war.key, lambda folded: adjudicate.close(folded, question.call.address))
        page.clock.run_for(21_000)
        page.wait_for_selector("h1:has-text('마감했습니다. 공표를 기다립니다.')")
        assert page.is_visible(".receipt details[open]"), "what is being read stays as it is"
        service.run(war.key, lambda folded: adjudicate.publish(folded, question.call.address))
        page.clock.run_for(21_000)
        page.wait_for_url("**/story/")
        assert page.is_visible(".next a"), "what is asked next is one tap away"


def press(page: Page, button: str) -> None:
    """Press a button, and wait for the page to which it leads."""
    with page.expect_navigation():
        page.click(button)


def tab_to(page: Page, name: str, value: str = "", selector: str = "") -> None:
    """Press the tabulator until the focus is there."""
    for _ in range(80):
        page.keyboard.press("Tab")
        there = page.evaluate(
            "([name, value, selector]) => { const it = document.activeElement;"
            " return selector ? it.matches(selector) : it.name === name && (!value || it.value === value); }",
            [name, value, selector],
        )
        if there:
            return
    raise AssertionError(f"nothing called {name or selector} is reached by the tabulator")


def test_a_draft_is_saved_at_every_change(chromium: Browser, site: str) -> None:
    war = begun("mirror")
    with opened(chromium, site, seated(war), PHONE, locale="ko-KR") as page:
        page.goto(address(war, asked(war)))
        page.fill("input[name='f:level']", "9")
        page.keyboard.press("Tab")
        page.wait_for_selector("#said .note.bad")
        assert "저장" in page.inner_text("#saved")
    assert models.Draft.objects.get().fields == {"level": "9"}


def test_a_battle_is_gone_through_with_the_arrow_keys_and_each_step_has_its_address(
    chromium: Browser, site: str
) -> None:
    war = begun("sceneplay", teams=4)
    played(war, 14)
    seat, here = next(battles_of(war))
    with opened(chromium, site, seated(war, seat), DESK, locale="ko-KR") as page:
        page.goto(here)
        steps = page.eval_on_selector_all(".steps-of a", "links => links.map(link => link.hash)")
        for key, step in (("ArrowRight", 0), ("ArrowRight", 1), ("End", len(steps) - 1), ("ArrowLeft", len(steps) - 2)):
            page.keyboard.press(key)
            page.wait_for_function(f"location.hash === {steps[step]!r}")
            assert page.evaluate("document.activeElement.id") == steps[step][1:]
            assert page.inner_text(".steps-of [aria-current=step]") == str(step + 1)
        shared = page.url
        assert list(faults(page, DESK["width"])) == []
    account_again = models.Account.objects.get(name=f"참가자 {seat} {war.system}")
    with opened(chromium, site, account_again, PHONE, java_script_enabled=False) as page:
        page.goto(shared)
        top = page.locator(":target").bounding_box()
        assert top is not None
        assert 0 <= top["y"] < PHONE["height"], "the step to which the address leads stands in the window"
        assert not page.is_visible("[data-lead]"), "what only a script can do is not offered without one"
    with opened(chromium, site, account_again, PHONE) as page:
        page.goto(here)
        for step, button in ((0, "Right"), (1, "Right"), (0, "Left")):
            page.click(f"[data-lead=Arrow{button}]")
            page.wait_for_function(f"location.hash === {steps[step]!r}")
            assert page.inner_text("[data-at]") == str(step + 1)


def test_addresses_to_send_are_copied_by_a_click_where_there_are_scripts(chromium: Browser, site: str) -> None:
    war = begun()
    keeper = account("진행자")
    holds(keeper, war, models.Role.KEEPER)
    invitations.to_war(war, models.Role.PLAYER, "t2")
    for scripts in (False, True):
        with opened(chromium, site, keeper, PHONE, java_script_enabled=scripts) as page:
            page.goto(f"/war/{war.key}/desk/people/")
            assert page.is_visible(".sent input")
            assert page.is_visible(".sent button") is scripts


def battles_of(war: models.War) -> Iterator[tuple[str, str]]:
    """Seats that know a battle of several steps, with its address."""
    folded = store.load(war)
    for seat in folded.system.seats(folded.state):
        gate = Gate(folded, seat_viewer(seat.key))
        rows = store.heard(war.key, gate.audience, 1, gate.stream.number)
        if sum(row.kind == "judgment_made" for row in rows) > 3:
            number = next(store.body_of(row)["fact"]["battle"] for row in rows if row.kind == "judgment_made")  # type: ignore[index,call-overload]
            yield seat.key, f"/war/{war.key}/seat/{seat.key}/battle/{number}/"


@pytest.mark.parametrize(("size", "language", "scheme"), [(PHONE, "ko", "light"), (DESK, "en", "dark")])
def test_every_page_is_fit_to_be_read(
    size: dict[str, int], language: str, scheme: str, chromium: Browser, site: str
) -> None:
    """Without a violation that axe knows of, and no wider than the window."""
    war = with_a_point("bingo")
    fresh = begun("sceneplay")
    played(fresh, 3)
    keeper, player = account("진행자", opens=True), account("참가자")
    for row in (war, fresh):
        holds(keeper, row, models.Role.KEEPER)
        holds(player, row, models.Role.PLAYER, "t1")
    for writer, seat in ((keeper, ""), (player, "t1")):
        talk.say(store.load(fresh), writer, seat, models.Voice.IN, talk.To.PUBLIC, (), "> *밤*이 깊다\n\n- 하나")
    invitation = invitations.to_war(fresh, models.Role.PLAYER, "t2")
    wrong = []
    for who in (None, player, keeper):
        with opened(chromium, site, who, size, locale=language, color_scheme=scheme) as page:
            for place in pages(war, fresh, invitation.token, who, player, keeper):
                page.goto(place)
                wrong += [f"{place}: {each}" for each in faults(page, size["width"])]
    assert wrong == []


def pages(
    war: models.War,
    fresh: models.War,
    token: str,
    who: models.Account | None,
    player: models.Account,
    keeper: models.Account,
) -> Iterator[str]:
    """Every page that somebody may read, in two wars: one at rest, one that waits for a ruling."""
    mine = {
        None: (Who.ANYBODY, Who.READER),
        player.pk: (Who.ACCOUNT, Who.SEAT),
        keeper.pk: (Who.OPENER, Who.KEEPER),
    }[None if who is None else who.pk]
    for route in ROUTES:
        if route.get is None or route.who not in mine or route.name in FILES:
            continue
        values = named(fresh, route.pattern)
        yield reverse(route.name, kwargs={**values, **({"token": token} if "token" in values else {})})
    if who is not None and who.pk == keeper.pk:
        call = next(iter(store.load(war).closed))
        yield from (f"/war/{war.key}/desk/", f"/war/{war.key}/desk/call/{call}/")
    if who is None:
        yield from (f"/war/{war.key}/", "/nowhere/")


BROKEN_WORDS = r"""
[...document.querySelectorAll("main *:not(.hex, code, .vh, option, textarea)")]
  .flatMap((each) => [...each.childNodes])
  .filter((each) => each.nodeType === Node.TEXT_NODE && each.parentElement.checkVisibility())
  .flatMap((text) => [...text.data.matchAll(/[\p{L}\p{N}]{2,20}/gu)].map((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return [word[0], new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size];
  }))
  .filter(([, lines]) => lines > 1)
  .map(([word]) => word)
"""
"""Words that do not fit into their column, and go on in the next line."""


def faults(page: Page, width: int) -> Iterator[str]:
    if page.evaluate("document.documentElement.scrollWidth") > width:
        yield "wider than the window"
    yield from (f"broken: {word}" for word in page.evaluate(BROKEN_WORDS))
    found = Axe().run(page)
    yield from (f"{each['id']}: {each['nodes'][0]['html'][:160]}" for each in found.response["violations"])


SQUEEZED = """[...document.querySelectorAll('.replay :is(p, .told > div)')].filter(each => {
  const look = getComputedStyle(each), lines = each.offsetHeight / parseFloat(look.lineHeight);
  return lines > 2.5 && each.offsetWidth < 16 * parseFloat(look.fontSize);
}).map(each => each.textContent)"""


@pytest.mark.parametrize("system", NAMES)
def test_a_battle_has_the_whole_width_of_a_desk(system: str, chromium: Browser, site: str) -> None:
    war = fought(system)
    who = seated(war, "t1")
    battles = addresses(client(who), f"/war/{war.key}/seat/t1/battles/")
    assert battles
    with opened(chromium, site, who, DESK, locale="ko-KR") as page:
        for battle in battles:
            for width in (1024, 1280, 1440):
                page.set_viewport_size({"width": width, "height": 800})
                page.goto(battle)
                assert page.evaluate(SQUEEZED) == [], width
                widths = page.locator(".replay > *").evaluate_all("all => all.map(one => one.offsetWidth)")
                assert max(widths) > 900
                sections = page.locator(".replay > section").evaluate_all("all => all.map(one => one.offsetWidth)")
                assert set(sections) == {max(widths)}


def test_the_board_of_a_battle_shows_on_the_first_screen_of_a_phone(chromium: Browser, site: str) -> None:
    war = fought("bingo")
    who = seated(war, "t1")
    with opened(chromium, site, who, PHONE, locale="ko-KR") as page:
        boards = 0
        for battle in addresses(client(who), f"/war/{war.key}/seat/t1/battles/"):
            page.goto(battle)
            board = page.locator(".board").bounding_box() if page.locator(".board").count() else None
            if board is not None:
                boards += 1
                assert board["y"] < PHONE["height"] - 100
                page.click("[data-lead=ArrowRight]")
                assert page.inner_text(".dock .num") == "1 / 25"
        assert boards


@pytest.mark.parametrize("language", ["ko-KR", "en-GB"])
def test_the_tabs_of_the_desk_stand_in_one_row_on_a_phone(language: str, chromium: Browser, site: str) -> None:
    war, who = begun(), account("진행자")
    holds(who, war, models.Role.KEEPER)
    with opened(chromium, site, who, PHONE, locale=language) as page:
        for name in ("desk", "keeper_story", "people", "policy", "record", "corrections", "whole"):
            page.goto(site + reverse(name, args=[war.key]))
            boxes = [box for each in page.locator(".tabs >> nth=0 >> a").all() if (box := each.bounding_box())]
            assert len(boxes) == 7
            assert len({box["y"] for box in boxes}) == 1
            row = page.locator(".tabs").first
            assert row.evaluate("row => row.scrollWidth <= row.clientWidth"), f"{name}: none is out of sight"
