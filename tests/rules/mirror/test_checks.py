"""What a team is told of an order before it is sealed: who is reached, and what pays for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from conformance.twin import Move
from grailkeeper.core.call import Answers
from grailkeeper.core.chance import Fixed
from grailkeeper.core.form import read
from grailkeeper.core.problem import Problem
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.mirror.people import Condition
from grailkeeper.rules.mirror.state import State
from grailkeeper.rules.mirror.system import MIRROR

from .twins import creation, duel, fought, war

SHIELD = {"name": "Aias", "rank": "C", "use": "defence"}
"""It costs 28."""
POISON = {"name": "Poison", "effects": ["lasting_damage 5 one"]}
BATTLE_MANA = 28


TURN, AFTER = fought()[:1], fought()[:6]
"""What is played until the first turn is laid, and until the end of the set."""


def problems(state: State, team: str, order: Mapping[str, Any], moves: Sequence[Move] = TURN) -> Sequence[Problem]:
    """What is wrong or doubtful about an order of a team, once these moves are played."""
    for move in moves:
        call = next(call for call in MIRROR.calls(state) if call.address == move.call)
        made = MIRROR.resolve(state, call, Answers(move.orders), {}, Fixed().open(call.address))
        for told in made.told:
            state = MIRROR.apply(state, told.fact)
    (call,) = MIRROR.calls(state)
    ask = next(ask for ask in call.asks if ask.whom == team)
    view = MIRROR.view(state, seat_viewer(ask.seat))
    data, malformed = read(MIRROR.form(view, call, ask).record, order)
    return malformed or MIRROR.check(view, call, ask, data)


def said(state: State, team: str, order: Mapping[str, Any]) -> list[str]:
    """The codes of what is wrong or doubtful about what a team lays in the first turn."""
    return [problem.code for problem in problems(state, team, order)]


def caster(region: str, mp: int, store: int = 40) -> State:
    """b with so much mana when the turn begins, and a territory somewhere; they fight in the Docks."""
    territory = {"region": region, "store": store + BATTLE_MANA if region == "Docks" else store}
    own = mp if region == "Docks" else mp + BATTLE_MANA
    return duel(b={"mp": own, "territory": territory, "phantasms": [SHIELD]})


def test_the_store_of_a_territory_pays_where_it_stands_and_nowhere_else() -> None:
    """M-4.18, M-9.5."""
    order = {"slots": [{"card": "Aias"}]}
    assert said(caster("Docks", 20), "b", order) == []
    assert said(caster("Forest", 20), "b", order) == ["not_enough_mana"]
    assert said(caster("Forest", 29), "b", order) == []


def test_who_keeps_no_mana_of_its_own_is_warned_though_its_store_pays() -> None:
    """M-9.5, M-11.10: a store does not keep a servant alive."""
    order = {"slots": [{"card": "Aias"}]}
    assert said(caster("Docks", 0), "b", order) == ["spends_to_zero"]
    assert said(caster("Docks", 1), "b", order) == []
    assert said(caster("Docks", 8, store=20), "b", order) == ["spends_to_zero"]


def test_a_skill_on_one_foe_of_two_says_which() -> None:
    """M-5.4."""
    melee = duel(joins={"c": {"set": 1, "turn": 1}}, a={"skills": [POISON]})
    slot = {"card": "buster", "supports": [{"name": "Poison"}]}
    assert said(melee, "a", {"slots": [slot]}) == ["bad_target"]
    named = {"card": "buster", "supports": [{"name": "Poison", "target": "c"}]}
    assert said(melee, "a", {"slots": [named]}) == []


def test_a_removal_beside_another_effect_says_whose_status_it_removes() -> None:
    """M-5.4, M-5.18: a foe or oneself's own side, but somebody."""
    lift = {"name": "Lift", "effects": ["status_removal 7 one", "guard_boost 2"]}
    melee = duel(joins={"c": {"set": 1, "turn": 1}}, a={"skills": [lift]})
    for target, codes in (({}, ["bad_target"]), ({"target": "c"}, [])):
        assert said(melee, "a", {"slots": [{"card": "buster", "supports": [{"name": "Lift", **target}]}]}) == codes


