"""Invitations: links by which somebody comes to a place in a war, back to an account, or to open wars here."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from ..campaign import keep
from ..campaign.outcome import Done, Refused
from ..core.problem import Problem, illegal
from . import accounts, clock, service
from .models import Account, Holding, Invitation, Role, UsedLink, War

BACK_LASTS = timedelta(days=7)
"""How long a link back to an account can be used: whoever finds it later in an old message has no use of it."""


def to_open_wars() -> Invitation:
    """For whoever shall open wars on this site."""
    return Invitation.objects.create(token=clock.token(), made_at=clock.now())


def to_war(war: War, role: Role, seat: str = "") -> Invitation:
    """To a place in a war; the one that is still open, where there is one."""
    return Invitation.objects.get_or_create(war=war, role=role, seat=seat, defaults=_fresh())[0]


def to_substitute(war: War, seat: str, until: datetime | None) -> Invitation:
    """To sit at a seat for a time, in place of its player; an older one of these is void."""
    changed = {**_fresh(), "until": until}
    return Invitation.objects.update_or_create(war=war, role=Role.SUBSTITUTE, seat=seat, defaults=changed)[0]


def back_to(account: Account) -> Invitation:
    """To set a new password, for some days; an older one of these is void."""
    changed = {**_fresh(), "until": clock.now() + BACK_LASTS}
    return Invitation.objects.update_or_create(account=account, defaults=changed)[0]


def _fresh() -> dict[str, Any]:
    return {"token": clock.token(), "made_at": clock.now()}


def revoke(war: War, role: str, seat: str) -> bool:
    """Nobody comes by the link to a place any more; whether there was one."""
    return bool(war.invitations.filter(role=role, seat=seat).delete()[0])


def void(war: War) -> None:
    """Whoever has seen the open links of a war has no use of them any more: neither of those to its places nor of those
    to the passwords of its players."""
    with transaction.atomic():
        Invitation.objects.filter(war=war).delete()
        Invitation.objects.filter(account__holdings__war=war).delete()


def find(token: str) -> Invitation | None:
    """The invitation of a link, None where it was used, is over or never was."""
    return still_open(Invitation.objects.select_related("war", "account")).filter(token=token).first()


def still_open(links: QuerySet[Invitation]) -> QuerySet[Invitation]:
    """Those of the links that lead somewhere still."""
    return links.filter(Q(until=None) | Q(until__gt=clock.now()))


def join(invitation: Invitation, name: str, password: str) -> Account | tuple[Problem, ...]:
    """A new account that takes the place of the invitation: both, or neither and everything that is wrong."""
    with transaction.atomic():
        account = accounts.make(name, password)
        problems = take(invitation, account) if isinstance(account, Account) else account
        if problems:
            transaction.set_rollback(True)
            return problems
    assert isinstance(account, Account)
    return account


def take(invitation: Invitation, account: Account) -> tuple[Problem, ...]:
    """Take the place of an invitation, which is used up by it; or say why it cannot be taken.

    More hangs on the account then than when a link back to it was made: whoever made one has the account no longer.
    """
    with transaction.atomic():
        if not _used_up(invitation):
            return (illegal("invitation_used", ""),)
        Invitation.objects.filter(account=account).delete()
        if invitation.war is None:
            Account.objects.filter(pk=account.pk).update(opens=True)
            return ()
        problems = _hold(invitation, invitation.war, account)
        transaction.set_rollback(bool(problems))
        return problems


def reset(invitation: Invitation, account: Account, password: str) -> tuple[Problem, ...]:
    """A new password by the link back to an account, which is used up by it."""
    problems = accounts.password_problems(password)
    if problems:
        return problems
    with transaction.atomic():
        if not _used_up(invitation):
            return (illegal("invitation_used", ""),)
        return accounts.change_password(account, password)


def _used_up(invitation: Invitation) -> bool:
    """Use a link up; whether it was still to be used, and leads to where it did."""
    used = bool(still_open(Invitation.objects.all()).filter(pk=invitation.pk, token=invitation.token).delete()[0])
    if used:
        UsedLink.objects.create(digest=_digest(invitation.token))
    return used


def was_used(token: str) -> bool:
    """Whether somebody has come by a link. Whoever has it held it rightly, and learns nothing else."""
    return UsedLink.objects.filter(digest=_digest(token)).exists()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _hold(invitation: Invitation, war: War, account: Account) -> tuple[Problem, ...]:
    role, seat = Role(invitation.role), invitation.seat
    if role is Role.PLAYER:
        taken = Holding.objects.filter(war=war, role=role, seat=seat)
        if taken.exists():
            return (illegal("seat_taken", "", seat),)
    if role is Role.SUBSTITUTE:
        return _sit_in(war, seat, account, invitation.until)
    Holding.objects.get_or_create(war=war, account=account, role=role, seat=seat, defaults={"since": clock.now()})
    if role is not Role.PLAYER:
        return ()
    war.agents.filter(seat=seat).delete()  # whoever sits down plays: no program goes on in its place
    return _announce(war, seat, account.name)


def _sit_in(war: War, seat: str, account: Account, until: datetime | None) -> tuple[Problem, ...]:
    """One substitute at a time. Nobody is told: that somebody is away is the seat's own to tell."""
    Holding.objects.filter(war=war, role=Role.SUBSTITUTE, seat=seat).delete()
    Holding.objects.create(war=war, account=account, role=Role.SUBSTITUTE, seat=seat, since=clock.now(), until=until)
    return ()


def _announce(war: War, seat: str, name: str) -> tuple[Problem, ...]:
    """Everybody is told who sits there; in a war that has ended nobody is."""
    outcome = service.run(war.key, lambda folded: keep.join(folded, seat, name, clock.stamp()))
    if isinstance(outcome, Done):
        return ()
    assert isinstance(outcome, Refused)
    return tuple(each for each in outcome.problems if each.code != "war_ended")
