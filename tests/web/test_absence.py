"""While somebody is away: who is waited for, who answers, what is said of it, and that nobody else learns of it."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test import Client

from grailkeeper.campaign.entry import EntryKind
from grailkeeper.core.call import Call, Mode
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.text.language import Language
from grailkeeper.text.words import load_words
from grailkeeper.web import absence, clock, hours, invitations, models, resolver, store
from grailkeeper.web.policy import kinds_of
from grailkeeper.web.worker import Worker

from .people import account, browser, keeper, send, text
from .test_seat import asked, player, seal
from .test_sent import sent
from .test_worker import give_agents
from .wars import begun, played, war_of

NAMES = [each.system.name for each in SYSTEMS]


def at(passed: float) -> Any:
    """So many hours later."""
    later = clock.now() + timedelta(hours=passed)
    return mock.patch.object(clock, "now", lambda: later)


def closed(war: models.War) -> int:
    return sum(each.kind is EntryKind.CLOSED for each in store.entries(war.key))


def sealed(war: models.War) -> list[str]:
    return [str(each.body["whom"]) for each in store.entries(war.key) if each.kind is EntryKind.SEALED]


def under_way(war: models.War, stops: Callable[[Call], bool]) -> Call:
    """Have programs play until a question is open at which to stop; then all seats are empty."""
    give_agents(war)
    while True:
        (call, *_) = store.load(war_of(war)).calls
        if stops(call):
            break
        resolver.settle(war.key, 1)
    war.agents.all().delete()
    war.refresh_from_db()
    return call


def seated(war: models.War) -> dict[str, Client]:
    return {seat: player(war, seat) for seat in absence.seats_of(store.load(war))}


# Whoever is excused


def by_policy(war: models.War, silence: models.Silence, **more: Any) -> models.War:
    models.War.objects.filter(pk=war.pk).update(silence=silence, **more)
    war.refresh_from_db()
    return war


@pytest.mark.parametrize("excused", [False, True])
def test_where_silence_may_show_an_excuse_changes_nothing_of_when_a_question_closes(excused: bool) -> None:
    """Else whoever is seen to have been silent in it were known to be excused: by an early end, or by no grace."""
    war = by_policy(begun(), models.Silence.RULES, grace=12)
    seats = seated(war)
    if excused:
        absence.excuse(war, "t3", None, None)
    for seat in ("t1", "t2"):
        seal(seats[seat], war, asked(war, seat))
    course = []
    for passed in (0, 47, 49, 59, 61):
        with at(passed):
            Worker().round()
        course.append((closed(war), war.graces.count()))
    assert course == [(0, 0), (0, 0), (0, 1), (0, 1), (1, 1)]


def test_where_the_policy_says_so_openly_whoever_is_excused_is_not_waited_for() -> None:
    war = by_policy(begun(), models.Silence.AT_ONCE)
    seats = seated(war)
    absence.excuse(war, "t3", None, None)
    for seat in ("t1", "t2"):
        assert Worker().round() == 0
        assert "쉬는 자리는 기다리지 않습니다" in text(seats[seat].get(f"/war/{war.key}/seat/{seat}/"))
        seal(seats[seat], war, asked(war, seat))
    assert Worker().round() == 1
    assert closed(war) == 1
    assert sealed(war) == ["t1", "t2"]


def test_where_a_program_answers_for_the_silent_it_does_for_the_excused_once_all_others_have() -> None:
    """What comes of the question shows nobody's silence, so it may close then."""
    war = by_policy(begun(), models.Silence.AGENT)
    seats = seated(war)
    absence.excuse(war, "t3", None, None)
    seal(seats["t1"], war, asked(war))
    assert Worker().round() == 0
    seal(seats["t2"], war, asked(war, "t2"))
    with mock.patch.object(resolver, "_order", return_value=None):
        assert Worker().round() == 0, "a program that says nothing leaves a silence, which waits for its time"
    assert Worker().round() == 2
    assert sealed(war) == ["t1", "t2", "t3"]
    assert closed(war) == 1


