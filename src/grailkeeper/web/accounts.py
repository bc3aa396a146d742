"""Accounts: names and passwords, and the browsers that are logged in."""

from __future__ import annotations

import hashlib
import unicodedata
from datetime import datetime, timedelta

from django.contrib.auth.hashers import check_password, is_password_usable, make_password
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from ..core.problem import Problem, malformed
from ..text.clean import clean
from . import clock, limits
from .models import Account, Login

LONGEST_NAME = 40
LONGEST_FOLDED = 80
"""One sign may be looked up as a whole sentence."""
MARK = 16
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
IDLE, LONGEST = timedelta(days=60), timedelta(days=365)
"""After how long without use, and after how long at all, a browser has to log in again."""

_NOBODY = make_password(clock.token())
"""What a password is held against where nobody is of that name, so that it takes as long."""


def folded(name: str) -> str:
    """A name as it is looked up: case, width and blanks do not tell two people apart."""
    return "".join(unicodedata.normalize("NFKC", clean(name)).casefold().split())


def make(name: str, password: str | None, opens: bool = False) -> Account | tuple[Problem, ...]:
    """A new account, or everything that is wrong with its name and password; without one, nobody can log in before a
    link has set it."""
    name = " ".join(clean(name).split())
    problems = (*_name_problems(name), *(() if password is None else password_problems(password)))
    if problems:
        return problems
    account = Account(
        name=name, folded=folded(name), password=make_password(password), opens=opens, made_at=clock.now()
    )
    try:
        with transaction.atomic():
            account.save(force_insert=True)
    except IntegrityError:
        return (malformed("name_taken", given=name),)
    return account


def _name_problems(name: str) -> tuple[Problem, ...]:
    if 0 < len(folded(name)) <= LONGEST_FOLDED and len(name) <= LONGEST_NAME:
        return ()
    return (malformed("bad_name", accepted=f"1..{LONGEST_NAME}"),)


def password_problems(password: str) -> tuple[Problem, ...]:
    """A password is long enough, and no longer than it is worth hashing."""
    if SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        return ()
    return (malformed("bad_password", accepted=f"{SHORTEST_PASSWORD}..{LONGEST_PASSWORD}"),)


def known(name: str, password: str, place: str) -> Account | tuple[Problem, ...]:
    """The account of that name and password. Whether there is one of that name at all is not told."""
    looked_up = folded(name[: 2 * LONGEST_NAME])
    within = (
        limits.allowed(limits.LOGIN_PLACE, place)
        and limits.allowed(limits.LOGIN, f"{place} {looked_up}")
        and limits.allowed(limits.LOGIN_NAME, looked_up)
    )
    if not within:
        return (malformed("too_often"),)
    account = Account.objects.filter(folded=looked_up).first()
    right = check_password(password[: LONGEST_PASSWORD + 1], _NOBODY if account is None else account.password)
    if account is None or not right:
        return (malformed("wrong_password"),)
    return account


def has_password(account: Account) -> bool:
    """Whether one was ever set."""
    return is_password_usable(account.password)


def change_password(account: Account, password: str, keep: Login | None = None) -> tuple[Problem, ...]:
    """A new password; every browser but the one that `keep` names is logged out, and no link sets another one."""
    problems = password_problems(password)
    if not problems:
        with transaction.atomic():
            Account.objects.filter(pk=account.pk).update(password=make_password(password))
            account.logins.exclude(pk=0 if keep is None else keep.pk).delete()
            account.resets.all().delete()
    return problems


# Browsers


def log_in(account: Account, device: str) -> str:
    """Remember a browser; the token is its proof."""
    token, now = clock.token(), clock.now()
    account.logins.exclude(pk__in=logins_of(account)).delete()
    Login.objects.create(token=_digest(token), account=account, device=clean(device)[:200], made_at=now, seen_at=now)
    return token


def logged_in(token: str) -> Login | None:
    """The login of a browser's token, None where there is none or its time is over."""
    if not token:
        return None
    now = clock.now()
    login = _lasting(now).select_related("account").filter(token=_digest(token)).first()
    if login is not None and now - login.seen_at > timedelta(minutes=10):
        Login.objects.filter(pk=login.pk).update(seen_at=now)
    return login


def logins_of(account: Account) -> QuerySet[Login]:
    """The browsers in which an account is logged in, the one that was used last first."""
    return _lasting(clock.now()).filter(account=account).order_by("-seen_at", "pk")


def lasts_until(login: Login) -> datetime:
    """When a browser has to log in again if it is not used until then."""
    return min(login.seen_at + IDLE, login.made_at + LONGEST)


def _lasting(now: datetime) -> QuerySet[Login]:
    return Login.objects.filter(seen_at__gt=now - IDLE, made_at__gt=now - LONGEST)


def mark(login: Login) -> str:
    """By what a login is addressed: its number would tell how many others there are."""
    return login.token[:MARK]


def end(account: Account, marked: str) -> None:
    """Log out the browser of an account that is so marked."""
    if len(marked) == MARK:
        account.logins.filter(token__startswith=marked).delete()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
