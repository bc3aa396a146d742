"""The first page: what I must do now across all wars, what I wait for, what is new, and the wars themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpResponse

from ...core.call import Mode
from ...rules.registry import SYSTEMS, registered
from ...text.prose import Prose
from ...text.words import load_words
from .. import clock
from ..absence import lasts
from ..asks import Asked, all_sealed, asked_of
from ..models import AT_A_SEAT, Holding, Role, War
from ..page import Page
from ..visitor import Guest, Visitor
from . import fought, story


@dataclass(frozen=True, slots=True)
class Task:
    """A question to a seat, said in the words of its war's rules."""

    guest: Guest
    asked: Asked
    said: str


@dataclass(frozen=True, slots=True)
class News:
    """What is new in a war: its title, what happened in short, where it is read, and when the last of it was told.

    It is the last scene of which anything was told; before it the `result` of a battle of the own team.
    """

    war: War
    title: str
    address: str
    at: datetime | None
    short: str = ""
    result: bool = False


def home(visitor: Visitor) -> HttpResponse:
    page = Page(visitor)
    if visitor.account is None:
        called, names = _system_name(visitor), [each.system.name for each in SYSTEMS]
        return page.answer("welcome.html", page.say("page.brand"), systems=[(name, called(name)) for name in names])
    kept = visitor.account.holdings.select_related("war").order_by("-war__made_at", "pk")
    holdings = [each for each in kept if lasts(each, clock.now())]
    tasks = [task for each in holdings if each.role in AT_A_SEAT for task in _tasks(visitor, each)]
    mine = [task for task in tasks if task.asked.waits and not task.guest.war.paused]
    wars: defaultdict[str, list[Holding]] = defaultdict(list)
    for holding in holdings:
        wars[holding.war_id].append(holding)
    waiting = [_waiting(visitor, each) for each in holdings if each.role == Role.KEEPER]
    news = sorted(_news(visitor, wars), key=_age)
    return page.answer(
        "home.html",
        page.say("home.title"),
        tasks=_most_urgent_war_first(mine),
        pending=sorted((task for task in tasks if not task.asked.waits), key=_urgency),
        news=news,
        waiting=[each for each in waiting if each.is_asked],
        wars=list(wars.values()),
        system=_system_name(visitor),
        width="wrap" if news else "read",
    )


def _system_name(visitor: Visitor) -> Callable[[str], str]:
    """How a rule system is called in its own words."""

    def named(system: str) -> str:
        rules = registered(system)
        return system if rules is None else Prose(load_words(rules.package, visitor.language), {}).name(system)

    return named


def _tasks(visitor: Visitor, holding: Holding) -> list[Task]:
    guest = Guest(visitor, holding.war, Role.PLAYER, holding.seat)
    return [Task(guest, each, _said(guest.prose, each)) for each in asked_of(holding.war, guest.war, holding.seat)]


def _said(words: Prose, asked: Asked) -> str:
    """The question, and to whom it is put where that is not the seat itself."""
    said, ask = words.call(asked.call.kind), asked.ask
    return said if ask.whom == ask.seat else f"{words.name(ask.whom)}: {said}"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A war that the visitor keeps: how many closed questions wait there to be ruled on or published, how many open
    ones, which all have answered, to be closed, and on how many open floors somebody has spoken."""

    war: War
    closed: int
    complete: int
    floors: int

    @property
    def is_asked(self) -> bool:
        """Whether there is something for the keeper to do."""
        return any((self.closed, self.complete, self.floors))


def _waiting(visitor: Visitor, holding: Holding) -> Waiting:
    guest = Guest(visitor, holding.war, Role.KEEPER)
    calls = () if guest.war.paused else guest.gate.calls()
    floors = [each for each in calls if each.mode is Mode.FLOOR and not each.closed]
    return Waiting(
        holding.war,
        sum(each.closed for each in calls),
        sum(map(all_sealed, calls)),
        sum(bool(guest.war.heard(each.address)) for each in floors),
    )


def _news(visitor: Visitor, wars: Mapping[str, list[Holding]]) -> Iterator[News]:
    """The news of each war that the visitor plays in or reads; a keeper has told them."""
    for holdings in wars.values():
        seats = [each.seat for each in holdings if each.role in AT_A_SEAT]
        if not seats and any(each.role == Role.KEEPER for each in holdings):
            continue
        for holding in holdings:
            if holding.role in AT_A_SEAT:
                yield from _results(visitor, holding)
        guest = Guest(visitor, holdings[0].war, Role.PLAYER if seats else None, next(iter(seats), ""))
        scene = story.last_told(guest, Page(visitor, guest))
        if scene is not None:
            yield News(guest.row, scene.title, scene.address, scene.at, scene.short)


def _results(visitor: Visitor, holding: Holding) -> Iterator[News]:
    guest = Guest(visitor, holding.war, Role.PLAYER, holding.seat)
    page = Page(visitor, guest)
    found = fought.unseen(guest, page, holding)
    if found is not None:
        yield News(guest.row, page.say("home.result", against=found.against), found.address, found.at, result=True)


def _age(news: News) -> tuple[float, bool]:
    """The newest first, what is of no known time last; what was told at once begins with the result."""
    return 0 if news.at is None else -news.at.timestamp(), not news.result


def _most_urgent_war_first(tasks: Sequence[Task]) -> list[Task]:
    """War by war, the one with the nearest deadline first; what is due first in each of them comes first."""
    nearest: dict[str, tuple[bool, str]] = {}
    for task in sorted(tasks, key=_urgency):
        nearest.setdefault(task.guest.row.key, _urgency(task))
    return sorted(tasks, key=lambda task: (nearest[task.guest.row.key], task.guest.row.key, _urgency(task)))


def _urgency(task: Task) -> tuple[bool, str]:
    """What is due first comes first; what is never due comes last."""
    due = task.asked.due
    return (due is None, "" if due is None else due.isoformat())
