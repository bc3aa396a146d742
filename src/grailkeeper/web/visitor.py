"""Who comes: the browser's account, its language, and as what it comes to a war."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from ipaddress import IPv4Address, ip_address, ip_network

from django.http import HttpRequest

from ..campaign.war import War
from ..core.case import Registered
from ..core.seat import KEEPER, PUBLIC, Viewer, seat_viewer
from ..rules.registry import registered
from ..text.calling import names_of
from ..text.language import Language
from ..text.prose import Prose, war_prose
from ..text.words import layered_words
from ..views.gate import Gate
from . import accounts, models, store

TOKEN, LANGUAGE, SCHEME = "sitting", "language", "scheme"
"""The cookies: who is logged in, and what a reader likes."""

SCHEMES = ("light", "dark")

_WISH = re.compile(r"([A-Za-z]{1,8})(?:-[A-Za-z0-9-]*)?(?:\s*;\s*q=([01](?:\.\d{0,3})?))?")


def language_of(cookie: str, accepted: str) -> Language:
    """The language that was chosen, else the one of the two that the browser likes better; Korean where it says
    neither."""
    if cookie in (each.value for each in Language):
        return Language(cookie)
    wishes: dict[str, float] = {}
    for part in accepted.split(","):
        found = _WISH.fullmatch(part.strip())
        if found:
            code = found[1].lower()
            wishes[code] = max(wishes.get(code, 0.0), float(found[2] or 1))
    return Language.EN if wishes.get("en", 0.0) > wishes.get("ko", 0.0) else Language.KO


def place_of(address: str) -> str:
    """Whose an address is. Of version 6 everybody has at least 2^64, so that is counted as one."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return address
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


@dataclass
class Visitor:
    """Whoever sends a request, before it is known where to."""

    request: HttpRequest

    @cached_property
    def login(self) -> models.Login | None:
        return accounts.logged_in(self.request.COOKIES.get(TOKEN, ""))

    @property
    def account(self) -> models.Account | None:
        return None if self.login is None else self.login.account

    @cached_property
    def language(self) -> Language:
        return language_of(self.request.COOKIES.get(LANGUAGE, ""), self.request.headers.get("Accept-Language", ""))

    @property
    def scheme(self) -> str:
        chosen = self.request.COOKIES.get(SCHEME, "")
        return chosen if chosen in SCHEMES else ""

    @property
    def place(self) -> str:
        """From where the request comes: what limits are counted by where nobody is logged in."""
        return place_of(str(self.request.META.get("REMOTE_ADDR", "")))

    @property
    def looks(self) -> bool:
        """Whether a page asks by itself, for a part of what it shows."""
        return "HX-Request" in self.request.headers

    @cached_property
    def own_prose(self) -> Prose:
        """The words of the site alone, for what belongs to no rule system."""
        return Prose(layered_words(PACKAGES, self.language), {})


PACKAGES = ("grailkeeper.text.page", __package__ or "grailkeeper.web")
"""Whose words the pages are written in."""


@dataclass
class Guest:
    """A visitor at a war, as one of those who may come to it."""

    visitor: Visitor
    row: models.War
    role: models.Role | None
    seat: str = ""
    holdings: tuple[models.Holding, ...] = field(default=())

    @property
    def viewer(self) -> Viewer:
        if self.role is models.Role.KEEPER:
            return KEEPER
        return seat_viewer(self.seat) if self.role is models.Role.PLAYER else PUBLIC

    @property
    def audience(self) -> str:
        """Whose tellings the guest reads."""
        return self.gate.audience

    @cached_property
    def war(self) -> War:
        return store.load(self.row)

    @cached_property
    def gate(self) -> Gate:
        return Gate(self.war, self.viewer)

    @cached_property
    def rules(self) -> Registered:
        """The war's rule system, with what is its own beside the contract."""
        rules = registered(self.row.system)
        assert rules is not None, "a war is opened by a system that is known"
        return rules

    @cached_property
    def prose(self) -> Prose:
        """The words of the war's rules, with the names of its teams and seats."""
        return war_prose(self.rules.package, self.visitor.language, names_of(self.war))

    @property
    def keeps(self) -> bool:
        """Whether the visitor is a keeper of this war, whatever the page."""
        return any(each.role == models.Role.KEEPER for each in self.holdings)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that the visitor holds in this war, as their player or as a substitute."""
        return tuple(dict.fromkeys(each.seat for each in self.holdings if each.role in models.AT_A_SEAT))
