"""When questions close by themselves: the hours of the war's policy, and what the keeper has added to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import F

from ..campaign import deadline
from ..campaign.war import War
from ..core.call import Call
from . import models

MOST = 24 * 366


@dataclass(frozen=True, slots=True)
class More:
    """Hours that were added, and why."""

    hours: int = 0
    reason: str = ""


_NONE = More()


@dataclass(frozen=True, slots=True)
class Hours:
    """The deadlines of a war; `more` by the address of the question."""

    more: Mapping[str, More] = field(default_factory=dict)

    def due(self, war: War, call: Call) -> datetime | None:
        """When an open question closes by itself, None where nothing says so."""
        moment = deadline.due(war, call)
        return None if moment is None else moment + timedelta(hours=self.of(call.address).hours)

    def overdue(self, war: War, call: Call, now: datetime) -> bool:
        moment = self.due(war, call)
        return moment is not None and now >= moment

    def of(self, address: str) -> More:
        return self.more.get(address, _NONE)


def hours_of(war: str) -> Hours:
    """The deadlines of the war of that key."""
    rows = models.Extension.objects.filter(war_id=war)
    return Hours({row.call: More(row.hours, row.reason) for row in rows})


def extend(war: str, call: str, hours: int, reason: str) -> None:
    """Add hours to a question; hours that were added before stay."""
    row, made = models.Extension.objects.get_or_create(
        war_id=war, call=call, defaults={"hours": hours, "reason": reason}
    )
    if not made:
        models.Extension.objects.filter(pk=row.pk).update(hours=F("hours") + hours, reason=reason)
