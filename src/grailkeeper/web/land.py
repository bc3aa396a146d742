"""Where a war is played, as its keeper may lay it out when opening it: a map of regions with their neighbours where the
rules have one, else what fields the rules have for it. What is left as it was is what the rulebook has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.form import Form, Record
from ..core.problem import Problem, malformed
from ..core.system import RuleSystem
from ..rules.chronicle.scene.setup import MARKS, edges_of, regions_of
from ..text.clean import clean
from ..text.prose import Prose
from .filled import raw_of, typed

MOST_REGIONS = 16
NUMBERS = ("citizens", "base_bonus", "ley_line")
"""What a region of a map has, in numbers; beside its name, its neighbours and its marks."""

FIELDS: Mapping[str, tuple[str, ...]] = {"bingo": ("regions",), "mirror": ("war",)}
"""The fields of a setup that lay out where a war is played, by the name of the system."""

MAPPED = ("chronicle",)
"""The systems in which that is a map."""


@dataclass(frozen=True, slots=True)
class Row:
    """A region as it is written into its row of the table. `next` are the numbers of its neighbours' rows."""

    number: int
    name: str = ""
    next: str = ""
    marks: frozenset[str] = frozenset()
    numbers: tuple[tuple[str, str], ...] = tuple((each, "") for each in NUMBERS)


def record_of(system: RuleSystem[Any]) -> Record:
    """The fields by which a system's land is laid out; none where it has none, or a map."""
    names = FIELDS.get(system.name, ())
    return Record(tuple(each for each in system.setup.fields if each.name in names))


def has_map(system: RuleSystem[Any]) -> bool:
    return system.name in MAPPED


def usual_rows(prose: Prose) -> tuple[Row, ...]:
    """The rulebook's own map, as it would be written into the table."""
    regions, edges = regions_of({}), edges_of({})
    places = {key: place for place, key in enumerate(regions, 1)}
    near: dict[str, list[int]] = {key: [] for key in regions}
    for one, other in edges:
        near[one].append(places[other])
        near[other].append(places[one])
    return tuple(
        Row(
            places[key],
            prose.name(region.name),
            ", ".join(map(str, sorted(near[key]))),
            frozenset(region.marks),
            tuple((each, str(getattr(region, each) or "")) for each in NUMBERS),
        )
        for key, region in regions.items()
    )


def rows_sent(sent: Mapping[str, str], prose: Prose) -> tuple[Row, ...]:
    """The table as it was sent, the rulebook's own where none was."""
    if not any(name.startswith("region.") for name in sent):
        return usual_rows(prose)
    rows = (_row(sent, number) for number in range(1, MOST_REGIONS + 1))
    return tuple(row for row in rows if row != Row(row.number))


def _row(sent: Mapping[str, str], number: int) -> Row:
    def given(name: str) -> str:
        return clean(sent.get(f"region.{number}.{name}", "")).strip()[:80]

    marks = frozenset(mark for mark in MARKS if given(mark))
    return Row(number, given("name"), given("next"), marks, tuple((each, given(each)) for each in NUMBERS))


def laid_out(
    system: RuleSystem[Any], sent: Mapping[str, str], prose: Prose
) -> tuple[Mapping[str, Any], tuple[Problem, ...]]:
    """What a setup says of the land, and what is wrong with how it was filled in."""
    if has_map(system):
        rows = rows_sent(sent, prose)
        return ({}, ()) if rows == usual_rows(prose) else (_map(rows), tuple(_map_problems(rows)))
    record = record_of(system)
    raw = raw_of(Form("setup", record), typed(sent), prose.words)
    unclear = (malformed("unclear_land", "", given=each.given[:40]) for each in raw.questions)
    return raw.order, (*raw.problems, *unclear)


def _key(number: int) -> str:
    return f"r{number}"


def _map(rows: tuple[Row, ...]) -> dict[str, Any]:
    known = {row.number for row in rows}
    edges = {(min(row.number, near), max(row.number, near)) for row in rows for near in _near(row) if near in known}
    return {
        "regions": {_key(row.number): _region(row) for row in rows},
        "map": [[_key(one), _key(other)] for one, other in sorted(edges) if one != other],
    }


def _region(row: Row) -> dict[str, Any]:
    """Numbers as they are written: the rules say what is wrong with one."""
    numbers = {name: text for name, text in row.numbers if text}
    return {"name": row.name, "marks": [mark for mark in MARKS if mark in row.marks], **numbers}


def _near(row: Row) -> tuple[int, ...]:
    parts = row.next.replace(",", " ").split()
    return tuple(int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 4)


def _map_problems(rows: tuple[Row, ...]) -> Iterator[Problem]:
    numbers, names = {row.number for row in rows}, [row.name for row in rows]
    if len(rows) < 2:
        yield malformed("few_regions", "", least=2)
    for row in rows:
        if not row.name:
            yield malformed("nameless_region", "", number=row.number)
        if len(_near(row)) != len(row.next.replace(",", " ").split()) or not set(_near(row)) <= numbers - {row.number}:
            yield malformed("bad_neighbours", "", number=row.number, given=row.next)
    for name in sorted({name for name in names if name and names.count(name) > 1}):
        yield malformed("region_twice", "", given=name)
    if len(rows) > 1 and not _is_one(rows):
        yield malformed("map_apart", "")


def _is_one(rows: tuple[Row, ...]) -> bool:
    """Whether every region can be reached from every other."""
    ways: dict[int, set[int]] = {row.number: set() for row in rows}
    for row in rows:
        for near in set(_near(row)) & ways.keys():
            ways[row.number].add(near)
            ways[near].add(row.number)
    reached, next_to = set[int](), {rows[0].number}
    while next_to:
        reached |= next_to
        next_to = {near for each in next_to for near in ways[each]} - reached
    return len(reached) == len(rows)
