"""Command spells in a battle and how one leaves it (M-9.11 to M-9.13, M-11.6 to M-11.14, M-Q65, M-Q66)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ....core.teller import Teller
from ....core.working import Step, Sum
from .. import facts as f
from .. import numbers
from ..derived import figures
from ..options import RetreatHits
from ..people import Card
from ..state import Order, State, told_to
from .standing import turn_of

ANNOUNCED = (Order.ESCAPE, Order.RUSH, Order.INDOMITABLE)
"""M-11.8: what the others in the battle are told of."""


def give_orders(teller: Teller[State], orders: Mapping[str, Sequence[Order]]) -> tuple[str, ...]:
    """M-Q53: strokes are spent, then clashes, escapes, indomitable, full recovery. Returns who escapes."""
    for key, given in orders.items():
        for order in given:
            spend(teller, key, order)
    for key in _with(orders, Order.RUSH):
        _hold(teller, key, Order.RUSH)
    escaping = tuple(key for key in _with(orders, Order.ESCAPE) if not _clash(teller, key))
    for key in _with(orders, Order.INDOMITABLE):
        _hold(teller, key, Order.INDOMITABLE)
    for order in (Order.FULL_RECOVERY_HP, Order.FULL_RECOVERY_MP):
        for key in _with(orders, order):
            recover(teller, key, order)
    return escaping


def _with(orders: Mapping[str, Sequence[Order]], order: Order) -> tuple[str, ...]:
    return tuple(key for key, given in orders.items() if order in given)


def spend(teller: Teller[State], key: str, order: Order, target: str = "") -> None:
    """M-11.6, M-11.8."""
    state = teller.state
    hearers = state.the_battle.here if state.battle is not None and order in ANNOUNCED else (key,)
    teller.tell(f.StrokeSpent(key, order, target), told_to(state, key, *hearers))


def _hold(teller: Teller[State], key: str, order: Order) -> None:
    battle = teller.state.the_battle
    teller.tell(f.OrderHeld(battle.number, key, order), told_to(teller.state, *battle.here))


def _clash(teller: Teller[State], key: str) -> bool:
    """M-11.12, M-Q66: an escape that meets a rush has no effect, and neither has the rush on this foe any more."""
    battle = teller.state.the_battle
    rushers = [foe for foe in battle.foes(key) if rush_binds(teller.state, foe, key)]
    for foe in rushers:
        teller.tell(f.OrdersClashed(battle.number, foe, key), told_to(teller.state, *battle.here))
    return bool(rushers)


def rush_binds(state: State, rusher: str, key: str) -> bool:
    fighter = state.the_battle.fighters[rusher]
    return fighter.rush and key not in fighter.rush_lost_on


def recover(teller: Teller[State], key: str, order: Order) -> None:
    """M-11.14, M-Q87."""
    state = teller.state
    numbers_ = figures(state.teams[key], state.world, state.options)
    to = numbers_.max_hp if order is Order.FULL_RECOVERY_HP else numbers_.max_mp
    teller.tell(f.Recovered(key, order, to), told_to(state, key))


def strike_retreaters(teller: Teller[State], retreating: Iterable[str], staying: Iterable[str]) -> None:
    """M-9.11, M-9.12, M-Q44, M-Q65: everybody who stays strikes each foe that goes, and nothing takes it off."""
    state = teller.state
    battle = state.the_battle
    turn = turn_of(state, {})
    for key in retreating:
        for foe in (each for each in staying if battle.meeting.hostile(key, each)):
            striker, victim = turn.standings[foe], turn.standings[key]
            seats = striker.seats
            normal = striker.figures.normal
            if striker.fighter.frenzy:
                normal = numbers.frenzied(normal)
            hits = numbers.retreat_hits(victim.figures.agility, striker.figures.agility)
            if state.options.retreat_hits is RetreatHits.NEXT_CARDS:
                attack_cards = (Card.BUSTER, Card.QUICK, Card.ARTS)
                hits = min(hits, sum(striker.fighter.hand.get(card.value, 0) for card in attack_cards))
            damage = Sum("retreat_damage", "M-9.11").include(Step.BASE, normal, "M-9.11", seen_by=seats)
            bonus = numbers.information_bonus(striker.levels[key])
            damage.add("information", bonus, "M-10.4", seen_by=seats)
            damage.times("judgments", hits, "M-9.12" if hits < 3 else "M-9.11")
            fact = f.RetreatHit(battle.number, foe, key, damage.done(open_to=seats))
            teller.tell(fact, told_to(state, *battle.here))


def leave(teller: Teller[State], key: str, how: f.Leaving) -> None:
    battle = teller.state.the_battle
    teller.tell(f.Left(battle.number, key, how), told_to(teller.state, *battle.here))
