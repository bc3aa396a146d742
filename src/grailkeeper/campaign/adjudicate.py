"""Adjudicating: close a call, preview it, rule on its points, publish; and correct what was published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..core.call import Call, Mode
from ..core.canon import Data
from ..core.chance import ChanceSource
from ..core.fact import Fact, Told
from ..core.point import Point
from ..core.problem import Problem
from ..core.seat import Audience, only
from .entry import EntryKind
from .outcome import Outcome, Refused, append, halted, outdated, refuse
from .resolving import Preview, fact_data, frozen, opened_slots, opening_tellings, resolve, tellings
from .telling import telling_of
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
    slots = frozen(war, call)
    body: dict[str, Data] = {
        "call": address,
        "answers": [[whom, *slot] for whom, slot in slots.items()],
        "reason": reason,
        "tellings": _fingerprints_told(war, call, slots) if call.mode is Mode.SEALED else [],
    }
    return append(war, EntryKind.CLOSED, body, at)


def _fingerprints_told(war: War, call: Call, slots: Mapping[str, tuple[str, str]]) -> list[Data]:
    """Who may know who is asked is told all fingerprints; everybody asked is told the own one at least."""
    prints: dict[str, Data] = {
        ask.whom: war.sealed[slots[ask.whom]].seal.fingerprint if ask.whom in slots else None for ask in call.asks
    }
    seats = war.system.seats(war.state)
    found = list(telling_of({"closed": call.address, "fingerprints": prints}, call.asked_to, seats))
    for ask in call.asks:
        if call.asked_to.seats is not None and ask.seat not in call.asked_to.seats:
            own: dict[str, Data] = {"closed": call.address, "fingerprints": {ask.whom: prints[ask.whom]}}
            found.extend(telling_of(own, only([ask.seat]), seats))
    return [telling.data() for telling in found]


def preview(war: War, address: str, chance: ChanceSource | None = None) -> Preview | Refused:
    """What publishing a closed call would tell, and the points in it. For the keeper's eyes."""
    if stopped := halted(war) or outdated(war):
        return stopped
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
) -> Outcome:
    """The keeper's ruling on a point of a closed call. It may be changed until the call is published."""
    seen = preview(war, address, chance)
    if isinstance(seen, Refused):
        return seen
    found = next((each for each in seen.resolution.points if each.address == point), None)
    if found is None:
        return refuse("no_such_point", culprit=point)
    if not _may_be(found, value):
        accepted = ", ".join(str(choice) for choice in found.choices) or "…"
        return refuse("bad_ruling", found.clause, point, accepted=accepted)
    body: dict[str, Data] = {"call": address, "point": point, "value": value, "reason": reason}
    return append(war, EntryKind.RULED, body, at)


def _may_be(point: Point, value: Data) -> bool:
    if point.choices:
        return value in point.choices
    return isinstance(value, int) and not isinstance(value, bool)


def publish(war: War, address: str, at: str = "", chance: ChanceSource | None = None) -> Outcome:
    """Publish a closed call: its facts, what each audience is told, what is opened of the orders."""
    source = chance or war.chance
    seen = preview(war, address, source)
    if isinstance(seen, Refused):
        return seen
    waiting = seen.resolution.open_points(war.rulings.get(address, {}))
    if waiting:
        return Refused(tuple(_point_open(point) for point in waiting))
    source.settle(seen.chance)
    body: dict[str, Data] = {
        "call": address,
        "facts": fact_data(war, seen.resolution.told),
        "opened": opened_slots(seen),
        "tellings": [*opening_tellings(war, seen), *tellings(war, seen.resolution.told)],
    }
    return append(war, EntryKind.PUBLISHED, body, at)


def _point_open(point: Point) -> Problem:
    return refuse("point_open", point.clause, point.address).problems[0]


def correct(war: War, facts: Sequence[tuple[Fact, Audience]], reason: str, at: str = "") -> Outcome:
    """Correct what was published, by facts of the kinds that the system allows for it. The reason is told too."""
    if war.ended:
        return refuse("war_ended")
    if not reason.strip():
        return refuse("reason_missing", culprit="reason")
    for fact, _ in facts:
        if not isinstance(fact, war.system.corrections):
            return refuse("not_a_correction", culprit=fact.kind)
    told = [Told(fact, audience) for fact, audience in facts]
    audience = told[0].audience
    for each in told[1:]:
        audience = audience | each.audience
    reasons = telling_of({"corrected": reason}, audience, war.system.seats(war.state))
    body: dict[str, Data] = {
        "reason": reason,
        "facts": fact_data(war, told),
        "tellings": [*(telling.data() for telling in reasons), *tellings(war, told)],
    }
    return append(war, EntryKind.CORRECTED, body, at)
