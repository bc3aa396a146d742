"""What is given out of a journal when a war has ended, and what verifying finds in one that was written falsely."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from campaign.scenes import HAND, STRONG, at_hands, call_of, close, fight, gather, publish, seal
from campaign.test_standing import Lowering
from campaign.wars import SYSTEMS, Player, played
from grailkeeper.campaign import keep
from grailkeeper.campaign.entry import GENESIS, Entry, EntryKind, next_entry
from grailkeeper.campaign.telling import Stream
from grailkeeper.core.canon import Data
from grailkeeper.journal.export import export, export_holds, is_closed, opened_breaks, opened_file, told
from grailkeeper.journal.file import Reading
from grailkeeper.journal.verify import Verdict, verify


def ended(player: Player, *withheld: str) -> list[dict[str, Any]]:
    assert player.take(keep.end(player.war, withheld, unfinished=True))
    lines = opened_file(player.entries)
    assert lines is not None
    return [json.loads(line) for line in lines]


def fought(**about: Any) -> Player:
    player = at_hands(3, **about)
    seal(player, "standing/hand", "s1", {**HAND, "note": "red-secret"})
    fight(player, {"s2": {**HAND, "charms": 1, "note": "blue-secret"}})
    return player


def test_a_war_under_way_is_not_opened() -> None:
    assert opened_file(fought().entries) is None


def test_an_ended_war_is_opened_whole() -> None:
    player = fought()
    assert [line["hash"] for line in ended(player)] == [entry.hash for entry in player.entries]


def test_heads_that_were_posted_are_found_in_the_opened_file() -> None:
    player = fought()
    posted = {key: stream.head for key, stream in player.war.streams.items()}
    lines = ended(player)
    for key, head in posted.items():
        stream, heads = Stream(), [GENESIS]
        for line in lines:
            for telling in line["body"].get("tellings", ()):
                if key in telling["to"]:
                    stream = stream.then(telling["body"])
                    heads.append(stream.head)
        assert head in heads


@pytest.mark.parametrize(("team", "seat", "secret"), [("red", "s1", "red-secret"), ("blue", "s2", "blue-secret")])
def test_of_a_team_that_is_withheld_nothing_secret_is_in_the_opened_file(team: str, seat: str, secret: str) -> None:
    player = fought()
    lines = ended(player, team)
    text = json.dumps(lines)
    assert secret not in text
    assert "coins" not in text, "the sheets lie in the setup"
    shown = [line["body"] for line in lines if "body" in line]
    assert not any(body.get("seat") == seat or body.get("whom") == seat for body in shown)
    for body in shown:
        for telling in body.get("tellings", ()):
            assert not ("fact" in telling["body"] and telling["to"] == [seat])
    head = GENESIS
    for line in lines:
        assert line["previous"] == head
        head = line["hash"]


def test_a_standing_answer_of_a_withheld_team_that_was_read_otherwise_stays_closed() -> None:
    player = at_hands(system=Lowering())
    seal(player, "standing/hand", "s1", {**HAND, "charms": 2, "note": "red-secret"})
    fight(player, {}, shown=(1, 1))
    gather(player, "s1", "s2")
    for address in (call_of(player, "stake").address, "2/1/hand"):
        close(player, address)
        publish(player, address)
    assert any("read" in json.dumps(entry.body) for entry in player.entries if entry.kind is EntryKind.CLOSED)
    assert "red-secret" not in json.dumps(ended(player, "red"))


def test_other_teams_are_opened() -> None:
    assert "blue-secret" in json.dumps(ended(fought(), "red"))


@pytest.mark.parametrize("seed", range(20))
def test_an_export_holds_nothing_but_what_its_audience_was_told(seed: int) -> None:
    player = played(seed)
    for key, stream in player.war.streams.items():
        lines = [json.loads(line) for line in export(player.entries, key)]
        assert [line["told"] for line in lines] == [telling.body for telling in told(player.entries, key)]
        assert all(line.keys() == {"number", "told", "head"} for line in lines)
        assert [line["number"] for line in lines] == list(range(1, stream.number + 1))


def test_an_export_with_a_line_changed_moved_or_left_out_does_not_hold() -> None:
    player = played(3)
    lines = list(export(player.entries, "public"))
    assert export_holds(lines)
    for place in range(len(lines) - 1):
        assert not export_holds([*lines[:place], *lines[place + 1 :]])
        assert not export_holds([*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]])
    data = json.loads(lines[-1])
    assert not export_holds([*lines[:-1], json.dumps({**data, "told": {"paused": "why"}}).encode()])


def rewritten(entries: Sequence[Entry], change: Callable[[Entry], Mapping[str, Data]]) -> Reading:
    """The journal with other bodies, chained anew by somebody who holds the file."""
    made: list[Entry] = []
    for entry in entries:
        head = made[-1].hash if made else GENESIS
        made.append(next_entry(entry.number, entry.kind, entry.at, change(entry), head))
    return Reading(tuple(made), 0, b"")


def clean() -> list[Entry]:
    """A war whose draws are its own."""
    player = at_hands()
    seal(player, "standing/hand", "s1", STRONG)
    fight(player, {"s2": HAND}, shown=None)
    assert verify(SYSTEMS, Reading(tuple(player.entries), 0, b"")).holds
    return player.entries


def of_kind(kind: EntryKind, change: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> Callable[[Entry], Any]:
    return lambda entry: change(entry.body) if entry.kind is kind else entry.body


def test_a_fingerprint_told_falsely_at_a_close_is_found() -> None:
    def falsely(body: Mapping[str, Any]) -> Mapping[str, Any]:
        tellings = json.loads(json.dumps(body["tellings"]))
        for telling in tellings:
            telling["body"]["fingerprints"] = dict.fromkeys(telling["body"]["fingerprints"], "0" * 64)
        return {**body, "tellings": tellings}

    found = verify(SYSTEMS, rewritten(clean(), of_kind(EntryKind.CLOSED, falsely)))
    assert (found.chain.verdict, found.fold.verdict) == (Verdict.HOLDS, Verdict.HOLDS)
    assert found.adjudication.verdict is Verdict.BROKEN


def test_an_answer_left_out_of_a_close_is_found() -> None:
    found = verify(SYSTEMS, rewritten(clean(), of_kind(EntryKind.CLOSED, lambda body: {**body, "answers": []})))
    assert Verdict.BROKEN in (found.fold.verdict, found.adjudication.verdict)


def test_an_order_changed_under_its_fingerprint_is_found() -> None:
    def otherwise(body: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**body, "order": {**body["order"], "note": "otherwise"}} if "note" in body["order"] else body

    found = verify(SYSTEMS, rewritten(clean(), of_kind(EntryKind.SEALED, otherwise)))
    assert (found.chain.verdict, found.chain.why) == (Verdict.BROKEN, "seal")


def test_a_fact_changed_is_found() -> None:
    def otherwise(body: Mapping[str, Any]) -> Mapping[str, Any]:
        facts = json.loads(json.dumps(body["facts"]))
        for each in facts:
            if each["fact"]["kind"] == "fought":
                each["fact"]["winner"] = ""
        return {**body, "facts": facts}

    found = verify(SYSTEMS, rewritten(clean(), of_kind(EntryKind.PUBLISHED, otherwise)))
    assert found.adjudication.verdict is Verdict.BROKEN


def test_rulings_on_what_a_withheld_team_brought_stay_closed() -> None:
    player = fought()
    ruling: dict[str, Data] = {"call": "c", "point": "battle/1/skill/red/2", "value": False, "reason": "red-secret"}
    entries = [*player.entries, entry_after(player.entries, EntryKind.RULED, ruling)]
    entries.append(entry_after(entries, EntryKind.ENDED, {"withheld": ["red"], "seats": ["s1"], "tellings": []}))
    lines = opened_file(entries)
    assert lines is not None
    opened = [json.loads(line) for line in lines]
    assert is_closed(opened[-2])
    assert opened_breaks(opened) == 0


@pytest.mark.parametrize("change", ["number", "previous", "hash", "body", "kind"])
def test_a_change_in_an_opened_file_is_found(change: str) -> None:
    lines = ended(fought(), "red")
    assert opened_breaks(lines) == 0
    place = next(place for place, line in enumerate(lines) if "body" in line)
    lines[place][change] = "x"
    assert opened_breaks(lines) == place + 1


def entry_after(entries: list[Entry], kind: EntryKind, body: dict[str, Data]) -> Entry:
    return next_entry(len(entries) + 1, kind, "", body, entries[-1].hash)
