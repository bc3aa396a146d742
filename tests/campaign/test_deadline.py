"""Deadlines: when a call is due, and that closing early never tells who was asked in secret."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grailkeeper.campaign import keep
from grailkeeper.campaign.deadline import all_in, due, overdue
from grailkeeper.campaign.outcome import Refused
from grailkeeper.core.call import Ask, Call, Mode
from grailkeeper.core.seat import EVERYBODY, PUBLIC, Audience, Viewer, only, seat_viewer
from grailkeeper.views.gate import CallSight, Gate
from toy.system import Toy

from .scenes import HAND, at_hands, call_of, close, gather, publish, seal, stake, toy_war
from .wars import Player

START = datetime.fromisoformat("2026-11-30T00:00:00+00:00")
POLICY: Any = {"hours": {"default": 48, "hand": 24}}
hours = st.integers(0, 400)


def at(hour: int) -> str:
    return (START + timedelta(hours=hour)).isoformat()


def hands_from(hour: int) -> Player:
    """A war whose hands were asked at that hour."""
    player = toy_war(policy=POLICY, at=at(0))
    gather(player, "s1", "s2", at=at(hour))
    stake(player, at=at(hour))
    return player


@given(opened=hours, now=hours)
def test_a_call_is_due_its_hours_after_it_opened(opened: int, now: int) -> None:
    player = hands_from(opened)
    call = call_of(player, "hand")
    assert due(player.war, call) == START + timedelta(hours=opened + 24)
    assert overdue(player.war, call, START + timedelta(hours=now)) == (now >= opened + 24)


def test_a_kind_that_is_not_named_has_the_default_and_no_policy_has_no_deadline() -> None:
    named = toy_war(policy=POLICY, at=at(0))
    assert due(named.war, call_of(named, "gathering")) == START + timedelta(hours=48)
    for player in (toy_war(at=at(0)), toy_war(policy={"hours": {"hand": 24}}, at=at(0)), toy_war(policy=POLICY)):
        call = call_of(player, "gathering")
        assert due(player.war, call) is None
        assert not overdue(player.war, call, datetime.max.replace(tzinfo=START.tzinfo))


def test_a_policy_that_is_none_begins_no_war() -> None:
    policies: tuple[Any, ...] = ({"hours": {"hand": 0}}, {"hours": {"hand": "soon"}}, {"hours": 3}, {"days": {}})
    for policy in policies:
        setup = {"seats": [{"team": "red", "coins": 1, "charms": 1}] * 2}
        refused = keep.begin(Toy(), "w", "w", setup, {}, bytes(32), policy)
        assert isinstance(refused, Refused)


@given(pauses=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 50)), max_size=4))
def test_while_a_war_is_paused_its_hours_stand_still(pauses: list[tuple[int, int]]) -> None:
    """`pauses`: hours of play, then hours of pause."""
    player, now, rest = hands_from(5), 5, 24
    for played, paused in pauses:
        now, rest = now + played, rest - played
        assert player.take(keep.pause(player.war, "a holiday", at(now)))
        assert due(player.war, call_of(player, "hand")) is None
        assert player.take(keep.pause(player.war, "and a longer one", at(now + paused // 2)))
        now += paused
        assert not overdue(player.war, call_of(player, "hand"), START + timedelta(hours=now + 1000))
        assert player.take(keep.pause(player.war, "", at(now)))
        assert due(player.war, call_of(player, "hand")) == START + timedelta(hours=now + rest)


@pytest.mark.parametrize("published", [True, False])
def test_a_call_that_a_rewind_reopens_has_its_hours_anew_and_one_that_stayed_open_keeps_them(published: bool) -> None:
    player = at_hands(4, policy=POLICY, at=at(0))
    player.war = replace(player.war, opened_at={call.address: at(0) for call in player.war.calls})
    first, second = (call for call in player.war.calls if call.kind == "hand")
    before = player.war.number
    close(player, first.address, at(20))
    if published:
        publish(player, first.address, at=at(21))
    assert player.take(keep.rewind(player.war, before, "a hand was misread", at(100)))
    assert due(player.war, first) == START + timedelta(hours=124)
    assert due(player.war, second) == START + timedelta(hours=24), "else everybody saw that something was rewound"


def test_a_closed_call_is_not_due() -> None:
    player = hands_from(0)
    call = call_of(player, "hand")
    close(player, call.address)
    assert due(player.war, call) is None
    assert not all_in(player.war, call)


SEATS = ("s1", "s2", "s3")
groups = st.sets(st.sampled_from(SEATS)).map(lambda seats: tuple(sorted(seats)))
audiences = st.just(EVERYBODY) | groups.map(only)


class Asking(Toy):
    """A toy that asks what it is told to."""

    call: Call

    def calls(self, state: Any) -> tuple[Call, ...]:  # noqa: ARG002
        return (self.call,)


def asked(seats: tuple[str, ...], open_to: Audience, asked_to: Audience, mode: Mode = Mode.SEALED) -> Call:
    asks = tuple(Ask(seat, seat) for seat in seats)
    return Call("0/hand", "hand", "T-4.1", mode, asks, "silent_hand", open_to=open_to, asked_to=asked_to)


def war_asking(call: Call) -> Player:
    system = Asking()
    system.call = call
    return toy_war(3, system=system)


def everybody() -> list[Viewer]:
    return [PUBLIC, *map(seat_viewer, SEATS)]


def sight(call: Call, viewer: Viewer) -> tuple[CallSight, ...]:
    player = war_asking(call)
    return Gate(player.war, viewer, player.entries).calls()


def all_sealed(call: Call) -> Player:
    player = war_asking(call)
    for ask in call.asks:
        seal(player, call.address, ask.whom, HAND)
    return player


@given(seats=groups, open_to=audiences, asked_to=audiences)
def test_a_call_never_closes_early_where_that_could_tell_somebody_who_was_asked(
    seats: tuple[str, ...], open_to: Audience, asked_to: Audience
) -> None:
    """Who sees it close must have seen whom it asked: no other asks would have looked the same."""
    call = asked(seats, open_to, asked_to)
    if all_in(all_sealed(call).war, call):
        others = [asked(them, open_to, asked_to) for size in range(4) for them in combinations(SEATS, size)]
        for viewer in everybody():
            seen = sight(call, viewer)
            if seen:
                assert [other.asks for other in others if sight(other, viewer) == seen] == [call.asks]


@given(seats=groups, silent=groups, open_to=audiences, asked_to=audiences)
def test_a_call_closes_early_only_when_all_have_answered(
    seats: tuple[str, ...], silent: tuple[str, ...], open_to: Audience, asked_to: Audience
) -> None:
    call = asked(seats, open_to, asked_to)
    player = war_asking(call)
    for seat in set(seats) - set(silent):
        seal(player, call.address, seat, HAND)
    if set(seats) & set(silent):
        assert not all_in(player.war, call)


def test_what_may_close_early() -> None:
    """A call that everybody knows; one that is known to its only seat; one that those asked know of each other."""
    both = only(("s1", "s2"))
    for call in (
        asked(SEATS, EVERYBODY, EVERYBODY),
        asked(("s1",), only(["s1"]), only(["s1"])),
        asked(("s1",), only([]), only(["s1"])),
        asked(("s1", "s2"), both, both),
    ):
        player = all_sealed(call)
        assert all_in(player.war, call)
        assert player.take(keep.pause(player.war, "a holiday"))
        assert not all_in(player.war, call)
    for call in (
        asked(("s1", "s2"), both, only([])),
        asked(("s1",), only(["s1"]), only([])),
        asked((), EVERYBODY, only(["s1"])),
        asked(("s1",), EVERYBODY, only(["s1"])),
        asked(("s1",), both, only(["s1"])),
    ):
        assert not all_in(all_sealed(call).war, call)


def test_a_floor_never_closes_early() -> None:
    call = asked(("s1",), EVERYBODY, EVERYBODY, Mode.FLOOR)
    assert not all_in(war_asking(call).war, call)


def test_a_standing_answer_counts_as_an_answer() -> None:
    call = asked(("s1",), only(["s1"]), only(["s1"]))
    player = war_asking(call)
    assert not all_in(player.war, call)
    seal(player, "standing/hand", "s1", HAND)
    assert all_in(player.war, call)
