"""Who may know what (B-14.18), and the views that are built from it."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.seat import Knows, Viewer, ViewerKind, seat_of
from .battle.check import Spot
from .options import Options
from .people import ServantClass, Team
from .scene.opening import Neighbour, neighbour
from .state import Damage, Extent, Fought, Meeting, Pair, Stage, State

INFORMATION: tuple[Knows, ...] = (
    Knows("sheet", "B-14.18", "true name, abilities, skills, noble phantasms", "the own team"),
    Knows("vitals", "B-14.18", "health and mana", "the own team"),
    Knows("strokes", "B-14.18", "cards registered to strokes that are unspent", "the own team"),
    Knows("tarot", "B-14.18", "the hand of judgment tarot cards", "the own team"),
    Knows("drawn", "B-14.7", "the six cards dealt", "the own team"),
    Knows("stroke_use", "B-14.22", "a stroke spent on healing or restoring", "the own team"),
    Knows("exhausted", "B-14.10", "an exhausted master", "the own team"),
    Knows("accompanies", "B-14.8", "whether a master went along", "the own team"),
    Knows("reveal", "B-14.18", "battle orders and their reckoning, after the reveal", "the two sides"),
    Knows("damage", "B-14.18", "damage of a battle and what a master takes over", "the two sides"),
    Knows("rescue", "B-14.13", "a stroke in the rescue window", "the own team"),
    Knows("failed_order", "B-14.19", "a part of an order that could not be done", "the own team"),
    Knows(
        "verdict", "B-7.2", "what the keeper has ruled, beside what comes of it and a reason that is given", "nobody"
    ),
)
"""What is not for everybody. Everybody knows the teams, classes, who is alive or vanished, where the teams are, who
met and fought, the two totals and the winner (B-14.18, life of a scene, 4). An order that is sealed is not in the
state, so that nothing can be known of it before its call is resolved (B-1.8, B-14.8)."""


@dataclass(frozen=True, slots=True)
class PublicTeam:
    """A team as everybody knows it."""

    key: str
    name: str
    region: str
    servant_class: ServantClass | None
    servant: bool
    master: bool
    out: bool


@dataclass(frozen=True, slots=True)
class PublicMeeting:
    """A region with battles as everybody knows it: the pairs that are left, the first of them now."""

    region: str
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class SideSight:
    """A battle of one's own after the reveal: the damage by team, and whether the own master supported."""

    pair: str
    fought: Fought


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know of a war. `own` is there for a seat with a team, `everything` for the keeper alone."""

    viewer: str
    options: Options
    extent: Extent
    stage: Stage
    scene: int
    regions: tuple[str, ...]
    alliances: tuple[tuple[str, str], ...]
    teams: tuple[PublicTeam, ...]
    meetings: tuple[PublicMeeting, ...]
    winners: tuple[str, ...]
    own: Team | None = None
    drawn: tuple[int, ...] = ()
    battle: SideSight | None = None
    everything: State | None = None

    @property
    def team(self) -> Team:
        """The own team; only asked where there is one."""
        assert self.own is not None
        return self.own

    @property
    def spot(self) -> Spot:
        return Spot(self.team, self.scene, self.options)

    @property
    def neighbours(self) -> tuple[Neighbour, ...]:
        return tuple(
            Neighbour(team.key, team.region, team.master, team.servant)
            for team in self.teams
            if self.own is None or team.key != self.own.key
        )

    @property
    def allies(self) -> tuple[str, ...]:
        """The teams that the own team is allied with."""
        own = self.team.key
        return tuple(other for pair in self.alliances if own in pair for other in pair if other != own)

    @property
    def damage(self) -> Damage | None:
        """What the own servant suffers in the battle that was just revealed."""
        return None if self.battle is None else self.battle.fought.damage[self.team.key]

    @property
    def supported(self) -> bool:
        """B-9.1: whether the own master supported in that battle."""
        return self.battle is not None and self.team.key in self.battle.fought.supported


def view(state: State, viewer: Viewer) -> View:
    """What `viewer` may know of `state`."""
    keeper = viewer.kind is ViewerKind.KEEPER
    seat = seat_of(state.seats, viewer)
    team = seat.team if seat is not None and seat.team else None
    return View(
        viewer=viewer.seat or viewer.kind.value,
        options=state.options,
        extent=state.extent,
        stage=state.stage,
        scene=state.scene,
        regions=state.regions,
        alliances=state.alliances,
        teams=tuple(_public(each) for each in state.teams),
        meetings=tuple(PublicMeeting(each.region, each.pairs) for each in state.meetings),
        winners=state.winners,
        own=None if team is None else state.team(team),
        drawn=() if team is None else state.drawn.get(team, ()),
        battle=None if team is None else _own_battle(state.meetings, team),
        everything=state if keeper else None,
    )


def _public(team: Team) -> PublicTeam:
    sight = neighbour(team)
    servant_class = None if team.servant is None else team.servant.servant_class
    return PublicTeam(team.key, team.name, team.region, servant_class, sight.servant, sight.master, team.out)


def _own_battle(meetings: tuple[Meeting, ...], team: str) -> SideSight | None:
    """The reckoned battle in which a team is one of the two sides."""
    for meeting in meetings:
        if meeting.fought is not None and team in meeting.pair.teams:
            return SideSight(meeting.pair.key, meeting.fought)
    return None
