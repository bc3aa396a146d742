"""Twin worlds: two wars that differ in one row of the information table must look the same to who may not know it.

`glimpse` is all that a viewer sees of a state, `trace` all that a viewer learns while a war goes on. A step that
shows a viewer nothing leaves no mark in its trace, so that a question asked in secret cannot be counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from grailkeeper.core.call import Answers, Ask, Call, Opening
from grailkeeper.core.canon import Data, canon
from grailkeeper.core.chance import Fixed
from grailkeeper.core.codec import encode
from grailkeeper.core.fact import Told
from grailkeeper.core.form import read
from grailkeeper.core.seal import opened, padded_leaves, seal
from grailkeeper.core.seat import KEEPER, PUBLIC, Seat, Viewer, ViewerKind, seat_viewer
from grailkeeper.core.sight import seen
from grailkeeper.core.system import Resolution, RuleSystem

System: TypeAlias = RuleSystem[Any]

PROBES = 12


@dataclass(frozen=True, slots=True)
class Move:
    """One resolution: a sealed call closed with its orders, an arrival on a floor (`closing` false), or its close."""

    call: str
    orders: Mapping[str, Data] = field(default_factory=dict)
    closing: bool = True
    rulings: Mapping[str, Data] = field(default_factory=dict)
    draws: Sequence[tuple[str, int]] = ()


@dataclass(frozen=True, slots=True)
class World:
    """A state and what is played from it."""

    state: Any
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Twins:
    """Two worlds that differ in the row `row` only, and the seats that may know of the difference."""

    row: str
    left: World
    right: World
    knows: frozenset[str] = frozenset()
    probes: tuple[Data, ...] = ()
    """Orders whose problems must be the same too, beside those sampled from the forms."""


@dataclass(frozen=True, slots=True)
class Leak:
    """Where two worlds looked different to a viewer who may not know why."""

    row: str
    viewer: Viewer
    left: str
    right: str


def leaks(system: System, twins: Twins) -> Iterator[Leak]:
    """A leak for each viewer who can tell the two worlds apart and should not."""
    for viewer in viewers(system.seats(twins.left.state)):
        if viewer.seat in twins.knows:
            continue
        left, right = (trace(system, world, viewer, twins.probes) for world in (twins.left, twins.right))
        if left != right:
            yield Leak(twins.row, viewer, *first_difference(left, right))


def viewers(seats: Sequence[Seat]) -> tuple[Viewer, ...]:
    """Everybody who may not know everything."""
    return (PUBLIC, *(seat_viewer(seat.key) for seat in seats))


def first_difference(left: list[str], right: list[str]) -> tuple[str, str]:
    for one, other in zip([*left, "(nothing)"], [*right, "(nothing)"], strict=False):
        if one != other:
            return one, other
    raise AssertionError("the traces do not differ")


def trace(system: System, world: World, viewer: Viewer, probes: Sequence[Data] = ()) -> list[str]:
    """What `viewer` sees, is told and is shown, in order."""
    state = world.state
    marks = [glimpse(system, state, viewer, probes)]
    for move in world.moves:
        call = next(call for call in system.calls(state) if call.address == move.call)
        source = Fixed(move.draws)
        chance = source.open(call.address)
        resolution = system.resolve(state, call, Answers(move.orders, move.closing), move.rulings, chance)
        assert not resolution.open_points(move.rulings), "the world does not rule on all its points"
        source.settle(chance)
        source.exhausted()
        marks += learnt(system, call, move.orders, resolution, viewer)
        for told in resolution.told:
            state = system.apply(state, told.fact)
        sight = glimpse(system, state, viewer, probes)
        if sight != next(mark for mark in reversed(marks) if mark.startswith("sees ")):
            marks.append(sight)
    return marks


def learnt(system: System, call: Call, orders: Mapping[str, Data], resolution: Resolution, viewer: Viewer) -> list[str]:
    """The tellings and the opened leaves of one resolution that reach `viewer`, in order."""
    marks = [f"told {telling(system, told, viewer)}" for told in resolution.told if told.audience.admits(viewer)]
    shown = [opening for opening in resolution.openings if opening.audience.admits(viewer)]
    return marks + [f"opened {_text(opening_seen(call, orders[each.whom], each))}" for each in shown]


def telling(system: System, told: Told, viewer: Viewer) -> str:
    """A fact as `viewer` is told it. Its dice stay with the keeper until the war's end."""
    fact = told.fact if viewer.kind is ViewerKind.KEEPER else seen(told.fact, viewer.seat or None)
    return _text(system.facts.encode(fact))


