"""A turn (M-9.7): five judgments, slot by slot in the order of the life cycle, and what is told of it."""

from __future__ import annotations

from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from .. import facts as f
from .. import tables
from ..state import Removal, State, told_to
from .clash import Compared, Pair, compare, drawn
from .hits import evade, run_down, take_hits, tick
from .laying import effects, heal, lay_statuses, pay_costs, remove
from .scores import Face, laid_before
from .standing import Turn, after_turn, turn_of


def play_turn(state: State, reactions: dict[str, tuple[Removal, ...]]) -> tuple[Turn, tuple[f.Slot, ...]]:
    """The turn that was laid: how it leaves each fighter, and its five slots."""
    turn = turn_of(state, reactions)
    slots = tuple(_play_slot(turn, slot) for slot in range(tables.TURN))
    evade(turn)
    return turn, slots


def _play_slot(turn: Turn, slot: int) -> f.Slot:
    """M-Q106: all comparisons see the slot as its new statuses make it, and all hits land together."""
    pay_costs(turn, slot)
    cast = tuple(effects(turn, slot))
    heal(turn, slot, cast)
    lay_statuses(turn, slot, cast)
    remove(turn, slot)
    compared = Compared([], [], [])
    for first, second in turn.pairs:
        one, other = laid_before(turn, slot, first, second), laid_before(turn, slot, second, first)
        for key, foe, laid in ((first, second, one), (second, first, other)):
            if laid.score is not None and laid.face is not Face.EMPTY:
                turn.standings[key].scores.append(f.Reckoned(slot + 1, foe, laid.score))
        compare(Pair(turn, slot, first, second, one, other), compared)
    hits = take_hits(turn, slot, [drawn(turn, blow) for blow in compared.blows])
    ticks = tick(turn, slot)
    run_down(turn, compared.pools)
    for standing in turn.standings.values():
        pools = (f.Pool(each.source.name, each.points, each.left) for each in standing.guards())
        standing.pools.append(tuple(pools))
    return f.Slot(tuple(compared.clashes), tuple(hits), tuple(ticks))


def tell_turn(teller: Teller[State], call: str, reactions: dict[str, tuple[Removal, ...]]) -> None:
    """Resolve the turn and tell it: to all in the battle, to each of them its own, the rest to the keeper."""
    state = teller.state
    battle = state.the_battle
    turn, slots = play_turn(state, reactions)
    number = (battle.number, battle.set, battle.turn)
    for key, standing in turn.standings.items():
        for problem in standing.failures:
            teller.tell(f.OrderFailed(call, key, problem), told_to(state, key))
    teller.tell(f.TurnResolved(*number, battle.here, slots), told_to(state, *battle.here))
    for key, standing in turn.standings.items():
        fact = f.TurnReckoned(
            *number,
            team=key,
            scores=tuple(standing.scores),
            costs=tuple(standing.costs),
            heals=tuple(standing.heals),
            pools=tuple(standing.pools),
            statuses=standing.left(),
            evaded=standing.evaded,
            luck_spent=standing.luck_spent,
            hp=standing.hp,
            mp=standing.mp,
            store=standing.store,
        )
        teller.tell(fact, told_to(state, key))
    faced = tuple(dict.fromkeys((*battle.faced, *turn.pairs)))
    teller.tell(f.TurnKept(battle.number, after_turn(turn), faced), KEEPER_ONLY)
