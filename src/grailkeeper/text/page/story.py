"""The parts of a story in their order: lines, battles where they ended, what is folded away."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest

from markupsafe import Markup

from ...core.fact import Fact
from .battle import Battle
from .dress import Dress
from .lines import Chapter, Line
from .pen import Pen
from .told import place_of, quiet, struck, told


def battles_of(dress: Dress, lines: Sequence[Line], known: Container[int]) -> list[int | None]:
    """For each line the number of the battle to which it belongs, of those that are `known`.

    What does not say so itself (a fall, a fingerprint) belongs to the battle between whose first and last line it
    stands; what a rewind has undone belongs to none.
    """
    named = dress.numbers([None if line.struck else line.fact for line in lines])
    named = [number if number in known else None for number in named]
    last = _last_places(named)
    found: list[int | None] = []
    under_way: int | None = None
    for place, (line, number) in enumerate(zip(lines, named, strict=True)):
        if number is not None:
            under_way = number
        belongs = line.quiet if line.fact is None else line.fact.kind in dress.within
        found.append(under_way if number is not None or (belongs and not line.struck) else None)
        if under_way is not None and place == last[under_way]:
            under_way = None
    return found


def _last_places(numbers: Iterable[int | None]) -> dict[int, int]:
    return {number: place for place, number in enumerate(numbers) if number is not None}


def story_parts(
    pen: Pen,
    dress: Dress,
    chapters: Sequence[Chapter],
    battles: Mapping[int, Battle],
    where: Callable[[int], str],
    before: Sequence[Fact] = (),
) -> list[tuple[Chapter, list[Markup]]]:
    """Each chapter with its parts in order; a battle stands where its last line does, the records at the end.

    `where`: the address at which a battle is told in full, by its number. `before`: what was told before the first of
    these chapters, where they are not all that there are.
    """
    lines = [line for chapter in chapters for line in chapter.lines]
    numbers = battles_of(dress, lines, battles)
    heads = _heads(pen, dress, chapters, before)
    ends = set(_last_places(numbers).values())
    told_so_far = 0
    made = []
    for chapter, head in zip(chapters, heads, strict=True):
        places = range(told_so_far, told_so_far + len(chapter.lines))
        told_so_far += len(chapter.lines)
        bare = _bare(pen, places, lines, numbers)
        parts = [head] if head else []
        for number, group in groupby(places, key=lambda place: numbers[place]):
            here = list(group)
            if number is None:
                earlier = lines[places.start : here[0]]
                parts += _plain(pen, dress, [replace(lines[place], bare=place in bare) for place in here], earlier)
            elif here[-1] in ends:
                parts.append(battles[number].card(where(number)))
        records = [line for line in chapter.lines if line.quiet and not line.struck]
        made.append((chapter, [*parts, quiet(pen, dress, records)]))
    return made


def _bare(pen: Pen, places: Iterable[int], lines: Sequence[Line], numbers: Sequence[int | None]) -> set[int]:
    """The headings of a chapter after which nothing is told before the next one."""
    told = [place for place in places if numbers[place] is not None or lines[place].struck or not lines[place].quiet]
    heads = {at for at in told if numbers[at] is None and not lines[at].struck and place_of(pen, lines[at])}
    return {at for at, after in zip_longest(told, told[1:]) if at in heads and (after is None or after in heads)}


def _heads(pen: Pen, dress: Dress, chapters: Sequence[Chapter], before: Sequence[Fact]) -> Sequence[Markup]:
    """What the system draws at the beginning of each chapter, from what no rewind has undone."""
    if dress.scenes is None:
        return [Markup("")] * len(chapters)
    told = [_told_of(each.lines) for each in chapters]
    return dress.scenes.chapters(pen, [before, *told])[1:] if before else dress.scenes.chapters(pen, told)


def _plain(pen: Pen, dress: Dress, lines: Iterable[Line], earlier: Iterable[Line]) -> Iterator[Markup]:
    """Lines outside of battles; what is struck out is put together. `earlier`: those before them in the chapter."""
    shown = (line for line in lines if line.struck or not line.quiet)
    for is_struck, group in groupby(shown, key=lambda line: line.struck):
        if is_struck:
            yield struck(pen, dress, group)
        elif dress.scenes is None:
            yield from (place_of(pen, line) or told(pen, dress, line) for line in group)
        else:
            yield from _woven(pen, dress, list(group), _told_of(earlier))


def _told_of(lines: Iterable[Line]) -> list[Fact]:
    """The facts of lines that no rewind has undone."""
    return [line.fact for line in lines if line.fact is not None and not line.struck]


def _woven(pen: Pen, dress: Dress, lines: Sequence[Line], earlier: Sequence[Fact]) -> Iterator[Markup]:
    """Facts that follow one upon another are told together; what the house says stands between them."""
    assert dress.scenes is not None
    before = list(earlier)
    for has_fact, group in groupby(lines, key=lambda line: line.fact is not None):
        if has_fact:
            facts = _told_of(group)
            yield from dress.scenes.woven(pen, facts, before, lambda fact: told(pen, dress, Line(fact)))
            before += facts
        else:
            yield from (told(pen, dress, line) for line in group)
