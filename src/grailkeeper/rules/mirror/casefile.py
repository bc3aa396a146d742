"""How case and battle files of the mirror land are read, and what can be expected of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...core.canon import Data
from ...core.case import Case, Outcome, Script
from ...core.form import Identify, read
from ...core.option import Value
from ...core.problem import Problem, malformed
from . import facts as f
from . import formulas, numbers, tables
from .casenames import BATTLE_GIVEN, PLAN_FIELDS, SCENE_FIELDS, SCENE_GIVEN, SET_FIELDS, in_play
from .codes import in_order
from .creation import budget, creation_problems
from .derived import Figures, body_figures, servant_figures
from .options import Options, chosen
from .people import ClassSkill, Condition, Sheet, World
from .setup import NEW_SHEET, SETUP, TEAM_FORM
from .sheet import sheet_of
from .state import State
from .visibility import penalties_of

SHEET = "sheet"
HERE = "here"
"""The region of a battle case, where it needs a name for a territory."""


CASE_CLAUSES: Mapping[str, str] = {
    "class_skill_below_base": "M-Q7",
}
"""The questions of the ledger that case files name for refusals."""


class MirrorCases:
    """The book of the cases of the mirror land."""

    played = frozenset({"battle", "scene"})
    clauses: Mapping[str, str] = CASE_CLAUSES
    sheet = NEW_SHEET

    def examine_sheet(self, sheet: Mapping[str, Any], options: Mapping[str, Value]) -> tuple[Problem, ...]:  # noqa: ARG002
        return tuple(creation_problems(sheet))

    def script(self, case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
        """What the driver plays, or what is wrong with the file."""
        case, names = in_play(case, identify)
        unknown = tuple(_unknown(case))
        if unknown:
            return unknown
        setup = _battle_setup(case) if case.kind == "battle" else _scene_setup(case)
        data, problems = read(SETUP, setup, names.identify)
        if problems or not isinstance(data, Mapping):
            return in_order(_named(problem) for problem in problems)
        sealed = dict(_battle_orders(case) if case.kind == "battle" else _scene_orders(case, data, chosen(options)))
        return Script(data, options, sealed, written=names.identify)

    def outcome(self, script: Script, outcome: Outcome) -> Mapping[str, Any]:
        """What came of it, in the words of the case format."""
        failures = [told.fact for told in outcome.told if isinstance(told.fact, f.OrderFailed)]
        refused = zip(outcome.refused, outcome.refused_of, strict=True)
        problems = [_of_team(problem, team) for problem, team in refused]
        problems += [*(_of_team(fact.problem, fact.team) for fact in failures)]
        problems += _missing_bases(script)
        if problems:
            return _refusal(in_order(problems)[0])
        return _battle_outcome(script, outcome) if "battle" in script.setup else _scene_outcome(outcome)

    def reckon(
        self, case: Case, options: Mapping[str, Value], identify: Identify
    ) -> Mapping[str, Any] | tuple[Problem, ...]:
        """The answer to a sheet or a number."""
        if case.kind == "number":
            return formulas.reckon(case.given, chosen(options), identify)
        data, problems = read(TEAM_FORM, _sheet_given(case, identify), identify)
        if not problems and isinstance(data, Mapping):
            problems = tuple(creation_problems(data))
        if any(problem.binding for problem in problems) or not isinstance(data, Mapping):
            return in_order(problems)
        stage = int(str(data.get("stage", tables.LAST_STAGE)))
        return _sheet_outcome(sheet_of(data), stage, chosen(options))


def _unknown(case: Case) -> Iterator[Problem]:
    """A field that is none: a slip of the pen never passes for a default."""
    known = BATTLE_GIVEN if case.kind == "battle" else SCENE_GIVEN
    yield from (malformed("unknown_field", f"given.{name}", given=name) for name in case.given if name not in known)
    if case.kind == "battle":
        for one in _sets(case):
            yield from (malformed("unknown_field", f"declared.{name}") for name in one if name not in SET_FIELDS)
    else:
        for key, order in case.declared.items():
            wrong = (name for name in order if name not in SCENE_FIELDS)
            yield from (malformed("unknown_field", f"declared.{key}.{name}") for name in wrong)


def _named(problem: Problem) -> Problem:
    """A fault of a sheet in `teams.A.…` is A's."""
    found = re.match(r"teams\.(\w+)\.", problem.culprit)
    return _of_team(problem, found[1]) if found else problem


def _refusal(problem: Problem) -> Mapping[str, Any]:
    """The first of them, and whose order it was."""
    whose = {"who": problem.values["team"]} if "team" in problem.values else {}
    return {"refused": {"code": problem.code, "clause": problem.clause, **whose}}


def _of_team(problem: Problem, team: str) -> Problem:
    values = {**problem.values, "team": team}
    return Problem(problem.severity, problem.code, problem.clause, problem.culprit, values)


# Battles


