"""The pages: each a whole HTML file, for one reader, in that reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from markupsafe import Markup

from ...campaign.telling import Stream
from ...core.fact import Fact
from ...core.seat import Viewer, ViewerKind
from ..document import Document
from ..links import Links
from ..prose import Prose
from .battle import Battle
from .blocks import written
from .dress import Dress, dress_of
from .lines import Chapter, Line, lines_of
from .pen import About, Pen
from .shell import mast, whole
from .told import quiet, struck, told

_PLAIN = About()


def battle_page(
    prose: Prose,
    facts: Iterable[Fact],
    title: str,
    viewer: Viewer,
    stream: Stream,
    links: Links = None,
    about: About = _PLAIN,
) -> str:
    """A battle, or the battles of one meeting, from the facts of which `viewer` was told, as they were told.

    Facts that belong to no battle which the system can draw are told in sentences, with their workings.
    """
    pen, dress = _pen(prose, viewer, links, about)
    lines = lines_of(facts)
    battles = dress.battles(pen, [line.fact for line in lines if line.fact is not None])
    headed = len(battles) > 1
    parts = [mast(pen, title, lede="" if headed else "".join(battle.outcome for battle in battles))]
    parts += [battle.full(headed) for battle in battles]
    rest = [line for line, battle in zip(lines, _battles_of(dress, lines), strict=True) if battle is None]
    if rest:
        parts.append(pen.write("facts.html", facts=[told(pen, dress, line) for line in rest]))
    places = (
        [(battle.anchor, battle.title) for battle in battles]
        if headed
        else [place for battle in battles for place in battle.places]
    )
    return whole(pen, title, Markup("\n").join(parts), stream, places)


def story_page(
    prose: Prose,
    chapters: Sequence[Chapter],
    title: str,
    viewer: Viewer,
    stream: Stream,
    links: Links = None,
    about: About = _PLAIN,
) -> str:
    """What happened, told as a story: chapter by chapter, battles in short where they happened and in full below."""
    pen, dress = _pen(prose, viewer, links, about)
    lines = [line for chapter in chapters for line in chapter.lines]
    facts = [line.fact for line in lines if line.fact is not None and not line.struck]
    battles = dress.battles(pen, facts)
    start = mast(pen, title, look="night")
    written_chapters = [
        (chapter, list(_chapter(pen, dress, chapter.lines, {battle.number: battle for battle in battles})))
        for chapter in chapters
    ]
    story = pen.write("story.html", mast=start, chapters=written_chapters, keeper=viewer.kind is ViewerKind.KEEPER)
    main = story + pen.write("battles.html", battles=[battle.full(True) for battle in battles])
    places = [("story", pen.say("page.story")), ("battles", pen.say("page.results"))] if battles else []
    return whole(pen, title, main, stream, places, "wrap" if battles else "read")


def document_page(
    prose: Prose,
    document: Document,
    viewer: Viewer,
    stream: Stream,
    links: Links = None,
    about: About = _PLAIN,
) -> str:
    """Any report as a page: a post, a sheet, a list of what is wrong."""
    pen, _ = _pen(prose, viewer, links, about)
    main = mast(pen, document.title) + pen.write("document.html", inside=written(pen, document.blocks))
    return whole(pen, document.title, main, stream, width="read")


def _pen(prose: Prose, viewer: Viewer, links: Links, about: About) -> tuple[Pen, Dress]:
    dress = dress_of(about.system)
    return Pen(prose, viewer, links, about, {**dress.classes(about.view), **about.classes}), dress


def _battles_of(dress: Dress, lines: Sequence[Line]) -> list[int | None]:
    """For each line the number of the battle to which it belongs.

    What does not say so itself (a fall, a fingerprint) belongs to the battle between whose first and last line it
    stands; what a rewind has undone belongs to none.
    """
    named = [None if line.fact is None or line.struck else dress.battle_of(line.fact) for line in lines]
    last = {number: place for place, number in enumerate(named) if number is not None}
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


def _chapter(pen: Pen, dress: Dress, lines: Sequence[Line], battles: dict[int, Battle]) -> Iterator[Markup]:
    """The parts of a chapter in order; a battle stands where its last line does."""
    numbers = _battles_of(dress, lines)
    last = {number: place for place, number in enumerate(numbers) if number is not None}
    for number, group in groupby(range(len(lines)), key=lambda place: numbers[place]):
        places = list(group)
        if number is None:
            yield from _plain(pen, dress, [lines[place] for place in places])
        elif places[-1] == last[number]:
            yield battles[number].card()
            yield quiet(pen, [line for line, of in zip(lines, numbers, strict=True) if of == number and line.quiet])


def _plain(pen: Pen, dress: Dress, lines: Iterable[Line]) -> Iterator[Markup]:
    """Lines outside of battles; what is struck out, and what is only there to be checked, is put together."""
    for (is_struck, is_quiet), group in groupby(lines, key=lambda line: (line.struck, line.quiet and not line.struck)):
        if is_struck:
            yield struck(pen, dress, group)
        elif is_quiet:
            yield quiet(pen, group)
        else:
            yield from (told(pen, dress, line) for line in group)
