"""What the actions of a scene come to, at their bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from grailkeeper.core.chance import Seeded
from grailkeeper.core.teller import Teller
from grailkeeper.rules.chronicle import apply as change
from grailkeeper.rules.chronicle.people import Information, Item, ItemKind, Life, Pool
from grailkeeper.rules.chronicle.scene import deeds as d
from grailkeeper.rules.chronicle.scene import facts as f
from grailkeeper.rules.chronicle.scene import growing
from grailkeeper.rules.chronicle.scene.bonding import bond
from grailkeeper.rules.chronicle.scene.contests import Contest, Course, pending
from grailkeeper.rules.chronicle.scene.contests import _settle as settle_contest
from grailkeeper.rules.chronicle.scene.contracts import _reduced, charge_and_link, leave_all, recontract_all
from grailkeeper.rules.chronicle.scene.course import _may_do
from grailkeeper.rules.chronicle.scene.crafting import construction_problem
from grailkeeper.rules.chronicle.scene.feeding import victims_problem
from grailkeeper.rules.chronicle.scene.finding import _chase, _pursuit, _wanted
from grailkeeper.rules.chronicle.scene.interrupting import interrupt
from grailkeeper.rules.chronicle.scene.learning import labor, labor_problem, study_problem, taught
from grailkeeper.rules.chronicle.scene.records import with_scene
from grailkeeper.rules.chronicle.scene.resting import convert, nursing_problem
from grailkeeper.rules.chronicle.scene.state import FIRST, SECOND, Action, Kind, Plan, Sensed
from grailkeeper.rules.chronicle.state import with_person, with_team

from .sceneparts import AA, BB, CC, LANCER, SABER, long, of, plans, short, there, told_by
from .scenetable import Playing, master, servant

# C-5: contests, study, labor

STUDY, LABOR = Kind.STUDY, Kind.LABOR


@pytest.mark.parametrize(
    ("aa", "bb", "meet"),
    [
        ([short(STUDY, challenge=True)], [short(STUDY)], True),
        ([short(STUDY)], [short(STUDY)], False),
        ([short(STUDY, challenge=True)], [short(STUDY, SECOND)], False),
        ([short(STUDY, challenge=True), short(STUDY, SECOND)], [short(STUDY)], True),
        ([short(STUDY), short(STUDY, SECOND, challenge=True)], [short(STUDY)], False),
    ],
)
def test_who_competes(aa: Sequence[Action], bb: Sequence[Action], meet: bool) -> None:
    """C-5.3: in one half at least, and where one of the two has challenged for it."""
    state = there(AA, BB, plans=plans(aa=aa, bb=bb), rivals={"aa": ("bb",)}, gains={"study/aa": 1, "study/bb": 1})
    assert [contest.key for contest in pending(state)] == ["study/aa/bb"] * meet


@pytest.mark.parametrize(("mana", "lost"), [(12, 10), (11, 10), (10, 9), (1, 0), (0, 0), (-2, 0)])
def test_a_contest_lost_leaves_one(mana: int, lost: int) -> None:
    """C-5.5."""
    state = there(AA, BB, gains={"study/aa": 1, "study/bb": 2})
    state = with_person(state, "bb", mana=Pool(mana, 30))
    facts = told_by(state, settle_contest, Contest(STUDY, "aa", "bb"), Course((), "aa"))
    assert [(fact.person, fact.lost.value) for fact in of(facts, d.ContestLost)] == [("bb", lost)]
    assert [fact.taken for fact in of(facts, d.ContestFought)] == [2]


@pytest.mark.parametrize(("health", "paid"), [(6, 5), (5, 4), (1, 0), (0, 0), (-3, 0)])
def test_labor_that_was_broken_off_leaves_one(health: int, paid: int) -> None:
    """C-5.9."""
    state = with_person(there(AA, BB), "aa", health=Pool(health, 30))
    assert [fact.health.value for fact in told_by(state, labor, "aa", long(LABOR), False)] == [paid]


@pytest.mark.parametrize(("held", "enough"), [(5, False), (6, True), (7, True)])
def test_a_short_study_or_labor_leaves_one(held: int, enough: bool) -> None:
    """C-5.1, C-5.8, C-Q1: of five, in mana or in health."""
    studies = with_person(there(master("aa", "red", "r2"), BB), "aa", mana=Pool(held, 30), at="r8")
    works = with_person(studies, "aa", mana=Pool(30, 30), health=Pool(held, 30), at="r3")
    assert (study_problem(studies, "aa", short(STUDY)) is None) is enough
    assert (labor_problem(works, "aa", short(LABOR)) is None) is enough


@pytest.mark.parametrize(
    ("before", "full"),
    [
        ([short(LABOR), short(LABOR)], True),
        ([short(LABOR), short(LABOR, SECOND)], False),
        ([short(LABOR), short(STUDY)], False),
        ([long(LABOR), short(LABOR)], True),
    ],
)
def test_a_place_of_labor_is_full_by_its_half(before: Sequence[Action], full: bool) -> None:
    """C-5.8, C-Q78."""
    people = [master("aa", "red", "r3"), master("bb", "blue", "r3"), master("cc", "green", "r3")]
    state = there(*people, plans=plans(aa=before[0], bb=before[1]))
    problem = labor_problem(state, "cc", short(LABOR))
    assert (problem is not None) is full


@pytest.mark.parametrize(
    ("lesson", "is_taught"),
    [
        (short(Kind.TEACHING, person="bb"), True),
        (short(Kind.TEACHING, person="cc"), False),
        (short(STUDY, person="bb"), False),
        (short(Kind.TEACHING, SECOND, "bb"), False),
    ],
)
def test_who_is_taught(lesson: Action, is_taught: bool) -> None:
    """C-5.6, C-Q22: by one who teaches it, and in that half."""
    state = there(AA, BB, CC, plans=plans(aa=lesson))
    assert taught(state, "bb", short(STUDY, person="aa")) is is_taught


# C-7: contracts


@pytest.mark.parametrize(
    ("aa", "other", "joined"),
    [("rider", "aa", True), ("rider", "", False), ("rider", "bb", False), ("bb", "aa", False)],
)
def test_a_new_contract_takes_both_sides(aa: str, other: str, joined: bool) -> None:
    """C-7.1, C-7.2: a master and a servant who have both asked for it."""
    people = [
        master("aa", "red", servantless=True, relationships={"rider": 1, "bb": 1}),
        master("bb", "blue", servantless=True, relationships={"aa": 1}),
        servant("rider", "green", masterless=True),
    ]
    asked = plans(aa=short(Kind.RECONTRACT, person=aa))
    if other:
        asked |= plans(**{("rider" if aa == "rider" else "bb"): short(Kind.RECONTRACT, person=other)})
    facts = told_by(there(*people, plans=asked), recontract_all, FIRST)
    assert [(fact.master, fact.servant) for fact in of(facts, d.Recontracted)] == [("aa", "rider")] * joined
    assert bool(of(facts, f.OfferUnmet)) is not joined


@pytest.mark.parametrize(("maximum", "left"), [(45, 35), (11, 1), (10, 0), (5, 0)])
def test_a_new_contract_takes_ten_of_a_maximum(maximum: int, left: int) -> None:
    """C-7.3."""
    assert _reduced("max_health", maximum).value == left


@pytest.mark.parametrize(("asked", "agreed"), [(("bb", "aa"), True), (("bb", ""), False)])
def test_a_link_takes_two(asked: tuple[str, str], agreed: bool) -> None:
    """C-7.5."""
    actions = {key: long(Kind.CIRCUIT_LINK, other) for key, other in zip(("aa", "bb"), asked, strict=True) if other}
    left = [fact.people for fact in of(told_by(there(AA, BB, plans=plans(**actions)), leave_all), f.LeftScene)]
    assert left == [("aa", "bb")] * agreed


@pytest.mark.parametrize(("mana", "charged"), [(40, 45), (45, 45), (50, 40), (90, 0), (95, 0)])
def test_a_charge_goes_up_to_twice_the_maximum(mana: int, charged: int) -> None:
    """C-7.6."""
    both = plans(aa=long(Kind.MANA_CHARGE, "saber"), saber=long(Kind.MANA_CHARGE, "aa"))
    state = with_person(there(AA, SABER, plans=both, left=("aa", "saber")), "saber", mana=Pool(mana, 45))
    assert [fact.mana.value for fact in of(told_by(state, charge_and_link), d.ManaCharged)] == [charged]


@pytest.mark.parametrize(
    ("night", "mana", "flowed"),
    [(False, -10, 50), (True, -10, 60), (False, 20, 30), (False, 50, 0), (True, 55, 0)],
)
def test_a_link_flows_twice_as_a_long_rest(night: bool, mana: int, flowed: int) -> None:
    """C-7.5, C-8.6, C-Q27: magic 2 and 3, up to the maximum that both have; by night one more for each grade."""
    people = [master("aa", "red", magic=2), master("bb", "blue", magic=3)]
    both = plans(aa=long(Kind.CIRCUIT_LINK, "bb"), bb=long(Kind.CIRCUIT_LINK, "aa"))
    playing = Playing(people, war={"night": night}).state
    state = with_person(with_scene(playing, plans=both, left=("aa", "bb")), "aa", mana=Pool(mana, 20))
    facts = told_by(state, charge_and_link)
    assert [fact.mana.value for fact in of(facts, d.ManaFlowed) if fact.person == "aa"] == [flowed]
    (link,) = [fact.link for fact in of(facts, d.CircuitLinked)]
    assert link.before == {"aa": (2, 20), "bb": (3, 30)}
    for fact in facts:
        state = change.apply(state, fact)
    assert [state.people[key].the_master.own_magic for key in ("aa", "bb")] == [2, 3]
    state = change.apply(state, f.LinkEnded(("aa", "bb")))
    assert [(each.the_master.magic, each.the_master.own_magic) for each in state.people.values()] == [(2, 0), (3, 0)]


# C-4: rests


@pytest.mark.parametrize(("kind", "may"), [(Kind.REST, True), (Kind.STUDY, False)])
def test_the_fallen_may_rest(kind: Kind, may: bool) -> None:
    """C-Q76, C-Q94: and whoever can act may do all."""
    state = there(AA, BB)
    assert _may_do(state, "aa", kind)
    assert _may_do(with_person(state, "aa", health=Pool(0, 30)), "aa", kind) is may
    assert not _may_do(with_person(state, "aa", life=Life.DEAD), "aa", kind)


@pytest.mark.parametrize(
    ("nurse", "patient", "code"),
    [
        ((1, 1), (0, 5), None),
        ((1, 1), (5, 0), None),
        ((1, 1), (-1, 1), None),
        ((1, 1), (1, 1), "patient_not_fallen"),
        ((0, 1), (0, 5), "nurse_unable"),
        ((-1, 1), (0, 5), "nurse_unable"),
        ((1, 0), (0, 5), "nurse_unable"),
        ((2, 2), (0, 5), None),
    ],
)
def test_who_is_nursed_and_by_whom(nurse: tuple[int, int], patient: tuple[int, int], code: str | None) -> None:
    """C-4.7, C-Q18."""
    state = there(AA, SABER)
    for key, (health, mana) in (("saber", nurse), ("aa", patient)):
        state = with_person(state, key, health=Pool(health, 30), mana=Pool(mana, 30))
    problem = nursing_problem(state, "saber", long(Kind.NURSING, "aa"))
    assert (problem and problem.code) == code


@pytest.mark.parametrize(("mana", "turned"), [(8, True), (9, True), (10, False)])
def test_turning_mana_into_health_leaves_one(mana: int, turned: bool) -> None:
    """C-4.3, C-Q16: and is done once."""
    state = there(AA, SABER, converts=("saber",), plans={"saber": Plan(convert=mana)})
    state = with_person(state, "saber", mana=Pool(10, 45), health=Pool(1, 45))
    facts = told_by(state, convert, "saber", mana)
    assert bool(of(facts, d.ManaTurned)) is turned
    for fact in of(facts, d.ManaTurned):
        after = change.apply(state, fact)
        assert after.war is not None and after.war.now.plan("saber").convert == 0


# C-6: citizens


@pytest.mark.parametrize(("first", "victims", "most"), [(0, 3, None), (2, 1, None), (2, 2, 1), (3, 1, 0)])
def test_of_the_citizens_those_are_left_whom_nobody_has_claimed(first: int, victims: int, most: int | None) -> None:
    """C-Q25, C-6.6."""
    eats = plans(aa=long(Kind.SOUL_EATING, victims=first)) if first else {}
    problem = victims_problem(there(AA, BB, plans=eats), "bb", long(Kind.SOUL_EATING, victims=victims))
    assert (None if problem is None else problem.values["most"]) == most


def test_who_was_eaten_is_gone() -> None:
    """C-6.6, C-8.5."""
    act = long(Kind.SOUL_EATING, victims=2)
    playing = Playing([AA, BB])
    playing.start()
    playing.close("actions", aa={"long": {"action": act.kind.value, "victims": 2}})
    playing.on()
    assert playing.state.regions["r1"].citizens == 1


# C-3: pursuit, and points


@pytest.mark.parametrize(
    ("wanted", "encounter", "point", "codes"),
    [
        ("legend", 0, "legend", []),
        ("legend", 1, "legend", []),
        ("rumor", 0, "legend", ["rumor_needs_encounter"]),
        ("rumor", 1, "rumor", []),
        ("", 1, "rumor", []),
        ("", 0, "legend", []),
    ],
)
def test_the_finder_of_a_master_chooses(wanted: str, encounter: int, point: str, codes: Sequence[str]) -> None:
    """C-3.13, C-Q12."""
    state = there(AA, LANCER, plans={"aa": Plan(information=wanted)})
    state = with_team(state, "red", information={"lancer": Information(encounter=encounter)})
    teller = Teller(state, change.apply, Seeded(b"a part").open("part"))
    assert _wanted(teller, "aa", "lancer").value == point
    facts = [each.fact for each in teller.done().told]
    assert [each.problem.code for each in of(facts, f.OrderRefused)] == codes


@pytest.mark.parametrize(("captor", "pursues"), [("", True), ("blue", False)])
def test_who_pursues(captor: str, pursues: bool) -> None:
    """C-3.15: who can, and means to."""
    state = there(AA, SABER, LANCER, plans=plans(saber=short(Kind.PURSUIT, SECOND)))
    state = with_person(state, "saber", captor=captor)
    assert (_pursuit(state, "saber") is not None) is pursues
    assert _pursuit(state, "lancer") is None


@pytest.mark.parametrize(("was", "here", "meets"), [("r2", True, ("lancer",)), ("r3", True, ()), ("r2", False, ())])
def test_a_pursuer_meets_whom_it_has_sensed(was: str, here: bool, meets: tuple[str, ...]) -> None:
    """C-3.15: if it was there, and still is."""
    state = there(SABER, servant("lancer", "blue", "r2", manifested=here))
    before = {"saber": "r1", "lancer": was}
    sensed = Sensed("lancer", "r2")
    assert _chase(state, "saber", sensed, {"saber": sensed}, before) == ("r2", meets)


# C-5.11: bonds


@pytest.mark.parametrize(("held", "renew", "points"), [(1, False, 2), (2, False, 3), (2, True, 1), (None, True, 1)])
def test_a_bond_grows_by_one(held: int | None, renew: bool, points: int) -> None:
    """C-5.11, C-R10."""
    state = with_person(there(AA, BB), "aa", relationships={} if held is None else {"bb": held})
    facts = told_by(state, bond, "aa", short(Kind.BONDING, person="bb", renew=renew))
    assert [fact.points.value for fact in facts] == [points]


def test_a_bonding_that_is_broken_off_is_short_for_both() -> None:
    """C-5.13: once."""
    people = [{**AA, "relationships": {"bb": 1}}, {**BB, "relationships": {"aa": 1}}]
    state = there(*people, plans=plans(aa=long(Kind.BONDING, "bb"), bb=long(Kind.BONDING, "aa")))
    facts = told_by(state, interrupt, "aa")
    assert [fact.person for fact in of(facts, d.Bonded)] == ["aa", "bb"]
    for fact in facts:
        state = change.apply(state, fact)
    assert told_by(state, interrupt, "bb") == []


# Between scenes


@pytest.mark.parametrize(("mana", "amount", "most"), [(9, 8, None), (9, 9, 8), (1, 1, 0), (0, 1, 0), (-2, 1, 0)])
def test_who_passes_mana_keeps_one(mana: int, amount: int, most: int | None) -> None:
    """C-7.5: as it is said beforehand, and as it is refused."""
    state = with_person(there(AA, BB), "aa", mana=Pool(mana, 30))
    for key, other in (("aa", "bb"), ("bb", "aa")):
        linked = replace(state.people[key].the_master, linked=other)
        state = with_person(state, key, master=linked)
    said = list(growing.problems(state.people["aa"], state.teams["red"], {"pass_mana": amount}))
    refused = [fact.problem for fact in of(told_by(state, growing.pass_mana, "aa", amount), f.OrderRefused)]
    assert [each.values["most"] for each in said] == [each.values["most"] for each in refused]
    assert [each.values["most"] for each in said] == ([] if most is None else [most])


def test_who_is_not_linked_passes_nothing() -> None:
    """C-7.5: no servant does, and no master without a link."""
    for key in ("aa", "saber"):
        facts = told_by(there(AA, SABER), growing.pass_mana, key, 3)
        assert [fact.problem.code for fact in facts] == ["not_linked"]


@pytest.mark.parametrize(("mana", "passed"), [(10, 8), (25, 5), (30, 0), (34, 0)])
def test_mana_is_passed_up_to_the_other_s_maximum(mana: int, passed: int) -> None:
    """C-7.5."""
    state = with_person(there(AA, BB), "bb", mana=Pool(mana, 30))
    state = with_person(state, "aa", master=replace(state.people["aa"].the_master, linked="bb"))
    assert [fact.amount for fact in told_by(state, growing.pass_mana, "aa", 8)] == [passed]


@pytest.mark.parametrize(("health", "healed"), [(10, 10), (25, 5), (30, 0), (33, 0)])
def test_a_tool_heals_up_to_the_maximum(health: int, healed: int) -> None:
    """C-23.18: health alone."""
    tool = Item(ItemKind.TOOL, 2)
    state = with_person(there(AA, BB), "aa", health=Pool(health, 30), items=(tool,))
    facts = told_by(state, growing._use, "aa", 2)
    assert [(each.health.value, each.mana.value) for each in of(facts, f.Recovered)] == [(healed, 0)]


@pytest.mark.parametrize(("mine", "theirs", "known"), [(True, False, True), (False, True, True), (False, False, False)])
def test_an_ally_is_told_a_name_that_either_knows(mine: bool, theirs: bool, known: bool) -> None:
    """C-Q95: and knows it from then on."""
    rider = servant("rider", "green")
    state = there(AA, BB, rider, given={"teams": {"red": {"allies": ["blue"]}, "blue": {"allies": ["red"]}}})
    state = with_team(state, "red", information={"rider": Information(true_name=mine)})
    state = with_team(state, "blue", information={"rider": Information(true_name=theirs)})
    facts = told_by(state, growing._inform, "aa", {"servant": "rider", "ally": "blue"})
    after = state
    for fact in facts:
        after = change.apply(after, fact)
    assert after.teams["blue"].on("rider").true_name is known


@pytest.mark.parametrize(("mana", "enough"), [(10, False), (11, True)])
def test_whoever_makes_a_tool_keeps_one(mana: int, enough: bool) -> None:
    """C-6.5, C-Q1: of five for each grade."""
    medea = servant("medea", "red", skills={"item_construction": "D"}, **{"class": "caster"})
    state = there(medea, BB, given={"teams": {"red": {"base": "r1"}}})
    state = with_person(state, "medea", mana=Pool(mana, 45))
    assert (construction_problem(state, "medea", long(Kind.ITEM_CONSTRUCTION, grade=2)) is None) is enough
