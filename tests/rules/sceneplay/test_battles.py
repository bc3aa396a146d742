"""Battles that the cases do not fight: each test is an example of the ledger or a ruling."""

from dataclasses import replace
from typing import Any

import pytest

from grailkeeper.core.call import Answers, Ask
from grailkeeper.core.chance import Fixed, Seeded
from grailkeeper.core.drive import DirectDesk, ScriptTable, play, play_script
from grailkeeper.core.seat import Person, Role
from grailkeeper.rules.sceneplay import facts as f
from grailkeeper.rules.sceneplay.state import Stage, State
from grailkeeper.rules.sceneplay.system import SCENEPLAY

from . import table
from .table import CASTER, HITOMI, KYOKO, MASTER, PLAIN, RIDER, SABER, SAYAKA, fight, given


def _servant(**change: Any) -> dict[str, Any]:
    return {**SAYAKA, "servant": {**RIDER, **change}}


def _master(**change: Any) -> dict[str, Any]:
    return {**SAYAKA, "master": {**MASTER, **change}}


def test_the_battle_of_the_document() -> None:
    """S-E3, S-E4, S-E5."""
    found = fight()
    assert found["attack"] == {"Sayaka": 42, "Kyoko": 54}
    assert found["defence"] == {"Sayaka": 42, "Kyoko": 46}
    assert found["chances"] == [34, 74, 34, 74, 34]
    assert found["rolls"] == [30, 80, 10, 65, 89]
    assert found["results"] == [True, False, True, True, False]
    assert found["dealt"] == {"Sayaka": 5, "Kyoko": 3}
    assert found["ahead"] == "Sayaka"


def test_conditions_are_looked_at_once() -> None:
    """S-E6: not wounded at the start, so not for the whole battle; wounded in the next one, so for all of it."""
    assert fight()["attack"]["Sayaka"] == 42
    assert fight(given(Sayaka=_servant(health="6/7")))["attack"]["Sayaka"] == 54


def test_restored_to_the_full_is_not_wounded() -> None:
    """S-R6."""
    situation = given(Sayaka=_servant(health="5/7"))
    found = fight(situation, Sayaka={"restore": [{"health": 2, "mana": 3}]})
    assert (found["attack"]["Sayaka"], found["after"]["Sayaka"]["servant"]["mana"]) == (42, 7)
    found = fight(situation, Sayaka={"restore": [{"health": 1, "mana": 4}]})
    assert found["attack"]["Sayaka"] == 54


def test_luck_on_the_fourth() -> None:
    """S-E7."""
    found = fight(Sayaka={"luck": [4]})
    assert found["retries"] == [[], [], [], [75], []]
    assert found["dealt"] == {"Sayaka": 6, "Kyoko": 1}
    assert fight(Sayaka={"luck": [4]}, options={"rank_bonus": "table"})["results"][3] is True


def test_counts_of_luck() -> None:
    """S-E33: four of five, one use, spent though the battle ends in the second judgment."""
    lucky = {"servant": {"ranks": "C C C C B", "attack": 0, "defence": 0, "health": "3/7"}}
    found = fight(
        given(Sayaka=lucky), Sayaka={"numbers": [90, 10, 0, 0, 0], "luck": [1, 2, 3, 5]}, Kyoko={"numbers": [0] * 5}
    )
    assert (found["judgments_made"], found["end"]) == (2, "vanished")
    assert found["after"]["Sayaka"]["servant"]["luck_uses"] == 1


