"""What was said on an open floor: a seat's own statements in words, and all that the seat was told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from markupsafe import Markup

from ..campaign.entry import Entry, EntryKind
from ..campaign.outcome import Refused
from ..campaign.war import War
from ..text.declaration import say_order
from ..text.page.blocks import written
from ..text.page.dress import dress_of
from ..text.page.lines import lines_heard
from ..text.page.told import told
from ..views.gate import Gate
from . import models, store
from .asks import Asked
from .page import Page
from .visitor import Guest


def said_on(page: Page, guest: Guest, asked: Asked) -> tuple[list[Markup], list[Markup]]:
    """What the seat has said on the floor for whom it is asked, read back in words, and what it was told of everything
    that was said there; both in order."""
    address, mine = asked.call.address, {"seat": guest.seat, "whom": asked.ask.whom}
    if not guest.war.heard(address):
        return [], []
    orders = [(before, entry) for before, entry in store.about(guest.war, address) if entry.kind is EntryKind.ORDERED]
    own = [_statement(page, guest, before, entry) for before, entry in orders if mine.items() <= entry.body.items()]
    return own, _heard(page, guest, [entry.number for _, entry in orders])


def _heard(page: Page, guest: Guest, entries: Sequence[int]) -> list[Markup]:
    rows = models.Telling.objects.filter(war=guest.row, audience=guest.audience, entry__in=entries)
    lines = lines_heard(guest.prose, guest.war.system.facts, map(store.heard_of, rows.order_by("number")))
    dress = dress_of(guest.row.system)
    return [told(page.pen, dress, line) for line in lines if not line.quiet]


def _statement(page: Page, guest: Guest, before: War, entry: Entry) -> Markup:
    """An order as its form read it then."""
    body = cast(Mapping[str, Any], entry.body)
    form = Gate(before, guest.viewer).form(body["call"], body["whom"])
    assert not isinstance(form, Refused), "what was heard was asked"
    return written(page.pen, say_order(form, body["order"], page.prose).blocks)
