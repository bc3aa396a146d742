"""What happens by itself: agents answer, questions close when their time is up or all have answered, what is clear is
published.

Each step is a command that looks again whether it is called for on the war as it stands. So a step that was done
already, by another worker or before a crash, is simply not called for any more, and nothing is done twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import partial

from ..agents.question import Question
from ..agents.roster import agent
from ..agents.table import ROUNDS, renamed
from ..campaign import adjudicate, declare
from ..campaign.deadline import silent
from ..campaign.outcome import Done, Outcome, Refused, halted
from ..campaign.war import War
from ..core.call import Ask, Call, Mode
from ..core.canon import Data
from ..core.chance import SeededChance
from ..core.problem import illegal
from ..core.seat import seat_viewer
from ..text.calling import called_in
from . import absence, clock, models, service, store
from .absence import Table
from .hours import Hours, grant, hours_of
from .policy import way_of
from .service import Command

NOT_CALLED_FOR = Refused((illegal("not_called_for", ""),))
"""A step that is not to be done, or not any more. Nobody is shown this."""


Step = Callable[[], bool]
"""Something that seems to be called for; whether it was still to be done, and is."""


def settle(key: str, most: int = 1000) -> int:
    """Do everything that is called for in a war, step by step; how many steps were done.

    Raises EngineError where the rules fail: then that step is not done, and the keeper must look at it.
    """
    done = 0
    while done < most and _one(key):
        done += 1
    return done


def _one(key: str) -> bool:
    """One step, the first that is called for."""
    row = models.War.objects.get(key=key)
    war = store.load(row)
    if halted(war):
        return False
    absence.count_questions(row, war)
    return any(step() for step in _steps(row, war, absence.table_of(row), hours_of(row)))


def _run(key: str, command: Command) -> bool:
    return isinstance(service.run(key, command), Done)


def _steps(row: models.War, war: War, table: Table, hours: Hours) -> Iterator[Step]:
    """The steps that seem to be called for, in their order."""
    alone = table.alone(war)
    for call in war.calls:
        if call.address in war.closed:
            if alone or way_of(row, call.kind) == models.Publishing.CLEAR:
                yield partial(_run, row.key, _published(call.address))
            continue
        yield from (partial(_run, row.key, command) for command in _answers(war, call, table, hours))
        if alone:
            yield partial(_run, row.key, _closed(call.address, alone))
        elif table.may_close_early(war, call):
            yield partial(_run, row.key, _closed(call.address, False))
        elif table.fills_early(war, call):
            yield from _filled(row, war, call)
        elif hours.overdue(war, call, clock.now()):
            if hours.may_wait(war, call) and silent(war, call, table.spared(call)):
                yield partial(grant, row.key, call.address, row.grace)
            if row.silence == models.Silence.AGENT and call.mode is Mode.SEALED:
                yield from _filled(row, war, call)
            yield partial(_run, row.key, _closed(call.address, False))


def _filled(row: models.War, war: War, call: Call) -> Iterator[Step]:
    """A program answers for the silent of a question in which nobody else is waited for."""
    for ask in silent(war, call):
        yield partial(_run, row.key, _answered(absence.FILLS, call.address, ask.whom, {}))


# Agents


def _answers(war: War, call: Call, table: Table, hours: Hours) -> Iterator[Command]:
    heard = war.heard(call.address)
    for ask in call.asks:
        waits = heard.get(ask.whom, 0) < ROUNDS if call.mode is Mode.FLOOR else war.answer(call.address, ask) is None
        if ask.seat in table.agents and waits and _is_time(table.speaks_from(war, call, ask.seat, hours)):
            yield _answered(table.agents[ask.seat], call.address, ask.whom, heard)


def _is_time(moment: datetime | None) -> bool:
    return moment is None or moment <= clock.now()


def _answered(name: str, address: str, whom: str, heard: Mapping[str, int]) -> Command:
    """An agent's answer. On a floor it is given where nobody has spoken since it was thought of."""

    def command(war: War) -> Outcome:
        found = declare.find_ask(war, address, whom)
        if isinstance(found, Refused):
            return found
        call, ask = found
        if war.answer(address, ask) is not None or war.heard(address) != heard:
            return NOT_CALLED_FOR
        order = _order(name, war, call, ask, heard.get(whom, 0))
        if order is None:
            return NOT_CALLED_FOR
        examined = declare.examine(war, address, whom, order)
        return examined if isinstance(examined, Refused) else service.filed(war, call, whom, examined.order)

    return command


def _order(name: str, war: War, call: Call, ask: Ask, heard: int) -> Data:
    """What the agent of that name says, from what the seat sees and nothing else."""
    system = war.system
    view = system.view(war.state, seat_viewer(ask.seat))
    form = system.form(view, call, ask)
    question = Question(call, ask, view, form, lambda order: system.check(view, call, ask, order), heard)
    seed = hashlib.sha256(b"agents" + war.seed).digest()
    chance = SeededChance(seed, f"agent/{call.address}/{ask.whom}/{heard}", war.rewinds)
    order = agent(name, system.name).answer(question, lambda below: chance.draw("pick", below).value)
    return renamed(order, called_in(war))


# Closing and publishing


def _closed(address: str, alone: bool) -> Command:
    """Close a question whose time is up, or that all have answered who are waited for. Where agents are alone there is
    nobody whom the moment of closing could tell anything."""

    def command(war: War) -> Outcome:
        call = next((each for each in war.calls if each.address == address), None)
        if call is None or address in war.closed:
            return NOT_CALLED_FOR
        if alone or _closes_by_itself(war, call):
            return adjudicate.close(war, address, clock.stamp())
        return NOT_CALLED_FOR

    return command


def _closes_by_itself(war: War, call: Call) -> bool:
    row = models.War.objects.get(key=war.key)
    if absence.table_of(row).may_close_early(war, call):
        return True
    return hours_of(row).overdue(war, call, clock.now())


def _published(address: str) -> Command:
    """Publish what is clear: without a point that waits for a ruling."""
    return lambda war: adjudicate.publish(war, address, clock.stamp())


def next_due(row: models.War, war: War) -> datetime | None:
    """When something may be called for though nothing was written: a question's time is up, or half of it, which those
    who stand in wait for."""
    hours, table, now = hours_of(row), absence.table_of(row), clock.now()
    moments = [moment for call in war.calls if (moment := hours.due(war, call)) is not None]
    for call in war.calls:
        spoken = [table.speaks_from(war, call, ask.seat, hours) for ask in call.asks]
        moments += [moment for moment in spoken if moment is not None and moment > now]
    return min(moments, default=None)
