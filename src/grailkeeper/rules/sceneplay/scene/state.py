"""What a war remembers of its scenes: the one that is being played, and who has fallen so far."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ....core.seat import Role

ROLES = (Role.MASTER, Role.SERVANT)


class Phase(StrEnum):
    """Where a scene stands, in the order of its life cycle."""

    CREATION = "creation"
    """Before scene 1: the sheets."""
    OPENING = "opening"
    FLOOR = "floor"
    ACTS = "acts"
    PLAY = "play"
    OVER = "over"
    """The war has ended."""


class SceneKind(StrEnum):
    """S-3.1: the kinds that players may open."""

    SEARCH = "search"
    PREPARATION = "preparation"
    BATTLE = "battle"
    BONDING = "bonding"


JUDGED = (SceneKind.SEARCH, SceneKind.PREPARATION)
"""The kinds in which something is attempted, so that something is declared."""


class Stance(StrEnum):
    """S-9.3: what a joiner does about a judgment."""

    HELP = "help"
    HINDER = "hinder"
    NEUTRAL = "neutral"


class Side(StrEnum):
    """S-6.4: on whose side a joiner of a battle scene stands."""

    WITH = "with"
    AGAINST = "against"


@dataclass(frozen=True, slots=True)
class Outline:
    """S-2.1, S-2.2: what a scene player publishes. `capacity` counts teams."""

    kind: SceneKind = SceneKind.BONDING
    capacity: int = 1
    backdrop: str = ""
    time: str = ""
    plan: str = ""


@dataclass(frozen=True, slots=True)
class Join:
    """S-2.3, S-6.4: a team in another team's play scene. `forced`: by S-4.5; it cannot leave."""

    team: str
    who: tuple[Role, ...]
    side: Side = Side.AGAINST
    allies: tuple[str, ...] = ()
    hostile: tuple[str, ...] = ()
    forced: bool = False


@dataclass(frozen=True, slots=True)
class PlayScene:
    """A play scene that holds a slot; it is known by its scene player's team.

    `by`: who applied (S-1.7); `who`: the characters of the own team; `accepted`: joiners whom the scene player has
    taken as allies; `target`: the team whose workshop it is in (S-4.7), "" where nobody is forced. `bonds`: it came
    to nothing as a battle (S-6.1).
    """

    team: str
    by: Role
    who: tuple[Role, ...]
    outline: Outline = Outline()
    joins: tuple[Join, ...] = ()
    accepted: tuple[str, ...] = ()
    target: str = ""
    bonds: bool = False
    played: bool = False

    @property
    def kind(self) -> SceneKind:
        """S-6.1: as it is played."""
        return SceneKind.BONDING if self.bonds else self.outline.kind

    @property
    def teams(self) -> tuple[str, ...]:
        """Everybody there, in order: the scene player, then the joiners."""
        return (self.team, *(join.team for join in self.joins))

    def join_of(self, team: str) -> Join | None:
        return next((join for join in self.joins if join.team == team), None)

    def roles_of(self, team: str) -> tuple[Role, ...]:
        """The characters of a team that take part."""
        join = self.join_of(team)
        return self.who if team == self.team else () if join is None else join.who


@dataclass(frozen=True, slots=True)
class Application:
    """S-1.4, S-R1: an application that found no slot and waits. `who`: None for all who are then free."""

    team: str
    by: Role
    who: Role | None = None
    outline: Outline = Outline()


@dataclass(frozen=True, slots=True)
class Solo:
    """S-8.1: a solo proceeding."""

    team: str
    kind: SceneKind
    who: tuple[Role, ...]
    played: bool = False

    @property
    def leader(self) -> Role:
        return self.who[0]


@dataclass(frozen=True, slots=True)
class Scene:
    """One scene of the whole table.

    `teams`: how many are in the war at its start (S-1.3). `places` are in order of acceptance, `solos` and `waiting`
    in order of arrival. `cancelled`: teams whose scene or solo a forced battle has cancelled. `acts`: what each team
    has said it does, as plain data. `prepared`: reserves made in this scene, by team (S-5.7). `agreed`: the master's
    and the servant's team of each recontract (S-Q69).
    """

    teams: int = 0
    places: tuple[PlayScene, ...] = ()
    solos: tuple[Solo, ...] = ()
    waiting: tuple[Application, ...] = ()
    cancelled: tuple[str, ...] = ()
    acts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    prepared: Mapping[str, int] = field(default_factory=dict)
    agreed: tuple[tuple[str, str], ...] = ()

    def place_of(self, team: str) -> PlayScene | None:
        """The play scene that a team holds."""
        return next((place for place in self.places if place.team == team), None)

    def busy(self, team: str) -> tuple[Role, ...]:
        """S-1.6: the characters of a team that are taken by a play scene or a solo."""
        taken = {role for place in self.places for role in place.roles_of(team)}
        taken |= {role for solo in self.solos if solo.team == team for role in solo.who}
        return in_order(taken)

    def bound(self, team: str) -> bool:
        """S-4.10: whether a forced battle binds a team, as attacker or target."""
        return any(place.target and team in (place.team, place.target) for place in self.places)


@dataclass(frozen=True, slots=True)
class Fall:
    """Somebody of a team has fallen in a scene. Those who fell at the same `moment` fell together (S-24.3)."""

    team: str
    role: Role
    scene: int
    moment: str


@dataclass(frozen=True, slots=True)
class War:
    """The course of a war.

    `created`: the teams whose sheets are in. `fought`: battles are fought out, and not only begun. `last_scene`: the
    scene after which nothing more is asked, 0 for none.
    """

    phase: Phase = Phase.OPENING
    now: Scene = Scene()
    falls: tuple[Fall, ...] = ()
    created: tuple[str, ...] = ()
    winner: str = ""
    fought: bool = True
    last_scene: int = 0


def in_order(roles: Iterable[Role]) -> tuple[Role, ...]:
    """The master before the servant."""
    found = set(roles)
    return tuple(role for role in ROLES if role in found)
