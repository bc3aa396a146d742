"""What can happen: one fact for each thing that has an audience of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from ...core.fact import Fact
from ...core.problem import Problem
from ...core.seat import Person, Role
from ...core.working import Working
from .numbers import Retry
from .state import Fighting, Pair, Setting


class Device(StrEnum):
    """What S-21 is about."""

    PHANTASM = "phantasm"
    CODE = "code"


class Fate(StrEnum):
    """S-17: what becomes of a person at 0 or below."""

    FAINTED = "fainted"
    DEAD = "dead"
    VANISHED = "vanished"


class End(StrEnum):
    """Why a battle ended; of several the first."""

    VANISHED = "vanished"
    DEAD = "dead"
    ESCAPE = "escape"
    FAINTED = "fainted"
    """S-R8: a master who fought alone."""
    KEEPER = "keeper"
    """S-10.17: the keeper's word."""
    COMPLETE = "complete"


@dataclass(frozen=True, slots=True)
class BattleAnnounced(Fact):
    """A battle is due, and its sheets are asked for; `later` are the pairs of the same meeting after it.

    How a scene hands over to a battle (S-6.4, S-19.7). `gone`: teams that have escaped from this meeting.
    """

    kind = "battle_announced"
    setting: Setting
    later: tuple[Pair, ...] = ()
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BattleBegan(Fact):
    """The sheets are in."""

    kind = "battle_began"
    setting: Setting


@dataclass(frozen=True, slots=True)
class OrderFailed(Fact):
    """A part of a team's order could not be done when it was resolved; that part is left out."""

    kind = "order_failed"
    call: str
    team: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class SheetFiled(Fact):
    """A team's battle sheet as it holds, with what it cost at once (S-11.2, S-18.2, S-18.3).

    `drawn`: the judgments whose numbers were drawn. `health` and `mana`: what the servant regained. `luck`: whose
    use of luck is spent. `attack` and `defence`: before judgment 1, with every skill that applies (S-10.18).
    """

    kind = "sheet_filed"
    battle: int
    team: str
    fighting: Fighting
    attack: Working
    defence: Working
    drawn: tuple[int, ...] = ()
    strokes: int = 0
    health: int = 0
    mana: int = 0
    luck: Role | None = None


@dataclass(frozen=True, slots=True)
class DeviceUse:
    """S-21: one use of a noble phantasm (`place` on the servant's sheet, from 1) or of a mystic code."""

    device: Device
    place: int
    price: int
    discount: bool = False


@dataclass(frozen=True, slots=True)
class ResourcesSpent(Fact):
    """What a judgment took from a team (S-10.17, S-20.3, S-21.5). `failed`: uses that could not be paid.

    `pools`: what is left to spread of the points paid for (S-Q80 `spread`).
    """

    kind = "resources_spent"
    battle: int
    judgment: int
    team: str
    reserves: tuple[int, ...] = ()
    assistance: int = 0
    boost: int = 0
    uses: tuple[DeviceUse, ...] = ()
    failed: tuple[DeviceUse, ...] = ()
    pools: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JudgmentMade(Fact):
    """S-10.2, S-10.14, S-10.15, S-Q90: one judgment of a battle, as both sides see it.

    `attacker` and `defender` are the representatives, `numbers` theirs in this order; `damage` by team, with a 0
    for those who were not hurt.
    """

    kind = "judgment_made"
    battle: int
    judgment: int
    attacker: str
    defender: str
    chance: Working
    numbers: tuple[int, int]
    roll: Working
    retries: tuple[Retry, ...]
    success: bool
    damage: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Fell(Fact):
    """S-17: a person is out of this battle, or of the war."""

    kind = "fell"
    person: Person
    fate: Fate


@dataclass(frozen=True, slots=True)
class EscapeOffered(Fact):
    """S-18.4: the servants of these teams are about to vanish; their masters are asked."""

    kind = "escape_offered"
    battle: int
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StrokesSpent(Fact):
    kind = "strokes_spent"
    team: str
    strokes: int


@dataclass(frozen=True, slots=True)
class Escaped(Fact):
    """S-18.4: a servant has left the battle; `health` is what it has now."""

    kind = "escaped"
    battle: int
    team: str
    health: int = 1


@dataclass(frozen=True, slots=True)
class BattleEnded(Fact):
    """S-10.20: what everybody learns. `dealt` by representative, `damage` by team; `ahead` "" where it is equal."""

    kind = "battle_ended"
    battle: int
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    end: End
    judgments: int
    dealt: Mapping[str, int]
    damage: Mapping[str, int]
    ahead: str = ""


@dataclass(frozen=True, slots=True)
class PersonCorrected(Fact):
    """The keeper corrects a person's points; None leaves one as it is."""

    kind = "person_corrected"
    person: Person
    reason: str
    health: int | None = None
    mana: int | None = None
    strokes: int | None = None
    luck_uses: int | None = None


@dataclass(frozen=True, slots=True)
class TeamCorrected(Fact):
    """The keeper corrects what a team has; None leaves it as it is."""

    kind = "team_corrected"
    team: str
    reason: str
    reserves: tuple[int, ...] | None = None
    stored_mana: int | None = None
    exposure_risk: int | None = None
