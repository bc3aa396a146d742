"""What comes of the actions of a scene, as facts: study, labor, contests, bonds, items, souls, contracts."""

from __future__ import annotations

from dataclasses import dataclass

from ....core.fact import Fact
from ....core.working import Working
from ..people import Item
from .state import Kind, Link


@dataclass(frozen=True, slots=True)
class ManaTurned(Fact):
    """C-4.3: mana turned into health."""

    kind = "mana_turned"
    person: str
    mana: int
    health: Working


@dataclass(frozen=True, slots=True)
class MayConvert(Fact):
    """C-4.3: who may turn mana into health now."""

    kind = "may_convert"
    person: str


@dataclass(frozen=True, slots=True)
class Studied(Fact):
    """C-5.1, C-5.2."""

    kind = "studied"
    person: str
    experience: Working
    mana: Working


@dataclass(frozen=True, slots=True)
class Labored(Fact):
    """C-5.8, C-5.9."""

    kind = "labored"
    person: str
    funds: Working
    health: Working


@dataclass(frozen=True, slots=True)
class RivalsSeen(Fact):
    """C-5.3: with whom somebody studies or works at one place."""

    kind = "rivals_seen"
    person: str
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContestCardsDue(Fact):
    """C-Q20: cards have run out; more are asked for."""

    kind = "contest_cards_due"
    number: int


@dataclass(frozen=True, slots=True)
class ContestCardsLaid(Fact):
    """C-Q20: cards that were laid later; none: there are no more."""

    kind = "contest_cards_laid"
    person: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContestFought(Fact):
    """C-5.3 to C-5.5, C-5.10: a contest, judgment by judgment each with its winner or "", and what the winner takes."""

    kind = "contest_fought"
    action: Kind
    one: str
    other: str
    rounds: tuple[tuple[str, str, str], ...]
    winner: str
    taken: int


@dataclass(frozen=True, slots=True)
class ContestLost(Fact):
    """C-5.5, C-5.10: what a lost contest costs, in mana or in health."""

    kind = "contest_lost"
    person: str
    action: Kind
    lost: Working


@dataclass(frozen=True, slots=True)
class Bonded(Fact):
    """C-5.11: the relationship that a person then has to another."""

    kind = "bonded"
    person: str
    other: str
    points: Working
    renewed: bool = False


@dataclass(frozen=True, slots=True)
class BondDeepened(Fact):
    """C-5.12: what long bonding brings: a point of conviction or fate, or health and mana above the maximum."""

    kind = "bond_deepened"
    person: str
    recovered: str = ""
    health: int = 0
    mana: int = 0


@dataclass(frozen=True, slots=True)
class ItemGained(Fact):
    """C-6.1, C-6.4, C-6.5: a code bought or crafted, a tool made, and the funds paid."""

    kind = "item_gained"
    person: str
    item: Item
    action: Kind
    funds: Working | None = None


@dataclass(frozen=True, slots=True)
class SoulsEaten(Fact):
    """C-6.6, C-6.7, C-8.5: citizens killed, how many they count for, and the mana."""

    kind = "souls_eaten"
    person: str
    region: str
    victims: int
    counted: Working
    mana: Working


@dataclass(frozen=True, slots=True)
class OverseerSpoke(Fact):
    """C-23.14: the overseer's answer to a team's soul eating."""

    kind = "overseer_spoke"
    team: str
    answer: str


@dataclass(frozen=True, slots=True)
class Recontracted(Fact):
    """C-7.1 to C-7.3: a new contract; what the servant loses, and the stroke."""

    kind = "recontracted"
    master: str
    servant: str
    max_health: Working
    max_mana: Working
    strokes: int = 1


@dataclass(frozen=True, slots=True)
class Rejoined(Fact):
    """C-7.1: a servant is in the war again, in another team. Which team a seat is of is no secret."""

    kind = "rejoined"
    person: str
    team: str


@dataclass(frozen=True, slots=True)
class ManaCharged(Fact):
    """C-7.6."""

    kind = "mana_charged"
    master: str
    servant: str
    mana: Working


@dataclass(frozen=True, slots=True)
class CircuitLinked(Fact):
    """C-7.5: the shared magic and maximum; `ManaFlowed` tells each what it gained."""

    kind = "circuit_linked"
    link: Link
    magic: Working
    maximum: int


@dataclass(frozen=True, slots=True)
class ManaFlowed(Fact):
    """C-7.5: what a linked master gained."""

    kind = "mana_flowed"
    person: str
    mana: Working
