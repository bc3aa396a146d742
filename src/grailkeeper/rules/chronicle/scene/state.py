"""What a war remembers of its scenes: the one that is played, what was declared in it, and what has come of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ....core.record import replace
from ..tables import SCENE_LIMIT

FIRST, SECOND, AFTER = 1, 2, 3
HALVES = (FIRST, SECOND)
"""C-1.8: the two halves of a scene; `AFTER` is what follows them (C-4.3, C-20.9)."""


class Phase(StrEnum):
    """Where a scene stands, in the order of its life."""

    CREATION = "creation"
    """Before scene 1: the sheets."""
    START = "start"
    ACTIONS = "actions"
    FIRST = "first"
    """C-8.1: what follows from the first half."""
    FIRST_JOIN = "first_join"
    FIRST_BATTLES = "first_battles"
    SECOND = "second"
    SECOND_JOIN = "second_join"
    SECOND_BATTLES = "second_battles"
    NPC_BATTLES = "npc_battles"
    """C-20.9: those who won may then turn on an NPC."""
    CONTEST = "contest"
    LATE = "late"
    """C-4.3: what follows from the long actions."""
    OVER = "over"


class Kind(StrEnum):
    """C-1.10: the actions of the menu, beside the move."""

    BASE_CREATION = "base_creation"
    TERRITORY_CREATION = "territory_creation"
    SCOUTING = "scouting"
    SEARCH = "search"
    PURSUIT = "pursuit"
    REST = "rest"
    NURSING = "nursing"
    STUDY = "study"
    TEACHING = "teaching"
    LABOR = "labor"
    BONDING = "bonding"
    BUY = "buy"
    CRAFT = "craft"
    ITEM_CONSTRUCTION = "item_construction"
    SOUL_EATING = "soul_eating"
    RECONTRACT = "recontract"
    CIRCUIT_LINK = "circuit_link"
    MANA_CHARGE = "mana_charge"


@dataclass(frozen=True, slots=True)
class Action:
    """A short or long action that stands. `person` is whom it is about: target, patient, teacher, pupil, partner.

    `region`: where a buyer goes afterwards; `use`: what a code is for; `recover`: what long bonding gives back;
    `contest`: cards for a contest, spares included (C-5.3). `doubled`: long because it was declared twice (C-Q8).
    """

    kind: Kind
    halves: tuple[int, ...]
    person: str = ""
    region: str = ""
    grade: int = 0
    victims: int = 0
    use: str = ""
    renew: bool = False
    recover: str = ""
    challenge: bool = False
    contest: tuple[str, ...] = ()
    doubled: bool = False

    @property
    def long(self) -> bool:
        """C-1.9."""
        return len(self.halves) > 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What a person has declared for a scene, as far as it stands.

    `attack`: whom it attacks where it meets them; `npc`: an NPC to be attacked after a victory (C-20.9);
    `information`: the point wanted from a master; `convert`: mana to be turned into health.
    """

    actions: tuple[Action, ...] = ()
    move: str = ""
    attack: str = ""
    npc: str = ""
    information: str = ""
    convert: int = 0
    replace_base: bool = False

    def without(self, action: Action) -> Plan:
        """The plan after an action was refused when its turn came."""
        return replace(self, actions=tuple(each for each in self.actions if each != action))

    def of(self, *kinds: Kind) -> Action | None:
        """The first action of one of these kinds."""
        return next((action for action in self.actions if action.kind in kinds), None)


NO_PLAN = Plan()


@dataclass(frozen=True, slots=True)
class Found:
    """C-3: whom a search, scouting or pursuit has met. `half` tells them apart."""

    half: int
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sensed:
    """C-3.9: a servant whose presence was sensed, and where. Its searcher knows only the region."""

    servant: str
    region: str


@dataclass(frozen=True, slots=True)
class Attack:
    """C-3.4, C-3.11: an attack that stands, and where the battle is."""

    half: int
    attacker: str
    target: str
    region: str
    preempts: bool


@dataclass(frozen=True, slots=True)
class Link:
    """C-7.5: two linked masters, the scene of the link, and the magic and maximum that each goes back to."""

    masters: tuple[str, str]
    scene: int
    before: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Scene:
    """The scene that is played. Where nothing else is said, tables are by person.

    `dawned`: masters have recovered, territories have stored, NPCs stand where they stand. `search`, `infiltration`:
    regions named (C-1.4). `taken`: whose first half a territory has used up (C-1.5). `nursed`: the patients who rest
    long (C-Q18). `interrupted`: whose long action was broken off. `left`: who is away (C-7.4). `pointed`: who has
    gained a point (C-3.6). `npcs_met` by person, `secondary`: who met them by pursuit (C-20.6). `fights`: in which
    halves somebody is in a battle. `converts`: who may turn mana into health now (C-4.3). `gains`: what study
    (experience) and labor (funds) have brought, by `kind/person`; `rivals`: with whom somebody studied or worked
    (C-5.3). `cards`: contest cards laid later; `silent`: who had none to lay; `contested`: the contests decided, as
    `kind/one/other`. `excess`: what was gained above a maximum in this scene, by `person/pool`.
    """

    dawned: bool = False
    search: Mapping[str, str] = field(default_factory=dict)
    infiltration: Mapping[str, str] = field(default_factory=dict)
    taken: tuple[str, ...] = ()
    plans: Mapping[str, Plan] = field(default_factory=dict)
    nursed: tuple[str, ...] = ()
    interrupted: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    met: Mapping[str, tuple[Found, ...]] = field(default_factory=dict)
    sensed: Mapping[str, tuple[Sensed, ...]] = field(default_factory=dict)
    pointed: tuple[str, ...] = ()
    npcs_met: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    secondary: tuple[str, ...] = ()
    attacks: tuple[Attack, ...] = ()
    fights: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    converts: tuple[str, ...] = ()
    gains: Mapping[str, int] = field(default_factory=dict)
    rivals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    silent: tuple[str, ...] = ()
    contested: tuple[str, ...] = ()
    contest_round: int = 0
    excess: Mapping[str, int] = field(default_factory=dict)

    def plan(self, person: str) -> Plan:
        return self.plans.get(person, NO_PLAN)

    def met_by(self, person: str, half: int) -> tuple[str, ...]:
        """Whom a person has met in a half."""
        return tuple(key for found in self.met.get(person, ()) if found.half == half for key in found.people)


@dataclass(frozen=True, slots=True)
class War:
    """The course of a war.

    `created`: the teams whose sheets are in, `creates` those that hand them in. `known`: by team, the people of
    others that it has met. `bases`: by team and region whose information it has, whether bases stood there (C-Q93).
    `fought`: battles are fought out, and not only announced. `as_declared`: orders are taken as they are and judged
    when their turn comes. `last_scene`: after it nothing more is asked, 0 for none.
    """

    fought: bool
    as_declared: bool
    last_scene: int
    phase: Phase = Phase.START
    now: Scene = Scene()
    creates: tuple[str, ...] = ()
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bases: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    scene_limit: int = SCENE_LIMIT
    winners: tuple[str, ...] = ()
