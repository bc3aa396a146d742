"""A battle of bingo as a part of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from markupsafe import Markup

from ....core.working import Step, Working
from ....rules.bingo.facts import SideResult
from ...bingo.figure import what_came_of_it, what_was_used
from ...numbers import number
from ..battle import CardSide, Party, anchor_of, written_card
from ..pen import Pen
from ..workings import work_of
from .after import COLUMNS, after_battle
from .bouts import Bout
from .clauses import binds, clause_of
from .grid import lines_of, rows_of


@dataclass(frozen=True, slots=True)
class SideSight:
    """A side of the duel. `verdict` is the key of its word, `lost` is said below its name."""

    team: str
    name: str
    total: int | None
    verdict: str
    lost: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table of parts: its name and clause, and what each side has; `stroke` marks command spells."""

    name: str
    clause: str
    values: tuple[int, int]
    stroke: bool = False


@dataclass(frozen=True, slots=True)
class PartsTable:
    """Parts that add up: the rows, and the sums with the workings behind them."""

    rows: tuple[Row, ...]
    sums: tuple[int, int]
    anchors: tuple[str, str]
    workings: tuple[Markup, Markup]


def battle(pen: Pen, bout: Bout, headed: bool) -> Markup:
    """The whole of a battle. `headed`: it has a heading of its own, because the page tells of more than this one."""
    anchor, fought = anchor_of(bout.number), bout.fought
    return pen.write(
        "bingo.html",
        bout=bout,
        anchor=anchor,
        headed=headed,
        title=title_of(pen, bout),
        sides=sides_of(pen, bout),
        outcome=outcome_of(pen, bout) if headed else "",
        rows=[] if fought is None else rows_of(pen, fought, anchor),
        lines=[] if fought is None else [(side, list(lines_of(side))) for side in fought.sides],
        bingo=_bingo(bout),
        used=[] if fought is None else [(side.team, list(_parts(pen, side))) for side in fought.sides],
        totals=None if fought is None else _totals(pen, fought.sides, anchor),
        damage=None if fought is None else _damage(pen, bout, fought.sides, anchor),
        columns=COLUMNS,
        after=after_battle(pen, bout, alone=not headed),
        sentence=pen.prose.fact,
        clause_of=clause_of,
        binds=binds,
    )


def places_of(pen: Pen, bout: Bout) -> tuple[tuple[str, str], ...]:
    """The parts of a battle that the bar can lead to."""
    parts = ("board", "cells") if bout.fought is not None else ()
    return tuple((f"{anchor_of(bout.number)}-{part}", pen.say(f"bingo.{part}")) for part in parts)


def title_of(pen: Pen, bout: Bout) -> str:
    first, second = map(pen.prose.name, bout.teams)
    return pen.say("bingo.title", first=first, second=second)


def parties_of(pen: Pen, bout: Bout) -> tuple[Party, ...]:
    return tuple(Party((team,), pen.prose.name(team)) for team in bout.teams)


def is_over(bout: Bout) -> bool:
    return bout.reported is not None


def outcome_of(pen: Pen, bout: Bout) -> str:
    """The totals and who has won, in a sentence or two."""
    if bout.reported is None:
        return pen.say("bingo.under_way")
    return pen.prose.fact(bout.reported)


def card(pen: Pen, bout: Bout, to: str) -> Markup:
    """The result in short, as it stands in a story."""
    sides = [CardSide((side.team,), side.name, side.total, side.lost) for side in sides_of(pen, bout)]
    unit = pen.say("bingo.total")
    return written_card(pen, to, sides, unit, outcome_of(pen, bout), bout.happened, clause_of, binds)


def sides_of(pen: Pen, bout: Bout) -> tuple[SideSight, SideSight]:
    one, other = (_side(pen, bout, place) for place in (0, 1))
    return one, other


def _side(pen: Pen, bout: Bout, place: int) -> SideSight:
    team = bout.teams[place]
    totals, taken = bout.totals, bout.taken.get(team)
    verdict = "" if bout.winner is None else "draw" if not bout.winner else "won" if bout.winner == team else "lost"
    lost = [] if taken is None else [f"HP {number(-taken.taken.value) if taken.taken.value else '±0'}"]
    if taken is not None and taken.covered:
        lost.append(f"{pen.prose.name('master')} {number(-taken.covered)}")
    return SideSight(team, pen.prose.name(team), None if totals is None else totals[place], verdict, ", ".join(lost))


def _bingo(bout: Bout) -> frozenset[str]:
    """The rows and columns that are somebody's bingo, standing or blocked: their heads are marked."""
    if bout.fought is None:
        return frozenset()
    return frozenset(chain.from_iterable((*side.lines, *side.void_lines) for side in bout.fought.sides))


def _parts(pen: Pen, side: SideResult) -> Iterator[str]:
    """What a side put into the battle, and what its board came to."""
    yield from what_was_used(pen.prose, side)
    yield from what_came_of_it(pen.prose, side)


# Totals and damage


def _totals(pen: Pen, sides: tuple[SideResult, SideResult], anchor: str) -> PartsTable:
    """B-13.3, part by part."""
    workings = (sides[0].total, sides[1].total)
    names = ("board", "consolation", "phantasm_plus_once", "skills", "base_support", "mana_spent", "strokes")
    return _table(pen, [side.team for side in sides], names, workings, f"{anchor}-total")


def _damage(pen: Pen, bout: Bout, sides: tuple[SideResult, SideResult], anchor: str) -> PartsTable:
    """B-13.4; in the end what each servant has lost, where it is known, else what it is to suffer."""
    workings = (sides[0].damage, sides[1].damage)
    teams = [side.team for side in sides]
    table = _table(pen, teams, ("defeat", "bingo_lines", "tarot"), workings, f"{anchor}-damage")
    if len(bout.taken) < len(sides):
        return table
    one, other = (bout.taken[side.team] for side in sides)
    covered = Row(pen.prose.term_name("covered"), "B-9.5", (-one.covered, -other.covered))
    rows = (*table.rows, covered) if one.covered or other.covered else table.rows
    return PartsTable(rows, (one.taken.value, other.taken.value), table.anchors, table.workings)


def _table(
    pen: Pen, teams: Iterable[str], names: Iterable[str], workings: tuple[Working, Working], anchor: str
) -> PartsTable:
    rows = tuple(row for name in names if (row := _row(pen, name, workings)) is not None)
    anchors = (f"{anchor}-1", f"{anchor}-2")
    one, other = (_working(pen, team, each, at) for team, each, at in zip(teams, workings, anchors, strict=True))
    return PartsTable(rows, (workings[0].value, workings[1].value), anchors, (one, other))


def _working(pen: Pen, team: str, working: Working, anchor: str) -> Markup:
    """A working behind a title that says whose it is."""
    work = work_of(pen.prose, working)
    title = pen.say("bingo.working", team=pen.prose.name(team), title=work.title)
    return pen.part("folded", replace(work, title=title), anchor)


def _row(pen: Pen, name: str, workings: tuple[Working, Working]) -> Row | None:
    """A part of both sides, None where it is neither's."""
    terms = [[term for term in each.terms if term.name == name and term.step is not Step.NOT] for each in workings]
    if not any(terms):
        return None
    clause, source = next((term.clause, term.source) for each in terms for term in each)
    one, other = (sum(term.amount for term in each) for each in terms)
    label = pen.say("bingo.tarot") if name == "tarot" else pen.prose.term_name(name, source)
    return Row(label, clause, (one, other), stroke=name == "strokes")
