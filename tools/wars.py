"""Play whole wars of seven teams and hold what must hold after every published call; print how they went.

wars.py sceneplay --wars 500           random and steady agents in every seating
wars.py sceneplay --wars 200 --duel    in every war steady agents against random ones, who wins
"""

from __future__ import annotations

import argparse
import hashlib
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from grailkeeper.agents.roster import agent
from grailkeeper.agents.table import AgentTable
from grailkeeper.core.call import Call
from grailkeeper.core.canon import canon
from grailkeeper.core.chance import Seeded
from grailkeeper.core.codec import decode, encode
from grailkeeper.core.drive import DirectDesk, play
from grailkeeper.core.option import Value
from grailkeeper.core.system import RuleSystem
from grailkeeper.rules.registry import by_name

TEAMS = 7
BOTTOMLESS = 10**6
LOWEST: Mapping[str, Mapping[str, int]] = {
    "sceneplay": {"health": -2, "mana": -12},
    "chronicle": {"health": -BOTTOMLESS, "mana": -BOTTOMLESS, "before": -BOTTOMLESS, "values": -5},
    "mirror": {"hp": -1000, "mp": -250},
}
"""How far below 0 a system lets points fall, by the field that holds them: somebody falls at 0 or below, and what
took the last point may have taken more (sceneplay: a hit 2, the dearest upkeep 12; mirror: a whole turn of hits, as
nobody falls before its end, and battle mana and upkeep under the indomitable order). In chronicle the fallen can be
struck on and on (C-Q84), and values may be against soul eating (C-Q25). Everything else stops at 0."""

ABOVE = frozenset({"chronicle"})
"""The systems whose pools may hold more than their maximum for a while (C-Q2)."""


class Broken(AssertionError):  # noqa: N818 - it says what it is
    """What must hold does not; says where."""


class WatchedDesk(DirectDesk):
    """A desk that looks at everything it publishes: the facts as they would be read from a journal make the state,
    the state has plain data that can be read again, and its points are within their bounds."""

    def __init__(self, system: RuleSystem[Any], state: Any, seed: bytes) -> None:
        super().__init__(system, state, Seeded(seed))
        self.folded = state

    def publish(self, call: Call) -> None:
        before = len(self.facts)
        super().publish(call)
        for told in self.facts[before:]:
            data = self.system.facts.encode(told.fact)
            canon(data)
            self.folded = self.system.apply(self.folded, self.system.facts.decode(data))
        plain = encode(self.state)
        canon(plain)
        if self.folded != self.state:
            raise Broken(f"{call.address}: the facts do not make the state")
        if decode(type(self.state), plain) != self.state:
            raise Broken(f"{call.address}: the state cannot be read again")
        for fault in out_of_bounds(self.system.name, plain):
            raise Broken(f"{call.address}: {fault}")


