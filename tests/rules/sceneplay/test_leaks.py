"""The twin suite notices every planted leak of sceneplay: so its silence about the system means something."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from conformance.planted import Leak, Retells, Warns, noticed
from conformance.twin import Twins
from grailkeeper.core.call import Ask, Call
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.problem import Problem, suspicious
from grailkeeper.core.seat import EVERYBODY, Role, Viewer
from grailkeeper.rules.sceneplay import facts as f
from grailkeeper.rules.sceneplay.people import MasterState
from grailkeeper.rules.sceneplay.scene import facts as s
from grailkeeper.rules.sceneplay.state import State, told_to
from grailkeeper.rules.sceneplay.system import SceneplaySystem
from grailkeeper.rules.sceneplay.visibility import View

from .subject import twins


class Leaky(Leak, SceneplaySystem):
    """Sceneplay with one leak, which the twins of `row` must show."""


class ShowsHealthByName(Leaky):
    """A public field computed from a secret one."""

    row = "vitals"

    def view(self, state: State, viewer: Viewer) -> View:
        made = super().view(state, viewer)
        servants = (state.teams[seen.key].servant for seen in made.teams)
        named = zip(made.teams, servants, strict=True)
        return replace(
            made,
            teams=tuple(
                replace(seen, name=f"{seen.name}!") if servant and servant.health.now > 7 else seen
                for seen, servant in named
            ),
        )


class ShowsReserves(Leaky):
    """The number of somebody's reserves, in everybody's view."""

    row = "reserves"

    def view(self, state: State, viewer: Viewer) -> View:
        return replace(super().view(state, viewer), scene=sum(len(team.reserves) for team in state.teams.values()))


class ShowsTheOwnerWhoKnows(Leaky):
    """An owner sees who knows the base."""

    row = "known_by"

    def view(self, state: State, viewer: Viewer) -> View:
        made = super().view(state, viewer)
        if made.own is None:
            return made
        known = (f"{team} {scene}" for team, scene in state.teams[made.own.key].known_by.items())
        return replace(made, own=replace(made.own, knows=(*made.own.knows, *known)))


class CountsWhoKnowsABase(Leaky):
    """How many have found a base, in everybody's view."""

    row = "found_base"

    def view(self, state: State, viewer: Viewer) -> View:
        found = {key: len(team.known_by) for key, team in state.teams.items()}
        return replace(super().view(state, viewer), scene=max(found.values()))


class ShowsTheFainted(Leaky):
    """A master who rests by force is missing from those who could act."""

    row = "forced_rest"

    def view(self, state: State, viewer: Viewer) -> View:
        made = super().view(state, viewer)
        if made.table is None:
            return made
        masters = {key: team.master for key, team in state.teams.items()}
        able = {
            key: tuple(role for role in roles if role is not Role.MASTER or _is_well(masters[key]))
            for key, roles in made.table.living.items()
        }
        return replace(made, table=replace(made.table, living=able))


def _is_well(master: Any) -> bool:
    return master is not None and master.state is MasterState.WELL


class AsksOnlyWhoHasManaStored(Leaky):
    """Who is asked tells what they have."""

    row = "stored_mana"

    def calls(self, state: State) -> tuple[Call, ...]:
        rich = {key for key, team in state.teams.items() if team.stored_mana > 5}
        return tuple(
            replace(call, asks=tuple(ask for ask in call.asks if ask.whom not in rich)) for call in super().calls(state)
        )


class WarnsOfWeakFoes(Warns, Leaky):
    """A problem computed from the state."""

    row = "vitals"

    def doubt(self, state: State, call: Call, ask: Ask) -> Problem | None:  # noqa: ARG002
        others = (team.servant for team in state.teams.values() if team.key != ask.whom)
        weak = any(servant is not None and servant.mana.now < 3 for servant in others)
        return suspicious("weak_foe", "S-16.1") if weak else None


class Retelling(Retells, Leaky):
    """Tells something otherwise than sceneplay does."""


class OpensTheRankBonus(Retelling):
    """Terms that tell of the foe's ranks are open to both sides."""

    row = "rank_bonus"

    def retell(self, each: Told, state: State) -> Told:  # noqa: ARG002
        if not isinstance(each.fact, f.JudgmentMade):
            return each
        chance = each.fact.chance
        shown = tuple(replace(term, seen_by=None) if term.seen_by == () else term for term in chance.terms)
        return replace(each, fact=replace(each.fact, chance=replace(chance, terms=shown)))


class CountsWhatLuckDidNotDo(Retelling):
    """Everybody learns how many judgments luck was named for."""

    row = "luck_named"

    def retell(self, each: Told, state: State) -> Told:  # noqa: ARG002
        return replace(each, audience=EVERYBODY) if isinstance(each.fact, f.SheetFiled) else each


class TellsWhoIsSearched(Retelling):
    """The owner of a base is told of the search."""

    row = "scene_content"

    def retell(self, each: Told, state: State) -> Told:
        if not isinstance(each.fact, s.Searched):
            return each
        return replace(each, audience=each.audience | told_to(state, each.fact.target))


def _told_to_all(kind: type[Fact], shown: str) -> None:
    """Sceneplay that tells facts of `kind` to everybody."""

    class TooWide(Retelling):
        row = shown

        def retell(self, each: Told, state: State) -> Told:  # noqa: ARG002
            return replace(each, audience=EVERYBODY) if isinstance(each.fact, kind) else each

    TooWide.__name__ = f"Tells{kind.__name__}ToEverybody"


for _kind, _row in (
    (f.JudgmentMade, "chance"),
    (f.JudgmentMade, "numbers"),
    (f.SheetFiled, "chance_sums"),
    (f.SheetFiled, "skill_ruling"),
    (f.ResourcesSpent, "payment"),
    (f.Fell, "fainted_in_battle"),
    (f.OrderFailed, "failed_order"),
    (s.TeamCreated, "creation"),
    (s.TeamOpened, "opening"),
    (s.ForcedRestDue, "forced_rest"),
    (s.ManaGained, "rewards"),
    (s.SoloPlanned, "solo_content"),
    (s.Searched, "scene_content"),
    (s.SearchReckoned, "search_chance"),
    (s.BaseFound, "found_base"),
    (s.ReservesPrepared, "scene_content"),
    (s.RiskAlarm, "risk_alarm"),
):
    _told_to_all(_kind, _row)


@cache
def pairs() -> tuple[Twins, ...]:
    return tuple(twins())


def test_there_are_enough_leaks() -> None:
    assert len(Leaky.planted) >= 25


@pytest.mark.parametrize("leaky", Leaky.planted, ids=lambda leaky: leaky.__name__)
def test_a_planted_leak_is_noticed(leaky: type[Leaky]) -> None:
    assert noticed(leaky, pairs())
