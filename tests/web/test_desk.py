"""The keeper's desk: opening a war, inviting, closing, ruling, previewing, publishing, texts, going back."""

from __future__ import annotations

import re
from datetime import timedelta
from unittest import mock
from urllib.parse import quote, unquote

import pytest
from django.test import Client

from grailkeeper.campaign.outcome import Refused
from grailkeeper.core.seat import KEEPER, only
from grailkeeper.journal.file import entry_of
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.views.gate import Gate
from grailkeeper.web import absence, asks, clock, models, resolver, store
from grailkeeper.web.worker import Worker

from .people import account, browser, holds, keeper, send, text
from .test_seat import an_answer, asked, player, seal
from .wars import begun, played, war_of, with_a_point

NAMES = [each.system.name for each in SYSTEMS]


@pytest.mark.parametrize("system", NAMES)
@pytest.mark.parametrize("language", ["ko", "en"])
def test_a_war_is_opened_and_its_seats_are_invited(system: str, language: str) -> None:
    client = browser(account("진행자", opens=True), language)
    assert f"/new/{system}/" in client.get("/new/").content.decode()
    here = f"/new/{system}/"
    assert not {"localtime", "Factory"} & set(re.findall(r'<option value="(\w+)"', client.get(here).content.decode()))
    chosen = {f"option.{each.name}": str(each.default) for each in _options(system)}
    teams = {"team1": "사야카", "team2": "쿄코", "team3": "히토미"}
    opened = send(client, here, title="온실 거리", hours="24", zone="Europe/Berlin", **teams, **chosen)
    assert opened.status_code == 302, text(opened)
    war = models.War.objects.get()
    assert (war.title, war.zone, store.load(war).policy) == ("온실 거리", "Europe/Berlin", {"hours": {"default": 24}})
    send(client, opened["Location"], do="invite_all:")
    page = client.get(opened["Location"]).content.decode()
    links = re.findall(r'value="(http://testserver/invitation/[^"]+)"', page)
    assert len(links) == len(store.load(war).system.seats(store.load(war).state))
    assert browser().get(links[0].removeprefix("http://testserver")).status_code == 200


@pytest.mark.parametrize("system", NAMES)
@pytest.mark.parametrize("language", ["ko", "en"])
def test_the_story_has_the_scenes_that_the_rules_name(system: str, language: str) -> None:
    war = begun(system, teams=4)
    played(war, 16)
    who = account("진행자")
    holds(who, war, models.Role.KEEPER)
    client = browser(who, language)
    page = client.get(f"/war/{war.key}/desk/story/").content.decode()
    scenes = re.findall(r'href="\?scene=(\d+)"', page)
    assert {"0", "1"} <= set(scenes)
    assert "{" not in page.partition('<nav class="contents"')[2].partition("</nav>")[0]
    first, second = (client.get(f"/war/{war.key}/desk/story/?scene={place}").content.decode() for place in (0, 1))
    assert ('id="map"' in first) is (system == "chronicle")
    kick = re.findall("<span>([^<]+)</span>", second.partition("<h1>")[0].rpartition('class="kick"')[2])
    assert (len(kick) == 3) is (system != "chronicle"), "its desk, the war, and who is left where that is known"


def test_a_scene_on_the_map_knows_what_came_before_it() -> None:
    war = begun("chronicle", teams=4)
    played(war, 40)
    client, here = player(war), f"/war/{war.key}/seat/t1/story/"
    scenes = set(re.findall(r'href="\?scene=(\d+)"', client.get(here).content.decode())) - {"0"}
    told = [client.get(f"{here}?scene={place}").content.decode() for place in sorted(scenes)]
    assert len(told) > 1
    assert all(each.count('class="map"') == 1 and 'id="map"' not in each for each in told)


def _options(system: str):  # type: ignore[no-untyped-def]
    return next(each.system.options.options for each in SYSTEMS if each.system.name == system)


def test_all_that_is_wrong_with_a_new_war_is_said_at_once() -> None:
    client = browser(account("진행자", opens=True))
    refused = send(client, "/new/bingo/", title="", team1="하나", hours="-3", zone="Nowhere/Here")
    assert refused.status_code == 422
    said = text(refused)
    for wrong in ("글로 적어 주십시오", "2개 이상", "정수로", "없는 시간대"):
        assert wrong in said
    assert not {"title:", "team:"} & set(said.split())
    wrong = send(
        client,
        "/new/bingo/",
        title="이름",
        team1="하나",
        team2="둘",
        zone="Asia/Seoul",
        **{"option.defeat_damage": "7"},
    )
    assert wrong.status_code == 422
    assert not models.War.objects.exists()


