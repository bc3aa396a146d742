"""How a scene begins and ends, what is remembered of it, and what is asked and seen in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Seeded
from grailkeeper.core.form import read
from grailkeeper.core.point import Point
from grailkeeper.core.seat import only
from grailkeeper.core.teller import Teller
from grailkeeper.rules.chronicle import apply as change
from grailkeeper.rules.chronicle.outcomes import PartnerLost
from grailkeeper.rules.chronicle.people import Life, Pool
from grailkeeper.rules.chronicle.scene import facts as f
from grailkeeper.rules.chronicle.scene.asking import _joining, _with_number
from grailkeeper.rules.chronicle.scene.bonding import agree
from grailkeeper.rules.chronicle.scene.closing import _deadlines, _expire, _is_whole, _lose
from grailkeeper.rules.chronicle.scene.finding import pursue_all
from grailkeeper.rules.chronicle.scene.growing import _treat
from grailkeeper.rules.chronicle.scene.menu import _by_person
from grailkeeper.rules.chronicle.scene.moving import replace_alone
from grailkeeper.rules.chronicle.scene.opening import _store, starter
from grailkeeper.rules.chronicle.scene.orders import Act, Joining, action_record, anything, joining_record
from grailkeeper.rules.chronicle.scene.records import pools
from grailkeeper.rules.chronicle.scene.setup import war_problems
from grailkeeper.rules.chronicle.scene.state import FIRST, HALVES, SECOND, Action, Kind, Phase, Plan, Sensed
from grailkeeper.rules.chronicle.scene.visibility import _own
from grailkeeper.rules.chronicle.scene.who import distances
from grailkeeper.rules.chronicle.state import State, with_person

from .sceneparts import AA, BB, LANCER, SABER, attack, of, plans, short, there, told_by
from .scenetable import Playing, master, servant


def own(state: State, key: str, **about: Any) -> State:
    """The state with something else on a servant's own sheet."""
    return with_person(state, key, servant=replace(state.people[key].the_servant, **about))


# C-18: deadlines


@pytest.mark.parametrize(
    ("health", "due", "now", "later"),
    [(1, False, None, False), (0, False, True, True), (-4, False, True, True), (1, True, False, False)],
)
def test_a_servant_at_nothing_has_a_scene_left(health: int, due: bool, now: bool | None, later: bool) -> None:
    """C-18.4, C-Q105: it is told when that begins and ends."""
    state = own(with_person(there(AA, SABER), "saber", health=Pool(health, 45)), "saber", health_due=due)
    facts = told_by(state, _deadlines)
    assert [fact.health for fact in of(facts, f.DeadlineSet)] == ([] if now is None else [now])
    for fact in facts:
        state = change.apply(state, fact)
    assert state.people["saber"].the_servant.health_due is later


@pytest.mark.parametrize(("pool", "due"), [("health", "health_due"), ("mana", "mana_due")])
@pytest.mark.parametrize(
    ("now", "more", "was", "still"),
    [(-5, 5, True, True), (-5, 6, True, False), (-5, 1, False, False), (-5, 0, True, True), (1, -1, False, False)],
)
def test_whoever_is_above_nothing_has_met_its_deadline(
    pool: str, due: str, now: int, more: int, was: bool, still: bool
) -> None:
    """C-18.4, C-18.9: by 1; and falling sets none before the scene has ended."""
    state = own(with_person(there(AA, SABER), "saber", **{pool: Pool(now, 45)}), "saber", **{due: was})
    assert getattr(pools(state, "saber", **{pool: more}).people["saber"].the_servant, due) is still


@pytest.mark.parametrize(("about", "told"), [({}, ["aa"]), ({"partnerless": True}, []), ({"life": Life.DEAD}, [])])
def test_the_living_hear_once_that_they_are_alone(about: Mapping[str, Any], told: Sequence[str]) -> None:
    """C-23.15."""
    facts = told_by(with_person(there(AA, SABER), "aa", **about), _lose, "red")
    assert [fact.person for fact in of(facts, PartnerLost)] == told


@pytest.mark.parametrize(
    ("now", "old", "gained", "lost", "left"),
    [
        (40, 0, 0, None, 0),
        (45, 5, 0, 5, 0),
        (45, 5, 2, 3, 2),
        (45, 0, 5, 0, 5),
        (42, 5, 5, 0, 2),
        (43, 5, 0, 3, 0),
        (38, 5, 0, 0, 0),
        (50, 5, 5, 5, 5),
    ],
)
def test_what_is_above_a_maximum_goes_a_scene_later(
    now: int, old: int, gained: int, lost: int | None, left: int
) -> None:
    """C-Q2: what was gained in this scene stays; what was spent was of the older first."""
    for pool in ("health", "mana"):
        state = there(AA, BB, excess={f"aa/{pool}": gained} if gained else {})
        state = with_person(state, "aa", health=Pool(30, 40), mana=Pool(30, 40))
        state = with_person(state, "aa", **{pool: Pool(now, 40, old)})
        facts = of(told_by(state, _expire), f.ExcessLost)
        assert [(getattr(fact, pool), getattr(fact, f"left_{pool}")) for fact in facts] == (
            [] if lost is None else [(lost, left)]
        )


