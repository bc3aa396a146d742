"""What is wrong with a sheet: points that cannot be, and the checks of creation (S-12, S-13, S-14.7, S-16, S-24)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...core.problem import Problem, illegal, malformed, suspicious
from ...core.rank import Letter, Rank
from . import numbers, tables
from .people import Ability, Functions, Master, Points, Servant, Skill, Workshop
from .sheet import master_of, servant_of, workshop_of


def impossible(data: Mapping[str, Any], path: str = "") -> Iterator[Problem]:
    """Faults of a team or sheet as it stands, at creation or later: more than the maximum, lowered below E."""
    for role in ("master", "servant"):
        person = data.get(role)
        if person is None:
            continue
        for vital in ("health", "mana"):
            now, most = person.get(vital, (0, 0))
            if now > most:
                yield malformed("bad_amount", f"{path}{role}.{vital}", "S-16.1", given=now, accepted=f"0..{most}")
    servant = data.get("servant")
    if servant is not None:
        yield from _lowered_too_far(servant_of(servant), f"{path}servant")
        if ("attack" in servant) != ("defence" in servant):
            missing = "defence" if "attack" in servant else "attack"
            yield malformed("missing_field", f"{path}servant.{missing}", "S-10.18", field=missing)


def _lowered_too_far(servant: Servant, path: str) -> Iterator[Problem]:
    """S-14.7."""
    for name, ranks in servant.lowered.items():
        most = servant.ranks.of(Ability(name)).number - Letter.E
        if ranks > most:
            yield illegal("lowered_below_e", "S-14.7", f"{path}.lowered.{name}", given=ranks, most=int(most))


def creation_problems(data: Mapping[str, Any], path: str = "") -> Iterator[Problem]:
    """Everything that is wrong or suspicious about the parts of a sheet that are there."""
    master, servant = data.get("master"), data.get("servant")
    if servant is not None:
        yield from _servant_problems(servant_of(servant), f"{path}servant")
    if master is not None:
        yield from _master_problems(master_of(master), f"{path}master")
    if "workshop" in data:
        yield from _workshop_problems(workshop_of(data), path)
    if "territory" in data:
        yield from _territory_problems(
            workshop_of(data).territory, None if servant is None else servant_of(servant), path
        )


def _servant_problems(servant: Servant, path: str) -> Iterator[Problem]:
    """S-24.1, S-16.1."""
    plus = sum(rank.plus for rank in servant.ranks.all)
    if plus > tables.PLUS_MARKS:
        yield illegal("too_many_plus", "S-24.1", f"{path}.ranks", given=plus, most=tables.PLUS_MARKS)
    if sum(skill.class_skill for skill in servant.skills) > 1:
        yield illegal("one_class_skill", "S-24.1", f"{path}.skills", most=1)
    budgets = (
        ("ability_points", "ranks", ability_points(servant.ranks.all), tables.ABILITY_POINTS),
        ("skill_points", "skills", skill_points(servant), tables.SKILL_POINTS),
        ("phantasm_points", "noble_phantasms", phantasm_points(servant), tables.PHANTASM_POINTS),
    )
    for code, field, spent, budget in budgets:
        yield from _budget(code, "S-24.1", f"{path}.{field}", spent, budget[servant.level])
    vitals, least = tables.SERVANT_VITALS, tables.SERVANT_VITAL_LEAST
    yield from _vitals("servant_points", "S-16.1", path, servant.health, servant.mana, vitals, least)


def _master_problems(master: Master, path: str) -> Iterator[Problem]:
    """S-24.2, S-16.2."""
    code = master.mystic_code
    ranks = {f"{path}.ranks": rank for rank in master.ranks.all if rank.letter is Letter.EX}
    if code is not None and code.rank.letter is Letter.EX:
        ranks[f"{path}.mystic_code"] = code.rank
    for culprit in ranks:
        yield illegal("master_ex", "S-24.2", culprit, accepted="E..A")
    yield from _budget("master_points", "S-24.2", f"{path}.ranks", master_points(master), tables.MASTER_POINTS)
    vitals, least = tables.MASTER_VITALS, tables.MASTER_VITAL_LEAST
    yield from _vitals("master_vitals", "S-16.2", path, master.health, master.mana, vitals, least)


def _budget(code: str, clause: str, culprit: str, spent: int, budget: int) -> Iterator[Problem]:
    """S-R13: too much is refused; points left over are allowed, and asked about."""
    if spent > budget:
        yield illegal(code, clause, culprit, given=spent, most=budget)
    elif spent < budget:
        yield suspicious(f"{code}_left", "S-R13", culprit, given=spent, most=budget)


def _vitals(
    code: str, clause: str, path: str, health: Points, mana: Points, total: int, least: int
) -> Iterator[Problem]:
    """S-16.1, S-16.2: all of the points, and the least of each."""
    if health.maximum + mana.maximum != total or min(health.maximum, mana.maximum) < least:
        given = f"{health.maximum}+{mana.maximum}"
        yield illegal(code, clause, f"{path}.health", given=given, total=total, least=least)


def _workshop_problems(workshop: Workshop, path: str) -> Iterator[Problem]:
    """S-12.3."""
    points = workshop.points
    if min(points.concealment, points.storage, points.assistance) < tables.WORKSHOP_LEAST:
        yield illegal("workshop_minimum", "S-12.3", f"{path}workshop", least=tables.WORKSHOP_LEAST)
    if points.total != tables.WORKSHOP_POINTS:
        yield illegal("workshop_total", "S-12.3", f"{path}workshop", given=points.total, total=tables.WORKSHOP_POINTS)


def _territory_problems(territory: Functions, servant: Servant | None, path: str) -> Iterator[Problem]:
    """S-13.1."""
    if not territory.total:
        return
    rank = None if servant is None else servant.territory_creation
    if rank is None:
        yield illegal("no_territory_creation", "S-13.1", f"{path}territory")
        return
    most = numbers.territory_points(rank).value
    if territory.total > most:
        yield illegal("territory_total", "S-13.1", f"{path}territory", given=territory.total, most=most)
    elif territory.total < most:
        yield suspicious("territory_left", "S-13.1", f"{path}territory", given=territory.total, most=most)


# What has been spent


def ability_points(ranks: Iterable[Rank]) -> int:
    """S-24.1."""
    return sum(map(numbers.rank_cost, ranks))


def skill_points(servant: Servant) -> int:
    """S-24.1, S-R13: one class skill is free up to rank B, of more the difference is paid.

    Territory creation and item construction are class skills; where no skill is marked as the free one, the
    dearer of them is.
    """
    constructions = [each for each in (servant.territory_creation, servant.item_construction) if each is not None]
    costs = [numbers.rank_cost(skill.rank) for skill in servant.skills if not skill.class_skill]
    costs += map(numbers.rank_cost, constructions)
    marked = [skill for skill in servant.skills if skill.class_skill]
    free = [numbers.rank_cost(rank) for rank in _free_ranks(marked, constructions)]
    costs += [numbers.rank_cost(skill.rank) for skill in marked]
    return sum(costs) - min(max(free, default=0), int(tables.FREE_CLASS_SKILL))


def _free_ranks(marked: list[Skill], constructions: list[Rank]) -> list[Rank]:
    return [skill.rank for skill in marked] if marked else constructions


def phantasm_points(servant: Servant) -> int:
    """S-24.1."""
    return sum(numbers.rank_cost(phantasm.rank) for phantasm in servant.noble_phantasms)


def master_points(master: Master) -> int:
    """S-24.2: abilities and mystic code."""
    code = 0 if master.mystic_code is None else numbers.rank_cost(master.mystic_code.rank)
    return ability_points(master.ranks.all) + code
