"""The people of a war and what is theirs: plain records, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ...core.rank import Letter, Rank
from ...core.seat import Role


class Ability(StrEnum):
    """The five abilities, in the order in which ranks are written."""

    STRENGTH = "strength"
    ENDURANCE = "endurance"
    AGILITY = "agility"
    MAGIC = "magic"
    LUCK = "luck"


class Aim(StrEnum):
    """What a side does in a judgment."""

    ATTACK = "attack"
    DEFENCE = "defence"


class SkillSides(StrEnum):
    ATTACK = "attack"
    DEFENCE = "defence"
    BOTH = "both"


class Condition(StrEnum):
    """S-23.3: when a skill applies."""

    ALWAYS = "always"
    FIRST_STRIKE = "first_strike"
    WOUNDED = "wounded"


class DeviceType(StrEnum):
    """S-21.4: damage where its side attacks, guard where it defends."""

    DAMAGE = "damage"
    GUARD = "guard"


class ServantClass(StrEnum):
    SABER = "saber"
    LANCER = "lancer"
    ARCHER = "archer"
    RIDER = "rider"
    ASSASSIN = "assassin"
    CASTER = "caster"
    BERSERKER = "berserker"
    RULER = "ruler"


class Level(StrEnum):
    LOWER = "lower"
    NORMAL = "normal"
    UPPER = "upper"
    TOP = "top"


class MasterState(StrEnum):
    WELL = "well"
    FAINTED = "fainted"
    """S-17.3, until the next opening."""
    FORCED_REST = "forced_rest"
    """S-17.3: this scene is a forced rest."""
    DEAD = "dead"


class ServantState(StrEnum):
    WELL = "well"
    VANISHED = "vanished"


LOWEST = Rank(Letter.E)


@dataclass(frozen=True, slots=True)
class Ranks:
    """The five ranks of a person."""

    strength: Rank = LOWEST
    endurance: Rank = LOWEST
    agility: Rank = LOWEST
    magic: Rank = LOWEST
    luck: Rank = LOWEST

    def of(self, ability: Ability) -> Rank:
        rank: Rank = getattr(self, ability.value)
        return rank

    @property
    def all(self) -> tuple[Rank, Rank, Rank, Rank, Rank]:
        return (self.strength, self.endurance, self.agility, self.magic, self.luck)


@dataclass(frozen=True, slots=True)
class Points:
    """Health or mana: how much there is now, and the most that there can be (S-16.5)."""

    now: int
    maximum: int


@dataclass(frozen=True, slots=True)
class MysticCode:
    rank: Rank
    type: DeviceType = DeviceType.DAMAGE


@dataclass(frozen=True, slots=True)
class NoblePhantasm:
    """`discount_used`: it was used for 1 mana already (S-21.2)."""

    name: str
    rank: Rank
    type: DeviceType = DeviceType.DAMAGE
    discount_used: bool = False


@dataclass(frozen=True, slots=True)
class Skill:
    """S-23.3. `bonus` in percent on the chances of `sides`; `count` judgments of a battle."""

    name: str
    rank: Rank
    bonus: int
    count: int
    sides: SkillSides = SkillSides.BOTH
    condition: Condition = Condition.ALWAYS
    magecraft: bool = False
    class_skill: bool = False


@dataclass(frozen=True, slots=True)
class Master:
    ranks: Ranks = Ranks()
    health: Points = Points(3, 3)
    mana: Points = Points(4, 4)
    strokes: int = 3
    mystic_code: MysticCode | None = None
    luck_uses: int = 0
    state: MasterState = MasterState.WELL


@dataclass(frozen=True, slots=True)
class ChanceSums:
    """S-10.18: attack and defence chance as the player worked them out; used as they stand."""

    attack: int
    defence: int


@dataclass(frozen=True, slots=True)
class Servant:
    """`lowered`: ranks taken off per ability (S-14.7); `raised`: raising effects per ability (S-22.4)."""

    servant_class: ServantClass = ServantClass.SABER
    level: Level = Level.NORMAL
    ranks: Ranks = Ranks()
    health: Points = Points(7, 7)
    mana: Points = Points(7, 7)
    lowered: Mapping[str, int] = field(default_factory=dict)
    raised: Mapping[str, int] = field(default_factory=dict)
    skills: tuple[Skill, ...] = ()
    noble_phantasms: tuple[NoblePhantasm, ...] = ()
    luck_uses: int = 0
    state: ServantState = ServantState.WELL
    territory_creation: Rank | None = None
    item_construction: Rank | None = None
    sums: ChanceSums | None = None


@dataclass(frozen=True, slots=True)
class Functions:
    """Points in the three functions of a workshop (S-12.2)."""

    concealment: int = 0
    storage: int = 0
    assistance: int = 0

    @property
    def total(self) -> int:
        return self.concealment + self.storage + self.assistance


@dataclass(frozen=True, slots=True)
class Workshop:
    """The base of a team (S-12.1): the master's points, the caster's apart from them (S-13.2)."""

    points: Functions = Functions(4, 3, 3)
    territory: Functions = Functions()
    concealed_by: Ability = Ability.MAGIC


@dataclass(frozen=True, slots=True)
class Reserve:
    """S-20.1: a strength in percent, and what it is in the story."""

    strength: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class Solos:
    """Solo proceedings used (S-8.3): by the team, and by each of the two (for `solo_limit_scope: character`)."""

    team: int = 0
    master: int = 0
    servant: int = 0


@dataclass(frozen=True, slots=True)
class Team:
    """A master, a servant, and what they hold together. `key` is ASCII; `name` is what people call it.

    `known_by`: the teams that know the base, each with the scene in which it found it (0: before the war's first).
    `out`: out of the war (S-17.7).
    """

    key: str
    name: str
    master: Master | None = None
    servant: Servant | None = None
    workshop: Workshop = Workshop()
    reserves: tuple[Reserve, ...] = ()
    stored_mana: int = 0
    exposure_risk: int = 0
    revealed: bool = False
    known_by: Mapping[str, int] = field(default_factory=dict)
    solos: Solos = Solos()
    out: bool = False

    @property
    def territory(self) -> Functions:
        """The territory points that hold: lost with the caster (S-13.2)."""
        gone = self.servant is None or self.servant.state is ServantState.VANISHED
        return Functions() if gone else self.workshop.territory

    def person(self, role: Role) -> Master | Servant | None:
        return self.master if role is Role.MASTER else self.servant
