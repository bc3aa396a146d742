"""Steps (f) and (g) of a slot: every pair compared at once (M-8.6 to M-8.15), and whom a taunt draws (M-9.19)."""

from __future__ import annotations

from dataclasses import dataclass

from ....core.record import replace
from ....core.working import Step, Sum
from .. import numbers
from ..facts import Clash, Outcome
from ..people import Card
from ..state import Origin, Source, Status, StatusKind
from .scores import Face, Laid
from .standing import Turn


@dataclass(frozen=True, slots=True)
class Blow:
    """Damage from a comparison, on its way to its victim.

    `damage` is a sum still open, what the card does before anything else; `lost`: the victim has lost the judgment
    (M-8.14); `critical`: points if it hits.
    """

    attacker: str
    aimed_at: str
    victim: str
    damage: Sum
    lost: bool
    critical: int
    army: bool


@dataclass(slots=True)
class Compared:
    """What the comparisons of a slot came to; `pools`: guarded points for the following slots (M-8.10)."""

    clashes: list[Clash]
    blows: list[Blow]
    pools: list[tuple[str, Status]]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two fighters and what each lays before the other."""

    turn: Turn
    slot: int
    first: str
    second: str
    one: Laid
    other: Laid

    def turned(self) -> Pair:
        return Pair(self.turn, self.slot, self.second, self.first, self.other, self.one)


def compare(pair: Pair, into: Compared) -> None:
    """M-8.6 to M-8.15 for one pair, whichever way round it stands."""
    outcome = _attack_on_attack(pair, into) or _attack_on_rest(pair, into)
    if outcome is None:
        back = _attack_on_rest(pair.turned(), into)
        outcome = _turned(back) if back is not None else _guards(pair, into)
    into.clashes.append(Clash(pair.first, pair.second, outcome))


def _turned(outcome: Outcome) -> Outcome:
    return {Outcome.FIRST: Outcome.SECOND, Outcome.SECOND: Outcome.FIRST}.get(outcome, outcome)


ATTACKS = (Face.ATTACK, Face.PHANTASM)


def _attack_on_attack(pair: Pair, into: Compared) -> Outcome | None:
    """M-8.7, M-8.8, M-8.11, M-8.12, M-3.15."""
    one, other = pair.one, pair.other
    if one.face not in ATTACKS or other.face not in ATTACKS:
        return None
    if one.face is not other.face:
        card, against = (pair, pair.turned()) if one.face is Face.ATTACK else (pair.turned(), pair)
        if not card.one.lucky:
            _full_blow(against, into)
            return Outcome.SECOND if card is pair else Outcome.FIRST
    outcome = _by_attribute(pair, into)
    if outcome in (Outcome.FIRST, Outcome.SECOND) and one.face is not other.face:
        loser = pair if outcome is Outcome.SECOND else pair.turned()
        if loser.one.face is Face.ATTACK:
            _luck_damage(loser, into)
    return outcome


def _by_attribute(pair: Pair, into: Compared) -> Outcome:
    """M-8.6 to M-8.8."""
    one, other = pair.one.attribute, pair.other.attribute
    assert one is not None and other is not None
    if one is other:
        return _same_attribute(pair, into)
    if numbers.beats(one, other, pair.turn.options.affinity):
        _full_blow(pair, into)
        return Outcome.FIRST
    _full_blow(pair.turned(), into)
    return Outcome.SECOND


def _same_attribute(pair: Pair, into: Compared) -> Outcome:
    """M-8.8, M-3.4."""
    clash = {key: pair.turn.standings[key].figures.clash for key in (pair.first, pair.second)}
    first, second = pair.one.value + clash[pair.first].value, pair.other.value + clash[pair.second].value
    if first == second:
        return Outcome.DRAW
    won = pair if first > second else pair.turned()
    damage = _score(won).include(Step.ADD, clash[won.first], seen_by=won.turn.seats(won.first))
    seats = won.turn.seats(won.second)
    assert won.other.score is not None
    damage.include(Step.SUBTRACT, won.other.score, "M-8.8", source=won.second, seen_by=seats)
    damage.include(Step.SUBTRACT, clash[won.second], "M-3.4", seen_by=seats)
    into.blows.append(_blow(won, damage, lost=True))
    return Outcome.FIRST if won is pair else Outcome.SECOND


def _full_blow(pair: Pair, into: Compared) -> None:
    """The first of the pair hits with its whole score, and the second has lost."""
    into.blows.append(_blow(pair, _score(pair), lost=True))


def _luck_damage(pair: Pair, into: Compared) -> None:
    """M-3.15, M-R2: what a luck-supported card does to a phantasm's user though it lost."""
    seats = pair.turn.seats(pair.first)
    luck = pair.turn.standings[pair.first].figures.luck
    damage = Sum("damage", "M-3.15").base("luck", luck, "M-3.15", seen_by=seats)
    into.blows.append(Blow(pair.first, pair.second, pair.second, damage, lost=False, critical=0, army=False))


def _attack_on_rest(pair: Pair, into: Compared) -> Outcome | None:
    """M-8.9, M-8.11 to M-8.14, M-Q75: the first attacks what is no attack."""
    if pair.one.face not in ATTACKS:
        return None
    if pair.other.face is not Face.GUARD:
        _full_blow(pair, into)
        return Outcome.FIRST
    if pair.one.face is Face.PHANTASM and not pair.other.lucky:
        _full_blow(pair, into)
        return Outcome.FIRST
    left = pair.one.value - pair.other.value
    if left <= 0:
        return Outcome.STOPPED
    assert pair.other.score is not None
    clause = "M-3.16" if pair.one.face is Face.PHANTASM else "M-8.9"
    seats = pair.turn.seats(pair.second)
    damage = _score(pair).include(Step.SUBTRACT, pair.other.score, clause, source=pair.second, seen_by=seats)
    into.blows.append(_blow(pair, damage, lost=True))
    return Outcome.FIRST


def _guards(pair: Pair, into: Compared) -> Outcome:
    """M-8.10, M-8.12: guards, shields and empty slots among themselves."""
    if pair.one.face is not Face.GUARD or pair.other.face is not Face.GUARD:
        return Outcome.NOTHING
    difference = pair.one.value - pair.other.value
    if not difference:
        return Outcome.DRAW
    higher, lower = (pair.first, pair.second) if difference > 0 else (pair.second, pair.first)
    battle = pair.turn.battle
    source = Source(Origin.CLASH, Card.GUARD, f"{battle.set}.{battle.turn}.{pair.slot} {lower}")
    points = abs(difference)
    into.pools.append((higher, Status(StatusKind.GUARDED, points, points, 2, higher, source)))
    return Outcome.FIRST if higher == pair.first else Outcome.SECOND


def _score(pair: Pair) -> Sum:
    assert pair.one.score is not None
    seats = pair.turn.seats(pair.first)
    return Sum("damage", "M-8.16").include(Step.BASE, pair.one.score, "M-8.5", source=pair.first, seen_by=seats)


def _blow(pair: Pair, damage: Sum, lost: bool) -> Blow:
    one = pair.one
    return Blow(pair.first, pair.second, pair.second, damage, lost, one.critical, one.army)


def drawn(turn: Turn, blow: Blow) -> Blow:
    """(g) M-9.19: the first taunter in seat order receives what was aimed at its side; areas are not drawn."""
    if blow.army:
        return blow
    for key in turn.allies[blow.aimed_at]:
        if any(True for _ in turn.standings[key].of_kind(StatusKind.TAUNT)):
            return replace(blow, victim=key)
    return blow
