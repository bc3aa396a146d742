"""Every address against everybody who may come: a table that must be changed with the routes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.test import Client
from django.urls import reverse

from grailkeeper.web import clock, invitations, models, store, talk
from grailkeeper.web.gatekeeper import Who
from grailkeeper.web.routes import ROUTES

from .people import account, browser, holds, text
from .test_seat import asked, seal
from .wars import begun

PEOPLE = (
    "nobody",
    "stranger",
    "opener",
    "reader",
    "other player",
    "former player",
    "beside a program",
    "player",
    "substitute",
    "other keeper",
    "former keeper",
    "second keeper",
    "keeper",
)
"""Whoever may come: among them who once sat at the seat, who sits where a program answers, who sits in for its
player, keepers of other wars."""

MAY: dict[Who, tuple[str, ...]] = {
    Who.ANYBODY: PEOPLE,
    Who.ACCOUNT: PEOPLE[1:],
    Who.OPENER: ("opener",),
    Who.READER: ("reader", "other player", "beside a program", "player", "substitute", "second keeper", "keeper"),
    Who.SEAT: ("player", "substitute"),
    Who.KEEPER: ("second keeper", "keeper"),
}
"""Who comes in where, in a war that is not public."""

SITS_IN = timedelta(hours=2)
"""For how long the substitute does."""


@pytest.fixture(params=[False, True], ids=["while the substitute sits in", "after that"])
def over(request: pytest.FixtureRequest) -> bool:
    """Whether the substitute's time is over. Its place is a row still: nobody has taken it away."""
    return bool(request.param)


@contextmanager
def in_time(over: bool) -> Iterator[None]:
    then = clock.now() + (SITS_IN if over else timedelta())
    with mock.patch.object(clock, "now", lambda: then):
        yield


def may(who: Who, over: bool) -> tuple[str, ...]:
    """Who comes in; a substitute whose time is over as anybody with an account."""
    others = who not in (Who.ANYBODY, Who.ACCOUNT) and over
    return tuple(each for each in MAY[who] if not (others and each == "substitute"))


@pytest.fixture
def war() -> models.War:
    found = begun(teams=3)
    found.public = False
    found.save()
    return found


def people(war: models.War) -> dict[str, Client]:
    other = begun("bingo")
    places = {
        "reader": (war, models.Role.READER, ""),
        "other player": (war, models.Role.PLAYER, "t2"),
        "beside a program": (war, models.Role.PLAYER, "t3"),
        "player": (war, models.Role.PLAYER, "t1"),
        "other keeper": (other, models.Role.KEEPER, ""),
        "second keeper": (war, models.Role.KEEPER, ""),
        "keeper": (war, models.Role.KEEPER, ""),
    }
    found = {"nobody": browser()}
    for name in PEOPLE[1:]:
        who = account(name, opens=name == "opener")
        if name in places:
            row, role, seat = places[name]
            holds(who, row, role, seat)
        found[name] = browser(who)
    sits_in = models.Account.objects.get(name="substitute")
    link = invitations.to_substitute(war, "t1", clock.now() + SITS_IN)
    assert invitations.take(link, sits_in) == ()
    models.AgentSeat.objects.create(war=war, seat="t3", agent="steady")
    return found


def write(war: models.War, name: str, seat: str) -> None:
    """Somebody has written something from a place, whether it still has it or not."""
    who = models.Account.objects.get(name=name)
    said = talk.say(store.load(war), who, seat, models.Voice.OUT, talk.To.PUBLIC, (), "한마디")
    assert isinstance(said, models.Post)


def named(war: models.War, pattern: str) -> dict[str, object]:
    call = next(call for call in store.load(war).calls)
    values: dict[str, object] = {
        "key": war.key,
        "seat": "t1",
        "whom": "t1",
        "call": call.address,
        "system": "sceneplay",
        "clause": "S-10.3",
        "name": "x",
        "token": "x",
        "login": "0" * 16,
        "entry": 1,
        "kind": "person_corrected",
        "post": 1,
        "battle": 1,
    }
    return {name: value for name, value in values.items() if f":{name}>" in pattern}


NOT_THERE = {
    "opened": PEOPLE,
    "battle": PEOPLE,
    "own_battle": PEOPLE,
    "keeper_battle": PEOPLE,
    "keeper_edit": ("second keeper",),
}
"""What is there for nobody yet, since the war has just begun; and for whom there is nothing of their own."""


def let_in(response: Any, missing: str) -> bool:
    """Whether somebody was answered: neither sent to log in nor told that there is nothing."""
    if response.status_code == 302 and response["Location"].startswith("/login/?next="):
        return False
    return not (response.status_code == 404 and text(response) == missing)


def test_who_may_come_in_does_and_nobody_else(war: models.War, over: bool) -> None:
    """Every route against everybody, reading and sending; what has no such way says so to whoever may come."""
    everybody = people(war)
    seal(everybody["player"], war, asked(war))
    wrote = {"player": "t1", "substitute": "t1", "former player": "t1", "keeper": "", "former keeper": ""}
    for name, seat in wrote.items():
        write(war, name, seat)
    with in_time(over):
        _try_every_door(war, everybody, over)


