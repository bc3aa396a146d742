"""A power cut at any moment: no declaration that was acknowledged is lost, and nothing is adjudicated twice."""

from __future__ import annotations

import http.client
import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

from grailkeeper.campaign.entry import Entry, EntryKind
from grailkeeper.journal.file import Reading, entry_of
from grailkeeper.journal.verify import verify
from grailkeeper.rules.registry import by_name

from .hosted import Browser, Site, free_port

PREPARE = """
import json
from grailkeeper.web.start import prepare
prepare()
from web.people import account, holds
from web.test_seat import an_answer, asked
from web.wars import begun
from grailkeeper.web import accounts, models
player = account("참가자")
declared, agents = begun("sceneplay", teams=3), begun("bingo", teams=4)
holds(player, declared, models.Role.PLAYER, "t1")
for place in range(1, 5):
    models.AgentSeat.objects.create(war=agents, seat=f"t{place}", agent="steady")
filled, _ = an_answer(declared, asked(declared))
print(json.dumps([accounts.log_in(player, "x"), declared.key, agents.key, dict(filled)]))
"""

CUTS = 4


NAME = "servant.noble_phantasms.1.name"
"""Where in the order the mark is."""


def prepared(data: Path) -> tuple[str, str, str, dict[str, str]]:
    """A database with two wars: a player's token, the war to declare in, the war of agents, and what to fill in."""
    environment = {**os.environ, "GRAILKEEPER_DATA": str(data), "PYTHONPATH": os.pathsep.join(map(str, sys.path))}
    environment.pop("GRAILKEEPER_DATABASE", None)
    made = subprocess.run(
        [sys.executable, "-c", PREPARE], env=environment, capture_output=True, text=True, check=True
    ).stdout
    token, declared, agents, filled = json.loads(made)
    return token, declared, agents, filled


def entries_of(data: Path, war: str) -> tuple[Entry, ...]:
    with sqlite3.connect(data / "grailkeeper.sqlite3") as rows:
        lines = rows.execute("select line from site_entry where war_id = ? order by number", (war,)).fetchall()
    rows.close()
    found = [entry_of(line) for (line,) in lines]
    return tuple(each for each in found if each is not None)


class Declaring(threading.Thread):
    """A player who seals one order after another, each with a mark of its own, until nobody answers any more."""

    def __init__(self, site: Site, token: str, war: str, filled: dict[str, str], first: int) -> None:
        super().__init__()
        self.acknowledged: list[str] = []
        self.last = first
        self._filled = {f"f:{path}": value for path, value in filled.items()}
        self._browser, self._seat = Browser(site, token), f"/war/{war}/seat/t1"

    def run(self) -> None:
        try:
            while True:
                self.last += 1
                self._seal(f"표 {self.last}")
        except (OSError, http.client.HTTPException):
            return

    def _seal(self, mark: str) -> None:
        ask, review = (f"{self._seat}/{page}/t1/creation/" for page in ("ask", "review"))
        self._browser.send(ask, do="save", **{**self._filled, f"f:{NAME}": mark})
        digest = self._browser.get(review).partition('name="digest" value="')[2][:64]
        if "봉인한 선언" in self._browser.send(review, digest=digest):
            self.acknowledged.append(mark)


def test_nothing_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    token, declared, agents, filled = prepared(tmp_path)
    chance, acknowledged, marks = random.Random(7), list[str](), 0
    for _ in range(CUTS):
        site = Site(tmp_path, free_port())
        player = Declaring(site, token, declared, filled, marks)
        player.start()
        time.sleep(chance.uniform(0.5, 2.5))
        site.kill()
        player.join()
        acknowledged += player.acknowledged
        marks = player.last
    assert acknowledged
    entries = entries_of(tmp_path, declared)
    written = [str(each.body["order"]) for each in entries if each.kind is EntryKind.SEALED]
    assert [mark for mark in acknowledged if not any(f"'{mark}'" in order for order in written)] == []
    for war in (declared, agents):
        entries = entries_of(tmp_path, war)
        assert verify(by_name(), Reading(entries, 0, b"")).holds
        for kind in (EntryKind.CLOSED, EntryKind.PUBLISHED):
            calls = [str(each.body["call"]) for each in entries if each.kind is kind]
            assert len(calls) == len(set(calls))
    assert len(entries_of(tmp_path, agents)) > 10
