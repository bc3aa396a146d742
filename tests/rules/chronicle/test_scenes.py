"""Scenes by themselves: what the cases leave out."""

from typing import Any

from .scenetable import caster, master, refused, scene, servant

MARKS = {"r1": {"marks": ["study", "labor", "shop"]}}
AA, BB = master("aa", "red", mana=10), master("bb", "blue", mana=10)
SABER, LANCER = servant("saber", "red"), servant("lancer", "blue")


def _act(action: str, **more: Any) -> dict[str, Any]:
    return {"action": action, **more}


def _with(action: str, person: str, **more: Any) -> dict[str, Any]:
    return {"action": action, "with": person, **more}


def person(found: Any, name: str) -> Any:
    return found["people"][name]


# C-1, C-7: the start


def test_a_berserker_pays_more_with_every_active_scene() -> None:
    """C-E6."""
    berserker = {**servant("hercules", "red"), "class": "berserker", "bought": 2, "chosen_berserker": True}
    paid = [
        scene([{**berserker, "active_scenes": before}], {"hercules": {}})["people"]["hercules"]["upkeep_paid"]
        for before in (0, 1, 2)
    ]
    assert paid == [20, 21, 22]
    away = scene([{**berserker, "active_scenes": 2}])
    assert person(away, "hercules")["upkeep_paid"] == 0


def test_independent_action_spares_the_masterless() -> None:
    """C-23.6."""
    archer = servant("archer", "red", skills={"independent_action": "C"})
    kept = scene([archer, {**archer, "name": "robin", "team": "blue", "masterless": True}], {"archer": {}, "robin": {}})
    assert (person(kept, "archer")["upkeep_paid"], person(kept, "robin")["upkeep_paid"]) == (5, 2)


def test_a_territory_is_full_at_ten_for_each_grade() -> None:
    """C-23.9."""
    found = scene([caster("caster", "red")], {}, teams={"red": {"territory": {"at": "r1", "stored": 29}}})
    assert found["teams"]["red"]["territory"] == {"at": "r1", "stored": 30}


def test_a_territory_at_scene_start_leaves_the_second_half() -> None:
    """C-1.5, C-Q6."""
    declared = {"caster": {"create_territory": True, "second": "rest"}}
    found = scene([caster("caster", "red", mana=20)], declared)
    assert (person(found, "caster")["mana"], refused(found)) == (25, [])


# C-2: bases


def test_a_base_elsewhere_may_cost_ten_in_all() -> None:
    """C-Q10, `relocation_total`."""
    people, declared = [{**AA, "mana": 20}], {"aa": {"first": "base_creation"}}
    left = [
        person(scene(people, declared, {"relocation_total": total}, teams={"red": {"base": "r5"}}), "aa")["mana"]
        for total in (15, 10)
    ]
    assert left == [8, 13]


def test_an_allys_base_is_not_overwritten() -> None:
    """C-9.10, C-9.11: only an enemy's; of two bases in a region the enemy's goes."""
    teams = {"red": {"allies": ["blue"]}, "blue": {"base": "r1", "allies": ["red"]}}
    people, declared = [{**AA, "mana": 20}], {"aa": {"replace_base": True}}
    alone = scene(people, declared, teams=teams)
    assert refused(alone) == [("aa", "no_enemy_base", "C-9.10")]
    beside = scene(people, declared, teams={**teams, "green": {"base": "r1"}})
    assert [beside["teams"][team]["base"] for team in ("red", "blue", "green")] == ["r1", "r1", None]


def test_region_information_of_the_first_half_counts_in_the_second() -> None:
    """C-2.7, C-3.7."""
    declared = {"aa": {"first": "scouting", "second": "base_creation"}}
    found = scene([{**AA, "mana": 20}], declared, regions={"r1": {"base_bonus": 2, "ley_line": 4}})
    assert (found["teams"]["red"]["base_bonus"], found["teams"]["red"]["base_ley"]) == (2, 4)


# C-3: finding


