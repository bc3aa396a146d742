"""The desk's page of what the war does by itself, and the way back to the table for whoever was away."""

from __future__ import annotations

from django.http import HttpResponse

from ...core.problem import Problem
from .. import absence
from ..models import Role
from ..page import Page, onward_to
from ..policy import Policy, kinds_of, policy_of, read_policy, set_policy
from ..visitor import Guest
from . import faults


def policy(guest: Guest, problems: tuple[Problem, ...] = (), given: Policy | None = None) -> HttpResponse:
    page = Page(guest.visitor, guest)
    away = absence.absences_of(guest.row)
    return page.answer(
        "policy.html",
        page.say("policy.title"),
        422 if problems else 200,
        given=given or policy_of(guest.row),
        kinds=[(kind, guest.prose.call(kind)) for kind in kinds_of(guest.prose.words)],
        away=[(seat, away[seat]) for seat in absence.seats_of(guest.war) if seat in away],
        done="done" in guest.visitor.request.GET,
        found=problems,
        width="wrap",
    )


def change_policy(guest: Guest) -> HttpResponse:
    """All of it, or nothing where something is wrong."""
    read, problems = read_policy(guest.visitor.request.POST.dict(), kinds_of(guest.prose.words))
    if problems:
        return policy(guest, problems, read)
    set_policy(guest.row, read)
    return onward_to("policy", guest.row.key, after="?done")


def back(guest: Guest) -> HttpResponse:
    """The player of a seat is there again. A substitute cannot say so in its place."""
    if not any((each.role, each.seat) == (Role.PLAYER, guest.seat) for each in guest.holdings):
        return faults.not_there(guest.visitor)
    absence.back(guest.row, guest.seat)
    return onward_to("seat", guest.row.key, guest.seat)
