"""The added rulings M-R1 to M-R16 and the corners of single clauses."""

import pytest

from grailkeeper.rules.mirror import facts as f
from grailkeeper.rules.mirror.people import Condition, World
from grailkeeper.rules.mirror.scene.orders import aim_of
from grailkeeper.rules.mirror.state import Aim, Entry

from .table import CASTER, PLAIN, battle, code, duel, facts, number, scene, slots

GRAM = {"name": "Gram", "rank": "A", "attribute": "buster"}


def skilled(*effects: str, **more: object) -> dict[str, object]:
    return {**CASTER, "skills": [{"name": "S", "effects": list(effects)}], **more}


def test_r1_retreat_hits_then_luck_then_the_check() -> None:
    declared = {"start": {"B": {"luck": "subtract"}}, "gap": {"B": {"then": "retreat"}}}
    out = duel(CASTER, {**CASTER, "hp": 38, "luck": "D"}, declared)["servants"]["B"]
    assert (out["retreat_damage"], out["luck_back"], out["hp"], out["state"]) == (39, 8, 7, "alive")


def test_r2_luck_damage_is_exposed_and_guarded_but_not_dodged() -> None:
    """M-R2."""
    phantasm = {**skilled("guard_boost 3"), "phantasms": [GRAM]}
    out = duel(phantasm, {**CASTER, "luck": "B"}, slots(["Gram + S"], ["quick + luck"]))
    assert out["servants"]["A"]["damage"][0][0] == 10 - 3


def test_r4_a_hostile_special_of_a_shield_touches_whom_it_faces() -> None:
    """M-R4."""
    aias = {"name": "Aias", "rank": "C", "use": "defence", "special": "lasting_damage"}
    out = duel({**CASTER, "phantasms": [aias]}, CASTER, slots(["Aias"], ["empty"]))
    assert out["servants"]["B"]["damage"][0][:3] == [3, 2, 2]


def test_r5_the_ward_goes_first_of_two_that_end_together() -> None:
    """M-R5."""
    a = {**CASTER, "skills": [{"name": "W", "effects": ["ward caster 3"]}, {"name": "G", "effects": ["guard_boost 6"]}]}
    strip = skilled("status_removal 7 one")
    declared = {**slots(["quick + G + W", "quick"], ["buster", "buster"]), "reaction1": {"B": ["2: S > A"]}}
    out = duel(a, strip, declared)
    assert out["servants"]["A"]["damage"][0][:2] == [0, 9]
    none_left = duel(a, CASTER, slots(["quick + G + W", "quick"], ["buster", "buster"]))
    assert none_left["servants"]["A"]["damage"][0][:2] == [0, 6]


def test_q48_the_same_skill_takes_its_own_place() -> None:
    out = duel(skilled("guard_boost 3"), CASTER, slots(["empty + S", "quick + S"], ["empty", "buster"]))
    assert out["servants"]["A"]["damage"][0][1] == 6


def test_r6_the_battle_stops_only_if_all_stop_or_leave() -> None:
    """M-R6."""
    stop, stay = {"then": "stop"}, {"then": "stay"}
    servants = {"A": CASTER, "B": CASTER, "C": CASTER}
    assert battle(servants, {"gap": {"A": stop, "B": stop, "C": stop}})["turns"] == 1
    assert battle(servants, {"gap": {"A": stop, "B": stop, "C": stay}})["turns"] == 2
    left = battle(servants, {"gap": {"A": stop, "B": stop, "C": {"then": "retreat"}}})
    assert (left["turns"], left["servants"]["C"]["retreat_damage"]) == (1, 78)


def test_r7_dying_when_the_battle_ends_in_the_gap() -> None:
    """M-R7."""
    declared = {
        **slots(["Gram"], []),
        "start": {"B": {"orders": ["indomitable"]}},
        "gap": {"A": {"then": "stop"}, "B": {"then": "stop"}},
    }
    out = duel({**CASTER, "phantasms": [GRAM]}, {**CASTER, "hp": 20}, declared)
    assert (out["servants"]["B"]["state"], out["turns"]) == ("dying", 1)


def test_r8_ten_citizens_count_as_level_three_in_battle() -> None:
    """M-R8."""
    out = duel(CASTER, {**CASTER, "citizens": 10}, slots(["buster"], ["quick"]))
    assert out["servants"]["B"]["damage"][0][0] == 13 + 2 - 4
    assert out["information"] == {"A": {"B": 3}, "B": {"A": 2}}


