"""Scenes in a line or two, as cases, and wars that are played question by question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grailkeeper.core.call import Answers, Call
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Fixed, Seeded
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.form import read
from grailkeeper.core.problem import Problem
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.sceneplay.people import Master, Servant, Team
from grailkeeper.rules.sceneplay.scene.state import Scene, War
from grailkeeper.rules.sceneplay.state import State
from grailkeeper.rules.sceneplay.system import SCENEPLAY

from .table import case

Order = Mapping[str, Any]


def scene(
    *orders: Order,
    teams: Mapping[str, Any] | str = "A B C D E F G",
    opening: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    chance: Sequence[tuple[str, int]] = (),
    **given: Any,
) -> Any:
    """What comes out of one scene. `teams`: their sheets, or the names of plain ones."""
    people = {name: {} for name in teams.split()} if isinstance(teams, str) else teams
    declared: dict[str, Any] = {"orders": list(orders)}
    if opening is not None:
        declared["opening"] = opening
    drawn = [{"what": what, "value": value} for what, value in chance]
    return case("scene", {"teams": people, **given}, declared, options=options or {}, chance=drawn)


def words(*orders: Order, **more: Any) -> list[str]:
    """One word for each order."""
    found: list[str] = scene(*orders, **more)["orders"]
    return found


def apply(team: str, kind: str = "bonding", by: str = "master", **more: Any) -> Order:
    return {"team": team, "apply": by, "kind": kind, **more}


def join(team: str, scene_player: str, **more: Any) -> Order:
    return {"team": team, "join": scene_player, **more}


def solo(team: str, kind: str = "bonding", **more: Any) -> Order:
    return {"team": team, "solo": kind, **more}


def force(team: str, target: str, **more: Any) -> Order:
    return {"team": team, "force": target, **more}


def search(target: str, number: int = 20, ability: str = "magic", **more: Any) -> dict[str, Any]:
    return {"target": target, "ability": ability, "number": number, **more}


def prepare(team: str, kind: str = "apply", **plan: Any) -> Order:
    """A preparation scene of a team, or a solo."""
    if kind == "solo":
        return solo(team, "preparation", who="both", prepare=plan)
    return apply(team, "preparation", prepare=plan)


class Playing:
    """A war played question by question; orders are read and checked as at any desk."""

    def __init__(
        self,
        teams: Mapping[str, Any],
        options: Mapping[str, Any] | None = None,
        chance: Sequence[tuple[str, int]] | None = None,
        war: Mapping[str, Any] | None = None,
    ) -> None:
        values, wrong = SCENEPLAY.options.read(options or {})
        setup, problems = read(SCENEPLAY.setup, {"teams": teams, "as_they_are": True, "war": war or {}})
        assert not wrong and not problems and isinstance(setup, Mapping), (wrong, problems)
        self.state: State = SCENEPLAY.begin(setup, values)
        self.told: list[Told] = []
        self._chance: Seeded | Fixed = Seeded(b"a war") if chance is None else Fixed(chance)

    @property
    def call(self) -> Call:
        (call,) = SCENEPLAY.calls(self.state)
        return call

    @property
    def over(self) -> bool:
        return not SCENEPLAY.calls(self.state)

    @property
    def war(self) -> War:
        assert self.state.war is not None
        return self.state.war

    @property
    def now(self) -> Scene:
        return self.war.now

    def team(self, key: str) -> Team:
        return self.state.teams[key]

    def master(self, key: str) -> Master:
        master = self.team(key).master
        assert master is not None
        return master

    def servant(self, key: str) -> Servant:
        servant = self.team(key).servant
        assert servant is not None
        return servant

    def problems(self, team: str, order: Order) -> tuple[Problem, ...]:
        """What is wrong with an order, by the form and by the check of the team's seat."""
        return self._read(team, order)[1]

    def _read(self, team: str, order: Order) -> tuple[Data, tuple[Problem, ...]]:
        ask = self.call.ask_for(team)
        assert ask is not None, f"{team} is not asked"
        view = SCENEPLAY.view(self.state, seat_viewer(ask.seat))
        data, problems = read(SCENEPLAY.form(view, self.call, ask).record, order)
        return data, problems or SCENEPLAY.check(view, self.call, ask, data)

    def say(self, team: str, /, **order: Any) -> tuple[str, ...]:
        """An arrival on the floor; its binding problems, or none if it was taken."""
        data, problems = self._read(team, order)
        wrong = tuple(problem.code for problem in problems if problem.binding)
        if not wrong:
            self._resolve(Answers({team: data}, closing=False))
        return wrong

    def close(self, kind: str = "", **orders: Order) -> list[Told]:
        """Close the open question with these answers; what was told."""
        assert not kind or self.call.kind == kind, self.call
        read_orders = {team: self._read(team, order) for team, order in orders.items()}
        assert not [problem for _, problems in read_orders.values() for problem in problems if problem.binding]
        return self._resolve(Answers({team: data for team, (data, _) in read_orders.items()}))

    def _resolve(self, answers: Answers) -> list[Told]:
        call = self.call
        chance = self._chance.open(call.address)
        resolution = SCENEPLAY.resolve(self.state, call, answers, {}, chance)
        assert not resolution.open_points({})
        self._chance.settle(chance)
        for told in resolution.told:
            self.state = SCENEPLAY.apply(self.state, told.fact)
        self.told += resolution.told
        return list(resolution.told)

    def facts(self, kind: type[Fact]) -> list[Any]:
        return [each.fact for each in self.told if isinstance(each.fact, kind)]

    def seen_by(self, kind: type[Fact]) -> list[list[str] | None]:
        """The audiences of the facts of a kind; None is everybody."""
        audiences = [each.audience.seats for each in self.told if isinstance(each.fact, kind)]
        return [None if seats is None else sorted(seats) for seats in audiences]


def plain(**more: Any) -> dict[str, Any]:
    """A team of plain people, who cost nothing to keep (magic B)."""
    return {"master": {"ranks": "E E E B E", **more.pop("master", {})}, "servant": more.pop("servant", {}), **more}
