"""What holds for every rule system, as checks over a random war."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import pytest

from grailkeeper.core.call import Answers, Ask, Call, Mode
from grailkeeper.core.canon import Data, canon
from grailkeeper.core.chance import ChanceError, Fixed
from grailkeeper.core.codec import decode, encode
from grailkeeper.core.form import read
from grailkeeper.core.problem import Problem, Severity
from grailkeeper.core.seal import leaves
from grailkeeper.core.seat import KEEPER, Viewer, seat_viewer
from grailkeeper.core.sight import seen
from grailkeeper.core.system import Resolution
from grailkeeper.core.working import Step as Kind
from grailkeeper.core.working import Term, Working, fold, opened_for

from .subject import System
from .twin import learnt, viewers
from .walk import Step, Walk, chance_of, picker, ruling_for

Check: TypeAlias = Callable[[Walk], None]


def bytes_of(value: object) -> bytes:
    """The canonical bytes of a state, view or fact. Raises for what canonical JSON cannot hold."""
    return canon(encode(value))


def states_round_trip(walk: Walk) -> None:
    for state in walk.states:
        again = decode(type(state), encode(state))
        assert again == state
        assert bytes_of(again) == bytes_of(state)


def facts_round_trip(walk: Walk) -> None:
    facts = walk.system.facts
    for step in walk.steps:
        for told in step.resolution.told:
            data = facts.encode(told.fact)
            canon(data)
            assert facts.decode(data) == told.fact


def facts_alone_make_the_state(walk: Walk) -> None:
    """The fold of the facts, each read back from its bytes, from a begin of its own is the live state throughout."""
    system = walk.system
    state = system.begin(walk.setup, walk.options)
    assert bytes_of(state) == bytes_of(walk.first)
    for step in walk.steps:
        for told in step.resolution.told:
            before = bytes_of(state)
            after = system.apply(state, system.facts.decode(system.facts.encode(told.fact)))
            assert bytes_of(state) == before, f"apply of {told.fact.kind} wrote into the old state"
            state = after
        assert bytes_of(state) == bytes_of(step.after)


def resolving_is_pure(walk: Walk) -> None:
    for step in walk.steps:
        inputs = _inputs(step)
        again = _resolve(walk.system, walk, step, step.rulings)
        assert again == step.resolution
        assert _inputs(step) == inputs, f"{step.call.address} changed what it was given"
        for rulings, tried in step.tries:
            assert _resolve(walk.system, walk, step, rulings) == tried


def _inputs(step: Step) -> bytes:
    return canon([encode(step.before), encode(step.call), dict(step.answers.orders), dict(step.rulings)])


def _resolve(system: System, walk: Walk, step: Step, rulings: Mapping[str, Data]) -> Resolution:
    chance = chance_of(walk.seed, step.call, step.fingerprints)
    return system.resolve(step.before, step.call, step.answers, rulings, chance)


def open_points_hold_everything_back(walk: Walk) -> None:
    for step in walk.steps:
        for rulings, tried in step.tries:
            if tried.open_points(rulings):
                assert not tried.told and not tried.openings
        for resolution in (step.resolution, *(tried for _, tried in step.tries)):
            addresses = [point.address for point in resolution.points]
            assert len(set(addresses)) == len(addresses)
            for point in resolution.points:
                canon(encode(point))
                assert point.clause
                assert point.verdict is None or not point.choices or point.verdict in point.choices


def points_are_never_asked_twice(walk: Walk) -> None:
    """The address of a point is its own on the live path: an old ruling never answers a new question."""
    known: set[str] = set()
    for step in walk.steps:
        raised = {point.address for point in step.resolution.points}
        assert not raised & known
        known |= raised


def floors_never_wait_for_a_ruling(walk: Walk) -> None:
    """An arrival is resolved at once: its points need a verdict, for the next one may be at the door."""
    for step in walk.steps:
        if step.call.mode is Mode.FLOOR and not step.answers.closing:
            for resolution in (step.resolution, *(tried for _, tried in step.tries)):
                assert all(point.verdict is not None for point in resolution.points), step.call.address


def every_draw_is_told(walk: Walk) -> None:
    for step in walk.steps:
        dice = tuple(draw for told in step.resolution.told for draw in told.dice)
        assert dice == step.drawn, f"{step.call.address} drew what no fact records"
        assert all(0 <= draw.value < draw.sides for draw in dice)


def fixed_draws_must_fit(walk: Walk) -> None:
    for step in walk.steps:
        draws = [(draw.what, draw.value) for draw in step.drawn]
        if not draws:
            continue
        source = Fixed(draws)
        chance = source.open(step.call.address)
        assert walk.system.resolve(step.before, step.call, step.answers, step.rulings, chance) == step.resolution
        source.settle(chance)
        source.exhausted()
        for wrong in (draws[:-1], [("no such draw", 0), *draws]):
            with pytest.raises(ChanceError):
                walk.system.resolve(
                    step.before, step.call, step.answers, step.rulings, Fixed(wrong).open(step.call.address)
                )
        spare = Fixed([*draws, ("no such draw", 0)])
        chance = spare.open(step.call.address)
        walk.system.resolve(step.before, step.call, step.answers, step.rulings, chance)
        spare.settle(chance)
        with pytest.raises(ChanceError):
            spare.exhausted()


def calls_are_in_order(walk: Walk) -> None:
    system = walk.system
    gone: set[str] = set()
    open_before: set[str] = set()
    for state in walk.states:
        calls = system.calls(state)
        assert calls == system.calls(state)
        addresses = [call.address for call in calls]
        assert len(set(addresses)) == len(addresses)
        gone |= open_before - set(addresses)
        assert not gone & set(addresses), "the address of a closed call was used again"
        open_before = set(addresses)
        seats = [seat.key for seat in system.seats(state)]
        assert len(set(seats)) == len(seats) and all(key.isascii() for key in seats)
        standing = system.standing(state)
        assert len({call.address for call in standing}) == len(standing)
        for call in (*calls, *standing):
            canon(encode(call))
            assert call.clause and call.silence and call.kind
            assert {ask.seat for ask in call.asks} <= set(seats)
            assert len({ask.whom for ask in call.asks}) == len(call.asks)
            for audience in (call.open_to, call.asked_to):
                assert audience.seats is None or audience.seats <= set(seats)
        for call in standing:
            assert call.address == call.standing and call.mode is Mode.SEALED


def closing_closes(walk: Walk) -> None:
    """A resolved call is open no more, unless it was an arrival."""
    for step in walk.steps:
        still = {call.address for call in walk.system.calls(step.after)}
        if step.answers.closing:
            assert step.call.address not in still


def cancelled_answers_stay_closed(walk: Walk) -> None:
    """A resolution opens leaves of the orders that it was given, and of no other's."""
    for step in walk.steps:
        for opening in step.resolution.openings:
            assert opening.whom in step.answers.orders, "an answer that was never given cannot be opened"
            paths = [path for path, _ in leaves(step.answers.orders[opening.whom])]
            for prefix in opening.paths:
                assert any(path[: len(prefix)] == prefix for path in paths), f"there is nothing at {prefix}"


