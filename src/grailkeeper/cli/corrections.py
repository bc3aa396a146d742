"""Corrections: the form of each kind of fact by which the keeper may correct, made from what the fact holds."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from enum import Enum
from typing import Any

from ..core.codec import decode
from ..core.fact import Fact, Told
from ..core.form import Choice, Field, Flag, Kind, Many, Number, Record, Text, read
from ..core.seat import EVERYBODY, Person, Role, only
from .session import Exit
from .table import Table

MOST = 99_999
REASON = "reason"

_WHOSE = ("person", "team", "seat")
"""What the fields are called that say whose points a correction is of."""


def correction_of(table: Table, data: object, reason: str, public: bool) -> Told:
    """The correction that a file describes, told to the team concerned or to everybody; or the end of the command.

    The kind is the one that understands the file; where none does, the problems are those of the nearest.
    """
    identify = table.prose.words.identify
    attempts = [(kind, *read(_form(table, kind), data, identify)) for kind in table.war.system.corrections]
    kind, found, problems = min(attempts, key=lambda attempt: len(attempt[2]))
    if problems:
        table.session.refuse(table.prose, problems)
    assert isinstance(found, Mapping)
    if found.keys() <= set(_WHOSE):
        table.session.stop(Exit.WRONG, "correct.nothing")
    fact = _fact(kind, found, reason)
    return Told(fact, EVERYBODY if public else only(_seats(table, fact)))


def _form(table: Table, kind: type[Fact]) -> Record:
    """A field for each that the fact has, but for the reason, which is given on the command line."""
    hints = typing.get_type_hints(kind)
    fields = [each for each in dataclasses.fields(kind) if each.name != REASON]
    return Record(
        tuple(Field(each.name, _kind(table, each.name, hints[each.name]), required=_required(each)) for each in fields)
    )


def _required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def _kind(table: Table, name: str, hint: Any) -> Kind:
    """How a field of a fact is written: a person, a team or a seat by name, numbers, names and their like, lists."""
    inner = [each for each in typing.get_args(hint) if each is not type(None)]
    if typing.get_origin(hint) is tuple:
        return Many(_kind(table, name, inner[0]))
    if inner:
        return _kind(table, name, inner[0])
    if hint is Person:
        return _choice(table, _people(table))
    if name in ("team", "seat"):
        keys = table.war.system.names(table.war.state) if name == "team" else _seat_teams(table)
        return _choice(table, list(keys))
    if issubclass(hint, Enum):
        return Choice(tuple(str(each.value) for each in hint))
    return Flag() if hint is bool else Number(-MOST, MOST) if hint is int else Text()


def _choice(table: Table, keys: list[str]) -> Choice:
    return Choice(tuple(keys), names={key: table.prose.name(key) for key in keys})


def _people(table: Table) -> list[str]:
    teams = table.war.system.names(table.war.state)
    return [f"{team}.{role.value}" for team in teams for role in (Role.MASTER, Role.SERVANT)]


def _seat_teams(table: Table) -> Mapping[str, str]:
    return {seat.key: seat.team for seat in table.war.system.seats(table.war.state)}


def _fact(kind: type[Fact], data: Mapping[str, Any], reason: str) -> Fact:
    hints = typing.get_type_hints(kind)
    values = {name: _person(value) if hints[name] is Person else value for name, value in data.items()}
    if REASON in hints:
        values[REASON] = reason
    return decode(kind, values)


def _person(address: str) -> Mapping[str, str]:
    team, _, role = address.rpartition(".")
    return {"team": team, "role": role}


def _seats(table: Table, fact: Fact) -> list[str]:
    """The seats of the team whose points are corrected; all, where a fact does not say whose they are."""
    seat, person = getattr(fact, "seat", None), getattr(fact, "person", None)
    team = person.team if isinstance(person, Person) else getattr(fact, "team", None)
    teams = _seat_teams(table)
    return [key for key, of in teams.items() if key == seat or of == team] or list(teams)
