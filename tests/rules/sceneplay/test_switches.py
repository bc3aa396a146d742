"""Every value of every switch that concerns sheets, numbers and battles changes some result."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.rules.sceneplay.options import OPTIONS, chosen
from grailkeeper.rules.sceneplay.state import State

from .table import HITOMI, MASTER, PLAIN, RIDER, SABER, SAYAKA, case, fight, given, number, script

OF_SCENES = ("forced_battle_from", "solo_limit_scope", "upkeep_payer", "risk_alarm")
"""These act in scenes, which are not played yet; here they are only read."""

Options = Mapping[str, Any]


def _sheet(field: str, sheet: Mapping[str, Any]) -> Callable[[Options], Any]:
    return lambda options: case("sheet", sheet, options=options)[field]


def _number(formula: str, **inputs: Any) -> Callable[[Options], Any]:
    return lambda options: number(formula, options, **inputs)


def _battle(field: str, situation: Mapping[str, Any] | None = None, **sheets: Any) -> Callable[[Options], Any]:
    return lambda options: fight(situation, options, **sheets)[field]


HERO = {"servant": {**RIDER, "ranks": "C++ C C+ D E", "skills": [], "level": "upper"}}
TWO = given(
    (["A", "B"], "Kyoko"),
    A={"servant": {"ranks": "A E C E E"}},
    B={"servant": {"ranks": "C C D E E"}},
    Kyoko={"servant": {**SABER, "attack": 39}},
)
"""Kyoko's strength A meets endurance C (of B), or E (of A, whose numbers add up to more)."""
STRIKE = {"phantasm": [1]}
SPREAD = {"phantasm": [1], "phantasm_points": [10, 20, 0, 0, 30], "luck": [2]}
FAILING = {"numbers": [60, 45, 0, 0, 0]}
LUCKY = given(Sayaka={"servant": {**RIDER, "ranks": "C+ C C D C"}})

CHANGES: list[tuple[str, str | int, Callable[[Options], Any], Any, Any]] = [
    ("play_scene_limit", "proportional_down", _number("play_scene_limit", teams=6), 4, 3),
    ("play_scene_limit", "fixed_4", _number("play_scene_limit", teams=3), 2, 4),
    ("play_scene_limit", 6, _number("play_scene_limit", teams=3), 2, 6),
    ("helped_reserve_cost", "each_1", _number("reserve_cost", count=3, helped=True), 2, 3),
    ("chance_cap", 70, _battle("chances", Sayaka=STRIKE), [90, 74, 34, 74, 34], [70, 70, 34, 70, 34]),
    ("sum_100", "hundred", _number("roll", numbers=[60, 40]), 0, 100),
    ("sum_100", "hundred", _battle("rolls", Sayaka={"numbers": [90] * 5}), [0, 20, 40, 60, 80], [100, 20, 40, 60, 80]),
    ("plus_value", 1, _sheet("percent", HERO), {"servant": [15, 15, 15, 10, 5]}, {"servant": [17, 15, 16, 10, 5]}),
    ("plus_value", 1, _battle("attack", given(Sayaka=HERO)), {"Sayaka": 22, "Kyoko": 54}, {"Sayaka": 25, "Kyoko": 54}),
    ("rank_bonus", "table", _battle("chances"), [34, 74, 34, 74, 34], [31, 77, 31, 77, 31]),
    ("upkeep_table", "text", _number("upkeep", level="top", magic="C"), 4, 2),
    ("upkeep_table", "text", _sheet("upkeep", HITOMI), 2, 0),
    ("escape_cost", 1, _battle("end", given(Sayaka={"master": {**MASTER, "strokes": 1}, "servant": {"health": "1/7"}}),
                               Sayaka={"numbers": [90] * 5, "escape": True}), "vanished", "escape"),
    ("alliance_ranks", "one_servant", _battle("chances", TWO), [52, 69, 52, 69, 52], [52, 77, 52, 77, 52]),
    ("phantasm_effect", "bonus_and_damage", _battle("dealt", Sayaka=STRIKE | {"numbers": [0] * 5}), None, None),
    ("phantasm_effect", "spread", _battle("chances", Sayaka=STRIKE), None, None),
    ("halving", "after_modifiers",
     _number("search_chance", rank="A", workshop="4/3/3", right_ability=False, reserves=[10]), 41, 36),
    ("skill_count", "enforced", _battle("chances"), [34, 74, 34, 74, 34], [34, 74, 34, 74, 22]),
    ("luck_allocation", "first_failures", _battle("retries", LUCKY, Sayaka={"luck": [4]}), None, None),
    ("normal_luck", "chance_bonus", _number("normal_chance", own="C", luck="C"), 65, 80),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "result", "before", "after"), CHANGES)
def test_value(name: str, value: str | int, result: Callable[[Options], Any], before: Any, after: Any) -> None:
    plain, changed = result({}), result({name: value})
    if before is not None:
        assert plain == before
    if after is not None:
        assert changed == after
    if name != "phantasm_effect" and (before, after) != (None, None):
        assert plain != changed


