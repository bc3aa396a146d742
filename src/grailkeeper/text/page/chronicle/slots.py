"""The judgments of a battle as the slots of the look: everybody's cards, what they cost whom, what is lost so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ....rules.chronicle import facts as f
from ....rules.chronicle.cards import SKILLED, Card
from ...drawn.chronicle import LOST, WON, card_words, decided, hit_title, lost, of_card, pools_of
from ...numbers import number
from ..pen import Pen
from ..workings import Work, work_of
from .fight import Camp, Fight, Judgment
from .who import Cast, Who

GLYPHS: Mapping[Card, str] = {Card.NOBLE_PHANTASM: "phantasm"} | dict.fromkeys(SKILLED, "skill")
"""Where the glyph of a card is not called as the card is."""

IDLE = frozenset({Card.WAIT})
MOST_ROWS = 24
"""So many rows lie down side by side; a battle of more people stays a list."""


@dataclass(frozen=True, slots=True)
class CardSight:
    """A card in its slot: glyph, name and plus, at whom it is aimed where that could be several, whether it won."""

    glyph: str
    name: str
    plus: bool
    aimed: str
    look: str


@dataclass(frozen=True, slots=True)
class HandSight:
    """The cards of a person in a slot; several in a melee, none of who is gone."""

    who: Who
    cards: tuple[CardSight, ...]


@dataclass(frozen=True, slots=True)
class LossSight:
    """What a person lost in a slot: the `main` number, and what stands `beside` it.

    `opens` is the id of the working; `note`: who was covered, that fate stepped in.
    """

    who: Who
    main: str
    beside: str
    opens: str
    says: str
    note: str


@dataclass(frozen=True, slots=True)
class NumberSight:
    """A number with its working; `anchor` is the id of its terms."""

    title: str
    work: Work
    anchor: str


@dataclass(frozen=True, slots=True)
class CampSight:
    """A side in a slot: its hands, its losses, and what it has lost so far, by person and in all."""

    hands: tuple[HandSight, ...]
    losses: tuple[LossSight, ...]
    so_far: tuple[str, ...]
    total: int


@dataclass(frozen=True, slots=True)
class SlotSight:
    """A judgment, ready to be written."""

    number: int
    anchor: str
    camps: tuple[CampSight, ...]
    summary: str
    outcome: str
    meetings: tuple[str, ...]
    numbers: tuple[NumberSight, ...]


def rows_of(fight: Fight) -> int:
    """How many rows the judgments have when they lie side by side, 0 where they do not."""
    people = len(fight.people)
    rows = 2 + (2 * people if fight.melee else people + len(fight.camps))
    return rows if rows <= MOST_ROWS else 0


def slots_of(pen: Pen, fight: Fight, cast: Cast, anchor: str) -> tuple[SlotSight, ...]:
    """The judgments that were made, in order."""
    so_far = dict.fromkeys(fight.people, 0)
    made = []
    for judgment in fight.judgments:
        for person in so_far:
            so_far[person] += lost(judgment.made, person)[0]
        made.append(_slot(pen, fight, cast, judgment, f"{anchor}-{judgment.slot}", so_far))
    return tuple(made)


def _slot(pen: Pen, fight: Fight, cast: Cast, judgment: Judgment, anchor: str, so_far: Mapping[str, int]) -> SlotSight:
    made = judgment.made
    return SlotSight(
        number=judgment.slot,
        anchor=anchor,
        camps=tuple(_camp(pen, fight, cast, made, camp, anchor, so_far) for camp in fight.camps),
        summary=_summary(pen, fight, cast, made),
        outcome=_outcome(pen, cast, made, fight.people),
        meetings=tuple(str(pen.prose.value(each)) for each in decided(made)),
        numbers=tuple(_numbers(pen, made, anchor)),
    )


def _camp(
    pen: Pen, fight: Fight, cast: Cast, made: f.JudgmentMade, camp: Camp, anchor: str, so_far: Mapping[str, int]
) -> CampSight:
    hands = tuple(_hand(pen, fight, cast, made, person) for person in camp.people)
    losses = (_loss(pen, cast, made, person, anchor) for person in camp.people)
    alone = len(camp.people) == 1
    said = [
        number(-so_far[person]) if alone else f"{cast[person].short} {number(-so_far[person])}"
        for person in camp.people
        if alone or so_far[person]
    ]
    return CampSight(
        hands=hands,
        losses=tuple(loss for loss in losses if loss is not None),
        so_far=tuple(said or [number(0)]),
        total=sum(so_far[person] for person in camp.people),
    )


def _hand(pen: Pen, fight: Fight, cast: Cast, made: f.JudgmentMade, person: str) -> HandSight:
    mine = [played for played in made.played if played.person == person]
    others = [key for key in fight.people if key not in fight.camp_of(person).people]
    return HandSight(cast[person], tuple(_card(pen, cast, made, each, len(others) > 1) for each in mine))


def _card(pen: Pen, cast: Cast, made: f.JudgmentMade, played: f.Played, several: bool) -> CardSight:
    verdicts = {each.verdict for each in of_card(made, played)}
    look = "won" if verdicts & WON else "lost" if verdicts & LOST else "none" if played.card in IDLE else ""
    at = [cast[target].brief for target in played.targets if target != played.person]
    shown = several or played.card in (Card.MAGECRAFT, Card.GUARD)
    return CardSight(
        glyph=GLYPHS.get(played.card, played.card.value),
        name=str(pen.prose.value(played.card)),
        plus=played.plus,
        aimed=", ".join(at) if shown else "",
        look=look,
    )


def _loss(pen: Pen, cast: Cast, made: f.JudgmentMade, person: str, anchor: str) -> LossSight | None:
    """What somebody lost; nothing where no attack arrived."""
    hits = [(place, hit) for place, hit in enumerate(made.hits) if hit.taker == person]
    if not hits:
        return None
    health, mana = lost(made, person)
    mana_alone = mana > 0 and all(hit.health is None for _, hit in hits)
    who = cast[person]
    return LossSight(
        who=who,
        main=number(-mana if mana_alone else -health),
        beside=_beside(pen, mana, mana_alone),
        opens=f"{anchor}-hit-{hits[0][0]}",
        says=pen.say("chronicle.open_loss", who=who.name, health=health, mana=mana),
        note=_note(pen, cast, [hit for _, hit in hits]),
    )


def _beside(pen: Pen, mana: int, alone: bool) -> str:
    """Mana beside health; what the number is, where it is mana."""
    if alone:
        return pen.say("chronicle.mana")
    return pen.say("chronicle.mana_lost", mana=number(-mana)) if mana else ""


def _note(pen: Pen, cast: Cast, hits: Sequence[f.Hit]) -> str:
    """Whom somebody has covered, and that fate has turned an attack aside."""
    covered = dict.fromkeys(hit.aimed for hit in hits if hit.aimed != hit.taker)
    said = [pen.say("chronicle.covers", aimed=", ".join(cast[key].short for key in covered))] if covered else []
    return ", ".join([*said, *([pen.say("chronicle.fate")] if any(hit.ignored for hit in hits) else [])])


def _summary(pen: Pen, fight: Fight, cast: Cast, made: f.JudgmentMade) -> str:
    """The cards of both sides in a line; of several people those who did something. In a melee each with a name."""
    sides = []
    for camp in fight.camps:
        laid = [each for each in made.played if each.person in camp.people]
        busy = [each for each in laid if each.card not in IDLE] or laid[:1]
        if fight.melee:
            sides += [f"{cast[each.person].brief} {card_words(pen.prose, each)}" for each in busy]
        elif len(camp.people) == 1:
            sides.append(", ".join(card_words(pen.prose, each) for each in busy))
        else:
            sides.append(", ".join(f"{cast[each.person].short} {card_words(pen.prose, each)}" for each in busy))
    between = " · " if fight.melee else pen.say("chronicle.between")
    return between.join(side for side in sides if side)


def _outcome(pen: Pen, cast: Cast, made: f.JudgmentMade, people: Sequence[str]) -> str:
    """Who lost how much, in short."""
    said = []
    for person in people:
        health, mana = lost(made, person)
        amounts = [number(-health)] if health else []
        amounts += [pen.say("chronicle.mana_lost", mana=number(-mana))] if mana else []
        said += [f"{cast[person].brief} {', '.join(amounts)}"] if amounts else []
    return " · ".join(said) or number(0)


def _numbers(pen: Pen, made: f.JudgmentMade, anchor: str) -> Iterator[NumberSight]:
    """Every number of a judgment with its working. The first of an attack has the anchor that a loss leads to."""
    for place, hit in enumerate(made.hits):
        for at, (pool, working) in enumerate(pools_of(hit)):
            own = f"{anchor}-hit-{place}" if not at else f"{anchor}-hit-{place}-{pool}"
            yield NumberSight(hit_title(pen.prose, hit, pool, working), work_of(pen.prose, working), own)


def folds(pen: Pen, numbers: tuple[NumberSight, ...]) -> Markup:
    """The workings of a judgment, one below the other."""
    return Markup("").join(
        Markup('<p class="sm">{}</p>{}').format(each.title, pen.part("work", each.work, each.anchor))
        for each in numbers
    )