def test_an_absence_never_closes_what_nobody_at_the_table_has_answered() -> None:
    """Else everybody would see by the hour that nobody was waited for."""
    war = by_policy(begun(), models.Silence.AT_ONCE)
    seated(war)
    for seat in ("t1", "t2", "t3"):
        absence.excuse(war, seat, None, None)
    assert Worker().round() == 0
    absence.back(war, "t1")
    absence.stand_in(war, "t1")
    assert Worker().round() == 1
    assert sealed(war) == ["t1"]
    assert closed(war) == 0
    with at(49):
        assert Worker().round() == 1
    assert closed(war) == 1


def test_an_excuse_ends_at_its_moment() -> None:
    war = by_policy(begun(), models.Silence.AT_ONCE)
    seats = seated(war)
    absence.excuse(war, "t3", clock.now() + timedelta(hours=1), None)
    with at(2):
        for seat in ("t1", "t2"):
            seal(seats[seat], war, asked(war, seat))
        assert Worker().round() == 0
    assert closed(war) == 0


def test_an_excuse_counts_its_questions_once() -> None:
    war = by_policy(begun(), models.Silence.AT_ONCE)
    seats = seated(war)
    absence.excuse(war, "t3", None, 1)
    (first,) = store.load(war).calls
    for _ in range(3):
        resolver.settle(war.key)
    assert models.Excuse.objects.get().calls == [first.address]
    models.War.objects.filter(pk=war.pk).update(publishing=models.Publishing.CLEAR)
    for seat in ("t1", "t2"):
        seal(seats[seat], war, asked(war, seat))
    Worker().round()
    (second,) = store.load(war_of(war)).calls
    assert second.address != first.address
    for seat in ("t1", "t2"):
        seal(seats[seat], war_of(war), asked(war_of(war), seat))
    assert Worker().round() == 0
    assert models.Excuse.objects.get().calls == [first.address]


# Whoever answers in place of somebody


def test_a_program_stands_in_until_the_player_is_back() -> None:
    war = begun()
    seats = seated(war)
    desk, here = keeper(war), f"/war/{war.key}/desk/people/"
    assert send(desk, here, do="away:t3", way="agent").status_code == 303
    seal(seats["t1"], war, asked(war))
    assert Worker().round() == 1
    assert sealed(war) == ["t1", "t3"]
    mine = f"/war/{war.key}/seat/t3/"
    assert "돌아올 때까지 프로그램이 이 자리에서 선언합니다" in text(seats["t3"].get(mine))
    assert send(seats["t3"], f"{mine}back/", mine).status_code == 303
    assert not models.AgentSeat.objects.exists()
    assert "프로그램이 이 자리" not in text(seats["t3"].get(mine))


def test_on_a_floor_whoever_stands_in_speaks_no_sooner_than_half_of_its_time() -> None:
    war = begun()
    call = under_way(war, lambda call: call.mode is Mode.FLOOR)
    seated(war)
    absence.stand_in(war, call.asks[0].seat)
    worker = Worker()
    assert worker.round() == 0
    with at(23):
        assert worker.round() == 0
    with at(25):
        assert worker.round() > 0
        assert worker.round() == 0


@pytest.mark.parametrize("people", [1, 2])
def test_on_a_floor_programs_let_everybody_speak_first_who_sits_there(people: int) -> None:
    war = begun()
    call = under_way(war, lambda call: call.mode is Mode.FLOOR)
    give_agents(war)
    *first, last = [ask.seat for ask in call.asks]
    seats = {seat: player(war, seat) for seat in first[:people]}
    war.agents.filter(seat__in=seats).delete()

    def waits() -> bool:
        now = store.load(war)
        return absence.table_of(war).speaks_from(now, now.calls[0], last, hours.hours_of(war)) is not None

    for seat, sitting in seats.items():
        assert waits()
        assert Worker().round() == 0
        sent(sitting, war, asked(war, seat))
    assert not waits()


