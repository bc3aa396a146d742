"""What happened, told scene by scene: to everybody, and to a seat as it was told there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from django.urls import reverse
from markupsafe import Markup

from ...core.fact import Fact
from ...core.problem import Problem
from ...core.seat import PUBLIC
from ...text.page.dress import Dress, dress_of
from ...text.page.lines import Chapter, chapters, lines_heard
from ...text.page.story import story_parts
from .. import asks, models, store, talk
from ..page import Page
from ..visitor import Guest
from . import replay

CHAPTER = "chapter"
"""`chapter.<kind>` in the words of a rule system: a fact of that kind begins a scene of that title."""


LOOKED_BACK = 6
"""In how many scenes the last one with anything in it is looked for."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A part of the story: from which to which of its audience's numbers it goes, and its title."""

    place: int
    title: str
    first: int
    last: int


def public(guest: Guest) -> HttpResponse:
    """The war as everybody may read it."""
    return _story(guest)


def own(guest: Guest, problems: tuple[Problem, ...] = (), text: str = "") -> HttpResponse:
    """The war as the guest's seat was told it, or as everybody was for a keeper; and where one writes in it."""
    return _story(guest, problems, text)


def scenes_of(guest: Guest, page: Page) -> list[Scene]:
    """The scenes that the guest's audience knows of, in order; what came before the first is one too."""
    kinds = {key.split(".")[1] for key in guest.prose.words if key.startswith(f"{CHAPTER}.")}
    begun = store.of_kinds(guest.row.key, guest.audience, kinds)
    starts = [
        (1, page.say("story.before")),
        *((row.number, scene_title(guest, _fact(guest, row)) or "") for row in begun),
    ]
    ends = [*(first - 1 for first, _ in starts[1:]), guest.gate.stream.number]
    return [
        Scene(place, title, first, last)
        for place, ((first, title), last) in enumerate(zip(starts, ends, strict=True))
        if last >= first
    ]


def _fact(guest: Guest, row: models.Telling) -> Fact:
    body = store.body_of(row)
    return guest.war.system.facts.decode(body["fact"])  # type: ignore[arg-type]


def scene_title(guest: Guest, fact: Fact) -> str | None:
    """The title of the scene that a fact begins, None where it begins none."""
    return guest.prose.heading(CHAPTER, fact)


@dataclass(frozen=True, slots=True)
class Laid:
    """A scene laid out: what was told in it, line by line, and what was written beside."""

    scene: Scene | None
    told: Sequence[models.Telling] = ()
    chapters: Sequence[Chapter] = ()
    posts: Sequence[tuple[models.Post, int]] = ()
    """Each with the number by which the guest may edit it."""

    @property
    def begins(self) -> bool:
        """It is the first, and what stands before all of them stands before it."""
        return self.scene is None or self.scene.first == 1

    @property
    def is_empty(self) -> bool:
        """Nothing in it is to be read."""
        return not self.posts and all(line.quiet or line.struck for each in self.chapters for line in each.lines)


def newest_scene(guest: Guest, page: Page, scenes: Sequence[Scene]) -> Laid:
    """The last scene in which something was told or written, so that a story does not open on an empty one; the last of
    all where the few before it are as empty."""
    last: Laid | None = None
    for scene in reversed(scenes[-LOOKED_BACK:]):
        laid = _laid(guest, page, scenes, scene)
        if not laid.is_empty:
            return laid
        last = last or laid
    return last or _laid(guest, page, scenes, None)


def _laid(guest: Guest, page: Page, scenes: Sequence[Scene], scene: Scene | None) -> Laid:
    told = () if scene is None else store.heard(guest.row.key, guest.audience, scene.first, scene.last)
    bare = Laid(scene, told)
    return Laid(scene, told, _chapters(page, guest, bare), _posts(guest, scenes, bare))


@dataclass(frozen=True, slots=True)
class Newest:
    """The newest scene with anything in it: its title, what happened in it in short, where it is read, and when the
    last of it was told, where that is known."""

    title: str
    short: str
    address: str
    at: datetime | None


def last_told(guest: Guest, page: Page) -> Newest | None:
    """The newest scene; None where nothing was told yet."""
    laid = newest_scene(guest, page, scenes_of(guest, page))
    scene = laid.scene
    if scene is None:
        return None
    at = _moment(laid.told[-1].at)
    here = (
        reverse("own_story", args=[guest.row.key, guest.seat]) if guest.seat else reverse("story", args=[guest.row.key])
    )
    short = " · ".join(each.headline for each in laid.chapters if each.headline)
    return Newest(scene.title, short, f"{here}?scene={scene.place}", at)


