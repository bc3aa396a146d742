"""Who keeps a war: places given and taken, links back in, a second keeper who takes over."""

from __future__ import annotations

import re

from grailkeeper.web import accounts, invitations, models, store

from .people import PASSWORD, account, browser, holds, keeper, send, text
from .test_seat import asked, player, seal
from .wars import begun, war_of


def test_the_keeper_gives_and_takes_places() -> None:
    war = begun()
    desk, seat = keeper(war), player(war)
    here = f"/war/{war.key}/desk/people/"
    assert send(desk, here, do="invite:t1").status_code == 404
    assert send(desk, here, do="invite:nobody").status_code == 404
    assert send(desk, here, do="unseat:t1").status_code == 303
    assert seat.get(f"/war/{war.key}/seat/t1/").status_code == 404
    send(desk, here, do="invite:keeper")
    second = models.Invitation.objects.get(role="keeper")
    assert invitations.take(second, account("둘째 진행자")) == ()
    myself = models.Holding.objects.get(role="keeper", account__name="진행자")
    assert send(desk, here, do=f"dismiss:{myself.pk}").status_code == 404
    send(desk, here, do="public:no")
    assert browser().get(f"/war/{war.key}/").status_code == 302
    assert browser(account("남")).get(f"/war/{war.key}/").status_code == 404


def test_a_lost_password_is_the_keeper_s_to_reset_only_where_nothing_else_hangs_on_it() -> None:
    war, other = begun(), begun("bingo")
    desk = keeper(war)
    player(war)
    here = f"/war/{war.key}/desk/people/"
    assert send(desk, here, do="back:t1").status_code == 303
    assert models.Invitation.objects.filter(account__isnull=False).count() == 1
    models.Invitation.objects.all().delete()
    holds(models.Account.objects.get(name="참가자 t1"), other, models.Role.PLAYER, "t2")
    assert send(desk, here, do="back:t1").status_code == 404
    assert not models.Invitation.objects.exists()


def test_a_link_to_an_account_is_void_as_soon_as_more_hangs_on_it() -> None:
    war, other = begun(), begun("bingo")
    who = account("서하")
    holds(who, war, models.Role.PLAYER, "t1")
    assert send(keeper(war), f"/war/{war.key}/desk/people/", do="back:t1").status_code == 303
    link = f"/invitation/{who.resets.get().token}/"
    seat = invitations.to_war(other, models.Role.PLAYER, "t2")
    assert send(browser(who), f"/invitation/{seat.token}/").status_code == 302
    assert browser().get(link).status_code == 404
    invitations.back_to(who)
    assert accounts.change_password(who, PASSWORD) == ()
    assert not who.resets.exists()


def test_a_keeper_who_is_dismissed_has_no_use_of_the_links_that_it_has_seen() -> None:
    war = begun(teams=3)
    desk, here, gone = keeper(war), f"/war/{war.key}/desk/people/", account("옛 진행자")
    holds(gone, war, models.Role.KEEPER)
    holds(account("서하"), war, models.Role.PLAYER, "t1")
    for doing in ("invite:keeper", "invite:t2", "back:t1"):
        assert send(browser(gone), here, do=doing).status_code == 303
    seen = [each.token for each in models.Invitation.objects.all()]
    assert len(seen) == 3
    assert send(desk, here, do=f"dismiss:{gone.holdings.get().pk}").status_code == 303
    assert {browser(gone).get(f"/invitation/{each}/").status_code for each in seen} == {404}
    assert send(desk, here, do="dismiss:" + "9" * 5000).status_code == 404


def test_a_second_keeper_takes_over_and_the_war_goes_on() -> None:
    """Named by the first, does all that a keeper does, and may in the end dismiss the first."""
    war = begun()
    first, seat = keeper(war), player(war)
    here, people = f"/war/{war.key}/desk/", f"/war/{war.key}/desk/people/"
    send(first, people, do="invite:keeper")
    new = account("둘째 진행자")
    assert invitations.take(models.Invitation.objects.get(role="keeper"), new) == ()
    second = browser(new)
    assert "둘째 진행자" in text(first.get(people))
    seal(seat, war, asked(war))
    (call,) = store.load(war_of(war)).calls
    assert send(second, f"{here}call/{call.address}/", do="close").status_code == 303
    page = second.get(f"{here}call/{call.address}/").content.decode()
    assert 'value="publish"' in page
    old = models.Holding.objects.get(role="keeper", account__name="진행자")
    assert send(second, people, do=f"dismiss:{old.pk}").status_code == 303
    assert first.get(here).status_code == 404
    assert send(second, f"{here}whole/", do="pause", reason="진행자가 바뀌었습니다").status_code == 303
    assert send(second, f"{here}story/", text="새 밤이 시작됩니다", voice="in", to="public").status_code == 303
    assert "새 밤이 시작됩니다" in text(seat.get(f"/war/{war.key}/"))
    assert send(second, f"{here}whole/", do="resume").status_code == 303
    digest = re.search(r'name="digest" value="(\w{64})"', page)
    assert digest is not None
    assert send(second, f"{here}call/{call.address}/", do="publish", digest=digest[1]).status_code == 303
