"""What a battle remembers: who takes part, what was laid, and how far it has come. Plain records, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .cards import Card
from .people import SpellType
from .tables import SLOTS


class Row(StrEnum):
    """C-10.4."""

    FRONT = "front"
    BACK = "back"


class Cover(StrEnum):
    """C-Q51: whom a guard protects."""

    SELF = "self"
    MASTER = "master"
    ALLIES = "allies"


class Mode(StrEnum):
    """C-23.19: what reinforcement and curse work on."""

    CARDS = "cards"
    MAGECRAFT = "magecraft"


class Presence(StrEnum):
    """Where a person of a battle is now."""

    FIELD = "field"
    FALLEN = "fallen"
    """On the field, and able to do nothing more (C-18.10, C-18.11)."""
    RETREATED = "retreated"
    ESCAPED = "escaped"
    VANISHED = "vanished"


@dataclass(frozen=True, slots=True)
class CardOrder:
    """One card as it was written: with plus, with a reserve to be spent on it, a guard's cover, the people named."""

    card: Card
    plus: bool = False
    reserve: bool = False
    cover: Cover = Cover.SELF
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SpellOrder:
    """A spell as it was written. `verse`: its lone magecraft card is one verse, not one count (C-Q56)."""

    type: SpellType
    grade: int
    target: str = ""
    mode: Mode = Mode.CARDS
    special: int = 0
    reserve: bool = False
    verse: bool = False


@dataclass(frozen=True, slots=True)
class Laid:
    """One card as it holds: with plus, the grade of the reserve spent on it, a guard's cover, the people aimed at."""

    card: Card
    plus: bool = False
    reserve: int = 0
    cover: Cover = Cover.SELF
    targets: tuple[str, ...] = ()


WAIT = Laid(Card.WAIT)


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell as it is cast: from its `first` slot to the slot in which it `fires` (the same at one count).

    `grade` is its base grade, `chants` the chants that it has (0: one count), `special` the grades given up.
    """

    type: SpellType
    grade: int
    first: int
    fires: int
    chants: int
    target: str = ""
    mode: Mode = Mode.CARDS
    special: int = 0
    reserve: int = 0

    @property
    def slots(self) -> range:
        return range(self.first, self.fires + 1)


@dataclass(frozen=True, slots=True)
class Retreat:
    """C-19.1, C-R13: when a person withdraws: at a slot, at a health or below, or after somebody's fall."""

    slot: int | None = None
    when_health: int | None = None
    when_falls: str = ""
    taking: tuple[str, ...] = ()
    fate: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    """An order of cards as its form has read it: targets, slots and reserves still as they were written."""

    target: str = ""
    cards: tuple[tuple[CardOrder, ...], ...] = ()
    spells: tuple[SpellOrder, ...] = ()
    release: bool = True
    retreat: Retreat | None = None
    escape: bool = True
    escape_at: int = 0
    protects: tuple[str, ...] = ()
    against_retreat: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a person laid, as it holds: ten slots of cards (several only in a melee), and the standing orders.

    `escape`: whether a stroke may be spent, `escape_at` the health at or below which it is (C-18.3, C-R12).
    `against_retreat`: the slots whose cards strike one who retreats (C-Q69 `opponent_chooses`). `phantasm`: the slots
    of a noble phantasm (C-12.2).
    """

    slots: tuple[tuple[Laid, ...], ...] = ((WAIT,),) * SLOTS
    spells: tuple[Spell, ...] = ()
    release: bool = True
    retreat: Retreat | None = None
    escape: bool = True
    escape_at: int = 0
    protects: tuple[str, ...] = ()
    against_retreat: tuple[int, ...] = ()
    phantasm: tuple[int, ...] = ()

    def spell_in(self, slot: int) -> Spell | None:
        """The spell that is being cast in a slot."""
        return next((spell for spell in self.spells if slot in spell.slots), None)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A retreat under way or over, kept with the one who takes all its damage: begun at `start`, declared by `led_by`,
    the others in `taking`. `ignored` are the cards that fate ignores, as `slot/attacker/aimed` (C-Q70); `damage` what
    was taken so far; `over` once it has succeeded or failed.
    """

    start: int
    led_by: str
    taking: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    damage: int = 0
    over: bool = False


@dataclass(frozen=True, slots=True)
class Effect:
    """A reinforcement or curse that works on `target` (C-Q59). `left`: judgments, or units for the next spell."""

    target: str
    caster: str
    type: SpellType
    mode: Mode
    left: int


