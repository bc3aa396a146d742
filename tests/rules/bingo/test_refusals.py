"""Every refusal code of the case format, with its clause and the side at fault."""

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from grailkeeper.core.compare import run_case
from grailkeeper.core.form import read
from grailkeeper.core.rank import Letter, Rank
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.bingo.battle.check import Spot, aftermath_problems, battle_problems
from grailkeeper.rules.bingo.battle.supplies import left, supplies
from grailkeeper.rules.bingo.creation import ex_problems, master_problems, servant_problems
from grailkeeper.rules.bingo.options import Options
from grailkeeper.rules.bingo.people import Ability, Master, NoblePhantasm, Points, Servant, Skill, Team
from grailkeeper.rules.bingo.scene.creating import creation_problems, creation_record
from grailkeeper.rules.bingo.sheet import SERVANT_FORM
from grailkeeper.rules.bingo.state import Damage
from grailkeeper.rules.bingo.strokes import restored, strokes_problems
from grailkeeper.rules.bingo.system import BINGO
from grailkeeper.text.language import Language
from grailkeeper.text.words import load_words

from .table import BOOK, cards, case, fight, number, read_one, refusal, scene, side
from .twins import war

SERVANT: Mapping[str, Any] = {
    "strength": "B",
    "endurance": "B",
    "agility": "B",
    "luck": "D+",
    "noble_phantasm": "C+",
    "skills": [
        {"name": "charisma", "rank": "C+"},
        {"name": "rune", "rank": "D", "is_magecraft": True},
        {"name": "worn", "rank": "C+", "plus_left": 0},
        {"name": "odd", "rank": "C", "condition": "full_moon"},
    ],
}
MASTER: Mapping[str, Any] = {"health": 3, "mana": 2, "strokes": [18, 9], "tarot": [7]}
EMPTY = ["- - - - -"] * 5


def _row(first: str) -> list[str]:
    return [first, *EMPTY[1:]]


BATTLES: list[tuple[str, str, dict[str, Any]]] = [
    ("board_rows", "B-1.3", {"board": EMPTY[:4]}),
    ("board_row", "B-1.3", {"board": _row("S - - -")}),
    ("bad_board", "B-1.3", {"board": EMPTY, "cards": []}),
    ("cell_off_board", "B-1.3", cards("r6c1 S")),
    ("cell_off_board", "B-1.3", cards("r1c0 S")),
    ("unknown_card", "B-1.4", cards("r1c1 X")),
    ("unknown_card", "B-1.4", {"board": _row("S* - - - -")}),
    ("unknown_card", "B-1.4", cards("r1c1 M")),
    ("strike_supply", "B-1.5", {"board": _row("S S S S S")}),
    ("counter_supply", "B-1.5", {"board": _row("K K K K K")}),
    ("rush_supply", "B-1.5", {"board": _row("R R R R R")}),
    ("cell_occupied", "B-1.7", cards("r1c1 S", "r1c1 K")),
    ("magecraft_supply", "B-4.2", cards("r1c1 MS", "r1c2 MK", "r1c3 MR")),
    ("magecraft_both_ways", "B-4.6", cards("r1c1 MS", skills=["rune"])),
    ("luck_supply", "B-5.1", cards("r1c1 SL", "r1c2 SL", "r1c3 SL")),
    ("luck_on_noble_phantasm", "B-5.2", cards("r1c1 NL", noble_phantasm="board")),
    ("luck_on_noble_phantasm", "B-5.2", cards("r1c1 N", "r1c1 L", noble_phantasm="board")),
    ("luck_alone", "B-5.2", cards("r1c1 L")),
    ("luck_twice", "B-5.2", cards("r1c1 SLL")),
    ("luck_in_centre", "B-5.5", cards("r3c3 KL")),
    ("noble_phantasm_supply", "B-6.3", {"board": ["N N N N N", "N N - - -", *EMPTY[2:]], "noble_phantasm": "board"}),
    ("noble_phantasm_supply", "B-12.14", cards("r1c1 N", "r1c2 N", noble_phantasm="boost")),
    ("noble_phantasm_method", "B-6.4", cards("r1c1 N")),
    ("board_without_card", "B-6.5", cards("r1c1 S", noble_phantasm="board")),
    ("two_noble_phantasms", "B-6.4", {"noble_phantasm": ["boost", "boost"]}),
    ("unknown_noble_phantasm", "B-6.4", {"noble_phantasm": {"name": "excalibur", "method": "boost"}}),
    ("unknown_skill", "B-7.1", {"skills": ["riding"]}),
    ("skill_twice", "B-7.5", {"skills": ["charisma", "charisma+"]}),
    ("not_supporting", "B-9.1", {"supports": False, "mana_spent": 1}),
    ("not_supporting", "B-9.1", {"supports": False, "strokes": [18]}),
    ("not_supporting", "B-9.1", {"supports": False, "tarot": 7}),
    ("not_supporting", "B-9.1", {"supports": False, "cover": 1}),
    ("tarot_not_held", "B-9.6", {"tarot": 8}),
    ("two_tarot_cards", "B-9.6", {"tarot": [7, 8]}),
    ("stroke_not_held", "B-10.1", {"strokes": [18, 18]}),
    ("luck_marks", "B-12.6", cards("r1c1 SL*", "r1c2 SL*")),
    ("skill_plus_spent", "B-12.10", {"skills": ["worn+"]}),
    ("skill_plus_spent", "B-12.10", {"skills": ["rune+"]}),
    ("unknown_condition", "B-14.6", {"skills": ["odd"]}),
    ("servant_mana", "B-14.20", {"noble_phantasm": "boost", "skills": ["charisma", "rune"]}),
    ("master_mana", "B-14.20", {"mana_spent": 3}),
    ("bad_split", "B-10.2", {"rescue": {"stroke": 18, "health": 2, "mana": 1}}),
    ("rescue_without_health", "B-14.13", {"rescue": {"stroke": 18, "health": 0, "mana": 2}}),
    ("rescue_not_open", "B-14.13", {"rescue": {"stroke": 18, "health": 2, "mana": 0}}),
    ("stroke_not_held", "B-10.1", {"rescue": {"stroke": 3, "health": 2, "mana": 0}}),
    ("cover_too_much", "B-9.5", {"cover": 1}),
]


