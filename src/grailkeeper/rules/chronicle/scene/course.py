"""The order of a scene, from one question to the next (C-1.1, C-8, the life of a scene)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ....core.call import Answers
from ....core.point import Rulings
from ....core.problem import Problem, failed
from ....core.record import replace
from ....core.seat import KEEPER_ONLY
from ....core.teller import Teller
from ..state import State
from ..tables import TOOL_MANA
from . import facts as f
from .asking import asked, presences, waits
from .bonding import agree, bond, deepen
from .closing import close_scene
from .contests import cards_closed, fight_all
from .contracts import charge_and_link, leave_all, recontract_all
from .crafting import buy, construct, construction_problem, craft, craft_problem
from .creation import creation_closed
from .feeding import eat, victims_problem
from .finding import find_all, pursue_all
from .learning import labor, labor_problem, see_rivals, study, study_problem
from .meeting import after_battles, begin_battles, make_attacks, turn_on_npcs
from .menu import Declarer, declared
from .moving import create, move_all, move_buyers, show_regions
from .npcs import meet_by_pursuit, meet_npcs
from .opening import start_closed, words_of
from .records import now_of, war_of
from .resting import convert, long_rest, may_rest_long, nurse, nursing_problem, short_rest
from .state import FIRST, SECOND, Action, Kind, Phase
from .who import able, drop, fallen, in_war, players, refuse, tell_own

Closer = Callable[[Teller[State], Rulings, Answers], None]


def _reach(teller: Teller[State], phase: Phase) -> None:
    teller.tell(f.PhaseReached(phase), KEEPER_ONLY)


# Actions: life of a scene, 5 to 7


def actions_closed(teller: Teller[State], keeper: Rulings, answers: Answers) -> None:
    """What everybody has declared; moves; the first half."""
    for key in asked(teller.state):
        order = answers.get(key)
        if isinstance(order, Mapping):
            _declare(teller, key, order)
    move_all(teller)
    leave_all(teller)
    show_regions(teller)
    _begin_long(teller)
    find_all(teller)
    meet_npcs(teller)
    _play_half(teller, keeper, FIRST)
    _reach(teller, Phase.FIRST)


def _declare(teller: Teller[State], key: str, order: Mapping[str, Any]) -> None:
    state, person = teller.state, teller.state.people[key]
    declarer = Declarer(
        person, words_of(state), state.options.same_action_twice, fallen(state, person), key in now_of(state).taken
    )
    found = declared(declarer, order)
    for problem in found.problems:
        refuse(teller, key, problem)
    tell_own(teller, key, f.Planned(key, found.plan))


Judge = Callable[[State, str, Action], Problem | None]


def _rest_problem(state: State, key: str, _: Action) -> Problem | None:
    if may_rest_long(state, state.people[key]):
        return None
    return failed("long_needs_base", "C-4.4", "long")


_LONG_NEEDS: Mapping[Kind, Judge] = {
    Kind.NURSING: nursing_problem,
    Kind.REST: _rest_problem,
    Kind.STUDY: study_problem,
    Kind.LABOR: labor_problem,
    Kind.CRAFT: craft_problem,
    Kind.ITEM_CONSTRUCTION: construction_problem,
    Kind.SOUL_EATING: victims_problem,
}
"""What a long action needs where it is begun, in the order in which they are judged: who is nursed rests long."""


def _begin_long(teller: Teller[State]) -> None:
    """C-1.9: the long actions that can be done are under way."""
    for kind, judge in _LONG_NEEDS.items():
        for key in teller.state.roster:
            action = next((a for a in now_of(teller.state).plan(key).actions if a.long and a.kind is kind), None)
            if action is None:
                continue
            problem = judge(teller.state, key, action)
            if problem is None:
                _start_long(teller, key, action)
            elif action.doubled and kind is Kind.REST:
                _halve(teller, key, action)
            else:
                drop(teller, key, action, problem)


def _start_long(teller: Teller[State], key: str, action: Action) -> None:
    mana = TOOL_MANA * action.grade if action.kind is Kind.ITEM_CONSTRUCTION else 0
    patient = action.person if action.kind is Kind.NURSING else ""
    if mana or patient:
        tell_own(teller, key, f.LongBegun(key, action.kind, mana, patient))


def _halve(teller: Teller[State], key: str, action: Action) -> None:
    """C-Q8: away from the base the first of two rests stands, and the second is refused."""
    plan = now_of(teller.state).plan(key)
    short = replace(action, halves=(FIRST,), doubled=False)
    refuse(teller, key, failed("same_action_twice", "C-1.9", "second"))
    tell_own(teller, key, f.Planned(key, replace(plan, actions=(short, *plan.without(action).actions))))


# The short actions of a half

Short = Callable[[Teller[State], str, Action], None]


def _judged(judge: Judge, effect: Callable[[Teller[State], str, Action, bool], None]) -> Short:
    """A short action that is refused where it cannot be done."""

    def do(teller: Teller[State], key: str, action: Action) -> None:
        problem = judge(teller.state, key, action)
        if problem is not None:
            drop(teller, key, action, problem)
        else:
            effect(teller, key, action, False)

    return do


_SHORT: Mapping[Kind, Short] = {
    Kind.BASE_CREATION: create,
    Kind.TERRITORY_CREATION: create,
    Kind.REST: short_rest,
    Kind.STUDY: _judged(study_problem, study),
    Kind.LABOR: _judged(labor_problem, labor),
    Kind.BONDING: bond,
    Kind.BUY: buy,
}


def _play_half(teller: Teller[State], keeper: Rulings, half: int) -> None:
    """The short actions of a half, one kind after another in the order of the ledger, by seats."""
    agree(teller, keeper, half)
    for kind, do in _SHORT.items():
        for key in teller.state.roster:
            for action in now_of(teller.state).plan(key).actions:
                if action.kind is kind and action.halves == (half,) and _may_do(teller.state, key, kind):
                    do(teller, key, action)
    recontract_all(teller, half)
    see_rivals(teller, half)


def _may_do(state: State, key: str, kind: Kind) -> bool:
    """C-Q76, C-Q94: who was in a battle goes on if it can; the fallen can still rest."""
    return in_war(state.people[key]) if kind is Kind.REST else able(state, key)


# Follow-ups and battles: 8 and 9


def follow_closed(teller: Teller[State], _: Rulings, answers: Answers) -> None:
    """C-8.1: what was decided after a half stands in the place of what was declared before."""
    phase = war_of(teller.state).phase
    for key in asked(teller.state):
        order = answers.get(key)
        if isinstance(order, Mapping):
            _follow(teller, key, order)
    for person in list(players(teller.state)):
        convert(teller, person.key, now_of(teller.state).plan(person.key).convert)
    if phase is Phase.LATE:
        close_scene(teller)
        return
    make_attacks(teller, FIRST if phase is Phase.FIRST else SECOND)
    _reach(teller, Phase.FIRST_JOIN if phase is Phase.FIRST else Phase.SECOND_JOIN)


def _follow(teller: Teller[State], key: str, order: Mapping[str, Any]) -> None:
    plan = now_of(teller.state).plan(key)
    actions = plan.actions
    if order.get("pursue"):
        target = presences(teller.state, key)[order["pursue"]]
        actions = tuple(replace(each, person=target) if each.kind is Kind.PURSUIT else each for each in actions)
    if order.get("challenge") or order.get("contest"):
        actions = tuple(_contesting(each, order) for each in actions)
    attack = (order["attack"] or "") if "attack" in order else plan.attack
    changed = replace(
        plan,
        actions=actions,
        attack=attack,
        npc=order.get("npc", plan.npc),
        convert=order.get("convert", plan.convert),
    )
    if changed != plan:
        tell_own(teller, key, f.Planned(key, changed))


def _contesting(action: Action, order: Mapping[str, Any]) -> Action:
    if action.kind not in (Kind.STUDY, Kind.LABOR):
        return action
    contest = tuple(order.get("contest", ())) or action.contest
    return replace(action, challenge=bool(order.get("challenge", action.challenge)), contest=contest)


def join_closed(teller: Teller[State], _: Rulings, answers: Answers) -> None:
    """C-Q81: who joins; the battles begin."""
    first = war_of(teller.state).phase is Phase.FIRST_JOIN
    begin_battles(teller, FIRST if first else SECOND, answers.orders)
    _reach(teller, Phase.FIRST_BATTLES if first else Phase.SECOND_BATTLES)


def _first_fought(teller: Teller[State], keeper: Rulings, _: Answers) -> None:
    """The second half: buyers move, pursuers go, the other short actions follow."""
    after_battles(teller)
    move_buyers(teller, FIRST)
    pursue_all(teller)
    meet_by_pursuit(teller)
    _play_half(teller, keeper, SECOND)
    _reach(teller, Phase.SECOND)


def _second_fought(teller: Teller[State], _: Rulings, __: Answers) -> None:
    after_battles(teller)
    turn_on_npcs(teller)
    _reach(teller, Phase.NPC_BATTLES)


def _all_fought(teller: Teller[State], _: Rulings, __: Answers) -> None:
    """Life of a scene, 10: what was not broken off is completed."""
    after_battles(teller)
    move_buyers(teller, SECOND)
    _complete(teller)
    _contests(teller)


_WHOLE: Mapping[Kind, Short] = {
    Kind.REST: long_rest,
    Kind.NURSING: nurse,
    Kind.STUDY: lambda teller, key, action: study(teller, key, action, whole=True),
    Kind.LABOR: lambda teller, key, action: labor(teller, key, action, whole=True),
    Kind.BONDING: deepen,
    Kind.CRAFT: craft,
    Kind.ITEM_CONSTRUCTION: construct,
    Kind.SOUL_EATING: lambda teller, key, action: eat(teller, key, action, interrupted=False),
}


def _complete(teller: Teller[State]) -> None:
    """C-4.4, C-Q18: own rests before what nurses give."""
    for kind, do in _WHOLE.items():
        for key in teller.state.roster:
            now = now_of(teller.state)
            action = next((each for each in now.plan(key).actions if each.long and each.kind is kind), None)
            if action is not None and key not in now.interrupted and in_war(teller.state.people[key]):
                do(teller, key, action)
    charge_and_link(teller)


def _contests(teller: Teller[State]) -> None:
    if fight_all(teller):
        _reach(teller, Phase.LATE)


def contest_closed(teller: Teller[State], keeper: Rulings, answers: Answers) -> None:
    cards_closed(teller, keeper, answers)
    _contests(teller)


CLOSERS: Mapping[Phase, Closer] = {
    Phase.CREATION: creation_closed,
    Phase.START: start_closed,
    Phase.ACTIONS: actions_closed,
    Phase.FIRST: follow_closed,
    Phase.FIRST_JOIN: join_closed,
    Phase.FIRST_BATTLES: _first_fought,
    Phase.SECOND: follow_closed,
    Phase.SECOND_JOIN: join_closed,
    Phase.SECOND_BATTLES: _second_fought,
    Phase.NPC_BATTLES: _all_fought,
    Phase.CONTEST: contest_closed,
    Phase.LATE: follow_closed,
}
"""What follows when everybody has answered at a phase, or when nobody was asked."""


def closed(teller: Teller[State], keeper: Rulings, answers: Answers) -> None:
    """The question of this phase is answered."""
    CLOSERS[war_of(teller.state).phase](teller, keeper, answers)


def go_on(teller: Teller[State], keeper: Rulings) -> None:
    """From phase to phase, until somebody is asked something."""
    while war_of(teller.state).phase is not Phase.OVER and not teller.state.battles and not waits(teller.state):
        closed(teller, keeper, Answers())
