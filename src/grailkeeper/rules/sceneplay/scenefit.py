"""What of a case's acts can be handed in: a part that its form refuses is left out by itself, and has its word.

At a table a faulty answer is refused whole and said again. A case says everything once: of several actions or gifts
only the faulty one is refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from ...core.canon import Data
from ...core.fact import Fact
from ...core.form import ByKey, Choice, Kind, Many, Record, read
from ...core.seat import Person
from .scene import facts as f
from .scene.state import Scene
from .state import ROLES

_SCENE = "scene"
"""The plan for the own play scene; a plan for a solo has the name of who leads it."""

_JUDGED = ("numbers", "reserves", "luck")
"""What a preparation puts into its judgments against hinderers: with a fault in it nothing can be prepared."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Of one plan, by code: its refused actions by who acts, "" where nobody is named, and its gifts by place."""

    actions: Mapping[str, str] = field(default_factory=dict)
    gifts: Mapping[int, str] = field(default_factory=dict)


@dataclass(slots=True)
class Fitting:
    """Fits the sealed orders of a script to the forms that ask for them. `left`: what went, by team and plan."""

    left: dict[tuple[str, str], LeftOut] = field(default_factory=dict)

    def __call__(self, team: str, form: Record, order: Data) -> Data:
        acts: Any = _asked_for(form, order)
        kinds = _kinds(form)
        fitted = {name: part for name, part in acts.items() if name not in (_SCENE, "solo", "join")}
        if _SCENE in acts:
            fitted |= self._plans(team, kinds, {_SCENE: acts[_SCENE]})
        if solos := self._plans(team, _kinds(kinds["solo"]), acts["solo"]) if "solo" in acts else {}:
            fitted["solo"] = solos
        if "join" in acts:
            by_scene = kinds["join"]
            assert isinstance(by_scene, ByKey)
            joins = {scene: _without(_faults(by_scene.of, said), said) for scene, said in acts["join"].items()}
            fitted["join"] = joins
        return fitted

    def _plans(self, team: str, kinds: Mapping[str, Kind], plans: Mapping[str, Any]) -> dict[str, Data]:
        """Plans as they can be handed in; one of which nothing is left is not."""
        found = {}
        for name, plan in plans.items():
            searches = "target" in _kinds(kinds[name])
            fitted = _search(kinds[name], plan, team) if searches else _preparation(kinds[name], plan)
            found[name], self.left[team, name] = fitted
        return {name: plan for name, plan in found.items() if plan}


def _asked_for(kind: Kind, order: Data) -> Data:
    """`order` without the parts that are not asked for: a script says beforehand more than comes to be asked."""
    if not isinstance(order, Mapping):
        return order
    if isinstance(kind, Record):
        known = {field.name: field.kind for field in kind.fields}
        return {name: _asked_for(known[name], part) for name, part in order.items() if name in known}
    if isinstance(kind, ByKey) and isinstance(kind.key, Choice):
        return {name: _asked_for(kind.of, part) for name, part in order.items() if name in kind.key.values}
    return order


def _search(kind: Kind, plan: Mapping[str, Any], team: str) -> tuple[Mapping[str, Any], LeftOut]:
    """S-4.1: a search is one whole. (Its form offers nobody the own base, which every team knows.)"""
    code = "base_known" if plan.get("target") == team else _fault(kind, plan)
    if not plan or not code:
        return plan, LeftOut()
    by = plan.get("by")
    return {}, LeftOut({by if by in tuple(ROLES) else "": code})


def _preparation(kind: Kind, plan: Mapping[str, Any]) -> tuple[Mapping[str, Any], LeftOut]:
    """S-5.3: actions and gifts stand each for itself."""
    gift = _kinds(kind)["gifts"]
    assert isinstance(gift, Many)
    gifts, rest = plan.get("gifts", ()), _without(("gifts",), plan)
    faults = _faults(kind, rest)
    unjudged = next((faults[name] for name in _JUDGED if name in faults), "")
    left = LeftOut(
        {role.value: code for role in ROLES if role in rest and (code := unjudged or faults.get(role, ""))},
        {place: code for place, each in enumerate(gifts) if (code := unjudged or _fault(gift.of, each))},
    )
    given = [each for place, each in enumerate(gifts) if place not in left.gifts]
    kept = _without((*faults, *left.actions), rest)
    return ({**kept, "gifts": given} if given else kept), left


def _kinds(record: Kind) -> Mapping[str, Kind]:
    assert isinstance(record, Record)
    return {each.name: each.kind for each in record.fields}


def _fault(kind: Kind, value: object) -> str:
    """The code of what is wrong with a part, "" if nothing is."""
    _, problems = read(kind, value)
    return problems[0].code if problems else ""


def _faults(record: Kind, said: Mapping[str, Any]) -> Mapping[str, str]:
    kinds = _kinds(record)
    return {name: code for name, part in said.items() if (code := _fault(kinds[name], part))}


def _without(names: Sequence[str] | Mapping[str, str], said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in said.items() if name not in names}


@dataclass(frozen=True, slots=True)
class Play:
    """A play scene or solo when its turn came: who acts if nobody is named, what was told, and what was left out."""

    actor: Person
    told: Sequence[Fact]
    left: LeftOut


def plays(told: Sequence[Fact], now: Scene, fitting: Fitting) -> Iterator[Play]:
    """The play scenes and solos in their order (S-Q99)."""
    begun = [place for place, fact in enumerate(told) if isinstance(fact, f.ScenePlayed | f.SoloPlayed)]
    for start, end in pairwise([*begun, len(told)]):
        fact = told[start]
        if isinstance(fact, f.SoloPlayed):
            actor, plan = Person(fact.solo.team, fact.solo.leader), fact.solo.leader.value
        else:
            assert isinstance(fact, f.ScenePlayed)
            place = now.place_of(fact.team)
            assert place is not None
            actor, plan = Person(fact.team, place.who[0]), _SCENE
        yield Play(actor, told[start:end], fitting.left.get((actor.team, plan), LeftOut()))
