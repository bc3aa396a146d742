"""Deadlines as data: when a call is due, and whether it may close before. No clock is read here."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Any

from ..core.call import Ask, Call, Mode
from ..core.seat import Viewer
from .resolving import frozen
from .telling import audiences
from .war import War

DEFAULT = "default"
"""The key of the policy's `hours` that holds for kinds of call it does not name."""


def due(war: War, call: Call) -> datetime | None:
    """When an open call closes by itself; None where the policy sets no hours, no clock was given, or the war stands.

    The policy is `{"hours": {"default": 48, "<kind of call>": 24}}`; the hours run from the entry that opened the
    call, but for the time in which the war is paused.
    """
    hours: dict[str, Any] = war.policy.get("hours", {})
    span = hours.get(call.kind, hours.get(DEFAULT))
    opened = war.opened_at.get(call.address, "")
    if span is None or not opened or war.paused or call.address in war.closed:
        return None
    return datetime.fromisoformat(opened) + timedelta(hours=int(span))


def overdue(war: War, call: Call, now: datetime) -> bool:
    """Whether a call's time is up. A paused war has no deadlines."""
    moment = due(war, call)
    return moment is not None and now >= moment


def all_in(war: War, call: Call, spared: Collection[str] = ()) -> bool:
    """Whether a call may close early: all who are asked have answered, and closing now gives nobody away.

    Whoever may see it close must be allowed to know all who were asked, even where those are what it knows already
    or nobody at all; else it waits for its deadline, answered or not. The seats in `spared` are not waited for.
    """
    if call.mode is Mode.FLOOR or war.paused or war.ended or call.address in war.closed:
        return False
    if not in_the_open(war, call):
        return False
    return not silent(war, call, spared)


def in_the_open(war: War, call: Call) -> bool:
    """Whether all who may see a call close may know everybody whom it asks."""
    return all(call.asked_to.admits(viewer) for viewer in _watching(war, call))


def silent(war: War, call: Call, spared: Collection[str] = ()) -> tuple[Ask, ...]:
    """Those who are asked and have not answered, but for the seats in `spared`."""
    answered = frozen(war, call)
    return tuple(ask for ask in call.asks if ask.seat not in spared and ask.whom not in answered)


def _watching(war: War, call: Call) -> Iterator[Viewer]:
    return (viewer for viewer in audiences(war.system.seats(war.state)).values() if call.known_to(viewer))
