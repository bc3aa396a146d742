"""Who may know what in the toy."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grailkeeper.core.option import Value
from grailkeeper.core.seat import Viewer, ViewerKind

from .state import Battle, Stake, State

INFORMATION: tuple[tuple[str, str, str], ...] = (
    ("coins", "T-1.2", "the seat"),
    ("charms", "T-1.3", "the seat"),
    ("stake", "T-3.2", "the seats of the team at the time"),
    ("aim", "T-4.3", "the two sides"),
    ("note", "T-4.3", "the seat"),
    ("spent_charms", "T-4.3", "the seat"),
    ("fate", "T-4.5", "the keeper"),
    ("rescue_open", "T-4.7", "the loser"),
    ("rescue_answer", "T-4.7", "the loser, until the gathering closes"),
)
"""The rows: id, clause, who may know it beside the keeper. `twins` has pairs of worlds for each."""


@dataclass(frozen=True, slots=True)
class Person:
    key: str
    team: str
    score: int
    coins: int | None = None
    charms: int | None = None


@dataclass(frozen=True, slots=True)
class Fight:
    key: str
    sides: tuple[str, str]
    fought: bool
    winner: str
    rescued: bool | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one viewer may know of a state. The coins and charms of others, and other teams' stakes, are not in it."""

    viewer: str
    options: Mapping[str, Value]
    round: int
    over: bool
    places: tuple[str, ...]
    waiting: tuple[str, ...]
    persons: tuple[Person, ...]
    fights: tuple[Fight, ...]
    stakes: tuple[Stake, ...]

    def person(self, seat: str) -> Person:
        return next(person for person in self.persons if person.key == seat)


def view(state: State, viewer: Viewer) -> View:
    keeper = viewer.kind is ViewerKind.KEEPER

    def person(key: str) -> Person:
        each = state.players[key]
        own = keeper or key == viewer.seat
        return Person(key, each.team, each.score, each.coins if own else None, each.charms if own else None)

    def fight(battle: Battle) -> Fight:
        own = keeper or (battle.winner and viewer.seat == battle.other(battle.winner))
        return Fight(battle.key, battle.sides, battle.fought, battle.winner, battle.rescued if own else None)

    return View(
        viewer=viewer.seat or viewer.kind.value,
        options=state.options,
        round=state.round,
        over=state.over,
        places=state.places,
        waiting=state.waiting,
        persons=tuple(map(person, state.players)),
        fights=tuple(map(fight, state.battles)),
        stakes=tuple(stake for stake in state.stakes if keeper or viewer.seat in stake.known_to),
    )
