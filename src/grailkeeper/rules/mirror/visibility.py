"""Who may know what: the ledger's "Who knows what", M-11.8, M-Q30 and M-Q81, and the views built from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...core.record import replace
from ...core.seat import Knows, Viewer, ViewerKind, seat_of
from . import numbers, tables
from .options import Options
from .people import Being, Known, Sheet, Team, Territory, World
from .state import (
    Battle,
    Fighter,
    Making,
    Meeting,
    Plan,
    Play,
    Scene,
    SceneStage,
    Stage,
    State,
    Status,
    StatusKind,
)

KNOWLEDGE: tuple[Knows, ...] = (
    Knows("sheet", "M-9.7", "abilities, skills, phantasms, class and cards", "the own team"),
    Knows("vitals", "M-9.7", "health and mana", "the own team"),
    Knows("strokes", "M-11.6", "strokes left", "the own team"),
    Knows("stroke_announced", "M-11.8", "escape, rush and indomitable orders", "those in the battle"),
    Knows("stroke_secret", "M-11.8", "full recovery, pursuit, erasure", "the own team"),
    Knows("stage", "M-12.5", "stage of the saint graph and battles undergone", "the own team"),
    Knows("body", "M-12.8", "health and mana of the body", "the own team"),
    Knows("citizens", "M-11.19", "the count of citizens", "the own team, once it is warned"),
    Knows("soul_limit", "M-7.9", "how many can be eaten in a region", "who declares to eat there"),
    Knows("plan", "M-7.1", "region and action", "the own team; of an exposed team the region is public"),
    Knows("meeting", "M-7.6", "who met whom", "who met"),
    Knows("concealed", "M-4.13", "that an unnoticed assassin is there", "the assassin"),
    Knows("undetected", "M-4.15", "whether a strike was unnoticed", "nobody"),
    Knows("noticed", "M-4.19", "whom a territory shows", "the caster"),
    Knows("base", "M-7.5", "where bases and territories are", "the owner, and who found them"),
    Knows("base_known", "M-7.5", "who knows a base", "who knows it"),
    Knows("store", "M-4.18", "mana stored in a territory", "the owner"),
    Knows("aim", "M-7.8", "attacks, alliances and guesses before the battle", "the own team"),
    Knows("guess", "M-10.5", "a guessed true name and whether it was right", "who guessed"),
    Knows("information", "M-10.1", "levels of information and encounters kept", "the own team"),
    Knows("dossier", "M-1.10", "pages of a dossier", "who has reached their level"),
    Knows("true_name", "M-10.5", "the true name", "the own team"),
    Knows("set_declaration", "M-9.3", "luck mode, frenzy and skills of a set", "the own team"),
    Knows("cards", "M-9.7", "cards, phantasms and supports laid", "those in the battle, after the reveal"),
    Knows("output", "M-9.7", "a reduced output", "the own team"),
    Knows("store_use", "M-R13", "what of a cost the territory pays", "the own team"),
    Knows("reaction", "M-9.6", "a removal that is declared", "the own team"),
    Knows("result", "M-9.7", "winners and damages of a turn", "those in the battle"),
    Knows("scores", "M-9.7", "scores and what they are made of", "the own team"),
    Knows("reductions", "M-8.16", "what took off from a hit", "its victim"),
    Knows("luck_back", "M-3.12", "damage taken off by luck", "the own team"),
    Knows("joiner", "M-9.2", "that a team will join a battle", "the team itself, until it enters"),
    Knows("continue", "M-9.10", "who would have gone on", "the own team"),
    Knows("failed_order", "M-R14", "a part of an order that could not be done", "the own team"),
)


@dataclass(frozen=True, slots=True)
class PublicTeam:
    """A team as everybody knows it. `location`: of an exposed team (M-11.19)."""

    key: str
    name: str
    alive: bool
    hunted: bool
    location: str = ""


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """A team as it knows itself. `citizens` is None until it has been warned."""

    key: str
    name: str
    sheet: Sheet
    servant: Being
    body: Being
    stage: int
    battles: int
    strokes: int
    luck_used: bool
    frenzied: bool
    citizens: int | None
    bases: tuple[str, ...]
    territory: Territory | None
    bases_known: Mapping[str, tuple[str, ...]]
    information: Mapping[str, Known]
    guesses: Mapping[str, int]
    region: str

    def being(self, world: World) -> Being:
        return self.servant if world is World.VIRTUAL else self.body


@dataclass(frozen=True, slots=True)
class Dossier:
    """M-1.10: the pages that a team may read of another servant, level 1 first."""

    team: str
    pages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StatusSight:
    """A status on the own fighter; `points` only of what guards it."""

    kind: StatusKind
    left: int
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Rush:
    """M-11.12: a rush in force, and whose escape orders it has met."""

    team: str
    lost_on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BattleSight:
    """A battle as those in it (and who is about to join) see it. `own` is without its statuses, `names` are of all
    teams of the war."""

    number: int
    world: World
    region: str
    sides: tuple[tuple[str, ...], ...]
    here: tuple[str, ...]
    stage: Stage
    set: int
    turn: int
    rushes: tuple[Rush, ...]
    plays: Mapping[str, tuple[Play, ...]]
    own: Fighter
    statuses: tuple[StatusSight, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def foes(self, team: str) -> tuple[str, ...]:
        mine = self._side(team)
        return tuple(other for other in self.here if other not in mine)

    def allies(self, team: str) -> tuple[str, ...]:
        """The side in the battle, without the team itself."""
        mine = self._side(team)
        return tuple(other for other in self.here if other in mine and other != team)

    def _side(self, team: str) -> tuple[str, ...]:
        return next((side for side in self.sides if team in side), (team,))


@dataclass(frozen=True, slots=True)
class SceneSight:
    """A scene as one team sees it. `souls`: the limit where it eats."""

    number: int
    world: World
    stage: SceneStage
    plan: Plan | None = None
    met: tuple[str, ...] = ()
    noticed: tuple[str, ...] = ()
    souls: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know of a war. `own` is there for a seat, `everything` for the keeper alone."""

    viewer: str
    options: Options
    regions: tuple[str, ...]
    zones: tuple[str, ...]
    over: bool
    winner: str
    scene_number: int
    world: World | None
    teams: tuple[PublicTeam, ...]
    making: Making | None = None
    own: OwnTeam | None = None
    dossiers: tuple[Dossier, ...] = ()
    scene: SceneSight | None = None
    battle: BattleSight | None = None
    everything: State | None = None


