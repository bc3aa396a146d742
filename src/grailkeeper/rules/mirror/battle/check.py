"""What is wrong with an order in a battle, from what its team knows (M-9.5 and the clauses of its parts)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ....core.problem import Problem, illegal, suspicious
from .. import numbers, tables
from ..derived import Figures, figures
from ..options import Options, UseLimit
from ..orders import RETREAT, STOP, orders_of, plays_of, removals_of
from ..people import (
    ATTRIBUTES,
    HOSTILE,
    Card,
    EffectKind,
    Phantasm,
    Range,
    Reach,
    ServantClass,
    Skill,
    Use,
    World,
)
from ..state import Fighter, LuckMode, Order, Play, Stage, Support
from ..visibility import BattleSight, OwnTeam
from .standing import BOOSTS, EVASION, LUCK, SNIPE, support_grade


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a team stands in a battle, as it knows it itself."""

    own: OwnTeam
    battle: BattleSight
    options: Options
    figures: Figures
    fighter: Fighter

    @property
    def foes(self) -> tuple[str, ...]:
        return self.battle.foes(self.own.key)

    @property
    def mana(self) -> int:
        """What can be paid with: its own, and the store of a territory here (M-4.18)."""
        return self.own.being(self.battle.world).mp + self.store

    @property
    def store(self) -> int:
        territory = self.own.territory
        virtual = self.battle.world is World.VIRTUAL
        return territory.store if virtual and territory is not None and territory.region == self.battle.region else 0


def spot_of(own: OwnTeam, battle: BattleSight, options: Options) -> Spot:
    return Spot(own, battle, options, figures(own, battle.world, options), battle.own)


def battle_problems(spot: Spot, stage: Stage, order: Mapping[str, Any]) -> Iterator[Problem]:
    """Everything that is wrong or suspicious about an order that its form has read."""
    return CHECKS[stage](spot, order)


# Before a set


def _start(spot: Spot, order: Mapping[str, Any]) -> Iterator[Problem]:
    luck = order.get("luck")
    if luck and luck["mode"] == LuckMode.ADD and "on" not in luck and len(spot.foes) != 1:
        yield illegal("luck_mode", "M-3.12", "luck", accepted=", ".join(spot.foes))
    if order.get("frenzy"):
        if spot.own.sheet.servant_class is not ServantClass.BERSERKER:
            yield illegal("no_frenzy", "M-4.23", "frenzy")
        elif spot.battle.world is World.REAL and not spot.figures.skills:
            yield illegal("sealed_in_real_world", "M-12.8", "frenzy")
    yield from _strokes(spot, order)


def _strokes(spot: Spot, order: Mapping[str, Any]) -> Iterator[Problem]:
    """M-11.6."""
    wanted = len(orders_of(order))
    if wanted > spot.own.strokes:
        yield illegal("no_stroke_left", "M-11.6", "orders", given=wanted, most=spot.own.strokes)


# A turn


def _turn(spot: Spot, order: Mapping[str, Any]) -> Iterator[Problem]:
    plays = plays_of(spot.own, order)
    yield from _hand(spot, plays)
    yield from _once(spot, plays)
    for slot, play in enumerate(plays, 1):
        if play.phantasm:
            yield from _release(spot, play, slot)
        elif play.less:
            yield illegal("output_fixed", "M-6.8", f"slots.{slot}", given=play.less, most=0)
        for support in play.supports:
            yield from _support(spot, play, support, slot)
    yield from _mana(spot, plays, [0] * len(plays))


def _hand(spot: Spot, plays: tuple[Play, ...]) -> Iterator[Problem]:
    """M-8.2."""
    left = dict(spot.fighter.hand)
    for slot, play in enumerate(plays, 1):
        if play.card is not Card.EMPTY:
            left[play.card.value] -= 1
            if left[play.card.value] < 0:
                yield illegal("card_not_in_hand", "M-8.2", f"slots.{slot}", card=play.card.value)


def _once(spot: Spot, plays: tuple[Play, ...]) -> Iterator[Problem]:
    """M-3.13, M-4.7, M-5.19: what may be laid once only in a scene, a turn, a slot."""
    seen: list[tuple[int, str]] = []
    limit = spot.options.skill_use_limit
    skills = {skill.name for skill in spot.own.sheet.skills}
    before = _used_before(spot)
    for slot, play in enumerate(plays, 1):
        for support in play.supports:
            name, culprit = support.name, f"slots.{slot}"
            anywhere = any(other == name for _, other in seen)
            if name == LUCK and (anywhere or spot.own.luck_used):
                yield illegal("luck_used", "M-3.13", culprit)
            elif name == EVASION and anywhere:
                yield illegal("evasion_used", "M-4.7", culprit)
            elif name not in (LUCK, EVASION):
                again = anywhere and limit is not UseLimit.SLOT and name in skills
                if (slot, name) in seen or again or name in before:
                    yield illegal("support_twice", "M-5.19", culprit, skill=name)
            seen.append((slot, name))


