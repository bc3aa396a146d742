"""What each may take away: a seat what it was told, everybody what everybody was, the keeper the whole journal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from django.http import HttpResponse

from ...journal.export import opened_file
from ...text.page import chapters, lines_heard, story_page
from .. import store
from ..page import Page
from ..visitor import Guest
from . import faults
from .story import scene_title


def told(guest: Guest) -> HttpResponse:
    """What the guest's audience was told, chained to the head that it knows."""
    return _file(store.export(guest.row.key, guest.audience), f"{guest.row.key}-{guest.audience}.jsonl")


def _file(lines: Iterable[bytes], name: str) -> HttpResponse:
    response = HttpResponse(b"".join(lines), content_type="application/x-ndjson")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def journal(guest: Guest) -> HttpResponse:
    """The whole journal: the keeper's secret, and the way to another host."""
    return _file(store.journal(guest.row.key), f"{guest.row.key}.jsonl")


def opened(guest: Guest) -> HttpResponse:
    """The journal as the keeper has opened it with the end of the war; before that there is none to be had."""
    lines = opened_file(list(store.entries(guest.row.key))) if guest.war.ended else None
    if lines is None:
        return faults.not_there(guest.visitor)
    return _file((line + b"\n" for line in lines), f"{guest.row.key}-opened.jsonl")


def archive(guest: Guest) -> HttpResponse:
    """The whole story as everybody knows it, in one file that needs nothing else."""
    stream = guest.gate.stream
    told = store.heard(guest.row.key, guest.audience, 1, stream.number)
    lines = lines_heard(guest.prose, guest.war.system.facts, map(store.heard_of, told))
    page = Page(guest.visitor, guest)
    scenes = chapters(lines, partial(scene_title, guest), page.say("story.before"))
    about = replace(page.pen.about, before=None)
    html = story_page(guest.prose, scenes, guest.row.title, guest.viewer, stream, about=about)
    response = HttpResponse(html)
    response.headers["Content-Disposition"] = f'attachment; filename="{guest.row.key}.html"'
    return response