@pytest.mark.parametrize(("code", "clause", "order"), BATTLES)
def test_an_order(code: str, clause: str, order: dict[str, Any]) -> None:
    one, other = side(MASTER, **{**SERVANT, "mana": 3}), side()
    assert fight(one, other, order) == refusal(code, clause, "side1")
    assert fight(other, one, None, order) == refusal(code, clause, "side2")


def test_an_unknown_condition_of_a_skill_that_is_not_declared_is_nobody_s_fault() -> None:
    assert fight(side(**SERVANT), side(), cards("r1c1 S"))["winner"] == "side1"


@pytest.mark.parametrize(
    "order",
    [{"supports": True}, {"mana_spent": 1}, {"strokes": [18]}, {"tarot": 7}, {"cover": 1},
     {"rescue": {"stroke": 18, "health": 2, "mana": 0}}],
)  # fmt: skip
@pytest.mark.parametrize(
    ("master", "code", "clause"),
    [
        (None, "master_absent", "B-14.11"),
        ({**MASTER, "health": 0}, "master_absent", "B-14.11"),  # dead (B-14.13)
        ({**MASTER, "accompanies": False}, "master_absent", "B-14.11"),
        ({**MASTER, "exhausted": True}, "master_exhausted", "B-14.10"),
    ],
)
def test_a_master_who_cannot(master: Any, code: str, clause: str, order: dict[str, Any]) -> None:
    found = fight(side(master), side(), order)
    if "rescue" in order and master and not master.get("accompanies", True):
        assert found == refusal("rescue_not_open", "B-14.13", "side1")  # B-R3: distance is no matter
    else:
        assert found == refusal(code, clause, "side1")


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        ({}, ["nothing_laid"]),
        ({"cards": ["r1c1 S"]}, []),
        ({"cards": ["r1c1 S"], "mana_spent": 2}, ["will_be_exhausted"]),
        ({"cards": ["r1c1 S"], "mana_spent": 1}, []),
        ({"cards": ["r1c1 S"], "mana_spent": 0}, []),
        ({"cards": ["r1c1 S"], "strokes": [0, 18]}, ["stroke_adds_nothing"]),
        ({"cards": ["r1c1 S"], "strokes": [1, 18]}, []),
    ],
)
def test_what_may_not_be_meant_is_asked(order: dict[str, Any], codes: list[str]) -> None:
    """B-1.6, B-9.4, B-10.3: allowed, all of it."""
    team = Team("red", "red", master=Master(mana=Points(2, 4), strokes=(18, 0, 1)), servant=Servant(
        abilities={Ability.STRENGTH: Rank(Letter.E)}))  # fmt: skip
    found = list(battle_problems(Spot(team, 1, Options()), order))
    assert [problem.code for problem in found] == codes
    assert not any(problem.binding for problem in found)


