"""What is left of both teams after a battle, as far as one reader may know it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ....rules.bingo.people import Points, Team
from ....rules.bingo.visibility import View
from ...numbers import number
from ..pen import Pen
from .bouts import Bout

COLUMNS = ("servant_health", "servant_mana", "master_health", "master_mana", "strokes", "tarot_cards")


@dataclass(frozen=True, slots=True)
class After:
    """A number as it was and is; nothing where this reader may not know it."""

    before: str = ""
    now: str = ""


def after_battle(pen: Pen, bout: Bout, alone: bool) -> list[tuple[str, list[After]]]:
    """A row of numbers for each team, one for each column (B-14.18): of the own team all, of the other nothing.

    `alone`: the page tells of this battle and nothing else, so that its views before and after are the battle's.
    """
    views = (pen.about.before, pen.about.view) if alone else (None, None)
    rows = [(team, list(_row(_team(views[0], team), _team(views[1], team)))) for team in bout.teams]
    return rows if any(each.now for _, cells in rows for each in cells) else []


def _row(was: Team | None, now: Team | None) -> Iterator[After]:
    for person in ("servant", "master"):
        for what in ("health", "mana"):
            yield _change(_points(was, person, what), _points(now, person, what))
    for what in ("strokes", "tarot"):
        yield _change(_cards(was, what), _cards(now, what))


def _change(was: int | None, now: int | None) -> After:
    return After() if was is None or now is None else After(number(was), number(now))


def _points(team: Team | None, person: str, what: str) -> int | None:
    found = None if team is None else getattr(team, person)
    points: Points | None = None if found is None else getattr(found, what)
    return None if points is None else points.now


def _cards(team: Team | None, what: str) -> int | None:
    return None if team is None or team.master is None else len(getattr(team.master, what))


def _team(view: Any, team: str) -> Team | None:
    """The team as a view shows it from within: the own one, or any to the keeper; else None."""
    if not isinstance(view, View):
        return None
    if view.own is not None and view.own.key == team:
        return view.own
    return None if view.everything is None else view.everything.team(team)


def classes(view: Any) -> dict[str, str]:
    """The servant classes that a view shows, by team; everybody may know them."""
    if not isinstance(view, View):
        return {}
    return {team.key: team.servant_class.value for team in view.teams if team.servant_class is not None}
