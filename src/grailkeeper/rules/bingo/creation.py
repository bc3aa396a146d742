"""Creation (B-14.3 to B-14.7): what a new sheet must be, and the people that it becomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.problem import Problem, illegal, suspicious
from ...core.rank import Letter, rank
from ...core.record import replace
from . import tables
from .options import Options
from .people import Ability, Master, Points, Servant, Skill
from .sheet import servant_of

HEALTH_MANA_SERVANT = 2 * tables.SERVANT_LEAST + tables.SERVANT_SPARE
HEALTH_MANA_MASTER = 2 * tables.MASTER_LEAST + tables.MASTER_SPARE

SILENT_SERVANT: Mapping[str, Any] = {
    "class": "saber",
    "strength": "B",
    "endurance": "B",
    "agility": "B",
    "magic": "C",
    "luck": "C",
    "noble_phantasm": [{"rank": "A"}],
    "health": 7,
    "mana": 7,
}
"""A plain sheet that spends all ability points, for a team that hands in none."""

SILENT_MASTER: Mapping[str, Any] = {"health": 3, "mana": 4}


@dataclass(frozen=True, slots=True)
class Spent:
    """Creation points that a servant's sheet spends."""

    abilities: int
    skills: int
    noble_phantasm: int
    health_mana: int


def spent(servant: Servant) -> Spent:
    """B-14.3: grades and pluses; health and mana as they are. A sheet's skills are the chosen ones (B-14.5)."""
    chosen = [skill.rank for skill in servant.skills]
    phantasms = [each.rank for each in servant.noble_phantasms]
    return Spent(
        abilities=sum(each.number + each.plus for each in servant.abilities.values()),
        skills=sum(each.number + each.plus for each in chosen),
        noble_phantasm=sum(each.number + each.plus for each in phantasms),
        health_mana=servant.health.now + servant.mana.now,
    )


def class_skills(servant: Servant) -> tuple[Skill, ...]:
    """B-14.5: what its class brings."""
    found = []
    for name, written, condition in tables.CLASS_SKILLS[servant.servant_class] if servant.servant_class else ():
        each = rank(written)
        assert each is not None
        found.append(Skill(name, each, condition, is_class_skill=True, plus_left=each.plus))
    return tuple(found)


def created(data: Mapping[str, Any]) -> Servant:
    """The servant that a creation sheet becomes: with its class skills before the chosen ones."""
    servant = servant_of(data)
    chosen = tuple(replace(skill, is_class_skill=False, plus_left=skill.rank.plus) for skill in servant.skills)
    phantasms = tuple(replace(each, uses_left=each.uses_max) for each in servant.noble_phantasms)
    return replace(
        servant,
        skills=(*class_skills(servant), *chosen),
        noble_phantasms=phantasms,
        health=Points(servant.health.now, servant.health.now),
        mana=Points(servant.mana.now, servant.mana.now),
    )


def created_master(data: Mapping[str, Any]) -> Master:
    plain = {**SILENT_MASTER, **data}
    return Master(Points(plain["health"], plain["health"]), Points(plain["mana"], plain["mana"]))


# What is wrong with a sheet


def servant_problems(data: Mapping[str, Any], options: Options, path: str = "") -> Iterator[Problem]:
    """B-14.1, B-14.3: what is wrong with a servant's sheet that its form has read. EX is asked about elsewhere."""
    servant = servant_of(data)
    used = spent(servant)
    for ability in Ability:
        if ability not in servant.abilities:
            yield illegal("ability_missing", "B-14.3", f"{path}{ability}", ability=ability.value)
    yield from _within("ability_points", "B-14.3", f"{path}strength", used.abilities, options.servant_ability_points)
    names = Counter(skill.name for skill in (*class_skills(servant), *servant.skills))
    for place, skill in enumerate(servant.skills, 1):
        if names[skill.name] > 1:
            yield illegal("skill_name_taken", "B-7.1", f"{path}skills.{place}.name", skill=skill.name)
    yield from _within("skill_points", "B-14.3", f"{path}skills", used.skills, options.servant_skill_points)
    if len(servant.noble_phantasms) != 1:
        yield illegal("np_count", "B-14.3", f"{path}noble_phantasm", given=len(servant.noble_phantasms), accepted=1)
    else:
        yield from _within("np_points", "B-14.3", f"{path}noble_phantasm", used.noble_phantasm, options.np_points)
    yield from _health_mana(
        "B-14.3", path, (servant.health.now, servant.mana.now), tables.SERVANT_LEAST, HEALTH_MANA_SERVANT
    )


def ex_problems(data: Mapping[str, Any], path: str = "") -> Iterator[Problem]:
    """B-14.1: each EX of a sheet, which needs the keeper's permission."""
    servant = servant_of(data)
    named = [
        *servant.abilities.items(),
        *((f"skills.{place}", skill.rank) for place, skill in enumerate(servant.skills, 1)),
        *(("noble_phantasm", each.rank) for each in servant.noble_phantasms),
    ]
    for name, each in named:
        if each.letter is Letter.EX:
            yield illegal("ex_not_permitted", "B-14.1", f"{path}{name}", accepted="A")


def master_problems(data: Mapping[str, Any], path: str = "") -> Iterator[Problem]:
    """B-14.4: what is wrong with a master's health and mana."""
    plain = {**SILENT_MASTER, **data}
    yield from _health_mana("B-14.4", path, (plain["health"], plain["mana"]), tables.MASTER_LEAST, HEALTH_MANA_MASTER)


def registration_problems(strokes: Sequence[int], drawn: Sequence[int], path: str = "") -> Iterator[Problem]:
    """B-14.4, B-14.7: three of the six cards are registered."""
    if len(strokes) != tables.STROKES:
        yield illegal("stroke_count", "B-14.4", f"{path}strokes", given=len(strokes), accepted=tables.STROKES)
        return
    left = list(drawn)
    for place, card in enumerate(strokes, 1):
        if card in left:
            left.remove(card)
        else:
            accepted = ", ".join(map(str, drawn))
            yield illegal("stroke_not_drawn", "B-14.7", f"{path}strokes.{place}", card=card, accepted=accepted)


def hand(strokes: Sequence[int], drawn: Sequence[int]) -> tuple[int, ...]:
    """B-14.7: the cards that are left, in the order drawn."""
    left = list(drawn)
    for card in strokes:
        left.remove(card)
    return tuple(left)


def _within(code: str, clause: str, culprit: str, used: int, limit: int) -> Iterator[Problem]:
    """B-R6: budgets are limits."""
    if used > limit:
        yield illegal(code, clause, culprit, given=used, accepted=limit)
    elif used < limit:
        yield suspicious(f"{code}_unspent", "B-R6", culprit, left=limit - used)


def _health_mana(clause: str, path: str, given: tuple[int, int], least: int, most: int) -> Iterator[Problem]:
    below = [name for name, value in zip(("health", "mana"), given, strict=True) if value < least]
    for name in below:
        yield illegal("health_mana_minimum", clause, f"{path}{name}", accepted=least)
    if not below:
        yield from _within("health_mana_points", clause, f"{path}health", sum(given), most)
