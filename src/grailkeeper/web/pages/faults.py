"""What is answered where nothing can be."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from .. import asks
from ..page import Page
from ..visitor import Guest, Visitor


def not_there(visitor: Visitor) -> HttpResponse:
    """There is no such page, or none for this visitor: the two are told in the same words."""
    return _fault(visitor, "not_there", 404)


def not_asked(guest: Guest) -> HttpResponse:
    """A seat is not asked that: whether it never was or was answered is told in the same words. A page that looks by
    itself whether it still is (see `ask_parts`) goes on to the story."""
    if guest.visitor.request.method == "GET" and guest.visitor.looks:
        story = reverse("own_story", args=[guest.row.key, guest.seat])
        return HttpResponse(status=204, headers={"HX-Redirect": story})
    page, tasks = Page(guest.visitor, guest), asks.said_now(guest)
    why = page.say("fault.not_asked_why")
    return page.answer("not_asked.html", page.say("fault.not_asked"), 404, why=why, tasks=tasks)


def published(guest: Guest, entry: int) -> HttpResponse:
    """A question that the keeper has published, by the entry: there is nothing more to do about it."""
    page = Page(guest.visitor, guest)
    why = page.say("fault.published_why")
    return page.answer("published.html", page.say("fault.published"), 404, why=why, entry=entry)


def too_often(visitor: Visitor) -> HttpResponse:
    return _fault(visitor, "too_often", 429)


def engine(visitor: Visitor) -> HttpResponse:
    """The rules themselves have failed; the journal is as it was."""
    return _fault(visitor, "engine", 500)


def busy(visitor: Visitor) -> HttpResponse:
    return _fault(visitor, "busy", 503)


def lost(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 - Django names it
    """For an address that no route has."""
    return not_there(Visitor(request))


def unreadable(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:  # noqa: ARG001 - Django names it
    """What was sent is larger than anybody types, or no form at all."""
    return _fault(Visitor(request), "unreadable", 400)


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:  # noqa: ARG001 - Django names it
    """A form that was not sent from a page of this site, or from one that has grown too old."""
    return _fault(Visitor(request), "forged", 403)


def _fault(visitor: Visitor, name: str, status: int) -> HttpResponse:
    page = Page(visitor)
    return page.answer("fault.html", page.say(f"fault.{name}"), status, why=page.say(f"fault.{name}_why"))
