"""Corrections: what the system allows, told to whom it concerns, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.campaign import adjudicate, keep
from grailkeeper.campaign.fault import EngineError
from grailkeeper.campaign.outcome import Refused
from grailkeeper.campaign.telling import read_tellings
from grailkeeper.core.fact import Fact
from grailkeeper.core.problem import Problem, illegal
from grailkeeper.core.seat import EVERYBODY, KEEPER_ONLY, PUBLIC, Audience, Viewer, only, seat_viewer
from grailkeeper.views.gate import Gate
from toy.state import Fated, Moved, Placed, ScoreCorrected, State
from toy.system import Toy

from .scenes import HAND, at_hands, call_of, fight, seal, toy_war
from .wars import Player

SEATS = ("s1", "s2", "s3")
audiences = st.just(EVERYBODY) | st.sets(st.sampled_from(SEATS)).map(only)
corrections = st.lists(st.tuples(st.sampled_from(SEATS), st.integers(-9, 9), audiences), min_size=1, max_size=4)


def facts_of(made: list[tuple[str, int, Audience]]) -> list[tuple[Any, Audience]]:
    return [(ScoreCorrected(seat, score, "miscounted"), audience) for seat, score, audience in made]


def heard_by(audience: Audience, key: str) -> bool:
    return audience.seats is None or key in audience.seats


@given(made=corrections)
def test_a_correction_holds_and_is_told_to_whom_it_concerns(made: list[tuple[str, int, Audience]]) -> None:
    player = toy_war(3)
    assert player.take(adjudicate.correct(player.war, facts_of(made), "miscounted"))
    scores = {key: each.score for key, each in player.war.state.players.items()}
    assert scores == {**dict.fromkeys(SEATS, 0), **{seat: score for seat, score, _ in made}}
    tellings = read_tellings(player.entries[-1].body["tellings"])
    for key in ("public", *SEATS):
        told = [telling.body for telling in tellings if key in telling.to]
        concerned = [(seat, score) for seat, score, audience in made if heard_by(audience, key)]
        heard: list[Any] = [body["fact"] for body in told if "fact" in body]
        assert [(fact["seat"], fact["score"]) for fact in heard] == concerned
        assert sum("corrected" in body for body in told) == bool(concerned)


@given(made=corrections)
def test_a_rewind_undoes_a_correction_and_strikes_it_out(made: list[tuple[str, int, Audience]]) -> None:
    player = toy_war(3)
    before, state = player.war.number, player.war.state
    assert player.take(adjudicate.correct(player.war, facts_of(made), "miscounted"))
    assert player.take(keep.rewind(player.war, before, "it was right after all"))
    assert player.war.state == state
    for key in ("public", *SEATS):
        heard = Gate(player.war, _viewer(key), player.entries).heard()
        concerned = any(heard_by(audience, key) for _, _, audience in made)
        assert any("rewound" in each.body for each in heard) == concerned
        assert all(each.struck == ("fact" in each.body or "corrected" in each.body) for each in heard)


def _viewer(key: str) -> Viewer:
    return PUBLIC if key == "public" else seat_viewer(key)


@dataclass(frozen=True, slots=True)
class Sharper(ScoreCorrected):
    """A kind of its own, which nobody has allowed."""

    kind = "sharper"


def refused(player: Player, facts: Any, reason: str = "miscounted") -> str:
    outcome = adjudicate.correct(player.war, facts, reason)
    assert isinstance(outcome, Refused)
    return outcome.problems[0].code


def test_what_is_no_correction_is_refused() -> None:
    player = toy_war()
    score = (ScoreCorrected("s1", 3, "miscounted"), EVERYBODY)
    for fact in (Placed("s1"), Moved("s1", "blue"), Fated("1", (0, 0)), Sharper("s1", 3, "")):
        assert refused(player, [score, (fact, EVERYBODY)]) == "not_a_correction"
    assert refused(player, []) == "nothing_to_correct"
    assert refused(player, [score], "  ") == "reason_missing"
    assert player.take(keep.end(player.war, unfinished=True))
    assert refused(player, [score]) == "war_ended"


def test_a_correction_for_the_keeper_alone_is_told_to_nobody() -> None:
    player = toy_war()
    assert player.take(adjudicate.correct(player.war, [(ScoreCorrected("s1", 3, ""), KEEPER_ONLY)], "miscounted"))
    assert player.entries[-1].body["tellings"] == []


def test_a_paused_war_can_be_corrected() -> None:
    player = toy_war()
    assert player.take(keep.pause(player.war, "a miscount"))
    assert player.take(adjudicate.correct(player.war, [(ScoreCorrected("s1", 3, ""), EVERYBODY)], "miscounted"))


class Careless(Toy):
    """A toy that lets through what it cannot apply."""

    def check_correction(self, state: State, fact: Fact) -> tuple[Problem, ...]:  # noqa: ARG002
        return ()


def test_a_correction_that_the_rules_cannot_take_is_a_fault_and_changes_nothing() -> None:
    player = toy_war(system=Careless())
    before = player.war
    with pytest.raises(EngineError):
        adjudicate.correct(player.war, [(ScoreCorrected("s9", 3, ""), EVERYBODY)], "miscounted")
    assert player.war is before


def test_a_correction_beyond_the_bounds_of_the_rules_is_refused_with_them() -> None:
    """T-6.1."""
    player = toy_war()
    low = adjudicate.correct(player.war, [(ScoreCorrected("s1", -100, ""), EVERYBODY)], "miscounted")
    assert low == Refused((illegal("bound_low", "T-6.1", "score", given=-100, low=-99),))
    nobody = adjudicate.correct(player.war, [(ScoreCorrected("s9", 3, ""), EVERYBODY)], "miscounted")
    assert nobody == Refused((illegal("bound_nobody", "", "score"),))
    assert player.take(adjudicate.correct(player.war, [(ScoreCorrected("s1", -99, ""), EVERYBODY)], "miscounted"))


def test_each_correction_is_judged_after_those_before_it() -> None:
    class Rising(Toy):
        """A score is never corrected downwards."""

        def check_correction(self, state: State, fact: Fact) -> tuple[Problem, ...]:
            assert isinstance(fact, ScoreCorrected)
            score = state.players[fact.seat].score
            return () if fact.score > score else (illegal("bound_low", "T-6.1", given=fact.score, low=score),)

    player = toy_war(system=Rising())
    one, two = (ScoreCorrected("s1", 1, ""), EVERYBODY), (ScoreCorrected("s1", 2, ""), EVERYBODY)
    assert refused(player, [two, one]) == "bound_low"
    assert player.take(adjudicate.correct(player.war, [one, two], "miscounted"))


def test_a_rewind_over_a_correction_keeps_what_was_sealed_after_it() -> None:
    player = at_hands()
    before = player.war.number
    assert player.take(adjudicate.correct(player.war, [(ScoreCorrected("s1", 3, ""), EVERYBODY)], "miscounted"))
    address = call_of(player, "hand").address
    seal(player, address, "s1", HAND)
    assert player.take(keep.rewind(player.war, before, "it was right after all"))
    assert player.war.sealed[address, "s1"].order == HAND
    fight(player, {"s2": HAND}, shown=(1, 1))
    assert player.war.state.players["s1"].score == 0
