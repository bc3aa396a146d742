"""Links: each is used once, to each place there is one, and whoever made one can take it back."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.db import connection
from django.test import RequestFactory

from grailkeeper.core.problem import Problem
from grailkeeper.web import accounts, clock, invitations, models
from grailkeeper.web.pages import people
from grailkeeper.web.visitor import Guest, Visitor

from .people import PASSWORD, account, browser, holds, keeper, send, text
from .wars import begun


def test_a_seat_is_taken_once() -> None:
    war = begun()
    invitations.take(invitations.to_war(war, models.Role.PLAYER, "t1"), account("하나"))
    late = invitations.to_war(war, models.Role.PLAYER, "t1")
    refused = send(browser(account("둘")), f"/invitation/{late.token}/")
    assert refused.status_code == 422
    assert "이미 다른 참가자가 앉은 자리" in text(refused)
    assert models.Holding.objects.count() == 1


def test_of_two_who_come_to_one_seat_in_one_instant_one_sits_there_and_the_other_is_told() -> None:
    """Two keepers have each made a link just now, and two people use them while neither is done."""
    war, comers = begun(), [account("하나"), account("둘")]
    together, token, announce = threading.Barrier(2), clock.token, invitations._announce
    outcomes: list[tuple[Problem, ...]] = []

    def slow(*told: Any) -> tuple[Problem, ...]:
        time.sleep(0.3)
        return announce(*told)

    def made() -> str:
        together.wait(10)
        return token()

    def come(who: models.Account) -> None:
        link = invitations.to_war(war, models.Role.PLAYER, "t1")
        together.wait(10)
        outcomes.append(invitations.take(link, who))
        connection.close()

    with mock.patch.object(clock, "token", made), mock.patch.object(invitations, "_announce", slow):
        threads = [threading.Thread(target=come, args=(who,)) for who in comers]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
    assert sorted([problem.code for problem in found] for found in outcomes) == [[], ["invitation_used"]]
    assert models.Holding.objects.filter(seat="t1").count() == 1
    assert not models.Invitation.objects.exists(), "no second way in is left open"


def test_the_keeper_s_link_brings_back_an_account() -> None:
    who = account("서하")
    lost, void = browser(who), invitations.back_to(who).token
    link = invitations.back_to(who)
    assert browser().get(f"/invitation/{void}/").status_code == 404
    done = send(browser(), f"/invitation/{link.token}/", password="새로 지은 비밀번호")
    assert done.status_code == 302
    assert lost.get("/account/").status_code == 302
    again = browser().post(f"/invitation/{link.token}/", {"password": "또 다른 비밀번호"})
    assert again.status_code in (403, 404), "a link is used once"
    assert invitations.reset(link, who, "또 다른 비밀번호")[0].code == "invitation_used"


@pytest.mark.parametrize("role", [models.Role.SUBSTITUTE, None])
def test_a_link_that_was_made_anew_is_void_for_whoever_has_its_page_open(role: models.Role | None) -> None:
    """A link keeps its row when it is made anew: the old one must not be used up as the new one."""
    war, player = begun(), account("서하")
    holds(player, war, models.Role.PLAYER, "t1")

    def made() -> models.Invitation:
        return invitations.back_to(player) if role is None else invitations.to_substitute(war, "t1", None)

    old, new = made(), made()
    assert old.token != new.token
    if role is None:
        assert invitations.reset(old, player, PASSWORD)[0].code == "invitation_used"
    else:
        assert invitations.take(old, account("친구"))[0].code == "invitation_used"
    assert models.Invitation.objects.get().token == new.token


@pytest.mark.parametrize(
    ("makes", "revokes"),
    [
        ({"do": "invite:t1"}, "revoke:player:t1"),
        ({"do": "invite:keeper"}, "revoke:keeper:"),
        ({"do": "invite:reader"}, "revoke:reader:"),
        ({"do": "away:t3", "way": "substitute"}, "revoke:substitute:t3"),
        ({"do": "back:t3"}, "revoke_back:t3"),
    ],
)
def test_a_keeper_takes_one_link_back_and_the_others_stay(makes: dict[str, str], revokes: str) -> None:
    war = begun()
    models.War.objects.update(public=False)
    desk, here = keeper(war), f"/war/{war.key}/desk/people/"
    holds(account("서하"), war, models.Role.PLAYER, "t3")
    send(desk, here, do="invite:t2")
    send(desk, here, **makes)
    (gone,) = models.Invitation.objects.exclude(seat="t2")
    page = desk.get(here).content.decode()
    assert f'value="{revokes}"' in page
    assert gone.token in page
    assert send(desk, here, do=revokes).status_code == 303
    assert browser().get(f"/invitation/{gone.token}/").status_code == 404
    assert [each.seat for each in models.Invitation.objects.all()] == ["t2"]
    assert send(desk, here, do=revokes).status_code == 404


def test_a_keeper_takes_back_no_link_of_another_war() -> None:
    war, other = begun(), begun("bingo")
    invitations.to_war(other, models.Role.PLAYER, "t1")
    stranger = account("남")
    holds(stranger, other, models.Role.PLAYER, "t2")
    invitations.back_to(stranger)
    desk, here = keeper(war), f"/war/{war.key}/desk/people/"
    for what in ("revoke:player:t1", "revoke_back:t2", "revoke::", "revoke:x:t1"):
        assert send(desk, here, do=what).status_code == 404
    assert models.Invitation.objects.count() == 2


def later(days: float) -> Any:
    then = clock.now() + timedelta(days=days)
    return mock.patch.object(clock, "now", lambda: then)


def test_a_link_back_to_an_account_is_good_for_some_days_and_gone_from_the_page_then() -> None:
    war, player = begun(), account("서하")
    holds(player, war, models.Role.PLAYER, "t1")
    desk, here = keeper(war), f"/war/{war.key}/desk/people/"
    send(desk, here, do="back:t1")
    link = models.Invitation.objects.get()
    with later(6.9):
        assert browser().get(f"/invitation/{link.token}/").status_code == 200
        assert link.token in desk.get(here).content.decode()
    with later(7.1):
        assert browser().get(f"/invitation/{link.token}/").status_code == 404
        assert link.token not in desk.get(here).content.decode()
        assert invitations.reset(link, player, PASSWORD)[0].code == "invitation_used"
        send(desk, here, do="back:t1")
        assert browser().get(f"/invitation/{models.Invitation.objects.get().token}/").status_code == 200


def test_a_link_to_a_substitute_s_place_ends_with_the_place() -> None:
    war = begun()
    link = invitations.to_substitute(war, "t1", clock.now() + timedelta(days=1))
    assert browser().get(f"/invitation/{link.token}/").status_code == 200
    with later(1.1):
        assert browser().get(f"/invitation/{link.token}/").status_code == 404
        assert invitations.take(link, account("친구"))[0].code == "invitation_used"


def test_of_two_keepers_who_dismiss_each_other_in_one_instant_one_stays() -> None:
    """Both were let in to do it: who comes second is a keeper no more."""
    war, guests = begun(), []
    for name in ("하나", "둘"):
        holds(account(name), war, models.Role.KEEPER)
    for holding in models.Holding.objects.order_by("pk"):
        request = RequestFactory().post("/")
        request.COOKIES["sitting"] = accounts.log_in(holding.account, "")
        guests.append(Guest(Visitor(request), war, models.Role.KEEPER, holdings=(holding,)))
    one, other = guests
    assert people._dismiss(one, str(other.holdings[0].pk))
    assert not people._dismiss(other, str(one.holdings[0].pk))
    assert models.Holding.objects.get() == one.holdings[0]
