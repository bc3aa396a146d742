"""A new contract between a master without servant and a servant without master (S-17.7, S-Q69)."""

from __future__ import annotations

from collections.abc import Iterator

from ....core.seat import Role
from ....core.teller import Teller
from ..facts import StrokesSpent
from ..state import State, told_to
from . import facts as f
from .state import PlayScene
from .who import able, living, now_of, present

CONTRACT = 1
"""S-Q69: strokes that a new contract costs."""


def play_contracts(teller: Teller[State], place: PlayScene) -> None:
    """S-Q69: those who are there and both want it agree; it holds from the next opening."""
    for master, servant in tuple(_couples(teller.state, place)):
        taken = {team for couple in now_of(teller.state).agreed for team in couple}
        if master not in taken and servant not in taken:
            teller.tell(StrokesSpent(master, CONTRACT), told_to(teller.state, master))
            teller.tell(f.RecontractAgreed(master, servant), present(teller.state, place))


def _couples(state: State, place: PlayScene) -> Iterator[tuple[str, str]]:
    masters = [team for team in place.teams if _alone(state, place, team, Role.MASTER)]
    servants = [team for team in place.teams if _alone(state, place, team, Role.SERVANT)]
    wish = {team: acts.get("recontract") for team, acts in now_of(state).acts.items()}
    for master in masters:
        record = state.teams[master].master
        if record is not None and record.strokes >= CONTRACT:
            yield from ((master, each) for each in servants if wish.get(master) == each and wish.get(each) == master)


def _alone(state: State, place: PlayScene, key: str, role: Role) -> bool:
    """Whether nobody but `role` is left of a team, and it is there and can act."""
    team = state.teams[key]
    return living(team) == (role,) and role in place.roles_of(key) and able(team, role)
