"""What a war of the mirror land remembers between two questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ...core.record import replace
from ...core.seat import Audience, Seat, only
from . import tables
from .options import Options
from .people import Being, Card, Team, World


class LuckMode(StrEnum):
    """M-3.12."""

    ADD = "add"
    SUBTRACT = "subtract"
    NONE = "none"


class Order(StrEnum):
    """M-11.11 to M-11.16: what a stroke is spent on."""

    ESCAPE = "escape"
    RUSH = "rush"
    INDOMITABLE = "indomitable"
    FULL_RECOVERY_HP = "full_recovery hp"
    FULL_RECOVERY_MP = "full_recovery mp"
    PURSUIT = "pursuit"
    ERASURE = "erasure"


class StatusKind(StrEnum):
    GUARDED = "guarded"
    EXPOSED = "exposed"
    LASTING = "lasting_damage"
    JUDGMENT_BOOST = "judgment_boost"
    ATTACK_BOOST = "attack_boost"
    TAUNT = "taunt"
    RESISTANCE = "status_resistance"
    REMOVAL = "status_removal"


class Origin(StrEnum):
    """What can put a status on a fighter."""

    SKILL = "skill"
    RELEASE = "release"
    """A defence phantasm's own points (M-6.7)."""
    SPECIAL = "special"
    """A phantasm's special effect (M-6.9)."""
    CLASH = "clash"
    """Guard against guard (M-8.10)."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a status comes from; what comes from the same again takes its place (M-Q48).

    `name` of the skill, the phantasm or the card; `mark`: which part, release or meeting of it.
    """

    origin: Origin
    name: str
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Status:
    """A timed status on a fighter. `left`: judgments that it still lasts, the present one included.

    `grade` is what a removal is compared with (M-5.18, M-Q76); `attribute` of a judgment boost; `word` of a ward.
    """

    kind: StatusKind
    points: int
    grade: int
    left: int
    by: str
    source: Source
    attribute: Card | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Support:
    """M-8.3: `name` is luck, a class skill or a skill of the sheet; `target` "" where none is named."""

    name: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """What one fighter lays in one slot. With a `phantasm` the card is EMPTY."""

    card: Card = Card.EMPTY
    phantasm: str = ""
    target: str = ""
    less: int = 0
    supports: tuple[Support, ...] = ()


@dataclass(frozen=True, slots=True)
class Removal:
    """M-9.6: a status removal declared after the reveal, for a slot of 1 to 5."""

    slot: int
    skill: str
    target: str = ""


@dataclass(frozen=True, slots=True)
class Fighter:
    """How a team stands in the battle under way.

    `here`: whether it is in it. `skills`: those chosen for the set, None for all. `hand`: cards left in the set.
    `releases`: of phantasms in the set. `used`: skills used in the set, for the option `skill_use_limit`.
    `store`: the most that this turn's costs may take from the territory, None for all.
    `dealt`, `taken`: damage of the set, `dealt` by foe. `fought`: in a resolved turn, or in a strike that killed
    (M-Q84). `waits`: it will join later (M-Q73). `saved`: luck averted its fall (M-Q100), it leaves with the set.
    """

    here: bool = True
    waits: bool = False
    saved: bool = False
    luck_mode: LuckMode = LuckMode.NONE
    luck_on: str = ""
    luck_settled: bool = False
    strike: str = ""
    frenzy: bool = False
    skills: tuple[str, ...] | None = None
    hand: Mapping[str, int] = field(default_factory=dict)
    releases: int = 0
    used: tuple[str, ...] = ()
    statuses: tuple[Status, ...] = ()
    evasion_left: int = 0
    rush: bool = False
    rush_lost_on: tuple[str, ...] = ()
    indomitable: bool = False
    dealt: Mapping[str, int] = field(default_factory=dict)
    taken: int = 0
    fought: bool = False
    orders: tuple[Order, ...] = ()
    plays: tuple[Play, ...] = ()
    store: int | None = None


class Stage(StrEnum):
    """Where a battle stands: the question that is open."""

    START = "set_start"
    TURN = "turn"
    REACTION = "reaction"
    GAP = "gap"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Entry:
    """M-Q73: when a team joins: at the start of that set, or between its turns (`turn` 2)."""

    set: int
    turn: int = 1


