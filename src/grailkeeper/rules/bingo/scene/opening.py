"""The start of a scene (life of a scene, 1 and 2): recovery, alliances, strokes, contracts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....core.call import Answers, Ask, Call, Mode, Opening
from ....core.problem import Problem, illegal, suspicious
from ....core.seat import EVERYBODY, Role
from ....core.teller import Teller
from .. import facts as f
from ..derived import recovered, time
from ..orders import order_of
from ..people import Team
from ..state import Stage, State, seat_for, told_to
from ..strokes import Stroke, able_problems, spend, strokes_problems, tell_failed

OPENING = "opening"

# Questions


def taking_part(state: State) -> tuple[str, ...]:
    """The teams of which anybody is left."""
    return tuple(
        team.key
        for team in state.teams
        if not team.out and (team.living_master is not None or team.existing_servant is not None)
    )


def call(state: State, at: str) -> Call:
    asks = tuple(Ask(seat_for(state, team, Role.MASTER), team) for team in taking_part(state))
    return Call(at, OPENING, "B-14.22", Mode.SEALED, asks, "silent_opening")


# What is wrong with an answer


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another team as everybody knows it (B-14.18): where it is, and who of it is left."""

    key: str
    region: str
    master: bool
    servant: bool


def opening_problems(
    team: Team, scene: int, neighbours: Sequence[Neighbour], allies: Collection[str], order: Mapping[str, Any]
) -> Iterator[Problem]:
    """What is wrong with an order for the start of a scene, from what its team knows."""
    yield from _alliance_doubts(allies, order)
    strokes: Sequence[Stroke] = order.get("strokes", ())
    yield from strokes_problems(team, scene, strokes)
    contract = order.get("contract")
    if contract is not None:
        other = next((each for each in neighbours if each.key == contract["with"]), None)
        yield from _contract_problems(team, scene, other, contract, [stroke["card"] for stroke in strokes])


def _alliance_doubts(allies: Collection[str], order: Mapping[str, Any]) -> Iterator[Problem]:
    """B-14.16: what is declared already is, and changes nothing."""
    ended = order.get("end_alliance", ())
    for other in order.get("ally", ()):
        if other in allies and other not in ended:
            yield suspicious("already_allied", "B-14.16", "ally", other=other)
    for other in ended:
        if other not in allies:
            yield suspicious("not_allied", "B-14.16", "end_alliance", other=other)


def _contract_problems(
    team: Team, scene: int, other: Neighbour | None, contract: Mapping[str, Any], spent: Sequence[int]
) -> Iterator[Problem]:
    """B-14.15: a servantless master with a stroke, and a masterless servant in the same region."""
    takes = team.living_master is not None and team.existing_servant is None
    given = team.living_master is None and team.existing_servant is not None
    fits = other is not None and other.region == team.region and other.master is given and other.servant is takes
    if takes is given or not fits or ("card" in contract) is not takes:
        yield illegal("contract_not_possible", "B-14.15", "contract")
    elif takes:
        yield from able_problems(team, scene, "contract")
        assert team.master is not None
        left = list(team.master.strokes)
        for card in spent:
            if card in left:
                left.remove(card)
        if contract["card"] not in left:
            accepted = ", ".join(map(str, left))
            yield illegal("stroke_not_held", "B-10.1", "contract.card", card=contract["card"], accepted=accepted)


# Answers


def open_scene(teller: Teller[State], asked: Call, answers: Answers) -> None:
    """From the answers to the orders of the scene."""
    scene = teller.state.scene
    teller.tell(f.SceneOpened(scene, time(scene)), EVERYBODY)
    _recover(teller)
    orders = {ask.whom: order_of(answers.get(ask.whom)) for ask in asked.asks}
    _ally(teller, orders)
    for team, order in orders.items():
        for place, stroke in enumerate(order.get("strokes", ()), 1):
            spend(teller, asked.address, team, stroke, f"strokes.{place}")
    _contract(teller, asked, orders)
    teller.tell(f.StageReached(Stage.MOVES), EVERYBODY)


def _recover(teller: Teller[State]) -> None:
    """B-11.1; an exhausted master recovers too (B-14.10)."""
    for team in teller.state.teams:
        if team.living_master is not None:
            fact = f.ManaRecovered(team.key, recovered(team.living_master, teller.state.options))
            teller.tell(fact, told_to(teller.state, team.key))


def _ally(teller: Teller[State], orders: Mapping[str, Mapping[str, Any]]) -> None:
    """B-14.16: ended by one, made by both; all of it is declared openly."""
    for team, order in orders.items():
        for other in order.get("end_alliance", ()):
            if teller.state.allied(team, other):
                teller.tell(f.AllianceEnded(teller.state.in_order(team, other), team), EVERYBODY)
        open_parts = tuple((part,) for part in ("ally", "end_alliance") if part in order)
        if open_parts:
            teller.open(Opening(team, open_parts, EVERYBODY))
    for team, order in orders.items():
        for other in dict.fromkeys(order.get("ally", ())):
            if teller.state.allied(team, other):
                continue
            if team in orders.get(other, {}).get("ally", ()):
                teller.tell(f.AllianceMade(teller.state.in_order(team, other)), EVERYBODY)
            else:
                teller.tell(f.AllianceOffered(team, other), EVERYBODY)


def _contract(teller: Teller[State], asked: Call, orders: Mapping[str, Mapping[str, Any]]) -> None:
    """B-14.15: both declare it; the master's stroke is spent."""
    for team, order in orders.items():
        contract = order.get("contract")
        if contract is None:
            continue
        other = contract["with"]
        theirs = orders.get(other, {}).get("contract")
        state = teller.state
        problems = list(_contract_problems(state.team(team), state.scene, neighbour(state.team(other)), contract, ()))
        if theirs is None or theirs["with"] != team:
            problems.insert(0, illegal("contract_not_possible", "B-14.15", "contract"))
        elif "card" not in contract:
            continue
        if problems:
            tell_failed(teller, asked.address, team, problems[0])
            continue
        teller.tell(f.StrokeSpent(team, contract["card"]), told_to(teller.state, team))
        teller.tell(f.ContractMade(team, other), EVERYBODY)


def neighbour(team: Team) -> Neighbour:
    """A team as everybody knows it."""
    there = not team.out
    return Neighbour(
        key=team.key,
        region=team.region,
        master=there and team.living_master is not None,
        servant=there and team.existing_servant is not None,
    )