def forms_read_what_they_sample(walk: Walk) -> None:
    for number, state in enumerate(walk.states):
        for call, ask, view in answerable(walk.system, state):
            form = walk.system.form(view, call, ask)
            assert form == walk.system.form(view, call, ask)
            canon(dict(form.supplies))
            pick = picker(f"{walk.seed} {number} {call.address} {ask.whom}")
            for _ in range(3):
                order, malformed = read(form.record, form.record.sample(pick))
                problems = malformed
                if not malformed:
                    canon(order)
                    assert read(form.record, order) == (order, ())
                    problems = walk.system.check(view, call, ask, order)
                    assert problems == walk.system.check(view, call, ask, order)
                for problem in problems:
                    well_formed(problem)


def well_formed(problem: Problem) -> None:
    """A problem names its sentence, and its rule unless it is a slip of the pen."""
    canon(encode(problem))
    assert problem.code
    assert problem.clause or problem.severity is Severity.MALFORMED
    assert problem.severity is not Severity.FAILED, "what hangs on more than the seat's own view is for `resolve`"


def answerable(system: System, state: Any) -> Iterator[tuple[Call, Ask, Any]]:
    """Every ask of the open and the standing calls, with the view of who answers it."""
    views = {seat.key: system.view(state, seat_viewer(seat.key)) for seat in system.seats(state)}
    for call in (*system.calls(state), *system.standing(state)):
        for ask in call.asks:
            yield call, ask, views[ask.seat]


def views_are_plain(walk: Walk) -> None:
    for state in walk.states:
        for viewer in (KEEPER, *viewers(walk.system.seats(state))):
            assert bytes_of(walk.system.view(state, viewer)) == bytes_of(walk.system.view(state, viewer))


def audiences_exist(walk: Walk) -> None:
    for step in walk.steps:
        seats = {seat.key for state in (step.before, step.after) for seat in walk.system.seats(state)}
        told, opened = step.resolution.told, step.resolution.openings
        for audience in (*(each.audience for each in told), *(each.audience for each in opened)):
            assert audience.seats is None or audience.seats <= seats


