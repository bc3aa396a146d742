"""How long the server takes for a seat's page, a page of the story and the keeper's desk, with many long wars.

    python bench/site.py [wars] [entries]

Medians of server time in milliseconds, for wars at a third of their length and at all of it: a page that reads no more
than it shows takes as long for both.
"""

from __future__ import annotations

import hashlib
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle

FOLDER = tempfile.TemporaryDirectory(prefix="grailkeeper-bench-")
os.environ["GRAILKEEPER_DATA"] = FOLDER.name
os.environ["GRAILKEEPER_HOSTS"] = "testserver"

from grailkeeper.web.start import prepare  # noqa: E402 - where the database is stands above

prepare()

from django.test import Client  # noqa: E402

from grailkeeper.agents.roster import agent  # noqa: E402
from grailkeeper.agents.table import AgentTable  # noqa: E402
from grailkeeper.campaign import keep  # noqa: E402
from grailkeeper.campaign.desk import WarDesk  # noqa: E402
from grailkeeper.campaign.entry import Entry  # noqa: E402
from grailkeeper.campaign.outcome import Done  # noqa: E402
from grailkeeper.core.drive import play_call  # noqa: E402
from grailkeeper.rules.registry import SYSTEMS  # noqa: E402
from grailkeeper.web import accounts, clock, models, store  # noqa: E402

TEAMS = {f"t{number}": f"Team {number}" for number in range(1, 8)}
MOST_MS = 60.0
REPEATS = 3


def played(system: str, number: int, entries: int) -> tuple[Entry, ...]:
    """The first so many entries of a war of agents."""
    rules = next(each.system for each in SYSTEMS if each.system.name == system)
    for turn in range(100):
        seed = hashlib.sha256(f"{system} {number} {turn}".encode()).digest()
        begun = keep.begin(rules, keep.key_of(seed), f"War {number}", rules.war_setup(TEAMS), {}, seed)
        assert isinstance(begun, Done)
        made = [begun.entry]
        desk = WarDesk(begun.war, made.append)
        seats = {seat.key: agent("steady", system) for seat in rules.seats(begun.war.state)}
        table = AgentTable(desk, seats, seed)
        while desk.calls() and len(made) < entries:
            play_call(desk, table, desk.calls()[0])
        if len(made) >= entries:
            return tuple(made[:entries])
    raise AssertionError(f"wars of {system} are shorter than {entries} entries")


def median_ms(client: Client, addresses: list[str]) -> float:
    """The median of the times in which the server answers."""
    took = []
    for address in addresses * REPEATS:
        start = time.perf_counter()
        answer = client.get(address)
        took.append((time.perf_counter() - start) * 1000)
        assert answer.status_code == 200, (address, answer.status_code)
    return statistics.median(took)


PAGES: dict[str, Callable[[str], str]] = {
    "seat": lambda key: f"/war/{key}/seat/t1/",
    "story": lambda key: f"/war/{key}/seat/t1/story/",
    "desk": lambda key: f"/war/{key}/desk/",
}


def measured(client: Client, keys: list[str]) -> dict[str, float]:
    return {name: median_ms(client, [address(key) for key in keys]) for name, address in PAGES.items()}


def main() -> int:
    wars, entries = (int(given) for given in (sys.argv[1:3] if len(sys.argv) == 3 else ("50", "300")))
    made = accounts.make("bench", "a long password")
    assert isinstance(made, models.Account)
    client = Client()
    client.cookies["sitting"] = accounts.log_in(made, "bench")
    names = cycle(each.system.name for each in SYSTEMS)
    journals = [played(next(names), number, entries) for number in range(wars)]
    results = {}
    for length in (entries // 3, entries):
        models.War.objects.all().delete()
        store.forget()
        keys = []
        for lines in journals:
            war = store.fold(lines[:length])
            row = store.create(war, lines[:length], "Asia/Seoul")
            keys.append(row.key)
            for role, seat in ((models.Role.KEEPER, ""), (models.Role.PLAYER, "t1")):
                models.Holding.objects.create(war=row, account=made, role=role, seat=seat, since=clock.now())
        results[length] = measured(client, keys)
    print(f"{wars} wars, medians of server time in ms")
    for length, found in results.items():
        print(f"  {length:4} entries  " + "  ".join(f"{name} {took:6.1f}" for name, took in found.items()))
    slow = [name for name, took in results[entries].items() if took > MOST_MS]
    print("all under" if not slow else f"slower than: {', '.join(slow)}", f"{MOST_MS:.0f} ms")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
