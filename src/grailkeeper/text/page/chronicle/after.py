"""What a battle has cost everybody, as far as one reader may know it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ....rules.chronicle import facts as f
from ....rules.chronicle import outcomes as o
from ....rules.chronicle.people import Pool
from ....rules.chronicle.visibility import View
from ...numbers import number
from ..pen import Pen
from .fight import Fight
from .who import Cast, Who


class Column(StrEnum):
    """What the table tells of a person."""

    LOST_HEALTH = "lost_health"
    LOST_MANA = "lost_mana"
    PAID = "paid"
    HEALTH = "health"
    MANA = "mana"


@dataclass(frozen=True, slots=True)
class Cell:
    """A number, or points as they were and are; nothing where this reader may not know it."""

    now: str = ""
    before: str = ""
    most: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A person: its cells, and how it left the field."""

    who: Who
    cells: tuple[Cell, ...]
    fate: str


@dataclass(frozen=True, slots=True)
class AfterTable:
    """A row for each person. Columns of which nobody knows anything are left out."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def after_battle(pen: Pen, fight: Fight, cast: Cast, alone: bool) -> AfterTable:
    """C-18: what attacks took is everybody's to know who fought; pools and prices the own team's.

    `alone`: the page tells of this battle and nothing else, so that its views before and after are the battle's.
    """
    views = (pen.about.before, pen.about.view) if alone else (None, None)
    cells = {key: {column: _CELLS[column](fight, key, views) for column in Column} for key in fight.people}
    columns = tuple(column for column in Column if any(each[column].now for each in cells.values()))
    rows = (
        Row(cast[key], tuple(mine[column] for column in columns), ", ".join(_fates(pen, fight, key)))
        for key, mine in cells.items()
    )
    return AfterTable(columns, tuple(rows))


Views = tuple[Any, Any]


def _lost_health(fight: Fight, person: str, _: Views) -> Cell:
    return Cell(number(-fight.lost(person)[0]))


def _lost_mana(fight: Fight, person: str, _: Views) -> Cell:
    return Cell(number(-fight.lost(person)[1]))


def _paid(fight: Fight, person: str, _: Views) -> Cell:
    """Known of those whose cards are known."""
    if person not in fight.laid:
        return Cell()
    paid = (fact.price.value for fact in fight.facts if isinstance(fact, f.Paid) and fact.person == person)
    return Cell(number(sum(paid)))


def _health(_: Fight, person: str, views: Views) -> Cell:
    return _change(*(_pool(view, person, "health") for view in views))


def _mana(_: Fight, person: str, views: Views) -> Cell:
    return _change(*(_pool(view, person, "mana") for view in views))


_CELLS: Mapping[Column, Callable[[Fight, str, Views], Cell]] = {
    Column.LOST_HEALTH: _lost_health,
    Column.LOST_MANA: _lost_mana,
    Column.PAID: _paid,
    Column.HEALTH: _health,
    Column.MANA: _mana,
}


def _change(was: Pool | None, now: Pool | None) -> Cell:
    if was is None or now is None:
        return Cell()
    return Cell(number(now.now), number(was.now), number(now.maximum))


def _pool(view: Any, person: str, what: str) -> Pool | None:
    """A pool as a view shows it: of the own people, or to the keeper of all."""
    if not isinstance(view, View):
        return None
    own = {} if view.own is None else {each.key: each for each in view.own.people}
    everybody = own if view.everything is None else view.everything.people
    pool: Pool | None = getattr(everybody.get(person), what, None)
    return pool


def _fates(pen: Pen, fight: Fight, person: str) -> Iterator[str]:
    """How somebody left the field, or can do nothing more."""
    for fact in fight.facts:
        match fact:
            case f.Fell(person=who) if who == person:
                yield pen.say(f"chronicle.fate_{fact.fate}")
            case f.Escaped(person=who) if who == person:
                yield pen.say("chronicle.fate_escaped")
            case f.RetreatEnded(success=True) if person in (fact.person, *fact.taking):
                yield pen.say("chronicle.fate_retreated")
            case o.Injured(person=who) if who == person:
                yield pen.say("chronicle.fate_injured")