@pytest.mark.parametrize(
    ("health", "cover", "codes"),
    [
        (4, 0, []),
        (5, 0, ["rescue_not_open"]),
        (4, 1, ["rescue_not_open"]),
        (3, 1, []),
        (3, 2, ["rescue_not_open"]),
        (1, 3, ["cover_too_much", "master_dead"]),
    ],
)
def test_a_rescue_is_for_a_servant_that_falls(health: int, cover: int, codes: list[str]) -> None:
    """B-9.5, B-14.13: of 2 + 2 points of damage the master may take over the two of the bingo lines."""
    team = Team("red", "red", master=Master(strokes=(18,)), servant=Servant(health=Points(health, 7)))
    order = {"cover": cover, "rescue": {"stroke": 18, "health": 2}}
    found = aftermath_problems(Spot(team, 1, Options()), order, Damage(defeat=2, bingo=2), supported=True)
    assert [problem.code for problem in found] == codes


@pytest.mark.parametrize(
    ("master", "there"),
    [
        (None, (0, 0)),
        (Master(mana=Points(2, 4), strokes=(18, 9)), (2, 2)),
        (Master(mana=Points(2, 4), strokes=(18, 9), exhausted_in=1), (0, 0)),
        (Master(mana=Points(2, 4), strokes=(18, 9), dead=True), (0, 0)),
    ],
)
def test_what_a_master_has_to_spend(master: Master | None, there: tuple[int, int]) -> None:
    """B-14.10."""
    for servant in (None, Servant(abilities={Ability.LUCK: Rank(Letter.C, 2)})):
        found = supplies(Spot(Team("red", "red", master=master, servant=servant), 1, Options()))
        assert (found["master_mana"], found["strokes"]) == there
        assert servant is None or (found["luck_cards"], found["luck_marks"], found["strikes"]) == (3, 2, 0)


@pytest.mark.parametrize(
    ("use", "laid", "there"),
    [([], [], 10), ([{"method": "board"}], ["r1c1 N"], 9), ([{"method": "boost"}], ["r1c1 N"], 0),
     ([{"method": "boost"}], [], 1), ([{"method": "board", "name": "x"}], [], 0)],
)  # fmt: skip
def test_noble_phantasm_cards_that_are_left(use: Any, laid: list[str], there: int) -> None:
    """B-6.3, B-12.14: those of the method that is used; without one the most there can be."""
    servant = Servant(noble_phantasms=(NoblePhantasm("검", Rank(Letter.A, 1), 1, 1, 2),), mana=Points(7, 7))
    spot = Spot(Team("red", "red", servant=servant), 1, Options())
    found = left(spot, {"noble_phantasm": use, "cards": list(laid)})
    assert (found["phantasm_cards"], found["servant_mana"]) == (there, 7 if not use or "name" in use[0] else 5)


@pytest.mark.parametrize(
    ("order", "there"),
    [({}, 4), ({"cards": ["r1c1 MS"]}, 3), ({"skills": ["rune"]}, 2), ({"skills": ["rune", "curse+"]}, 0),
     ({"skills": ["curse"], "cards": ["r1c1 MS"]}, 3)],
)  # fmt: skip
def test_magecraft_cards_that_are_left(order: dict[str, Any], there: int) -> None:
    """B-4.6, B-R4: a skill that is applied as one supplies none."""
    runes = Skill("rune", Rank(Letter.B), is_magecraft=True), Skill("curse", Rank(Letter.D, 1), is_magecraft=True)
    spot = Spot(Team("red", "red", servant=Servant(skills=runes)), 1, Options())
    assert left(spot, order)["magecraft_cards"] == there


ROWS = {"board": ["S S S S S", "K K K K K", *EMPTY[2:]]}
STRONG = side(strength="A", endurance="A")


