"""From a blow to a hit: bonus, distance and everything that reduces it, in the order of C-23.17 (4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .. import cards, magecraft, phantasm
from ..cards import STRIKES, Card
from ..field import Mode, Row
from ..options import TwoPart
from ..people import PhantasmKind, PhantasmRange, Skill, SpellType
from ..tables import HALF, PLUS_TIMES, TRUE_NAME_BONUS, TRUE_NAME_HALF, TRUE_NAME_JUDGMENTS
from .compare import Blow, released
from .guarding import guard_everybody
from .moment import Moment, Play


def arrive(moment: Moment, blows: Sequence[Blow]) -> tuple[str, ...]:
    """Take the blows of a judgment through all steps. The true-name bonuses given, by key (C-23.11)."""
    for blow in blows:
        _effects_on_cards(moment, blow)
    named = tuple(_true_names(moment, blows))
    for blow in blows:
        _clash(blow)
        _distance(moment, blow)
    _defence_magecraft(moment, blows)
    _defence_phantasms(moment, blows)
    guard_everybody(moment, blows)
    for blow in blows:
        _defensive_skill(moment, blow)
        always_on(moment, blow)
    return named


# What is added


def _effects_on_cards(moment: Moment, blow: Blow) -> None:
    """C-23.19: reinforcement and curse on cards, where a normal or skill card deals damage."""
    if blow.health is None or blow.play.card not in STRIKES or not blow.health.total:
        return
    for effect in moment.effects_on(blow.attacker, Mode.CARDS):
        step = blow.health.add if effect.type is SpellType.REINFORCEMENT else blow.health.subtract
        step(effect.type, 1, "C-23.19", source=effect.caster, seen_by=moment.seats_of(blow.attacker))


def _true_names(moment: Moment, blows: Iterable[Blow]) -> Iterable[str]:
    """C-23.11, C-R4, C-9.7: once a judgment, on the first hit that still deals health damage."""
    two_part = moment.options.two_part is TwoPart.ON
    half = 1 + (moment.slot > HALF) if two_part else 1
    most = TRUE_NAME_HALF if two_part else TRUE_NAME_JUDGMENTS
    given: set[str] = set()
    for blow in blows:
        if blow.health is None or not blow.health.total or moment.people[blow.taker].is_master:
            continue
        side = moment.side(blow.attacker)
        key = f"{side.key}/{blow.taker}/{half}"
        known = f"{side.key}/{blow.taker}" in moment.battle.known
        if not known or key in given or moment.battle.named.get(key, 0) >= most:
            continue
        given.add(key)
        blow.health.add(
            "true_name", TRUE_NAME_BONUS, "C-23.11", source=blow.taker, seen_by=moment.seats_of(blow.attacker)
        )
    return sorted(given)


def _clash(blow: Blow) -> None:
    """C-12.4, C-12.5: the grade difference, to health."""
    if blow.health is not None and blow.clash:
        blow.health.add("clash", blow.clash, "C-12.4", seen_by=())


def _distance(moment: Moment, blow: Blow) -> None:
    """C-10.10, C-Q39: ranged cards lose with distance."""
    if blow.health is None or not cards.is_ranged(moment.people[blow.attacker], blow.play.card):
        return
    steps = moment.distance(blow.attacker, blow.aimed) - 1
    lost = min(blow.health.total, steps * moment.options.ranged_loss_per_step)
    if lost:
        blow.health.subtract("distance", lost, "C-10.10")


# What is taken off


def _reduce(moment: Moment, blow: Blow, amount: int, name: str, clause: str, by: str) -> int:
    """Take up to `amount` off, health first, then mana; what was taken off in all."""
    if blow.unguardable or blow.ignored:
        return 0
    left = amount
    for total in (blow.health, blow.mana):
        off = 0 if total is None else min(total.total, left)
        if total is not None and off:
            total.subtract(name, off, clause, source=by, seen_by=moment.seats_of(by))
            left -= off
    return amount - left


def _guard_order(moment: Moment, blows: Iterable[Blow]) -> list[Blow]:
    """C-13.11 for the attacks on one person: the enemy front, then the back; the largest first; seat order."""
    return sorted(blows, key=lambda blow: (moment.row(blow.attacker) is Row.BACK, -blow.size))


def _defence_magecraft(moment: Moment, blows: Sequence[Blow]) -> None:
    """C-16.10, C-16.11, C-21.8, C-Q60: one pool for one person in this judgment."""
    for play in _firing(moment, SpellType.DEFENCE):
        assert play.spell is not None
        pool = magecraft.points(moment.cells(play.who, play.spell), play.spell.chants)
        protected = play.spell.target
        for blow in _guard_order(moment, (each for each in blows if each.taker == protected and not each.protected)):
            pool -= _reduce(moment, blow, pool, "defence_magecraft", "C-16.11", play.who)


def _firing(moment: Moment, type_: SpellType) -> Iterable[Play]:
    for key in moment.order:
        for play in moment.plays[key]:
            if play.spell is not None and play.spell.type is type_:
                yield play


def _defence_phantasms(moment: Moment, blows: Sequence[Blow]) -> None:
    """C-23.5, C-R1, C-R17: a defensive phantasm that is laid, before anybody's guard."""
    for key in moment.order:
        for play in moment.plays[key]:
            if play.card is not Card.NOBLE_PHANTASM or moment.phantasm(key).kind is not PhantasmKind.DEFENCE:
                continue
            held = moment.phantasm(key)
            figure = phantasm.figure(held, moment.options)
            figure = figure if released(moment, key) else figure // 2
            figure = figure * PLUS_TIMES if play.plus else figure
            whole_side = held.range is not PhantasmRange.ANTI_UNIT
            for blow in blows:
                sheltered = moment.side(blow.taker) is moment.side(key) if whole_side else blow.taker == key
                if sheltered and not blow.protected:
                    _reduce(moment, blow, figure, "defence_phantasm", "C-R1", key)


def _defensive_skill(moment: Moment, blow: Blow) -> None:
    """C-23.4, C-13.12, C-R9: off the health damage, unless its owner waits."""
    servant = moment.people[blow.taker].servant
    if servant is None or blow.health is None or blow.unguardable or blow.protected or blow.ignored:
        return
    grade = servant.skill(Skill.DEFENSIVE_SKILL)
    if not grade or not blow.health.total:
        return
    mine = moment.seats_of(blow.taker)
    if moment.waits_against(blow.taker, blow.attacker):
        blow.health.skip("defensive_skill", "waiting", "C-13.12", grade, source=blow.taker, seen_by=mine)
        return
    off = min(blow.health.total, grade)
    blow.health.subtract("defensive_skill", off, "C-23.4", source=blow.taker, seen_by=mine)


def always_on(moment: Moment, blow: Blow) -> None:
    """C-23.5, C-13.13: an always-on phantasm, while waiting too."""
    servant = moment.people[blow.taker].servant
    held = None if servant is None else servant.noble_phantasm
    if held is not None and held.kind is PhantasmKind.ALWAYS_ON and not blow.protected:
        _reduce(moment, blow, held.grade.number, "always_on", "C-13.13", blow.taker)
