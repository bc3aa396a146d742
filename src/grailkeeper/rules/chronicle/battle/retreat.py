"""Withdrawing from a battle (C-19, C-18.15): when it begins, what fate ignores, whether it succeeds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from ....core.chance import FixedChance
from ....core.problem import Problem, failed
from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from ....core.working import Sum, Working
from .. import apply as change
from ..facts import (
    CardsVoided,
    FateIgnores,
    FateSpent,
    Hit,
    JudgmentMade,
    OrderFailed,
    RetreatBegan,
    RetreatEnded,
    RetreatReckoned,
)
from ..field import Battle, Declaration, Fighter, Presence, Retreat
from ..people import Person
from ..state import State, teams_in, told_to
from ..tables import (
    CARRY_RETREAT,
    FALLEN_FATE_COST,
    FALLEN_FATE_IGNORES,
    FATE_COST,
    FATE_IGNORES,
    MASTER_RETREAT,
    RETREAT_LAST_START,
    RETREAT_SLOTS,
    SERVANT_RETREAT,
)
from .moment import last_slot

ALL = "*"
"""Every card is ignored: how a retreat is looked ahead."""


@dataclass(frozen=True, slots=True)
class FatePaid:
    """C-19.5 to C-19.7: points of fate, and the cards that are ignored for them."""

    points: int = 0
    ignores: int = 0


def fate_of(fallen: bool, carrying_fallen: bool, points: int) -> FatePaid:
    """What a master's fate does: nothing where it cannot be paid. Reductions do not add up (C-19.7)."""
    cost = FALLEN_FATE_COST if fallen else FATE_COST
    if points < cost:
        return FatePaid()
    return FatePaid(cost, FALLEN_FATE_IGNORES if fallen or carrying_fallen else FATE_IGNORES)


def limit(is_master: bool, taking: bool, max_health: int) -> Working:
    """C-19.2 to C-19.4, C-Q103: the damage at which a retreat fails."""
    if is_master:
        return Sum("retreat_limit", "C-19.2").base("master", MASTER_RETREAT, "C-19.2").done()
    clause, divisor = ("C-19.4", CARRY_RETREAT) if taking else ("C-19.3", SERVANT_RETREAT)
    return Sum("retreat_limit", clause).base("max_health", max_health, clause).divide("share", divisor, clause).done()


def key_of(slot: int, attacker: str, aimed: str) -> str:
    """The name under which fate ignores a card."""
    return f"{slot}/{attacker}/{aimed}"


# Beginning


Play: TypeAlias = Callable[[Teller[State], int, int], None]
"""Plays one judgment of a battle: what a retreat needs to look ahead."""


def begin_retreats(teller: Teller[State], number: int, slot: int, play: Play) -> None:
    """C-Q69, C-R13: whose condition holds as this slot begins starts to withdraw; after slot 8 nobody does."""
    if slot > RETREAT_LAST_START:
        return
    leaders = tuple(_starters(teller.state, number, slot))
    carriers = [_begin(teller, number, slot, key) for key in leaders]
    for carrier in carriers:
        _spend_fate(teller, number, slot, carrier, play)


def _starters(state: State, number: int, slot: int) -> Iterator[str]:
    battle = state.battle(number)
    taken: set[str] = set()
    for key in battle.order:
        fighter = battle.fighters[key]
        retreat = fighter.laid.retreat
        if retreat is None or not fighter.able or key in taken or _has_tried(battle, key):
            continue
        if _is_due(state, battle, key, retreat, slot):
            taken |= set(retreat.taking)
            yield key


def _is_due(state: State, battle: Battle, key: str, retreat: Retreat, slot: int) -> bool:
    if retreat.slot == slot:
        return True
    if retreat.when_health is not None and state.people[key].health.now <= retreat.when_health:
        return True
    other = battle.fighters.get(retreat.when_falls)
    return other is not None and other.presence in (Presence.FALLEN, Presence.VANISHED)


def _has_tried(battle: Battle, key: str) -> bool:
    """C-Q70: one try for each battle, as leader or as the one who carries."""
    attempts = (each.attempt for each in battle.fighters.values())
    led = any(attempt is not None and attempt.led_by == key for attempt in attempts)
    return led or battle.fighters[key].attempt is not None