def test_the_workshop_battle() -> None:
    """S-E46."""
    home = given(
        ("Sayaka", "Hitomi"), "Hitomi", Sayaka={**SAYAKA, "reserves": [5]}, Hitomi={**HITOMI, "reserves": [10]}
    )
    found = fight(
        home,
        Sayaka={"numbers": [12, 80, 40, 5, 77], "reserves": {"1": [5]}, "boost": [0, 0, 30, 0, 20], "luck": [4]},
        Hitomi={
            "numbers": [30, 55, 15, 20, 81],
            "substitute": "endurance",
            "assistance": [3, 1, 3, 1, 1],
            "reserves": {"2": [10]},
            "luck": [1, 3, 5],
        },
    )
    assert found["chances"] == [34, 40, 59, 30, 59]
    assert found["retries"] == [[], [], [65], [35], [68]]
    assert found["damage"]["Sayaka"] == [1, 2, 1, 0, 1]


@pytest.mark.parametrize(
    ("substitute", "attack", "defence"), [("endurance", 27, 42), ("strength", 42, 32), ("agility", 32, 37)]
)
def test_substitution(substitute: str, attack: int, defence: int) -> None:
    """S-E45."""
    found = fight(given(("Hitomi", "Kyoko")), Hitomi={"substitute": substitute})
    assert (found["attack"]["Hitomi"], found["defence"]["Hitomi"]) == (attack, defence)


def test_substitution_by_a_skill_of_magecraft() -> None:
    """S-10.11: a skill that applies will do; one whose condition does not hold is not used."""
    runes = {"name": "Runes", "rank": "B", "bonus": 0, "magecraft": True}
    found = fight(given(Sayaka=_servant(skills=[runes])), Sayaka={"substitute": "strength"})
    assert found["attack"]["Sayaka"] == 10 + 5 + 10
    idle = {**runes, "condition": "wounded"}
    refused = fight(given(Sayaka=_servant(skills=[idle])), Sayaka={"substitute": "strength"})
    assert refused == table.refusal("no_magecraft", "S-10.11")


def test_odd_halves() -> None:
    """S-E59."""
    alone = {"ranks": "B E C E E"}
    assert fight(given(Sayaka={"servant": alone}))["attack"]["Sayaka"] == 27
    helped = {"master": {"ranks": "E E D E E"}, "servant": {"ranks": "E E E E E"}}
    assert fight(given(Sayaka=helped))["attack"]["Sayaka"] == 10 + 7


@pytest.mark.parametrize(("effects", "chance"), [(0, 34), (1, 38), (2, 42), (3, 42)])
def test_temporary_raises(effects: int, chance: int) -> None:
    """S-E54."""
    raised = given(Sayaka=_servant(raised={"strength": effects}))
    assert fight(raised)["chances"][0] == chance
    assert fight(raised)["attack"]["Sayaka"] == 42


def test_cap_is_last_and_low_chances_stay_low() -> None:
    """S-E17, S-E48, S-R5."""
    allied = given((["Kyoko", "Sayaka"], "Hitomi"), "Hitomi")
    found = fight(
        allied, Kyoko={"numbers": [0] * 5}, Hitomi={"numbers": [0] * 5, "substitute": "endurance", "assistance": [5]}
    )
    assert found["chances"] == [85, -33, 90, -33, 90]
    assert found["results"] == [True, False, True, False, True]
    assert (found["attack"]["Kyoko"], found["defence"]["Kyoko"]) == (96, 88)


def test_damage_in_an_alliance() -> None:
    """S-E49: by order, else the one with most health, of equals the earlier."""
    weak = _servant(health="5/7")
    allied = given((["Kyoko", "Sayaka"], "Hitomi"), Sayaka=weak, Kyoko={"servant": {**SABER, "health": "6/8"}})
    sheet = {"numbers": [0, 2, 0, 0, 0], "boost": [0, 62]}
    numbers = [95, 5, 95, 5, 95]
    plain = fight(allied, Kyoko={"numbers": numbers}, Hitomi=sheet | {"substitute": "endurance"})
    assert plain["damage"]["Kyoko"][:2] == [1, 2]
    assert plain["damage"]["Sayaka"][2:] == [1, 0, 1]
    split = {"1": ["Sayaka"], "2": ["Kyoko", "Sayaka"]}
    ordered = fight(allied, Kyoko={"numbers": numbers, "split": split}, Hitomi=sheet | {"substitute": "endurance"})
    assert (ordered["damage"]["Kyoko"][:2], ordered["damage"]["Sayaka"][:2]) == ([0, 1], [1, 1])


