"""An effect on one line: name, word or attribute, grade and whom it reaches, in the order that people write them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import pytest

from grailkeeper.core.form import read
from grailkeeper.rules.mirror.sheet import EffectKindOf

NAMES = {
    "지속 피해": "lasting_damage",
    "지속": "hp_recovery",
    "피해": "guard_reduction",
    "세트 끝 체력 회복": "hp_recovery",
    "세트가 다 끝나고 체력 회복": "hp_recovery",
    "판정 강화": "judgment_boost",
    "가드 강화": "guard_boost",
    "특공": "bane",
    "적 1": "one",
    "적 1체": "one",
    "모두": "all",
    "모두 회복": "hp_recovery",
}


def identify(word: str, among: Collection[str]) -> str | None:
    found = NAMES.get(word, word)
    return found if found in among else None


def refusals(text: str, graded: bool) -> list[tuple[str, Any]]:
    _, problems = read(EffectKindOf(graded=graded), text, identify)
    return [(each.code, each.values["given"]) for each in problems]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("지속 10", {"kind": "hp_recovery", "grade": 10}),
        ("세트 끝 체력 회복 5", {"kind": "hp_recovery", "grade": 5}),
        ("lasting_damage 10 one", {"kind": "lasting_damage", "grade": 10, "range": "one"}),
        ("적 1체 지속 피해 10등급", {"kind": "lasting_damage", "grade": 10, "range": "one"}),
        ("지속 피해 10등급 적 1체", {"kind": "lasting_damage", "grade": 10, "range": "one"}),
        ("지속 피해 10 적 1", {"kind": "lasting_damage", "grade": 10, "range": "one"}),
        ("모두 지속 피해 10", {"kind": "lasting_damage", "grade": 10, "range": "all"}),
        ("판정 강화 quick 3", {"kind": "judgment_boost", "attribute": "quick", "grade": 3}),
        ("특공 saber 3", {"kind": "bane", "word": "saber", "grade": 3}),
        ("특공 제 3의 왕 5", {"kind": "bane", "word": "제 3의 왕", "grade": 5}),
        ("모두 회복 5", {"kind": "hp_recovery", "grade": 5}),
        ("가드 강화 40", {"kind": "guard_boost", "grade": 40}),
        ("특공 3 모두 5", {"kind": "bane", "word": "3 모두", "grade": 5}),
    ],
)
def test_an_effect_is_read_from_its_line(text: str, found: Mapping[str, Any]) -> None:
    """M-5.1, M-5.2, M-5.4, M-5.7, M-5.11: of two names the longer, of two numbers the one before the range."""
    assert read(EffectKindOf(), text, identify) == (found, ())


@pytest.mark.parametrize(
    ("text", "code", "given"),
    [
        ("", "unknown_effect", ""),
        ("세트가 다 끝나고 체력 회복 5", "unknown_effect", "세트가"),
        ("지속 피해", "unknown_effect", "지속 피해"),
        ("적 1체 지속 피해 5 모두", "unknown_effect", "적 1체 지속 피해 5 모두"),
        ("가드 강화 41", "part_below_one", "41"),
        ("지속 피해 5 아무나", "range_not_allowed", "아무나"),
        ("특공 3 4 아무나", "range_not_allowed", "아무나"),
        ("모두 특공 saber 3", "range_not_allowed", "all"),
    ],
)
def test_a_line_that_is_no_effect_is_refused(text: str, code: str, given: str) -> None:
    """M-5.1, M-5.4: no name has more than four words."""
    assert refusals(text, graded=True) == [(code, given)]


@pytest.mark.parametrize("given", [{"kind": "bane", "word": "saber"}, {"grade": 3}, 7])
def test_an_effect_has_a_name_and_a_grade(given: object) -> None:
    """M-5.1, M-5.2."""
    _, problems = read(EffectKindOf(), given, identify)
    assert problems


def test_a_special_effect_has_neither_grade_nor_range() -> None:
    """M-6.9."""
    assert read(EffectKindOf(graded=False), "특공 제 3 왕", identify) == ({"kind": "bane", "word": "제 3 왕"}, ())
    assert read(EffectKindOf(graded=False), "특공 지속", identify) == ({"kind": "bane", "word": "지속"}, ())
    assert refusals("적 1체 지속 피해", graded=False) == [("special_effect", "적 1체 지속 피해")]
