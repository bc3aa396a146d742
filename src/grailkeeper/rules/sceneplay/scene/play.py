"""The order of play: play scenes in order of acceptance, solos by arrival, forced rests (life cycle 8, S-Q99)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....core.call import Answers
from ....core.point import Rulings
from ....core.seat import EVERYBODY, Role
from ....core.teller import Teller
from ..options import ForcedFrom
from ..state import State, told_to
from . import facts as f
from .acts import asked
from .apply import war_of
from .bonding import play_contracts
from .closing import close_scene
from .floor import force_battle, reward
from .judging import Doers, doers_alone, doers_in, said_by
from .meeting import announced
from .preparation import check_exposure, play_preparation
from .search import play_search
from .state import ROLES, Outline, Phase, PlayScene, SceneKind
from .visibility import scene_sight
from .who import free, in_play, limit_of, living, now_of

_PLAYED: Mapping[SceneKind, Callable[[Teller[State], Doers], None]] = {
    SceneKind.SEARCH: play_search,
    SceneKind.PREPARATION: play_preparation,
}


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
    teller.tell(f.PlayBegan(), EVERYBODY)


def go_on(teller: Teller[State]) -> None:
    """Play one after another, until a battle asks its own questions or the scene is over.

    Where nobody has anything to say, it is played as soon as joining is over.
    """
    if war_of(teller.state).phase is Phase.ACTS and not asked_now(teller.state):
        teller.tell(f.PlayBegan(), EVERYBODY)
    while war_of(teller.state).phase is Phase.PLAY and teller.state.battle is None:
        check_exposure(teller)
        now = now_of(teller.state)
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
    play = _PLAYED.get(doers.kind)
    if play is not None:
        play(teller, doers)
    if doers.kind is SceneKind.SEARCH and teller.state.options.forced_battle_from is ForcedFrom.SAME_SCENE:
        _strike(teller, doers)


def _strike(teller: Teller[State], doers: Doers) -> None:
    """S-Q13: whoever has found the base and said so forces its owner; the searcher before those who helped."""
    target = doers.order.get("target")
    for team in doers.teams:
        said = doers.order if doers.place is None or team == doers.team else said_by(teller.state, team, doers.place)
        by = said.get("strike")
        if by in tuple(Role) and target in teller.state.teams and may_strike(teller.state, team, str(target), Role(by)):
            force_battle(teller, team, str(target), Role(by), Outline(SceneKind.BATTLE))
            place = now_of(teller.state).place_of(team)
            assert place is not None
            reward(teller, place)


def may_strike(state: State, team: str, target: str, by: Role) -> bool:
    """S-4.5, S-1.5, S-1.6, S-4.8, S-4.10, S-17.7: whether a battle can be forced now."""
    now, whole, owner = now_of(state), state.teams[team], state.teams[target]
    theirs = now.place_of(target)
    slot = len(now.places) < limit_of(state) or (theirs is not None and not theirs.played)
    may_open = living(whole) == ROLES and by in free(whole, now) and now.place_of(team) is None
    known = owner.known_by.get(team) == state.scene and in_play(owner)
    return slot and may_open and known and not now.bound(team) and not now.bound(target)