def test_allies_allot_their_own() -> None:
    """S-19.4: an ally's reserve, boost, phantasm; assistance in the ally's workshop."""
    ally = {**SAYAKA, "reserves": [10]}
    allied = given((["Kyoko", "Sayaka"], "Hitomi"), "Sayaka", Sayaka=ally)
    base = fight(allied, Kyoko={"numbers": [0] * 5})["chances"]
    sheet = {"reserves": {"2": [10]}, "boost": [0, 7], "assistance": [0, 1, 0, 1], "phantasm": [3]}
    found = fight(allied, Kyoko={"numbers": [0] * 5}, Sayaka=sheet)
    assert found["chances"][1] == base[1] - 22
    assert found["chances"][3] == base[3] - 5
    assert found["after"]["Sayaka"]["reserves"] == []
    assert found["after"]["Sayaka"]["servant"]["mana"] == 6


def test_phantasm_runs_dry() -> None:
    """S-E51: with 1 mana the second use fails without cost, the chance stays, and luck applies again."""
    dry = given(Sayaka=_servant(mana="2/7"))
    found = fight(dry, Sayaka={"phantasm": [1, 3], "luck": [3], "numbers": [20, 50, 90, 0, 0]})
    assert found["chances"][:3] == [90, 74, 34]
    assert found["failed_uses"] == ["Sayaka 3"]
    assert found["retries"][2] == [30]
    assert found["after"]["Sayaka"]["servant"]["mana"] == 1


def test_zero_in_both() -> None:
    """S-E58."""
    weak = _servant(health="1/1", mana="1/7")
    sheet = {"numbers": [91, 0, 0, 0, 0], "phantasm": [1], "escape": True}
    found = fight(given(Sayaka=weak), Sayaka=sheet, Kyoko={"numbers": [0] * 5})
    assert (found["end"], found["after"]["Sayaka"]["master"]["strokes"]) == ("vanished", 3)


def test_guard_devices_defend() -> None:
    """S-21.4: 45 off the enemy's chance; both sides may use one each."""
    shield = _servant(noble_phantasms=[{"name": "Aegis", "rank": "C", "type": "guard"}])
    armed = {"servant": {**SABER, "noble_phantasms": [{"name": "Blade", "rank": "D"}]}}
    found = fight(given(Sayaka=shield, Kyoko=armed), Sayaka={"phantasm": {"2": "Aegis"}}, Kyoko={"phantasm": [2]})
    assert found["chances"][1] == 74 + 30 - 45


def test_the_master_alone() -> None:
    """S-E64, S-R8."""
    alone = {"master": {"ranks": "D E C E E", "health": "2/3", "mystic_code": {"rank": "E"}}}
    plain = {"servant": {"ranks": "C C C C C", "attack": 42, "defence": 42}}
    found = fight(given(Kyoko=alone, Sayaka=plain), Sayaka={"numbers": [88] + [0] * 4}, Kyoko={"numbers": [0] * 5})
    assert (found["chances"], found["end"]) == ([88], "dead")
    assert found["after"]["Kyoko"]["master"]["state"] == "dead"


