"""What a sheet comes to at a stage: the servant's figures, and the body's (M-3.18, M-12.6 to M-12.8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from ...core.working import Step, Sum, Working
from . import numbers, tables
from .options import Options
from .people import Ability, ClassSkill, Sheet, Team, World

SKILLS_FROM, ABILITIES_FROM, PHANTASM_RANK_FROM = 2, 3, 4
"""M-12.6: the stages from which skills work, abilities and phantasms have their full rank."""

BODY_FROM, BODY_SKILLS_FROM, BODY_PHANTASMS_FROM = 2, 3, 4
"""M-12.8."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A servant or a body as it stands: current grades and what follows from them.

    `class_skills` is empty and `skills` false where skills do not work; `phantasm_grades` are in the sheet's order.
    `needs_mana`: whether it lives on mana at all (M-Q68).
    """

    strength: int
    endurance: int
    agility: int
    magic: int
    luck: int
    max_hp: Working
    max_mp: Working
    normal: Working
    guard: Working
    reduction: Working
    clash: Working
    recovery_hp: Working
    recovery_mp: Working
    class_skills: Mapping[str, int]
    skills: bool
    phantasms: bool
    phantasm_grades: tuple[int, ...]
    needs_mana: bool = True

    @property
    def grades(self) -> Mapping[str, int]:
        return {ability.value: getattr(self, ability.value) for ability in Ability}

    def class_skill(self, skill: ClassSkill) -> int:
        """The current grade, 0 where it has none."""
        return self.class_skills.get(skill.value, 0)


class Staged(Protocol):
    """A team, or what it knows of itself: a sheet at a stage of its saint graph."""

    @property
    def sheet(self) -> Sheet: ...

    @property
    def stage(self) -> int: ...


def figures(team: Staged, world: World, options: Options) -> Figures:
    """The figures of a team's servant, or of its body in the real world."""
    if world is World.REAL:
        return body_figures(team.sheet, team.stage, options)
    return servant_figures(team.sheet, team.stage, options)


@lru_cache(maxsize=1024)
def servant_figures(sheet: Sheet, stage: int, options: Options) -> Figures:
    """M-12.6, M-12.7."""
    grades = dict(sheet.abilities)
    if stage < ABILITIES_FROM:
        grades = {name: numbers.rank_down(grade, tables.ABILITY_GRADES) for name, grade in grades.items()}
    phantasms = tuple(phantasm_grade(each.grade, stage) for each in sheet.phantasms)
    return _figures(sheet, grades, options, stage >= SKILLS_FROM, True, phantasms)


def phantasm_grade(grade: int, stage: int) -> int:
    """M-12.6: one rank down before the last stage."""
    return grade if stage >= PHANTASM_RANK_FROM else numbers.rank_down(grade, tables.PHANTASM_GRADES)


@lru_cache(maxsize=1024)
def body_figures(sheet: Sheet, stage: int, options: Options) -> Figures:
    """M-12.8."""
    if stage >= BODY_FROM:
        grades = dict(sheet.abilities)
        if stage < ABILITIES_FROM:
            grades = {name: numbers.rank_down(grade, tables.ABILITY_GRADES) for name, grade in grades.items()}
        phantasms = tuple(phantasm_grade(each.grade, stage) for each in sheet.phantasms)
        return _figures(sheet, grades, options, stage >= BODY_SKILLS_FROM, stage >= BODY_PHANTASMS_FROM, phantasms)
    lowest = dict.fromkeys((ability.value for ability in Ability), 1)
    plain = _figures(sheet, lowest, options, False, False, tuple(each.grade for each in sheet.phantasms))
    return Figures(
        **{name: getattr(plain, name) for name in lowest},
        max_hp=Sum("max_hp", "M-12.8").base("body", tables.BODY_HEALTH, "M-12.8").done(),
        max_mp=Sum("max_mp", "M-12.8").base("body", 0, "M-12.8").done(),
        normal=plain.normal,
        guard=plain.guard,
        reduction=plain.reduction,
        clash=plain.clash,
        recovery_hp=plain.recovery_hp,
        recovery_mp=Sum("recovery_mp", "M-12.8").base("body", 0, "M-12.8").done(),
        class_skills={},
        skills=False,
        phantasms=False,
        phantasm_grades=plain.phantasm_grades,
        needs_mana=False,
    )


def _figures(
    sheet: Sheet, grades: Mapping[str, int], options: Options, skills: bool, phantasms: bool, np_grades: tuple[int, ...]
) -> Figures:
    strength, endurance, agility, magic = (grades[name] for name in ("strength", "endurance", "agility", "magic"))
    return Figures(
        strength=strength,
        endurance=endurance,
        agility=agility,
        magic=magic,
        luck=grades["luck"],
        max_hp=_max_hp(sheet, strength, endurance),
        max_mp=_max_mp(sheet, magic),
        normal=numbers.normal_score(sheet.type, strength, agility, magic, options),
        guard=Sum("guard", "M-3.8").base("endurance", endurance, "M-3.8").done(),
        reduction=numbers.half_agility("reduction", "M-3.9", agility),
        clash=numbers.clash_bonus(strength),
        recovery_hp=Sum("recovery_hp", "M-3.7").base("endurance", endurance, "M-3.7").times("twice", 2, "M-3.7").done(),
        recovery_mp=_recovery_mp(sheet, magic),
        class_skills=sheet.class_skills if skills else {},
        skills=skills,
        phantasms=phantasms,
        phantasm_grades=np_grades,
    )


def _max_hp(sheet: Sheet, strength: int, endurance: int) -> Working:
    """M-3.18."""
    total = Sum("max_hp", "M-3.18").base("bought", sheet.health_points, "M-1.3")
    total.times("ten", tables.PER_POINT, "M-1.3").add("allotted", sheet.health, "M-1.2")
    return total.include(Step.ADD, numbers.ability_health(strength, endurance)).done()


def _max_mp(sheet: Sheet, magic: int) -> Working:
    """M-3.18."""
    total = Sum("max_mp", "M-3.18").base("bought", sheet.mana_points, "M-1.3")
    total.times("ten", tables.PER_POINT, "M-1.3").add("allotted", sheet.mana, "M-1.2")
    return total.include(Step.ADD, numbers.ability_mana(magic, sheet.servant_class)).done()


def _recovery_mp(sheet: Sheet, magic: int) -> Working:
    """M-3.11, M-4.16."""
    factor = numbers.mana_factor(sheet.servant_class)
    clause = "M-3.11" if factor == 2 else "M-4.16"
    total = Sum("recovery_mp", clause).base("magic", magic, "M-3.11")
    return total.times("twice" if factor == 2 else "four_times", factor, clause).done()


def upkeep(team: Team, options: Options) -> Working:
    """M-11.2 of this scene, after independent action and frenzy."""
    independent = servant_figures(team.sheet, team.stage, options).class_skill(ClassSkill.INDEPENDENT_ACTION)
    return numbers.upkeep(team.sheet.extra, independent, team.frenzied)