def test_a_noticed_team_gives_one_encounter_more() -> None:
    """C-23.14: once for each meeting with the team, doubled with the rest between acquaintances."""
    people = [SABER, LANCER, master("rin", "blue")]
    found = scene(people, {"saber": {"first": "search"}, "lancer": {}}, teams={"blue": {"souls": 10}})
    assert person(found, "saber")["gained"]["lancer"] == {"encounter": 2, "rumor": 1, "legend": 0, "battle": 0}
    alone = scene([AA, {**LANCER, "at": "r9"}, master("rin", "blue")], {"aa": {"first": "scouting"}, "lancer": {}},
                  teams={"blue": {"souls": 10}})  # fmt: skip
    assert person(alone, "aa")["gained"]["lancer"] == {"encounter": 1, "rumor": 1, "legend": 0, "battle": 0}
    old = scene(people, {"saber": {"first": "search"}, "lancer": {}}, teams={"blue": {"souls": 10}},
                acquaintances=[["saber", "lancer"]])  # fmt: skip
    assert person(old, "saber")["gained"]["lancer"]["encounter"] == 4


def test_a_legend_may_be_wanted() -> None:
    """C-3.3, C-Q12."""
    people = [SABER, LANCER, master("rin", "blue")]
    found = scene(people, {"saber": {"first": "search", "information": "legend"}, "lancer": {}})
    assert person(found, "saber")["gained"]["lancer"] == {"encounter": 1, "rumor": 0, "legend": 1, "battle": 0}


def test_a_territory_shows_the_concealed() -> None:
    """C-23.6."""
    assassin = servant("assassin", "blue", skills={"presence_concealment": "C"})
    people = [SABER, assassin, caster("medea", "green", "r5")]
    declared = {"saber": {"first": "search"}, "assassin": {}, "medea": {}}
    hidden = scene(people, declared)
    assert (hidden["met"]["saber"], hidden["sensed"]["saber"]) == ([], [["r5", 1]])
    shown = scene(people, declared, teams={"green": {"territory": {"at": "r1"}}})
    assert (shown["met"]["saber"], shown["sensed"]["saber"]) == (["assassin"], [["r1", 1], ["r5", 1]])


def test_two_who_pursue_each_other_meet_where_the_swifter_is() -> None:
    """C-Q15."""
    search = {"first": "search", "second": _act("pursuit", target="lancer")}
    back = {"first": "search", "second": _act("pursuit", target="saber")}
    people = [{**SABER, "agility": "A"}, {**LANCER, "at": "r2"}, master("rin", "blue", "r2")]
    met = scene(people, {"saber": search, "lancer": back})
    assert (met["met"]["saber"], met["met"]["lancer"]) == (["lancer"], ["saber"])
    assert {person(met, name)["at"] for name in ("saber", "lancer")} == {"r1"}
    missed = scene([SABER, people[1]], {"saber": search, "lancer": back})
    assert (missed["met"]["saber"], missed["met"]["lancer"]) == ([], [])
    assert [person(missed, name)["at"] for name in ("saber", "lancer")] == ["r2", "r1"]


def test_who_pursues_somebody_else_is_not_met() -> None:
    """C-E62."""
    people = [SABER, {**LANCER, "at": "r3"}, servant("rider", "green", "r6"), servant("archer", "grey", "r3")]
    declared = {
        "saber": {"first": "search", "second": _act("pursuit", target="lancer")},
        "lancer": {"first": "search", "second": _act("pursuit", target="rider")},
        "rider": {},
        "archer": {},
    }
    found = scene(people, declared)
    assert (found["met"]["saber"], found["met"]["lancer"]) == ([], ["archer", "rider"])
    assert (person(found, "saber")["at"], person(found, "lancer")["at"]) == ("r3", "r6")


def test_who_has_moved_away_after_buying_is_not_met() -> None:
    """C-Q107."""
    people = [SABER, {**LANCER, "at": "r2"}, master("rin", "blue", "r2")]
    declared = {
        "saber": {"first": "search", "second": _act("pursuit", target="lancer")},
        "lancer": {},
        "rin": {"first": _act("buy", grade=1, move="r9")},
    }
    found = scene(people, declared, regions={"r2": {"marks": ["shop"]}}, teams={"blue": {"funds": 9}})
    assert found["met"]["saber"] == ["lancer"]
    assert person(found, "rin")["at"] == "r9"