def test_every_value_is_here() -> None:
    named = {(name, value) for name, value, *_ in CHANGES}
    for option in OPTIONS.options:
        if option.name not in OF_SCENES:
            others = [value for value in option.values if value != option.default]
            assert all((option.name, value) in named for value in others), option.name
            assert option.number is None or any(name == option.name and isinstance(value, int) for name, value in named)
    assert len(OPTIONS.options) == 18


@pytest.mark.parametrize("name", OF_SCENES)
def test_values_of_scenes_are_kept_in_the_state(name: str) -> None:
    option = next(each for each in OPTIONS.options if each.name == name)
    other = option.values[-1] if option.number is None else option.number[1]
    state: State = _begun({name: other})
    assert getattr(state.options, name) == other
    assert getattr(_begun({}).options, name) == option.default


def _begun(options: Options) -> State:
    from grailkeeper.rules.sceneplay.system import SCENEPLAY  # noqa: PLC0415

    found = script(given(), {}, options)
    return SCENEPLAY.begin(found.setup, found.options)


def test_alliance_ranks() -> None:
    """S-Q73: the best of each ability, or all of the best member: here A's, whose numbers add up to more."""
    plain, one = fight(TWO), fight(TWO, {"alliance_ranks": "one_servant"})
    assert one["chances"][1] - plain["chances"][1] == 8
    assert one["chances"][0] == plain["chances"][0]


def test_phantasm_does_three() -> None:
    """S-Q80: also a failed one costs no more."""
    more = {"phantasm_effect": "bonus_and_damage"}
    hit, missed = {"numbers": [0, 0, 0, 0, 0], **STRIKE}, {"numbers": [85, 0, 0, 0, 0], **STRIKE}
    assert fight(Sayaka=hit)["damage"]["Kyoko"][0] == 2
    assert fight(options=more, Sayaka=hit)["damage"]["Kyoko"][0] == 3
    assert fight(options=more, Sayaka=missed)["damage"]["Sayaka"][0] == 1
    code = {"numbers": [0, 0, 0, 0, 0], "code": [1]}
    assert fight(options=more, Sayaka=code)["damage"]["Kyoko"][0] == 3


def test_phantasm_is_spread() -> None:
    """S-Q80: points over the own judgments from the use on; luck is blocked where any of them go."""
    spread = {"phantasm_effect": "spread"}
    found = fight(options=spread, Sayaka=SPREAD)
    assert found["chances"] == [44, 54, 34, 74, 64]
    assert fight(options=spread, Sayaka=STRIKE)["chances"] == [90, 74, 34, 74, 34]
    too_many = {**SPREAD, "phantasm_points": [30, 20, 20]}
    assert fight(options=spread, Sayaka=too_many) == {"refused": {"code": "spread_too_large", "clause": "S-21.4"}}
    lucky = {"numbers": [20, 20, 60, 95, 99], "luck": [2]}
    assert fight(options=spread, Sayaka=lucky)["retries"][1] == [60]
    assert fight(options=spread, Sayaka={**SPREAD, **lucky})["retries"][1] == []
    dry = given(Sayaka={**SAYAKA, "servant": {**RIDER, "mana": "0/7"}})
    assert fight(dry, spread, Sayaka=SPREAD)["chances"] == [34]


def test_luck_at_the_first_failures() -> None:
    """S-Q46: declared without naming, it saves the first judgments that go wrong, up to its count."""
    first = {"luck_allocation": "first_failures"}
    numbers = {"numbers": [30, 10, 60, 5, 99]}
    for luck in (True, [], [4]):
        found = fight(LUCKY, first, Sayaka={**numbers, "luck": luck})
        assert found["retries"] == [[30], [50], [], [85], []]
        assert found["after"]["Sayaka"]["servant"]["luck_uses"] == 1
    assert fight(LUCKY, first, Sayaka=numbers)["retries"] == [[]] * 5
    assert fight(LUCKY, first, Sayaka={**numbers, "luck": False})["retries"] == [[]] * 5
    poor = fight(None, first, Sayaka={**numbers, "luck": True})
    assert poor["retries"] == [[30], [], [], [], []]


def test_skill_count_by_name() -> None:
    """S-Q83: the judgments that are named, else the first in which the side could use it."""
    enforced = {"skill_count": "enforced"}
    named = {"skill_judgments": {"Storm Navigator": [1, 5]}}
    assert fight(options=enforced, Sayaka=named)["chances"] == [34, 86, 22, 86, 34]
    storm = {"name": "Storm", "rank": "D", "bonus": 12, "sides": "attack"}
    attacker = given(Sayaka={**SAYAKA, "servant": {**RIDER, "skills": [storm]}})
    assert fight(attacker, enforced)["chances"] == [34, 86, 34, 86, 22]


def test_the_switches_are_those_of_the_rulebook() -> None:
    lines = (Path(__file__).parent / "switches.txt").read_text(encoding="utf-8").splitlines()
    assert {option.name for option in OPTIONS.options} == {line.split()[0] for line in lines}


def test_the_chosen_values() -> None:
    values, problems = OPTIONS.read({"play_scene_limit": 5, "escape_cost": 1})
    assert not problems
    assert chosen(values).play_scene_limit.fixed == 5
    assert PLAIN["servant"]["attack"] == SABER["attack"] - 24
