"""The demonstration: a war of each rule system, well under way, held by programs but for one seat; its keeper and the
player of that seat are whoever has the two links."""

from __future__ import annotations

from collections.abc import Mapping

from ..core.form import plain_words
from ..rules.registry import SYSTEMS
from ..text.calling import TEAM_NAMES
from ..text.language import Language
from ..text.words import load_words
from . import accounts, asks, clock, invitations, models, resolver, service, store, times

TEAMS = 5
SEAT = "t1"
UNDER_WAY: Mapping[str, int] = {"bingo": 55, "chronicle": 75, "mirror": 75, "sceneplay": 90}
"""After how many entries a war is handed over, so that there is something to read."""

LONGEST = 600
"""Entries after which a war is handed over whatever is asked."""


def links(language: Language) -> Mapping[str, str]:
    """The tokens of the links, by whom they are for; the wars are made where they are not there yet."""
    if not models.War.objects.exists():
        _set_up(language)
    keeper, player = (_holder(role) for role in (models.Role.KEEPER, models.Role.PLAYER))
    return {"keeper": invitations.back_to(keeper).token, "player": invitations.back_to(player).token}


def _holder(role: models.Role) -> models.Account:
    """Who has that place in the war that was made first."""
    holdings = models.Holding.objects.filter(role=role).select_related("account").order_by("war__made_at", "pk")
    return holdings[0].account


def _set_up(language: Language) -> None:
    words = load_words(__package__ or "grailkeeper.web", language)
    keeper, player = _account(words.say("demo.keeper"), opens=True), _account(words.say("demo.player"))
    for rules in SYSTEMS:
        title = words.say("demo.title", system=load_words(rules.package, language).name(rules.system.name))
        _war(rules.system.name, title, language, keeper, player)


def _account(name: str, opens: bool = False) -> models.Account:
    """A new account; its password is set by whoever comes in by the link."""
    made = accounts.make(name, clock.token(), opens)
    assert isinstance(made, models.Account), "the names of the demonstration are fit to be names"
    return made


def _war(system: str, title: str, language: Language, keeper: models.Account, player: models.Account) -> None:
    """A war that agents have played until the free seat is asked something."""
    rules = next(each.system for each in SYSTEMS if each.system.name == system)
    names = dict(zip((f"t{place}" for place in range(1, TEAMS + 1)), TEAM_NAMES[language.value], strict=False))
    war = service.begin(system, title, rules.war_setup(names), {}, {"default": 72}, times.USUAL, plain_words)
    assert isinstance(war, models.War), "a war of the defaults begins"
    for each in rules.seats(store.load(war).state):
        models.AgentSeat.objects.create(war=war, seat=each.key, agent="steady")
    seat = _play(war)
    war.agents.filter(seat=seat).delete()
    models.Holding.objects.create(war=war, account=keeper, role=models.Role.KEEPER, since=clock.now())
    models.Holding.objects.create(war=war, account=player, role=models.Role.PLAYER, seat=seat, since=clock.now())


def _play(war: models.War) -> str:
    """Have agents play on until the seat to be given away is asked something; another, if that takes too long."""
    while resolver.settle(war.key, 1):
        war.refresh_from_db()
        if war.number < UNDER_WAY.get(war.system, 60):
            continue
        seats = [seat.key for seat in store.load(war).system.seats(store.load(war).state)]
        asked = [seat for seat in seats if any(each.waits for each in asks.asked_of(war, store.load(war), seat))]
        if SEAT in asked or (asked and war.number > LONGEST):
            return asked[0]
    return SEAT