def test_a_pursuer_is_not_preempted() -> None:
    """C-Q31."""
    search = {"first": "search", "second": _act("pursuit", target="lancer"), "attack": "lancer"}
    back = {"first": "search", "second": _act("pursuit", target="saber")}
    found = scene([{**SABER, "agility": "A"}, {**LANCER, "at": "r2"}], {"saber": search, "lancer": back})
    assert [(each["half"], each["preempts"]) for each in found["battles"]] == [(2, False)]


# C-4: rest


def test_a_short_rest_by_night_is_as_by_day() -> None:
    """C-8.6."""
    for time in ("day", "night"):
        found = scene([{**AA, "health": 5}], {"aa": {"first": "rest"}}, time=time)
        assert (person(found, "aa")["health"], person(found, "aa")["mana"]) == (14, 22)


def test_two_rests_at_the_base_are_a_long_one() -> None:
    """C-Q8, `same_action_twice`."""
    people, declared = [{**AA, "health": 5, "mana": 1}], {"aa": {"first": "rest", "second": "rest"}}
    found = [
        scene(people, declared, {"same_action_twice": value}, teams={"red": {"base": "r1"}})["people"]["aa"]
        for value in ("long_only", "two_shorts")
    ]
    assert [(each["health"], each["mana"]) for each in found] == [(17, 19), (20, 22)]


def test_what_has_no_short_form_is_long_in_both_halves_whatever_two_rests_are() -> None:
    """C-1.9, C-Q8, `same_action_twice`."""
    eat = _act("soul_eating", victims=1)
    found = scene(
        [{**SABER, "mana": 20}], {"saber": {"first": eat, "second": eat}}, {"same_action_twice": "two_shorts"}
    )
    assert (person(found, "saber")["mana"], refused(found)) == (30, [])


def test_rest_does_not_lower_an_excess() -> None:
    """C-Q94."""
    found = scene([{**SABER, "health": 60, "mana": 20}], {"saber": {"first": "rest"}})
    assert (person(found, "saber")["health"], person(found, "saber")["mana"]) == (60, 25)
    kept = scene([{**SABER, "mana": 40}], {"saber": {"long": _act("soul_eating", victims=3)}})
    assert person(kept, "saber")["mana"] == 80


def test_mana_is_turned_at_the_rate() -> None:
    """C-Q16, `conversion_rate`."""
    people, declared = [{**SABER, "health": 20}], {"saber": {"first": "rest", "convert": 10}}
    found = [person(scene(people, declared, {"conversion_rate": rate}), "saber") for rate in (1, 2)]
    assert [(each["health"], each["mana"]) for each in found] == [(40, 35), (35, 35)]


def test_a_nurse_enters_the_battle_of_its_patient() -> None:
    """C-4.8: nothing is passed on; the patient's rest stays long."""
    people = [AA, {**SABER, "health": -3, "mana": 17}, LANCER]
    declared = {
        "aa": {"long": _act("nursing", patient="saber")},
        "saber": {"first": "rest"},
        "lancer": {"first": "search", "attack": "saber"},
    }
    found = scene(people, declared)
    assert (person(found, "saber")["health"], person(found, "saber")["mana"]) == (17, 32)


# C-5


def test_the_base_is_a_place_to_study() -> None:
    """C-5.1, C-Q106."""
    for team in ({"base": "r1"}, {"territory": {"at": "r1"}}):
        found = scene([AA], {"aa": {"first": "study"}}, teams={"red": team})
        assert person(found, "aa")["experience"] == 1


def test_a_teacher_of_the_wrong_half_teaches_nothing() -> None:
    """C-Q22."""
    study = {"aa": {"first": _act("study", taught_by="saber")}}
    for teaching, gained in ({"first": 2, "second": 1, "long": 2}).items():
        declared = {**study, "saber": {teaching: _act("teaching", pupil="aa")}}
        found = scene([AA, SABER], declared, regions=MARKS)
        assert person(found, "aa")["experience"] == gained


