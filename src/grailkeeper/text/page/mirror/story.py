"""A scene of the mirror land as it reads best: the mere course of play put by, and in the contents what came of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ....core.fact import Fact
from ....rules.mirror import facts as f
from ..lines import Chapter
from ..pen import Pen
from .draw import title_of
from .fight import fights

PUBLIC_PENALTIES = ("exposed", "hunted")
"""M-11.19: those that everybody hears of."""


def story(pen: Pen, chapter: Chapter, before: Iterable[Fact]) -> Chapter:
    """A chapter in which what only moves the scene on is put by, with its headline, and with the teams that are left
    when its scene begins.
    """
    facts = [line.fact for line in chapter.lines if line.fact is not None and not line.struck]
    lines = (
        replace(line, quiet=line.quiet or (line.fact is not None and _moves_on(line.fact))) for line in chapter.lines
    )
    note = chapter.note
    if any(isinstance(fact, f.SceneBegan) for fact in facts):
        out = {fact.team for fact in before if isinstance(fact, f.Vanished)}
        note = pen.say("mirror.teams_left", count=len(pen.prose.names.keys() - out))
    return replace(chapter, lines=tuple(lines), note=note, headline=" · ".join(_headline(pen, facts)))


def _moves_on(fact: Fact) -> bool:
    """Whether a fact is told by the headings, or is the mere course of play."""
    match fact:
        case f.SceneBegan(exposed=exposed):
            return not exposed
        case f.StepTaken() | f.SceneEnded():
            return True
    return False


def _headline(pen: Pen, facts: Sequence[Fact]) -> Iterator[str]:
    """Who fought, whose servant or body is no more, whom all hunt, who has won."""
    yield from (title_of(pen, fight) for fight in fights(facts))
    for fact in facts:
        match fact:
            case f.Vanished(team=team, world=world):
                yield pen.say(f"mirror.vanished_{world.value}", team=pen.prose.name(team))
            case f.PenaltyReached(team=team, penalty=penalty) if penalty in PUBLIC_PENALTIES:
                yield pen.say(f"mirror.{penalty}", team=pen.prose.name(team))
            case f.WarEnded():
                yield pen.prose.fact(fact)
