"""The case files of scenes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.canon import Data
from ...core.case import Case, Outcome, Script
from ...core.form import shown
from ...core.problem import Problem, malformed
from . import facts as f
from . import numbers, tables
from .casenames import PLAN_FIELDS
from .codes import of_team
from .options import Options
from .people import Condition, World
from .sheet import sheet_of
from .state import State
from .visibility import penalties_of


def setup(case: Case) -> dict[str, Any]:
    given = case.given
    limits: Mapping[str, int] = given.get("soul_limits", {})
    teams: Mapping[str, Any] = given.get("teams", {})
    named = [*tables.REGIONS, *limits]
    for team in teams.values():
        named += team.get("bases") or ()
        named += [team["territory"]["region"]] if team.get("territory") else []
        named += [region for regions in (team.get("known_bases") or {}).values() for region in regions]
    named += [order["region"] for order in case.declared.values() if "region" in order]
    zones = [order["zone"] for order in case.declared.values() if "zone" in order]
    war = {
        "regions": [{"name": name, "souls": limits.get(name, tables.REGION_SOULS)} for name in dict.fromkeys(named)],
        "zones": list(dict.fromkeys((*tables.ZONES, *zones))),
        "world": given.get("world", World.VIRTUAL),
        "scene_limit": 1,
    }
    return {
        "order": list(teams),
        "teams": teams,
        "as_they_are": True,
        "war": war,
        "information": given.get("information", {}),
        "results": given.get("after_battle", {}),
    }


def orders(case: Case, setup: Mapping[str, Any], options: Options) -> Iterator[tuple[tuple[str, str], Data]]:
    real = case.given.get("world") == World.REAL
    for key, order in case.declared.items():
        sheet = sheet_of(setup["teams"].get(key, {}))
        citizens = setup["teams"].get(key, {}).get("citizens", 0)
        exposed = not real and "exposed" in numbers.penalties(citizens, sheet.slaughters, options)
        if real:
            zone = {name: order[name] for name in ("zone", "orders") if name in order}
            yield ("scene/1/zone", key), zone
        else:
            if exposed and "region" in order:
                yield ("scene/1/region", key), {"region": order["region"]}
            fields = PLAN_FIELDS if exposed else ("region", *PLAN_FIELDS)
            yield ("scene/1/plan", key), {name: order[name] for name in fields if name in order}
        aim = {name: order[name] for name in ("attack", "ally", "guess") if order.get(name)}
        if order.get("action") == "eat":
            aim["eat"] = order.get("eat", 0)
        if aim:
            yield ("scene/1/meeting", key), aim


def missing_bases(script: Script) -> Iterator[Problem]:
    """M-7.5: a case says whether there is such a base at all; a war would give a secret away (M-R14)."""
    for (address, key), order in script.sealed.items():
        if address != "scene/1/plan" or not isinstance(order, Mapping) or order.get("action") != "destroy_base":
            continue
        if any("pursuit" in str(each) for each in _names(order.get("orders"))):
            continue
        owner: Mapping[str, Any] = script.setup["teams"].get(str(order.get("target", "")), {})
        places = [*owner.get("bases", ()), (owner.get("territory") or {}).get("region")]
        region = order.get("region") or _shown_region(script, key)
        if region not in places:
            yield of_team(malformed("no_such_base", "target", "M-7.5", given=shown(order.get("target"))), key)


def _shown_region(script: Script, key: str) -> Data:
    """M-Q93: an exposed team has declared its region before."""
    order = script.sealed.get(("scene/1/region", key))
    return order.get("region") if isinstance(order, Mapping) else None


def _names(part: Data) -> tuple[str, ...]:
    return tuple(str(each) for each in part) if isinstance(part, Mapping | list | tuple) else ()


def outcome_of(outcome: Outcome) -> Mapping[str, Any]:
    state: State = outcome.state
    told = [each.fact for each in outcome.told]
    met: dict[str, list[str]] = {key: [] for key in state.teams}
    met |= {fact.team: list(fact.teams) for fact in told if isinstance(fact, f.Met)}
    return {
        "teams": {key: _team_outcome(state, key, told) for key in state.teams},
        "met": met,
        "battles": _battles(told, state.order),
        "information": {
            key: {
                other: {"level": team.knows(other).level, "encounters": team.knows(other).encounters}
                for other in state.teams
                if other != key
            }
            for key, team in state.teams.items()
        },
        "public": {fact.team: fact.region for fact in told if isinstance(fact, f.LocationShown)},
        "learned_limits": {fact.team: fact.souls for fact in told if isinstance(fact, f.LimitLearned)},
        "found_bases": _found(told),
    }


def _team_outcome(state: State, key: str, told: list[Any]) -> Mapping[str, Any]:
    team = state.teams[key]
    settled = next((fact for fact in told if isinstance(fact, f.SceneSettled) and fact.team == key), None)
    territory = team.territory
    gone = not team.plays
    return {
        "hp": team.servant.hp,
        "mp": team.servant.mp,
        "body_hp": team.body.hp,
        "body_mp": team.body.mp,
        "state": Condition.VANISHED.value if gone else team.servant.condition.value,
        "strokes": team.strokes,
        "luck_used": team.luck_used,
        "citizens": team.citizens,
        "penalties": list(penalties_of(state, team)),
        "bases": list(team.bases),
        "territory": None if territory is None else {"region": territory.region, "store": territory.store},
        "region": team.region,
        "battles": team.battles,
        "stage": team.stage,
        "upkeep": 0 if settled is None or settled.upkeep is None else settled.upkeep.value,
    }


def _battles(told: list[Any], order: tuple[str, ...]) -> list[Mapping[str, Any]]:
    """The battles of step 5, as they were formed."""
    formed = next((fact.battles for fact in told if isinstance(fact, f.StepTaken) and fact.stage == "battles"), ())
    found: list[Mapping[str, Any]] = []
    for meeting in formed:
        teams = [key for key in order if key in meeting.teams]
        found.append(
            {
                "teams": teams,
                "attackers": list(meeting.attackers),
                "undetected": {key: list(others) for key, others in meeting.undetected.items()},
            }
        )
    return found


def _found(told: list[Any]) -> Mapping[str, Mapping[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for fact in told:
        if isinstance(fact, f.BaseFound) and fact.searched:
            found.setdefault(fact.team, {}).setdefault(fact.owner, []).append(fact.region)
    return found
