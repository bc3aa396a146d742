"""Who may know what: the ledger's "Hidden information", and the views that are built from it.

Everybody may know scene, day or night, the names and marks of regions, which teams there are, and that a battle is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...core.rank import Rank
from ...core.record import replace
from ...core.seat import Knows, Viewer, ViewerKind, seat_of
from .battle.course import combatant
from .battle.spoils import Choices, choices
from .battle.spot import NEW, Combatant, Spot
from .field import Battle, Carried, Stage, Written
from .information import known, knows_name, points_of
from .options import Options
from .people import Information, PhantasmRange, ServantClass, Team
from .people import Person as Sheet
from .scene.visibility import OPEN_ROWS as OPEN_OF_SCENES
from .scene.visibility import ROWS as OF_SCENES
from .scene.visibility import SceneSight, scene_sight
from .state import State, seats, teams_in

KNOWLEDGE: tuple[Knows, ...] = (
    Knows("own_side", "C-9.1", "who is on the own side of a battle", "the side, as it is called"),
    Knows("rows", "C-9.1", "who stands where", "everybody in the battle, once the rows are in"),
    Knows("laid", "C-9.2", "cards laid and not yet judged", "the own team"),
    Knows("shown", "C-9.8", "the first cards of the surprised", "the preempting side"),
    Knows("bare", "C-9.6", "cards 1 to 5 and how they stand by affinity", "everybody in the battle, at the break"),
    Knows("judged", "C-9.5", "cards of judgments made, and what each attack did", "everybody in the battle"),
    Knows("unjudged", "C-9.5", "cards of judgments never made", "the own team"),
    Knows("terms", "C-23.10", "what a number is made of: grades, resistance, skills, reserves", "the team whose it is"),
    Knows("winner", "C-10.7", "the winner, and each side's share in whole percent", "everybody in the battle"),
    Knows("pools", "C-18.1", "health, mana and what was lost of them", "the own team"),
    Knows("payment", "C-12.8", "mana paid, and what could not be paid", "the own team"),
    Knows("strokes", "C-23.1", "strokes left", "the own team"),
    Knows("fate", "C-19.5", "fate left", "the own team"),
    Knows("retreat", "C-19.1", "that somebody withdraws, and whether it succeeds", "everybody in the battle"),
    Knows("retreat_limit", "C-19.3", "damage and limit of a retreat", "the own team"),
    Knows("standing_orders", "C-9.2", "standing orders on retreat, escape, protection", "the own team"),
    Knows("falls", "C-18.2", "who falls, escapes or vanishes", "everybody in the battle"),
    Knows("name_released", "C-23.10", "a true name that is released", "everybody in the battle"),
    Knows("name_known", "C-23.11", "that a side knows a true name", "the own team"),
    Knows("servant", "C-23.10", "what information points tell of a servant", "the team that has them"),
    Knows("points", "C-23.10", "information points", "the own team"),
    Knows("injury", "C-23.13", "injuries", "the own team"),
    Knows("rewards", "C-23.12", "experience and merit", "the own team"),
    Knows("spoils", "C-18.12", "that a winner is asked what to do", "the teams that are asked"),
    Knows("fallen", "C-18.12", "what is done with the fallen", "everybody in the battle"),
    Knows("captives", "C-20.11", "where captives are", "the captor"),
    Knows("base_found", "C-9.10", "the loser's base and territory in the region", "the winner's teams"),
    Knows("base_replaced", "C-9.10", "a base built over, a territory removed", "winner and loser"),
    Knows("region_bonus", "C-23.7", "a region's bonuses", "the teams with its information"),
    Knows("failed_order", "C-9.2", "a part of an order that could not be done", "the own team"),
    *OF_SCENES,
)

OPEN: tuple[Knows, ...] = OPEN_OF_SCENES
"""What is no secret."""


@dataclass(frozen=True, slots=True)
class PublicTeam:
    """A team as everybody knows it."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class PublicRegion:
    """A region as everybody knows it."""

    key: str
    name: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Captive:
    """C-20.11: somebody whom the team holds, and where."""

    key: str
    name: str
    at: str


@dataclass(frozen=True, slots=True)
class OwnTeam:
    """A team as it knows itself: its sheets, what it holds, what it knows of others."""

    team: Team
    people: tuple[Sheet, ...]
    captives: tuple[Captive, ...] = ()

    def person(self, key: str) -> Sheet:
        return next(person for person in self.people if person.key == key)


@dataclass(frozen=True, slots=True)
class KnownServant:
    """C-23.10: another team's servant, as far as the points on it tell. `known` lists what they tell."""

    key: str
    known: tuple[str, ...]
    name: str = ""
    servant_class: ServantClass | None = None
    strength: Rank | None = None
    endurance: Rank | None = None
    agility: Rank | None = None
    magic: Rank | None = None
    luck: Rank | None = None
    skills: Mapping[str, Rank] = field(default_factory=dict)
    noble_phantasm_range: PhantasmRange | None = None
    noble_phantasm_grade: Rank | None = None
    true_name: str = ""


