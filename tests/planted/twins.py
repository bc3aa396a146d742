"""Pairs of wars of the toy that differ in one row of its information table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from conformance.twin import Move, Twins, World
from grailkeeper.core.canon import Data
from toy.state import Battle, Player, Stake, State

TEAMS = {"s1": "red", "s2": "blue", "s3": "red", "s4": "blue", "s5": "green", "s6": "blue"}
PAIRS = (Battle("1", ("s1", "s2")), Battle("2", ("s3", "s4")))
PROBES: tuple[Data, ...] = ({"number": 2, "charms": 1, "aim": "steal", "note": "-"}, {"act": "take"}, {"spend": True})
STAKES = Move("1/stake")
CLOSE = Move("1/gathering")


def war(**change: Any) -> State:
    """A war in its first round: s1 meets s2, s3 meets s4, and no stake is laid yet."""
    players = {seat: Player(team, coins=3, charms=1) for seat, team in TEAMS.items()}
    return replace(State({"places": 4, "fate": "hidden"}, players, round=1, battles=PAIRS), **change)


def staked(**change: Any) -> State:
    """The same with stakes of one coin laid."""
    state = war(**change)
    stakes = tuple(Stake(seat, 1, state.mates(seat)) for seat in state.fighters)
    return replace(state, stakes=stakes)


def having(state: State, seat: str, **change: Any) -> State:
    return replace(state, players={**state.players, seat: replace(state.players[seat], **change)})


def hand(number: int, charms: int = 0, aim: str = "strike", note: str = "-") -> dict[str, Any]:
    return {"number": number, "charms": charms, "aim": aim, "note": note}


def fight(
    key: str,
    hands: Mapping[str, Any],
    dice: tuple[int, int],
    fates: tuple[int, int] = (0, 0),
    rulings: Mapping[str, Any] | None = None,
) -> Move:
    """The battle `key` with these hands; `dice` are the draws, one below what the dice show."""
    draws = [*(("fate", fate) for fate in fates), *(("die", die) for die in dice)]
    return Move(f"1/{key}/hand", hands, rulings=rulings or {}, draws=draws)


STRONG, WEAK = hand(6), hand(1)
FIRST = fight("1", {"s1": STRONG, "s2": WEAK}, (5, 0))
"""s1 has 12 and wins; s2 loses."""
SECOND = fight("2", {"s3": STRONG, "s4": WEAK}, (5, 0))
"""s3 has 12 and wins; s4 loses."""


def twins() -> Iterator[Twins]:
    yield from _purses()
    yield from _stakes()
    yield from _hands()
    yield from _rescues()


def _pair(row: str, left: World, right: World, *knows: str) -> Twins:
    return Twins(row, left, right, frozenset(knows), PROBES)


def _purses() -> Iterator[Twins]:
    rich, poor = having(staked(), "s2", coins=5), having(staked(), "s2", coins=3)
    theft = fight("1", {"s1": hand(6, aim="steal"), "s2": WEAK}, (5, 0))
    yield _pair("coins", World(rich, (theft, SECOND, CLOSE)), World(poor, (theft, SECOND, CLOSE)), "s2")
    none = having(staked(), "s2", coins=0)
    yield _pair("coins", World(none, (FIRST, SECOND, CLOSE)), World(poor, (FIRST, SECOND, CLOSE)), "s2")
    # T-4.6: a winner who aimed to steal learns whether there was a coin.
    yield _pair("coins", World(none, (theft, SECOND, CLOSE)), World(poor, (theft, SECOND, CLOSE)), "s1", "s2")
    many, one, bare = (having(staked(), "s4", charms=charms) for charms in (3, 1, 0))
    moves = (SECOND, FIRST, CLOSE)
    yield _pair("charms", World(many, moves), World(one, moves), "s4")
    yield _pair("charms", World(one, moves), World(bare, moves), "s4")
    answered = (SECOND, Move("1/2/rescue"), FIRST, CLOSE)
    yield _pair("charms", World(one, answered), World(bare, moves), "s4")


def _stakes() -> Iterator[Twins]:
    """T-3.2: who moves to the red team after the stakes were laid learns nothing of them."""
    moved = Move("1/gathering", {"s2": {"act": "move", "team": "red"}}, closing=False)
    rest = (FIRST, SECOND, moved, CLOSE)
    low, high = (Move("1/stake", {"s1": {"amount": amount}}) for amount in (0, 2))
    yield _pair("stake", World(war(), (low, *rest)), World(war(), (high, *rest)), "s1", "s3")
    # T-3.1: who stays silent lays none, and so does who says so.
    none = Move("1/stake", {"s1": {"amount": 0}})
    yield _pair("stake", World(war(), (none, *rest)), World(war(), (STAKES, *rest)), "s1")
    # ... and who left the blue team before they were laid takes nothing along.
    gathered = war(battles=(), places=("s1", "s2", "s3", "s4"))
    leaves = Move("1/gathering", {"s4": {"act": "move", "team": "red"}}, closing=False)
    low, high = (Move("2/stake", {"s2": {"amount": amount}}) for amount in (0, 2))
    begin = (leaves, CLOSE)
    yield _pair("stake", World(gathered, (*begin, low)), World(gathered, (*begin, high)), "s2", "s6")


def _hands() -> Iterator[Twins]:
    def pair(row: str, left: Move, right: Move, *knows: str) -> Twins:
        state = having(staked(), "s1", charms=3)
        return _pair(row, World(state, (left, SECOND, CLOSE)), World(state, (right, SECOND, CLOSE)), *knows)

    def first(mine: dict[str, Any], **about: Any) -> Move:
        return fight("1", {"s1": mine, "s2": WEAK}, (5, 0), **about)

    fails = {"1/1/hand/s1/trick": "fails"}
    holds = {"1/1/hand/s1/trick": "holds", "1/1/hand/s1/trick/worth": 3}
    yield pair("note", first(hand(5, note="all or nothing")), first(hand(5, note="-")), "s1")
    yield pair("spent_charms", first(hand(5, 0)), first(hand(5, 2)), "s1")
    yield pair("aim", first(hand(5)), first(hand(5, aim="trick"), rulings=fails), "s1", "s2")
    yield pair("aim", first(hand(5)), first(hand(5, aim="trick"), rulings=holds), "s1", "s2")
    thief, other = (fight("1", {"s1": hand(1, aim=aim), "s2": STRONG}, (0, 5)) for aim in ("steal", "strike"))
    yield pair("aim", thief, other, "s1", "s2")
    yield pair("fate", first(STRONG, fates=(0, 0)), first(STRONG, fates=(3, 0)))
    bare = replace(staked(), stakes=tuple(replace(stake, amount=0) for stake in staked().stakes))
    kind, unkind = (World(bare, (first(STRONG, fates=(fate, 0)),)) for fate in (3, 0))
    yield _pair("fate", kind, unkind)


def _rescues() -> Iterator[Twins]:
    """The second battle is lost by s4 while the first goes on."""
    lost = Battle("2", ("s3", "s4"), fought=True, winner="s3")
    state = having(staked(), "s2", charms=0)
    closed, asked = (replace(state, battles=(PAIRS[0], replace(lost, asked=asked))) for asked in (False, True))
    yield _pair("rescue_open", World(asked, (FIRST, CLOSE)), World(closed, (FIRST, CLOSE)), "s4")
    silence = (Move("1/2/rescue"), FIRST, CLOSE)
    yield _pair("rescue_open", World(asked, silence), World(closed, (FIRST, CLOSE)), "s4")
    yes, no = (Move("1/2/rescue", {"s4": {"spend": spend}}) for spend in (True, False))
    yield _pair("rescue_answer", World(asked, (yes, FIRST)), World(asked, (no, FIRST)), "s4")
    yield _pair("rescue_answer", World(asked, (no, FIRST)), World(asked, (Move("1/2/rescue"), FIRST)), "s4")
