"""The life cycle of a battle: strokes before it, both orders, the reveal, what the masters do after it, over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ....core.call import Answers, Ask, Call, Mode, Opening
from ....core.canon import Data
from ....core.point import Rulings
from ....core.problem import Problem
from ....core.seat import EVERYBODY, Person, Role
from ....core.teller import Teller
from ....core.working import Sum
from .. import facts as f
from ..derived import healed
from ..orders import order_of
from ..state import Damage, Extent, Meeting, Pair, State, seat_for, told_to
from ..strokes import spend, tell_failed
from .board import evaluate
from .check import Spot, aftermath_problems, battle_problems
from .conditions import judge_skills
from .plan import Order, Plan, plan_of
from .totals import DRAW, Reckoning, Result, result

BATTLE, STROKES, AFTERMATH = "battle", "strokes", "aftermath"

# Questions


def address(scene: int, pair: str, kind: str) -> str:
    """The address of a call of a battle: `scene/3/red-blue/battle`."""
    return f"scene/{scene}/{pair}/{kind}"


def pair_of(call: str) -> str:
    return call.split("/")[2]


def calls(state: State, meeting: Meeting) -> tuple[Call, ...]:
    """What a region asks now. Strokes may be spent as long as the orders are open (B-14.22)."""
    pair = meeting.pair
    if meeting.fought is not None:
        return (aftermath_call(state, pair, address(state.scene, pair.key, AFTERMATH)),)
    found = [battle_call(state, pair.teams, address(state.scene, pair.key, BATTLE))]
    if meeting.strokes_open and state.extent is not Extent.BATTLE:
        found.insert(0, _strokes_call(state, meeting))
    return tuple(found)


def battle_call(state: State, teams: Sequence[str], at: str) -> Call:
    """B-1.8, B-14.21."""
    asks = tuple(Ask(seat_for(state, team, Role.SERVANT), team) for team in teams)
    return Call(at, BATTLE, "B-1.8", Mode.SEALED, asks, "silent_battle")


def _strokes_call(state: State, meeting: Meeting) -> Call:
    masters = (team for team in meeting.teams if state.team(team).living_master is not None)
    asks = tuple(Ask(seat_for(state, team, Role.MASTER), team) for team in masters)
    at = address(state.scene, meeting.pair.key, STROKES)
    return Call(at, STROKES, "B-14.22", Mode.FLOOR, asks, "silent_strokes", withdrawable=False)


def asked_after(state: State, pair: Pair, damage: Mapping[str, Damage]) -> tuple[str, ...]:
    """B-9.5, B-14.13: the teams whose masters are asked after the reveal: those whose servants suffer something.

    Where none of them has a master all others with a master are asked, so that the question is there in every
    battle in which it can be: else whether it is would tell of damage that only the two sides know. A scene or
    battle on its own asks both, so that everything that was declared is heard, and refused where it is wrong.
    """
    able = [team for team in pair.teams if state.team(team).living_master is not None]
    if state.extent is not Extent.WAR:
        return tuple(able)
    return tuple([team for team in able if damage[team].total] or able)


def aftermath_call(state: State, pair: Pair, at: str) -> Call:
    """Known to the two sides alone; whom it asks follows from damage that both have seen."""
    meeting = state.meeting(pair.key)
    assert meeting is not None and meeting.fought is not None
    both = told_to(state, *pair.teams)
    asks = _masters(state, asked_after(state, pair, meeting.fought.damage))
    return Call(at, AFTERMATH, "B-9.5", Mode.SEALED, asks, "silent_aftermath", open_to=both, asked_to=both)


def _masters(state: State, teams: Sequence[str]) -> tuple[Ask, ...]:
    return tuple(Ask(seat_for(state, team, Role.MASTER), team) for team in teams)


def standing(state: State) -> tuple[Call, ...]:
    """B-1.8, B-9.5, B-14.13: what may be answered before there is a battle."""
    fighting = [team.key for team in state.teams if team.existing_servant is not None and not team.out]
    masters = [key for key in fighting if state.team(key).living_master is not None]
    asks = _masters(state, masters)
    return (
        battle_call(state, fighting, f"standing/{BATTLE}"),
        Call(f"standing/{AFTERMATH}", AFTERMATH, "B-9.5", Mode.SEALED, asks, "silent_aftermath"),
    )


# Strokes before a battle


def take_stroke(teller: Teller[State], call: Call, answers: Answers) -> None:
    """B-14.22: a stroke between battles, or the close of the floor."""
    if answers.closing:
        teller.tell(f.StrokesClosed(pair_of(call.address)), EVERYBODY)
    for team, order in answers.orders.items():
        spend(teller, call.address, team, order_of(order), "card")


# The reveal


def fight(
    teller: Teller[State], call: Call, orders: Mapping[str, Data], rulings: Rulings, given: Mapping[str, Data]
) -> bool:
    """From the orders to the question after the result (life of a battle, 2 to 10). False: a ruling is waited for."""
    state = teller.state
    meeting = state.meeting(pair_of(call.address))
    assert meeting is not None
    pair = meeting.pair
    one, other = (usable(state, team, order_of(orders.get(team))) for team in pair.teams)
    plans = (one[0], other[0])
    both = told_to(state, *pair.teams)  # B-14.18: both see the skills of both
    used = judge_skills(plans, pair.roles, state.options, rulings, call.address, state.extent, given, both)
    if used is None:
        return False
    reckoned = result(Reckoning(plans, pair.roles, evaluate(plans, state.options), used, state.options))
    for team, failures in zip(pair.teams, (one[1], other[1]), strict=True):
        for problem in failures:
            tell_failed(teller, call.address, team, problem)
    _reveal(teller, pair, reckoned, [team for team in pair.teams if team in orders])
    if not _nobody_asked(teller.state, pair):
        return True
    finish(teller, pair, {})
    return True


def usable(state: State, team: str, order: Order) -> tuple[Plan, list[Problem]]:
    """The plan of an order without the parts that can no longer be done, and what was wrong with those."""
    spot = Spot(state.team(team), state.scene, state.options)
    failures: list[Problem] = []
    while problem := next((each for each in battle_problems(spot, order) if each.binding), None):
        failures.append(problem)
        part = problem.culprit.partition(".")[0]
        order = {name: value for name, value in order.items() if name != part} if part in order else {}
    return plan_of(spot.team, spot.scene, order), failures


def _nobody_asked(state: State, pair: Pair) -> bool:
    meeting = state.meeting(pair.key)
    assert meeting is not None and meeting.fought is not None
    return not asked_after(state, pair, meeting.fought.damage)


def _reveal(teller: Teller[State], pair: Pair, reckoned: Result, answered: Sequence[str]) -> None:
    """B-14.18: orders and reckoning to both sides, totals to everybody, an exhaustion to the own team (B-9.4)."""
    both = told_to(teller.state, *pair.teams)
    sides, winner = reckoned.sides, "" if reckoned.winner == DRAW else pair.teams[reckoned.winner]
    teller.tell(f.BattleFought(pair.key, sides, winner), both)
    totals = (sides[0].total.value, sides[1].total.value)
    teller.tell(f.BattleReported(pair.key, pair.teams, totals, winner), EVERYBODY)
    for side in sides:
        master = teller.state.team(side.team).master
        if side.mana_spent and master is not None and master.mana.now == 0:
            own = told_to(teller.state, side.team)
            teller.tell(f.MasterExhausted(side.team, teller.state.scene + 1), own)
    for team in answered:
        teller.open(Opening(team, ((),), both))


# After the result


def finish(teller: Teller[State], pair: Pair, orders: Mapping[str, Data]) -> None:
    """B-9.5, B-14.13: all damage at once, then rescues, then who is gone; and the battle is over."""
    meeting = teller.state.meeting(pair.key)
    assert meeting is not None and meeting.fought is not None
    fought, call = meeting.fought, address(teller.state.scene, pair.key, AFTERMATH)
    answers = {}
    for team in pair.teams:
        answers[team], failures = _usable_after(teller.state, team, order_of(orders.get(team)), meeting)
        for problem in failures:
            tell_failed(teller, call, team, problem)
    both = told_to(teller.state, *pair.teams)
    for team in pair.teams:
        _take_damage(teller, pair, team, fought.damage[team], answers[team].get("cover", 0))
    for team in pair.teams:
        _rescue(teller, pair, team, answers[team].get("rescue"))
    for team, order in answers.items():
        if order.get("cover") and team in orders:
            teller.open(Opening(team, (("cover",),), both))
    for team in pair.teams:
        _fall(teller, team)
    teller.tell(f.BattleOver(pair.key), EVERYBODY)


def _usable_after(state: State, team: str, order: Order, meeting: Meeting) -> tuple[Order, list[Problem]]:
    fought = meeting.fought
    assert fought is not None
    spot = Spot(state.team(team), state.scene, state.options)
    failures: list[Problem] = []
    while problem := next(
        _binding(aftermath_problems(spot, order, fought.damage[team], team in fought.supported)), None
    ):
        failures.append(problem)
        part = problem.culprit.partition(".")[0]
        order = {name: value for name, value in order.items() if name != part}
    return order, failures


def _binding(problems: Iterator[Problem]) -> Iterator[Problem]:
    return (problem for problem in problems if problem.binding)


def _take_damage(teller: Teller[State], pair: Pair, team: str, damage: Damage, cover: int) -> None:
    """B-13.4, B-9.5: told in every battle, also where it comes to nothing."""
    taken = Sum("damage_taken", "B-13.4").base("damage", damage.total, "B-13.4")
    if cover:
        taken.subtract("covered", cover, "B-9.5")
    teller.tell(f.DamageTaken(pair.key, team, taken.done(), cover), told_to(teller.state, *pair.teams))


def _rescue(teller: Teller[State], pair: Pair, team: str, rescue: Order | None) -> None:
    """B-14.13: in secret, and only where the servant would vanish."""
    servant = teller.state.team(team).servant
    assert servant is not None
    if rescue is None or servant.health.now > 0:
        return
    health = healed("health", servant.health, rescue.get("health", 0))
    mana = healed("mana", servant.mana, rescue.get("mana", 0))
    own = told_to(teller.state, team)
    teller.tell(f.ServantRescued(pair.key, team, rescue["stroke"], health, mana), own)


def _fall(teller: Teller[State], team: str) -> None:
    """B-14.13: who is at 0 now is gone, and everybody learns it."""
    there, scene = teller.state.team(team), teller.state.scene
    if there.existing_servant is not None and there.existing_servant.health.now <= 0:
        teller.tell(f.PersonLost(Person(team, Role.SERVANT), f.Cause.HEALTH, scene), EVERYBODY)
    if there.living_master is not None and there.living_master.health.now <= 0:
        teller.tell(f.PersonLost(Person(team, Role.MASTER), f.Cause.HEALTH, scene), EVERYBODY)


def skip_vanished(teller: Teller[State], region: str) -> None:
    """B-14.12: pairs of which a servant has vanished are skipped."""
    while meeting := next((each for each in teller.state.meetings if each.region == region), None):
        if all(teller.state.team(team).existing_servant is not None for team in meeting.pair.teams):
            return
        teller.tell(f.BattleOver(meeting.pair.key, skipped=True), EVERYBODY)
