"""What can happen in a scene, from its announcement to its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ....core.fact import Fact
from ....core.problem import Problem
from ....core.seat import Person, Role
from ....core.working import Working
from ..numbers import Retry
from ..people import Ability, Solos, Team
from ..state import Recovery
from .state import Application, Join, PlayScene, SceneKind, Solo


class Why(StrEnum):
    """Why something was gained, or given up."""

    SCENE_PLAYER = "scene_player"
    JOINED = "joined"
    FORCED_BATTLE = "forced_battle"
    WITHDRAWN = "withdrawn"


# S-1.1, S-3, S-12.7, S-12.8, S-14: creation, announcement, opening


@dataclass(frozen=True, slots=True)
class TeamCreated(Fact):
    """S-24: a team's sheets, as they enter the war."""

    kind = "team_created"
    team: Team


@dataclass(frozen=True, slots=True)
class SceneAnnounced(Fact):
    """S-1.1, S-1.3: a scene, and how many play scenes it may have."""

    kind = "scene_announced"
    number: int
    teams: int
    limit: Working


@dataclass(frozen=True, slots=True)
class TeamOpened(Fact):
    """S-3.3: a team's opening. `stored`: the base's mana after gain and conversion; `converted` what master and
    servant were given of it; `restored` and `lowered` ranks by ability; `recoveries`: strokes (S-18.2);
    `upkeep` is None where no servant is left, `share` what the master bore of it (S-Q56)."""

    kind = "team_opened"
    team: str
    gained: Working
    stored: int
    converted: Mapping[str, int] = field(default_factory=dict)
    restored: Mapping[str, int] = field(default_factory=dict)
    lowered: Mapping[str, int] = field(default_factory=dict)
    recoveries: tuple[Recovery, ...] = ()
    health: int = 0
    mana: int = 0
    upkeep: Working | None = None
    share: int = 0


@dataclass(frozen=True, slots=True)
class TerritoryAllotted(Fact):
    """S-13.1: the points of a caster who came by a new contract."""

    kind = "territory_allotted"
    team: str
    territory: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class ForcedRestDue(Fact):
    """S-17.3: a fainted master rests through this scene."""

    kind = "forced_rest_due"
    team: str


@dataclass(frozen=True, slots=True)
class FloorOpened(Fact):
    """S-1.2: applications are heard."""

    kind = "floor_opened"


# S-1, S-2, S-4.5 to S-4.10, S-6.4, S-8: the floor


@dataclass(frozen=True, slots=True)
class SceneOpened(Fact):
    """S-1.4, S-2.1: an application is accepted; `freed`: with a slot that became free (S-R1)."""

    kind = "scene_opened"
    scene: PlayScene
    freed: bool = False


@dataclass(frozen=True, slots=True)
class ApplicationWaits(Fact):
    """S-1.4: refused for want of a slot."""

    kind = "application_waits"
    application: Application


@dataclass(frozen=True, slots=True)
class ApplicationLeft(Fact):
    """S-R1: a waiting application is withdrawn."""

    kind = "application_left"
    team: str


@dataclass(frozen=True, slots=True)
class BattleForced(Fact):
    """S-4.5 to S-4.8: a battle scene in the workshop of its target."""

    kind = "battle_forced"
    scene: PlayScene


@dataclass(frozen=True, slots=True)
class SceneCancelled(Fact):
    """S-4.6, S-R10: a play scene will not be played."""

    kind = "scene_cancelled"
    team: str
    why: Why


@dataclass(frozen=True, slots=True)
class SoloDeclared(Fact):
    """S-8.2: a team proceeds solo; that is all that everybody learns."""

    kind = "solo_declared"
    team: str


@dataclass(frozen=True, slots=True)
class SoloPlanned(Fact):
    """S-8.1: what the solo is."""

    kind = "solo_planned"
    solo: Solo


@dataclass(frozen=True, slots=True)
class SoloCancelled(Fact):
    """S-4.6: the solos of a team will not take place."""

    kind = "solo_cancelled"
    team: str
    why: Why


@dataclass(frozen=True, slots=True)
class Joined(Fact):
    """S-2.3: somebody takes part in another team's play scene."""

    kind = "joined"
    scene: str
    join: Join


@dataclass(frozen=True, slots=True)
class JoinLeft(Fact):
    """S-4.6: a team is no longer in a play scene that it had joined."""

    kind = "join_left"
    scene: str
    team: str
    why: Why


@dataclass(frozen=True, slots=True)
class AllyAccepted(Fact):
    """S-6.4: the scene player takes a joiner as an ally."""

    kind = "ally_accepted"
    scene: str
    ally: str


@dataclass(frozen=True, slots=True)
class ServantRestored(Fact):
    """S-18.2: strokes outside battle; `health` and `mana` had room (S-16.5)."""

    kind = "servant_restored"
    team: str
    recoveries: tuple[Recovery, ...]
    health: int
    mana: int


@dataclass(frozen=True, slots=True)
class FloorClosed(Fact):
    """S-6.1, life cycle 7: joining is over. `bonding`: battle scenes without an opponent; they are played as that."""

    kind = "floor_closed"
    bonding: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ManaGained(Fact):
    """S-1.7: what a master regains as scene player, after the maximum (S-16.5)."""

    kind = "mana_gained"
    person: Person
    amount: int
    why: Why


@dataclass(frozen=True, slots=True)
class ReserveGained(Fact):
    """S-1.8, S-1.9."""

    kind = "reserve_gained"
    team: str
    strength: int
    why: Why = Why.JOINED


@dataclass(frozen=True, slots=True)
class SolosCounted(Fact):
    """S-8.3: what a team has used of its solos."""

    kind = "solos_counted"
    team: str
    solos: Solos


