"""The demonstration: whoever starts it finds something to do, as the keeper and as a player."""

from __future__ import annotations

import hashlib
import re
from unittest import mock

import pytest

from grailkeeper.campaign.resolving import Preview
from grailkeeper.core.seat import KEEPER
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.text.language import Language
from grailkeeper.views.gate import Gate
from grailkeeper.web import asks, clock, demonstration, models, start, store

from .people import browser, send, text

BATTLES, SCENES = {"battle", "battle_cards", "battle_sheets", "turn"}, {"plan", "actions", "acts", "move"}


@pytest.mark.parametrize("start", range(2))
def test_every_start_leaves_points_to_the_keeper_and_a_battle_and_a_scene_to_the_player(start: int) -> None:
    seeds = (hashlib.sha256(f"start {start} {number}".encode()).digest() for number in range(99))
    with mock.patch.object(clock, "seed", lambda: next(seeds)):
        links = demonstration.links(Language.KO)
    assert {role: link.name for role, link in links.items()} == {"keeper": "시연 진행자", "player": "시연 참가자"}
    asked, ruled = set(), 0
    for row in models.War.objects.all():
        war, seat = store.load(row), row.holdings.get(role=models.Role.PLAYER).seat
        asked |= {each.call.kind for each in asks.asked_of(row, war, seat) if each.waits}
        seen = [Gate(war, KEEPER).preview(address) for address in war.closed]
        ruled += sum(isinstance(each, Preview) and bool(each.resolution.points) for each in seen)
    assert ruled, "the keeper has something to rule on"
    assert asked & BATTLES, asked
    assert asked & SCENES, asked
    player = browser(models.Account.objects.get(name="시연 참가자")).get("/").content.decode()
    tasks, _, rest = player.partition('id="t-wars"')
    leading = demonstration.leading(Language.KO)
    assert re.findall(r'class="askhead"><span[^>]*>([^<]+)</span>', tasks)[0] == leading, "the easiest comes first"
    assert re.findall(r"<b><a[^>]*>([^<]+)</a></b>", rest)[0] == leading
    keeper = browser(models.Account.objects.get(name="시연 진행자")).get("/").content.decode()
    assert re.findall(r"<b><a[^>]*>([^<]+)</a></b>", keeper.partition('id="t-wars"')[2])[0] == leading
    row = models.War.objects.get(system="sceneplay")
    teams = store.load(row).state.teams
    own = teams[row.holdings.get(role=models.Role.PLAYER).seat]
    assert not own.known_by, "nobody can force a battle on the player"
    assert any(own.key in each.known_by for each in teams.values()), "the player can force one on somebody"
    servants = [each.servant for each in teams.values()]
    assert all(each.health.now == each.health.maximum for each in servants), "nobody is hurt before the first battle"


@pytest.mark.parametrize("language", list(Language))
def test_whoever_starts_it_is_told_what_to_do_first(language: Language) -> None:
    with mock.patch.object(demonstration, "SYSTEMS", SYSTEMS[-1:]):
        *_, first, serving = start._first_words("http://localhost:8000", language, True)
        title = demonstration.leading(language)
    assert f"‘{title}’" in first
    assert title == models.War.objects.get().title
    assert "http://localhost:8000/" in serving


def test_the_two_links_in_one_browser() -> None:
    """Whoever opens the second is told what becomes of the first, and a used link says where to log in."""
    with mock.patch.object(demonstration, "SYSTEMS", SYSTEMS[:1]):
        links = {role: f"/invitation/{link.token}/" for role, link in demonstration.links(Language.KO).items()}
    client = browser()
    assert "쓸 비밀번호를 정해 주십시오" in text(client.get(links["keeper"]))
    assert send(client, links["keeper"], password="긴 비밀번호 하나").status_code == 302
    assert "‘시연 진행자’로 들어와 있습니다. 들어가면 ‘시연 참가자’로 바뀝니다" in text(client.get(links["player"]))
    send(client, links["player"], password="긴 비밀번호 둘이요")
    used = client.get(links["keeper"])
    assert used.status_code == 410
    assert "이미 쓴 주소입니다" in text(used)
    assert send(client, "/login/", links["keeper"], name="시연 진행자", password="긴 비밀번호 하나").status_code == 302
    again = demonstration.links(Language.KO)["keeper"]
    assert "비밀번호를 새로 정합니다" in text(browser().get(f"/invitation/{again.token}/"))
