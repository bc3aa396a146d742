"""Corners of a battle: who is named, who is covered, what lasts how long, and who sees what luck was made of."""

from __future__ import annotations

from typing import Any

from grailkeeper.rules.mirror import facts as f

from .table import CASTER, PLAIN, battle, code, duel, facts, number, scene, slots

AIAS = {"name": "Aias", "rank": "C", "use": "defence"}
"""42 points."""


def told(servants: dict[str, Any], declared: dict[str, Any], **given: Any) -> list[Any]:
    """The facts of one set; turns that are not declared are empty."""
    empty: dict[str, Any] = {key: [] for key in servants}
    turns = {turn: empty | declared.get(turn, {}) for turn in ("turn1", "turn2")}
    return facts("battle", {"servants": servants, **given}, {"sets": [{**declared, **turns}]})[0]


def resolved(facts_of_it: list[Any]) -> f.TurnResolved:
    """The first turn."""
    return next(fact for fact in facts_of_it if isinstance(fact, f.TurnResolved))


def skill(*effects: str, name: str = "S") -> dict[str, Any]:
    return {"name": name, "effects": list(effects)}


def test_m_11_12_of_two_who_rush_the_first_in_seat_order_is_named() -> None:
    rush = {"orders": ["rush"]}
    melee = told(dict.fromkeys("ABC", CASTER), {"gap": {"A": {"then": "retreat"}, "B": rush, "C": rush}})
    (problem,) = (fact.problem for fact in melee if isinstance(fact, f.OrderFailed))
    assert (problem.code, problem.values["foe"]) == ("rush_holds", "B")


def test_m_q55_only_who_is_dying_leaves_with_the_set() -> None:
    servants = {"A": {**CASTER, "phantasms": [{**AIAS, "name": "Gram", "use": "attack", "attribute": "buster"}]}}
    stands = {"start": {"B": {"orders": ["indomitable"]}}, "after": {key: {"continue": True} for key in "AB"}}
    for hp, sets in ((150, 2), (20, 1)):
        out = battle(
            {**servants, "B": {**CASTER, "hp": hp}}, {"sets": [{**stands, "turn1": {"A": ["Gram"], "B": []}}, {}]}
        )
        assert (out["sets"], out["servants"]["B"]["state"]) == (sets, "alive" if sets == 2 else "dying")


def test_m_8_16_of_two_pools_that_end_together_the_older_is_used_first() -> None:
    both = {**CASTER, "skills": [skill("guard_boost 6"), skill("guard_boost 5", name="T")]}
    made = told({"A": both, "B": CASTER}, slots(["quick + S + T"], ["buster"]))
    (mine,) = (fact for fact in made if isinstance(fact, f.TurnReckoned) and fact.team == "A" and fact.turn == 1)
    assert [(pool.source, pool.points) for pool in mine.pools[0]] == [("T", 2)]
    (turn,) = (fact for fact in made if isinstance(fact, f.TurnResolved) and fact.turn == 1)
    (hit,) = turn.slots[0].hits
    assert hit.damage.value == 0


def test_m_6_3_an_army_s_shield_covers_allies_and_a_unit_s_does_not() -> None:
    for reach, lost in (("anti-army", 0), ("anti-unit", 9)):
        servants = {"A": {**CASTER, "phantasms": [{**AIAS, "range": reach}]}, "B": CASTER, "C": CASTER}
        laid = {"A": ["Aias"], "B": ["quick"], "C": ["buster"]}
        out = battle(servants, {"turn1": laid}, {"sides": [["A", "B"], ["C"]]})
        assert out["servants"]["B"]["damage"][0][0] == lost


def test_m_6_3_a_release_on_one_hits_whom_it_names() -> None:
    gram = {**CASTER, "phantasms": [{"name": "Gram", "rank": "A", "attribute": "buster"}]}
    for named in "BC":
        turn = resolved(told({"A": gram, "B": CASTER, "C": CASTER}, {"turn1": {"A": [f"Gram > {named}"]}}))
        assert [hit.victim for hit in turn.slots[0].hits] == [named]


def test_m_5_14_what_a_taunt_guards_is_over_with_its_judgment() -> None:
    taunts = {**CASTER, "skills": [skill("taunt_self 5")]}
    for hit_in, lost in ((0, [4, 0]), (1, [0, 9])):
        theirs = ["empty", "empty"]
        theirs[hit_in] = "buster"
        out = duel(taunts, CASTER, slots(["quick + S", "quick"], theirs))
        assert out["servants"]["A"]["damage"][0][:2] == lost


