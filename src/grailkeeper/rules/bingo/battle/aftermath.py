"""What is asked after a battle, as far as there is anything to be decided (B-9.5, B-14.13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....core.form import Form, Record
from ....core.record import replace
from ..orders import Holdings, aftermath_record
from ..state import Damage
from .check import Spot, no_support


def aftermath_form(kind: str, spot: Spot, own: Holdings, damage: Damage | None, supported: bool) -> Form:
    """The form after a battle. `damage` is the own servant's, None before it is known: then anything may be said."""
    supplies = {"strokes": len(own.strokes)}
    record = aftermath_record(own, 0 if damage is None else damage.bingo)
    if damage is None:
        return Form(kind, record, supplies)
    idle = frozenset(_idle(spot, own, damage, supported))
    fields = tuple(replace(each, offered=each.name not in idle) for each in record.fields)
    return Form(kind, Record(fields), supplies, about=_about(spot, damage, nothing=len(idle) == len(fields)))


def _idle(spot: Spot, own: Holdings, damage: Damage, supported: bool) -> Iterator[str]:
    """What nothing can be done by: no damage to take over, nobody to take it, nobody who falls or could be saved."""
    if not damage.bingo or not supported or any(no_support(spot, "cover")):
        yield "cover"
    servant = spot.team.servant
    if not own.strokes or servant is None or servant.health.now > damage.total:
        yield "rescue"


def _about(spot: Spot, damage: Damage, nothing: bool) -> Mapping[str, Mapping[str, Any]]:
    """What the servant is about to suffer, whether it falls by it, and what its master has left."""
    servant, master = spot.team.servant, spot.team.living_master
    told: dict[str, Mapping[str, Any]] = {
        "damage": {name: getattr(damage, name) for name in ("total", "defeat", "bingo", "tarot")}
    }
    if servant is not None:
        left = servant.health.now - damage.total
        told["stands" if left > 0 else "falls"] = {"health": servant.health.now, "left": max(0, left)}
    if nothing:
        return told | {"nothing": {}}
    return told if master is None else told | {"master": {"health": master.health.now}}
