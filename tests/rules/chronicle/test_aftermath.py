"""What a battle leaves behind: who may take what from whom, and who is rewarded and told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from grailkeeper.rules.chronicle import outcomes as o
from grailkeeper.rules.chronicle.battle.fall import can_act
from grailkeeper.rules.chronicle.battle.result import eligible
from grailkeeper.rules.chronicle.facts import OrderFailed
from grailkeeper.rules.chronicle.field import Carried
from grailkeeper.rules.chronicle.options import FaintOn
from grailkeeper.rules.chronicle.people import Base, Life, Pool, Territory
from grailkeeper.rules.chronicle.state import State, with_battle, with_person, with_team
from grailkeeper.rules.chronicle.system import CHRONICLE

from .wars import announced, answer, war

Person = Mapping[str, Any]
SABER: Person = {"key": "saber", "team": "red", "at": "r1", "mana": 40}
SHIROU: Person = {"key": "shirou", "team": "red", "kind": "master", "at": "r1", "mana": 5, "combat": 4}
LANCER: Person = {"key": "lancer", "team": "blue", "at": "r1"}


def won(people: Sequence[Person], mine: Sequence[str], **teams: Mapping[str, Any]) -> tuple[list[Any], State]:
    """The people `mine` beat everybody else by a card of their first: what was told, and what may be chosen."""
    state = with_team(war(people, **teams), "blue", territory=Territory("r1", 12))
    state = announced(state, mine, [each["key"] for each in people if each["key"] not in mine])
    _, state = answer(state, "battle/1/rows")
    resolution, state = answer(state, "battle/1/cards", {mine[0]: {"target": "lancer", "cards": ["strike"]}})
    return [told.fact for told in resolution.told], state


def looted(people: Sequence[Person], mine: Sequence[str], order: Mapping[str, Any]) -> Any:
    """What is taken with a territory: the mana by person; or what is wrong, and whose order it was."""
    _, state = won(people, mine)
    resolution, _ = answer(state, "battle/1/spoils", {"red": {"remove_territory": True, **order}})
    facts = [told.fact for told in resolution.told]
    failed = [(fact.person, fact.problem.code) for fact in facts if isinstance(fact, OrderFailed)]
    return failed or next(fact.mana for fact in facts if isinstance(fact, o.Looted))


BOTH = (SABER, SHIROU, LANCER)
LORD = (SHIROU, SABER, LANCER)
ABOVE = ({**SABER, "mana": 50}, SHIROU, LANCER)
ALONE = (SABER, LANCER)
MASTER = (SHIROU, LANCER)


@pytest.mark.parametrize(
    ("people", "mine", "loot", "taken"),
    [
        (BOTH, ["saber", "shirou"], None, {"saber": 5, "shirou": 7}),
        (LORD, ["saber", "shirou"], None, {"saber": 5, "shirou": 7}),
        (BOTH, ["saber", "shirou"], {"servant": 3}, {"saber": 3}),
        (BOTH, ["saber", "shirou"], {"master": 4}, {"shirou": 4}),
        (BOTH, ["saber", "shirou"], {"servant": 6}, [("shirou", "loot_over_maximum")]),
        (ABOVE, ["saber", "shirou"], None, {"shirou": 12}),
        (ALONE, ["saber"], None, {"saber": 5}),
        (ALONE, ["saber"], {"servant": 2}, {"saber": 2}),
        (ALONE, ["saber"], {"master": 1}, [("saber", "loot_over_maximum")]),
        (MASTER, ["shirou"], None, {"shirou": 12}),
        (MASTER, ["shirou"], {"master": 2}, {"shirou": 2}),
        (MASTER, ["shirou"], {"servant": 1}, [("shirou", "loot_over_maximum")]),
    ],
)
def test_stored_mana_goes_to_whoever_is_there(
    people: Sequence[Person], mine: Sequence[str], loot: Any, taken: Any
) -> None:
    """C-9.12, C-Q34: in any split, up to the maxima; nobody is named who takes nothing."""
    assert looted(people, mine, {} if loot is None else {"loot": loot}) == taken


def test_a_servant_that_is_gone_takes_nothing() -> None:
    """C-9.12: the living take."""
    _, state = won(BOTH, ["saber", "shirou"])
    state = with_person(state, "saber", life=Life.VANISHED)
    resolution, _ = answer(state, "battle/1/spoils", {"red": {"remove_territory": True}})
    assert [each.fact.mana for each in resolution.told if isinstance(each.fact, o.Looted)] == [{"shirou": 12}]


@pytest.mark.parametrize(("mana", "built"), [(15, False), (16, True)])
def test_whoever_builds_over_a_base_keeps_one(mana: int, built: bool) -> None:
    """C-2.6, C-9.10, C-Q1: of fifteen, with a base elsewhere."""
    state = with_team(with_team(war(BOTH), "blue", base=Base("r1")), "red", base=Base("r9"))
    state = announced(with_person(state, "shirou", mana=Pool(mana, 30)), ["saber", "shirou"], ["lancer"])
    _, state = answer(state, "battle/1/rows")
    _, state = answer(state, "battle/1/cards", {"saber": {"target": "lancer", "cards": ["strike"]}})
    _, state = answer(state, "battle/1/spoils", {"red": {"replace_base": True}})
    assert (state.teams["red"].base == Base("r1")) is built


@pytest.mark.parametrize(
    ("health", "mana", "faint_on", "can"),
    [
        (1, 1, FaintOn.MANA, True),
        (0, 1, FaintOn.MANA, False),
        (1, 0, FaintOn.MANA, False),
        (1, 0, FaintOn.AS_WRITTEN, True),
    ],
)
def test_a_master_at_nothing_cannot_act(health: int, mana: int, faint_on: FaintOn, can: bool) -> None:
    """C-Q33, C-Q83, C-18.10, C-18.11: nor one that is dead or somebody's captive."""
    shirou = replace(war([SABER, SHIROU]).people["shirou"], health=Pool(health, 40), mana=Pool(mana, 30))
    assert can_act(shirou, faint_on) is can
    assert not can_act(replace(shirou, life=Life.DEAD), faint_on)
    assert not can_act(replace(shirou, captor="blue"), faint_on)


