"""Sheets as files in the reader's words: they are read again as the same sheet."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grailkeeper.cli.reading import read_text
from grailkeeper.core.case import Registered
from grailkeeper.core.form import ByKey, Choice, Field, Flag, Form, Many, Number, OneOf, RankText, Record, Row, Text
from grailkeeper.core.form import read as read_form
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.text import plain
from grailkeeper.text.declaration import print_order, read_post
from grailkeeper.text.document import Document
from grailkeeper.text.document import plain as plain_text
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.sheet import as_json, as_toml, form_items, hint
from grailkeeper.text.words import load_words

from .forms import form as any_form
from .posts import Asked, asked, order_for, words_of

HEAD = {"system": "x", "title": '「사야카」 "팀"'}
SEEDS = st.integers(0, 2**32)


def there(data: Any) -> Any:
    """Data without what there is none of: TOML has no word for it."""
    if isinstance(data, dict):
        return {name: there(item) for name, item in data.items() if item is not None}
    return [there(item) for item in data] if isinstance(data, list) else data


def again(text: str, suffix: str, record: Record, prose: Prose) -> Any:
    data = read_text(text, suffix)
    assert isinstance(data, dict)
    rest = {key: value for key, value in data.items() if prose.words.identify(key, tuple(HEAD)) is None}
    assert list(data.values())[:2] == list(HEAD.values())
    sheet, problems = read_form(record, rest, prose.words.identify)
    assert problems == (), text
    return sheet


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rules", SYSTEMS, ids=lambda rules: rules.system.name)
@settings(max_examples=20)
@given(seed=SEEDS)
def test_a_sheet_is_read_as_it_was_written(rules: Registered, language: Language, seed: int) -> None:
    record = rules.cases.sheet
    prose = Prose(words_of(rules.package, language), {})
    sheet = order_for(Form("sheet", record), random.Random(seed).randrange)
    assert there(again(as_toml(HEAD, record, sheet, prose, "한 줄\n두 줄"), ".toml", record, prose)) == there(sheet)
    assert again(as_json(HEAD, sheet), ".json", record, prose) == json.loads(json.dumps(sheet))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rules", SYSTEMS, ids=lambda rules: rules.system.name)
@settings(max_examples=20)
@given(seed=SEEDS)
def test_a_sheet_can_be_posted(rules: Registered, language: Language, seed: int) -> None:
    form = Form("sheet", rules.cases.sheet)
    words = words_of(rules.package, language)
    sheet = order_for(form, random.Random(seed).randrange)
    assert read_post(form, print_order(form, sheet, Prose(words, {})), words) == (sheet, (), ())


@settings(max_examples=100)
@given(seed=SEEDS)
def test_any_record_has_hints(seed: int) -> None:
    record = any_form(random.Random(seed)).record
    prose = Prose(load_words("grailkeeper.rules.sceneplay", Language.KO), {})
    assert all(hint(field.kind, prose) for field in record.fields)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Number(0, 9), "0부터 9까지"),
        (Number(0, 9999), "정수"),
        (Choice(("counter", "v1"), names={"v1": "쿄코 조"}), "반격, 쿄코 조"),
        (Flag(), "예, 아니요"),
        (RankText(), "E부터 EX까지, +를 붙일 수 있음"),
        (Text(60), "60자까지의 글"),
        (Row(("strength", "luck"), RankText(), " "), "근력 행운"),
        (Many(Number(1, 5)), "1부터 5까지 (여러 개)"),
        (ByKey(Number(1, 5), RankText()), "1부터 5까지 각각에 E부터 EX까지, +를 붙일 수 있음"),
        (OneOf((Flag(), Number(1, 2))), "예, 아니요 또는 1부터 2까지"),
        (OneOf((Flag(), Many(Flag()))), "예, 아니요 (여러 개)"),
        (Record((Field("name", Text(9), required=True), Field("rank", RankText()))), "이름, 필요하면 랭크"),
        (Record((Field("name", Choice(("counter", "luck")), required=True),)), "이름(반격, 행운)"),
        (Choice(("E", "D", "C", "B", "A", "A+", "EX")), "E부터 EX까지, +를 붙일 수 있음"),
        (Choice(()), ""),
        (Many(Choice(())), ""),
        (ByKey(Choice(()), Text(9)), ""),
    ],
)
def test_what_may_be_answered_is_said(kind: Any, expected: str) -> None:
    assert hint(kind, Prose(load_words("grailkeeper.rules.sceneplay", Language.KO), {})) == expected


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("each", asked(), ids=lambda each: f"{each.system}-{each.form.kind}")
def test_what_is_asked_names_every_field_with_its_values(each: Asked, language: Language) -> None:
    prose = each.prose(language)
    lines = [plain_text(item.spans) for item in form_items(each.form, prose).items]
    for field in each.form.record.fields:
        values = hint(field.kind, prose)
        if values and field.name != "board" and field.offered:
            (line,) = [line for line in lines if prose.name(field.name) in line.partition(": ")[0].split(", ")]
            assert line.endswith(f": {values}")
        if isinstance(field.kind, Choice) and len(field.kind.offers) < 20:
            assert all((field.kind.names.get(value) or prose.name(value)) in values for value in field.kind.offers)


def test_what_does_nothing_now_is_not_asked_for() -> None:
    """Who fights alone shares no damage."""
    sheet = Record((Field("help", Flag()), Field("split", Flag(), offered=False)))
    prose = Prose(load_words("grailkeeper.rules.sceneplay", Language.KO), {})
    said = [plain_text(item.spans) for item in form_items(Form("battle_sheet", sheet), prose).items]
    assert said == ["마스터의 보조: 예, 아니요"]


def test_of_two_ways_to_write_a_board_one_is_shown() -> None:
    battle = next(each for each in asked() if each.form.kind == "battle" and each.system == "bingo")
    said = plain.render(Document(Language.KO, "", (form_items(battle.form, battle.prose(Language.KO)),)))
    assert said.startswith("- 판정: 다섯 칸씩 다섯 줄") and "배치:" not in said
