"""How a war is played, as players are told when it begins."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from conformance.subject import Subject
from conformance.subjects import SUBJECTS
from grailkeeper.core.option import Value
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.text import plain
from grailkeeper.text.document import Bullets, Document
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.switches import switches_told
from grailkeeper.text.words import load_words


def told(system: str, options: Mapping[str, Value], language: Language = Language.KO) -> str:
    prose = Prose(load_words(f"grailkeeper.rules.{system}", language), {})
    return plain.render(Document(language, "", tuple(switches_told(prose, system, options))))


def usual(system: str) -> dict[str, Value]:
    (rules,) = (each.system for each in SYSTEMS if each.system.name == system)
    return {each.name: each.default for each in rules.options.options}


@pytest.mark.parametrize("system", [each.system.name for each in SYSTEMS])
def test_where_all_stand_as_the_rules_have_them_it_is_said_in_a_line(system: str) -> None:
    assert told(system, usual(system)).strip() == "스위치는 모두 규칙의 기본값입니다."
    assert told(system, usual(system), Language.EN).strip() == "All switches stand as the rules have them."


def test_a_switch_that_stands_otherwise_is_told_with_what_it_decides() -> None:
    options = {**usual("sceneplay"), "plus_value": 1, "risk_alarm": 25}
    said = told("sceneplay", options)
    assert "랭크에 붙은 + 하나가 능력치 수치를 몇 % 올리는지 정합니다." in said
    assert "이 전쟁에서는: 1% 올림" in said
    assert "이 전쟁에서는: 25" in said
    assert "plus_value" not in said and "`" not in said
    assert "나머지 스위치는 모두 규칙의 기본값입니다." in said
    assert "소수점" not in said, "what stands as usual is left out"
    assert "In this war: by 1%" in told("sceneplay", options, Language.EN)


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("system", [each.system.name for each in SYSTEMS])
def test_every_switch_can_be_told(system: str, language: Language) -> None:
    options: dict[str, Value] = dict.fromkeys(usual(system), "otherwise")
    prose = Prose(load_words(f"grailkeeper.rules.{system}", language), {})
    (bullets,) = (each for each in switches_told(prose, system, options) if isinstance(each, Bullets))
    assert len(bullets.items) == len(options)
    assert " = " not in told(system, options, language), "each has its sentence"


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda subject: subject.system.name)
def test_every_value_of_every_switch_has_a_phrase_of_its_own(subject: Subject, language: Language) -> None:
    """And no phrase is left of a switch or a value that there is no more."""
    words = load_words(type(subject.system).__module__.rpartition(".")[0], language)
    named = {f"switch.{each.name}.is.{value}" for each in subject.system.options.options for value in each.named}
    sentences = {f"switch.{each.name}.decides" for each in subject.system.options.options}
    assert {key for key in words if key.startswith("switch.")} == named | sentences
    for option in subject.system.options.options:
        said = [words.get(f"switch.{option.name}.is.{value}") for value in option.named]
        assert len(set(said)) == len(said)
        assert not any("_" in each or "`" in each for each in said)


def test_a_system_that_nobody_knows_tells_all_by_their_names() -> None:
    prose = Prose(load_words("grailkeeper.rules.sceneplay", Language.EN), {})
    said = plain.render(Document(Language.EN, "", tuple(switches_told(prose, "toy", {"places": 4}))))
    assert "places = 4" in said
