"""Battles: the worked examples that no public case holds, the added rulings, and what holds for every board."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.core.call import Answers
from grailkeeper.core.chance import Seeded
from grailkeeper.core.seat import EVERYBODY, only
from grailkeeper.core.working import Working, fold
from grailkeeper.rules.bingo import tables
from grailkeeper.rules.bingo.facts import BattleFought, BattleReported, DamageTaken, OrderFailed, StrokesClosed
from grailkeeper.rules.bingo.people import Points
from grailkeeper.rules.bingo.state import with_master, with_servant
from grailkeeper.rules.bingo.system import BINGO

from .table import cards, fight, of_kind, side, told
from .twins import met

ROWS = ["- - - - -"] * 3


def test_the_triangle_the_other_way_round() -> None:
    """B-E3."""
    one = side(strength="B", endurance="A", agility="C")
    other = side(strength="C", endurance="D", agility="B")
    found = fight(one, other, cards("r1c1 S", "r1c2 K", "r1c3 R"), cards("r1c1 R", "r1c2 S", "r1c3 K"))
    assert found["side1"]["cells"] == {"r1c1": 4, "r1c2": 5, "r1c3": 3}
    assert (found["side2"]["total"], found["winner"]) == (0, "side1")


def test_pluses_alone() -> None:
    """B-E8: with no opponent the second plus has a card too."""
    found = fight(side(strength="A++"), side(), cards("r1c1 S", "r1c2 S", "r1c3 S"))
    assert found["side1"]["total"] == 21


@pytest.mark.parametrize(("mine", "theirs", "points"), [("C", "B", 4), ("B", "B", 4), ("B", "C", 8)])
def test_luck_against_luck(mine: str, theirs: str, points: int) -> None:
    """B-E15."""
    one, other = side(strength="B", luck=mine), side(agility="A", luck=theirs)
    assert fight(one, other, cards("r1c1 SL"), cards("r1c1 RL"))["side1"]["cells"] == {"r1c1": points}


@pytest.mark.parametrize(
    ("mine", "theirs", "card", "total", "consolation"),
    [
        ("C+", None, None, 11, 0),
        ("C+", "E", "K", 1, 1),  # lost without a clash
        ("C+", None, "S", 0, 0),  # nobody wins the cell
        ("C+", "B", "SL", 1, 1),  # B-R1: the clash is lost in a cell that nobody wins
        ("C+", "C", "KL", 0, 0),  # B-R1: an equal clash gives nothing, though the cell is lost
        ("C+", "C", "RL", 4, 0),  # ... or won
        ("C+", "D", "KL", 1, 1),  # a clash that is won, a cell that is lost
        ("C+", "D", "RL", 11, 0),
    ],
)
def test_marked_luck(mine: str, theirs: str | None, card: str | None, total: int, consolation: int) -> None:
    """B-E16, B-R1."""
    other = side(strength="B", endurance="D", agility="A", luck=theirs)
    found = fight(side(strength="B", luck=mine), other, cards("r1c1 SL*"), cards(f"r1c1 {card}") if card else None)
    assert found["side1"]["total"] == total
    assert found["side1"]["consolation"] == consolation


def test_cancelled_luck_blocks_nothing() -> None:
    """B-Q70: a clash that is lost leaves the line."""
    row = {"board": ["SL S S S S", "- - - - -", *ROWS]}
    found = fight(side(strength="A", luck="B"), side(strength="E", luck="C"), row, cards("r1c1 SL"))
    assert (found["side1"]["lines"], found["side1"]["void_lines"]) == (["row1"], [])


def test_luck_blocks_a_line_of_phantasm_cards_too() -> None:
    """B-Q9."""
    row = {"board": ["N N N N N", "- - - - -", *ROWS], "noble_phantasm": "board"}
    found = fight(side(noble_phantasm="A"), side(strength="E", luck="E"), row, cards("r1c1 SL"))
    assert found["side1"]["void_lines"] == ["row1"]


def test_magecraft_with_a_boost() -> None:
    """B-E20."""
    caster = {"servant": {"class": "caster", "magic": "B", "noble_phantasm": "D"}}
    found = fight(caster, side(), cards("r1c1 MS", noble_phantasm="boost"))
    assert found["side1"]["total"] == 6


def test_the_best_source_of_magecraft() -> None:
    """B-Q16, B-R4: of equal grades the one with more plus; what is applied as a skill is out of the choice."""
    ranks = {"rune": "C++", "curse": "B"}
    skills = [{"name": name, "rank": rank, "is_magecraft": True} for name, rank in ranks.items()]
    caster = {"servant": {"class": "caster", "magic": "C+", "skills": skills}}
    board = cards("r1c1 MS", "r1c2 MS", "r1c3 MS")
    assert fight(caster, side(), board)["side1"]["total"] == 12
    with_curse = fight(caster, side(), {**board, "skills": ["curse"]})["side1"]
    assert (with_curse["cells"], with_curse["skill_points"]) == ({"r1c1": 4, "r1c2": 4, "r1c3": 3}, 4)
    with_both = fight(caster, side(), {**board, "skills": ["curse", "rune"]})["side1"]
    assert with_both["cells"] == {"r1c1": 4, "r1c2": 3, "r1c3": 3}


def test_class_skills_pay_no_extra_mana() -> None:
    """B-E24, B-12.12, B-12.13."""
    skills = [
        {"name": "riding", "rank": "C+", "is_class_skill": True},
        {"name": "charisma", "rank": "B+"},
        {"name": "intuition", "rank": "B+"},
    ]
    paid = [
        fight(side(skills=skills), side(), {"skills": used})["side1"]["mana_paid"]
        for used in (["riding"], ["riding+"], ["charisma+"], ["riding+", "charisma+"], ["charisma+", "intuition+"])
    ]
    assert paid == [1, 1, 2, 3, 3]


CONDITIONS: list[tuple[str, Any, Any, bool]] = [
    ("always", {}, {}, True),
    ("magecraft_any", {"mana_spent": 1}, {}, True),
    ("magecraft_any", {}, {}, False),
    ("magecraft_opposed", {}, {"mana_spent": 1}, True),
    ("np_opposed", {}, {"noble_phantasm": "boost"}, True),
    ("np_opposed", {"noble_phantasm": "boost"}, {}, False),
    ("attacker", {}, {}, True),
    ("defender", {}, {}, False),
    ("master_absent", {}, {}, False),
    ("master_absent", {"supports": False}, {}, True),
    ("wounded", {}, {}, True),
    ("no_other_skill", {}, {}, True),
    ("no_other_skill", {"skills": ["it", "other"]}, {}, False),
    ("keeper", {}, {}, False),
]


@pytest.mark.parametrize(("condition", "mine", "theirs", "holds"), CONDITIONS)
def test_a_condition(condition: str, mine: Any, theirs: Any, holds: bool) -> None:
    """B-14.6; the keeper may overrule any of them (B-7.2), and a plus needs none (B-12.7)."""
    people: dict[str, Any] = {
        "noble_phantasm": "C",
        "health": 6,
        "max_health": 7,
        "skills": [{"name": "it", "rank": "C+", "condition": condition}, {"name": "other", "rank": "E"}],
    }
    one, other = side({"mana": 2}, **people), side({"mana": 2}, **people)
    order = {"skills": ["it"], **mine}
    used = {True: "used", False: "denied"}
    assert fight(one, other, order, theirs)["side1"]["skills"]["it"] == used[holds]
    ruled = fight(one, other, order, theirs, keeper={"side1": {"it": not holds}})
    assert ruled["side1"]["skills"]["it"] == used[not holds]
    plus = {**order, "skills": ["it+", *order["skills"][1:]]}
    found = fight(one, other, plus, theirs, keeper={"side1": {"it": False}})
    assert found["side1"]["skills"]["it"] == "used_with_plus"


def test_who_is_whole_is_not_wounded() -> None:
    """B-14.6."""
    frenzy = [{"name": "it", "rank": "C", "condition": "wounded"}]
    used = [
        fight(side(skills=frenzy, health=health, max_health=7), side(), {"skills": ["it"]})["side1"]["skills"]["it"]
        for health in (6, 7)
    ]
    assert used == ["used", "denied"]


def test_a_magecraft_skill_that_is_denied_is_no_use_of_magecraft() -> None:
    """B-Q74, B-14.6: what is denied in the first pass does not count in the second."""
    resists = side(skills=[{"name": "resistance", "rank": "C", "condition": "magecraft_opposed"}])
    casts = side(skills=[{"name": "curse", "rank": "C", "is_magecraft": True, "condition": "defender"}])
    found = fight(resists, casts, {"skills": ["resistance"]}, {"skills": ["curse"]})
    assert found["side1"]["skills"] == {"resistance": "denied"}
    ruled = fight(resists, casts, {"skills": ["resistance"]}, {"skills": ["curse"]}, keeper={"side2": {"curse": True}})
    assert ruled["side1"]["skills"] == {"resistance": "used"}


def test_a_verdict_that_is_missing_is_said() -> None:
    """B-R5."""
    one = side(skills=[{"name": "riding", "rank": "C", "condition": "keeper"}])
    found = fight(one, side(), {"skills": ["riding"]})["side1"]
    assert (found["skills"], found["verdict_missing"]) == ({"riding": "denied"}, ["riding"])
    ruled = fight(one, side(), {"skills": ["riding"]}, keeper={"side1": {"riding": False}})["side1"]
    assert "verdict_missing" not in ruled


@pytest.mark.parametrize(("tarot", "amount", "why"), [(5, 1, ""), (4, 0, "no_match"), (None, None, None)])
def test_a_tarot_card_is_told_whether_it_matches_or_not(tarot: int | None, amount: int | None, why: str | None) -> None:
    """B-9.6: the total is 5; no card, no word of one."""
    order = {**cards("r1c1 S"), **({} if tarot is None else {"tarot": tarot})}
    facts = told("battle", {"side1": side({"tarot": [4, 5]}, strength="A"), "side2": side()}, {"side1": order})
    (fought,) = of_kind(facts, BattleFought)
    found = [(term.amount, term.why) for term in fought.sides[1].damage.terms if term.name == "tarot"]
    assert found == ([] if amount is None else [(amount, why)])


TWO_LINES = {"board": ["S S S S S", "K K K K K", *ROWS]}
STRONG = side({"tarot": [0]}, strength="A", endurance="A")


@pytest.mark.parametrize(
    ("answer", "health", "vanished", "master"),
    [
        ({}, 0, True, 3),
        ({"cover": 1}, 0, True, 2),
        ({"cover": 2}, 0, True, 1),
        ({"cover": 2, "rescue": {"stroke": 18, "health": 1, "mana": 1}}, 1, False, 1),
        ({"rescue": {"stroke": 18, "health": 2, "mana": 0}}, 2, False, 3),
    ],
)
def test_take_over_and_rescue(answer: Any, health: int, vanished: bool, master: int) -> None:
    """B-E28."""
    weak = side({"health": 3, "strokes": [18]}, health=3, max_health=7)
    found = fight(STRONG, weak, {**TWO_LINES, "tarot": 0}, answer)["side2"]
    assert (found["health"], found["vanished"], found["master"]["health"]) == (health, vanished, master)


def test_a_master_who_takes_its_last_point_is_dead() -> None:
    """B-Q30, B-14.13."""
    found = fight(STRONG, side({"health": 1}), TWO_LINES, {"cover": 1})["side2"]
    assert (found["health"], found["covered"], found["master"]["dead"]) == (4, 1, True)


def test_both_servants_may_vanish() -> None:
    """B-14.13, B-Q56."""
    drawn = fight(
        side(strength="A", health=1), side(endurance="A", health=1),
        {"board": ["S S S S S", "- - - - -", *ROWS]}, {"board": ["- - - - -", "K K K K K", *ROWS]},
    )  # fmt: skip
    assert (drawn["winner"], drawn["side1"]["vanished"], drawn["side2"]["vanished"]) == ("draw", True, True)


def test_who_is_told() -> None:
    """B-14.18: the reckoning to both sides, totals to everybody; nothing of it in a closed term."""
    facts = told("battle", {"side1": STRONG, "side2": side()}, {"side1": TWO_LINES})
    audiences = {type(each.fact): each.audience for each in facts}
    assert audiences[BattleFought] == audiences[DamageTaken] == only(["side1", "side2"])
    assert audiences[BattleReported] == EVERYBODY
    (fought,) = of_kind(facts, BattleFought)
    assert [side.total.value for side in fought.sides] == [50, 0]


def test_what_can_no_longer_be_done_is_left_out_and_its_team_told() -> None:
    """B-14.19, B-14.22: a stroke that was sealed in the order and spent before the battle; the rest stands."""
    state = met()
    spent: Any = {"cards": ["r1c1 S"], "strokes": [18, 9], "mana_spent": 9, "tarot": [7]}
    call = next(call for call in BINGO.calls(state) if call.kind == "battle")
    answers = Answers({"red": spent, "blue": {"cards": ["r5c5 K"]}})
    state = BINGO.apply(state, StrokesClosed("red-blue"))
    red = state.team("red").master
    assert red is not None
    state = with_master(state, "red", strokes=(9,))
    told_ = BINGO.resolve(state, call, answers, {}, Seeded(b"").open(call.address)).told
    failed = [(each.fact.problem.code, each.audience) for each in told_ if isinstance(each.fact, OrderFailed)]
    assert failed == [
        ("master_mana", only(["red"])), ("stroke_not_held", only(["red"]))
    ]  # fmt: skip
    (fought,) = of_kind(list(told_), BattleFought)
    one = fought.sides[0]
    assert (one.cards, one.strokes, one.mana_spent, one.tarot, one.supports) == ({"r1c1": "S"}, (), 0, 7, True)
    assert one.total.value == 5 + red.mana.now


def test_what_cannot_be_taken_over_is_left_out_and_the_rescue_stands() -> None:
    """B-9.5, B-14.13."""
    state = BINGO.apply(met(), StrokesClosed("red-blue"))
    state = with_servant(state, "blue", health=Points(2, 7))
    rescue = {"stroke": 9, "health": 2}
    answers: Any = ({"red": {"cards": ["r1c1 S"]}, "blue": {}}, {"blue": {"cover": 9, "rescue": rescue}})
    found: list[Any] = []
    for orders in answers:
        call = next(call for call in BINGO.calls(state) if call.kind in ("battle", "aftermath"))
        resolution = BINGO.resolve(state, call, Answers(orders), {}, Seeded(b"").open(call.address))
        found += resolution.told
        for each in resolution.told:
            state = BINGO.apply(state, each.fact)
    assert [each.fact.problem.code for each in found if isinstance(each.fact, OrderFailed)] == ["cover_too_much"]
    blue = state.team("blue")
    assert blue.existing_servant is not None and blue.existing_servant.health == Points(2, 7)
    assert blue.master is not None and (blue.master.health.now, blue.master.strokes) == (3, (18,))


# What holds for every board

RANKS = st.sampled_from(["E", "D", "C", "B", "A", "E+", "C+", "B++", "A+++"])
SERVANTS = st.fixed_dictionaries(
    dict.fromkeys(("strength", "endurance", "agility", "magic", "luck", "noble_phantasm"), RANKS)
)


@st.composite
def boards(draw: st.DrawFn) -> Any:
    """A servant and a legal order of it."""
    servant = draw(SERVANTS)
    grades = {"E": 1, "D": 2, "C": 3, "B": 4, "A": 5}
    stock = {"S": "strength", "K": "endurance", "R": "agility", "M": "magic"}
    cells = draw(st.permutations(tables.CELLS))
    method = draw(st.sampled_from(["board", "boost", None]))
    laid = [
        mark + (draw(st.sampled_from("SKR")) if mark == "M" else "")
        for mark, ability in stock.items()
        for _ in range(draw(st.integers(0, grades[servant[ability][0]])))
    ]
    if method:
        most = grades[servant["noble_phantasm"][0]] * 2 if method == "board" else servant["noble_phantasm"].count("+")
        least = 1 if method == "board" else 0
        laid += ["N"] * draw(st.integers(least, max(least, min(most, 8))))
    laid = laid[-25:]
    luck, marks = grades[servant["luck"][0]], servant["luck"].count("+")
    written = []
    for cell, card in zip(cells, laid, strict=False):
        lucky = card != "N" and cell != "r3c3" and luck > 0 and draw(st.booleans())
        marked = lucky and marks > 0 and draw(st.booleans())
        luck, marks = luck - lucky, marks - marked
        written.append(f"{cell} {card}{'L' * lucky}{'*' * marked}")
    order = {"cards": written, **({"noble_phantasm": method} if method else {})}
    return {"servant": {"class": "caster", "health": 20, **servant}}, order


@given(boards(), boards())
def test_every_board(one: Any, other: Any) -> None:
    facts = told("battle", {"side1": one[0], "side2": other[0]}, {"side1": one[1], "side2": other[1]})
    (fought,) = of_kind(facts, BattleFought)
    for side_, mine, theirs in zip(fought.sides, (one, other), (other, one), strict=True):
        own = {card.split()[0] for card in mine[1]["cards"]}
        won = _won(side_.total)
        assert won.keys() <= own
        assert all(working.value >= 0 and fold(working.terms) == working.value for working in won.values())
        unopposed = own - {card.split()[0] for card in theirs[1]["cards"]}
        assert unopposed <= won.keys()
        assert set(side_.lines) | set(side_.void_lines) <= {
            name for name, line in tables.LINES.items() if set(line) <= won.keys()
        }
        assert side_.luck.keys() == {card.split()[0] for card in mine[1]["cards"] if "L" in card}
        assert 0 <= side_.damage.value == side_.suffers.total <= 2 + 12
        assert fold(side_.damage.terms) == side_.damage.value
    one_won, other_won = (_won(side_.total) for side_ in fought.sides)
    assert not one_won.keys() & other_won.keys()


@given(boards(), boards())
def test_it_does_not_matter_which_side_is_which(one: Any, other: Any) -> None:
    """B-1.3, B-1.8: both sides are treated alike."""
    there = fight(one[0], other[0], one[1], other[1])
    back = fight(other[0], one[0], other[1], one[1])
    assert (there["side1"], there["side2"]) == (back["side2"], back["side1"])


def _won(total: Working) -> dict[str, Working]:
    board = next(term.inner for term in total.terms if term.name == "board")
    assert board is not None
    return {term.source: term.inner for term in board.terms if term.inner is not None}