def test_three_who_compete() -> None:
    """C-Q20: every pair in seat order; a gain is taken once, the penalty for each contest lost."""
    cards = {"aa": ["strike"] * 5, "bb": ["rush"] * 5, "cc": ["rush"] * 4 + ["strike"] * 5}
    declared = {
        name: {"first": _act("study", challenge=True, contest=hand)} for name, hand in cards.items() if name != "aa"
    }
    declared["aa"] = {"first": _act("study", challenge=True, contest=cards["aa"])}
    people = [{**AA, "mana": 22}, {**BB, "mana": 27}, master("cc", "green", mana=27)]
    found = scene(people, declared, regions=MARKS)
    assert [person(found, name)["experience"] for name in cards] == [2, 0, 1]


def test_contests_of_different_halves_do_not_meet() -> None:
    declared = {
        "aa": {"first": _act("study", challenge=True, contest=["strike"] * 5)},
        "bb": {"second": _act("study", contest=["rush"] * 5)},
    }
    found = scene([AA, BB], declared, regions=MARKS)
    assert [person(found, name)["experience"] for name in ("aa", "bb")] == [1, 1]


def test_bonding_renewed_starts_at_one() -> None:
    """C-5.11, C-R10."""
    people = [{**AA, "deleted": ["bb"]}, {**BB, "relationships": {"aa": 4}}]
    declared = {"aa": {"first": _with("bonding", "bb", renew=True)}, "bb": {"first": _with("bonding", "aa")}}
    found = scene(people, declared)
    assert person(found, "aa")["relationships"] == {"bb": 1}
    assert person(found, "bb")["relationships"] == {"aa": 5}


def test_bonding_fails_for_both_where_one_has_no_relationship() -> None:
    """C-5.14."""
    people = [{**AA, "relationships": {"bb": 1}}, BB]
    declared = {"aa": {"long": _with("bonding", "bb")}, "bb": {"long": _with("bonding", "aa")}}
    found = scene(people, declared)
    assert refused(found) == [("bb", "no_relationship", "C-5.11")]
    assert person(found, "aa")["relationships"] == {"bb": 1}


def test_conviction_may_come_back() -> None:
    """C-5.12, C-Q23."""
    people = [{**AA, "conviction": 1, "conviction_start": 3, "relationships": {"bb": 1}},
              {**BB, "fate": 3, "relationships": {"aa": 1}}]  # fmt: skip
    declared = {"aa": {"long": _with("bonding", "bb")}, "bb": {"long": _with("bonding", "aa", recover="fate")}}
    found = scene(people, declared)
    assert (person(found, "aa")["conviction"], person(found, "bb")["fate"]) == (2, 3)


# C-6, C-7


def test_souls_by_night_and_of_masters() -> None:
    """C-E14, C-6.7, C-8.5."""
    found = scene([{**AA, "mana": 27}], {"aa": {"long": _act("soul_eating", victims=3)}}, time="night")
    assert (person(found, "aa")["mana"], found["teams"]["red"]["souls"]) == (60, 3)
    valued = scene([{**SABER, "values": -5}], {"saber": {"long": _act("soul_eating", victims=2)}})
    assert person(valued, "saber")["mana"] == 60
    declared = {"aa": {"long": _act("soul_eating", victims=3)}, "lancer": {"first": "search", "attack": "aa"}}
    broken = scene([{**AA, "mana": 27}, LANCER], declared)
    assert (person(broken, "aa")["mana"], broken["teams"]["red"]["souls"]) == (45, 6)


def test_souls_turn_into_health() -> None:
    """C-6.8."""
    declared = {"saber": {"long": _act("soul_eating", victims=1), "convert": 10}}
    found = scene([{**SABER, "health": 20, "mana": 20}], declared)
    assert (person(found, "saber")["health"], person(found, "saber")["mana"]) == (30, 20)


