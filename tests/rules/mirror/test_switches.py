"""Every value of every switch gives another result than the default, somewhere."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from grailkeeper.core.call import Answers
from grailkeeper.core.chance import Fixed
from grailkeeper.core.form import read
from grailkeeper.rules.mirror.options import OPTIONS, Options, chosen
from grailkeeper.rules.mirror.system import MIRROR

from .table import CASTER, PLAIN, duel, number, scene, slots

GRAM = {"name": "Gram", "rank": "A", "attribute": "buster"}
Play = Callable[[Mapping[str, Any]], Any]


def poisoned(**skills: Any) -> dict[str, Any]:
    return {**CASTER, "skills": [{"name": name, "effects": [effect]} for name, effect in skills.items()]}


WALL = poisoned(S="guard_boost 15")
BREAK = poisoned(S="guard_reduction 6 one")
POISON = poisoned(S="lasting_damage 7 one")
THREE = slots(["quick + S", "quick", "quick"], ["buster", "buster", "buster"])
LOST = slots(["buster + S", "buster", "guard"], ["quick", "guard", "buster"])
NAMED = {"A": {}, "B": {"true_name": "Medea"}, "C": {}}
SEARCH = {"A": {"region": "Docks", "action": "search"}, "B": {"region": "Docks", "action": "rest"}}
REST = {"A": {"region": "Docks", "action": "rest"}}
TIRED = {"A": {"hp": 50, "mp": 50, "bases": ["Docks"]}}
TWICE = slots(["buster + S", "quick + S"], [])
OVER_TURNS = {"turn1": {"A": ["buster + S"]}, "turn2": {"A": ["quick + S"]}}


def _guesses(options: Mapping[str, Any]) -> Any:
    wrong = {"gap": {"A": {"guess": {"B": "x"}}}, "after": {"A": {"continue": True}, "B": {"continue": True}}}
    return duel(CASTER, CASTER, {"sets": [wrong, wrong]}, **options)


WHERE: Mapping[tuple[str, Any], Play] = {
    ("agility_normal_bonus", "ignore"): lambda o: number("normal_score", strength=10, agility=8, magic=1, options=o),
    ("range_surcharge", "base_cost"): lambda o: number("skill_cost", effects=["lasting_damage 10 one"], options=o),
    ("skill_use_limit", "turn"): lambda o: duel(poisoned(S="guard_boost 2"), CASTER, TWICE, **o),
    ("skill_use_limit", "set"): lambda o: duel(poisoned(S="guard_boost 2"), CASTER, OVER_TURNS, **o),
    ("np_repeat_cost", "add"): lambda o: number("phantasm_cost", rank="A", range="anti-unit", nth=2, options=o),
    ("rest_mode", "add"): lambda o: scene(TIRED, REST, **o),
    ("base_rest_factor", 3): lambda o: scene(TIRED, REST, **o),
    ("base_rest_factor", 2): lambda o: scene(TIRED, REST, **o),
    ("battle_consent", "both"): lambda o: scene(
        {"A": {}, "B": {}}, {**SEARCH, "A": {**SEARCH["A"], "attack": ["B"]}}, **o
    ),
    ("affinity", "arrows"): lambda o: duel(CASTER, CASTER, slots(["buster"], ["quick"]), **o),
    ("retreat_hits", "next_cards"): lambda o: duel(
        {**CASTER, "cards": {"buster": 2, "quick": 2, "arts": 2, "guard": 4}},
        CASTER,
        {**slots(["buster", "quick", "arts", "buster", "quick"], []), "gap": {"B": {"then": "retreat"}}},
        **o,
    ),
    ("guarded_mode", "per_hit"): lambda o: duel(WALL, CASTER, THREE, **o),
    ("exposed_mode", "per_hit"): lambda o: duel(BREAK, CASTER, LOST, **o),
    ("exposed_mode", "lower_guard"): lambda o: duel(BREAK, CASTER, LOST, **o),
    ("lasting_damage_mode", "each"): lambda o: duel(POISON, CASTER, slots(["buster + S"], ["buster"]), **o),
    ("info_encounters_per_level", 1): lambda o: scene(
        {"A": {}, "B": {}}, SEARCH, {"information": {"A": {"B": {"level": 1}}}}, **o
    ),
    ("true_name_guesses_per_scene", "unlimited"): _guesses,
    ("true_name_guesses_per_scene", 2): _guesses,
    ("death_by_mp", "false"): lambda o: duel({**CASTER, "mp": 20}, CASTER, {}, **o),
    ("penalty_threshold", "exceed"): lambda o: number("penalties", count=5, options=o),
    ("scene_cycle", "keeper"): lambda o: o,
}


@pytest.mark.parametrize(("switch", "value"), WHERE, ids=[f"{name}={value}" for name, value in WHERE])
def test_another_value_is_another_result(switch: str, value: Any) -> None:
    play = WHERE[switch, value]
    assert play({switch: value}) != play({})


def test_every_value_is_tried() -> None:
    tried = {(name, value) for name, value in WHERE}
    named = {(option.name, value) for option in OPTIONS.options for value in option.values[1:]}
    assert named <= tried
    assert {option.name for option in OPTIONS.options} == {name for name, _ in tried}


@pytest.mark.parametrize(("limit", "allowed"), [("slot", True), ("turn", True), ("set", False)])
def test_m_q22_a_set_s_limit_counts_every_use_and_a_turn_s_only_its_own(limit: str, allowed: bool) -> None:
    able = poisoned(R="status_removal 6", H="hp_recovery 1")
    poisons = poisoned(S="lasting_damage 5 one", T="lasting_damage 4 one")
    removed_twice = {
        "turn1": {"B": ["empty + S"]},
        "reaction1": {"A": ["1: R"]},
        "turn2": {"B": ["empty + T"]},
        "reaction2": {"A": ["1: R"]},
    }
    healed_twice = {"turn1": {"A": ["empty + H"]}, "after": {"A": {"skills": ["H"]}}}
    for declared in (removed_twice, healed_twice):
        out = duel(able, poisons, declared, skill_use_limit=limit)
        assert ("refused" not in out) is allowed


def test_the_keeper_says_which_world_comes_next() -> None:
    setup, _ = read(MIRROR.setup, {"teams": {"A": dict(PLAIN), "B": dict(PLAIN)}, "as_they_are": True})
    assert isinstance(setup, Mapping)
    state = MIRROR.begin(setup, MIRROR.options.read({"scene_cycle": "keeper"})[0])
    for _ in range(2):
        (call,) = MIRROR.calls(state)
        resolution = MIRROR.resolve(state, call, Answers(), {"scene/1/next_world": "virtual"}, Fixed().open(""))
        for told in resolution.told:
            state = MIRROR.apply(state, told.fact)
    assert [point.address for point in resolution.points] == ["scene/1/next_world"]
    assert state.scenes == 2
    assert state.the_scene.world == "virtual"


def test_names_and_defaults_are_those_of_the_switches() -> None:
    listed = (Path(__file__).parent / "switches.txt").read_text(encoding="utf-8").splitlines()
    assert {line.split()[0] for line in listed if line} == {option.name for option in OPTIONS.options}
    assert {option.name: option.default for option in OPTIONS.options} == {
        "affinity": "prose",
        "agility_normal_bonus": "add",
        "range_surcharge": "grade",
        "guarded_mode": "pool",
        "exposed_mode": "consume",
        "lasting_damage_mode": "split",
        "np_repeat_cost": "multiply",
        "skill_use_limit": "slot",
        "retreat_hits": "fixed",
        "death_by_mp": "true",
        "battle_consent": "either",
        "rest_mode": "replace",
        "base_rest_factor": 4,
        "info_encounters_per_level": 2,
        "true_name_guesses_per_scene": 1,
        "penalty_threshold": "reach",
        "scene_cycle": "alternate",
    }


def test_the_options_without_a_word_are_those_of_the_defaults() -> None:
    full, problems = OPTIONS.read({})
    assert not problems
    assert chosen(full) == Options()
