"""What happens by itself: agents, deadlines, publishing; done once however many workers there are."""

from __future__ import annotations

import threading
from datetime import timedelta
from unittest import mock

import pytest
from django.db import connection

from grailkeeper.agents.table import ROUNDS
from grailkeeper.campaign import keep
from grailkeeper.campaign.entry import EntryKind
from grailkeeper.core.call import Mode
from grailkeeper.journal.file import Reading
from grailkeeper.journal.verify import verify
from grailkeeper.rules.registry import SYSTEMS, by_name
from grailkeeper.text.calling import CALLED
from grailkeeper.web import clock, models, resolver, service, store
from grailkeeper.web.worker import Worker

from .people import keeper, send, text
from .test_seat import asked, player, seal
from .wars import begun, war_of

NAMES = [each.system.name for each in SYSTEMS]


def give_agents(war: models.War, *but: str) -> None:
    """Let programs hold all seats but these."""
    for seat in store.load(war).system.seats(store.load(war).state):
        if seat.key not in but:
            models.AgentSeat.objects.create(war=war, seat=seat.key, agent="steady")


@pytest.mark.parametrize("system", NAMES)
def test_a_war_of_agents_waits_for_nobody(system: str) -> None:
    war = begun(system)
    give_agents(war)
    assert resolver.settle(war.key, 60) == 60
    entries = tuple(store.entries(war.key))
    assert EntryKind.PUBLISHED in [each.kind for each in entries]
    assert verify(by_name(), Reading(entries, 0, b"")).holds
    lines = b"".join(each.line() for each in entries)
    english = [name for name in CALLED["ko"] if f'"{name}"'.encode() in lines]
    assert english == [], "the teams have Korean names"


def test_a_war_that_cannot_be_read_keeps_no_other_waiting() -> None:
    broken, war = begun(), begun("bingo")
    give_agents(broken)
    give_agents(war)
    line = models.Entry.objects.get(war=broken).line
    models.Entry.objects.filter(war=broken).update(line=b"{}")
    store.forget()
    worker = Worker()
    assert worker.round() > 0
    models.Entry.objects.filter(war=broken).update(line=line)
    assert worker.round() == 0
    later = clock.now() + timedelta(minutes=2)
    with mock.patch.object(clock, "now", lambda: later):
        assert worker.round() > 0


def test_agents_answer_and_the_keeper_publishes() -> None:
    war = begun()
    desk, seat = keeper(war), player(war)
    give_agents(war, "t1")
    worker = Worker()
    worker.round()
    kinds = [each.kind for each in store.entries(war.key)]
    assert kinds.count(EntryKind.SEALED) == 2
    assert EntryKind.CLOSED not in kinds
    assert worker.round() == 0
    seal(seat, war, asked(war))
    worker.round()
    (call,) = store.load(war_of(war)).closed
    assert worker.round() == 0
    send(desk, f"/war/{war.key}/desk/policy/", publishing="clear")
    worker.round()
    assert call not in store.load(war_of(war)).closed
    assert EntryKind.PUBLISHED in [each.kind for each in store.entries(war.key)]


def test_a_question_closes_when_its_time_is_up() -> None:
    war = begun()
    worker = Worker()
    assert worker.round() == 0
    later = clock.now() + timedelta(hours=47)
    with mock.patch.object(clock, "now", lambda: later):
        assert worker.round() == 0
    over = clock.now() + timedelta(hours=49)
    with mock.patch.object(clock, "now", lambda: over):
        assert worker.round() == 1
        assert worker.round() == 0
    assert len(store.load(war_of(war)).closed) == 1


def test_more_time_is_given_with_a_reason() -> None:
    war = begun()
    desk, seat = keeper(war), player(war)
    (call,) = store.load(war).calls
    here = f"/war/{war.key}/desk/call/{call.address}/"
    assert send(desk, here, do="extend", hours="0", reason="설날").status_code == 422
    assert send(desk, here, do="extend", hours="24", reason=" ").status_code == 422
    for _ in range(2):
        assert send(desk, here, do="extend", hours="12", reason="설날").status_code == 303
    assert "늘림: 설날" in text(seat.get(f"/war/{war.key}/seat/t1/"))
    started = clock.now()
    with mock.patch.object(clock, "now", lambda: started + timedelta(hours=71)):
        assert Worker().round() == 0
    with mock.patch.object(clock, "now", lambda: started + timedelta(hours=73)):
        assert Worker().round() == 1


def test_a_rewind_gives_programs_their_turns_on_a_floor_again_and_no_turn_reads_the_journal() -> None:
    war = begun()
    give_agents(war)
    while (call := store.load(war_of(war)).calls[0]).mode is not Mode.FLOOR:
        assert resolver.settle(war.key, 1)
    before = war_of(war).number
    models.AgentSeat.objects.exclude(seat=call.asks[0].seat).delete()

    def heard() -> int:
        return sum(store.load(war_of(war)).heard(call.address).values())

    with mock.patch.object(store, "entries", side_effect=AssertionError("all of the journal is read")):
        for _ in range(ROUNDS + 1):
            assert resolver.settle(war.key, 20)
            assert 0 < heard() <= ROUNDS
            service.run(war.key, lambda war: keep.rewind(war, before, "again"))
            assert heard() == 0


def test_workers_beside_each_other_do_nothing_twice() -> None:
    war = begun("sceneplay", teams=4)
    give_agents(war)

    def work() -> None:
        resolver.settle(war.key, 25)
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(4)]
    for each in workers:
        each.start()
    for each in workers:
        each.join()
    entries = tuple(store.entries(war.key))
    assert verify(by_name(), Reading(entries, 0, b"")).holds
    for kind in (EntryKind.CLOSED, EntryKind.PUBLISHED):
        calls = [str(each.body["call"]) for each in entries if each.kind is kind]
        assert len(calls) == len(set(calls))
    sealed = [(str(each.body["call"]), str(each.body["whom"])) for each in entries if each.kind is EntryKind.SEALED]
    assert len(sealed) == len(set(sealed))
