"""Sheets and sentences as players write them: several fields in a line, lists without the names of their parts."""

from __future__ import annotations

from typing import Any

import pytest

from grailkeeper.core.form import Choice, Field, Flag, Form, Many, RankText, Record, Row, Text
from grailkeeper.rules.registry import registered
from grailkeeper.text import plain
from grailkeeper.text.declaration import Post, print_order, question_blocks, read_post
from grailkeeper.text.document import Document
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

from .posts import asked

BINGO = """[서번트]
클래스: 랜서
근력 B 내구 C 민첩 A 마력 D 행운 E
기술: 신속 B, 전투속행 C
보구: 게이볼그 B
HP 7 MP 7
[마스터]
HP 3 MP 4"""
CHRONICLE = """마스터: 전투력 3 마력 4 신념 2 명운 3, 마술 회로 B
서번트: 랜서
근력 B / 내구 C / 민첩 A / 마력 D / 행운 E
스킬 - 대마력 C / 투척 B
보구 B 공격 대군"""
MIRROR = """이름: 쿠 훌린
타입: 물리 / 클래스: 랜서
HP 150 MP 150
HP 추가 3 MP 추가 2
판정패: 버스터 3 퀵 3 아츠 2 방어 2
스킬
황제특권 B - 자신 HP회복 3등급, 공격력 상승 4등급
저주 EX - 적 1체 지속피해 10등급, 적 방어력 감소 10등급
보구: 게이볼그 B 대인 공격 퀵"""
SCENEPLAY = """마스터 : 근력 E (5%), 내구 E (5%), 민첩 E (5%), 마력 B (20%), 행운 E (5%), 피해 예장 C (45%)
마스터 체력: 5 / 마력: 6
서번트: 라이더
근력 C+ (15%), 내구 C (15%), 민첩 C (15%), 마력 D (10%), 행운 E
기술: 기승 B랭크, 폭풍우의 항해자 B+ (20%)
보구: 앤 여왕의 복수 B (피해)"""
SHEETS: dict[str, tuple[str, dict[str, Any]]] = {
    "bingo": (
        BINGO,
        {
            "servant": {
                "class": "lancer",
                **dict(zip(("strength", "endurance", "agility", "magic", "luck"), "BCADE", strict=True)),
                "skills": [{"name": "신속", "rank": "B"}, {"name": "전투속행", "rank": "C"}],
                "noble_phantasm": {"name": "게이볼그", "rank": "B"},
                "health": 7,
                "mana": 7,
            },
            "master": {"health": 3, "mana": 4},
        },
    ),
    "chronicle": (
        CHRONICLE,
        {
            "master": {"combat": 3, "magic": 4, "conviction": 2, "fate": 3, "circuit": "B"},
            "servant": {
                "class": "lancer",
                **dict(zip(("strength", "endurance", "agility", "magic", "luck"), "BCADE", strict=True)),
                "skills": {"magic_resistance": "C", "throw": "B"},
                "noble_phantasm": {"grade": "B", "kind": "attack", "range": "anti_army"},
            },
        },
    ),
    "mirror": (
        MIRROR,
        {
            "name": "쿠 훌린",
            "type": "physical",
            "class": "lancer",
            "health": 150,
            "mana": 150,
            "health_points": 3,
            "mana_points": 2,
            "cards": {"buster": 3, "quick": 3, "arts": 2, "guard": 2},
            "skills": [
                {
                    "name": "황제특권",
                    "rank": 10,
                    "effects": [
                        {"kind": "hp_recovery", "range": "self", "grade": 3},
                        {"kind": "attack_boost", "grade": 4},
                    ],
                },
                {
                    "name": "저주",
                    "rank": 20,
                    "effects": [
                        {"kind": "lasting_damage", "range": "one", "grade": 10},
                        {"kind": "guard_reduction", "range": "one", "grade": 10},
                    ],
                },
            ],
            "phantasms": [
                {"name": "게이볼그", "rank": 20, "range": "anti-unit", "use": "attack", "attribute": "quick"}
            ],
        },
    ),
    "sceneplay": (
        SCENEPLAY,
        {
            "master": {
                "ranks": ["E", "E", "E", "B", "E"],
                "mystic_code": {"type": "damage", "rank": "C"},
                "health": [5, 5],
                "mana": [6, 6],
            },
            "servant": {
                "class": "rider",
                "ranks": ["C+", "C", "C", "D", "E"],
                "skills": [{"name": "기승", "rank": "B"}, {"name": "폭풍우의 항해자", "rank": "B+"}],
                "noble_phantasms": [{"name": "앤 여왕의 복수", "rank": "B", "type": "damage"}],
            },
        },
    ),
}


