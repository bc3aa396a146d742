"""The sheets close (S-10.19): what of each still holds, what the keeper rules, what is drawn and spent at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ....core.canon import Data
from ....core.point import Point, Rulings
from ....core.problem import Problem, failed, illegal
from ....core.record import replace
from ....core.seat import Role
from ....core.teller import Teller
from .. import tables
from ..facts import OrderFailed, SheetFiled
from ..orders import phantasm_uses, sheet_of
from ..people import Aim, Points, Servant
from ..state import Fighting, Sheet, State, told_to
from ..visibility import own_team
from .chances import Member, sum_of
from .check import Spot, casts, condition_holds, sheet_problems

Order = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Usable:
    """An order without the parts that could not be done, and what was wrong with those."""

    order: Order
    failures: tuple[Problem, ...] = ()


def file_sheets(teller: Teller[State], rulings: Rulings, orders: Mapping[str, Data]) -> Mapping[str, int]:
    """S-10.19, S-11.2, S-18.2, S-18.3, S-23.1: every team's sheet comes into force, first side first.

    Returns how many of its numbers each team handed in itself, drawn ones included in the row, by team.
    """
    handed: dict[str, int] = {}
    for side in teller.state.the_battle.pair.sides:
        taken: set[int] = set()
        for team in side:
            usable = usable_order(teller.state, team, orders.get(team), taken)
            taken |= device_judgments(usable.order)
            handed[team] = len(usable.order.get("numbers", ()))
            _file_sheet(teller, rulings, team, usable)
    return handed


def usable_order(state: State, team: str, order: Data, taken: set[int]) -> Usable:
    """What of an order can still be done. `taken`: judgments for which an ally before has a device (S-19.4)."""
    spot = Spot(own_team(state, team), state.the_battle.setting, state.options)
    left: Order = order if isinstance(order, Mapping) else {}
    failures: list[Problem] = []
    while problem := next(binding_problems(spot, left, taken), None):
        failures.append(failed(problem.code, problem.clause, problem.culprit, **problem.values))
        part = problem.culprit.partition(".")[0]
        left = {name: value for name, value in left.items() if name != part} if part in left else {}
    return Usable(left, tuple(failures))


def binding_problems(spot: Spot, order: Order, taken: set[int]) -> Iterator[Problem]:
    """What of an order is refused. `taken`: judgments for which an ally before has a device (S-19.4, S-21.3)."""
    yield from (problem for problem in sheet_problems(spot, order) if problem.binding)
    for judgment in sorted(device_judgments(order) & taken):
        culprit = "code" if judgment in order.get("code", ()) else "phantasm"
        yield illegal("one_device", "S-21.3", culprit, judgment=judgment, most=1)


def device_judgments(order: Order) -> set[int]:
    """S-21.3: the judgments in which an order uses a phantasm or code."""
    return {int(judgment) for judgment in phantasm_uses(order)} | set(order.get("code", ()))


def _file_sheet(teller: Teller[State], rulings: Rulings, team: str, usable: Usable) -> None:
    state = teller.state
    battle = state.the_battle
    sheet, failures = sheet_of(usable.order, state.options), list(usable.failures)
    whole = state.teams[team]
    restored = restore(whole.servant, sheet) if whole.servant is not None else None
    skills: tuple[bool, ...] = ()
    fights = battle.setting.fighter(team) is Role.SERVANT
    if fights and restored is not None:
        skills = _rule_on_skills(state, rulings, team, restored)
        applying = [skill for skill, applies in zip(restored.skills, skills, strict=True) if applies]
        if sheet.substitute is not None and not casts(restored, applying):
            failures.append(failed("no_magecraft", "S-10.11", "substitute"))
            sheet = replace(sheet, substitute=None)
    for problem in failures:
        call = f"battle/{battle.pair.number}/sheets"
        teller.tell(OrderFailed(call, team, problem), told_to(state, team))
    represents = battle.pair.side_of(team)[0] == team
    drawn: tuple[int, ...] = ()
    if represents:
        numbers, drawn = _numbers(teller, whole.name, usable.order)
        sheet = replace(sheet, numbers=numbers)
    fighting = Fighting(sheet, skills)
    who = Member(replace(whole, servant=restored), fighting, battle.setting)
    attack, defence = (sum_of(who, aim, None, state.options) for aim in Aim)
    fact = SheetFiled(
        battle=battle.pair.number,
        team=team,
        fighting=fighting,
        attack=attack,
        defence=defence,
        drawn=drawn,
        strokes=len(sheet.restore) + sheet.boost_strokes,
        health=_gained(whole.servant, restored, "health"),
        mana=_gained(whole.servant, restored, "mana"),
        luck=who.role if sheet.luck_declared else None,
    )
    teller.tell(fact, told_to(state, team))


def restore(servant: Servant, sheet: Sheet) -> Servant:
    """S-18.2, S-16.5: strokes before judgment 1; what exceeds a maximum is lost."""
    for recovery in sheet.restore:
        servant = replace(
            servant,
            health=_raised(servant.health, recovery.health),
            mana=_raised(servant.mana, recovery.mana),
        )
    return servant


def _raised(points: Points, more: int) -> Points:
    return Points(max(points.now, min(points.maximum, points.now + more)), points.maximum)


def _gained(before: Servant | None, after: Servant | None, what: str) -> int:
    if before is None or after is None:
        return 0
    gained: int = getattr(after, what).now - getattr(before, what).now
    return gained


def _rule_on_skills(state: State, rulings: Rulings, team: str, servant: Servant) -> tuple[bool, ...]:
    """S-23.1, S-23.2: for each skill whether it applies; the condition is the verdict, the keeper may overrule it."""
    battle = state.the_battle
    first = team in battle.pair.first
    applies = []
    for place, skill in enumerate(servant.skills, 1):
        point = Point(
            address=f"battle/{battle.pair.number}/skill/{team}/{place}",
            kind="skill_applies",
            clause="S-23.1",
            choices=(True, False),
            verdict=condition_holds(skill.condition, servant, first),
            subject={"team": team, "skill": skill.name, "condition": skill.condition.value},
            told=told_to(state, team),
        )
        applies.append(rulings.ask(point) is True)
    return tuple(applies)


def _numbers(teller: Teller[State], name: str, order: Order) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """S-10.19, S-Q45: five numbers, the missing ones drawn; and the judgments for which they were."""
    given = [*order.get("numbers", ()), *[None] * len(tables.JUDGMENTS)][: len(tables.JUDGMENTS)]
    drawn = tuple(judgment for judgment, number in enumerate(given, 1) if number is None)
    numbers = [
        teller.draw(f"number {name} {judgment}", 100) if number is None else int(number)
        for judgment, number in enumerate(given, 1)
    ]
    return tuple(numbers), drawn
