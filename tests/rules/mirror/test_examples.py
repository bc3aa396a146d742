"""The worked examples of the ledger, M-E1 to M-E56, beside those that are conformance cases."""

import pytest

from .table import CASTER, PLAIN, battle, code, duel, number, scene, sheet, slots

GRAM = {"name": "Gram", "rank": "A", "attribute": "buster"}


def test_e3_lowest_body() -> None:
    body = sheet(stage=1)["body"]
    assert (body["normal"], body["guard"], body["max_hp"]) == (2, 1, 50)


def test_e5_draw() -> None:
    b = {**PLAIN, "strength": 9, "agility": 8}
    out = duel(PLAIN, {**b, "strength": "B", "agility": "C+"}, slots(["arts"], ["arts"]))
    assert out["servants"]["A"]["damage"][0] == out["servants"]["B"]["damage"][0] == [0] * 5


def test_e7_clash_in_slot_5_goes_on() -> None:
    declared = {
        "turn1": {"A": ["empty"] * 4 + ["guard"], "B": ["empty"] * 4 + ["guard"]},
        "turn2": {"A": ["quick"], "B": ["buster"]},
    }
    out = duel(PLAIN, {**PLAIN, "endurance": "C"}, declared)
    assert out["servants"]["A"]["damage"] == [[0] * 5, [6, 0, 0, 0, 0]]


@pytest.mark.parametrize(
    ("card", "user", "other"), [("arts", 29, 0), ("quick", 10, 74), ("buster", 10, 51)], ids=("a", "b", "c")
)
def test_e8_luck_attack(card: str, user: int, other: int) -> None:
    out = duel({**CASTER, "phantasms": [GRAM]}, {**CASTER, "luck": "B"}, slots(["Gram"], [f"{card} + luck"]))
    assert out["servants"]["A"]["damage"][0][0] == user
    assert out["servants"]["B"]["damage"][0][0] == other


def test_e10_e11_costs() -> None:
    assert number("phantasm_cost", rank="A", range="anti-unit") == 52
    assert number("phantasm_cost", rank="A", range="anti-army") == 130
    assert number("phantasm_cost", rank="EX", range="anti-army") == 200
    assert number("phantasm_power", rank="EX", range="anti-unit") == 120
    assert number("phantasm_cost", rank="A", range="anti-unit", less=20, nth=2) == 64
    assert number("phantasm_power", rank="A", range="anti-unit", less=38) == 2
    assert number("phantasm_power", rank="A", range="anti-unit", less=39)["code"] == "output_too_low"
    assert number("phantasm_cost", rank="A", range="anti-army", less=77) == 53


@pytest.mark.parametrize(("grade", "shares"), [(10, [1, 1, 1]), (8, [1, 0, 0]), (7, [0, 0, 0])])
def test_e13_lasting_damage(grade: int, shares: list[int]) -> None:
    poison = {**CASTER, "skills": [{"name": "Poison", "effects": [f"lasting_damage {grade} one"]}]}
    out = duel(poison, PLAIN, slots(["buster + Poison"], ["buster"]))
    assert out["servants"]["B"]["damage"][0][:3] == shares


def test_e13_both_resistances() -> None:
    poison = {**CASTER, "skills": [{"name": "Poison", "effects": ["lasting_damage 10 one"]}]}
    tough = {**PLAIN, "class": "archer", "skills": [{"name": "Mind", "effects": ["status_resistance 3"]}]}
    out = duel(poison, tough, slots(["buster + Poison"], ["buster"]))
    assert out["servants"]["B"]["damage"][0][:3] == [1, 1, 1]


def test_e17_independent_action() -> None:
    assert number("upkeep", extra=30, independent_action=7) == 10
    assert number("battle_mana", extra=30, independent_action=7) == 31
    assert number("upkeep", extra=10, independent_action=15) == 0


@pytest.mark.parametrize(("mp", "left", "state"), [(8, 0, "vanished"), (9, 1, "alive")])
def test_e18_recovery_at_the_edge(mp: int, left: int, state: str) -> None:
    a = {"endurance": "C", "magic": "D", "level": 3, "die": 5, "mp": mp}
    out = scene({"A": a}, {"A": {"region": "Docks", "action": "search"}})
    assert (out["teams"]["A"]["mp"], out["teams"]["A"]["state"]) == (left, state)


