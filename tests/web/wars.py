"""Wars for the tests of the site."""

from __future__ import annotations

import hashlib
from typing import Any
from unittest import mock

from grailkeeper.agents.roster import agent
from grailkeeper.agents.table import AgentTable
from grailkeeper.campaign.desk import WarDesk
from grailkeeper.campaign.entry import Entry
from grailkeeper.campaign.war import after
from grailkeeper.core.drive import play_call
from grailkeeper.core.form import plain_words
from grailkeeper.rules.registry import by_name
from grailkeeper.web import clock, models, service, store

SEED = hashlib.sha256(b"site").digest()


def begun(system: str = "sceneplay", teams: int = 3, **options: Any) -> models.War:
    """A new war of a few teams, from a seed that is always the same."""
    names = {f"t{number}": f"팀{number}" for number in range(1, teams + 1)}
    setup = by_name()[system].war_setup(names)
    with mock.patch.object(clock, "seed", lambda: SEED):
        war = service.begin(system, "백하항 성배전쟁", setup, options, {"default": 48}, "Asia/Seoul", plain_words)
    assert isinstance(war, models.War), war
    return war


def played(row: models.War, calls: int) -> None:
    """Let agents answer so many calls, entry by entry through the store."""
    war = store.load(row)

    def keep(entry: Entry) -> None:
        nonlocal war
        moved = after(war, entry)
        store.append(war, moved, entry)
        war = moved

    desk = WarDesk(war, keep)
    seats = {seat.key: agent("steady", desk.system.name) for seat in desk.system.seats(war.state)}
    table = AgentTable(desk, seats, SEED)
    for _ in range(calls):
        if not desk.calls():
            break
        play_call(desk, table, desk.calls()[0])
    row.refresh_from_db()