@pytest.mark.parametrize("system", NAMES)
def test_a_question_is_closed_looked_at_and_published(system: str) -> None:
    war = begun(system)
    desk, seat = keeper(war), player(war)
    question = asked(war)
    seal(seat, war, question)
    here = f"/war/{war.key}/desk/"
    assert "봉인" in text(desk.get(here))
    matter = f"{here}call/{question.call.address}/"
    before = text(desk.get(matter))
    assert "마감하기" in before
    assert "낸 선언" not in before
    assert "미리보기 아직" not in before
    closed = send(desk, matter, do="close", reason="모두 모였습니다")
    assert closed.status_code == 303
    declared = text(desk.get(matter)).partition("낸 선언")[2]
    assert "내지 않았습니다" in declared
    assert a_line(war, question) in declared
    for _ in range(20):
        page = desk.get(matter)
        if "이대로 공표하기" in text(page):
            break
        rule_first(desk, matter, page.content.decode())
    told_before = store.load(war_of(war)).streams["public"].number
    wrong = send(desk, matter, do="publish", digest="0" * 64)
    assert wrong.status_code == 422
    assert store.load(war_of(war)).streams["public"].number == told_before
    digest = re.search(r'name="digest" value="(\w{64})"', page.content.decode())
    assert digest is not None
    published = send(desk, matter, do="publish", digest=digest[1])
    assert published.status_code == 303, text(published)
    for form in ("plain", "markdown", "bbcode", "html"):
        texts = desk.get(f"{published['Location']}?format={form}")
        assert texts.status_code == 200
    assert store.load(war_of(war)).head == war_of(war).head
    assert desk.get(f"{here}record/").status_code == 200


def a_line(war: models.War, question: asks.Asked) -> str:
    """What of a declaration stands at its beginning, as it is said."""
    return an_answer(war, question)[1].partition(":")[0].strip()


def rule_first(desk: Client, matter: str, page: str) -> None:
    """Rule on the first point with its first choice."""
    point = re.search(r'value="(rule:[^"]+)"', page)
    assert point is not None
    assert send(desk, matter, do=point[1], value="0", reason="보기에 그렇습니다").status_code == 303


def test_points_are_ruled_on_before_anything_is_published() -> None:
    war = with_a_point("bingo")
    desk = keeper(war)
    (call,) = store.load(war).closed
    assert "정해야 할 재정 사항이" in text(desk.get(f"/war/{war.key}/desk/"))
    here = f"/war/{war.key}/desk/call/{call}/"
    assert "이대로 공표하기" not in text(desk.get(here))
    assert send(desk, here, do="publish", digest="").status_code == 422
    assert send(desk, here, do="rule:no/such/point", value="0").status_code == 422
    assert send(desk, here, do=_open_point(war, call), value="99").status_code == 422
    while _open_point(war, call):
        assert send(desk, here, do=_open_point(war, call), value="0", reason="보기에 그렇습니다").status_code == 303
    assert "이대로 공표하기" in text(desk.get(here))


@pytest.mark.parametrize("system", ["bingo", "sceneplay"])
def test_a_ruling_leads_back_to_its_point_with_its_reason_and_what_it_changes(system: str) -> None:
    """The desk's list and the page inside say the same of the points, too."""
    war, address = battle_closed(system)
    desk, here = keeper(war), f"/war/{war.key}/desk/call/{address}/"
    (count,) = re.findall(r"재정 사항 (\d+)개", text(desk.get(here)))
    assert f"규칙대로 정해진 사항 {count}개" in text(desk.get(here))
    assert f"재정 사항 {count}개" in text(desk.get(f"/war/{war.key}/desk/"))
    point = re.findall(r'value="rule:([^"]+)"', desk.get(here).content.decode())[-1]
    done = send(desk, here, do=f"rule:{point}", value="0", reason="서술에 적힌 대로")
    landed, _, fragment = done["Location"].partition("#")
    page = desk.get(landed)
    assert f'id="{unquote(fragment)}"' in page.content.decode()
    assert fragment == quote(f"point-{point}")
    assert "재정한 대로 다시 계산했습니다" in text(page)
    assert "서술에 적힌 대로" in text(page)
    assert "다시 계산했습니다" not in text(desk.get(here))
    assert "서술에 적힌 대로" in text(desk.get(here)), "the reason stays"
    if int(count) > 1:
        assert f"규칙대로 정해진 사항 {int(count) - 1}개" in text(desk.get(here)), (
            "what was ruled on stands before them"
        )
    send(desk, here, do=f"rule:{point}", value="0", reason="다시 읽고")
    assert "서술에 적힌 대로" not in text(desk.get(here))


