"""The worker: looks after every war, again and again. Any number of them may run beside each other."""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from datetime import datetime, timedelta

from django.db import close_old_connections

from ..campaign.fault import EngineError
from ..campaign.war import JournalError
from . import clock, models, resolver, store
from .service import BusyError

PAUSE_SECONDS = 1.0
"""How long it rests between two rounds."""

AGAIN = timedelta(minutes=1)
"""After how long it looks again at a war that it could not look after."""

_LOG = logging.getLogger(__name__)


Policy = tuple[tuple[object, ...], ...]
"""Everything beside its journal on which it hangs what is done in a war by itself."""

Standing = tuple[str, Policy]
"""What hangs on a war's being looked at again: its head, and its policy."""


class Worker:
    """Settles every war that has moved on, or in which a time is up. What it remembers only spares it work."""

    def __init__(self) -> None:
        self._settled: dict[str, tuple[Standing, datetime | None]] = {}

    def round(self) -> int:
        """Look after all wars once; how many steps were done."""
        policies = _policies()
        rows = list(models.War.objects.filter(ended=False))
        standing = [(row, (row.head, policies[row.key])) for row in rows]
        return sum(self._apart(row, now) for row, now in standing if self._is_called_for(row, now))

    def _is_called_for(self, row: models.War, now: Standing) -> bool:
        standing, due = self._settled.get(row.key, (None, None))
        return standing != now or (due is not None and due <= clock.now())

    def _apart(self, row: models.War, standing: Standing) -> int:
        """Look after one war; whatever is wrong with it, the others wait for nothing."""
        try:
            return self._look_after(row, standing[1])
        except Exception:
            _LOG.exception("the war %s could not be looked after", row.key)
            self._settled[row.key] = (standing, clock.now() + AGAIN)
            return 0

    def _look_after(self, row: models.War, policy: Policy) -> int:
        done = 0
        try:
            done = resolver.settle(row.key)
        except (EngineError, JournalError, BusyError):
            _LOG.exception("the war %s was not settled", row.key)
        row.refresh_from_db()
        self._settled[row.key] = ((row.head, policy), resolver.next_due(row, store.load(row)))
        return done


def _policies() -> dict[str, Policy]:
    """The policies of all wars that go on, by key; read together, so that it takes no longer for many wars."""
    found: defaultdict[str, list[tuple[object, ...]]] = defaultdict(list)
    going = models.War.objects.filter(ended=False).values_list("key", "publishing", "publishing_of", "grace", "silence")
    for key, *policy in going:
        found[key].append(tuple(map(str, policy)))
    people = models.Holding.objects.filter(role__in=models.AT_A_SEAT)
    for rows, fields in (
        (models.AgentSeat.objects.all(), ("seat", "until")),
        (people, ("seat", "role", "until")),
        (models.Excuse.objects.all(), ("seat", "until", "questions")),
    ):
        for key, *held in rows.filter(war__ended=False).order_by("pk").values_list("war", *fields):
            found[key].append((rows.model.__name__, *held))
    return defaultdict(tuple, {key: tuple(rows) for key, rows in found.items()})


def run(stop: threading.Event) -> None:
    """Work until `stop` is set."""
    worker = Worker()
    while not stop.is_set():
        close_old_connections()
        try:
            worker.round()
        except Exception:
            _LOG.exception("a round of the worker was broken off")
        stop.wait(PAUSE_SECONDS)