def out_of_bounds(system: str, value: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Where plain data holds a number below what is allowed, or points above their maximum."""
    if isinstance(value, Mapping):
        if {"now", "maximum"} <= value.keys() and value["now"] > value["maximum"] and system not in ABOVE:
            yield f"{'.'.join(path)} is {value['now']} of {value['maximum']}"
        for key, item in value.items():
            yield from out_of_bounds(system, item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from out_of_bounds(system, item, (*path, str(place)))
    elif isinstance(value, int) and not isinstance(value, bool):
        lowest = min((LOWEST.get(system, {}).get(name, 0) for name in path[-2:]), default=0)
        if value < lowest:
            yield f"{'.'.join(path)} is {value}"


@dataclass(frozen=True, slots=True)
class War:
    """How a war went. `held`: how many seats each kind of agent had; `winners`: the kinds that share the victory."""

    seed: int
    scenes: int
    facts: int
    seconds: float
    held: Mapping[str, int]
    winners: tuple[str, ...]
    fault: str = ""


def begun(system: RuleSystem[Any], options: Mapping[str, Value] | None = None) -> Any:
    """The first state of a war of seven teams with everything still to be made."""
    values, problems = system.options.read(options or {})
    assert not problems
    teams = {f"t{place}": f"Team {place}" for place in range(1, TEAMS + 1)}
    return system.begin(system.war_setup(teams), values)


def scenes_of(state: Any) -> int:
    """The scene in which a war stands; systems keep its number, or how many there were."""
    numbers = (getattr(state, name, None) for name in ("scenes", "scene"))
    return next((number for number in numbers if isinstance(number, int)), 0)


def seated(system: RuleSystem[Any], state: Any, seed: int, duel: bool) -> dict[str, str]:
    """The kind of agent in each seat: in a duel in turn, the first by the seed; else each drawn from the seed."""
    kinds = ("steady", "random")
    drawn = hashlib.sha256(f"kinds {seed}".encode()).digest()
    seats = enumerate(system.seats(state))
    return {seat.key: kinds[(place + seed if duel else drawn[place]) % 2] for place, seat in seats}


def war(system_name: str, duel: bool, seed: int) -> War:
    """The war of a seed. A fault is reported, with its seed, not raised: the others are played all the same."""
    system = by_name()[system_name]
    desk = WatchedDesk(system, begun(system), f"war {seed}".encode())
    held = seated(system, desk.state, seed, duel)
    agents = {seat: agent(kind, system_name) for seat, kind in held.items()}
    began, fault = time.perf_counter(), ""
    try:
        play(desk, AgentTable(desk, agents, hashlib.sha256(f"agents {seed}".encode()).digest()))
    except Exception as error:
        fault = f"{type(error).__name__}: {error}"
    won = system.winners(desk.state)
    if not fault and won is None:
        fault = "nothing is asked any more, and nobody says who has won"
    kinds = {held[seat.key] for seat in system.seats(desk.state) if seat.team in (won or ())}
    seconds = time.perf_counter() - began
    return War(
        seed, scenes_of(desk.state), len(desk.facts), seconds, Counter(held.values()), tuple(sorted(kinds)), fault
    )


def wilson(won: int, of: int) -> tuple[float, float]:
    """Wilson's interval of a share at 95 %."""
    if not of:
        return 0.0, 1.0
    z = 1.96
    share, wide = won / of, z * z / of
    middle, reach = share + wide / 2, z * math.sqrt(share * (1 - share) / of + wide / (4 * of))
    return max(0.0, (middle - reach) / (1 + wide)), min(1.0, (middle + reach) / (1 + wide))


def report(wars: Sequence[War]) -> Iterator[str]:
    """What there is to say of them, line by line."""
    ended = [each for each in wars if not each.fault]
    yield f"{len(wars)} wars of {TEAMS} teams, {len(ended)} ended without fault"
    for each in wars:
        if each.fault:
            yield f"  seed {each.seed}: {each.fault}"
    if not ended:
        return
    for name, values in (("scenes", [each.scenes for each in ended]), ("facts", [each.facts for each in ended])):
        yield f"{name}: at least {min(values)}, median {statistics.median(values):g}, at most {max(values)}"
    seconds = [each.seconds for each in ended]
    yield f"seconds a war: median {statistics.median(seconds):.2f}, at most {max(seconds):.2f}"
    mixed = [each for each in ended if len(each.held) > 1]
    decided = Counter(each.winners[0] for each in mixed if len(each.winners) == 1)
    of, seats = sum(decided.values()), sum((Counter(each.held) for each in mixed), Counter[str]())
    yield f"{len(mixed)} wars of mixed agents, {len(mixed) - of} won by nobody or by both kinds; of the others:"
    for kind in sorted(seats):
        low, high = wilson(decided[kind], of)
        share, place = decided[kind] / max(1, of), seats[kind] / seats.total()
        interval = f"95 % interval {low:.1%} to {high:.1%}"
        yield f"  {kind}: {decided[kind]} ({share:.1%}, {interval}), in {place:.1%} of the seats"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", choices=sorted(by_name()))
    parser.add_argument("--wars", type=int, default=200, help="how many, of seeds from 1 on")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--duel", action="store_true", help="steady and random agents in turn, in every war")
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.wars)
    with ProcessPoolExecutor() as pool:
        wars = list(pool.map(partial(war, given.system, given.duel), seeds, chunksize=4))
    for line in report(wars):
        print(line)
    return int(any(each.fault for each in wars))


if __name__ == "__main__":
    sys.exit(main())
