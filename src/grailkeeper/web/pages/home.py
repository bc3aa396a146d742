"""The first page: what I must do now across all wars, and the wars themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from django.http import HttpResponse

from ...rules.registry import SYSTEMS, registered
from ...text.prose import Prose
from ...text.words import load_words
from .. import clock
from ..absence import lasts
from ..asks import Asked, all_sealed, asked_of
from ..models import AT_A_SEAT, Holding, Role, War
from ..page import Page
from ..visitor import Guest, Visitor


@dataclass(frozen=True, slots=True)
class Task:
    """A question to a seat, said in the words of its war's rules."""

    guest: Guest
    asked: Asked
    said: str
    silence: str


def home(visitor: Visitor) -> HttpResponse:
    page = Page(visitor)
    if visitor.account is None:
        called, names = _system_name(visitor), [each.system.name for each in SYSTEMS]
        return page.answer("welcome.html", page.say("page.brand"), systems=[(name, called(name)) for name in names])
    kept = visitor.account.holdings.select_related("war").order_by("-war__made_at", "pk")
    holdings = [each for each in kept if lasts(each, clock.now())]
    tasks = [task for each in holdings if each.role in AT_A_SEAT for task in _tasks(visitor, each)]
    wars: defaultdict[str, list[Holding]] = defaultdict(list)
    for holding in holdings:
        wars[holding.war_id].append(holding)
    waiting = [_waiting(visitor, each) for each in holdings if each.role == Role.KEEPER]
    return page.answer(
        "home.html",
        page.say("home.title"),
        tasks=sorted(tasks, key=_urgency),
        waiting=[each for each in waiting if each.closed or each.complete],
        wars=list(wars.values()),
        system=_system_name(visitor),
    )


def _system_name(visitor: Visitor) -> Callable[[str], str]:
    """How a rule system is called in its own words."""

    def named(system: str) -> str:
        rules = registered(system)
        return system if rules is None else Prose(load_words(rules.package, visitor.language), {}).name(system)

    return named


def _tasks(visitor: Visitor, holding: Holding) -> list[Task]:
    guest = Guest(visitor, holding.war, Role.PLAYER, holding.seat)
    if guest.war.paused:
        return []
    words = guest.prose
    return [
        Task(guest, each, _said(words, each), words.silence(each.call.silence))
        for each in asked_of(holding.war, guest.war, holding.seat)
        if each.waits
    ]


def _said(words: Prose, asked: Asked) -> str:
    """The question, and to whom it is put where that is not the seat itself."""
    said, ask = words.call(asked.call.kind), asked.ask
    return said if ask.whom == ask.seat else f"{words.name(ask.whom)}: {said}"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A war that the visitor keeps: how many closed questions wait there to be ruled on or published, and how many open
    ones, which all have answered, to be closed."""

    war: War
    closed: int
    complete: int


def _waiting(visitor: Visitor, holding: Holding) -> Waiting:
    guest = Guest(visitor, holding.war, Role.KEEPER)
    calls = () if guest.war.paused else guest.gate.calls()
    return Waiting(holding.war, sum(each.closed for each in calls), sum(map(all_sealed, calls)))


def _urgency(task: Task) -> tuple[bool, str]:
    """What is due first comes first; what is never due comes last."""
    due = task.asked.due
    return (due is None, "" if due is None else due.isoformat())
