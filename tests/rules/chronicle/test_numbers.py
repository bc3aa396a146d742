"""Numbers and sheets: the ledger's examples, and what must hold for all of them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.working import fold
from grailkeeper.rules.chronicle import magecraft, prices
from grailkeeper.rules.chronicle.cards import GRADED, Bare, Card, bare
from grailkeeper.rules.chronicle.options import Options
from grailkeeper.rules.chronicle.people import Pool

from .table import case, number

grades, small = st.integers(1, 8), st.integers(0, 6)


# C-21: cells


@given(grades, st.integers(0, 6), st.integers(-20, 20), small, small)
def test_cells_hold_what_is_put_into_them(grade: int, chants: int, net: int, special: int, resistance: int) -> None:
    total = magecraft.total_grade(grade, chants)
    special = min(special, total - 1)
    cells = magecraft.cells(grade, chants, net, special)
    assert (cells.grade, cells.special_grades) == (total - special, special)
    plain = magecraft.cells(grade, chants, 0, special)
    assert cells.power == max(0, plain.power + net)
    assert plain.power == total - special + magecraft.extra_chants(chants)
    left = cells.resisted(resistance)
    assert left.grade == max(0, cells.grade - resistance)
    assert left.units == cells.units[: left.grade]


@given(grades, st.integers(0, 6))
def test_units_differ_by_one_at_most(grade: int, chants: int) -> None:
    """C-Q73: they go round."""
    for net in (-1, 0, 3):
        units = magecraft.cells(grade, chants, net, 0).units
        assert max(units) - min(units) <= 2


def test_special_grades_go_round() -> None:
    """C-Q73, C-E35."""
    assert magecraft.cells(5, 1, 0, 3).special == (2, 1)
    found = number("spell", grade=5, special=1, resistance="D")
    assert (found["power_left"], found["special_left"]) == (2, 1)


def test_costs_and_slots() -> None:
    """C-23.19, C-E36."""
    for chants, cost, slots in ((0, 5, 1), (1, 10, 2), (3, 14, 4), (4, 16, 5)):
        found = number("spell", grade=5, chants=chants)
        assert (found["cost"], found["slots"]) == (cost, slots)
    assert number("spell", grade=4, chants=0)["points"] == 4


def test_resistances() -> None:
    """C-E35."""
    spells: dict[str, dict[str, Any]] = {
        "affinity": {"grade": 7},
        "great": {"grade": 5, "chants": 3},
        "reinforced": {"grade": 5, "reinforcement": 2},
        "cursed": {"grade": 5, "curse": 2},
    }
    expected = {"affinity": (5, 3, 2), "great": (7, 5, 4), "reinforced": (3, 1, 0), "cursed": (3, 1, 0)}
    for name, spell in spells.items():
        left = tuple(number("spell", **spell, resistance=rank)["power_left"] for rank in ("D", "B", "A"))
        assert left == expected[name], name


def test_limits() -> None:
    """C-Q74."""
    assert [number("spell_limit", circuit=quality, grade=5)["limit"] for quality in "CBA"] == [6, 7, 8]
    assert number("spell_limit", grade=9)["extra_chants"] == 0


# C-11.16


def test_the_affinity_table() -> None:
    columns = [*GRADED[:3], *GRADED[5:], Card.CRITICAL, Card.NOBLE_PHANTASM, Card.GUARD, Card.WAIT]
    sign = {Bare.WIN: "W", Bare.LOSS: "L", Bare.EQUAL: "=", Bare.BOTH: "B", Bare.NONE: "0"}
    assert [sign[bare(Card.CHARGE, column)] for column in columns] == list("LWW======LLWW")
    assert [sign[bare(Card.STRIKE, column)] for column in columns] == list("=LWWLLWLLLLWW")
    assert [sign[bare(Card.CRITICAL, column)] for column in columns] == list("WWWWWWWWW=BWW")
    assert [sign[bare(Card.NOBLE_PHANTASM, column)] for column in columns] == list("WWWWWWWWWBBWW")
    assert [sign[bare(Card.GUARD, column)] for column in columns] == list("LLLLLLLLLLL00")


@given(st.sampled_from(list(Card)), st.sampled_from(list(Card)))
def test_what_wins_is_what_the_other_loses(one: Card, other: Card) -> None:
    mirrored = {Bare.WIN: Bare.LOSS, Bare.LOSS: Bare.WIN}
    assert bare(other, one) is mirrored.get(bare(one, other), bare(one, other))


# C-13, C-19


def test_guards() -> None:
    """C-E30, C-13.6, C-Q86."""
    hit = {"type": "normal", "health": 5, "luck": 2}
    assert number("guard", endurance="C", hit=hit)["health"] == 2
    assert number("guard", endurance="C", plus=True, hit={"type": "normal", "health": 7})["health"] == 1
    assert number("guard", endurance="C", hit={"type": "magecraft", "mana": 4, "unit": 1})["mana"] == 1


def test_covering() -> None:
    """C-E29."""
    hits = [
        {"name": "ally", "step": 3, "size": 4, "covered_front": True},
        {"name": "self", "step": 1, "size": 5},
        {"name": "master", "step": 0, "size": 4},
    ]
    found = number("guard_order", endurance="C", hits=hits)
    assert found == {"taken": {"self": 2, "master": 1}, "not_guarded": ["ally"]}


@given(
    st.lists(st.integers(0, 30), min_size=3, max_size=3), st.sampled_from(["none", "able", "fallen"]), st.integers(0, 3)
)
def test_fate_never_makes_a_retreat_worse(cards: list[int], fate: str, points: int) -> None:
    inputs: dict[str, Any] = {"who": "servant", "max_health": 50, "cards": cards}
    plain = number("retreat", **inputs)
    with_fate = number("retreat", **inputs, fate=fate, fate_points=points)
    assert with_fate["damage"] <= plain["damage"] == sum(cards)
    assert with_fate["ignored"] <= (3 if fate == "able" else 2)
    assert with_fate["success"] == (with_fate["damage"] < 25)


# C-2, C-6, C-7, C-9, C-23


def test_prices() -> None:
    """C-E5, C-E13."""
    assert number("base_price", mana=6) == {"paid": 5, "mana": 1}
    assert number("base_price", mana=16, base_elsewhere=True) == {"paid": 15, "mana": 1}
    assert number("base_price", mana=0, territory=True) == {"paid": 0, "mana": 0}
    assert number("code_price", grade=3) == {"funds": 6}
    assert number("code_price", price=6, crafted=True) == {"funds": 3}


def test_upkeep() -> None:
    """C-7.9, C-23.6, C-Q30."""
    active = [True, False, True]
    assert number("upkeep", active=active)["payments"] == [5, 0, 5]
    assert number("upkeep", bought=3, active=active)["payments"] == [20, 0, 20]
    mad: dict[str, Any] = {"class": "berserker"}
    assert number("upkeep", **mad, active=active)["payments"] == [5, 0, 6]
    assert number("upkeep", independent_action="A", active=active)["payments"] == [0, 0, 0]


def test_loot_without_a_split_fills_the_servant_first() -> None:
    assert number("loot", stored=12, servant=[40, 45], master=[38, 40]) == {
        "servant": 45, "master": 40, "lost": 5, "merit": 1,
    }  # fmt: skip


def test_information_and_exposure() -> None:
    """C-23.10, C-23.14."""
    assert number("information", encounter=1, legend=1)["known"] == ["appearance", "class"]
    assert number("information", encounter=6)["known"] == ["appearance", "class", "true_name"]
    answers = {4: None, 5: "warning", 10: "extra_encounter", 15: "public", 20: "subjugation"}
    assert {souls: number("exposure", souls=souls)["overseer"] for souls in answers} == answers


def test_the_end_of_a_war() -> None:
    """C-23.16."""
    red = {"name": "red", "master": True, "servant": True}
    blue = {"name": "blue", "master": True, "servant": False}
    assert number("campaign_end", scene=3, teams=[red, blue]) == {"ended": True, "winners": ["red"]}
    whole = [red, {**blue, "servant": True}]
    assert number("campaign_end", scene=19, teams=whole) == {"ended": False, "winners": []}
    assert number("campaign_end", scene=20, teams=whole) == {"ended": True, "winners": ["red", "blue"]}
    assert number("campaign_end", scene=5, scene_limit=5, teams=[{**red, "strokes": 1}, whole[1]])["winners"] == [
        "blue"
    ]


def test_mana() -> None:
    """C-E16, C-E41, C-E53."""
    assert number("mana_charge", max_mana=45, mana=20)["mana"] == 65
    assert number("mana_floor", max_mana=45, mana=-30, payment=15) == {"mana": -45, "lost": 0, "paid": True}
    assert number("mana_floor", max_mana=45, mana=-40, payment=15)["paid"] is False


def test_shares_are_exact() -> None:
    """C-10.7."""
    assert number("share", sides={"a": [1, 3], "b": [333333, 1000000]})["winner"] == "b"
    assert number("share", sides={"a": [0, 0], "b": [0, 45]})["winner"] is None
    assert number("share", sides={"a": [-3, 40], "b": [1, 45]}, melee=True)["winner"] == "b", "C-Q38"
    assert number("share", sides={"a": [-3, 40], "b": [0, 45]}, melee=True)["winner"] is None


def test_several_formulas_may_have_inputs_in_common() -> None:
    each = {"near": {"to": "front"}, "far": {"to": "back"}, "weak": {"to": "back", "grade": "E"}}
    found = case("number", {"formula": "distance", "from": "front", "grade": "A", "each": each})
    assert {name: result["damage"] for name, result in found.items()} == {"near": 5, "far": 4, "weak": 0}


def test_an_unknown_formula() -> None:
    assert number("luck")["refused"]["code"] == "unknown_formula"


@given(st.integers(0, 3), st.booleans(), st.integers(0, 9), st.integers(0, 6))
def test_workings_lead_to_their_values(bought: int, chosen: bool, before: int, independent: int) -> None:
    first = prices.first_upkeep(bought, chosen)
    workings = [first, prices.upkeep(first, chosen, before, independent), prices.base_price(chosen, Options())]
    workings += [magecraft.cost(1 + bought, before, Options())]
    assert all(fold(working.terms) == working.value >= 0 for working in workings)


# Sheets


def test_a_caster() -> None:
    """C-23.4, C-23.5, C-7.3."""
    sheet = {
        "class": "caster", "strength": "E", "endurance": "E", "agility": "C", "magic": "A", "luck": "A",
        "skills": {"territory_creation": "B", "magecraft": "C"},
    }  # fmt: skip
    found = case("sheet", {"servant": sheet})
    assert (found["max_health"], found["max_mana"], found["spell_grade"]) == (35, 55, 5)
    assert found["noble_phantasm_cost"] is None
    assert "noble_phantasm" not in found["cards"]


def test_a_lancer_throws_without_saying_so() -> None:
    """C-23.4: each class skill begins at grade 1."""
    assert case("sheet", {"servant": {"class": "lancer"}})["cards"]["throw"] == 1


def test_a_berserker() -> None:
    """C-7.10, C-23.3."""
    sheet = {"class": "berserker", "chosen_berserker": True, "bought": 2, "skills": {"brawl": "C"}}
    found = case(
        "sheet", {"servant": {**sheet, "strength": "A", "noble_phantasm": {"grade": "C", "range": "anti_army"}}}
    )
    assert (found["upkeep"], found["noble_phantasm_cost"], found["spell_grade"]) == (20, 24, 0)


def test_a_master_by_the_circuit() -> None:
    """C-21.10, C-23.19."""
    found = case("sheet", {"master": {"magic": 5, "combat": 1, "circuit": "C", "affinity": "curse"}})
    assert (found["spell_grade"]["curse"], found["spell_limit"]) == (
        6,
        {"attack": 6, "defence": 6, "healing": 6, "reinforcement": 6, "curse": 7},
    )
    assert found["cards"] == {"strike": 1, "counter": 1, "rush": 1, "guard": 1}


# Health and mana


@pytest.mark.parametrize(
    ("now", "room", "over", "spare"),
    [(-3, 13, 0, 0), (0, 10, 0, 0), (1, 9, 0, 0), (2, 8, 0, 1), (10, 0, 0, 9), (11, 0, 1, 10), (14, 0, 4, 13)],
)
def test_a_pool_of_ten(now: int, room: int, over: int, spare: int) -> None:
    """C-Q1, C-Q2: what it takes, what is above it, and what may go so that one stays."""
    pool = Pool(now, 10)
    assert (pool.room, pool.over, pool.spare) == (room, over, spare)
