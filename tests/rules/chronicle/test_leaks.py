"""The twin suite notices every planted leak of chronicle: so its silence about the system means something."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from conformance.planted import Leak, Retells, Warns, noticed
from conformance.twin import Twins
from grailkeeper.core.call import Ask, Call
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.problem import Problem, suspicious
from grailkeeper.core.seat import EVERYBODY, Viewer
from grailkeeper.core.working import Working
from grailkeeper.rules.chronicle import facts as f
from grailkeeper.rules.chronicle import outcomes as o
from grailkeeper.rules.chronicle.scene import deeds as d
from grailkeeper.rules.chronicle.scene import facts as s
from grailkeeper.rules.chronicle.state import State
from grailkeeper.rules.chronicle.system import ChronicleSystem
from grailkeeper.rules.chronicle.visibility import View

from .twins import twins


class Leaky(Leak, ChronicleSystem):
    """Chronicle with one leak, which the twins of `row` must show."""


# In views


class NamesTheHurt(Leaky):
    """A public field computed from a secret one."""

    row = "pools"

    def view(self, state: State, viewer: Viewer) -> View:
        seen = super().view(state, viewer)
        hurt = {person.team for person in state.people.values() if person.health.now < person.health.maximum}
        teams = tuple(replace(team, name=f"{team.name}!") if team.key in hurt else team for team in seen.teams)
        return replace(seen, teams=teams)


class CountsStrokes(Leaky):
    row = "strokes"

    def view(self, state: State, viewer: Viewer) -> View:
        seen = super().view(state, viewer)
        teams = tuple(replace(team, name=f"{team.name} {state.teams[team.key].strokes}") for team in seen.teams)
        return replace(seen, teams=teams)


class MarksRichRegions(Leaky):
    """C-23.7: a bonus that only who has scouted may know."""

    row = "region_bonus"

    def view(self, state: State, viewer: Viewer) -> View:
        seen = super().view(state, viewer)
        rich = {region.key for region in state.regions.values() if region.ley_line > 3}
        regions = tuple(
            replace(each, marks=(*each.marks, "rich")) if each.key in rich else each for each in seen.regions
        )
        return replace(seen, regions=regions)


class NamesEverybody(Leaky):
    """Whom a team can name tells who stands where."""

    row = "whereabouts"

    def view(self, state: State, viewer: Viewer) -> View:
        seen = super().view(state, viewer)
        here = sorted(f"{person.key} {person.at}" for person in state.people.values())
        return replace(seen, viewer=f"{seen.viewer} {here}")


# In questions and what is said of answers


class TellsWhoIsAsked(Leaky):
    """C-8.1: that somebody is asked tells that it has met somebody."""

    row = "met"

    def calls(self, state: State) -> tuple[Call, ...]:
        return tuple(replace(call, open_to=EVERYBODY, asked_to=EVERYBODY) for call in super().calls(state))


class TellsWhoIsAskedOfSpoils(Leaky):
    row = "spoils"

    def calls(self, state: State) -> tuple[Call, ...]:
        return tuple(replace(call, open_to=EVERYBODY, asked_to=EVERYBODY) for call in super().calls(state))


class WarnsOfTheWeak(Warns, Leaky):
    """A problem computed from the state."""

    row = "pools"

    def doubt(self, state: State, call: Call, ask: Ask) -> Problem | None:
        others = (person for person in state.people.values() if person.seat != ask.seat)
        weak = any(person.health.now < person.health.maximum for person in others)
        return suspicious("weak_foe", "C-18.2") if weak and call.kind == "battle_cards" else None


# In what is told


class Retelling(Retells, Leaky):
    """Tells something otherwise than chronicle does."""


class OpensEveryHit(Retelling):
    """C-23.10: what a number is made of is its team's."""

    row = "terms"

    def retell(self, each: Told, state: State) -> Told:  # noqa: ARG002
        if not isinstance(each.fact, f.JudgmentMade):
            return each
        hits = tuple(replace(hit, health=_opened(hit.health), mana=_opened(hit.mana)) for hit in each.fact.hits)
        return replace(each, fact=replace(each.fact, hits=hits))


class CountsHiddenTerms(Retelling):
    """How many terms there are tells what there is."""

    row = "terms"

    def retell(self, each: Told, state: State) -> Told:  # noqa: ARG002
        if not isinstance(each.fact, f.JudgmentMade):
            return each
        hits = tuple(replace(hit, health=_counted(hit.health)) for hit in each.fact.hits)
        return replace(each, fact=replace(each.fact, hits=hits))


def _opened(working: Working | None) -> Working | None:
    if working is None:
        return None
    terms = tuple(replace(term, seen_by=None, inner=_opened(term.inner)) for term in working.terms)
    return replace(working, terms=terms, open_to=None)


def _counted(working: Working | None) -> Working | None:
    return None if working is None else replace(working, clause=f"C-{len(working.terms)}")


def _told_to_everybody(kind: type[Fact], shown: str) -> None:
    """Chronicle that tells facts of `kind` to everybody."""

    class TooWide(Retelling):
        row = shown

        def retell(self, each: Told, state: State) -> Told:  # noqa: ARG002
            return replace(each, audience=EVERYBODY) if isinstance(each.fact, kind) else each

    TooWide.__name__ = f"Tells{kind.__name__}ToEverybody"


for _kind, _row in (
    (f.CardsLaid, "laid"),
    (f.CardsShown, "shown"),
    (f.BareSeen, "bare"),
    (f.JudgmentMade, "judged"),
    (f.Suffered, "pools"),
    (f.Paid, "payment"),
    (f.FateSpent, "fate"),
    (f.RetreatReckoned, "retreat_limit"),
    (f.OrderFailed, "failed_order"),
    (f.NamesKnown, "name_known"),
    (o.Injured, "injury"),
    (o.InformationGained, "points"),
    (o.Rewarded, "winner"),
    (o.BasesSeen, "base_found"),
    (s.Planned, "actions"),
    (s.Moved, "base"),
    (s.PeopleMet, "met"),
    (s.PresenceSensed, "sensing"),
    (s.PresenceIs, "presence_whose"),
    (s.RegionLearned, "region_information"),
    (s.StartSaid, "named_regions"),
    (s.ManaSupplied, "recovery"),
    (s.AllianceMade, "alliance"),
    (s.InformationTold, "told"),
    (s.Grown, "growth"),
    (s.NpcsMet, "npc_met"),
    (s.OfferUnmet, "offer"),
    (s.DeadlineSet, "deadline"),
    (d.RivalsSeen, "rivals"),
    (d.ContestFought, "contest"),
    (d.Recontracted, "contract"),
):
    _told_to_everybody(_kind, _row)


@cache
def pairs() -> tuple[Twins, ...]:
    return tuple(twins())


def test_there_are_enough_leaks() -> None:
    assert len(Leaky.planted) >= 40


@pytest.mark.parametrize("leaky", Leaky.planted, ids=lambda leaky: leaky.__name__)
def test_a_planted_leak_is_noticed(leaky: type[Leaky]) -> None:
    assert noticed(leaky, pairs())
