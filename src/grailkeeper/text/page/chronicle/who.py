"""What the people of a battle are called on a page, and by whose sign they go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ....core.seat import Role
from ....rules.chronicle.visibility import View
from ...template import join
from ..pen import Pen
from .fight import Camp, Fight


@dataclass(frozen=True, slots=True)
class Who:
    """A person: its full name, the key of its sign, its row.

    `short` is a name that is clear within its side, `brief` one that is clear in the whole battle.
    """

    key: str
    name: str
    short: str
    brief: str
    sign: str
    row: str = ""


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody in a battle."""

    people: Mapping[str, Who]
    camps: Mapping[str, str]

    def __getitem__(self, person: str) -> Who:
        return self.people[person]

    def camp(self, camp: Camp) -> str:
        """What a side is called."""
        return self.camps[camp.key]


def cast(pen: Pen, fight: Fight) -> Cast:
    """Everybody of a battle by key."""
    people = {key: who for camp in fight.camps for key, who in _people(pen, fight, camp).items()}
    return Cast(people, {camp.key: _camp_name(pen, camp) for camp in fight.camps})


def _people(pen: Pen, fight: Fight, camp: Camp) -> dict[str, Who]:
    short = _shorts(pen, camp)
    sign = next((key for key in (*camp.people, camp.key) if pen.knows(key)), camp.key)
    return {
        key: Who(
            key=key,
            name=pen.prose.name(key),
            short=short[key],
            brief=_brief(pen, camp, key),
            sign=_sign(pen, key, sign),
            row=str(pen.prose.value(fight.rows[key])) if key in fight.rows else "",
        )
        for key in camp.people
    }


def _sign(pen: Pen, key: str, camp: str) -> str:
    """Whose sign a person has: its own, its team's where it goes by one, else that of its side."""
    if pen.knows(key):
        return key
    person = None if key in pen.prose.names else pen.prose.person_of(key)
    return camp if person is None else person.team


def _shorts(pen: Pen, camp: Camp) -> dict[str, str]:
    """Who goes by team and role goes by the role alone, where it is the only one of it on its side."""
    known = {key: pen.prose.person_of(key) for key in camp.people if key not in pen.prose.names}
    roles = [person.role for person in known.values() if person is not None]
    return {
        key: pen.prose.name(person.role)
        if (person := known.get(key)) is not None and roles.count(person.role) == 1
        else pen.prose.name(key)
        for key in camp.people
    }


def _brief(pen: Pen, camp: Camp, key: str) -> str:
    """Who stands alone for its side goes by its team, where it goes by team and role."""
    person = None if key in pen.prose.names else pen.prose.person_of(key)
    return pen.prose.name(key if person is None or len(camp.people) > 1 else person.team)


def _camp_name(pen: Pen, camp: Camp) -> str:
    """A side goes by its teams, or by its own name, or by its people."""
    names = pen.prose.names
    people = [pen.prose.person_of(key) for key in camp.people if key not in names]
    teams = dict.fromkeys(person.team for person in people if person is not None)
    if teams and None not in people and len(people) == len(camp.people):
        return join([pen.prose.name(team) for team in teams], pen.language)
    if names.get(camp.key, camp.key) != camp.key:
        return pen.prose.name(camp.key)
    return join([pen.prose.name(key) for key in camp.people], pen.language)


def classes(view: Any) -> dict[str, str]:
    """The servant classes that a view shows: by person, and by team for those who go by it.

    Where several teams have servants of one class, the first of them has its sign; a sign must tell teams apart.
    """
    if not isinstance(view, View):
        return {}
    found: dict[str, str] = {}
    for servant_class, keys in _known(view):
        if servant_class not in found.values():
            found |= dict.fromkeys(keys, servant_class)
    return found


def _known(view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each class that is known, with the servant of it, its master and its team; the own ones first."""
    sheets = () if view.own is None else view.own.people
    if view.everything is not None:
        sheets = tuple(view.everything.people.values())
    for person in sheets:
        if person.servant is not None and person.servant.servant_class is not None:
            team = (each.key for each in sheets if each.team == person.team and each.is_master)
            yield person.servant.servant_class.value, (person.key, person.team, *team)
    for servant in view.servants:
        if servant.servant_class is not None:
            yield servant.servant_class.value, (servant.key, *_named_after(servant.key))


def _named_after(servant: str) -> tuple[str, ...]:
    """The team and master who go by the same name as a servant."""
    team, _, role = servant.rpartition("_")
    return (team, f"{team}_{Role.MASTER}") if team and role == Role.SERVANT else ()
