"""Random wars on the bare state, recorded step by step: what every check of the suite looks at."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from grailkeeper.core.call import Answers, Call, Mode
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Chance, Draw, Seeded
from grailkeeper.core.form import Pick, read
from grailkeeper.core.option import Value
from grailkeeper.core.point import Point
from grailkeeper.core.seat import seat_viewer
from grailkeeper.core.system import Resolution

from .subject import Subject, System

SILENT, STANDING, OVERRULED, ARRIVES = 0.15, 0.3, 0.2, 0.93


@dataclass(frozen=True, slots=True)
class Step:
    """One published resolution. `tries` are the resolutions before it that waited for a ruling, with the rulings
    that each had; `fingerprints` stand for the answers in the address of the draws.
    """

    before: Any
    call: Call
    answers: Answers
    rulings: Mapping[str, Data]
    tries: tuple[tuple[Mapping[str, Data], Resolution], ...]
    resolution: Resolution
    drawn: tuple[Draw, ...]
    fingerprints: tuple[str, ...]
    after: Any


@dataclass(frozen=True, slots=True)
class Walk:
    """A war from its beginning; `ended`: nothing was asked any more."""

    subject: Subject
    seed: int
    setup: Mapping[str, Any]
    options: Mapping[str, Value]
    first: Any
    steps: tuple[Step, ...]
    ended: bool

    @property
    def system(self) -> System:
        return self.subject.system

    @property
    def states(self) -> list[Any]:
        return [self.first, *(step.after for step in self.steps)]


@dataclass
class Recorder:
    """A chance that remembers what was drawn from it."""

    chance: Chance
    drawn: list[Draw] = field(default_factory=list)

    def draw(self, what: str, sides: int) -> Draw:
        self.drawn.append(self.chance.draw(what, sides))
        return self.drawn[-1]


def picker(seed: int | str) -> Pick:
    """A source of picks that is the same for the same seed."""
    return random.Random(seed).randrange


def chance_of(walk_seed: int, call: Call, fingerprints: tuple[str, ...]) -> Recorder:
    return Recorder(Seeded(f"walk {walk_seed}".encode()).open(call.address, fingerprints))


def ruling_for(point: Point, pick: Pick) -> Data:
    return point.choices[pick(len(point.choices))] if point.choices else pick(7)


@cache
def walks(subject: Subject) -> tuple[Walk, ...]:
    return tuple(walk(subject, seed) for seed in range(subject.walks))


def walk(subject: Subject, seed: int) -> Walk:
    """A war of the random table: legal orders, silence and standing answers, calls closed in any order."""
    system, dice = subject.system, random.Random(seed)
    setup, options = subject.begin(dice.randrange)
    problems = system.examine(setup, options)
    assert not problems, f"{subject} begins from what does not pass: {problems}"
    state = first = system.begin(setup, options)
    steps: list[Step] = []
    filed: dict[tuple[str, str], Data] = {}
    while (calls := system.calls(state)) and len(steps) < subject.longest:
        _file_standing(subject, state, filed, dice)
        call = dice.choice(calls)
        answers = _answers(subject, state, call, filed, dice)
        steps.append(_step(system, state, call, answers, seed, len(steps), dice))
        state = steps[-1].after
    return Walk(subject, seed, setup, options, first, tuple(steps), not system.calls(state))


def _file_standing(subject: Subject, state: Any, filed: dict[tuple[str, str], Data], dice: random.Random) -> None:
    for call in subject.system.standing(state):
        for ask in call.asks:
            if dice.random() < STANDING / 4:
                filed[call.address, ask.whom] = subject.order(subject.system, state, call, ask, dice.randrange)


def _answers(
    subject: Subject, state: Any, call: Call, filed: Mapping[tuple[str, str], Data], dice: random.Random
) -> Answers:
    system, orders = subject.system, {}
    if call.mode is Mode.FLOOR:
        if not call.asks or dice.random() > ARRIVES:
            return Answers()
        ask = dice.choice(call.asks)
        order = subject.order(system, state, call, ask, dice.randrange)
        return Answers() if order is None else Answers({ask.whom: order}, closing=False)
    for ask in call.asks:
        order = None
        if dice.random() > SILENT:
            order = subject.order(system, state, call, ask, dice.randrange)
        if order is None:
            view = system.view(state, seat_viewer(ask.seat))
            order, malformed = read(system.form(view, call, ask).record, filed.get((call.standing, ask.whom)))
            if malformed or any(problem.binding for problem in system.check(view, call, ask, order)):
                order = None
        if order is not None:
            orders[ask.whom] = order
    return Answers(orders)


def _step(
    system: System, state: Any, call: Call, answers: Answers, seed: int, number: int, dice: random.Random
) -> Step:
    fingerprints = (str(number),)
    rulings: dict[str, Data] = {}
    tries = []
    while True:
        chance = chance_of(seed, call, fingerprints)
        resolution = system.resolve(state, call, answers, dict(rulings), chance)
        open_points = resolution.open_points(rulings)
        overruled = [point for point in resolution.points if point.address not in rulings]
        if open_points:
            point = dice.choice(open_points)
        elif overruled and dice.random() < OVERRULED:
            point = dice.choice(overruled)
        else:
            break
        tries.append((dict(rulings), resolution))
        rulings[point.address] = ruling_for(point, dice.randrange)
    after = state
    for told in resolution.told:
        after = system.apply(after, told.fact)
    drawn = tuple(chance.drawn)
    return Step(state, call, answers, rulings, tuple(tries), resolution, drawn, fingerprints, after)
