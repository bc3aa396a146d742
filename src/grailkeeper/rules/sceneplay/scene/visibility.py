"""Who may know what of a scene: the ledger's "Information"."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ....core.seat import Knows, Role
from ..state import State
from .state import Application, Phase, PlayScene, Solo
from .who import in_play, limit_of, living

ROWS: tuple[Knows, ...] = (
    Knows("solo_content", "S-8.2", "who of a team proceeds solo, the kind, and what comes of it", "the own team"),
    Knows("creation", "S-24.1", "the sheets handed in", "the own team"),
    Knows("opening", "S-3.3", "what a team does in the opening: conversion, ranks, strokes, upkeep", "the own team"),
    Knows("forced_rest", "S-17.3", "that a master rests by force", "the own team"),
    Knows("rewards", "S-1.7", "mana and reserves of a scene", "the own team"),
    Knows("acts", "S-9.3", "stances, numbers, reserves, targets before they are resolved", "the own team"),
    Knows(
        "scene_content",
        "S-5.3",
        "preparation, gifts, hindrance, who searches for whom and whether it is found",
        "the teams that are there",
    ),
    Knows("search_chance", "S-12.5", "chance and roll of a search", "the keeper"),
    Knows("found_base", "S-4.4", "a base that was found", "the teams that found it"),
    Knows("risk_alarm", "S-15.6", "that exposure risk has reached what the keeper wants to know of", "the keeper"),
    Knows("contract", "S-17.7", "that somebody would make a new contract, where it came to none", "the own team"),
)

OPEN_ROWS: tuple[Knows, ...] = (
    Knows(
        "scene", "S-1.1", "scene number, limit, scene players, outlines, joiners, applications that wait", "everybody"
    ),
    Knows("solo_fact", "S-8.2", "that a team proceeds solo", "everybody"),
    Knows("forced_battle", "S-4.5", "forced battles, scenes and solos cancelled by them", "everybody"),
)
"""What is no secret."""


@dataclass(frozen=True, slots=True)
class OwnScene:
    """A scene as a team knows itself in it."""

    busy: tuple[Role, ...]
    solos: tuple[Solo, ...]
    acts: Mapping[str, Any]
    prepared: int


@dataclass(frozen=True, slots=True)
class SceneSight:
    """A scene as a viewer may know it.

    `living`: of each team who is left, which deaths and vanishings have made public; `asked`: the teams in play.
    `solo`: the teams of which somebody proceeds solo. `created`: teams whose sheets are in. `own` is of a seat.
    """

    phase: Phase
    limit: int
    places: tuple[PlayScene, ...]
    waiting: tuple[Application, ...]
    solo: tuple[str, ...]
    cancelled: tuple[str, ...]
    living: Mapping[str, tuple[Role, ...]]
    asked: tuple[str, ...]
    winner: str
    own: OwnScene | None = None

    def place_of(self, team: str) -> PlayScene | None:
        return next((place for place in self.places if place.team == team), None)

    def bound(self, team: str) -> bool:
        """S-4.10."""
        return any(place.target and team in (place.team, place.target) for place in self.places)


def scene_sight(state: State, team: str | None) -> SceneSight | None:
    """What the seat of `team` (None: the public) may know of the scene."""
    if state.war is None:
        return None
    now = state.war.now
    return SceneSight(
        phase=state.war.phase,
        limit=limit_of(state),
        places=now.places,
        waiting=now.waiting,
        solo=tuple(dict.fromkeys(solo.team for solo in now.solos)),
        cancelled=now.cancelled,
        living={key: living(each) for key, each in state.teams.items()},
        asked=tuple(key for key, each in state.teams.items() if in_play(each)),
        winner=state.war.winner,
        own=None if team is None else own_scene(state, team),
    )


def own_scene(state: State, team: str) -> OwnScene:
    """A scene as a team knows itself in it: what its orders are checked against."""
    assert state.war is not None
    now = state.war.now
    return OwnScene(
        busy=now.busy(team),
        solos=tuple(solo for solo in now.solos if solo.team == team),
        acts=now.acts.get(team, {}),
        prepared=now.prepared.get(team, 0),
    )
