"""How the records of a scene change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from ....core.record import replace
from ..people import Item, Pool
from ..state import State, added, with_person
from .state import Kind, Scene, War

T = TypeVar("T")


def war_of(state: State) -> War:
    """The course of the war; only asked where there is one."""
    assert state.war is not None
    return state.war


def now_of(state: State) -> Scene:
    return war_of(state).now


def with_war(state: State, **change: Any) -> State:
    return replace(state, war=replace(war_of(state), **change))


def with_scene(state: State, **change: Any) -> State:
    return with_war(state, now=replace(war_of(state).now, **change))


def entry(items: Mapping[str, T], key: str, value: T) -> dict[str, T]:
    return {**items, key: value}


def with_more(items: Iterable[T], *more: T) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*items, *more)))


def without(items: Iterable[T], *gone: T) -> tuple[T, ...]:
    left = list(items)
    for each in gone:
        if each in left:
            left.remove(each)
    return tuple(left)


def pools(state: State, key: str, health: int = 0, mana: int = 0) -> State:
    """Pools that rise or fall; one that is above 0 has met its deadline (C-18.4, C-18.9)."""
    person = state.people[key]
    changed = replace(person, health=added(person.health, health), mana=added(person.mana, mana))
    servant = person.servant
    if servant is not None:
        due = replace(
            servant,
            health_due=servant.health_due and changed.health.now <= 0,
            mana_due=servant.mana_due and changed.mana.now <= 0,
        )
        changed = replace(changed, servant=due)
    return replace(state, people=entry(state.people, key, changed))


def above(state: State, key: str, *, health: int, mana: int) -> State:
    """Pools that may rise above their maximum: what is above it now is of this scene (C-Q2)."""
    before, state = state.people[key], pools(state, key, health, mana)
    after, excess = state.people[key], dict(now_of(state).excess)
    for name in ("health", "mana"):
        more = getattr(after, name).over - getattr(before, name).over
        if more > 0:
            excess[f"{key}/{name}"] = excess.get(f"{key}/{name}", 0) + more
    return with_scene(state, excess=excess)


def items(state: State, key: str, *more: Item, taken: Item | None = None) -> State:
    """What a person holds, with more, or without what is taken away."""
    held = state.people[key].items
    left = held if taken is None else without(held, taken)
    return with_person(state, key, items=(*left, *more))


def with_servant(state: State, key: str, **change: Any) -> State:
    return with_person(state, key, servant=replace(state.people[key].the_servant, **change))


def gain(state: State, kind: Kind, person: str, more: int) -> State:
    key, gains = f"{kind.value}/{person}", now_of(state).gains
    return with_scene(state, gains=entry(gains, key, gains.get(key, 0) + more))


def cut(pool: Pool, maximum: int) -> Pool:
    return Pool(min(pool.now, maximum), maximum)