@dataclass(frozen=True, slots=True)
class Fighter:
    """A person in a battle.

    `before`: health just before it (C-10.7). `first_part`: cards 1 to 5, where the rest is laid later (C-9.6).
    `void`: the slots in which its cards have become waits. `chant_health` and `chant_damage` count from the first card
    of the spell that is being cast (C-Q55). `passed_on`: judgments in which damage passed between it and each opponent
    (C-Q35). `by`: who dealt it the last damage.
    """

    row: Row = Row.FRONT
    before: int = 0
    presence: Presence = Presence.FIELD
    stood_front: bool = False
    first_part: Written | None = None
    declared: Declaration | None = None
    void: tuple[int, ...] = ()
    attempt: Attempt | None = None
    chant_health: int = 0
    chant_damage: int = 0
    revealed: bool = False
    passed_on: Mapping[str, int] = field(default_factory=dict)
    by: str = ""

    @property
    def on_field(self) -> bool:
        return self.presence in (Presence.FIELD, Presence.FALLEN)

    @property
    def able(self) -> bool:
        return self.presence is Presence.FIELD

    @property
    def laid(self) -> Declaration:
        return self.declared or NOTHING


NOTHING = Declaration()
"""C-Q92: ten waits; a stroke is spent if one is left."""


@dataclass(frozen=True, slots=True)
class Side:
    """People who fight together, in seat order (C-23.1). `name` is what people call it, where they do."""

    key: str
    people: tuple[str, ...]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Intrusion:
    """C-17.1: who comes in at which slot, to fight which servant."""

    person: str
    slot: int
    fights: str


@dataclass(frozen=True, slots=True)
class Carried:
    """What a person brings along from a battle that was broken off: cards laid there, judgments with damage.

    `used` counts cards by name; `"strike+"` counts those of them that had a plus (C-17.2, C-R10).
    """

    used: Mapping[str, int] = field(default_factory=dict)
    passed_on: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setting:
    """What is settled when a battle is announced: how a scene hands over.

    `number` is its ordinal in the war, `region` where it is, `preempts` the key of the side that attacks
    preemptively (C-9.8), `single` that nothing follows on it: a battle of its own, from a file.
    """

    number: int
    sides: tuple[Side, ...]
    region: str = ""
    preempts: str = ""
    intrusions: tuple[Intrusion, ...] = ()
    carried: Mapping[str, Carried] = field(default_factory=dict)
    single: bool = False

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody on the field, by sides."""
        return tuple(person for side in self.sides for person in side.people)

    @property
    def melee(self) -> bool:
        """C-17.3: three sides or more."""
        return len(self.sides) > 2

    def side_of(self, person: str) -> Side:
        return next(side for side in self.sides if person in side.people)


class Stage(StrEnum):
    """Where a battle stands."""

    ROWS = "rows"
    CARDS = "cards"
    """Everybody lays, or the surprised side alone (C-9.2)."""
    INFORMED = "informed"
    """The side that was shown something lays (C-9.4)."""
    LATER = "later"
    """C-9.6: cards 6 to 10."""
    JUDGED = "judged"
    """The judgments are under way; never open to a question."""
    SPOILS = "spoils"
    """C-18.12, C-9.10, C-9.12, C-10.3: what the battle leaves to be chosen."""
    JOINING = "joining"
    """C-Q62: a battle was broken off; the others of it choose."""


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle under way. `order`: its people in seat order; `judged`: the last judgment made; `known`: true names
    known before it, as `side/servant`, and `named` the bonuses given for them, by `side/servant/half` (C-23.11);
    `winner` is a side's key, "" for nobody.
    """

    setting: Setting
    order: tuple[str, ...]
    stage: Stage = Stage.ROWS
    fighters: Mapping[str, Fighter] = field(default_factory=dict)
    judged: int = 0
    effects: tuple[Effect, ...] = ()
    known: tuple[str, ...] = ()
    named: Mapping[str, int] = field(default_factory=dict)
    winner: str = ""
    asked: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        return self.setting.number

    def able(self, side: Side) -> tuple[str, ...]:
        """The people of a side who can act."""
        return tuple(key for key in side.people if self.fighters[key].able)


@dataclass(frozen=True, slots=True)
class Result:
    """A battle that is over, for the scene that announced it. `broken_off`: the slot, 0 if it came to an end; `sides`
    are those that were called something, who still go by that afterwards."""

    number: int
    region: str
    people: tuple[str, ...]
    winner: tuple[str, ...] = ()
    broken_off: int = 0
    sides: tuple[Side, ...] = ()
