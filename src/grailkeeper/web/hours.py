"""When questions close by themselves: the hours of the war's policy, what the keeper has added to them, and the grace
that is given where somebody is silent.

Grace is given once in a place (a scene, a battle), where somebody has not answered when the time is up. Where it may
not be known who is asked, nobody must see by the hour of closing whether somebody was silent: there every question has
the grace from the beginning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import F

from ..campaign import deadline
from ..campaign.war import War
from ..core.call import Call, Mode
from . import models

MOST = 24 * 366


@dataclass(frozen=True, slots=True)
class More:
    """Hours that were added, and why."""

    hours: int = 0
    reason: str = ""


_NONE = More()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of the policy: `absence.<key>` of the words, with what it is filled with."""

    key: str
    hours: int = 0
    count: int = 0
    used: int = 0
    name: str = ""
    moment: datetime | None = None


@dataclass(frozen=True, slots=True)
class Hours:
    """The deadlines of a war; `more` and `granted` (hours of grace) by the address of the question; `grace` is what the
    policy gives; `used`: the places in which it was given."""

    more: Mapping[str, More] = field(default_factory=dict)
    grace: int = 0
    granted: Mapping[str, int] = field(default_factory=dict)
    used: frozenset[str] = frozenset()

    def due(self, war: War, call: Call) -> datetime | None:
        """When an open question closes by itself, None where nothing says so."""
        moment = deadline.due(war, call)
        if moment is None:
            return None
        return moment + timedelta(hours=self.of(call.address).hours + self._grace(war, call))

    def _grace(self, war: War, call: Call) -> int:
        if self.grace and call.mode is Mode.SEALED and not deadline.in_the_open(war, call):
            return self.grace
        return self.granted.get(call.address, 0)

    def overdue(self, war: War, call: Call, now: datetime) -> bool:
        moment = self.due(war, call)
        return moment is not None and now >= moment

    def may_wait(self, war: War, call: Call) -> bool:
        """Whether a question whose time is up may still be given its grace."""
        if not self.grace or call.mode is Mode.FLOOR or place_of(call.address) in self.used:
            return False
        return deadline.in_the_open(war, call)

    def lines(self, war: War, call: Call) -> tuple[Sentence, ...]:
        """What is said of a question's grace."""
        if call.address in self.granted:
            return (Sentence("granted", hours=self.granted[call.address]),)
        return (Sentence("grace", hours=self.grace),) if self.may_wait(war, call) else ()

    def midway(self, war: War, call: Call) -> datetime | None:
        """When half of a question's time is over, None where it has none."""
        moment, opened = self.due(war, call), war.opened_at.get(call.address, "")
        if moment is None or not opened:
            return None
        begun = datetime.fromisoformat(opened)
        return begun + (moment - begun) / 2

    def of(self, address: str) -> More:
        return self.more.get(address, _NONE)


def place_of(address: str) -> str:
    """The scene or the battle in which a question is asked."""
    return address.rpartition("/")[0]


def hours_of(row: models.War) -> Hours:
    """The deadlines of a war."""
    graces = list(row.graces.all())
    return Hours(
        {each.call: More(each.hours, each.reason) for each in row.extensions.all()},
        row.grace,
        {each.call: each.hours for each in graces},
        frozenset(each.place for each in graces),
    )


def extend(war: str, call: str, hours: int, reason: str) -> None:
    """Add hours to a question; hours that were added before stay."""
    row, made = models.Extension.objects.get_or_create(
        war_id=war, call=call, defaults={"hours": hours, "reason": reason}
    )
    if not made:
        models.Extension.objects.filter(pk=row.pk).update(hours=F("hours") + hours, reason=reason)


def grant(war: str, call: str, hours: int) -> bool:
    """Give a question the grace of its place; whether it was still to be had."""
    try:
        with transaction.atomic():
            models.Grace.objects.create(war_id=war, place=place_of(call), call=call, hours=hours)
    except IntegrityError:
        return False
    return True
