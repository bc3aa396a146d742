"""A turn of the mirror land slot by slot: what was laid, what it came to, what is left of statuses and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ...core.fact import Fact
from ...core.working import Working
from ...rules.mirror import facts as f
from ...rules.mirror.people import HAND
from ...rules.mirror.state import Play, Status, StatusKind, Support
from ..document import Block, Column, Fold, Spans, Strong, Table, spans
from ..numbers import number

if TYPE_CHECKING:
    from ..prose import Prose

NOTHING = "·"


def play_words(prose: Prose, play: Play, targets: bool = True) -> str:
    """What lies in one slot: the card or phantasm, whom it is aimed at, and the supports with it."""
    card = prose.words.say("slots.phantasm", name=play.phantasm) if play.phantasm else prose.value(play.card)
    return " + ".join([_aimed(prose, str(card), play.target if targets else ""), *beside_words(prose, play, targets)])


def beside_words(prose: Prose, play: Play, targets: bool = True) -> list[str]:
    """What goes with the card of a slot: its supports, and by how much its output is lowered."""
    said = [_support(prose, support, targets) for support in play.supports]
    return [*said, prose.words.say("slots.less", less=play.less)] if play.less else said


def _support(prose: Prose, support: Support, targets: bool) -> str:
    return _aimed(prose, prose.name(support.name), support.target if targets else "")


def _aimed(prose: Prose, said: str, target: str) -> str:
    return prose.words.say("slots.aimed", said=said, target=prose.name(target)) if target else said


def clash_words(prose: Prose, clash: f.Clash, alone: bool) -> str:
    """How a comparison went; `alone`: nobody else is in the battle, so that one name is enough."""
    key = f"slots.{clash.outcome}" if alone else f"slots.{clash.outcome}_of"
    return prose.words.say(key, first=prose.name(clash.first), second=prose.name(clash.second))


def status_words(prose: Prose, status: Status) -> str:
    """A status with where it comes from."""
    said = prose.words.say("slots.status", kind=prose.value(status.kind), source=prose.name(status.source.name))
    boosted = status.attribute if status.kind is StatusKind.JUDGMENT_BOOST else None
    return said if boosted is None else f"{said} ({prose.value(boosted)})"


def hit_title(prose: Prose, slot: int, hit: f.Hit) -> str:
    key = "evaded" if hit.evaded else "drawn" if hit.aimed_at != hit.victim else "hit"
    return prose.words.say(
        f"slots.{key}",
        slot=slot,
        attacker=prose.name(hit.attacker),
        victim=prose.name(hit.victim),
        aimed=prose.name(hit.aimed_at),
        damage=hit.damage.value,
    )


def tick_title(prose: Prose, slot: int, tick: f.Tick) -> str:
    return prose.words.say("slots.tick", slot=slot, victim=prose.name(tick.victim), damage=tick.damage.value)


def lost(slot: f.Slot, team: str) -> tuple[int, int]:
    """What a team lost in a slot: by hits, and to lasting damage."""
    hits = sum(hit.damage.value for hit in slot.hits if hit.victim == team)
    return hits, sum(tick.damage.value for tick in slot.ticks if tick.victim == team)


def opened(prose: Prose, title: str, working: Working) -> Fold:
    """A working to be opened by a title of its own."""
    return replace(prose.working(working), summary=title)


# The tables


def _seated(prose: Prose, teams: Iterable[str]) -> list[str]:
    """Teams in seat order, as everything else about a turn has them; a journal keeps them by the alphabet."""
    seats = list(prose.names)
    return sorted(teams, key=lambda team: seats.index(team) if team in seats else len(seats))


def _revealed(prose: Prose, fact: f.CardsRevealed) -> tuple[Block, ...]:
    teams = _seated(prose, fact.plays)
    columns = [Column(prose.words.say("slots.slot"), numeric=True), *(Column(prose.name(team)) for team in teams)]
    many, rows = len(teams) > 2, zip(*(fact.plays[team] for team in teams), strict=True)
    return (_table(columns, [[play_words(prose, play, many) for play in row] for row in rows]),)


def _laid(prose: Prose, fact: f.CardsLaid) -> tuple[Block, ...]:
    columns = [Column(prose.words.say("slots.slot"), numeric=True), Column(prose.name(fact.team))]
    return (_table(columns, [[play_words(prose, play)] for play in fact.plays]),)


def _table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> Table:
    """Rows of words, numbered by their slots."""
    made = tuple((spans(str(slot)), *(spans(cell) for cell in row)) for slot, row in enumerate(rows, 1))
    return Table(tuple(columns), made)


def _resolved(prose: Prose, fact: f.TurnResolved) -> tuple[Block, ...]:
    say = prose.words.say
    columns = [Column(say("slots.slot"), numeric=True), Column(say("slots.result"))]
    columns += [Column(say("slots.lost", team=prose.name(team)), numeric=True) for team in fact.here]
    rows = [
        [_clashes(prose, slot, len(fact.here) == 2), *(_loss(prose, slot, team) for team in fact.here)]
        for slot in fact.slots
    ]
    totals = [sum(sum(lost(slot, team)) for slot in fact.slots) for team in fact.here]
    table = _table(columns, rows)
    last: tuple[Spans, ...] = (spans("="), spans(say("slots.total")), *((Strong(number(-each)),) for each in totals))
    return (replace(table, rows=(*table.rows, last)), *_damages(prose, fact))


def _clashes(prose: Prose, slot: f.Slot, alone: bool) -> str:
    met = (clash for clash in slot.clashes if alone or clash.outcome is not f.Outcome.NOTHING)
    return ", ".join(clash_words(prose, clash, alone) for clash in met) or NOTHING


def _loss(prose: Prose, slot: f.Slot, team: str) -> str:
    hits, ticks = lost(slot, team)
    return prose.words.say("slots.with_ticks", all=number(-hits - ticks), ticks=ticks) if ticks else number(-hits)


def _damages(prose: Prose, fact: f.TurnResolved) -> Iterator[Block]:
    for place, slot in enumerate(fact.slots, 1):
        yield from (opened(prose, hit_title(prose, place, hit), hit.damage) for hit in slot.hits)
        yield from (opened(prose, tick_title(prose, place, tick), tick.damage) for tick in slot.ticks)


def _reckoned(prose: Prose, fact: f.TurnReckoned) -> tuple[Block, ...]:
    say = prose.words.say
    columns = [Column(say("slots.slot"), numeric=True), Column(say("slots.score")), Column(say("slots.cost"), True)]
    several = len({each.foe for each in fact.scores}) > 1
    rows = []
    for slot, cost in enumerate(fact.costs, 1):
        scores = [each for each in fact.scores if each.slot == slot]
        said = [f"{prose.name(each.foe)} {each.score.value}" if several else str(each.score.value) for each in scores]
        rows.append([", ".join(said) or NOTHING, number(cost.value)])
    table = _table(columns, rows)
    if any(fact.pools):
        table = _with_pools(prose, table, fact)
    return (table, *([_statuses(prose, fact)] if fact.statuses else []), *_own_workings(prose, fact))


def _with_pools(prose: Prose, table: Table, fact: f.TurnReckoned) -> Table:
    """M-9.15: beside each slot the guarded points that are left after it."""
    cells = [spans(", ".join(pool_words(prose, pool) for pool in pools) or NOTHING) for pools in fact.pools]
    rows = tuple((*row, cell) for row, cell in zip(table.rows, cells, strict=True))
    return Table((*table.columns, Column(prose.words.say("slots.pools"))), rows)


def pool_words(prose: Prose, pool: f.Pool) -> str:
    return prose.words.say("slots.pool", source=prose.name(pool.source), points=pool.points, left=pool.left)


def _statuses(prose: Prose, fact: f.TurnReckoned) -> Table:
    say = prose.words.say
    columns = (Column(say("slots.what")), Column(say("slots.points"), True), Column(say("slots.left"), True))
    rows = (
        (prose.value(each.kind), say("slots.unseen") if each.points is None else each.points, each.left)
        for each in fact.statuses
    )
    return Table(columns, tuple(tuple(spans(str(cell)) for cell in row) for row in rows))


def _own_workings(prose: Prose, fact: f.TurnReckoned) -> Iterator[Block]:
    say = prose.words.say
    for each in fact.scores:
        title = say("slots.score_of", slot=each.slot, foe=prose.name(each.foe), score=each.score.value)
        yield opened(prose, title, each.score)
    for slot, cost in enumerate(fact.costs, 1):
        if cost.value:
            yield opened(prose, say("slots.cost_of", slot=slot, cost=cost.value), cost)
    for heal in fact.heals:
        yield prose.working(heal.amount)
    if fact.evaded is not None:
        yield prose.working(fact.evaded)


def _kept(prose: Prose, fact: f.TurnKept) -> tuple[Block, ...]:
    say = prose.words.say
    here = {team: fact.fighters[team] for team in _seated(prose, fact.fighters) if fact.fighters[team].here}
    statuses = [
        (spans(prose.name(team)), spans(status_words(prose, each)), spans(str(each.points)), spans(str(each.left)))
        for team, fighter in here.items()
        for each in fighter.statuses
    ]
    heads = [Column(say("slots.team")), Column(say("slots.what"))]
    heads += [Column(say("slots.points"), True), Column(say("slots.left"), True)]
    hands = tuple(
        (spans(prose.name(team)), *(spans(str(fighter.hand.get(card, 0))) for card in HAND))
        for team, fighter in here.items()
    )
    columns = (Column(say("slots.hand")), *(Column(str(prose.value(card)), True) for card in HAND))
    return (*([Table(tuple(heads), tuple(statuses))] if statuses else []), Table(columns, hands))


MIRROR: Mapping[type[Fact], Callable[[Prose, Any], tuple[Block, ...]]] = {
    f.CardsRevealed: _revealed,
    f.CardsLaid: _laid,
    f.TurnResolved: _resolved,
    f.TurnReckoned: _reckoned,
    f.TurnKept: _kept,
}