def test_both_sides_of_a_bingo_battle_hear_why_a_skill_was_denied_since_both_see_that_it_was() -> None:
    row, address = battle_closed("bingo", "skill_condition")
    seen = Gate(store.load(row), KEEPER).preview(address)
    assert not isinstance(seen, Refused)
    points = [each for each in seen.resolution.points if each.kind == "skill_condition"]
    assert points
    assert all(each.told == only(ask.seat for ask in seen.call.asks) for each in points)


@pytest.mark.parametrize("system", ["bingo", "sceneplay"])
def test_the_reason_of_a_ruling_is_told_to_those_who_learn_what_follows(system: str) -> None:
    war, address = battle_closed(system)
    desk, here = keeper(war), f"/war/{war.key}/desk/call/{address}/"
    seen = Gate(store.load(war), KEEPER).preview(address)
    assert not isinstance(seen, Refused)
    point = next(each for each in seen.resolution.points if "team" in each.subject)
    heard = {str(point.subject["team"])}
    assert point.told == only(heard)
    folded = store.load(war)
    name = folded.system.names(folded.state)[str(point.subject["team"])]
    assert f"이 결과를 아는 {name}에게 알립니다" in text(desk.get(here))
    send(desk, here, do=f"rule:{point.address}", value="1", reason="밤이 아니었으므로")
    page = desk.get(here)
    said = "진행자가 재정했습니다. 까닭: 밤이 아니었으므로"
    assert text(page).count(said) == len(heard), "the preview shows it to whom it will be told"
    digest = page.content.decode().partition('name="digest" value="')[2][:64]
    published = send(desk, here, do="publish", digest=digest)
    assert text(desk.get(published["Location"])).count(said) == len(heard)
    for seat in absence.seats_of(store.load(war_of(war))):
        told = text(player(war, seat).get(f"/war/{war.key}/seat/{seat}/story/"))
        assert (said in told) is (seat in heard), seat
    assert said not in text(browser().get(f"/war/{war.key}/"))


def battle_closed(system: str, kind: str = "") -> tuple[models.War, str]:
    """A war of agents in which declarations have just been closed, and the rules have a verdict (of that `kind`)."""
    war = begun(system, teams=4)
    for seat in absence.seats_of(store.load(war)):
        models.AgentSeat.objects.create(war=war, seat=seat, agent="steady")
    while resolver.settle(war.key, 1):
        folded = store.load(war_of(war))
        for address in folded.closed:
            seen = Gate(folded, KEEPER).preview(address)
            points = () if isinstance(seen, Refused) else seen.resolution.points
            if any(each.verdict is not None and kind in ("", each.kind) for each in points):
                return war_of(war), address
    raise AssertionError("no battle was closed")


def test_who_has_spoken_on_a_floor_and_what_came_of_it_stands_at_the_desk() -> None:
    war = begun("sceneplay", teams=4)
    for seat in absence.seats_of(store.load(war)):
        models.AgentSeat.objects.create(war=war, seat=seat, agent="steady")
    desk = keeper(war)
    while not (heard := [address for address in store.load(war_of(war)).arrivals if "floor" in address]):
        assert resolver.settle(war.key, 1)
    here = f"/war/{war.key}/desk/call/{heard[0]}/"
    said = text(desk.get(here))
    assert "접수 1건" in said
    assert "지금까지 접수한 것" in said
    assert "아직 접수한 것이 없습니다" not in said
    assert "다 받았다 싶으면 마감하십시오" in said
    assert "선언의 내용은 마감한 뒤에 열립니다" not in said
    assert said.index("지금까지 접수한 것") < said.index("마감하기"), "what is closed is looked at first"
    listed = text(desk.get(f"/war/{war.key}/desk/"))
    assert "선착순으로 받는 선언이 1개 있습니다" in listed
    assert "접수한 것 보고 마감하기" in listed
    waits = "선착순으로 받는 선언 1개에 접수된 것이 있습니다"
    assert waits in text(desk.get("/"))
    send(desk, here, do="close")
    assert waits not in text(desk.get("/"))
    assert "선착순으로 받고 있습니다" not in text(desk.get(here))


