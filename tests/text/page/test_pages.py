"""Every page is well-formed, stands alone, and obeys a policy under which nothing loads, runs or is sent."""

from __future__ import annotations

import base64
import hashlib
import itertools
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.seat import seat_viewer
from grailkeeper.text.language import Language
from grailkeeper.text.page import About, Chapter, story_page
from grailkeeper.text.page.look import glyphs, policy, stylesheet
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import house_words, load_words

from .html import Page, read_page
from .samples import SAMPLES, STREAM, battle

each_sample = pytest.mark.parametrize("name", SAMPLES)
each_language = pytest.mark.parametrize("language", Language)


@cache
def html(name: str, language: Language) -> str:
    return SAMPLES[name](language)


@cache
def page(name: str, language: Language) -> Page:
    return read_page(html(name, language))


@each_sample
@each_language
def test_every_tag_is_closed_where_it_was_opened(name: str, language: Language) -> None:
    assert page(name, language).broken == []
    assert html(name, language).startswith("<!doctype html>\n<html lang=")


@each_sample
@each_language
def test_a_page_says_its_language(name: str, language: Language) -> None:
    assert page(name, language).named("html")[0].attributes["lang"] == language.value


@each_sample
@each_language
def test_nothing_runs_and_nothing_is_styled_by_hand(name: str, language: Language) -> None:
    tags = page(name, language).tags
    assert [tag for tag in tags if tag.name in ("script", "link", "img", "iframe", "form", "object", "base")] == []
    assert [key for tag in tags for key in tag.attributes if key == "style" or key.startswith("on")] == []
    assert page(name, language).values("src") == []
    assert [address for address in page(name, language).values("href") if not address.startswith("#")] == []


@each_sample
@each_language
def test_the_policy_lets_in_the_stylesheet_and_nothing_else(name: str, language: Language) -> None:
    (style,) = page(name, language).named("style")
    digest = base64.b64encode(hashlib.sha256(style.text.encode()).digest()).decode()
    (meta,) = [tag for tag in page(name, language).named("meta") if "http-equiv" in tag.attributes]
    assert meta.attributes["http-equiv"] == "Content-Security-Policy"
    assert meta.attributes["content"] == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


def test_the_stylesheet_asks_for_nothing_from_outside() -> None:
    assert "url(" not in stylesheet() and "@import" not in stylesheet() and "</" not in stylesheet()
    assert policy().count("sha256-") == 1


@each_sample
@each_language
def test_every_link_leads_to_a_place_on_the_page(name: str, language: Language) -> None:
    ids = page(name, language).values("id")
    assert len(ids) == len(set(ids))
    assert {address.removeprefix("#") for address in page(name, language).values("href")} <= set(ids)
    named = [each for value in page(name, language).values("aria-labelledby") for each in value.split()]
    assert set(named) <= set(ids)


@each_sample
@each_language
def test_only_the_glyphs_in_use_are_carried(name: str, language: Language) -> None:
    carried = {tag.attributes["id"] for tag in page(name, language).named("symbol")}
    assert carried == {tag.attributes["href"].removeprefix("#") for tag in page(name, language).named("use")}
    assert carried <= set(glyphs())


@each_sample
@each_language
def test_headings_go_down_one_step_at_a_time(name: str, language: Language) -> None:
    levels = [int(tag.name[1]) for tag in page(name, language).tags if tag.name in ("h1", "h2", "h3", "h4", "h5")]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in itertools.pairwise(levels))


@each_sample
@each_language
def test_the_head_of_the_chain_stands_at_the_foot(name: str, language: Language) -> None:
    (foot,) = page(name, language).named("footer")
    assert html(name, language).index('<footer class="foot">') < html(name, language).index('<dd class="hex">')
    assert foot.attributes == {"class": "foot"}
    assert house_words(language).say("house.head_why") in html(name, language).partition('<footer class="foot">')[2]


# What people are called

hostile = st.one_of(
    st.text(min_size=1, max_size=40),
    st.sampled_from(
        [
            '"><script>alert(1)</script>',
            "' onclick='x",
            '" style="x',
            "{{ 7 * 7 }}",
            "{% raw %}",
            "</style><style>",
            "<!--",
            "]]>",
            "&lt;b&gt;",
            "javascript:x",
            '<use href="#g-none"/>',
            "\u202egnitae",
            "[x](#S-9.7)",
        ]
    ),
)


@given(hostile)
def test_a_name_is_never_more_than_words(name: str) -> None:
    """A page in which a team is called anything at all has the tags of one in which it is called Sayaka."""
    called = read_page(battle("S-T009", "keeper", Language.EN, lambda one, _: f"N{name}" if one == "Sayaka" else one))
    plain = page("battle-keeper-escape", Language.EN)
    assert called.broken == []
    assert called.skeleton == plain.skeleton


def test_a_name_is_shown_as_it_is_written() -> None:
    odd = "<b>\"&'{{x}}"
    html = battle("S-T009", "keeper", Language.KO, lambda one, _: odd if one == "Sayaka" else one)
    assert odd in read_page(html).text
    assert odd not in html


def test_what_reorders_a_line_is_taken_out_of_names() -> None:
    html = battle("S-T009", "keeper", Language.KO, lambda one, _: f"\u202e{one}\u2066")
    assert "\u202e" not in html and "\u2066" not in html


@given(hostile)
def test_whatever_a_page_says_of_itself_is_never_more_than_words(words: str) -> None:
    said = f"N{words}"
    about = About(system=said, version=said, war=said, kick=(said,), lede=said, options={said: said})
    chapter = Chapter(said, (), said)
    prose = Prose(load_words("toy", Language.EN), {"s1": said})
    pages = [
        read_page(story_page(prose, [chapter], title, seat_viewer("s1"), STREAM, about=given))
        for title, given in ((said, about), ("N", replace(about, system="N", war="N", kick=("N",), options={"N": 1})))
    ]
    assert pages[0].broken == []
    assert pages[0].skeleton == pages[1].skeleton
