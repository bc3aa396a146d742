"""The people of a war and what is theirs: plain records, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ...core.rank import Rank


class Ability(StrEnum):
    """The five abilities, in the order in which ranks are written."""

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


class Condition(StrEnum):
    """B-14.6: when a skill can be used."""

    ALWAYS = "always"
    MAGECRAFT_OPPOSED = "magecraft_opposed"
    MAGECRAFT_ANY = "magecraft_any"
    NP_OPPOSED = "np_opposed"
    ATTACKER = "attacker"
    DEFENDER = "defender"
    MASTER_ABSENT = "master_absent"
    WOUNDED = "wounded"
    NO_OTHER_SKILL = "no_other_skill"
    KEEPER = "keeper"


class Method(StrEnum):
    """B-6.4: how a noble phantasm is used."""

    BOARD = "board"
    BOOST = "boost"


class Intent(StrEnum):
    """B-14.8."""

    FIGHT = "fight"
    AVOID = "avoid"


@dataclass(frozen=True, slots=True)
class Points:
    """Health or mana: what there is now, and the most there can be."""

    now: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill. `plus_left`: how often its plus can still be used in the war (B-12.10).

    `points` are the keeper's number for it, of `skill_points: keeper_number` only.
    """

    name: str
    rank: Rank
    condition: Condition = Condition.ALWAYS
    is_class_skill: bool = False
    is_magecraft: bool = False
    plus_left: int = 0
    points: int | None = None


@dataclass(frozen=True, slots=True)
class NoblePhantasm:
    name: str
    rank: Rank
    uses_left: int
    uses_max: int
    mp_cost: int


@dataclass(frozen=True, slots=True)
class Servant:
    """A servant; an ability that is not in `abilities` has the grade 0 (B-14.1). `name` is the true name.

    However its abilities come, as from a journal by the letter, they stand in their order.
    """

    servant_class: ServantClass | None = None
    name: str = ""
    abilities: Mapping[str, Rank] = field(default_factory=dict)
    skills: tuple[Skill, ...] = ()
    noble_phantasms: tuple[NoblePhantasm, ...] = ()
    health: Points = Points(7, 7)
    mana: Points = Points(7, 7)
    vanished: bool = False

    def __post_init__(self) -> None:
        order = [each.value for each in Ability]
        ranks = sorted(self.abilities.items(), key=lambda named: order.index(named[0]))
        object.__setattr__(self, "abilities", dict(ranks))


@dataclass(frozen=True, slots=True)
class Master:
    """A master. `strokes` are the cards registered to the strokes still unspent, `tarot` the hand.

    `exhausted_in`: the scene in which the master may not act (B-9.4), 0 for none. `dead`: B-14.13.
    """

    health: Points = Points(3, 3)
    mana: Points = Points(0, 0)
    strokes: tuple[int, ...] = ()
    tarot: tuple[int, ...] = ()
    exhausted_in: int = 0
    dead: bool = False


@dataclass(frozen=True, slots=True)
class Team:
    """A team. A person that never was, or is another team's now, is None.

    `masterless_since`: the scene in which its master died (B-14.15), 0 for none. `out`: it has left the war.
    """

    key: str
    name: str
    region: str = ""
    master: Master | None = None
    servant: Servant | None = None
    intent: Intent = Intent.AVOID
    accompanies: bool = True
    masterless_since: int = 0
    out: bool = False

    @property
    def living_master(self) -> Master | None:
        return None if self.master is None or self.master.dead or self.out else self.master

    @property
    def existing_servant(self) -> Servant | None:
        return None if self.servant is None or self.servant.vanished else self.servant

    def able_master(self, scene: int) -> Master | None:
        """The master, if it may act in `scene` (B-14.10)."""
        master = self.living_master
        return None if master is None or master.exhausted_in == scene else master

    def supporter(self, scene: int) -> Master | None:
        """The master, if it may support a battle in `scene` (B-14.11)."""
        return self.able_master(scene) if self.accompanies else None