def sheet_form(system: str) -> tuple[Form, Prose]:
    rules = registered(system)
    assert rules is not None
    return Form("sheet", rules.cases.sheet), Prose(load_words(rules.package, Language.KO), {})


def read_sheet(system: str, text: str) -> Post:
    form, prose = sheet_form(system)
    return read_post(form, text, prose.words)


@pytest.mark.parametrize("system", SHEETS)
def test_a_sheet_as_players_write_it(system: str) -> None:
    text, sheet = SHEETS[system]
    found = read_sheet(system, text)
    assert (found.order, found.questions) == (sheet, ())
    assert not [each for each in found.problems if each.binding]


@pytest.mark.parametrize("system", SHEETS)
def test_such_a_sheet_is_printed_and_read_again(system: str) -> None:
    form, prose = sheet_form(system)
    order = read_sheet(system, SHEETS[system][0]).order
    assert isinstance(order, dict)
    assert read_post(form, print_order(form, order, prose), prose.words) == (order, (), ())


@pytest.mark.parametrize(
    ("text", "sheet"),
    [
        ("[서번트]\n능력치:\n근력: E\n내구: D\n민첩: C\n마력: A+\n행운: B\n체력 7 마력 7", "servant"),
        ("서번트 근력 E 내구 D 민첩 C 마력 A+ 행운 B HP 7 MP 7", "servant"),
        ("마스터\n근력E 내구D 민첩C 마력A+ 행운B\nHP7 MP7", "master"),
    ],
)
def test_a_row_may_be_written_part_by_part(text: str, sheet: str) -> None:
    found = read_sheet("sceneplay", text)
    assert found == ({sheet: {"ranks": ["E", "D", "C", "A+", "B"], "health": [7, 7], "mana": [7, 7]}}, (), ())


# What is not understood

WORDS = load_words("grailkeeper.rules.sceneplay", Language.KO)
SKILL = Record(
    (
        Field("name", Text(40), required=True),
        Field("rank", RankText(), required=True),
        Field("sides", Choice(("attack", "defence"))),
    )
)
SHEET = Form(
    "test",
    Record(
        (
            Field("title", Text(60)),
            Field("ranks", Row(("strength", "endurance"), RankText(), " ")),
            Field("luck", RankText()),
            Field("skills", Many(SKILL)),
        )
    ),
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("행운 B 근력 쎔 내구 C", ["쎔"]),
        ("기술: 신속 B, 빠름", ["빠름"]),
        ("기술: 신속 B 빠름", ["신속 B 빠름"]),
        ("기술: 신속 B, 직감 A 공격 몰래", ["직감 A 공격 몰래"]),
    ],
)
def test_what_is_not_understood_is_named(text: str, wrong: list[str]) -> None:
    found = read_post(SHEET, text, WORDS)
    assert found.order is None
    assert [each.values["given"] for each in found.problems if each.binding] == wrong


def test_what_stands_alone_is_no_name_of_anybody() -> None:
    found = read_sheet("chronicle", "서번트 클래스: 세이버\nㅋㅋㅋㅋ\n그럼 잘 부탁드립니다")
    assert found == ({"servant": {"class": "saber"}}, (), ())


