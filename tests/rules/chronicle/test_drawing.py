"""What agents draw: legal for the most part, and every value has a chance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from conformance.walk import picker
from grailkeeper.core.form import Pick
from grailkeeper.rules.chronicle.battle.course import spot_of
from grailkeeper.rules.chronicle.creation import sheet_problems
from grailkeeper.rules.chronicle.drawing import Hand, _master, _servant, _standing, hand_of
from grailkeeper.rules.chronicle.field import Carried
from grailkeeper.rules.chronicle.tables import BOUGHT_MOST, PLUS_MOST, UNGRADED

from .wars import announced, war

SHEETS = 400


def drawn(draw: Any) -> Iterator[dict[str, Any]]:
    return (draw(picker(seed)) for seed in range(SHEETS))


def test_drawn_sheets_are_legal() -> None:
    """C-23.2 to C-23.4: their points add up."""
    for role, draw in (("servant", _servant), ("master", _master)):
        for sheet in drawn(draw):
            assert not [problem for problem in sheet_problems({role: sheet}) if problem.binding], sheet


def test_no_skill_is_better_than_the_best() -> None:
    """C-23.4: though all points fall to the first."""
    assert _servant(lambda _: 0)["skills"] == {"riding": "A", "magic_resistance": "C", "brawl": False}


def test_everything_on_a_sheet_has_a_chance() -> None:
    """C-23.2 to C-23.5, C-7.9, C-7.10."""
    servants, masters = list(drawn(_servant)), list(drawn(_master))
    assert {each["bought"] for each in servants} == set(range(BOUGHT_MOST + 1))
    assert {"".join(map(str, each.values())).count("+") for each in servants} == set(range(PLUS_MOST + 1))
    assert {each["noble_phantasm"]["grade"] for each in servants} == set("EDCBA")
    assert {value for each in servants for value in each["skills"].values()} >= {True, False, *"EDCBA"}
    assert {each.get("chosen_berserker") for each in servants if each["class"] == "berserker"} == {None, True}
    there = {(name, type(held)) for each in servants for name, held in each["skills"].items() if held}
    assert {name for name, kind in there if kind is bool} == set(UNGRADED)
    assert {(each.get("crafter"), "affinity" in each) for each in masters} == {(True, False), (None, True)}


def hand(**used: int) -> Hand:
    state = announced(war(), ["saber", "shirou"], ["lancer", "rin"])
    mine = spot_of(state, state.battle(1), "saber")
    return hand_of(replace(mine, carried=Carried(used)))


def test_what_was_used_before_is_not_drawn() -> None:
    """C-17.2."""
    assert hand().numbers["strike"] == 2
    assert hand(strike=1).numbers["strike"] == 1
    assert "strike" not in hand(strike=2).numbers


def test_standing_orders_that_have_a_chance() -> None:
    """C-19, C-18.14: to withdraw alone or with somebody, with a master's fate or without, to protect or not."""

    def order(pick: Pick) -> dict[str, Any]:
        return _standing(hand(), pick)

    found = list(drawn(order))
    retreats = [each["retreat"] for each in found if "retreat" in each]
    assert {("with" in each, "fate" in each) for each in retreats} == {
        (with_, fate) for with_ in (True, False) for fate in (True, False)
    }
    assert {bool(each["protects"]) for each in found} == {True, False}
    assert {next(iter(each)) for each in retreats} == {"slot", "when_health", "when_falls"}
