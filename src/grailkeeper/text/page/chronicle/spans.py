"""What goes on over several judgments: chants, noble phantasms, retreats; and what has been lost, as a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....rules.chronicle import facts as f
from ....rules.chronicle.cards import Card
from ....rules.chronicle.tables import RETREAT_SLOTS, SLOTS
from ...drawn.chronicle import lost
from ...numbers import number
from ..pen import Pen
from .fight import Camp, Fight
from .who import Cast

WIDE, HIGH = 1000, 100
"""The units of the drawing of the lines."""


@dataclass(frozen=True, slots=True)
class SpanSight:
    """What goes on from one judgment to another."""

    sign: str
    first: int
    last: int
    what: str
    who: str


@dataclass(frozen=True, slots=True)
class TrackSight:
    """What a side has lost, as a line that goes down; `dash` tells the second line from the first."""

    sign: str
    name: str
    total: str
    path: str
    dash: bool


def spans_of(pen: Pen, fight: Fight, cast: Cast) -> tuple[SpanSight, ...]:
    """All that goes on, by its beginning."""
    found = [*_runs(pen, fight, cast), *_retreats(pen, fight, cast)]
    return tuple(sorted(found, key=lambda span: (span.first, span.last)))


def _runs(pen: Pen, fight: Fight, cast: Cast) -> Iterator[SpanSight]:
    """Chants with the spell that they lead to, and noble phantasms, as everybody in the battle sees them."""
    for person in fight.people:
        run: list[tuple[int, Card]] = []
        for judgment in fight.judgments:
            cards = [played.card for played in judgment.made.played if played.person == person]
            card = next(filter(_goes_on, cards), None)
            if run and (card is None or run[-1][1] is Card.MAGECRAFT or _other(run[-1][1], card)):
                yield from _run(pen, cast, person, run)
                run = []
            if card is not None:
                run.append((judgment.slot, card))
        yield from _run(pen, cast, person, run)


def _goes_on(card: Card) -> bool:
    return card in (Card.CHANT, Card.MAGECRAFT, Card.NOBLE_PHANTASM)


def _other(before: Card, card: Card) -> bool:
    return (before is Card.NOBLE_PHANTASM) is not (card is Card.NOBLE_PHANTASM)


def _run(pen: Pen, cast: Cast, person: str, run: list[tuple[int, Card]]) -> Iterator[SpanSight]:
    if not run or (len(run) == 1 and run[0][1] is Card.MAGECRAFT):
        return
    kinds = list(dict.fromkeys(card for _, card in run))
    said = " → ".join(str(pen.prose.value(card)) for card in kinds)
    yield SpanSight(cast[person].sign, run[0][0], run[-1][0], said, cast[person].name)


def _retreats(pen: Pen, fight: Fight, cast: Cast) -> Iterator[SpanSight]:
    last = max((judgment.slot for judgment in fight.judgments), default=0)
    for fact in fight.facts:
        if isinstance(fact, f.RetreatBegan):
            end = min(fact.slot + RETREAT_SLOTS - 1, last)
            yield SpanSight(cast[fact.person].sign, fact.slot, end, pen.prose.name("retreat"), cast[fact.person].name)


# Lines


def tracks_of(fight: Fight, cast: Cast) -> tuple[TrackSight, ...]:
    """The health that each side has lost, judgment by judgment, to one scale; in a melee of those that lost any."""
    lines = [(camp, steps) for camp in fight.camps if (steps := _steps(fight, camp))]
    most = max((steps[-1] for _, steps in lines), default=0)
    if not most:
        return ()
    lines = [(camp, steps) for camp, steps in lines if steps[-1] or not fight.melee]
    return tuple(
        TrackSight(
            cast[camp.people[0]].sign, cast.camp(camp), number(-steps[-1]), _path(fight, steps, most), bool(place % 2)
        )
        for place, (camp, steps) in enumerate(lines)
    )


def _steps(fight: Fight, camp: Camp) -> list[int]:
    total, steps = 0, []
    for judgment in fight.judgments:
        total += sum(lost(judgment.made, person)[0] for person in camp.people)
        steps.append(total)
    return steps


def _path(fight: Fight, steps: list[int], most: int) -> str:
    """A line that steps down in the middle of each judgment."""
    width = WIDE // SLOTS
    path = "M0 0"
    for judgment, total in zip(fight.judgments, steps, strict=True):
        path += f"H{width * judgment.slot - width // 2}V{HIGH * total / most:.1f}"
    return f"{path}H{width * max(judgment.slot for judgment in fight.judgments)}"
