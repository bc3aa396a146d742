"""The end of a scene, the announcement of the next, and the end of the war (S-1.3, S-17.3, S-17.7, S-24.3, S-Q69)."""

from __future__ import annotations

from itertools import groupby

from ....core.seat import EVERYBODY, Role
from ....core.teller import Teller
from .. import numbers
from ..people import MasterState, Team
from ..state import State, told_to
from . import facts as f
from .apply import war_of
from .state import Fall
from .who import lives, now_of, room

FORCED_REST = 1
"""S-17.3: mana that a forced rest brings."""


def announce(teller: Teller[State], number: int) -> None:
    """S-1.1, S-1.3: a scene, with its limit for the teams still in the war."""
    state = teller.state
    teams = sum(not team.out for team in state.teams.values())
    teller.tell(f.SceneAnnounced(number, teams, numbers.play_scene_limit(teams, state.options)), EVERYBODY)


def close_scene(teller: Teller[State]) -> None:
    """Life cycle 8 (forced rests) and 10: rests, losses, contracts, the end of the war or the next scene."""
    _forced_rests(teller)
    for master, servant in now_of(teller.state).agreed:
        teams = teller.state.teams
        if lives(teams[master], Role.MASTER) and lives(teams[servant], Role.SERVANT):
            teller.tell(f.Recontracted(master, servant), EVERYBODY)
    before = [key for key, team in teller.state.teams.items() if not team.out]
    for key in before:
        if is_out(teller.state, teller.state.teams[key]):
            teller.tell(f.TeamOut(key), EVERYBODY)
    teller.tell(f.SceneClosed(teller.state.scene), EVERYBODY)
    _go_on(teller, before)


def _forced_rests(teller: Teller[State]) -> None:
    """S-17.3, S-Q68: a battle that reaches the resting master takes the rest away."""
    for key, team in teller.state.teams.items():
        if team.master is None or team.master.state is not MasterState.FORCED_REST:
            continue
        drawn = any(place.target == key for place in now_of(teller.state).places)
        gained = 0 if drawn else min(FORCED_REST, room(team.master.mana))
        again = drawn or team.master.mana.now + gained <= 0
        teller.tell(f.ForcedRestEnded(key, gained, again), told_to(teller.state, key))


def is_out(state: State, team: Team) -> bool:
    """S-17.7: no master, or no servant since before this scene."""
    if not lives(team, Role.MASTER):
        return True
    if lives(team, Role.SERVANT):
        return False
    lost = [fall.scene for fall in war_of(state).falls if fall.team == team.key and fall.role is Role.SERVANT]
    return not lost or max(lost) < state.scene


def _go_on(teller: Teller[State], before: list[str]) -> None:
    """S-24.3. `before`: the teams that were in the war as long as this scene was played."""
    war, teams = war_of(teller.state), teller.state.teams
    left = [key for key in before if not teams[key].out]
    if len(left) <= 1:
        teller.tell(f.WarEnded(winner=numbers.winner(left, fallen_together(war.falls, before)) or ""), EVERYBODY)
    elif war.last_scene and teller.state.scene >= war.last_scene:
        teller.tell(f.WarEnded(left=tuple(left)), EVERYBODY)
    else:
        announce(teller, teller.state.scene + 1)


def fallen_together(falls: tuple[Fall, ...], teams: list[str]) -> list[list[str]]:
    """S-24.3: the teams in the order in which they fell, those of one judgment or opening together.

    A team fell when its master died, else when it lost its servant.
    """
    deciding: dict[str, Fall] = {}
    for fall in falls:
        if fall.team in teams and (fall.team not in deciding or fall.role is Role.MASTER):
            deciding[fall.team] = fall
    ordered = [fall for fall in falls if fall in deciding.values()]
    groups = [list(dict.fromkeys(fall.team for fall in same)) for _, same in groupby(ordered, lambda fall: fall.moment)]
    never = [team for team in teams if team not in deciding]
    return [never, *groups] if never else groups