def test_r9_foes_in_one_battle_have_met() -> None:
    """M-R9."""
    given = {"information": {"A": {"B": 0}, "B": {"A": 0}}}
    declared = {"start": {"A": {"orders": ["escape"]}}}
    assert duel(CASTER, CASTER, declared, given)["information"] == {"A": {"B": 1}, "B": {"A": 1}}


def test_an_escape_at_the_start_costs_no_battle_mana() -> None:
    out = duel(CASTER, CASTER, {"start": {"B": {"orders": ["escape"]}}})
    assert (out["servants"]["B"]["mp"], out["servants"]["B"]["state"], out["turns"]) == (154, "alive", 0)
    assert out["servants"]["A"]["battles"] == 6


def test_r12_the_real_world_counts_for_nothing() -> None:
    """M-R12."""
    out = duel(
        {**CASTER, "stage": 1}, {**CASTER, "stage": 1, "citizens": 10}, slots(["buster"], ["quick"]), {"world": "real"}
    )
    assert out["servants"]["B"]["damage"][0][0] == 1
    assert out["servants"]["A"]["battles"] == 0
    assert out["information"]["A"]["B"] == 1


def test_r13_a_declared_part_comes_from_the_store() -> None:
    """M-R13."""
    a = {**CASTER, "phantasms": [GRAM]}
    turn = {"slots": ["Gram"], "store": 20}
    given = {"territory": {"A": 60}}
    out = duel(a, CASTER, {"turn1": {"A": turn, "B": []}}, given)["servants"]["A"]
    assert (out["store"], out["mp"]) == (60 - 28 - 20, 154 - 32)


def test_r15_luck_check_recovery_at_the_end_of_turn_two() -> None:
    """M-R15."""
    saved = skilled("hp_recovery 5", luck="E+", hp=6)
    declared = {
        "start": {"B": {"luck": "subtract"}},
        "turn2": {"A": ["buster"], "B": ["quick"]},
        "after": {"A": {"continue": True}, "B": {"skills": ["S"], "continue": True}},
    }
    out = duel(CASTER, saved, declared)
    assert (out["servants"]["B"]["hp"], out["servants"]["B"]["state"], out["sets"]) == (6, "alive", 1)
    lost = duel(CASTER, {**saved, "luck": "E"}, declared)
    assert (lost["servants"]["B"]["hp"], lost["servants"]["B"]["state"]) == (-1, "vanished")


def test_r15_a_composite_splits_between_foe_and_user() -> None:
    out = duel(skilled("lasting_damage 6 one", "hp_recovery 4 one", hp=100), CASTER, slots(["empty + S"], []))
    assert out["servants"]["B"]["damage"][0][:3] == [2, 2, 2]
    assert out["servants"]["A"]["hp"] == 104


def test_r15_a_second_evasion_replaces_the_window() -> None:
    lancer = {**PLAIN, "class": "lancer"}
    declared = {
        "turn1": {"A": ["empty"] * 4 + ["buster"], "B": ["empty"] * 4 + ["quick + evasion"]},
        "turn2": {"A": ["quick", "buster"], "B": ["arts + evasion", "quick"]},
    }
    out = duel(CASTER, lancer, declared)
    assert out["servants"]["B"]["damage"] == [[0] * 5, [0, 9, 0, 0, 0]]


def test_r16_what_a_territory_shows_may_be_attacked() -> None:
    teams = {
        "S": {"class": "assassin", "class_skills": {"presence_concealment": "A"}},
        "C": {"class": "caster", "class_skills": {"territory_creation": "A+"}, "territory": {"region": "Docks"}},
    }
    plans = {"S": {"region": "Docks", "action": "rest"}, "C": {"region": "Docks", "action": "rest"}}
    quiet = scene(teams, plans)
    assert (quiet["met"], quiet["information"]["C"]["S"]["level"]) == ({"S": [], "C": []}, 0)
    out = scene(teams, {**plans, "C": {**plans["C"], "attack": ["S"]}})
    assert out["met"] == {"S": ["C"], "C": ["S"]}
    assert out["battles"][0]["attackers"] == ["C"]
    assert out["battles"][0]["undetected"] == {}


