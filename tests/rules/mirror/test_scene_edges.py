"""What happens in a scene next to a bound, or where two rules meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Fixed
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.form import read
from grailkeeper.core.record import replace
from grailkeeper.core.seat import EVERYBODY, KEEPER_ONLY, seat_viewer
from grailkeeper.core.teller import Teller
from grailkeeper.rules.mirror.facts import (
    BaseDestroyed,
    BattleAnnounced,
    Destroyed,
    Healed,
    Met,
    OrderFailed,
    PenaltyReached,
)
from grailkeeper.rules.mirror.scene.check import heal_problems
from grailkeeper.rules.mirror.scene.settle import announce_penalties
from grailkeeper.rules.mirror.state import State
from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.rules.mirror.visibility import OwnTeam

from .table import number, played
from .twins import PLAIN, war

BALM = {"name": "Balm", "effects": ["hp_recovery 3"]}
HIDDEN = {"class": "assassin", "class_skills": {"presence_concealment": "A"}}


def of(kind: type[Fact], told: Iterable[Told]) -> list[Any]:
    return [each.fact for each in told if isinstance(each.fact, kind)]


def everywhere(region: str, **actions: str) -> dict[str, Data]:
    return {key: {"region": region, "action": action} for key, action in actions.items()}


def owned(mp: int, *skills: Mapping[str, Any]) -> OwnTeam:
    """What a knows of itself, with so much mana and these skills."""
    team = war(a={"skills": list(skills), "mp": mp}).teams["a"]
    view = MIRROR.view(war(a={"skills": list(skills), "mp": mp}), seat_viewer("a"))
    assert view.own is not None and view.own.servant.mp == team.servant.mp == mp
    return view.own


@pytest.mark.parametrize(("left", "codes"), [(1, []), (0, []), (-1, ["not_enough_mana"]), (-2, ["not_enough_mana"])])
def test_what_heals_costs_all_there_is_and_no_more(left: int, codes: list[str]) -> None:
    """M-5.13, M-9.5, M-R16."""
    cost = number("skill_cost", effects=BALM["effects"])
    state = war()
    found = list(heal_problems(owned(cost + left, BALM), ["Balm"], state.options, may_eat=False))
    assert [each.code for each in found] == codes
    assert list(heal_problems(owned(cost + left, BALM), ["Balm"], state.options, may_eat=True)) == []


def test_a_skill_of_which_a_part_goes_to_foes_is_doubted() -> None:
    """M-5.13."""
    both = {"name": "Both", "effects": ["hp_recovery 3", "lasting_damage 3 all_enemies"]}
    found = list(heal_problems(owned(99, both), ["Both"], war().options, may_eat=False))
    assert [each.code for each in found] == ["heals_nobody"]


@pytest.mark.parametrize(("mp", "healed"), [(0, True), (-1, False)])
def test_what_is_eaten_may_pay_for_what_heals(mp: int, healed: bool) -> None:
    """M-Q103, M-R16: nothing was eaten; with as much as it costs it heals, with less it fails."""
    cost = number("skill_cost", effects=BALM["effects"])
    plan: dict[str, Data] = {"a": {"region": "Docks", "action": "eat", "heal": ["Balm"]}}
    state = war(a={"skills": [BALM], "mp": cost + mp, "hp": 50})
    _, told = played(state, plan, {"a": {"eat": 0}})
    assert bool(of(Healed, told)) is healed
    failed = [fact.problem for fact in of(OrderFailed, told)]
    assert [(each.code, each.values["most"]) for each in failed] == ([] if healed else [("not_enough_mana", cost - 1)])


def test_below_nothing_there_is_nothing_to_heal_with() -> None:
    """M-9.5."""
    plan: dict[str, Data] = {"a": {"region": "Docks", "action": "eat", "heal": ["Balm"]}}
    _, told = played(war(a={"skills": [BALM], "mp": -5, "hp": 50}), plan, {"a": {"eat": 0}})
    assert [fact.problem.values["most"] for fact in of(OrderFailed, told)] == [0]


@pytest.mark.parametrize(("region", "found"), [("Docks", ["b"]), ("Shinto", [])])
def test_whoever_comes_to_destroy_meets_an_owner_who_is_there(region: str, found: list[str]) -> None:
    """M-R16."""
    state = war(a={"known_bases": {"b": ["Docks"]}}, b={"bases": ["Docks"]})
    plans: dict[str, Data] = {
        "a": {"region": "Docks", "action": "destroy_base", "target": "b"},
        "b": {"region": region, "action": "rest"},
        "c": {"region": "Forest", "action": "rest"},
    }
    _, told = played(state, plans)
    assert [fact.teams for fact in of(Met, told) if fact.team == "a"] == ([("b",)] if found else [])


@pytest.mark.parametrize(
    ("territory", "codes"),
    [
        ({"region": "Docks", "store": 5}, []),
        ({"region": "Shinto", "store": 5}, ["no_such_base"]),
        (None, ["no_such_base"]),
    ],
)
def test_a_territory_is_destroyed_where_it_stands(territory: Mapping[str, Any] | None, codes: list[str]) -> None:
    """M-7.5, M-4.18."""
    caster = {"bases": ["Forest"]} | ({} if territory is None else {"territory": territory})
    state = war(a={"known_bases": {"b": ["Docks"]}}, b=caster)
    plan: dict[str, Data] = {"a": {"region": "Docks", "action": "destroy_base", "target": "b"}}
    _, told = played(state, plan, {})
    assert [fact.problem.code for fact in of(OrderFailed, told)] == codes
    assert [(fact.owner, fact.region, fact.territory) for fact in of(BaseDestroyed, told)] == (
        [] if codes else [("b", "Docks", True)]
    )
    assert bool(of(Destroyed, told)) is not bool(codes)


@pytest.mark.parametrize(("grade", "noticed"), [("A", ()), ("A+", ("b",))])
def test_a_territory_shows_who_is_hidden_less_well(grade: str, noticed: tuple[str, ...]) -> None:
    """M-4.19, M-R16: as well is not enough."""
    caster = {"class": "caster", "class_skills": {"territory_creation": grade}, "territory": {"region": "Docks"}}
    state = war(a=caster, b=HIDDEN, c={"class": "rider"})
    _, told = played(state, everywhere("Docks", a="rest", b="rest") | everywhere("Forest", c="rest"))
    assert [fact.noticed for fact in of(Met, told) if fact.team == "a"] == ([noticed] if noticed else [])


def test_who_was_noticed_is_met_once_it_is_attacked() -> None:
    """M-R16, M-Q30."""
    caster = {"class": "caster", "class_skills": {"territory_creation": "A+"}, "territory": {"region": "Docks"}}
    plans = everywhere("Docks", a="rest", b="rest") | everywhere("Forest", c="rest")
    state = war(a=caster, b=HIDDEN, c={"class": "rider"})
    _, told = played(state, plans, {"a": {"attack": ["b"]}})
    assert [(fact.teams, fact.noticed) for fact in of(Met, told) if fact.team == "a"] == [((), ("b",)), (("b",), ())]


def test_penalties_are_told_to_whom_they_concern() -> None:
    """M-11.19: the warned learns its count, that one is known stays with the keeper, the rest is for all."""
    state = war()
    state = replace(state, teams={**state.teams, "a": replace(state.teams["a"], citizens=20)})
    teller = Teller(state, MIRROR.apply, Fixed().open("scene"))
    announce_penalties(teller)
    told = {each.fact.penalty: each for each in teller.done().told if isinstance(each.fact, PenaltyReached)}
    counts = {fact.penalty: fact.count for fact in of(PenaltyReached, told.values())}
    assert counts == {"warning": 20, "known": 0, "exposed": 0, "hunted": 0}
    assert told["warning"].audience not in (EVERYBODY, KEEPER_ONLY)
    assert told["known"].audience == KEEPER_ONLY
    assert told["exposed"].audience == told["hunted"].audience == EVERYBODY


def four() -> State:
    teams = {key: {**PLAIN, "name": key.upper()} for key in "abcd"}
    data, problems = read(MIRROR.setup, {"teams": teams, "as_they_are": True, "order": list(teams), "war": {}})
    assert not problems and isinstance(data, Mapping)
    return MIRROR.begin(data, MIRROR.options.read({})[0])


def test_where_all_are_allies_of_one_another_s_allies_there_is_no_battle() -> None:
    """M-Q70, M-Q96."""
    meetings: dict[str, Data] = {
        "a": {"attack": ["c", "d"], "ally": ["b"]},
        "b": {"attack": ["d"], "ally": ["a", "c"]},
        "c": {"ally": ["b", "d"]},
        "d": {"ally": ["c"]},
    }
    state, told = played(four(), everywhere("Docks", **dict.fromkeys("abcd", "search")), meetings)
    assert of(BattleAnnounced, told) == [] and state.battle is None


def test_only_those_of_a_side_who_do_not_know_one_another_stay_strangers() -> None:
    """M-R16: whoever fights a foe has met it; the side of a fighter has not met by that."""
    meetings: dict[str, Data] = {"a": {"attack": ["c"], "ally": ["b"]}, "b": {"ally": ["a"], "attack": ["c"]}}
    plans = everywhere("Docks", a="search", b="search", c="rest")
    hidden = war(a=HIDDEN, b={"class": "rider"})
    _, told = played(hidden, plans, meetings)
    (battle,) = of(BattleAnnounced, told)
    assert battle.meeting.sides == (("a", "b"), ("c",))
    assert all(fact.team not in fact.teams for fact in of(Met, told))


def test_the_battle_of_the_lowest_seat_comes_first() -> None:
    """M-Q96."""
    meetings: dict[str, Data] = {"b": {"attack": ["d"]}, "c": {"attack": ["a"]}}
    plans = {**everywhere("Docks", a="search", c="search"), **everywhere("Shinto", b="search", d="search")}
    _, told = played(four(), plans, meetings)
    assert of(BattleAnnounced, told)[0].meeting.sides == (("a",), ("c",))


def test_lasting_damage_may_come_whole_each_time() -> None:
    """M-9.16."""
    assert number("lasting_shares", points=7, options={"lasting_damage_mode": "each"}) == [7, 7, 7]
