"""What a war of bingo remembers between two questions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ...core.record import replace
from ...core.seat import Audience, Role, Seat, only
from .options import Options
from .people import Team

ROLES = (Role.MASTER, Role.SERVANT)


class Extent(StrEnum):
    """How much is played: a whole war, or one scene or battle of it."""

    WAR = "war"
    SCENE = "scene"
    BATTLE = "battle"


class Stage(StrEnum):
    """Where a war stands, in the order of a scene's life."""

    CREATION = "creation"
    REGISTRATION = "registration"
    OPENING = "opening"
    MOVES = "moves"
    BATTLES = "battles"
    OVER = "over"


class SideRole(StrEnum):
    """B-14.9."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


@dataclass(frozen=True, slots=True)
class Pair:
    """B-14.12: two teams that battle, in the order of the ring; `roles` in the same order."""

    teams: tuple[str, str]
    roles: tuple[SideRole, SideRole] = (SideRole.ATTACKER, SideRole.ATTACKER)

    @property
    def key(self) -> str:
        return "-".join(self.teams)


@dataclass(frozen=True, slots=True)
class Damage:
    """B-13.4: what a servant suffers in a battle; only the bingo part can be taken over."""

    defeat: int = 0
    bingo: int = 0
    tarot: int = 0

    @property
    def total(self) -> int:
        return self.defeat + self.bingo + self.tarot


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle that is reckoned and not yet over: the damage by team, and the teams whose masters supported."""

    damage: Mapping[str, Damage]
    supported: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Meeting:
    """B-1.2: what happens in one region: the pairs still to battle, the first of them now.

    `strokes_open`: strokes may be spent before it (B-14.22). `fought`: its orders are revealed, and the masters
    are asked what they take over.
    """

    region: str
    pairs: tuple[Pair, ...]
    strokes_open: bool = True
    fought: Fought | None = None

    @property
    def pair(self) -> Pair:
        return self.pairs[0]

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams of the pairs that are left, each once."""
        return tuple(dict.fromkeys(team for pair in self.pairs for team in pair.teams))


@dataclass(frozen=True, slots=True)
class State:
    """A war. `scene` counts from 1; `alliances` are pairs of team keys, each in team order.

    `drawn`: the six cards of each team while they are registered (B-14.7). `winners`: of a war that is over.
    """

    options: Options
    seats: tuple[Seat, ...]
    teams: tuple[Team, ...]
    regions: tuple[str, ...]
    stage: Stage
    extent: Extent = Extent.WAR
    scene: int = 1
    alliances: tuple[tuple[str, str], ...] = ()
    meetings: tuple[Meeting, ...] = ()
    drawn: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    winners: tuple[str, ...] = ()

    def team(self, key: str) -> Team:
        return next(team for team in self.teams if team.key == key)

    def meeting(self, pair: str) -> Meeting | None:
        """The meeting in which the pair of that key battles now."""
        return next((each for each in self.meetings if each.pair.key == pair), None)

    def allied(self, one: str, other: str) -> bool:
        return (one, other) in self.alliances or (other, one) in self.alliances

    def in_order(self, one: str, other: str) -> tuple[str, str]:
        """Two teams in team order."""
        first, second = (team.key for team in self.teams if team.key in (one, other))
        return first, second


# Who is asked, who learns


def seats_of(state: State, *teams: str) -> tuple[str, ...]:
    """The keys of the seats that are of these teams now."""
    return tuple(seat.key for seat in state.seats if seat.team in teams)


def told_to(state: State, *teams: str) -> Audience:
    """The audience of these teams as they sit now."""
    return only(seats_of(state, *teams))


def seat_for(state: State, team: str, first: Role) -> str:
    """The seat that answers for a team: that of the `first` of its two people, if it is there, else the other's.

    It hangs only on what everybody knows: who is dead or vanished. An exhausted master is a secret (B-14.18), so
    the servant's seat always gives the orders that an exhausted master could not (B-14.10).
    """
    there = state.team(team)
    present = {Role.MASTER: there.living_master is not None, Role.SERVANT: there.existing_servant is not None}
    order = [first, *(role for role in ROLES if role is not first)]
    own = [seat for seat in state.seats if seat.team == team]
    held = (seat.key for role in order if present[role] for seat in own if role in seat.roles)
    return next(held, own[0].key)


# How records change


def with_team(state: State, key: str, **change: Any) -> State:
    teams = tuple(replace(team, **change) if team.key == key else team for team in state.teams)
    return replace(state, teams=teams)


def with_servant(state: State, key: str, **change: Any) -> State:
    """The state with a team's servant changed; it must be there."""
    servant = state.team(key).servant
    assert servant is not None
    return with_team(state, key, servant=replace(servant, **change))


def with_master(state: State, key: str, **change: Any) -> State:
    """The state with a team's master changed; it must be there."""
    master = state.team(key).master
    assert master is not None
    return with_team(state, key, master=replace(master, **change))


def with_meeting(state: State, region: str, **change: Any) -> State:
    meetings = tuple(replace(each, **change) if each.region == region else each for each in state.meetings)
    return replace(state, meetings=meetings)
