"""Whatever is sent, it is taken or refused: also what one database keeps and another does not."""

from __future__ import annotations

import pytest
from django.urls import reverse

from grailkeeper.web import models
from grailkeeper.web.gatekeeper import Who
from grailkeeper.web.routes import ROUTES

from .test_doors import MAY, named, people, post
from .wars import begun

STRANGE = ("\0가", "가" * 3000, "999999999999999999999", "-1")
"""A sign that PostgreSQL keeps nowhere, more than any column holds, numbers that none holds."""

FIELDS = (
    *("account", "digest", "grace", "hours", "name", "new", "next", "old", "password", "public", "questions", "reason"),
    *("silence", "team1", "team2", "text", "title", "until", "value", "withhold", "zone", "f:person", "f:name"),
    *("publishing", "publishing.acts", "region.1.name", "region.1.next", "region.1.citizens", "option.mana", "seats"),
)

DOINGS = {
    "matter": ("extend", "rule:t1", "publish", "close", "\0"),
    "people": ("invite:t1", "unseat:\0", "agent:\0", "away:t1", "here:\0", "dismiss:99999999999999999999", "back:\0"),
    "whole": ("pause", "resume", "move", "end"),
    "ask": ("save", "more:\0", "more:" + "x" * 300, "paste", "withdraw", "change", "review"),
    "new_war": ("", "look", "more:\0"),
}
"""What is done at the addresses at which several things can be."""


@pytest.mark.parametrize("value", STRANGE, ids=["nul", "long", "great", "below"])
def test_nothing_that_is_sent_breaks_the_site(value: str) -> None:
    war = begun(teams=3)
    everybody = people(war)
    for route in (each for each in ROUTES if each.post is not None and each.name != "logout"):
        who = "opener" if route.who is Who.ANYBODY else MAY[route.who][-1]
        address = reverse(route.name, kwargs=named(war, route.pattern))
        for doing in DOINGS.get(route.name, ("",)):
            chosen = {"to": "public", "voice": "out", "way": "excuse"}
            answer = post(everybody[who], address, **dict.fromkeys(FIELDS, value), **chosen, do=doing)
            assert answer.status_code < 500, (route.name, doing)
    assert models.War.objects.filter(pk=war.pk).exists()


def test_only_a_question_that_is_asked_is_given_more_time() -> None:
    war = begun(teams=3)
    keeper = people(war)["keeper"]
    answer = post(keeper, f"/war/{war.key}/desk/call/{'x' * 300}/", do="extend", hours="5", reason="설날")
    assert answer.status_code == 404
    assert not models.Extension.objects.exists()


@pytest.mark.parametrize("until", ["9999-12-31T23:59", "0001-01-01T00:00", "9999-12-31T23:59+14:00"])
def test_nobody_is_away_until_the_end_of_the_calendar(until: str) -> None:
    war = begun(teams=3)
    models.War.objects.filter(pk=war.pk).update(zone="America/New_York")
    everybody = people(war)
    seat = war.holdings.filter(role=models.Role.PLAYER).values_list("seat", flat=True)[0]
    away = {"do": f"away:{seat}", "way": "excuse", "until": until}
    assert post(everybody["keeper"], f"/war/{war.key}/desk/people/", **away).status_code == 422
    assert not models.Excuse.objects.exists()
