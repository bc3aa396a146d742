"""Declarations as posts: what is printed is read again, whatever a board does to it; and what is unclear is asked."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grailkeeper.core.form import ByKey, Choice, Field, Form, Kind, Many, Number, OneOf, RankText, Record, Text
from grailkeeper.rules.sceneplay.scene.orders import floor_record
from grailkeeper.text import plain
from grailkeeper.text.declaration import Post, print_order, question_blocks, read_post, say_order
from grailkeeper.text.document import Document
from grailkeeper.text.language import Language
from grailkeeper.text.pasted.meaning import choices, parts_of
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

from .forms import form as any_form
from .posts import Asked, asked, mangled, narrow, order_for

FORMS = asked()
SEEDS = st.integers(0, 2**32)
of_every_form = pytest.mark.parametrize("each", FORMS, ids=lambda each: f"{each.system}-{each.form.kind}")


@pytest.mark.parametrize("language", Language)
@of_every_form
@settings(max_examples=4)
@given(seed=SEEDS)
def test_what_is_printed_is_read_again(each: Asked, language: Language, seed: int) -> None:
    order = order_for(each.form, random.Random(seed).randrange)
    text = print_order(each.form, order, each.prose(language))
    assert read_post(each.form, text, each.words(language)) == (order, (), ())


@pytest.mark.parametrize("language", Language)
@of_every_form
@settings(max_examples=4)
@given(seed=SEEDS)
def test_a_board_may_do_to_a_post_what_boards_do(each: Asked, language: Language, seed: int) -> None:
    dice = random.Random(seed)
    order = order_for(each.form, dice.randrange)
    text = mangled(print_order(each.form, order, each.prose(language)), dice)
    found = read_post(each.form, text, each.words(language))
    assert (narrow(found.order), found.questions) == (narrow(order), ()), text


@pytest.mark.parametrize("language", Language)
@settings(max_examples=120)
@given(seed=SEEDS)
def test_any_form_can_be_posted(language: Language, seed: int) -> None:
    dice = random.Random(seed)
    form = any_form(dice)
    order = order_for(form, dice.randrange)
    words = load_words("grailkeeper.rules.sceneplay", language)
    text = print_order(form, order, Prose(words, {}))
    assert read_post(form, text, words) == (order, (), ()), text


# A battle sheet of sceneplay, as people post it

FIGHT = next(each for each in FORMS if each.form.kind == "battle_sheet")
KO, EN = FIGHT.words(Language.KO), FIGHT.words(Language.EN)
NUMBERS = {"numbers": [20, 50, 60, 95, 99]}


def read(text: str, form: Form = FIGHT.form) -> Post:
    return read_post(form, text, KO)


@pytest.mark.parametrize(
    "text",
    [
        "숫자: 20 50 60 95 99\n행운: 4\n예비: 1번 5, 2번 5 10\n대신할 능력: 내구",
        "대신할 능력은 내구입니다.\n예비는 1번에 5, 2번에 5 10\n행운은 4번\n숫자는 20, 50, 60, 95, 99입니다!",
        "> 숫자： ２０　５０　６０　９５　９９\n>\n> 행운 = 4\n> 예비 → 1: 5, 2: 5, 10\n> 대신할 능력 - 내구",
        "Luck: 4\nNUMBERS 20/50/60/95/99\nReserves: {1: [5], 2: [5, 10]}\nsubstitute: END",
        "숫자 20 50 60 95 99 / 행운 4 / 예비: 1번 5, 2번 5 10 / 대신할 능력 내구",
        "예비:\n- 1번: 5\n- 2번: 5 10\n숫자:\n20\n50\n60\n95\n99\n\n대신할 능력: 「내구」로 하겠습니다\n행운: ４획",
        "예비 1번: 5\n예비 2번: 5 10\n[사야카] 숫자: 20 50 60 95 99\n**행운**: 4\n- 대신할 능력: 내구 😀",
        "<table><tr><td>숫자</td><td>20 50 60 95 99</td></tr><tr><td>행운</td><td>4</td></tr>"
        "<tr><td>예비</td><td>1번 5, 2번 5 10</td></tr><tr><td>대신할 능력</td><td>내구</td></tr></table>",
        "| 항목 | 값 |\n|---|---|\n| 숫자 | 20 50 60 95 99 |\n"
        "| 행운 | 4 |\n| 예비 | 1번 5, 2번 5 10 |\n| 대신할 능력 | 내구 |",
        "숫자: ~~1 2 3 4 5~~ 20 50 60 95 99\n[s]행운: 3[/s]\n행운: 4\n예비: 1번 5, 2번 5 10\n대신할 능력: 내구",
        '{"숫자": [20, 50, 60, 95, 99], "luck": [4], "예비": {"1": [5], "2": [5, 10]}, "대신할 능력": "내구"}',
        'numbers = [20, 50, 60, 95, 99]\nluck = [4]\nsubstitute = "endurance"\n[reserves]\n1 = [5]\n2 = [5, 10]',
        "numbers:\n  - 20\n  - 50\n  - 60\n  - 95\n  - 99\n"
        "luck: [4]\nsubstitute: endurance\nreserves:\n  1: [5]\n  2: [5, 10]",
        "사야카: “간다!”\n\n숫자: 20 50 60 95 99\n\n예비: 1번 5 2번 5 10\n대신할 능력 내구\n행운 4번에 씁니다\n행운: 4",
    ],
)
def test_one_declaration_in_many_hands(text: str) -> None:
    order = {**NUMBERS, "luck": [4], "reserves": {"1": [5], "2": [5, 10]}, "substitute": "endurance"}
    assert read(text) == (order, (), ())


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("이탈하겠습니다", {"escape": True}),
        ("이탈하지 않습니다.", {"escape": False}),
        ("이탈은 안 합니다", {"escape": False}),
        ("도움: ㄴㄴ", {"help": False}),
        ("도움 O", {"help": True}),
        ("행운: 없음", {"luck": []}),
        ("행운은 1번, 3번", {"luck": [1, 3]}),
        ("행운 1번과 3번에", {"luck": [1, 3]}),
        ("행운: 2~4", {"luck": [2, 3, 4]}),
        ("숫자: 20 - 60 95 99", {"numbers": [20, None, 60, 95, 99]}),
        ("숫자: 20, , 60", {"numbers": [20, None, 60]}),
        ("숫자: 1번 20, 2번 50, 3번 60", {"numbers": [20, 50, 60]}),
        ("숫자: 1번 20, 3번 60", {"numbers": [20, None, 60]}),
        ("강화: 1번 3, 3번 2", {"boost": [3, 0, 2]}),
        ("회복: HP 3, MP 2", {"restore": [{"health": 3, "mana": 2}]}),
        ("회복: (HP 3, MP 2), (MP 5)", {"restore": [{"health": 3, "mana": 2}, {"mana": 5}]}),
        ("회복: HP 5, HP 5", {"restore": [{"health": 5}, {"health": 5}]}),
        ("예비:\n행운: 4", {"luck": [4]}),
        ("선언할 것 없음", {}),
        ("전투 선언: 숫자 20 50 60 95 99", NUMBERS),
        ("숫자: 20 50 60 95 99\n숫자는 20, 50, 60, 95, 99", NUMBERS),
    ],
)
def test_what_people_write(text: str, order: object) -> None:
    assert read(text) == (order, (), ())


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("숫쟈: 20 50\n행운: 4", [("unknown_field", "숫쟈")]),
        ("숫쟈 20 50\n행운: 4", [("unknown_field", "숫쟈")]),
        ("지원: 예\n행운: 4", [("unknown_field", "지원")]),
        ("행운: 4\n행운: 3", [("repeated_field", "luck")]),
        ("예비 1번: 5\n예비 1번: 10", [("repeated_field", "reserves.1")]),
        ('{"luck": [4], "luck": [3]}', [("repeated_field", "luck")]),
        ("안녕하세요!\n잘 부탁드립니다.", [("nothing_read", "")]),
        ("", [("nothing_read", "")]),
        ("숫자는 20 50 육십 95 99", [("bad_number", "numbers.3")]),
        (
            "숫자: 20 50 육십 95 999\n행운: 9\n대신할 능력: 마력\n도움: 글쎄",
            [
                ("bad_number", "numbers.3"),
                ("bad_number", "numbers.5"),
                ("bad_judgment", "luck.1"),
                ("bad_substitution", "substitute"),
                ("bad_flag", "help"),
            ],
        ),
    ],
)
def test_every_problem_at_once(text: str, problems: list[tuple[str, str]]) -> None:
    found = read(text)
    assert (found.order, [(each.code, each.culprit) for each in found.problems]) == (None, problems)


@pytest.mark.parametrize(
    ("text", "passed"),
    [("행운을 빕니다.", "행운을 빕니다."), ("행운: 4 (제발)", "(제발)"), ("장면 3", "장면 3")],
)
def test_what_is_passed_over_is_said(text: str, passed: str) -> None:
    found = read(f"숫자: 20 50 60 95 99\n{text}")
    assert isinstance(found.order, dict) and found.order["numbers"] == NUMBERS["numbers"]
    assert [(each.code, each.values["given"], each.binding) for each in found.problems] == [
        ("read_as_text", passed, False)
    ]


def test_a_text_that_seems_to_go_on_is_mentioned() -> None:
    form = Form("test", Record((Field("title", Text(80)), Field("luck", Number(0, 9)))))
    found = read("제목: 다리로 간다.\n밤이 깊기 전에 돌아온다.\n행운: 3\n\n이만 줄입니다.", form)
    assert found.order == {"title": "다리로 간다.", "luck": 3}
    assert [each.values["given"] for each in found.problems] == ["밤이 깊기 전에 돌아온다."]
    whole = read("제목:\n다리로 간다.\n밤이 깊기 전에 돌아온다.\n\n행운: 3", form)
    assert whole == ({"title": "다리로 간다.\n밤이 깊기 전에 돌아온다.", "luck": 3}, (), ())


def test_what_is_asked_is_not_missing_too() -> None:
    form = Form(
        "test", Record(tuple(Field(name, Choice(("apply", "join")), required=True) for name in ("say", "what")))
    )
    found = read("join", form)
    assert len(found.questions) == 1 and found.problems == ()


def readings(found: Post) -> list[list[tuple[str, object]]]:
    """What is asked, as paths and values; mere text has no path."""
    assert found.order is None
    return [[(".".join(map(str, each.path)), each.value) for each in asked.readings] for asked in found.questions]


MANA_AND_MAGIC = Form("test", Record((Field("magic", Number(0, 9)), Field("mana", Number(0, 9)))))
RANK_AND_MANA = Form("test", Record((Field("magic", RankText()), Field("mana", Number(0, 9)))))
TWO_PEOPLE = Form(
    "test", Record(tuple(Field(role, Record((Field("health", Number(0, 9)),))) for role in ("master", "servant")))
)
GUARDS = Form("test", Record((Field("type", Choice(("guard", "defence"))),)))


@pytest.mark.parametrize(
    ("form", "text", "expected"),
    [
        (MANA_AND_MAGIC, "마력: 3", [[("magic", 3), ("mana", 3)]]),
        (MANA_AND_MAGIC, "3", [[("magic", 3), ("mana", 3), ("", None)]]),
        (TWO_PEOPLE, "HP: 3", [[("master.health", 3), ("servant.health", 3)]]),
        (GUARDS, "유형: 방어", [[("type", "guard"), ("type", "defence")]]),
        (FIGHT.form, "보구: 1-3", [[("phantasm", [1, 3]), ("phantasm", [1, 2, 3])]]),
        (FIGHT.form, "보조: 2번 3", [[("assistance", [0, 3]), ("assistance", [2, 3])]]),
        (FIGHT.form, "이탈", [[("escape", True), ("", None)]]),
        (
            FIGHT.form,
            "행운: 4\n99 98",
            [[("numbers", [99, 98]), ("assistance", [99, 98]), ("boost", [99, 98]), ("", None)]],
        ),
    ],
)
def test_what_can_be_meant_in_two_ways_is_asked(form: Form, text: str, expected: object) -> None:
    assert readings(read(text, form)) == expected


@pytest.mark.parametrize(
    ("form", "text", "order"),
    [
        (MANA_AND_MAGIC, "MP: 3\nmagic: 2", {"mana": 3, "magic": 2}),
        (RANK_AND_MANA, "마력: 3\n마력: B＋", {"mana": 3, "magic": "B+"}),
        (TWO_PEOPLE, "[마스터]\nHP: 3\n[서번트]\nHP: 7", {"master": {"health": 3}, "servant": {"health": 7}}),
        (TWO_PEOPLE, "마스터:\n  HP: 3\n서번트의 HP는 7", {"master": {"health": 3}, "servant": {"health": 7}}),
        (TWO_PEOPLE, "마스터 HP 3, 서번트 HP 7", {"master": {"health": 3}, "servant": {"health": 7}}),
    ],
)
def test_what_fits_one_way_only_is_clear(form: Form, text: str, order: object) -> None:
    assert read(text, form) == (order, (), ())


@pytest.mark.parametrize(
    ("form", "text"), [(MANA_AND_MAGIC, "마력: 3"), (TWO_PEOPLE, "HP: 3"), (FIGHT.form, "보구: 1-3")]
)
@pytest.mark.parametrize("language", Language)
def test_each_reading_is_shown_as_the_line_to_write(form: Form, text: str, language: Language) -> None:
    words = FIGHT.words(language)
    found = read_post(form, text, words)
    blocks = question_blocks(form, found.questions, Prose(words, {}))
    lines = plain.render(Document(language, "", blocks)).splitlines()
    shown = [line.strip().removeprefix("- ") for line in lines if line.startswith("  - ")]
    assert len(shown) == 2
    read_back = [read_post(form, line, words) for line in shown]
    assert all(each.order is not None for each in read_back)
    assert read_back[0].order != read_back[1].order


def test_what_was_understood_is_said_back() -> None:
    found = say_order(FIGHT.form, {**NUMBERS, "help": False}, FIGHT.prose(Language.KO))
    said = plain.render(found)
    assert "- 숫자: 20 50 60 95 99" in said and "- 마스터의 보조: 아니요" in said
    assert "예비는 쓰지 않습니다." in said and "행운은 쓰지 않습니다." not in said, "there is none left to use"
    assert "마스터의 보조를 받습니다." not in said


def test_what_a_name_leaves_open_is_said_with_it() -> None:
    """A number behind `행운` could be anything: it is the judgment in which it is used."""
    for language, label in ((Language.KO, "행운을 쓸 판정"), (Language.EN, "luck in judgments")):
        found = say_order(FIGHT.form, {**NUMBERS, "luck": [1]}, FIGHT.prose(language))
        assert f"- {label}: 1" in plain.render(found)


def test_what_is_said_on_a_floor_is_called_as_in_its_form() -> None:
    """No other field of it goes by that name, so that it needs no other."""
    form, prose = Form("floor", floor_record({"a": "사야카", "b": "쿄코"})), FIGHT.prose(Language.KO)
    said = plain.render(say_order(form, {"say": "solo", "kind": "search"}, prose))
    assert f"- {prose.name('say')}: {prose.name('solo')}" in said


def test_a_printed_post_is_as_people_write_one() -> None:
    order = {**NUMBERS, "luck": [4], "reserves": {"1": [5], "2": [5, 10]}, "substitute": "endurance"}
    assert print_order(FIGHT.form, order, FIGHT.prose(Language.KO)) == (
        "숫자: 20 50 60 95 99\n행운: 4\n예비: 1번 5, 2번 5 10\n대신할 능력: 내구\n"
    )
    assert print_order(FIGHT.form, order, FIGHT.prose(Language.EN)) == (
        "numbers: 20 50 60 95 99\nluck: 4\nreserves: 1: 5, 2: 5 10\nsubstitute: endurance\n"
    )


@settings(max_examples=300)
@given(
    text=st.text(
        alphabet=st.sampled_from(list('숫자행운예비:=→ \n\t>-•[](){}"“”「」,;/|0159번은는+*~<b>#&\\.')), max_size=80
    )
)
def test_whatever_is_pasted_is_read_or_refused(text: str) -> None:
    found = read(text)
    assert (found.order is None) == (bool(found.questions) or any(each.binding for each in found.problems))


# Sentences

ENDINGS = (
    *(
        "합니다",
        "해요",
        "할게요",
        "하겠습니다",
        "할래요",
        "하고 싶습니다",
        "함",
        "로 하겠습니다",
        "로 할게요",
        "을 하겠습니다",
    ),
    *("입니다", "예요", "이에요", "이예요", "임", "요", "로 갑니다", "로 갈게요", "으로 가겠습니다", "로 이동합니다"),
    *("로 정했습니다", "를 선택하겠습니다", " 부탁드립니다", " please", "입니다!", "예요~"),
)
OPENINGS = ("", "저는 ", "저희 팀은 ", "I'll ", "We will ", "It's ")


def chosen(kind: Kind) -> Iterator[Choice]:
    """Every choice in a kind."""
    match kind:
        case Choice():
            yield kind
        case Record(fields=fields):
            yield from (each for field in fields for each in chosen(field.kind))
        case Many(of=of):
            yield from chosen(of)
        case ByKey(key=key, of=of):
            yield from (*chosen(key), *chosen(of))
        case OneOf(kinds=kinds):
            yield from (each for inner in kinds for each in chosen(inner))
        case _:
            yield from (each for inner in parts_of(kind) for each in chosen(inner))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("system", sorted({each.system for each in FORMS}))
def test_a_word_of_a_choice_keeps_its_meaning_in_a_sentence(system: str, language: Language) -> None:
    """Whatever a sentence hangs on it, it is the same value or it is asked; never another one."""
    forms = [each for each in FORMS if each.system == system]
    words = forms[0].words(language)
    said = {
        (word, choice.values): choice
        for each in forms
        for choice in chosen(each.form.record)
        for key in choice.values
        for word in (choice.names.get(key, key), *words.names.get(key, ()))
    }
    for (word, _), choice in said.items():
        meant = set(choices(word, choice, words))
        for opening, ending in (*product(OPENINGS, ENDINGS[:1]), *product(OPENINGS[:1], ENDINGS)):
            found = choices(f"{opening}{word}{ending}", choice, words)
            assert meant <= set(found), (word, opening, ending, found)


NEAR = Form("test", Record((Field("team", Choice(("a", "b"), names={"a": "레", "b": "레이"}), required=True),)))


@pytest.mark.parametrize(
    ("text", "order"),
    [("레입니다", "a"), ("레이입니다", "b"), ("레이", "b"), ("레", "a"), ("팀: 레이로 하겠습니다", "b")],
)
def test_a_name_that_ends_as_a_sentence_does(text: str, order: str) -> None:
    assert read(text, NEAR) == ({"team": order}, (), ())


def test_a_sentence_with_two_stems_is_asked() -> None:
    assert readings(read("레이에요", NEAR)) == [[("team", "a"), ("team", "b")]]
    assert readings(read("팀: 레이에요", NEAR)) == [[("team", "a"), ("team", "b")]]


@pytest.mark.parametrize(
    "text", ["레이로 갈까요?", "레이예요?", "레이로 가지 않습니다", "레이 안 합니다", "레이는 강하네요"]
)
def test_a_question_or_a_no_is_not_said(text: str) -> None:
    assert read(text, NEAR).order is None


def of_kind(system: str, kind: str) -> Form:
    return next(each.form for each in FORMS if (each.system, each.form.kind) == (system, kind))


SENTENCES: list[tuple[str, str, str, dict[str, Any]]] = [
    ("sceneplay", "floor", "씬 플레이 신청합니다\n종류는 전투로 하겠습니다", {"say": "apply", "kind": "battle"}),
    ("sceneplay", "floor", "안녕하세요!\n참가할게요~\n팀: 쿄코예요", {"say": "join", "team": "t2"}),
    ("sceneplay", "floor", "저희는 참가 희망합니다.\n팀 쿄코", {"say": "join", "team": "t2"}),
    ("sceneplay", "floor", "철회합니다\n무엇: 신청이요", {"say": "withdraw", "what": "application"}),
    ("sceneplay", "floor", "I'd like to join\nteam: 쿄코", {"say": "join", "team": "t2"}),
    ("sceneplay", "escape", "도망갑니다!", {"escape": True}),
    ("sceneplay", "escape", "이탈 안 할게요", {"escape": False}),
    ("sceneplay", "escape", "도망가지 않겠습니다", {"escape": False}),
    ("sceneplay", "escape", "We'll escape", {"escape": True}),
    ("sceneplay", "escape", "I will not escape.", {"escape": False}),
    ("mirror", "gap", "계속하겠습니다", {"then": "stay"}),
    ("mirror", "plan", "신토로 갑니다\n휴식할게요", {"region": "Shinto", "action": "rest"}),
    ("bingo", "move", "항구로 이동합니다\n싸울게요", {"region": "항구", "intent": "fight"}),
    ("bingo", "move", "항구예요\n피하겠습니다", {"region": "항구", "intent": "avoid"}),
    ("chronicle", "battle_rows", "후열로 서겠습니다", {"row": "back"}),
    ("chronicle", "battle_rows", "저는 전열이에요", {"row": "front"}),
]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("system", "kind", "text", "order"), SENTENCES)
def test_players_say_it_in_sentences(language: Language, system: str, kind: str, text: str, order: object) -> None:
    words = next(each for each in FORMS if each.system == system).words(language)
    assert read_post(of_kind(system, kind), text, words) == (order, (), ())


def test_what_a_sentence_leaves_open_is_asked() -> None:
    """Who says `쿄코예요` may give a name or mean a team, and which."""
    found = read("참가합니다\n쿄코예요", of_kind("sceneplay", "floor"))
    assert readings(found) == [[("team", "t2"), ("allies", ["t2"]), ("hostile", ["t2"]), ("", None)]]
