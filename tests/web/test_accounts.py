"""Coming and going: invitations, passwords, browsers that are logged in, limits, languages."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from typing import Any
from unittest import mock
from urllib.parse import unquote, urlencode, urljoin

import pytest
from django.test import Client

from grailkeeper.text.language import Language
from grailkeeper.web import accounts, clock, invitations, models, times
from grailkeeper.web.visitor import language_of

from .people import PASSWORD, account, browser, send, text
from .wars import begun


def test_an_invitation_makes_an_account_that_may_open_wars() -> None:
    address = f"/invitation/{invitations.to_open_wars().token}/"
    client = browser()
    assert "전쟁을 열 수 있는" in text(client.get(address))
    short = send(client, address, name="서하", password="짧다")
    assert short.status_code == 422
    assert "8~200자" in text(short)
    assert "password:" not in text(short), "a field goes by no name of the program"
    done = send(client, address, name=" 서하 ", password=PASSWORD)
    assert (done.status_code, done["Location"]) == (302, "/")
    made = models.Account.objects.get()
    assert (made.name, made.opens) == ("서하", True)
    assert made.password.startswith("argon2")
    assert "내 할 일" in text(client.get("/"))
    assert browser().get(address).status_code == 410, "it was used"


def test_an_invitation_leads_to_a_seat_and_everybody_is_told_who_sits_there() -> None:
    war = begun()
    address = f"/invitation/{invitations.to_war(war, models.Role.PLAYER, 't1').token}/"
    client = browser()
    done = send(client, address, name="윤서하", password=PASSWORD)
    assert done["Location"] == f"/war/{war.key}/seat/t1/"
    assert "윤서하" in text(client.get(done["Location"]))
    assert "윤서하" in text(browser().get(f"/war/{war.key}/"))


def test_who_knows_the_name_and_password_comes_in() -> None:
    account("윤 서하")
    client = browser()
    wrong = send(client, "/login/", name="윤서하", password="틀린 비밀번호")
    nobody = send(client, "/login/", name="아무도", password="틀린 비밀번호")
    assert wrong.status_code == nobody.status_code == 422
    assert "맞지 않습니다" in text(wrong)
    done = send(client, "/login/", name="윤서하", password=PASSWORD, next="/account/")
    assert done["Location"] == "/account/"
    cookie = done.cookies["sitting"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


ELSEWHERE = (
    "https://evil.example/",
    "//evil.example/",
    "///evil.example/",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example/",
    "\t//evil.example/",
    "javascript:1",
)


@pytest.mark.parametrize("elsewhere", ELSEWHERE)
def test_nobody_is_led_to_another_site(elsewhere: str) -> None:
    account("서하")
    done = send(browser(), "/login/", name="서하", password=PASSWORD, next=elsewhere)
    assert done["Location"].startswith("/")
    assert urljoin("https://here.example/login/", re.sub(r"[\t\r\n]", "", done["Location"])).startswith(
        "https://here.example/"
    )
    asked = urlencode({"next": elsewhere})
    assert "evil" not in unquote(browser().get(f"/login/?{asked}").content.decode()).replace(asked, "")


def test_an_address_to_go_on_to_adds_no_header() -> None:
    account("서하")
    done = send(browser(), "/login/", name="서하", password=PASSWORD, next="/account/\r\nSet-Cookie: a=b")
    assert done.status_code == 302
    assert "\n" not in done["Location"]
    assert "a" not in done.cookies


def test_whoever_is_nobody_is_checked_as_long_as_whoever_is_somebody() -> None:
    """Each costs one look at a password of the same kind, so the time it takes tells of no name."""
    account("서하")
    looks = []
    with mock.patch.object(accounts, "check_password", lambda *given: looks.append(given[1][:30])):
        for name in ("서하", "아무도"):
            accounts.known(name, "틀린 비밀번호", "here")
    assert len(looks) == 2 and looks[0] == looks[1]


def test_a_name_of_a_million_signs_is_not_looked_at() -> None:
    begun = time.process_time()
    assert accounts.known("\ufdfa" * 1_000_000, PASSWORD, "here")
    assert time.process_time() - begun < 0.5


def test_a_name_is_short_however_it_is_looked_up() -> None:
    """One sign may stand for a sentence, and a column holds so much."""
    assert not isinstance(accounts.make("\ufdfa" * 40, PASSWORD), models.Account)


def test_guessing_ends() -> None:
    account("서하")
    client = browser()
    answers = [send(client, "/login/", name="서하", password=f"틀린 비밀번호 {turn}") for turn in range(11)]
    assert "15분" in text(answers[-1])
    assert "15분" in text(send(client, "/login/", name="서하", password=PASSWORD))


def test_a_browser_can_be_logged_out_from_another() -> None:
    who = account("서하")
    here, there = browser(who), browser(who)
    login = who.logins.order_by("pk").last()
    assert login is not None
    send(here, f"/account/logins/{accounts.mark(login)}/end/", "/account/")
    assert there.get("/account/").status_code == 302
    assert here.get("/account/").status_code == 200
    stranger = browser(account("남"))
    send(stranger, f"/account/logins/{accounts.mark(who.logins.get())}/end/", "/account/")
    assert here.get("/account/").status_code == 200


def later(days: float) -> Any:
    """So many days later."""
    then = clock.now() + timedelta(days=days)
    return mock.patch.object(clock, "now", lambda: then)


def test_a_browser_that_is_not_used_has_to_log_in_again() -> None:
    who = account("서하")
    here, there = browser(who), browser(who)
    assert "쓰지 않으면 자동으로 나가는 때" in text(here.get("/account/"))
    with later(59):
        assert here.get("/account/").status_code == 200
    with later(61):
        assert there.get("/account/").status_code == 302
        assert text(here.get("/account/")).count("마지막으로 본 때") == 1, "what is over is not listed"
        browser(who)
        assert who.logins.count() == 2, "nor kept"


def test_a_browser_has_to_log_in_again_after_a_year_however_much_it_is_used() -> None:
    who = account("서하")
    here = browser(who)
    for days in range(50, 365, 50):
        with later(days):
            assert here.get("/account/").status_code == 200
    with later(364.9):
        said = here.get("/account/").content.decode()
        login = who.logins.get()
        assert times.machine(login.made_at + accounts.LONGEST, times.USUAL) in said
    with later(365.1):
        assert here.get("/account/").status_code == 302


def test_who_logs_in_has_a_token_that_nobody_knew_and_is_nobody_else_any_more() -> None:
    """A token that somebody planted in the browser is worth nothing, and the one before is dead."""
    who = account("서하")
    client = browser(account("남"))
    before = client.cookies["sitting"].value
    done = send(client, "/login/", name="서하", password=PASSWORD)
    assert done.cookies["sitting"].value != before
    assert (accounts.logged_in(before), who.logins.count(), models.Login.objects.count()) == (None, 1, 1)
    planted = browser()
    planted.cookies["sitting"] = "planted"
    assert send(planted, "/login/", name="서하", password=PASSWORD).cookies["sitting"].value != "planted"


def test_a_new_password_logs_all_other_browsers_out() -> None:
    who = account("서하")
    here, there = browser(who), browser(who)
    wrong = send(here, "/account/", old="아닌 비밀번호", password="새로 지은 비밀번호")
    assert wrong.status_code == 422
    done = send(here, "/account/", old=PASSWORD, password="새로 지은 비밀번호")
    assert "비밀번호를 바꾸었습니다" in text(done)
    assert there.get("/account/").status_code == 302
    assert send(browser(), "/login/", name="서하", password="새로 지은 비밀번호").status_code == 302


def test_a_form_that_was_not_sent_from_here_does_nothing() -> None:
    who = account("서하")
    client = browser(who)
    response = client.post("/logout/")
    assert response.status_code == 403
    assert "이 쪽에서 보낸 것이 아닙니다" in text(response)
    assert who.logins.exists()


def test_every_answer_carries_the_policy() -> None:
    for address in ("/", "/login/", "/nowhere/", "/rules/bingo/"):
        response = Client().get(address)
        assert "default-src 'none'" in response["Content-Security-Policy"]
        assert "unsafe" not in response["Content-Security-Policy"]
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Cache-Control"] == "no-store"
        assert b"style=" not in response.content
        assert b"<style" not in response.content


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "", Language.KO),
        ("", "fr", Language.KO),
        ("", "fr,en;q=0.3", Language.EN),
        ("", "en-US,en;q=0.9,ko;q=0.8", Language.EN),
        ("", " ko ; q=0.1 , en ; q=0.2 ", Language.EN),
        ("", "ko-KR,en;q=0.9", Language.KO),
        ("en", "ko", Language.EN),
        ("xx", "en", Language.EN),
        ("", ";;q=2,,*", Language.KO),
    ],
)
def test_the_language_is_the_reader_s(cookie: str, accepted: str, language: Language) -> None:
    assert language_of(cookie, accepted) is language


def test_no_wish_for_a_language_takes_long_to_read() -> None:
    """Whoever sends it need not be logged in, and all others would wait."""
    begun = time.process_time()
    assert language_of("", "en" + " " * 200_000 + "x, en") is Language.EN
    assert time.process_time() - begun < 1


def test_a_switch_changes_the_language_and_the_scheme() -> None:
    client = browser()
    done = send(client, "/prefer/", "/login/", language="en", scheme="dark", next="/login/")
    assert done["Location"] == "/login/"
    page = client.get("/login/").content.decode()
    assert '<html lang="en" data-scheme="dark">' in page
    assert "Log in" in page
