"""From a resolution to the data of an entry: facts, what each audience is told of them, what is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ..core.call import Answers, Call
from ..core.canon import Data
from ..core.chance import Chance, ChanceSource, Draw
from ..core.codec import decode, encode
from ..core.fact import Told
from ..core.seal import opened
from ..core.seat import EVERYBODY, Audience, only, seat_viewer
from ..core.system import Resolution, RuleSystem
from .telling import Telling, telling_of, tellings_of_fact
from .war import Slot, War


def audience_data(audience: Audience) -> Data:
    return None if audience.seats is None else sorted(audience.seats)


def fact_data(war: War, told: Sequence[Told]) -> list[Data]:
    """Facts with their audience and dice."""
    return [
        {
            "fact": war.system.facts.encode(each.fact),
            "audience": audience_data(each.audience),
            "dice": encode(each.dice),
        }
        for each in told
    ]


def told_from(war: War, facts: Data) -> tuple[Told, ...]:
    """The facts that an entry carries, as they were told."""
    return tuple(
        Told(
            war.system.facts.decode(each["fact"]),
            audience_from(each["audience"]),
            tuple(decode(Draw, draw) for draw in each["dice"]),
        )
        for each in cast(Sequence[Mapping[str, Any]], facts)
    )


def audience_from(data: Sequence[str] | None) -> Audience:
    return EVERYBODY if data is None else only(data)


def tellings(war: War, told: Sequence[Told]) -> list[Data]:
    """What each audience is told of these facts, as the seats were when each fact came to be."""
    return [telling.data() for telling in _fact_tellings(war.system, war.state, told)]


def _fact_tellings(system: RuleSystem[Any], state: Any, told: Sequence[Told]) -> list[Telling]:
    found: list[Telling] = []
    for each in told:
        state = system.apply(state, each.fact)
        found.extend(tellings_of_fact(each, system.facts, system.seats(state)))
    return found


@dataclass(frozen=True, slots=True)
class Preview:
    """A resolution that is not published yet: only the keeper may see it."""

    call: Call
    answers: Mapping[str, Slot]
    resolution: Resolution
    chance: Chance


def frozen(war: War, call: Call) -> dict[str, Slot]:
    """The slot whose order holds for each of whom the call asks, in seat order; the silent are left out.

    A standing answer holds where nothing was sealed and where it is still allowed.
    """
    slots: dict[str, Slot] = {}
    for ask in call.asks:
        for slot in ((call.address, ask.whom), (call.standing, ask.whom)):
            if slot in war.sealed and (slot[0] == call.address or _allowed(war, call, slot)):
                slots[ask.whom] = slot
                break
    return slots


def _allowed(war: War, call: Call, slot: Slot) -> bool:
    ask = call.ask_for(slot[1])
    assert ask is not None
    view = war.system.view(war.state, seat_viewer(ask.seat))
    return not any(problem.binding for problem in war.system.check(view, call, ask, war.sealed[slot].order))


def resolve(war: War, call: Call, chance: ChanceSource | None = None) -> Preview:
    """Resolve a closed call with the rulings taken so far. Pure; may be done any number of times."""
    slots = war.closed[call.address]
    answers = Answers({whom: war.sealed[slot].order for whom, slot in slots.items()})
    fingerprints = [war.sealed[slot].seal.fingerprint for slot in slots.values()]
    draws = (chance or war.chance).open(call.address, fingerprints)
    rulings = war.rulings.get(call.address, {})
    return Preview(call, slots, war.system.resolve(war.state, call, answers, rulings, draws), draws)


def opening_tellings(war: War, preview: Preview) -> list[Data]:
    """The leaves of sealed orders that become known, each with what is needed to check it."""
    found: list[Data] = []
    for opening in preview.resolution.openings:
        slot = preview.answers.get(opening.whom)
        if slot is None:
            continue
        sealed = war.sealed[slot]
        paths = [(opening.whom, *path) for path in opening.paths]
        body = {"opening": opened(war.key, slot[0], sealed.seat, {opening.whom: sealed.order}, sealed.seal, paths)}
        seats = war.system.seats(war.state)
        found.extend(telling.data() for telling in telling_of(body, opening.audience, seats))
    return found


def opened_slots(preview: Preview) -> list[Data]:
    """The slots of which a leaf is opened to anybody."""
    whoms = {opening.whom for opening in preview.resolution.openings if opening.paths}
    return [list(slot) for whom, slot in preview.answers.items() if whom in whoms]
