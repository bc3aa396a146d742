"""The life of a battle: rows, cards, ten judgments, result, what the winner chooses; and an intrusion (C-9, C-17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ....core.call import Answers, Ask, Call, Mode, Opening
from ....core.problem import failed
from ....core.seat import KEEPER_ONLY, Audience
from ....core.teller import Teller
from ..cards import Card, bare
from ..facts import (
    BareLine,
    BareSeen,
    CardsLaid,
    CardsShown,
    Fell,
    FirstPartLaid,
    NamesKnown,
    OrderFailed,
    RowsTaken,
)
from ..field import Battle, Row, Stage, Written
from ..information import knows_name
from ..options import TwoPart
from ..orders import merged, written_of
from ..people import Life
from ..state import State, seat_for, side_teams, teams_in, told_to
from ..tables import HALF, SLOTS
from .fall import fate_of_master
from .intrusion import break_off, intruding
from .judgment import play_judgment
from .result import end_battle, is_over
from .spoils import open_spoils
from .spot import Combatant, Spot, declared

Orders = Mapping[str, Any]


# Questions


def calls(state: State, battle: Battle) -> tuple[Call, ...]:
    """The question that a battle asks now."""
    there = told_to(state, *teams_in(state, battle))
    root, people = f"battle/{battle.number}", _asked(state, battle)
    two_part = state.options.two_part is TwoPart.ON
    cards = "battle_cards_first" if two_part else "battle_cards"
    match battle.stage:
        case Stage.ROWS:
            return (_call(f"{root}/rows", "battle_rows", "C-9.1", people, there, KEEPER_ONLY),)
        case Stage.CARDS:
            return (_call(f"{root}/cards", cards, "C-9.2", people, there, there),)
        case Stage.INFORMED:
            return (_call(f"{root}/cards/informed", cards, "C-9.4", people, there, there),)
        case Stage.LATER:
            return (_call(f"{root}/later", "battle_cards_later", "C-9.6", people, there, there),)
        case Stage.SPOILS:
            asks = tuple(Ask(seat_for(state, team), team) for team in battle.asked)
            theirs = told_to(state, *battle.asked)
            return (_call(f"{root}/spoils", "battle_spoils", "C-9.9", asks, theirs, KEEPER_ONLY),)
        case Stage.JOINING:
            asks = tuple(Ask(state.people[key].seat, key) for key in battle.asked)
            return (_call(f"{root}/joining", "battle_joining", "C-17.1", asks, there, there),)
    return ()


def _call(address: str, kind: str, clause: str, asks: tuple[Ask, ...], open_to: Audience, asked_to: Audience) -> Call:
    return Call(address, kind, clause, Mode.SEALED, asks, kind, open_to=open_to, asked_to=asked_to)


def _asked(state: State, battle: Battle) -> tuple[Ask, ...]:
    """Who lays now: everybody, the surprised before the preempting side (C-9.4)."""
    preempting = battle.setting.preempts
    sides = battle.setting.sides
    if preempting and battle.stage is Stage.CARDS:
        sides = tuple(side for side in sides if side.key != preempting)
    elif battle.stage is Stage.INFORMED:
        sides = tuple(side for side in sides if side.key == preempting)
    people = state.in_order(key for side in sides for key in side.people)
    return tuple(Ask(state.people[key].seat, key) for key in people if state.people[key].seat)


def standing(state: State) -> tuple[Call, ...]:
    """Rows may be said beforehand, for every battle to come."""
    alive = (state.people[key] for key in state.roster if state.people[key].life is Life.ALIVE)
    asks = tuple(Ask(person.seat, person.key) for person in alive if person.seat)
    if not asks or (not state.battles and not state.scene):
        return ()
    return (_call("standing/battle_rows", "battle_rows", "C-9.1", asks, KEEPER_ONLY, KEEPER_ONLY),)


# C-9.1: rows


def rows_closed(teller: Teller[State], number: int, answers: Answers) -> None:
    battle = teller.state.battle(number)
    orders: Orders = answers.orders
    rows = {key: Row((orders.get(key) or {}).get("row", Row.FRONT)) for key in battle.setting.people}
    for side in battle.setting.sides:
        if all(rows[key] is Row.BACK for key in side.people):
            rows |= dict.fromkeys(side.people, Row.FRONT)
            for key in side.people:
                problem = failed("no_front_row", "C-10.4", "row")
                teller.tell(OrderFailed(number, key, problem), told_to(teller.state, teller.state.people[key].team))
    everybody = told_to(teller.state, *teams_in(teller.state, battle))
    sides = {key: side.key for side in battle.setting.sides for key in side.people}
    teller.tell(RowsTaken(number, rows, sides), everybody)
    known = tuple(_names_known(teller.state, battle))
    if known:
        teller.tell(NamesKnown(number, known), KEEPER_ONLY)
    for key in battle.order:
        person = teller.state.people[key]
        fate = fate_of_master(person, teller.state.options.faint_on) if person.is_master else None
        if fate is not None:
            teller.tell(Fell(number, 0, key, fate), everybody)


def _names_known(state: State, battle: Battle) -> Iterator[str]:
    """C-23.11."""
    for side in battle.setting.sides:
        teams = side_teams(state, side.people)
        for key in battle.setting.people:
            if key not in side.people and any(knows_name(state.teams[team].on(key)) for team in teams):
                yield f"{side.key}/{key}"


# C-9.2 to C-9.5: cards


def spot_of(state: State, battle: Battle, key: str) -> Spot:
    """Where a person lays its cards."""
    field = {each: combatant(state, battle, each) for each in battle.order}
    carried = battle.setting.carried.get(key)
    spot = Spot(state.people[key], field, battle.setting.melee, state.options)
    return spot if carried is None else Spot(spot.own, field, spot.melee, spot.options, carried)


def combatant(state: State, battle: Battle, key: str) -> Combatant:
    person = state.people[key]
    row = None if battle.stage is Stage.ROWS else battle.fighters[key].row
    return Combatant(key, person.name, person.team, battle.setting.side_of(key).key, person.is_master, row)


def cards_closed(teller: Teller[State], number: int, answers: Answers) -> None:
    """The cards are in: on to the informed side, to the second part, or to the judgments."""
    orders: Orders = answers.orders
    stage, battle = teller.state.battle(number).stage, teller.state.battle(number)
    two_part = teller.state.options.two_part is TwoPart.ON
    for ask in _asked(teller.state, battle):
        written = written_of(orders.get(ask.whom) or {})
        own = told_to(teller.state, teller.state.people[ask.whom].team)
        if two_part and stage is not Stage.LATER:
            teller.tell(FirstPartLaid(number, ask.whom, written), own)
            continue
        if two_part:
            written = merged(battle.fighters[ask.whom].first_part or Written(), written)
        declaration = declared(spot_of(teller.state, battle, ask.whom), written)
        teller.tell(CardsLaid(number, ask.whom, declaration), own)
    if stage is Stage.CARDS and battle.setting.preempts:
        _show(teller, number, orders)
    elif two_part and stage is not Stage.LATER:
        _show_bare(teller, number)
        _open_cards(teller, number, orders, range(1, HALF + 1), ("card",))
    else:
        made = fight(teller, number)
        _open_judged(teller, battle, orders, stage, made)


def _show(teller: Teller[State], number: int, orders: Orders) -> None:
    """C-9.3, C-9.8: rows and the first cards of the surprised, to the side that preempts."""
    state, battle = teller.state, teller.state.battle(number)
    most = state.options.preempt_reveal
    surprised = [ask.whom for ask in _asked(state, battle)]
    rows = {key: battle.fighters[key].row for key in surprised}
    cards = {key: _bare_cards(battle, key, most) for key in surprised}
    _open_cards(teller, number, orders, range(1, most + 1), ("card",))
    teller.tell(CardsShown(number, rows, cards), _preempting(state, battle))


def _preempting(state: State, battle: Battle) -> Audience:
    side = next(side for side in battle.setting.sides if side.key == battle.setting.preempts)
    return told_to(state, *side_teams(state, side.people))


def _bare_cards(battle: Battle, key: str, most: int) -> tuple[str, ...]:
    """The bare cards of the first slots; several in one slot of a melee are joined by a stroke."""
    fighter = battle.fighters[key]
    if fighter.declared is None:
        laid = (fighter.first_part or Written()).cards
        shown = [" / ".join(each.card for each in slot) or Card.WAIT.value for slot in laid[:most]]
        return tuple(shown + [Card.WAIT.value] * (min(most, HALF) - len(shown)))
    return tuple(" / ".join(each.card for each in slot) for slot in fighter.declared.slots[:most])


def _show_bare(teller: Teller[State], number: int) -> None:
    """C-9.6: the bare cards of the first part, and how they stand against each opponent."""
    state, battle = teller.state, teller.state.battle(number)
    shown = {key: _bare_cards(battle, key, HALF) for key in battle.setting.people}
    lines = tuple(
        BareLine(one, other, bare_results(shown[one], shown[other]))
        for side in battle.setting.sides
        for one in side.people
        for other in battle.setting.people
        if other not in side.people
    )
    teller.tell(BareSeen(number, shown, lines), told_to(state, *teams_in(state, battle)))


def bare_results(first: Iterable[str], second: Iterable[str]) -> tuple[Any, ...]:
    """C-9.6: how each card stands against the other's; of several cards in a slot the first."""
    pairs = zip(first, second, strict=True)
    return tuple(bare(Card(one.split(" / ")[0]), Card(other.split(" / ")[0])) for one, other in pairs)