@pytest.mark.parametrize(("people", "whole"), [([AA, SABER], True), ([AA], False), ([SABER], False)])
def test_a_team_is_whole_with_both(people: Sequence[Mapping[str, Any]], whole: bool) -> None:
    """C-23.16."""
    assert _is_whole(there(*people, BB), "red") is whole


# C-23.9, C-23.1: the start


@pytest.mark.parametrize(
    ("grade", "held", "stored"), [("E", 0, [1]), ("C", 28, [2]), ("E", 10, [0]), ("E", 12, [0]), (None, 0, [])]
)
def test_a_territory_stores_up_to_its_full(grade: str | None, held: int, stored: Sequence[int]) -> None:
    """C-23.9: ten for each grade; without its caster it stores nothing."""
    medea = servant("medea", "red", skills={} if grade is None else {"territory_creation": grade})
    given = {"teams": {"red": {"territory": {"at": "r1", "stored": held}}}}
    facts = told_by(there(medea, BB, given=given), _store, "red")
    assert [fact.amount.value for fact in facts] == stored


def test_a_team_of_whom_nobody_plays_makes_no_alliance() -> None:
    """C-23.1, C-20: a team without anybody is none."""
    assert starter(there(AA, BB, given={"teams": {"gold": {}}}), "aa").others == {"blue": "blue"}


def test_who_is_set_free_is_told() -> None:
    """C-20.12: with the team that held it."""
    state = with_person(there(AA, BB), "bb", captor="red")
    teller = Teller(state, change.apply, Seeded(b"a part").open("part"))
    _treat(teller, "aa", "bb", "free")
    (told,) = teller.done().told
    assert told.audience == only(["red", "blue"])


# C-2, C-3: where somebody is


def test_how_far_it_is() -> None:
    """C-23.7: the own region is no way off, what cannot be reached has no distance."""
    edges = (("r1", "r2"), ("r2", "r3"), ("r1", "r4"), ("r3", "r4"), ("r8", "r9"))
    assert distances(edges, "r1") == {"r1": 0, "r2": 1, "r4": 1, "r3": 2}


@pytest.mark.parametrize(
    ("about", "left", "codes"),
    [
        ({}, (), []),
        ({"health": Pool(0, 30)}, (), ["fallen_may_only_rest"]),
        ({}, ("aa",), ["fallen_may_only_rest"]),
    ],
)
def test_who_builds_over_a_base_alone(about: Mapping[str, Any], left: tuple[str, ...], codes: Sequence[str]) -> None:
    """C-9.11, C-Q33: who can act, and is there."""
    given = {"teams": {"blue": {"base": "r1"}}}
    state = there(AA, master("bb", "blue", "r2"), given=given, plans={"aa": Plan(replace_base=True)}, left=left)
    facts = told_by(with_person(state, "aa", **about), replace_alone)
    assert [fact.problem.code for fact in of(facts, f.OrderRefused)] == codes


@pytest.mark.parametrize(("pointed", "learn"), [((), ["aa", "saber"]), (("saber", "aa"), ["saber"])])
def test_a_master_who_goes_along_learns_once(pointed: tuple[str, ...], learn: Sequence[str]) -> None:
    """C-3.6: what it has learnt in the first half stands for it; its servant learns by its pursuit."""
    both = plans(saber=short(Kind.PURSUIT, SECOND, "lancer"), aa=short(Kind.PURSUIT, SECOND))
    sensed = {"saber": (Sensed("lancer", "r2"),)}
    state = there(AA, SABER, servant("lancer", "blue", "r2"), plans=both, sensed=sensed, pointed=pointed)
    assert [fact.person for fact in of(told_by(state, pursue_all), f.PointGained)] == learn


@pytest.mark.parametrize(("presence", "named"), [("r1", "신토"), ("r1_2", "신토 2"), ("r2", "r2"), ("r2_1", "r2_1")])
def test_what_a_presence_is_called(presence: str, named: str) -> None:
    """C-3.15: by its region; by its key where the region has no name of its own."""
    assert _with_number({"r1": "신토", "r2": "r2"}, presence) == named


# What is asked, read and seen


