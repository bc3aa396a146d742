"""What can happen in a scene: one fact for each thing that has an audience of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ....core.fact import Fact
from ....core.problem import Problem
from ....core.working import Working
from ..people import Base, InformationKind, Item, Person
from .state import Attack, Kind, Phase, Plan, Sensed


class Why(StrEnum):
    """What a recovery comes from."""

    SCENE_START = "scene_start"
    SHORT_REST = "short_rest"
    LONG_REST = "long_rest"
    NURSING = "nursing"
    TOOL = "tool"


class Way(StrEnum):
    """How somebody came to another region."""

    MOVE = "move"
    PURSUIT = "pursuit"
    PURCHASE = "purchase"


# The beginning of a war and of a scene


@dataclass(frozen=True, slots=True)
class TeamCreated(Fact):
    """C-23.1: the sheets of a team are in; `base` is where it begins."""

    kind = "team_created"
    team: str
    people: tuple[Person, ...]
    base: Base | None


@dataclass(frozen=True, slots=True)
class SceneBegan(Fact):
    """C-1.1, C-23.1: a scene, by day or by night."""

    kind = "scene_began"
    number: int
    night: bool


@dataclass(frozen=True, slots=True)
class NpcPlaced(Fact):
    """C-20.2: where an NPC is; "" for nowhere."""

    kind = "npc_placed"
    person: str
    at: str


@dataclass(frozen=True, slots=True)
class Recovered(Fact):
    """C-1.2, C-4: health and mana regained; `healed`: an injury is gone (C-4.5); `by` who nursed."""

    kind = "recovered"
    person: str
    why: Why
    health: Working
    mana: Working
    healed: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True)
class TerritoryStored(Fact):
    """C-23.9: what a territory has stored at the start of a scene."""

    kind = "territory_stored"
    team: str
    amount: Working


@dataclass(frozen=True, slots=True)
class SceneDawned(Fact):
    """Steps 1 and 2 of a scene are done; everybody is asked what follows."""

    kind = "scene_dawned"


@dataclass(frozen=True, slots=True)
class StartSaid(Fact):
    """C-1.4, C-Q29: the regions that somebody has named, and whether a servant is manifested."""

    kind = "start_said"
    person: str
    search: str = ""
    infiltration: str = ""
    manifested: bool = True


@dataclass(frozen=True, slots=True)
class OrderRefused(Fact):
    """C-Q92: a part of an order that is not done, and why."""

    kind = "order_refused"
    person: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class AllianceMade(Fact):
    """C-23.1: by mutual order."""

    kind = "alliance_made"
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class AllianceEnded(Fact):
    """C-23.1: one side has revoked it."""

    kind = "alliance_ended"
    one: str
    other: str


@dataclass(frozen=True, slots=True)
class TerritoryMade(Fact):
    """C-1.5, C-2.5: a territory where its caster stands; `at_start`: its first half is used up."""

    kind = "territory_made"
    team: str
    person: str
    at: str
    at_start: bool = False


@dataclass(frozen=True, slots=True)
class ManaDrawn(Fact):
    """C-23.9: stored mana that a caster has drawn."""

    kind = "mana_drawn"
    person: str
    amount: int


@dataclass(frozen=True, slots=True)
class ManaSupplied(Fact):
    """C-1.6: mana from a master to its servant."""

    kind = "mana_supplied"
    master: str
    servant: str
    amount: int


@dataclass(frozen=True, slots=True)
class ManaPassed(Fact):
    """C-7.5: mana between linked masters."""

    kind = "mana_passed"
    giver: str
    taker: str
    amount: int


@dataclass(frozen=True, slots=True)
class UpkeepPaid(Fact):
    """C-7.7: what a manifested servant pays."""

    kind = "upkeep_paid"
    person: str
    amount: Working


@dataclass(frozen=True, slots=True)
class ActionsOpened(Fact):
    """Scene-start processing has closed."""

    kind = "actions_opened"


# Between scenes (C-R16)


@dataclass(frozen=True, slots=True)
class InformationTold(Fact):
    """C-Q95: what a team tells an ally of a servant, point by point what the ally then holds."""

    kind = "information_told"
    team: str
    ally: str
    servant: str
    points: Mapping[str, int]
    true_name: bool = False


@dataclass(frozen=True, slots=True)
class Grown(Fact):
    """C-23.12: an ability or skill one grade higher, for experience or merit."""

    kind = "grown"
    person: str
    what: str
    experience: int = 0
    merit: int = 0


@dataclass(frozen=True, slots=True)
class ItemGiven(Fact):
    """C-R16: a code or tool is handed to a member of the own team."""

    kind = "item_given"
    giver: str
    taker: str
    item: Item


@dataclass(frozen=True, slots=True)
class ToolUsed(Fact):
    """C-23.18: a tool heals once; `Recovered` says how much."""

    kind = "tool_used"
    person: str
    item: Item


@dataclass(frozen=True, slots=True)
class CaptiveTreated(Fact):
    """C-20.12: a captive is set free or killed."""

    kind = "captive_treated"
    person: str
    by: str
    killed: bool


# Actions


@dataclass(frozen=True, slots=True)
class Planned(Fact):
    """C-1.7: what a person has declared, as far as it stands."""

    kind = "planned"
    person: str
    plan: Plan


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """C-2.1, C-3.15, C-6.2."""

    kind = "moved"
    person: str
    to: str
    way: Way


@dataclass(frozen=True, slots=True)
class LeftScene(Fact):
    """C-7.4: who leaves for a mana charge or a circuit link."""

    kind = "left_scene"
    people: tuple[str, ...]
    action: Kind


@dataclass(frozen=True, slots=True)
class LongBegun(Fact):
    """C-1.9: a long action is under way; `mana` is paid at once (C-6.5); `patient` rests long (C-Q18)."""

    kind = "long_begun"
    person: str
    action: Kind
    mana: int = 0
    patient: str = ""


@dataclass(frozen=True, slots=True)
class Interrupted(Fact):
    """A long action is broken off by a battle."""

    kind = "interrupted"
    person: str
    action: Kind


@dataclass(frozen=True, slots=True)
class OfferUnmet(Fact):
    """C-5.14: two declarations that would have had to agree do not."""

    kind = "offer_unmet"
    person: str
    other: str
    action: Kind


@dataclass(frozen=True, slots=True)
class RegionShown(Fact):
    """C-23.14: the regions of a team that everybody knows."""

    kind = "region_shown"
    team: str
    regions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PeopleMet(Fact):
    """C-3: whom somebody has met in a half, in seat order."""

    kind = "people_met"
    person: str
    half: int
    region: str
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PresenceSensed(Fact):
    """C-3.9: how many servants a searcher senses in which region."""

    kind = "presence_sensed"
    person: str
    presences: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class PresenceIs(Fact):
    """C-Q13: whose presences they are; the keeper's."""

    kind = "presence_is"
    person: str
    sensed: tuple[Sensed, ...]