def _open_cards(
    teller: Teller[State], number: int, orders: Orders, slots: Iterable[int], leaf: tuple[str, ...]
) -> None:
    """Open the leaves of the cards that others have now seen."""
    state, battle = teller.state, teller.state.battle(number)
    informed = battle.stage is Stage.CARDS and battle.setting.preempts
    audience = _preempting(state, battle) if informed else told_to(state, *teams_in(state, battle))
    for key, order in orders.items():
        laid = (order or {}).get("cards", ())
        paths: list[tuple[str | int, ...]] = [
            ("cards", slot - 1, place, *leaf)
            for slot in slots
            if slot <= len(laid)
            for place, _ in enumerate(laid[slot - 1])
        ]
        if paths:
            teller.open(Opening(key, tuple(paths), audience))


def _open_judged(teller: Teller[State], battle: Battle, orders: Orders, stage: Stage, made: int) -> None:
    """The cards of the judgments that were made are known; those of judgments never made stay closed."""
    audience = told_to(teller.state, *teams_in(teller.state, battle))
    for key, order in orders.items():
        first = battle.fighters[key].first_part or Written()
        skipped = max(HALF, len(first.cards)) if stage is Stage.LATER else 0
        laid = (order or {}).get("cards", ())[: max(0, made - skipped)]
        if laid:
            teller.open(Opening(key, tuple(("cards", place) for place, _ in enumerate(laid)), audience))


# C-23.17: the judgments


def fight(teller: Teller[State], number: int) -> int:
    """From the first judgment to the end, or to the intrusion that breaks the battle off. The judgments made."""
    stood: tuple[str, ...] = tuple(side.key for side in teller.state.battle(number).setting.sides)
    for slot in range(1, SLOTS + 1):
        battle = teller.state.battle(number)
        if is_over(battle):
            break
        intrusion = intruding(battle, slot)
        if intrusion is not None:
            break_off(teller, number, intrusion)
            return slot - 1
        stood = tuple(side.key for side in battle.setting.sides if battle.able(side))
        play_judgment(teller, number, slot)
    judged = teller.state.battle(number).judged
    end_battle(teller, number, stood)
    open_spoils(teller, number)
    return judged
