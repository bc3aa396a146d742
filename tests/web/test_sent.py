"""What a seat sees after it has sent: its statements on a floor, what it waits for, where what comes of it stands."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape
from unittest import mock

import pytest
from django.test import Client

from grailkeeper.campaign import adjudicate, keep
from grailkeeper.core.call import Mode
from grailkeeper.web import asks, clock, models, service, store
from grailkeeper.web.pages.story import LOOKED_BACK

from .people import account, browser, holds, send, text
from .test_replay import CALLS
from .test_seat import NAMES, address, an_answer, asked, player, seal
from .wars import begun, played


def on_a_floor() -> tuple[models.War, asks.Asked]:
    """A war in which a floor is open, and the first who would say something on it."""
    war = begun(teams=4)
    for _ in range(40):
        folded = store.load(war)
        calls = [call for call in folded.calls if call.mode is Mode.FLOOR]
        for ask in (ask for call in calls for ask in call.asks):
            found = next((each for each in asks.asked_of(war, folded, ask.seat) if each.floor and each.waits), None)
            if found is not None and an_order(war, found):
                return war, found
        played(war, 1)
    raise AssertionError("nobody would say anything on a floor")


def an_order(war: models.War, question: asks.Asked) -> bool:
    try:
        return bool(an_answer(war, question)[0])
    except AssertionError:
        return False


def sent(client: Client, war: models.War, question: asks.Asked) -> str:
    """Say what an agent would, and where that leads."""
    fields = {f"f:{path}": value for path, value in an_answer(war, question)[0].items()}
    looked = send(client, address(war, question), do="review", **fields)
    assert looked.status_code == 303, text(looked)
    review = client.get(looked["Location"]).content.decode()
    digest = review.partition('name="digest" value="')[2][:64]
    return str(send(client, looked["Location"], digest=digest)["Location"])


def test_what_was_said_on_a_floor_is_read_back_and_waits_no_more() -> None:
    war, question = on_a_floor()
    client, before = player(war, question.ask.seat), store.load(war).number
    to = sent(client, war, question)
    page = client.get(to)
    assert to == address(war, question)
    assert "보냈습니다" in text(page)
    assert "접수" in text(page)
    assert "<h1>보내신 것을 접수했습니다. 더 보낼 것이 없으면 마감을 기다리면 됩니다." in page.content.decode()
    assert "지금까지 들어온 것" in text(page)
    assert "하나 더 보내기" in text(page)
    assert "미제출" not in text(page)
    seat = client.get(f"/war/{war.key}/seat/{question.ask.seat}/").content.decode()
    now, _, pending = seat.partition('id="t-pending"')
    assert to not in now
    assert to in pending
    service.run(
        war.key, lambda war: keep.rewind(war, before + 1, "again") if war.number > before + 1 else keep.pause(war, "x")
    )
    assert "보냈습니다" in text(client.get(to))
    again = [entry.body["whom"] for _, entry in store.about(store.load(war), question.call.address)]
    assert again == [question.ask.whom], "the desk shows the statement that the war went back to, too"
    service.run(war.key, lambda war: keep.rewind(war, before, "again"))
    assert "보냈습니다" not in text(client.get(to))


@pytest.mark.parametrize("system", NAMES)
def test_what_was_sealed_waits_and_says_where_what_comes_of_it_will_stand(system: str) -> None:
    war = begun(system)
    client, question = player(war), asked(war)
    here = sent(client, war, question)
    onward = f'href="/war/{war.key}/seat/t1/story/"'
    page = text(client.get(here))
    assert "공표되면 결과는 여기서 봅니다" in page
    assert "봉인했습니다. 마감과 공표를 기다립니다." in page.partition("봉인한 선언")[0]
    assert "내지 않으면" not in page and "내 주십시오" not in page
    for page in (here, f"/war/{war.key}/seat/t1/"):
        assert onward in client.get(page).content.decode().partition("<main")[2]
    home = client.get("/").content.decode()
    now, _, pending = home.partition('id="t-pending"')
    assert here not in now
    assert here in pending


def test_a_matter_that_has_closed_is_nothing_to_do() -> None:
    war = begun()
    client, question = player(war), asked(war)
    assert "내지 않으면" in text(client.get(address(war, question)))
    service.run(war.key, lambda war: adjudicate.close(war, question.call.address))
    for page in ("/", f"/war/{war.key}/seat/t1/"):
        now, _, pending = client.get(page).content.decode().partition('id="t-pending"')
        assert address(war, question) not in now
        assert address(war, question) in pending
        assert "마감했습니다. 공표를 기다립니다." in pending
    closed = text(client.get(address(war, question)))
    assert "마감했습니다. 공표를 기다립니다." in closed and "내지 않으면" in closed, "what silence means holds for it"


def test_the_war_with_the_nearest_deadline_comes_first_and_each_question_is_short() -> None:
    slow, soon = begun("mirror"), begun("bingo")
    models.Extension.objects.create(war=slow, call=asked(slow).call.address, hours=24, reason="설날")
    who = account("참가자")
    holds(who, slow, models.Role.PLAYER, "t1")
    holds(who, soon, models.Role.PLAYER, "t2")
    page = browser(who).get("/")
    found = re.findall(r'<h3><a href="([^"]+)"', page.content.decode())
    assert found == [address(soon, asked(soon, "t2")), address(slow, asked(slow))]
    assert "누가 아는가" not in text(page)


@pytest.mark.parametrize("system", NAMES)
def test_news_are_the_last_scene_of_which_anything_was_told(system: str) -> None:
    war = begun(system, teams=4)
    played(war, 16)
    client = player(war)
    news = client.get("/").content.decode().partition('id="t-news"')[2].partition("</section>")[0]
    to = re.search(r'href="([^"]+)"', news)
    assert to is not None
    shown = client.get(to[1]).content.decode()
    assert f'href="{to[1].partition("/story/")[2]}" aria-current="page"' in shown
    assert '<div class="told' in shown.partition("<main")[2] or 'class="battle' in shown


@pytest.mark.parametrize("system", NAMES)
def test_the_result_of_ones_own_battle_is_the_first_news_until_it_was_looked_at(system: str) -> None:
    war = begun(system, teams=4)
    client = player(war)
    played(war, CALLS[system])
    models.Telling.objects.filter(war=war).update(at=clock.stamp())
    own = f"/war/{war.key}/seat/t1/battle/"
    first = _news(client)
    assert re.fullmatch(rf'<b><a href="{own}\d+/">팀\d[^<]*[과와]의 전투 결과</a></b>', first[0]), first
    assert len(first) == 2 and "/story/" in first[1]
    to = first[0].partition('href="')[2].partition('"')[0]
    shown = client.get(to)
    assert shown.status_code == 200 and "팀1" in text(shown)
    assert _news(client) == first[1:]
    other = browser(account("나중에 온 사람"))
    assert not _news(other), "who has no place in a war has no news of it"
    late = models.Holding.objects.get(war=war, seat="t1")
    late.battles_seen, late.since = 0, late.since + timedelta(days=1)
    late.save()
    assert _news(client) == first[1:], "what was before one's time is no news"


def test_a_result_is_looked_for_in_the_last_scenes_alone() -> None:
    """However long a war is: home reads no scene from before them, and none in which nobody has fought since."""
    war = begun("sceneplay", teams=4)
    client = player(war)
    played(war, 40)
    models.Telling.objects.filter(war=war).update(at=clock.stamp())
    scenes = models.Telling.objects.filter(war=war, audience="t1", kind="scene_announced", struck=False)
    assert scenes.count() > LOOKED_BACK + 2
    oldest = scenes.order_by("-number")[LOOKED_BACK - 1].number
    with mock.patch.object(store, "heard", wraps=store.heard) as heard:
        client.get("/")
    assert min(call.args[2] for call in heard.call_args_list) >= oldest
    last = models.Telling.objects.filter(war=war, audience="t1").order_by("-number")[0].number
    models.Holding.objects.filter(war=war).update(battles_seen=last)
    with mock.patch.object(store, "heard", wraps=store.heard) as heard:
        client.get("/")
    assert len(heard.call_args_list) <= LOOKED_BACK, "only the last scene with anything in it is looked for"


def test_battles_that_are_counted_keep_their_number_in_later_scenes() -> None:
    war = begun("bingo", teams=4)
    client, found = player(war), set()
    for _ in range(60):
        played(war, 1)
        models.Telling.objects.filter(war=war).update(at=clock.stamp())
        first = next(iter(_news(client)), "")
        if "결과" in first:
            to = first.partition('href="')[2].partition('"')[0]
            listed = client.get(f"/war/{war.key}/seat/t1/battles/").content.decode()
            own = re.findall(r'href="(/war/[^"]*/battle/\d+/)">[^<]*팀1', listed)
            assert to in own and "팀1" in text(client.get(to))
            found.add(to)
    assert len(found) > 1


def _news(client: Client) -> list[str]:
    news = client.get("/").content.decode().partition('id="t-news"')[2].partition("</section>")[0]
    return re.findall(r"<li><div>(.*?)<br>", news)


@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_story_opens_on_the_last_scene_with_anything_in_it(language: str) -> None:
    war = begun("sceneplay", teams=4)
    while store.load(war).calls[0].address != "2/opening":
        played(war, 1)
    reader = browser(language=language)
    page = reader.get(f"/war/{war.key}/").content.decode()
    current = re.search(r'href="\?scene=(\d+)" aria-current="page"', page)
    assert current is not None
    assert 'class="told' in page.partition("</nav>")[2]
    later = int(current[1]) + 1
    assert f'<a href="?scene={later}">' in page.partition('class="sm soft">')[2]
    assert reader.get(f"/war/{war.key}/?scene={later}").status_code == 200
    picked = reader.get(f"/war/{war.key}/?scene={current[1]}").content.decode()
    assert f'href="?scene={current[1]}" aria-current="page"' in picked
    assert '<p class="sm soft">' not in picked, "whoever chose the scene is not told why it is shown"
    who = account("참가자")
    holds(who, war, models.Role.PLAYER, "t1")
    own = f"/war/{war.key}/seat/t1/story/"
    writer = browser(who)
    assert send(writer, own, text="눈이 내립니다", voice="in", to="public").status_code == 303
    assert f'href="?scene={later}" aria-current="page"' in writer.get(own).content.decode()


def test_a_clause_keeps_the_links_of_the_war_and_leads_back() -> None:
    war = begun()
    client, question = player(war), asked(war)
    here = address(war, question)
    cited = re.search(r'href="(/rules/sceneplay/[^"]+)"', client.get(here).content.decode().partition("<main")[2])
    assert cited is not None
    page = client.get(unescape(cited[1]))
    seat = f'href="/war/{war.key}/seat/t1/"'
    assert f'href="{here}">돌아가기' in page.content.decode()
    assert seat in page.content.decode()
    beside = re.findall(r'class="btn plain" href="([^"]+)"', page.content.decode())
    assert f'href="{here}">돌아가기' in client.get(unescape(beside[0])).content.decode()
    for stranger in (browser(), browser(account("남"))):
        assert seat not in stranger.get(unescape(cited[1])).content.decode()
    for elsewhere in (
        "//evil.example/war/x/",
        "https://evil.example/",
        f"//evil.example{here}",
        "http://[",
        "/rules/bingo/",
    ):
        found = client.get("/rules/sceneplay/S-1.2/", {"from": elsewhere})
        assert found.status_code == 200
        assert "evil" not in found.content.decode()


def test_a_question_that_is_published_leads_to_what_came_of_it_as_does_one_that_never_was() -> None:
    """Whoever kept the address of what was sealed is not left with nothing; and nothing is told by it."""
    war = begun()
    client, question = player(war), asked(war)
    here = sent(client, war, question)
    service.run(war.key, lambda war: adjudicate.close(war, question.call.address))
    service.run(war.key, lambda war: adjudicate.publish(war, question.call.address))
    assert question.call.address not in store.load(models.War.objects.get()).closed
    gone, never = client.get(here), client.get(here.replace(question.call.address, "battle/9/sheets"))
    assert (gone.status_code, never.status_code) == (404, 404)
    assert "지금은 묻지 않는 선언입니다" in text(gone)
    assert f'href="/war/{war.key}/seat/t1/story/"' in gone.content.decode().partition("<main")[2]
    assert text(gone) == text(never)


def test_without_a_script_a_link_looks_again_whether_what_is_sealed_was_published() -> None:
    """And where it was, that page leads to the story."""
    war = begun()
    client, question = player(war), asked(war)
    here = address(war, question)
    assert "새로 고침" not in text(client.get(here))
    seal(client, war, question)
    assert f'<noscript> · <a href="{here}">새로 고침</a></noscript>' in client.get(here).content.decode()
    service.run(war.key, lambda folded: adjudicate.close(folded, question.call.address))
    service.run(war.key, lambda folded: adjudicate.publish(folded, question.call.address))
    assert f'class="btn go" href="/war/{war.key}/seat/t1/story/"' in client.get(here).content.decode()