def test_a_substitute_sits_at_the_seat_for_a_time_and_nobody_is_told() -> None:
    war = begun()
    seats = seated(war)
    desk, here = keeper(war), f"/war/{war.key}/desk/people/"
    entries = war_of(war).number
    until = (clock.now() + timedelta(hours=9 + 3)).strftime("%Y-%m-%dT%H:%M")  # in Seoul
    assert send(desk, here, do="away:t3", way="substitute", until=until).status_code == 303
    (invitation,) = models.Invitation.objects.all()
    assert invitation.token in desk.get(here).content.decode()
    friend = account("대신할 친구")
    assert invitations.take(invitation, friend) == ()
    sitting, mine = browser(friend), f"/war/{war.key}/seat/t3/"
    assert "대신할 친구 님이 이 자리를 대신합니다" in text(seats["t3"].get(mine))
    assert sitting.get(mine).status_code == 200
    assert mine in sitting.get("/").content.decode()
    assert send(sitting, f"{mine}back/", mine).status_code == 404
    assert sitting.get(f"/war/{war.key}/seat/t1/").status_code == 404
    seal(sitting, war, asked(war, "t3"))
    assert sealed(war) == ["t3"]
    assert war_of(war).number == entries + 1
    with at(4):
        assert sitting.get(mine).status_code == 404
        assert mine not in sitting.get("/").content.decode()
    assert send(seats["t3"], f"{mine}back/", mine).status_code == 303
    assert sitting.get(mine).status_code == 404


def test_whoever_sits_down_plays_where_a_program_did() -> None:
    war = begun()
    give_agents(war)
    assert invitations.take(invitations.to_war(war, models.Role.PLAYER, "t1"), account("새 참가자")) == ()
    assert sorted(war.agents.values_list("seat", flat=True)) == ["t2", "t3"]
    Worker().round()
    assert sorted(sealed(war)) == ["t2", "t3"]
    assert closed(war) == 0


def test_a_seat_that_is_emptied_has_no_substitute_any_more() -> None:
    war = begun()
    seated(war)
    desk, here = keeper(war), f"/war/{war.key}/desk/people/"
    send(desk, here, do="away:t3", way="substitute")
    assert send(desk, here, do="unseat:t3").status_code == 303
    assert not models.Invitation.objects.exists()
    assert send(desk, here, do="away:t3", way="agent").status_code == 404


@pytest.mark.parametrize(
    "sent", [{"until": "gestern"}, {"until": "2020-01-01T00:00"}, {"questions": "0"}, {"way": "x"}]
)
def test_what_is_wrong_with_an_absence_is_said_and_nothing_changed(sent: dict[str, str]) -> None:
    war = begun()
    seated(war)
    refused = send(keeper(war), f"/war/{war.key}/desk/people/", do="away:t1", **{"way": "excuse", **sent})
    assert refused.status_code == 422
    assert not models.Excuse.objects.exists()


# Silence and grace


def test_a_program_answers_for_the_silent_when_the_time_is_up() -> None:
    war = begun()
    seats = seated(war)
    models.War.objects.filter(pk=war.pk).update(silence=models.Silence.AGENT)
    seal(seats["t1"], war, asked(war))
    with at(47):
        assert Worker().round() == 0
    with at(49):
        assert Worker().round() == 3
        assert Worker().round() == 0
    assert sealed(war) == ["t1", "t2", "t3"]
    assert "마감 때 프로그램이 대신 선언합니다" in text(seats["t2"].get("/")) or closed(war) == 1


def test_grace_is_given_once_where_somebody_is_silent() -> None:
    war = begun()
    seats = seated(war)
    models.War.objects.filter(pk=war.pk).update(grace=12)
    page = f"/war/{war.key}/seat/t1/"
    assert "12시간을 한 번 더 기다립니다" in text(seats["t1"].get(page))
    with at(49):
        assert Worker().round() == 1
        assert closed(war) == 0
        assert Worker().round() == 0
        assert "12시간을 더 기다리고 있습니다" in text(seats["t1"].get(page))
    with at(61):
        assert Worker().round() == 1
    assert closed(war) == 1
    assert models.Grace.objects.count() == 1


def test_whoever_is_not_waited_for_is_given_no_grace() -> None:
    war = begun()
    seats = seated(war)
    by_policy(war, models.Silence.AT_ONCE, grace=12)
    for seat in ("t1", "t2"):
        absence.excuse(war, seat, None, None)
    absence.excuse(war, "t3", None, None)
    with at(49):
        assert Worker().round() == 1
    assert closed(war) == 1
    assert len(seats) == 3


def test_where_it_is_secret_who_is_asked_the_hour_of_closing_tells_of_nobody_s_silence() -> None:
    """There the grace is a part of the time from the beginning, whoever has answered."""
    war = begun("chronicle")
    call = under_way(war, lambda call: call.asked_to.seats is not None)
    row = war_of(war)
    folded, usual = store.load(row), hours.hours_of(row).due(store.load(row), call)
    row.grace = 12
    row.save()
    assert usual is not None
    assert hours.hours_of(row).due(folded, call) == usual + timedelta(hours=12)
    assert not hours.hours_of(row).may_wait(folded, call)
    seated(war)
    with at(59):
        assert Worker().round() == 0
    with at(61):
        assert Worker().round() == 1
    assert not models.Grace.objects.exists()