def test_e18_rest() -> None:
    a = {"endurance": "C", "magic": "D", "level": 3, "die": 5, "hp": 50, "mp": 20}
    out = scene({"A": a}, {"A": {"region": "Docks", "action": "rest"}})
    assert (out["teams"]["A"]["hp"], out["teams"]["A"]["mp"]) == (78, 20)


def test_e19_e20_concealment_and_strike() -> None:
    assert number("concealed", grade=13, enemy_total=120)
    assert not number("concealed", grade=13, enemy_total=121)
    assert number("concealed", grade=13, enemy_total=120, territory=13, searched=False)
    assert number("strike", grade=7, agility=5, undetected=True) == 6
    assert number("strike", grade=7, agility=5, undetected=True, attacking=False) == 4


def test_e25_penalties() -> None:
    assert number("penalties", count=9, **{"class": "archer"}) == ["warning"]
    assert number("penalties", count=10, **{"class": "archer"}) == ["warning", "known"]
    assert number("penalties", count=20, **{"class": "assassin"}) == ["warning", "known"]


@pytest.mark.parametrize(("agility", "damage"), [(6, 45), (8, 45), (9, 30)])
def test_e26_retreat(agility: int, damage: int) -> None:
    given = {"information": {"A": {"B": 3}}}
    out = duel(PLAIN, {**PLAIN, "agility": agility}, {"gap": {"B": {"then": "retreat"}}}, given)
    assert out["servants"]["B"]["retreat_damage"] == damage


def test_e27_ranks_down() -> None:
    assert [number("rank_down", rank=rank) for rank in ("EX", "A", "C", "D", "E")] == [15, 12, 6, 3, 1]
    assert [number("rank_down", rank=rank, table="phantasm") for rank in ("EX", "C", "E")] == [30, 12, 2]
    assert number("special_grade", rank="A", stage=3) == 12
    assert number("special_grade", rank="A") == 13


@pytest.mark.parametrize(
    ("action", "bases", "hp", "state"),
    [("rest", [], 0, "vanished"), ("rest", ["Docks"], 20, "alive"), ("eat", [], -10, "vanished")],
)
def test_e28_indomitable_is_due(action: str, bases: list[str], hp: int, state: str) -> None:
    a = {"endurance": "D+", "hp": -20, "bases": bases, "dying": "due"}
    out = scene({"A": a}, {"A": {"region": "Docks", "action": action}})
    assert (out["teams"]["A"]["hp"], out["teams"]["A"]["state"]) == (hp, state)


def test_e28_the_scene_of_the_fall_spares() -> None:
    out = scene({"A": {"endurance": "D+", "hp": -30, "dying": "new"}}, {"A": {"region": "Docks", "action": "search"}})
    assert (out["teams"]["A"]["hp"], out["teams"]["A"]["state"]) == (-20, "dying")


def test_e31_hostile_removal() -> None:
    rage = {**CASTER, "skills": [{"name": "Rage", "effects": ["attack_boost 6"]}]}
    strip = {**CASTER, "skills": [{"name": "Strip", "effects": ["status_removal 7 one"]}]}
    declared = {**slots(["buster + Rage"], ["quick"]), "reaction1": {"B": ["1: Strip > A"]}}
    out = duel(rage, strip, declared)
    assert out["servants"]["B"]["damage"][0][0] == 9
    assert out["servants"]["B"]["mp"] == 154 - 28 - 21
    grade7 = {**CASTER, "skills": [{"name": "Rage", "effects": ["attack_boost 7"]}]}
    out = duel(grade7, strip, declared)
    assert out["servants"]["B"]["damage"][0][0] == 13
    assert out["servants"]["B"]["mp"] == 154 - 28 - 21


def test_e33_taunt_and_anti_army() -> None:
    low = {**CASTER, "agility": "E++"}
    p = {**low, "skills": [{"name": "Taunt", "effects": ["taunt_self 5"]}]}
    r = {**PLAIN, "mana_points": 20, "phantasms": [{**GRAM, "range": "anti-army"}]}
    out = battle(
        {"P": p, "Q": low, "R": r},
        {"turn1": {"P": ["buster + Taunt"], "Q": ["buster"], "R": ["Gram"]}},
        {"sides": [["P", "Q"], ["R"]]},
    )
    assert [out["servants"][key]["damage"][0][0] for key in "PQ"] == [78 - 2 - 5, 78 - 2]


