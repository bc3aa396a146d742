"""Adjudicating: close a call, preview it, rule on its points, publish; and correct what was published."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence

from ..core.call import Call, Mode
from ..core.canon import Data
from ..core.chance import ChanceSource
from ..core.fact import Fact, Told
from ..core.point import Point
from ..core.problem import Problem
from ..core.seat import Audience
from .entry import EntryKind
from .fault import adjudicating
from .outcome import Outcome, Refused, append, halted, outdated, refuse
from .resolving import (
    Preview,
    fact_data,
    frozen,
    opened_whoms,
    opening_tellings,
    reason_tellings,
    resolve,
    silence_print,
    tellings,
)
from .sealing import Frozen
from .telling import Telling, audiences, telling_of, tellings_of
from .war import War


def close(war: War, address: str, at: str = "", reason: str = "") -> Outcome:
    """Close an open call: what lies sealed is frozen in seat order, and its fingerprints are told."""
    if stopped := halted(war) or outdated(war):
        return stopped
    call = next((call for call in war.calls if call.address == address), None)
    if call is None:
        return refuse("call_not_open", culprit=address)
    if address in war.closed:
        return refuse("call_closed", call.clause, address)
    with adjudicating(address):
        held = frozen(war, call) if call.mode is Mode.SEALED else {}
        told = closing_tellings(war, call, held)
    body: dict[str, Data] = {
        "call": address,
        "answers": [_answer_data(whom, each) for whom, each in held.items()],
        "reason": reason,
        "tellings": [telling.data() for telling in told],
    }
    return append(war, EntryKind.CLOSED, body, at)


def _answer_data(whom: str, answer: Frozen) -> dict[str, Data]:
    """Where an answer lay, and how it was read where that is not how it was filed."""
    data: dict[str, Data] = {"whom": whom, "filed": answer.address}
    return data if answer.held.order == answer.filed.order else {**data, "read": answer.held.order}


def closing_tellings(war: War, call: Call, held: Mapping[str, Frozen]) -> tuple[Telling, ...]:
    """Whoever may know of a sealed call is told that it has closed, with the fingerprints of those of whom it may
    know that they were asked. Silence has one too: who declared nothing is not told. The close of a floor tells
    nothing that was not told.
    """
    if call.mode is Mode.FLOOR:
        return ()
    prints = {
        ask.whom: held[ask.whom].held.seal.fingerprint if ask.whom in held else silence_print(war, call, ask)
        for ask in call.asks
    }
    bodies: dict[str, dict[str, Data]] = {}
    for key, viewer in audiences(war.system.seats(war.state)).items():
        if call.known_to(viewer):
            known = {ask.whom: prints[ask.whom] for ask in call.known_asks(viewer)}
            bodies[key] = {"closed": call.address, "fingerprints": known}
    return tellings_of(bodies)


def preview(war: War, address: str, chance: ChanceSource | None = None) -> Preview | Refused:
    """What publishing a closed call would tell, and the points in it. For the keeper's eyes, in a pause too."""
    if stopped := outdated(war):
        return stopped
    if war.ended:
        return refuse("war_ended")
    call = next((call for call in war.calls if call.address == address), None)
    if call is None:
        return refuse("call_not_open", culprit=address)
    if address not in war.closed:
        return refuse("call_not_closed", call.clause, address)
    return resolve(war, call, chance)


def rule(
    war: War,
    address: str,
    point: str,
    value: Data,
    reason: str = "",
    at: str = "",
    chance: ChanceSource | None = None,
    told: bool | None = True,
) -> Outcome:
    """The keeper's ruling on a point of a closed call. It may be changed until the call is published, and then its
    reason is `told` to whoever learns what followed from it (None: as before reasons were)."""
    if stopped := halted(war):
        return stopped
    seen = preview(war, address, chance)
    if isinstance(seen, Refused):
        return seen
    found = next((each for each in seen.resolution.points if each.address == point), None)
    if found is None:
        return refuse("no_such_point", culprit=point)
    if not _may_be(found, value):
        accepted = ", ".join(map(_written, found.choices)) or "…"
        return refuse("bad_ruling", found.clause, point, accepted=accepted)
    body: dict[str, Data] = {"call": address, "point": point, "value": value, "reason": reason}
    if told is not None:
        body["told"] = told and bool(reason)
    return append(war, EntryKind.RULED, body, at)


def _written(choice: Data) -> str:
    """A choice by its identifier."""
    return ("yes" if choice else "no") if isinstance(choice, bool) else str(choice)


def _may_be(point: Point, value: Data) -> bool:
    """Yes is not 1."""
    if point.choices:
        return any(type(value) is type(choice) and value == choice for choice in point.choices)
    return isinstance(value, int) and not isinstance(value, bool)


def publish(war: War, address: str, at: str = "", chance: ChanceSource | None = None) -> Outcome:
    """Publish a closed call: its facts, what each audience is told, what is opened of the orders."""
    if stopped := halted(war):
        return stopped
    source = chance or war.chance
    seen = preview(war, address, source)
    if isinstance(seen, Refused):
        return seen
    waiting = seen.resolution.open_points(war.rulings.get(address, {}))
    if waiting:
        return Refused(tuple(_point_open(point) for point in waiting))
    with adjudicating(address):
        body: dict[str, Data] = {
            "call": address,
            "facts": fact_data(war, seen.resolution.told),
            "opened": opened_whoms(seen),
            "tellings": [
                *opening_tellings(war, seen),
                *reason_tellings(war, seen),
                *tellings(war, seen.resolution.told),
            ],
        }
        done = append(war, EntryKind.PUBLISHED, body, at)
    source.settle(seen.chance)
    return done


def _point_open(point: Point) -> Problem:
    return refuse("point_open", point.clause, point.address).problems[0]


def correct(war: War, facts: Sequence[tuple[Fact, Audience]], reason: str, at: str = "") -> Outcome:
    """Correct what was published, by facts of the kinds that the system allows for it. The reason is told too.

    What the rules never let be is refused with its bounds and their clause; for each fact as it is after those before.
    """
    if war.ended:
        return refuse("war_ended")
    if not reason.strip():
        return refuse("reason_missing", culprit="reason")
    if not facts:
        return refuse("nothing_to_correct")
    for fact, _ in facts:
        if type(fact) not in war.system.corrections:
            return refuse("not_a_correction", culprit=fact.kind)
    problems = _wrong_with(war, [fact for fact, _ in facts])
    if problems:
        return Refused(problems)
    told = [Told(fact, audience) for fact, audience in facts]
    with adjudicating():
        affected = functools.reduce(Audience.__or__, (audience for _, audience in facts))
        reasons = telling_of({"corrected": reason}, affected, war.system.seats(war.state))
        body: dict[str, Data] = {
            "reason": reason,
            "facts": fact_data(war, told),
            "tellings": [*(telling.data() for telling in reasons), *tellings(war, told)],
        }
        return append(war, EntryKind.CORRECTED, body, at)


def _wrong_with(war: War, corrections: Iterable[Fact]) -> tuple[Problem, ...]:
    """The problems of the first correction that has any: those after it would be judged in a war that never is."""
    state = war.state
    with adjudicating():
        for fact in corrections:
            problems = war.system.check_correction(state, fact)
            if problems:
                return problems
            state = war.system.apply(state, fact)
    return ()
