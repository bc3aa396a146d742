"""What can happen: one fact for each thing that has an audience of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ...core.fact import Fact
from ...core.problem import Problem
from ...core.rank import Rank
from ...core.seat import Person, Role
from ...core.working import Working
from .derived import Time
from .people import Intent, Master, Method, Servant, ServantClass
from .state import Damage, Pair, SideRole, Stage

# Creation


@dataclass(frozen=True, slots=True)
class TeamCreated(Fact):
    """B-14.3, B-14.4: a team's people, as they begin."""

    kind = "team_created"
    team: str
    servant: Servant
    master: Master


@dataclass(frozen=True, slots=True)
class ClassAnnounced(Fact):
    """B-14.18: the class of a servant is known to everybody."""

    kind = "class_announced"
    team: str
    servant_class: ServantClass | None


@dataclass(frozen=True, slots=True)
class CardsDrawn(Fact):
    """B-14.7: the six cards of a master."""

    kind = "cards_drawn"
    team: str
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardsRegistered(Fact):
    """B-14.7: the cards registered to the strokes, and the hand that is left."""

    kind = "cards_registered"
    team: str
    strokes: tuple[int, ...]
    tarot: tuple[int, ...]


# The life of a scene


@dataclass(frozen=True, slots=True)
class StageReached(Fact):
    """The war, or the part of it that is played, goes on to this stage."""

    kind = "stage_reached"
    stage: Stage


@dataclass(frozen=True, slots=True)
class SceneOpened(Fact):
    kind = "scene_opened"
    scene: int
    time: Time


@dataclass(frozen=True, slots=True)
class ManaRecovered(Fact):
    """B-11.1: a master's mana after the start of the scene."""

    kind = "mana_recovered"
    team: str
    mana: Working


@dataclass(frozen=True, slots=True)
class OrderFailed(Fact):
    """A part of a team's order could not be done when it was resolved; that part is left out."""

    kind = "order_failed"
    call: str
    team: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class ServantHealed(Fact):
    """B-10.2: a stroke spent on the servant; what its health and mana are now."""

    kind = "servant_healed"
    team: str
    card: int
    health: Working
    mana: Working


@dataclass(frozen=True, slots=True)
class UseRestored(Fact):
    """B-10.4: a stroke spent on a use of a noble phantasm."""

    kind = "use_restored"
    team: str
    card: int
    noble_phantasm: str


@dataclass(frozen=True, slots=True)
class StrokeSpent(Fact):
    """B-14.15: a stroke spent on a contract."""

    kind = "stroke_spent"
    team: str
    card: int


@dataclass(frozen=True, slots=True)
class AllianceOffered(Fact):
    """B-14.16: declared openly, and not returned."""

    kind = "alliance_offered"
    team: str
    to: str


@dataclass(frozen=True, slots=True)
class AllianceMade(Fact):
    kind = "alliance_made"
    teams: tuple[str, str]


@dataclass(frozen=True, slots=True)
class AllianceEnded(Fact):
    kind = "alliance_ended"
    teams: tuple[str, str]
    by: str


@dataclass(frozen=True, slots=True)
class ContractMade(Fact):
    """B-14.15: the servant of the team `servant_of` is now the servant of `team`."""

    kind = "contract_made"
    team: str
    servant_of: str


@dataclass(frozen=True, slots=True)
class TeamMoved(Fact):
    """B-14.8: where a team went and with what intent, as it is revealed."""

    kind = "team_moved"
    team: str
    region: str
    intent: Intent


@dataclass(frozen=True, slots=True)
class MasterPlaced(Fact):
    """B-14.8: whether the master went along."""

    kind = "master_placed"
    team: str
    accompanies: bool


@dataclass(frozen=True, slots=True)
class Slip:
    """B-14.9: `team` slipped away from `other`."""

    team: str
    other: str


@dataclass(frozen=True, slots=True)
class TeamsMet(Fact):
    """B-14.9, B-14.12: the battles of a region in their order, and who slipped away."""

    kind = "teams_met"
    region: str
    teams: tuple[str, ...]
    pairs: tuple[Pair, ...]
    slipped: tuple[Slip, ...] = ()


@dataclass(frozen=True, slots=True)
class StrokesClosed(Fact):
    """B-14.22: no more strokes before this battle."""

    kind = "strokes_closed"
    pair: str


# A battle


class LuckFate(StrEnum):
    """B-5.6."""

    LIVE = "live"
    CANCELLED = "cancelled"


class SkillUse(StrEnum):
    """What became of a declared skill (B-7.2, B-12.7)."""

    USED = "used"
    USED_WITH_PLUS = "used_with_plus"
    DENIED = "denied"


