"""The life cycle of a battle: which question is open, and what its answers set going up to the next one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.call import Answers, Ask, Call, Mode, Opening
from ....core.point import Point, Rulings
from ....core.problem import failed
from ....core.seat import KEEPER_ONLY, Audience, only
from ....core.teller import Teller
from .. import facts as f
from .. import numbers, tables
from ..derived import figures
from ..orders import NOBODY, RETREAT, STAY, STOP, orders_of, plays_of, remaining, removals_of, skills_of
from ..people import ClassSkill
from ..state import Battle, LuckMode, Order, Stage, State, seats_of, told_to
from ..visibility import own_team, shown_plays
from . import aftermath
from .laying import healing
from .leave import give_orders, leave, rush_binds, strike_retreaters
from .luck import below, check, fallen, settle_luck, stays_fought
from .standing import store_of, turn_of
from .turn import tell_turn

CLAUSES = {
    Stage.START: "M-9.3",
    Stage.TURN: "M-9.4",
    Stage.REACTION: "M-9.6",
    Stage.GAP: "M-9.2",
    Stage.AFTER: "M-9.10",
}


def calls(state: State, battle: Battle) -> tuple[Call, ...]:
    """The one question of the stage. Who is about to join is asked without anybody else knowing, so the start of a
    set waits for its deadline; everything else closes as soon as all who are in the battle have answered."""
    asked, fighting = battle.here, only(seats_of(state, battle.here))
    if battle.stage is Stage.START:
        asked = tuple(key for key in battle.order if key in (*battle.here, *battle.due(1), *battle.due(2)))
    asks = tuple(Ask(seat, key) for key in asked for seat in seats_of(state, (key,)))
    stage = battle.stage
    call = Call(
        address=address_of(battle),
        kind=stage.value,
        clause=CLAUSES[stage],
        mode=Mode.SEALED,
        asks=asks,
        silence=f"silent_{stage.value}",
        open_to=fighting,
        asked_to=KEEPER_ONLY if stage is Stage.START else fighting,
    )
    return (call,)


STANDING = (Stage.START, Stage.REACTION, Stage.GAP, Stage.AFTER)
"""What may be answered before it is asked; only the cards of a turn are declared anew each time."""


def standing(state: State) -> tuple[Call, ...]:
    """An answer to every start, reaction, gap and end of a set, of this battle and of those to come; who is not in
    one is asked all the same, so that nobody learns who is."""
    asks = tuple(Ask(seat, key) for key in state.playing for seat in seats_of(state, (key,)))
    return tuple(
        Call(
            address=f"standing/{stage.value}",
            kind=stage.value,
            clause=CLAUSES[stage],
            mode=Mode.SEALED,
            asks=asks,
            silence=f"silent_{stage.value}",
            open_to=KEEPER_ONLY,
            asked_to=KEEPER_ONLY,
        )
        for stage in STANDING
    )


def address_of(battle: Battle) -> str:
    ends = {
        Stage.START: "start",
        Stage.TURN: f"turn/{battle.turn}",
        Stage.REACTION: f"turn/{battle.turn}/reaction",
        Stage.GAP: "gap",
        Stage.AFTER: "after",
    }
    return f"{battle.address}/{ends[battle.stage]}"


def _order(answers: Answers, key: str) -> Mapping[str, Any]:
    order = answers.get(key)
    return order if isinstance(order, Mapping) else {}


def _go(teller: Teller[State], stage: Stage, turn: int | None = None) -> None:
    battle = teller.state.the_battle
    teller.tell(f.StageReached(battle.number, stage, turn or battle.turn), told_to(teller.state, *battle.here))


# 1 to 3: the start of a set


def set_started(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:  # noqa: ARG001
    """M-9.3, M-11.7, M-4.14, M-9.9."""
    battle = teller.state.the_battle
    for key in (*battle.here, *battle.due(1), *battle.due(2)):
        _declare(teller, key, _order(answers, key))
    for key in battle.due(1):
        _enter(teller, key)
    battle = teller.state.the_battle
    aftermath.have_met(teller, battle.here)
    orders = {key: battle.fighters[key].orders for key in battle.here}
    for key in give_orders(teller, orders):
        leave(teller, key, f.Leaving.ESCAPE)
    strikers = battle.here if battle.set == 1 else battle.due(1)
    killed = _strike(teller, tuple(key for key in strikers if key in teller.state.the_battle.here))
    if killed and not teller.state.the_battle.is_fought:
        aftermath.end(teller)
        return
    for key in teller.state.the_battle.here:
        _pay_battle_mana(teller, key)
    battle = teller.state.the_battle
    if battle.here:
        teller.tell(f.SetBegan(battle.number, battle.set), told_to(teller.state, *battle.here))
    if not battle.is_fought:
        aftermath.end(teller)


def _declare(teller: Teller[State], key: str, order: Mapping[str, Any]) -> None:
    battle = teller.state.the_battle
    luck = order.get("luck", {"mode": LuckMode.NONE})
    foes = tuple(foe for foe in battle.here if battle.meeting.hostile(key, foe))
    only_foe = foes[0] if len(foes) == 1 else ""
    mode = LuckMode(luck["mode"])
    fact = f.SetDeclared(
        battle=battle.number,
        set=battle.set,
        team=key,
        luck_mode=mode,
        luck_on=luck.get("on", only_foe) if mode is LuckMode.ADD else "",
        strike=order.get("strike", only_foe),
        frenzy=bool(order.get("frenzy", False)),
        skills=skills_of(order),
        orders=orders_of(order),
    )
    teller.tell(fact, told_to(teller.state, key))


def _enter(teller: Teller[State], key: str) -> None:
    """M-Q73."""
    battle = teller.state.the_battle
    fact = f.Joined(battle.number, key, battle.meeting.side_of(key))
    teller.tell(fact, told_to(teller.state, key, *battle.here))


def _strike(teller: Teller[State], strikers: tuple[str, ...]) -> bool:
    """M-4.14, M-4.15, M-Q17: all at once, then the check (M-Q84). Returns whether somebody fell."""
    state = teller.state
    battle = state.the_battle
    struck = []
    for key in strikers:
        grade = figures(state.teams[key], battle.world, state.options).class_skill(ClassSkill.ASSASSINATION_STRIKE)
        target = battle.fighters[key].strike
        if not grade or target == NOBODY or target not in battle.foes(key):
            continue
        agility = figures(state.teams[target], battle.world, state.options).agility
        unnoticed = key in battle.meeting.attackers and target in battle.meeting.undetected.get(key, ())
        damage = numbers.strike(grade, agility, unnoticed, seats_of(state, (key,)))
        teller.tell(f.Struck(battle.number, key, target, damage), told_to(state, key, target))
        struck.append((key, target))
    gone = fallen(teller.state, dict.fromkeys(target for _, target in struck))
    if gone:
        pairs = tuple((key, target) for key, target in struck if target in gone)
        aftermath.count_strikes(teller, pairs)
        check(teller, gone)
    return bool(gone)


def _pay_battle_mana(teller: Teller[State], key: str) -> None:
    """M-9.9, M-11.3, M-4.9, M-4.24, M-Q52, M-Q69: forced, from the territory first (M-Q82)."""
    state = teller.state
    battle, team = state.the_battle, state.teams[key]
    own = figures(team, battle.world, state.options)
    if not own.needs_mana:
        return
    independent = own.class_skill(ClassSkill.INDEPENDENT_ACTION)
    cost = numbers.battle_mana(team.sheet.extra, independent, battle.fighters[key].frenzy)
    from_store = min(cost.value, store_of(team, battle))
    frenzied = battle.fighters[key].frenzy
    fact = f.BattleManaPaid(battle.number, battle.set, key, cost, from_store, frenzied)
    teller.tell(fact, told_to(state, key))


# 4, 5: a turn


def turn_laid(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:  # noqa: ARG001
    """M-9.4, M-Q75: what everybody lays is turned over together."""
    state = teller.state
    battle = state.the_battle
    number = (battle.number, battle.set, battle.turn)
    plays = {}
    for key in battle.here:
        order = answers.get(key)
        if isinstance(order, Mapping):
            plays[key] = plays_of(own_team(state.teams[key]), order)
            _open(teller, key, order, told_to(state, *battle.here))
        else:
            plays[key] = remaining(battle.fighters[key].hand)
        store = order.get("store") if isinstance(order, Mapping) else None
        assert store is None or isinstance(store, int)
        teller.tell(f.CardsLaid(*number, key, plays[key], store), told_to(state, key))
    shown = {key: shown_plays(laid) for key, laid in plays.items()}
    teller.tell(f.CardsRevealed(*number, shown), told_to(state, *battle.here))


def _open(teller: Teller[State], key: str, order: Mapping[str, Any], audience: Audience) -> None:
    """M-Q81: cards, targets and supports; never an output or what the territory pays."""
    paths = tuple(
        ("slots", place, name)
        for place, slot in enumerate(order["slots"])
        for name in ("card", "target", "supports")
        if slot.get(name)
    )
    if paths:
        teller.open(Opening(key, paths, audience))


def reacted(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:  # noqa: ARG001
    """M-9.6, M-9.7: the turn is resolved, then its end (step 6)."""
    battle = teller.state.the_battle
    call = address_of(battle)
    tell_turn(teller, call, {key: removals_of(answers.get(key)) for key in battle.here})
    if battle.turn == tables.TURNS:
        _end_second_turn(teller)
    else:
        _end_first_turn(teller)


def _end_first_turn(teller: Teller[State]) -> None:
    """M-11.9, M-11.10, M-Q100: who is at 0 gets its luck, then falls or is out of the battle."""
    battle = teller.state.the_battle
    down = fallen(teller.state, battle.here)
    if not down:
        _go(teller, Stage.GAP)
        return
    over = not stays_fought(battle, down)
    settle_luck(teller, battle.here if over else down)
    gone = check(teller, battle.here if over else down)
    for key in down:
        if key not in gone:
            leave(teller, key, f.Leaving.SAVED)
    if over:
        aftermath.end(teller)
    else:
        _go(teller, Stage.GAP)


def _end_second_turn(teller: Teller[State]) -> None:
    """M-R15: luck, then the check; the recovery that follows is asked for."""
    battle = teller.state.the_battle
    down = fallen(teller.state, battle.here)
    settle_luck(teller, battle.here)
    gone = check(teller, battle.here)
    saved = tuple(key for key in down if key not in gone)
    if not teller.state.the_battle.here:
        aftermath.end(teller)
        return
    if saved:
        teller.tell(f.FallAverted(battle.number, saved), KEEPER_ONLY)
    _go(teller, Stage.AFTER)


# 7: between the turns


def gap_answered(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:
    """M-9.2, M-9.11 to M-9.13, M-Q65, M-Q66, M-Q85."""
    battle = teller.state.the_battle
    call = address_of(battle)
    for key in battle.here:
        for about, name in sorted(_order(answers, key).get("guess", {}).items()):
            guess(teller, rulings, call, key, about, name)
    escaping = give_orders(teller, {key: orders_of(_order(answers, key)) for key in battle.here})
    then = {key: _order(answers, key).get("then", STAY) for key in battle.here if key not in escaping}
    retreating = tuple(
        key for key, what in then.items() if what == RETREAT and _may_retreat(teller, call, key, escaping)
    )
    staying = tuple(key for key in then if key not in retreating)
    strike_retreaters(teller, retreating, staying)
    leaving = (*escaping, *retreating)
    stops = all(then[key] == STOP for key in staying)
    joining = () if stops else battle.due(2)
    sides = {battle.meeting.side_of(key) for key in (*staying, *joining)}
    over = stops or len(sides) < 2
    settle_luck(teller, battle.here if over else leaving)
    gone = check(teller, battle.here if over else leaving)
    for key in leaving:
        if key not in gone:
            leave(teller, key, f.Leaving.ESCAPE if key in escaping else f.Leaving.RETREAT)
    for key in joining:
        _join_between(teller, key)
    if over or not teller.state.the_battle.is_fought:
        aftermath.end(teller)
    else:
        _go(teller, Stage.TURN, tables.TURNS)


def _may_retreat(teller: Teller[State], call: str, key: str, escaping: tuple[str, ...]) -> bool:
    """M-11.12: not under a rush, though it may have been ordered only now."""
    battle = teller.state.the_battle
    bound = [foe for foe in battle.foes(key) if foe not in escaping and rush_binds(teller.state, foe, key)]
    if bound:
        problem = failed("rush_holds", "M-11.12", "then", foe=bound[0])
        teller.tell(f.OrderFailed(call, key, problem), told_to(teller.state, key))
    return not bound


def _join_between(teller: Teller[State], key: str) -> None:
    """M-Q73: it pays for the whole set and lays five of its ten cards."""
    _enter(teller, key)
    aftermath.have_met(teller, (key, *teller.state.the_battle.foes(key)))
    orders = [order for order in teller.state.the_battle.fighters[key].orders if order is not Order.ESCAPE]
    give_orders(teller, {key: orders})
    _strike(teller, (key,))
    if key in teller.state.the_battle.here:
        _pay_battle_mana(teller, key)


def guess(teller: Teller[State], rulings: Rulings, call: str, key: str, about: str, name: str) -> None:
    """M-10.5, M-Q50: judged by the keeper; whether it is the name on the sheet is the verdict."""
    true_name = teller.state.teams[about].sheet.true_name
    verdict = bool(true_name) and name.casefold().split() == true_name.casefold().split()
    subject: dict[str, int | str] = {"team": key, "about": about, "given": name, "true_name": true_name}
    address, own = f"{call}/guess/{key}/{about}", told_to(teller.state, key)
    right = rulings.ask(Point(address, "true_name", "M-10.5", (True, False), verdict, subject, told=own)) is True
    teller.tell(f.Guessed(key, about, name, right), own)
    if right:
        known = teller.state.teams[key].knows(about)
        fact = f.Learned(key, about, f.Why.NAME, len(tables.INFORMATION_BONUS) - 1, known.encounters)
        teller.tell(fact, told_to(teller.state, key))


# 8, 9: after a set


def after_answered(teller: Teller[State], rulings: Rulings, answers: Answers) -> None:  # noqa: ARG001
    """M-9.8, M-9.10, M-Q43, M-Q55, M-R6."""
    battle = teller.state.the_battle
    for key in battle.here:
        for name in _order(answers, key).get("skills", ()):
            _heal_after(teller, key, name)
    low = below(teller.state, battle.here)
    for key in battle.here:
        fighter = battle.fighters[key]
        if fighter.indomitable and key in low:
            leave(teller, key, f.Leaving.DYING)
        elif fighter.saved:
            leave(teller, key, f.Leaving.SAVED)
    continuing = [key for key in teller.state.the_battle.here if _order(answers, key).get("continue", False)]
    if len({battle.meeting.side_of(key) for key in continuing}) < 2:
        aftermath.end(teller)
        return
    for key in teller.state.the_battle.here:
        if key not in continuing:
            leave(teller, key, f.Leaving.GAVE_UP)
    teller.tell(f.SetEnded(battle.number, battle.set), told_to(teller.state, *teller.state.the_battle.here))


def _heal_after(teller: Teller[State], key: str, name: str) -> None:
    """M-5.13, M-9.8: paid, then for all whom its range covers."""
    state = teller.state
    battle, team = state.the_battle, state.teams[key]
    skill = team.sheet.skill(name)
    assert skill is not None
    cost = numbers.skill_cost(skill.effects, state.options)
    store, own = store_of(team, battle), state.being(key)
    from_store = min(cost.value, store)
    fact = f.SkillPaid(key, name, cost, own.mp - cost.value + from_store, store - from_store)
    teller.tell(fact, told_to(state, key))
    turn = turn_of(state, {})
    for effect in skill.effects:
        for target in turn.reached(key, effect, ""):
            being = teller.state.being(target)
            amount = healing(effect.grade, being.hp, turn.standings[target].figures.max_hp.value, name)
            healed = f.Healed(target, key, amount, being.hp + amount.value)
            teller.tell(healed, told_to(state, key, target))
