"""The toy has every feature of the contract, and the random wars of the suite come upon all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from conformance.subjects import TOY
from conformance.twin import World, trace
from conformance.walk import Step, walks
from grailkeeper.core.call import Answers, Mode
from grailkeeper.core.chance import Seeded
from grailkeeper.core.problem import Severity
from grailkeeper.core.seat import only, seat_viewer
from toy.state import Answered, Asked, Fizzled, Fought, Gathered, Moved, Placed, ScoreCorrected, State
from toy.system import Toy

from .twins import FIRST, SECOND, fight, hand, having, staked

SYSTEM = Toy()


def steps() -> Iterator[Step]:
    for walk in walks(TOY):
        yield from walk.steps


def _features(step: Step) -> Iterator[str]:
    yield from (told.fact.kind for told in step.resolution.told)
    facts = [type(told.fact) for told in step.resolution.told]
    before, after = SYSTEM.calls(step.before), SYSTEM.calls(step.after)
    if facts == [Placed]:
        yield "a place"
    elif Placed in facts:
        yield "the longest waiting gets a place that is given up"
    if Fizzled in facts:
        yield "a failed order"
    rescues = {call.address for call in before if call.kind == "rescue"} - {call.address for call in after}
    if step.call.mode is Mode.FLOOR and rescues:
        yield "a call cancelled by a fact"
    if sum(call.kind == "hand" for call in before) > 1:
        yield "two battles at once"
    if len(step.resolution.points) > 1 and any(point.verdict == 2 for point in step.resolution.points):
        yield "a second point, with a verdict"
    if len(step.rulings) > 1:
        yield "an overruled verdict"
    if any(told.dice for told in step.resolution.told):
        yield "draws"
    if len({opening.audience for opening in step.resolution.openings}) > 1:
        yield "a partly opened order"
    if step.call.kind == "rescue" and step.answers.orders:
        yield "an answer in mid-battle"


def test_every_feature_is_come_upon() -> None:
    found = Counter(feature for step in steps() for feature in _features(step))
    assert {kind.kind for kind in SYSTEM.facts.kinds} - found.keys() == {ScoreCorrected.kind}
    assert found.keys() >= {
        "a place",
        "the longest waiting gets a place that is given up",
        "a failed order",
        "a call cancelled by a fact",
        "two battles at once",
        "a second point, with a verdict",
        "an overruled verdict",
        "draws",
        "a partly opened order",
        "an answer in mid-battle",
    }
    assert all(walk.ended for walk in walks(TOY))


def test_all_four_severities_are_come_upon() -> None:
    view, (call,) = SYSTEM.view(staked(), seat_viewer("s1")), SYSTEM.calls(having(State({}, staked().players), "s1"))
    assert call.kind == "gathering"
    illegal = SYSTEM.check(view, call, call.asks[0], {"act": "leave"})
    doubtful = SYSTEM.check(view, call, call.asks[0], {"act": "take", "team": "blue"})
    assert [problem.severity for problem in (*illegal, *doubtful)] == [Severity.ILLEGAL, Severity.SUSPICIOUS]
    stolen = fight("1", {"s1": hand(6, aim="steal")}, (5, 0))
    told = _resolved(having(staked(), "s2", coins=0), stolen)
    assert [told.problem.severity for told in told if isinstance(told, Fizzled)] == [Severity.FAILED]


def _resolved(state: State, move: Any) -> list[Any]:
    call = next(call for call in SYSTEM.calls(state) if call.address == move.call)
    answers = Answers(move.orders, move.closing)
    made = SYSTEM.resolve(state, call, answers, move.rulings, Seeded(b"").open(move.call))
    return [told.fact for told in made.told]


def test_the_question_in_mid_battle_is_the_losers_alone() -> None:
    state = staked()
    call = next(call for call in SYSTEM.calls(state) if call.kind == "hand")
    made = SYSTEM.resolve(state, call, Answers({"s1": hand(6), "s2": hand(1)}), {}, Seeded(b"").open(call.address))
    for told in made.told:
        state = SYSTEM.apply(state, told.fact)
    fought = next(told.fact for told in made.told if isinstance(told.fact, Fought))
    loser = next(seat for seat in fought.sides if seat != fought.winner)
    rescue = next(call for call in SYSTEM.calls(state) if call.kind == "rescue")
    assert rescue.open_to == rescue.asked_to == only([loser])
    assert next(told.audience.seats for told in made.told if isinstance(told.fact, Asked)) == frozenset()


def test_an_answer_to_a_cancelled_call_comes_to_nothing() -> None:
    """T-5.2: the gathering closes first, and the charm is kept."""
    for walk in walks(TOY):
        for step in walk.steps:
            if any(isinstance(told.fact, Gathered) for told in step.resolution.told):
                assert not any(isinstance(told.fact, Answered) for told in step.resolution.told)
                assert not any(battle.asked for battle in step.after.battles)


def test_who_moves_learns_nothing_old_and_takes_nothing_new_along() -> None:
    """s1's stake of one coin is its team's; s2, who joins the team, does not see it; s3, who leaves, still does."""
    state = staked()
    for fact in (Moved("s2", "red"), Moved("s3", "blue")):
        state = SYSTEM.apply(state, fact)
    seen = {seat: [stake.seat for stake in SYSTEM.view(state, seat_viewer(seat)).stakes] for seat in state.players}
    assert [seat for seat, stakes in seen.items() if "s1" in stakes] == ["s1", "s3"]


def test_a_step_that_shows_nothing_leaves_no_mark() -> None:
    marks = trace(SYSTEM, World(staked(), (FIRST, SECOND)), seat_viewer("s5"))
    fought = ["told", "opened", "opened", "sees"]
    assert [mark.split()[0] for mark in marks] == ["sees", *fought, *fought]
