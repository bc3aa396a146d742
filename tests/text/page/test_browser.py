"""Every page in a browser: readable by everybody, on a phone and on a desk, in the light and in the dark.

Screenshots are left in the temporary folder of the test, to be looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page

from browser import open_browser
from grailkeeper.text.language import Language

from .samples import SAMPLES

SIZES = {"phone": (390, 844), "desk": (1280, 800)}
LOOKS: Mapping[Language, tuple[str, Literal["light", "dark"]]] = {
    Language.KO: ("phone", "light"),
    Language.EN: ("desk", "dark"),
}
"""How a page is looked at, once in each language: axe takes seconds over a long one."""

COLOURED = (
    *("battle-own", "battle-keeper-escape", "boards-story", "mirror-own", "report", "story-war", "story-toy"),
    *("chronicle-spells", "chronicle-story", "chronicle-melee"),
)
"""The pages whose contrasts are measured, which takes axe longer than all else: every class of a page is on them."""

NARROWEST = 360
UNFOLD = "document.querySelectorAll('details').forEach(each => each.open = true)"

each_sample = pytest.mark.parametrize("name", SAMPLES)
each_language = pytest.mark.parametrize("language", Language)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context()
    yield context
    context.close()


def opened(context: BrowserContext, folder: Path, name: str, language: Language) -> tuple[Page, list[str]]:
    """A sample as a file in a browser, and what the browser complains of (the policy, above all)."""
    path = folder / f"{name}-{language.value}.html"
    path.write_text(SAMPLES[name](language), "utf-8")
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("request", lambda request: complaints.append(request.url) if request.url != path.as_uri() else None)
    page.goto(path.as_uri())
    return page, complaints


@each_sample
@each_language
def test_a_page_can_be_read_by_everybody(
    context: BrowserContext, tmp_path: Path, name: str, language: Language
) -> None:
    page, complaints = opened(context, tmp_path, name, language)
    page.evaluate(UNFOLD)
    size, scheme = LOOKS[language]
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=scheme)
    page.screenshot(path=tmp_path / f"{name}-{language.value}-{size}-{scheme}.png", full_page=True)
    rules = {"color-contrast": {"enabled": name in COLOURED}}
    violations = Axe().run(page, options={"resultTypes": ["violations"], "rules": rules}).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == []
    assert complaints == []


@each_language
def test_contrasts_are_measured_of_everything_that_has_a_colour(language: Language) -> None:
    classes = {
        name: set(" ".join(re.findall(r'class="([^"]*)"', page(language))).split()) for name, page in SAMPLES.items()
    }
    assert set().union(*classes.values()) == set().union(*(classes[name] for name in COLOURED))


@each_sample
@each_language
def test_no_page_is_wider_than_the_narrowest_phone(
    context: BrowserContext, tmp_path: Path, name: str, language: Language
) -> None:
    page, _ = opened(context, tmp_path, name, language)
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    page.evaluate(UNFOLD)
    assert page.evaluate("document.documentElement.scrollWidth") == NARROWEST


def test_what_was_laid_keeps_room_beside_what_it_came_to(context: BrowserContext, tmp_path: Path) -> None:
    """In a melee many lose something in one judgment: that is broken into lines, and leaves the cards theirs."""
    page, _ = opened(context, tmp_path, "chronicle-melee", Language.KO)
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    more = "each => each.textContent = '히토미의 마스터 −10, 마력 −3 · 아오이의 서번트 −4'"
    page.evaluate(f"document.querySelectorAll('.fold > summary > .num').forEach({more})")
    shares = page.evaluate(
        "[...document.querySelectorAll('.fold > summary > .num')].map("
        "each => each.previousElementSibling.offsetWidth / each.parentElement.offsetWidth)"
    )
    assert shares and min(shares) > 0.3
    assert page.evaluate("document.documentElement.scrollWidth") == NARROWEST


def test_a_chance_leads_to_its_working_by_keyboard(context: BrowserContext, tmp_path: Path) -> None:
    page, _ = opened(context, tmp_path, "battle-own", Language.KO)
    working = page.locator("#battle-1-3-work")
    assert not working.is_visible()
    page.locator('a[href="#battle-1-3-work"]').focus()
    page.keyboard.press("Enter")
    assert working.is_visible()


def test_a_loss_in_a_slot_leads_to_its_working_by_keyboard(context: BrowserContext, tmp_path: Path) -> None:
    page, _ = opened(context, tmp_path, "chronicle-cover", Language.EN)
    link = page.locator(".hit a").first
    working = page.locator(str(link.get_attribute("href")))
    assert not working.is_visible()
    link.focus()
    page.keyboard.press("Enter")
    assert working.is_visible()


def test_slots_lie_side_by_side_on_a_desk_and_below_one_another_on_a_phone(
    context: BrowserContext, tmp_path: Path
) -> None:
    page, _ = opened(context, tmp_path, "chronicle-cover", Language.KO)
    tops = "[...document.querySelectorAll('.slots > li')].map(one => Math.round(one.getBoundingClientRect().top))"
    page.set_viewport_size({"width": 1280, "height": 800})
    assert len(set(page.evaluate(tops))) == 1
    page.set_viewport_size({"width": 390, "height": 844})
    assert len(set(page.evaluate(tops))) == 10


def test_a_clause_leads_to_its_rule_without_any_script(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    page, _ = opened(context, tmp_path, "battle-own", Language.KO)
    page.locator("summary").first.click()
    page.locator('details[open] a[href="#S-10.14"]').first.click()
    rule = page.locator("article:target")
    assert rule.get_attribute("id") == "S-10.14"
    box = rule.bounding_box()
    assert box is not None and 0 <= box["y"] < 844
    context.close()


def test_what_can_be_touched_is_large_enough(context: BrowserContext, tmp_path: Path) -> None:
    page, _ = opened(context, tmp_path, "battle-own", Language.KO)
    page.set_viewport_size({"width": 390, "height": 844})
    heights = page.evaluate("[...document.querySelectorAll('summary, nav a')].map(one => one.offsetHeight)")
    assert heights and min(each for each in heights if each) >= 44


def test_on_paper_everything_is_unfolded_and_light(context: BrowserContext, tmp_path: Path) -> None:
    page, _ = opened(context, tmp_path, "battle-own", Language.KO)
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("#battle-1-1-work").evaluate("one => one.offsetHeight") > 0


@pytest.mark.parametrize("name", ["board-own", "boards-story"])
@each_language
def test_workings_within_workings_keep_room_for_words_on_the_narrowest_phone(
    context: BrowserContext, tmp_path: Path, name: str, language: Language
) -> None:
    page, _ = opened(context, tmp_path, name, language)
    page.set_viewport_size({"width": NARROWEST, "height": 740})
    page.evaluate(UNFOLD)
    rooms = page.locator(".work .op + span").evaluate_all(
        "all => all.map(one => one.offsetWidth / parseFloat(getComputedStyle(one).fontSize))"
    )
    assert rooms and min(rooms) > 7


def test_a_closed_working_in_an_open_one_looks_closed(context: BrowserContext, tmp_path: Path) -> None:
    page, _ = opened(context, tmp_path, "board-own", Language.KO)
    points = "one => getComputedStyle(one.querySelector('summary'), '::before').transform"
    outer = page.locator(".nots:has(.nots)").first
    closed = outer.evaluate(points)
    outer.evaluate("one => one.open = true")
    assert outer.evaluate(points) != closed
    assert outer.locator(".nots").first.evaluate(points) == closed


def test_emphasis_is_seen_where_letters_have_no_italics(context: BrowserContext, tmp_path: Path) -> None:
    page, _ = opened(context, tmp_path, "battle-own", Language.KO)
    said = '<p class="prose">물러서며 <em>웃는다</em></p>'
    page.evaluate(f"document.querySelector('main').insertAdjacentHTML('beforeend', '{said}')")
    assert page.locator(".prose em").evaluate("one => getComputedStyle(one).backgroundImage") != "none"
