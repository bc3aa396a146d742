"""Who meets, attacks and joins whom in a scene, and how a battle is handed over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from grailkeeper.rules.chronicle.facts import BattleAnnounced
from grailkeeper.rules.chronicle.field import Result
from grailkeeper.rules.chronicle.people import Life, Pool
from grailkeeper.rules.chronicle.scene import facts as f
from grailkeeper.rules.chronicle.scene.meeting import (
    begin_battles,
    fights,
    joining,
    looked,
    may_attack,
    setting,
    turn_on_npcs,
)
from grailkeeper.rules.chronicle.scene.npcs import meet_by_pursuit
from grailkeeper.rules.chronicle.scene.records import with_war
from grailkeeper.rules.chronicle.scene.state import FIRST, SECOND, Action, Attack, Found, Kind, Plan
from grailkeeper.rules.chronicle.scene.who import able, hidden_from
from grailkeeper.rules.chronicle.state import with_person

from .sceneparts import AA, BB, LANCER, SABER, attack, there, told_by
from .scenetable import servant

GHOUL: Mapping[str, Any] = {"npcs": [{"key": "ghoul", "name": "구울", "at": "r1"}]}


# C-9.8: preemption


@pytest.mark.parametrize(
    ("kind", "half", "looks"),
    [
        (Kind.PURSUIT, FIRST, False),
        (Kind.PURSUIT, SECOND, True),
        (Kind.SEARCH, FIRST, True),
        (Kind.SCOUTING, SECOND, True),
        (Kind.STUDY, SECOND, False),
    ],
)
def test_who_was_looking(kind: Kind, half: int, looks: bool) -> None:
    """C-9.8, C-Q31: a pursuit counts in its own half, the second."""
    assert looked(there(AA, BB, plans={"aa": Plan((Action(kind, (SECOND,)),))}), "aa", half) is looks


LOOKS = {"lancer": Plan((Action(Kind.SEARCH, (FIRST,)),))}


@pytest.mark.parametrize(
    ("attacks", "plans", "preempts"),
    [
        ([attack("saber", "lancer")], {}, "red"),
        ([attack("saber", "bb")], LOOKS, ""),
        ([attack("saber", "lancer", preempts=False)], {}, ""),
        ([attack("saber", "lancer", preempts=False), attack("aa", "lancer")], {}, "red"),
        ([attack("bb", "saber"), attack("saber", "lancer", preempts=False)], {}, "blue"),
        ([attack("saber", "lancer"), attack("rider", "lancer")], {}, ""),
    ],
)
def test_which_side_preempts(attacks: Sequence[Attack], plans: Mapping[str, Plan], preempts: str) -> None:
    """C-Q31: of two sides the one that attacks, if nobody of the other was looking."""
    state = there(AA, SABER, BB, LANCER, servant("rider", "green"), attacks=tuple(attacks), plans=plans)
    (fight,) = fights(state, FIRST)
    people = {each for pair in attacks for each in (pair.attacker, pair.target)} | {"bb", "lancer"}
    assert setting(state, FIRST, fight, people).preempts == preempts


def test_the_sides_of_a_battle() -> None:
    """C-23.1, C-Q80: allies stand together unless they have come to blows, whom nobody plays stands alone."""
    people = (SABER, LANCER, servant("rider", "green"))
    allies = {**GHOUL, "teams": {"red": {"allies": ["blue"]}, "blue": {"allies": ["red"]}}}
    for attacks, sides in (
        ([attack("rider", "saber"), attack("rider", "ghoul")], {"red": ("saber", "lancer"), "green": ("rider",)}),
        (
            [attack("lancer", "saber"), attack("rider", "ghoul"), attack("rider", "saber")],
            {"red": ("saber",), "blue": ("lancer",), "green": ("rider",)},
        ),
    ):
        state = there(*people, given=allies, attacks=tuple(attacks))
        (fight,) = fights(state, FIRST)
        found = setting(state, FIRST, fight, ["saber", "lancer", "rider", "ghoul"]).sides
        assert {side.key: side.people for side in found} == {**sides, "npc": ("ghoul",)}


# C-Q81, C-Q62: joining


def test_who_is_elsewhere_comes_into_no_battle() -> None:
    """C-Q62: nor who is not manifested; whoever stands there and has met its servant may."""
    met = {"rider": (Found(FIRST, ("lancer", "saber")),)}
    cases: tuple[tuple[dict[str, Any], tuple[int, ...]], ...] = (
        ({}, (1,)),
        ({"at": "r2"}, ()),
        ({"manifested": False}, ()),
    )
    for about, into in cases:
        rider = servant("rider", "green", **{"at": "r1", **about})
        state = there(SABER, LANCER, rider, attacks=(attack("saber", "lancer"),), met=met)
        asked = joining(state, "rider", FIRST)
        assert (() if asked is None else asked.into) == into, about


@pytest.mark.parametrize(
    ("attacks", "beside"),
    [
        ([attack("lancer", "aa")], (1,)),
        ([attack("lancer", "aa"), attack("aa", "bb")], (1,)),
        ([attack("aa", "lancer")], ()),
    ],
)
def test_who_is_not_manifested_comes_to_its_master_s_side(attacks: Sequence[Attack], beside: Any) -> None:
    """C-Q29, C-Q81: where one of the attacks is on its master."""
    state = there(AA, servant("saber", "red", manifested=False), BB, LANCER, attacks=tuple(attacks))
    asked = joining(state, "saber", FIRST)
    assert (() if asked is None else asked.beside) == beside


@pytest.mark.parametrize(("order", "drawn"), [({}, []), (None, []), ({"join": "1"}, [("aa",)])])
def test_who_says_nothing_joins_nothing(order: Any, drawn: Sequence[tuple[str, ...]]) -> None:
    """C-Q81, C-Q92."""
    state = there(AA, SABER, LANCER, attacks=(attack("saber", "lancer"),))
    told = told_by(state, begin_battles, FIRST, {"aa": order})
    assert [fact.people for fact in told if isinstance(fact, f.DrawnIn)] == drawn


# C-20: whom nobody plays


@pytest.mark.parametrize(
    ("wins", "met", "captor", "begins"),
    [
        ([("saber",)], True, "", True),
        ([("lancer",), ("saber",)], True, "", True),
        ([("lancer",)], True, "", False),
        ([("saber",)], False, "", False),
        ([("saber",)], True, "blue", False),
    ],
)
def test_who_has_won_may_turn_on_an_npc(wins: Sequence[tuple[str, ...]], met: bool, captor: str, begins: bool) -> None:
    """C-20.9: whom it has met, and whom nobody has taken since."""
    state = there(
        SABER,
        LANCER,
        given=GHOUL,
        plans={"saber": Plan(npc="ghoul")},
        npcs_met={"saber": ("ghoul",)} if met else {},
    )
    results = tuple(Result(place, "r1", ("saber", "lancer"), winner) for place, winner in enumerate(wins, 1))
    state = replace(with_person(state, "ghoul", captor=captor), results=results)
    told = told_by(state, turn_on_npcs)
    announced = [fact.setting.sides for fact in told if isinstance(fact, BattleAnnounced)]
    assert [[side.people for side in sides] for sides in announced] == [[("saber",), ("ghoul",)]] * begins
    assert [fact.problem.code for fact in told if isinstance(fact, f.OrderRefused)] == ["not_met"] * (not begins)


def test_who_turns_on_one_together_fights_together() -> None:
    """C-20.9, C-Q80: two who have won."""
    both, won = (SABER, servant("rider", "green"), LANCER), ("saber", "rider")
    plans, met = dict.fromkeys(won, Plan(npc="ghoul")), dict.fromkeys(won, ("ghoul",))
    state = there(*both, given=GHOUL, plans=plans, npcs_met=met)
    told = told_by(replace(state, results=(Result(1, "r1", (*won, "lancer"), won),)), turn_on_npcs)
    (battle,) = [fact.setting for fact in told if isinstance(fact, BattleAnnounced)]
    assert {side.people for side in battle.sides} == {("saber",), ("rider",), ("ghoul",)}


@pytest.mark.parametrize(
    ("about", "met", "secondary", "may"),
    [
        ({}, True, False, True),
        ({}, False, False, False),
        ({}, True, True, False),
        ({"captor": "blue"}, True, False, False),
        ({"life": Life.DEAD}, True, False, False),
    ],
)
def test_an_npc_that_is_at_large_may_be_attacked(
    about: Mapping[str, Any], met: bool, secondary: bool, may: bool
) -> None:
    """C-20.8, C-20.9, C-20.10: in either half; one that was killed or taken in the first is not there any more."""
    now = {"npcs_met": {"saber": ("ghoul",)} if met else {}, "secondary": ("saber",) if secondary else ()}
    state = with_person(there(SABER, LANCER, given=GHOUL, **now), "ghoul", **about)
    assert [may_attack(state, "saber", "ghoul", half) for half in (FIRST, SECOND)] == [may, may]


def test_what_is_only_announced_begins_nothing() -> None:
    """C-20.9: as a war is played whose battles are fought elsewhere."""
    state = there(SABER, LANCER, given=GHOUL, plans={"saber": Plan(npc="ghoul")}, npcs_met={"saber": ("ghoul",)})
    state = replace(with_war(state, fought=False), results=(Result(1, "r1", ("saber", "lancer"), ("saber",)),))
    assert [type(fact) for fact in told_by(state, turn_on_npcs)] == [f.AttackMade]


@pytest.mark.parametrize(
    ("found", "npcs"),
    [
        ([Found(FIRST, ("lancer",))], []),
        ([Found(SECOND, ("lancer",))], [("ghoul",)]),
        ([Found(FIRST, ("lancer",)), Found(SECOND, ())], []),
        ([Found(FIRST, ()), Found(SECOND, ("lancer",))], [("ghoul",)]),
    ],
)
def test_an_npc_is_there_where_a_pursuit_has_found_somebody(found: Sequence[Found], npcs: Any) -> None:
    """C-20.6: in the second half."""
    state = there(SABER, LANCER, given=GHOUL, met={"saber": tuple(found)})
    told = told_by(state, meet_by_pursuit)
    assert [fact.npcs for fact in told if fact.person == "saber"] == npcs


# Who can, and who is seen


@pytest.mark.parametrize(
    ("about", "can"),
    [
        ({}, True),
        ({"captor": "blue"}, False),
        ({"life": Life.DEAD}, False),
        ({"health": Pool(0, 30)}, False),
        ({"mana": Pool(0, 30)}, False),
    ],
)
def test_who_can_do_more_than_rest(about: Mapping[str, Any], can: bool) -> None:
    """C-Q94, C-18.10, C-18.11."""
    assert able(with_person(there(AA, BB), "aa", **about), "aa") is can


@pytest.mark.parametrize(("attacker", "hidden"), [("", True), ("rider", True), ("lancer", False)])
def test_who_attacks_shows_itself(attacker: str, hidden: bool) -> None:
    """C-23.6."""
    lancer = servant("lancer", "blue", skills={"presence_concealment": "C"})
    attacks = (attack(attacker, "saber"),) if attacker else ()
    state = there(SABER, lancer, servant("rider", "green"), attacks=attacks)
    assert hidden_from(state, "lancer", "saber", "r1") is hidden


@pytest.mark.parametrize(("grades", "hidden"), [(["E", "B"], False), (["E"], True), ([], True)])
def test_the_best_caster_s_territory_shows_who_hides(grades: Sequence[str], hidden: bool) -> None:
    """C-23.6, C-23.9: of a team with two."""
    casters = [servant(f"c{grade}", "red", skills={"territory_creation": grade}) for grade in grades]
    lancer = servant("lancer", "blue", skills={"presence_concealment": "C"})
    given = {"teams": {"red": {"territory": {"at": "r1", "stored": 1}}}}
    assert hidden_from(there(SABER, *casters, lancer, given=given), "lancer", "saber", "r1") is hidden


def test_a_territory_without_its_caster_shows_nobody() -> None:
    """C-23.6: not even the least that hides."""
    lancer = servant("lancer", "blue", skills={"presence_concealment": "E"})
    given = {"teams": {"red": {"territory": {"at": "r1", "stored": 1}}}}
    assert hidden_from(there(SABER, lancer, given=given), "lancer", "saber", "r1")
