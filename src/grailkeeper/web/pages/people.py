"""Who sits where: the keeper's page of seats, invitations, second keepers and readers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse

from ...core.problem import Problem, malformed
from .. import absence, clock, invitations, times
from ..absence import seats_of
from ..hours import Sentence
from ..models import Account, Holding, Invitation, Role, War
from ..page import Page, onward_to
from ..policy import read_whole
from ..visitor import Guest
from . import faults

MOST_QUESTIONS = 99


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat, who holds it (a person or a program), the link for whoever shall, the link by which a lost password is
    set anew; what holds while its player is away, and the link for a substitute."""

    seat: str
    holding: Holding | None
    agent: bool
    link: str
    back: str
    may_reset: bool
    absence: tuple[Sentence, ...]
    substitute: str


def people(guest: Guest, problems: tuple[Problem, ...] = ()) -> HttpResponse:
    page, war = Page(guest.visitor, guest), guest.row
    links = {(each.role, each.seat): each for each in invitations.still_open(war.invitations.all())}
    held = {each.seat: each for each in war.holdings.filter(role=Role.PLAYER).select_related("account")}
    agents, away = set(war.agents.values_list("seat", flat=True)), absence.absences_of(war)
    seats = [
        Seated(
            seat,
            held.get(seat),
            seat in agents,
            _link(guest, links.get((Role.PLAYER, seat))),
            *_reset(guest, held.get(seat)),
            away.get(seat, ()) if seat in held else (),
            _link(guest, links.get((Role.SUBSTITUTE, seat))),
        )
        for seat in seats_of(guest.war)
    ]
    return page.answer(
        "people.html",
        page.say("people.title"),
        422 if problems else 200,
        found=problems,
        seats=seats,
        keepers=war.holdings.filter(role=Role.KEEPER).select_related("account"),
        readers=war.holdings.filter(role=Role.READER).select_related("account"),
        links={role: _link(guest, links.get((role, ""))) for role in (Role.KEEPER, Role.READER)},
        width="wrap",
    )


def _reset(guest: Guest, holding: Holding | None) -> tuple[str, bool]:
    """The link by which a player's lost password is set anew, and whether this keeper may make one."""
    if holding is None or not may_bring_back(guest, holding.account):
        return "", False
    return _link(guest, invitations.still_open(holding.account.resets.all()).first()), True


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
    doing, _, what = sent.get("do", "").replace("\0", "").partition(":")
    done = _DOINGS[doing](guest, what) if doing in _DOINGS else False
    if isinstance(done, tuple):
        return people(guest, done)
    return onward_to("people", guest.row.key) if done else faults.not_there(guest.visitor)


def _invite(guest: Guest, what: str) -> bool:
    """To a seat by its key, or as a keeper or a reader."""
    if what in (Role.KEEPER, Role.READER):
        invitations.to_war(guest.row, Role(what))
        return True
    free = not guest.row.holdings.filter(role=Role.PLAYER, seat=what).exists()
    if what in seats_of(guest.war) and free:
        invitations.to_war(guest.row, Role.PLAYER, what)
        return True
    return False


def _invite_all(guest: Guest, what: str) -> bool:  # noqa: ARG001 - all, whatever is named
    for seat in seats_of(guest.war):
        _invite(guest, seat)
    return True


def _revoke(guest: Guest, what: str) -> bool:
    """Nobody comes by this link any more."""
    role, _, seat = what.partition(":")
    return invitations.revoke(guest.row, role, seat)


def _revoke_back(guest: Guest, what: str) -> bool:
    account = _brought_back(guest, what)
    return account is not None and bool(account.resets.all().delete()[0])


def _unseat(guest: Guest, what: str) -> bool:
    """Nobody holds the seat any more; what it has sealed stays. The next holder is told everything it was told."""
    absence.back(guest.row, what)
    return bool(guest.row.holdings.filter(role=Role.PLAYER, seat=what).delete()[0])


def _dismiss(guest: Guest, what: str) -> bool:
    """Another keeper or a reader has no place any more; a keeper does not dismiss itself, nor whoever has dismissed it
    in the same instant. A keeper has seen every open link, and would be back by one."""
    me, watching = guest.visitor.account, [Role.KEEPER, Role.READER]
    with transaction.atomic():
        held = list(guest.row.holdings.select_for_update().filter(role__in=watching).order_by("pk"))
        gone = next((each for each in held if str(each.pk) == what and each.account != me), None)
        if gone is None or not any(each.account == me and each.role == Role.KEEPER for each in held):
            return False
        gone.delete()
        if gone.role == Role.KEEPER:
            invitations.void(guest.row)
    return True


def _bring_back(guest: Guest, what: str) -> bool:
    account = _brought_back(guest, what)
    if account is not None:
        invitations.back_to(account)
    return account is not None


def _brought_back(guest: Guest, seat: str) -> Account | None:
    """Who plays a seat, where this keeper may bring them back."""
    holding = guest.row.holdings.filter(role=Role.PLAYER, seat=seat).select_related("account").first()
    return holding.account if holding is not None and may_bring_back(guest, holding.account) else None


def _agent(guest: Guest, what: str) -> bool:
    """A program holds an empty seat."""
    if what not in seats_of(guest.war) or _is_held(guest, what):
        return False
    absence.stand_in(guest.row, what)
    return True


def _no_agent(guest: Guest, what: str) -> bool:
    return bool(guest.row.agents.filter(seat=what).delete()[0])


def _is_held(guest: Guest, seat: str) -> bool:
    return bool(guest.row.holdings.filter(role=Role.PLAYER, seat=seat).exists())


# While a player is away


def _away(guest: Guest, what: str) -> bool | tuple[Problem, ...]:
    """What holds until the player of a seat is back: it is not waited for, or a program or a substitute answers."""
    sent = guest.visitor.request.POST
    if not _is_held(guest, what):
        return False
    until, problems = _until(guest, sent.get("until", ""))
    questions, wrong = read_whole(sent.get("questions", ""), "bad_questions", 1, MOST_QUESTIONS)
    if problems or wrong:
        return (*problems, *wrong)
    match sent.get("way"):
        case "excuse":
            absence.excuse(guest.row, what, until, questions)
        case "agent":
            absence.stand_in(guest.row, what, until)
        case "substitute":
            invitations.to_substitute(guest.row, what, until)
        case _:
            return (malformed("no_way", ""),)
    return True


def _until(guest: Guest, text: str) -> tuple[datetime | None, tuple[Problem, ...]]:
    """A moment to come, in the zone of the war; None where nothing was written."""
    if not text.strip():
        return None, ()
    moment = times.read_moment(text, guest.row.zone)
    if moment is None or moment <= clock.now():
        return None, (malformed("bad_moment", "", given=text[:40]),)
    return moment, ()


def _back(guest: Guest, what: str) -> bool:
    """The player is there again."""
    if not _is_held(guest, what):
        return False
    absence.back(guest.row, what)
    return True


def _show(guest: Guest, what: str) -> bool:
    guest.row.public = what == "yes"
    guest.row.save(update_fields=["public"])
    return True


_DOINGS = {
    "invite": _invite,
    "invite_all": _invite_all,
    "revoke": _revoke,
    "revoke_back": _revoke_back,
    "unseat": _unseat,
    "agent": _agent,
    "no_agent": _no_agent,
    "away": _away,
    "here": _back,
    "dismiss": _dismiss,
    "back": _bring_back,
    "public": _show,
}
