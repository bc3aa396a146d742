"""A turn between two fighters as the slots of the look: both rows of cards, what was lost, what is left."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from ....core.working import Working
from ....rules.mirror import facts as f
from ....rules.mirror.people import Card
from ....rules.mirror.state import Play
from ...drawn.mirror import beside_words, hit_title, lost, pool_words, tick_title
from ...numbers import number
from ..pen import Pen
from ..workings import Work, work_of
from .fight import Turn

_CHANCES = {f.Outcome.FIRST: ("won", "lost"), f.Outcome.SECOND: ("lost", "won")}


@dataclass(frozen=True, slots=True)
class CardSight:
    """A card in its slot: its glyph, its name, its supports in one line, and whether it won."""

    glyph: str
    name: str
    with_it: str
    look: str


@dataclass(frozen=True, slots=True)
class LossSight:
    """Health that one fighter lost in a slot; `opens` is the id of its working, `ticks` what lasting damage took."""

    team: str
    said: str
    opens: str
    ticks: str
    says: str


@dataclass(frozen=True, slots=True)
class NumberSight:
    """A number with its working; `anchor` is the id of its terms, "" where nothing leads there."""

    title: str
    work: Work
    anchor: str


@dataclass(frozen=True, slots=True)
class SlotSight:
    """A slot, ready to be written; `left` says what each fighter has lost so far and what still guards it."""

    number: int
    anchor: str
    cards: tuple[CardSight, CardSight]
    losses: tuple[LossSight, LossSight]
    left: tuple[str, str]
    summary: str
    outcome: str
    numbers: tuple[NumberSight, ...]


def slots_of(pen: Pen, turn: Turn, anchor: str, pair: tuple[str, str]) -> tuple[SlotSight, ...]:
    """The slots of a turn that is resolved; `pair` are the two who fought it, left and right."""
    return tuple(_slots(pen, turn, anchor, pair))


def _slots(pen: Pen, turn: Turn, anchor: str, pair: tuple[str, str]) -> Iterator[SlotSight]:
    assert turn.resolved is not None and turn.revealed is not None
    so_far = dict.fromkeys(pair, 0)
    for place, slot in enumerate(turn.resolved.slots):
        own = f"{anchor}-{place + 1}"
        one, other = (turn.revealed.plays[team][place] for team in pair)
        for team in pair:
            so_far[team] += sum(lost(slot, team))
        looks = _looks(slot, pair)
        first, second = (_loss(pen, slot, team, own) for team in pair)
        yield SlotSight(
            number=place + 1,
            anchor=own,
            cards=(_card(pen, one, looks[0]), _card(pen, other, looks[1])),
            losses=(first, second),
            left=(_left(pen, turn, place, pair[0], so_far), _left(pen, turn, place, pair[1], so_far)),
            summary=pen.say("mirror.against", first=_plain(pen, one), second=_plain(pen, other)),
            outcome=_outcome(pen, slot, pair),
            numbers=tuple(_numbers(pen, turn, slot, place, own)),
        )


def _looks(slot: f.Slot, pair: tuple[str, str]) -> tuple[str, str]:
    """Which of two cards won, whichever way round they were compared."""
    clash = next(iter(slot.clashes), None)
    one, other = _CHANCES.get(clash.outcome, ("", "")) if clash is not None else ("", "")
    return (one, other) if clash is None or clash.first == pair[0] else (other, one)


def _outcome(pen: Pen, slot: f.Slot, pair: tuple[str, str]) -> str:
    first, second = _looks(slot, pair)
    winner = pair[0] if first == "won" else pair[1] if second == "won" else ""
    if winner:
        return pen.say("mirror.wins", team=pen.prose.name(winner))
    outcome = slot.clashes[0].outcome if slot.clashes else f.Outcome.NOTHING
    return pen.prose.words.say(f"slots.{outcome}", first="", second="")


def _plain(pen: Pen, play: Play) -> str:
    return play.phantasm or str(pen.prose.value(play.card))


def _card(pen: Pen, play: Play, look: str) -> CardSight:
    supports = beside_words(pen.prose, play, targets=False)
    glyph = "phantasm" if play.phantasm else play.card.value
    nothing = not play.phantasm and play.card is Card.EMPTY
    return CardSight(glyph, _plain(pen, play), " + ".join(supports), "none" if nothing else look)


def _loss(pen: Pen, slot: f.Slot, team: str, anchor: str) -> LossSight:
    hits, ticks = lost(slot, team)
    told = any(hit.victim == team for hit in slot.hits) or ticks
    place = [hit.victim for hit in slot.hits].index(team) if any(hit.victim == team for hit in slot.hits) else -1
    opens = f"{anchor}-hit-{place}" if place >= 0 else f"{anchor}-tick-{_first_tick(slot, team)}" if told else ""
    return LossSight(
        team=team,
        said=number(-hits - ticks),
        opens=opens,
        ticks=pen.say("mirror.ticks", damage=ticks) if ticks else "",
        says=pen.say("mirror.open_loss", team=pen.prose.name(team), damage=hits + ticks),
    )


def _first_tick(slot: f.Slot, team: str) -> int:
    return next(place for place, tick in enumerate(slot.ticks) if tick.victim == team)


def _left(pen: Pen, turn: Turn, place: int, team: str, so_far: dict[str, int]) -> str:
    said = [pen.say("mirror.so_far", team=pen.prose.name(team), damage=number(-so_far[team]))]
    reckoned = turn.reckoned.get(team)
    if reckoned is not None and reckoned.pools:
        said += [pen.say("mirror.guarded", pool=pool_words(pen.prose, pool)) for pool in reckoned.pools[place]]
    return " · ".join(said)


def _numbers(pen: Pen, turn: Turn, slot: f.Slot, place: int, anchor: str) -> Iterator[NumberSight]:
    """Every number of a slot that this reader may open: damages first, then its own scores and costs."""
    say = pen.prose.words.say
    for at, hit in enumerate(slot.hits):
        yield _number(pen, hit_title(pen.prose, place + 1, hit), hit.damage, f"{anchor}-hit-{at}")
    for at, tick in enumerate(slot.ticks):
        yield _number(pen, tick_title(pen.prose, place + 1, tick), tick.damage, f"{anchor}-tick-{at}")
    for team, reckoned in turn.reckoned.items():
        for each in reckoned.scores:
            if each.slot == place + 1:
                title = pen.say("mirror.score", team=pen.prose.name(team), score=each.score.value)
                yield _number(pen, title, each.score)
        cost = reckoned.costs[place]
        if cost.value:
            yield _number(pen, pen.say("mirror.cost", team=pen.prose.name(team), cost=cost.value), cost)
        for heal in reckoned.heals:
            if heal.slot == place + 1:
                yield _number(pen, say("fact.healed", team=pen.prose.name(team), amount=heal.amount.value), heal.amount)


def _number(pen: Pen, title: str, working: Working, anchor: str = "") -> NumberSight:
    return NumberSight(title, work_of(pen.prose, working), anchor)


def folds(pen: Pen, numbers: tuple[NumberSight, ...]) -> Markup:
    """The workings of a slot, one below the other."""
    return Markup("").join(
        Markup('<p class="sm">{}</p>{}').format(each.title, pen.part("work", each.work, each.anchor))
        for each in numbers
    )