def test_e35_a_reduced_hit_keeps_the_use() -> None:
    """M-R11: the use of a turn goes as the steps come."""
    mage = {"type": "magic", "agility": "D", "magic": "E", "strength": "B"}
    out = duel(
        {**mage, "luck": "E"}, {**PLAIN, "agility": "C+"}, slots(["buster", "buster + luck"], ["quick", "quick"])
    )
    assert out["servants"]["B"]["damage"][0][:2] == [0, 0]


def test_e37_skill_costs() -> None:
    assert number("skill_cost", effects=["guard_reduction 6 all_enemies", "judgment_boost buster 4"]) == 22
    assert number("skill_cost", effects=["guard_reduction 6 all"]) == 24
    assert [number("skill_cost", effects=[f"attack_boost 7 {r}"]) for r in ("self", "one", "all_allies", "all")] == [
        21,
        28,
        35,
        42,
    ]


def test_e39_exactly_all_mana_is_deadly() -> None:
    a = {**CASTER, "mp": 88, "skills": [{"name": "F", "effects": ["judgment_boost arts 8"]}], "phantasms": [GRAM]}
    out = duel(a, CASTER, slots(["Gram", "empty", "arts + F"], []))
    assert (out["servants"]["A"]["mp"], out["servants"]["A"]["state"]) == (0, "vanished")
    indomitable = {**slots(["Gram", "empty", "arts + F"], []), "start": {"A": {"orders": ["indomitable"]}}}
    assert duel(a, CASTER, indomitable)["servants"]["A"]["state"] == "dying"


def test_e40_recovery_is_capped() -> None:
    b = {**CASTER, "skills": [{"name": "Heal", "effects": ["hp_recovery 5"]}], "hp": 178}
    out = duel(CASTER, b, {"after": {"B": {"skills": ["Heal"]}}})
    assert (out["servants"]["B"]["hp"], out["servants"]["B"]["mp"]) == (180, 154 - 28 - 10)


def test_e42_erasure() -> None:
    declared = {
        "P": {"region": "School", "action": "search", "orders": ["pursuit Q"]},
        "Q": {"region": "Docks", "action": "rest", "orders": ["erasure"]},
    }
    out = scene({"P": {}, "Q": {}}, declared)
    assert (out["teams"]["P"]["region"], out["teams"]["P"]["strokes"]) == ("School", 2)
    assert out["met"]["P"] == []


def test_e43_anti_army_in_a_melee() -> None:
    low = {**CASTER, "agility": "E++"}
    x = {**low, "mana_points": 20, "phantasms": [{**GRAM, "range": "anti-army"}]}
    out = battle({"X": x, "Y": low, "Z": low}, {"turn1": {"X": ["Gram"], "Y": ["empty"], "Z": ["buster"]}})
    assert [out["servants"][key]["damage"][0][0] for key in "XZ"] == [0, 76]


def test_e44_lasting_damage_over_the_turn_end() -> None:
    poison = {**CASTER, "skills": [{"name": "Poison", "effects": ["lasting_damage 10 one"]}]}
    laid = ["empty"] * 4
    out = duel(poison, CASTER, slots([*laid, "buster + Poison"], [*laid, "buster"]))
    assert out["servants"]["B"]["damage"] == [[0, 0, 0, 0, 4], [3, 3, 0, 0, 0]]


def test_e45_luck_does_not_save() -> None:
    out = duel(
        CASTER, {**CASTER, "luck": "E", "hp": 6}, {**slots(["buster"], ["quick"]), "start": {"B": {"luck": "subtract"}}}
    )
    assert (out["servants"]["B"]["hp"], out["servants"]["B"]["state"], out["turns"]) == (-1, "vanished", 1)


def test_e46_removal_of_a_shield() -> None:
    a = {**CASTER, "skills": [{"name": "Strip", "effects": ["status_removal 15 one"]}]}
    b = {**CASTER, "phantasms": [{"name": "Aias", "rank": "C", "use": "defence"}]}
    declared = {**slots(["buster"], ["Aias"]), "reaction1": {"A": ["1: Strip > B"]}}
    assert duel(a, b, declared)["servants"]["B"]["damage"][0][0] == 9
    weak = {**CASTER, "skills": [{"name": "Strip", "effects": ["status_removal 14 one"]}]}
    assert duel(weak, b, declared)["servants"]["B"]["damage"][0][0] == 0


