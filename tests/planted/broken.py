"""Toys that each break one promise of the contract. The check named by `breaks` must notice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from grailkeeper.core.call import Answers, Ask, Call, Mode, Opening
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Chance
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.option import Value
from grailkeeper.core.point import Point
from grailkeeper.core.problem import Problem, illegal
from grailkeeper.core.seat import EVERYBODY, Viewer, only
from grailkeeper.core.system import Resolution
from grailkeeper.core.working import Step, Working
from toy.state import Answered, Fought, ScoreCorrected, Spent, Staked, State
from toy.system import Toy
from toy.visibility import View

BROKEN: list[type[Broken]] = []


class Broken(Toy):
    breaks: ClassVar[str]

    def __init_subclass__(cls) -> None:
        if hasattr(cls, "breaks"):
            BROKEN.append(cls)


class Rewriting(Broken):
    """Changes what the toy's resolution came to."""

    def rewrite(self, made: Resolution, state: State, call: Call, answers: Answers) -> Resolution:  # noqa: ARG002
        return made

    def resolve(
        self, state: State, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        return self.rewrite(super().resolve(state, call, answers, rulings, chance), state, call, answers)


class KeepsLists(Broken):
    breaks = "states_round_trip"

    def begin(self, setup: Mapping[str, Any], options: Mapping[str, Value]) -> State:
        state = super().begin(setup, options)
        return replace(state, places=[])  # type: ignore[arg-type]


class TellsLists(Rewriting):
    breaks = "facts_round_trip"

    def rewrite(self, made: Resolution, state: State, call: Call, answers: Answers) -> Resolution:  # noqa: ARG002
        def listed(told: Told) -> Told:
            if isinstance(told.fact, Staked):
                return replace(told, fact=replace(told.fact, known_to=list(told.fact.known_to)))  # type: ignore[arg-type]
            return told

        return replace(made, told=tuple(map(listed, made.told)))


class WritesIntoTheState(Broken):
    breaks = "facts_alone_make_the_state"

    def apply(self, state: State, fact: Fact) -> State:
        if isinstance(fact, Spent):
            assert isinstance(state.players, dict)
            state.players[fact.seat] = replace(state.players[fact.seat], score=9)
        return super().apply(state, fact)


class RemembersResolving(Rewriting):
    breaks = "resolving_is_pure"
    count = 0

    def rewrite(self, made: Resolution, state: State, call: Call, answers: Answers) -> Resolution:  # noqa: ARG002
        self.count += 1
        spare = Told(ScoreCorrected("s1", self.count, ""), EVERYBODY)
        return replace(made, told=(*made.told, spare)) if made.told else made


class TellsBeforeTheRuling(Rewriting):
    breaks = "open_points_hold_everything_back"

    def rewrite(self, made: Resolution, state: State, call: Call, answers: Answers) -> Resolution:  # noqa: ARG002
        return replace(made, told=(Told(ScoreCorrected("s1", 1, ""), EVERYBODY), *made.told))


class AsksUnderOneAddress(Rewriting):
    breaks = "points_are_never_asked_twice"

    def rewrite(self, made: Resolution, state: State, call: Call, answers: Answers) -> Resolution:  # noqa: ARG002
        return replace(made, points=(*made.points, Point("right", "trick", "T-4.4", verdict=1)))


class WaitsOnTheFloor(Rewriting):
    breaks = "floors_never_wait_for_a_ruling"

    def rewrite(self, made: Resolution, state: State, call: Call, answers: Answers) -> Resolution:  # noqa: ARG002
        if call.mode is not Mode.FLOOR or answers.closing:
            return made
        return replace(made, points=(Point(f"{call.address}/may", "trick", "T-2.1"),))


class DrawsInSecret(Broken):
    breaks = "every_draw_is_told"

    def resolve(
        self, state: State, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        chance.draw("nobody's", 6)
        return super().resolve(state, call, answers, rulings, chance)


class AsksUnderAnOldAddress(Broken):
    breaks = "calls_are_in_order"

    def calls(self, state: State) -> tuple[Call, ...]:
        calls = super().calls(state)
        return tuple(replace(call, address="gathering") if call.kind == "gathering" else call for call in calls)


class LeavesRescuesOpen(Broken):
    breaks = "closing_closes"

    def apply(self, state: State, fact: Fact) -> State:
        after = super().apply(state, fact)
        return replace(after, battles=state.battles) if isinstance(fact, Answered) else after


class OpensWhatWasNeverGiven(Rewriting):
    breaks = "cancelled_answers_stay_closed"

    def rewrite(self, made: Resolution, state: State, call: Call, answers: Answers) -> Resolution:  # noqa: ARG002
        silent = [ask.whom for ask in call.asks if ask.whom not in answers.orders]
        openings = [Opening(whom, ((),), EVERYBODY) for whom in silent if made.told and call.kind == "hand"]
        return replace(made, openings=(*made.openings, *openings))


class RefusesWithoutARule(Broken):
    breaks = "forms_read_what_they_sample"

    def check(self, view: View, call: Call, ask: Ask, order: Any) -> tuple[Problem, ...]:
        found = super().check(view, call, ask, order)
        return tuple(illegal(problem.code, "", problem.culprit) for problem in found)


class NamesInKorean(Broken):
    breaks = "views_are_plain"

    def view(self, state: State, viewer: Viewer) -> View:
        return replace(super().view(state, viewer), options={"자리": 4})


class TellsNobody(Rewriting):
    breaks = "audiences_exist"

    def rewrite(self, made: Resolution, state: State, call: Call, answers: Answers) -> Resolution:  # noqa: ARG002
        return replace(made, told=tuple(replace(told, audience=only(["s9"])) for told in made.told))


class FirstBattlePaysMore(Broken):
    breaks = "sealed_calls_commute"

    def apply(self, state: State, fact: Fact) -> State:
        after = super().apply(state, fact)
        if isinstance(fact, Fought) and not any(battle.fought for battle in state.battles):
            return super().apply(after, ScoreCorrected(fact.sides[0], 9, ""))
        return after


class AddsWrong(Rewriting):
    breaks = "workings_fold"

    def rescore(self, score: Working) -> Working:
        return replace(score, value=score.value + 1)

    def rewrite(self, made: Resolution, state: State, call: Call, answers: Answers) -> Resolution:  # noqa: ARG002
        def retold(told: Told) -> Told:
            if not isinstance(told.fact, Fought):
                return told
            left, right = told.fact.scores
            return replace(told, fact=replace(told.fact, scores=(self.rescore(left), self.rescore(right))))

        return replace(made, told=tuple(map(retold, made.told)))


class ClosesWithoutSaying(AddsWrong):
    breaks = "workings_fold"

    def rescore(self, score: Working) -> Working:
        return replace(score, open_to=None)


class MakesARemainder(AddsWrong):
    breaks = "workings_fold"

    def rescore(self, score: Working) -> Working:
        terms = (replace(term, step=Step.REST) if term.name == "die" else term for term in score.terms)
        return replace(score, terms=tuple(terms))
