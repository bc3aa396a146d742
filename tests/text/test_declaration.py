"""Declarations as posts: what is printed is read again, whatever a board does to it; and what is unclear is asked."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grailkeeper.text.declaration import print_order, read_post
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

from .forms import form as any_form
from .posts import Asked, asked, mangled, narrow, order_for

FORMS = asked()
SEEDS = st.integers(0, 2**32)
of_every_form = pytest.mark.parametrize("each", FORMS, ids=lambda each: f"{each.system}-{each.form.kind}")


@pytest.mark.parametrize("language", Language)
@of_every_form
@settings(max_examples=10)
@given(seed=SEEDS)
def test_what_is_printed_is_read_again(each: Asked, language: Language, seed: int) -> None:
    order = order_for(each.form, random.Random(seed).randrange)
    text = print_order(each.form, order, each.prose(language))
    assert read_post(each.form, text, each.words(language)) == (order, (), ())


@pytest.mark.parametrize("language", Language)
@of_every_form
@settings(max_examples=10)
@given(seed=SEEDS)
def test_a_board_may_do_to_a_post_what_boards_do(each: Asked, language: Language, seed: int) -> None:
    dice = random.Random(seed)
    order = order_for(each.form, dice.randrange)
    text = mangled(print_order(each.form, order, each.prose(language)), dice)
    found = read_post(each.form, text, each.words(language))
    assert (narrow(found.order), found.questions) == (narrow(order), ()), text


@pytest.mark.parametrize("language", Language)
@settings(max_examples=300)
@given(seed=SEEDS)
def test_any_form_can_be_posted(language: Language, seed: int) -> None:
    dice = random.Random(seed)
    form = any_form(dice)
    order = order_for(form, dice.randrange)
    words = load_words("grailkeeper.rules.sceneplay", language)
    text = print_order(form, order, Prose(words, {}))
    assert read_post(form, text, words) == (order, (), ()), text
