"""Browsers of the tests: somebody who comes with a name, an account and places in wars."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client

from grailkeeper.web import accounts, clock, models

PASSWORD = "긴 비밀번호 하나"


def account(name: str, opens: bool = False) -> models.Account:
    made = accounts.make(name, PASSWORD, opens)
    assert isinstance(made, models.Account), made
    return made


def browser(who: models.Account | None = None, language: str = "ko") -> Client:
    """A browser that checks what Django's own client lets pass, logged in as somebody."""
    client = Client(enforce_csrf_checks=True, headers={"Accept-Language": language})
    if who is not None:
        client.cookies["sitting"] = accounts.log_in(who, "시험 브라우저")
    return client


def holds(who: models.Account, war: models.War, role: models.Role, seat: str = "") -> None:
    models.Holding.objects.create(war=war, account=who, role=role, seat=seat, since=clock.now())


def send(client: Client, address: str, page: str = "", **fields: str):  # type: ignore[no-untyped-def]
    """Send a form, with the token of the page on which it stands (`page`, else the same address)."""
    read = client.get(page or address)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', read.content.decode())
    assert token is not None, read.content.decode()
    return client.post(address, {**fields, "csrfmiddlewaretoken": token[1]})


def text(response) -> str:  # type: ignore[no-untyped-def]
    """What a page says, without its marks."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode())))


def keeper(war: models.War) -> Client:
    """The browser of a keeper of the war."""
    who = account("진행자")
    holds(who, war, models.Role.KEEPER)
    return browser(who)
