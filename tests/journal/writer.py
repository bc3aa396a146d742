"""A process that writes a journal until it is killed; it says each entry's number once that is acknowledged.

Run as `python -m journal.writer FILE SEED`. What it says is what must still be there.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from campaign.wars import SYSTEMS, Player, begun
from grailkeeper.campaign.entry import Entry
from grailkeeper.journal.file import Journal


def main(path: Path, seed: int) -> None:
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
    sys.stdout.write(f"{entry.number} {entry.hash}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
