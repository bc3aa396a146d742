"""A seat on the site: what it is asked, drafts, posts, the seal, what it may see."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from grailkeeper.agents.roster import agent
from grailkeeper.agents.table import AgentTable
from grailkeeper.campaign.desk import WarDesk
from grailkeeper.core.form import Form
from grailkeeper.core.seal import holds as seal_holds
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.registry import SYSTEMS
from grailkeeper.text.calling import names_of
from grailkeeper.text.declaration import print_order
from grailkeeper.text.language import Language
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words
from grailkeeper.views.gate import Gate
from grailkeeper.web import asks, models, store
from grailkeeper.web.cuts import cut_of
from grailkeeper.web.cuts.tailor import tailored
from grailkeeper.web.filled import filled_of
from grailkeeper.web.visitor import Guest, Visitor

from .people import account, browser, holds, send, text
from .wars import SEED, begun, played

NAMES = [each.system.name for each in SYSTEMS]


def player(war: models.War, seat: str = "t1") -> Client:
    who = account(f"참가자 {seat}")
    holds(who, war, models.Role.PLAYER, seat)
    return browser(who)


def asked(war: models.War, seat: str = "t1") -> asks.Asked:
    war.refresh_from_db()
    return next(each for each in asks.asked_of(war, store.load(war), seat) if each.waits)


def address(war: models.War, question: asks.Asked, page: str = "ask") -> str:
    return f"/war/{war.key}/seat/{question.ask.seat}/{page}/{question.ask.whom}/{question.call.address}/"


def an_answer(war: models.War, question: asks.Asked) -> tuple[Mapping[str, str], str]:
    """What an agent would fill in, and the same as a post."""
    form, order = _thought_of(war, question)
    assert order is not None
    prose = Prose(load_words(f"grailkeeper.rules.{war.system}", Language.KO), names_of(store.load(war)))
    return filled_of(tailored(cut_of(war.system), form), order, prose), print_order(form, order, prose)


def a_post(war: models.War, question: asks.Asked) -> str | None:
    """What an agent would post, None where it would stay silent."""
    return None if _thought_of(war, question)[1] is None else an_answer(war, question)[1]


def _thought_of(war: models.War, question: asks.Asked) -> tuple[Form, Mapping[str, Any] | None]:
    desk = WarDesk(store.load(war), lambda _: None)
    call = desk.war.call(question.call.address)
    assert call is not None
    ask = call.ask_for(question.ask.whom)
    assert ask is not None
    table = AgentTable(desk, {ask.seat: agent("steady", war.system)}, SEED)
    form = desk.form(call, ask)
    order = table.answer(call, ask, lambda: form)
    return form, order if isinstance(order, Mapping) else None


@pytest.mark.parametrize("system", NAMES)
def test_a_form_is_filled_in_saved_looked_at_and_sealed(system: str) -> None:
    war = begun(system)
    client, question = player(war), asked(war)
    filled, _ = an_answer(war, question)
    here = address(war, question)
    home = client.get("/")
    assert here in home.content.decode()
    fields = {f"f:{path}": value for path, value in filled.items()}
    saved = send(client, here, do="save", **fields)
    assert (saved.status_code, saved["Location"]) == (303, here)
    assert models.Draft.objects.get().fields == filled
    page = client.get(here)
    assert "이렇게 읽었습니다" in text(page)
    assert "초안" in text(page)
    looked = send(client, here, do="review", **fields)
    assert looked["Location"] == address(war, question, "review")
    review = client.get(looked["Location"])
    assert "이대로 맞습니까" in text(review)
    digest = review.content.decode().partition('name="digest" value="')[2][:64]
    sealed = send(client, looked["Location"], digest=digest)
    assert sealed["Location"] == here
    done = client.get(here)
    print_ = store.load(models.War.objects.get()).sealed[question.call.address, question.ask.whom].seal.fingerprint
    assert " ".join(print_[at : at + 4] for at in range(0, 16, 4)) in text(done)
    assert not models.Draft.objects.exists()
    kept = client.get(address(war, question, "receipt"))
    opening = json.loads(kept.content)
    assert opening["fingerprint"] == print_
    assert seal_holds(opening)


@pytest.mark.parametrize("system", NAMES)
def test_a_post_is_read_into_the_form(system: str) -> None:
    war = begun(system)
    client, question = player(war), asked(war)
    filled, post = an_answer(war, question)
    read = send(client, address(war, question), do="paste", text=f"안녕하세요\n\n{post}")
    assert read.status_code == 303, text(read)
    assert models.Draft.objects.get().fields == filled


def test_a_battle_form_says_against_whom_and_what_each_field_does() -> None:
    war = begun()
    question = None
    for _ in range(20):
        played(war, 1)
        now = [(seat, each) for seat in ("t1", "t2", "t3") for each in asks.asked_of(war, store.load(war), seat)]
        question = next((each for _, each in now if each.call.kind == "battle_sheets"), None)
        if question is not None:
            break
    assert question is not None
    page = text(player(war, question.ask.seat).get(address(war, question)))
    assert "싸웁니다" in page and "벌어지는 전투입니다" in page
    assert "상대의 숫자와 더해" in page and "마스터의 HP" in page


def test_what_is_not_understood_of_a_post_is_shown_until_it_is_looked_at() -> None:
    """The rest fills in the form; the last look names the lines that it does not hold."""
    war = begun("mirror")
    client, question = player(war), asked(war)
    filled, post = an_answer(war, question)
    here = address(war, question)
    pasted = f"이름 : 카이\n{post}\n보구 : 약속의 검 (B, 대군보구)"
    read = send(client, here, do="paste", text=pasted)
    assert (read.status_code, read["Location"]) == (303, here + "#said")
    fields = models.Draft.objects.get().fields
    assert {path: value for path, value in fields.items() if not path.startswith("?")} == filled
    page = text(client.get(here))
    assert "1줄을 읽었고 2줄은 읽지 못했습니다" in page
    assert "이름 : 카이" in page and "대군보구" in page
    sent = {f"f:{path}": value for path, value in fields.items()}
    review = text(client.get(send(client, here, do="review", **sent)["Location"]))
    assert "읽지 못한 줄은 이 선언에 들어 있지 않습니다" in review and "대군보구" in review
    send(client, here, do="save", **{path: value for path, value in sent.items() if path != "f:?"})
    assert "읽지 못했습니다" not in text(client.get(here))


def test_a_post_that_cannot_be_read_changes_nothing_and_says_why() -> None:
    war = begun()
    client, question = player(war), asked(war)
    read = send(client, address(war, question), do="paste", text="없는 항목: 3")
    assert read.status_code == 422
    assert "없는 항목" in text(read)
    assert not models.Draft.objects.exists()


def test_what_cannot_be_sealed_is_kept_as_it_was_typed() -> None:
    war = begun()
    client, question = player(war), asked(war)
    wrong = {"f:master.ranks.strength": "아주 셈", "f:servant.class": "saber"}
    refused = send(client, address(war, question), do="review", **wrong)
    assert refused.status_code == 422
    assert "랭크를 읽을 수 없습니다: 아주 셈" in text(refused)
    assert 'value="아주 셈"' in unescape(refused.content.decode())
    assert not store.load(models.War.objects.get()).sealed


def test_what_is_typed_in_lines_stands_in_lines() -> None:
    war = begun("sceneplay")
    client, question = player(war), asked(war)
    typed = "\n첫 줄 <b>\n\n  둘째 줄"
    page = send(client, address(war, question), do="paste", text=typed).content.decode()
    assert "<textarea" in page and "\n\n첫 줄 &lt;b&gt;\n\n  둘째 줄</textarea>" in page


def test_another_window_s_draft_is_not_sealed_unseen() -> None:
    war = begun()
    client, question = player(war), asked(war)
    filled, _ = an_answer(war, question)
    send(client, address(war, question), do="save", **{f"f:{path}": value for path, value in filled.items()})
    stale = send(client, address(war, question, "review"), digest="0" * 64)
    assert stale.status_code == 200
    assert not store.load(models.War.objects.get()).sealed


def test_a_seal_is_changed_and_withdrawn() -> None:
    war = begun()
    client, question = player(war), asked(war)
    seal(client, war, question)
    first = store.load(models.War.objects.get()).sealed
    send(client, address(war, question), do="change")
    page = client.get(address(war, question))
    assert "새로 봉인할 때까지" in text(page)
    assert store.load(models.War.objects.get()).sealed == first
    send(client, address(war, question), do="withdraw")
    assert not store.load(models.War.objects.get()).sealed


def seal(client: Client, war: models.War, question: asks.Asked) -> None:
    filled, _ = an_answer(war, question)
    send(client, address(war, question), do="save", **{f"f:{path}": value for path, value in filled.items()})
    review = address(war, question, "review")
    digest = client.get(review).content.decode().partition('name="digest" value="')[2][:64]
    send(client, review, digest=digest)


def test_more_rows_are_shown_when_they_are_asked_for() -> None:
    war = begun()
    client, question = player(war), asked(war)
    here = address(war, question)
    assert 'name="f:servant.skills.2.name"' not in client.get(here).content.decode()
    send(client, here, do="more:servant.skills", **{"f:servant.skills.1.name": ""})
    assert 'name="f:servant.skills.2.name"' in client.get(here).content.decode()


@pytest.mark.parametrize("system", NAMES)
def test_the_story_of_a_seat_is_what_it_was_told(system: str) -> None:
    war = begun(system, teams=4)
    played(war, 16)
    client = player(war)
    folded = store.load(war)
    gate = Gate(folded, seat_viewer("t1"), list(store.entries(war.key)))
    for place in range(30):
        page = client.get(f"/war/{war.key}/seat/t1/story/?scene={place}")
        assert page.status_code == 200
    assert gate.stream.head[:4] in text(page)
    assert "빠지거나 바뀐 것이 없는지 확인할 수 있습니다." in text(page)
    public = browser().get(f"/war/{war.key}/")
    assert public.status_code == 200
    english = Client(headers={"Accept-Language": "en"}).get(f"/war/{war.key}/")
    assert english.status_code == 200


def test_who_plays_is_led_to_what_the_seat_knows() -> None:
    war = begun("sceneplay")
    client, own, public = player(war), f"/war/{war.key}/seat/t1/story/", f"/war/{war.key}/"
    for here in (public, f"/war/{war.key}/seat/t1/", own):
        assert f'href="{own}"' in client.get(here).content.decode(), here
    assert "모두에게 공개된 이야기" in text(client.get(own))
    assert "팀1이 아는 이야기" in text(client.get(public))
    assert own not in browser().get(public).content.decode()


@pytest.mark.parametrize("system", NAMES)
def test_nothing_is_wrong_before_anything_is_filled_in(system: str) -> None:
    war = begun(system)
    client, question = player(war), asked(war)
    here = address(war, question)
    page = client.get(here).content.decode()
    assert 'class="pick err"' not in page and 'class="field err"' not in page and 'aria-invalid="true"' not in page
    assert '<ul id="wrong" hidden></ul>' in page


def test_a_question_that_a_seat_is_not_asked_is_not_there() -> None:
    war = begun()
    client, question = player(war), asked(war)
    mine = address(war, question)
    theirs = mine.replace("/ask/t1/", "/ask/t2/")
    nothing = mine.replace(question.call.address, "no/such/call")
    other, none = client.get(theirs), client.get(nothing)
    assert other.status_code == none.status_code == 404
    assert text(other) == text(none)


BEFOREHAND = {
    "bingo": ("move", {"intent": "fight"}),
    "mirror": ("gap", {"then": "stay"}),
    "chronicle": ("battle_rows", {"row": "front"}),
    "sceneplay": ("escape", {"escape": "yes"}),
}
"""In each system a question that can be answered before it is asked, and an answer."""


def _beforehand(war: models.War, kind: str) -> asks.Asked:
    """Where somebody can file an answer to such a question, in a war that agents have played so far."""
    for _ in range(30):
        for seat in ("t1", "t2", "t3"):
            found = (each for each in asks.standing_of(war, store.load(war), seat) if each.call.kind == kind)
            if question := next(found, None):
                return question
        played(war, 1)
    raise AssertionError(f"nobody can answer {kind} beforehand")


@pytest.mark.parametrize("system", NAMES)
def test_an_answer_is_filed_beforehand_and_withdrawn(system: str) -> None:
    war, (kind, answer) = begun(system), BEFOREHAND[system]
    question = _beforehand(war, kind)
    seat, where, review = question.ask.seat, address(war, question), address(war, question, "review")
    client = player(war, seat)
    assert "철회하실 수 있습니다" in text(client.get(where))
    sent = send(client, where, do="review", **{f"f:{path}": value for path, value in answer.items()})
    assert sent.headers["Location"] == review
    digest = re.search(r'name="digest" value="(\w+)"', client.get(review).content.decode())
    assert digest is not None
    assert send(client, review, digest=digest[1]).status_code == 303
    assert _states(war, seat) == {asks.State.SEALED}
    assert "철회" in text(client.get(where))
    assert send(client, where, do="withdraw").status_code == 303
    assert _states(war, seat) == set()


def _states(war: models.War, seat: str) -> set[asks.State]:
    """How far the answers are that the seat has filed."""
    war.refresh_from_db()
    found = {each.state for each in asks.standing_of(war, store.load(war), seat)}
    return found - {asks.State.EMPTY}


def test_a_question_says_that_an_answer_was_filed_for_it() -> None:
    """Silence means that answer then, and not what it means otherwise."""
    war = begun("bingo")
    question = _beforehand(war, "move")
    seat = question.ask.seat
    client, where, review = player(war, seat), address(war, question), address(war, question, "review")
    send(client, where, do="review", **{"f:intent": "avoid"})
    digest = re.search(r'name="digest" value="(\w+)"', client.get(review).content.decode())
    assert digest is not None
    send(client, review, digest=digest[1])
    asked_now = _asked_of_kind(war, seat, "move")
    assert asked_now.filed
    assert "미리 내신 선언을 씁니다" in text(client.get(address(war, asked_now)))


def _asked_of_kind(war: models.War, seat: str, kind: str) -> asks.Asked:
    for _ in range(10):
        war.refresh_from_db()
        found = (each for each in asks.asked_of(war, store.load(war), seat) if each.call.kind == kind and each.waits)
        if question := next(found, None):
            return question
        played(war, 1)
    raise AssertionError(f"{seat} is not asked for {kind}")


DOUBTS = {
    "bingo": ("battle", {"cards.r1c1.card": "S"}, "칸이 24개 비어 있는데"),
    "mirror": ("turn", {"slots.1.card": "buster"}, "4칸이 비어 있는데"),
    "chronicle": ("actions", {"first.action": "rest"}, "이 차례에는 아무 행동도 하지 않습니다"),
    "sceneplay": ("battle_sheets", {"numbers.1": "20"}, "숫자 4개를 적지 않으셨습니다"),
}
"""What is allowed and surely not meant, and how it is asked about."""


@pytest.mark.parametrize("system", NAMES)
def test_what_is_surely_not_meant_is_asked_about(system: str) -> None:
    """While it is written, and once more at the last look; it can be sealed all the same."""
    kind, filled, said = DOUBTS[system]
    war = begun(system, 4)
    question = _somebody_asked(war, kind)
    client, where = player(war, question.ask.seat), address(war, question)
    fields = {f"f:{path}": value for path, value in filled.items()}
    assert send(client, where, do="save", **fields).status_code == 303
    assert said in text(client.get(where))
    assert send(client, where, do="review", **fields).headers["Location"] == address(war, question, "review")
    assert said in text(client.get(address(war, question, "review")))


def _somebody_asked(war: models.War, kind: str) -> asks.Asked:
    for _ in range(20):
        war.refresh_from_db()
        for seat in ("t1", "t2", "t3", "t4"):
            found = asks.asked_of(war, store.load(war), seat)
            if question := next((each for each in found if each.call.kind == kind and each.waits), None):
                return question
        played(war, 1)
    raise AssertionError(f"nobody is asked for {kind}")


def test_people_go_by_their_names_in_either_language() -> None:
    war = begun()
    guest = Guest(Visitor(RequestFactory().get("/")), war, models.Role.PLAYER, "t1")
    among = ("t1.master", "t2.master")
    assert [guest.prose.words.identify(name, among) for name in ("팀2의 마스터", "팀2's master")] == ["t2.master"] * 2


def test_where_nothing_is_asked_no_row_is_looked_up() -> None:
    war = begun()
    folded = store.load(war)
    question = asks.asked_of(war, folded, "t1")[0]
    with CaptureQueriesContext(connection) as looked_up:
        assert asks.find(war, folded, "t1", "no/such", "t1") is None
    assert len(looked_up) == 0
    assert asks.find(war, folded, "t1", question.call.address, question.ask.whom) == question
