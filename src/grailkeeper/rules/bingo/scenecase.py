"""Kind `scene` of the case files: one scene of several teams."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ...core.canon import Data
from ...core.case import Case, Outcome, Script
from ...core.compare import refusal
from ...core.form import ByKey, Fault, Field, Identify, Many, Record, field_of, read
from ...core.key import Key
from ...core.option import Value
from ...core.problem import Problem
from . import caseresult as results
from . import facts as f
from .battle import course
from .battlecase import Orders, keeper_field, order_record, orders_of, owned, rulings_of, side_record, tolerated
from .orders import Holdings, move_record, opening_record, stroke_record
from .people import Team
from .scene.moves import MOVES
from .scene.opening import OPENING
from .setup import KEY, SETUP, setup_problems
from .state import State

_TEAM = re.compile(r"team(\d+)")
_PAIR = Key(Fault("bad_key"), re.compile(r"team\d+-team\d+"), "team1-team2")
_FIELDS = ("servant", "master", "region", "masterless_since")
_MOVE = ("region", "intent", "accompany")

Floor = list[tuple[str, str, Data]]


def team_keys(given: Collection[str]) -> list[str]:
    """`team1`, `team2` and so on, in the order of their numbers."""
    numbered = [(int(found[1]), key) for key in given if (found := _TEAM.fullmatch(key))]
    return [key for _, key in sorted(numbered)]


def script(case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
    """The script of a scene, or what is wrong with the situation or an order."""
    keys = team_keys(case.given)
    given = tolerated(case.given, dict.fromkeys(keys, _declared_skills(case.declared)))
    read_given, problems = read(_given_record(keys), given, identify)
    if problems:
        return owned(problems)
    data: Any = read_given
    setup = _setup(data, keys)
    if named := _regions(keys, (given, case.declared), identify):
        setup = {"regions": named, **setup}
    if problems := tuple(setup_problems(setup)):
        return owned(problems, "teams.")
    regions = setup.get("regions", ())
    read_declared, problems = read(_declared_record(keys, regions, options), case.declared, identify)
    if problems:
        return tuple(each for problem in problems for each in owned((problem,), _pair_prefix(problem)))
    declared: Any = read_declared
    return _scripted(setup, options, keys, data, declared)


def _declared_skills(declared: Mapping[str, Any]) -> set[str]:
    """Every skill that any order names: after a contract it may be the servant of another team."""
    battles = declared.get("battles")
    orders = battles.values() if isinstance(battles, Mapping) else ()
    named = [
        order.get("skills", ())
        for pair in orders
        if isinstance(pair, Mapping)
        for order in pair.values()
        if isinstance(order, Mapping)
    ]
    return {str(skill).removesuffix("+") for skills in named if isinstance(skills, list | tuple) for skill in skills}


def _given_record(keys: Collection[str]) -> Record:
    war = tuple(field for field in SETUP.fields if field.name in ("scene", "regions", "alliances"))
    team = side_record(_FIELDS)
    return Record((*war, *(Field(key, team) for key in keys)))


def _setup(data: Mapping[str, Any], keys: Collection[str]) -> dict[str, Any]:
    war = {name: data[name] for name in ("scene", "regions", "alliances") if name in data}
    return {"extent": "scene", **war, "teams": [{"key": key, **data[key]} for key in keys]}


def _regions(keys: Collection[str], parts: Sequence[object], identify: Identify) -> list[str]:
    """Where none are listed: those in which the teams stand, then those to which they go."""
    named = (field_of(field_of(part, key, identify), "region", identify) for part in parts for key in keys)
    return list(dict.fromkeys(region for region in named if isinstance(region, str)))


def _declared_record(keys: Collection[str], regions: Collection[str], options: Mapping[str, Value]) -> Record:
    nobody, order = Holdings(), order_record(options)
    fields = []
    for key in keys:
        others = [other for other in keys if other != key]
        opening = opening_record(nobody, others, {}).fields
        fields.append(Field(key, Record((*opening, *move_record(tuple(regions)).fields))))
    before = ByKey(KEY, Many(stroke_record(nobody)))
    battle = Record((*(Field(key, order) for key in keys), keeper_field(keys), Field("before", before)))
    return Record((*fields, Field("battles", ByKey(_PAIR, battle))))


def _pair_prefix(problem: Problem) -> str:
    """What stands before the team in the path of a problem: `battles.team1-team2.` (and `before.`)."""
    parts = problem.culprit.split(".")
    if parts[0] != "battles":
        return ""
    skipped = parts[:3] if parts[2:3] == ["before"] else parts[:2]
    return ".".join(skipped) + "."


def _scripted(
    setup: Mapping[str, Any], options: Mapping[str, Value], keys: Collection[str], data: Any, declared: Any
) -> Script:
    scene = setup.get("scene", 1)
    sealed: Orders = {}
    for key in keys:
        order = declared.get(key, {})
        start = {name: value for name, value in order.items() if name not in _MOVE}
        went = {name: value for name, value in order.items() if name in _MOVE}
        if start:
            sealed[f"scene/{scene}/{OPENING}", key] = start
        if went:
            sealed[f"scene/{scene}/{MOVES}", key] = went
    floor: Floor = []
    rulings: dict[str, Data] = {}
    servants = _servants(keys, data, declared)
    for pair, battle in declared.get("battles", {}).items():
        for key in keys:
            sealed |= orders_of(scene, pair, key, battle.get(key))
        for key, strokes in battle.get("before", {}).items():
            floor += [(course.address(scene, pair, course.STROKES), key, stroke) for stroke in strokes]
        rulings |= rulings_of(scene, pair, battle.get("keeper", {}), servants)
    return Script(setup, options, sealed, floor, rulings)


def _servants(keys: Collection[str], data: Any, declared: Any) -> dict[str, Any]:
    """The servant of each team as the battles find it: after the contracts of this scene (B-14.15)."""
    found = {key: data[key].get("servant") for key in keys}
    for key in keys:
        contract = declared.get(key, {}).get("contract")
        if contract is not None and "card" in contract and data[key].get("servant") is None:
            found[key] = data[contract["with"]].get("servant")
    return found


def outcome(script: Script, played: Outcome) -> Mapping[str, Any]:
    """What can be expected of a scene."""
    if refused := results.refused(script, played):
        return refusal(refused)
    facts, state = [told.fact for told in played.told], played.state
    assert isinstance(state, State)
    pairs = [pair for fact in facts if isinstance(fact, f.TeamsMet) for pair in fact.pairs]
    over = {fact.pair: fact for fact in facts if isinstance(fact, f.BattleOver)}
    ended = next((fact for fact in facts if isinstance(fact, f.WarEnded)), None)
    return {
        "pairs": [pair.key for pair in pairs if not over[pair.key].skipped],
        "skipped": [pair.key for pair in pairs if over[pair.key].skipped],
        "slipped": [
            f"{slip.team} from {slip.other}" for fact in facts if isinstance(fact, f.TeamsMet) for slip in fact.slipped
        ],
        "roles": {
            pair.key: {team: role.value for team, role in zip(pair.teams, pair.roles, strict=True)} for pair in pairs
        },
        "battles": results.battles(script, played),
        "public": [_public(fact) for fact in facts if isinstance(fact, f.BattleReported)],
        "alliances": [list(pair) for pair in state.alliances],
        **{team.key: _team(team, state.scene) for team in state.teams},
        "victory": {"over": ended is not None, "winners": list(ended.winners) if ended is not None else []},
    }


def _public(fact: f.BattleReported) -> dict[str, Any]:
    totals = dict(zip(fact.teams, fact.totals, strict=True))
    return {"pair": fact.pair, "totals": totals, "winner": fact.winner or "draw"}


def _team(team: Team, scene: int) -> dict[str, Any]:
    return {"region": team.region, **results.people(team, scene)}
