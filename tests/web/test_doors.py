"""Every address against everybody who may come: a table that must be changed with the routes."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from grailkeeper.web import models, store
from grailkeeper.web.gatekeeper import Who
from grailkeeper.web.routes import ROUTES

from .people import account, browser, holds, text
from .test_seat import asked, seal
from .wars import begun

PEOPLE = ("nobody", "stranger", "opener", "reader", "other player", "player", "other keeper", "keeper")

MAY: dict[Who, tuple[str, ...]] = {
    Who.ANYBODY: PEOPLE,
    Who.ACCOUNT: PEOPLE[1:],
    Who.OPENER: ("opener",),
    Who.READER: ("reader", "other player", "player", "keeper"),
    Who.SEAT: ("player",),
    Who.KEEPER: ("keeper",),
}
"""Who comes in where, in a war that is not public."""


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
        "player": (war, models.Role.PLAYER, "t1"),
        "other keeper": (other, models.Role.KEEPER, ""),
        "keeper": (war, models.Role.KEEPER, ""),
    }
    found = {"nobody": browser()}
    for name in PEOPLE[1:]:
        who = account(name, opens=name == "opener")
        if name in places:
            row, role, seat = places[name]
            holds(who, row, role, seat)
        found[name] = browser(who)
    return found


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
        "login": 1,
        "entry": 1,
        "kind": "person_corrected",
        "post": 1,
    }
    return {name: value for name, value in values.items() if f":{name}>" in pattern}


NOT_YET = ("opened", "edit_post", "keeper_edit")
"""What is there for nobody: the war has not ended, and nobody has written anything."""


def let_in(response: Any, missing: str) -> bool:
    """Whether somebody was answered: neither sent to log in nor told that there is nothing."""
    if response.status_code == 302 and response["Location"].startswith("/login/?next="):
        return False
    return not (response.status_code == 404 and text(response) == missing)


def test_who_may_come_in_does_and_nobody_else(war: models.War) -> None:
    everybody = people(war)
    seal(everybody["player"], war, asked(war))
    missing = {who: text(client.get("/nowhere/")) for who, client in everybody.items()}
    for route in ROUTES:
        address = reverse(route.name, kwargs=named(war, route.pattern))
        for who, client in everybody.items():
            read = client.get(address)
            if route.who is Who.ANYBODY:
                assert read.status_code in (200, 404, 405), (route.name, who)
                continue
            may = who in MAY[route.who]
            there = may and route.name not in NOT_YET
            assert let_in(read, missing[who]) == there, (route.name, who, "GET", read.status_code)
            if not may:
                sent = post(client, address)
                assert not let_in(sent, missing[who]), (route.name, who, "POST", sent.status_code)


def post(client: Client, address: str, **fields: str) -> Any:
    token = client.get("/").content.decode().partition('csrfmiddlewaretoken" value="')[2][:64]
    return client.post(address, {**fields, "csrfmiddlewaretoken": token})


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
