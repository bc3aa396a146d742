"""Everything that somebody may try: every address of the site, under every name that there is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from grailkeeper.campaign.war import War
from grailkeeper.web.gatekeeper import Route, Who
from grailkeeper.web.routes import ROUTES

_NAMED = re.compile(r"<\w+:(\w+)>")
_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')

Door = tuple[str, str]
"""One of whom is asked, and the address of the question."""


def doors(war: War) -> set[Door]:
    """Every question that there is, to whomever."""
    calls = (*war.calls, *(() if war.ended else war.system.standing(war.state)))
    return {(ask.whom, call.address) for call in calls for ask in call.asks}


Move = tuple[str, str]
"""What somebody does at which address."""


@dataclass(frozen=True, slots=True)
class Names:
    """What addresses are filled with; a route that names something else has to be given an example here."""

    war: str
    system: str
    seats: Sequence[str]
    doors: Sequence[Door]
    entries: Sequence[int] = (1,)

    def filled(self, route: Route) -> Iterator[str]:
        """The addresses of a route."""
        choices: dict[str, Sequence[object]] = {
            "key": (self.war,),
            "seat": self.seats,
            "system": (self.system,),
            "clause": ("S-10.3",),
            "name": ("look.css",),
            "token": ("x",),
            "login": ("0" * 16,),
            "entry": self.entries,
            "kind": ("person_corrected",),
            "post": (1, 2),
            "battle": (1, 2),
        }
        named = _NAMED.findall(route.pattern)
        tried = self.doors if route.name == "ask" else self.doors[:1]
        asked = [dict(zip(("whom", "call"), door, strict=True)) for door in tried] if "call" in named else [{}]
        rest = [name for name in named if name not in ("whom", "call")]
        met = set()
        for door, values in product(asked, product(*(choices[name] for name in rest))):
            kept = {name: value for name, value in door.items() if name in named}
            met.add(reverse(route.name, kwargs={**dict(zip(rest, values, strict=True)), **kept}))
        yield from sorted(met)


def moves(names: Names, routes: Sequence[Route] = ROUTES) -> Iterator[Move]:
    """Every address as it is tried: read, and sent to where something can be sent."""
    for route in routes:
        for address in names.filled(route):
            yield "GET", address
            if route.post is not None and route.name != "logout":  # whoever goes tries nothing more
                yield "POST", address


def own_moves(names: Names, seat: str) -> Iterator[Move]:
    """What shows a war to a seat, or to whoever has none: as its reader, at the seat, and among all its wars."""
    shows = [route for route in ROUTES if route.name == "home" or route.who in (Who.READER, Who.SEAT)]
    for route in shows if seat else [route for route in shows if route.who is not Who.SEAT]:
        for address in names.filled(route):
            yield "GET", address
            if route.name == "ask" and f"/ask/{seat}/" in address:
                yield "POST", address


def tried(client: Client, way: str, address: str, **fields: str) -> HttpResponse:
    """What a browser is answered; a form is sent with the token that it was given."""
    if way == "GET":
        return client.get(address)  # type: ignore[return-value]
    if "csrftoken" not in client.cookies:
        client.get("/login/")
    return client.post(address, {"do": "save", **fields, "csrfmiddlewaretoken": client.cookies["csrftoken"].value})  # type: ignore[return-value]


def envelope(response: HttpResponse) -> str:
    """What is answered around a page: status, headers, and which cookies are set."""
    lines = [f"{name}: {value}" for name, value in sorted(response.headers.items())]
    return "\n".join([str(response.status_code), *lines, *sorted(response.cookies)])


def untold(page: str) -> str:
    """A page without the tokens of its forms."""
    return _TOKEN.sub("", page)