@dataclass(frozen=True, slots=True)
class PointGained(Fact):
    """C-3.2, C-3.3: information that a person has gained on a servant for its team."""

    kind = "point_gained"
    person: str
    servant: str
    point: InformationKind
    amount: Working
    half: int


@dataclass(frozen=True, slots=True)
class RegionLearned(Fact):
    """C-3.7, C-Q93: a region's information: its bonuses, and whether bases stand there."""

    kind = "region_learned"
    person: str
    region: str
    base_bonus: int
    ley_line: int
    bases: bool


@dataclass(frozen=True, slots=True)
class NpcsMet(Fact):
    """C-20.4: the NPCs that somebody meets; `pursuit`: in a secondary meeting (C-20.6)."""

    kind = "npcs_met"
    person: str
    npcs: tuple[str, ...]
    pursuit: bool = False


# Battles


@dataclass(frozen=True, slots=True)
class AttackMade(Fact):
    """C-10.1: an attack that stands, or that follows from nursing (C-4.8). The keeper's."""

    kind = "attack_made"
    attack: Attack


@dataclass(frozen=True, slots=True)
class DrawnIn(Fact):
    """Who is in a battle of a half. The keeper's; each side learns of it with the battle."""

    kind = "drawn_in"
    half: int
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Manifested(Fact):
    """C-Q29: a servant that manifests at once, where its master is attacked."""

    kind = "manifested"
    person: str
    at: str


@dataclass(frozen=True, slots=True)
class PhaseReached(Fact):
    """How far a scene has come. The keeper's: it would tell that somebody is asked in secret."""

    kind = "phase_reached"
    phase: Phase


@dataclass(frozen=True, slots=True)
class PeopleKnown(Fact):
    """Whom a team has come to know in a battle."""

    kind = "people_known"
    team: str
    people: tuple[str, ...]


# The end


@dataclass(frozen=True, slots=True)
class ServantVanished(Fact):
    """C-18.4, C-18.9: the deadline has passed; `pool` is what stayed at 0 or below."""

    kind = "servant_vanished"
    person: str
    pool: str


@dataclass(frozen=True, slots=True)
class DeadlineSet(Fact):
    """C-18.4, C-18.9: which pools must be above 0 by the end of the next scene."""

    kind = "deadline_set"
    person: str
    health: bool
    mana: bool


@dataclass(frozen=True, slots=True)
class ExcessLost(Fact):
    """C-Q2: what was above the maximum; `left_*` is what goes with the next scene."""

    kind = "excess_lost"
    person: str
    health: int
    mana: int
    left_health: int
    left_mana: int


@dataclass(frozen=True, slots=True)
class LinkEnded(Fact):
    """C-Q27: a circuit link is over; both go back to what they had."""

    kind = "link_ended"
    masters: tuple[str, str]


@dataclass(frozen=True, slots=True)
class SceneEnded(Fact):
    """C-8.4."""

    kind = "scene_ended"
    number: int


@dataclass(frozen=True, slots=True)
class WarEnded(Fact):
    """C-23.16: the winners; several share it, none: it ends without one."""

    kind = "war_ended"
    winners: tuple[str, ...] = field(default=())
