"""Who sits where: the keeper's page of seats, invitations, second keepers and readers."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpResponse
from django.urls import reverse

from .. import invitations
from ..models import Account, AgentSeat, Holding, Invitation, Role, War
from ..page import Page, onward_to
from ..visitor import Guest
from . import faults

AGENT = "steady"
"""Which of the agents holds a seat."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat, who holds it (a person or a program), the link for whoever shall, the link by which a lost password is
    set anew."""

    seat: str
    holding: Holding | None
    agent: bool
    link: str
    back: str
    may_reset: bool


def people(guest: Guest) -> HttpResponse:
    page, war = Page(guest.visitor, guest), guest.row
    open_links = {(each.role, each.seat): each for each in war.invitations.all()}
    held = {each.seat: each for each in war.holdings.filter(role=Role.PLAYER).select_related("account")}
    agents = set(war.agents.values_list("seat", flat=True))
    seats = [
        _seated(guest, seat.key, held.get(seat.key), seat.key in agents, open_links.get((Role.PLAYER, seat.key)))
        for seat in guest.war.system.seats(guest.war.state)
    ]
    return page.answer(
        "people.html",
        page.say("people.title"),
        seats=seats,
        keepers=war.holdings.filter(role=Role.KEEPER).select_related("account"),
        readers=war.holdings.filter(role=Role.READER).select_related("account"),
        links={role: _link(guest, open_links.get((role, ""))) for role in (Role.KEEPER, Role.READER)},
        width="wrap",
    )


def _seated(guest: Guest, seat: str, holding: Holding | None, agent: bool, invitation: Invitation | None) -> Seated:
    reset = None if holding is None else holding.account.resets.first()
    may_reset = holding is not None and may_bring_back(guest, holding.account)
    return Seated(seat, holding, agent, _link(guest, invitation), _link(guest, reset) if may_reset else "", may_reset)


def _link(guest: Guest, invitation: Invitation | None) -> str:
    """The whole address that somebody is sent."""
    if invitation is None:
        return ""
    return guest.visitor.request.build_absolute_uri(reverse("invitation", args=[invitation.token]))


def may_bring_back(guest: Guest, account: Account) -> bool:
    """Whether a keeper may make a link that sets somebody's password: only where nothing hangs on the account that is
    not this keeper's to rule, since whoever has the link has the account."""
    if account.opens or guest.visitor.account is None or account.holdings.filter(role=Role.KEEPER).exists():
        return False
    kept = War.objects.filter(holdings__account=guest.visitor.account, holdings__role=Role.KEEPER)
    return not account.holdings.exclude(war__in=kept).exists()


def change(guest: Guest) -> HttpResponse:
    """What the keeper does with a place: invite to it, empty it, bring its holder back; open or close the war to
    readers."""
    sent = guest.visitor.request.POST
    doing, _, what = sent.get("do", "").partition(":")
    done = _DOINGS[doing](guest, what) if doing in _DOINGS else False
    return onward_to("people", guest.row.key) if done else faults.not_there(guest.visitor)


def _invite(guest: Guest, what: str) -> bool:
    """To a seat by its key, or as a keeper or a reader."""
    if what in (Role.KEEPER, Role.READER):
        invitations.to_war(guest.row, Role(what))
        return True
    free = not guest.row.holdings.filter(role=Role.PLAYER, seat=what).exists()
    if what in _seats(guest) and free:
        invitations.to_war(guest.row, Role.PLAYER, what)
        return True
    return False


def _invite_all(guest: Guest, what: str) -> bool:  # noqa: ARG001 - all, whatever is named
    for seat in _seats(guest):
        _invite(guest, seat)
    return True


def _unseat(guest: Guest, what: str) -> bool:
    """Nobody holds the seat any more; what it has sealed stays. The next holder is told everything it was told."""
    return bool(guest.row.holdings.filter(role=Role.PLAYER, seat=what).delete()[0])


def _dismiss(guest: Guest, what: str) -> bool:
    """Another keeper or a reader has no place any more; a keeper does not dismiss itself."""
    others = guest.row.holdings.filter(role__in=[Role.KEEPER, Role.READER]).exclude(account=guest.visitor.account)
    return what.isdecimal() and bool(others.filter(pk=int(what)).delete()[0])


def _bring_back(guest: Guest, what: str) -> bool:
    holding = guest.row.holdings.filter(role=Role.PLAYER, seat=what).select_related("account").first()
    if holding is None or not may_bring_back(guest, holding.account):
        return False
    invitations.back_to(holding.account)
    return True


def _agent(guest: Guest, what: str) -> bool:
    """A program holds the seat, beside its player or in place of one: whoever answers first has answered."""
    if what not in _seats(guest):
        return False
    AgentSeat.objects.get_or_create(war=guest.row, seat=what, defaults={"agent": AGENT})
    return True


def _no_agent(guest: Guest, what: str) -> bool:
    return bool(guest.row.agents.filter(seat=what).delete()[0])


def _show(guest: Guest, what: str) -> bool:
    guest.row.public = what == "yes"
    guest.row.save(update_fields=["public"])
    return True


def _seats(guest: Guest) -> list[str]:
    return [seat.key for seat in guest.war.system.seats(guest.war.state)]


_DOINGS = {
    "invite": _invite,
    "invite_all": _invite_all,
    "unseat": _unseat,
    "agent": _agent,
    "no_agent": _no_agent,
    "dismiss": _dismiss,
    "back": _bring_back,
    "public": _show,
}
