"""Who is at the table, and what becomes of a question while somebody is not.

A seat may be held by a program openly, because nobody sits there: everybody may know it. All else is the seat's own
and the keeper's to know: that its player is away and a program or a substitute answers, or that it is excused.
So an absence never lets a question close earlier than the last of those who are there has answered; where none of them
is asked, it waits for its time. And what comes of a question may show who was silent in it: one that a silent seat did
not keep open would tell that the seat is excused. So a question closes before its time only if all have answered, those
who are excused through a program where the policy has one answer for the silent. Only a policy that openly waits for
nobody who is excused (`Silence.AT_ONCE`) gives that up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction

from ..campaign.deadline import all_in
from ..campaign.war import War
from ..core.call import Call, Mode
from . import clock, models
from .hours import Hours, Sentence

FILLS = "steady"
"""Which of the agents answers where a program does."""


@dataclass(frozen=True, slots=True)
class Table:
    """How the seats of a war are held now.

    `agents`: the programs by seat, `people`: the seats that somebody holds, `excuses` by seat; `silence`: what the
    policy says of it.
    """

    agents: Mapping[str, str] = field(default_factory=dict)
    people: frozenset[str] = frozenset()
    excuses: Mapping[str, models.Excuse] = field(default_factory=dict)
    silence: str = models.Silence.RULES

    def alone(self, war: War) -> bool:
        """Whether programs are among themselves: there is nobody whom anything could be told, or who is waited for."""
        return bool(self.agents) and not self.people and set(seats_of(war)) <= self.agents.keys()

    def stands_in(self, seat: str) -> bool:
        """Whether a program answers for somebody who is away."""
        return seat in self.agents and seat in self.people

    def excused(self, call: Call) -> frozenset[str]:
        """The asked seats that are excused."""
        return frozenset(ask.seat for ask in call.asks if _is_excused(self.excuses.get(ask.seat), call.address))

    def spared(self, call: Call) -> frozenset[str]:
        """The asked seats that are not waited for."""
        return self.excused(call) if self.silence == models.Silence.AT_ONCE else frozenset()

    def may_close_early(self, war: War, call: Call) -> bool:
        """Whether all have answered who are waited for, and the moment of closing tells of nobody's absence."""
        return self._meets(call) and all_in(war, call, self.spared(call))

    def fills_early(self, war: War, call: Call) -> bool:
        """Whether all have answered who are there, so that a program answers for those who are excused."""
        return self.silence == models.Silence.AGENT and self._meets(call) and all_in(war, call, self.excused(call))

    def _meets(self, call: Call) -> bool:
        """Whether somebody is there among the asked, where anybody of them is away."""
        asked = {ask.seat for ask in call.asks}
        away = self.excused(call) | {seat for seat in asked if self.stands_in(seat)}
        return not away or bool((asked & self.people) - away)

    def speaks_from(self, war: War, call: Call, seat: str, hours: Hours) -> datetime | None:
        """From when a program answers; None: at once.

        What is sealed nobody sees. On a floor every word is heard when it is said, and who comes first is served
        first: whoever stands in does not speak as fast as only a program can, and none speaks before the people.
        """
        waits = call.mode is Mode.FLOOR and (self.stands_in(seat) or self._has_yet_to_hear(war, call))
        return hours.midway(war, call) if waits else None

    def _has_yet_to_hear(self, war: War, call: Call) -> bool:
        """Whether somebody who sits at the table has not spoken on a floor, excused or not."""
        heard = war.heard(call.address)
        return any(ask.seat in self.people and not heard.get(ask.whom, 0) for ask in call.asks)


def _is_excused(excuse: models.Excuse | None, address: str) -> bool:
    if excuse is None or not lasts(excuse, clock.now()):
        return False
    return excuse.questions is None or address in excuse.calls


def seats_of(war: War) -> list[str]:
    """The keys of a war's seats, in their order."""
    return [seat.key for seat in war.system.seats(war.state)]


