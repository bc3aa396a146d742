"""Who may know what: the ledger's "Information" and S-Q90, and the views that are built from it."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.seat import Knows, Viewer, ViewerKind, seat_of
from .options import Options
from .people import Functions, Master, MasterState, Reserve, Servant, ServantState, Solos, Team, Workshop
from .scene.visibility import OPEN_ROWS as OPEN_OF_SCENES
from .scene.visibility import ROWS as OF_SCENES
from .scene.visibility import SceneSight, scene_sight
from .state import Battle, Fighting, Made, Pair, Setting, Stage, State

OPEN: tuple[Knows, ...] = (
    Knows("sides", "S-6.4", "sides, place and who has come to a battle", "everybody"),
    Knows("escape", "S-18.4", "that an escape is asked, and the answer", "everybody"),
    Knows("fate", "S-10.20", "deaths and vanishings", "everybody"),
    Knows("result", "S-10.20", "total damage, who is ahead, why a battle ended", "everybody"),
    Knows("revealed_base", "S-15.4", "a base revealed by exposure risk", "everybody"),
    *OPEN_OF_SCENES,
)
"""What is no secret."""

KNOWLEDGE: tuple[Knows, ...] = (
    Knows("chance", "S-10.20", "final chances, kinds of per-judgment bonuses", "the two sides, after the judgment"),
    Knows("numbers", "S-9.5", "the numbers of judgments made", "the two sides, after the judgment"),
    Knows("unmade_numbers", "S-10.17", "the numbers of judgments never made", "the own team"),
    Knows("retries", "S-11.1", "luck that moved a roll", "the two sides, after the judgment"),
    Knows("luck_named", "S-11.1", "luck that was named and moved nothing", "the own team"),
    Knows("fainted_in_battle", "S-17.3", "a master who faints in a battle", "the two sides"),
    Knows("chance_sums", "S-10.20", "attack and defence and what they are made of", "the own team"),
    Knows("rank_bonus", "S-10.20", "rank bonuses, which tell of both sides' ranks", "nobody"),
    Knows("sheet", "S-10.20", "ranks, skills, phantasms, codes", "the own team"),
    Knows("vitals", "S-10.20", "health and mana", "the own team"),
    Knows("strokes", "S-18.1", "strokes left", "the own team"),
    Knows("luck_uses", "S-11.2", "luck uses left", "the own team"),
    Knows("reserves", "S-20.1", "reserves in hand", "the own team"),
    Knows("payment", "S-21.5", "mana paid, uses that could not be paid, discounts", "the own team"),
    Knows("skill_ruling", "S-23.1", "which of the own skills apply in this battle", "the own team"),
    Knows("workshop", "S-12.4", "workshop points and the concealment ability", "the own team"),
    Knows("stored_mana", "S-12.7", "stored mana", "the own team"),
    Knows("exposure_risk", "S-15.3", "exposure risk", "the own team"),
    Knows("bases_known", "S-4.4", "the bases that a team knows", "the own team"),
    Knows("known_by", "S-4.4", "who knows a base", "nobody, its owner included"),
    Knows("escape_standing", "S-18.4", "the answer on an escape that was filed and not needed", "the own team"),
    Knows("failed_order", "S-10.19", "a part of an order that could not be done", "the own team"),
    *OF_SCENES,
)


@dataclass(frozen=True, slots=True)
class PublicTeam:
    """A team as everybody knows it."""

    key: str
    name: str
    revealed: bool
    vanished: bool
    dead: bool
    out: bool


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """A team as it knows itself: everything of its own, except who knows its base. `knows`: the bases it knows."""

    key: str
    name: str
    master: Master | None
    servant: Servant | None
    workshop: Workshop
    territory: Functions
    reserves: tuple[Reserve, ...]
    stored_mana: int
    exposure_risk: int
    revealed: bool
    solos: Solos
    knows: tuple[str, ...]


def vitals(own: OwnTeam) -> dict[str, int]:
    """The health and mana of a team's two, as far as it has them."""
    found: dict[str, int] = {}
    if own.servant is not None:
        found |= {"health": own.servant.health.now, "mana": own.servant.mana.now}
    if own.master is not None:
        found |= {"master_health": own.master.health.now, "master_mana": own.master.mana.now}
    return found


@dataclass(frozen=True, slots=True)
class BattleSight:
    """A battle: its setting and stage for everybody, its judgments for the two sides, the own sheet for its team."""

    setting: Setting
    later: tuple[Pair, ...]
    gone: tuple[str, ...]
    stage: Stage
    made: tuple[Made, ...] = ()
    asked: tuple[str, ...] = ()
    own: Fighting | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know of a war. `own` is there for a seat, `everything` for the keeper alone."""

    viewer: str
    options: Options
    scene: int
    teams: tuple[PublicTeam, ...]
    own: OwnTeam | None = None
    battle: BattleSight | None = None
    table: SceneSight | None = None
    everything: State | None = None


def view(state: State, viewer: Viewer) -> View:
    """What `viewer` may know of `state`."""
    keeper = viewer.kind is ViewerKind.KEEPER
    seat = seat_of(state.seats, viewer)
    team = None if seat is None else seat.team
    return View(
        viewer=viewer.seat or viewer.kind.value,
        options=state.options,
        scene=state.scene,
        teams=tuple(_public(each) for each in state.teams.values()),
        own=None if team is None else own_team(state, team),
        battle=None if state.battle is None else _battle(state.battle, team, keeper),
        table=scene_sight(state, team),
        everything=state if keeper else None,
    )


def own_team(state: State, key: str) -> OwnTeam:
    """A team as it knows itself: what its orders are checked against."""
    team = state.teams[key]
    return OwnTeam(
        key=key,
        name=team.name,
        master=team.master,
        servant=team.servant,
        workshop=team.workshop,
        territory=team.territory,
        reserves=team.reserves,
        stored_mana=team.stored_mana,
        exposure_risk=team.exposure_risk,
        revealed=team.revealed,
        solos=team.solos,
        knows=tuple(other.key for other in state.teams.values() if other.revealed or key in other.known_by),
    )


def _public(team: Team) -> PublicTeam:
    return PublicTeam(
        key=team.key,
        name=team.name,
        revealed=team.revealed,
        vanished=team.servant is not None and team.servant.state is ServantState.VANISHED,
        dead=team.master is not None and team.master.state is MasterState.DEAD,
        out=team.out,
    )


def _battle(battle: Battle, team: str | None, keeper: bool) -> BattleSight:
    inside = keeper or team in battle.pair.teams
    return BattleSight(
        setting=battle.setting,
        later=battle.later,
        gone=battle.gone,
        stage=battle.stage,
        made=battle.made if inside else (),
        asked=battle.asked,
        own=None if team is None else battle.fighting.get(team),
    )
