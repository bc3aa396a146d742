"""A scene as a story: what is told below which heading, what is put by, what the contents say of it."""

from __future__ import annotations

from dataclasses import replace

from grailkeeper.core.fact import Fact
from grailkeeper.core.seat import PUBLIC, Person, Role, seat_viewer
from grailkeeper.core.working import Sum
from grailkeeper.rules.chronicle import facts as chronicle
from grailkeeper.rules.chronicle import outcomes
from grailkeeper.rules.chronicle.scene import facts as scenes
from grailkeeper.rules.mirror import facts as mirror
from grailkeeper.rules.mirror.people import World
from grailkeeper.rules.sceneplay import facts as f
from grailkeeper.rules.sceneplay.scene import facts as s
from grailkeeper.rules.sceneplay.scene.state import Join, Outline, PlayScene, SceneKind, Solo
from grailkeeper.rules.sceneplay.state import Pair, Setting
from grailkeeper.rules.sceneplay.system import SCENEPLAY
from grailkeeper.text.language import Language
from grailkeeper.text.page import About, Chapter, Line, lines_of
from grailkeeper.text.page.dress import dress_of
from grailkeeper.text.page.pen import Pen
from grailkeeper.text.page.sceneplay.story import arranged
from grailkeeper.text.page.story import story_parts
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words
from rules.sceneplay.scenetable import Playing, plain

BOTH = (Role.MASTER, Role.SERVANT)
NAMES = {"a": "사야카", "b": "쿄코", "c": "히토미", "d": "모모에"}


def opened(team: str, time: str = "") -> s.SceneOpened:
    return s.SceneOpened(PlayScene(team, Role.MASTER, BOTH, Outline(SceneKind.SEARCH, time=time)))


def joined(scene: str, team: str, allies: tuple[str, ...] = ()) -> s.Joined:
    return s.Joined(scene, Join(team, BOTH, allies=allies))


FORCED = s.BattleForced(PlayScene("d", Role.MASTER, BOTH, Outline(SceneKind.BATTLE), target="b"))
CANCELLED = s.SceneCancelled("b", s.Why.FORCED_BATTLE)
SEARCH, BATTLE = s.ScenePlayed("a", SceneKind.SEARCH), s.ScenePlayed("d", SceneKind.BATTLE)
SOLO = s.SoloPlayed(Solo("c", SceneKind.SEARCH, (Role.MASTER,)))
ENTERED = f.BattleAnnounced(Setting(Pair(1, ("d",), ("b",)), "b"))
FELL = f.Fell(Person("b", Role.SERVANT), f.Fate.VANISHED)


def told_as(system: str, *lines: Line, language: Language = Language.KO, about: About | None = None) -> Chapter:
    """A chapter as the dress of a system puts it."""
    names = {**NAMES, "m": "쿄코의 마스터"}
    pen = Pen(Prose(load_words(f"grailkeeper.rules.{system}", language), names), PUBLIC, None, about or About(), {})
    return dress_of(system).story(pen, Chapter("장면", lines), ())


def shown(*facts: Fact) -> list[Fact | None]:
    return [line.fact for line in arranged(lines_of(facts)) if not line.quiet]


def test_what_came_about_beforehand_stands_below_the_heading() -> None:
    came = [opened("a"), opened("b"), joined("a", "c"), CANCELLED, FORCED, s.PlayBegan(), SEARCH, BATTLE, ENTERED]
    assert shown(*came) == [BATTLE, FORCED, CANCELLED, ENTERED, SEARCH]
    heading, *_ = (line for line in arranged(lines_of(came)) if line.fact == SEARCH)
    assert heading.beside == ("c",)


def test_a_scene_of_which_nothing_is_told_stands_after_the_others() -> None:
    came = [s.FloorOpened(), opened("a"), opened("d"), s.PlayBegan(), SEARCH, BATTLE, ENTERED, SOLO, s.SceneClosed(1)]
    assert shown(*came) == [BATTLE, ENTERED, SEARCH, SOLO]


