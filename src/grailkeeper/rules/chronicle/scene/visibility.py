"""Who may know what of a scene: the ledger's "Hidden information"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ....core.seat import Knows
from ..state import State
from .asking import HALF_OF, following, nameable, presences
from .meeting import joining
from .opening import starter
from .orders import Following, Joining, Starter
from .records import now_of, war_of
from .state import Phase, Plan, Scene
from .who import fallen, in_war

ROWS: tuple[Knows, ...] = (
    Knows("creation", "C-23.2", "the sheets handed in, and where a team begins", "the own team"),
    Knows("recovery", "C-1.2", "what recovers, is supplied, drawn, paid", "the own team"),
    Knows("named_regions", "C-1.4", "search and infiltration region", "the own team"),
    Knows("manifested", "C-7.7", "whether a servant is manifested", "the own team"),
    Knows("alliance", "C-23.1", "alliances", "both partners"),
    Knows("told", "C-23.10", "what an ally is told", "both partners"),
    Knows("growth", "C-23.12", "what is raised, handed on and used between scenes", "the own team"),
    Knows("actions", "C-1.7", "moves and actions, and what comes of them", "the own team"),
    Knows("whereabouts", "C-2.1", "where people are", "the own team, and who meets them"),
    Knows("met", "C-3.2", "whom a scouting, search or pursuit has met", "the finder's team"),
    Knows("sensing", "C-3.9", "presences sensed, as numbers and regions", "the searcher's team"),
    Knows("presence_whose", "C-3.9", "whose presences they are", "nobody"),
    Knows("concealed", "C-23.6", "who stands concealed", "the own team"),
    Knows("region_information", "C-3.7", "a region's bonuses, and whether bases stand there", "who has scouted it"),
    Knows("npc_met", "C-20.4", "where an NPC is", "who meets it"),
    Knows("rivals", "C-5.3", "who studies or works at the same place", "those who do"),
    Knows("contest", "C-5.3", "a contest and its cards", "the two"),
    Knows("offer", "C-5.14", "a bonding, contract, link that the other did not declare", "both sides"),
    Knows("contract", "C-7.1", "what a new contract costs, a circuit link", "both sides"),
    Knows("nursing", "C-4.7", "what a patient receives", "nurse and patient"),
    Knows("base", "C-2.3", "bases and territories", "the own team, and who takes them"),
    Knows("attack", "C-10.1", "who attacks whom", "the sides of the battle"),
    Knows("deadline", "C-18.4", "deadlines, excess, what vanishes at the end of a scene", "the own team"),
)

OPEN_ROWS: tuple[Knows, ...] = (
    Knows("rejoined", "C-7.1", "of which team a seat is, also after a new contract", "everybody"),
    Knows("map", "C-23.7", "regions, edges, marks", "everybody"),
    Knows("scene_time", "C-23.1", "scene number, day or night", "everybody"),
    Knows("exposure", "C-23.14", "what the overseer says, and where a team is that has been made public", "everybody"),
)
"""What is no secret."""


@dataclass(frozen=True, slots=True)
class RegionKnown:
    """C-3.7, C-23.7: a region whose information a team has; `bases`: whether bases stood there when it was scouted."""

    key: str
    base_bonus: int
    ley_line: int
    bases: bool


@dataclass(frozen=True, slots=True)
class OwnScene:
    """A scene as a team knows itself in it: what its orders are made from and checked against.

    Tables are by its own people. `names`: everybody that it can name, `nameable`: whom an order can be about, by the
    field; `presences`: what a searcher can tell apart.
    """

    names: Mapping[str, str]
    plans: Mapping[str, Plan]
    taken: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    met: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    presences: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    npcs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rivals: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    regions: tuple[RegionKnown, ...] = ()
    captives: Mapping[str, str] = field(default_factory=dict)
    nameable: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    starters: Mapping[str, Starter] = field(default_factory=dict)
    following: Mapping[str, Following] = field(default_factory=dict)
    joining: Mapping[str, Joining] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SceneSight:
    """A scene as a viewer may know it. `phase` is told as far as everybody is asked at once; `own` is of a seat."""

    phase: Phase
    dawned: bool
    as_declared: bool
    edges: tuple[tuple[str, str], ...]
    winners: tuple[str, ...]
    own: OwnScene | None = None


OPENLY: Mapping[Phase, Phase] = {
    each: Phase.FIRST for each in Phase if each not in (Phase.CREATION, Phase.START, Phase.ACTIONS, Phase.OVER)
}
"""Everything between the declarations and the end of a scene looks alike: who is asked there is secret."""


def scene_sight(state: State, team: str | None) -> SceneSight | None:
    """What the seat of `team` (None: the public) may know of the scene."""
    if state.war is None:
        return None
    war = state.war
    return SceneSight(
        phase=OPENLY.get(war.phase, war.phase),
        dawned=war.now.dawned,
        as_declared=war.as_declared,
        edges=state.edges,
        winners=war.winners,
        own=None if team is None else _own(state, team),
    )


def _own(state: State, team: str) -> OwnScene:
    war, now = war_of(state), now_of(state)
    mine = [person for person in state.of_team(team) if in_war(person)]
    keys = [person.key for person in mine]
    captives = {key: state.people[key].name for key in state.roster if state.people[key].captor == team}
    asks = war.phase in (Phase.FIRST, Phase.SECOND, Phase.LATE)
    joins = war.phase in (Phase.FIRST_JOIN, Phase.SECOND_JOIN)
    found = {key: following(state, key) if asks else None for key in keys}
    open_to = {key: joining(state, key, HALF_OF[war.phase]) if joins else None for key in keys}
    names = names_for(state, team)
    return OwnScene(
        names=names,
        plans={key: now.plans[key] for key in keys if key in now.plans},
        taken=tuple(key for key in keys if key in now.taken),
        fallen=tuple(person.key for person in mine if fallen(state, person)),
        met={key: _met(now, key) for key in keys if key in now.met},
        presences={key: tuple(presences(state, key)) for key in keys if key in now.sensed},
        npcs={key: now.npcs_met[key] for key in keys if key in now.npcs_met},
        rivals={key: now.rivals[key] for key in keys if key in now.rivals},
        regions=tuple(_region(state, team, key) for key in state.teams[team].region_information),
        captives=captives,
        nameable={key: nameable(state, key, names) for key in keys if war.phase is Phase.ACTIONS},
        starters={key: starter(state, key) for key in keys if war.phase is Phase.START},
        following={key: each for key, each in found.items() if each is not None},
        joining={key: each for key, each in open_to.items() if each is not None},
    )


def _met(now: Scene, key: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(person for each in now.met[key] for person in each.people))


def _region(state: State, team: str, key: str) -> RegionKnown:
    region = state.regions[key]
    return RegionKnown(key, region.base_bonus, region.ley_line, war_of(state).bases.get(team, {}).get(key, False))


def names_for(state: State, team: str) -> dict[str, str]:
    """Everybody whom a team can name: all masters, its own people and its allies', those it has met or has ties to.

    Who has died is named like the others: that may be a secret. Before the sheets are in nobody is anybody yet, and a
    team may say to whom its people have ties.
    """
    if war_of(state).phase is Phase.CREATION:
        return {key: state.people[key].name for key in state.roster}
    known = set(war_of(state).known.get(team, ())) | set(state.teams[team].information)
    for key in state.roster:
        person = state.people[key]
        allies = person.team in state.teams[team].allies
        if person.team == team or allies or person.captor == team or (person.is_master and not person.npc):
            known.add(key)
        if person.team == team:
            known |= {*person.relationships, *person.deleted, *now_of(state).npcs_met.get(key, ())}
            known |= set(now_of(state).rivals.get(key, ()))
    return {key: state.people[key].name for key in state.roster if key in known}
