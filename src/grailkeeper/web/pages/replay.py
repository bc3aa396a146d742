"""The battles of a war, as far as the guest was told of them (a keeper sees all of each): how each went, and one of
them step by step.

A step is a part of the drawing with an anchor of its own (a judgment, a slot, a cell), so that the address of a step is
that of the page with its anchor. The arrow keys go from one to the next; without any script the links do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.http import HttpResponse
from django.urls import reverse

from ...campaign.resolving import told_from
from ...core.fact import Fact
from ...text.page.battle import Battle
from ...text.page.dress import dress_of
from ...text.page.lines import lines_heard
from .. import store
from ..models import Role, Telling
from ..page import Page
from ..visitor import Guest
from . import faults


def address(guest: Guest, battle: int | None = None) -> str:
    """Where the guest sees all battles, or one step by step."""
    own = "own_" if guest.seat else "keeper_" if guest.role is Role.KEEPER else ""
    named = {"key": guest.row.key, **({"seat": guest.seat} if guest.seat else {})}
    if battle is None:
        return reverse(f"{own}battles", kwargs=named)
    return reverse(f"{own}battle", kwargs={**named, "battle": battle})


def battles(guest: Guest) -> HttpResponse:
    """Every battle with how it went, the last one first."""
    page = Page(guest.visitor, guest)
    found = [(address(guest, battle.number), battle) for battle in reversed(_battles(page, guest))]
    return page.answer("battles_page.html", page.say("replay.battles"), battles=found, scope=page.pen.scope())


def battle(guest: Guest, battle: int) -> HttpResponse:
    """One battle in full, with a link to each of its steps."""
    page = Page(guest.visitor, guest)
    return shown(page, guest, _battles(page, guest), battle)


def shown(page: Page, guest: Guest, battles: Iterable[Battle], battle: int) -> HttpResponse:
    """One of these battles in full."""
    found = next((each for each in battles if each.number == battle), None)
    if found is None:
        return faults.not_there(guest.visitor)
    full = found.full(False)
    return page.answer(
        "replay.html",
        found.title,
        full=full,
        steps=steps_of(found, full),
        outcome=found.outcome,
        all_battles=address(guest),
        scope=page.pen.scope(),
        width="wrap",
        dock="replay_dock.html",
    )


def steps_of(battle: Battle, full: str) -> list[str]:
    """The anchors of its steps, in order."""
    return re.findall(rf'<li id="({re.escape(battle.anchor)}-[^"]+)"', full)


def _battles(page: Page, guest: Guest) -> Sequence[Battle]:
    """All that the guest knows of battles, without what a rewind has undone."""
    facts = _all_facts(guest) if guest.role is Role.KEEPER else [fact for _, fact in facts_told(guest)]
    return dress_of(guest.row.system).battles(page.pen, facts)


def facts_told(guest: Guest, first: int = 1, last: int | None = None) -> list[tuple[Telling, Fact]]:
    """What the guest's audience was told, from its number `first` to `last`, and no rewind has undone, each with the
    telling that it stands in."""
    told = store.heard(guest.row.key, guest.audience, first, guest.gate.stream.number if last is None else last)
    lines = lines_heard(guest.prose, guest.war.system.facts, map(store.heard_of, told))
    both = zip(told, lines, strict=True)
    return [(row, line.fact) for row, line in both if line.fact is not None and not line.struck]


def _all_facts(guest: Guest) -> list[Fact]:
    """What happened, whoever was told of it."""
    live = store.live_entries(guest.war)
    return [told.fact for entry in live for told in told_from(guest.war, entry.body.get("facts", ()))]