def test_what_all_have_answered_is_closed_from_the_list_and_home_says_so() -> None:
    """Closing it by itself would tell who was asked, so it waits for the keeper."""
    war = begun("mirror")
    models.AgentSeat.objects.bulk_create(
        models.AgentSeat(war=war, seat=seat, agent="steady") for seat in absence.seats_of(store.load(war))
    )
    desk = keeper(war)
    with mock.patch.object(resolver, "_closed", lambda *_: lambda _: resolver.NOT_CALLED_FOR):
        resolver.settle(war.key)
    (call,) = store.load(war_of(war)).calls
    assert "선언이 모두 들어와 마감할 수 있는 것이 1개 있습니다" in text(desk.get("/"))
    here = f"/war/{war.key}/desk/"
    page = desk.get(here).content.decode()
    assert f'action="/war/{war.key}/desk/call/{call.address}/"' in page
    assert send(desk, f"{here}call/{call.address}/", here, do="close").status_code == 303
    assert call.address in store.load(war_of(war)).closed
    again = send(desk, f"{here}call/{call.address}/", here, do="close")
    assert (again.status_code, again["Location"]) == (303, f"{here}call/{call.address}/"), "what was wanted holds"
    assert "선언이 모두 들어와" not in text(desk.get("/"))


def test_after_publishing_a_keeper_is_told_what_is_next() -> None:
    war, call = battle_closed("sceneplay")
    client, matter = keeper(war), f"/war/{war.key}/desk/call/{call}/"
    page = client.get(matter).content.decode()
    digest = page.partition('name="digest" value="')[2][:64]
    texts = send(client, matter, do="publish", digest=digest)["Location"]
    done = client.get(texts)
    headline = re.search(r"<h1>([^<]+)</h1>", client.get(f"/war/{war.key}/desk/").content.decode())
    assert headline is not None
    assert "<h1>공표했습니다</h1>" in done.content.decode()
    assert headline[1] in text(done)
    look = client.get(texts, headers={"HX-Request": "true"})
    assert headline[1] in text(look)
    assert b"<textarea" in done.content and b"<textarea" not in look.content, "a look is for what is next alone"
    first = re.search(r'class="btn go" href="([^"]+)"', done.content.decode())
    assert first is not None
    back = client.get(matter)
    assert back.status_code == 404
    assert "이미 공표했습니다" in text(back)
    assert f'href="/war/{war.key}/desk/"' in back.content.decode()
    assert f'href="{texts.partition("?")[0]}"' in back.content.decode()
    assert text(client.get(f"/war/{war.key}/desk/call/no/such/")) == text(client.get("/nowhere/"))
    waiting = store.load(war_of(war)).closed
    assert unquote(first[1]) == f"/war/{war.key}/desk/" + (f"call/{next(iter(waiting))}/" if waiting else "")
    assert "공표했습니다" not in text(client.get(texts.partition("?")[0]))


def _open_point(war: models.War, call: str) -> str:
    """The button of the first point that waits for a ruling."""
    folded = store.load(war_of(war))
    seen = Gate(folded, KEEPER).preview(call)
    assert not isinstance(seen, Refused)
    waiting = seen.resolution.open_points(folded.rulings.get(call, {}))
    return f"rule:{waiting[0].address}" if waiting else ""