def test_a_name_made_of_known_words_is_asked_about() -> None:
    found = read_post(SHEET, "기술: 직감 A, 공격 강화 B", WORDS)
    first = {"name": "직감", "rank": "A"}
    assert [[each.value for each in question.readings] for question in found.questions] == [
        [
            [first, {"sides": "attack", "name": "강화", "rank": "B"}],
            [first, {"name": "공격 강화", "rank": "B"}],
        ]
    ]
    shown = plain.render(Document(Language.KO, "", question_blocks(SHEET, found.questions, Prose(WORDS, {}))))
    assert "기술: (이름 직감, 랭크 A), (이름 공격 강화, 랭크 B)" in shown


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("제목: 다리 위 / 행운: B", {"title": "다리 위", "luck": "B"}),
        ("제목: “다리 위 / 행운: B”", {"title": "다리 위 / 행운: B"}),
        ("제목: 다리 위의 행운", {"title": "다리 위의 행운"}),
    ],
)
def test_a_text_ends_where_another_field_begins_by_sign(text: str, order: object) -> None:
    assert read_post(SHEET, text, WORDS) == (order, (), ())


# Sentences


def form_of(system: str, kind: str) -> tuple[Form, Prose]:
    found = next(each for each in asked() if each.system == system and each.form.kind == kind)
    return found.form, found.prose(Language.KO)


@pytest.mark.parametrize(
    ("system", "kind", "text", "order"),
    [
        ("sceneplay", "floor", "쿄코 씬에 참가할게요", {"team": "t2", "say": "join"}),
        ("sceneplay", "floor", "저는 쿄코 씬에 같은 편으로 참가합니다!", {"team": "t2", "side": "with", "say": "join"}),
        ("sceneplay", "floor", "씬 신청합니다. 탐색으로 갈게요", {"say": "apply", "kind": "search"}),
        ("sceneplay", "floor", "쿄코에게 전투 강제합니다", {"team": "t2", "say": "force"}),
        ("sceneplay", "floor", "상대: 쿄코\n참가", {"team": "t2", "say": "join"}),
        ("sceneplay", "battle_sheet", "행운 없이, 숫자 20 50 60 95 99", {"luck": [], "numbers": [20, 50, 60, 95, 99]}),
        ("bingo", "move", "항구로 가서 싸움을 피합니다, 마스터 동행", {"intent": "avoid", "accompany": True}),
        ("mirror", "meeting", "Bazett t3과 이리야 t2를 공격합니다, 동맹 없이", {"attack": ["t3", "t2"], "ally": []}),
        ("mirror", "plan", "신토에서 휴식할게요", {"region": "Shinto", "action": "rest"}),
        ("chronicle", "actions", "전반 탐색, 후반 휴식", {"first": {"action": "search"}, "second": {"action": "rest"}}),
    ],
)
def test_a_sentence_that_tells_all_of_its_fields(system: str, kind: str, text: str, order: dict[str, Any]) -> None:
    form, prose = form_of(system, kind)
    found = read_post(form, text, prose.words)
    assert (found.problems, found.questions) == ((), ())
    assert isinstance(found.order, dict) and found.order.items() >= order.items()


def test_words_of_a_sentence_that_are_not_understood_are_named() -> None:
    form, prose = form_of("sceneplay", "floor")
    found = read_post(form, "쿄코 씬에 꼭 참가할게요", prose.words)
    assert [(each.code, each.values["rest"]) for each in found.problems] == [("unread_words", "꼭")]


def test_a_sentence_with_two_readings_is_asked_about() -> None:
    fields = (
        Field("first", Choice(("strike", "rush"))),
        Field("second", Choice(("strike", "wait"))),
        Field("a", Flag()),
    )
    found = read_post(Form("test", Record((*fields, Field("say", Choice(("join",)))))), "strike join", WORDS)
    assert [[each.path for each in question.readings] for question in found.questions] == [[("first",), ("second",)]]