def _used_before(spot: Spot) -> tuple[str, ...]:
    """M-Q22: what was used in an earlier turn and may not be used again."""
    return spot.fighter.used if spot.options.skill_use_limit is UseLimit.SET else ()


def _release(spot: Spot, play: Play, slot: int) -> Iterator[Problem]:
    """M-6.3, M-6.8, M-12.8."""
    phantasm, grade = _phantasm(spot, play.phantasm)
    culprit = f"slots.{slot}"
    if not spot.figures.phantasms:
        yield illegal("sealed_in_real_world", "M-12.8", culprit, phantasm=phantasm.name)
    if phantasm.use is Use.ATTACK and phantasm.reach is Reach.ANTI_UNIT and not play.target and len(spot.foes) > 1:
        yield illegal("bad_target", "M-6.3", culprit, accepted=", ".join(spot.foes))
    problem = numbers.output_problem(grade, phantasm.reach, play.less, culprit)
    if problem is not None:
        yield problem


def _phantasm(spot: Spot, name: str) -> tuple[Phantasm, int]:
    return next(
        (phantasm, grade)
        for phantasm, grade in zip(spot.own.sheet.phantasms, spot.figures.phantasm_grades, strict=True)
        if phantasm.name == name
    )


def _support(spot: Spot, play: Play, support: Support, slot: int) -> Iterator[Problem]:
    """M-8.3, M-9.3, M-12.6, M-R3, M-R15: one support on what it is laid with."""
    name, culprit = support.name, f"slots.{slot}"
    skill = spot.own.sheet.skill(name)
    if name != LUCK and not spot.figures.skills:
        yield _sealed(spot, culprit)
        return
    if spot.fighter.skills is not None and name not in spot.fighter.skills:
        yield illegal("skill_not_chosen", "M-9.3", culprit, skill=name, accepted=", ".join(spot.fighter.skills))
    if not _fits_card(spot, play, support):
        yield illegal("wrong_card", "M-8.3", culprit, skill=name)
    if name == LUCK and play.phantasm and _phantasm(spot, play.phantasm)[0].use is Use.DEFENCE:
        yield suspicious("luck_does_nothing", "M-R3", culprit)
    if skill is not None and skill.is_reaction:
        yield illegal("wrong_card", "M-R15", culprit, skill=name)
    elif skill is not None:
        yield from _targets(spot, skill, support, culprit)


def _sealed(spot: Spot, culprit: str) -> Problem:
    if spot.battle.world is World.REAL:
        return illegal("sealed_in_real_world", "M-12.8", culprit)
    return illegal("skills_sealed", "M-12.6", culprit)


def _fits_card(spot: Spot, play: Play, support: Support) -> bool:
    """M-R3, M-R15: on which card or phantasm a support may be laid."""
    phantasm = _phantasm(spot, play.phantasm)[0] if play.phantasm else None
    attribute = phantasm.attribute if phantasm is not None else play.card
    attacks = attribute in ATTRIBUTES
    if support.name == LUCK:
        return attacks or phantasm is not None or play.card is Card.GUARD
    if support.name == SNIPE:
        return attacks
    boost = next((card for skill, card in BOOSTS.items() if skill.value == support.name), None)
    if boost is not None:
        return attribute == boost
    skill = spot.own.sheet.skill(support.name)
    if skill is None:
        return True
    boosts = [effect.attribute for effect in skill.effects if effect.kind is EffectKind.JUDGMENT_BOOST]
    if boosts and attribute not in boosts:
        return False
    return attacks or not skill.has(EffectKind.BANE)


def _targets(spot: Spot, skill: Skill, support: Support, culprit: str) -> Iterator[Problem]:
    """M-5.4, M-5.15, M-R15: somebody for every part that goes to one person."""
    ones = {effect.kind for effect in skill.effects if effect.range is Range.ONE}
    hostile, taunts = ones & HOSTILE, skill.has(EffectKind.TAUNT_ALLY)
    target, foes, allies = support.target, spot.foes, spot.battle.allies(spot.own.key)
    removes = EffectKind.STATUS_REMOVAL in ones and not target
    if (hostile and not _is_meant(target, foes, bool(ones - HOSTILE) or taunts)) or (removes and len(foes) != 1):
        yield illegal("bad_target", "M-6.3", culprit, skill=skill.name, accepted=", ".join(foes))
    if taunts and not _is_meant(target, allies, bool(hostile)):
        yield illegal("bad_target", "M-6.3", culprit, skill=skill.name, accepted=", ".join(allies))


def _is_meant(target: str, among: tuple[str, ...], elsewhere: bool) -> bool:
    """Whether it is clear who of `among` is meant; `elsewhere`: the name may be for another part of the skill."""
    return target in among or (len(among) == 1 and (elsewhere or not target))


