"""Declarations of chronicle as players write them on a board."""

import time
from typing import Any

import pytest

from grailkeeper.core.form import Form
from grailkeeper.rules.chronicle.orders import cards_record
from grailkeeper.rules.chronicle.scene.orders import Words as People
from grailkeeper.rules.chronicle.scene.orders import actions_record
from grailkeeper.rules.registry import registered
from grailkeeper.text.declaration import print_order, read_post, read_value
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

NAMES = {"saber": "세이버", "shirou": "시로", "lancer": "랜서", "rin": "린"}
REGIONS = {f"r{number}": f"{number}번 지역" for number in range(1, 10)}
CARDS = Form("battle_cards", cards_record(NAMES))
ACTIONS = Form("actions", actions_record(People(NAMES, REGIONS)))


def slots(*cards: str) -> list[list[dict[str, Any]]]:
    return [[{"card": card}] for card in cards]


def read(form: Form, post: str, language: Language = Language.KO) -> Any:
    rules = registered("chronicle")
    assert rules is not None
    words = load_words(rules.package, language)
    found = read_post(form, post, words)
    assert not [each for each in found.problems if each.binding] and not found.questions, found
    assert isinstance(found.order, dict)
    again = read_post(form, print_order(form, found.order, Prose(words, NAMES)), words)
    assert again.order == found.order
    return found.order


@pytest.mark.parametrize(
    "post",
    [
        "패: 강타, 맹공, 보구, 보구, 보구",
        "패: 강타 / 맹공 / 보구 / 보구 / 보구",
        "패: 강타 맹공 보구 보구 보구",
        "판정패\n1. 강타\n2. 맹공\n3. 보구\n4. 보구\n5. 보구",
        "> 패：강타，맹공，보구，보구，보구",
    ],
    ids=["commas", "strokes", "blanks", "lines", "wide"],
)
def test_cards_in_a_line(post: str) -> None:
    """C-9.2."""
    expected = slots("strike", "rush", "noble_phantasm", "noble_phantasm", "noble_phantasm")
    assert read(CARDS, post) == {"cards": expected}


def test_cards_with_what_is_said_of_them() -> None:
    """C-14.1, C-13.8, C-17.4, C-23.18."""
    cards = read(CARDS, "패: 강타+ > 랜서, 방어 대신 받기 아군, 맹공 예비, 강타 > 랜서 / 맹공 > 린, 대기")["cards"]
    assert cards == [
        [{"card": "strike", "plus": True, "targets": ["lancer"]}],
        [{"card": "guard", "cover": "allies"}],
        [{"card": "rush", "reserve": True}],
        [{"card": "strike", "targets": ["lancer"]}, {"card": "rush", "targets": ["rin"]}],
        [{"card": "wait"}],
    ]
    english = "cards: strike+ > 랜서, guard cover allies, noble phantasm, wait"
    assert read(CARDS, english, Language.EN)["cards"][2:] == slots("noble_phantasm", "wait")


def test_standing_orders() -> None:
    """C-19.1, C-18.3, C-18.14."""
    post = "대상: 랜서\n패: 영창, 마술\n마술들: 공격, 등급 3\n후퇴: 4번\n강제 이탈: 안 함\n보호: 시로"
    assert read(CARDS, post) == {
        "target": "lancer",
        "cards": slots("chant", "magecraft"),
        "spells": [{"type": "attack", "grade": 3}],
        "retreat": 4,
        "escape": False,
        "protects": ["shirou"],
    }
    assert read(CARDS, "후퇴: 생명력 조건 12, 명운 시로") == {"retreat": {"when_health": 12, "fate": "shirou"}}


def test_actions() -> None:
    """C-1.7: an action by its word, with what it needs behind it."""
    assert read(ACTIONS, "이동: 5번 지역\n전반: 정찰\n후반: 휴식") == {
        "move": "r5",
        "first": {"action": "scouting"},
        "second": {"action": "rest"},
    }
    assert read(ACTIONS, "긴 행동: 식인, 희생자 2") == {"long": {"action": "soul_eating", "victims": 2}}
    assert read(ACTIONS, "긴 행동: 학습, 스승 세이버, 경쟁 예, 경쟁 패 (강타 맹공 반격)") == {
        "long": {
            "action": "study",
            "taught_by": "saber",
            "challenge": True,
            "contest": ["strike", "rush", "counter"],
        }
    }


def test_a_line_of_a_thousand_words_is_refused_at_once() -> None:
    begun = time.process_time()
    cards = next(each for each in CARDS.record.fields if each.name == "cards")
    rules = registered("chronicle")
    assert rules is not None
    assert read_value(cards, "1 " * 1000, load_words(rules.package, Language.KO)).order is None
    assert time.process_time() - begun < 2