def test_cover() -> None:
    weak = side({**MASTER, "health": 1}, health=3)
    assert fight(STRONG, weak, ROWS, {"cover": 2}) == refusal("cover_too_much", "B-9.5", "side2")
    lines = side(MASTER)
    assert fight(STRONG, lines, ROWS, {"cover": 3}) == refusal("cover_too_much", "B-9.5", "side2")
    dying = {"cover": 1, "rescue": {"stroke": 18, "health": 2, "mana": 0}}
    assert fight(STRONG, weak, ROWS, dying) == refusal("master_dead", "B-14.13", "side2")


def test_magecraft_without_a_source() -> None:
    found = fight(side(magic="A"), side(), cards("r1c1 MS"))
    assert found == refusal("magecraft_not_allowed", "B-4.1", "side1")


def test_a_phantasm_that_is_spent_or_is_not_there() -> None:
    spent = side(noble_phantasm={"rank": "A", "uses_left": 0})
    assert fight(spent, side(), {"noble_phantasm": "boost"}) == refusal("noble_phantasm_spent", "B-6.9", "side1")
    several = side(noble_phantasm=[{"name": "one", "rank": "A"}, {"name": "two", "rank": "B"}])
    for one in (side(), several):
        found = fight(one, side(), {"noble_phantasm": "boost"})
        assert found == refusal("unknown_noble_phantasm", "B-6.4", "side1")
    named = {"noble_phantasm": {"name": "two", "method": "boost"}}
    assert fight(several, side(), named)["side1"]["uses_left"] == {"one": 1, "two": 0}


@pytest.mark.parametrize(
    ("rank", "code"), [("F", "bad_rank"), ("B++++", "bad_rank"), ("EX+", "ex_with_plus"), ("", "bad_rank")]
)
def test_a_rank(rank: str, code: str) -> None:
    assert fight(side(strength=rank), side()) == refusal(code, "B-14.1", "side1")
    assert number("grade", rank=rank) == refusal(code, "B-14.1")
    skill = [{"name": "x", "rank": rank}]
    assert case("sheet", {"servant": {"skills": skill}}) == refusal(code, "B-14.1")


# Scenes

TEAM: Mapping[str, Any] = {"servant": {"strength": "B", "noble_phantasm": "C"}, "master": MASTER}
TWO = {"team1": TEAM, "team2": TEAM}

SCENES: list[tuple[str, str, dict[str, Any]]] = [
    ("unknown_region", "B-14.2", {"region": "moon"}),
    ("bad_intent", "B-14.8", {"intent": "wait"}),
    ("stroke_not_held", "B-10.1", {"strokes": [{"card": 3, "health": 2, "mana": 0}]}),
    ("stroke_not_held", "B-10.1", {"strokes": [{"card": 18, "health": 2}, {"card": 18, "health": 2}]}),
    ("missing_field", "B-10.1", {"strokes": [{"health": 2}]}),
    ("bad_split", "B-10.2", {"strokes": [{"card": 18, "health": 1}]}),
    ("use_not_spent", "B-10.4", {"strokes": [{"card": 18, "restore": True}]}),
    ("unknown_noble_phantasm", "B-6.4", {"strokes": [{"card": 18, "restore": "excalibur"}]}),
    ("contract_not_possible", "B-14.15", {"contract": {"with": "team1", "card": 18}}),
]


@pytest.mark.parametrize(("code", "clause", "order"), SCENES)
def test_an_order_of_a_scene(code: str, clause: str, order: dict[str, Any]) -> None:
    assert scene(TWO, {"team2": order}) == refusal(code, clause, "team2")


@pytest.mark.parametrize(
    ("order", "codes"),
    [
        ({"ally": ["green"]}, []),
        ({"ally": ["red"]}, ["already_allied"]),
        ({"end_alliance": ["red"]}, []),
        ({"end_alliance": ["red", "green"], "ally": ["red"]}, ["not_allied"]),
    ],
)
def test_an_alliance_that_changes_nothing_is_asked_about(order: dict[str, Any], codes: list[str]) -> None:
    """B-14.16."""
    state = replace(war(), alliances=(("red", "blue"),))
    call = next(iter(BINGO.calls(state)))
    ask = call.ask_for("blue")
    assert ask is not None
    found = BINGO.check(BINGO.view(state, seat_viewer("blue")), call, ask, order)
    assert [(problem.code, problem.clause, problem.binding) for problem in found] == [
        (code, "B-14.16", False) for code in codes
    ]


