"""Killed at any moment, the site or a worker: nothing that was acknowledged is lost, and nothing is done twice."""

from __future__ import annotations

import http.client
import json
import os
import random
import subprocess
import sys
import threading
import time

from grailkeeper.campaign.entry import EntryKind
from grailkeeper.journal.file import Reading
from grailkeeper.journal.verify import verify
from grailkeeper.rules.registry import by_name

from .hosted import Browser, Site, Worker
from .places import Place

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

NAME = "servant.noble_phantasms.1.name"
"""Where in the order the mark is."""

WORKERS = 2
PATIENCE_SECONDS = 120


def prepared(place: Place) -> tuple[str, str, str, dict[str, str]]:
    """A place with two wars: a player's token, the war to declare in, the war of agents, and what to fill in."""
    environment = {**place.environment, "PYTHONPATH": os.pathsep.join(map(str, sys.path))}
    made = subprocess.run(
        [sys.executable, "-c", PREPARE], env=environment, capture_output=True, text=True, check=True
    ).stdout
    token, declared, agents, filled = json.loads(made)
    return token, declared, agents, filled


class Declaring(threading.Thread):
    """A player who seals one order after another, each with a mark of its own, until nobody answers any more."""

    def __init__(self, site: Site, token: str, war: str, filled: dict[str, str], first: int) -> None:
        super().__init__()
        self.acknowledged: list[str] = []
        self.heard = threading.Event()
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
            self.heard.set()


class Hosted:
    """A site of one process for pages and several that look after the wars, with a player who declares all the time.

    Each of them can be killed alone, and comes back.
    """

    def __init__(self, place: Place) -> None:
        self.token, self.declared, self.agents, self.filled = prepared(place)
        self.acknowledged: list[str] = []
        self._place, self._last = place, 0
        self.workers = [Worker(place) for _ in range(WORKERS)]
        self._open()

    def _open(self) -> None:
        self.site = Site(self._place, "--only", "web")
        self._player = Declaring(self.site, self.token, self.declared, self.filled, self._last)
        self._player.start()

    def play(self, seconds: float) -> None:
        """Go on for so long after the player was heard at least once."""
        assert self._player.heard.wait(PATIENCE_SECONDS)
        time.sleep(seconds)

    def cut(self, what: str) -> None:
        """Kill the site, or one of the workers."""
        if what == "worker":
            self.workers.pop(0).kill()
        else:
            self.site.kill()
            self._player.join()
            self.acknowledged += self._player.acknowledged
            self._last = self._player.last

    def mend(self, what: str) -> None:
        if what == "worker":
            self.workers.append(Worker(self._place))
        else:
            self._open()

    def end(self) -> None:
        self.cut("web")
        for worker in self.workers:
            worker.kill()


def test_nothing_is_lost_and_nothing_done_twice(place: Place) -> None:
    chance, hosted = random.Random(7), Hosted(place)
    for what in ("worker", "web", "worker", "web"):
        hosted.play(chance.uniform(0.0, 1.5))
        hosted.cut(what)
        hosted.mend(what)
    hosted.play(chance.uniform(0.0, 1.5))
    hosted.end()
    holds(place, hosted.declared, hosted.agents, hosted.acknowledged)


def test_nothing_is_lost_where_one_process_does_both(place: Place) -> None:
    token, declared, agents, filled = prepared(place)
    chance, acknowledged, last = random.Random(8), list[str](), 0
    for _ in range(2):
        site = Site(place)
        player = Declaring(site, token, declared, filled, last)
        player.start()
        assert player.heard.wait(PATIENCE_SECONDS)
        time.sleep(chance.uniform(0.0, 1.5))
        site.kill()
        player.join()
        acknowledged += player.acknowledged
        last = player.last
    holds(place, declared, agents, acknowledged)


def holds(place: Place, declared: str, agents: str, acknowledged: list[str]) -> None:
    """Every declaration that was acknowledged lies in the journal, and every step was done once."""
    assert acknowledged
    written = [str(each.body["order"]) for each in place.entries(declared) if each.kind is EntryKind.SEALED]
    assert [mark for mark in acknowledged if not any(f"'{mark}'" in order for order in written)] == []
    for war in (declared, agents):
        entries = place.entries(war)
        assert verify(by_name(), Reading(entries, 0, b"")).holds
        for kind in (EntryKind.CLOSED, EntryKind.PUBLISHED):
            calls = [str(each.body["call"]) for each in entries if each.kind is kind]
            assert len(calls) == len(set(calls))
    assert len(place.entries(agents)) > 10