def test_the_master_alone_faints() -> None:
    """S-R8: the battle ends; whether it is death is the keeper's question."""
    alone = {"master": {"mana": "2/4", "mystic_code": {"rank": "E"}}}
    situation = given(("Sakura", "Kyoko"), Sakura=alone)
    declared = {"Sakura": {"numbers": [0] * 5, "code": [1]}, "Kyoko": {"numbers": [0] * 5}}
    found = table.case("battle", situation, declared)
    assert (found["end"], found["judgments_made"]) == ("fainted", 1)
    script = table.script(situation, declared)
    ruled = DirectDesk(SCENEPLAY, SCENEPLAY.begin(script.setup, script.options), Fixed())
    rulings = {"battle/1/fainted/Sakura": "dead"}
    play(ruled, ScriptTable(type(script)(script.setup, script.options, script.sealed, rulings=rulings)))
    assert [fact.fate for fact in table.of_kind(ruled.facts, f.Fell)] == [f.Fate.FAINTED, f.Fate.DEAD]


def test_a_master_far_away() -> None:
    """S-R8: lends no ability and no code, and commands all the same."""
    found = fight(given(Sayaka=_master(present=False)), Sayaka={"boost": [10], "restore": [{"mana": 5}]})
    assert found["attack"]["Sayaka"] == 15 + 7 + 12
    assert found["chances"][0] == 34 - 8 + 10
    assert found["after"]["Sayaka"]["master"]["strokes"] == 1


def test_help_waived_or_fainted() -> None:
    """S-10.13."""
    assert fight(Sayaka={"help": False})["attack"]["Sayaka"] == 34
    assert fight(given(Sayaka=_master(state="fainted")))["attack"]["Sayaka"] == 34


WEAK = {"health": "1/7", "attack": 0, "defence": 0, "skills": [], "ranks": "E E E E E"}


def _doomed(strokes: int = 3, **master: Any) -> dict[str, Any]:
    return given(Sayaka={"master": {**MASTER, "strokes": strokes, **master}, "servant": WEAK})


LOST = {"numbers": [90] * 5}


@pytest.mark.parametrize(
    ("strokes", "sheet", "options", "end", "left"),
    [
        (3, {"escape": True}, {}, "escape", 1),
        (2, {"escape": True}, {}, "escape", 0),
        (1, {"escape": True}, {}, "vanished", 1),
        (3, {"escape": False}, {}, "vanished", 3),
        (3, {}, {}, "vanished", 3),
        (1, {"escape": True}, {"escape_cost": 1}, "escape", 0),
        (3, {"escape": True}, {"escape_cost": 1}, "escape", 1),
        (0, {"escape": True}, {"escape_cost": 1}, "vanished", 0),
        (3, {"escape": True, "boost": [0, 50, 10]}, {}, "vanished", 1),
    ],
)
def test_escape(strokes: int, sheet: Any, options: Any, end: str, left: int) -> None:
    """S-18.4, S-E47."""
    found = fight(_doomed(strokes), options, Sayaka=LOST | sheet, Kyoko={"numbers": [9] * 5})
    assert (found["end"], found["after"]["Sayaka"]["master"]["strokes"]) == (end, left)
    servant = found["after"]["Sayaka"]["servant"]
    assert (servant["state"], servant["health"]) == (("escaped", 1) if end == "escape" else ("vanished", 0))


def test_a_fainted_master_cannot_command_an_escape() -> None:
    """S-R8: the code takes her last mana in the very judgment in which the servant falls."""
    found = fight(_doomed(mana="2/4"), Sayaka=LOST | {"escape": True, "code": [1]}, Kyoko={"numbers": [9] * 5})
    assert found["end"] == "vanished"


def _desk(situation: Any, declared: Any) -> tuple[DirectDesk, Any]:
    script = table.script(situation, declared)
    return DirectDesk(SCENEPLAY, SCENEPLAY.begin(script.setup, script.options), Fixed()), ScriptTable(script)


