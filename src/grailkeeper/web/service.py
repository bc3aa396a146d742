"""Commands: carried to `campaign`, and what comes of them kept. The site decides nothing.

Every command is a function from the war as it stands to an outcome. It is run, its entry is appended, and where
somebody else was faster it is run again on the war as it is then. What is returned as done is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..campaign import declare, keep
from ..campaign.outcome import Outcome, Refused
from ..campaign.war import War
from ..core.call import Call, Mode
from ..core.canon import Data
from ..core.form import Identify
from ..core.problem import Problem
from ..core.seat import Viewer
from ..rules.registry import by_name
from ..views.gate import Gate
from . import clock, models, store

TRIES = 20
"""How often a command is run again because somebody else was faster."""

Command = Callable[[War], Outcome]


class BusyError(Exception):
    """A war moved on under every try. Nothing was written."""


def run(key: str, command: Command) -> Outcome:
    """Carry out a command on the war of that key. Raises War.DoesNotExist, EngineError, BusyError."""
    for _ in range(TRIES):
        war = store.load(models.War.objects.get(key=key))
        outcome = command(war)
        if isinstance(outcome, Refused):
            return outcome
        try:
            store.append(war, outcome.war, outcome.entry)
        except store.MovedError:
            continue
        return outcome
    raise BusyError(key)


def begin(
    system: str,
    title: str,
    setup: object,
    options: Mapping[str, object],
    hours: Mapping[str, Any],
    zone: str,
    identify: Identify,
    keeper: models.Account | None = None,
) -> models.War | tuple[Problem, ...]:
    """A new war, with whoever keeps it, or everything that is wrong with it. `system` is the name of one that is
    known."""
    seed, at = clock.seed(), clock.stamp()
    rules, policy = by_name()[system], {"hours": dict(hours)} if hours else {}
    outcome = keep.begin(rules, keep.key_of(seed), title, setup, options, seed, policy, at, identify)
    if isinstance(outcome, Refused):
        return outcome.problems
    return store.create(outcome.war, [outcome.entry], zone, keeper)


def declared(viewer: Viewer, address: str, whom: str, raw: object, identify: Identify) -> Command:
    """Declare for one who is asked: seal the answer, or have it heard where a floor is open."""

    def command(war: War) -> Outcome:
        understood = Gate(war, viewer).examine(address, whom, raw, identify)
        if isinstance(understood, Refused):
            return understood
        call = war.call(address)
        assert call is not None, "it was just examined"
        return filed(war, call, whom, understood.order)

    return command


def filed(war: War, call: Call, whom: str, order: Data) -> Outcome:
    """An answer sealed under fresh salts, or heard where a floor is open."""
    if call.mode is Mode.FLOOR:
        return declare.order(war, call.address, whom, order, clock.stamp())
    return declare.seal(war, call.address, whom, order, clock.salts(declare.bound(whom, order)), clock.stamp())


def withdrawn(viewer: Viewer, address: str, whom: str) -> Command:
    """Take back what the viewer has sealed."""

    def command(war: War) -> Outcome:
        kept = Gate(war, viewer).kept(address, whom)
        return kept if isinstance(kept, Refused) else declare.withdraw(war, address, whom, clock.stamp())

    return command
