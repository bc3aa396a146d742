"""The pages: each a whole HTML file, for one reader, in that reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from ...campaign.telling import Stream
from ...core.fact import Fact
from ...core.seat import Viewer, ViewerKind
from ..document import Document
from ..links import Links
from ..prose import Prose
from .battle import anchor_of
from .blocks import written
from .dress import Dress, dress_of
from .lines import Chapter, lines_of
from .pen import About, Pen
from .shell import mast, whole
from .story import battles_of, story_parts
from .told import told

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
    of_battles = battles_of(dress, lines, {battle.number for battle in battles})
    rest = [line for line, battle in zip(lines, of_battles, strict=True) if battle is None]
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
    chapters = _arranged(pen, dress, chapters)
    lines = [line for chapter in chapters for line in chapter.lines]
    facts = [line.fact for line in lines if line.fact is not None and not line.struck]
    battles = {battle.number: battle for battle in dress.battles(pen, facts)}
    start = mast(pen, title, look="night")
    parts = story_parts(pen, dress, chapters, battles, lambda number: f"#{anchor_of(number)}")
    everything = viewer.kind is ViewerKind.KEEPER
    head = Markup("") if dress.scenes is None else dress.scenes.head(pen)
    story = pen.write("story.html", mast=start, head=head, chapters=parts, everything=everything)
    main = story + pen.write("battles.html", battles=[battle.full(True) for battle in battles.values()])
    places = [("story", pen.say("page.story")), ("battles", pen.say("page.results"))] if battles else []
    return whole(pen, title, main, stream, places, "wrap" if battles else "read")


def _arranged(pen: Pen, dress: Dress, chapters: Iterable[Chapter]) -> list[Chapter]:
    """Each chapter as it reads best, with what was told before it."""
    before: list[Fact] = []
    arranged = []
    for chapter in chapters:
        arranged.append(dress.story(pen, chapter, before))
        before += [line.fact for line in chapter.lines if line.fact is not None and not line.struck]
    return arranged


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