@pytest.mark.parametrize("yes", [True, False])
def test_the_escape_is_asked_where_nothing_was_said(yes: bool) -> None:
    """S-18.4, S-Q72."""
    declared = {"Sayaka": LOST, "Kyoko": {"numbers": [9] * 5}}
    desk, _ = _desk(_doomed(), declared)
    (sheets,) = desk.calls()
    assert [call.address for call in SCENEPLAY.standing(desk.state)] == ["standing/escape"]
    for ask in sheets.asks:
        assert desk.order(sheets, ask, declared[ask.whom]) == ()
    desk.close(sheets)
    desk.publish(sheets)
    (escape,) = desk.calls()
    assert (escape.kind, escape.asks) == ("escape", (Ask("Sayaka", "Sayaka"),))
    assert desk.state.battle.stage is Stage.ESCAPE
    assert SCENEPLAY.standing(desk.state) == ()
    desk.order(escape, escape.asks[0], {"escape": yes})
    desk.close(escape)
    desk.publish(escape)
    assert desk.calls() == ()
    (ended,) = table.of_kind(desk.facts, f.BattleEnded)
    assert ended.end is (f.End.ESCAPE if yes else f.End.VANISHED)


def test_two_allies_fall_together() -> None:
    """S-18.4, S-19.6: each master answers for the own servant."""
    weak = {"master": MASTER, "servant": {**WEAK, "health": "1/7"}}
    situation = given((["A", "B"], "Kyoko"), A=weak, B=weak)
    sheet = {"numbers": [50] * 5, "split": {"2": ["A", "B"]}, "escape": True}
    strong = {
        "A": {**sheet, "boost": [50, 0]},
        "B": {"escape": False, "boost": [50, 0]},
        "Kyoko": {"numbers": [55] * 5},
    }
    found = table.case("battle", situation, strong)
    assert found["end"] == "vanished"
    assert [found["after"][name]["servant"]["state"] for name in "AB"] == ["escaped", "vanished"]


def test_three_sides() -> None:
    """S-E56, S-19.7: without a declared hostility the joiners do not fight each other."""
    sides = given(("A", "B", "C"), A={"servant": {**PLAIN["servant"], "health": "4/7"}}, B=PLAIN, C=PLAIN)
    pair = [
        {"A": {"numbers": [90] * 5}, "B": {"numbers": [0] * 5}},
        {"A": {"numbers": [60] * 5}, "C": {"numbers": [0] * 5}},
    ]
    found = table.case("battle", sides, {"battles": pair})
    assert found["pairs"] == ["A-B", "A-C"]
    assert found["battles"]["A-C"]["end"] == "vanished"


def test_pairs_with_the_fallen_and_the_escaped_are_skipped() -> None:
    """S-19.7: A escapes from B; A-C is skipped, B-C is fought, each with the sheets of its place in the list."""
    weak = {"master": MASTER, "servant": WEAK}
    sides = given(("A", "B", "C"), A=weak, B=PLAIN, C=PLAIN)
    battles = [
        {"A": {"numbers": [90] * 5, "escape": True}, "B": {"numbers": [9] * 5}},
        {"A": {"numbers": [1] * 5}, "C": {"numbers": [1] * 5}},
        {"B": {"numbers": [10] * 5}, "C": {"numbers": [20] * 5}},
    ]
    found = table.case("battle", sides, {"hostile": [["C", "B"]], "battles": battles})
    assert found["pairs"] == ["A-B", "B-C"]
    assert found["battles"]["B-C"]["rolls"] == [30] * 5
    assert found["after"]["A"]["servant"]["state"] == "escaped"
    del battles[1]
    assert table.case("battle", sides, {"hostile": [["C", "B"]], "battles": battles}) == found, "or with none for A-C"


