"""Servants and what they are made of: the sheet as it was made, and the team that plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from . import tables


class Ability(StrEnum):
    STRENGTH = "strength"
    ENDURANCE = "endurance"
    AGILITY = "agility"
    MAGIC = "magic"
    LUCK = "luck"


class ServantClass(StrEnum):
    SABER = "saber"
    LANCER = "lancer"
    ARCHER = "archer"
    RIDER = "rider"
    ASSASSIN = "assassin"
    CASTER = "caster"
    BERSERKER = "berserker"


class Type(StrEnum):
    """M-1.7."""

    PHYSICAL = "physical"
    MAGIC = "magic"


class Card(StrEnum):
    """M-8.1; without guard these are the attributes of M-8.6. EMPTY is a slot in which nothing lies (M-Q75)."""

    BUSTER = "buster"
    QUICK = "quick"
    ARTS = "arts"
    GUARD = "guard"
    EMPTY = "empty"


HAND = (Card.BUSTER, Card.QUICK, Card.ARTS, Card.GUARD)
ATTRIBUTES = HAND[:3]


class ClassSkill(StrEnum):
    RIDING = "riding"
    MAGIC_RESISTANCE = "magic_resistance"
    EVASION = "evasion"
    INDEPENDENT_ACTION = "independent_action"
    CLAIRVOYANCE = "clairvoyance"
    PRESENCE_CONCEALMENT = "presence_concealment"
    ASSASSINATION_STRIKE = "assassination_strike"
    TERRITORY_CREATION = "territory_creation"
    ITEM_CONSTRUCTION = "item_construction"
    MAD_ENHANCEMENT = "mad_enhancement"


class EffectKind(StrEnum):
    JUDGMENT_BOOST = "judgment_boost"
    ATTACK_BOOST = "attack_boost"
    GUARD_BOOST = "guard_boost"
    GUARD_REDUCTION = "guard_reduction"
    BANE = "bane"
    WARD = "ward"
    HP_RECOVERY = "hp_recovery"
    TAUNT_SELF = "taunt_self"
    TAUNT_ALLY = "taunt_ally"
    LASTING_DAMAGE = "lasting_damage"
    STATUS_RESISTANCE = "status_resistance"
    STATUS_REMOVAL = "status_removal"


EXPANDABLE = frozenset(
    {
        EffectKind.JUDGMENT_BOOST,
        EffectKind.ATTACK_BOOST,
        EffectKind.GUARD_BOOST,
        EffectKind.GUARD_REDUCTION,
        EffectKind.HP_RECOVERY,
        EffectKind.LASTING_DAMAGE,
        EffectKind.STATUS_REMOVAL,
    }
)
"""M-5, table of effects: whose range may be wider than the user."""

HOSTILE = frozenset({EffectKind.GUARD_REDUCTION, EffectKind.LASTING_DAMAGE})
"""M-5.4: what is always aimed at a foe."""

WORDED = frozenset({EffectKind.BANE, EffectKind.WARD})
"""M-5.11, M-5.12: effects with a target word."""


class Range(StrEnum):
    """M-5.4."""

    SELF = "self"
    ONE = "one"
    ALL_ALLIES = "all_allies"
    ALL_ENEMIES = "all_enemies"
    ALL = "all"


class Use(StrEnum):
    """M-6.2."""

    ATTACK = "attack"
    DEFENCE = "defence"


class Reach(StrEnum):
    """M-6.3."""

    ANTI_UNIT = "anti-unit"
    ANTI_ARMY = "anti-army"


class Condition(StrEnum):
    """How a servant or a body is."""

    ALIVE = "alive"
    DYING = "dying"
    VANISHED = "vanished"


class World(StrEnum):
    """M-12.1."""

    VIRTUAL = "virtual"
    REAL = "real"


@dataclass(frozen=True, slots=True)
class Effect:
    """One part of a skill, or (with grade 0, as it follows the phantasm) the special effect of a phantasm.

    `attribute` of a judgment boost; `word` of bane and ward.
    """

    kind: EffectKind
    grade: int = 0
    range: Range = Range.SELF
    attribute: Card | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Skill:
    name: str
    grade: int
    effects: tuple[Effect, ...]

    def has(self, kind: EffectKind) -> bool:
        return any(effect.kind is kind for effect in self.effects)

    @property
    def heals_only(self) -> bool:
        """M-9.8, M-Q103: what works after a set and outside of battle."""
        return all(effect.kind is EffectKind.HP_RECOVERY for effect in self.effects)

    @property
    def is_reaction(self) -> bool:
        """M-R15: a plain removal is declared after the reveal."""
        return len(self.effects) == 1 and self.effects[0].kind is EffectKind.STATUS_REMOVAL


@dataclass(frozen=True, slots=True)
class Phantasm:
    """M-6. `attribute` is None for a defence; `special` None where it has no effect."""

    name: str
    grade: int
    use: Use = Use.ATTACK
    reach: Reach = Reach.ANTI_UNIT
    attribute: Card | None = None
    special: Effect | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A servant as it was made; all grades are the full ones, the stage lowers them (M-12.6).

    `health` and `mana` are the points of M-1.2, `health_points` and `mana_points` setting points of M-1.3.
    """

    servant_class: ServantClass
    type: Type
    level: int
    die: int
    abilities: Mapping[str, int]
    health: int
    mana: int
    health_points: int
    mana_points: int
    cards: Mapping[str, int]
    class_skills: Mapping[str, int]
    skills: tuple[Skill, ...] = ()
    phantasms: tuple[Phantasm, ...] = ()
    true_name: str = ""
    traits: tuple[str, ...] = ()
    dossier: tuple[str, ...] = ()

    def __hash__(self) -> int:
        """Enough to find it again; what differs in the rest is told apart by comparing."""
        return hash((self.servant_class, self.level, self.die, self.health, self.health_points, self.skills))

    @property
    def extra(self) -> int:
        """M-1.6: extra setting points, 10 to 50."""
        return tables.CLASS_POINTS + tables.LEVEL_BONUS[self.level] + self.die

    @property
    def total(self) -> int:
        """M-1.6: total setting points, 100 to 140."""
        return tables.GENERAL_POINTS + self.extra

    @property
    def slaughters(self) -> bool:
        """M-4.25: slaughter craft."""
        return self.servant_class in (ServantClass.ASSASSIN, ServantClass.BERSERKER)

    def skill(self, name: str) -> Skill | None:
        return next((skill for skill in self.skills if skill.name == name), None)

    def fits(self, word: str) -> bool:
        """M-Q34: whether a bane or ward of this word is against this servant."""
        return word in (self.servant_class.value, self.type.value, *self.traits)


