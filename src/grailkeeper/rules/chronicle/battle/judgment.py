"""One judgment, in the order of C-23.17."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from ..cards import Card
from ..facts import JudgmentMade, Meeting, NameBonusGiven, Played, SteppedUp
from ..field import Presence, Row
from ..options import RetreatCards
from ..state import State, teams_in, told_to
from ..tables import RETREAT_SLOTS, SLOTS
from .casting import chant_damage, check_chants, pay, wear_effects, work_support
from .compare import Blow, blow
from .defence import arrive
from .fall import check_falls
from .hurting import Losses, hit_of, suffer
from .moment import Moment, Play, is_attack
from .retreat import begin_retreats, end_retreats, ignores, key_of


def play_judgment(teller: Teller[State], number: int, slot: int) -> None:
    """Judgment `slot` of a battle, from the retreats that begin in it to those that end with it."""
    step_up(teller, number, slot)
    begin_retreats(teller, number, slot, play_judgment)
    pay(teller, number, slot)
    moment = Moment(teller.state, number, slot)
    blows = list(_blows(moment))
    named = arrive(moment, blows)
    _tell_judgment(teller, moment, blows, named)
    _suffer(teller, moment, blows)
    check_chants(teller, moment, {key: chant_damage(moment, key, blows) for key in moment.order})
    work_support(teller, moment)
    wear_effects(teller, moment)
    check_falls(teller, moment, blows)
    end_retreats(teller, number, slot)


def step_up(teller: Teller[State], number: int, slot: int) -> None:
    """C-Q40: where the front row is emptied, the back row steps up."""
    battle = teller.state.battle(number)
    for side in battle.setting.sides:
        there = [key for key in side.people if battle.fighters[key].on_field]
        if there and all(battle.fighters[key].row is Row.BACK for key in there):
            everybody = told_to(teller.state, *teams_in(teller.state, battle))
            teller.tell(SteppedUp(number, slot, tuple(there)), everybody)


# C-23.17 (3): everything is compared


def _blows(moment: Moment) -> Iterator[Blow]:
    """Every attack of this judgment, in seat order, against whatever faces it."""
    for key in moment.order:
        for play in moment.plays[key]:
            if is_attack(moment, play):
                yield from (_aimed(moment, play, target) for target in play.targets)
    if moment.options.retreat_cards is not RetreatCards.NEXT_THREE:
        yield from _other_cards(moment)


def _aimed(moment: Moment, play: Play, target: str) -> Blow:
    carrier = moment.groups.get(target)
    protector = None if carrier is not None else _protector(moment, target)
    made = blow(moment, play, target, moment.answer(target, play.who))
    made.taker = carrier or protector or target
    made.protected = protector is not None
    if carrier is not None:
        made.ignored = _spared(moment, carrier, key_of(moment.slot, play.who, target))
    return made


def _spared(moment: Moment, carrier: str, card: str) -> bool:
    """C-19.5: ignored by fate, or not among the three cards (C-Q69)."""
    if moment.options.retreat_cards is not RetreatCards.NEXT_THREE:
        return True
    return ignores(moment.fighters[carrier], card)


def _protector(moment: Moment, target: str) -> str | None:
    """C-18.14: the first who protects one that has fallen."""
    if moment.fighters[target].presence is not Presence.FALLEN:
        return None
    return next(
        (
            key
            for key in moment.side(target).people
            if moment.fighters[key].able and key not in moment.groups and target in moment.fighters[key].laid.protects
        ),
        None,
    )


# C-Q69: the other ways to choose the three cards


def _other_cards(moment: Moment) -> Iterator[Blow]:
    """`first_three`, `opponent_chooses`: in the n-th judgment of a retreat the n-th of those cards strikes."""
    for carrier in dict.fromkeys(moment.groups.values()):
        attempt = moment.attempt(carrier)
        assert attempt is not None
        for enemy in moment.opponents(carrier):
            chosen = _chosen_slots(moment, carrier, enemy)
            source = chosen[moment.slot - attempt.start]
            for made in _from_slot(moment, carrier, enemy, source):
                made.ignored = ignores(moment.fighters[carrier], key_of(moment.slot, enemy, made.aimed))
                yield made


def _chosen_slots(moment: Moment, carrier: str, enemy: str) -> Sequence[int]:
    if moment.options.retreat_cards is RetreatCards.FIRST_THREE:
        return range(1, RETREAT_SLOTS + 1)
    named = moment.fighters[enemy].laid.against_retreat
    if len(named) == RETREAT_SLOTS:
        return named
    worth = {slot: _worth(moment, carrier, enemy, slot) for slot in range(1, SLOTS + 1)}
    return sorted(sorted(worth, key=worth.__getitem__, reverse=True)[:RETREAT_SLOTS])


def _worth(moment: Moment, carrier: str, enemy: str, slot: int) -> tuple[int, int]:
    """What the cards of a slot would do: the health first, then the mana."""
    made = list(_from_slot(moment, carrier, enemy, slot))
    return sum(each.health_left for each in made), sum(each.mana_left for each in made)


def _from_slot(moment: Moment, carrier: str, enemy: str, slot: int) -> Iterator[Blow]:
    """The attacks of a slot that aim at those who withdraw, as against a wait."""
    for play in moment.plays_in(enemy, slot):
        aimed = next((target for target in play.targets if moment.groups.get(target) == carrier), None)
        if aimed is not None and is_attack(moment, play):
            made = blow(moment, play, aimed, None)
            made.taker = carrier
            yield made


# C-23.17 (5): everything arrives at once


def _tell_judgment(teller: Teller[State], moment: Moment, blows: Sequence[Blow], named: tuple[str, ...]) -> None:
    made = JudgmentMade(
        battle=moment.battle.number,
        slot=moment.slot,
        played=tuple(_played(moment)),
        meetings=tuple(Meeting(b.attacker, b.aimed, b.play.card, b.answer, b.verdict) for b in blows),
        hits=tuple(hit_of(each) for each in blows if each.health is not None or each.mana is not None),
        touched=tuple(_touched(blows)),
    )
    teller.tell(made, moment.everybody)
    if named:
        teller.tell(NameBonusGiven(moment.battle.number, named), KEEPER_ONLY)


def _played(moment: Moment) -> Iterator[Played]:
    """Every card as it stood: a chant shows as a chant, everything else that is not in play as a wait."""
    for key in moment.order:
        plays = moment.plays[key]
        yield from (Played(key, play.card, play.plus, play.targets) for play in plays)
        if not plays and moment.fighters[key].on_field:
            yield Played(key, Card.CHANT if _chants(moment, key) else Card.WAIT)


def _chants(moment: Moment, key: str) -> bool:
    fighter = moment.fighters[key]
    idle = not fighter.able or key in moment.groups or moment.slot in fighter.void
    return not idle and any(laid.card is Card.CHANT for laid in fighter.laid.slots[moment.slot - 1])


def _touched(blows: Iterable[Blow]) -> Iterator[tuple[str, str]]:
    pairs = (tuple(sorted((b.attacker, b.taker))) for b in blows if not b.ignored and (b.health_left or b.mana_left))
    return ((one, other) for one, other in dict.fromkeys(pairs))


def _suffer(teller: Teller[State], moment: Moment, blows: Sequence[Blow]) -> None:
    losses: dict[str, Losses] = {}
    for made in blows:
        if made.ignored or not (made.health_left or made.mana_left):
            continue
        lost = losses.setdefault(made.taker, Losses())
        lost.health += made.health_left
        lost.mana += made.mana_left
        lost.retreat += made.health_left if made.taker in moment.groups else 0
        lost.by = made.attacker
    chants: Mapping[str, int] = {key: chant_damage(moment, key, blows) for key in losses}
    for key in moment.order:
        if key in losses:
            suffer(teller, moment, key, losses[key], chants[key])