def test_resources_carry_over_and_assistance_is_fresh() -> None:
    """S-12.9, S-19.7."""
    home = {"servant": {**PLAIN["servant"], "health": 12}, "reserves": [5, 10], "workshop": "4/3/3"}
    sides = given(("A", "B", "C"), "A", A=home, B=PLAIN, C=PLAIN)
    even = {"numbers": [50] * 5}
    battles = [
        {"A": {**even, "reserves": {"1": [5]}, "assistance": [1, 1, 1]}, "B": even},
        {"A": {**even, "reserves": {"1": [10]}, "assistance": [0, 0, 1, 1, 1]}, "C": even},
    ]
    found = table.case("battle", sides, {"battles": battles})
    assert found["battles"]["A-B"]["chances"] == [60, 45, 55, 50, 50]
    assert found["battles"]["A-C"]["chances"] == [60, 50, 55, 45, 55]
    assert found["after"]["A"]["reserves"] == []
    again = [battles[0], {"A": {**even, "reserves": {"1": [5]}}, "C": even}]
    assert table.case("battle", sides, {"battles": again}) == table.refusal("no_such_reserve", "S-20.3")


def test_silence_draws_five_numbers_in_order() -> None:
    """S-10.19, "Missing orders"."""
    rows = (("Sayaka", table.NUMBERS), ("Kyoko", table.THEIRS))
    every = [(f"number {name} {place}", value) for name, row in rows for place, value in enumerate(row, 1)]
    found = table.case("battle", given(), {}, chance=[{"what": what, "value": value} for what, value in every])
    assert found["rolls"] == [30, 80, 10, 65, 89]
    gap = {"numbers": [20, None, 60]}
    drawn = [("number Sayaka 2", 50), ("number Sayaka 4", 95), ("number Sayaka 5", 99)]
    assert fight(Sayaka=gap, chance=drawn)["rolls"] == [30, 80, 10, 65, 89]


def test_a_left_over_draw_is_a_failure() -> None:
    assert "chance" in fight(chance=[("number Sayaka 1", 5)])


def test_names_that_are_no_keys() -> None:
    """A name in Hangul is shown as it is and played under a key."""
    situation = {"sides": ["사야카", "쿄코"], "teams": {"사야카": SAYAKA, "쿄코": KYOKO}}
    declared = {"사야카": {"numbers": [20, 50, 60, 95]}, "쿄코": {"numbers": table.THEIRS}}
    found = table.case("battle", situation, declared, chance=[{"what": "number 사야카 5", "value": 99}])
    assert found["damage"] == {"사야카": [0, 0, 0, 2, 1], "쿄코": [2, 1, 2, 0, 0]}
    assert found["ahead"] == "사야카"


def test_unmade_judgments_cost_nothing() -> None:
    """S-10.17, S-E47."""
    weak = {"master": MASTER, "servant": {**WEAK, "noble_phantasms": [{"name": "R", "rank": "B"}]}, "reserves": [5, 10]}
    sheet = LOST | {"reserves": {"1": [5], "3": [10]}, "phantasm": [3], "luck": [5], "boost": [0, 0, 50]}
    found = fight(given(Sayaka=weak), Sayaka=sheet, Kyoko={"numbers": [9] * 5})
    after = found["after"]["Sayaka"]
    assert (after["reserves"], after["servant"]["mana"], after["servant"]["luck_uses"]) == ([10], 7, 1)
    assert after["master"]["strokes"] == 2


def test_a_part_that_can_no_longer_be_done_is_left_out() -> None:
    """What was legal when it was sealed and is not any more fails, and the rest of the sheet stands."""
    situation = given(Sayaka={**SAYAKA, "reserves": [5]})
    order = {"numbers": table.NUMBERS, "reserves": {"1": [5]}, "boost_strokes": 3, "luck": [4]}
    script = table.script(situation, {"Sayaka": order, "Kyoko": {"numbers": table.THEIRS}})
    state: State = SCENEPLAY.begin(script.setup, script.options)
    state = SCENEPLAY.apply(state, f.TeamCorrected("Sayaka", "lost", reserves=()))
    state = SCENEPLAY.apply(state, f.PersonCorrected(Person("Sayaka", Role.MASTER), "spent", strokes=1))
    (call,) = SCENEPLAY.calls(state)
    orders: dict[str, Any] = {"Sayaka": order, "Kyoko": {"numbers": table.THEIRS}}
    resolution = SCENEPLAY.resolve(state, call, Answers(orders), {}, Seeded(b"").open(call.address))
    failed = [told for told in resolution.told if isinstance(told.fact, f.OrderFailed)]
    assert [told.fact.problem.code for told in failed if isinstance(told.fact, f.OrderFailed)] == [
        "no_such_reserve",
        "not_enough_strokes",
    ]
    assert all(told.audience.seats == frozenset({"Sayaka"}) for told in failed)
    rolls = [fact.roll.value for fact in table.of_kind(list(resolution.told), f.JudgmentMade)]
    assert rolls == [30, 80, 10, 65, 89]


