"""What can happen to a team anywhere: creation, information, fates, and what the keeper corrects."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ....core.fact import Fact
from ....core.working import Working
from ..people import Condition, Sheet, World


@dataclass(frozen=True, slots=True)
class LevelRolled(Fact):
    """M-1.4: the level was chosen, then the die fell."""

    kind = "level_rolled"
    team: str
    level: int
    die: int
    extra: Working


@dataclass(frozen=True, slots=True)
class ServantMade(Fact):
    """M-1: a servant with its first base, at stage 1 and full of health and mana."""

    kind = "servant_made"
    team: str
    sheet: Sheet
    hp: int
    mp: int
    body_hp: int
    body_mp: int
    base: str


class Why(StrEnum):
    MET = "met"
    FOUGHT = "fought"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Learned(Fact):
    """M-10.2, M-10.3, M-10.5: the level that a team has now on another servant, and the encounters kept."""

    kind = "learned"
    team: str
    about: str
    why: Why
    level: int
    encounters: int


@dataclass(frozen=True, slots=True)
class Guessed(Fact):
    """M-10.5: a true name was guessed. For the one who guessed."""

    kind = "guessed"
    team: str
    about: str
    name: str
    right: bool


@dataclass(frozen=True, slots=True)
class Vanished(Fact):
    """M-11.9: a servant is no more, or in the real world a body (M-Q68)."""

    kind = "vanished"
    team: str
    world: World


@dataclass(frozen=True, slots=True)
class ConditionChanged(Fact):
    """M-11.13: dying, or standing again; `fresh` while it is the scene of the fall. For its team."""

    kind = "condition_changed"
    team: str
    world: World
    condition: Condition
    fresh: bool


@dataclass(frozen=True, slots=True)
class TeamCorrected(Fact):
    """The keeper corrects what a team has; None leaves it as it is. `citizens` also for other harm (M-Q88)."""

    kind = "team_corrected"
    team: str
    reason: str
    hp: int | None = None
    mp: int | None = None
    body_hp: int | None = None
    body_mp: int | None = None
    strokes: int | None = None
    citizens: int | None = None
    store: int | None = None


@dataclass(frozen=True, slots=True)
class InformationCorrected(Fact):
    kind = "information_corrected"
    team: str
    about: str
    reason: str
    level: int
    encounters: int = 0


@dataclass(frozen=True, slots=True)
class BaseTold(Fact):
    """The keeper tells a team of a base (M-Q95)."""

    kind = "base_told"
    team: str
    owner: str
    region: str
    reason: str
