"""At the door of every address: who may come in, by what, and how often.

A route names who may come. To everybody else a page is not there: whoever is not logged in is led to the log-in
page, whoever is reads the same "not there" as for an address that never was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import URLPattern, path, reverse

from ..campaign.fault import EngineError
from . import clock, limits, models
from .absence import lasts
from .pages import faults
from .service import BusyError
from .visitor import Guest, Visitor


class Who(StrEnum):
    """Who may come to a route."""

    ANYBODY = "anybody"
    ACCOUNT = "account"
    """Whoever is logged in."""
    OPENER = "opener"
    """Whoever may open wars here."""
    READER = "reader"
    """Whoever may read the war: everybody where it is public, else those who have a place in it."""
    SEAT = "seat"
    """Whoever holds the seat that the address names."""
    KEEPER = "keeper"
    """A keeper of the war."""


View = Callable[..., HttpResponse]
"""What answers: given the visitor (or the guest, at a war) and what the address names beside war and seat."""


@dataclass(frozen=True, slots=True)
class Route:
    """An address: its name, its pattern, who may come, and what answers to reading and to sending."""

    name: str
    pattern: str
    who: Who
    get: View | None = None
    post: View | None = None

    def url(self) -> URLPattern:
        def view(request: HttpRequest, **named: Any) -> HttpResponse:
            return answer(self, request, named)

        return path(self.pattern, view, name=self.name)


def answer(route: Route, request: HttpRequest, named: Mapping[str, Any]) -> HttpResponse:
    """Let in who may come, and have the route answer."""
    visitor = Visitor(request)
    if any("\0" in str(value) for value in named.values()):
        return faults.not_there(visitor)
    comer = admitted(route.who, visitor, named)
    if comer is None:
        return _log_in_first(visitor) if visitor.account is None else faults.not_there(visitor)
    view = {"GET": route.get, "HEAD": route.get, "POST": route.post}.get(request.method or "")
    if view is None:
        return HttpResponseNotAllowed([name for name, each in (("GET", route.get), ("POST", route.post)) if each])
    if request.method == "POST" and not _may_send(visitor):
        return faults.too_often(visitor)
    rest = {name: value for name, value in named.items() if name not in ("key", "seat")}
    try:
        return view(comer, **rest)
    except EngineError:
        return faults.engine(visitor)
    except BusyError:
        return faults.busy(visitor)


def _may_send(visitor: Visitor) -> bool:
    return visitor.account is None or limits.allowed(limits.POST, str(visitor.account.pk))


def admitted(who: Who, visitor: Visitor, named: Mapping[str, Any]) -> Visitor | Guest | None:
    """The visitor as whom a route is made for; None for those who may not come."""
    account = visitor.account
    match who:
        case Who.ANYBODY:
            return visitor
        case Who.ACCOUNT:
            return None if account is None else visitor
        case Who.OPENER:
            return visitor if account is not None and account.opens else None
    row = models.War.objects.filter(key=named["key"]).first()
    if row is None:
        return None
    held = () if account is None else row.holdings.filter(account=account).order_by("pk")
    holdings = tuple(each for each in held if lasts(each, clock.now()))
    return _guest(who, Guest(visitor, row, None, holdings=holdings), named)


def _guest(who: Who, guest: Guest, named: Mapping[str, Any]) -> Guest | None:
    match who:
        case Who.READER:
            return guest if guest.row.public or guest.holdings else None
        case Who.SEAT:
            guest.role, guest.seat = models.Role.PLAYER, str(named["seat"])
            return guest if guest.seat in guest.seats else None
        case Who.KEEPER:
            guest.role = models.Role.KEEPER
            return guest if guest.keeps else None
    return None


def _log_in_first(visitor: Visitor) -> HttpResponse:
    onward = visitor.request.get_full_path() if visitor.request.method in ("GET", "HEAD") else reverse("home")
    return HttpResponseRedirect(f"{reverse('login')}?{urlencode({'next': onward})}")
