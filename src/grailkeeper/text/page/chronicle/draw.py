"""A battle of chronicle as a part of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from ....core.fact import Fact
from ....rules.chronicle import facts as f
from ....rules.chronicle import outcomes as o
from ....rules.chronicle.cards import Card
from ....rules.chronicle.tables import SLOTS
from ...numbers import number
from ..battle import CardSide, Party, anchor_of, written_card
from ..blocks import written
from ..pen import Pen
from ..said import said
from .after import after_battle
from .clauses import BINDING, clause_of
from .fight import Camp, Fight
from .scenes import by_team
from .slots import folds, rows_of, slots_of
from .spans import spans_of, tracks_of
from .spells import spells_of
from .who import Cast, Who, cast

GONE = (f.Fell, f.Escaped)
"""What a result in short tells beside who has won."""


@dataclass(frozen=True, slots=True)
class CampSight:
    """A side of the duel: its people, what it lost, how it came out, what it was rewarded with."""

    name: str
    signs: tuple[str, ...]
    people: tuple[Who, ...]
    lost: str
    share: str
    verdict: str
    rewards: tuple[str, ...]


def battle(pen: Pen, fight: Fight, headed: bool) -> Markup:
    """The whole of a battle. `headed`: it has a heading of its own, because the page tells of more than this one."""
    anchor, everybody = anchor_of(fight.number), cast(pen, fight)
    slots = slots_of(pen, fight, everybody, anchor)
    return pen.write(
        "chronicle.html",
        fight=fight,
        anchor=anchor,
        headed=headed,
        title=title_of(pen, fight),
        place=pen.prose.name(fight.region) if fight.region else "",
        camps=camps_of(pen, fight, everybody),
        outcome=outcome_of(pen, fight) if headed else "",
        rows=rows_of(fight),
        slots=slots,
        opened=[(slot, folds(pen, slot.numbers)) for slot in slots if slot.meetings or slot.numbers],
        tracks=tracks_of(fight, everybody),
        spans=spans_of(pen, fight, everybody),
        spells=spells_of(pen, fight, everybody),
        shares=_shares(fight, everybody),
        during=list(_during(fight)),
        table=after_battle(pen, fight, everybody, alone=not headed),
        bound=[fact for fact in fight.after if binds(fact)],
        brought=by_team(pen, (fact for fact in fight.after if not binds(fact))),
        said=lambda fact: _said(pen, fact),
        binds=binds,
    )


def _said(pen: Pen, fact: Fact) -> Markup:
    """What happened: its sentence with its clause, and below it tables and workings."""
    if isinstance(fact, f.BareSeen | f.CardsShown):
        return written(pen, pen.prose.blocks(fact))
    return said(pen, fact, clause_of(fact), binds(fact))


def _during(fight: Fight) -> Iterator[Fact]:
    """What happened between the attacks; the price of a spell stands with the spell."""
    for judgment in fight.judgments:
        for fact in judgment.events:
            if not isinstance(fact, f.Paid) or fact.card is Card.NOBLE_PHANTASM or fact.person not in fight.laid:
                yield fact


def binds(fact: Fact) -> bool:
    return fact.kind in BINDING


def places_of(pen: Pen, fight: Fight) -> tuple[tuple[str, str], ...]:
    """The parts of a battle that the bar can lead to."""
    anchor = anchor_of(fight.number)
    parts = ("judgments", "after") if fight.judgments else ("after",)
    return tuple((f"{anchor}-{part}", pen.say(f"chronicle.{part}")) for part in parts)


def title_of(pen: Pen, fight: Fight) -> str:
    everybody = cast(pen, fight)
    names = [everybody.camp(camp) for camp in fight.camps]
    if len(names) == 2:
        return pen.say("chronicle.title", first=names[0], second=names[1])
    return pen.say("chronicle.melee", sides=", ".join(names))


def parties_of(pen: Pen, fight: Fight) -> tuple[Party, ...]:
    """The sides as far as this reader knows who they are."""
    everybody = cast(pen, fight)
    return tuple(Party(_teams(pen, camp), everybody.camp(camp)) for camp in fight.camps)


def _teams(pen: Pen, camp: Camp) -> tuple[str, ...]:
    people = map(pen.prose.person_of, camp.people)
    return tuple(dict.fromkeys(person.team for person in people if person is not None))


def is_over(fight: Fight) -> bool:
    return fight.ended is not None or fight.broken_off is not None


def outcome_of(pen: Pen, fight: Fight) -> str:
    """How it ended, and who fell or got away, in a few sentences."""
    return " ".join([*(pen.prose.fact(fact) for fact in fight.events if isinstance(fact, GONE)), _end(pen, fight)])


def _end(pen: Pen, fight: Fight) -> str:
    everybody, ended = cast(pen, fight), fight.ended
    if fight.broken_off is not None:
        return pen.prose.fact(fight.broken_off)
    if ended is None:
        return pen.say("chronicle.under_way")
    won = next((everybody.camp(camp) for camp in fight.camps if camp.key == ended.winner), "")
    whole = "_whole" if ended.judged == SLOTS else ""
    if not won:
        return pen.say(f"chronicle.drawn{whole}", judged=ended.judged)
    return pen.say(f"chronicle.won_by{whole}", judged=ended.judged, winner=won)


def card(pen: Pen, fight: Fight, to: str) -> Markup:
    """The result in short, as it stands in a story, and what the battle brought to each team."""
    camps = camps_of(pen, fight, cast(pen, fight))
    sides = [CardSide(camp.signs, camp.name, camp.lost, camp.share) for camp in camps]
    bound = [fact for fact in fight.events if binds(fact)]
    place = pen.prose.name(fight.region) if fight.region else ""
    unit = pen.say("chronicle.lost_health")
    result = written_card(pen, to, sides, unit, _end(pen, fight), bound, clause_of, binds, place)
    brought = by_team(pen, (fact for fact in fight.after if not binds(fact)))
    return result + pen.write("chronicle_brought.html", brought=brought)


def camps_of(pen: Pen, fight: Fight, everybody: Cast) -> list[CampSight]:
    return [_camp(pen, fight, everybody, camp) for camp in fight.camps]


def _camp(pen: Pen, fight: Fight, everybody: Cast, camp: Camp) -> CampSight:
    ended = fight.ended
    verdict = "" if ended is None else "draw" if not ended.winner else "won" if ended.winner == camp.key else "lost"
    key = "remaining" if fight.melee else "share"
    known = ended is not None and camp.key in ended.percent
    people = tuple(everybody[person] for person in camp.people)
    return CampSight(
        name=everybody.camp(camp),
        signs=tuple({pen.sign(who.sign): who.sign for who in people}.values()),
        people=people,
        lost=number(sum(fight.lost(person)[0] for person in camp.people)),
        share=pen.say(f"chronicle.{key}", percent=ended.percent[camp.key]) if ended is not None and known else "",
        verdict=verdict,
        rewards=tuple(_rewards(pen, fight, camp)),
    )


def _rewards(pen: Pen, fight: Fight, camp: Camp) -> Iterable[str]:
    """C-23.12, of the teams of which this reader knows it."""
    for fact in fight.after:
        if isinstance(fact, o.Rewarded) and set(fact.experience) & set(camp.people):
            gained = max(working.value for working in fact.experience.values())
            for name, amount in (("experience", gained), ("merit", fact.merit.value)):
                if amount:
                    yield f"{pen.prose.name(name)} {number(amount, signed=True)}"


def _shares(fight: Fight, everybody: Cast) -> list[tuple[str, str, str]]:
    """C-10.7: the shares as exact fractions, where this reader knows them."""
    reckoned = next((fact for fact in fight.facts if isinstance(fact, o.SharesReckoned)), None)
    if reckoned is None:
        return []
    return [
        (everybody.camp(camp), everybody[camp.people[0]].sign, f"{part}/{whole}")
        for camp in fight.camps
        for part, whole in (reckoned.shares[camp.key],)
    ]
