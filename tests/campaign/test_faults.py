"""When the rules fail, the journal is as it was, and one exception names the call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from grailkeeper.campaign import adjudicate, declare
from grailkeeper.campaign.fault import EngineError
from grailkeeper.campaign.outcome import Outcome
from grailkeeper.campaign.war import War, fold
from grailkeeper.core.call import Answers, Ask, Call, Mode
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Chance, ChanceError, Fixed
from grailkeeper.core.fact import Fact
from grailkeeper.core.form import Form
from grailkeeper.core.point import Point
from grailkeeper.core.system import Resolution
from grailkeeper.journal.file import Reading
from grailkeeper.journal.verify import Verdict, verify
from toy.state import Fought, State
from toy.system import Toy
from toy.visibility import View

from .scenes import HAND, at_hands, call_of, close, seal, toy_war
from .test_campaign import likeness
from .wars import Player


class Failing(Toy):
    """A toy that fails where `fails` says so."""

    fails = ""

    def _fail(self, where: str) -> None:
        if self.fails == where:
            raise ZeroDivisionError("nobody thought of that")

    def resolve(
        self, state: State, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
    ) -> Resolution:
        self._fail("resolve")
        if self.fails == "wait" and call.mode is Mode.FLOOR and not answers.closing:
            return Resolution(points=(Point(f"{call.address}/may", "trick", "T-2.1"),))
        return super().resolve(state, call, answers, rulings, chance)

    def apply(self, state: State, fact: Fact) -> State:
        if isinstance(fact, Fought):
            self._fail("apply")
        return super().apply(state, fact)

    def form(self, view: View, call: Call, ask: Ask) -> Form:
        self._fail("form")
        return super().form(view, call, ask)


def commands(war: War, address: str) -> dict[str, Callable[[], Outcome | Any]]:
    return {
        "publish": lambda: adjudicate.publish(war, address),
        "preview": lambda: adjudicate.preview(war, address),
        "rule": lambda: adjudicate.rule(war, address, "…", 1),
    }


def fails(player: Player, call: str, command: Callable[[], object]) -> None:
    """The command raises, and the war goes on from its journal as if it had not been given."""
    before = likeness(player.war)
    with pytest.raises(EngineError) as raised:
        command()
    assert raised.value.call == call
    assert "nobody thought of that" in str(raised.value) or "point" in str(raised.value)
    assert likeness(player.war) == before == likeness(fold({"toy": Toy()}, player.entries))


@pytest.mark.parametrize("command", ["publish", "preview", "rule"])
def test_a_resolution_that_fails(command: str) -> None:
    system = Failing()
    player = at_hands(system=system)
    address = call_of(player, "hand").address
    close(player, address)
    system.fails = "resolve"
    fails(player, address, commands(player.war, address)[command])
    system.fails = ""
    assert player.take(adjudicate.publish(player.war, address))


def test_facts_that_cannot_be_applied() -> None:
    system = Failing()
    player = at_hands(system=system)
    address = call_of(player, "hand").address
    close(player, address)
    system.fails = "apply"
    fails(player, address, lambda: adjudicate.publish(player.war, address))


def test_a_form_that_fails_when_declaring_and_when_closing() -> None:
    system = Failing()
    player = at_hands(system=system)
    address = call_of(player, "hand").address
    seal(player, "standing/hand", "s1", HAND)
    system.fails = "form"
    fails(player, address, lambda: declare.examine(player.war, address, "s1", HAND))
    fails(player, address, lambda: adjudicate.close(player.war, address))


@pytest.mark.parametrize("way", ["resolve", "wait"])
def test_an_order_on_a_floor_that_fails_or_would_wait_for_a_ruling(way: str) -> None:
    system = Failing()
    player = toy_war(system=system)
    address = call_of(player, "gathering").address
    system.fails = way
    fails(player, address, lambda: declare.order(player.war, address, "s1", {"act": "take"}))
    system.fails = ""
    assert player.take(declare.order(player.war, address, "s1", {"act": "take"}))
    assert player.entries[-1].number == 2


def test_draws_of_a_case_that_do_not_fit_are_no_fault_of_the_rules_and_use_nothing_up() -> None:
    player = at_hands()
    address = call_of(player, "hand").address
    close(player, address)
    with pytest.raises(ChanceError):
        adjudicate.publish(player.war, address, chance=Fixed([("coin", 1)]))
    draws = Fixed([("fate", 0), ("fate", 0), ("die", 0), ("die", 0)])
    refused = adjudicate.publish(player.war, "no such call", chance=draws)
    assert refused.problems
    assert player.take(adjudicate.publish(player.war, address, chance=draws))
    draws.exhausted()


def test_verifying_with_rules_that_fail_says_so() -> None:
    system = Failing()
    player = at_hands(system=system)
    address = call_of(player, "hand").address
    close(player, address)
    assert player.take(adjudicate.publish(player.war, address))
    system.fails = "resolve"
    found = verify({"toy": system}, Reading(tuple(player.entries), 0, b""))
    assert (found.fold.verdict, found.adjudication.verdict) == (Verdict.HOLDS, Verdict.BROKEN)
