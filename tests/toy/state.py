"""What the toy remembers, and what can happen in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from grailkeeper.core.fact import Fact, FactTable
from grailkeeper.core.option import Value
from grailkeeper.core.problem import Problem
from grailkeeper.core.record import replace
from grailkeeper.core.working import Working


@dataclass(frozen=True, slots=True)
class Player:
    team: str
    coins: int
    charms: int
    score: int = 0


@dataclass(frozen=True, slots=True)
class Stake:
    """T-3.2: who may know it is settled when it is laid."""

    seat: str
    amount: int
    known_to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Battle:
    """`asked`: the rescue of T-4.7 is open."""

    key: str
    sides: tuple[str, str]
    fought: bool = False
    winner: str = ""
    asked: bool = False
    rescued: bool = False

    def other(self, seat: str) -> str:
        return self.sides[1] if seat == self.sides[0] else self.sides[0]


@dataclass(frozen=True, slots=True)
class State:
    options: Mapping[str, Value]
    players: Mapping[str, Player]
    round: int = 0
    places: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    stakes: tuple[Stake, ...] = ()
    battles: tuple[Battle, ...] = ()
    over: bool = False

    @property
    def fighters(self) -> tuple[str, ...]:
        return tuple(seat for battle in self.battles for seat in battle.sides)

    @property
    def staked(self) -> bool:
        return len(self.stakes) == len(self.fighters)

    @property
    def gathering(self) -> bool:
        return not self.over and all(battle.fought for battle in self.battles)

    def mates(self, seat: str) -> tuple[str, ...]:
        return tuple(key for key, each in self.players.items() if each.team == self.players[seat].team)

    def stake(self, seat: str) -> Stake:
        return next(stake for stake in self.stakes if stake.seat == seat)


@dataclass(frozen=True, slots=True)
class Placed(Fact):
    kind = "placed"
    seat: str


@dataclass(frozen=True, slots=True)
class Waits(Fact):
    kind = "waits"
    seat: str


@dataclass(frozen=True, slots=True)
class GaveUp(Fact):
    kind = "gave_up"
    seat: str


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    kind = "moved"
    seat: str
    team: str


@dataclass(frozen=True, slots=True)
class Gathered(Fact):
    kind = "gathered"
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Staked(Fact):
    kind = "staked"
    seat: str
    amount: int
    known_to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fated(Fact):
    kind = "fated"
    key: str
    fates: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Fought(Fact):
    kind = "fought"
    key: str
    sides: tuple[str, str]
    scores: tuple[Working, Working]
    winner: str = ""


@dataclass(frozen=True, slots=True)
class Spent(Fact):
    kind = "spent"
    seat: str
    charms: int


@dataclass(frozen=True, slots=True)
class Stole(Fact):
    kind = "stole"
    winner: str
    loser: str


@dataclass(frozen=True, slots=True)
class Fizzled(Fact):
    kind = "fizzled"
    seat: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class Asked(Fact):
    kind = "asked"
    key: str


@dataclass(frozen=True, slots=True)
class Answered(Fact):
    kind = "answered"
    key: str
    seat: str
    spend: bool


@dataclass(frozen=True, slots=True)
class Settled(Fact):
    kind = "settled"
    key: str
    winner: str
    loser: str
    rescued: bool


@dataclass(frozen=True, slots=True)
class Ended(Fact):
    kind = "ended"


@dataclass(frozen=True, slots=True)
class ScoreCorrected(Fact):
    kind = "score_corrected"
    seat: str
    score: int
    reason: str


def _gathered(state: State, fact: Gathered) -> State:
    battles = tuple(Battle(str(number), pair) for number, pair in enumerate(fact.pairs, 1))
    return replace(state, round=state.round + 1, battles=battles, stakes=(), places=(), waiting=())


def _staked(state: State, fact: Staked) -> State:
    stakes = (*state.stakes, Stake(fact.seat, fact.amount, fact.known_to))
    return replace(_more(state, fact.seat, coins=-fact.amount), stakes=stakes)


_CHANGES: Mapping[type[Fact], Callable[[State, Any], State]] = {
    Placed: lambda s, f: replace(s, places=(*s.places, f.seat), waiting=_without(s.waiting, f.seat)),
    Waits: lambda s, f: replace(s, waiting=(*s.waiting, f.seat)),
    GaveUp: lambda s, f: replace(s, places=_without(s.places, f.seat), waiting=_without(s.waiting, f.seat)),
    Moved: lambda s, f: _player(s, f.seat, team=f.team),
    Gathered: _gathered,
    Staked: _staked,
    Fated: lambda s, _: s,
    Fought: lambda s, f: _battle(s, f.key, fought=True, winner=f.winner),
    Spent: lambda s, f: _more(s, f.seat, charms=-f.charms),
    Stole: lambda s, f: _more(_more(s, f.loser, coins=-1), f.winner, coins=1),
    Fizzled: lambda s, _: s,
    Asked: lambda s, f: _battle(s, f.key, asked=True),
    Answered: lambda s, f: _battle(_more(s, f.seat, charms=-f.spend), f.key, asked=False, rescued=f.spend),
    Settled: lambda s, f: _more(_more(s, f.winner, score=2), f.loser, score=f.rescued - 1),
    Ended: lambda s, _: replace(s, over=True, battles=(), stakes=()),
    ScoreCorrected: lambda s, f: _player(s, f.seat, score=f.score),
}

FACTS = FactTable(_CHANGES)


def apply(state: State, fact: Fact) -> State:
    """The state after `fact`: no rule is in here."""
    return _CHANGES[type(fact)](state, fact)


def _without(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple(each for each in seats if each != seat)


def _player(state: State, seat: str, **change: Any) -> State:
    return replace(state, players={**state.players, seat: replace(state.players[seat], **change)})


def _more(state: State, seat: str, **more: int) -> State:
    player = state.players[seat]
    return _player(state, seat, **{name: getattr(player, name) + amount for name, amount in more.items()})


def _battle(state: State, key: str, **change: Any) -> State:
    return replace(state, battles=tuple(replace(each, **change) if each.key == key else each for each in state.battles))
