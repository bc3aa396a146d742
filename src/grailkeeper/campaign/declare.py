"""Declaring: an order is read, checked from the seat's own view, and sealed, withdrawn, or heard on a floor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..core.call import Answers, Ask, Call, Mode
from ..core.canon import Data, digest
from ..core.chance import ChanceSource
from ..core.form import Identify, plain_words, read
from ..core.problem import Problem
from ..core.seal import seal as bind
from ..core.seat import seat_viewer
from . import sealing
from .entry import EntryKind
from .fault import EngineError, adjudicating
from .outcome import Outcome, Refused, append, halted, outdated, refuse
from .resolving import fact_data, tellings
from .war import War


@dataclass(frozen=True, slots=True)
class Examined:
    """An order as it was understood, and what is suspicious about it."""

    call: Call
    ask: Ask
    order: Data
    problems: tuple[Problem, ...]


def examine(war: War, address: str, whom: str, raw: object, identify: Identify = plain_words) -> Examined | Refused:
    """Read and check an answer without filing it. The problems are all there are, at once."""
    found = find_ask(war, address, whom)
    if isinstance(found, Refused):
        return found
    call, ask = found
    with adjudicating(address):
        view = seat_view(war, ask)
        order, problems = read(war.system.form(view, call, ask).record, raw, identify)
        if not problems:
            problems = war.system.check(view, call, ask, order)
    if any(problem.binding for problem in problems):
        return Refused(problems)
    return Examined(call, ask, order, problems)


def find_ask(war: War, address: str, whom: str) -> tuple[Call, Ask] | Refused:
    """The open call of that address and whom of it is asked."""
    call = war.call(address)
    ask = None if call is None else call.ask_for(whom)
    if call is None or ask is None:
        return refuse("not_asked", culprit=whom, call=address)
    if address in war.closed:
        return refuse("call_closed", call.clause, whom, call=address)
    return call, ask


def seat_view(war: War, ask: Ask) -> Any:
    """What the seat that is asked may know: all that a form and a check are made from."""
    return war.system.view(war.state, seat_viewer(ask.seat))


bound = sealing.bound


def seal(war: War, address: str, whom: str, raw: object, salts: Sequence[str], at: str = "") -> Outcome:
    """Seal an answer to a sealed call, or a standing answer. A later one takes the place of an earlier.

    `salts`: one for each leaf of `bound(whom, order)` of the examined order, fresh, 32 hexadecimal digits.
    """
    if stopped := halted(war):
        return stopped
    examined = examine(war, address, whom, raw)
    if isinstance(examined, Refused):
        return examined
    if examined.call.mode is Mode.FLOOR:
        return refuse("not_sealed_here", examined.call.clause, whom)
    if war.answer(address, examined.ask) is not None and not examined.call.withdrawable:
        return refuse("already_sealed", examined.call.clause, whom)
    made = bind(war.key, address, examined.ask.seat, bound(whom, examined.order), salts)
    body: dict[str, Data] = {
        "call": address,
        "whom": whom,
        "seat": examined.ask.seat,
        "order": examined.order,
        "salts": made.salts,
        "fingerprint": made.fingerprint,
    }
    return append(war, EntryKind.SEALED, body, at, examined.problems)


def withdraw(war: War, address: str, whom: str, at: str = "") -> Outcome:
    """Take a sealed answer back, where its call allows that."""
    if stopped := halted(war):
        return stopped
    found = find_ask(war, address, whom)
    if isinstance(found, Refused):
        return found
    call, ask = found
    if war.answer(address, ask) is None:
        return refuse("nothing_sealed", call.clause, whom)
    if not call.withdrawable:
        return refuse("not_withdrawable", call.clause, whom)
    return append(war, EntryKind.WITHDRAWN, {"call": address, "whom": whom, "seat": ask.seat}, at)


def order(war: War, address: str, whom: str, raw: object, at: str = "", chance: ChanceSource | None = None) -> Outcome:
    """Hear an order on a floor: it is resolved at once, in the order of the journal."""
    if stopped := halted(war) or outdated(war):
        return stopped
    examined = examine(war, address, whom, raw)
    if isinstance(examined, Refused):
        return examined
    if examined.call.mode is Mode.SEALED:
        return refuse("not_a_floor", examined.call.clause, whom)
    source = chance or war.chance
    draws = source.open(address, arrival(war, address, whom, examined.order))
    with adjudicating(address):
        answers = Answers({whom: examined.order}, closing=False)
        resolution = war.system.resolve(war.state, examined.call, answers, {}, draws)
        if waiting := resolution.open_points({}):
            raise EngineError(address, f"on a floor nobody can rule on the point {waiting[0].address}")
        body: dict[str, Data] = {
            "call": address,
            "whom": whom,
            "seat": examined.ask.seat,
            "order": examined.order,
            "facts": fact_data(war, resolution.told),
            "tellings": tellings(war, resolution.told),
        }
        done = append(war, EntryKind.ORDERED, body, at, examined.problems)
    source.settle(draws)
    return done


def arrival(war: War, address: str, whom: str, order: Data) -> list[str]:
    """What the draws of an order on a floor hang on: how many came before it, whose it is, and what it says."""
    return [str(sum(war.heard(address).values())), digest([whom, order])]
