"""Every value of every switch that concerns battles, sheets and numbers changes some result."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.rules.chronicle.options import OPTIONS, Options, chosen

from .table import duel, fight, losses, mana_losses, master, number, servant

OF_SCENES = ("same_action_twice", "conversion_rate")
"""These act in scenes; here they are only read."""

Chosen = Mapping[str, Any]
NP = ["noble_phantasm"] * 3
STRONG = {"noble_phantasm": {"grade": "B"}}


def _duel(what: Callable[[Any], Any], mine: Any, theirs: Any, saber: Any, lancer: Any) -> Callable[[Chosen], Any]:
    return lambda options: what(duel(mine, theirs, saber, lancer, options))


def _spell(options: Chosen) -> Any:
    people = [master("shirou", "red", magic=3, conviction=1), servant("lancer", "blue", agility="E", strength="E")]
    orders = {
        "shirou": {"cards": ["chant", "chant", "magecraft"], "spells": [{"type": "attack", "grade": 3}]},
        "lancer": ["rush", "strike"],
    }
    return fight(people, orders, options)


def _two_cards(options: Chosen) -> Any:
    people = [master("shirou", "red", magic=3), servant("lancer", "blue")]
    orders = {"shirou": {"cards": ["chant", "magecraft"], "spells": [{"type": "attack", "grade": 3}]}}
    return mana_losses(fight(people, orders, options), "lancer")


def _melee(options: Chosen) -> Any:
    people = [
        servant("saber", "red", health=10),
        servant("lancer", "blue", strength="C"),
        servant("archer", "green", strength="C"),
    ]
    return fight(people, {"lancer": ["strike > archer"], "archer": ["wait", "strike > lancer"]}, options)["winner"]


def _shown(options: Chosen) -> Any:
    people = [servant("saber", "red"), servant("lancer", "blue")]
    return fight(people, {"lancer": ["rush"]}, options, preempts="red")["shown"]["cards"]["lancer"]


def _retreat(options: Chosen) -> Any:
    cards = ["strike", "wait", "rush", "wait", "wait", "counter", "critical"]
    found = duel({}, {"strength": "A", "luck": "A"}, {"cards": [], "retreat": {"slot": 4}}, cards, options)
    return found["people"]["saber"]["retreat"]["damage"]


def _fainted(options: Chosen) -> Any:
    people = [master("shirou", "red", magic=5), master("rin", "blue", mana=12)]
    orders = {"shirou": {"cards": ["chant", "magecraft"], "spells": [{"type": "attack", "grade": 4}]}}
    return fight(people, orders, options)["people"]["rin"]["state"]


def _name(options: Chosen) -> Any:
    known = {"red": {"knows": ["lancer"]}}
    cards = ["strike", "strike", "rush", "wait", "wait", "rush"]
    return losses(duel({}, {}, cards, [], options, teams=known), "lancer")


def _snipe(options: Chosen) -> Any:
    people = [servant("saber", "red"), servant("archer", "red", skills={"throw": "C"}), servant("lancer", "blue")]
    found = fight(people, {"archer": {"row": "back", "cards": ["throw"]}}, options)
    assert number("distance", options, **_BACK, to="front", grade="C")["damage"] == sum(losses(found, "lancer"))
    return sum(losses(found, "lancer"))


_BACK: dict[str, Any] = {"from": "back"}


def _injured(found: Any) -> Any:
    return [found["people"][name]["injured"] for name in ("saber", "lancer")]


_BEATEN = _duel(
    _injured, {"health": 3}, {"max_health": 6, "health": 6}, ["strike"], {"cards": ["wait", "strike"], "escape": False}
)
_PLUS_AND_NP = _duel(
    lambda found: losses(found, "lancer"), {"strength": "A+"}, {"noble_phantasm": {"grade": "D"}}, ["strike+"], NP
)
_PLUS_TWICE = _duel(lambda found: "refused" in found, {"strength": "A++"}, {}, ["strike+", "strike+"], [])
_PLUS_THREE = _duel(lambda found: "refused" in found, {"strength": "A+"}, {}, ["strike+"] * 3, [])

CHANGES: list[tuple[str, str | int, Callable[[Chosen], Any], Any, Any]] = [
    ("relocation_total", 10, lambda o: number("base_price", o, mana=20, base_elsewhere=True)["paid"], 15, 10),
    ("injury", "zero_only", _BEATEN, [True, True], [True, False]),
    ("injury", "off", _BEATEN, [True, True], [False, False]),
    ("preempt_reveal", 1, _shown, ["rush", "wait", "wait"], ["rush"]),
    ("two_part", "on", _name, [4, 4, 4, 0, 0, 4], [4, 4, 3, 0, 0, 4]),
    ("melee_ratio_base", "maximum", _melee, "red", None),
    ("ranged_loss_per_step", 2, _snipe, 2, 1),
    ("np_figure", "grade_x2", _duel(lambda f: losses(f, "lancer"), STRONG, {}, NP, []), [4] * 3, [8] * 3),
    ("np_figure", "grade_x3", _duel(lambda f: losses(f, "lancer"), STRONG, {}, NP, []), [4] * 3, [12] * 3),
    ("guard_amount", "all", _duel(lambda f: losses(f, "saber"), {}, {"strength": "A"}, ["guard"], ["strike"]), [2], []),
    ("plus_uses", "once", _PLUS_TWICE, False, True),
    ("plus_uses", "unlimited", _PLUS_THREE, True, False),
    ("plus_vs_np", "plus_half", _PLUS_AND_NP, [10], [5]),
    ("cancel_sum", "single_hit", lambda o: _spell(o)["people"]["shirou"]["cancelled"], [2], []),
    ("verse_cards", "fire_is_last_chant", _two_cards, [0, 9], [0, 15]),
    ("magecraft_cost", "free", lambda o: _spell(o)["people"]["shirou"]["mana"], 22, 30),
    ("faint_on", "as_written", _fainted, "fainted", "able"),
    ("retreat_cards", "first_three", _retreat, 3, 8),
    ("retreat_cards", "opponent_chooses", _retreat, 3, 13),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value", "result", "before", "after"), CHANGES)
def test_value(name: str, value: str | int, result: Callable[[Chosen], Any], before: Any, after: Any) -> None:
    assert result({}) == before
    assert result({name: value}) == after != before


def test_every_value_is_here() -> None:
    named = {(name, value) for name, value, *_ in CHANGES}
    for option in OPTIONS.options:
        if option.name in OF_SCENES or option.name == "np_figure":
            continue
        others = [value for value in option.values if value != option.default]
        assert all((option.name, value) in named for value in others), option.name
        assert option.number is None or any(name == option.name for name, _ in named)
    assert len(OPTIONS.options) == 17


def test_the_sheet_says_the_figure() -> None:
    """C-Q45 `sheet`: what stands there; without it the grade."""
    shown = {"noble_phantasm": {"grade": "B", "figure": 7}}
    for value in ("grade", "grade_x2", "grade_x3", "sheet"):
        assert losses(duel(shown, {}, NP, [], {"np_figure": value}), "lancer") == [7, 7, 7]
    assert losses(duel(STRONG, {}, NP, [], {"np_figure": "sheet"}), "lancer") == [4, 4, 4]


def test_the_opponent_names_the_cards() -> None:
    """C-Q69 `opponent_chooses`: by a standing order, else those that do the most."""
    cards = ["strike", "wait", "rush", "wait", "wait", "counter", "critical"]
    orders = {"cards": cards, "against_retreat": [1, 2, 3]}
    options = {"retreat_cards": "opponent_chooses"}
    found = duel({}, {"strength": "A", "luck": "A"}, {"cards": [], "retreat": {"slot": 4}}, orders, options)
    assert found["people"]["saber"]["retreat"]["damage"] == 8
    assert losses(found, "saber") == [5, 0, 3, 5, 0, 3]


def test_a_lone_card_may_be_a_verse() -> None:
    """C-Q56 `fire_is_last_chant`."""
    people = [master("shirou", "red", magic=3), servant("lancer", "blue")]
    for more, points in (({}, 3), ({"verse": True}, 9)):
        orders = {"shirou": {"cards": ["magecraft"], "spells": [{"type": "attack", "grade": 3, **more}]}}
        found = fight(people, orders, {"verse_cards": "fire_is_last_chant"})
        assert mana_losses(found, "lancer") == [points]
    assert number("spell", {"verse_cards": "fire_is_last_chant"}, grade=5, chants=3)["slots"] == 3


@pytest.mark.parametrize("name", OF_SCENES)
def test_values_of_scenes_are_read(name: str) -> None:
    option = next(each for each in OPTIONS.options if each.name == name)
    other = option.values[-1] if option.number is None else option.number[1]
    full, problems = OPTIONS.read({name: other})
    assert not problems
    assert getattr(chosen(full), name) == other != getattr(Options(), name)


def test_the_switches_are_the_ledgers() -> None:
    lines = (Path(__file__).parent / "switches.txt").read_text(encoding="utf-8").split("\n")
    assert sorted(option.name for option in OPTIONS.options) == sorted(line.split()[0] for line in lines if line)
    full, problems = OPTIONS.read({})
    assert not problems
    assert chosen(full) == Options()
