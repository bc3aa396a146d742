"""What a sheet may be made of (C-23.2 to C-23.4, C-7.9, C-7.10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.problem import Problem, illegal, suspicious
from ...core.rank import Rank
from . import tables
from .people import Ability, ServantClass
from .sheet import rank, skills_of


def sheet_problems(data: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the creation sheets in `data` (`master`, `servant`, either may be left out)."""
    if data.get("servant") is not None:
        yield from servant_problems(data["servant"], "servant.")
    if data.get("master") is not None:
        yield from master_problems(data["master"], "master.")


# C-23.2


def master_problems(data: Mapping[str, Any], path: str = "") -> Iterator[Problem]:
    abilities = {name: data.get(name, 3) for name in ("combat", "magic", "conviction", "fate")}
    low, high = tables.ABILITY_LEAST, tables.ABILITY_MOST
    for name, value in abilities.items():
        if not low <= value <= high:
            yield illegal("ability_range", "C-23.2", f"{path}{name}", low=low, high=high)
    spent = master_spent(data)
    if spent > tables.MASTER_POINTS:
        yield illegal("points_total", "C-23.2", path.rstrip("."), spent=spent, most=tables.MASTER_POINTS)
    elif spent < tables.MASTER_POINTS:
        yield suspicious("points_left", "C-R10", path.rstrip("."), left=tables.MASTER_POINTS - spent)
    if data.get("affinity") and data.get("crafter", False):
        yield illegal("affinity_and_crafter", "C-23.2", f"{path}crafter")


def master_spent(data: Mapping[str, Any]) -> int:
    """C-23.2: the points that a master's abilities take; an ability of which nothing is said is 3."""
    return sum(data.get(name, 3) for name in ("combat", "magic", "conviction", "fate"))


# C-23.3


@dataclass(frozen=True, slots=True)
class Spent:
    """C-23.3: points of abilities and phantasm, of which there are `most`; points of skills; plus marks of either."""

    abilities: int
    most: int
    skills: int
    marks: int

    @property
    def left(self) -> int:
        """What is left after the marks, which skill points pay as well as the others."""
        return self.most - self.abilities + max(0, tables.SKILL_POINTS - self.skills) - self.marks


def servant_spent(data: Mapping[str, Any]) -> Spent:
    """What a servant's sheet spends; an ability of which nothing is said is C."""
    abilities = {ability.value: rank(data.get(ability.value, "C")) for ability in Ability}
    skills = skills_of(data.get("skills", {}))
    grade = _phantasm_grade(data)
    phantasm = 0 if grade is None else grade - tables.FREE_PHANTASM
    return Spent(
        abilities=sum(each.number for each in abilities.values()) + phantasm,
        most=tables.ABILITY_POINTS + data.get("bought", 0),
        skills=sum(_skill_cost(data.get("class"), name, held) for name, held in skills.items()),
        marks=_marks(data, abilities, skills),
    )


def servant_problems(data: Mapping[str, Any], path: str = "") -> Iterator[Problem]:
    abilities = {ability.value: rank(data.get(ability.value, "C")) for ability in Ability}
    low, high = tables.ABILITY_LEAST, tables.ABILITY_MOST
    for name, value in abilities.items():
        if not low <= value.number <= high:
            yield illegal("ability_range", "C-23.3", f"{path}{name}", low=low, high=high)
    skills = skills_of(data.get("skills", {}))
    spent = servant_spent(data)
    yield from _points(spent, path)
    if data.get("bought", 0) > tables.BOUGHT_MOST:
        yield illegal("bought_too_many", "C-7.9", f"{path}bought", most=tables.BOUGHT_MOST)
    if data.get("chosen_berserker", False) and data.get("class") != ServantClass.BERSERKER:
        yield illegal("not_berserker", "C-7.10", f"{path}chosen_berserker")
    yield from _skills(data.get("class"), skills, path)
    if spent.marks > tables.PLUS_MOST:
        yield illegal("plus_too_many", "C-23.3", path.rstrip("."), given=spent.marks, most=tables.PLUS_MOST)
    grade = _phantasm_grade(data)
    if grade is not None and not low <= grade <= high:
        yield illegal("noble_phantasm_grade", "C-23.3", f"{path}noble_phantasm.grade")


def _points(spent: Spent, path: str) -> Iterator[Problem]:
    """Abilities and phantasm of their points, skills of theirs, plus marks of either."""
    if spent.abilities > spent.most or (spent.skills <= tables.SKILL_POINTS and spent.left < 0):
        given = spent.abilities + spent.marks
        yield illegal("points_total", "C-23.3", path.rstrip("."), spent=given, most=spent.most)
    elif spent.left > 0:
        yield suspicious("points_left", "C-R10", path.rstrip("."), left=spent.left)
    if spent.skills > tables.SKILL_POINTS:
        yield illegal("skill_points", "C-23.3", f"{path}skills", spent=spent.skills, most=tables.SKILL_POINTS)


def _phantasm_grade(data: Mapping[str, Any]) -> int | None:
    held = data.get("noble_phantasm")
    return None if held is None else rank(held["grade"]).number


def _skill_cost(servant_class: str | None, name: str, held: Rank) -> int:
    """C-23.4: a class skill's first grade is free."""
    free = tables.FREE_CLASS_SKILL if name in tables.CLASS_SKILLS.get(servant_class or "", ()) else 0
    return held.number - free


def _marks(data: Mapping[str, Any], abilities: Mapping[str, Rank], skills: Mapping[str, Rank]) -> int:
    held = data.get("noble_phantasm")
    phantasm = 0 if held is None else rank(held["grade"]).plus
    return phantasm + sum(each.plus for each in (*abilities.values(), *skills.values()))


def _skills(servant_class: str | None, skills: Mapping[str, Rank], path: str) -> Iterator[Problem]:
    """C-23.4: class skills are the class's own; the others are open to all."""
    own = tables.CLASS_SKILLS.get(servant_class or "", ())
    for name in skills:
        if name not in own and name not in tables.OTHER_SKILLS:
            yield illegal("skill_not_allowed", "C-23.4", f"{path}skills.{name}", skill=name)


def with_class_skills(servant_class: str | None, skills: Mapping[str, Rank]) -> dict[str, Rank]:
    """C-23.4: each class skill begins at grade 1."""
    free = {name: rank("E") for name in tables.CLASS_SKILLS.get(servant_class or "", ())}
    return {**free, **skills}
