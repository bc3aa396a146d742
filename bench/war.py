"""How long a war takes: seven teams of steady agents, on the bare state and in a journal, and where the time goes.

    make bench

Seconds of the processor, the lowest of a few rounds taken in turn, since others use the machine too. What counts are
the ratios within one run: how much of it is spent on workings, and whether a scene late in a war costs more than an
early one. Ends with status 1 if scenes grow dearer.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from contextlib import contextmanager
from typing import Any

from grailkeeper.agents.roster import agent
from grailkeeper.agents.table import AgentTable
from grailkeeper.campaign import keep
from grailkeeper.campaign.desk import WarDesk
from grailkeeper.campaign.outcome import Done
from grailkeeper.core import working
from grailkeeper.core.chance import Seeded
from grailkeeper.core.drive import DirectDesk, play
from grailkeeper.core.form import read
from grailkeeper.core.system import RuleSystem
from grailkeeper.core.working import Step, Sum, Working
from grailkeeper.rules.registry import SYSTEMS, by_name

SEED = bytes(32)
ROUNDS = 3
LENGTHS = (10, 50, 200)
DEARER = 1.5
"""How much more a scene of the longest war may cost than one of the shortest."""

Setup = Mapping[str, Any]


def teams() -> dict[str, str]:
    return {f"t{place}": f"Team {place}" for place in range(1, 8)}


def lasting(scenes: int) -> Setup:
    """A war of sceneplay in which nobody falls for a long time: people of 999 points, kept at no cost."""
    people = {
        "master": {"ranks": "E E E A E", "health": "999/999", "mana": "999/999"},
        "servant": {"ranks": "C C C C C", "level": "normal", "health": "999/999", "mana": "999/999"},
    }
    sheets = {key: {"name": name, **people} for key, name in teams().items()}
    setup, problems = read(
        by_name()["sceneplay"].setup, {"teams": sheets, "as_they_are": True, "war": {"scenes": scenes}}
    )
    assert not problems and isinstance(setup, Mapping), problems
    return setup


def bare(system: RuleSystem[Any], setup: Setup) -> Any:
    """The last state of a war on the bare state."""
    options, _ = system.options.read({})
    desk = DirectDesk(system, system.begin(setup, options), Seeded(SEED))
    _played(system, desk, desk.state)
    return desk.state


def journaled(system: RuleSystem[Any], setup: Setup) -> Any:
    """The same war with seals, entries and their chain, kept in memory."""
    options, _ = system.options.read({})
    begun = keep.begin(system, "bench", "bench", setup, options, SEED)
    assert isinstance(begun, Done)
    desk = WarDesk(begun.war, lambda _: None)
    _played(system, desk, desk.war.state)
    return desk.war.state


def _played(system: RuleSystem[Any], desk: Any, state: Any) -> None:
    agents = {seat.key: agent("steady", system.name) for seat in system.seats(state)}
    play(desk, AgentTable(desk, agents, SEED))


@contextmanager
def without_workings() -> Any:
    """Sums that reach the same numbers and keep no terms: what is left is what workings do not cost."""
    taken, done, fold = Sum._take, Sum.done, working._FOLD

    def take(self: Sum, step: Step, name: str, amount: int, clause: str, about: dict[str, object]) -> Sum:  # noqa: ARG001
        self.total = fold[step](self.total, amount)
        return self

    def finish(self: Sum, open_to: object = None) -> Working:  # noqa: ARG001
        return Working(self._name, self.total, ())

    Sum._take, Sum.done = take, finish  # type: ignore[method-assign]
    try:
        yield
    finally:
        Sum._take, Sum.done = taken, done  # type: ignore[method-assign]


Way = Callable[[RuleSystem[Any], Setup], Any]


def seconds(way: Way, system: RuleSystem[Any], setup: Setup) -> tuple[float, Any]:
    """How long a war took in this way, and its last state."""
    began = time.process_time()
    state = way(system, setup)
    return time.process_time() - began, state


def of_a_war(system: RuleSystem[Any]) -> None:
    """One war from creation to its end, in turn in each way."""
    setup = system.war_setup(teams())
    times: dict[str, list[float]] = {"bare": [], "bare, no workings kept": [], "in a journal": []}
    for _ in range(ROUNDS):
        times["bare"].append(seconds(bare, system, setup)[0])
        with without_workings():
            times["bare, no workings kept"].append(seconds(bare, system, setup)[0])
        times["in a journal"].append(seconds(journaled, system, setup)[0])
    lowest = {name: min(each) for name, each in times.items()}
    print(f"{system.name}: a war of seven steady agents")
    for name, each in lowest.items():
        print(f"  {name:32} {each:8.3f} s {each / lowest['bare']:7.2f}")
    share = 1 - lowest["bare, no workings kept"] / lowest["bare"]
    print(f"  share of the time spent on workings: {max(0.0, share):.1%}")


def of_long_wars() -> bool:
    """What a scene costs in wars of different lengths; whether it stays the same."""
    system = by_name()["sceneplay"]
    print("sceneplay: what a scene costs, by the length of the war")
    fair = True
    for name, way in (("bare", bare), ("in a journal", journaled)):
        cost: dict[int, float] = {}
        for length in LENGTHS:
            tries = [seconds(way, system, lasting(length)) for _ in range(ROUNDS if length < LENGTHS[-1] else 1)]
            played = tries[0][1].scene
            cost[length] = min(spent for spent, _ in tries) / played
            ratio = cost[length] / cost[LENGTHS[0]]
            print(f"  {name:12} {played:4} scenes {1000 * cost[length]:8.2f} ms a scene {ratio:7.2f}", flush=True)
        fair &= cost[LENGTHS[-1]] <= DEARER * cost[LENGTHS[0]]
    print(f"target: at most {DEARER} times as much, {'met' if fair else 'MISSED'}")
    return fair


def main() -> int:
    for each in SYSTEMS:
        of_a_war(each.system)
    return int(not of_long_wars())


if __name__ == "__main__":
    sys.exit(main())
