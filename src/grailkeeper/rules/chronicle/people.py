"""The people of a war, their teams and what is theirs: plain records, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ...core.rank import Letter, Rank
from ...core.seat import Role


class Ability(StrEnum):
    """The five abilities of a servant."""

    STRENGTH = "strength"
    ENDURANCE = "endurance"
    AGILITY = "agility"
    MAGIC = "magic"
    LUCK = "luck"


class Skill(StrEnum):
    """C-23.4: the skills that a sheet may name. Regroup and ranged weapon have no grade; they count as 1."""

    RIDING = "riding"
    PRESENCE_CONCEALMENT = "presence_concealment"
    CLAIRVOYANCE = "clairvoyance"
    BRAWL = "brawl"
    VALOR = "valor"
    THROW = "throw"
    MAGIC_RESISTANCE = "magic_resistance"
    DEFENSIVE_SKILL = "defensive_skill"
    MAGECRAFT = "magecraft"
    INDEPENDENT_ACTION = "independent_action"
    TERRITORY_CREATION = "territory_creation"
    ITEM_CONSTRUCTION = "item_construction"
    MAD_ENHANCEMENT = "mad_enhancement"
    REGROUP = "regroup"
    RANGED_WEAPON = "ranged_weapon"


class ServantClass(StrEnum):
    SABER = "saber"
    LANCER = "lancer"
    ARCHER = "archer"
    RIDER = "rider"
    ASSASSIN = "assassin"
    CASTER = "caster"
    BERSERKER = "berserker"


class SpellType(StrEnum):
    ATTACK = "attack"
    DEFENCE = "defence"
    HEALING = "healing"
    REINFORCEMENT = "reinforcement"
    CURSE = "curse"


class PhantasmKind(StrEnum):
    """C-23.5."""

    ATTACK = "attack"
    DEFENCE = "defence"
    ALWAYS_ON = "always_on"


class PhantasmRange(StrEnum):
    ANTI_UNIT = "anti_unit"
    ANTI_ARMY = "anti_army"
    ANTI_FORTRESS = "anti_fortress"


class Circuit(StrEnum):
    """C-23.2: circuit quality."""

    C = "C"
    B = "B"
    A = "A"


class Life(StrEnum):
    """Whether a person is still in the war. Dying and fainted are not here: they follow from the pools (C-18)."""

    ALIVE = "alive"
    VANISHED = "vanished"
    DEAD = "dead"


class ItemKind(StrEnum):
    """C-23.18: a mystic code for magecraft or for a card, a tool that heals once."""

    MAGECRAFT_CODE = "magecraft_code"
    CARD_CODE = "card_code"
    TOOL = "tool"


class InformationKind(StrEnum):
    """The four kinds of information point, in the order in which the rules name them."""

    ENCOUNTER = "encounter"
    RUMOR = "rumor"
    LEGEND = "legend"
    BATTLE = "battle"


MIDDLE = Rank(Letter.C)


@dataclass(frozen=True, slots=True)
class Pool:
    """Health or mana. `now` may be above `maximum` or below 0; `old_excess` is how much of what is above it was
    gained in an earlier scene and goes at the end of this one (C-Q2).
    """

    now: int
    maximum: int
    old_excess: int = 0

    @property
    def room(self) -> int:
        """How much it still takes."""
        return max(0, self.maximum - self.now)

    @property
    def over(self) -> int:
        """How much of it is above its maximum."""
        return max(0, self.now - self.maximum)

    @property
    def spare(self) -> int:
        """How much may go so that 1 stays (C-Q1, C-5.2)."""
        return max(0, self.now - 1)


@dataclass(frozen=True, slots=True)
class Spent:
    """Conviction or fate: the points left, and those at the beginning (C-5.12)."""

    now: int
    start: int


@dataclass(frozen=True, slots=True)
class Item:
    kind: ItemKind
    grade: int


@dataclass(frozen=True, slots=True)
class Master:
    """C-23.2. `critical`: the rank that a mystic code grants (C-Q54). `linked`: the partner of a circuit link while
    it lasts, with `own_magic` to go back to (C-7.5)."""

    combat: int = 3
    magic: int = 3
    conviction: Spent = Spent(3, 3)
    fate: Spent = Spent(3, 3)
    circuit: Circuit = Circuit.B
    affinity: SpellType | None = None
    crafter: bool = False
    critical: Rank | None = None
    linked: str = ""
    own_magic: int = 0


@dataclass(frozen=True, slots=True)
class NoblePhantasm:
    """C-23.5. `figure` None: by its grade (C-Q45)."""

    grade: Rank
    figure: int | None = None
    kind: PhantasmKind = PhantasmKind.ATTACK
    range: PhantasmRange = PhantasmRange.ANTI_UNIT


@dataclass(frozen=True, slots=True)
class Servant:
    """C-23.3. `skills` by name of the skill, `special_damage` the cards whose damage is special (C-18.1).

    `bought` and `chosen_berserker` raise the upkeep; `active_scenes` were those before this one (C-7.8).
    `values`: extra mana for each victim (C-6.8). `health_due`, `mana_due`: that pool has been at 0 or less since the
    scene before, and is checked at the end of this one (C-18.4, C-18.9).
    """

    servant_class: ServantClass | None = None
    strength: Rank = MIDDLE
    endurance: Rank = MIDDLE
    agility: Rank = MIDDLE
    magic: Rank = MIDDLE
    luck: Rank = MIDDLE
    skills: Mapping[str, Rank] = field(default_factory=dict)
    noble_phantasm: NoblePhantasm | None = None
    special_damage: tuple[str, ...] = ()
    true_name: str = ""
    recontracts: int = 0
    bought: int = 0
    chosen_berserker: bool = False
    active_scenes: int = 0
    manifested: bool = True
    values: int = 0
    health_due: bool = False
    mana_due: bool = False

    def ability(self, ability: Ability) -> Rank:
        rank: Rank = getattr(self, ability.value)
        return rank

    def skill(self, skill: Skill) -> int:
        """The grade of a skill, 0 without it."""
        rank = self.skills.get(skill)
        return 0 if rank is None else rank.number


@dataclass(frozen=True, slots=True)
class Person:
    """A master or a servant. `key` is ASCII and never changes, `team` may (a recontract); `seat` is who plays it.

    `relationships` are points by person, `deleted` those that once were (C-5.11). `captor`: the team that holds it
    (C-18.12). `partnerless`: has lost its partner (C-7.1). `once_used`: mana charge or circuit link (C-7.4).
    `acquaintances`: servants known in life (C-3.12).
    """

    key: str
    name: str
    team: str
    seat: str
    health: Pool
    mana: Pool
    master: Master | None = None
    servant: Servant | None = None
    life: Life = Life.ALIVE
    injured: bool = False
    experience: int = 0
    at: str = ""
    captor: str = ""
    partnerless: bool = False
    items: tuple[Item, ...] = ()
    relationships: Mapping[str, int] = field(default_factory=dict)
    deleted: tuple[str, ...] = ()
    once_used: bool = False
    acquaintances: tuple[str, ...] = ()
    npc: bool = False

    @property
    def role(self) -> Role:
        return Role.MASTER if self.master is not None else Role.SERVANT

    @property
    def is_master(self) -> bool:
        return self.master is not None

    @property
    def at_large(self) -> bool:
        """C-20.10: alive, and nobody's captive."""
        return self.life is Life.ALIVE and not self.captor

    @property
    def the_master(self) -> Master:
        """Only asked of a master."""
        assert self.master is not None
        return self.master

    @property
    def the_servant(self) -> Servant:
        """Only asked of a servant."""
        assert self.servant is not None
        return self.servant


