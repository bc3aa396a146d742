"""How battles end and what they bring: one fact for each thing that has an audience of its own; and corrections."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ...core.fact import Fact
from ...core.working import Working
from .field import Intrusion
from .people import Base, InformationKind


class Treatment(StrEnum):
    """C-18.12, C-Q68: what a victor does with the fallen."""

    LEAVE = "leave"
    STROKE = "stroke"
    CAPTIVE = "captive"
    KILL = "kill"


@dataclass(frozen=True, slots=True)
class BattleBrokenOff(Fact):
    """C-Q62: an intruder comes in; the battle ends without a winner."""

    kind = "battle_broken_off"
    battle: int
    slot: int
    intrusion: Intrusion


@dataclass(frozen=True, slots=True)
class BattleEnded(Fact):
    """C-10.7, C-10.8: what everybody in the battle learns. `winner` is a side's key, "" for none; `percent` the share
    of health that each side lost, in whole percent (in a melee the share that remains)."""

    kind = "battle_ended"
    battle: int
    judged: int
    winner: str
    percent: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SharesReckoned(Fact):
    """C-10.7: the shares as exact fractions, lost and before (in a melee after and before), by side."""

    kind = "shares_reckoned"
    battle: int
    shares: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Injured(Fact):
    """C-23.13: what the person lost, held against half the maximum."""

    kind = "injured"
    battle: int
    person: str
    lost: Working


@dataclass(frozen=True, slots=True)
class Rewarded(Fact):
    """C-23.12, C-19.8: merit for a team, experience for its people."""

    kind = "rewarded"
    battle: int
    team: str
    merit: Working
    experience: Mapping[str, Working]


@dataclass(frozen=True, slots=True)
class InformationGained(Fact):
    """C-10.2, C-10.3, C-3: points of a team on a servant."""

    kind = "information_gained"
    team: str
    servant: str
    point: InformationKind
    amount: Working


@dataclass(frozen=True, slots=True)
class BasesSeen(Fact):
    """C-Q93: a winner learns of the loser's base and territory in the region."""

    kind = "bases_seen"
    team: str
    owner: str
    regions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpoilsDue(Fact):
    """The teams that have something to choose now that the battle is over."""

    kind = "spoils_due"
    battle: int
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FallenTreated(Fact):
    """C-18.12: what a victor does with one of the fallen. `strokes` of its team are destroyed."""

    kind = "fallen_treated"
    battle: int
    person: str
    by: str
    treatment: Treatment
    strokes: int = 0


@dataclass(frozen=True, slots=True)
class PartnerLost(Fact):
    """C-23.15: a servant whose master has died, or a master whose servant has vanished."""

    kind = "partner_lost"
    person: str


@dataclass(frozen=True, slots=True)
class BaseLost(Fact):
    """C-9.10: a base was built over."""

    kind = "base_lost"
    team: str
    region: str
    by: str


@dataclass(frozen=True, slots=True)
class BaseMade(Fact):
    """C-2.3, C-9.10: a team's new base, and what its master paid for it."""

    kind = "base_made"
    team: str
    master: str
    base: Base
    price: Working


@dataclass(frozen=True, slots=True)
class TerritoryLost(Fact):
    """C-9.12: a territory was removed by the winner."""

    kind = "territory_lost"
    team: str
    region: str
    by: str


@dataclass(frozen=True, slots=True)
class Looted(Fact):
    """C-9.12: merit, and stored mana taken, by person."""

    kind = "looted"
    team: str
    merit: int
    mana: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BattleClosed(Fact):
    """Nothing more is asked: the battle hands back to the scene. `winner`: the people of the winning side."""

    kind = "battle_closed"
    battle: int
    winner: tuple[str, ...] = ()
    broken_off: int = 0


@dataclass(frozen=True, slots=True)
class JoiningDue(Fact):
    """C-Q62: the others of a battle that was broken off are asked what they do."""

    kind = "joining_due"
    battle: int
    people: tuple[str, ...]


# Corrections


@dataclass(frozen=True, slots=True)
class PersonCorrected(Fact):
    """The keeper corrects a person; None leaves a value as it is."""

    kind = "person_corrected"
    person: str
    reason: str
    health: int | None = None
    mana: int | None = None
    experience: int | None = None
    injured: bool | None = None


@dataclass(frozen=True, slots=True)
class TeamCorrected(Fact):
    """The keeper corrects what a team has; None leaves it as it is."""

    kind = "team_corrected"
    team: str
    reason: str
    strokes: int | None = None
    merit: int | None = None
    funds: int | None = None
