"""What happens in a battle next to a bound, or where two rules meet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from grailkeeper.rules.mirror.battle.laying import healing
from grailkeeper.rules.mirror.facts import BattleEnded, ConditionChanged, SkillPaid, TurnKept
from grailkeeper.rules.mirror.state import StatusKind

from .table import CASTER, PLAIN, battle, duel, facts, slots
from .test_checks import AFTER, BATTLE_MANA, TURN, caster, problems, said
from .twins import duel as in_battle

LANCER = {**PLAIN, "class": "lancer"}


def skilled(servant: Mapping[str, Any], *effects: str, name: str = "S", **more: Any) -> dict[str, Any]:
    return {**servant, "skills": [{"name": name, "effects": list(effects)}], **more}


def kept(servants: Mapping[str, Any], turn: Mapping[str, Sequence[str]], **given: Any) -> Mapping[str, Any]:
    """The statuses that fighters bear after a first turn, by team: kind and points."""
    empty: Mapping[str, Sequence[str]] = dict.fromkeys(servants, ())
    told, _ = facts("battle", {"servants": servants, **given}, {"turn1": {**empty, **turn}})
    first = next(fact for fact in told if isinstance(fact, TurnKept))
    return {key: [(each.kind, each.points) for each in one.statuses] for key, one in first.fighters.items()}


def lost(outcome: Mapping[str, Any], key: str = "B", turn: int = 0) -> list[int]:
    found: list[int] = outcome["servants"][key]["damage"][turn]
    return found


def test_a_card_has_no_output_to_be_reduced() -> None:
    """M-6.8."""
    (problem,) = problems(in_battle(), "a", {"slots": [{"card": "buster", "less": 2}]}, TURN)
    assert (problem.code, problem.values["given"], problem.values["most"]) == ("output_fixed", 2, 0)


def test_a_removal_before_one_foe_needs_no_name() -> None:
    """M-5.4, M-R15."""
    lift = {"name": "Lift", "effects": ["status_removal 7 one", "guard_boost 2"]}
    order = {"slots": [{"card": "buster", "supports": [{"name": "Lift"}]}]}
    assert said(in_battle(a={"skills": [lift]}), "a", order) == []


def test_what_heals_after_a_set_is_paid_to_the_last_point() -> None:
    """M-9.8, M-9.5: it costs ten, and there are nine."""
    balm = {"name": "Balm", "effects": ["hp_recovery 5"]}
    state = in_battle(a={"skills": [balm], "mp": BATTLE_MANA + 9})
    assert [each.code for each in problems(state, "a", {"skills": ["Balm"]}, AFTER)] == ["not_enough_mana"]


def test_what_heals_after_a_set_is_paid_from_the_store_first() -> None:
    """M-4.18, M-5.13: ten, of which six are stored beyond what the battle took."""
    balm = {"name": "Balm", "effects": ["hp_recovery 5"]}
    caster = {**CASTER, "skills": [balm], "hp": 50, "mp": 20}
    given = {"servants": {"A": caster, "B": PLAIN}, "territory": {"A": BATTLE_MANA + 6}}
    nothing: dict[str, Any] = {"A": [], "B": []}
    told, _ = facts("battle", given, {"turn1": nothing, "turn2": nothing, "after": {"A": {"skills": ["Balm"]}}})
    (paid,) = [fact for fact in told if isinstance(fact, SkillPaid)]
    assert (paid.cost.value, paid.mp, paid.store) == (10, 20 - 4, 0)


def test_nobody_is_healed_above_the_most_there_is() -> None:
    """M-5.13, M-Q19."""
    assert [healing(3, hp, 9, "S").value for hp in (5, 7, 9, 11)] == [3, 2, 0, 0]


def test_of_two_lost_judgments_the_dearer_is_evaded() -> None:
    """M-4.7, M-Q14."""
    strong = {**CASTER, "strength": "A+", "agility": "A"}
    servants = {"A": LANCER, "B": CASTER, "C": strong}
    turn = {"A": ["quick + evasion"], "B": ["buster"], "C": ["buster"]}
    both = battle(servants, {"turn1": {**turn, "A": ["quick"]}}, {"sides": [["A"], ["B", "C"]]})
    alone = battle(servants, {"turn1": {**turn, "C": []}}, {"sides": [["A"], ["B", "C"]]})
    evaded = battle(servants, {"turn1": turn}, {"sides": [["A"], ["B", "C"]]})
    weaker = battle(servants, {"turn1": {**turn, "A": ["quick"], "C": []}}, {"sides": [["A"], ["B", "C"]]})
    assert lost(alone, "A")[0] == 0 < lost(evaded, "A")[0] == lost(weaker, "A")[0] < lost(both, "A")[0]


@pytest.mark.parametrize(
    ("effect", "resisted", "left"),
    [
        ("lasting_damage 10 one", (), 2),
        ("lasting_damage 7 one", (), None),
        ("guard_reduction 9 one", (), 2),
        ("guard_reduction 7 one", (), None),
        ("guard_reduction 3 one", (), None),
        ("guard_reduction 12 one", (4,), 1),
        ("guard_reduction 3 one", (4,), None),
    ],
)
def test_what_is_left_of_a_status_that_is_resisted(effect: str, resisted: Sequence[int], left: int | None) -> None:
    """M-5.16, M-5.17, M-4.3: a saber resists with seven; of lasting damage a third has been done by the end."""
    own = [{"name": "R", "effects": [f"status_resistance {grade}"]} for grade in resisted]
    servants = {"A": skilled(CASTER, effect), "B": {**PLAIN, "skills": own}}
    turn = {"A": ["empty"] * 4 + ["empty + S"], "B": ["empty"] * 4 + ["empty + R" if own else "empty"]}
    kind = StatusKind.LASTING if effect.startswith("lasting") else StatusKind.EXPOSED
    found = [points for each, points in kept(servants, turn)["B"] if each is kind]
    assert found == ([] if left is None else [left])


def test_a_status_that_cannot_touch_leaves_the_resistance_for_the_next() -> None:
    """M-5.17, M-4.3, M-Q64: lasting damage of seven does not use up what is for one status a turn."""
    curses = [{"name": "S", "effects": ["lasting_damage 7 one"]}, {"name": "T", "effects": ["guard_reduction 9 one"]}]
    servants = {"A": {**CASTER, "skills": curses}, "B": PLAIN}
    turn = {"A": ["empty"] * 3 + ["empty + S", "empty + T"]}
    assert kept(servants, turn)["B"] == [(StatusKind.EXPOSED, 2)]


def test_a_special_effect_on_its_own_judgment_raises_it() -> None:
    """M-6.9, M-Q101: half of the grade."""
    plain = {"name": "Gram", "rank": "C", "attribute": "buster"}
    turn = slots(["Gram"], ["empty"])
    before, bane, boost = (
        lost(duel({**CASTER, "phantasms": [{**plain, **more}]}, CASTER, turn))[0]
        for more in ({}, {"special": "bane caster"}, {"special": "judgment_boost buster"})
    )
    assert before < boost < bane


@pytest.mark.parametrize(("reach", "touched"), [("anti-unit", [True, False]), ("anti-army", [True, True])])
def test_a_hostile_special_effect_follows_the_aim_of_its_phantasm(reach: str, touched: list[bool]) -> None:
    """M-Q25, M-R4."""
    gram = {"name": "Gram", "rank": "C", "attribute": "buster", "range": reach, "special": "lasting_damage"}
    servants = {"A": {**CASTER, "phantasms": [gram]}, "B": CASTER, "C": CASTER}
    aim = "Gram > B" if reach == "anti-unit" else "Gram"
    turn = {"A": ["empty"] * 4 + [aim], "B": [], "C": []}
    found = kept(servants, turn, sides=[["A"], ["B", "C"]])
    assert [any(kind is StatusKind.LASTING for kind, _ in found[key]) for key in "BC"] == touched


def test_a_guard_is_lowered_to_nothing_and_no_further() -> None:
    """M-9.15."""
    servants = (skilled(CASTER, "guard_reduction 15 one"), CASTER)
    open_ = duel(*servants, slots(["empty + S", "buster"], ["empty", "empty"]), exposed_mode="lower_guard")
    guarded = duel(*servants, slots(["empty + S", "buster"], ["empty", "guard"]), exposed_mode="lower_guard")
    assert lost(guarded)[1] == lost(open_)[1] > 0


def test_an_escape_puts_no_dying_off() -> None:
    """M-11.13, M-11.9, M-Q55: its deadline is the end of this scene, and it stays so."""
    due = {**PLAIN, "hp": -5, "dying": "due"}
    told, _ = facts("battle", {"servants": {"A": PLAIN, "B": due}}, {"start": {"B": {"orders": ["escape"]}}})
    assert BattleEnded in map(type, told) and ConditionChanged not in map(type, told)


def test_a_word_of_the_house_means_the_card_whatever_a_phantasm_is_called() -> None:
    """M-9.4."""
    buster, gram = (
        duel({**CASTER, "phantasms": [{"name": name, "rank": "A", "attribute": "buster"}]}, CASTER, slots([laid], []))
        for name, laid in (("buster", "buster"), ("Gram", "Gram"))
    )
    assert lost(buster)[0] == lost(duel(CASTER, CASTER, slots(["buster"], [])))[0] < lost(gram)[0]


@pytest.mark.parametrize(("store", "codes"), [(0, []), (-1, ["bad_number"])])
def test_nothing_may_be_taken_from_a_store_and_no_less(store: int, codes: list[str]) -> None:
    """M-R13."""
    order = {"slots": [{"card": "buster"}], "store": store}
    assert said(caster("Docks", BATTLE_MANA), "b", order) == codes


@pytest.mark.parametrize("resists", [PLAIN, skilled(CASTER, "status_resistance 4", name="R")])
def test_a_status_that_is_resisted_wholly_changes_no_hit_either(resists: Mapping[str, Any]) -> None:
    """M-5.16, M-5.17, M-4.3: three against the seven of a saber, or against a resistance of four."""
    curse = skilled(CASTER, "guard_reduction 3 one")
    own = "empty + R" if "skills" in resists else "empty"
    cursed, plain = (duel(curse, resists, slots([card], [own])) for card in ("buster + S", "buster"))
    assert lost(cursed) == lost(plain) and lost(plain)[0] > 0


def test_the_dearer_of_two_is_so_after_the_critical() -> None:
    """M-Q14, M-3.14, M-8.15: luck makes the weaker of the two the dearer."""
    strong, lucky = {**CASTER, "strength": "A"}, {**CASTER, "luck": "A"}
    servants = {"A": LANCER, "B": strong, "C": lucky}
    sides = {"sides": [["A"], ["B", "C"]]}

    def hit(a: str, b: str, c: str) -> int:
        return lost(battle(servants, {"turn1": {"A": [a], "B": [b], "C": [c]}}, sides), "A")[0]

    from_b, from_c = hit("empty", "buster", "empty"), hit("empty", "empty", "buster + luck")
    assert hit("empty", "empty", "buster") < from_b < from_c
    assert hit("empty + evasion", "buster", "buster + luck") == from_b


def test_luck_against_a_phantasm_is_no_lost_judgment_to_evade() -> None:
    """M-3.15, M-8.14, M-4.7: what is kept evades the next."""
    a = {**LANCER, "phantasms": [{"name": "Gae", "rank": "C", "attribute": "buster"}]}
    b = {**CASTER, "luck": "A"}
    laid = slots(["Gae + evasion", "empty"], ["quick + luck", "buster"])
    assert lost(duel(a, b, laid), "A")[:2] == [lost(duel(a, b, slots(["Gae"], ["quick + luck"])), "A")[0], 0]
    assert lost(duel(a, b, laid), "A")[0] > 0


def test_luck_against_a_phantasm_is_drawn_by_whoever_taunts() -> None:
    """M-3.15, M-9.19: it is no area."""
    a = {**CASTER, "phantasms": [{"name": "Gae", "rank": "C", "attribute": "buster"}]}
    servants = {"A": a, "B": {**CASTER, "luck": "A"}, "C": skilled(CASTER, "taunt_self 3", name="T")}
    sides = {"sides": [["A", "C"], ["B"]]}
    turn = {"A": ["Gae"], "B": ["quick + luck"]}
    alone = battle(servants, {"turn1": turn}, sides)
    drawn = battle(servants, {"turn1": {**turn, "C": ["empty + T"]}}, sides)
    assert lost(alone, "A")[0] > 0 == lost(drawn, "A")[0]


@pytest.mark.parametrize(("allies", "named", "drawn"), [("C", "", "C"), ("CD", " > D", "D"), ("CD", " > C", "C")])
def test_an_ally_taunts_by_name_and_without_one_where_it_is_the_only_one(allies: str, named: str, drawn: str) -> None:
    """M-5.14, M-R15."""
    servants = {"A": skilled(CASTER, "taunt_ally 3", name="T"), "B": CASTER} | dict.fromkeys(allies, CASTER)
    declared = {"turn1": {"A": [f"empty + T{named}"], "B": ["buster > A"]}}
    out = battle(servants, declared, {"sides": [["A", *allies], ["B"]]})
    assert [key for key in f"A{allies}" if lost(out, key)[0]] == [drawn]
