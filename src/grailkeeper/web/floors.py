"""What was said on an open floor: a seat's own statements in words, and all that the seat was told of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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


def own_statements(page: Page, guest: Guest, asked: Asked) -> list[Markup]:
    """What the seat has said on the floor for whom it is asked, read back in words, in order."""
    orders = reversed(list(_orders(guest, asked.call.address)))
    mine = {"seat": guest.seat, "whom": asked.ask.whom}
    return [_statement(page, guest, before, each) for before, each in orders if mine.items() <= each.body.items()]


def heard_so_far(page: Page, guest: Guest, asked: Asked) -> list[Markup]:
    """What the seat was told of everything that was said on the floor, in order."""
    entries = [each.number for _, each in _orders(guest, asked.call.address)]
    rows = models.Telling.objects.filter(war=guest.row, audience=guest.audience, entry__in=entries)
    lines = lines_heard(guest.prose, guest.war.system.facts, map(store.heard_of, rows.order_by("number")))
    dress = dress_of(guest.row.system)
    return [told(page.pen, dress, line) for line in lines if not line.quiet]


def _orders(guest: Guest, address: str) -> Iterator[tuple[War, Entry]]:
    """Each order that the open floor has heard, with the war before it, the last first."""
    war: War | None = guest.war
    while war is not None and war.heard(address):
        before = war.past
        if before is not None and before.heard(address) != war.heard(address):
            yield before, _entry(guest, war.number)
        war = before


def _entry(guest: Guest, number: int) -> Entry:
    """The entry of that number; of a rewind, the one to which it went back."""
    entry = store.entry(guest.row.key, number)
    assert entry is not None, "the war is folded from its entries"
    return _entry(guest, cast(int, entry.body["to"])) if entry.kind is EntryKind.REWOUND else entry


def _statement(page: Page, guest: Guest, before: War, entry: Entry) -> Markup:
    """An order as its form read it then."""
    body = cast(Mapping[str, Any], entry.body)
    form = Gate(before, guest.viewer).form(body["call"], body["whom"])
    assert not isinstance(form, Refused), "what was heard was asked"
    return written(page.pen, say_order(form, body["order"], page.prose).blocks)