# S-4, S-5, S-9, S-15: acts and play


@dataclass(frozen=True, slots=True)
class ActsDeclared(Fact):
    """What a team does in its play scenes and solos, as plain data; parts said later go before earlier ones."""

    kind = "acts_declared"
    team: str
    acts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PlayBegan(Fact):
    """Life cycle 8: everything is said; the scenes are played in order (S-Q99)."""

    kind = "play_began"


@dataclass(frozen=True, slots=True)
class ScenePlayed(Fact):
    """S-Q99: it is this play scene's turn."""

    kind = "scene_played"
    team: str
    as_kind: SceneKind


@dataclass(frozen=True, slots=True)
class SoloPlayed(Fact):
    """S-Q99: it is this solo's turn."""

    kind = "solo_played"
    solo: Solo


@dataclass(frozen=True, slots=True)
class SearchReckoned(Fact):
    """S-12.5, S-9: a search judgment as the keeper sees it; it would give away how well the base is hidden."""

    kind = "search_reckoned"
    person: Person
    target: str
    chance: Working
    roll: Working
    retries: tuple[Retry, ...]
    success: bool


@dataclass(frozen=True, slots=True)
class Searched(Fact):
    """S-4.4, S-12.5: a search as those who are there see it: found or not."""

    kind = "searched"
    person: Person
    target: str
    ability: Ability
    success: bool


@dataclass(frozen=True, slots=True)
class BaseFound(Fact):
    """S-4.4: a team knows a base from now on."""

    kind = "base_found"
    team: str
    target: str


@dataclass(frozen=True, slots=True)
class MeansSpent(Fact):
    """S-20.3, S-11.2: what a judgment outside battle took from a team."""

    kind = "means_spent"
    team: str
    reserves: tuple[int, ...] = ()
    luck: Role | None = None


@dataclass(frozen=True, slots=True)
class HindranceJudged(Fact):
    """S-5.14: the judgment of a preparing character against one who hinders."""

    kind = "hindrance_judged"
    person: Person
    against: Person
    chance: Working
    numbers: tuple[int, int]
    roll: Working
    retries: tuple[Retry, ...]
    success: bool


@dataclass(frozen=True, slots=True)
class ReservesPrepared(Fact):
    """S-5.4 to S-5.9."""

    kind = "reserves_prepared"
    person: Person
    count: int
    strength: int
    cost: Working
    text: str = ""


@dataclass(frozen=True, slots=True)
class Rested(Fact):
    """S-5.10: `gained` is 0 for a servant."""

    kind = "rested"
    person: Person
    gained: int


@dataclass(frozen=True, slots=True)
class SoulsEaten(Fact):
    """S-15.2, S-15.3: `amount` was taken, `gained` of it had room."""

    kind = "souls_eaten"
    person: Person
    amount: int
    gained: int


@dataclass(frozen=True, slots=True)
class ManaGiven(Fact):
    """S-5.11, S-5.12, S-16.5: `amount` was meant, `moved` had room with the receiver."""

    kind = "mana_given"
    giver: Person
    receiver: Person
    amount: int
    moved: int


@dataclass(frozen=True, slots=True)
class ManaTurned(Fact):
    """S-5.13: mana into as much health."""

    kind = "mana_turned"
    team: str
    amount: int


class Part(StrEnum):
    """Which part of a team's acts could not be done."""

    ACTION = "action"
    GIFT = "gift"
    HEAL = "heal"
    MEANS = "means"
    """A reserve or a use of luck that is not there."""


@dataclass(frozen=True, slots=True)
class ActFailed(Fact):
    """A part of a team's acts that could not be done; nothing of it happens."""

    kind = "act_failed"
    person: Person
    part: Part
    problem: Problem


@dataclass(frozen=True, slots=True)
class ActVoid(Fact):
    """S-5.14: hindered; it has no effect and costs nothing."""

    kind = "act_void"
    person: Person
    part: Part


@dataclass(frozen=True, slots=True)
class BaseRevealed(Fact):
    """S-15.4: a base that everybody knows now."""

    kind = "base_revealed"
    team: str


@dataclass(frozen=True, slots=True)
class RiskAlarm(Fact):
    """S-15.6: exposure risk has reached what the keeper wants to know of."""

    kind = "risk_alarm"
    team: str
    risk: int


# S-17.3, S-17.7, S-24.3, S-Q69: closing


@dataclass(frozen=True, slots=True)
class ForcedRestEnded(Fact):
    """S-17.3, S-Q68: the master has rested, or a battle took the rest away and it is due again."""

    kind = "forced_rest_ended"
    team: str
    gained: int
    again: bool


@dataclass(frozen=True, slots=True)
class RecontractAgreed(Fact):
    """S-Q69: a master and a servant of different teams have agreed; it costs the master a stroke."""

    kind = "recontract_agreed"
    master: str
    servant: str


@dataclass(frozen=True, slots=True)
class Recontracted(Fact):
    """S-Q69: from the next opening the servant is of the master's team."""

    kind = "recontracted"
    master: str
    servant: str


@dataclass(frozen=True, slots=True)
class TeamOut(Fact):
    """S-17.7."""

    kind = "team_out"
    team: str


@dataclass(frozen=True, slots=True)
class SceneClosed(Fact):
    """Life cycle 10."""

    kind = "scene_closed"
    number: int


@dataclass(frozen=True, slots=True)
class WarEnded(Fact):
    """S-24.3: `winner` is "" where nobody is left, or where no more scenes are played: then `left` are still in it."""

    kind = "war_ended"
    left: tuple[str, ...] = ()
    winner: str = ""