@dataclass(frozen=True, slots=True)
class Base:
    """C-2.3: where it is, and the bonuses that were fixed when it was made (C-2.7)."""

    at: str
    bonus: int = 0
    ley: int = 0


@dataclass(frozen=True, slots=True)
class Territory:
    """C-23.9."""

    at: str
    stored: int = 0


@dataclass(frozen=True, slots=True)
class Information:
    """C-23.10: a team's points on a servant, and whether it was told or shown the true name."""

    encounter: int = 0
    rumor: int = 0
    legend: int = 0
    battle: int = 0
    true_name: bool = False

    @property
    def total(self) -> int:
        return self.encounter + self.rumor + self.legend + self.battle


@dataclass(frozen=True, slots=True)
class Team:
    """What a team holds together (C-23.1, C-Q95, C-Q96). `key` is ASCII; `name` is what people call it.

    `information` by servant, `region_information` the regions known, `bases_known` the regions in which a base or
    territory of that team was seen, by team (C-Q93). `souls` is the count of C-8.5; `allies` the teams in alliance.
    """

    key: str
    name: str
    strokes: int = 3
    merit: int = 0
    funds: int = 0
    souls: int = 0
    base: Base | None = None
    territory: Territory | None = None
    information: Mapping[str, Information] = field(default_factory=dict)
    region_information: tuple[str, ...] = ()
    bases_known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    allies: tuple[str, ...] = ()

    def on(self, servant: str) -> Information:
        """What it knows of a servant."""
        return self.information.get(servant, Information())
