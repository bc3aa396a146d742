"""Pages of real battles and of a random toy war, through different eyes, in both languages."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import toy.state
from campaign.wars import Player, begun
from grailkeeper.agents.roster import agent
from grailkeeper.agents.table import AgentTable
from grailkeeper.campaign import keep
from grailkeeper.campaign.desk import WarDesk
from grailkeeper.campaign.entry import Entry
from grailkeeper.campaign.outcome import Done
from grailkeeper.campaign.telling import Stream
from grailkeeper.campaign.war import War
from grailkeeper.core.case import Case, Script, read_case
from grailkeeper.core.chance import Fixed
from grailkeeper.core.drive import ScriptTable, play
from grailkeeper.core.fact import Fact
from grailkeeper.core.form import plain_words
from grailkeeper.core.seat import KEEPER, PUBLIC, Viewer, ViewerKind, seat_viewer
from grailkeeper.core.sight import seen
from grailkeeper.core.system import RuleSystem
from grailkeeper.rules.bingo.system import BINGO
from grailkeeper.rules.chronicle.system import CHRONICLE
from grailkeeper.rules.mirror.system import MIRROR
from grailkeeper.rules.registry import registered
from grailkeeper.rules.sceneplay.system import SCENEPLAY
from grailkeeper.text.language import Language
from grailkeeper.text.page import (
    About,
    Chapter,
    battle_page,
    chapters,
    document_page,
    lines_heard,
    lines_of,
    story_page,
)
from grailkeeper.text.prose import Prose
from grailkeeper.text.words import load_words
from grailkeeper.views.gate import Gate
from rules.chronicle.table import master, servant
from rules.chronicle.table import told as chronicle_told
from text.sample import report

CASES = Path(__file__).parents[2] / "cases"
KOREAN = {"Sayaka": "사야카", "Kyoko": "쿄코", "Hitomi": "히토미", "Sakura": "사쿠라"}
CALLED = {
    Language.KO: {
        **KOREAN,
        "red": "붉은 편",
        "blue": "푸른 편",
        "green": "푸른 숲",
        "shirou": "시로",
        "rin": "린",
        "sakura": "사쿠라",
    },
    Language.EN: {"red": "Red", "blue": "Blue", "green": "Green", "shirou": "Shirou", "rin": "Rin", "sakura": "Sakura"},
}
STREAM = Stream(29, "3a6f6fd768880a24d9a8c0f8" * 3)

Names = Callable[[str, Language], str]


def as_they_are(name: str, language: Language) -> str:
    return CALLED[language].get(name, name)


@dataclass(frozen=True)
class Fought:
    """A case that was fought in a war with a journal: the state before, the war after, and all that was told."""

    before: Any
    war: War
    entries: tuple[Entry, ...]
    facts: tuple[tuple[Fact, Any], ...]

    @property
    def names(self) -> Mapping[str, str]:
        return self.war.system.names(self.war.state)

    def seat(self, name: str) -> Viewer:
        return seat_viewer(next(key for key, each in self.names.items() if each == name))

    def told(self, viewer: Viewer) -> list[Fact]:
        """What this viewer was told, as it was told."""
        heard = [fact for fact, audience in self.facts if audience.admits(viewer)]
        if viewer.kind is ViewerKind.KEEPER:
            return heard
        return [seen(fact, viewer.seat or None) for fact in heard]


@cache
def fight(case: str) -> Fought:
    """Fight a case of any system."""
    (path,) = CASES.glob(f"*/{case}*.json")
    return fought(json.loads(path.read_text("utf-8")))


def fought(case: Mapping[str, Any]) -> Fought:
    """Fight what a case file says."""
    read = read_case(case)
    assert isinstance(read, Case), read
    rules = registered(read.system)
    assert rules is not None
    options, _ = rules.system.options.read(read.options)
    script = rules.cases.script(read, options, plain_words)
    assert isinstance(script, Script), script
    done = keep.begin(rules.system, "war", "백하항 성배전쟁", script.setup, script.options, bytes(32))
    assert isinstance(done, Done), done
    entries = [done.entry]
    desk = WarDesk(done.war, entries.append, Fixed(read.chance))
    play(desk, ScriptTable(script))
    facts = tuple((each.fact, each.audience) for each in desk.told)
    return Fought(done.war.state, desk.war, tuple(entries), facts)


def prose_of(fought: Fought, language: Language, names: Names = as_they_are) -> Prose:
    called = {key: names(name, language) for key, name in fought.names.items()}
    return Prose(load_words(f"grailkeeper.rules.{fought.war.system.name}", language), called)


def about(fought: Fought, viewer: Viewer, language: Language) -> About:
    korean = language is Language.KO
    return About(
        system=fought.war.system.name,
        version="1",
        war="백하항 성배전쟁" if korean else "The war of Baekha Harbour",
        kick=("6번째 장면", "언덕 위 공방") if korean else ("Scene 6", "the workshop on the hill"),
        options=fought.war.options,
        view=fought.war.system.view(fought.war.state, viewer),
        before=fought.war.system.view(fought.before, viewer),
    )


def battle(case: str, who: str, language: Language, names: Names = as_they_are, **given: Any) -> str:
    """The page of a case for the keeper, the public, or a team."""
    return battle_of(fight(case), who, language, names, **given)


def battle_of(fought: Fought, who: str, language: Language, names: Names = as_they_are, **given: Any) -> str:
    """The page of a battle for the keeper, the public, or a team."""
    viewer = {"keeper": KEEPER, "public": PUBLIC}.get(who) or fought.seat(who)
    title = "공방으로 쳐들어간 라이더" if language is Language.KO else "Into the workshop"
    prose = prose_of(fought, language, names)
    told = fought.told(viewer)
    return battle_page(prose, told, title, viewer, STREAM, about=about(fought, viewer, language), **given)


@cache
def spell_facts() -> tuple[Fact, ...]:
    """A battle of chronicle with a spell of every type, one of them reinforced and resisted, and a noble phantasm."""
    people = [
        servant("saber", "red"),
        master("shirou", "red", magic=4),
        master("sakura", "red", magic=3),
        servant("lancer", "blue", skills={"magic_resistance": "D"}, noble_phantasm={"grade": "B"}),
        master("rin", "blue", magic=4),
    ]
    orders = {
        "saber": {"target": "lancer", "cards": ["strike", "rush", "guard", "wait", "counter", "rush", "strike"]},
        "shirou": casting(
            [*["chant"] * 2, *["magecraft"] * 2],
            ("attack", 4, {"target": "lancer"}),
            ("attack", 3, {"target": "lancer", "special": 1}),
        ),
        "sakura": casting(
            ["magecraft", "chant", "magecraft", "chant", "magecraft"],
            ("reinforcement", 3, {"target": "shirou", "mode": "magecraft"}),
            ("healing", 2, {"target": "saber"}),
            ("defence", 2, {"target": "saber"}),
        ),
        "lancer": {
            "target": "saber",
            "cards": ["rush", "counter", "strike", "wait", *["noble_phantasm"] * 3, "critical"],
        },
        "rin": casting(
            ["magecraft", "wait", "chant", "magecraft"],
            ("curse", 2, {"target": "saber"}),
            ("attack", 2, {"target": "saber"}),
        ),
    }
    return tuple(each.fact for each in chronicle_told(people, orders))


def of_spells(language: Language) -> str:
    """The battle of spells, for the keeper."""
    prose = Prose(load_words("grailkeeper.rules.chronicle", language), CALLED[language])
    title = "불 꺼진 성당의 마술" if language is Language.KO else "Magecraft in the dark church"
    return battle_page(
        prose, spell_facts(), title, KEEPER, STREAM, about=About("chronicle", classes={"saber": "saber"})
    )


def casting(cards: list[str], *spells: tuple[str, int, dict[str, Any]]) -> dict[str, Any]:
    """Spells from the back row."""
    return {
        "row": "back",
        "cards": cards,
        "spells": [{"type": kind, "grade": grade, **more} for kind, grade, more in spells],
    }


def story(case: str, who: str, language: Language) -> str:
    """A scene of a war as a story, from everything that was heard."""
    fought = fight(case)
    viewer = PUBLIC if who == "public" else fought.seat(who)
    prose, gate = prose_of(fought, language), Gate(fought.war, viewer, fought.entries)
    lines = lines_heard(prose, fought.war.system.facts, gate.heard())
    place, title = ("언덕 위 공방", "여덟째 밤") if language is Language.KO else ("The hill", "The eighth night")
    told = (Chapter("", lines[:1]), Chapter(place, lines[1:], prose.name("master")))
    return story_page(prose, told, title, viewer, gate.stream, about=about(fought, viewer, language))


@cache
def a_war(system: RuleSystem[Any] = SCENEPLAY) -> Fought:
    """A whole war of four teams, played by agents from creation to its end."""
    names = {f"t{place}": name for place, name in enumerate(KOREAN, 1)}
    done = keep.begin(system, "war", "백하항 성배전쟁", system.war_setup(names), {}, bytes(range(32)))
    assert isinstance(done, Done), done
    entries = [done.entry]
    desk = WarDesk(done.war, entries.append)
    held = {seat.key: agent("steady", system.name) for seat in system.seats(desk.war.state)}
    play(desk, AgentTable(desk, held, bytes(32)))
    return Fought(done.war.state, desk.war, tuple(entries), tuple((each.fact, each.audience) for each in desk.told))


def war_story(fought: Fought, language: Language, most: int = 99, viewer: Viewer = PUBLIC) -> str:
    """A war as somebody has heard it, in the chapters that the words of the rules name (the first of them)."""
    prose, gate = prose_of(fought, language), Gate(fought.war, viewer, fought.entries)

    keeper = viewer.kind is ViewerKind.KEEPER
    lines = lines_of(fought.told(KEEPER)) if keeper else lines_heard(prose, fought.war.system.facts, gate.heard())
    told = chapters(lines, partial(prose.heading, "chapter"), "…")[:most]
    title = "백하항 성배전쟁" if language is Language.KO else "The war of Baekha Harbour"
    return story_page(prose, told, title, viewer, gate.stream, about=about(fought, viewer, language))


def toy_story(language: Language, seed: int = 5) -> str:
    """A random war of the toy, which has no dress: with rewinds, corrections, pauses and seals."""
    done = begun()
    player = Player(random.Random(seed), done.war, [done.entry])
    for _ in range(400):
        player.move()
    viewer = seat_viewer("s1")
    gate = Gate(player.war, viewer, player.entries)
    prose = Prose(load_words("toy", language), {})
    lines = lines_heard(prose, player.war.system.facts, gate.heard())
    title = "장난감 전쟁" if language is Language.KO else "A toy war"
    told = chapters(lines, lambda fact: title if isinstance(fact, toy.state.Gathered) else None)
    return story_page(prose, told, title, viewer, gate.stream, about=About(system="toy", options=player.war.options))


def any_report(language: Language) -> str:
    """A document with every kind of block."""
    return document_page(Prose(load_words("toy", language), {}), report(language), PUBLIC, STREAM)


SAMPLES: Mapping[str, Callable[[Language], str]] = {
    "battle-own": lambda language: battle("S-T008", "Sayaka", language),
    "battle-keeper-escape": lambda language: battle("S-T009", "keeper", language),
    "battle-alliance": lambda language: battle("S-T011", "Sayaka", language),
    "battles-public": lambda language: battle("S-T018", "public", language),
    "board-own": lambda language: battle("B-P051", "side1", language),
    "boards-public": lambda language: battle("B-P053", "public", language),
    "boards-keeper": lambda language: battle("B-P053", "keeper", language),
    "boards-story": lambda language: war_story(a_war(BINGO), language, 2, seat_viewer("t1")),
    "mirror-own": lambda language: battle("M-P013", "A", language),
    "mirror-keeper": lambda language: battle("M-P021", "keeper", language),
    "mirror-melee": lambda language: battle("M-P031", "keeper", language),
    "mirror-story": lambda language: war_story(a_war(MIRROR), language, 10, seat_viewer("t1")),
    "chronicle-own": lambda language: battle("C-T019", "red", language),
    "chronicle-keeper": lambda language: battle("C-T001", "keeper", language),
    "chronicle-cover": lambda language: battle("C-T017", "keeper", language),
    "chronicle-spells": of_spells,
    "chronicle-melee": lambda language: battle("C-T029", "keeper", language),
    "chronicle-retreat": lambda language: battle("C-T049", "keeper", language),
    "chronicle-story": lambda language: war_story(a_war(CHRONICLE), language, 3, seat_viewer("t2")),
    "chronicle-war": lambda language: war_story(a_war(CHRONICLE), language, 3, KEEPER),
    "story": lambda language: story("S-T009", "Sayaka", language),
    "story-war": lambda language: war_story(a_war(), language, 5),
    "story-toy": toy_story,
    "report": any_report,
}
"""Every kind of page."""
