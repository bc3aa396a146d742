"""The demonstration: a war of each rule system, well under way, held by programs but for one seat; its keeper and the
player of that seat are whoever has the two links."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..campaign.resolving import Preview
from ..campaign.war import War
from ..core.case import Registered
from ..core.form import plain_words
from ..core.seat import KEEPER
from ..rules.registry import SYSTEMS
from ..text.calling import TEAM_NAMES
from ..text.language import Language
from ..text.words import load_words
from ..views.gate import Gate
from . import accounts, asks, clock, invitations, models, policy, resolver, service, store, times

TEAMS = 5


def _anybody(state: Any, team: str) -> bool:  # noqa: ARG001
    return True


def _may_attack(state: Any, team: str) -> bool:
    """The team knows a base, whose owner it may force into a battle, and nobody can force one on it (S-4.5); nobody of
    the war is hurt yet."""
    everybody = state.teams.values()
    whole = (each.servant is None or each.servant.health.now == each.servant.health.maximum for each in everybody)
    return any(team in each.known_by for each in everybody) and not state.teams[team].known_by and all(whole)


@dataclass(frozen=True, slots=True)
class Moment:
    """When a war is handed over: after so many entries, as soon as a seat is asked `kind` whose team is `fit` for it;
    where that is "", as soon as a closed question has points for the keeper. What is asked is due after `hours`;
    questions of the kinds in `clear` are published by themselves. A war that has not come to it after `longest` entries
    is begun anew."""

    entries: int
    kind: str = ""
    hours: int = 72
    clear: tuple[str, ...] = ()
    fit: Callable[[Any, str], bool] = _anybody
    longest: int = 300


MOMENTS: Mapping[str, Moment] = {
    "bingo": Moment(40),
    "chronicle": Moment(75, "battle_cards"),
    "mirror": Moment(75, "plan"),
    "sceneplay": Moment(30, "floor", 48, ("opening", "acts"), fit=_may_attack, longest=90),
}
"""There is something to read in each; the keeper has points to rule on, the player a battle and a scene to declare."""

LEADS = "sceneplay"
"""The easiest: it is made last and due first, so that it stands first for everybody."""


@dataclass(frozen=True, slots=True)
class Link:
    """A way in: its token, and by which name whoever comes by it logs in from then on."""

    token: str
    name: str


def links(language: Language) -> Mapping[str, Link]:
    """The ways in, by whom they are for; the wars are made where they are not there yet."""
    if not models.War.objects.exists():
        _set_up(language)
    holders = {role.value: _holder(role) for role in (models.Role.KEEPER, models.Role.PLAYER)}
    return {role: Link(invitations.back_to(each).token, each.name) for role, each in holders.items()}


def _holder(role: models.Role) -> models.Account:
    """Who has that place in the war that was made first."""
    holdings = models.Holding.objects.filter(role=role).select_related("account").order_by("war__made_at", "pk")
    return holdings[0].account


def _set_up(language: Language) -> None:
    words = load_words(__package__ or "grailkeeper.web", language)
    keeper, player = _account(words.say("demo.keeper"), opens=True), _account(words.say("demo.player"))
    for rules in sorted(SYSTEMS, key=lambda each: each.system.name == LEADS):
        war, seat = _under_way(rules, _title(rules, language), language)
        war.agents.filter(seat=seat).delete()
        models.Holding.objects.create(war=war, account=keeper, role=models.Role.KEEPER, since=clock.now())
        models.Holding.objects.create(war=war, account=player, role=models.Role.PLAYER, seat=seat, since=clock.now())


def _title(rules: Registered, language: Language) -> str:
    words = load_words(__package__ or "grailkeeper.web", language)
    return words.say("demo.title", system=load_words(rules.package, language).name(rules.system.name))


def leading(language: Language) -> str:
    """How the war is called in which to begin."""
    return next(_title(each, language) for each in SYSTEMS if each.system.name == LEADS)


def _account(name: str, opens: bool = False) -> models.Account:
    """A new account; its password is set by whoever comes in by the link."""
    made = accounts.make(name, None, opens)
    assert isinstance(made, models.Account), "the names of the demonstration are fit to be names"
    return made


def _under_way(rules: Registered, title: str, language: Language) -> tuple[models.War, str]:
    """A war that agents have played to its moment, and the seat to be given away then."""
    moment = MOMENTS.get(rules.system.name, Moment(60))
    while True:
        war = _begun(rules, title, language, moment)
        seat = _play(war, moment)
        if seat:
            return war, seat
        war.delete()


def _begun(rules: Registered, title: str, language: Language, moment: Moment) -> models.War:
    """A new war with an agent at every seat."""
    names = dict(zip((f"t{place}" for place in range(1, TEAMS + 1)), TEAM_NAMES[language.value], strict=False))
    setup = rules.system.war_setup(names)
    war = service.begin(rules.system.name, title, setup, {}, {"default": moment.hours}, times.USUAL, plain_words)
    assert isinstance(war, models.War), "a war of the defaults begins"
    policy.set_policy(war, policy.Policy(publishing_of=dict.fromkeys(moment.clear, models.Publishing.CLEAR.value)))
    for each in rules.system.seats(store.load(war).state):
        models.AgentSeat.objects.create(war=war, seat=each.key, agent="steady")
    return war


def _play(war: models.War, moment: Moment) -> str:
    """Have agents play on to the moment; the seat to be given away, "" where it does not come."""
    while resolver.settle(war.key, 1) and war.number < moment.longest:
        war.refresh_from_db()
        seat = _seat_at(war, store.load(war), moment)
        if war.number >= moment.entries and seat:
            return seat
    return ""


def _seat_at(row: models.War, war: War, moment: Moment) -> str:
    """Who is asked what the moment is about; where it is the keeper's, whoever has something to declare beside."""
    if not moment.kind and not _has_points(war):
        return ""
    for seat in war.system.seats(war.state):
        waiting = (each for each in asks.asked_of(row, war, seat.key) if each.waits)
        if moment.fit(war.state, seat.team) and any(moment.kind in ("", each.call.kind) for each in waiting):
            return seat.key
    return "" if moment.kind else war.system.seats(war.state)[0].key


def _has_points(war: War) -> bool:
    """Whether the keeper may rule on something."""
    seen = (Gate(war, KEEPER).preview(address) for address in war.closed)
    return any(isinstance(each, Preview) and each.resolution.points for each in seen)
