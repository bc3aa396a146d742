"""Steps of a scene by themselves: a state that is said in a line, and what a step tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grailkeeper.core.chance import Seeded
from grailkeeper.core.teller import Teller
from grailkeeper.rules.chronicle import apply as change
from grailkeeper.rules.chronicle.scene.records import with_scene
from grailkeeper.rules.chronicle.scene.state import FIRST, HALVES, Action, Attack, Kind, Plan
from grailkeeper.rules.chronicle.state import State

from .scenetable import Playing, master, servant

AA, BB, CC = master("aa", "red"), master("bb", "blue"), master("cc", "green")
SABER, LANCER = servant("saber", "red"), servant("lancer", "blue")


def there(*people: Mapping[str, Any], given: Mapping[str, Any] | None = None, **now: Any) -> State:
    """People in their first scene, of which so much is known."""
    return with_scene(Playing(people, **(given or {})).state, **now)


def told_by(state: State, step: Any, *about: Any) -> list[Any]:
    """What a step of the rules tells."""
    teller = Teller(state, change.apply, Seeded(b"a part").open("part"))
    step(teller, *about)
    return [each.fact for each in teller.done().told]


def of(facts: Sequence[Any], kind: type[Any]) -> list[Any]:
    return [each for each in facts if isinstance(each, kind)]


def plans(**actions: Action | Sequence[Action]) -> dict[str, Plan]:
    return {key: Plan((each,) if isinstance(each, Action) else tuple(each)) for key, each in actions.items()}


def long(kind: Kind, person: str = "", **more: Any) -> Action:
    return Action(kind, HALVES, person, **more)


def short(kind: Kind, half: int = FIRST, person: str = "", **more: Any) -> Action:
    return Action(kind, (half,), person, **more)


def attack(attacker: str, target: str, half: int = FIRST, preempts: bool = True) -> Attack:
    return Attack(half, attacker, target, "r1", preempts)