def table_of(row: models.War) -> Table:
    """How the seats of a war are held now."""
    now = clock.now()
    return Table(
        {each.seat: each.agent for each in row.agents.all() if lasts(each, now)},
        frozenset(each.seat for each in row.holdings.filter(role__in=models.AT_A_SEAT) if lasts(each, now)),
        {each.seat: each for each in row.excuses.all()},
        row.silence,
    )


def lasts(what: models.Holding | models.AgentSeat | models.Excuse, now: datetime) -> bool:
    """Whether a place, a program's or an excuse still holds: some end by themselves."""
    return what.until is None or now < what.until


def count_questions(row: models.War, war: War) -> None:
    """Count the open questions against the excuses that hold for so many of them. Each is counted once."""
    if not row.excuses.filter(questions__isnull=False).exists():
        return
    asked: defaultdict[str, list[str]] = defaultdict(list)
    for call in war.calls:
        for seat in dict.fromkeys(ask.seat for ask in call.asks):
            asked[seat].append(call.address)
    with transaction.atomic():
        for excuse in row.excuses.select_for_update().filter(questions__isnull=False):
            counted = _counted(excuse, asked[excuse.seat])
            if counted != excuse.calls:
                excuse.calls = counted
                excuse.save(update_fields=["calls"])


def _counted(excuse: models.Excuse, asked: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([*excuse.calls, *asked]))[: max(len(excuse.calls), excuse.questions or 0)]


# What is changed


def excuse(row: models.War, seat: str, until: datetime | None, questions: int | None) -> None:
    """A seat is excused, in place of an excuse that it has."""
    models.Excuse.objects.update_or_create(
        war=row, seat=seat, defaults={"until": until, "questions": questions, "calls": []}
    )


def stand_in(row: models.War, seat: str, until: datetime | None = None) -> None:
    """A program answers for a seat."""
    models.AgentSeat.objects.update_or_create(war=row, seat=seat, defaults={"agent": FILLS, "until": until})


def back(row: models.War, seat: str) -> None:
    """Whoever holds a seat is there again: nobody else answers for it, and it is waited for."""
    with transaction.atomic():
        row.excuses.filter(seat=seat).delete()
        row.agents.filter(seat=seat).delete()
        row.holdings.filter(role=models.Role.SUBSTITUTE, seat=seat).delete()
        row.invitations.filter(role=models.Role.SUBSTITUTE, seat=seat).delete()


# What is said of it


def openly(row: models.War) -> tuple[Sentence, ...]:
    """What everybody is told of absences: that nobody who is excused is waited for, where that is so."""
    return (Sentence("at_once"),) if row.silence == models.Silence.AT_ONCE else ()


def absences_of(row: models.War) -> Mapping[str, tuple[Sentence, ...]]:
    """What holds for those who are away, by seat: each seat's own and the keeper's to know."""
    now = clock.now()
    substitutes = row.holdings.filter(role=models.Role.SUBSTITUTE).select_related("account")
    players = set(row.holdings.filter(role=models.Role.PLAYER).values_list("seat", flat=True))
    found: defaultdict[str, list[Sentence]] = defaultdict(list)
    for excuse in row.excuses.all():
        if lasts(excuse, now):
            found[excuse.seat].append(_excuse_line(excuse))
    for agent in row.agents.all():
        if agent.seat in players and lasts(agent, now):
            found[agent.seat].append(_until("agent", agent.until))
    for each in substitutes:
        if lasts(each, now):
            found[each.seat].append(_until("substitute", each.until, each.account.name))
    return {seat: tuple(lines) for seat, lines in found.items()}


def _until(key: str, until: datetime | None, name: str = "") -> Sentence:
    return Sentence(key if until is None else f"{key}_until", name=name, moment=until)


def _excuse_line(excuse: models.Excuse) -> Sentence:
    if excuse.questions is not None:
        return Sentence("excused_questions", count=excuse.questions, used=len(excuse.calls))
    return _until("excused", excuse.until)
