"""Limits: how often something may be tried in a span of time. Counted in the database, so for all processes alike."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Q

from . import clock
from .models import Tally


@dataclass(frozen=True, slots=True)
class Limit:
    """So many times in so many seconds, for each of whom it is counted."""

    name: str
    most: int
    seconds: int


LOGIN = Limit("login", 10, 900)
"""Guesses at one name's password from one address."""
LOGIN_NAME = Limit("login-name", 60, 900)
"""Guesses at one name's password, from wherever they come: so many that nobody alone locks somebody else out."""
LOGIN_PLACE = Limit("login-place", 50, 900)
"""Guesses from one address, at whatever name: many people may share one."""
JOIN = Limit("join", 20, 3600)
"""Accounts made and invitations tried from one address."""
POST = Limit("post", 120, 60)
"""What one account may send; drafts are saved at every change."""
PASTE = Limit("paste", 12, 60)
"""Posts that one account may have read into a form: reading one can take seconds."""


KEPT = timedelta(days=1)
"""After how long a count is thrown away: none is asked for as long."""


def allowed(limit: Limit, whom: str) -> bool:
    """Count one more for `whom`, and say whether that is within the limit."""
    now = clock.now()
    what = f"{limit.name}:{hashlib.sha256(whom.encode()).hexdigest()}"
    fresh = Tally.objects.filter(what=what, since__gt=now - timedelta(seconds=limit.seconds))
    if not fresh.update(count=F("count") + 1):
        try:
            with transaction.atomic():
                Tally.objects.filter(Q(what=what) | Q(since__lt=now - KEPT)).delete()
                Tally.objects.create(what=what, since=now, count=1)
        except IntegrityError:  # another one began the count just now
            fresh.update(count=F("count") + 1)
    return Tally.objects.get(what=what).count <= limit.most