def test_citizens_are_eaten_in_the_order_of_seats() -> None:
    """C-Q25."""
    declared = {name: {"long": _act("soul_eating", victims=2)} for name in ("aa", "bb")}
    assert refused(scene([AA, BB], declared)) == [("bb", "victims_too_many", "C-6.6")]


def test_a_mana_charge() -> None:
    """C-E16, C-R10: upkeep is paid; at most twice the maximum."""
    declared = {"aa": {"long": _with("mana_charge", "saber")}, "saber": {"long": _with("mana_charge", "aa")}}
    for before, after in ((25, 65), (65, 90)):
        found = scene([AA, {**SABER, "mana": before}, LANCER], {**declared, "lancer": {"first": "search"}})
        assert (person(found, "saber")["mana"], person(found, "saber")["once_used"]) == (after, True)
        assert found["met"]["lancer"] == []
        assert found["sensed"]["lancer"] == []


def test_a_link_by_night_and_one_that_is_not_answered() -> None:
    """C-E15, C-7.4."""
    people = [{**AA, "magic": 3, "mana": 9}, {**BB, "magic": 4, "at": "r5", "mana": 0}]
    declared = {"aa": {"long": _with("circuit_link", "bb")}, "bb": {"long": _with("circuit_link", "aa")}}
    found = scene(people, declared, time="night")
    assert [person(found, name)["mana"] for name in ("aa", "bb")] == [70, 70]
    alone = scene(people, {"aa": declared["aa"]})
    assert (person(alone, "aa")["max_mana"], person(alone, "aa")["once_used"]) == (30, False)


def test_a_second_recontract() -> None:
    """C-E17."""
    aa = {**AA, "relationships": {"archer": 1}, "servantless": True}
    archer = servant("archer", "lost", endurance="B", masterless=True, recontracts=1, noble_phantasm={"grade": "C"},
                     max_health=40, max_mana=35)  # fmt: skip
    declared = {"aa": {"second": _with("recontract", "archer")}, "archer": {"second": _with("recontract", "aa")}}
    found = scene([aa, archer], declared)
    after = person(found, "archer")
    assert (after["max_health"], after["max_mana"], after["noble_phantasm_cost"], after["recontracts"]) == (
        30,
        25,
        25,
        2,
    )
    assert found["teams"]["red"]["strokes"] == 2


# C-9, C-10


def test_one_who_attacks_a_fighter_is_in_the_same_battle() -> None:
    """C-Q80."""
    people = [SABER, LANCER, servant("rider", "green")]
    declared = {
        "saber": {"first": "search", "attack": "lancer"},
        "lancer": {},
        "rider": {"first": "search", "attack": "lancer"},
    }
    found = scene(people, declared)
    assert [(each["attacker"], each["target"]) for each in found["battles"]] == [
        ("saber", "lancer"),
        ("rider", "lancer"),
    ]


def test_what_is_sensed_is_told_by_the_names_of_regions() -> None:
    """C-3.9, C-Q13."""
    people = [servant("세이버", "빨강", "신토"), servant("랜서", "파랑", "신토"), servant("라이더", "초록", "다리")]
    found = scene(people, {"세이버": {"first": "search"}, "랜서": {}, "라이더": {}}, map=[["신토", "다리"]])
    assert found["sensed"]["세이버"] == [["다리", 1], ["신토", 1]]


def test_korean_names_and_other_maps() -> None:
    """C-23.7."""
    people = [servant("세이버", "빨강", "신토"), servant("랜서", "파랑", "미야마")]
    declared = {"세이버": {"first": "search"}, "랜서": {}}
    found = scene(people, declared, map=[["신토", "다리"], ["다리", "미야마"], ["미야마", "산"]])
    assert found["sensed"]["세이버"] == [["미야마", 1]]
    assert found["people"]["세이버"]["at"] == "신토"
    far = scene(
        [people[0], {**people[1], "at": "산"}], declared, map=[["신토", "다리"], ["다리", "미야마"], ["미야마", "산"]]
    )
    assert far["sensed"]["세이버"] == []
    assert scene([{**people[0], "at": "모름"}]) == {"refused": {"code": "unknown_region", "clause": "C-2.1"}}
