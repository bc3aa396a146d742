"""The check of a seal as it is printed, on whole and partly opened declarations, and on changed ones."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from campaign.wars import SYSTEMS, played
from grailkeeper.campaign import keep
from grailkeeper.campaign.entry import EntryKind
from grailkeeper.campaign.telling import read_tellings
from grailkeeper.core.canon import Data, canon, digest
from grailkeeper.core.seal import leaves, opened, padded_leaves, seal
from grailkeeper.journal.verify import Verdict, verify
from journal.test_export import rewritten

from .pages import compiled, programs, run

PAGE = "secrecy.md"
ORDER: Data = {"s1": {"aim": "steal", "cards": [100, 20], "note": "반격한다 ‘ㅎ’", "none": []}}


def salts_of(order: Data) -> list[str]:
    return [digest(["salt", place])[:32] for place in range(len(padded_leaves(order)))]


def opening_of(order: Data, paths: list[tuple[str | int, ...]]) -> dict[str, Data]:
    made = seal("war", "1/hand", "s1", order, salts_of(order))
    return opened("war", "1/hand", "s1", order, made, paths)


CHECK = compiled(PAGE, "check-seal.py")


def check(content: bytes) -> str:
    """What the printed program says of a file, or that it stops."""
    try:
        return run(CHECK, content)
    except Exception as stopped:
        return f"stopped: {type(stopped).__name__}"


def test_the_check_is_short_and_needs_nothing_but_the_standard_library() -> None:
    program = programs(PAGE)["check-seal.py"]
    lines = program.splitlines()
    assert len(lines) < 10, "its name is a line too"
    imports = [line for line in lines if "import" in line]
    assert imports == ["import hashlib, json, sys"]
    assert {"hashlib", "json", "sys"} <= sys.stdlib_module_names


def test_the_check_runs_as_it_is_printed(tmp_path: Path) -> None:
    (tmp_path / "check-seal.py").write_text(programs(PAGE)["check-seal.py"], "utf-8")
    (tmp_path / "opening.json").write_bytes(canon(opening_of(ORDER, [()])))
    command = [sys.executable, "check-seal.py", "opening.json"]
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout == "holds\n"


paths = st.lists(st.sampled_from([path for path, _ in leaves(ORDER)] + [("s1", "cards"), ("s1",), ("no", "such")]))


@given(shown=paths)
def test_it_accepts_what_is_opened_whole_or_in_part(shown: list[Any]) -> None:
    assert check(canon(opening_of(ORDER, shown))) == "holds"


def changed(content: bytes) -> Iterator[bytes]:
    """Every byte changed in a few ways: by one, its case, into a digit, a sign, a blank."""
    for place, byte in enumerate(content):
        for other in {byte ^ 1, byte ^ 0x20, ord("0"), ord("\\"), ord(" ")} - {byte}:
            yield content[:place] + bytes([other]) + content[place + 1 :]


@pytest.mark.parametrize("shown", [[()], [("s1", "aim"), ("s1", "cards")]], ids=["whole", "in part"])
def test_it_rejects_every_single_changed_byte(shown: list[Any]) -> None:
    content = canon(opening_of(ORDER, shown))
    for each in changed(content):
        assert check(each) != "holds", each


def test_it_rejects_a_leaf_shown_in_two_ways() -> None:
    """Somebody who makes a seal by hand can bind a path twice."""
    twice: list[Data] = [[["s1", "aim"], aim, "00" * 16] for aim in ("steal", "strike")]
    bound = {"war": "war", "call": "1/hand", "seat": "s1", "leaves": twice}
    fingerprint = digest(["war", "1/hand", "s1", sorted(map(digest, twice))])
    assert check(canon({**bound, "fingerprint": fingerprint})) == "does not hold"


@pytest.mark.parametrize("seed", range(12))
def test_it_accepts_every_opening_that_was_told_in_a_war(seed: int) -> None:
    for entry in played(seed).entries:
        for telling in read_tellings(entry.body.get("tellings", ())):
            if "opening" in telling.body:
                assert check(canon(telling.body["opening"])) == "holds"


def drawer() -> Callable[..., int]:
    names: dict[str, Any] = {}
    exec(compiled(PAGE, "draw.py"), names)
    found: Callable[..., int] = names["draw"]
    return found


@pytest.mark.parametrize("seed", range(20))
def test_every_draw_of_an_ended_war_can_be_made_again_from_what_is_in_its_file(seed: int) -> None:
    """By the page alone: from the seed that was told at the end, and what the entries say."""
    player = played(seed)
    assert player.take(keep.end(player.war, unfinished=True))
    ended: Any = read_tellings(player.entries[-1].body["tellings"])[0].body
    draw, rewinds = drawer(), 0
    prints: dict[str, list[Any]] = {}
    live = Live()
    for entry in player.entries:
        body: Mapping[str, Any] = entry.body
        live.follow(entry.number, entry.kind, body)
        if entry.kind is EntryKind.REWOUND:
            rewinds += 1
        if entry.kind is EntryKind.CLOSED:
            told = [each["body"]["fingerprints"] for each in body["tellings"]]
            asked = {whom: shown for each in told for whom, shown in each.items()}
            prints[body["call"]] = [asked[each["whom"]] for each in body["answers"]]
        answered: list[Any] = []
        if entry.kind is EntryKind.ORDERED:
            answered = [str(live.heard_before(body["call"])), digest([body["whom"], body["order"]])]
        elif entry.kind is EntryKind.PUBLISHED:
            floor = body["call"].endswith("gathering")
            answered = [str(live.heard(body["call"]))] if floor else prints[body["call"]]
        drawn: dict[str, int] = {}
        for die in (die for fact in body.get("facts", ()) for die in fact["dice"]):
            ordinal = drawn.get(die["what"], 0)
            drawn[die["what"]] = ordinal + 1
            made = draw(ended["ended"]["seed"], body["call"], die["what"], ordinal, rewinds, answered, die["sides"])
            assert made == die["value"]


@pytest.mark.parametrize("seed", range(12))
def test_silence_can_be_seen_when_the_seed_is_known(seed: int) -> None:
    """... and every fingerprint that is told at a close is that of an answer in the file, or of silence."""
    player, draw = played(seed), drawer()
    secret = str(player.entries[0].body["seed"])
    for entry in player.entries:
        if entry.kind is EntryKind.CLOSED:
            body: Mapping[str, Any] = entry.body
            answered = {each["whom"] for each in body["answers"]}
            for telling in body["tellings"]:
                for whom, told in telling["body"]["fingerprints"].items():
                    where = f"silence/{body['call']}/{whom}"
                    salts = [f"{draw(secret, where, 'salt', n, 0, [], 2**128):032x}" for n in range(16)]
                    silence = seal("toy-war", body["call"], whom, {whom: None}, salts).fingerprint
                    assert (told == silence) == (whom not in answered)


class Live:
    """How many orders each floor has heard, on the live path."""

    def __init__(self) -> None:
        self._path: list[tuple[int, str]] = []

    def follow(self, number: int, kind: EntryKind, body: Mapping[str, Any]) -> None:
        if kind is EntryKind.REWOUND:
            self._path = [each for each in self._path if each[0] <= body["to"]]
        self._path.append((number, body["call"] if kind is EntryKind.ORDERED else ""))

    def heard(self, call: str) -> int:
        return sum(each == call for _, each in self._path)

    def heard_before(self, call: str) -> int:
        return self.heard(call) - 1


def test_the_whole_file_shows_a_seal_that_was_made_by_hand() -> None:
    """... because there the fingerprint is made again from the order."""
    player = played(2)

    def by_hand(entry: Any) -> Mapping[str, Data]:
        body: Mapping[str, Data] = entry.body
        return {**body, "fingerprint": "0" * 64} if entry.kind is EntryKind.SEALED else body

    assert verify(SYSTEMS, rewritten(player.entries, by_hand)).chain.verdict is Verdict.BROKEN
