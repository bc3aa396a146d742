"""What a team fights with, as its forms tell it: its servant or the body, and what its skills do and cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from . import numbers
from .battle.standing import CLASS_SUPPORTS, LUCK, class_skill_of, support_grade
from .derived import Figures, figures, servant_figures
from .options import Options
from .people import Effect, EffectKind, Phantasm, Reach, Skill, Use, World
from .state import Stage
from .visibility import BattleSight, OwnTeam


@dataclass(frozen=True, slots=True)
class EffectHeld:
    """A part of a skill. `of`: its attribute or word."""

    kind: EffectKind
    of: str
    grade: int
    range: str


@dataclass(frozen=True, slots=True)
class SkillHeld:
    """M-5.3."""

    name: str
    cost: int
    effects: tuple[EffectHeld, ...]


@dataclass(frozen=True, slots=True)
class PhantasmHeld:
    """M-6.4, M-6.6, M-6.7. `cost`: of releasing it now."""

    name: str
    use: Use
    reach: Reach
    attribute: str
    power: int
    cost: int
    special: str


@dataclass(frozen=True, slots=True)
class SupportHeld:
    """M-8.3: luck, or what a class skill of that grade gives it to lay; only luck costs nothing."""

    support: str
    grade: int


Held = SkillHeld | PhantasmHeld | SupportHeld


def vitals(own: OwnTeam, world: World) -> dict[str, int]:
    """Health and mana of whoever acts in that world (M-12.1), by names that say whose they are."""
    being, whose = own.being(world), "servant" if world is World.VIRTUAL else "body"
    return {f"{whose}_hp": being.hp, f"{whose}_mp": being.mp}


def standing_of(own: OwnTeam, world: World, options: Options) -> Mapping[str, Mapping[str, Any]]:
    """Whose health and mana are at stake, and what the stage of the saint graph lets it do (M-12.6, M-12.8)."""
    being, other, now = own.being(world), own.being(_other(world)), figures(own, world, options)
    whose = {"hp": being.hp, "max_hp": now.max_hp.value, "mp": being.mp, "max_mp": now.max_mp.value}
    whose |= {"other_hp": other.hp, "other_mp": other.mp}
    return {world.value: whose, f"{world.value}_{own.stage}": {}}


def _other(world: World) -> World:
    return World.REAL if world is World.VIRTUAL else World.VIRTUAL


def held(stage: Stage, own: OwnTeam, battle: BattleSight, options: Options) -> tuple[Held, ...]:
    """What can be chosen by its name in a question of a battle, as far as the stage lets it."""
    return tuple(_HELD[stage](_Own(own, battle, figures(own, battle.world, options), options)))


def healing_held(own: OwnTeam, options: Options) -> tuple[Held, ...]:
    """M-5.13: the skills that can be used outside of a battle."""
    skills = own.sheet.skills if servant_figures(own.sheet, own.stage, options).skills else ()
    return tuple(_skill(each, options) for each in skills if each.heals_only)


@dataclass(frozen=True, slots=True)
class _Own:
    """A team in its battle, with its figures."""

    team: OwnTeam
    battle: BattleSight
    figures: Figures
    options: Options

    @property
    def skills(self) -> tuple[Skill, ...]:
        """Those that the stage does not seal."""
        return self.team.sheet.skills if self.figures.skills else ()

    @property
    def chosen(self) -> tuple[Skill, ...]:
        """M-9.3: those of them that were not left out of this set."""
        named = self.battle.own.skills
        return tuple(each for each in self.skills if named is None or each.name in named)

    def told(self, skills: Iterable[Skill]) -> Iterator[SkillHeld]:
        return (_skill(each, self.options) for each in skills)

    @property
    def supports(self) -> Iterator[SupportHeld]:
        if not self.team.luck_used:
            yield SupportHeld(LUCK, self.figures.luck)
        for name in CLASS_SUPPORTS:
            if class_skill_of(name) in self.team.sheet.class_skills and (grade := support_grade(self.figures, name)):
                yield SupportHeld(name, grade)

    @property
    def phantasms(self) -> Iterator[PhantasmHeld]:
        if self.figures.phantasms:
            released = self.battle.own.releases
            for each, grade in zip(self.team.sheet.phantasms, self.figures.phantasm_grades, strict=True):
                yield _phantasm(each, grade, released, self.options)


def _skill(skill: Skill, options: Options) -> SkillHeld:
    effects = tuple(map(_effect, skill.effects))
    return SkillHeld(skill.name, numbers.skill_cost(skill.effects, options).value, effects)


def _effect(effect: Effect) -> EffectHeld:
    return EffectHeld(effect.kind, effect.attribute or effect.word, effect.grade, effect.range.value)


def _phantasm(phantasm: Phantasm, grade: int, released: int, options: Options) -> PhantasmHeld:
    return PhantasmHeld(
        name=phantasm.name,
        use=phantasm.use,
        reach=phantasm.reach,
        attribute=phantasm.attribute or "",
        power=numbers.phantasm_power(grade, phantasm.reach, 0).value,
        cost=numbers.phantasm_cost(grade, phantasm.reach, 0, released + 1, options).value,
        special="" if phantasm.special is None else phantasm.special.kind,
    )


def _for_a_set(own: _Own) -> Iterable[Held]:
    return (*own.told(own.skills), *own.phantasms, *own.supports)


def _for_a_turn(own: _Own) -> Iterable[Held]:
    return (*own.told(each for each in own.chosen if not each.is_reaction), *own.phantasms, *own.supports)


def _for_reactions(own: _Own) -> Iterable[Held]:
    return own.told(each for each in own.chosen if each.is_reaction)


def _for_after(own: _Own) -> Iterable[Held]:
    return own.told(each for each in own.chosen if each.heals_only)


def _for_nothing(own: _Own) -> Iterable[Held]:  # noqa: ARG001
    return ()


_HELD = {
    Stage.START: _for_a_set,
    Stage.TURN: _for_a_turn,
    Stage.REACTION: _for_reactions,
    Stage.GAP: _for_nothing,
    Stage.AFTER: _for_after,
}