def test_in_a_turn_it_is_said_how_much_there_was_for_the_slot() -> None:
    """M-9.5."""
    (problem,) = problems(caster("Forest", 20), "b", {"slots": [{"card": "Aias"}]})
    assert (problem.values["given"], problem.values["most"]) == (28, 20)


@pytest.mark.parametrize(
    ("left", "skills", "codes"), [(0, ["Balm"], ["spends_to_zero"]), (1, ["Balm"], []), (0, [], [])]
)
def test_who_heals_with_its_last_mana_is_warned(left: int, skills: list[str], codes: list[str]) -> None:
    """M-9.8, M-11.9: the balm costs ten."""
    balm = {"name": "Balm", "effects": ["hp_recovery 5"]}
    state = duel(a={"skills": [balm], "mp": BATTLE_MANA + 10 + left})
    assert [problem.code for problem in problems(state, "a", {"skills": skills}, AFTER)] == codes


def test_after_a_set_it_is_said_how_much_there_is_to_pay_with() -> None:
    """M-9.8: of two recoveries the first is paid."""
    heals = [{"name": name, "effects": [f"hp_recovery {grade}"]} for name, grade in (("Balm", 5), ("Salve", 6))]
    state = duel(a={"skills": heals, "mp": BATTLE_MANA + 15})
    (problem,) = problems(state, "a", {"skills": ["Balm", "Salve"]}, AFTER)
    assert (problem.code, problem.culprit) == ("not_enough_mana", "skills.2")
    assert (problem.values["given"], problem.values["most"]) == (12, 5)


def test_a_sheet_is_looked_at_before_it_is_sealed() -> None:
    """M-1.1, M-1.4: the first level brings no more than 90 points."""
    (world,) = creation(plain={})
    level = world.moves[:1]
    assert problems(world.state, "a", {"class": "rider"}, level) == ()
    dear = {"class": "rider", "strength": "EX", "endurance": "EX", "agility": "EX", "magic": "EX", "luck": "EX"}
    assert [each.code for each in problems(world.state, "a", dear, level)] == ["too_many_points"]


def test_a_team_whose_place_is_shown_builds_there() -> None:
    """M-11.19, M-Q93: not where it was before."""
    state = war(a={"citizens": 15})
    shown = {place: (Move("scene/1/region", {"a": {"region": place}}),) for place in ("Docks", "Forest")}
    assert problems(state, "a", {"action": "build_base"}, shown["Docks"]) == ()
    (problem,) = problems(state, "a", {"action": "build_base"}, shown["Forest"])
    assert problem.code == "base_already_there"
    (problem,) = problems(war(), "a", {"region": "Forest", "action": "build_base"}, ())
    assert problem.code == "base_already_there"


def test_who_pursues_nobody_is_told_whom_it_may_follow() -> None:
    """M-6.3, M-11.7: every other team that is still in the war."""
    order = {"region": "Docks", "action": "rest", "orders": [{"order": "pursuit"}]}
    state = war()
    c = state.teams["c"]
    fallen = replace(c, servant=replace(c.servant, condition=Condition.VANISHED))
    gone = replace(state, teams={**state.teams, "c": fallen})
    for world, accepted in ((state, "b, c"), (gone, "b")):
        (problem,) = problems(world, "a", order, ())
        assert (problem.code, problem.culprit, problem.values["accepted"]) == ("bad_target", "orders.1", accepted)


def test_the_level_is_one_of_five() -> None:
    """M-1.4."""
    (world,) = creation(plain={})
    taken = [level for level in range(8) if not problems(world.state, "a", {"level": level}, ())]
    assert taken == [1, 2, 3, 4, 5]


def test_who_has_met_a_team_may_join_it_from_the_first_turn_on() -> None:
    """M-9.2."""
    together = {"a": {"region": "Docks", "action": "search"}, "b": {"region": "Docks", "action": "rest"}}
    entries = [(number, turn) for number in range(3) for turn in range(4)]
    joins = [(entry, {"join": {"team": "b", "set": entry[0], "turn": entry[1]}}) for entry in entries]
    taken = [entry for entry, order in joins if not problems(war(), "a", order, (Move("scene/1/plan", together),))]
    assert taken == [(1, 1), (1, 2), (2, 1), (2, 2)]