def _begin(teller: Teller[State], number: int, slot: int, leader: str) -> str:
    """The retreat begins; who takes its damage: a master who takes a servant along is carried by it (C-Q70)."""
    state, battle = teller.state, teller.state.battle(number)
    retreat = battle.fighters[leader].laid.retreat
    assert retreat is not None, "only who has declared one begins"
    group = (leader, *(key for key in retreat.taking if battle.fighters[key].on_field and key != leader))
    carrier = leader
    if state.people[leader].is_master:
        free = (key for key in group if battle.fighters[key].able and not _has_tried(battle, key))
        carrier = next((key for key in free if not state.people[key].is_master), leader)
    taking = tuple(key for key in group if key != carrier)
    everybody = told_to(state, *teams_in(state, battle))
    teller.tell(RetreatBegan(number, slot, carrier, leader, taking), everybody)
    for member in group:
        void = tuple(_broken(battle.fighters[member].laid, slot))
        if void:
            own = told_to(state, state.people[member].team)
            teller.tell(CardsVoided(number, slot, member, void), own)
    return carrier


def _broken(laid: Declaration, start: int) -> Iterator[int]:
    """The slots from `start` on of spells and phantasms that the three waits break into."""
    waits = range(start, start + RETREAT_SLOTS)
    for slots in (*(spell.slots for spell in laid.spells), laid.phantasm):
        if any(slot in waits for slot in slots):
            yield from (slot for slot in slots if slot >= start)


def _spend_fate(teller: Teller[State], number: int, slot: int, key: str, play: Play) -> None:
    """C-19.5, C-19.6, C-R13: fate is spent as the retreat begins, or told as failed."""
    state = teller.state
    fighters = state.battle(number).fighters
    attempt = fighters[key].attempt
    retreat = None if attempt is None else fighters[attempt.led_by].laid.retreat
    if retreat is None or attempt is None or not retreat.fate:
        return
    payer = state.people[retreat.fate]
    carrying = any(fighters[other].presence is Presence.FALLEN for other in attempt.taking)
    paid = fate_of(fighters[retreat.fate].presence is Presence.FALLEN, carrying, payer.the_master.fate.now)
    own = told_to(state, state.people[key].team, payer.team)
    if not paid.points or not fighters[retreat.fate].on_field:
        teller.tell(OrderFailed(number, attempt.led_by, _short(payer)), own)
        return
    teller.tell(FateSpent(retreat.fate, paid.points), own)
    hits = _looked_ahead(teller.state, number, slot, key, play)
    largest = sorted(hits, key=lambda each: (-each[1].health_lost, -each[1].mana_lost))[: paid.ignores]
    ignored = tuple(key_of(at, hit.attacker, hit.aimed) for at, hit in largest)
    teller.tell(FateIgnores(number, key, ignored), KEEPER_ONLY)


def _short(payer: Person) -> Problem:
    return failed("fate_short", "C-19.5", "retreat.fate", master=payer.name, points=payer.the_master.fate.now)


def _looked_ahead(state: State, number: int, slot: int, key: str, play: Play) -> list[tuple[int, Hit]]:
    """The cards that will strike in the three judgments: they are played with everything on `key` ignored."""
    trial = Teller(state, change.apply, FixedChance(()))
    trial.tell(FateIgnores(number, key, (ALL,)), KEEPER_ONLY)
    attempt = trial.state.battle(number).fighters[key].attempt
    assert attempt is not None
    for at in range(slot, last_slot(attempt) + 1):
        play(trial, number, at)
    made = [each.fact for each in trial.done().told if isinstance(each.fact, JudgmentMade)]
    return [(fact.slot, hit) for fact in made for hit in fact.hits if hit.ignored and hit.taker == key and _hurts(hit)]


def _hurts(hit: Hit) -> bool:
    return hit.health_lost > 0 or hit.mana_lost > 0


# Ending


def end_retreats(teller: Teller[State], number: int, slot: int) -> None:
    """C-19.2 to C-19.4: after the third judgment the damage is held against the limit."""
    state = teller.state
    battle = state.battle(number)
    for key in battle.order:
        fighter = battle.fighters[key]
        attempt = fighter.attempt
        if attempt is None or attempt.over or last_slot(attempt) > slot:
            continue
        everybody = told_to(state, *teams_in(state, battle))
        person = state.people[key]
        most = limit(person.is_master, bool(attempt.taking), person.health.maximum)
        success = fighter.able and attempt.damage < most.value
        damage = Sum("retreat_damage", "C-19.1").base("hits", attempt.damage, "C-19.1").done()
        reckoned = RetreatReckoned(number, attempt.led_by, damage, most, len(attempt.ignored), success)
        teller.tell(reckoned, told_to(state, person.team))
        taking = tuple(other for other in attempt.taking if battle.fighters[other].on_field)
        teller.tell(RetreatEnded(number, slot, key, taking, success), everybody)


def ignores(fighter: Fighter, card: str) -> bool:
    """Whether fate ignores a card for one who withdraws."""
    return fighter.attempt is not None and (ALL in fighter.attempt.ignored or card in fighter.attempt.ignored)
