"""Who is there, who is free, who can act."""

from __future__ import annotations

from typing import Protocol

from ....core.seat import EVERYBODY, Audience, Person, Role
from ....core.teller import Teller
from .. import numbers
from ..facts import Fate, Fell
from ..people import Master, MasterState, Points, Servant, ServantState, Team
from ..state import State, told_to
from .apply import war_of
from .state import ROLES, PlayScene, Scene, in_order

Person_ = Master | Servant


class Couple(Protocol):
    """A team as anybody sees it who may see its people."""

    @property
    def master(self) -> Master | None: ...

    @property
    def servant(self) -> Servant | None: ...


def lives(team: Couple, role: Role) -> bool:
    """Whether there is a master who is not dead, a servant who has not vanished."""
    if role is Role.MASTER:
        return team.master is not None and team.master.state is not MasterState.DEAD
    return team.servant is not None and team.servant.state is not ServantState.VANISHED


def living(team: Couple) -> tuple[Role, ...]:
    return tuple(role for role in ROLES if lives(team, role))


def able(team: Couple, role: Role) -> bool:
    """Whether a character can do anything: it lives, and is not fainted or resting by force (S-17.3)."""
    well = role is Role.SERVANT or (team.master is not None and team.master.state is MasterState.WELL)
    return lives(team, role) and well


def in_play(team: Team) -> bool:
    """S-17.7: a team that is asked: it is in the war, or a servant without master is left of it."""
    return bool(living(team)) and (not team.out or lives(team, Role.SERVANT))


def free(team: Team, now: Scene) -> tuple[Role, ...]:
    """S-1.2, S-1.6: who can still take part in something."""
    busy = now.busy(team.key)
    return tuple(role for role in ROLES if able(team, role) and role not in busy)


def with_applicant(who: Role | None, by: Role, team: Team, now: Scene) -> tuple[Role, ...]:
    """S-2.1: the characters of a scene player's team; unsaid, all who are living and free."""
    return in_order({by, *(free(team, now) if who is None else (who,))})


def present(state: State, place: PlayScene) -> Audience:
    """The teams that are there."""
    return told_to(state, *place.teams)


def now_of(state: State) -> Scene:
    return war_of(state).now


def person_at(state: State, person: Person) -> Person_:
    """The record of a person who is there."""
    found: Person_ | None = state.teams[person.team].person(person.role)
    assert found is not None
    return found


def limit_of(state: State) -> int:
    """S-1.3: how many play scenes this scene may have."""
    return numbers.play_scene_limit(now_of(state).teams, state.options).value


def room(points: Points) -> int:
    """S-16.5: what there is room for."""
    return max(0, points.maximum - points.now)


def check_zero(teller: Teller[State], person: Person, seen_by: Audience) -> None:
    """S-17.1, S-17.3, S-17.6: whether a payment was the last of somebody's mana. Vanishing is public."""
    team = teller.state.teams[person.team]
    if not able(team, person.role) or person_at(teller.state, person).mana.now > 0:
        return
    if person.role is Role.MASTER:
        teller.tell(Fell(person, Fate.FAINTED), seen_by)
    else:
        teller.tell(Fell(person, Fate.VANISHED), EVERYBODY)
