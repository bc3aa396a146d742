"""The map (C-23.7): regions as a drawing with a table beside it, and who stands where in a scene."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup

from ....core.seat import Role
from ....rules.chronicle.tables import GRID
from ....rules.chronicle.visibility import PublicRegion, View
from ..pen import Pen
from .places import Whereabouts

SIDE, MARGIN = 300, 50
"""The drawing is so wide and high, and keeps so far from its edges."""

MARKS_IN_A_ROW = 5
MARK_WIDE, MARK_HIGH = 22, 25
"""Marks of teams stand in rows above a region."""

DEFAULT_PLACES: Mapping[str, tuple[int, int]] = {
    "r1": (50, 50),
    "r2": (150, 50),
    "r3": (250, 50),
    "r4": (50, 150),
    "r5": (150, 150),
    "r6": (250, 150),
    "r7": (50, 250),
    "r8": (150, 250),
    "r9": (250, 250),
}
"""The default map laid out so that no edge crosses another."""


@dataclass(frozen=True, slots=True)
class MarkSight:
    """A team in a region, by the key of its sign: `servant` tells whether its servant is there."""

    sign: str
    x: int
    y: int
    servant: bool


@dataclass(frozen=True, slots=True)
class GroupSight:
    """People of one team in a region: the key of their sign, what they are called, and their roles."""

    sign: str
    name: str
    roles: str


@dataclass(frozen=True, slots=True)
class RegionSight:
    """A region: its number on the drawing, its name, where it is drawn, its neighbours, what is known to be there."""

    number: int
    key: str
    name: str
    x: int
    y: int
    neighbours: tuple[str, ...]
    marks: tuple[str, ...]
    teams: tuple[MarkSight, ...] = ()
    people: tuple[GroupSight, ...] = ()
    base: bool = False
    notes: tuple[str, ...] = ()

    @property
    def shows_number(self) -> bool:
        """Whether its number says more than its name: `3번 지역` has it."""
        return str(self.number) not in re.findall(r"\d+", self.name)


Edge = tuple[tuple[int, int], tuple[int, int]]


def head(pen: Pen) -> Markup:
    """The map of a war: what everybody may know of it; nothing where there is none."""
    regions = _regions(pen, Whereabouts())
    if not regions:
        return Markup("")
    return pen.write("chronicle_map.html", regions=regions, edges=_edges(pen), side=SIDE, whole=True)


def scene(pen: Pen, there: Whereabouts, anchor: str) -> Markup:
    """Who was where in a scene, as far as this reader knows; nothing where nothing is known."""
    regions = _regions(pen, there)
    if not regions or not (there.regions or there.away):
        return Markup("")
    return pen.write(
        "chronicle_map.html",
        regions=regions,
        edges=_edges(pen),
        side=SIDE,
        whole=False,
        anchor=anchor,
        away=[pen.prose.name(key) for key in there.away],
    )


def _view(pen: Pen) -> View | None:
    return pen.about.view if isinstance(pen.about.view, View) else None


def _edges(pen: Pen) -> list[Edge]:
    view = _view(pen)
    if view is None or view.table is None:
        return []
    places = layout([region.key for region in view.regions], view.table.edges)
    return [(places[one], places[other]) for one, other in view.table.edges]


def _regions(pen: Pen, there: Whereabouts) -> list[RegionSight]:
    view = _view(pen)
    if view is None or view.table is None:
        return []
    places = layout([region.key for region in view.regions], view.table.edges)
    numbers = {region.key: number for number, region in enumerate(view.regions, 1)}
    next_to = _neighbours(view.table.edges, numbers)
    return [_region(pen, each, places[each.key], numbers, next_to[each.key], there) for each in view.regions]


def _region(
    pen: Pen,
    region: PublicRegion,
    place: tuple[int, int],
    numbers: Mapping[str, int],
    neighbours: Iterable[str],
    there: Whereabouts,
) -> RegionSight:
    people = sorted(there.people.get(region.key, ()), key=lambda key: _in_groups(pen, key))
    return RegionSight(
        number=numbers[region.key],
        key=region.key,
        name=pen.prose.name(region.key),
        x=place[0],
        y=place[1],
        neighbours=tuple(pen.prose.name(key) for key in neighbours),
        marks=tuple(pen.say(f"chronicle.mark_{mark}") for mark in region.marks),
        teams=_teams(pen, people, there.shown.get(region.key, ()), place),
        people=tuple(_groups(pen, people)),
        base=region.key in there.bases,
        notes=tuple(_notes(pen, region.key, there)),
    )


def _notes(pen: Pen, region: str, there: Whereabouts) -> Iterable[str]:
    for team in there.bases.get(region, ()):
        yield pen.say("chronicle.base_of", team=pen.prose.name(team))
    for team in there.shown.get(region, ()):
        yield pen.say("chronicle.shown_of", team=pen.prose.name(team))
    if there.presences.get(region):
        yield pen.say("chronicle.presences", count=there.presences[region])


# Who stands there


def _group(pen: Pen, person: str) -> str:
    """The key of the sign under which a person stands: its team's, or its own."""
    known = pen.prose.person_of(person)
    return person if known is None else known.team


