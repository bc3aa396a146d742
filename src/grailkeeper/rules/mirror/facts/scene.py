"""What can happen in a scene."""

from __future__ import annotations

from dataclasses import dataclass

from ....core.fact import Fact
from ....core.working import Working
from ..people import Territory, World
from ..state import Aim, Given, Meeting, Plan


@dataclass(frozen=True, slots=True)
class SceneBegan(Fact):
    """M-12.1. `exposed`: whose location is shown in it (M-11.19)."""

    kind = "scene_began"
    number: int
    world: World
    exposed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TerritoryStored(Fact):
    """M-4.18."""

    kind = "territory_stored"
    team: str
    store: Working


@dataclass(frozen=True, slots=True)
class LocationShown(Fact):
    """M-11.19 (15), M-Q93: where an exposed team goes."""

    kind = "location_shown"
    team: str
    region: str


@dataclass(frozen=True, slots=True)
class Planned(Fact):
    """M-7.1: what a team does in this scene."""

    kind = "planned"
    team: str
    plan: Plan


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """Where a team is in this scene, once pursuits have moved it (M-11.15). `lost`: whom it could not follow."""

    kind = "moved"
    team: str
    region: str
    lost: str = ""


@dataclass(frozen=True, slots=True)
class Met(Fact):
    """M-7.6, M-Q30: whom a team has met. `noticed`: whom its territory shows it beside them (M-R16)."""

    kind = "met"
    team: str
    teams: tuple[str, ...]
    noticed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BaseFound(Fact):
    """M-7.6, M-Q95: a base or territory that a team knows now. `searched`: it was found by a search."""

    kind = "base_found"
    team: str
    owner: str
    region: str
    searched: bool = True


@dataclass(frozen=True, slots=True)
class NothingFound(Fact):
    """M-Q30: a search that met nobody; the keeper tells what there is to tell."""

    kind = "nothing_found"
    team: str
    region: str


@dataclass(frozen=True, slots=True)
class LimitLearned(Fact):
    """M-7.9: how many can be eaten at one time."""

    kind = "limit_learned"
    team: str
    region: str
    souls: int


@dataclass(frozen=True, slots=True)
class Aimed(Fact):
    """M-7.8: what a team declared on those it met."""

    kind = "aimed"
    team: str
    aim: Aim


@dataclass(frozen=True, slots=True)
class StepTaken(Fact):
    """The scene goes on to its next stage. For the keeper."""

    kind = "step_taken"
    scene: int
    stage: str
    battles: tuple[Meeting, ...] = ()


@dataclass(frozen=True, slots=True)
class ResultTaken(Fact):
    """A battle that is not fought here: how a team came out of it."""

    kind = "result_taken"
    team: str
    given: Given


@dataclass(frozen=True, slots=True)
class BaseBuilt(Fact):
    kind = "base_built"
    team: str
    region: str


@dataclass(frozen=True, slots=True)
class TerritoryBuilt(Fact):
    """M-4.17, M-Q33."""

    kind = "territory_built"
    team: str
    territory: Territory


@dataclass(frozen=True, slots=True)
class BaseDestroyed(Fact):
    """M-7.5: for both. `territory`: it was one (M-Q33)."""

    kind = "base_destroyed"
    owner: str
    region: str
    territory: bool = False


@dataclass(frozen=True, slots=True)
class Destroyed(Fact):
    """M-7.5: who did it. For the one who did."""

    kind = "destroyed"
    team: str
    owner: str
    region: str


@dataclass(frozen=True, slots=True)
class SoulsEaten(Fact):
    """M-7.9, M-11.18: `mp` is what it has then, `citizens` the keeper's count."""

    kind = "souls_eaten"
    team: str
    number: Working
    mp: Working


@dataclass(frozen=True, slots=True)
class CitizensCounted(Fact):
    """M-11.18: for the keeper."""

    kind = "citizens_counted"
    team: str
    citizens: int


@dataclass(frozen=True, slots=True)
class PenaltyReached(Fact):
    """M-11.19: `count` is told with the warning."""

    kind = "penalty_reached"
    team: str
    penalty: str
    count: int = 0


@dataclass(frozen=True, slots=True)
class SceneSettled(Fact):
    """M-11.2, M-11.5: the end of a scene for one team; `upkeep` is None in the real world."""

    kind = "scene_settled"
    team: str
    world: World
    upkeep: Working | None
    hp: Working
    mp: Working


@dataclass(frozen=True, slots=True)
class SceneEnded(Fact):
    kind = "scene_ended"
    number: int


@dataclass(frozen=True, slots=True)
class WarEnded(Fact):
    """M-Q72. `winner`: "" where nobody is left, or the keeper ended it."""

    kind = "war_ended"
    winner: str