def test_a_skill_is_known_by_its_name_in_any_language() -> None:
    words = load_words("grailkeeper.rules.bingo", Language.KO)
    sheet = {"servant": {**SABER, "skills": [{"name": "대마력", "rank": "E"}]}}
    found = run_case(BINGO, BOOK, read_one({"kind": "sheet", "given": sheet}), words.identify).actual
    assert found == refusal("skill_name_taken", "B-7.1")


def test_an_exhausted_master_spends_no_strokes() -> None:
    tired = {**TEAM, "master": {**MASTER, "exhausted": True}}
    order = {"strokes": [{"card": 18, "health": 2}]}
    found = scene({"team1": TEAM, "team2": tired}, {"team2": order})
    assert found == refusal("master_exhausted", "B-14.10", "team2")


def test_each_stroke_is_checked_after_those_before_it() -> None:
    """B-10.1, B-10.2, B-10.4: what is wrong names its place; a stroke in which nothing is wrong is spent."""
    phantasms = (NoblePhantasm("검", Rank(Letter.A), 1, 1, 2), NoblePhantasm("창", Rank(Letter.C), 0, 1, 2))
    servant = Servant(health=Points(5, 7), mana=Points(7, 7), noble_phantasms=phantasms)
    team = Team("red", "red", master=Master(strokes=(18, 9, 4)), servant=servant)
    strokes: list[dict[str, Any]] = [
        {"card": 18, "restore": True},  # without a name: the one that is spent
        {"card": 9, "restore": "창"},
        {"card": 9, "health": 2},
        {"card": 4, "health": 1, "mana": 1},
        {"card": 9, "health": 1},
    ]
    found = [(problem.code, problem.culprit, problem.values.get("lost")) for problem in
             strokes_problems(team, 1, strokes)]  # fmt: skip
    assert found == [
        ("use_not_spent", "strokes.2", None),
        ("heal_wasted", "strokes.4", 2),
        ("stroke_not_held", "strokes.5", None),
        ("bad_split", "strokes.5", None),
    ]
    assert list(strokes_problems(team, 1, [])) == []
    twice = replace(servant, noble_phantasms=(NoblePhantasm("검", Rank(Letter.A), 0, 2, 2),))
    again = [{"card": card, "restore": True} for card in (18, 9, 4)]
    found = [(problem.code, problem.culprit, None) for problem in
             strokes_problems(replace(team, servant=twice), 1, again)]  # fmt: skip
    assert found == [("use_not_spent", "strokes.3", None)]
    assert restored(servant, strokes[0]) == phantasms[1]


CONTRACT = {"team1": TEAM, "team2": {"master": MASTER}, "team3": {"servant": {}, "masterless_since": 1}}
TAKES, GIVES = {"contract": {"with": "team3", "card": 9}}, {"contract": {"with": "team2"}}


def test_a_contract_needs_both_in_one_place() -> None:
    assert scene(CONTRACT, {"team2": TAKES, "team3": GIVES})["team2"]["master"]["strokes"] == [18]
    assert scene(CONTRACT, {"team2": TAKES}) == refusal("contract_not_possible", "B-14.15", "team2")
    assert scene(CONTRACT, {"team3": GIVES}) == refusal("contract_not_possible", "B-14.15", "team3")
    apart = {**CONTRACT, "team3": {**CONTRACT["team3"], "region": "school"}}
    assert scene(apart, {"team2": TAKES, "team3": GIVES}) == refusal("contract_not_possible", "B-14.15", "team2")
    spent = {"contract": {"with": "team3", "card": 4}}
    assert scene(CONTRACT, {"team2": spent, "team3": GIVES}) == refusal("stroke_not_held", "B-10.1", "team2")


def test_a_battle_order_in_a_scene() -> None:
    orders = {"team1-team2": {"team2": cards("r1c1 K")}}
    found = scene(TWO, {"team1": {"intent": "fight"}, "battles": orders})
    assert found == refusal("counter_supply", "B-1.5", "team2")
    orders = {"team1-team2": {"team2": cards("r1c1 Q")}}
    found = scene(TWO, {"team1": {"intent": "fight"}, "battles": orders})
    assert found == refusal("unknown_card", "B-1.4", "team2")
    before = {"team1-team2": {"before": {"team2": [{"card": 4, "health": 2}]}}}
    found = scene(TWO, {"team1": {"intent": "fight"}, "battles": before})
    assert found == refusal("stroke_not_held", "B-10.1", "team2")