def _mana(spot: Spot, plays: tuple[Play, ...], more: list[int]) -> Iterator[Problem]:
    """M-9.5, M-Q40: the whole cost, in slot order; `more`: what reactions add to each slot."""
    left, releases = spot.mana, spot.fighter.releases
    for slot, (play, also) in enumerate(zip(plays, more, strict=True), 1):
        cost = also
        if play.phantasm:
            releases += 1
            phantasm, grade = _phantasm(spot, play.phantasm)
            cost += numbers.phantasm_cost(grade, phantasm.reach, play.less, releases, spot.options).value
        cost += sum(_cost(spot, support) for support in play.supports)
        left -= cost
        if cost and left < 0:
            yield illegal("not_enough_mana", "M-9.5", f"slots.{slot}", given=cost, most=left + cost)
            return
    own_left = left if not spot.store else spot.own.being(spot.battle.world).mp - max(0, spot.mana - left - spot.store)
    if spot.figures.needs_mana and spot.options.death_by_mp and own_left == 0:
        yield suspicious("spends_to_zero", "M-9.5", "slots")


def _cost(spot: Spot, support: Support) -> int:
    skill = spot.own.sheet.skill(support.name)
    if skill is not None:
        return numbers.skill_cost(skill.effects, spot.options).value
    if support.name == LUCK:
        return 0
    return support_grade(spot.figures, support.name)


def _reaction(spot: Spot, order: Mapping[str, Any]) -> Iterator[Problem]:
    """M-9.6: its mana counts with that of its slot."""
    plays = spot.fighter.plays or (Play(),) * tables.TURN
    more, seen = [0] * len(plays), set[tuple[int, str]]()
    for place, removal in enumerate(removals_of(order), 1):
        culprit = f"removals.{place}"
        skill = spot.own.sheet.skill(removal.skill)
        assert skill is not None
        if not spot.figures.skills:
            yield _sealed(spot, culprit)
            return
        if spot.fighter.skills is not None and skill.name not in spot.fighter.skills:
            yield illegal("skill_not_chosen", "M-9.3", culprit, skill=skill.name)
        limited = spot.options.skill_use_limit is not UseLimit.SLOT
        again = limited and any(name == skill.name for _, name in seen)
        if (removal.slot, skill.name) in seen or again or skill.name in _used_before(spot):
            yield illegal("support_twice", "M-5.19", culprit, skill=skill.name)
        seen.add((removal.slot, skill.name))
        (effect,) = skill.effects
        if effect.range is Range.ONE and not removal.target and len(spot.foes) != 1:
            yield illegal("bad_target", "M-6.3", culprit, accepted=", ".join(spot.foes))
        more[removal.slot - 1] += numbers.skill_cost(skill.effects, spot.options).value
    yield from _mana(spot, plays, more)


# Between turns, and after a set


def _gap(spot: Spot, order: Mapping[str, Any]) -> Iterator[Problem]:
    yield from _strokes(spot, order)
    then, orders = order.get("then"), orders_of(order)
    bound = any(rush.team in spot.foes and spot.own.key not in rush.lost_on for rush in spot.battle.rushes)
    if then == RETREAT and bound and Order.ESCAPE not in orders:
        yield illegal("rush_holds", "M-11.12", "then")
    if then == STOP and bound:
        yield suspicious("stops_under_rush", "M-11.12", "then")
    for target in order.get("guess", {}):
        most = spot.options.guesses
        if spot.battle.world is World.REAL:
            yield illegal("not_met", "M-7.8", f"guess.{target}", given=target)
        elif most is not None and spot.own.guesses.get(target, 0) >= most:
            yield illegal("no_guess_left", "M-10.5", f"guess.{target}", most=most)


def _after(spot: Spot, order: Mapping[str, Any]) -> Iterator[Problem]:
    """M-9.8, M-Q42."""
    left = spot.mana
    names = order.get("skills", ())
    for place, name in enumerate(names, 1):
        culprit, skill = f"skills.{place}", spot.own.sheet.skill(name)
        assert skill is not None
        if not spot.figures.skills:
            yield _sealed(spot, culprit)
            return
        if spot.fighter.skills is not None and name not in spot.fighter.skills:
            yield illegal("skill_not_chosen", "M-9.3", culprit, skill=name)
        if name in names[: place - 1] or name in _used_before(spot):
            yield illegal("support_twice", "M-5.19", culprit, skill=name)
        cost = numbers.skill_cost(skill.effects, spot.options).value
        left -= cost
        if left < 0:
            yield illegal("not_enough_mana", "M-9.5", culprit, given=cost, most=left + cost)
            return
    if names and left == 0 and spot.figures.needs_mana and spot.options.death_by_mp:
        yield suspicious("spends_to_zero", "M-9.5", "skills")


CHECKS = {
    Stage.START: _start,
    Stage.TURN: _turn,
    Stage.REACTION: _reaction,
    Stage.GAP: _gap,
    Stage.AFTER: _after,
}
