"""Writing in a scene, and writing anew what one has written."""

from __future__ import annotations

from django.http import HttpResponse

from ...core.problem import Problem
from .. import talk
from ..models import Post, Role, Voice
from ..page import Page, onward_to
from ..visitor import Guest
from . import faults, story


def say(guest: Guest) -> HttpResponse:
    """Write something, and read on."""
    account, sent = guest.visitor.account, guest.visitor.request.POST
    if account is None or sent.get("to") not in list(talk.To) or sent.get("voice") not in Voice.values:
        return faults.not_there(guest.visitor)
    to, voice = talk.To(sent["to"]), Voice(sent["voice"])
    said = talk.say(guest.war, account, guest.seat, voice, to, sent.getlist("seats"), sent.get("text", ""))
    return _back(guest) if isinstance(said, Post) else story.own(guest, said, sent.get("text", ""))


def _back(guest: Guest) -> HttpResponse:
    if guest.role is Role.KEEPER:
        return onward_to("keeper_story", guest.row.key)
    return onward_to("own_story", guest.row.key, guest.seat)


def edit_page(guest: Guest, post: int, problems: tuple[Problem, ...] = (), text: str = "") -> HttpResponse:
    found = _mine(guest, post)
    if found is None:
        return faults.not_there(guest.visitor)
    page = Page(guest.visitor, guest)
    title, status = page.say("thread.edit"), 422 if problems else 200
    return page.answer("edit_post.html", title, status, text=text or found.text, found=problems)


def edit(guest: Guest, post: int) -> HttpResponse:
    found, text = _mine(guest, post), guest.visitor.request.POST.get("text", "")
    if found is None:
        return faults.not_there(guest.visitor)
    problems = talk.edit(found, text)
    return edit_page(guest, post, problems, text) if problems else _back(guest)


def _mine(guest: Guest, post: int) -> Post | None:
    found = talk.mine(guest.row.key, guest.visitor.account, guest.seat)
    return found[post - 1] if 0 < post <= len(found) else None
