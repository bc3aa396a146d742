"""The first page: what I must do now across all wars, and the wars themselves."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from django.http import HttpResponse

from .. import clock
from ..absence import lasts
from ..asks import Asked, asked_of
from ..models import AT_A_SEAT, Holding, Role
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
        return page.answer("welcome.html", page.say("page.brand"))
    kept = visitor.account.holdings.select_related("war").order_by("-war__made_at", "pk")
    holdings = [each for each in kept if lasts(each, clock.now())]
    tasks = [task for each in holdings if each.role in AT_A_SEAT for task in _tasks(visitor, each)]
    wars: defaultdict[str, list[Holding]] = defaultdict(list)
    for holding in holdings:
        wars[holding.war_id].append(holding)
    title = page.say("home.title")
    return page.answer("home.html", title, tasks=sorted(tasks, key=_urgency), wars=list(wars.values()))


def _tasks(visitor: Visitor, holding: Holding) -> list[Task]:
    guest = Guest(visitor, holding.war, Role.PLAYER, holding.seat)
    if guest.war.paused:
        return []
    words = guest.prose
    return [
        Task(guest, each, words.call(each.call.kind), words.silence(each.call.silence))
        for each in asked_of(holding.war, guest.war, holding.seat)
        if each.waits
    ]


def _urgency(task: Task) -> tuple[bool, str]:
    """What is due first comes first; what is never due comes last."""
    due = task.asked.due
    return (due is None, "" if due is None else due.isoformat())
