"""What is asked after a battle: only what can be decided, with what it is about."""

from __future__ import annotations

import pytest

from grailkeeper.core.form import Form
from grailkeeper.rules.bingo.battle.aftermath import aftermath_form
from grailkeeper.rules.bingo.battle.check import Spot
from grailkeeper.rules.bingo.options import Options
from grailkeeper.rules.bingo.orders import Holdings
from grailkeeper.rules.bingo.people import Master, Points, Servant, Team
from grailkeeper.rules.bingo.state import Damage
from grailkeeper.text.declaration import say_about
from grailkeeper.text.language import Language
from grailkeeper.text.prose import war_prose

KO = war_prose("grailkeeper.rules.bingo", Language.KO, {})
EN = war_prose("grailkeeper.rules.bingo", Language.EN, {})
HURT = Damage(defeat=2, bingo=2)


def asked(health: int, damage: Damage | None, strokes: tuple[int, ...] = (18,), supported: bool = True) -> Form:
    """What a team with a master of 3 HP is asked, whose servant has so much health."""
    team = Team(
        "red", "red", master=Master(health=Points(3, 3), strokes=strokes), servant=Servant(health=Points(health, 7))
    )
    return aftermath_form("aftermath", Spot(team, 1, Options()), Holdings(strokes=strokes), damage, supported)


def offered(form: Form) -> list[str]:
    return [each.name for each in form.record.fields if each.offered]


@pytest.mark.parametrize(
    ("health", "damage", "strokes", "supported", "fields"),
    [
        (4, HURT, (18,), True, ["cover", "rescue"]),
        (5, HURT, (18,), True, ["cover"]),
        (4, HURT, (18,), False, ["rescue"]),
        (4, HURT, (), True, ["cover"]),
        (2, Damage(defeat=2), (18,), True, ["rescue"]),
        (3, Damage(defeat=2), (18,), True, []),
        (4, None, (18,), False, ["cover", "rescue"]),
    ],
)
def test_only_what_can_be_decided_is_asked(
    health: int, damage: Damage | None, strokes: tuple[int, ...], supported: bool, fields: list[str]
) -> None:
    """B-9.1, B-9.5, B-14.13: no damage to take over, nobody who falls; before anything is known, both."""
    assert offered(asked(health, damage, strokes, supported)) == fields


def test_it_is_said_what_the_servant_suffers_and_what_becomes_of_it() -> None:
    assert say_about(asked(5, HURT), KO) == (
        "서번트가 받을 피해는 모두 4점입니다: 패배 2점, 상대의 빙고 2점, 타로 카드 0점.",
        "지금 서번트의 HP는 5점이고, 그대로 받으면 1점이 남습니다.",
        "지금 마스터의 HP는 3점입니다.",
    )
    assert "그대로 받으면 소멸합니다" in say_about(asked(4, HURT), KO)[1]
    assert say_about(asked(4, HURT), EN)[1:] == (
        "It has 4 HP now, and would vanish.",
        "Its master has 3 HP now.",
    )


def test_where_nothing_can_be_decided_it_is_said_so() -> None:
    assert say_about(asked(7, Damage()), KO)[-1] == "이번에는 정할 것이 없습니다. 빈 채로 봉인하면 됩니다."
    assert say_about(asked(7, None), KO) == ()
