"""Command spells outside of a battle order (B-10.2, B-10.4, B-14.22): what is wrong with them, and what they do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.problem import Problem, failed, illegal, suspicious
from ...core.record import replace
from ...core.teller import Teller
from . import facts as f
from .battle.check import split_problems
from .derived import healed
from .people import NoblePhantasm, Servant, Team
from .state import State, told_to

Stroke = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Hand:
    """What a team has left while its strokes are spent one after another."""

    strokes: tuple[int, ...]
    servant: Servant | None


def hand_of(team: Team) -> Hand:
    return Hand(() if team.master is None else team.master.strokes, team.existing_servant)


def strokes_problems(team: Team, scene: int, strokes: Sequence[Stroke], path: str = "strokes") -> Iterator[Problem]:
    """What is wrong with strokes spent in this order; each is checked after those before it."""
    if not strokes:
        return
    yield from able_problems(team, scene, path)
    hand = hand_of(team)
    for place, stroke in enumerate(strokes, 1):
        culprit = f"{path}.{place}"
        problems = list(stroke_problems(hand, stroke, culprit))
        yield from problems
        if not any(problem.binding for problem in problems):
            hand = spent(hand, stroke)


def able_problems(team: Team, scene: int, culprit: str) -> Iterator[Problem]:
    """B-14.10, B-R3: only a living master that is not exhausted spends strokes; distance is no matter."""
    if team.living_master is None:
        yield illegal("master_absent", "B-14.11", culprit)
    elif team.able_master(scene) is None:
        yield illegal("master_exhausted", "B-14.10", culprit)


def stroke_problems(hand: Hand, stroke: Stroke, culprit: str) -> Iterator[Problem]:
    """B-10.1, B-10.2, B-10.4: one stroke, for healing or for restoring."""
    card, servant = stroke["card"], hand.servant
    if card not in hand.strokes:
        yield illegal("stroke_not_held", "B-10.1", culprit, card=card, accepted=", ".join(map(str, hand.strokes)))
    if servant is None:
        yield illegal("no_servant", "B-10.2", culprit)
    elif stroke.get("restore", False):
        yield from _restore_problems(servant, stroke, culprit)
    else:
        split = list(split_problems(stroke, culprit))
        yield from split or _wasted(servant, stroke, culprit)


def restored(servant: Servant, stroke: Stroke) -> NoblePhantasm | None:
    """B-10.4: the phantasm that is meant; without a name the first of which a use is spent, else the first."""
    name = stroke["restore"]
    if name is not True:
        return next((each for each in servant.noble_phantasms if each.name == name), None)
    spent_ones = (each for each in servant.noble_phantasms if each.uses_left < each.uses_max)
    return next(spent_ones, next(iter(servant.noble_phantasms), None))


def _restore_problems(servant: Servant, stroke: Stroke, culprit: str) -> Iterator[Problem]:
    phantasm = restored(servant, stroke)
    if phantasm is None:
        names = ", ".join(each.name for each in servant.noble_phantasms)
        yield illegal("unknown_noble_phantasm", "B-6.4", culprit, accepted=names)
    elif phantasm.uses_left >= phantasm.uses_max:
        yield illegal("use_not_spent", "B-10.4", culprit, noble_phantasm=phantasm.name, uses=phantasm.uses_left)


def _wasted(servant: Servant, stroke: Stroke, culprit: str) -> Iterator[Problem]:
    """B-Q33: what exceeds a maximum is lost; that may be meant."""
    room = {"health": servant.health.maximum - servant.health.now, "mana": servant.mana.maximum - servant.mana.now}
    lost = sum(max(0, stroke.get(name, 0) - max(0, space)) for name, space in room.items())
    if lost:
        yield suspicious("heal_wasted", "B-10.2", culprit, lost=lost)


def spent(hand: Hand, stroke: Stroke) -> Hand:
    """The hand after a stroke in which nothing is wrong."""
    servant = hand.servant
    assert servant is not None
    left = list(hand.strokes)
    left.remove(stroke["card"])
    if stroke.get("restore", False):
        phantasm = restored(servant, stroke)
        uses = tuple(
            replace(each, uses_left=each.uses_left + 1) if each is phantasm else each
            for each in servant.noble_phantasms
        )
        return Hand(tuple(left), replace(servant, noble_phantasms=uses))
    health = healed("health", servant.health, stroke.get("health", 0)).value
    mana = healed("mana", servant.mana, stroke.get("mana", 0)).value
    healthier = replace(servant, health=replace(servant.health, now=health), mana=replace(servant.mana, now=mana))
    return Hand(tuple(left), healthier)


def spend(teller: Teller[State], call: str, team: str, stroke: Stroke, culprit: str) -> None:
    """One stroke, told to its own team alone; one that can no longer be done is told as failed."""
    there, own = teller.state.team(team), told_to(teller.state, team)
    problems = [*able_problems(there, teller.state.scene, culprit), *stroke_problems(hand_of(there), stroke, culprit)]
    wrong = next((problem for problem in problems if problem.binding), None)
    if wrong is not None:
        tell_failed(teller, call, team, wrong)
        return
    servant = there.servant
    assert servant is not None
    if stroke.get("restore", False):
        phantasm = restored(servant, stroke)
        assert phantasm is not None
        teller.tell(f.UseRestored(team, stroke["card"], phantasm.name), own)
        return
    health = healed("health", servant.health, stroke.get("health", 0))
    mana = healed("mana", servant.mana, stroke.get("mana", 0))
    teller.tell(f.ServantHealed(team, stroke["card"], health, mana), own)


def tell_failed(teller: Teller[State], call: str, team: str, problem: Problem) -> None:
    """A part of an order that could not be done: known to its team alone."""
    values = {**problem.values, "team": team}
    found = failed(problem.code, problem.clause, problem.culprit, **values)
    teller.tell(f.OrderFailed(call, team, found), told_to(teller.state, team))
