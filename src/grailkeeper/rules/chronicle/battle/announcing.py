"""The seam with scenes: how a battle begins."""

from __future__ import annotations

from ....core.seat import EVERYBODY, KEEPER_ONLY
from ....core.teller import Teller
from ..facts import BattleAnnounced, BattleCalled, BattleNoticed
from ..field import Setting
from ..state import State, side_teams, told_to


def announce(teller: Teller[State], setting: Setting) -> None:
    """C-8.2: a scene (or an intrusion) begins a battle. Each side learns of its own people only (C-9.1)."""
    teller.tell(BattleAnnounced(setting), KEEPER_ONLY)
    teller.tell(BattleNoticed(setting.number), EVERYBODY)
    for side in setting.sides:
        called = BattleCalled(setting.number, setting.region, side.people, setting.preempts == side.key)
        teller.tell(called, told_to(teller.state, *side_teams(teller.state, side.people)))
