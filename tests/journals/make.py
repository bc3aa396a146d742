"""Record this release's journals of a rule system, with the digests that they come to.

Run in the folder `tests`, with the program installed:

    python -m journals.make SYSTEM...

What was recorded once is never written over: a stored journal that folds to another digest is a broken promise, and
to be mended in the program. Journals of a new release lie beside the old ones.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from campaign.wars import Player
from conformance.subject import Subject, System
from conformance.subjects import SUBJECTS
from grailkeeper.campaign import adjudicate, declare, keep
from grailkeeper.campaign.entry import Entry, EntryKind
from grailkeeper.campaign.outcome import Done, Outcome
from grailkeeper.core.call import Mode
from grailkeeper.core.codec import encode

from .stored import DIGESTS, FOLDER, mark_of, recorded

POLICY, FIRST = {"hours": {"default": 48}}, "2026-11-30T00:00:00+00:00"
WARS, MOVES, MOST_MOVES = 3, 240, 800


class Before:
    """The same rules under the version before, under which a war can begin that is moved on at once."""

    version = "0"

    def __init__(self, system: System) -> None:
        self._system = system

    def __getattr__(self, name: str) -> Any:
        return getattr(self._system, name)


PLAYERS = ("유이", "Nagisa", "치토세", "Iroha", "야치요", "Felicia", "사나", "Tsuruno")
"""Names that no team of a subject has: nobody joins by another's."""


@dataclass
class Recorder(Player):
    """Plays a war of any subject by drawn commands."""

    subject: Subject | None = None

    def declare(self) -> Outcome | None:
        assert self.subject is not None
        call = self._call()
        if call is None or not call.asks:
            return None
        ask = self.dice.choice(call.asks)
        order = self.subject.order(self.subject.system, self.war.state, call, ask, self.dice.randrange)
        if order is None:
            return None
        if call.mode is Mode.FLOOR:
            return declare.order(self.war, call.address, ask.whom, order, self.at())
        return declare.seal(self.war, call.address, ask.whom, order, self.salts(ask.whom, order), self.at())

    def correct(self) -> Outcome | None:
        assert self.subject is not None
        if self.subject.correction is None:
            return None
        made = self.subject.correction(self.war.state, self.dice.randrange)
        return adjudicate.correct(self.war, [made], "miscounted", self.at())

    def at(self) -> str:
        return f"2026-11-30T{self.war.number // 60 % 24:02}:{self.war.number % 60:02}:00+00:00"


def begun(subject: Subject, seed: int, moved: bool) -> Recorder:
    """A war with a beginning that its subject draws; `moved`: from the version before."""
    dice = random.Random(f"{subject.system.name} {seed}")
    setup, options = subject.begin(dice.randrange)
    system: Any = Before(subject.system) if moved else subject.system
    secret = dice.randbytes(32)
    done = keep.begin(system, f"stored-{seed}", "A stored war", setup, options, secret, POLICY, FIRST)
    assert isinstance(done, Done), done
    player = Recorder(dice, replace(done.war, system=subject.system), [done.entry], subject=subject)
    if moved:
        assert player.take(keep.move_version(player.war, "the rules were corrected"))
    for place, seat in enumerate(subject.system.seats(player.war.state)):
        assert player.take(keep.join(player.war, seat.key, PLAYERS[place]))
    return player


def played(subject: Subject, seed: int, moved: bool) -> Recorder:
    """A war that has seen every kind of entry that its system can bring about, and has ended."""
    player = begun(subject, seed, moved)
    for turn in range(MOST_MOVES):
        if (turn >= MOVES or not player.war.calls) and _kinds_wanted(player) <= {
            entry.kind for entry in player.entries
        }:
            break
        player.move()
        if player.war.paused:
            player.take(player.pause())
    assert player.take(keep.end(player.war, unfinished=True))
    return player


def _kinds_wanted(player: Recorder) -> set[EntryKind]:
    assert player.subject is not None
    always = {EntryKind.SEALED, EntryKind.WITHDRAWN, EntryKind.CLOSED, EntryKind.PUBLISHED}
    corrected = {EntryKind.CORRECTED} if player.subject.correction else set()
    return always | corrected | {EntryKind.REWOUND, EntryKind.PAUSED}


def write(name: str, entries: Sequence[Entry]) -> Path:
    path = FOLDER / name
    with path.open("xb") as file:
        file.writelines(entry.line() + b"\n" for entry in entries)
    return path


def main(names: Sequence[str]) -> int:
    """Record what is not recorded yet; what is recorded stays as it is."""
    known = {subject.system.name: subject for subject in SUBJECTS}
    if not names or not set(names) <= known.keys():
        sys.stderr.write(f"Which systems? There are: {', '.join(known)}\n")
        return 2
    marks, before = recorded(), len(recorded())
    release = version("grailkeeper")
    for name in names:
        for seed in range(WARS):
            file = f"{release}-{name}-{seed + 1}.jsonl"
            if file in marks or (FOLDER / file).exists():
                sys.stderr.write(f"{file} is recorded already, and stays.\n")
                continue
            player = played(known[name], seed, moved=seed == WARS - 1)
            write(file, player.entries)
            marks[file] = encode(mark_of(player.war))
            sys.stdout.write(f"{file}: {player.war.number} entries\n")
    if len(marks) > before:
        DIGESTS.write_text(json.dumps(marks, indent=1, sort_keys=True) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
