"""Deadlines as data: when a call is due, and whether it may close before. No clock is read here."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from ..core.call import Call, Mode
from .resolving import frozen
from .war import War

DEFAULT = "default"
"""The key of the policy's `hours` that holds for kinds of call it does not name."""


def due(war: War, call: Call) -> datetime | None:
    """When an open call closes by itself; None where the policy sets no hours, or no clock was given.

    The policy is `{"hours": {"default": 48, "<kind of call>": 24}}`; the hours run from the entry that opened it.
    """
    hours: dict[str, Any] = war.policy.get("hours", {})
    span = hours.get(call.kind, hours.get(DEFAULT))
    opened = war.opened_at.get(call.address, "")
    if span is None or not opened:
        return None
    return datetime.fromisoformat(opened) + timedelta(hours=int(span))


def overdue(war: War, call: Call, now: datetime) -> bool:
    """Whether a call's time is up. A paused war has no deadlines."""
    moment = due(war, call)
    return moment is not None and not war.paused and now >= moment


def all_in(war: War, call: Call) -> bool:
    """Whether a call may close early: all who are asked have sealed, and closing now gives nobody away.

    Whoever sees it close must already know who was asked; else it waits for its deadline, answered or not.
    """
    if call.mode is Mode.FLOOR or call.address in war.closed:
        return False
    if len(frozen(war, call)) < len(call.asks):
        return False
    asked = frozenset(ask.seat for ask in call.asks)
    if call.asked_to.seats is None:
        return True
    if call.open_to.seats is None:
        return False
    watching = call.open_to.seats | asked
    return watching <= call.asked_to.seats or (len(asked) == 1 and watching == asked)