def opening_seen(call: Call, order: Data, opening: Opening) -> Data:
    """What the opening of a seal shows: some leaves, and how many others there are."""
    bound = seal("war", call.address, opening.whom, order, ["00" * 16 for _ in padded_leaves(order)])
    shown = opened("war", call.address, opening.whom, order, bound, opening.paths)["leaves"]
    assert isinstance(shown, list)
    known = sorted(_text(leaf) for leaf in shown if not isinstance(leaf, str))
    return {"whom": opening.whom, "known": known, "closed": len(shown) - len(known)}


def glimpse(system: System, state: Any, viewer: Viewer, probes: Sequence[Data] = ()) -> str:
    """All that `viewer` sees of `state`: each of `EYES` in turn."""
    return "sees " + _text([eye(system, state, viewer, probes) for eye in EYES])


def view_seen(system: System, state: Any, viewer: Viewer, probes: Sequence[Data]) -> Data:  # noqa: ARG001
    return encode(system.view(state, viewer))


def seats_seen(system: System, state: Any, viewer: Viewer, probes: Sequence[Data]) -> Data:  # noqa: ARG001
    return [encode(seat) for seat in system.seats(state)]


def calls_seen(system: System, state: Any, viewer: Viewer, probes: Sequence[Data]) -> Data:
    """The calls that `viewer` may know of and, for each ask of its own, the form and the problems of orders."""
    view = system.view(state, viewer)
    found: list[Data] = []
    for call in (*system.calls(state), *system.standing(state)):
        own = tuple(ask for ask in call.asks if ask.seat == viewer.seat)
        if call.open_to.admits(viewer) or own:
            asks = call.asks if call.asked_to.admits(viewer) else own
            about = (call.address, call.kind, call.clause, call.mode.value, call.silence, call.withdrawable)
            answerable = [_answerable(system, view, call, ask, probes) for ask in own]
            found.append([*about, [encode(ask) for ask in asks], *answerable])
    return found


def _answerable(system: System, view: Any, call: Call, ask: Ask, probes: Sequence[Data]) -> Data:
    form = system.form(view, call, ask)
    samples = [form.record.sample(pick_of(number)) for number in range(PROBES)]
    problems = []
    for value in (*samples, *probes):
        order, malformed = read(form.record, value)
        problems.append([encode(each) for each in malformed or system.check(view, call, ask, order)])
    told = [repr(form.about), repr(form.held)]
    return [form.kind, repr(form.record), dict(form.supplies), told, samples, problems]


def pick_of(number: int) -> Callable[[int], int]:
    """Picks that depend on how often was picked, and on nothing else."""
    count = 0

    def pick(below: int) -> int:
        nonlocal count
        count += 1
        return int.from_bytes(hashlib.sha256(f"{number} {count}".encode()).digest()[:6]) % below

    return pick


Eye: TypeAlias = Callable[[System, Any, Viewer, Sequence[Data]], Data]

EYES: tuple[Eye, ...] = (view_seen, seats_seen, calls_seen)
"""Every way in which something of a state reaches a viewer; other rooms add their own here."""


def differs(system: System, twins: Twins) -> bool:
    """Whether the two worlds are two: to the keeper, or in what is played."""
    if twins.left.moves != twins.right.moves:
        return True
    return trace(system, twins.left, KEEPER) != trace(system, twins.right, KEEPER)


def _text(value: Data) -> str:
    return canon(value).decode()