def test_workers_beside_each_other_give_the_grace_once_and_count_once() -> None:
    war = begun()
    seated(war)
    models.War.objects.filter(pk=war.pk).update(grace=12, silence=models.Silence.AGENT)
    absence.excuse(war, "t3", None, 2)

    def work() -> None:
        resolver.settle(war.key, 25)
        connection.close()

    for passed in (49, 62):
        with at(passed):
            workers = [threading.Thread(target=work) for _ in range(4)]
            for each in workers:
                each.start()
            for each in workers:
                each.join()
    assert models.Grace.objects.count() == 1
    assert sorted(sealed(war)) == ["t1", "t2", "t3"]
    assert closed(war) == 1
    assert len(models.Excuse.objects.get().calls) == 1


def test_of_two_excuses_in_one_instant_one_holds() -> None:
    war = begun()
    seated(war)

    def excuse(questions: int) -> None:
        absence.excuse(war, "t3", None, questions)
        connection.close()

    threads = [threading.Thread(target=excuse, args=(questions,)) for questions in (1, 2, 3, 4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    models.Excuse.objects.update(calls=["x"])
    excuse(5)
    assert models.Excuse.objects.get().calls == [], "a new excuse counts anew"


# Who may know


def test_nobody_else_learns_that_somebody_is_away() -> None:
    """Every page of the others is the same, byte for byte but for tokens, while a seat is excused or held."""
    war = begun()
    seats = seated(war)
    everybody = browser()

    def seen() -> list[str]:
        pages = [everybody.get(f"/war/{war.key}/"), everybody.get(f"/war/{war.key}/told.jsonl")]
        mine = f"/war/{war.key}/seat/t1/"
        pages += [seats["t1"].get(each) for each in ("/", mine, f"{mine}story/", f"{mine}told.jsonl")]
        return [re.sub(r'value="\w{64}"', "", each.content.decode()) for each in pages]

    with at(0):
        before = seen()
        absence.excuse(war, "t3", None, 3)
        absence.stand_in(war, "t3")
        invitations.take(invitations.to_substitute(war, "t3", None), account("대신할 친구"))
        Worker().round()
        assert sealed(war) == ["t3"]
        assert seen() == before


# The policy


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("system", NAMES)
def test_every_kind_of_question_that_is_asked_can_be_set(system: str, language: Language) -> None:
    rules = next(each for each in SYSTEMS if each.system.name == system)
    kinds = kinds_of(load_words(rules.package, language))
    war = begun(system, teams=4)
    met = set()
    for _ in range(25):
        met |= {call.kind for call in store.load(war_of(war)).calls}
        played(war, 1)
    assert met <= set(kinds)
    assert len(met) > 2


def test_what_is_published_by_itself_is_set_question_by_question() -> None:
    war = begun()
    seats = seated(war)
    desk, here = keeper(war), f"/war/{war.key}/desk/policy/"
    assert send(desk, here, publishing="clear", **{"publishing.opening": "desk"}).status_code == 303
    assert war_of(war).publishing_of == {"opening": "desk"}
    for _ in range(2):
        for seat, client in seats.items():
            seal(client, war_of(war), asked(war_of(war), seat))
        Worker().round()
    entries = list(store.entries(war.key))
    published = [str(each.body["call"]) for each in entries if each.kind is EntryKind.PUBLISHED]
    assert len(published) == 1
    assert len(store.load(war_of(war)).closed) == 1


def test_what_is_wrong_with_a_policy_is_said_and_nothing_changed() -> None:
    war = begun()
    desk, here = keeper(war), f"/war/{war.key}/desk/policy/"
    refused = send(desk, here, publishing="x", silence="y", grace="-1", **{"publishing.acts": "z"})
    assert refused.status_code == 422
    said = text(refused)
    assert "유예 시간은" in said
    assert said.count("고를 수 없습니다") == 3
    row = war_of(war)
    assert (row.publishing, row.silence, row.grace, row.publishing_of) == ("desk", "rules", 0, {})
