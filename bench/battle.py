"""How long one battle takes, with full working: the rules' own fight of examples/rider-saber.toml, whole sets of the
mirror land.

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
EXAMPLE = HERE.parent / "examples" / "rider-saber.toml"
TARGET = 2.0
"""Milliseconds that one battle with full working may take to resolve."""

WHOLE: Sequence[tuple[str, Path, float]] = (
    ("mirror: a set of two", HERE / "mirror-duel.toml", 5.0),
    ("mirror: a set of three", HERE / "mirror-melee.toml", 5.0),
)
"""Battles of several questions, and how many milliseconds it may take to resolve all of them, with full working."""

RESOLVED = "resolved, with full working"

SEED = bytes(32)
ROUNDS, SECONDS, LEAST = 5, 0.4, 5
"""How often each measure is taken, how long it is repeated each time, and how often at least."""


def main() -> int:
    measures = measured(case_of(EXAMPLE))
    bare = measures[RESOLVED]
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} processors")
    print(f"{'median of one battle':42} {'ms':>8} {'ratio':>7}")
    for name, milliseconds in measures.items():
        print(f"{name:42} {milliseconds:8.3f} {milliseconds / bare:7.2f}")
    met = told_against(RESOLVED, bare, TARGET)
    for name, path, target in WHOLE:
        met &= told_against(f"{name}, {RESOLVED}", median(resolutions(case_of(path))), target)
    return int(not met)


def told_against(name: str, milliseconds: float, target: float) -> bool:
    """Say whether a target is met."""
    met = milliseconds < target
    print(f"{name}: {milliseconds:.2f} ms, at most {target} wanted, {'met' if met else 'MISSED'}")
    return met


def case_of(path: Path) -> Case:
    case = read_case(tomllib.loads(path.read_text("utf-8")))
    assert isinstance(case, Case)
    return case


class Kept(DirectDesk):
    """A desk that keeps every question with its answers and the state in which it was resolved."""

    def __init__(self, system: RuleSystem[Any], script: Script) -> None:
        super().__init__(system, system.begin(script.setup, script.options), Seeded(SEED))
        self.kept: list[tuple[Any, Call, Answers]] = []

    def _try(self, call: Call, answers: Answers) -> tuple[Point, ...]:
        self.kept.append((self.state, call, answers))
        return super()._try(call, answers)


def resolutions(case: Case) -> Callable[[], Any]:
    """Resolves every question of a battle, one after another, as they were answered."""
    rules = registered(case.system)
    assert rules is not None
    words = load_words(rules.package, Language.KO)
    options, _ = rules.system.options.read(case.options)
    script = rules.cases.script(case, options, words.identify)
    assert isinstance(script, Script)
    desk, table = Kept(rules.system, script), ScriptTable(script)
    play(desk, table)
    assert not table.refused

    def resolve() -> Any:
        for state, call, answers in desk.kept:
            rules.system.resolve(state, call, answers, script.rulings, Seeded(SEED).open(call.address))

    return resolve


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

    state = rules.system.begin(script.setup, script.options)
    (call,) = rules.system.calls(state)
    answers = Answers({whom: order for (_, whom), order in script.sealed.items()})

    prose = Prose(words, dict(rules.system.names(state)))

    def resolve() -> Resolution:
        return rules.system.resolve(state, call, answers, script.rulings, Seeded(SEED).open(call.address))

    assert resolve().told == told

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
