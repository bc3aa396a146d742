"""The case files of battles: whole sets of the mirror land, from a situation and the plans of a set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.canon import Data
from ...core.case import Case, Outcome, Script
from . import facts as f
from .people import World
from .state import State

HERE = "here"
"""The region of a battle case, where it needs a name for a territory."""


def sets_of(case: Case) -> list[Mapping[str, Any]]:
    sets = case.declared.get("sets")
    return list(sets) if sets is not None else [case.declared]


def setup(case: Case) -> dict[str, Any]:
    given = case.given
    servants: Mapping[str, Any] = given.get("servants", {})
    real = given.get("world") == World.REAL
    stores = given.get("territory", {})
    teams = {}
    for key, servant in servants.items():
        team = dict(servant)
        if real:
            team |= {f"body_{name}": team.pop(name) for name in ("hp", "mp") if name in team}
        if key in stores:
            team["territory"] = {"region": HERE, "store": stores[key]}
        teams[key] = team
    sides = given.get("sides") or [[key] for key in servants]
    first = next(iter(servants), "")
    attackers: list[str] = given.get("attackers") or next((side for side in sides if first in side), [])
    levels = given.get("information", {})
    battle = {
        "sides": sides,
        "attackers": attackers,
        "undetected": given.get("undetected", {}),
        "world": given.get("world", World.VIRTUAL),
        "region": HERE,
        "joins": given.get("joins", {}),
    }
    information = {
        key: {other: {"level": levels.get(key, {}).get(other, 1)} for other in servants if other != key}
        for key in servants
    }
    return {"order": list(servants), "teams": teams, "as_they_are": True, "battle": battle, "information": information}


def orders(case: Case, setup: Mapping[str, Any]) -> Iterator[tuple[tuple[str, str], Data]]:
    strikes = case.given.get("strike", {})
    joins = setup["battle"]["joins"]
    for number, one in enumerate(sets_of(case), 1):
        base = f"battle/1/set/{number}"
        start = {key: dict(order) for key, order in one.get("start", {}).items()}
        for key in case.given.get("servants", {}):
            strike = strikes if isinstance(strikes, str) else strikes.get(key)
            if strike and number == joins.get(key, {"set": 1})["set"]:
                start.setdefault(key, {})["strike"] = strike
        yield from (((f"{base}/start", key), order) for key, order in start.items())
        for turn in (1, 2):
            laid = one.get(f"turn{turn}", {})
            yield from (((f"{base}/turn/{turn}", key), _slots(slots)) for key, slots in laid.items())
            reactions = one.get(f"reaction{turn}", {})
            for key, removals in reactions.items():
                yield (f"{base}/turn/{turn}/reaction", key), {"removals": removals}
        yield from (((f"{base}/gap", key), order) for key, order in one.get("gap", {}).items())
        yield from (((f"{base}/after", key), order) for key, order in one.get("after", {}).items())


def _slots(slots: Any) -> Data:
    return slots if isinstance(slots, Mapping) else {"slots": slots}


def outcome_of(script: Script, outcome: Outcome) -> Mapping[str, Any]:
    state: State = outcome.state
    told = [each.fact for each in outcome.told]
    ended = next(fact for fact in told if isinstance(fact, f.BattleEnded))
    world = World(script.setup["battle"].get("world", World.VIRTUAL))
    return {
        "servants": {key: _fighter_outcome(state, key, told, world) for key in state.teams},
        "information": {
            key: {other: team.knows(other).level for other in state.teams if other != key}
            for key, team in state.teams.items()
        },
        "sets": ended.sets,
        "turns": ended.turns,
    }


def _fighter_outcome(state: State, key: str, told: list[Any], world: World) -> Mapping[str, Any]:
    team = state.teams[key]
    being = team.being(world)
    resolved = [fact for fact in told if isinstance(fact, f.TurnResolved) and key in fact.here]
    reckoned = [fact for fact in told if isinstance(fact, f.TurnReckoned) and fact.team == key]
    return {
        "hp": being.hp,
        "mp": being.mp,
        "state": being.condition.value,
        "strokes": team.strokes,
        "luck_used": team.luck_used,
        "store": team.territory.store if team.territory is not None else 0,
        "battles": team.battles,
        "stage": team.stage,
        "strike_damage": sum(fact.damage.value for fact in told if isinstance(fact, f.Struck) and fact.target == key),
        "damage": [[_lost(slot, key) for slot in fact.slots] for fact in resolved],
        "evaded": [fact.evaded.value for fact in reckoned if fact.evaded is not None],
        "retreat_damage": sum(
            fact.damage.value for fact in told if isinstance(fact, f.RetreatHit) and fact.victim == key
        ),
        "luck_added": sum(fact.damage.value for fact in told if isinstance(fact, f.LuckAdded) and fact.target == key),
        "luck_back": sum(fact.points.value for fact in told if isinstance(fact, f.LuckBack) and fact.team == key),
    }


def _lost(slot: f.Slot, key: str) -> int:
    hits = sum(hit.damage.value for hit in slot.hits if hit.victim == key)
    return hits + sum(tick.damage.value for tick in slot.ticks if tick.victim == key)
