"""What rule systems add to the generic pages. A system that adds nothing loses drawings, never content."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from ...core.fact import Fact
from .battle import Battle
from .bingo import dress as bingo
from .chronicle import dress as chronicle
from .lines import Chapter
from .mirror import dress as mirror
from .pen import Pen
from .sceneplay import dress as sceneplay


@dataclass(frozen=True, slots=True)
class Scenes:
    """How a system tells its scenes in a story.

    `head`: what stands before the first chapter. `chapters`: what stands at the beginning of each of them. `woven`:
    facts outside of battles that follow one upon another, told together; with them are given what the chapter told
    before, and how one is told alone.
    """

    head: Callable[[Pen], Markup]
    chapters: Callable[[Pen, Sequence[Sequence[Fact]]], Sequence[Markup]]
    woven: Callable[[Pen, Sequence[Fact], Sequence[Fact], Callable[[Fact], Markup]], Iterable[Markup]]


@dataclass(frozen=True, slots=True)
class Dress:
    """How one system is dressed.

    `battles`: those that facts tell of, in order. `battle_of`: of which battle a fact is, if it says so. `within`:
    the kinds that belong to the battle under way although they do not say so. `ended`: those with one of which a battle
    is over. `binding`: those that cannot be taken back. `clause_of`: by which clause something happened. `classes`: the
    servant classes that a view shows.
    `numbered`: of which battle each of a row of facts is, where a single fact cannot say so. `story`: a chapter in the
    order in which it reads best, with what was the mere course of play put by, a note and a headline; with it is given
    what was told before it. `scenes`: how scenes are told, where it is not fact by fact.
    """

    battles: Callable[[Pen, Iterable[Fact]], tuple[Battle, ...]]
    battle_of: Callable[[Fact], int | None]
    within: frozenset[str]
    ended: frozenset[str]
    binding: frozenset[str]
    clause_of: Callable[[Fact], str]
    classes: Callable[[Any], Mapping[str, str]]
    numbered: Callable[[Sequence[Fact | None]], Sequence[int | None]] | None = None
    story: Callable[[Pen, Chapter, Iterable[Fact]], Chapter] = lambda _, chapter, __: chapter
    scenes: Scenes | None = None

    def numbers(self, facts: Sequence[Fact | None]) -> list[int | None]:
        """Of which battle each of these facts says it is."""
        if self.numbered is not None:
            return list(self.numbered(facts))
        return [None if fact is None else self.battle_of(fact) for fact in facts]


def _alone(_: Fact) -> None:
    """A fact that cannot say of which battle it is."""


def _by_itself(story: Callable[[Pen, Chapter], Chapter]) -> Callable[[Pen, Chapter, Iterable[Fact]], Chapter]:
    """A chapter that needs to know nothing of those before it."""
    return lambda pen, chapter, _: story(pen, chapter)


def _none(*_: object) -> tuple[Battle, ...]:
    return ()


PLAIN = Dress(
    battles=_none,
    battle_of=_alone,
    within=frozenset(),
    ended=frozenset(),
    binding=frozenset(),
    clause_of=lambda _: "",
    classes=lambda _: {},
)
"""No dress at all."""

DRESSES: Mapping[str, Dress] = {
    "bingo": Dress(
        bingo.battles,
        _alone,
        bingo.WITHIN,
        frozenset({"battle_over"}),
        bingo.BINDING,
        bingo.clause_of,
        bingo.classes,
        numbered=bingo.numbered,
        story=_by_itself(bingo.story),
    ),
    "chronicle": Dress(
        chronicle.battles,
        chronicle.battle_of,
        chronicle.WITHIN,
        frozenset({"battle_ended", "battle_broken_off"}),
        chronicle.BINDING,
        chronicle.clause_of,
        chronicle.classes,
        story=_by_itself(chronicle.story),
        scenes=Scenes(chronicle.head, chronicle.chapters, chronicle.woven),
    ),
    "mirror": Dress(
        mirror.battles,
        mirror.battle_of,
        mirror.WITHIN,
        frozenset({"battle_ended"}),
        mirror.BINDING,
        mirror.clause_of,
        mirror.classes,
        story=mirror.story,
    ),
    "sceneplay": Dress(
        sceneplay.battles,
        sceneplay.battle_of,
        sceneplay.WITHIN,
        frozenset({"battle_ended"}),
        sceneplay.BINDING,
        sceneplay.clause_of,
        sceneplay.classes,
        story=_by_itself(sceneplay.story),
    ),
}
"""By the name of the system."""


def dress_of(system: str) -> Dress:
    return DRESSES.get(system, PLAIN)
