"""The order of play: play scenes in order of acceptance, solos by arrival, forced rests (life cycle 8, S-Q99)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....core.call import Answers
from ....core.point import Rulings
from ....core.seat import EVERYBODY
from ....core.teller import Teller
from ..options import ForcedFrom
from ..state import State, told_to
from . import facts as f
from .acts import asked
from .apply import war_of
from .bonding import play_contracts
from .closing import close_scene
from .judging import Doers, doers_alone, doers_in
from .meeting import announced
from .preparation import check_exposure, play_preparation
from .search import play_search
from .state import ROLES, Phase, PlayScene, SceneKind
from .visibility import scene_sight
from .who import free, limit_of, living, now_of

_PLAYED: Mapping[SceneKind, Callable[[Teller[State], Doers], None]] = {
    SceneKind.SEARCH: play_search,
    SceneKind.PREPARATION: play_preparation,
}


def ask_acts(teller: Teller[State]) -> None:
    """Joining is over: everybody is asked what they do, or, where nobody has anything to say, it is played."""
    if not asked_now(teller.state):
        begin_play(teller)


def asked_now(state: State) -> tuple[str, ...]:
    """The teams that are asked for their acts."""
    table = scene_sight(state, None)
    return () if table is None else asked(table)


def acts_closed(teller: Teller[State], _: Rulings, answers: Answers) -> None:
    """Everybody has said what they do; unsaid is nothing, and neutral."""
    orders: Mapping[str, Any] = answers.orders
    for team in asked_now(teller.state):
        order = orders.get(team)
        if order:
            teller.tell(f.ActsDeclared(team, order), told_to(teller.state, team))
    begin_play(teller)


def begin_play(teller: Teller[State]) -> None:
    teller.tell(f.PlayBegan(), EVERYBODY)
    go_on(teller)


def go_on(teller: Teller[State]) -> None:
    """Play one after another, until a battle or a strike asks its own questions or the scene is over."""
    while war_of(teller.state).phase is Phase.PLAY and teller.state.battle is None:
        check_exposure(teller)
        now = now_of(teller.state)
        if now.chances:
            return
        place = next((each for each in now.places if not each.played), None)
        solo = next((each for each in now.solos if not each.played), None)
        if place is not None:
            _play_scene(teller, place)
        elif solo is not None:
            teller.tell(f.SoloPlayed(solo), told_to(teller.state, solo.team))
            _play_kind(teller, doers_alone(teller.state, solo))
        else:
            close_scene(teller)
            return


def _play_scene(teller: Teller[State], place: PlayScene) -> None:
    teller.tell(f.ScenePlayed(place.team, place.kind), EVERYBODY)
    if place.kind is SceneKind.BATTLE:
        meeting = announced(teller.state, place) if war_of(teller.state).fought else None
        if meeting is not None:
            teller.tell(meeting, EVERYBODY)
        return
    _play_kind(teller, doers_in(teller.state, place))
    if place.kind is not SceneKind.SEARCH:
        play_contracts(teller, place)


def _play_kind(teller: Teller[State], doers: Doers) -> None:
    """A search or a preparation; under S-Q13 `same_scene` a base just found may be struck at once."""
    known = _bases(teller.state)
    play = _PLAYED.get(doers.kind)
    if play is not None:
        play(teller, doers)
    if teller.state.options.forced_battle_from is ForcedFrom.SAME_SCENE:
        for team, target in sorted(_bases(teller.state) - known):
            if may_strike(teller.state, team, target):
                teller.tell(f.StrikePossible(team, target), told_to(teller.state, team))


def _bases(state: State) -> set[tuple[str, str]]:
    """Who knows whose base."""
    return {(finder, key) for key, team in state.teams.items() for finder in team.known_by}


def may_strike(state: State, team: str, target: str) -> bool:
    """S-Q13 `same_scene`, S-1.5, S-1.6, S-4.8, S-4.10, S-17.7: whether a battle can be forced now."""
    now = now_of(state)
    theirs = now.place_of(target)
    slot = len(now.places) < limit_of(state) or (theirs is not None and not theirs.played)
    whole = state.teams[team]
    can_open = living(whole) == ROLES and bool(free(whole, now)) and bool(living(state.teams[target]))
    return slot and can_open and now.place_of(team) is None and not now.bound(team) and not now.bound(target)