def test_e47_three_way_retreat() -> None:
    servants = {
        "R": {**CASTER, "agility": 9},
        "S": CASTER,
        "T": {**CASTER, "agility": 10, "strength": 1},
    }
    out = battle(servants, {"gap": {"R": {"then": "retreat"}}})
    assert out["servants"]["R"]["retreat_damage"] == 26 + 30
    out = battle(servants, {"gap": {"R": {"then": "retreat"}, "T": {"then": "retreat"}}})
    assert out["servants"]["R"]["retreat_damage"] == 26
    assert out["turns"] == 1


def test_e48_card_boosts() -> None:
    rider = {**PLAIN, "class": "rider"}
    out = duel(rider, CASTER, slots(["quick + riding"], ["arts"]))
    assert out["servants"]["B"]["damage"][0][0] == 13 + 10 - 4
    assert out["servants"]["A"]["mp"] == 152 - 28 - 10


def test_e51_guard_boost() -> None:
    a = {**CASTER, "skills": [{"name": "Wall", "effects": ["guard_boost 15"]}]}
    out = duel(a, CASTER, slots(["quick + Wall", "quick", "quick"], ["buster", "buster", "buster"]))
    assert out["servants"]["A"]["damage"][0][:3] == [0, 3, 9]


def test_e55_rush_binds() -> None:
    declared = {"start": {"A": {"orders": ["rush"]}}, "gap": {"B": {"then": "retreat"}}}
    assert code(duel(CASTER, CASTER, declared)) == ("rush_holds", "M-11.12")
    stop = {"start": {"A": {"orders": ["rush"]}}, "gap": {"A": {"then": "stop"}, "B": {"then": "stop"}}}
    assert duel(CASTER, CASTER, stop)["turns"] == 1
    alone = {"start": {"A": {"orders": ["rush"]}}, "gap": {"B": {"then": "stop"}}}
    assert duel(CASTER, CASTER, alone)["turns"] == 2


def test_e56_critical_against_a_guard() -> None:
    a = {**CASTER, "luck": "D+"}
    out = duel(a, {**CASTER, "agility": "D++"}, slots(["buster + luck"], ["guard"]))
    assert out["servants"]["B"]["damage"][0][0] == 10
    wall = {**CASTER, "agility": "D++", "skills": [{"name": "W", "effects": ["judgment_boost guard 8"]}]}
    assert duel(a, wall, slots(["buster + luck"], ["guard + W"]))["servants"]["B"]["damage"][0][0] == 0


def test_a_joiner_lays_five_of_its_ten() -> None:
    given = {"joins": {"C": "set 1 turn 2"}}
    out = battle({"A": CASTER, "B": CASTER, "C": CASTER}, {"turn2": {"C": ["buster"], "A": ["quick"]}}, given)
    assert out["servants"]["C"]["damage"] == [[0] * 5]
    assert out["servants"]["A"]["damage"] == [[0] * 5, [9, 0, 0, 0, 0]]
    assert out["servants"]["C"]["mp"] == 154 - 28
    assert out["information"]["C"] == {"A": 2, "B": 2}


def test_who_joins_between_turns_declares_with_the_set() -> None:
    """M-Q73, M-9.3: luck and orders of the set, from before it enters."""
    given = {"joins": {"C": "set 1 turn 2"}}
    servants = {"A": CASTER, "B": CASTER, "C": {**CASTER, "luck": "B"}}
    declared = {
        "start": {"C": {"luck": "subtract", "orders": ["indomitable"]}},
        "turn2": {"A": ["quick"], "C": ["arts"]},
    }
    out = battle(servants, declared, given)["servants"]["C"]
    assert (out["damage"], out["luck_back"], out["strokes"]) == ([[9, 0, 0, 0, 0]], 9, 2)


def test_an_assassin_that_joins_strikes_as_it_enters() -> None:
    """M-Q17, M-4.14: at the start of a set or between its turns, and only then."""
    servants = {"A": CASTER, "B": CASTER, "C": {**PLAIN, "class": "assassin"}}
    goes_on = {"after": {key: {"continue": True} for key in servants}}
    second = {"sets": [goes_on, {"start": {"C": {"strike": "A"}}}, {}]}
    out = battle(servants, second, {"joins": {"C": "set 2"}})["servants"]
    assert (out["A"]["strike_damage"], out["A"]["hp"]) == (4, 180 - 4)
    between = {"start": {"C": {"strike": "B"}}}
    out = battle(servants, between, {"joins": {"C": "set 1 turn 2"}})["servants"]
    assert (out["A"]["strike_damage"], out["B"]["strike_damage"]) == (0, 4)
