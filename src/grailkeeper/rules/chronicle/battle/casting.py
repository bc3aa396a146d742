"""Prices paid at the first card, chants that are cancelled, support magecraft (C-12.8, C-16, C-Q55, C-Q61)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from ....core.working import Step, Sum, Working
from .. import magecraft, phantasm
from ..cards import STRIKES, Card
from ..facts import (
    CardsVoided,
    EffectsLeft,
    Healed,
    NameRevealed,
    Paid,
    SpellCancelled,
    SpellInterfered,
    SpellWorked,
    Unpaid,
)
from ..field import Effect, Fighter, Mode, Spell
from ..options import CancelSum
from ..people import Person, SpellType
from ..state import State, teams_in, told_to
from ..tables import CONVICTION_TIMES, PHANTASM_SLOTS, SERVANT_CANCEL
from .compare import Blow, resistance
from .moment import Moment, Play

SUPPORT = (SpellType.HEALING, SpellType.REINFORCEMENT, SpellType.CURSE)
"""C-16.8."""


# Prices


def pay(teller: Teller[State], number: int, slot: int) -> None:
    """C-Q91, C-23.5, C-23.19: who begins a phantasm or a spell in this slot pays for it, or has waits instead."""
    state = teller.state
    battle = state.battle(number)
    for key in battle.order:
        fighter = battle.fighters[key]
        if not fighter.able or slot in fighter.void:
            continue
        spell = next((each for each in fighter.laid.spells if each.first == slot), None)
        if spell is not None:
            price = magecraft.cost(spell.grade, spell.chants, state.options)
            _pay(teller, number, slot, key, Card.MAGECRAFT, price, spell.slots)
        elif phantasm_begins(fighter, slot):
            servant = state.people[key].the_servant
            assert servant.noble_phantasm is not None, "only who has one lays it"
            price = phantasm.price(servant, servant.noble_phantasm)
            slots = range(slot, slot + PHANTASM_SLOTS)
            if _pay(teller, number, slot, key, Card.NOBLE_PHANTASM, price, slots) and fighter.laid.release:
                _reveal(teller, number, slot, key)


def phantasm_begins(fighter: Fighter, slot: int) -> bool:
    return fighter.laid.phantasm[:1] == (slot,)


def _pay(
    teller: Teller[State], number: int, slot: int, key: str, card: Card, price: Working, slots: Iterable[int]
) -> bool:
    state = teller.state
    person = state.people[key]
    own = told_to(state, person.team)
    if payable(person, price.value):
        teller.tell(Paid(number, slot, key, card, price, person.health.now), own)
        return True
    teller.tell(Unpaid(number, slot, key, card, price, tuple(slots)), own)
    return False


def payable(person: Person, price: int) -> bool:
    """C-Q1, C-18.7, C-Q66: a master keeps 1, a servant goes down to minus its maximum; a price of 0 is always paid."""
    least = 1 if person.is_master else -person.mana.maximum
    return price == 0 or person.mana.now - price >= least


def _reveal(teller: Teller[State], number: int, slot: int, key: str) -> None:
    """C-23.10."""
    state = teller.state
    servant = state.people[key]
    teams = teams_in(state, state.battle(number))
    others = tuple(team for team in teams if team != servant.team)
    teller.tell(NameRevealed(number, slot, key, others, servant.the_servant.true_name), told_to(state, *teams))


# Chants


def chant_damage(moment: Moment, taker: str, blows: Iterable[Blow]) -> int:
    """C-Q55: what a judgment counts against the spell that its taker is casting; of a phantasm the health alone."""
    amounts = [_counted(blow) for blow in blows if blow.taker == taker and not blow.ignored]
    if moment.options.cancel_sum is CancelSum.SINGLE_HIT:
        return max(amounts, default=0)
    return sum(amounts)


def _counted(blow: Blow) -> int:
    if blow.play.card is Card.NOBLE_PHANTASM:
        return blow.health_left
    return blow.health_left + blow.mana_left


def check_chants(teller: Teller[State], moment: Moment, hurt: Mapping[str, int]) -> None:
    """C-16.3, C-16.4, C-16.9: chants, and support magecraft that fires, break off under enough damage.

    `hurt`: what this judgment alone counts against each spell.
    """
    single = moment.options.cancel_sum is CancelSum.SINGLE_HIT
    for key in moment.order:
        fighter = teller.state.battle(moment.battle.number).fighters[key]
        spell = being_cast(fighter, moment.slot)
        if spell is None or not fighter.able or key in moment.groups or not spell.chants:
            continue
        counts = moment.slot < spell.fires or spell.type in SUPPORT
        damage = hurt[key] if single else fighter.chant_damage
        if counts and _breaks(moment.people[key], fighter, damage):
            cancel(teller, moment, key, spell)


def being_cast(fighter: Fighter, slot: int) -> Spell | None:
    """The spell that somebody is casting in a slot, if it has not become a wait."""
    return None if slot in fighter.void else fighter.laid.spell_in(slot)


def _breaks(person: Person, fighter: Fighter, damage: int) -> bool:
    """C-Q55: at conviction×2, or a tenth of a servant's health; never without damage."""
    if damage <= 0:
        return False
    if person.master is not None:
        return damage >= CONVICTION_TIMES * person.master.conviction.now
    return SERVANT_CANCEL * damage >= fighter.chant_health