def test_r16_strangers_in_one_battle_count_one_encounter() -> None:
    plans: dict[str, dict[str, object]] = {
        "A": {"region": "Docks", "action": "search", "attack": ["H"]},
        "B": {"region": "Docks", "action": "search", "attack": ["H"]},
        "H": {"region": "Docks", "action": "rest"},
    }
    out = scene({"A": {}, "B": {}, "H": {}}, plans)
    assert out["battles"] == [{"teams": ["A", "B", "H"], "attackers": ["A", "B"], "undetected": {}}]
    allied = {**plans, "A": {**plans["A"], "ally": ["B"]}, "B": {**plans["B"], "ally": ["A"]}}
    out = scene({"A": {}, "B": {}, "H": {}}, allied)
    assert out["information"]["A"]["B"]["level"] == 1
    assert out["information"]["A"]["H"]["level"] == 2


def test_q93_an_exposed_team_is_shown_where_it_declared() -> None:
    plans = {
        "A": {"region": "Docks", "action": "search", "orders": ["pursuit B"]},
        "B": {"region": "School", "action": "rest"},
    }
    out = scene({"A": {"citizens": 15}, "B": {}}, plans)
    assert (out["public"], out["teams"]["A"]["region"]) == ({"A": "Docks"}, "School")


def test_m_7_6_a_search_finds_bases() -> None:
    plans = {"A": {"region": "Docks", "action": "search"}, "B": {"region": "Forest", "action": "rest"}}
    out = scene({"A": {}, "B": {"bases": ["Docks", "Forest"]}}, plans)
    assert out["found_bases"] == {"A": {"B": ["Docks"]}}


def test_m_q95_what_a_battle_shows_was_not_searched_for() -> None:
    """M-7.6: only the attacker's foe has a base there, and both stay where they are."""
    plans = {"A": {"region": "Docks", "action": "rest", "attack": ["B"]}, "B": {"region": "Docks", "action": "search"}}
    told, _ = facts("scene", {"teams": {"A": {}, "B": {"bases": ["Docks"]}}}, plans)
    assert [fact for fact in told if isinstance(fact, f.BaseFound)] == [f.BaseFound("A", "B", "Docks", False)]


def test_m_11_13_who_was_spared_once_is_spared_no_more() -> None:
    """M-Q55: it fell in this scene, and has the next one to get up."""
    told, _ = facts(
        "scene",
        {"teams": {"A": {"endurance": "D+", "hp": -30, "dying": "new"}}},
        {"A": {"region": "Docks", "action": "search"}},
    )
    changed = [fact for fact in told if isinstance(fact, f.ConditionChanged)]
    assert changed == [f.ConditionChanged("A", World.VIRTUAL, Condition.DYING, False)]


def test_m_q96_the_battle_of_the_lowest_seat_is_fought_first() -> None:
    attacks = {"A": ["D"], "B": ["C"], "C": [], "D": []}
    plans = {key: {"region": "Docks", "action": "search", "attack": attack} for key, attack in attacks.items()}
    fought = scene({key: {} for key in attacks}, plans)["battles"]
    assert [each["teams"] for each in fought] == [["A", "D"], ["B", "C"]]


def test_m_q103_outside_of_battle_a_skill_is_paid_without_the_store() -> None:
    """M-4.18, M-5.13: a store has grown by 1 before."""
    balm = {**skilled("hp_recovery 5"), "hp": 100, "mp": 100}
    for store, more in ((0, {}), (8, {"territory": {"region": "Forest", "store": 7}})):
        plans = {"A": {"region": "Docks", "action": "rest", "heal": ["S"]}, "B": {"region": "Shinto"}}
        told, _ = facts("scene", {"teams": {"A": {**balm, **more}, "B": {}}}, plans)
        (paid,) = (fact for fact in told if isinstance(fact, f.SkillPaid))
        assert (paid.mp, paid.store) == (90, store)


def test_m_q67_who_is_attacked_eats_half_of_what_it_chose() -> None:
    """M-7.9: rounded down."""
    for chosen, eaten in ((0, 0), (1, 0), (2, 1), (3, 1)):
        plans = {
            "A": {"region": "Docks", "action": "search", "attack": ["B"]},
            "B": {"region": "Docks", "action": "eat", "eat": chosen},
        }
        assert scene({"A": {}, "B": {}}, plans)["teams"]["B"]["citizens"] == eaten


def test_m_4_15_the_strike_that_agility_outruns_keeps_its_base() -> None:
    assert [number("strike", grade=7, agility=agility, undetected=True) for agility in (6, 7, 8, 20)] == [5, 4, 4, 4]


