"""What is answered beforehand: a whole set waits for its start and its cards alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grailkeeper.campaign import adjudicate, declare, keep
from grailkeeper.campaign.deadline import all_in
from grailkeeper.campaign.outcome import Done, Outcome
from grailkeeper.campaign.war import War
from grailkeeper.core.canon import Data
from grailkeeper.core.form import read
from grailkeeper.core.seal import padded_leaves
from grailkeeper.rules.mirror.system import MIRROR

from .table import CASTER

LUCKY: Data = {"luck": {"mode": "subtract"}}
BEFOREHAND: Mapping[str, Data] = {"set_start": LUCKY, "reaction": {}, "gap": {"then": "stay"}, "after": {}}
CARDS: Data = {"slots": [{"card": card} for card in ("buster", "quick", "arts", "guard", "buster")]}


def begun(**battle: Any) -> War:
    teams = {"A": CASTER, "B": {**CASTER, "luck": "B"}, "C": CASTER}
    setup, problems = read(MIRROR.setup, {"teams": teams, "as_they_are": True, **battle})
    assert not problems and isinstance(setup, Mapping), problems
    return done(keep.begin(MIRROR, "war", "A war", setup, {}, bytes(32)))


def done(outcome: Outcome) -> War:
    assert isinstance(outcome, Done), outcome
    return outcome.war


def sealed(war: War, address: str, whom: str, order: Data) -> War:
    salts = [f"{place:032x}" for place, _ in enumerate(padded_leaves(declare.bound(whom, order)))]
    return done(declare.seal(war, address, whom, order, salts, ""))


def standing(war: War, *teams: str) -> War:
    """`teams` answer everything beforehand that can be."""
    for kind, order in BEFOREHAND.items():
        for team in teams:
            war = sealed(war, f"standing/{kind}", team, order)
    return war


def on(war: War) -> War:
    """The open call closed and published."""
    (call,) = war.calls
    return done(adjudicate.publish(done(adjudicate.close(war, call.address, "")), call.address, ""))


def test_a_set_asks_for_cards_alone() -> None:
    """M-9.2, M-9.6, M-9.10, M-3.12: everything else closes by what was said beforehand."""
    war = standing(begun(battle={"sides": [["A"], ["B"]]}), "A", "B")
    waited = []
    while war.calls:
        (call,) = war.calls
        if call.kind == "turn":
            for team in ("A", "B"):
                war = sealed(war, call.address, team, CARDS if war.state.the_battle.turn == 1 else {"slots": []})
        if not all_in(war, call):
            waited.append(call.kind)
        war = on(war)
    assert waited == ["set_start"]
    assert war.state.over


def test_the_start_of_a_set_never_closes_early() -> None:
    """M-9.2: else its closing would tell whether somebody is about to join."""
    war = standing(begun(battle={"sides": [["A"], ["B"]]}), "A", "B")
    (call,) = war.calls
    assert not all_in(war, call)
    assert on(war).state.the_battle.fighters["A"].luck_mode == "subtract"


def test_luck_may_be_declared_before_there_is_a_battle() -> None:
    """M-3.12: and is kept for every set until it is taken back."""
    war = begun(war={"scene_limit": 3})
    assert {call.kind for call in MIRROR.standing(war.state)} == set(BEFOREHAND)
    war = standing(war, "A", "B", "C")
    plans: Mapping[str, Data] = {key: {"region": "Docks", "action": "search"} for key in ("A", "B")}
    for team, plan in plans.items():
        war = sealed(war, "scene/1/plan", team, plan)
    war = on(war)
    war = on(sealed(war, "scene/1/meeting", "A", {"attack": ["B"]}))
    assert war.calls[0].kind == "set_start"
    war = on(war)
    assert [war.state.the_battle.fighters[key].luck_mode for key in ("A", "B")] == ["subtract", "subtract"]


@pytest.mark.parametrize("order", [{"luck": {"mode": "add"}}, {"luck": {"mode": "add", "on": "Z"}}])
def test_luck_added_beforehand_names_somebody_to_add_it_to(order: Data) -> None:
    """M-3.12."""
    war = begun(war={"scene_limit": 3})
    found = declare.examine(war, "standing/set_start", "A", order)
    assert "luck_mode" in {problem.code for problem in found.problems}
