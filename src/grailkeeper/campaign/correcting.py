"""Corrections: the form of each kind of fact by which the keeper may correct, made from what the fact holds."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any

from ..core.codec import decode
from ..core.fact import Fact
from ..core.form import Choice, Field, Flag, Kind, Many, Number, Record, Text
from ..core.seat import Person
from .war import War

MOST = 99_999
REASON = "reason"

WHOSE = ("person", "team", "seat")
"""What the fields are called that say whose points a correction is of."""


def correction_form(war: War, kind: type[Fact], name: Callable[[str], str]) -> Record:
    """A field for each that the fact has, but for the reason, which is told with every correction.

    `name` says what a person, a team or a seat is called.
    """
    hints = typing.get_type_hints(kind)
    fields = [each for each in dataclasses.fields(kind) if each.name != REASON]
    return Record(
        tuple(
            Field(each.name, _kind(war, name, each.name, hints[each.name]), required=_required(each)) for each in fields
        )
    )


def _required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _kind(war: War, name: Callable[[str], str], field: str, hint: Any) -> Kind:
    """How a field of a fact is written: a person, a team or a seat by name, numbers, names and their like, lists."""
    inner = [each for each in typing.get_args(hint) if each is not type(None)]
    if typing.get_origin(hint) is tuple:
        return Many(_kind(war, name, field, inner[0]))
    if inner:
        return _kind(war, name, field, inner[0])
    if field == "person":
        return _choice(name, list(war.system.people(war.state)))
    if field in ("team", "seat"):
        return _choice(name, list(war.system.names(war.state) if field == "team" else _seat_teams(war)))
    if issubclass(hint, Enum):
        return Choice(tuple(str(each.value) for each in hint))
    return Flag() if hint is bool else Number(-MOST, MOST) if hint is int else Text()


def _choice(name: Callable[[str], str], keys: list[str]) -> Choice:
    return Choice(tuple(keys), names={key: name(key) for key in keys})


def _seat_teams(war: War) -> Mapping[str, str]:
    return {seat.key: seat.team for seat in war.system.seats(war.state)}


def says_nothing(data: Mapping[str, Any]) -> bool:
    """Whether a correction names somebody and corrects nothing of theirs."""
    return data.keys() <= set(WHOSE)


def correction_fact(kind: type[Fact], data: Mapping[str, Any], reason: str) -> Fact:
    """The fact of a correction that its form has read."""
    hints = typing.get_type_hints(kind)
    values = {name: _person(value) if hints[name] is Person else value for name, value in data.items()}
    if REASON in hints:
        values[REASON] = reason
    return decode(kind, values)


def _person(address: str) -> Mapping[str, str]:
    team, _, role = address.rpartition(".")
    return {"team": team, "role": role}


def concerned(war: War, fact: Fact) -> list[str]:
    """The seats of the team whose points are corrected: nobody where they are of no team, all where a fact does not say
    whose they are."""
    teams = _seat_teams(war)
    seat, person = getattr(fact, "seat", None), getattr(fact, "person", None)
    team = getattr(fact, "team", None) if person is None else war.system.people(war.state).get(str(person))
    if seat is None and team is None:
        return list(teams)
    return [key for key, of in teams.items() if key == seat or of == team]