@dataclass(frozen=True, slots=True)
class Meeting:
    """A battle that is due (step 5 of a scene): its sides, who declared it, who is not noticed by whom."""

    sides: tuple[tuple[str, ...], ...]
    attackers: tuple[str, ...]
    region: str = ""
    world: World = World.VIRTUAL
    undetected: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    joins: Mapping[str, Entry] = field(default_factory=dict)

    @property
    def teams(self) -> tuple[str, ...]:
        return tuple(team for side in self.sides for team in side)

    def side_of(self, team: str) -> tuple[str, ...]:
        return next(side for side in self.sides if team in side)

    def hostile(self, one: str, other: str) -> bool:
        return other not in self.side_of(one)


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle under way. `order`: its teams in seat order, those who will join included.

    `sets`: begun and paid for; `turns`: resolved in all. `faced`: hostile pairs that stood in one resolved turn.
    """

    number: int
    meeting: Meeting
    order: tuple[str, ...]
    fighters: Mapping[str, Fighter]
    stage: Stage = Stage.START
    set: int = 1
    turn: int = 1
    sets: int = 0
    turns: int = 0
    faced: tuple[tuple[str, str], ...] = ()

    @property
    def world(self) -> World:
        return self.meeting.world

    @property
    def here(self) -> tuple[str, ...]:
        return tuple(team for team in self.order if self.fighters[team].here)

    def in_order(self) -> Iterator[tuple[str, Fighter]]:
        """The fighters in seat order."""
        return ((team, self.fighters[team]) for team in self.order)

    def foes(self, team: str) -> tuple[str, ...]:
        """The foes of `team` that are in the battle."""
        return tuple(other for other in self.here if self.meeting.hostile(team, other))

    def allies(self, team: str) -> tuple[str, ...]:
        """Its side in the battle, itself included."""
        return tuple(other for other in self.here if not self.meeting.hostile(team, other))

    @property
    def is_fought(self) -> bool:
        """Whether two hostile sides are left."""
        return len({self.meeting.side_of(team) for team in self.here}) > 1

    @property
    def address(self) -> str:
        return f"battle/{self.number}/set/{self.set}"

    def due(self, turn: int) -> tuple[str, ...]:
        """Who joins in this set before that turn."""
        joins = self.meeting.joins
        return tuple(team for team in self.order if joins.get(team) == Entry(self.set, turn))


@dataclass(frozen=True, slots=True)
class Plan:
    """What a team does in a scene (M-7.1). `region`: a zone in the real world."""

    region: str = ""
    action: str = "rest"
    target: str = ""
    hide: bool = True
    heal: tuple[str, ...] = ()
    pursuit: str = ""
    erasure: bool = False


@dataclass(frozen=True, slots=True)
class Aim:
    """What a team declares on those it met (M-7.8, M-Q50, M-Q73), and how many it eats (M-7.9)."""

    attack: tuple[str, ...] = ()
    ally: tuple[str, ...] = ()
    guess: Mapping[str, str] = field(default_factory=dict)
    join: str = ""
    entry: Entry | None = None
    eat: int = 0


class SceneStage(StrEnum):
    EXPOSED = "exposed"
    PLAN = "plan"
    MEETINGS = "meetings"
    BATTLES = "battles"


@dataclass(frozen=True, slots=True)
class Given:
    """A battle's result that is taken instead of fought: how a team came out of it."""

    hp: int | None = None
    mp: int | None = None
    frenzied: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene under way.

    `exposed`: whose location is shown, `shown`: where, as declared. `met`: by team, whom it met. `noticed`: whom a
    territory shows
    its caster beside them. `plans`, `aims`: as declared.
    `fought`: who was in a battle. `battles`: those still to be fought, after the one under way.
    """

    number: int
    world: World
    stage: SceneStage
    exposed: tuple[str, ...] = ()
    shown: Mapping[str, str] = field(default_factory=dict)
    plans: Mapping[str, Plan] = field(default_factory=dict)
    met: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    noticed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    aims: Mapping[str, Aim] = field(default_factory=dict)
    battles: tuple[Meeting, ...] = ()
    fought: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Region:
    """M-Q71: `souls` is its hidden limit (M-Q36)."""

    name: str
    souls: int = tables.REGION_SOULS


@dataclass(frozen=True, slots=True)
class Making:
    """A team under creation: its name and, once it is chosen and rolled, its level and die (M-1.4)."""

    name: str
    level: int = 0
    die: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A war. `battles`: the number of the last battle. `results`: where battles are not fought but given.

    `scene_limit`: after which scene the keeper ends the war, 0 never. `winner`: "" where nobody won.
    """

    options: Options
    seats: tuple[Seat, ...]
    teams: Mapping[str, Team]
    regions: tuple[Region, ...]
    zones: tuple[str, ...]
    scene_limit: int
    making: Mapping[str, Making] = field(default_factory=dict)
    scenes: int = 0
    scene: Scene | None = None
    battles: int = 0
    battle: Battle | None = None
    results: Mapping[str, Given] | None = None
    over: bool = False
    winner: str = ""

    @property
    def order(self) -> tuple[str, ...]:
        """The teams in seat order, which breaks every tie."""
        return tuple(seat.team for seat in self.seats)

    @property
    def the_battle(self) -> Battle:
        """The battle under way; only asked where there is one."""
        assert self.battle is not None
        return self.battle

    @property
    def the_scene(self) -> Scene:
        """The scene under way; only asked where there is one."""
        assert self.scene is not None
        return self.scene

    @property
    def playing(self) -> tuple[str, ...]:
        """M-Q70: the teams still in the war, in seat order."""
        return tuple(key for key in self.order if key in self.teams and self.teams[key].plays)

    def being(self, team: str) -> Being:
        """The servant, or the body where a battle or scene of the real world is under way."""
        return self.teams[team].being(self.world)

    @property
    def world(self) -> World:
        if self.battle is not None:
            return self.battle.world
        return World.VIRTUAL if self.scene is None else self.scene.world


# Who is asked, who learns


def seats_of(state: State, teams: Iterable[str]) -> tuple[str, ...]:
    """The seats that hold these teams now."""
    wanted = frozenset(teams)
    return tuple(seat.key for seat in state.seats if seat.team in wanted)


def told_to(state: State, *teams: str) -> Audience:
    return only(seats_of(state, teams))


# Small changes, used by `apply` and nobody else


def with_team(state: State, key: str, **change: Any) -> State:
    return replace(state, teams={**state.teams, key: replace(state.teams[key], **change)})


def with_being(state: State, key: str, **change: Any) -> State:
    """A change of the servant, or of the body in the real world."""
    name = "servant" if state.world is World.VIRTUAL else "body"
    return with_team(state, key, **{name: replace(state.being(key), **change)})


def with_battle(state: State, **change: Any) -> State:
    return replace(state, battle=replace(state.the_battle, **change))


def with_fighter(state: State, key: str, **change: Any) -> State:
    fighters = state.the_battle.fighters
    return with_battle(state, fighters={**fighters, key: replace(fighters[key], **change)})


def with_scene(state: State, **change: Any) -> State:
    return replace(state, scene=replace(state.the_scene, **change))
