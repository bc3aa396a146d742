"""What is wrong with a sheet under creation: budgets, caps and what may stand together (M-1, M-3 to M-6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.problem import Problem, illegal
from ...core.working import Step, Sum, Working
from . import tables
from .people import HAND, Card, Effect, EffectKind, Phantasm, Sheet, Skill, Use
from .sheet import sheet_of


@dataclass(frozen=True, slots=True)
class Budget:
    """M-1.1, M-1.5: the general points there are, and those that the earmarked ones leave to be paid."""

    points: Working
    spent: Working


def budget(sheet: Sheet) -> Budget:
    """M-1.1, M-1.4, M-1.5, M-Q4."""
    points = Sum("general_points", "M-1.1").base("general", tables.GENERAL_POINTS, "M-1.1")
    points.add("extra_roll", tables.LEVEL_BONUS[sheet.level] + sheet.die, "M-1.4")
    spent = Sum("general_spent", "M-1.1")
    marked = tables.EARMARKED[sheet.servant_class]
    for name, price in _prices(sheet).items():
        part = Sum(name, "M-1.5").base("points", price, "M-2.1").subtract("earmarked", marked.get(name, 0), "M-1.5")
        spent.include(Step.ADD, part.floor("least", 0, "M-1.5").done(), "M-1.5")
    spent.add("vitals", sheet.health_points + sheet.mana_points, "M-1.3")
    return Budget(points.done(), spent.done())


def _prices(sheet: Sheet) -> Mapping[str, int]:
    given = tables.CLASS_SKILLS[sheet.servant_class]
    raised = sum(max(0, grade - given.get(name, 0)) for name, grade in sheet.class_skills.items())
    return {
        "abilities": sum(sheet.abilities.values()),
        "skills": raised + sum(skill.grade for skill in sheet.skills),
        "phantasms": sum(phantasm.grade for phantasm in sheet.phantasms),
    }


def creation_problems(data: Mapping[str, Any], path: str = "") -> Iterator[Problem]:
    """Everything that is wrong with a sheet that its form has read."""
    sheet = sheet_of(data)
    yield from _vitals(sheet, path)
    if (sheet.die == 0) != (sheet.level == tables.LEVELS[0]):
        yield illegal("bad_die", "M-1.4", f"{path}die", level=sheet.level)
    if any(not tables.CARD_LEAST <= sheet.cards[card] <= tables.CARD_MOST for card in HAND) or (
        sum(sheet.cards.values()) != tables.CARDS
    ):
        yield illegal("bad_cards", "M-1.8", f"{path}cards", accepted=f"{tables.CARD_LEAST}..{tables.CARD_MOST}")
    for name, grade in sheet.class_skills.items():
        least = tables.CLASS_SKILLS[sheet.servant_class].get(name)
        if least is not None and grade < least:
            yield illegal("class_skill_below_base", "M-1.9", f"{path}class_skills.{name}", given=grade, least=least)
    yield from impossible(data, path)
    for skill in sheet.skills:
        if skill.grade not in tables.ABILITY_GRADES.values():
            yield illegal("bad_rank", "M-2.1", f"{path}skills", given=skill.grade, skill=skill.name)
        yield from _skill(skill, path)
    bill = budget(sheet)
    if bill.spent.value > bill.points.value:
        yield illegal("too_many_points", "M-1.1", path.rstrip("."), given=bill.spent.value, most=bill.points.value)


def _vitals(sheet: Sheet, path: str) -> Iterator[Problem]:
    """M-1.2, M-1.3."""
    if sheet.health + sheet.mana != tables.VITALS:
        yield illegal("vitals_sum", "M-1.2", f"{path}health", given=sheet.health + sheet.mana, accepted=tables.VITALS)
    for name, given in (("health", sheet.health), ("mana", sheet.mana)):
        if given < tables.VITAL_LEAST:
            yield illegal("vitals_minimum", "M-1.2", f"{path}{name}", given=given, least=tables.VITAL_LEAST)
    for name, given, ability in (
        ("health_points", sheet.health_points, "endurance"),
        ("mana_points", sheet.mana_points, "magic"),
    ):
        if given > sheet.abilities[ability]:
            yield illegal("vitals_cap", "M-1.3", f"{path}{name}", given=given, most=sheet.abilities[ability])


def _skill(skill: Skill, path: str) -> Iterator[Problem]:
    """M-5.2, M-Q97."""
    if not skill.effects:
        yield illegal("no_effect", "M-5.2", f"{path}skills", skill=skill.name)
    parts = sum(effect.grade for effect in skill.effects)
    if parts > skill.grade:
        yield illegal("skill_over_grade", "M-5.2", f"{path}skills", skill=skill.name, given=parts, most=skill.grade)
    kinds = [(effect.kind, effect.attribute) for effect in skill.effects]
    if len(set(kinds)) < len(kinds):
        yield illegal("duplicate_effect", "M-5.2", f"{path}skills", skill=skill.name)


def impossible(data: Mapping[str, Any], path: str = "") -> Iterator[Problem]:
    """What no servant can have, however many points it cost: also refused where points are not checked."""
    sheet = sheet_of(data)
    for name in data.get("class_skills", {}):
        if name not in tables.CLASS_SKILLS[sheet.servant_class]:
            accepted = ", ".join(tables.CLASS_SKILLS[sheet.servant_class])
            yield illegal("not_a_class_skill", "M-1.9", f"{path}class_skills.{name}", given=name, accepted=accepted)
    for phantasm in sheet.phantasms:
        if phantasm.use is Use.ATTACK and phantasm.attribute is None:
            yield illegal("phantasm_settings", "M-6.2", f"{path}phantasms", phantasm=phantasm.name)
        if phantasm.special is not None and not _may_be_special(phantasm, phantasm.special):
            yield illegal("special_effect", "M-6.9", f"{path}phantasms", phantasm=phantasm.name)
    names = [skill.name for skill in sheet.skills] + [phantasm.name for phantasm in sheet.phantasms]
    if len(set(names)) < len(names):
        yield illegal("same_name_twice", "M-9.4", f"{path}skills", accepted=", ".join(sorted(set(names))))


def _may_be_special(phantasm: Phantasm, special: Effect) -> bool:
    """M-Q101, M-Q110: a boost must be for the phantasm's own judgment."""
    if special.kind is EffectKind.BANE:
        return phantasm.use is Use.ATTACK
    if special.kind is EffectKind.JUDGMENT_BOOST:
        return special.attribute is (phantasm.attribute if phantasm.use is Use.ATTACK else Card.GUARD)
    return True
