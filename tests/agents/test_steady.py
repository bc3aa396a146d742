"""The steady agents win against the random ones, and their wars end."""

from __future__ import annotations

import hashlib

import pytest

from grailkeeper.agents.roster import STEADY, agent
from grailkeeper.agents.table import AgentTable
from grailkeeper.core.case import Registered
from grailkeeper.core.chance import Seeded
from grailkeeper.core.drive import DirectDesk, play
from grailkeeper.rules.registry import SYSTEMS

WARS = 12


def winner(rules: Registered, seed: int, names: tuple[str, str]) -> str:
    """The kind of agent that wins a war of seven teams, seats rotating by the seed; "" for nobody."""
    teams = {f"t{place}": f"Team {place}" for place in range(1, 8)}
    options, _ = rules.system.options.read({})
    state = rules.system.begin(rules.system.war_setup(teams), options)
    held = {seat.key: names[(place + seed) % 2] for place, seat in enumerate(rules.system.seats(state))}
    desk = DirectDesk(rules.system, state, Seeded(f"war {seed}".encode()))
    agents = {seat: agent(name, rules.system.name) for seat, name in held.items()}
    play(desk, AgentTable(desk, agents, hashlib.sha256(f"agents {seed}".encode()).digest()))
    won = rules.system.winners(desk.state)
    assert won is not None, "the war is over"
    kinds = {held[seat.key] for seat in rules.system.seats(desk.state) if seat.team in won}
    return kinds.pop() if len(kinds) == 1 else ""


STEADIED = [rules for rules in SYSTEMS if rules.system.name in STEADY]
"""The systems that have a steady agent of their own; in the others `steady` is `random`."""


@pytest.mark.parametrize("rules", STEADIED, ids=lambda rules: rules.system.name)
def test_steady_beats_random(rules: Registered) -> None:
    won = [winner(rules, seed, ("steady", "random")) for seed in range(WARS)]
    assert won.count("steady") >= 0.75 * WARS


@pytest.mark.parametrize("rules", STEADIED, ids=lambda rules: rules.system.name)
def test_wars_of_steady_agents_end(rules: Registered) -> None:
    assert all(winner(rules, 100 + seed, ("steady", "steady")) in ("steady", "") for seed in range(3))