@pytest.mark.parametrize("held", [{"base": Base("r1")}, {"territory": Territory("r1", 3)}])
def test_the_winner_sees_what_the_beaten_have_there(held: Mapping[str, Any]) -> None:
    """C-Q93: one of the two is enough."""
    state = with_team(war(BOTH), "blue", **held)
    state = announced(state, ["saber", "shirou"], ["lancer"])
    _, state = answer(state, "battle/1/rows")
    resolution, _ = answer(state, "battle/1/cards", {"saber": {"target": "lancer", "cards": ["strike"]}})
    assert [each.fact.regions for each in resolution.told if isinstance(each.fact, o.BasesSeen)] == [("r1",)]


@pytest.mark.parametrize(("souls", "merit"), [((20, 0), 3), ((0, 20), 3), ((19, 19), 1)])
def test_the_merit_of_subjugation_needs_one_such_team(souls: tuple[int, int], merit: int) -> None:
    """C-23.14: of several teams that were beaten together."""
    rider = {"key": "rider", "team": "green", "at": "r1"}
    teams = {"blue": {"souls": souls[0]}, "green": {"souls": souls[1]}}
    told, _ = won((SABER, LANCER, rider), ["saber"], **teams)
    assert [fact.merit.value for fact in told if isinstance(fact, o.Rewarded) and fact.team == "red"] == [merit]


@pytest.mark.parametrize("strokes", [0, 3])
def test_who_has_another_partner_is_not_alone(strokes: int) -> None:
    """C-23.15: a master with two servants loses one of them, or none."""
    other = {"key": "archer", "team": "blue", "at": "r2"}
    rin = {"key": "rin", "team": "blue", "kind": "master", "at": "r2"}
    lancer = {**LANCER, "health": 1}
    _, state = won((SABER, lancer, other, rin), ["saber"], blue={"strokes": strokes})
    _, state = answer(state, "battle/1/spoils")
    assert [key for key, each in state.people.items() if each.partnerless] == []
    assert (state.people["lancer"].life is Life.VANISHED) is (strokes == 0)


