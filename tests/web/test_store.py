"""Journals as rows: what went in comes out, byte for byte, and two writers never overwrite each other."""

from __future__ import annotations

import threading
from unittest import mock

import pytest
from django.db import connection

from grailkeeper.campaign import keep
from grailkeeper.campaign.outcome import Done, Outcome, Refused
from grailkeeper.campaign.war import War, fold
from grailkeeper.core.canon import digest
from grailkeeper.core.codec import encode
from grailkeeper.core.seat import seat_viewer
from grailkeeper.journal import export
from grailkeeper.journal.verify import Verdict, Verification
from grailkeeper.rules.registry import by_name
from grailkeeper.views.gate import Gate
from grailkeeper.web import models, service, store

from .people import account
from .wars import begun, played


def test_rows_are_the_journal() -> None:
    row = begun()
    played(row, 12)
    entries = list(store.entries(row.key))
    war = fold(by_name(), entries)
    assert (row.number, row.head) == (war.number, war.head)
    assert digest(encode(store.load(row).state)) == digest(encode(war.state))
    for audience, stream in war.streams.items():
        assert list(store.export(row.key, audience)) == [line + b"\n" for line in export.export(entries, audience)]
        heard = store.heard(row.key, audience, 1, stream.number)
        assert heard[-1].head == stream.head


def test_what_was_told_is_struck_out_as_the_gate_says() -> None:
    row = begun()
    played(row, 4)
    half = row.number
    played(row, 5)
    done = service.run(row.key, lambda war: keep.rewind(war, half, "다시", "2026-11-30T12:00:00+00:00"))
    assert isinstance(done, Done)
    played(row, 2)
    row.refresh_from_db()
    war, entries = store.load(row), list(store.entries(row.key))
    for seat in war.system.seats(war.state):
        gate = Gate(war, seat_viewer(seat.key), entries)
        heard = tuple(map(store.heard_of, store.heard(row.key, seat.key, 1, gate.stream.number)))
        assert heard == gate.heard()
        assert any(each.struck for each in heard)


def test_a_war_moves_to_another_host() -> None:
    row = begun("bingo")
    played(row, 6)
    content = b"".join(store.journal(row.key))
    told = [list(store.export(row.key, audience)) for audience in store.load(row).streams]
    with pytest.raises(store.TakenError):
        store.bring_in(content, "Asia/Seoul")
    row.delete()
    store.forget()
    again = store.bring_in(content, "Asia/Seoul")
    assert isinstance(again, models.War)
    assert b"".join(store.journal(again.key)) == content
    assert [list(store.export(again.key, audience)) for audience in store.load(again).streams] == told


def test_a_journal_that_does_not_hold_is_not_brought_in() -> None:
    row = begun()
    played(row, 3)
    content = b"".join(store.journal(row.key))
    row.delete()
    for wrong in (content.replace(b'"sealed"', b'"Sealed"', 1), content[:-40], b"", b"{}\n", content + b"x\n"):
        found = store.bring_in(wrong, "Asia/Seoul")
        assert isinstance(found, Verification)
        assert found.chain.verdict is Verdict.BROKEN or found.fold.verdict is Verdict.BROKEN or found.torn
    assert not models.War.objects.exists()
    assert not models.Entry.objects.exists()


def test_a_stale_war_appends_nothing() -> None:
    row = begun()
    war = store.load(row)
    first, second = keep.join(war, "t1", "서하"), keep.join(war, "t2", "가람")
    assert isinstance(first, Done)
    assert isinstance(second, Done)
    store.append(war, first.war, first.entry)
    with pytest.raises(store.MovedError):
        store.append(war, second.war, second.entry)
    row.refresh_from_db()
    assert (row.number, row.head) == (2, first.war.head)
    assert models.Entry.objects.filter(war=row).count() == 2


def test_writers_at_once_are_all_heard_and_none_twice() -> None:
    row = begun()
    refused: list[Outcome] = []

    def write(name: str) -> None:
        for turn in range(5):
            outcome = service.run(row.key, lambda war, said=f"{name}{turn}": keep.join(war, "t1", said))  # type: ignore[misc]
            if isinstance(outcome, Refused):
                refused.append(outcome)
        connection.close()

    writers = [threading.Thread(target=write, args=(name,)) for name in "가나다라"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    row.refresh_from_db()
    assert not refused
    assert row.number == 21
    named = [entry.body["name"] for entry in store.entries(row.key) if entry.number > 1]
    assert sorted(map(str, named)) == sorted(f"{name}{turn}" for name in "가나다라" for turn in range(5))
    store.forget()
    assert isinstance(store.load(row), War)


def test_a_war_that_is_brought_in_is_never_without_its_keeper() -> None:
    """Where the place of the keeper cannot be written, there is no war either."""
    row = begun()
    content = b"".join(store.journal(row.key))
    row.delete()
    store.forget()
    who = account("진행자")
    with mock.patch.object(models.Holding.objects, "create", side_effect=RuntimeError), pytest.raises(RuntimeError):
        store.bring_in(content, "Asia/Seoul", who)
    assert not models.War.objects.exists()
    again = store.bring_in(content, "Asia/Seoul", who)
    assert isinstance(again, models.War)
    assert again.holdings.get(role=models.Role.KEEPER).account == who
