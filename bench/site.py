"""How long the server takes for a seat's page, a page of the story and the keeper's desk, with many long wars.

    python bench/site.py [wars] [entries]

Medians of the server's processor time in milliseconds (others use the machine too), for the same wars at a tenth of
their length, at a third and at all of it: a page that reads no more than it shows takes as long for all of them. That
is how pages are answered while the site runs, with every war folded once. Apart from that it tells what the first page
of a war costs that is not folded yet. Ends with status 1 if a page is slow or grows with its war.

The wars are played by agents, and kept in out/bench for the next time.
"""

from __future__ import annotations

import hashlib
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle, islice
from pathlib import Path

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
from grailkeeper.journal.file import entry_of  # noqa: E402
from grailkeeper.rules.registry import SYSTEMS, by_name  # noqa: E402
from grailkeeper.web import accounts, clock, models, store  # noqa: E402

PLAYED = Path("out/bench")
TEAMS = {f"t{number}": f"Team {number}" for number in range(1, 8)}
MOST_MS = 60.0
FLAT = 1.5
"""How much longer a page of the longest wars may take than one of the same wars at a third of their length."""
REPEATS = 3

PAGES: dict[str, Callable[[str, str], str]] = {
    "seat": lambda key, seat: f"/war/{key}/seat/{seat}/",
    "story": lambda key, seat: f"/war/{key}/seat/{seat}/story/",
    "desk": lambda key, _: f"/war/{key}/desk/",
}
COLD = "unfolded"
"""The story of a war that is not folded: what everybody's first page costs after a start."""

Times = dict[str, float]


def journal(system: str, number: int, entries: int) -> tuple[Entry, ...]:
    """The first so many entries of a war, from the file of an earlier run where there is one."""
    file = PLAYED / f"{system}-{by_name()[system].version}-{number}-{entries}.jsonl"
    if not file.exists():
        made = played(system, number, entries)
        PLAYED.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"".join(entry.line() + b"\n" for entry in made))
        return made
    return tuple(entry for line in file.read_bytes().splitlines() if (entry := entry_of(line)) is not None)


def played(system: str, number: int, entries: int) -> tuple[Entry, ...]:
    """The first so many entries of a war of agents."""
    rules = by_name()[system]
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


def opened(journals: Iterable[Sequence[Entry]], length: int, account: models.Account) -> list[str]:
    """These wars up to an entry, as the only ones of the site, with all their places held; their keys."""
    models.War.objects.all().delete()
    keys = []
    for entries in journals:
        war = store.fold(entries[:length])
        row = store.create(war, entries[:length], "Asia/Seoul")
        places = [(models.Role.KEEPER, ""), *((models.Role.PLAYER, seat) for seat in TEAMS)]
        for role, seat in places:
            models.Holding.objects.create(war=row, account=account, role=role, seat=seat, since=clock.now())
        keys.append(row.key)
    return keys


def took_ms(client: Client, address: str) -> float:
    start = time.process_time()
    answer = client.get(address)
    took = (time.process_time() - start) * 1000
    assert answer.status_code == 200, (address, answer.status_code)
    return took


def measured(client: Client, keys: Sequence[str]) -> Times:
    """The medians of the times in which the server answers, page by page, each war as another of its seats."""
    places = list(zip(keys, cycle(TEAMS), strict=False))
    found: Times = {}
    for name, address in PAGES.items():
        for key, seat in places:
            client.get(address(key, seat))
        found[name] = statistics.median(took_ms(client, address(*each)) for each in places * REPEATS)
    found[COLD] = statistics.median(_cold_ms(client, PAGES["story"](*each)) for each in places)
    return found


def _cold_ms(client: Client, address: str) -> float:
    store.forget()
    return took_ms(client, address)


def row(name: str, figures: Iterable[object]) -> str:
    return f"  {name:16}" + "".join(f"{figure:>10}" for figure in figures)


def main() -> int:
    wars, entries = (int(given) for given in (sys.argv[1:3] if len(sys.argv) == 3 else ("50", "300")))
    account = accounts.make("bench", "a long password")
    assert isinstance(account, models.Account)
    client = Client()
    client.cookies["sitting"] = accounts.log_in(account, "bench")
    systems = islice(cycle(each.system.name for each in SYSTEMS), wars)
    journals = [journal(system, number, entries) for number, system in enumerate(systems)]
    lengths = (entries // 10, entries // 3, entries)
    results = {length: measured(client, opened(journals, length, account)) for length in lengths}
    longest, third = results[entries], results[entries // 3]
    print(f"{wars} wars: medians of processor time in ms")
    print(row("", (*PAGES, COLD)))
    for length, found in results.items():
        print(row(f"{length} entries", (f"{each:.1f}" for each in found.values())))
    for length in lengths[:-1]:
        ratios = (longest[name] / results[length][name] for name in longest)
        print(row(f"{entries} : {length}", (f"{each:.2f}" for each in ratios)))
    fair = all(longest[name] <= MOST_MS and longest[name] <= FLAT * third[name] for name in PAGES)
    print(f"target: pages under {MOST_MS:.0f} ms and at most {FLAT} times as long, {'met' if fair else 'MISSED'}")
    return int(not fair)


if __name__ == "__main__":
    sys.exit(main())
