"""Declarations of the mirror land as people post them: five slots in five lines, teams and skills by their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grailkeeper.core.form import Form, read
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.mirror.apply import apply
from grailkeeper.rules.mirror.facts import SetBegan
from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.text.declaration import print_order, read_post
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

TEAMS: Mapping[str, Mapping[str, Any]] = {
    "sayaka": {
        "name": "사야카",
        "class": "saber",
        "skills": [{"name": "저주의 창끝", "effects": ["lasting_damage 6 one"]}],
        "phantasms": [{"name": "엑스칼리버", "rank": "C", "attribute": "buster"}],
    },
    "kyoko": {"name": "쿄코 조", "class": "caster"},
}
WORDS = {language: load_words("grailkeeper.rules.mirror", language) for language in Language}


def form(kind: str) -> Form:
    """What Sayaka is asked: the cards of a turn, or something beforehand."""
    setup, problems = read(
        MIRROR.setup, {"teams": TEAMS, "as_they_are": True, "battle": {"sides": [[key] for key in TEAMS]}}
    )
    assert not problems and isinstance(setup, Mapping), problems
    state = MIRROR.begin(setup, MIRROR.options.read({})[0])
    if kind == "turn":
        state = apply(state, SetBegan(1, 1))
    call = next(each for each in (*MIRROR.calls(state), *MIRROR.standing(state)) if each.kind == kind)
    return MIRROR.form(MIRROR.view(state, seat_viewer("sayaka")), call, call.asks[0])


def slots(*cards: Mapping[str, Any]) -> Any:
    return {"slots": list(cards)}


LAID = slots(
    {"card": "buster", "supports": [{"name": "저주의 창끝", "target": "kyoko"}]},
    {"card": "quick", "supports": [{"name": "riding"}]},
    {"card": "엑스칼리버", "less": 5},
    {"card": "guard"},
    {"card": "arts", "supports": [{"name": "luck"}]},
)


@pytest.mark.parametrize(
    "post",
    [
        "1번 버스터 + 저주의 창끝 > 쿄코 조\n2번 퀵 + 기승\n3번 엑스칼리버 -5\n4번 방어\n5번 아츠 + 행운",
        "작성자: 사야카\n> 1번: 버스터 + 저주의 창끝 > kyoko\n> 2번: 퀵 + 기승\n> 3번: 엑스칼리버 less 5\n> 4번: 방어"
        "\n> 5번: 아츠 + 행운",
        "안녕하세요!\n버스터 + 저주의 창끝 > 쿄코 조\n퀵 + 기승\n엑스칼리버 −5\n방어\n아츠 + 행운",
        "판정: 버스터 + 저주의 창끝 > 쿄코 조, 퀵 + 기승, 엑스칼리버 -5, 방어, 아츠 + 행운",
        "판정 1: 버스터 + 저주의 창끝 > 쿄코 조\n판정 2: 퀵 + 기승\n판정 3: 엑스칼리버 -5\n판정 4: 방어\n"
        "판정 5: 아츠 + 행운",
        "slots: buster + 저주의 창끝 > kyoko, quick + riding, 엑스칼리버 -5, guard, arts + luck",
    ],
)
def test_five_slots_in_many_hands(post: str) -> None:
    found = read_post(form("turn"), post, WORDS[Language.KO])
    assert (found.order, [each for each in found.problems if each.binding], found.questions) == (LAID, [], ())


def test_what_is_said_back_is_what_one_would_write() -> None:
    prose = Prose(WORDS[Language.KO], {key: str(team["name"]) for key, team in TEAMS.items()})
    assert print_order(form("turn"), LAID, prose) == (
        "판정: 버스터 + 저주의 창끝 > 쿄코 조, 퀵 + 기승, 엑스칼리버 -5, 방어, 아츠 + 행운\n"
    )


@pytest.mark.parametrize("numbered", [True, False])
@pytest.mark.parametrize("third", ["보구 엑스칼리버, 출력을 5 줄임", "엑스칼리바", "안녕하세요"])
def test_a_line_that_is_not_understood_is_never_left_out(third: str, numbered: bool) -> None:
    cards = ("버스터", "퀵", third, "방어", "아츠")
    post = "\n".join(f"{place}번 {card}" if numbered else card for place, card in enumerate(cards, 1))
    found = read_post(form("turn"), post, WORDS[Language.KO])
    assert found.order is None and any(each.binding for each in found.problems)


def test_teams_are_called_by_their_names() -> None:
    found = read_post(form("gap"), "진명 추측: 쿄코 조 메데이아\n그다음: 도주", WORDS[Language.KO])
    assert found.order == {"guess": {"kyoko": "메데이아"}, "then": "retreat"}
    found = read_post(form("set_start"), "행운: 더함 쿄코 조\n령주: 불굴", WORDS[Language.KO])
    assert found.order == {"luck": {"mode": "add", "on": "kyoko"}, "orders": ["indomitable"]}
