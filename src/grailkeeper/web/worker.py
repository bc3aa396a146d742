"""The worker: looks after every war, again and again. Any number of them may run beside each other."""

from __future__ import annotations

import logging
import threading
from datetime import datetime

from django.db import close_old_connections
from django.db.models import Count

from ..campaign.fault import EngineError
from ..campaign.war import JournalError
from . import clock, models, resolver, store
from .service import BusyError

PAUSE_SECONDS = 1.0
"""How long it rests between two rounds."""

_LOG = logging.getLogger(__name__)


Standing = tuple[str, str, int]
"""What hangs on a war's being looked at again: its head, what becomes of closed questions, how many agents it has."""


class Worker:
    """Settles every war that has moved on, or in which a time is up. What it remembers only spares it work."""

    def __init__(self) -> None:
        self._settled: dict[str, tuple[Standing, datetime | None]] = {}

    def round(self) -> int:
        """Look after all wars once; how many steps were done."""
        rows = models.War.objects.filter(ended=False).annotate(held=Count("agents"))
        return sum(self._look_after(row, row.held) for row in list(rows) if self._is_called_for(row, row.held))

    def _is_called_for(self, row: models.War, held: int) -> bool:
        standing, due = self._settled.get(row.key, (None, None))
        return standing != _standing(row, held) or (due is not None and due <= clock.now())

    def _look_after(self, row: models.War, held: int) -> int:
        done = 0
        try:
            done = resolver.settle(row.key)
        except (EngineError, JournalError, BusyError):
            _LOG.exception("the war %s was not settled", row.key)
        row.refresh_from_db()
        self._settled[row.key] = (_standing(row, held), resolver.next_due(store.load(row)))
        return done


def _standing(row: models.War, held: int) -> Standing:
    return (row.head, row.publishing, held)


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
