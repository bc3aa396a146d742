"""What is left of everybody after a battle, as far as one reader may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ....core.seat import Role
from ....core.working import Step
from ....rules.sceneplay import facts as f
from ....rules.sceneplay.people import Master, Points
from ....rules.sceneplay.visibility import View
from ...numbers import number
from ..pen import Pen
from .fight import Fight


class Column(StrEnum):
    """What the table tells of a team."""

    HEALTH = "health"
    MANA = "mana"
    LUCK = "luck_uses"
    STROKES = "strokes"
    RESERVES = "reserves"


@dataclass(frozen=True, slots=True)
class Cell:
    """A change of points as it was and is; or words; or nothing that this reader may know. `note` is added to it."""

    before: str = ""
    now: str = ""
    words: str = ""
    note: str = ""

    @property
    def closed(self) -> bool:
        return not (self.now or self.words)


@dataclass(frozen=True, slots=True)
class AfterTable:
    """A row of cells for each team, one for each column."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True, slots=True)
class Views:
    """What this reader's views showed before the page's one battle and after it; nothing where it tells of more."""

    before: Any = None
    after: Any = None


def after_battle(pen: Pen, fight: Fight, alone: bool) -> AfterTable:
    """Whoever fought knows of both sides what the judgments showed, and of the own team everything (S-10.20).

    `alone`: the page tells of this battle and nothing else, so that its views before and after are the battle's.
    """
    views = Views(pen.about.before, pen.about.view) if alone else Views()
    columns = tuple(Column)
    rows = tuple((team, tuple(_CELLS[column](pen, fight, team, views) for column in columns)) for team in fight.teams)
    return AfterTable(columns, rows)


def _health(pen: Pen, fight: Fight, team: str, views: Views) -> Cell:
    change = _change(pen, fight, team, "health", views)
    return change or Cell(now=number(-fight.damage.get(team, 0)))


def _mana(pen: Pen, fight: Fight, team: str, views: Views) -> Cell:
    change = _change(pen, fight, team, "mana", views)
    if change is not None or fight.sheet(team) is None:
        return change or Cell()
    uses = (use for each in fight.rounds for spent in each.spent if spent.team == team for use in spent.uses)
    return _spent(pen, sum(use.price for use in uses))


def _luck(pen: Pen, fight: Fight, team: str, _: Views) -> Cell:
    """The own declaration is known; of the others, luck that moved a roll (S-11.1)."""
    sheet = fight.sheet(team)
    made = (each.made for each in fight.rounds)
    moved = {one.attacker if retry.by_attacker else one.defender for one in made for retry in one.retries}
    if team in moved or (sheet is not None and sheet.luck is not None):
        return Cell(words=pen.say("sceneplay.used_luck"))
    return Cell() if sheet is None else Cell(words=pen.say("sceneplay.unused"))


def _strokes(pen: Pen, fight: Fight, team: str, views: Views) -> Cell:
    before, now = (_master(view, team) for view in (views.before, views.after))
    if before is not None and now is not None:
        return Cell(str(before.strokes), str(now.strokes))
    sheet = fight.sheet(team)
    if sheet is None:
        return Cell()
    escape = sum(fact.strokes for fact in fight.happened if isinstance(fact, f.StrokesSpent) and fact.team == team)
    return _spent(pen, sheet.strokes + escape, "spent_strokes")


def _reserves(pen: Pen, fight: Fight, team: str, _: Views) -> Cell:
    """S-Q90: what was added to a judgment is seen by both sides, as a term of its chance."""
    terms = (term for each in fight.rounds for term in each.made.chance.terms if term.step is not Step.NOT)
    return _spent(pen, sum(term.amount for term in terms if term.name == "reserve" and term.source == team))


def _spent(pen: Pen, amount: int, key: str = "spent") -> Cell:
    return Cell(words=pen.say(f"sceneplay.{key}", amount=amount) if amount else pen.say("sceneplay.unused"))


_CELLS: Mapping[Column, Callable[[Pen, Fight, str, Views], Cell]] = {
    Column.HEALTH: _health,
    Column.MANA: _mana,
    Column.LUCK: _luck,
    Column.STROKES: _strokes,
    Column.RESERVES: _reserves,
}


# What a view shows of a team


def _team(view: Any, team: str) -> Any:
    """The team as a view shows it from within: the own one, or any to the keeper; else None."""
    if not isinstance(view, View):
        return None
    if view.own is not None and view.own.key == team:
        return view.own
    return None if view.everything is None else view.everything.teams.get(team)


def _master(view: Any, team: str) -> Master | None:
    found = _team(view, team)
    return None if found is None else found.master


def _change(pen: Pen, fight: Fight, team: str, what: str, views: Views) -> Cell | None:
    """Health or mana of whoever fought, as two views show it; a master beside a servant only where it changed."""
    was, now = (_team(view, team) for view in (views.before, views.after))
    fighter = Role.SERVANT if fight.setting is None else fight.setting.fighter(team)
    before, after = (_points(found, fighter, what) for found in (was, now))
    if before is None or after is None:
        return None
    note = ""
    beside = [_points(found, Role.MASTER, what) for found in (was, now)]
    if fighter is Role.SERVANT and beside[0] is not None and beside[1] is not None and beside[0] != beside[1]:
        note = f"{pen.prose.name('master')} {number(beside[0].now)} → {number(beside[1].now)}"
    return Cell(number(before.now), number(after.now), note=note)


def _points(found: Any, role: Role, what: str) -> Points | None:
    person = None if found is None else getattr(found, role.value)
    return None if person is None else getattr(person, what)


def classes(view: Any) -> dict[str, str]:
    """The servant classes that a view shows, by team."""
    if not isinstance(view, View):
        return {}
    teams = [_team(view, each.key) for each in view.teams]
    return {each.key: each.servant.servant_class.value for each in teams if each and each.servant}
