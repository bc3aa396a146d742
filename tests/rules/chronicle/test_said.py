"""How orders and what comes of a look around are said."""

from __future__ import annotations

import pytest

from grailkeeper.core.form import Form
from grailkeeper.rules.chronicle.scene.facts import PeopleMet
from grailkeeper.rules.chronicle.scene.orders import Words, actions_record
from grailkeeper.text import plain
from grailkeeper.text.declaration import print_order, read_post, say_order
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose, war_prose

KO = war_prose("grailkeeper.rules.chronicle", Language.KO, {})
EN = war_prose("grailkeeper.rules.chronicle", Language.EN, {})
FORM = Form("actions", actions_record(Words({"saber": "세이버"}, {"r1": "1번 지역"})))


@pytest.mark.parametrize(("prose", "line"), [(KO, "전반 행동: 정찰"), (EN, "first: scouting")])
def test_an_action_that_needs_nothing_else_is_its_word(prose: Prose, line: str) -> None:
    order = {"first": {"action": "scouting"}}
    assert line in plain.render(say_order(FORM, order, prose)).replace("- ", "").splitlines()
    assert print_order(FORM, order, prose) == line + "\n"
    assert read_post(FORM, line, prose.words).order == order


def test_an_action_about_somebody_says_so() -> None:
    order = {"first": {"action": "study", "taught_by": "saber"}}
    written = print_order(FORM, order, KO)
    assert written.startswith("전반 행동: 행동 ") and "세이버" in written
    assert read_post(FORM, written, KO.words).order == order


def test_who_meets_nobody_is_told_what_that_may_mean() -> None:
    """C-Q79: whoever stands concealed is not met, and nothing tells that anybody does."""
    assert "감추고 있었습니다" in KO.fact(PeopleMet("saber", 1, "r1", ()))
    assert "concealed" in EN.fact(PeopleMet("saber", 1, "r1", ()))