@pytest.mark.parametrize(("repeats", "costs"), [("multiply", [52, 104, 156]), ("add", [52, 156, 208])])
def test_m_6_5_the_first_release_costs_once(repeats: str, costs: list[int]) -> None:
    """M-6.4: however those after it are reckoned."""
    given = {"rank": "A", "range": "anti-unit", "options": {"np_repeat_cost": repeats}}
    assert [number("phantasm_cost", nth=nth, **given) for nth in (1, 2, 3)] == costs


def test_m_4_13_an_assassin_is_met_where_it_does_not_hide() -> None:
    """M-7.6: and nobody is met where nobody searches."""
    teams = {"A": {}, "B": {"class": "assassin", "class_skills": {"presence_concealment": "A"}}}
    both = [f.Met("A", ("B",)), f.Met("B", ("A",))]
    for action, hide, met in (("search", True, []), ("search", False, both), ("rest", False, [])):
        plans = {key: {"region": "Docks", "action": does, "hide": hide} for key, does in (("A", action), ("B", "rest"))}
        told, _ = facts("scene", {"teams": teams}, plans)
        assert [fact for fact in told if isinstance(fact, f.Met)] == met


def test_q84_a_strike_that_kills_ends_it_before_any_card() -> None:
    assassin = {**PLAIN, "class": "assassin"}
    out = duel(assassin, {**CASTER, "hp": 4}, {})
    assert (out["sets"], out["turns"], out["servants"]["B"]["state"]) == (0, 0, "vanished")
    assert out["servants"]["A"]["battles"] == 7
    assert out["information"]["A"]["B"] == 2
    held = duel(assassin, {**CASTER, "hp": 4}, {"start": {"B": {"orders": ["indomitable"]}}})
    assert (held["sets"], held["servants"]["B"]["state"]) == (1, "dying")


def test_m_4_24_frenzy_doubles_upkeep_once() -> None:
    teams = {"A": {"class": "berserker", "level": 2, "die": 10}, "B": {}}
    plans = {
        "A": {"region": "Docks", "action": "search", "attack": ["B"]},
        "B": {"region": "Docks", "action": "rest"},
    }
    out = scene(teams, plans, {"after_battle": {"A": {"hp": 50, "mp": 80, "frenzied": True}}})
    assert (out["teams"]["A"]["upkeep"], out["teams"]["A"]["mp"], out["teams"]["A"]["hp"]) == (28, 80 - 28 + 2, 52)


def test_a_chosen_list_knows_clairvoyance_as_snipe() -> None:
    archer = {**PLAIN, "class": "archer"}
    declared = {"start": {"A": {"skills": ["clairvoyance"]}}, **slots(["buster + snipe"], ["quick"])}
    assert "servants" in duel(archer, CASTER, declared)


def test_every_number_of_a_turn_comes_with_its_working() -> None:
    given = {"servants": {"A": skilled("judgment_boost buster 4"), "B": CASTER}}
    told, _ = facts("battle", given, slots(["buster + S"], ["quick"]))
    reckoned = next(fact for fact in told if isinstance(fact, f.TurnReckoned) and fact.team == "A")
    score = next(each.score for each in reckoned.scores if each.slot == 1)
    assert (score.value, [term.name for term in score.terms]) == (17, ["normal", "judgment_boost"])


def test_a_reduced_output_is_no_normal_card() -> None:
    assert code(duel(CASTER, CASTER, slots(["buster less 3"], []))) == ("output_fixed", "M-6.8")


def test_r3_a_support_may_lie_in_an_empty_slot_and_luck_on_a_shield_is_spent_for_nothing() -> None:
    """M-R3."""
    shield = {**CASTER, "luck": "A", "phantasms": [{"name": "Wall", "rank": "E", "use": "defence"}]}
    out = duel(CASTER, shield, slots(["buster"], ["Wall + luck"]))
    assert out["servants"]["B"]["damage"][0][0] == 13 - 4 - 6
    assert out["servants"]["B"]["luck_used"] is True
    out = duel(CASTER, skilled("guard_boost 5"), slots(["buster"], ["empty + S"]))
    assert out["servants"]["B"]["damage"][0][0] == 13 - 4 - 5


def test_r10_luck_is_added_only_to_damage_dealt_to_the_foe_that_was_named() -> None:
    """M-R10."""
    servants = {"A": {**CASTER, "luck": "E+"}, "B": CASTER, "C": CASTER}
    for named, added in (("B", 4), ("C", 0)):
        declared = {
            "start": {"A": {"luck": f"add {named}"}},
            "turn1": {"A": ["buster"], "B": ["quick"], "C": ["arts"]},
        }
        assert battle(servants, declared)["servants"][named]["luck_added"] == added


