"""Scenes in a line or two, as cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .table import case

Options = Mapping[str, Any]


def master(name: str, team: str, at: str = "r1", **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": "master", "team": team, "at": at, **more}


def servant(name: str, team: str, at: str = "r1", **more: Any) -> dict[str, Any]:
    return {"name": name, "team": team, "at": at, **more}


def caster(name: str, team: str, at: str = "r1", **more: Any) -> dict[str, Any]:
    skills = {"territory_creation": "C", "item_construction": "D"}
    return servant(name, team, at, **{"class": "caster", "skills": skills, **more})


def scene(
    people: Sequence[Mapping[str, Any]],
    declared: Mapping[str, Any] | None = None,
    options: Options | None = None,
    **given: Any,
) -> Any:
    """What comes out of one scene."""
    return case("scene", {"people": list(people), **given}, declared or {}, options=options or {})


def refused(found: Any) -> list[tuple[str, str, str]]:
    return [(each["who"], each["code"], each["clause"]) for each in found["refusals"]]