def test_a_war_goes_back_and_everybody_concerned_is_named() -> None:
    war = begun(teams=4)
    desk = keeper(war)
    played(war, 3)
    half = war.number
    played(war, 4)
    here = f"/war/{war.key}/desk/rewind/{half}/"
    page = desk.get(here)
    assert "팀1" in text(page)
    assert send(desk, here, reason=" ").status_code == 422
    done = send(desk, here, reason="잘못 읽었습니다")
    assert done.status_code == 303
    said = text(desk.get(done["Location"]))
    assert f"{half}번 기록 뒤로 되돌렸습니다. 지금 서 있는 곳: " in said
    assert f"/war/{war.key}/desk/texts/{war_of(war).number}/" in desk.get(done["Location"]).content.decode()
    assert "되돌립니다" in text(browser().get(f"/war/{war.key}/"))
    played(war_of(war), 1)
    assert "되돌렸습니다" not in text(desk.get(done["Location"])), "the war has gone on"
    assert desk.get(f"/war/{war.key}/desk/record/").status_code == 200
    assert desk.get(f"/war/{war.key}/desk/rewind/99999/").status_code == 404


def test_a_war_is_paused_goes_on_and_ends() -> None:
    war = begun()
    desk, seat = keeper(war), player(war)
    question, here = asked(war), f"/war/{war.key}/desk/whole/"
    assert send(desk, here, do="pause", reason=" ").status_code == 422
    assert send(desk, here, do="pause", reason="설날").status_code == 303
    assert "설날" in text(seat.get(f"/war/{war.key}/seat/t1/"))
    seal(seat, war, question)
    assert not store.load(war_of(war)).sealed
    assert send(desk, here, do="resume").status_code == 303
    seal(seat, war, question)
    assert store.load(war_of(war)).sealed
    assert send(desk, here, do="end").status_code == 422
    refused = send(desk, here, do="end", sure="yes", withhold="t1")
    assert refused.status_code == 422 and "아직 열려 있는 선언 요청이 있습니다" in text(refused)
    assert send(desk, here, do="end", sure="yes", unfinished="yes", withhold="t1").status_code == 303
    assert store.load(war_of(war)).ended
    assert "전쟁이 끝났습니다" in text(desk.get(f"/war/{war.key}/desk/"))
    assert "전쟁이 끝났습니다" in text(seat.get(f"/war/{war.key}/seat/t1/"))


def test_only_seats_that_nobody_holds_are_to_be_filled() -> None:
    war = begun(teams=3)
    desk, here = keeper(war), f"/war/{war.key}/desk/"
    assert "아무도 앉지 않은 자리가 3곳" in text(desk.get(here))
    player(war)
    models.AgentSeat.objects.create(war=war, seat="t2", agent="steady")
    assert "아무도 앉지 않은 자리가 1곳" in text(desk.get(here))
    models.AgentSeat.objects.create(war=war, seat="t3", agent="steady")
    assert "아무도 앉지 않은 자리" not in text(desk.get(here))


def test_every_page_of_the_desk_leads_to_the_others() -> None:
    war = begun()
    desk, here = keeper(war), f"/war/{war.key}/desk/"
    tabs = [f"{here}{page}" for page in ("", "story/", "people/", "policy/", "record/", "correct/", "whole/")]
    for page in tabs:
        read = desk.get(page, follow=True).content.decode()
        assert [to for to in tabs if f'<a href="{to}"' in read] == tabs
        assert f'<a href="{page}" aria-current="page">' in read


def test_a_long_war_folds_the_list_of_its_scenes() -> None:
    war = begun(teams=4)
    played(war, 40)
    page = browser().get(f"/war/{war.key}/").content.decode()
    scenes = len(re.findall(r'href="\?scene=\d+"(?: aria-current="page")?>', page))
    assert scenes > 6
    assert f"장면 {scenes}개 모두 보기" in page


@pytest.mark.parametrize("system", NAMES)
def test_what_was_published_is_corrected_with_a_reason(system: str) -> None:
    war = begun(system)
    desk = keeper(war)
    played(war, 4)
    kinds = [kind.kind for kind in store.load(war).system.corrections]
    assert desk.get(f"/war/{war.key}/desk/correct/").status_code in (200, 303)
    for kind in kinds:
        assert desk.get(f"/war/{war.key}/desk/correct/{kind}/").status_code == 200
        assert send(desk, f"/war/{war.key}/desk/correct/{kind}/", reason="x").status_code == 422
    assert store.load(war_of(war)).number == war.number