def test_m_5_14_a_taunt_draws_what_is_aimed_at_allies_for_two_judgments() -> None:
    servants = {"A": {**CASTER, "skills": [skill("taunt_self 5")]}, "B": CASTER, "C": CASTER}
    laid = {"A": ["empty + S"], "C": ["buster"] * 3}
    turn = resolved(told(servants, {"turn1": laid}, sides=[["A", "B"], ["C"]]))
    assert [[hit.victim for hit in slot.hits] for slot in turn.slots[:3]] == [["A", "A"], ["A", "A"], ["A", "B"]]


def test_m_3_12_whose_luck_is_added_sees_its_grade_and_nobody_else() -> None:
    added = told(
        {"A": {**PLAIN, "luck": "C"}, "B": CASTER},
        {"start": {"A": {"luck": "add"}}, **slots(["buster"], ["quick"])},
    )
    (luck,) = (fact for fact in added if isinstance(fact, f.LuckAdded))
    assert (luck.damage.value, luck.damage.terms[0].seen_by) == (14, ("A",))
    assert luck.damage.open_to == ("A",)


def test_m_8_10_the_higher_of_two_guards_wins_the_slot() -> None:
    strong = {**CASTER, "endurance": "A"}
    for one, other, outcome in ((strong, CASTER, f.Outcome.FIRST), (CASTER, strong, f.Outcome.SECOND)):
        (clash,) = resolved(told({"A": one, "B": other}, slots(["guard"], ["guard"]))).slots[0].clashes
        assert clash.outcome is outcome


def test_m_4_7_an_evasion_is_for_one_lost_judgment_of_its_slot_or_the_next() -> None:
    lancer = {**PLAIN, "class": "lancer"}
    for cards, evaded in (
        (["buster", "buster"], [True, False]),
        (["empty", "buster"], [True]),
        (["empty", "empty", "buster"], [False]),
    ):
        turn = resolved(told({"A": lancer, "B": CASTER}, slots(["empty + evasion"], cards)))
        assert [hit.evaded for slot in turn.slots for hit in slot.hits] == evaded


def test_m_3_16_what_luck_takes_off_a_release_says_so() -> None:
    """M-8.9: and what a guard takes off a card, too."""
    gram = {**CASTER, "phantasms": [{"name": "Gram", "rank": "A", "attribute": "buster"}]}
    weak = {**CASTER, "endurance": "E"}
    for card, guard, clause in (("Gram", "guard + luck", "M-3.16"), ("buster", "guard", "M-8.9")):
        (hit,) = resolved(told({"A": gram, "B": weak}, slots([card], [guard]))).slots[0].hits
        assert [term.clause for term in hit.damage.terms][1] == clause


def test_m_6_9_points_of_a_special_effect_stand_beside_the_shield_s_own() -> None:
    tin = {**AIAS, "rank": "E"}
    for special, lost in (("guard_boost", 2), ("taunt_self", 2), ("ward physical", 1), ("ward magic", 3)):
        out = duel({**CASTER, "phantasms": [{**tin, "special": special}]}, CASTER, slots(["Aias"], ["buster"]))
        assert out["servants"]["A"]["damage"][0][0] == lost, special


def test_m_q48_a_name_is_told_as_it_is_written_and_stands_for_nothing_else() -> None:
    odd = "clash @ #1"
    mends = {**CASTER, "hp": 100, "skills": [skill("hp_recovery 2", "guard_boost 3", "status_removal 9", name=odd)]}
    made = told({"A": mends, "B": CASTER}, slots([f"quick + {odd}"], []))
    (mine,) = (fact for fact in made if isinstance(fact, f.TurnReckoned) and fact.team == "A" and fact.turn == 1)
    assert [heal.amount.terms[0].source for heal in mine.heals] == [odd]
    assert [pool.source for pool in mine.pools[0]] == [odd]
    assert [status.kind for status in mine.statuses] == []


def test_m_9_15_a_lowered_guard_is_lowered_with_all_that_raises_it() -> None:
    lowers = {**CASTER, "skills": [skill("guard_reduction 12 one")]}
    known = {"information": {"B": {"A": 3}}}
    out = duel(lowers, CASTER, slots(["buster + S"], ["guard"]), known, exposed_mode="lower_guard")
    assert out["servants"]["B"]["damage"][0][0] == 9


