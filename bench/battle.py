"""How long one battle takes: a fight of the examples of each system, with full working.

    make bench

The median of many runs, in milliseconds of the processor (of the clock where the disk is waited for). The resolution
is the measure of the others: ratios within one run mean the same on a slow machine. Ends with status 1 if it takes
longer than it should.
"""

from __future__ import annotations

import os
import platform
import statistics
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grailkeeper.campaign import keep
from grailkeeper.campaign.desk import WarDesk
from grailkeeper.campaign.entry import Entry
from grailkeeper.campaign.outcome import Done
from grailkeeper.campaign.war import fold
from grailkeeper.core.call import Answers, Call
from grailkeeper.core.case import Case, Script, read_case
from grailkeeper.core.chance import Seeded
from grailkeeper.core.drive import DirectDesk, ScriptTable, play, play_script
from grailkeeper.core.point import Point
from grailkeeper.core.system import Resolution, RuleSystem
from grailkeeper.journal.file import Journal, read
from grailkeeper.journal.verify import verify
from grailkeeper.rules.registry import by_name, registered
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words

HERE = Path(__file__).parent
EXAMPLES = HERE.parent / "examples"
BATTLES: Sequence[tuple[str, Path, float]] = (
    ("sceneplay", EXAMPLES / "rider-saber.toml", 2.0),
    ("bingo", EXAMPLES / "bingo-saber-caster.toml", 2.0),
    ("mirror, a set of two", HERE / "mirror-duel.toml", 5.0),
    ("mirror, a set of three", HERE / "mirror-melee.toml", 5.0),
    ("chronicle, ten cards, two against two", EXAMPLES / "two-against-two.toml", 5.0),
)
"""What is measured, and how many milliseconds it may take to resolve with full working."""

RESOLVED = "resolved, with full working"

SEED = bytes(32)
ROUNDS, SECONDS, LEAST = 5, 0.4, 5
"""How often each measure is taken, how long it is repeated each time, and how often at least."""


def main() -> int:
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors")
    missed = False
    for name, path, target in BATTLES:
        case = read_case(tomllib.loads(path.read_text("utf-8")))
        assert isinstance(case, Case)
        measures = measured(case)
        bare = measures[RESOLVED]
        print(f"{name:42} {'ms':>8} {'ratio':>7}")
        for way, milliseconds in measures.items():
            print(f"  {way:40} {milliseconds:8.3f} {milliseconds / bare:7.2f}")
        print(f"  at most {target} ms wanted, {'met' if bare < target else 'MISSED'}")
        missed |= bare >= target
    return int(missed)


class NotingDesk(DirectDesk):
    """A desk that keeps how each resolution that it published came to be, so that it can be made again."""

    def __init__(self, system: RuleSystem[Any], script: Script) -> None:
        super().__init__(system, system.begin(script.setup, script.options), Seeded(SEED))
        self._last: Callable[[], Resolution]
        self.published: list[Callable[[], Resolution]] = []

    def _try(self, call: Call, answers: Answers) -> tuple[Point, ...]:
        state, rulings = self.state, dict(self._rulings)
        fingerprints = (str(self._arrived.get(call.address, 0)),)

        def again() -> Resolution:
            chance = Seeded(SEED).open(call.address, fingerprints)
            return self.system.resolve(state, call, answers, rulings, chance)

        self._last = again
        return super()._try(call, answers)

    def publish(self, call: Call) -> None:
        super().publish(call)
        self.published.append(self._last)


def measured(case: Case) -> Mapping[str, float]:
    """The median of each way to have the battle, in milliseconds."""
    rules = registered(case.system)
    assert rules is not None
    words = load_words(rules.package, Language.KO)
    options, _ = rules.system.options.read(case.options)

    def scripted() -> Script:
        script = rules.cases.script(case, options, words.identify)
        assert isinstance(script, Script)
        return script

    script, entries = scripted(), list[Entry]()

    def in_war(append: Callable[[Entry], None] = lambda _: None) -> WarDesk:
        begun = keep.begin(rules.system, "bench", "bench", script.setup, script.options, SEED)
        assert isinstance(begun, Done)
        append(begun.entry)
        desk = WarDesk(begun.war, append)
        play(desk, ScriptTable(script))
        return desk

    in_war(entries.append)
    told = play_script(rules.system, script, Seeded(SEED)).told

    desk = NotingDesk(rules.system, script)
    play(desk, ScriptTable(script))
    prose = Prose(words, dict(rules.system.names(desk.state)))

    def resolve() -> list[Resolution]:
        return [again() for again in desk.published]

    assert tuple(each for resolution in resolve() for each in resolution.told) == told

    def on_disk(folder: Path) -> Any:
        path = folder / "journal.jsonl"
        path.unlink(missing_ok=True)
        journal = Journal.create(path, entries[0])
        for entry in entries[1:]:
            journal.append(entry)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        on_disk(folder)
        reading = read(folder / "journal.jsonl")
        return {
            RESOLVED: median(resolve),
            "played by the driver, with its ruling": median(lambda: play_script(rules.system, script, Seeded(SEED))),
            "read from a file": median(scripted),
            "put into words, every working": median(lambda: [prose.blocks(each.fact) for each in told]),
            "sealed, closed, ruled, published": median(in_war),
            "folded from its entries": median(lambda: fold(by_name(), entries)),
            "verified": median(lambda: verify(by_name(), reading)),
            "written to the disk, entry by entry": median(lambda: on_disk(folder), time.perf_counter),
        }


def median(work: Callable[[], Any], clock: Callable[[], float] = time.process_time) -> float:
    """The median time of some work in milliseconds: the lowest of a few rounds, since others use the machine too."""
    return 1000 * min(_round(work, clock) for _ in range(ROUNDS))


def _round(work: Callable[[], Any], clock: Callable[[], float]) -> float:
    times = list[float]()
    until = time.perf_counter() + SECONDS
    while len(times) < LEAST or time.perf_counter() < until:
        start = clock()
        work()
        times.append(clock() - start)
    return statistics.median(times)


if __name__ == "__main__":
    sys.exit(main())
