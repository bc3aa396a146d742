"""A battle of the mirror land as a part of a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ....core.fact import Fact
from ....rules.mirror import facts as f
from ...document import Block, Fold
from ...drawn.mirror import status_words
from ...numbers import number
from ...prose import workings
from ...template import join
from ..battle import CardSide, Party, anchor_of, written_card
from ..blocks import written
from ..pen import Pen
from ..workings import all_folded
from .clauses import binds, clause_of
from .fight import Fight, Side, Turn
from .slots import SlotSight, folds, slots_of


@dataclass(frozen=True, slots=True)
class SideSight:
    """A side of the duel, and the damage that it took, in all and each."""

    teams: Side
    name: str
    lost: str
    each: str


@dataclass(frozen=True, slots=True)
class StatusSight:
    """A status that goes on after a turn: on whom, what, how many points (None where that is secret), for how long."""

    team: str
    kind: str
    points: int | None
    left: int


@dataclass(frozen=True, slots=True)
class TurnSight:
    """A turn, ready to be written: as slots where two fought it, else as tables."""

    anchor: str
    title: str
    pair: tuple[str, ...]
    slots: tuple[SlotSight, ...]
    opened: tuple[tuple[SlotSight, Markup], ...]
    tables: Markup
    evaded: Markup
    statuses: tuple[StatusSight, ...]
    after: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """What is left of a team: the damage that it took, and health and mana where this reader may know them."""

    team: str
    lost: str
    hp: str
    mp: str
    strokes: int


def battle(pen: Pen, fight: Fight, headed: bool) -> Markup:
    """The whole of a battle. `headed`: it has a heading of its own, because the page tells of more than this one."""
    anchor = anchor_of(fight.number)
    turns = [_turn(pen, fight, each, anchor) for each in fight.turns]
    return pen.write(
        "mirror.html",
        fight=fight,
        anchor=anchor,
        headed=headed,
        title=title_of(pen, fight),
        place=pen.prose.name(fight.region) if fight.region else "",
        sides=sides_of(pen, fight),
        outcome=outcome_of(pen, fight) if headed else "",
        turns=turns,
        rows=_rows(fight),
        sentence=pen.prose.fact,
        folded=lambda fact: all_folded(pen, workings(fact)),
        clause_of=clause_of,
        binds=binds,
    )


def places_of(pen: Pen, fight: Fight) -> tuple[tuple[str, str], ...]:
    """The parts of a battle that the bar can lead to."""
    anchor = anchor_of(fight.number)
    turns = tuple((_anchor(anchor, each), _title(pen, each)) for each in fight.turns)
    return (*turns, (f"{anchor}-after", pen.say("mirror.after")))


def title_of(pen: Pen, fight: Fight) -> str:
    sides = [_names(pen, side) for side in fight.sides]
    if len(sides) == 2:
        return pen.say("mirror.title", first=sides[0], second=sides[1])
    return pen.say("mirror.melee", teams=", ".join(sides))


def parties_of(pen: Pen, fight: Fight) -> tuple[Party, ...]:
    return tuple(Party(side, _names(pen, side)) for side in fight.sides)


def is_over(fight: Fight) -> bool:
    return fight.ended is not None


def outcome_of(pen: Pen, fight: Fight) -> str:
    """How it ended, and who left or vanished, in a few sentences."""
    if fight.ended is None:
        return pen.say("mirror.under_way")
    gone = [fact for fact in fight.happened if isinstance(fact, f.Left | f.Vanished)]
    return " ".join(pen.prose.fact(fact) for fact in (*gone, fight.ended))


def card(pen: Pen, fight: Fight, to: str) -> Markup:
    """The result in short, as it stands in a story."""
    sides = [CardSide(side.teams, side.name, side.lost, side.each) for side in sides_of(pen, fight)]
    happened = [fact for fact in fight.happened if not isinstance(fact, f.Left | f.Vanished) or binds(fact)]
    unit = pen.say("mirror.lost")
    return written_card(pen, to, sides, unit, outcome_of(pen, fight), happened, clause_of, binds)


def sides_of(pen: Pen, fight: Fight) -> list[SideSight]:
    return [_side(pen, fight, side) for side in fight.sides]


def _side(pen: Pen, fight: Fight, teams: Side) -> SideSight:
    losses = fight.losses
    each = ", ".join(f"{pen.prose.name(team)} {number(losses[team])}" for team in teams) if len(teams) > 1 else ""
    return SideSight(teams, _names(pen, teams), number(sum(losses[team] for team in teams)), each)


def _names(pen: Pen, teams: Sequence[str]) -> str:
    return join([pen.prose.name(team) for team in teams], pen.language)


def _anchor(anchor: str, turn: Turn) -> str:
    return f"{anchor}-{turn.set}-{turn.turn}"


def _title(pen: Pen, turn: Turn) -> str:
    return pen.say("mirror.turn", set=turn.set, turn=turn.turn)


def _turn(pen: Pen, fight: Fight, turn: Turn, anchor: str) -> TurnSight:
    own = _anchor(anchor, turn)
    drawn = turn.resolved is not None and turn.revealed is not None and len(turn.teams) == 2
    pair = tuple(team for team in fight.teams if team in turn.teams) if drawn else ()
    slots = slots_of(pen, turn, own, (pair[0], pair[1])) if drawn else ()
    evaded = (each.evaded for each in turn.reckoned.values() if each.evaded is not None)
    return TurnSight(
        anchor=own,
        title=_title(pen, turn),
        pair=pair,
        slots=slots,
        opened=tuple((slot, folds(pen, slot.numbers)) for slot in slots if slot.numbers),
        tables=Markup("") if drawn else _tables(pen, turn),
        evaded=all_folded(pen, evaded) if drawn else Markup(""),
        statuses=tuple(_statuses(pen, turn)),
        after=tuple(turn.after),
    )


def _tables(pen: Pen, turn: Turn) -> Markup:
    """A turn that is no duel, or of which not all is known: the tables that every text has."""
    facts: list[Fact] = [fact for fact in (turn.revealed, turn.resolved) if fact is not None]
    if turn.revealed is None:
        facts = [*turn.laid.values(), *facts]
    facts += turn.reckoned.values()
    blocks: list[Block] = [block for fact in facts for block in pen.prose.blocks(fact)]
    shown = [block for block in blocks if not isinstance(block, Fold)]
    hidden = [block for block in blocks if isinstance(block, Fold)]
    return written(pen, (*shown, *hidden))


def _statuses(pen: Pen, turn: Turn) -> list[StatusSight]:
    """What goes on after a turn: to the keeper all of it, to a seat what it bears itself."""
    if turn.kept is not None:
        return [
            StatusSight(team, status_words(pen.prose, each), each.points, each.left)
            for team, fighter in turn.kept.fighters.items()
            if fighter.here
            for each in fighter.statuses
        ]
    return [
        StatusSight(team, str(pen.prose.value(each.kind)), each.points, each.left)
        for team, reckoned in turn.reckoned.items()
        for each in reckoned.statuses
    ]


def _rows(fight: Fight) -> list[Row]:
    losses = fight.losses
    points: dict[str, tuple[int | None, int | None]] = dict.fromkeys(fight.teams, (None, None))
    strokes = dict.fromkeys(fight.teams, 0)
    for fact in fight.facts:
        _follow(points, fact)
        if isinstance(fact, f.StrokeSpent):
            strokes[fact.team] = strokes.get(fact.team, 0) + 1
    return [
        Row(team, number(losses[team]), _known(points[team][0]), _known(points[team][1]), strokes[team])
        for team in fight.teams
    ]


def _known(points: int | None) -> str:
    return "" if points is None else number(points)


def _follow(points: dict[str, tuple[int | None, int | None]], fact: Fact) -> None:
    """Health and mana from fact to fact, as far as their owner has been told them."""
    match fact:
        case f.TurnReckoned():
            points[fact.team] = fact.hp, fact.mp
        case f.LuckBack() | f.Healed():
            points[fact.team] = fact.hp, points[fact.team][1]
        case f.SkillPaid():
            points[fact.team] = points[fact.team][0], fact.mp
        case f.RetreatHit():
            _off(points, fact.victim, fact.damage.value)
        case f.LuckAdded():
            _off(points, fact.target, fact.damage.value)


def _off(points: dict[str, tuple[int | None, int | None]], team: str, damage: int) -> None:
    hp, mp = points[team]
    points[team] = (None if hp is None else hp - damage), mp