def test_m_r15_an_ally_named_is_meant_by_the_helpful_part_and_the_only_foe_by_the_other() -> None:
    for helps in ("guard_boost 4 one", "taunt_ally 4"):
        servants = {"A": {**CASTER, "skills": [skill("lasting_damage 3 one", helps)]}, "B": CASTER, "C": CASTER}
        sides = {"sides": [["A", "B"], ["C"]]}
        laid = {"turn1": {"A": ["empty + S > B"]}}
        assert battle(servants, laid, sides)["servants"]["C"]["damage"][0][:3] == [1, 1, 1]
        assert code(battle({**servants, "D": CASTER}, laid, {"sides": [["A", "B"], ["C"], ["D"]]})) == (
            "bad_target",
            "M-6.3",
        )


def test_m_4_14_a_strike_is_named_once_in_a_battle() -> None:
    assassin = {**CASTER, "class": "assassin"}
    go_on = {"gap": {"B": {"then": "retreat"}}, "after": {key: {"continue": True} for key in "AC"}}
    out = battle({"A": assassin, "B": CASTER, "C": CASTER}, {"sets": [go_on, {}]}, {"strike": {"A": "B"}})
    assert (out["sets"], out["servants"]["B"]["strike_damage"]) == (2, 4)
    joins = {"joins": {"A": "set 2"}, "strike": {"A": "C"}}
    stay = {"after": {key: {"continue": True} for key in "BC"}}
    out = battle({"A": assassin, "B": CASTER, "C": CASTER}, {"sets": [stay, {}]}, joins)
    assert out["servants"]["C"]["strike_damage"] == 4


def test_m_q95_two_may_destroy_one_base() -> None:
    knows = {**CASTER, "known_bases": {"C": ["Docks", "School"]}}
    comes = {"region": "Docks", "action": "destroy_base", "target": "C"}
    owner = {**CASTER, "bases": ["Docks", "School"]}
    declared = {"A": comes, "B": comes, "C": {"region": "Forest"}, "D": {**comes, "region": "School"}}
    told, played = facts("scene", {"teams": {"A": knows, "B": knows, "C": owner, "D": knows}}, declared)
    assert [fact.region for fact in told if isinstance(fact, f.BaseDestroyed)] == ["Docks", "School"]
    assert [fact.team for fact in told if isinstance(fact, f.Destroyed)] == ["A", "B", "D"]
    assert played.state.teams["C"].bases == ()


def test_who_comes_from_a_battle_that_nobody_declared_comes_from_it_all_the_same() -> None:
    berserker = {**PLAIN, "class": "berserker"}
    came = {"after_battle": {"A": {"hp": 50, "mp": 60, "frenzied": True}}}
    out = scene({"A": berserker}, {"A": {"region": "Docks", "action": "rest"}}, came)["teams"]["A"]
    assert (out["upkeep"], out["hp"], out["mp"]) == (24, 70, 38)


def test_a_grade_in_a_formula_may_be_its_rank() -> None:
    assert number("upkeep", extra=10, independent_action="C") == 5
    assert number("concealed", grade="A", enemy_total=120, territory="A+") is False


def test_who_is_not_there_is_not_passed_over_in_a_file() -> None:
    two = {"A": CASTER, "B": CASTER}
    for given in ({"information": {"A": {"Z": 3}}}, {"territory": {"Z": 5}}, {"strike": {"Z": "A"}}):
        assert code(duel(CASTER, CASTER, {}, given))[0] == "unknown_team"
    for part in ("start", "turn1", "reaction2", "gap", "after"):
        assert code(battle(two, {part: {"Z": {}}}))[0] == "unknown_team"
    assert code(scene(two, {"Z": {"action": "rest"}}))[0] == "unknown_team"


def test_when_one_joins_is_said_by_set_and_turn() -> None:
    three = dict.fromkeys("ABC", CASTER)
    for entry, turns in (("set 1 turn 2", 1), ("1세트 2턴", 1), ("set 1", 2)):
        assert len(battle(three, {}, {"joins": {"C": entry}})["servants"]["C"]["damage"]) == turns
    assert "refused" in battle(three, {}, {"joins": {"C": "now"}})