def passed(**counts: int) -> State:
    """A battle of saber and shirou against lancer, with so many judgments of damage between lancer and each."""
    state = announced(war(BOTH), ["saber", "shirou"], ["lancer"])
    battle = state.battle(1)
    fighters = {
        key: replace(fighter, stood_front=True, passed_on={"lancer": counts[key]} if key in counts else {})
        for key, fighter in battle.fighters.items()
    }
    return with_battle(state, 1, fighters=fighters)


def knows(state: State) -> list[str]:
    return list(eligible(state, state.battle(1), "red"))


@pytest.mark.parametrize(
    ("counts", "known"),
    [({"saber": 5}, True), ({"shirou": 5}, True), ({"saber": 4, "shirou": 4}, False), ({}, False)],
)
def test_one_of_a_team_is_enough_to_learn(counts: Mapping[str, int], known: bool) -> None:
    """C-10.2, C-Q35: by five judgments of its own, not of both together."""
    assert knows(passed(**counts)) == ["lancer"] * known


@pytest.mark.parametrize(
    ("before", "now", "known"),
    [({"lancer": 4}, 0, False), ({"lancer": 4}, 1, True), ({"lancer": 5}, 0, True), ({"rider": 4}, 4, False),
     ({"rider": 9}, 5, True)],
)  # fmt: skip
def test_what_was_before_an_intrusion_counts_with_whom_it_was(before: Mapping[str, int], now: int, known: bool) -> None:
    """C-R10, C-Q35."""
    state = passed(**({"saber": now} if now else {}))
    setting = replace(state.battle(1).setting, carried={"saber": Carried(passed_on=before)})
    state = with_battle(state, 1, setting=setting)
    assert knows(state) == ["lancer"] * known


def test_whoever_fights_beside_one_of_the_team_is_no_opponent() -> None:
    """C-10.2, C-Q62: as where a battle was broken off and a team has parted."""
    state = announced(war(BOTH), ["saber"], ["shirou", "lancer"])
    fighters = {
        key: replace(fighter, stood_front=True, passed_on={"lancer": 5} if key == "saber" else {})
        for key, fighter in state.battle(1).fighters.items()
    }
    assert knows(with_battle(state, 1, fighters=fighters)) == []


def informed(order: Mapping[str, Any], release: bool, friends: Sequence[str]) -> list[tuple[str, int]]:
    """What red learns of lancer: saber five times, shirou never."""
    people = [
        {**SABER, "strength": "A"},
        SHIROU,
        {**LANCER, "noble_phantasm": {"grade": "C"}, "true_name": "쿠 훌린", "mana": 45, "health": 30},
    ]
    setup = war(people)
    setup = with_person(setup, "lancer", acquaintances=tuple(friends))
    state = announced(setup, ["saber", "shirou"], ["lancer"])
    _, state = answer(state, "battle/1/rows")
    orders = {
        "saber": {"target": "lancer", "cards": ["wait", "wait", "wait", "strike", "strike"]},
        "lancer": {"target": "saber", "cards": ["noble_phantasm"] * 3, "release": release},
    }
    resolution, state = answer(state, "battle/1/cards", orders)
    told = list(resolution.told)
    for call in CHRONICLE.calls(state):
        asked = {ask.whom for ask in call.asks}
        resolution, state = answer(state, call.address, {"red": order} if "red" in asked else {})
        told += resolution.told
    gained = [each.fact for each in told if isinstance(each.fact, o.InformationGained) and each.fact.team == "red"]
    return [(each.point.value, each.amount.value) for each in gained]


def test_a_legend_is_learned_by_whoever_wants_it() -> None:
    """C-10.3, C-Q36: otherwise a battle point, though the name was released."""
    assert informed({"legend": ["lancer"]}, True, []) == [("legend", 1)]
    assert informed({}, True, []) == [("battle", 1)]


@pytest.mark.parametrize(("friends", "points"), [([], 1), (["saber"], 2), (["shirou"], 1), (["saber", "shirou"], 2)])
def test_it_counts_double_for_a_friend_who_was_there(friends: Sequence[str], points: int) -> None:
    """C-3.12, C-Q14: the friend is one of those who fought it for five judgments."""
    assert informed({}, False, friends) == [("battle", points)]