def _try_every_door(war: models.War, everybody: Mapping[str, Client], over: bool) -> None:
    missing = {who: text(client.get("/nowhere/")) for who, client in everybody.items()}
    for route in ROUTES:
        address = reverse(route.name, kwargs=named(war, route.pattern))
        for who, client in everybody.items():
            read = client.get(address)
            if route.who is Who.ANYBODY:
                assert read.status_code in (200, 404, 405), (route.name, who)
                continue
            comes = who in may(route.who, over)
            there = comes and who not in NOT_THERE.get(route.name, ())
            assert let_in(read, missing[who]) == there, (route.name, who, "GET", read.status_code)
            assert not there or (read.status_code == 405) == (route.get is None), (route.name, who, "GET")
            if not comes or route.post is None:
                sent = post(client, address)
                assert let_in(sent, missing[who]) == comes, (route.name, who, "POST", sent.status_code)
                assert not comes or sent.status_code == 405, (route.name, who, "POST")


def test_whoever_may_send_a_form_is_told_what_is_wrong_with_an_empty_one(war: models.War) -> None:
    everybody = people(war)
    for name, seat in (("player", "t1"), ("substitute", "t1"), ("keeper", "")):
        write(war, name, seat)
    before = models.War.objects.get(key=war.key).head
    for route in ROUTES:
        if route.post is None or route.who is Who.ANYBODY:
            continue
        address = reverse(route.name, kwargs=named(war, route.pattern))
        for who in MAY[route.who]:
            if who not in NOT_THERE.get(route.name, ()):
                sent = post(everybody[who], address)
                assert sent.status_code in (200, 302, 303, 404, 422), (route.name, who, sent.status_code)
                assert not sent.get("Location", "").startswith("/login/?next="), (route.name, who)
    assert models.War.objects.get(key=war.key).head == before, "an empty form has done something"


def test_a_seat_that_changes_hands_is_the_new_one_s_alone(war: models.War) -> None:
    first, second = account("먼저 앉은 이"), account("나중에 앉은 이")
    holds(first, war, models.Role.PLAYER, "t1")
    seal(browser(first), war, asked(war))
    question = next(iter(store.load(models.War.objects.get(key=war.key)).sealed))
    models.Holding.objects.filter(war=war, seat="t1").delete()
    holds(second, war, models.Role.PLAYER, "t1")
    here = f"/war/{war.key}/seat/t1/"
    pages = (here, f"{here}story/", f"{here}told.jsonl", f"{here}receipt/{question[1]}/{question[0]}/")
    for page in pages:
        assert browser(second).get(page).status_code == 200
        assert text(browser(first).get(page)) == text(browser(first).get("/nowhere/"))
    assert war.title not in text(browser(first).get("/"))
    assert war.title in text(browser(second).get("/"))
    assert browser(first).get(f"/war/{war.key}/").status_code == 404, "nor does it read what is not public"


def test_what_was_written_to_a_team_stays_with_those_who_were_in_it(war: models.War) -> None:
    """A seat that comes to a team later does not read what was said before; one that leaves it keeps what it has
    read, and reads no more."""
    everybody = people(war)
    folded = store.load(war)
    seats = folded.system.seats(folded.state)
    together = [replace(seat, team="t1") if seat.key == "t2" else seat for seat in seats]
    said: list[list[str]] = []
    for there in (seats, together, seats):
        with mock.patch.object(type(folded.system), "seats", lambda *_, there=there: tuple(there)):
            who = models.Account.objects.get(name="player")
            post_ = talk.say(folded, who, "t1", models.Voice.OUT, talk.To.TEAM, (), f"글 {len(said)}")
            assert isinstance(post_, models.Post)
            said.append(post_.seats)
    assert said == [["t1"], ["t1", "t2"], ["t1"]]
    theirs = text(everybody["other player"].get(f"/war/{war.key}/seat/t2/story/"))
    assert [f"글 {number}" in theirs for number in range(3)] == [False, True, False]


@pytest.mark.parametrize("number", [0, 2**31, 2**63, 10**30])
def test_a_number_that_is_none_of_an_entry_or_a_post_is_not_there(war: models.War, number: int) -> None:
    everybody, here = people(war), f"/war/{war.key}"
    assert everybody["keeper"].get(f"{here}/desk/texts/{number}/").status_code == 404
    assert everybody["keeper"].get(f"{here}/desk/rewind/{number}/").status_code == 404
    assert everybody["player"].get(f"{here}/seat/t1/post/{number}/").status_code == 404


def post(client: Client, address: str, **fields: str) -> Any:
    if "csrftoken" not in client.cookies:
        client.get("/login/")
    return client.post(address, {**fields, "csrfmiddlewaretoken": client.cookies["csrftoken"].value})


def test_a_war_that_is_public_is_read_by_everybody_and_no_more_than_that(war: models.War) -> None:
    war.public = True
    war.save()
    for client in people(war).values():
        assert client.get(f"/war/{war.key}/").status_code == 200
        assert client.get(f"/war/{war.key}/told.jsonl").status_code == 200


def test_every_route_is_in_the_table() -> None:
    assert set(MAY) == set(Who)
    assert len({route.name for route in ROUTES}) == len(ROUTES)
    for route in ROUTES:
        assert (route.who in (Who.READER, Who.SEAT, Who.KEEPER)) == ("<str:key>" in route.pattern)
        assert (route.who is Who.SEAT) == ("<str:seat>" in route.pattern)
