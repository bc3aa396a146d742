"""What is wrong with an order outside of battle, from what its team knows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ....core.problem import Problem, illegal, suspicious
from .. import numbers
from ..creation import creation_problems
from ..derived import body_figures, servant_figures
from ..options import Options
from ..people import ClassSkill, Condition, Range, ServantClass, World
from ..state import Order
from ..visibility import OwnTeam, SceneSight, View
from .orders import CREATION, LEVEL, MEETING, PLAN, REGION, ZONE, scene_orders

WORLD_ORDERS = (Order.PURSUIT, Order.ERASURE)
"""M-Q104: for virtual scenes only."""


def scene_problems(view: View, kind: str, order: Mapping[str, Any]) -> Iterator[Problem]:
    """Everything that is wrong or suspicious about an order that its form has read."""
    return CHECKS[kind](view, order)


def _nothing(view: View, order: Mapping[str, Any]) -> Iterator[Problem]:  # noqa: ARG001
    return iter(())


def _creation(view: View, order: Mapping[str, Any]) -> Iterator[Problem]:
    assert view.making is not None
    made = {name: value for name, value in order.items() if name != "base"}
    die = {"die": view.making.die} if view.making.die else {}
    yield from creation_problems({**made, "level": view.making.level, **die})


def _scene(view: View) -> tuple[OwnTeam, SceneSight]:
    assert view.own is not None and view.scene is not None
    return view.own, view.scene


def _plan(view: View, order: Mapping[str, Any]) -> Iterator[Problem]:
    own, _ = _scene(view)
    action = order.get("action", "rest")
    if own.servant.condition is Condition.DYING and not own.servant.fresh and action not in ("rest", "eat"):
        yield illegal("dying_only_rest_or_eat", "M-11.13", "action", given=action)
    stays = not any(given is Order.PURSUIT for given, _ in scene_orders(order))
    region = order.get("region", own.region)
    yield from _action(view, own, order, action, region if stays else "")
    yield from _orders(view, own, order, World.VIRTUAL)
    yield from heal_problems(own, order.get("heal", ()), view.options, may_eat=action == "eat")


def _action(view: View, own: OwnTeam, order: Mapping[str, Any], action: str, region: str) -> Iterator[Problem]:
    """M-7.3, M-7.5, M-4.17. `region` is "" where a pursuit may move the team."""
    shown = next((team.location for team in view.teams if team.key == own.key), "")
    region = region and (shown or region)
    if action == "build_base" and region and region in own.bases:
        yield illegal("base_already_there", "M-7.3", "region", region=region)
    if action == "build_territory":
        if own.sheet.servant_class is not ServantClass.CASTER:
            yield illegal("not_a_caster", "M-4.17", "action")
        elif not servant_figures(own.sheet, own.stage, view.options).class_skill(ClassSkill.TERRITORY_CREATION):
            yield illegal("skills_sealed", "M-12.6", "action")
    if action == "destroy_base":
        target = order.get("target", "")
        if not target:
            yield illegal("no_such_base", "M-7.5", "target")
        elif region and region not in own.bases_known.get(target, ()):
            yield illegal("base_not_known", "M-7.5", "target", region=region)
    elif "target" in order:
        yield suspicious("target_ignored", "M-7.5", "target")


def _orders(view: View, own: OwnTeam, order: Mapping[str, Any], world: World) -> Iterator[Problem]:
    """M-11.6, M-11.7, M-Q104."""
    given = scene_orders(order)
    if len(given) > own.strokes:
        yield illegal("no_stroke_left", "M-11.6", "orders", given=len(given), most=own.strokes)
    for place, (each, target) in enumerate(given, 1):
        if world is World.REAL and each in WORLD_ORDERS:
            yield illegal("order_not_now", "M-11.7", f"orders.{place}", given=each.value)
        if each is Order.PURSUIT and not target:
            others = (team.key for team in view.teams if team.alive and team.key != own.key)
            yield illegal("bad_target", "M-6.3", f"orders.{place}", accepted=", ".join(others))


def heal_problems(own: OwnTeam, names: Any, options: Options, may_eat: bool) -> Iterator[Problem]:
    """M-5.13, M-Q103, M-R16."""
    figures = servant_figures(own.sheet, own.stage, options)
    left = own.servant.mp
    for place, name in enumerate(names, 1):
        skill, culprit = own.sheet.skill(name), f"heal.{place}"
        assert skill is not None
        if not figures.skills:
            yield illegal("skills_sealed", "M-12.6", culprit)
            continue
        if name in names[: place - 1]:
            yield illegal("support_twice", "M-5.19", culprit, skill=name)
        if any(effect.range is Range.ALL_ENEMIES for effect in skill.effects):
            yield suspicious("heals_nobody", "M-5.13", culprit)
        cost = numbers.skill_cost(skill.effects, options).value
        left -= cost
        if left < 0 and not may_eat:
            yield illegal("not_enough_mana", "M-9.5", culprit, given=cost, most=left + cost)
            return


def _zone(view: View, order: Mapping[str, Any]) -> Iterator[Problem]:
    own, _ = _scene(view)
    yield from _orders(view, own, order, World.REAL)
    needs_mana = body_figures(own.sheet, own.stage, view.options).needs_mana
    if not needs_mana and any(each is Order.FULL_RECOVERY_MP for each, _ in scene_orders(order)):
        yield suspicious("body_has_no_mana", "M-12.8", "orders")


def _meeting(view: View, order: Mapping[str, Any]) -> Iterator[Problem]:
    own, scene = _scene(view)
    for target in order.get("guess", {}):
        culprit, most = f"guess.{target}", view.options.guesses
        if most is not None and own.guesses.get(target, 0) >= most:
            yield illegal("no_guess_left", "M-10.5", culprit, most=most)
    if set(order.get("attack", ())) & set(order.get("ally", ())):
        yield suspicious("attacks_ally", "M-7.8", "attack")
    if scene.souls is not None and order.get("eat", 0) > scene.souls:
        yield illegal("over_soul_limit", "M-7.9", "eat", given=order["eat"], most=scene.souls)


CHECKS: Mapping[str, Callable[[View, Mapping[str, Any]], Iterator[Problem]]] = {
    LEVEL: _nothing,
    CREATION: _creation,
    REGION: _nothing,
    PLAN: _plan,
    ZONE: _zone,
    MEETING: _meeting,
}