@dataclass(frozen=True, slots=True)
class PhantasmUse:
    """B-6.4: a noble phantasm, as it was used in a battle."""

    name: str
    rank: Rank
    method: Method


@dataclass(frozen=True, slots=True)
class SideResult:
    """One side of a battle, as both sides see it after the reveal.

    `cards` by cell as they are written (`MKL*`); `luck` by cell of the side's luck cards; `skills` by name;
    `total` with everything that leads to it, the won cells included; `suffers` is what the own servant suffers
    before any take-over, `damage` how that comes about; `verdict_missing`: skills denied because nobody ruled on
    them (B-R5).
    """

    team: str
    role: SideRole
    supports: bool
    cards: Mapping[str, str]
    luck: Mapping[str, LuckFate]
    total: Working
    lines: tuple[str, ...]
    void_lines: tuple[str, ...]
    suffers: Damage
    damage: Working
    mana_paid: Working
    noble_phantasm: PhantasmUse | None = None
    skills: tuple[tuple[str, SkillUse], ...] = ()
    mana_spent: int = 0
    strokes: tuple[int, ...] = ()
    tarot: int | None = None
    tarot_match: bool = False
    verdict_missing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleFought(Fact):
    """B-1.8, B-13.1: both orders and everything that was reckoned from them. `winner` "" for a draw."""

    kind = "battle_fought"
    pair: str
    sides: tuple[SideResult, SideResult]
    winner: str


@dataclass(frozen=True, slots=True)
class BattleReported(Fact):
    """B-14.18: what everybody learns of a battle. `totals` in the order of `teams`; `winner` "" for a draw."""

    kind = "battle_reported"
    pair: str
    teams: tuple[str, str]
    totals: tuple[int, int]
    winner: str


@dataclass(frozen=True, slots=True)
class MasterExhausted(Fact):
    """B-9.4: this master may not act in `scene`."""

    kind = "master_exhausted"
    team: str
    scene: int


@dataclass(frozen=True, slots=True)
class DamageTaken(Fact):
    """B-9.5, B-14.13: what a servant suffers in the end; `covered` its master has taken over."""

    kind = "damage_taken"
    pair: str
    team: str
    taken: Working
    covered: int = 0


@dataclass(frozen=True, slots=True)
class ServantRescued(Fact):
    """B-14.13: a stroke in the rescue window; what the servant's health and mana are now."""

    kind = "servant_rescued"
    pair: str
    team: str
    card: int
    health: Working
    mana: Working


class Cause(StrEnum):
    """Why somebody is gone."""

    HEALTH = "health"
    """B-14.13."""
    MASTERLESS = "masterless"
    """B-14.15: a servant whose time without a master is over."""
    NO_STROKES = "no_strokes"
    """B-14.15: a master without servant and without strokes."""


@dataclass(frozen=True, slots=True)
class PersonLost(Fact):
    """A servant vanished, a master died or left the war; `scene` is when."""

    kind = "person_lost"
    person: Person
    cause: Cause
    scene: int


@dataclass(frozen=True, slots=True)
class BattleOver(Fact):
    """The battle of this pair is over, or is skipped because a servant has vanished (B-14.12)."""

    kind = "battle_over"
    pair: str
    skipped: bool = False


# The end


class EndReason(StrEnum):
    """B-14.17."""

    LAST_TEAM = "last_team"
    NOBODY_LEFT = "nobody_left"
    SCENE_LIMIT = "scene_limit"


@dataclass(frozen=True, slots=True)
class SceneEnded(Fact):
    """A scene is over and the war goes on."""

    kind = "scene_ended"
    scene: int


@dataclass(frozen=True, slots=True)
class WarEnded(Fact):
    """B-14.17: who wins the grail; several share it, none win nothing."""

    kind = "war_ended"
    winners: tuple[str, ...]
    reason: EndReason


# Corrections


@dataclass(frozen=True, slots=True)
class PersonCorrected(Fact):
    """The keeper corrects what a person has; None leaves it as it is.

    `uses_left`: of the noble phantasms, in their order.
    """

    kind = "person_corrected"
    team: str
    role: Role
    reason: str
    health: int | None = None
    mana: int | None = None
    strokes: tuple[int, ...] | None = None
    tarot: tuple[int, ...] | None = None
    uses_left: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class PairsReordered(Fact):
    """B-14.12: the keeper puts the battles of a region in another order, by their keys."""

    kind = "pairs_reordered"
    region: str
    pairs: tuple[str, ...]
    reason: str