@dataclass(frozen=True, slots=True)
class BattleSight:
    """A battle as a team in it knows it. Before the rows are in, `people` are the own side's alone (C-9.1).

    `first_parts` and `carried` are the own people's; `choices` what the team is asked to choose.
    """

    number: int
    region: str
    stage: Stage
    melee: bool
    people: Mapping[str, Combatant]
    judged: int = 0
    preempts: str = ""
    first_parts: Mapping[str, Written] = field(default_factory=dict)
    carried: Mapping[str, Carried] = field(default_factory=dict)
    choices: Choices | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know of a war. `own` is there for a seat, `everything` for the keeper alone."""

    viewer: str
    options: Options
    scene: int
    night: bool
    teams: tuple[PublicTeam, ...]
    regions: tuple[PublicRegion, ...] = ()
    own: OwnTeam | None = None
    servants: tuple[KnownServant, ...] = ()
    battles: Mapping[str, BattleSight] = field(default_factory=dict)
    table: SceneSight | None = None
    everything: State | None = None

    def battle(self, number: int) -> BattleSight:
        return self.battles[str(number)]

    def spot(self, number: int, key: str) -> Spot:
        """Where one of the own people lays its cards."""
        assert self.own is not None
        sight = self.battle(number)
        return Spot(self.own.person(key), sight.people, sight.melee, self.options, sight.carried.get(key, NEW))


def view(state: State, viewer: Viewer) -> View:
    """What `viewer` may know of `state`."""
    keeper = viewer.kind is ViewerKind.KEEPER
    seat = seat_of(seats(state), viewer)
    team = None if seat is None else seat.team
    inside = {} if team is None else {n: b for n, b in state.battles.items() if team in teams_in(state, b)}
    return View(
        viewer=viewer.seat or viewer.kind.value,
        options=state.options,
        scene=state.scene,
        night=state.night,
        teams=tuple(PublicTeam(key, state.teams[key].name) for key in state.order),
        regions=tuple(PublicRegion(each.key, each.name, each.marks) for each in state.regions.values()),
        own=None if team is None else _own(state, team),
        servants=() if team is None else tuple(_servants(state, team)),
        battles={number: _battle(state, battle, team) for number, battle in inside.items() if team is not None},
        table=scene_sight(state, team),
        everything=state if keeper else None,
    )


def _own(state: State, team: str) -> OwnTeam:
    """The own sheets; where one of them is held captive is not among what they tell (C-20.11)."""
    people = tuple(replace(each, at="") if each.captor else each for each in state.of_team(team))
    held = (state.people[key] for key in state.roster if state.people[key].captor == team)
    return OwnTeam(state.teams[team], people, tuple(Captive(each.key, each.name, each.at) for each in held))


def _servants(state: State, team: str) -> list[KnownServant]:
    held = state.teams[team].information
    return [_known(state.people[key], held[key]) for key in state.in_order(held) if state.people[key].team != team]


def _known(person: Sheet, information: Information) -> KnownServant:
    told = known(points_of(information))
    if knows_name(information) and "true_name" not in told:
        told = (*told, "true_name")
    servant = person.the_servant

    def rank(what: str, held: Rank) -> Rank | None:
        return held if what in told else None

    phantasm = servant.noble_phantasm
    return KnownServant(
        key=person.key,
        known=told,
        name=person.name if "appearance" in told else "",
        servant_class=servant.servant_class if "class" in told else None,
        strength=rank("strength", servant.strength),
        endurance=rank("endurance", servant.endurance),
        agility=rank("agility", servant.agility),
        magic=rank("magic", servant.magic),
        luck=rank("luck", servant.luck),
        skills=servant.skills if "skills_seen" in told else {},
        noble_phantasm_range=phantasm.range if phantasm and "noble_phantasm_range" in told else None,
        noble_phantasm_grade=phantasm.grade if phantasm and "noble_phantasm_grade" in told else None,
        true_name=servant.true_name if "true_name" in told else "",
    )


def _battle(state: State, battle: Battle, team: str) -> BattleSight:
    setting = battle.setting
    own_side = next(side for side in setting.sides if any(state.people[key].team == team for key in side.people))
    waiting = battle.stage is Stage.ROWS
    there = own_side.people if waiting else setting.people
    mine = [key for key in there if state.people[key].team == team]
    asked = battle.stage is Stage.SPOILS and team in battle.asked
    stage = battle.stage if battle.stage is not Stage.SPOILS or asked else Stage.JUDGED
    firsts = {key: battle.fighters[key].first_part for key in mine}
    return BattleSight(
        number=battle.number,
        region=setting.region,
        stage=stage,
        melee=setting.melee and not waiting,
        people={key: combatant(state, battle, key) for key in state.in_order(there)},
        judged=battle.judged,
        preempts=setting.preempts if not waiting else "",
        first_parts={key: first for key, first in firsts.items() if first is not None},
        carried={key: setting.carried[key] for key in mine if key in setting.carried},
        choices=choices(state, battle, team) if asked else None,
    )
