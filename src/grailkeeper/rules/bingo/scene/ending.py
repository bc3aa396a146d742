"""The end of a scene (B-14.15, B-14.17): who is gone, whether the war is won, what comes next."""

from __future__ import annotations

from ....core.seat import EVERYBODY, Person, Role
from ....core.teller import Teller
from .. import facts as f
from ..people import Team
from ..state import Extent, Stage, State


def end_scene(teller: Teller[State]) -> None:
    """Life of a scene, 6: when every battle is over."""
    if teller.state.meetings or teller.state.stage is not Stage.BATTLES:
        return
    if teller.state.extent is Extent.BATTLE:
        teller.tell(f.StageReached(Stage.OVER), EVERYBODY)
        return
    _part(teller)
    ended = victory(teller.state)
    if ended is not None:
        teller.tell(ended, EVERYBODY)
    elif teller.state.extent is Extent.SCENE:
        teller.tell(f.StageReached(Stage.OVER), EVERYBODY)
    else:
        teller.tell(f.SceneEnded(teller.state.scene), EVERYBODY)


def _part(teller: Teller[State]) -> None:
    """B-14.15: a servant too long without a master vanishes, a master without servant and strokes leaves the war."""
    scene = teller.state.scene
    for team in teller.state.teams:
        master, servant = team.living_master, team.existing_servant
        if team.out:
            continue
        if servant is not None and master is None and team.masterless_since < scene:
            person = Person(team.key, Role.SERVANT)
            teller.tell(f.PersonLost(person, f.Cause.MASTERLESS, scene), EVERYBODY)
        if servant is None and master is not None and not master.strokes:
            person = Person(team.key, Role.MASTER)
            teller.tell(f.PersonLost(person, f.Cause.NO_STROKES, scene), EVERYBODY)


def complete(team: Team) -> bool:
    """B-14.17: it has a living master and an existing servant."""
    return team.living_master is not None and team.existing_servant is not None


def victory(state: State) -> f.WarEnded | None:
    """B-14.17: how the war has ended, None if it goes on."""
    left = [team for team in state.teams if complete(team)]
    if not left:
        return f.WarEnded((), f.EndReason.NOBODY_LEFT)
    if len(left) == 1:
        return f.WarEnded((left[0].key,), f.EndReason.LAST_TEAM)
    if state.scene < state.options.scene_limit:
        return None
    best = max(map(standing, left))
    return f.WarEnded(tuple(team.key for team in left if standing(team) == best), f.EndReason.SCENE_LIMIT)


def standing(team: Team) -> tuple[int, int, int]:
    """B-14.17: what ranks teams at the scene limit: servant health, servant mana, master health."""
    assert team.servant is not None and team.master is not None
    return team.servant.health.now, team.servant.mana.now, team.master.health.now