def view(state: State, viewer: Viewer) -> View:
    """What `viewer` may know of `state`."""
    keeper = viewer.kind is ViewerKind.KEEPER
    seat = seat_of(state.seats, viewer)
    key = None if seat is None else seat.team
    team = None if key is None else state.teams.get(key)
    return View(
        viewer=viewer.seat or viewer.kind.value,
        options=state.options,
        regions=tuple(region.name for region in state.regions),
        zones=state.zones,
        over=state.over,
        winner=state.winner,
        scene_number=state.scenes,
        world=None if state.scene is None else state.scene.world,
        teams=_public_teams(state),
        making=None if key is None else state.making.get(key),
        own=None if team is None else own_team(team),
        dossiers=() if team is None else _dossiers(state, team),
        scene=None if team is None or state.scene is None else _scene(state, state.scene, team.key),
        battle=None if team is None or state.battle is None else _battle(state, state.battle, team.key),
        everything=state if keeper else None,
    )


def penalties_of(state: State, team: Team) -> tuple[str, ...]:
    """M-11.19."""
    return numbers.penalties(team.citizens, team.sheet.slaughters, state.options)


def _public_teams(state: State) -> tuple[PublicTeam, ...]:
    shown = {} if state.scene is None else state.scene.shown

    def public(key: str) -> PublicTeam:
        if key in state.making:
            return PublicTeam(key, state.making[key].name, True, False)
        team = state.teams[key]
        return PublicTeam(key, team.name, team.plays, "hunted" in team.told_penalties, shown.get(key, ""))

    return tuple(public(key) for key in state.order)


