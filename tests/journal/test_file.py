"""Nothing acknowledged is ever lost, whatever happens to the program that wrote it."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.wars import SYSTEMS, Player, begun, played
from grailkeeper.campaign import keep
from grailkeeper.campaign.outcome import Done
from grailkeeper.campaign.war import JournalError
from grailkeeper.journal.file import ExistsError, Journal, LineError, MovedError, read, torn_file
from grailkeeper.journal.verify import verify

KILLS, PARTS = 500, 10
TESTS = Path(__file__).parent.parent


def written(path: Path, player: Player) -> Journal:
    journal = Journal.create(path, player.entries[0])
    for entry in player.entries[1:]:
        journal.append(entry)
    return journal


def test_what_was_written_is_read(tmp_path: Path) -> None:
    player = played(3)
    written(tmp_path / "war.jsonl", player)
    reading = read(tmp_path / "war.jsonl")
    assert reading.entries == tuple(player.entries)
    assert reading.torn == b""
    assert reading.fold(SYSTEMS).head == player.war.head


def test_many_entries_in_one_go_are_all_there(tmp_path: Path) -> None:
    player, path = played(4), tmp_path / "war.jsonl"
    journal = Journal.create(path, player.entries[0])
    with journal.in_one_go() as write:
        for entry in player.entries[1:]:
            write(entry)
    assert read(path).entries == tuple(player.entries)
    more = keep.pause(player.war, "a break")
    assert isinstance(more, Done)
    journal.append(more.entry)
    assert read(path).fold(SYSTEMS).head == more.war.head


def test_a_new_journal_writes_over_nothing(tmp_path: Path) -> None:
    first = begun()
    Journal.create(tmp_path / "war.jsonl", first.entry)
    with pytest.raises(ExistsError):
        Journal.create(tmp_path / "war.jsonl", first.entry)
    assert len(read(tmp_path / "war.jsonl").entries) == 1


@pytest.mark.parametrize("seed", range(40))
def test_a_line_torn_anywhere_is_reported_and_set_aside(tmp_path: Path, seed: int) -> None:
    player, path, dice = played(seed, 30), tmp_path / "war.jsonl", random.Random(seed)
    written(path, player)
    whole = path.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    cut = dice.randrange(last + 1, len(whole) - 1)
    path.write_bytes(whole[:cut])
    journal, reading = Journal.open(path)
    assert reading.entries == tuple(player.entries[:-1])
    assert reading.torn == whole[last:cut]
    war = reading.fold(SYSTEMS)
    again = keep.pause(war, "the power went out") if not war.ended else None
    assert isinstance(again, Done)
    journal.append(again.entry)
    assert torn_file(path).read_bytes().rstrip(b"\n") == whole[last:cut].rstrip(b"\n")
    after = read(path)
    assert after.torn == b""
    assert after.fold(SYSTEMS).head == again.war.head


@pytest.mark.parametrize("in_one_go", [False, True])
def test_an_entry_that_lacks_only_the_end_of_its_line_is_not_lost(tmp_path: Path, in_one_go: bool) -> None:
    player, path = played(2, 30), tmp_path / "war.jsonl"
    written(path, player)
    path.write_bytes(path.read_bytes().rstrip(b"\n"))  # as some editors and copies leave it
    journal, reading = Journal.open(path)
    assert reading.entries == tuple(player.entries)
    assert reading.torn == b""
    again = keep.pause(reading.fold(SYSTEMS), "the keeper is away")
    assert isinstance(again, Done)
    if in_one_go:
        with journal.in_one_go() as write:
            write(again.entry)
    else:
        journal.append(again.entry)
    assert not torn_file(path).exists()
    assert read(path).entries == (*player.entries, again.entry)


@pytest.mark.parametrize("line", [0, 1, 2, 3, -2, -1])
def test_a_broken_line_that_has_its_end_is_not_passed_over(tmp_path: Path, line: int) -> None:
    path = tmp_path / "war.jsonl"
    written(path, played(1, 30))
    lines = path.read_bytes().splitlines()
    lines[line] = lines[line][:-5]
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(LineError) as raised:
        read(path)
    assert raised.value.line == 1 + line % len(lines)


@pytest.mark.parametrize("line", [0, 3, -1])
@pytest.mark.parametrize("deep", [False, True])
def test_a_field_that_is_there_twice_is_no_entry(tmp_path: Path, line: int, deep: bool) -> None:
    """Which of the two is read hangs on the reader: a chain that holds for one would not for another."""
    path = tmp_path / "war.jsonl"
    written(path, played(1, 30))
    lines = path.read_bytes().splitlines()
    twice = b'"body":{"reason":"another","reason":"another",' if deep else b'"at":"1999","body":{'
    lines[line] = lines[line].replace(b'"body":{', twice, 1)
    path.write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(LineError):
        read(path)


def test_a_whole_line_that_another_has_written_meanwhile_is_not_set_aside(tmp_path: Path) -> None:
    player, path = played(2, 30), tmp_path / "war.jsonl"
    written(path, player)
    journal, reading = Journal.open(path)
    with path.open("ab") as file:
        file.write(b"no entry\n")
    again = keep.pause(reading.fold(SYSTEMS), "the keeper is away")
    assert isinstance(again, Done)
    with pytest.raises(MovedError):
        journal.append(again.entry)
    assert not torn_file(path).exists()


def test_of_two_writers_one_wins_and_the_other_is_told_and_loses_nothing(tmp_path: Path) -> None:
    path, first = tmp_path / "war.jsonl", begun()
    Journal.create(path, first.entry)
    for turn in range(50):
        one, reading = Journal.open(path)
        other, _ = Journal.open(path)
        war = reading.fold(SYSTEMS)
        entries = []
        for name in ("one", "other"):
            joined = keep.join(war, "s1", f"{name} {turn}")
            assert isinstance(joined, Done)
            entries.append(joined.entry)
        (one if turn % 2 else other).append(entries[0])
        with pytest.raises(MovedError):
            (other if turn % 2 else one).append(entries[1])
        assert read(path).entries[-1] == entries[0]


def race(path: str, name: str, turns: int, gate: Any, won: Any) -> None:
    gate.wait()
    for turn in range(turns):
        while True:
            journal, reading = Journal.open(Path(path))
            joined = keep.join(reading.fold(SYSTEMS), "s1", f"{name} {turn}")
            assert isinstance(joined, Done)
            with contextlib.suppress(MovedError):
                journal.append(joined.entry)
                break
    won.put(name)


def test_two_processes_write_at_once_and_every_entry_of_both_is_there(tmp_path: Path) -> None:
    path, context = tmp_path / "war.jsonl", multiprocessing.get_context("spawn")
    Journal.create(path, begun().entry)
    gate, won = context.Barrier(2), context.Queue()
    racers = [context.Process(target=race, args=(str(path), name, 25, gate, won)) for name in ("left", "right")]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(timeout=120)
    reading = read(path)
    names = [str(entry.body["name"]) for entry in reading.entries[1:]]
    assert sorted(names) == sorted(f"{name} {turn}" for name in ("left", "right") for turn in range(25))
    assert reading.fold(SYSTEMS).number == 51


@pytest.fixture(scope="module")
def writers() -> Iterator[subprocess.Popen[str]]:
    """What begins a writer whenever it is told to: all that writers need is loaded once, and not five hundred times."""
    command = [sys.executable, "-m", "journal.writer"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=TESTS) as process:
        yield process


@pytest.mark.parametrize("part", range(PARTS))
def test_five_hundred_kills_lose_nothing_that_was_acknowledged(
    tmp_path: Path, part: int, writers: subprocess.Popen[str]
) -> None:
    dice = random.Random(part)
    for kill in range(part * KILLS // PARTS, (part + 1) * KILLS // PARTS):
        path = tmp_path / f"war-{kill // 5}.jsonl"
        number, head = killed_writer(writers, path, kill, dice.uniform(0.0, 0.03))
        reading = read(path)
        assert len(reading.entries) >= number, "an acknowledged entry is gone"
        assert reading.entries[number - 1].hash == head
        reading.fold(SYSTEMS)


def killed_writer(writers: subprocess.Popen[str], path: Path, seed: int, after: float) -> tuple[int, str]:
    """The last entry that a writer acknowledged before it was killed `after` seconds of writing."""
    assert writers.stdin is not None
    assert writers.stdout is not None
    writers.stdin.write(f"{seed} {path}\n")
    writers.stdin.flush()
    lines = itertools.takewhile(str.strip, writers.stdout)
    writer, first = int(next(lines)), next(lines)
    timer = threading.Timer(after, os.kill, (writer, signal.SIGKILL))
    timer.start()
    said = [first, *lines]
    timer.join()
    number, head = said[-1].split()
    return int(number), head


def test_every_changed_byte_is_found(tmp_path: Path) -> None:
    path, dice = tmp_path / "war.jsonl", random.Random(7)
    written(path, played(2, 40))
    whole = path.read_bytes()
    for _ in range(200):
        place = dice.randrange(len(whole) - 1)
        changed = bytearray(whole)
        changed[place] ^= 1 << dice.randrange(7)
        path.write_bytes(bytes(changed))
        try:
            verification = verify(SYSTEMS, read(path))
        except JournalError:
            continue
        assert not verification.holds or verification.torn, f"a change of byte {place} was not found"


@pytest.mark.parametrize("seed", range(25))
def test_a_journal_verifies_chain_fold_and_adjudication(tmp_path: Path, seed: int) -> None:
    player, path = played(seed), tmp_path / "war.jsonl"
    written(path, player)
    started = time.monotonic()
    verification = verify(SYSTEMS, read(path))
    assert verification.holds, (verification, time.monotonic() - started)