def _in_groups(pen: Pen, person: str) -> tuple[str, str]:
    """People of one team together, the master first."""
    known = pen.prose.person_of(person)
    return _group(pen, person), "" if known is None else known.role


def _groups(pen: Pen, people: Sequence[str]) -> Iterator[GroupSight]:
    """People by their teams, as they are listed."""
    for sign, group in groupby(people, key=lambda key: _group(pen, key)):
        known = [pen.prose.person_of(key) for key in group]
        roles = (pen.prose.name(person.role) for person in known if person is not None)
        yield GroupSight(sign, pen.prose.name(sign), ", ".join(roles))


def _teams(pen: Pen, people: Sequence[str], shown: Iterable[str], place: tuple[int, int]) -> tuple[MarkSight, ...]:
    """One mark for each team, in rows above the region; filled where its servant is there."""
    groups: dict[str, bool] = dict.fromkeys(shown, False)
    for person in people:
        known = pen.prose.person_of(person)
        servant = known is None or known.role is Role.SERVANT
        groups[_group(pen, person)] = groups.get(_group(pen, person), False) or servant
    made = []
    for at, (sign, servant) in enumerate(groups.items()):
        row, column = divmod(at, MARKS_IN_A_ROW)
        wide = min(len(groups) - row * MARKS_IN_A_ROW, MARKS_IN_A_ROW) * MARK_WIDE
        made.append(
            MarkSight(sign, place[0] - wide // 2 + column * MARK_WIDE, place[1] - 19 - MARK_HIGH * (row + 1), servant)
        )
    return tuple(made)


# Where regions are drawn


def layout(regions: Sequence[str], edges: Iterable[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """A place for each region: the default map as it is laid out, any other on a circle in its order."""
    if set(regions) == set(DEFAULT_PLACES) and _same(edges, GRID):
        return dict(DEFAULT_PLACES)
    middle, radius = SIDE / 2, SIDE / 2 - MARGIN
    turns = (2 * math.pi * place / len(regions) - math.pi / 2 for place in range(len(regions)))
    return {
        key: (round(middle + radius * math.cos(turn)), round(middle + radius * math.sin(turn)))
        for key, turn in zip(regions, turns, strict=True)
    }


def _same(edges: Iterable[tuple[str, str]], others: Iterable[tuple[str, str]]) -> bool:
    return {frozenset(edge) for edge in edges} == {frozenset(edge) for edge in others}


def _neighbours(edges: Iterable[tuple[str, str]], numbers: Mapping[str, int]) -> dict[str, list[str]]:
    found: dict[str, set[str]] = {key: set() for key in numbers}
    for one, other in edges:
        found[one].add(other)
        found[other].add(one)
    return {key: sorted(near, key=lambda each: numbers[each]) for key, near in found.items()}