def sealed_calls_commute(walk: Walk) -> None:
    """Two sealed calls that are open together may close in either order."""
    for number, state in enumerate(walk.states):
        sealed = [call for call in walk.system.calls(state) if call.mode is Mode.SEALED]
        for pair in itertools.islice(itertools.combinations(sealed, 2), 3):
            pick = picker(f"{walk.seed} {number}")
            answers = {
                call.address: {
                    ask.whom: order
                    for ask in call.asks
                    if (order := walk.subject.order(walk.system, state, call, ask, pick)) is not None
                }
                for call in pair
            }
            one, other = (_close_both(walk.system, walk, state, order, answers) for order in (pair, pair[::-1]))
            assert one[0] == other[0], f"{pair[0].address} and {pair[1].address} do not commute"
            assert one[1] == other[1], f"{pair[0].address} and {pair[1].address} tell different things"


def _close_both(
    system: System, walk: Walk, state: Any, pair: tuple[Call, ...], answers: Mapping[str, Mapping[str, Data]]
) -> tuple[bytes, dict[Viewer, Counter[str]]]:
    told: dict[Viewer, Counter[str]] = {viewer: Counter() for viewer in (KEEPER, *viewers(system.seats(state)))}
    for call in pair:
        assert call in system.calls(state), f"{call.address} is no longer open as it was"
        orders = answers[call.address]
        resolution = _ruled(system, walk, state, call, orders)
        for viewer, heard in told.items():
            heard.update(learnt(system, call, orders, resolution, viewer))
        for each in resolution.told:
            state = system.apply(state, each.fact)
    return bytes_of(state), told


def _ruled(system: System, walk: Walk, state: Any, call: Call, orders: Mapping[str, Data]) -> Resolution:
    """The resolution in which every point got the ruling that hangs on its address alone."""
    rulings: dict[str, Data] = {}
    while True:
        resolution = system.resolve(state, call, Answers(orders), rulings, chance_of(walk.seed, call, ()))
        waiting = resolution.open_points(rulings)
        if not waiting:
            return resolution
        rulings |= {point.address: ruling_for(point, picker(point.address)) for point in waiting}


def workings_fold(walk: Walk) -> None:
    for step in walk.steps:
        seats = [None, *(seat.key for seat in walk.system.seats(step.after))]
        points = [point.working for point in step.resolution.points]
        for told in step.resolution.told:
            for working in workings(told.fact):
                _working_holds(working)
                for seat in seats:
                    _opened_holds(working, seat)
            for seat in seats:
                for working in workings(seen(told.fact, seat)):
                    assert working.open_to is None and all(term.seen_by is None for term in working.terms)
        for working in (each for point in points for each in workings(point)):
            _working_holds(working)


def workings(value: object) -> Iterator[Working]:
    """Every working in a fact, those inside of terms included."""
    if isinstance(value, Working):
        yield value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        for each in dataclasses.fields(value):
            yield from workings(getattr(value, each.name))
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from workings(item)
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from workings(item)


def _working_holds(working: Working) -> None:
    assert fold(working.terms) == working.value, f"the terms of {working.name} do not lead to its value"
    closed = [term.seen_by for term in working.terms if term.seen_by is not None]
    if closed:
        assert working.open_to is not None, f"{working.name} has closed terms and is open to everybody"
        for seat in working.open_to:
            assert all(seat in seen_by for seen_by in closed), f"{working.name} is open to {seat}, a term is not"
    for term in working.terms:
        assert term.step is not Kind.REST, "a remainder is made for a viewer, never by a rule"
        assert (term.why != "") == (term.step is Kind.NOT)
        assert term.inner is None or term.inner.value == term.amount


def _opened_holds(working: Working, seat: str | None) -> None:
    shown = opened_for(working, seat)
    assert shown.value == working.value == fold(shown.terms)
    closed = working.open_to is not None and seat not in working.open_to
    rests = [term for term in shown.terms if term.step is Kind.REST]
    assert len(rests) == int(closed)
    assert all(term == Term(Kind.REST, "rest", term.amount) for term in rests)


CHECKS: tuple[Check, ...] = (
    states_round_trip,
    facts_round_trip,
    facts_alone_make_the_state,
    resolving_is_pure,
    open_points_hold_everything_back,
    points_are_never_asked_twice,
    floors_never_wait_for_a_ruling,
    every_draw_is_told,
    fixed_draws_must_fit,
    calls_are_in_order,
    closing_closes,
    cancelled_answers_stay_closed,
    forms_read_what_they_sample,
    views_are_plain,
    audiences_exist,
    sealed_calls_commute,
    workings_fold,
)
