"""From a resolution to the data of an entry: facts, what each audience is told of them, what is opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from ..core.call import Answers, Ask, Call, Mode
from ..core.canon import Data
from ..core.chance import Chance, ChanceSource, Draw, SeededChance
from ..core.codec import decode, encode
from ..core.fact import Told
from ..core.form import read
from ..core.seal import drawn_salts, opened
from ..core.seal import seal as bind
from ..core.seat import EVERYBODY, Audience, only, seat_viewer
from ..core.system import Resolution, RuleSystem
from .fault import adjudicating
from .sealing import Frozen, Sealed, bound, held_anew, held_as_filed
from .telling import Telling, telling_of, tellings_of_fact
from .war import War


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
    answers: Mapping[str, Frozen]
    resolution: Resolution
    chance: Chance


def frozen(war: War, call: Call) -> dict[str, Frozen]:
    """The answer that holds for each of whom the call asks, in seat order; the silent are left out.

    A standing answer holds where nothing was sealed for the call itself, if the call still allows it: it is read
    again by the call's form, since limits may have changed, and counts as it is read.
    """
    held: dict[str, Frozen] = {}
    for ask in call.asks:
        sealed, standing = war.answer(call.address, ask), war.answer(call.standing, ask)
        if sealed is not None:
            held[ask.whom] = held_as_filed(call.address, sealed)
        elif standing is not None and (order := _read_again(war, call, ask, standing)) is not None:
            held[ask.whom] = held_anew(war.key, call.standing, standing, call.address, ask.whom, order)
    return held


def _read_again(war: War, call: Call, ask: Ask, standing: Sealed) -> Data:
    """A standing answer as the call's form reads it now, None where it is not allowed."""
    view = war.system.view(war.state, seat_viewer(ask.seat))
    order, problems = read(war.system.form(view, call, ask).record, standing.order)
    if not problems:
        problems = war.system.check(view, call, ask, order)
    return None if any(problem.binding for problem in problems) else order


def silence_print(war: War, call: Call, ask: Ask) -> str:
    """The fingerprint that stands for silence: of nothing, under salts that are drawn, and so like any other.

    It hangs on the call alone, so that it is the same when a rewind has the call closed again.
    """
    content = bound(ask.whom, None)
    salts = drawn_salts(SeededChance(war.seed, f"silence/{call.address}/{ask.whom}"), content)
    return bind(war.key, call.address, ask.seat, content, salts).fingerprint


def resolve(war: War, call: Call, chance: ChanceSource | None = None) -> Preview:
    """Resolve a closed call with the rulings taken so far. Pure; may be done any number of times."""
    held = war.closed[call.address]
    answers = Answers({whom: each.held.order for whom, each in held.items()})
    draws = (chance or war.chance).open(call.address, answered(war, call))
    rulings = war.rulings.get(call.address, {})
    with adjudicating(call.address):
        return Preview(call, held, war.system.resolve(war.state, call, answers, rulings, draws), draws)


def answered(war: War, call: Call) -> list[str]:
    """What the draws of a closed call hang on: the fingerprints it holds, or how many orders its floor has heard."""
    if call.mode is Mode.FLOOR:
        return [str(sum(war.heard(call.address).values()))]
    return [each.held.seal.fingerprint for each in war.closed[call.address].values()]


def opening_tellings(war: War, preview: Preview) -> list[Data]:
    """The leaves of sealed orders that become known, each with what is needed to check it."""
    found: list[Data] = []
    for opening in preview.resolution.openings:
        if opening.whom not in preview.answers:
            continue
        held = preview.answers[opening.whom].held
        paths = [(opening.whom, *path) for path in opening.paths]
        content = bound(opening.whom, held.order)
        body = {"opening": opened(war.key, preview.call.address, held.seat, content, held.seal, paths)}
        seats = war.system.seats(war.state)
        found.extend(telling.data() for telling in telling_of(body, opening.audience, seats))
    return found


def reason_tellings(war: War, preview: Preview) -> list[Data]:
    """The reasons of the keeper's rulings, each for whoever learns what followed from it: what the point was is told by
    that, and by nothing else."""
    reasons, seats = war.reasons.get(preview.call.address, {}), war.system.seats(war.state)
    return [
        telling.data()
        for point in preview.resolution.points
        if point.address in reasons
        for telling in telling_of({"ruled": reasons[point.address]}, point.told, seats)
    ]


def opened_whoms(preview: Preview) -> list[Data]:
    """Those of whose answers a leaf is opened to anybody."""
    whoms = {opening.whom for opening in preview.resolution.openings if opening.paths}
    return [whom for whom in preview.answers if whom in whoms]