def _story(guest: Guest, problems: tuple[Problem, ...] = (), text: str = "") -> HttpResponse:
    page = Page(guest.visitor, guest)
    scenes = scenes_of(guest, page)
    newest = newest_scene(guest, page, scenes)
    asked = guest.visitor.request.GET.get("scene", "")
    chosen = next((each for each in scenes if str(each.place) == asked), None)
    scene = chosen or newest.scene
    laid = newest if scene == newest.scene else _laid(guest, page, scenes, scene)
    title = guest.row.title if scene is None else scene.title
    note, parts = _parts(page, guest, laid)
    main = page.part(
        "story_page.html",
        title=title,
        note=note,
        scene=scene,
        scenes=scenes,
        beside=_beside(scenes, scene),
        later=scenes[-1] if chosen is None and scene is not None and scene != scenes[-1] else None,
        parts=parts,
        posts=laid.posts,
        tasks=asks.said_now(guest) if guest.seat else (),
        writes=guest.role is not None and not guest.war.ended and (scene in (newest.scene, *scenes[-1:])),
        others=[seat.key for seat in guest.war.system.seats(guest.war.state) if seat.key != guest.seat],
        found=problems,
        text=text,
        written=talk.written,
        scope=page.pen.scope(),
        over=guest.war.ended,
        all_battles=replay.address(guest),
        closed=guest.viewer is PUBLIC or guest.role is models.Role.PLAYER,
    )
    return page.framed(main, title, 422 if problems else 200, "wrap")


def _posts(guest: Guest, scenes: Sequence[Scene], laid: Laid) -> list[tuple[models.Post, int]]:
    """What was written while a scene was the last one, as far as the guest may read it; and where it may edit it, by
    which number."""
    scene = laid.scene
    since = _moment(laid.told[0].at) if not laid.begins and laid.told else None
    later = [each for each in scenes if scene is not None and each.place > scene.place]
    first = store.heard(guest.row.key, guest.audience, later[0].first, later[0].first) if later else []
    until = _moment(first[0].at) if first else None
    keeper = guest.role is models.Role.KEEPER
    own = [] if guest.role is None else talk.mine(guest.row.key, guest.visitor.account, guest.seat)
    numbers = {post.pk: number for number, post in enumerate(own, 1)}
    return [
        (post, numbers.get(post.pk, 0))
        for post in talk.between(guest.row.key, since, until)
        if talk.may_read(post, guest.seat, keeper)
    ]


def _moment(at: str) -> datetime | None:
    return datetime.fromisoformat(at) if at else None


def _parts(page: Page, guest: Guest, laid: Laid) -> tuple[str, list[Markup]]:
    """What was told in one scene: the note that stands beside its title, and the lines, with battles in short where
    they ended."""
    pen, dress, told, begins = page.pen, dress_of(guest.row.system), laid.told, laid.begins
    scene = laid.chapters
    facts = [line.fact for each in scene for line in each.lines if line.fact is not None and not line.struck]
    battles = {battle.number: battle for battle in dress.battles(pen, facts)}
    earlier = [] if dress.scenes is None or begins else list(_before(guest, told))
    counted = dress.numbered is not None and battles and not begins
    numbers = _numbers(dress, facts, _before(guest, told) if counted else ())
    made = story_parts(pen, dress, scene, battles, lambda battle: replay.address(guest, numbers[battle]), earlier)
    head = [dress.scenes.head(pen)] if dress.scenes is not None and begins else []
    note = " · ".join(each.note for each in scene if each.note)
    return note, [*head, *(part for _, parts in made for part in parts)]


def _numbers(dress: Dress, facts: Sequence[Fact], before: Iterable[Fact]) -> Mapping[int | None, int | None]:
    """The numbers of a scene's battles in the war, by those that they have in the scene told alone."""
    earlier = list(before)
    in_the_war = dress.numbers([*earlier, *facts])[len(earlier) :]
    return dict(zip(dress.numbers(facts), in_the_war, strict=True))


def _chapters(page: Page, guest: Guest, laid: Laid) -> list[Chapter]:
    """What was told in one scene, in the order in which it reads best."""
    lines = lines_heard(guest.prose, guest.war.system.facts, [store.heard_of(each) for each in laid.told])
    before = iter(()) if laid.begins else _before(guest, laid.told)
    dress = dress_of(guest.row.system)
    return [dress.story(page.pen, each, before) for each in chapters(lines, _no_title)]


def _before(guest: Guest, told: Sequence[models.Telling]) -> Iterator[Fact]:
    """What a scene has to know of those before it, looked up only where it asks."""
    rows = store.heard(guest.row.key, guest.audience, 1, told[0].number - 1) if told else []
    yield from (_fact(guest, row) for row in rows if not row.struck and "fact" in store.body_of(row))


def _no_title(_: Fact) -> None:
    """A page tells one scene, and its title stands above it."""


def _beside(scenes: Sequence[Scene], scene: Scene | None) -> list[Scene]:
    """The scenes before and after."""
    return [each for each in scenes if scene is not None and abs(each.place - scene.place) == 1]