def test_an_absent_master_in_a_scene() -> None:
    orders = {"team1-team2": {"team2": {"mana_spent": 1}}}
    declared = {"team1": {"intent": "fight"}, "team2": {"accompany": False}, "battles": orders}
    assert scene(TWO, declared) == refusal("master_absent", "B-14.11", "team2")


@pytest.mark.parametrize(
    "order",
    [
        {"before": {"team2": [{"card": 18, "health": 2}]}},
        {"team2": {"rescue": {"stroke": 18, "health": 2}}},
        {"team2": {"cover": 1}},
    ],
)
@pytest.mark.parametrize("health", [1, 7])
def test_nobody_spends_strokes_for_a_servant_without_a_master(order: dict[str, Any], health: int) -> None:
    alone = {"team1": side(MASTER, strength="A"), "team2": side(health=health)}
    battle = {"team1-team2": {"team1": cards("r1c1 S"), **order}}
    found = scene(alone, {"team1": {"intent": "fight"}, "battles": battle})
    assert found == refusal("master_absent", "B-14.11", "team2")


# Sheets and numbers

SABER: Mapping[str, Any] = {
    "class": "saber",
    "strength": "B+",
    "endurance": "A",
    "agility": "C",
    "magic": "E",
    "luck": "C+",
    "noble_phantasm": "B+",
    "health": 8,
    "mana": 6,
}

SHEETS: list[tuple[str, str, dict[str, Any]]] = [
    ("ability_missing", "B-14.3", {"servant": {k: v for k, v in SABER.items() if k != "magic"}}),
    ("ability_points", "B-14.3", {"servant": {**SABER, "magic": "D"}}),
    ("skill_points", "B-14.3", {"servant": {**SABER, "skills": [{"name": "x", "rank": "A++"}]}}),
    ("skill_points", "B-14.3", {"servant": {**SABER, "skills": [{"name": "x", "rank": "A++",
                                           "is_class_skill": True}]}}),
    ("skill_name_taken", "B-7.1", {"servant": {**SABER, "skills": [{"name": "riding", "rank": "E"}]}}),
    ("skill_name_taken", "B-7.1", {"servant": {**SABER, "skills": [{"name": "x", "rank": "E"}] * 2}}),
    ("np_points", "B-14.3", {"servant": {**SABER, "noble_phantasm": "A+"}}),
    ("np_count", "B-14.3", {"servant": {k: v for k, v in SABER.items() if k != "noble_phantasm"}}),
    ("np_count", "B-14.3", {"servant": {**SABER, "noble_phantasm": ["C", "D"]}}),
    ("health_mana_points", "B-14.3", {"servant": {**SABER, "health": 9}}),
    ("health_mana_minimum", "B-14.3", {"servant": {**SABER, "health": 1}}),
    ("ex_not_permitted", "B-14.1", {"servant": {**SABER, "strength": "E", "agility": "D", "endurance": "EX"}}),
    ("health_mana_points", "B-14.4", {"master": {"health": 4, "mana": 4}}),
    ("health_mana_minimum", "B-14.4", {"master": {"health": 0, "mana": 4}}),
    ("stroke_count", "B-14.4", {"master": {"health": 3, "mana": 4, "drawn": [1, 2, 3, 4, 5, 6], "strokes": [1, 2]}}),
    ("stroke_not_drawn", "B-14.7", {"master": {"health": 3, "mana": 4, "drawn": [1, 2, 3, 4, 5, 6],
                                              "strokes": [1, 1, 2]}}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "clause", "given"), SHEETS)
def test_a_sheet(code: str, clause: str, given: dict[str, Any]) -> None:
    assert case("sheet", given) == refusal(code, clause)


@pytest.mark.parametrize(
    ("sheet", "missing"),
    [
        ({}, ["servant"]),
        ({"servant": {}}, ["servant.class"]),
        ({"servant": {"class": "saber", "skills": [{}]}}, ["servant.skills.1.name", "servant.skills.1.rank"]),
        ({"servant": {"class": "saber", "noble_phantasm": {}}}, ["servant.noble_phantasm.rank"]),
        ({"servant": {"class": "saber"}, "master": {}}, []),
    ],
)
def test_a_new_sheet_has_what_no_rule_could_supply(sheet: dict[str, Any], missing: list[str]) -> None:
    """B-14.3, B-14.4: everything else that is not there is said by the rules, or is the plain sheet's."""
    problems = read(creation_record(Options()), sheet)[1]
    assert [(problem.code, problem.culprit) for problem in problems] == [("missing_field", path) for path in missing]


