"""A scene of bingo as it reads best: under each meeting its battles, the mere course of play put by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ....core.fact import Fact
from ....core.seat import Role
from ....rules.bingo import facts as f
from ....rules.bingo.people import Intent
from ....rules.bingo.state import Stage
from ..lines import Chapter, Line
from ..pen import Pen
from .bouts import OF_A_BATTLE

COURSE = (f.SceneOpened, f.ManaRecovered, f.MasterPlaced, f.StrokesClosed, f.SceneEnded)
"""What tells that the play went on, and nothing of the story."""

MOST_NAMED = 3
"""So many battles are named in a headline; more are counted."""


def story(pen: Pen, chapter: Chapter) -> Chapter:
    """A chapter in that order, the teams that are left beside its title, and its headline."""
    facts = [line.fact for line in chapter.lines if line.fact is not None and not line.struck]
    left = len({fact.team for fact in facts if isinstance(fact, f.TeamMoved)})
    note = pen.say("bingo.teams_left", count=left) if left else chapter.note
    return replace(chapter, lines=arranged(chapter.lines), note=note, headline=" · ".join(_headline(pen, facts)))


def _headline(pen: Pen, facts: Sequence[Fact]) -> Iterator[str]:
    """Who fought, who fell, who is out, who has won."""
    fought = [fact for fact in facts if isinstance(fact, f.BattleReported)]
    if len(fought) > MOST_NAMED:
        yield pen.say("bingo.battles", count=len(fought))
    else:
        for battle in fought:
            first, second = map(pen.prose.name, battle.teams)
            yield pen.say("bingo.title", first=first, second=second)
    for fact in facts:
        match fact:
            case f.PersonLost(person=person, cause=f.Cause.NO_STROKES):
                yield pen.say("bingo.out", team=pen.prose.name(person.team))
            case f.PersonLost(person=person):
                fate = "vanished" if person.role is Role.SERVANT else "dead"
                yield pen.say(f"bingo.{fate}", person=pen.prose.person(person))
            case f.WarEnded():
                yield pen.prose.fact(fact)


# The order of a scene


def arranged(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Each meeting right before its first battle; what is struck out stays where it is."""
    facts = [None if line.struck else line.fact for line in lines]
    met = {team for fact in facts if isinstance(fact, f.TeamsMet) for team in fact.teams}
    first = _first_battles(facts)
    before: dict[int, list[Line]] = {}
    stay: list[tuple[int, Line]] = []
    for place, (line, fact) in enumerate(zip(lines, facts, strict=True)):
        kept = replace(line, quiet=line.quiet or _is_course(fact, met))
        at = first.get(place)
        if at is None:
            stay.append((place, kept))
        else:
            before.setdefault(at, []).append(kept)
    return tuple(line for place, kept in stay for line in (*before.get(place, ()), kept))


def _first_battles(facts: Sequence[Fact | None]) -> Mapping[int, int]:
    """For the place of each meeting that of the first fact of its battles, where there is one."""
    found: dict[int, int] = {}
    for place, fact in enumerate(facts):
        if isinstance(fact, f.TeamsMet):
            pairs = {pair.key for pair in fact.pairs}
            battles = (at for at, each in enumerate(facts) if isinstance(each, OF_A_BATTLE) and each.pair in pairs)
            at = next((at for at in battles if at > place), None)
            if at is not None:
                found[place] = at
    return found


def _is_course(fact: Fact | None, met: set[str]) -> bool:
    """Whether a fact is the mere course of play, or told by a meeting."""
    match fact:
        case f.StageReached(stage=stage):
            return stage in (Stage.OPENING, Stage.MOVES, Stage.BATTLES)
        case f.TeamMoved(team=team, intent=intent):
            return team in met and intent is Intent.FIGHT
    return isinstance(fact, COURSE)
