"""Guard and cover (C-13): how much a guard takes off an attack, and which attacks it stops in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .. import cards
from ..cards import Card
from ..field import Cover, Row
from ..options import GuardAmount, Options
from ..tables import COVER_BACK, COVER_FRONT, GUARD_SELF, PLUS_TIMES
from .compare import Blow
from .moment import Moment, Play


@dataclass(frozen=True, slots=True)
class Guarded:
    """What a guard takes off an attack."""

    health: int = 0
    mana: int = 0


def guarded(
    endurance: int, plus: bool, card: Card | None, health: int, mana: int, unit: int, options: Options, luck: int = 0
) -> Guarded:
    """C-13.3 to C-13.7: what is taken off an attack of so much damage to health and mana.

    `card` is its card, None for a form of another kind that hurts both pools; `unit` points of a power unit of a
    spell; `luck` points of the health damage that nothing reduces (C-13.6).
    """
    amount = endurance * (PLUS_TIMES if plus else 1)
    everything = options.guard_amount is GuardAmount.ALL
    if card is Card.MAGECRAFT:
        return Guarded(mana=mana if everything else min(mana, amount * unit))
    open_to_guard = max(0, health - luck)
    taken = open_to_guard if everything else min(open_to_guard, amount)
    if card is Card.NOBLE_PHANTASM:
        return Guarded(taken)
    return Guarded(taken, mana if everything else min(mana, amount - taken))


@dataclass(frozen=True, slots=True)
class Threat:
    """An attack that a guard could stop: its step in C-13.11, its size, the capacity that it uses, its order."""

    step: int
    size: int
    needs: int
    order: int


def stopped(threats: Sequence[Threat], capacity: int) -> Iterator[Threat]:
    """C-13.11, C-Q51, C-R7: the attacks that a guard of that capacity stops, in order."""
    for threat in sorted(threats, key=lambda each: (each.step, -each.size, each.order)):
        if threat.size and threat.needs <= capacity:
            capacity -= threat.needs
            yield threat


def guard_everybody(moment: Moment, blows: Sequence[Blow]) -> None:
    """C-13: every guard in seat order stops what it may; nobody takes an attack twice (C-R7)."""
    taken: set[int] = set()
    for key in moment.order:
        guard = moment.guard_of(key)
        if guard is None:
            continue
        endurance = cards.grade(moment.people[key], Card.GUARD)
        threats = [
            threat
            for order, blow in enumerate(blows)
            if order not in taken and not blow.ignored
            for threat in _threat(moment, guard, blow, order)
        ]
        for threat in stopped(threats, endurance):
            taken.add(threat.order)
            _stop(moment, guard, endurance, blows[threat.order])
        _protect(moment, guard, endurance, blows)


def _threat(moment: Moment, guard: Play, blow: Blow, order: int) -> Iterator[Threat]:
    """C-13.11: where an attack stands in the order of this guard; nothing if it is none of its business."""
    key, taker = guard.who, blow.taker
    if blow.protected:
        return
    from_back = moment.row(blow.attacker) is Row.BACK
    if taker == key:
        if not blow.unguardable:
            yield Threat(1 + from_back, blow.size, GUARD_SELF, order)
        return
    if guard.laid.cover is Cover.SELF or moment.side(taker) is not moment.side(key) or taker in moment.groups:
        return
    front = moment.row(taker) is Row.FRONT
    needs = COVER_FRONT if front else COVER_BACK
    if moment.people[taker].is_master and moment.people[taker].team == moment.people[key].team:
        yield Threat(0, blow.size, needs, order)
    elif guard.laid.cover is Cover.ALLIES:
        yield Threat((3 if front else 5) + from_back, blow.size, needs, order)


def _protect(moment: Moment, guard: Play, endurance: int, blows: Sequence[Blow]) -> None:
    """C-18.14, C-Q84: attacks on the fallen that the protector takes are reduced by its guard, without capacity."""
    for blow in blows:
        if blow.protected and blow.taker == guard.who and not blow.ignored:
            _stop(moment, guard, endurance, blow)


def _stop(moment: Moment, guard: Play, endurance: int, blow: Blow) -> None:
    blow.taker = guard.who
    if blow.unguardable:
        return
    off = guarded(endurance, guard.plus, blow.play.card, blow.health_left, blow.mana_left, blow.unit, moment.options)
    about = {"source": guard.who, "seen_by": moment.seats_of(guard.who)}
    if blow.health is not None and off.health:
        blow.health.subtract("guard", off.health, "C-13.1", **about)
    if blow.mana is not None and off.mana:
        blow.mana.subtract("guard", off.mana, "C-13.4", **about)