def _sets(case: Case) -> list[Mapping[str, Any]]:
    sets = case.declared.get("sets")
    return list(sets) if sets is not None else [case.declared]


def _battle_setup(case: Case) -> dict[str, Any]:
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
        "joins": {key: _entry(written) for key, written in given.get("joins", {}).items()},
    }
    information = {
        key: {other: {"level": levels.get(key, {}).get(other, 1)} for other in servants if other != key}
        for key in servants
    }
    return {"order": list(servants), "teams": teams, "as_they_are": True, "battle": battle, "information": information}


def _entry(written: str) -> dict[str, int]:
    """`"set 2"` or `"set 1 turn 2"`."""
    places = [int(number) for number in re.findall(r"\d+", written)]
    return {"set": places[0], "turn": places[1] if len(places) > 1 else 1}


def _battle_orders(case: Case) -> Iterator[tuple[tuple[str, str], Data]]:
    strikes = case.given.get("strike", {})
    for number, one in enumerate(_sets(case), 1):
        base = f"battle/1/set/{number}"
        start = {key: dict(order) for key, order in one.get("start", {}).items()}
        for key in case.given.get("servants", {}):
            strike = strikes if isinstance(strikes, str) else strikes.get(key)
            if strike:
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


def _battle_outcome(script: Script, outcome: Outcome) -> Mapping[str, Any]:
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


# Scenes


def _scene_setup(case: Case) -> dict[str, Any]:
    given = case.given
    limits: Mapping[str, int] = given.get("soul_limits", {})
    teams: Mapping[str, Any] = given.get("teams", {})
    named = [*tables.REGIONS, *limits]
    for team in teams.values():
        named += team.get("bases", ())
        named += [team["territory"]["region"]] if team.get("territory") else []
        named += [region for regions in team.get("known_bases", {}).values() for region in regions]
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


def _scene_orders(case: Case, setup: Mapping[str, Any], options: Options) -> Iterator[tuple[tuple[str, str], Data]]:
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


def _missing_bases(script: Script) -> Iterator[Problem]:
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
            yield _of_team(malformed("no_such_base", "target", "M-7.5", given=str(order.get("target"))), key)


def _shown_region(script: Script, key: str) -> Data:
    """M-Q93: an exposed team has declared its region before."""
    order = script.sealed.get(("scene/1/region", key))
    return order.get("region") if isinstance(order, Mapping) else None


def _names(part: Data) -> tuple[str, ...]:
    return tuple(str(each) for each in part) if isinstance(part, Mapping | list | tuple) else ()


def _scene_outcome(outcome: Outcome) -> Mapping[str, Any]:
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


# Sheets


def _sheet_given(case: Case, identify: Identify) -> Any:
    """The sheet of a case; a file may also hold nothing else."""
    named = (value for key, value in case.given.items() if key == SHEET or identify(str(key), (SHEET,)) == SHEET)
    return next(named, case.given)


def _sheet_outcome(sheet: Sheet, stage: int, options: Options) -> Mapping[str, Any]:
    figures, body, bill = servant_figures(sheet, stage, options), body_figures(sheet, stage, options), budget(sheet)
    independent = figures.class_skill(ClassSkill.INDEPENDENT_ACTION)
    return {
        "legal": True,
        "total_setting_points": sheet.total,
        "extra_setting_points": sheet.extra,
        "general_points": bill.points.value,
        "general_spent": bill.spent.value,
        "grades": figures.grades,
        "max_hp": figures.max_hp.value,
        "max_mp": figures.max_mp.value,
        "normal": figures.normal.value,
        "guard": figures.guard.value,
        "reduction": figures.reduction.value,
        "clash_bonus": figures.clash.value,
        "upkeep": numbers.upkeep(sheet.extra, independent).value,
        "battle_mana": numbers.battle_mana(sheet.extra, independent).value,
        "recovery_hp": figures.recovery_hp.value,
        "recovery_mp": figures.recovery_mp.value,
        "class_skills": dict(figures.class_skills),
        "skills": {skill.name: {"cost": numbers.skill_cost(skill.effects, options).value} for skill in sheet.skills},
        "phantasms": dict(_phantasms(sheet, figures, options)),
        "body": {
            "max_hp": body.max_hp.value,
            "max_mp": body.max_mp.value,
            "normal": body.normal.value,
            "guard": body.guard.value,
            "skills": body.skills,
            "phantasms": body.phantasms,
        },
    }


def _phantasms(sheet: Sheet, figures: Figures, options: Options) -> Iterator[tuple[str, Mapping[str, int]]]:
    for phantasm, grade in zip(sheet.phantasms, figures.phantasm_grades, strict=True):
        yield (
            phantasm.name,
            {
                "grade": grade,
                "power": numbers.phantasm_power(grade, phantasm.reach, 0).value,
                "cost": numbers.phantasm_cost(grade, phantasm.reach, options=options).value,
                "special_grade": numbers.special_grade(grade),
            },
        )


MIRROR_CASES = MirrorCases()
