"""What people write: who may read it, that it can do no harm, that an edit hides nothing."""

from __future__ import annotations

from unittest import mock

import pytest
from django.test import Client

from grailkeeper.text.page.lines import lines_heard
from grailkeeper.web import clock, models, talk
from grailkeeper.web.pages import story as pages

from .people import account, browser, holds, keeper, send, text
from .test_seat import player
from .wars import begun, played


def story(war: models.War, seat: str = "t1") -> str:
    return f"/war/{war.key}/seat/{seat}/story/"


@pytest.mark.parametrize(
    ("to", "seats", "readers"),
    [
        ("public", (), {"nobody", "t1", "t2", "t3", "keeper"}),
        ("team", (), {"t1", "keeper"}),
        ("seats", ("t3",), {"t1", "t3", "keeper"}),
        ("keeper", (), {"t1", "keeper"}),
    ],
)
def test_only_whom_it_is_for_reads_it(to: str, seats: tuple[str, ...], readers: set[str]) -> None:
    war = begun()
    people: dict[str, tuple[Client, str]] = {
        "nobody": (browser(), f"/war/{war.key}/"),
        "keeper": (keeper(war), f"/war/{war.key}/desk/story/"),
        **{seat: (player(war, seat), story(war, seat)) for seat in ("t1", "t2", "t3")},
    }
    said = send(people["t1"][0], story(war), text="철골을 박차고", voice="in", to=to, seats=list(seats))  # type: ignore[arg-type]
    assert said.status_code == 303
    found = {name for name, (client, address) in people.items() if "철골을 박차고" in text(client.get(address))}
    assert found == readers


def test_what_is_said_out_of_the_story_is_folded_for_who_only_reads() -> None:
    war = begun()
    writer = player(war)
    for voice, said in (("in", "검을 뽑는다"), ("out", "내일 봅시다")):
        send(writer, story(war), text=said, voice=voice, to="public")
    folded, open_ = (browser().get(f"/war/{war.key}/").content.decode(), writer.get(story(war)).content.decode())
    assert '<details class="said-out"><summary>이야기 밖에서 나눈 말 1개' in folded
    assert '<details class="said-out" open><summary>이야기 밖에서 나눈 말 1개' in open_
    assert folded.index("검을 뽑는다") < folded.index("이야기 밖에서") < folded.index("내일 봅시다")


def test_the_keeper_narrates() -> None:
    war = begun()
    done = send(keeper(war), f"/war/{war.key}/desk/story/", text="*밤*이 깊다", voice="in", to="public")
    assert done.status_code == 303
    assert b"<em>\xeb\xb0\xa4</em>" in browser().get(f"/war/{war.key}/").content


def test_an_edit_leaves_what_was_said_before() -> None:
    war = begun()
    writer = player(war)
    send(writer, story(war), text="처음", voice="out", to="public")
    here = f"/war/{war.key}/seat/t1/post/1/"
    assert send(writer, here, text="나중").status_code == 303
    page = text(browser().get(f"/war/{war.key}/"))
    assert "처음" in page
    assert "나중" in page
    assert player(war, "t2").get(here.replace("/t1/", "/t2/")).status_code == 404
    assert send(writer, here, text=" ").status_code == 422


def test_a_post_is_written_anew_so_often_and_no_more() -> None:
    """Whoever reads it loads all that it said: a post must not grow without end."""
    war = begun()
    writer = player(war)
    send(writer, story(war), text="처음", voice="out", to="public")
    post = models.Post.objects.get()
    texts = [f"{turn}번 고침" for turn in range(talk.MOST_EDITS)]
    assert [talk.edit(post, each) for each in texts] == [()] * talk.MOST_EDITS
    assert [each.text for each in post.older.order_by("pk")] == ["처음", *texts[:-1]], "each replaces the one before"
    here = f"/war/{war.key}/seat/t1/post/1/"
    refused = send(writer, here, text="한 번 더")
    assert refused.status_code == 422
    assert f"이미 {talk.MOST_EDITS}번 고쳤습니다" in text(refused)
    assert "한 번 더" in text(refused), "what was typed is not lost"
    assert send(writer, here, text=texts[-1]).status_code == 303, "nothing is written anew"
    assert models.OlderText.objects.count() == talk.MOST_EDITS


def test_who_takes_over_a_seat_reads_but_does_not_edit() -> None:
    war = begun()
    send(player(war), story(war), text="내 글", voice="in", to="team")
    models.Holding.objects.filter(seat="t1").delete()
    second = account("대신 앉은 이")
    holds(second, war, models.Role.PLAYER, "t1")
    assert "내 글" in text(browser(second).get(story(war)))
    assert browser(second).get(f"/war/{war.key}/seat/t1/post/1/").status_code == 404


@pytest.mark.parametrize(
    "harm",
    [
        "<script>alert(1)</script>",
        "[x](javascript:alert(1))",
        '<img src=x onerror="alert(1)">',
        "![x](http://evil.example/x.png)",
        "<style>*{display:none}</style>",
        '<p style="color:red" onclick="x()">y</p>',
        "[x](data:text/html;base64,AAAA)",
    ],
)
def test_what_is_written_does_no_harm(harm: str) -> None:
    html = str(talk.written(harm))
    for sign in ("<script", "<img", "<style", 'href="javascript', 'href="data', "<p style"):
        assert sign not in html


def test_a_post_is_no_longer_than_it_was_written() -> None:
    named_once = f"[a]: http://a.example/{'u' * 4000}\n\n" + "[a]" * 1300
    assert len(talk.written(named_once)) < 2 * talk.LONGEST


def test_a_post_stands_in_the_scene_in_which_it_was_written() -> None:
    war = begun("mirror", teams=4)
    writer = player(war)
    send(writer, story(war), text="아직 아무 일도 없다", voice="in", to="public")
    models.Post.objects.update(at=clock.now().replace(year=2020))
    played(war, 6)
    models.Telling.objects.update(at=clock.stamp())  # agents of the tests have no clock
    assert "아직 아무 일도 없다" not in text(writer.get(story(war)))
    assert "아직 아무 일도 없다" in text(writer.get(story(war) + "?scene=0"))


@pytest.mark.parametrize("scene", ["", "?scene=0", "home"])
def test_a_scene_is_laid_out_once(scene: str) -> None:
    """Whether it is looked at to find the newest or shown."""
    war = begun("mirror", teams=4)
    played(war, 6)
    client = player(war)
    with mock.patch.object(pages, "lines_heard", wraps=lines_heard) as laid:
        client.get("/" if scene == "home" else story(war) + scene)
    told = [[each.number for each in call.args[2]] for call in laid.call_args_list]
    assert told
    assert len(told) == len({tuple(each) for each in told})