def test_m_10_5_the_right_name_opens_everything_at_once() -> None:
    plans = {
        "A": {"region": "Docks", "action": "search", "guess": {"B": "  medea "}},
        "B": {"region": "Docks", "action": "rest", "guess": {"A": "Circe"}},
    }
    out = scene({"A": {}, "B": {"true_name": "Medea"}}, plans)
    assert out["information"]["A"]["B"]["level"] == 5
    assert out["information"]["B"]["A"]["level"] == 1


def test_m_q50_where_no_guess_is_free_none_is_taken_at_a_meeting() -> None:
    """M-10.5."""
    plans = {"A": {"region": "Docks", "action": "search", "guess": {"B": "Medea"}}, "B": {"region": "Docks"}}
    for most, refused in ((0, True), (1, False)):
        out = scene({"A": {}, "B": {"true_name": "Medea"}}, plans, true_name_guesses_per_scene=most)
        assert ("refused" in out and code(out) == ("no_guess_left", "M-10.5")) is refused


def test_m_6_5_a_release_costs_as_often_as_it_is_made_in_a_set() -> None:
    low = {**CASTER, "mana_points": 20, "phantasms": [{"name": "N", "rank": "E", "attribute": "buster"}]}
    twice = {"turn1": {"A": ["N", "empty", "N"]}, "turn2": {"A": ["N"]}}
    goes_on = {"after": {key: {"continue": True} for key in "AB"}}
    mp = 154 + 200
    assert duel(low, CASTER, twice)["servants"]["A"]["mp"] == mp - 28 - (4 + 8 + 12)
    out = duel(low, CASTER, {"sets": [{**twice, **goes_on}, {"turn1": {"A": ["N"]}}]})
    assert out["servants"]["A"]["mp"] == mp - 2 * 28 - (4 + 8 + 12) - 4


def test_m_5_7_a_judgment_boost_is_for_its_slot() -> None:
    out = duel(skilled("judgment_boost quick 5"), CASTER, slots(["quick + S", "quick"], ["arts", "arts"]))
    assert out["servants"]["B"]["damage"][0][:2] == [13 + 5 - 4, 13 - 4]


def test_m_4_2_a_boost_of_a_class_is_for_its_slot() -> None:
    """M-4.20: riding 10, item construction 1."""
    rider = {**PLAIN, "class": "rider"}
    for servant, cards, beaten, boost in (
        (rider, ["quick + riding", "quick"], ["arts", "arts"], 10),
        (CASTER, ["arts + item_construction", "arts"], ["buster", "buster"], 1),
    ):
        out = duel(servant, CASTER, slots(cards, beaten))
        assert out["servants"]["B"]["damage"][0][:2] == [13 + boost - 4, 13 - 4]


def test_m_3_12_luck_takes_off_nothing_where_nothing_was_lost() -> None:
    hurt = {**CASTER, "luck": "B", "hp": 100}
    out = duel(CASTER, hurt, {"start": {"B": {"luck": "subtract"}}, **slots(["guard"], ["guard"])})
    assert (out["servants"]["B"]["luck_back"], out["servants"]["B"]["hp"]) == (0, 100)


def test_m_8_10_one_point_more_is_enough() -> None:
    a, b = {**CASTER, "endurance": 11}, CASTER
    for one, other, guarded in ((a, b, "A"), (b, a, "B")):
        laid = (
            slots(["guard", "quick"], ["guard", "buster"])
            if guarded == "A"
            else slots(["guard", "buster"], ["guard", "quick"])
        )
        assert duel(one, other, laid)["servants"][guarded]["damage"][0][:2] == [0, 13 - 4 - 1]


def test_m_6_7_a_shield_lasts_three_judgments() -> None:
    shield = {**CASTER, "phantasms": [{"name": "Aias", "rank": "C", "use": "defence"}]}
    out = duel(shield, CASTER, slots(["Aias", "quick", "quick", "quick"], ["quick", "buster", "buster", "buster"]))
    assert out["servants"]["A"]["damage"][0] == [0, 0, 0, 9, 0]


