"""The keeper's record: every entry of the journal, the texts for a board that each told, and going back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse
from markupsafe import Markup

from ...campaign import keep
from ...campaign.entry import Entry
from ...campaign.outcome import Refused
from ...campaign.resolving import told_from
from ...campaign.telling import PUBLIC_KEY, Stream
from ...campaign.war import live_path
from ...core.problem import Problem
from ...journal.file import entry_of
from ...text.formats import FORMATS, posted
from ...text.page.dress import dress_of
from ...text.page.lines import Line
from ...text.page.told import told
from ...text.post import post
from .. import clock, models, service, store
from ..page import Page, onward_to
from ..visitor import Guest
from . import desk, faults

PER_PAGE = 30


@dataclass(frozen=True, slots=True)
class Written:
    """An entry as the keeper reads it."""

    entry: Entry
    at: datetime | None
    what: str
    about: tuple[str, ...]
    facts: tuple[Markup, ...]
    live: bool
    has_texts: bool


def record(guest: Guest) -> HttpResponse:
    """The entries, the newest first, so many on a page."""
    page, last = Page(guest.visitor, guest), _until(guest)
    rows = models.Entry.objects.filter(war=guest.row, number__lte=last, number__gt=last - PER_PAGE)
    lines = rows.order_by("-number").values_list("line", flat=True)
    entries = [entry for line in lines if (entry := entry_of(bytes(line))) is not None]
    live = _live(guest, last)
    telling = set(
        models.Telling.objects.filter(war=guest.row, entry__in=[each.number for each in entries]).values_list(
            "entry", flat=True
        )
    )
    return page.answer(
        "record.html",
        page.say("record.title"),
        entries=[_written(page, guest, each, live, telling) for each in entries],
        earlier=last - PER_PAGE if last > PER_PAGE else 0,
        later=last + PER_PAGE if last < guest.row.number else 0,
        width="wrap",
    )


def _until(guest: Guest) -> int:
    """Up to which entry: the one that is asked for, else the last."""
    asked = guest.visitor.request.GET.get("until", "")
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 9 else guest.war.number
    return max(1, min(number, guest.war.number))


def _live(guest: Guest, last: int) -> set[int]:
    """The numbers of the entries of the live path on this page."""
    found: set[int] = set()
    for war in live_path(guest.war):
        if war.number <= last - PER_PAGE:
            break
        found.add(war.number)
    return found


def _written(page: Page, guest: Guest, entry: Entry, live: set[int], telling: set[int]) -> Written:
    dress = dress_of(guest.row.system)
    facts = tuple(told(page.pen, dress, Line(each.fact)) for each in told_from(guest.war, entry.body.get("facts", ())))
    return Written(
        entry,
        datetime.fromisoformat(entry.at) if entry.at else None,
        page.say(f"entry.{entry.kind}"),
        tuple(_about(page, guest, entry)),
        facts,
        entry.number in live,
        entry.number in telling,
    )


def _about(page: Page, guest: Guest, entry: Entry) -> Iterator[str]:
    """To which question it is, of whom, and why. What lies sealed is not said."""
    says: Mapping[str, Callable[[str], str]] = {"call": guest.prose.call_title, "whom": guest.prose.name}
    for name in ("call", "whom", "point", "reason"):
        value = entry.body.get(name)
        if isinstance(value, str) and value:
            yield says[name](value) if name in says else f"{page.say(f'record.{name}')}: {value}"


# Texts for a board


@dataclass(frozen=True, slots=True)
class Posted:
    """A text to be posted: to whom, as it is copied, and what an editor takes that has no formatting."""

    audience: str
    name: str
    text: str
    plain: str


def texts(guest: Guest, entry: int) -> HttpResponse:
    """What an entry told, as a text for each audience, in one of the formats of boards. Once it is published, the page
    looks by itself for what comes next (see its template), which needs none of the texts."""
    page = Page(guest.visitor, guest)
    rows: defaultdict[str, list[models.Telling]] = defaultdict(list)
    for row in store.told_by(guest.row.key, entry):
        rows[row.audience].append(row)
    if not rows:
        return faults.not_there(guest.visitor)
    form = FORMATS.get(guest.visitor.request.GET.get("format", ""), FORMATS["plain"])
    done = "done" in guest.visitor.request.GET
    matters = desk.matters_of(guest) if done else []
    shown = () if done and guest.visitor.looks else sorted(rows, key=lambda each: (each != PUBLIC_KEY, each))
    return page.answer(
        "texts.html",
        page.say("texts.done" if done else "texts.title"),
        texts=[_posted(page, guest, audience, rows[audience], form.name) for audience in shown],
        formats=list(FORMATS),
        form=form.name,
        entry=entry,
        done=done,
        said=desk.headline(page, guest, matters) if done else "",
        next=[each for each in matters if each.call.closed][:1],
        width="wrap",
    )


def _posted(page: Page, guest: Guest, audience: str, rows: list[models.Telling], form: str) -> Posted:
    stream = Stream(rows[-1].number, rows[-1].head)
    bodies = [store.body_of(row) for row in rows]
    document = post(guest.prose, guest.war.system.facts, guest.row.title, bodies, audience, stream)
    name = page.say("house.public") if audience == PUBLIC_KEY else guest.prose.name(audience)
    return Posted(audience, name, posted(document, FORMATS[form]), posted(document, FORMATS["plain"]))


# Going back


def rewind(guest: Guest, entry: int, problems: tuple[Problem, ...] = ()) -> HttpResponse:
    """Who would be told of going back to how the war was after an entry, and why it is done."""
    back = guest.war.before(entry)
    if back is None or back is guest.war or guest.war.ended:
        return faults.not_there(guest.visitor)
    page = Page(guest.visitor, guest)
    affected = [
        page.say("rewind.everybody") if key == PUBLIC_KEY else guest.prose.name(key)
        for key in keep.affected(guest.war, back)
    ]
    title = page.say("rewind.title", entry=entry)
    status = 422 if problems else 200
    return page.answer("rewind.html", title, status, affected=affected, entry=entry, found=problems, width="wrap")


def go_back(guest: Guest, entry: int) -> HttpResponse:
    reason = guest.visitor.request.POST.get("reason", "").strip()[:1000]
    outcome = service.run(guest.row.key, lambda war: keep.rewind(war, entry, reason, clock.stamp()))
    if isinstance(outcome, Refused):
        return rewind(guest, entry, outcome.problems)
    return onward_to("desk", guest.row.key)
