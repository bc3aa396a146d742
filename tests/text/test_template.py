from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.text.language import Language
from grailkeeper.text.numbers import number
from grailkeeper.text.particles import attach
from grailkeeper.text.template import TemplateError, Value, fields, join, parse, render

KO, EN = Language.KO, Language.EN


@pytest.mark.parametrize(
    ("template", "values", "said"),
    [
        (
            "{actor:이} {target:을} 공격해 {damage}점의 피해를 주었습니다.",
            {"actor": "사야카(라이더)", "target": "랜서", "damage": 3},
            "사야카(라이더)가 랜서를 공격해 3점의 피해를 주었습니다.",
        ),
        ("{a:으로}", {"a": "칼"}, "칼로"),
        ("{a:이/가}", {"a": "검"}, "검이"),
        ("{a:가}", {"a": "검"}, "검이"),
        ("{a:라고}", {"a": "검"}, "검이라고"),
        ("{n}", {"n": -3}, "−3"),
        ("{n:+}", {"n": 3}, "+3"),
        ("{n:+}", {"n": -3}, "−3"),
        ("{n:+}", {"n": 0}, "±0"),
        ("{n:을}", {"n": 3}, "3을"),
        ("{n:+:를}", {"n": 2}, "+2를"),
        ("‘{skill}’{:을} 썼습니다.", {"skill": "일격"}, "‘일격’을 썼습니다."),
        ("{n}%{:로}", {"n": 30}, "30%로"),
        ("{who}", {"who": ["랜서"]}, "랜서"),
        ("{who:이}", {"who": ["랜서", "팀"]}, "랜서와 팀이"),
        ("{who:은}", {"who": ("검", "칼", "창", "랜서")}, "검, 칼, 창과 랜서는"),
        ("{who}", {"who": [1, 2, -3]}, "1, 2와 −3"),
        ("{{{a}}}", {"a": "검"}, "{검}"),
        ("", {}, ""),
        ("말 그대로", {"unused": 1}, "말 그대로"),
    ],
)
def test_korean(template: str, values: dict[str, Value], said: str) -> None:
    assert render(template, values, KO) == said


@pytest.mark.parametrize(
    ("template", "values", "said"),
    [
        ("{n} {n|judgment|judgments}", {"n": 1}, "1 judgment"),
        ("{n} {n|judgment|judgments}", {"n": 0}, "0 judgments"),
        ("{n} {n|judgment|judgments}", {"n": 2}, "2 judgments"),
        ("{n:+} {n|point|points}", {"n": -1}, "−1 point"),
        ("{who} {who|is|are} out", {"who": ["Saber"]}, "Saber is out"),
        ("{who} {who|is|are} out", {"who": ["Saber", "Lancer"]}, "Saber and Lancer are out"),
        ("{who}{n||s}", {"who": ["A", "B", "C"], "n": 2}, "A, B and Cs"),
    ],
)
def test_english(template: str, values: dict[str, Value], said: str) -> None:
    assert render(template, values, EN) == said


def test_fields() -> None:
    assert fields("{a:이} {b} {n|x|y} {:을} {{c}}") == {"a", "b", "n"}
    assert parse("{a}") is parse("{a}")


@pytest.mark.parametrize(
    "template",
    [
        *("{", "}", "{a", "a}", "{}", "{:}", "{a:}", "{a:?}", "{a:이:가}", "{A}", "{a b}", "{a.b}", "{0}", "{{a}"),
        *("{a:+:+}", "{:+}", "{:+:을}", "{n|x}", "{n|x|y|z}", "{|x|y}"),
    ],
)
def test_malformed(template: str) -> None:
    with pytest.raises(TemplateError):
        parse(template)


@pytest.mark.parametrize(
    ("template", "values", "language"),
    [
        ("{a}", {}, KO),
        ("{a}", {"b": "x"}, EN),
        ("{a}", {"a": []}, KO),
        ("{a}", {"a": None}, KO),
        ("{a}", {"a": True}, KO),
        ("{a}", {"a": 1.5}, KO),
        ("{a}", {"a": [["x"]]}, KO),
        ("{a:+}", {"a": "x"}, KO),
        ("{a|x|y}", {"a": "x"}, EN),
        ("{a:이}", {"a": "x"}, EN),
        ("{a}{:이}", {"a": "x"}, EN),
        ("{a|x|y}", {"a": 1}, KO),
    ],
)
def test_unfit_values(template: str, values: dict[str, Value], language: Language) -> None:
    with pytest.raises(TemplateError):
        render(template, values, language)


@given(st.text(), st.sampled_from(list(Language)))
def test_a_value_is_said_as_it_is(value: str, language: Language) -> None:
    assert render("<{a}>", {"a": value}, language) == f"<{value}>"


@given(st.text(st.characters(codec="utf-8")))
def test_any_text_is_a_template_once_its_braces_are_doubled(text: str) -> None:
    assert render(text.replace("{", "{{").replace("}", "}}"), {}, KO) == text


@given(st.text())
def test_a_particle_is_that_of_the_value(value: str) -> None:
    assert render("{a:을}", {"a": value}, KO) == attach(value, "을")


@given(st.lists(st.text("XYZ", min_size=1), min_size=1), st.sampled_from(list(Language)))
def test_all_of_a_list_is_said_in_order(items: list[str], language: Language) -> None:
    said = join(items, language)
    at = 0
    for item in items:
        at = said.index(item, at) + len(item)
    assert at == len(said)


@given(st.integers())
def test_numbers_have_a_real_minus(value: int) -> None:
    for said in (number(value), number(value, signed=True)):
        assert "-" not in said
        assert int(said.replace("−", "-").replace("±", "")) == value


def test_clauses_are_parted_by_commas() -> None:
    for language in Language:
        assert render("{hits:/}.", {"hits": ["A가 이김", "B가 맞음"]}, language) == "A가 이김, B가 맞음."
        assert render("{hits:/}", {"hits": ["A"]}, language) == "A"
