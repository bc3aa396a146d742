"""Processes that write a journal until they are killed; each says an entry's number once that is acknowledged.

Run as `python -m journal.writer`. For each line `SEED FILE` that it is sent it becomes two: the new process says its
own number and writes, the old one, which has everything loaded, says an empty line when the new one is gone. What a
writer says is what must still be there.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from typing import NoReturn

from campaign.wars import SYSTEMS, Player, begun
from grailkeeper.campaign.entry import Entry
from grailkeeper.journal.file import Journal


def main() -> None:
    for line in sys.stdin:
        seed, path = line.rstrip("\n").split(" ", 1)
        writer = os.fork()
        if not writer:
            write(Path(path), int(seed))
        os.waitpid(writer, 0)
        tell("")


def write(path: Path, seed: int) -> NoReturn:
    tell(str(os.getpid()))
    if path.exists():
        journal, reading = Journal.open(path)
        player = Player(random.Random(seed), reading.fold(SYSTEMS), list(reading.entries))
    else:
        first = begun()
        journal = Journal.create(path, first.entry)
        player = Player(random.Random(seed), first.war, [first.entry])
    say(player.entries[-1])
    while True:
        written = len(player.entries)
        player.move()
        if player.war.paused:
            player.take(player.pause())
        for entry in player.entries[written:]:
            journal.append(entry)
            say(entry)


def say(entry: Entry) -> None:
    tell(f"{entry.number} {entry.hash}")


def tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
