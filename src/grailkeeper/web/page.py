"""A page: the frame, and what is written into it by the same pen that writes the pages that stand alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import reverse
from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from ..core.problem import Problem
from ..core.seat import PUBLIC
from ..text.document import Bullets, Item, Note, NoteKind, spans
from ..text.document import Clause as ClauseSpan
from ..text.page.blocks import written
from ..text.page.dress import dress_of
from ..text.page.look import all_glyphs
from ..text.page.pen import About, Pen, cleaned
from ..text.page.shell import head_line
from ..text.prose import Prose
from ..text.template import Value
from ..text.words import layered_words
from . import absence, assets, clock, times
from .visitor import PACKAGES, Guest, Visitor


@cache
def _templates() -> Environment:
    return Environment(
        loader=ChoiceLoader([PackageLoader(__package__), PackageLoader("grailkeeper.text.page")]),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=cleaned,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def lines(text: str) -> Markup:
    """A text of several lines, as it stands in a field: every other string on a page is written in one line.

    A reader of pages takes the first line end of a field for none of its own.
    """
    return Markup("\n") + escape(text)


Place = tuple[str, str, bool]
"""A link of the bar: its address, what it is called, and whether this is it."""


class Page:
    """Writes one answer for one visitor, at a war or outside of any."""

    def __init__(self, visitor: Visitor, guest: Guest | None = None, came: str = "") -> None:
        """`came`: where clauses lead back to, if that is not this page itself."""
        self.visitor, self.guest = visitor, guest
        self.came = came or ("" if guest is None else visitor.request.get_full_path())
        self.words = layered_words(PACKAGES, visitor.language)
        self.prose = visitor.own_prose if guest is None else guest.prose
        self.pen = _pen(self.prose, guest, self.came)
        self._tools = self.pen.tools | {
            "say": self.say,
            "address": reverse,
            "asset": assets.address,
            "lines": lines,
            "problems": partial(problem_note, self),
            "moment": lambda moment: times.said(self.words, moment, self.zone),
            "left_of": lambda moment: times.left(self.words, moment - clock.now()),
            "whose": lambda asked: "" if asked.ask.whom == asked.ask.seat else self.prose.name(asked.ask.whom),
            "clock": lambda moment: moment.astimezone(times.zone(self.zone)).strftime("%H:%M"),
            "machine": lambda moment: times.machine(moment, self.zone),
            "csrf": lambda: Markup('<input type="hidden" name="csrfmiddlewaretoken" value="{}">').format(
                get_token(visitor.request)
            ),
            "absence_at": lambda guest: absence.absences_of(guest.row).get(guest.seat, ()),
            "plays": lambda guest: any((each.role, each.seat) == ("player", guest.seat) for each in guest.holdings),
            "here": visitor.request.path,
            "visitor": visitor,
            "guest": guest,
        }

    @property
    def zone(self) -> str:
        return times.USUAL if self.guest is None else self.guest.row.zone

    def say(self, key: str, /, **values: Value) -> str:
        return self.words.say(key, **values)

    def part(self, template: str, **values: Any) -> Markup:
        """A template, filled."""
        return Markup(_templates().get_template(template).render(self._tools | values))

    def answer(self, template: str, title: str, status: int = 200, **values: Any) -> HttpResponse:
        """The whole page. `width`: `read` for what is read, `wrap` for what is laid out beside each other; `dock`: the
        template of what stays in reach at the foot of the window."""
        main = self.part(template, title=title, **values)
        dock = self.part(values["dock"], **values) if "dock" in values else ""
        return self.framed(main, title, status, str(values.get("width", "read")), dock)

    def framed(self, main: Markup, title: str, status: int = 200, width: str = "read", dock: str = "") -> HttpResponse:
        """The frame around what is written already."""
        body = self.part("frame_body.html", main=main, dock=dock, width=width, places=self._places(), foot=self._foot())
        brand = self.guest.row.title if self.guest is not None else self.say("page.brand")
        html = self.part(
            "frame.html",
            body=body,
            glyphs=all_glyphs(),
            title=title,
            brand=brand,
            language=self.visitor.language.value,
        )
        return HttpResponse(str(html), status=status)

    def _places(self) -> Sequence[Place]:
        """Where the bar leads: at a war to its pages, outside to one's own. Whoever plays reads what the seat knows."""
        here, guest = self.visitor.request.path, self.guest
        links: list[tuple[str, str]] = []
        if self.visitor.account is not None:
            links.append((reverse("home"), self.say("bar.home")))
        if guest is not None:
            key = guest.row.key
            mine = guest.seat or (guest.seats[0] if len(guest.seats) == 1 and not guest.keeps else "")
            own, named = ("own_", [key, mine]) if mine else ("", [key])
            links.append((reverse(f"{own}story", args=named), self.say("bar.story")))
            battles = "keeper_battles" if guest.keeps and not mine else f"{own}battles"
            links.append((reverse(battles, args=named), self.say("bar.battles")))
            for seat in guest.seats:
                name = self.say("bar.seat") if len(guest.seats) == 1 else self.prose.name(seat)
                links.append((reverse("seat", args=[key, seat]), name))
            if guest.keeps:
                links.append((reverse("desk", args=[key]), self.say("bar.desk")))
            links.append((rulebook_address(guest.row.system, self.came), self.say("page.rules")))
        return [(address, name, _leads_here(address, here)) for address, name in links]

    def _foot(self) -> Sequence[tuple[str, str, str]]:
        """What stands at the foot: the head of the chain of whoever reads, with what it is for, and the rules."""
        guest = self.guest
        if guest is None:
            return ()
        rules = self.say("page.rules_version", system=self.prose.name(guest.row.system), version=guest.war.version)
        head = head_line(self.pen, guest.gate.stream)
        return (self.say("house.head"), head, self.say("house.head_why")), (self.say("page.rules"), rules, "")