def own_team(team: Team) -> OwnTeam:
    """A team as it knows itself: what its orders are checked against."""
    return OwnTeam(
        key=team.key,
        name=team.name,
        sheet=team.sheet,
        servant=team.servant,
        body=team.body,
        stage=team.stage,
        battles=team.battles,
        strokes=team.strokes,
        luck_used=team.luck_used,
        frenzied=team.frenzied,
        citizens=team.citizens if "warning" in team.told_penalties else None,
        bases=team.bases,
        territory=team.territory,
        bases_known=team.bases_known,
        information=team.information,
        guesses=team.guesses,
        region=team.region,
    )


def _dossiers(state: State, team: Team) -> tuple[Dossier, ...]:
    found = []
    for key, known in team.information.items():
        pages = state.teams[key].sheet.dossier[: known.level]
        if pages:
            found.append(Dossier(key, pages))
    return tuple(found)


def _scene(state: State, scene: Scene, key: str) -> SceneSight:
    plan = scene.plans.get(key)
    eats = plan is not None and plan.action == "eat" and scene.stage is not SceneStage.PLAN
    region = state.teams[key].region
    souls = next((each.souls for each in state.regions if each.name == region), tables.REGION_SOULS)
    return SceneSight(
        number=scene.number,
        world=scene.world,
        stage=scene.stage if scene.stage in (SceneStage.EXPOSED, SceneStage.PLAN) else SceneStage.MEETINGS,
        plan=plan,
        met=scene.met.get(key, ()),
        noticed=scene.noticed.get(key, ()),
        souls=souls if eats else None,
    )


def _battle(state: State, battle: Battle, key: str) -> BattleSight | None:
    fighter = battle.fighters.get(key)
    if fighter is None or not (fighter.here or fighter.waits):
        return None
    return battle_sight(battle, key, {each.key: each.name for each in state.teams.values()})


def battle_sight(battle: Battle, key: str, names: Mapping[str, str]) -> BattleSight:
    """A battle as a team in it sees it: what its orders are checked against. Who is to come sees neither what is laid
    nor what is announced (M-9.7, M-11.8)."""
    own = battle.fighters[key]
    there = battle.here if key in battle.here else ()
    seen = {team for team, fighter in battle.fighters.items() if not fighter.waits} | {key}
    laid = there if battle.stage is Stage.REACTION else ()
    return BattleSight(
        number=battle.number,
        world=battle.world,
        region=battle.meeting.region,
        sides=_known_sides(battle.meeting, seen),
        here=battle.here,
        stage=battle.stage,
        set=battle.set,
        turn=battle.turn,
        rushes=tuple(Rush(team, battle.fighters[team].rush_lost_on) for team in there if battle.fighters[team].rush),
        plays={team: shown_plays(battle.fighters[team].plays) for team in laid},
        own=replace(own, statuses=()),
        statuses=tuple(map(_status, own.statuses)),
        names=names,
    )


def _known_sides(meeting: Meeting, seen: set[str]) -> tuple[tuple[str, ...], ...]:
    sides = (tuple(team for team in side if team in seen) for side in meeting.sides)
    return tuple(side for side in sides if side)


def _status(status: Status) -> StatusSight:
    return StatusSight(status.kind, status.left, status.points if status.kind is StatusKind.GUARDED else None)


def shown_plays(plays: tuple[Play, ...]) -> tuple[Play, ...]:
    """M-Q81: plays as the others see them, without a reduced output."""
    return tuple(replace(play, less=0) if play.less else play for play in plays)


def in_battle(view: View) -> tuple[OwnTeam, BattleSight]:
    """The own team and its battle; who is in none, and answers beforehand, foresees one against everybody."""
    assert view.own is not None
    return view.own, view.battle or _foreseen(view, view.own)


def _foreseen(view: View, own: OwnTeam) -> BattleSight:
    teams = tuple(team.key for team in view.teams if team.alive)
    return BattleSight(
        number=0,
        world=World.VIRTUAL,
        region="",
        sides=tuple((team,) for team in teams),
        here=teams,
        stage=Stage.START,
        set=1,
        turn=1,
        rushes=(),
        plays={},
        own=Fighter(hand=own.sheet.cards),
        names={team.key: team.name for team in view.teams},
    )