@pytest.mark.parametrize(
    ("fought", "as_declared", "asked"),
    [(True, False, ("aa",)), (False, False, ()), (True, True, ()), (False, True, ())],
)
def test_who_is_asked_to_join(fought: bool, as_declared: bool, asked: tuple[str, ...]) -> None:
    """C-Q81: nobody where battles are fought elsewhere, or orders are taken as they are."""
    state = there(AA, SABER, LANCER, attacks=(attack("saber", "lancer"),), fights={"saber": (1,), "lancer": (1,)})
    assert state.war is not None
    war = replace(state.war, phase=Phase.FIRST_JOIN, fought=fought, as_declared=as_declared)
    assert _joining(replace(state, war=war)) == asked


INTRUDES: Mapping[str, Any] = {"battle": "1", "slot": 4, "fights": "랜서"}


@pytest.mark.parametrize("missing", [None, "battle", "slot", "fights"])
def test_an_intrusion_says_where_when_and_whom(missing: str | None) -> None:
    """C-17.1, C-Q62."""
    form = joining_record(Joining(into=(1,), fights={"lancer": "랜서"}))
    order = {name: value for name, value in INTRUDES.items() if name != missing}
    data, problems = read(form, {"intrude": order})
    assert [problem.code for problem in problems] == ([] if missing is None else ["missing_field"])
    assert missing or data == {"intrude": {"battle": "1", "slot": 4, "fights": "lancer"}}


def test_whatever_is_declared_may_be_empty() -> None:
    """C-Q92: what it means is looked at when its turn comes."""
    data, problems = read(anything(joining_record(Joining(beside=(1,)))), {"join": None})
    assert (data, problems) == ({"join": None}, ())


@pytest.mark.parametrize(("grade", "tool", "codes"), [("E", 1, []), ("E", 2, ["tool_grade_too_high"]), ("C", 3, [])])
def test_a_tool_is_no_better_than_its_maker(grade: str, tool: int, codes: Sequence[str]) -> None:
    """C-23.18."""
    medea = servant("medea", "red", skills={"item_construction": grade}, **{"class": "caster"})
    act = Action(Kind.ITEM_CONSTRUCTION, HALVES, grade=tool)
    assert [each.code for each in _by_person(there(medea, BB).people["medea"], act, "long")] == codes


@pytest.mark.parametrize(("war", "codes"), [({"war": {}}, ["unknown_region"]), ({}, [])])
def test_where_people_are_counts_in_a_war(war: Mapping[str, Any], codes: Sequence[str]) -> None:
    """C-2.1: a battle by itself has no map."""
    setup = {"people": [{"key": "aa", "at": "nowhere"}], **war}
    assert [problem.code for problem in war_problems(setup)] == codes


def test_of_a_region_it_is_known_whether_bases_were_there_when_it_was_seen() -> None:
    """C-Q93: of one that was known from the beginning, not."""
    state = there(AA, BB, given={"teams": {"red": {"region_information": ["r1"]}}})
    assert [each.bases for each in _own(state, "red").regions] == [False]


# C-5.14, C-20.3: who agrees to a bond


@pytest.mark.parametrize(("fallen", "unmet"), [(False, []), (True, ["aa", "bb"])])
def test_the_fallen_agree_to_nothing(fallen: bool, unmet: Sequence[str]) -> None:
    """C-5.14, C-Q94."""
    people = [{**AA, "relationships": {"bb": 1}}, {**BB, "relationships": {"aa": 1}}]
    both = plans(aa=short(Kind.BONDING, person="bb"), bb=short(Kind.BONDING, person="aa"))
    state = there(*people, plans=both)
    if fallen:
        state = with_person(state, "aa", health=Pool(0, 30))
    facts = told_by(state, agree, None, FIRST)
    assert [fact.person for fact in of(facts, f.OfferUnmet)] == unmet


def test_the_keeper_is_asked_whether_an_npc_agrees() -> None:
    """C-20.1, C-20.3: it does unless its author says otherwise."""
    asked: list[Point] = []

    class Keeper:
        def ask(self, point: Point) -> Data:
            asked.append(point)
            return point.verdict

    state = there(
        {**AA, "relationships": {"taiga": 1}},
        BB,
        given={"npcs": [{"key": "taiga", "at": "r1"}]},
        npcs_met={"aa": ("taiga",)},
        plans=plans(aa=short(Kind.BONDING, person="taiga")),
    )
    assert of(told_by(state, agree, Keeper(), FIRST), f.OfferUnmet) == []
    assert [(point.choices, point.verdict) for point in asked] == [((True, False), True)]


def test_what_is_wrong_with_an_order_that_is_taken_as_it_is_says_its_clause() -> None:
    """C-Q92: it is only suspicious then."""
    _, problems = Playing([AA, SABER, BB], war={"as_declared": True}).read("aa", {"create_territory": True})
    assert [(each.code, each.clause, each.binding) for each in problems] == [("caster_only", "C-1.5", False)]


def test_the_actions_are_what_may_stand_for_one() -> None:
    """C-1.10: where something else does, these are named."""
    assert Act(action_record({}, {}).fields).accepted().split(", ") == [kind.value for kind in Kind]