def test_what_the_reader_has_played_stands_first_and_the_close_behind_what_is_told() -> None:
    out = s.TeamOut("b")
    played = [SEARCH, s.BaseFound("a", "b"), BATTLE, ENTERED, SOLO, s.BaseFound("c", "b"), out, s.SceneClosed(1)]
    found = [line.fact for line in arranged(lines_of(played), "c") if not line.quiet]
    assert found == [SOLO, played[5], SEARCH, played[1], BATTLE, ENTERED, out]
    assert shown(*played) == [*played[:6], out]
    nothing = [line.fact for line in arranged(lines_of([SEARCH, BATTLE, ENTERED, out]), "a") if not line.quiet]
    assert nothing == [BATTLE, ENTERED, out, SEARCH], "nothing was told of that scene"


def test_the_reader_is_whoever_s_view_it_is() -> None:
    view = SCENEPLAY.view(Playing({"a": plain(), "c": plain()}).state, seat_viewer("c"))
    told = lines_of([SEARCH, s.BaseFound("a", "b"), SOLO, s.BaseFound("c", "b")])
    assert told_as("sceneplay", *told).headline == "사야카의 탐색 씬 · 히토미의 단독 탐색"
    assert told_as("sceneplay", *told, about=About(view=view)).headline == "히토미의 단독 탐색 · 사야카의 탐색 씬"


def test_a_scene_that_is_not_played_yet_is_told_as_it_stands() -> None:
    came = [s.FloorOpened(), opened("a"), joined("a", "c"), opened("c"), s.SceneCancelled("c", s.Why.WITHDRAWN)]
    assert shown(*came) == [opened("a"), joined("a", "c")]


def test_nothing_is_lost() -> None:
    came = [s.FloorOpened(), opened("a"), joined("a", "c"), s.SceneClosed(1), SEARCH, opened("c"), FELL]
    assert sorted(map(repr, arranged(lines_of(came)))) == sorted(map(repr, _as_told(came)))


def _as_told(facts: list[Fact]) -> list[Line]:
    found = {line.fact: line for line in arranged(lines_of(facts))}
    return [found[fact] for fact in facts]


def test_who_left_is_not_named_and_what_was_withdrawn_is_put_by() -> None:
    left = s.JoinLeft("a", "c", s.Why.WITHDRAWN)
    taken_back = s.SceneCancelled("c", s.Why.WITHDRAWN)
    came = [opened("a"), joined("a", "c"), left, opened("c"), taken_back, joined("a", "d"), SEARCH]
    assert shown(*came) == [SEARCH]
    assert {line.fact: line.beside for line in arranged(lines_of(came))}[SEARCH] == ("d",)
    drawn_away = [opened("a"), joined("a", "b"), s.JoinLeft("a", "b", s.Why.FORCED_BATTLE), FORCED, SEARCH, BATTLE]
    lines = arranged(lines_of(drawn_away))
    assert [line.fact for line in lines if not line.quiet] == [BATTLE, FORCED, drawn_away[2], SEARCH]
    assert {line.fact: line.beside for line in lines}[SEARCH] == ()


def test_a_scene_with_a_setting_of_its_own_is_told_and_so_is_an_alliance() -> None:
    dusk, allied = opened("a", time="해 질 녘"), joined("a", "c", allies=("d",))
    assert shown(dusk, allied, SEARCH) == [SEARCH, dusk, allied]


def test_what_a_rewind_has_undone_stays_where_it_was() -> None:
    struck = [replace(line, struck=True) for line in lines_of([opened("a"), joined("a", "c")])]
    lines = arranged([*struck, *lines_of([opened("a"), SEARCH])])
    assert list(lines[:2]) == struck
    assert [line.beside for line in lines if line.fact == SEARCH] == [()]


def test_the_contents_say_who_fought_and_who_fell() -> None:
    announced = s.SceneAnnounced(3, 4, Sum("play_scene_limit", "S-1.3").base("teams", 4, "S-1.3").done())
    end = f.BattleEnded(1, (("d",), ("b",)), f.End.VANISHED, 2, {"d": 2, "b": 0}, {"d": 0, "b": 2}, "d")
    facts = [announced, BATTLE, ENTERED, FELL, end, s.TeamOut("b"), s.WarEnded(winner="d")]
    told = told_as("sceneplay", *lines_of(facts))
    assert told.note == "남은 팀 4"
    assert told.headline == (
        "모모에 대 쿄코 · 쿄코의 서번트 소멸 · 쿄코 탈락 · 성배전쟁이 끝났습니다. 성배는 모모에의 것입니다."
    )


