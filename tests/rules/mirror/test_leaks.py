"""The twin suite notices every planted leak of the mirror land: so its silence about the system means something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

import pytest

from conformance.planted import Leak, Retells, Warns, noticed
from conformance.twin import Twins
from grailkeeper.core.call import Answers, Ask, Call, Opening
from grailkeeper.core.canon import Data
from grailkeeper.core.chance import Chance
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.problem import Problem, suspicious
from grailkeeper.core.seat import EVERYBODY, Audience, Viewer
from grailkeeper.core.system import Resolution
from grailkeeper.core.working import Working
from grailkeeper.rules.mirror import facts as f
from grailkeeper.rules.mirror.people import Team
from grailkeeper.rules.mirror.state import State, told_to
from grailkeeper.rules.mirror.system import MirrorSystem
from grailkeeper.rules.mirror.visibility import KNOWLEDGE, Dossier, View

from .twins import twins


class Leaky(Leak, MirrorSystem):
    """The mirror land with one leak, which the twins of `row` must show."""


# In views


def _named_by(shown: str, secret: Callable[[Team], object]) -> None:
    """The mirror land with a public name that is computed from a secret."""

    class Named(Leaky):
        row = shown

        def view(self, state: State, viewer: Viewer) -> View:
            seen = super().view(state, viewer)
            teams = tuple(replace(team, name=f"{team.name} {secret(state.teams[team.key])}") for team in seen.teams)
            return replace(seen, teams=teams)

    Named.__name__ = f"NamesBy{shown.title().replace('_', '')}"


for _shown, _secret in (
    ("sheet", lambda team: len(team.sheet.skills)),
    ("vitals", lambda team: team.servant.hp + team.servant.mp),
    ("strokes", lambda team: team.strokes),
    ("stage", lambda team: team.battles),
    ("body", lambda team: team.body.hp),
    ("citizens", lambda team: team.citizens),
    ("base", lambda team: team.bases),
    ("base_known", lambda team: sorted(team.bases_known)),
    ("store", lambda team: team.territory and team.territory.store),
    ("information", lambda team: sorted(known.level for known in team.information.values())),
    ("true_name", lambda team: team.sheet.true_name),
):
    _named_by(_shown, _secret)


class CountsCitizensUnwarned(Leaky):
    """M-11.19: a count that even its own team learns only with the warning."""

    row = "citizens"

    def view(self, state: State, viewer: Viewer) -> View:
        seen = super().view(state, viewer)
        if seen.own is None:
            return seen
        return replace(seen, own=replace(seen.own, citizens=state.teams[seen.own.key].citizens))


class TurnsAPageTooMany(Leaky):
    """M-1.10: the page above the level that a team has reached."""

    row = "dossier"

    def view(self, state: State, viewer: Viewer) -> View:
        seen = super().view(state, viewer)
        if seen.own is None:
            return seen
        information = state.teams[seen.own.key].information
        levels = {key: information[key].level + 1 if key in information else 2 for key in state.teams}
        pages = {key: state.teams[key].sheet.dossier[:level] for key, level in levels.items()}
        return replace(seen, dossiers=tuple(Dossier(key, shown) for key, shown in pages.items() if shown))


class ShowsWhoWillJoin(Leaky):
    """A side of a battle with those who have not come yet."""

    row = "joiner"

    def view(self, state: State, viewer: Viewer) -> View:
        seen = super().view(state, viewer)
        if seen.battle is None:
            return seen
        return replace(seen, battle=replace(seen.battle, sides=state.the_battle.meeting.sides))


class ShowsWhomATerritoryWatches(Leaky):
    """M-4.19: somebody who is watched sees that it is."""

    row = "noticed"

    def view(self, state: State, viewer: Viewer) -> View:
        seen = super().view(state, viewer)
        watched = [] if state.scene is None else [key for keys in state.scene.noticed.values() for key in keys]
        return replace(seen, teams=tuple(replace(team, hunted=team.key in watched) for team in seen.teams))


class ShowsSouls(Leaky):
    """M-7.9: the limits of all regions, beside their names."""

    row = "soul_limit"

    def view(self, state: State, viewer: Viewer) -> View:
        limits = tuple(f"{region.name} {region.souls}" for region in state.regions)
        return replace(super().view(state, viewer), regions=limits)


# In questions and what is said of answers


class AsksOnlyWhoHasMet(Leaky):
    """M-Q30: who is asked what to do about a meeting tells who has met somebody."""

    row = "meeting"

    def calls(self, state: State) -> tuple[Call, ...]:
        met = {} if state.scene is None else state.scene.met
        return tuple(
            replace(call, asks=tuple(ask for ask in call.asks if met.get(ask.whom))) if call.kind == "meeting" else call
            for call in super().calls(state)
        )


class TellsWhoIsAsked(Leaky):
    """M-9.2: who is about to join a battle is among those who are asked."""

    row = "joiner"

    def calls(self, state: State) -> tuple[Call, ...]:
        return tuple(replace(call, asked_to=call.open_to) for call in super().calls(state))


class WarnsOfTheWeak(Warns, Leaky):
    """A problem computed from the state."""

    row = "vitals"

    def doubt(self, state: State, call: Call, ask: Ask) -> Problem | None:  # noqa: ARG002
        others = (team.servant for team in state.teams.values() if team.key != ask.whom)
        return suspicious("weak_foe", "M-9.4") if any(servant.mp < 100 for servant in others) else None


# In what is opened of an order


def _opening_too_much(shown: str, path: tuple[str | int, ...]) -> None:
    """The mirror land that opens one leaf of every order that has it to everybody."""

    class Opens(Leaky):
        row = shown

        def resolve(
            self, state: State, call: Call, answers: Answers, rulings: Mapping[str, Data], chance: Chance
        ) -> Resolution:
            made = super().resolve(state, call, answers, rulings, chance)
            having = (whom for whom, order in answers.orders.items() if _has(order, path))
            more = tuple(Opening(whom, (path,), EVERYBODY) for whom in having)
            return replace(made, openings=(*made.openings, *more))

    Opens.__name__ = f"OpensThe{shown.title().replace('_', '')}OfAnOrder"


def _has(order: Data, path: tuple[str | int, ...]) -> bool:
    for part in path:
        try:
            order = order[part]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            return False
    return True


for _shown, _path in (
    ("continue", ("continue",)),
    ("output", ("slots", 0, "less")),
    ("store_use", ("store",)),
    ("reaction", ("removals", 0, "skill")),
    ("guess", ("guess", "b")),
    ("set_declaration", ("luck", "mode")),
):
    _opening_too_much(_shown, _path)


# In what is told


class Retelling(Retells, Leaky):
    """Tells something otherwise than the mirror land does."""


class TellsOfTheUnseen(Retelling):
    """M-4.13: whom a hidden assassin has found learns of it."""

    row = "concealed"

    def retell(self, each: Told, state: State) -> Told:
        if not isinstance(each.fact, f.Met):
            return each
        return replace(each, audience=each.audience | told_to(state, *each.fact.teams))


class RevealsOutputs(Retelling):
    """M-Q81: plays as they were laid, not as they are shown."""

    row = "output"
    _laid: Mapping[str, f.CardsLaid] = {}

    def retell(self, each: Told, state: State) -> Told:  # noqa: ARG002
        if isinstance(each.fact, f.CardsLaid):
            self._laid = {**self._laid, each.fact.team: each.fact}
        if not isinstance(each.fact, f.CardsRevealed):
            return each
        return replace(each, fact=replace(each.fact, plays={key: laid.plays for key, laid in self._laid.items()}))


class SaysHowAStrikeWasStruck(Retelling):
    """M-4.15: what the damage of a strike is made of says whether it was noticed."""

    row = "undetected"

    def retell(self, each: Told, state: State) -> Told:  # noqa: ARG002
        if not isinstance(each.fact, f.Struck):
            return each
        return replace(each, fact=replace(each.fact, damage=_opened(each.fact.damage)))


def _opened(working: Working) -> Working:
    terms = (replace(term, seen_by=None, inner=term.inner and _opened(term.inner)) for term in working.terms)
    return replace(working, terms=tuple(terms), open_to=None)


def _hits_shown(shown: str, how: Callable[[Working], Working]) -> None:
    """The mirror land that says more of the damages of a turn."""

    class Shows(Retelling):
        row = shown

        def retell(self, each: Told, state: State) -> Told:  # noqa: ARG002
            if not isinstance(each.fact, f.TurnResolved):
                return each
            slots = (
                replace(slot, hits=tuple(replace(hit, damage=how(hit.damage)) for hit in slot.hits))
                for slot in each.fact.slots
            )
            return replace(each, fact=replace(each.fact, slots=tuple(slots)))

    Shows.__name__ = f"{how.__name__.strip('_').title()}TermsTell{shown.title()}"


_hits_shown("scores", _opened)
_hits_shown("reductions", _opened)


def _told_too_widely(kind: type[Fact], shown: str, widen: Callable[[State], Audience] | None = None) -> None:
    """The mirror land that tells facts of `kind` to more than may know of them; to everybody where nothing is said."""

    class TooWide(Retelling):
        row = shown

        def retell(self, each: Told, state: State) -> Told:
            audience = EVERYBODY if widen is None else widen(state)
            return replace(each, audience=audience) if isinstance(each.fact, kind) else each

    TooWide.__name__ = f"Tells{kind.__name__}{'TooWidely' if widen else 'ToEverybody'}Of{shown.title()}"


def _both(state: State) -> Audience:
    """Both sides, and not who looks on."""
    return told_to(state, "a", "b")


for _kind, _row in (
    (f.StrokeSpent, "stroke_announced"),
    (f.OrderHeld, "stroke_announced"),
    (f.StrokeSpent, "stroke_secret"),
    (f.Recovered, "stroke_secret"),
    (f.ServantMade, "sheet"),
    (f.CitizensCounted, "citizens"),
    (f.PenaltyReached, "citizens"),
    (f.FallAverted, "vitals"),
    (f.StepTaken, "undetected"),
    (f.BattleAnnounced, "undetected"),
    (f.TurnKept, "result"),
    (f.LimitLearned, "soul_limit"),
    (f.Planned, "plan"),
    (f.NothingFound, "plan"),
    (f.Met, "meeting"),
    (f.Met, "concealed"),
    (f.Met, "noticed"),
    (f.Planned, "concealed"),
    (f.TerritoryStored, "store"),
    (f.SceneSettled, "vitals"),
    (f.Aimed, "aim"),
    (f.Guessed, "guess"),
    (f.Learned, "information"),
    (f.SetDeclared, "set_declaration"),
    (f.SetDeclared, "joiner"),
    (f.CardsLaid, "cards"),
    (f.CardsRevealed, "cards"),
    (f.CardsLaid, "output"),
    (f.CardsLaid, "store_use"),
    (f.TurnReckoned, "store_use"),
    (f.TurnResolved, "result"),
    (f.TurnReckoned, "scores"),
    (f.LuckBack, "luck_back"),
    (f.OrderFailed, "failed_order"),
):
    _told_too_widely(_kind, _row)
for _kind, _row in (
    (f.SetDeclared, "set_declaration"),
    (f.CardsLaid, "output"),
    (f.TurnReckoned, "scores"),
    (f.LuckBack, "luck_back"),
    (f.OrderFailed, "failed_order"),
):
    _told_too_widely(_kind, _row, _both)


@cache
def pairs() -> tuple[Twins, ...]:
    return tuple(twins())


def test_every_row_has_a_leak_that_it_shows() -> None:
    assert {leaky.row for leaky in Leaky.planted} == {row.id for row in KNOWLEDGE}


@pytest.mark.parametrize("leaky", Leaky.planted, ids=lambda leaky: leaky.__name__)
def test_a_planted_leak_is_noticed(leaky: type[Leaky]) -> None:
    assert noticed(leaky, pairs())