def test_the_keeper_may_let_a_skill_apply() -> None:
    """S-23.1: the condition is only the verdict."""
    script = table.script(given(), {"Sayaka": {"numbers": table.NUMBERS}, "Kyoko": {"numbers": table.THEIRS}})
    state = SCENEPLAY.begin(script.setup, script.options)
    (call,) = SCENEPLAY.calls(state)
    orders = {whom: order for (_, whom), order in script.sealed.items()}
    rulings = {"battle/1/skill/Sayaka/3": True}
    resolution = SCENEPLAY.resolve(state, call, Answers(orders), rulings, Seeded(b"").open(call.address))
    assert [point.verdict for point in resolution.points] == [True, True, False, 5]
    (first, *_) = table.of_kind(list(resolution.told), f.JudgmentMade)
    assert first.chance.value == 34 + 12 + 12


def test_a_caster_in_its_territory_counts_the_territory() -> None:
    """S-13.2, S-13.5: without the caster the points are gone."""
    home = given(("Kyoko", "Hitomi"), "Hitomi")
    assert fight(home, Hitomi={"assistance": [5, 4]})["judgments_made"] == 5
    alone = {**HITOMI, "servant": None}
    found = fight(given(("Kyoko", "Hitomi"), "Hitomi", Hitomi=alone), Hitomi={"assistance": [2]})
    assert found == table.refusal("assistance_stack", "S-12.10")
    assert CASTER["territory_creation"] == "B"


def _stopped(after: int) -> list[Any]:
    """A battle of which the keeper says that it ends after this judgment."""
    sheets = {"Sayaka": {"numbers": table.NUMBERS, "phantasm": [5]}, "Kyoko": {"numbers": table.THEIRS}}
    script = table.script(given(), sheets)
    ruled = replace(script, rulings={**script.rulings, "battle/1/stop": after})
    return [each.fact for each in play_script(SCENEPLAY, ruled, Fixed(())).told]


def test_the_keeper_may_end_a_battle() -> None:
    """S-10.17: it stops at once, and what was allotted to the rest is not spent."""
    facts = _stopped(2)
    (ended,) = (fact for fact in facts if isinstance(fact, f.BattleEnded))
    assert (ended.end, ended.judgments) == (f.End.KEEPER, 2)
    assert [fact.judgment for fact in facts if isinstance(fact, f.JudgmentMade)] == [1, 2]
    assert not any(isinstance(fact, f.ResourcesSpent) for fact in facts)
    (whole,) = (fact for fact in _stopped(5) if isinstance(fact, f.BattleEnded))
    assert whole.end is f.End.COMPLETE


def test_the_sums_of_an_alliance_go_by_its_own_clause() -> None:
    """S-19.1: of two as of more; alone by S-10.4 and S-10.5."""
    even = {"numbers": [50] * 5}
    situation = given((["A", "B"], "C"), A=PLAIN, B=PLAIN, C=PLAIN)
    (first, *_) = table.of_kind(table.told(situation, {"A": even, "C": even}), f.JudgmentMade)
    sums = [(term.name, term.source, term.clause) for term in first.chance.terms if term.inner and term.source]
    assert sums == [("attack", "A", "S-19.1"), ("attack", "B", "S-19.1"), ("defence", "C", "S-10.5")]
