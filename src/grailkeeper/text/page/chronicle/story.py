"""A scene of chronicle as it reads best: the mere course of play put by, and in the contents what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....core.fact import Fact
from ....rules.chronicle import facts as f
from ....rules.chronicle import outcomes as o
from ....rules.chronicle.scene import facts as s
from ..lines import Chapter
from ..pen import Pen
from .draw import title_of
from .fight import fights
from .scenes import silent


def story(pen: Pen, chapter: Chapter) -> Chapter:
    """A chapter in which what only moves the scene on, or came to nothing, is put by, with its headline."""
    facts = [line.fact for line in chapter.lines if line.fact is not None and not line.struck]
    lines = (replace(line, quiet=line.quiet or (line.fact is not None and silent(line.fact))) for line in chapter.lines)
    return replace(chapter, lines=tuple(lines), headline=" · ".join(_headline(pen, facts)))


def _headline(pen: Pen, facts: Sequence[Fact]) -> Iterator[str]:
    """Who fought, of how many battles more is known that they were fought, who is no more, who has won."""
    known = fights(facts)
    yield from (title_of(pen, fight) for fight in known)
    noticed = {fact.battle for fact in facts if isinstance(fact, f.BattleNoticed)}
    unseen = len(noticed - {fight.number for fight in known})
    if unseen:
        yield pen.say("chronicle.unseen", count=unseen)
    for fact in facts:
        match fact:
            case f.Fell(person=person, fate=f.Fate.VANISHED) | s.ServantVanished(person=person):
                yield pen.say("chronicle.vanished", person=pen.prose.name(person))
            case (
                o.FallenTreated(person=person, treatment=o.Treatment.KILL)
                | s.CaptiveTreated(person=person, killed=True)
            ):
                yield pen.say("chronicle.killed", person=pen.prose.name(person))
            case s.WarEnded():
                yield pen.prose.fact(fact)
