"""Wars for the tests of the site."""

from __future__ import annotations

import hashlib
from typing import Any
from unittest import mock

from grailkeeper.agents.roster import agent
from grailkeeper.agents.table import AgentTable
from grailkeeper.campaign import keep
from grailkeeper.campaign.desk import WarDesk
from grailkeeper.campaign.entry import Entry
from grailkeeper.campaign.outcome import Done
from grailkeeper.campaign.war import after
from grailkeeper.core.call import Call
from grailkeeper.core.canon import Data
from grailkeeper.core.drive import play_call
from grailkeeper.core.form import plain_words
from grailkeeper.core.point import Point
from grailkeeper.rules.registry import by_name
from grailkeeper.web import clock, models, service, store

SEED = hashlib.sha256(b"site").digest()


def begun(system: str = "sceneplay", teams: int = 3, **options: Any) -> models.War:
    """A new war of a few teams, from a seed that is always the same."""
    names = {f"t{number}": f"팀{number}" for number in range(1, teams + 1)}
    setup = by_name()[system].war_setup(names)
    with mock.patch.object(clock, "seed", lambda: hashlib.sha256(SEED + system.encode()).digest()):
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


class _PointError(Exception):
    """The rules have asked the keeper."""


class _Asking(AgentTable):
    """A table that stops where the rules are silent."""

    def rule(self, call: Call, point: Point) -> Data:
        if point.verdict is None:
            raise _PointError
        return super().rule(call, point)


def with_a_point(system: str) -> models.War:
    """A war that waits for a ruling: played by agents until a resolution needs one."""
    names = {f"t{number}": f"팀{number}" for number in range(1, 6)}
    rules = by_name()[system]
    for turn in range(20):
        seed = hashlib.sha256(f"{system}{turn}".encode()).digest()
        begun = keep.begin(rules, keep.key_of(seed), "물음", rules.war_setup(names), {}, seed)
        assert isinstance(begun, Done)
        entries = [begun.entry]
        desk = WarDesk(begun.war, entries.append)
        seats = {seat.key: agent("random", system) for seat in rules.seats(begun.war.state)}
        table = _Asking(desk, seats, seed)
        try:
            while desk.calls():
                play_call(desk, table, desk.calls()[0])
        except _PointError:
            return store.create(desk.war, entries, "Asia/Seoul")
    raise AssertionError(f"no war of {system} has asked its keeper")


def war_of(war: models.War) -> models.War:
    return models.War.objects.get(key=war.key)
