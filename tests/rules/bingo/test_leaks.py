"""The twin suite notices every planted leak of bingo: so its silence about the system means something."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from conformance.planted import Leak, Retells, Warns, noticed
from conformance.twin import Twins
from grailkeeper.core.call import Ask, Call
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.problem import Problem, suspicious
from grailkeeper.core.seat import EVERYBODY, Audience, Role, Viewer
from grailkeeper.core.working import Step, Term
from grailkeeper.rules.bingo import facts as f
from grailkeeper.rules.bingo.state import State, seat_for, told_to
from grailkeeper.rules.bingo.system import BingoSystem
from grailkeeper.rules.bingo.visibility import View

from .twins import twins


class Leaky(Leak, BingoSystem):
    """Bingo with one leak, which the twins of `row` must show."""


class ShowsHealthByName(Leaky):
    """A public field computed from a secret one."""

    row = "vitals"

    def view(self, state: State, viewer: Viewer) -> View:
        teams = zip(super().view(state, viewer).teams, state.teams, strict=True)
        hurt = [(seen, team.servant) for seen, team in teams]
        named = tuple(
            replace(seen, name=f"{seen.name}!") if servant and servant.health.now > 5 else seen
            for seen, servant in hurt
        )
        return replace(super().view(state, viewer), teams=named)


class ShowsBattlesToAll(Leaky):
    """What only the two sides see, in everybody's view."""

    row = "damage"

    def view(self, state: State, viewer: Viewer) -> View:
        fought = next((each.fought for each in state.meetings if each.fought is not None), None)
        bingo = 0 if fought is None else sum(damage.bingo for damage in fought.damage.values())
        return replace(super().view(state, viewer), regions=(*state.regions, str(bingo)))


class AsksTheExhaustedDifferently(Leaky):
    """Who is asked tells of an exhausted master."""

    row = "exhausted"

    def calls(self, state: State) -> tuple[Call, ...]:
        able = {team.key for team in state.teams if team.able_master(state.scene) is not None}
        return tuple(
            replace(call, asks=tuple(ask for ask in call.asks if ask.whom in able)) if call.kind == "opening" else call
            for call in super().calls(state)
        )


class AsksOnlyWhoCanRescue(Leaky):
    """An open question tells that a servant has fallen."""

    row = "rescue"

    def calls(self, state: State) -> tuple[Call, ...]:
        def fallen(call: Call) -> bool:
            fought = next((each.fought for each in state.meetings if each.fought is not None), None)
            asked = [state.team(ask.whom) for ask in call.asks]
            return fought is not None and any(
                team.servant is not None and team.servant.health.now <= fought.damage[team.key].total for team in asked
            )

        return tuple(
            replace(call, open_to=EVERYBODY) if call.kind == "aftermath" and fallen(call) else call
            for call in super().calls(state)
        )


class WarnsOfWeakFoes(Warns, Leaky):
    """A problem computed from the state."""

    row = "vitals"

    def doubt(self, state: State, call: Call, ask: Ask) -> Problem | None:
        others = (team.servant for team in state.teams if team.key != ask.whom)
        weak = any(servant is not None and servant.mana.now == 0 for servant in others)
        return suspicious("weak_foe", "B-14.14") if weak and call.kind == "battle" else None


class Retelling(Retells, Leaky):
    """Tells something otherwise than bingo does."""


class SaysWhyThereIsNoSupport(Retelling):
    """The reason of a term that did not apply is its team's secret."""

    row = "accompanies"

    def retell(self, each: Told, state: State) -> Told:
        if not isinstance(each.fact, f.BattleFought):
            return each
        sides = tuple(self._side(side, state) for side in each.fact.sides)
        return replace(each, fact=replace(each.fact, sides=(sides[0], sides[1])))

    def _side(self, side: f.SideResult, state: State) -> f.SideResult:
        why = "no_support" if state.team(side.team).accompanies else "stayed_away"
        terms = tuple(self._term(term, why) for term in side.total.terms)
        return replace(side, total=replace(side.total, terms=terms))

    def _term(self, term: Term, why: str) -> Term:
        return replace(term, why=why) if term.step is Step.NOT and term.name == "base_support" else term


def _told_to_all(kind: type[Fact], shown: str, widen: Any = None) -> type[Leaky]:
    """Bingo that tells facts of `kind` too widely."""

    class TooWide(Retelling):
        row = shown

        def retell(self, each: Told, state: State) -> Told:
            audience: Audience = EVERYBODY if widen is None else widen(state)
            return replace(each, audience=audience) if isinstance(each.fact, kind) else each

    TooWide.__name__ = f"Tells{kind.__name__}{'TooWidely' if widen else 'ToEverybody'}"
    return TooWide


for _kind, _row in (
    (f.ServantHealed, "stroke_use"),
    (f.UseRestored, "stroke_use"),
    (f.MasterPlaced, "accompanies"),
    (f.CardsRegistered, "drawn"),
    (f.BattleFought, "reveal"),
    (f.DamageTaken, "damage"),
    (f.ServantRescued, "rescue"),
    (f.OrderFailed, "failed_order"),
    (f.ManaRecovered, "vitals"),
):
    _told_to_all(_kind, _row)
_told_to_all(f.ServantRescued, "rescue", lambda state: told_to(state, "red", "blue"))


@cache
def pairs() -> tuple[Twins, ...]:
    return tuple(twins())


def test_there_are_enough_leaks() -> None:
    assert len(Leaky.planted) >= 15


@pytest.mark.parametrize("leaky", Leaky.planted, ids=lambda leaky: leaky.__name__)
def test_a_planted_leak_is_noticed(leaky: type[Leaky]) -> None:
    assert noticed(leaky, pairs())


def test_the_seat_that_answers_for_a_team_hangs_on_what_is_public() -> None:
    (pair, *_) = [pair for pair in twins() if pair.row == "exhausted"]
    for role in Role:
        assert seat_for(pair.left.state, "blue", role) == seat_for(pair.right.state, "blue", role)