@pytest.mark.parametrize("budgets", [(18, 6, 5), (5, 0, 1), (40, 9, 9)])
def test_a_drawn_sheet_is_legal_and_spends_everything(budgets: tuple[int, int, int]) -> None:
    """B-14.1 to B-14.4: but for an EX, which is the keeper's to permit, there is nothing to say."""
    options = Options(servant_ability_points=budgets[0], servant_skill_points=budgets[1], np_points=budgets[2])
    dice, seen = random.Random(1), set()
    for _ in range(200):
        data: Any
        data, problems = read(creation_record(options), creation_record(options).sample(dice.randrange))
        codes = {problem.code for problem in creation_problems(options, data)}
        most = {"np_points_unspent", "ability_points_unspent"} if budgets[0] == 40 else set()
        assert problems == () and codes <= {"ex_needs_permission", "skill_points_unspent", *most}
        seen |= codes
        skills = data["servant"]["skills"]
        assert not any(skill["rank"].startswith("EX") for skill in skills)
        seen |= {f"magecraft {skill['is_magecraft']}" for skill in skills}
    assert {"magecraft True", "magecraft False"} <= seen or not budgets[1]
    assert ("ex_needs_permission" in seen) is (budgets[0] > 9)


PROBLEMS: list[tuple[dict[str, Any], list[tuple[str, str, object]]]] = [
    ({**SABER, "noble_phantasm": []}, [("np_count", "noble_phantasm", 1), ("skill_points_unspent", "skills", None)]),
    ({**SABER, "skills": [{"name": "a", "rank": "E"}, {"name": "b", "rank": "EX"}]},
     [("skill_points", "skills", 6), ("ex_not_permitted", "skills.2", "A")]),
    ({**SABER, "health": 2, "mana": 12}, [("skill_points_unspent", "skills", None)]),
    ({**SABER, "health": 12, "mana": 2}, [("skill_points_unspent", "skills", None)]),
    ({**SABER, "health": 1, "mana": 1}, [("health_mana_minimum", "health", 2), ("health_mana_minimum", "mana", 2),
                                          ("skill_points_unspent", "skills", None)]),
    ({**SABER, "health": 8, "mana": 7}, [("health_mana_points", "health", 14),
                                          ("skill_points_unspent", "skills", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("servant", "expected"), PROBLEMS)
def test_every_problem_of_a_sheet_names_its_place_and_what_is_accepted(servant: Any, expected: Any) -> None:
    data: Any = read(SERVANT_FORM, servant)[0]
    found = [*servant_problems(data, Options()), *ex_problems(data)]
    said = [(problem.code, problem.culprit, problem.values.get("accepted")) for problem in found]
    assert sorted(said, key=str) == sorted(expected, key=str)


def test_ex_with_the_keeper_s_permission() -> None:
    given = {"servant": {**SABER, "strength": "E", "agility": "D", "endurance": "EX"}, "keeper_permits_ex": True}
    assert case("sheet", given)["legal"] is True


def test_numbers() -> None:
    assert number("heal", servant={}, health=1, mana=0) == refusal("bad_split", "B-10.2")
    assert number("restore", noble_phantasm={"rank": "A"}) == refusal("use_not_spent", "B-10.4")
    assert number("restore", noble_phantasm={"rank": "A", "uses_left": 0}) == {"uses_left": 1}
    assert number("nothing")["refused"]["code"] == "unknown_formula"
    words = load_words("grailkeeper.rules.bingo", Language.KO)
    korean = read_one({"kind": "number", "given": {"formula": "줄"}})
    assert run_case(BINGO, BOOK, korean, words.identify).actual == number("lines")


def test_points_may_be_left() -> None:
    """B-R6: it is asked once whether that is meant, and not refused."""
    problems = list(master_problems({"health": 2, "mana": 4}))
    assert [(each.code, each.clause, each.binding) for each in problems] == [
        ("health_mana_points_unspent", "B-R6", False)
    ]
    assert case("sheet", {"master": {"health": 2, "mana": 4}})["legal"] is True
