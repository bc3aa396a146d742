"""How numbers and searches are said: whose a number is, and why nothing was found."""

from __future__ import annotations

from grailkeeper.core.seat import Person, Role
from grailkeeper.rules.sceneplay import numbers
from grailkeeper.rules.sceneplay.options import Options
from grailkeeper.rules.sceneplay.people import Ability
from grailkeeper.rules.sceneplay.scene.facts import Searched
from grailkeeper.text.language import Language
from grailkeeper.text.page.workings import work_of
from grailkeeper.text.prose import war_prose
from grailkeeper.text.short import equation

PROSE = war_prose("grailkeeper.rules.sceneplay", Language.KO, {"a": "가온"})


def said(names: tuple[str, str]) -> str:
    work = work_of(PROSE, numbers.roll(88, 29, Options(), names))
    return equation([row.line for row in work.rows], Language.KO)


def test_it_is_said_whose_number_is_which() -> None:
    """S-9.5, S-9.6."""
    assert said(numbers.ATTACKS) == "(공격하는 쪽의 숫자 88 + 막는 쪽의 숫자 29) mod 100 (끝 두 자리만 남김)"
    assert said(numbers.JUDGES).startswith("(판정하는 쪽의 숫자 88 + 맞서는 쪽의 숫자 29)")


def test_a_search_that_fails_says_why_and_no_number() -> None:
    """S-12.5: chance and roll are the keeper's."""
    found = PROSE.fact(Searched(Person("a", Role.MASTER), "a", Ability.MAGIC, False))
    assert "수치가 성공 확률을 넘어" in found and not any(sign.isdigit() for sign in found)
