"""What a sheet comes to: the values beside the ranks, each with its working where a rule reckons it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ...core.rank import Rank
from ...core.working import Working
from . import numbers
from .battle.chances import alone, beside_servant
from .creation import ability_points, master_points, phantasm_points, skill_points
from .options import Options
from .people import Ability, Aim, Functions, Master, MasterState, Ranks, Servant, Workshop

Derived: TypeAlias = Working | int | tuple[int, ...] | tuple[Rank, ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a sheet that are there."""

    master: Master | None = None
    servant: Servant | None = None
    workshop: Workshop | None = None


def percents(ranks: Ranks, options: Options) -> tuple[int, ...]:
    """S-10.3: of the five abilities."""
    return tuple(numbers.percent(rank, options) for rank in ranks.all)


def derived(parts: Parts, options: Options) -> Mapping[str, Derived]:
    """Everything that follows from the parts that are there, by the names of the case format."""
    values: dict[str, Derived] = {}
    if parts.servant is not None:
        values |= _of_servant(parts.servant, options)
    if parts.master is not None:
        values["master_points"] = master_points(parts.master)
        values["percent_master"] = percents(parts.master.ranks, options)
    if parts.servant is not None or parts.master is not None:
        for aim in Aim:
            values[aim] = _chance_of(parts, aim, options)
    if parts.servant is not None and parts.master is not None:
        values["upkeep"] = net_upkeep(parts.servant, parts.master, options)
    if parts.workshop is not None:
        values |= _of_workshop(parts.workshop)
    return values


def _of_servant(servant: Servant, options: Options) -> Mapping[str, Derived]:
    luck = servant.ranks.luck
    values: dict[str, Derived] = {
        "ability_points": ability_points(servant.ranks.all),
        "skill_points": skill_points(servant),
        "phantasm_points": phantasm_points(servant),
        "percent_servant": percents(servant.ranks, options),
        "letters": tuple(numbers.rank_in_use(servant, ability) for ability in Ability),
        "luck_amount": numbers.luck_amount(luck),
        "luck_count": numbers.luck_count(numbers.rank_in_use(servant, Ability.LUCK)),
        "luck_normal": numbers.percent(luck, options),
    }
    if servant.territory_creation is not None:
        values["territory_points"] = numbers.territory_points(servant.territory_creation)
    return values


def _chance_of(parts: Parts, aim: Aim, options: Options) -> Working:
    """S-10.4, S-10.5 without skills; with the master's help where there is a master, the master alone where not."""
    if parts.servant is not None:
        return beside_servant(parts.servant, parts.master, aim, options).done()
    assert parts.master is not None
    return alone(parts.master, aim, options).done()


def _of_workshop(workshop: Workshop) -> Mapping[str, Derived]:
    points, territory = workshop.points, workshop.territory
    return {
        "concealment": concealment_of(points, territory, 0),
        "storage": numbers.storage(points, territory),
        "assistance": numbers.assistance(points, territory),
        "stack": numbers.stack(territory),
    }


def concealment_of(points: Functions, territory: Functions, risk: int) -> Working:
    """S-12.5, S-13.3, S-15.5."""
    return numbers.concealment(points.concealment, territory.concealment, risk)


def net_upkeep(servant: Servant, master: Master | None, options: Options) -> Working:
    """S-14.5, S-14.6: what the servant costs in this opening. A dead master is none."""
    if master is not None and master.state is MasterState.DEAD:
        master = None
    return numbers.upkeep(
        level=servant.level,
        magic=None if master is None else master.ranks.magic,
        strokes=0 if master is None else master.strokes,
        lowered=numbers.lowered_total(servant.lowered),
        fainted=master is not None and master.state is not MasterState.WELL,
        options=options,
    )
