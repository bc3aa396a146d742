"""The keeper's flow with what the rules of the toy ask of it: floors, points that wait for a ruling, secret calls."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import toy
from grailkeeper.campaign.entry import EntryKind
from grailkeeper.cli.session import Exit
from grailkeeper.journal.file import read
from grailkeeper.rules import registry
from grailkeeper.text.language import Language

from .terminal import Ran, Terminal, Write

PLAYERS = [{"team": team, "coins": 3, "charms": 2} for team in ("red", "blue", "green", "green")]


@pytest.fixture(params=list(Language), ids=lambda language: language.value)
def terminal(request: pytest.FixtureRequest) -> Terminal:
    return Terminal(request.param, seed=3)


@pytest.fixture
def war(terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, write: Write) -> Path:
    """A toy war that has begun."""
    monkeypatch.setattr(registry, "SYSTEMS", (*registry.SYSTEMS, toy.RULES))
    journal = tmp_path / "toy.jsonl"
    terminal.done(
        "new", journal, write("war.json", {"system": "toy", "name": "A toy war", "seats": PLAYERS}), "--seed", "toy"
    )
    return journal


def declared(terminal: Terminal, war: Path, write: Write, call: str, **orders: Any) -> list[Ran]:
    return [
        terminal.done("declare", war, seat, write(f"{seat}.json", order), "--call", call)
        for seat, order in orders.items()
    ]


def published(terminal: Terminal, war: Path, call: str) -> None:
    terminal.done("close", war, "--call", call)
    terminal.done("publish", war, "--call", call)


def at_hands(terminal: Terminal, war: Path, write: Write, *seats: str) -> None:
    """The war where these seats are asked for their hands, two and two."""
    declared(terminal, war, write, "gathering", **{seat: {"act": "take"} for seat in seats})
    published(terminal, war, "gathering")
    published(terminal, war, "stake")


def test_a_floor_is_heard_in_the_order_of_arrival(terminal: Terminal, war: Path, write: Write) -> None:
    first, second = declared(terminal, war, write, "gathering", s2={"act": "take"}, s1={"act": "take"})
    assert "blue" in first.out and "red" in second.out
    kinds = [entry.kind for entry in read(war).entries]
    assert kinds[-2:] == [EntryKind.ORDERED, EntryKind.ORDERED]
    twice = terminal("declare", war, "s1", write("s1.json", {"act": "take"}), "--call", "gathering")
    assert twice.status is Exit.WRONG and "- " in twice.err
    closed = terminal.done("close", war, "--call", "gathering").out
    assert "No declaration from" not in closed and "선언하지 않은 이" not in closed
    terminal.done("journal", "verify", war)


def test_which_call_has_to_be_said_where_there_are_several(terminal: Terminal, war: Path, write: Write) -> None:
    at_hands(terminal, war, write, "s1", "s2", "s3", "s4")
    for call in ([], ["--call", "hand"]):
        several = terminal("close", war, *call)
        assert several.status is Exit.WRONG
        assert "1/1/hand" in several.sentence and "1/2/hand" in several.sentence
    terminal.done("close", war, "--call", "1/hand")


def test_a_declaration_goes_to_the_call_that_asks(terminal: Terminal, war: Path, write: Write) -> None:
    at_hands(terminal, war, write, "s1", "s2", "s3", "s4")
    hand = write("hand.json", {"number": 3, "charms": 0, "aim": "strike", "note": "-"})
    for seat, call in (("s1", []), ("s2", ["--call", "hand"]), ("s3", ["--call", "2/hand"])):
        terminal.done("declare", war, seat, hand, *call)
    assert terminal("declare", war, "s4", hand, "--call", "1/1/hand").status is Exit.WRONG
    sealed = [entry.body["call"] for entry in read(war).entries if entry.kind is EntryKind.SEALED]
    assert [str(call).partition("/")[2] for call in sealed[-3:]] == ["1/hand", "1/hand", "2/hand"]


def test_two_seats_of_a_team_are_told_apart(terminal: Terminal, war: Path, write: Write) -> None:
    take = write("take.json", {"act": "take"})
    assert "s3" in terminal("declare", war, "green", take).sentence
    assert "green (s3)" in terminal.done("declare", war, "green (s3)", take).out
    assert "green (s4)" in terminal.done("declare", war, "s4", take).out


def test_nothing_is_published_while_a_point_waits(terminal: Terminal, war: Path, write: Write) -> None:
    at_hands(terminal, war, write, "s1", "s2")
    hand = {"number": 3, "charms": 0, "aim": "trick", "note": "behind the curtain"}
    declared(terminal, war, write, "hand", s1=hand, s2={**hand, "aim": "strike"})
    closed = terminal.done("close", war, "--call", "hand")
    assert "s1/trick" in closed.out
    waiting = terminal("publish", war)
    assert waiting.status is Exit.WRONG and "s1/trick" in waiting.err
    for point, value in (("nowhere", "holds"), ("trick", "maybe"), ("s1/trick/worth", "3")):
        assert terminal("rule", war, point, value).status is Exit.WRONG
    assert [entry.kind for entry in read(war).entries][-1] is EntryKind.CLOSED
    ruled = terminal.done("rule", war, "s1/trick", "holds", "--reason", "well hidden")
    assert "s1/trick/worth" in ruled.out
    for value in ("many", "2.5", "9" * 30):
        assert terminal("rule", war, "worth", value).status is Exit.WRONG
    assert "−5" in terminal.done("rule", war, "worth", "-5").out
    terminal.done("rule", war, "worth", "4")
    terminal.done("publish", war)
    terminal.done("journal", "verify", war)


def test_a_secret_call_is_named_to_the_keeper_alone(
    terminal: Terminal, war: Path, write: Write, tmp_path: Path
) -> None:
    at_hands(terminal, war, write, "s1", "s2")
    strike = {"number": 6, "charms": 0, "aim": "strike", "note": "-"}
    declared(terminal, war, write, "hand", s1=strike, s2={**strike, "number": 1})
    terminal.done("close", war, "--call", "hand")
    shown = terminal.done("publish", war, "--out", tmp_path / "posts").out
    assert "rescue" in shown
    for path in (tmp_path / "posts").iterdir():
        assert "rescue" not in path.read_text("utf-8")
    for seat in ("public", "s1", "s3"):
        assert "rescue" not in terminal.done("journal", "show", war, "--as", seat).out


def test_a_score_is_corrected(terminal: Terminal, war: Path, write: Write) -> None:
    file = write("correction.json", {"seat": "s2", "score": 3})
    assert terminal("correct", war, write("nothing.json", {"seat": "s2"}), "--reason", "—").status is Exit.WRONG
    assert (
        terminal("correct", war, write("nobody.json", {"seat": "s9", "score": 3}), "--reason", "—").status is Exit.WRONG
    )
    assert "3" in terminal.done("correct", war, file, "--reason", "miscounted").out
    terminal.done("journal", "verify", war)
