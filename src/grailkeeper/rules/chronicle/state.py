"""What a war of chronicle remembers between two questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...core.record import replace
from ...core.seat import Audience, Role, Seat, only
from .field import Battle, Fighter, Result
from .options import Options
from .people import Life, Person, Pool, Team
from .scene.state import War
from .tables import CITIZENS


@dataclass(frozen=True, slots=True)
class Region:
    """C-23.7. `marks` are study, labor, shop; `citizens` those left."""

    key: str
    name: str
    marks: tuple[str, ...] = ()
    citizens: int = CITIZENS
    base_bonus: int = 0
    ley_line: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A war. `roster` is the order of the seats (C-Q51 and wherever a seat comes first), `order` that of the teams.

    `battle_count` is the number of the last battle announced; `battles` those under way, by number; `results` those
    over, for the scene to take up.
    """

    options: Options
    people: Mapping[str, Person]
    roster: tuple[str, ...]
    teams: Mapping[str, Team]
    order: tuple[str, ...]
    scene: int = 0
    night: bool = False
    regions: Mapping[str, Region] = field(default_factory=dict)
    edges: tuple[tuple[str, str], ...] = ()
    battle_count: int = 0
    battles: Mapping[str, Battle] = field(default_factory=dict)
    results: tuple[Result, ...] = ()
    war: War | None = None

    def battle(self, number: int) -> Battle:
        return self.battles[str(number)]

    def in_order(self, people: Iterable[str]) -> tuple[str, ...]:
        """These people in seat order."""
        wanted = set(people)
        return tuple(key for key in self.roster if key in wanted)

    def of_team(self, team: str) -> tuple[Person, ...]:
        """The people of a team in seat order."""
        return tuple(self.people[key] for key in self.roster if self.people[key].team == team)

    def masters(self, team: str) -> tuple[Person, ...]:
        return tuple(person for person in self.of_team(team) if person.is_master)


# Who sits where, who learns


def seats(state: State) -> tuple[Seat, ...]:
    """The seats in order; a seat is of the team of its living person, the master's before the servant's."""
    roles: dict[str, set[Role]] = {}
    for key in state.roster:
        person = state.people[key]
        roles.setdefault(person.seat, set()).add(person.role)
    teams = team_of_seats(state)
    return tuple(Seat(key, team, tuple(role for role in Role if role in roles[key])) for key, team in teams.items())


def team_of_seats(state: State) -> Mapping[str, str]:
    """The team that each seat is of, in the order of seats."""
    teams: dict[str, str] = {}
    ranks: dict[str, tuple[bool, bool]] = {}
    for key in state.roster:
        person = state.people[key]
        rank = (person.life is not Life.ALIVE, person.master is None)
        if not person.npc and (person.seat not in ranks or rank < ranks[person.seat]):
            teams[person.seat], ranks[person.seat] = person.team, rank
    return teams


def seats_of(state: State, teams: Iterable[str]) -> tuple[str, ...]:
    """The keys of the seats that are of these teams now."""
    wanted = set(teams)
    return tuple(seat for seat, team in team_of_seats(state).items() if team in wanted)


def told_to(state: State, *teams: str) -> Audience:
    """The audience of these teams as they sit now."""
    return only(seats_of(state, teams))


def seat_for(state: State, team: str) -> str:
    """The seat that is asked for a team: the living master's, else the first person's."""
    people = state.of_team(team)
    return min(people, key=lambda person: (person.life is not Life.ALIVE, not person.is_master)).seat


def teams_in(state: State, battle: Battle) -> tuple[str, ...]:
    """The teams whose people are in a battle, in the order of teams."""
    there = {state.people[key].team for key in battle.setting.people}
    return tuple(team for team in state.order if team in there)


def side_teams(state: State, people: Iterable[str]) -> tuple[str, ...]:
    """The teams of these people, in the order of teams."""
    there = {state.people[key].team for key in people}
    return tuple(team for team in state.order if team in there)


# How records change


def with_person(state: State, key: str, /, **change: Any) -> State:
    return replace(state, people={**state.people, key: replace(state.people[key], **change)})


def with_team(state: State, key: str, /, **change: Any) -> State:
    return replace(state, teams={**state.teams, key: replace(state.teams[key], **change)})


def with_battle(state: State, number: int, /, **change: Any) -> State:
    return replace(state, battles={**state.battles, str(number): replace(state.battle(number), **change)})


def with_fighter(state: State, number: int, key: str, /, **change: Any) -> State:
    fighters: Mapping[str, Fighter] = state.battle(number).fighters
    return with_battle(state, number, fighters={**fighters, key: replace(fighters[key], **change)})


def with_fighting(state: State, number: int, key: str, fighter: Mapping[str, Any], person: Mapping[str, Any]) -> State:
    """A change of somebody in a battle and on the sheet at once."""
    battle = state.battle(number)
    fighters = {**battle.fighters, key: replace(battle.fighters[key], **fighter)}
    people = {**state.people, key: replace(state.people[key], **person)}
    return replace(state, people=people, battles={**state.battles, str(number): replace(battle, fighters=fighters)})


def added(pool: Pool, more: int) -> Pool:
    return replace(pool, now=pool.now + more) if more else pool
