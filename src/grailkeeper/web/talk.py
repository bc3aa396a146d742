"""What people write beside what they declare: to everybody, to their team, to some seats, to the keeper alone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

import nh3
from django.db import transaction
from django.db.models import QuerySet
from markdown_it import MarkdownIt
from markupsafe import Markup

from ..campaign.war import War
from ..core.problem import Problem, illegal, malformed
from ..text.clean import clean
from . import clock, models
from .models import OlderText, Post, Voice

LONGEST = 8000
MOST_EDITS = 30
"""How often a post is written anew: whoever reads it is shown all that it said."""

TAGS = {"p", "br", "em", "strong", "s", "code", "pre", "blockquote", "ul", "ol", "li", "hr", "a"}
"""What may be left of somebody's Markdown. Headings and pictures are the page's own."""


class To(StrEnum):
    """For whom something is written."""

    PUBLIC = "public"
    TEAM = "team"
    SEATS = "seats"
    KEEPER = "keeper"


@lru_cache(maxsize=2048)
def written(text: str) -> Markup:
    """Somebody's Markdown as HTML: parsed without HTML in it, and cleaned by name all the same. Each link says where it
    leads: an address that is named once and led to by every third sign would make megabytes of a post."""
    reader = MarkdownIt("commonmark", {"html": False, "breaks": True}).enable("strikethrough")
    reader.disable(["image", "reference"])
    html = reader.render("\n".join(map(clean, text.splitlines())))
    kept = nh3.clean(
        html, tags=TAGS, attributes={"a": {"href"}}, url_schemes={"http", "https"}, link_rel="nofollow noopener"
    )
    return Markup(kept)


def problems_of(text: str) -> tuple[Problem, ...]:
    if 0 < len(text.replace("\0", "").strip()) <= LONGEST:
        return ()
    return (malformed("bad_text", "", accepted=f"1..{LONGEST}"),)


def say(
    war: War, account: models.Account, seat: str, voice: Voice, to: To, named: Sequence[str], text: str
) -> Post | tuple[Problem, ...]:
    """Write something. Who may read it is settled now, seat by seat."""
    problems = problems_of(text)
    if problems:
        return problems
    readers = _readers(war, seat, to, named)
    return Post.objects.create(
        war_id=war.key,
        account=account,
        name=account.name,
        seat=seat,
        voice=voice,
        public=to is To.PUBLIC,
        seats=readers,
        text=text.strip().replace("\0", ""),
        at=clock.now(),
    )


def _readers(war: War, seat: str, to: To, named: Sequence[str]) -> list[str]:
    """The seats that may read it; the writer's own among them."""
    seats = war.system.seats(war.state)
    mine = {each.team for each in seats if each.key == seat}
    found = {
        To.PUBLIC: set[str](),
        To.TEAM: {each.key for each in seats if each.team in mine},
        To.SEATS: {each.key for each in seats if each.key in named},
        To.KEEPER: set[str](),
    }[to]
    return sorted(found | ({seat} if seat else set()))


def edit(post: Post, text: str) -> tuple[Problem, ...]:
    """Write it anew; what it said before stays to be read."""
    problems, said = problems_of(text), text.strip().replace("\0", "")
    if problems:
        return problems
    with transaction.atomic():
        now = Post.objects.select_for_update().get(pk=post.pk)  # of two edits the second replaces the first
        if said == now.text:
            return ()
        if now.older.count() >= MOST_EDITS:
            return (illegal("edited_often", "", most=MOST_EDITS),)
        OlderText.objects.create(post=now, text=now.text, until=clock.now())
        Post.objects.filter(pk=post.pk).update(text=said)
    return ()


def between(key: str, since: datetime | None, until: datetime | None) -> QuerySet[Post]:
    """What was written in a span of time, in order."""
    posts = Post.objects.filter(war_id=key).prefetch_related("older").order_by("at", "pk")
    if since is not None:
        posts = posts.filter(at__gte=since)
    return posts if until is None else posts.filter(at__lt=until)


def may_read(post: Post, seat: str, keeper: bool) -> bool:
    return keeper or post.public or (bool(seat) and seat in post.seats)


def mine(key: str, account: models.Account | None, seat: str) -> list[Post]:
    """What somebody has written from a place, in order; only there it may be edited. A post is addressed by its number
    in this list: the number of its row would tell how much others have written in secret."""
    return [] if account is None else list(Post.objects.filter(war_id=key, account=account, seat=seat).order_by("pk"))