@dataclass(frozen=True, slots=True)
class Being:
    """A servant, or the body behind it, as it is now (M-Q68). `fresh`: dying since this scene only (M-11.13)."""

    hp: int
    mp: int
    condition: Condition = Condition.ALIVE
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Territory:
    """M-4.17, M-4.18."""

    region: str
    store: int = 0


@dataclass(frozen=True, slots=True)
class Known:
    """M-10: what a team knows of another servant. `encounters`: kept towards the next level."""

    level: int = 0
    encounters: int = 0


@dataclass(frozen=True, slots=True)
class Team:
    """A team: one servant, and the body behind it.

    `battles`: undergone (M-12.5). `frenzied`: in this scene. `bases_known`: regions by team. `guesses`: of true
    names in this scene, by team. `told_penalties`: those of M-11.19 that were announced. `region`: where it is in
    this scene, or was in the last.
    """

    key: str
    name: str
    sheet: Sheet
    servant: Being
    body: Being
    stage: int = tables.LAST_STAGE
    battles: int = 0
    strokes: int = tables.STROKES
    luck_used: bool = False
    frenzied: bool = False
    citizens: int = 0
    bases: tuple[str, ...] = ()
    territory: Territory | None = None
    bases_known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    information: Mapping[str, Known] = field(default_factory=dict)
    guesses: Mapping[str, int] = field(default_factory=dict)
    told_penalties: tuple[str, ...] = ()
    region: str = ""

    @property
    def plays(self) -> bool:
        """M-Q68, M-Q70: whether it can act in the virtual world at all."""
        return self.servant.condition is not Condition.VANISHED and self.body.condition is not Condition.VANISHED

    def knows(self, other: str) -> Known:
        return self.information.get(other, Known())

    def being(self, world: World) -> Being:
        return self.servant if world is World.VIRTUAL else self.body