def cancel(teller: Teller[State], moment: Moment, key: str, spell: Spell) -> None:
    number = moment.battle.number
    void = tuple(slot for slot in spell.slots if slot >= moment.slot)
    teller.tell(SpellCancelled(number, moment.slot, key), moment.everybody)
    teller.tell(CardsVoided(number, moment.slot, key, void), moment.own(key))


# Support magecraft


def work_support(teller: Teller[State], moment: Moment) -> None:
    """C-16.9, C-16.12, C-Q61: what was chanted to the end takes effect, unless another caster's interferes."""
    firing = [play for play in _support(moment) if _still_stands(teller, moment, play)]
    for play in firing:
        target = play.targets[0]
        rivals = [other for other in firing if other.who != play.who and other.targets[0] == target]
        mine = _spell_grade(moment, play)
        beaten = any(_spell_grade(moment, other) >= mine for other in rivals)
        held = any(effect.target == target and effect.caster != play.who for effect in moment.battle.effects)
        if beaten or held:
            teller.tell(SpellInterfered(moment.battle.number, moment.slot, play.who, target), moment.everybody)
        else:
            _work(teller, moment, play, target)


def _support(moment: Moment) -> Iterable[Play]:
    return (play for key in moment.order for play in moment.plays[key] if play.spell and play.spell.type in SUPPORT)


def _still_stands(teller: Teller[State], moment: Moment, play: Play) -> bool:
    fighters = teller.state.battle(moment.battle.number).fighters
    return moment.slot not in fighters[play.who].void and fighters[play.targets[0]].on_field


def _spell_grade(moment: Moment, play: Play) -> int:
    assert play.spell is not None
    return moment.cells(play.who, play.spell).grade


def _work(teller: Teller[State], moment: Moment, play: Play, target: str) -> None:
    assert play.spell is not None
    number, spell = moment.battle.number, play.spell
    power = _power(moment, play, target)
    effect = None
    if spell.type is not SpellType.HEALING and power.value:
        effect = Effect(target, play.who, spell.type, spell.mode, power.value)
    teller.tell(SpellWorked(number, moment.slot, play.who, target, spell.type, power, effect), moment.everybody)
    if spell.type is SpellType.HEALING:
        _heal(teller, moment, target, power.value * magecraft.unit(spell.chants))


def _power(moment: Moment, play: Play, target: str) -> Working:
    """The power that works; magic resistance acts on a curse (C-Q73)."""
    assert play.spell is not None
    spell = moment.cells(play.who, play.spell)
    mine, theirs = moment.seats_of(play.who), moment.seats_of(target)
    total = Sum("power", "C-21.1")
    total.include(Step.BASE, moment.power(play.who, play.spell), source=play.who, seen_by=mine)
    left = spell.resisted(resistance(moment, target)) if play.spell.type is SpellType.CURSE else spell
    if left.power != spell.power:
        total.subtract("magic_resistance", spell.power - left.power, "C-21.9", source=target, seen_by=theirs)
    return total.done(open_to=() if play.spell.type is SpellType.CURSE else mine)


def _heal(teller: Teller[State], moment: Moment, target: str, points: int) -> None:
    """C-23.19: up to the maximum."""
    person = teller.state.people[target]
    total = Sum("healing", "C-23.19").base("points", points, "C-23.19")
    total.cap("missing", person.health.room, "C-23.19")
    teller.tell(Healed(moment.battle.number, moment.slot, target, total.done()), moment.own(target))


def wear_effects(teller: Teller[State], moment: Moment) -> None:
    """C-R2, C-Q59: a judgment with a normal or skill card uses up one of a cards effect, a spell that fires uses up a
    magecraft effect. What began in this judgment is not touched."""
    before = moment.battle.effects
    effects = teller.state.battle(moment.battle.number).effects
    left = [_worn(moment, effect) if effect in before else effect for effect in effects]
    kept = tuple(effect for effect in left if effect is not None)
    if kept != effects:
        teller.tell(EffectsLeft(moment.battle.number, kept), KEEPER_ONLY)


def _worn(moment: Moment, effect: Effect) -> Effect | None:
    plays = moment.plays[effect.target]
    if effect.mode is Mode.MAGECRAFT:
        return None if any(play.spell is not None for play in plays) else effect
    if not any(play.card in STRIKES for play in plays):
        return effect
    less = Effect(effect.target, effect.caster, effect.type, effect.mode, effect.left - 1)
    return less if less.left else None
