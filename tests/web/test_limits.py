"""Limits: how often something may be sent, how large it may be; and what a browser may do with what it is given."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory
from waitress.proxy_headers import proxy_headers_middleware

from grailkeeper.web import accounts, clock, limits, models, settings, start
from grailkeeper.web.visitor import place_of

from .people import PASSWORD, account, browser, keeper, send, text
from .test_seat import address, asked, player
from .test_talk import story
from .tried import tried
from .wars import begun


def used_up(limit: limits.Limit, whom: str) -> None:
    """Whoever this is has done it as often as may be."""
    limits.allowed(limit, whom)
    models.Tally.objects.filter(what__startswith=f"{limit.name}:").update(count=limit.most)


def test_who_sends_too_often_is_told_so_and_may_again_later() -> None:
    war = begun()
    writer = player(war)
    words = {"text": "한마디", "voice": "out", "to": "public"}
    assert tried(writer, "POST", story(war), **words).status_code == 303
    used_up(limits.POST, str(models.Account.objects.get().pk))
    refused = tried(writer, "POST", story(war), **words)
    assert (refused.status_code, models.Post.objects.count()) == (429, 1)
    assert "너무 잦습니다" in text(refused)
    assert writer.get(story(war)).status_code == 200
    assert tried(keeper(war), "POST", f"/war/{war.key}/desk/story/", **words).status_code == 303
    models.Tally.objects.update(since=clock.now() - timedelta(seconds=limits.POST.seconds + 1))
    assert tried(writer, "POST", story(war), **words).status_code == 303


def test_guesses_from_one_place_end_whatever_the_name() -> None:
    account("서하")
    used_up(limits.LOGIN_PLACE, "127.0.0.1")
    assert "15분" in text(send(browser(), "/login/", name="서하", password=PASSWORD))


def test_nobody_alone_locks_somebody_else_out() -> None:
    """Whoever knows a name may guess at its password so often, and whoever it belongs to comes in all the same."""
    account("서하")
    rival, owner = browser(), browser()
    rival.defaults["REMOTE_ADDR"] = "203.0.113.7"
    said = [
        text(send(rival, "/login/", name="서하", password=f"짐작 {turn}")) for turn in range(limits.LOGIN_PLACE.most)
    ]
    assert "15분" in said[limits.LOGIN.most]
    assert send(owner, "/login/", name="서하", password=PASSWORD).status_code == 302


def test_guesses_at_one_name_end_from_however_many_places() -> None:
    account("서하")
    used_up(limits.LOGIN_NAME, accounts.folded("서하"))
    assert "15분" in text(send(browser(), "/login/", name="서하", password=PASSWORD))


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("", ""),
        ("a socket", "a socket"),
    ],
)
def test_whoever_has_many_addresses_has_one_place(address: str, place: str) -> None:
    assert place_of(address) == place


@pytest.mark.parametrize(
    ("peer", "said", "place"),
    [
        ("127.0.0.1", "198.51.100.4", "198.51.100.4"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.4", "198.51.100.4"),
        ("198.51.100.4", "6.6.6.6", "198.51.100.4"),
    ],
)
def test_only_what_the_proxy_itself_says_of_an_address_is_believed(peer: str, said: str, place: str) -> None:
    """Else whoever guesses would come from another address each time."""
    met: list[str] = []

    def application(environment: dict[str, Any], answer: Any) -> list[bytes]:
        met.append(environment["REMOTE_ADDR"])
        answer("200 OK", [])
        return []

    believed = proxy_headers_middleware(
        application,
        trusted_proxy=start.PROXY["trusted_proxy"],
        trusted_proxy_headers=set(start.PROXY["trusted_proxy_headers"].split()),
    )
    request = RequestFactory().get("/", REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=said, HTTP_X_FORWARDED_PROTO="https")
    list(believed(request.environ, lambda *_: None))
    assert met == [place]


def test_counts_do_not_pile_up_whatever_names_are_guessed() -> None:
    models.Tally.objects.create(what="of long ago", since=clock.now() - timedelta(days=2), count=1)
    used_up(limits.LOGIN_PLACE, "127.0.0.1")
    for turn in range(3):
        send(browser(), "/login/", name=f"이름 {turn}", password=PASSWORD)
    assert [each.what.partition(":")[0] for each in models.Tally.objects.all()] == [limits.LOGIN_PLACE.name]


def test_invitations_are_not_guessed() -> None:
    used_up(limits.JOIN, "127.0.0.1")
    assert browser().get("/invitation/x/").status_code == 404
    assert models.Tally.objects.get().count == limits.JOIN.most + 1


def test_a_post_has_a_length() -> None:
    war = begun()
    writer = player(war)
    long = tried(writer, "POST", story(war), text="가" * 8001, voice="out", to="public")
    assert long.status_code == 422
    assert "8000" in text(long)
    assert not models.Post.objects.exists()


@pytest.mark.parametrize("size", [settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1])
def test_what_is_larger_than_anybody_types_is_not_read(size: int) -> None:
    war = begun()
    writer = player(war)
    large = tried(writer, "POST", story(war), text="가" * size, voice="out", to="public")
    assert large.status_code == 400
    assert "받을 수 없습니다" in text(large)
    assert "default-src 'none'" in large["Content-Security-Policy"]
    assert not models.Post.objects.exists()


def test_a_pasted_post_and_all_that_is_typed_have_a_length() -> None:
    war = begun()
    writer, question = player(war), asked(war)
    long = tried(writer, "POST", address(war, question), do="paste", text="\n" * 8001)
    assert long.status_code == 422
    assert "8000" in text(long)
    much = {f"f:line{number}": "가" * 5000 for number in range(20)}
    assert tried(writer, "POST", address(war, question), **much).status_code == 400
    assert not models.Draft.objects.exists()
    few = dict(list(much.items())[:2]) | {"f:" + "x" * 200: "가"}
    assert tried(writer, "POST", address(war, question), **few).status_code == 303
    assert [len(each) for each in models.Draft.objects.get().fields.values()] == [4000, 4000]


def test_a_journal_has_a_size() -> None:
    client = browser(account("진행자", opens=True))
    file = SimpleUploadedFile("war.jsonl", b"{" * (21 * 2**20))
    assert send(client, "/new/journal/", journal=file).status_code == 422  # type: ignore[arg-type]
    assert not models.War.objects.exists()


def test_behind_a_proxy_that_speaks_https_cookies_are_sent_by_https_alone() -> None:
    """Settings are read from the environment once: in a process of its own."""
    said = (
        "import django; from grailkeeper.web import settings; django.setup();"
        "from grailkeeper.web.pages import account;"
        "print(account.SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_HSTS_SECONDS > 0)"
    )
    environment = os.environ | {"GRAILKEEPER_ORIGIN": "https://wars.example.org"}
    done = subprocess.run([sys.executable, "-c", said], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "True"]


def test_every_cookie_stays_with_the_browser_and_the_site() -> None:
    account("서하")
    client = browser()
    send(client, "/login/", name="서하", password=PASSWORD)
    send(client, "/prefer/", "/login/", language="en", scheme="dark")
    assert {"sitting", "csrftoken", "language", "scheme"} <= set(client.cookies)
    for name, cookie in client.cookies.items():
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax"), name


def test_posts_are_read_into_a_form_so_often_a_minute() -> None:
    """Reading one takes time; what was pasted is still there to be sent again."""
    war = begun()
    writer, here = player(war), address(war, asked(war))
    used_up(limits.PASTE, str(models.Account.objects.get().pk))
    refused = tried(writer, "POST", here, do="paste", text="이름: 사야카")
    assert refused.status_code == 422
    assert f"1분에 {limits.PASTE.most}번까지" in text(refused)
    assert "이름: 사야카" in text(refused)
    assert not models.Draft.objects.exists()
    assert tried(writer, "POST", here, **{"f:name": "사야카"}).status_code == 303, "whoever types is not kept from it"
    models.Tally.objects.update(since=clock.now() - timedelta(seconds=limits.PASTE.seconds + 1))
    assert "1분에" not in text(tried(writer, "POST", here, do="paste", text="이름: 사야카"))
