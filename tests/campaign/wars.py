"""Random wars of the toy through the commands of the campaign: every kind of entry, in any order that is allowed."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from grailkeeper.campaign import adjudicate, declare, keep
from grailkeeper.campaign.entry import Entry, EntryKind
from grailkeeper.campaign.outcome import Done, Outcome, Refused
from grailkeeper.campaign.war import War
from grailkeeper.core.call import Call, Mode
from grailkeeper.core.canon import Data
from grailkeeper.core.seal import padded_leaves
from grailkeeper.core.seat import EVERYBODY
from toy.state import ScoreCorrected
from toy.system import Toy

TOY = Toy()
SYSTEMS = {TOY.name: TOY}
SEED = bytes(range(32))


def begun(seats: int = 4, seed: bytes = SEED) -> Done:
    """A toy war with its first entry."""
    players = [{"team": ("red", "blue", "green")[n % 3], "coins": 3, "charms": 2} for n in range(seats)]
    done = keep.begin(TOY, "toy-war", "A toy war", {"seats": players}, {}, seed, at="2026-11-30T00:00:00+00:00")
    assert isinstance(done, Done), done
    return done


@dataclass
class Player:
    """Plays a war by drawn commands, and keeps every entry that was made."""

    dice: random.Random
    war: War
    entries: list[Entry]
    refused: list[Refused] = field(default_factory=list)

    def at(self) -> str:
        """When a command is given; nobody looks at a clock here."""
        return ""

    def take(self, outcome: Outcome) -> bool:
        if isinstance(outcome, Refused):
            self.refused.append(outcome)
            return False
        self.war = outcome.war
        self.entries.append(outcome.entry)
        return True

    def move(self) -> None:
        """One command, drawn by weight."""
        moves: list[tuple[int, Callable[[], Outcome | None]]] = [
            (40, self.declare),
            (12, self.close),
            (20, self.rule),
            (20, self.publish),
            (2, self.withdraw),
            (2, self.rewind),
            (2, self.correct),
            (2, self.pause),
        ]
        (make,) = self.dice.choices([move for _, move in moves], [weight for weight, _ in moves])
        outcome = make()
        if outcome is not None:
            self.take(outcome)

    def _call(self) -> Call | None:
        calls = [*self.war.calls, *self.war.system.standing(self.war.state)]
        return self.dice.choice(calls) if calls else None

    def declare(self) -> Outcome | None:
        call = self._call()
        if call is None or not call.asks:
            return None
        ask = self.dice.choice(call.asks)
        form = self.war.system.form(declare.seat_view(self.war, ask), call, ask)
        order = form.record.sample(self.dice.randrange)
        if call.mode is Mode.FLOOR:
            return declare.order(self.war, call.address, ask.whom, order, self.at())
        examined = declare.examine(self.war, call.address, ask.whom, order)
        if isinstance(examined, Refused):
            return examined
        return declare.seal(self.war, call.address, ask.whom, order, self.salts(ask.whom, examined.order), self.at())

    def salts(self, whom: str, order: Data) -> list[str]:
        return [f"{self.dice.getrandbits(128):032x}" for _ in padded_leaves(declare.bound(whom, order))]

    def close(self) -> Outcome | None:
        call = self._call()
        return None if call is None else adjudicate.close(self.war, call.address, self.at())

    def rule(self) -> Outcome | None:
        for address in self.war.closed:
            seen = adjudicate.preview(self.war, address)
            if isinstance(seen, Refused):
                return seen
            for point in seen.resolution.points:
                value = self.dice.choice(point.choices) if point.choices else self.dice.randrange(7)
                return adjudicate.rule(self.war, address, point.address, value, "so it is", self.at())
        return None

    def publish(self) -> Outcome | None:
        closed = list(self.war.closed)
        return adjudicate.publish(self.war, self.dice.choice(closed), self.at()) if closed else None

    def withdraw(self) -> Outcome | None:
        slots = list(self.war.sealed)
        return declare.withdraw(self.war, *self.dice.choice(slots), self.at()) if slots else None

    def rewind(self) -> Outcome | None:
        to = max(1, self.war.number - self.dice.randint(0, 12))
        return keep.rewind(self.war, to, "it was said wrongly", self.at())

    def correct(self) -> Outcome | None:
        seat = self.dice.choice(sorted(self.war.state.players))
        return adjudicate.correct(
            self.war, [(ScoreCorrected(seat, 1, "miscounted"), EVERYBODY)], "miscounted", self.at()
        )

    def pause(self) -> Outcome:
        return keep.pause(self.war, "" if self.war.paused else "a holiday", self.at())


def played(seed: int, moves: int = 120) -> Player:
    """A random war after so many commands."""
    first = begun(seats=2 + seed % 4)
    player = Player(random.Random(seed), first.war, [first.entry])
    for _ in range(moves):
        player.move()
        if player.war.paused:
            player.take(player.pause())
    return player


def kinds(entries: list[Entry]) -> set[EntryKind]:
    return {entry.kind for entry in entries}