def test_m_6_10_a_release_resists_from_its_own_slot_for_three() -> None:
    mind = {**CASTER, "phantasms": [{"name": "Mind", "rank": "E++", "use": "defence", "special": "status_resistance"}]}
    poison = skilled("lasting_damage 5 one", mp=200)
    curse = slots(["Mind"], ["empty + S"])
    assert sum(duel(mind, poison, curse)["servants"]["A"]["damage"][0]) == 5 - 3
    late = slots(["Mind"], ["empty", "empty", "empty + S"])
    assert sum(duel(mind, poison, late)["servants"]["A"]["damage"][0]) == 5 - 3
    too_late = slots(["Mind"], ["empty", "empty", "empty", "empty + S"])
    assert sum(sum(turn) for turn in duel(mind, poison, too_late)["servants"]["A"]["damage"]) == 5


def test_m_9_11_three_judgments_whatever_is_in_hand() -> None:
    few = {**CASTER, "cards": {"buster": 2, "quick": 2, "arts": 2, "guard": 4}}
    declared = {**slots(["buster", "quick", "arts", "buster", "quick"], []), "gap": {"B": {"then": "retreat"}}}
    assert duel(few, CASTER, declared)["servants"]["B"]["retreat_damage"] == 39
    assert duel(few, CASTER, declared, retreat_hits="next_cards")["servants"]["B"]["retreat_damage"] == 13


def test_m_9_16_lasting_damage_that_is_used_up_is_gone() -> None:
    given = {"servants": {"A": CASTER, "B": skilled("lasting_damage 2 one")}}
    told, _ = facts(
        "battle", given, {"turn1": {"A": [], "B": ["empty", "empty", "empty", "empty + S"]}, "turn2": {"A": []}}
    )
    first = next(fact for fact in told if isinstance(fact, f.TurnReckoned) and fact.team == "A")
    assert first.statuses == ()


def test_m_9_6_a_reaction_is_paid_with_what_its_slot_leaves() -> None:
    a = {**skilled("status_removal 7"), "mp": 28 + 14}
    curse = {**CASTER, "skills": [{"name": "C", "effects": ["guard_reduction 5 one"]}]}
    declared = {**slots(["empty"], ["buster + C"]), "reaction1": {"A": ["1: S"]}}
    assert duel(a, curse, declared)["servants"]["A"]["damage"][0][0] == 9
    assert code(duel({**a, "mp": 28 + 13}, curse, declared)) == ("not_enough_mana", "M-9.5")


def test_q69_a_body_without_powers_needs_no_mana() -> None:
    """M-12.8, M-Q68: it pays no battle mana, and does not fall for want of it; from stage 2 it does."""
    for stage, paid in ((1, 0), (2, 28)):
        out = duel({**CASTER, "stage": stage}, {**CASTER, "stage": stage}, {}, {"world": "real"})["servants"]["A"]
        full = duel({**CASTER, "stage": stage}, CASTER, {"start": {"A": {"orders": ["escape"]}}}, {"world": "real"})
        assert full["servants"]["A"]["mp"] - out["mp"] == paid
        assert out["state"] == "alive"


def test_m_10_2_the_first_encounter_is_not_counted_among_the_two() -> None:
    plans = {"A": {"region": "Docks", "action": "search"}, "B": {"region": "Docks", "action": "rest"}}
    known = [{"level": 0}, {"level": 1}, {"level": 1, "encounters": 1}]
    found = [scene({"A": {}, "B": {}}, plans, {"information": {"A": {"B": each}}}) for each in known]
    assert [each["information"]["A"]["B"] for each in found] == [
        {"level": 1, "encounters": 0},
        {"level": 1, "encounters": 1},
        {"level": 2, "encounters": 0},
    ]


def test_q62_what_is_given_of_a_battle_holds_the_rise_of_stage_already() -> None:
    """M-12.7: who is not named in the result rises by as much as the maxima do."""
    team = {"endurance": "B", "strength": "B", "battles": 3, "stage": 2, "hp": 100}
    plans = {
        "A": {"region": "Docks", "action": "search", "attack": ["B"]},
        "B": {"region": "Docks", "action": "rest"},
    }
    out = scene({"A": team, "B": team}, plans, {"after_battle": {"A": {"hp": 100, "mp": 90}}})["teams"]
    assert [out[key]["stage"] for key in "AB"] == [3, 3]
    assert [out[key]["hp"] for key in "AB"] == [100 + 20, 100 + 3 + 20]


def test_q73_who_says_no_more_joins_at_once() -> None:
    """M-9.2: at the start of the first set."""
    assert aim_of({"join": {"team": "B"}}) == Aim(join="B", entry=Entry(1, 1))
    assert aim_of({"join": {"team": "B", "set": 2, "turn": 2}}).entry == Entry(2, 2)
    assert aim_of({}) == Aim()