def _pen(prose: Prose, guest: Guest | None, came: str) -> Pen:
    if guest is None:
        return Pen(prose, PUBLIC, None, About(), {})
    about = About(
        system=guest.row.system,
        version=guest.war.version,
        war=guest.row.title,
        options=guest.war.options,
        view=guest.gate.state(),
    )
    links = partial(clause_address, guest.row.system, came=came)
    return Pen(prose, guest.viewer, links, about, dress_of(about.system).classes(about.view))


def clause_address(system: str, clause: str, came: str = "") -> str:
    """Where a clause is to be read, and from where one comes to it."""
    return _from(reverse("clause", args=[system, clause]), came)


def rulebook_address(system: str, came: str = "") -> str:
    """Where a rulebook is to be read, and from where one comes to it."""
    return _from(reverse("rulebook", args=[system]), came)


def _from(address: str, came: str) -> str:
    return f"{address}?{urlencode({'from': came})}" if came else address


def _leads_here(address: str, here: str) -> bool:
    return here == address.partition("?")[0]


def problem_note(page: Page, problems: Sequence[Problem]) -> Markup:
    """Problems as a note: what binds first, what is only suspicious below it."""
    kinds: Mapping[NoteKind, list[Problem]] = {
        NoteKind.BAD: [each for each in problems if each.binding],
        NoteKind.CARE: [each for each in problems if not each.binding],
    }
    notes = tuple(
        Note(kind, (Bullets(tuple(_item(page, each) for each in found)),)) for kind, found in kinds.items() if found
    )
    return written(page.pen, notes)


def _item(page: Page, problem: Problem) -> Item:
    """Where, what is wrong and what would be accepted, by which clause."""
    prose = Prose(page.words, {}) if f"problem.{problem.code}" not in page.prose.words else page.prose
    path = page.prose.path(problem.culprit)
    where = "" if path == problem.culprit and path.isascii() else f"{path}: "  # a key that has no word says nothing
    said = f"{where}{prose.problem(problem)}"
    return Item(spans(said, " ", ClauseSpan(problem.clause)) if problem.clause else spans(said))


def onward_to(name: str, *named: object, after: str = "") -> HttpResponse:
    """After something was done: on to a page that can be loaded again, with what comes `after` its path."""
    response = HttpResponse(status=303)
    response.headers["Location"] = reverse(name, args=named) + after
    return response