def test_points_of_a_person_are_corrected() -> None:
    war = begun("sceneplay")
    desk = keeper(war)
    played(war, 2)
    here = f"/war/{war.key}/desk/correct/person_corrected/"
    done = send(desk, here, reason="잘못 셈", **{"f:person": "t1.servant", "f:mana": "2"})
    assert done.status_code == 303, text(done)
    assert "잘못 셈" in text(desk.get(done["Location"]))


@pytest.mark.parametrize(
    ("system", "said"),
    [
        ("sceneplay", {"kind": "person_corrected", "f:person": "t1.servant", "f:mana": "2"}),
        ("chronicle", {"kind": "team_corrected", "f:team": "t1", "f:merit": "2"}),
        ("mirror", {"kind": "team_corrected", "f:team": "t1", "f:citizens": "0"}),
        ("bingo", {"kind": "person_corrected", "f:team": "t1", "f:role": "servant", "f:mana": "2"}),
    ],
)
def test_a_correction_says_its_reason_once(system: str, said: dict[str, str]) -> None:
    war = begun(system)
    desk = keeper(war)
    played(war, 4)
    done = send(desk, f"/war/{war.key}/desk/correct/{said['kind']}/", reason="잘못 셈", public="yes", **said)
    assert done.status_code == 303, text(done)
    assert text(desk.get(f"/war/{war.key}/")).count("잘못 셈") == 1
    assert text(desk.get(done["Location"])).count("잘못 셈") == 4, "once in each of the texts"


def test_somebody_of_chronicle_is_corrected_by_name_and_only_the_team_hears_it() -> None:
    war = begun("chronicle")
    desk = keeper(war)
    played(war, 2)
    here = f"/war/{war.key}/desk/correct/person_corrected/"
    asked_for = desk.get(here).content.decode()
    assert 'name="f:person" value="t1_master"' in asked_for and "팀1의 마스터" in asked_for
    done = send(desk, here, reason="잘못 셈", **{"f:person": "t1_master", "f:experience": "2"})
    assert done.status_code == 303, text(done)
    heard = {seat: text(player(war, seat).get(f"/war/{war.key}/seat/{seat}/story/")) for seat in ("t1", "t2")}
    assert {seat for seat, story in heard.items() if "잘못 셈" in story} == {"t1"}


def test_the_journal_is_taken_away_whole() -> None:
    war = begun()
    desk = keeper(war)
    played(war, 3)
    content = desk.get(f"/war/{war.key}/desk/journal.jsonl").content
    assert len(content.splitlines()) == war.number
    assert all(entry_of(line) for line in content.splitlines())


def test_a_war_of_another_version_is_moved_by_its_keeper() -> None:
    war = begun("sceneplay")
    desk = keeper(war)
    played(war, 3)
    here, system = f"/war/{war.key}/desk/whole/", store.load(war).system
    with mock.patch.object(type(system), "version", "2"):
        page = text(desk.get(here))
        assert "1 판으로 진행해 왔고" in page
        assert "새 판에서도 모두 같습니다" in page
        assert send(desk, here, do="move", reason="새 판").status_code == 303
        assert store.load(war_of(war)).version == "2"


def test_a_fault_of_the_rules_is_told_at_the_desk_and_writes_nothing() -> None:
    war = begun()
    desk = keeper(war)
    (call,) = store.load(war).calls
    here = f"/war/{war.key}/desk/call/{call.address}/"
    send(desk, here, do="close")
    with mock.patch.object(type(store.load(war).system), "resolve", side_effect=ZeroDivisionError("no")):
        assert desk.get(f"/war/{war.key}/desk/").status_code == 200
        page = desk.get(here)
        assert "탈이 나서" in text(page)
        assert send(desk, here, do="publish", digest="").status_code == 500
    assert war_of(war).number == 2


def test_a_paused_war_closes_nothing_and_its_hours_wait() -> None:
    war = begun()
    desk, here = keeper(war), f"/war/{war.key}/desk/whole/"
    player(war)
    send(desk, here, do="pause", reason="설날")
    later = clock.now() + timedelta(hours=100)
    with mock.patch.object(clock, "now", lambda: later):
        assert Worker().round() == 0
        assert send(desk, here, do="resume").status_code == 303
        assert Worker().round() == 0
    over = clock.now() + timedelta(hours=149)
    with mock.patch.object(clock, "now", lambda: over):
        assert Worker().round() == 1