def test_the_contents_of_a_quiet_scene_say_of_what_is_told() -> None:
    found = s.BaseFound("a", "b")
    assert told_as("sceneplay", *lines_of([SEARCH, found, SOLO, s.SceneClosed(1)])).headline == "사야카의 탐색 씬"


def test_the_contents_of_the_mirror_land_say_who_fought_and_whose_servant_is_no_more() -> None:
    began = mirror.BattleBegan(1, World.VIRTUAL, "Docks", (("a",), ("b", "c")), ("a",))
    facts = [
        mirror.SceneBegan(3, World.VIRTUAL),
        began,
        mirror.Vanished("b", World.VIRTUAL),
        mirror.BattleEnded(1, 1, 2),
        mirror.PenaltyReached("a", "known"),
        mirror.PenaltyReached("a", "exposed"),
        mirror.PenaltyReached("a", "hunted"),
        mirror.Vanished("d", World.REAL),
        mirror.SceneEnded(3),
        mirror.WarEnded("a"),
    ]
    told = told_as("mirror", *lines_of(facts))
    assert told.headline == (
        "사야카 대 쿄코와 히토미 · 쿄코의 서번트 소멸 · 사야카의 위치 공개 · 사야카 토벌령 · 모모에의 본체 사망"
        " · 성배전쟁이 끝났습니다. 성배는 사야카의 것입니다."
    )
    assert [line.fact for line in told.lines if line.quiet] == [facts[0], facts[-2]]
    english = told_as("mirror", *lines_of(facts[2:3]), language=Language.EN)
    assert english.headline == "쿄코's servant vanished"


def test_whose_location_is_shown_in_a_scene_is_told() -> None:
    exposed = mirror.SceneBegan(4, World.VIRTUAL, ("a",))
    step = mirror.StepTaken(4, "plan")
    told = told_as("mirror", *lines_of([exposed, step]))
    assert [line.fact for line in told.lines if not line.quiet] == [exposed]
    assert told.headline == ""


def test_the_contents_of_chronicle_say_how_many_fought_somewhere_and_who_is_no_more() -> None:
    facts = [
        scenes.SceneEnded(1),
        chronicle.BattleNoticed(1),
        chronicle.BattleNoticed(2),
        chronicle.Fell(3, 5, "b", chronicle.Fate.VANISHED),
        chronicle.Fell(3, 5, "c", chronicle.Fate.FAINTED),
        outcomes.FallenTreated(3, "m", "a", outcomes.Treatment.KILL),
        outcomes.FallenTreated(3, "c", "a", outcomes.Treatment.LEAVE),
        scenes.CaptiveTreated("d", "a", killed=False),
        scenes.ServantVanished("d", "mana"),
    ]
    told = told_as("chronicle", *lines_of(facts))
    assert told.headline == "어딘가에서 전투 2번 · 쿄코 소멸 · 쿄코의 마스터 사망 · 모모에 소멸"
    assert [line.fact for line in told.lines if line.quiet] == facts[:1]


def test_the_contents_leave_out_what_a_rewind_has_undone() -> None:
    undone = Line(mirror.Vanished("b", World.VIRTUAL), struck=True)
    assert told_as("mirror", undone).headline == ""
    assert told_as("chronicle", Line(scenes.ServantVanished("d", "mana"), struck=True)).headline == ""


def test_a_heading_below_which_nothing_is_told_says_so() -> None:
    chapter = told_as("sceneplay", *lines_of([SEARCH, FELL, BATTLE]))
    pen = Pen(Prose(load_words("grailkeeper.rules.sceneplay", Language.KO), NAMES), PUBLIC, None, About(), {})
    ((_, parts),) = story_parts(pen, dress_of("sceneplay"), [chapter], {}, str)
    headings = [part for part in parts if 'class="place"' in part]
    assert ["알려진 일 없음" in part for part in headings] == [False, True]
