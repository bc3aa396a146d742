"""Coming and going: log in and out, one's own account, invitations, what a reader likes."""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from ...core.problem import Problem
from ...text.language import Language
from .. import accounts, invitations, limits
from ..models import Account, Invitation, Role
from ..page import Page
from ..settings import SECURE
from ..visitor import LANGUAGE, SCHEME, SCHEMES, TOKEN, Guest, Visitor
from . import faults

YEAR = 365 * 24 * 3600


def onward(visitor: Visitor, otherwise: str) -> str:
    """Where to go on: to the address of this site that was asked for, and never to another site."""
    wished = visitor.request.POST.get("next") or visitor.request.GET.get("next") or ""
    return wished if wished.startswith("/") and url_has_allowed_host_and_scheme(wished, None) else otherwise


def with_login(visitor: Visitor, account: Account, address: str) -> HttpResponse:
    """Log in, and go on. As whom the browser was logged in before, it is no more."""
    response = HttpResponseRedirect(address)
    if visitor.login is not None:
        visitor.login.delete()
    token, lasts = accounts.log_in(account, visitor.request.headers.get("User-Agent", "")), accounts.LONGEST
    response.set_cookie(TOKEN, token, max_age=lasts, secure=SECURE, httponly=True, samesite="Lax")
    return response


# Log in and out


def login_page(visitor: Visitor, problems: tuple[Problem, ...] = (), name: str = "") -> HttpResponse:
    page = Page(visitor)
    status = 422 if problems else 200
    title = page.say("login.title")
    return page.answer("login.html", title, status, found=problems, name=name, next=onward(visitor, ""), used=False)


def log_in(visitor: Visitor) -> HttpResponse:
    sent = visitor.request.POST
    account = accounts.known(sent.get("name", ""), sent.get("password", ""), visitor.place)
    if not isinstance(account, Account):
        return login_page(visitor, account, sent.get("name", ""))
    return with_login(visitor, account, onward(visitor, reverse("home")))


def log_out(visitor: Visitor) -> HttpResponse:
    if visitor.login is not None:
        visitor.login.delete()
    response = HttpResponseRedirect(reverse("login"))
    response.delete_cookie(TOKEN, samesite="Lax")
    return response


# One's own account


def account_page(visitor: Visitor, problems: tuple[Problem, ...] = (), changed: bool = False) -> HttpResponse:
    assert visitor.account is not None
    page = Page(visitor)
    return page.answer(
        "account.html",
        page.say("account.title"),
        422 if problems else 200,
        found=problems,
        logins=accounts.logins_of(visitor.account),
        mark=accounts.mark,
        lasts_until=accounts.lasts_until,
        changed=changed,
    )


def change_password(visitor: Visitor) -> HttpResponse:
    assert visitor.account is not None
    sent = visitor.request.POST
    account = accounts.known(visitor.account.name, sent.get("old", ""), visitor.place)
    if not isinstance(account, Account):
        return account_page(visitor, account)
    problems = accounts.change_password(account, sent.get("password", ""), visitor.login)
    return account_page(visitor, problems, changed=not problems)


def end_login(visitor: Visitor, login: str) -> HttpResponse:
    """Log another browser of one's own out."""
    assert visitor.account is not None
    accounts.end(visitor.account, login)
    return HttpResponseRedirect(reverse("account"))


# Invitations


def invitation_page(visitor: Visitor, token: str, problems: tuple[Problem, ...] = (), name: str = "") -> HttpResponse:
    invitation = invitations.find(token) if limits.allowed(limits.JOIN, visitor.place) else None
    if invitation is None:
        return _no_way_in(visitor, token)
    page = Page(visitor)
    return page.answer(
        "invitation.html",
        page.say("invitation.title"),
        422 if problems else 200,
        invitation=invitation,
        what=_what(page, invitation),
        has_password=invitation.account is not None and accounts.has_password(invitation.account),
        found=problems,
        name=name,
    )


def _no_way_in(visitor: Visitor, token: str) -> HttpResponse:
    """A link that was used says so, and where to log in; any other is not there."""
    if not invitations.was_used(token):
        return faults.not_there(visitor)
    page = Page(visitor)
    return page.answer("login.html", page.say("invitation.used"), 410, found=(), name="", next="", used=True)


def _what(page: Page, invitation: Invitation) -> str:
    """To what an invitation leads, in a sentence."""
    account, war = invitation.account, invitation.war
    if account is not None:
        key = "to_account" if accounts.has_password(account) else "to_new_account"
        return page.say(f"invitation.{key}", name=account.name)
    if war is None:
        return page.say("invitation.to_open")
    seat = Guest(page.visitor, war, None).prose.name(invitation.seat)
    return page.say(f"invitation.to_{invitation.role}", war=war.title, seat=seat)


def take_invitation(visitor: Visitor, token: str) -> HttpResponse:
    """Take the place: with the account that is logged in, with a new one, or by setting a new password."""
    invitation = invitations.find(token) if limits.allowed(limits.JOIN, visitor.place) else None
    if invitation is None:
        return _no_way_in(visitor, token)
    sent = visitor.request.POST
    if invitation.account is not None:
        return _reset(visitor, invitation, invitation.account, sent.get("password", ""))
    if visitor.account is not None:
        problems = invitations.take(invitation, visitor.account)
        return invitation_page(visitor, token, problems) if problems else HttpResponseRedirect(_place(invitation))
    account = invitations.join(invitation, sent.get("name", ""), sent.get("password", ""))
    if not isinstance(account, Account):
        return invitation_page(visitor, token, account, sent.get("name", ""))
    return with_login(visitor, account, _place(invitation))


def _reset(visitor: Visitor, invitation: Invitation, account: Account, password: str) -> HttpResponse:
    problems = invitations.reset(invitation, account, password)
    if problems:
        return invitation_page(visitor, invitation.token, problems)
    return with_login(visitor, account, reverse("home"))


def _place(invitation: Invitation) -> str:
    """Where whoever has taken an invitation goes on."""
    war = invitation.war
    if war is None:
        return reverse("home")
    addresses = {
        Role.KEEPER: lambda: reverse("desk", args=[war.key]),
        Role.PLAYER: lambda: reverse("seat", args=[war.key, invitation.seat]),
        Role.SUBSTITUTE: lambda: reverse("seat", args=[war.key, invitation.seat]),
        Role.READER: lambda: reverse("story", args=[war.key]),
    }
    return addresses[Role(invitation.role)]()


# What a reader likes


def prefer(visitor: Visitor) -> HttpResponse:
    """The language and the scheme, kept by the browser."""
    response = HttpResponseRedirect(onward(visitor, reverse("home")))
    sent = visitor.request.POST
    likes = {LANGUAGE: [each.value for each in Language], SCHEME: ["", *SCHEMES]}
    for name, known in likes.items():
        if sent.get(name) in known:
            response.set_cookie(name, sent[name], max_age=YEAR, secure=SECURE, httponly=True, samesite="Lax")
    return response
