"""Scenes in a line or two, as cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grailkeeper.core.call import Answers, Ask, Call
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Seeded
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.form import Form, read
from grailkeeper.core.problem import Problem
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.chronicle.scene.facts import OrderRefused
from grailkeeper.rules.chronicle.scene.state import Scene
from grailkeeper.rules.chronicle.state import State
from grailkeeper.rules.chronicle.system import CHRONICLE
from grailkeeper.rules.chronicle.visibility import View

from .table import case

Options = Mapping[str, Any]


def master(name: str, team: str, at: str = "r1", **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": "master", "team": team, "at": at, **more}


def servant(name: str, team: str, at: str = "r1", **more: Any) -> dict[str, Any]:
    return {"name": name, "team": team, "at": at, **more}


def caster(name: str, team: str, at: str = "r1", **more: Any) -> dict[str, Any]:
    skills = {"territory_creation": "C", "item_construction": "D"}
    return servant(name, team, at, **{"class": "caster", "skills": skills, **more})


def scene(
    people: Sequence[Mapping[str, Any]],
    declared: Mapping[str, Any] | None = None,
    options: Options | None = None,
    **given: Any,
) -> Any:
    """What comes out of one scene."""
    return case("scene", {"people": list(people), **given}, declared or {}, options=options or {})


def refused(found: Any) -> list[tuple[str, str, str]]:
    return [(each["who"], each["code"], each["clause"]) for each in found["refusals"]]


class Playing:
    """A war played question by question; orders are read and checked as at any desk."""

    def __init__(
        self,
        people: Sequence[Mapping[str, Any]],
        options: Options | None = None,
        war: Mapping[str, Any] | None = None,
        **given: Any,
    ) -> None:
        values, wrong = CHRONICLE.options.read(options or {})
        keyed = [{"key": person["name"], **person} for person in people]
        data = {"people": keyed, "as_they_are": True, "war": war or {}, **given}
        data["teams"] = {team: {**held} for team, held in data.get("teams", {}).items()}
        setup, problems = read(CHRONICLE.setup, data)
        assert not wrong and not problems and isinstance(setup, Mapping), (wrong, problems)
        assert not [each for each in CHRONICLE.examine(setup, values) if each.binding]
        self.state: State = CHRONICLE.begin(setup, values)
        self.told: list[Told] = []
        self._chance = Seeded(b"a war")

    @property
    def now(self) -> Scene:
        assert self.state.war is not None
        return self.state.war.now

    def call(self, kind: str = "") -> Call:
        calls = CHRONICLE.calls(self.state)
        assert calls, "nothing is asked"
        assert not kind or calls[0].kind == kind, calls[0]
        return calls[0]

    def asked(self, whom: str) -> tuple[View, Call, Ask]:
        """What somebody knows, and is asked now."""
        call = self.call()
        ask = call.ask_for(whom)
        assert ask is not None, f"{whom} is not asked: {call.address}"
        return CHRONICLE.view(self.state, seat_viewer(ask.seat)), call, ask

    def form(self, whom: str) -> Form:
        return CHRONICLE.form(*self.asked(whom))

    def read(self, whom: str, order: Any) -> tuple[Data, tuple[Problem, ...]]:
        """An order as its seat's form reads it, and what is wrong with it."""
        data, problems = read(self.form(whom).record, order)
        return data, problems or CHRONICLE.check(*self.asked(whom), data)

    def close(self, kind: str, rulings: Mapping[str, Any] | None = None, /, **orders: Any) -> list[Told]:
        """Close the open question with these answers; what was told."""
        call = self.call(kind)
        answers = {}
        for whom, order in orders.items():
            answers[whom], problems = self.read(whom, order)
            assert not [problem for problem in problems if problem.binding], problems
        chance = self._chance.open(call.address)
        resolution = CHRONICLE.resolve(self.state, call, Answers(answers), rulings or {}, chance)
        assert not resolution.open_points(rulings or {})
        for told in resolution.told:
            self.state = CHRONICLE.apply(self.state, told.fact)
        self.told += resolution.told
        return list(resolution.told)

    def start(self, **orders: Any) -> list[Told]:
        """The start of a scene; everybody else is simply there."""
        there: dict[str, Any] = {ask.whom: {} for ask in self.call("scene_start").asks}
        return self.close("scene_start", **{**there, **orders})

    def on(self, until: str = "scene_start") -> None:
        """Silence, until such a question is asked or nothing more is."""
        while CHRONICLE.calls(self.state) and self.call().kind != until:
            self.close(self.call().kind)

    def facts(self, kind: type[Fact]) -> list[Any]:
        return [each.fact for each in self.told if isinstance(each.fact, kind)]

    def refused(self) -> list[tuple[str, str]]:
        return [(fact.person, fact.problem.code) for fact in self.facts(OrderRefused)]
