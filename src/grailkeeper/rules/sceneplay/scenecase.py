"""Kind `scene` of the case files: from a situation and orders to a script, and back from what came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.canon import Data
from ...core.case import Case, Outcome, Script
from ...core.compare import refusal
from ...core.fact import Fact
from ...core.form import Anything, ByKey, Field, Identify, Many, Number, Record, field_of, read, shown
from ...core.key import keys_for
from ...core.option import Value
from ...core.problem import Problem, malformed
from ...core.record import replace
from ...core.seat import Person
from . import numbers
from .battlecase import setup_team, team_outcome, teams_field
from .casenames import team_choice
from .numbers import Retry
from .options import chosen
from .people import Team
from .scene import facts as f
from .scene.orders import LOWER_RANKS, floor_record, gift_record, opening_record, prepare_record, search_record
from .scene.state import Scene
from .scenefit import Fitting, plays
from .setup import setup_problems
from .sheet import MOST
from .state import ROLES, State

KIND = "scene"

_ORDER = (
    *("team", "apply", "force", "solo", "join", "by", "kind", "capacity", "who"),
    *("search", "prepare", "stance", "number", "reserves"),
)
"""The fields of an order."""

_SAID = {"apply": "by", "force": "team", "solo": "kind", "join": "team"}
"""What can be said, and the field of the floor's form that its value is."""


@dataclass(slots=True)
class _Reading:
    """The orders of a case as they are being read: arrivals in order, and each team's acts."""

    names: Mapping[str, str]
    identify: Identify
    address: str
    floor: list[tuple[str, str, Data]] = field(default_factory=list)
    acts: dict[str, dict[str, Any]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def script(case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
    """The script of a scene, or what is wrong with the situation or with how it is written."""
    teams = field_of(case.given, "teams", identify)
    names = keys_for(map(str, teams if isinstance(teams, Mapping) else ()))
    form = Record((teams_field(names), Field("scene", Number(1, 9999)), Field("teams_in_war", Number(1, 99))))
    given, problems = read(form, case.given, identify)
    if problems:
        return problems
    team = team_choice(names)
    fields = (
        Field("opening", ByKey(team, _opening_record(options))),
        Field("orders", Many(Anything(), 1000)),
    )
    declared, problems = read(Record(fields), case.declared, identify)
    if problems:
        return problems
    assert isinstance(given, Mapping) and isinstance(declared, Mapping)
    data: Any = declared
    setup = _setup(given, names, "opening" in data)
    problems = tuple(setup_problems(setup))
    if problems:
        return problems
    number = setup["war"]["scene"]
    reading = _Reading(names, identify, f"{number}/floor")
    for place, order in enumerate(data.get("orders", ()), 1):
        _read_order(reading, order, f"orders.{place}")
    if reading.problems:
        return tuple(reading.problems)
    sealed = {(f"{number}/opening", key): _opening_order(order) for key, order in data.get("opening", {}).items()}
    sealed |= {(f"{number}/acts", key): acts for key, acts in reading.acts.items()}
    return Script(setup, options, sealed, tuple(reading.floor), fits=Fitting())


def _setup(given: Mapping[str, Any], names: Mapping[str, str], opening: bool) -> dict[str, Any]:
    """A person who is left out is a plain one; null is nobody."""
    plain: dict[str, Any] = {role.value: {} for role in ROLES}
    teams = {key: {**plain, **setup_team(team), "name": names[key]} for key, team in given["teams"].items()}
    war = {"scene": given.get("scene", 2), "scenes": 1, "opening": opening, "fought": False}
    if "teams_in_war" in given:
        war["teams_in_war"] = given["teams_in_war"]
    return {"teams": teams, "as_they_are": True, "war": war}


# Orders


_LOWER = "lower"
"""What cases call the ranks to be lowered. (In the words of a table it is a level of servants.)"""


def _opening_record(options: Mapping[str, Value]) -> Record:
    fields = opening_record(chosen(options)).fields
    return Record((*fields, *(replace(each, name=_LOWER) for each in fields if each.name == LOWER_RANKS)))


def _opening_order(order: Mapping[str, Data]) -> dict[str, Data]:
    return {LOWER_RANKS if name == _LOWER else name: part for name, part in order.items()}


def _read_order(reading: _Reading, order: Any, path: str) -> None:
    if not isinstance(order, Mapping):
        reading.problems.append(malformed("bad_record", path, given=shown(order), accepted=", ".join(_ORDER)))
        return
    said: dict[str, Any] = {}
    for key, value in order.items():
        name = str(key) if key in _ORDER else reading.identify(str(key), _ORDER)
        if name not in _ORDER:
            accepted = ", ".join(_ORDER)
            reading.problems.append(malformed("unknown_field", f"{path}.{key}", given=shown(key), accepted=accepted))
            return
        said[name] = value
    team, problems = read(Record((Field("team", team_choice(reading.names), required=True),)), _only(said, "team"))
    kind = next((name for name in _SAID if name in said), None)
    if problems or kind is None:
        reading.problems += problems or [malformed("missing_field", path, field="apply")]
        return
    assert isinstance(team, Mapping)
    own = str(team["team"])
    arrival = {"say": kind, _SAID[kind]: said[kind]}
    arrival |= {name: value for name, value in said.items() if name not in ("team", "search", "prepare", *_SAID)}
    found, problems = read(floor_record(reading.names), arrival, reading.identify)
    reading.floor.append((reading.address, own, arrival if problems else found))
    plan = said.get("search", said.get("prepare"))
    if kind == "join" and not problems and isinstance(found, Mapping):
        joined = _acts(reading, own, "join")
        joined[str(found["team"])] = {**joined.get(str(found["team"]), {}), "gives": MOST}
    elif plan is not None:
        _read_plan(reading, own, kind, said, found, path)


def _only(said: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {name: said[name]} if name in said else {}


def _acts(reading: _Reading, team: str, name: str) -> dict[str, Any]:
    """The part of a team's acts of that name."""
    found: dict[str, Any] = reading.acts.setdefault(team, {}).setdefault(name, {})
    return found


def _read_plan(reading: _Reading, own: str, kind: str, said: Mapping[str, Any], arrival: Data, path: str) -> None:
    """What is done in an own scene or solo. An earlier order's plan stands: a later one is for another scene."""
    if "search" in said:
        plan = _read_search(reading, own, said["search"], f"{path}.search")
    else:
        plan = _read_prepare(reading, own, said["prepare"], f"{path}.prepare")
    if kind == "apply":
        reading.acts.setdefault(own, {}).setdefault("scene", plan)
    elif kind == "solo":
        who = arrival.get("who", "master") if isinstance(arrival, Mapping) else "master"
        for role in ROLES:
            if who in ("both", role):
                _acts(reading, own, "solo").setdefault(role.value, plan)


def _read_search(reading: _Reading, own: str, search: Any, path: str) -> Data:
    """As it is written where it cannot be read: then the search is refused when its turn comes."""
    others = {key: name for key, name in reading.names.items() if key != own}
    return _as_far_as(reading, search_record({**others, own: reading.names[own]}), search, path)


def _as_far_as(reading: _Reading, form: Record, value: Any, path: str) -> Data:
    """Read by its form or, with a fault, as it stands; an unknown field is a mistake of the whole case, and so is
    what has no fields at all."""
    found, problems = read(form, value, reading.identify)
    has_fields = isinstance(value, Mapping)
    reading.problems += [
        replace(each, culprit=f"{path}.{each.culprit}".rstrip("."))
        for each in problems
        if each.code == "unknown_field" or not has_fields
    ]
    return value if problems and has_fields else found


def _read_prepare(reading: _Reading, own: str, prepare: Any, path: str) -> Data:
    """Gifts as records; what others turn into health is said by them."""
    form = prepare_record(reading.names)
    known = [each.name for each in form.fields if each.name != "luck"]
    accepted = ", ".join(known)
    if not isinstance(prepare, Mapping):
        reading.problems.append(malformed("bad_record", path, given=shown(prepare), accepted=accepted))
        return {}
    plan: dict[str, Any] = {}
    for key, value in prepare.items():
        name = str(key) if key in known else reading.identify(str(key), known)
        if name not in known:
            reading.problems.append(malformed("unknown_field", f"{path}.{key}", given=shown(key), accepted=accepted))
        elif name == "gifts" and isinstance(value, list):
            plan[name] = [_read_gift(reading, gift, path) for gift in value]
        elif name == "gifts":
            reading.problems.append(malformed("bad_list", f"{path}.gifts", given=shown(value), accepted="[…]"))
        elif name == "heal" and isinstance(value, Mapping):
            _read_heals(reading, own, value, plan, path)
        else:
            read_by = Record(tuple(each for each in form.fields if each.name == name))
            part = _as_far_as(reading, read_by, {name: value}, path)
            plan |= part if isinstance(part, Mapping) else {}
    return plan


def _read_gift(reading: _Reading, gift: Any, path: str) -> Data:
    names = ("giver", "receiver", "amount")
    if not isinstance(gift, Sequence) or isinstance(gift, str) or len(gift) != len(names):
        fault = malformed("bad_row", f"{path}.gifts", given=shown(gift), accepted=", ".join(names))
        reading.problems.append(fault)
        return {}
    written = dict(zip(names, gift, strict=True))
    return _as_far_as(reading, gift_record(reading.names), written, f"{path}.gifts")


def _read_heals(reading: _Reading, own: str, heals: Mapping[str, Any], plan: dict[str, Any], path: str) -> None:
    for name, amount in heals.items():
        key = next((key for key, known in reading.names.items() if name in (key, known)), None)
        if key is None:
            reading.problems.append(
                malformed("unknown_team", f"{path}.heal", given=shown(name), accepted=", ".join(reading.names.values()))
            )
        elif key == own:
            plan["heal"] = amount
        else:
            joined = _acts(reading, key, "join")
            joined[own] = {**joined.get(own, {}), "heal": amount}


# What came out


def outcome(script: Script, outcome: Outcome) -> Mapping[str, Any]:
    """The fields that a scene case may expect; a refusal where an opening was refused."""
    met = [problem for problems in outcome.arrivals for problem in problems or ()]
    if len(outcome.refused) > len(met):
        return refusal(outcome.refused)
    state: State = outcome.state
    told = [each.fact for each in outcome.told]
    names = {key: team.name for key, team in state.teams.items()}
    assert state.war is not None
    now = state.war.now
    actions, gifts = _words_of_acts(script, told, now, names)
    return {
        "limit": numbers.play_scene_limit(now.teams, state.options).value,
        "orders": list(_words(script, outcome.arrivals, told)),
        "scene_players": [names[place.team] for place in now.places],
        "kinds": {names[place.team]: place.kind.value for place in now.places},
        "joiners": {names[place.team]: [names[join.team] for join in place.joins] for place in now.places},
        "cancelled": [names[team] for team in now.cancelled],
        "left_out": sorted(_left_out(state, told)),
        "upkeep": {
            names[fact.team]: fact.upkeep.value
            for fact in told
            if isinstance(fact, f.TeamOpened) and fact.upkeep is not None
        },
        "judgments": dict(_judgments(told, names)),
        "actions": actions,
        "gifts": gifts,
        "notices": [f"risk_alarm {names[fact.team]}" for fact in told if isinstance(fact, f.RiskAlarm)],
        "after": {team.name: _after(team, names) for team in state.teams.values()},
    }


def _words(script: Script, arrivals: Sequence[Sequence[Problem] | None], told: Sequence[Fact]) -> Iterator[str]:
    """One word for each order; of those that were taken, an application may have to wait.

    S-1.2: a team of which nobody is left is not asked, and if that is all of them there is no floor.
    """
    taken = iter([fact for fact in told if _answers_an_order(fact)])
    never = [None] * (len(script.floor) - len(arrivals))
    for problems in (*arrivals, *never):
        if problems is None:
            yield "cannot_apply"
        elif problems:
            yield problems[0].code
        else:
            yield "no_slot" if isinstance(next(taken), f.ApplicationWaits) else "ok"


def _answers_an_order(fact: Fact) -> bool:
    if isinstance(fact, f.SceneOpened):
        return not fact.freed
    return isinstance(fact, f.ApplicationWaits | f.BattleForced | f.SoloDeclared | f.Joined)


def _left_out(state: State, told: Sequence[Fact]) -> Iterator[str]:
    assert state.war is not None
    now = state.war.now
    rested = {fact.team for fact in told if isinstance(fact, f.ForcedRestEnded)}
    for key, team in state.teams.items():
        if not now.busy(key) and key not in rested:
            yield team.name


def _person(person: Person, names: Mapping[str, str]) -> str:
    return f"{names[person.team]} {person.role}"


def _judgments(told: Sequence[Fact], names: Mapping[str, str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for fact in told:
        if isinstance(fact, f.SearchReckoned):
            yield _person(fact.person, names), _judgment(fact.chance.value, fact.roll.value, fact.retries, fact.success)
        elif isinstance(fact, f.HindranceJudged):
            name = f"{_person(fact.person, names)} vs {_person(fact.against, names)}"
            yield name, _judgment(fact.chance.value, fact.roll.value, fact.retries, fact.success)


def _judgment(chance: int, roll: int, retries: Sequence[Retry], success: bool) -> Mapping[str, Any]:
    return {"chance": chance, "roll": roll, "retries": [retry.roll for retry in retries], "success": success}


def _words_of_acts(
    script: Script, told: Sequence[Fact], now: Scene, names: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """By who acts a word for each action, and one for each gift; those that could not be handed in have their code."""
    actions: dict[str, str] = {}
    gifts: list[str] = []
    assert isinstance(script.fits, Fitting)
    for play in plays(told, now, script.fits):
        actions |= _parts(play.told, names, f.Part.ACTION)
        actions |= {
            f"{names[play.actor.team]} {role or play.actor.role}": code for role, code in play.left.actions.items()
        }
        words = [word for _, word in _parts(play.told, names, f.Part.GIFT)]
        for place, code in play.left.gifts.items():
            words.insert(place, code)
        gifts += words
    return actions, gifts


def _parts(told: Sequence[Fact], names: Mapping[str, str], part: f.Part) -> Iterator[tuple[str, str]]:
    """Who did or failed to do something of that part, with its word."""
    for fact in told:
        if isinstance(fact, f.ActFailed) and fact.part is part:
            yield _person(fact.person, names), fact.problem.code
        elif isinstance(fact, f.ActVoid) and fact.part is part:
            yield _person(fact.person, names), "void"
        elif part is f.Part.GIFT and isinstance(fact, f.ManaGiven):
            yield _person(fact.giver, names), "ok"
        elif part is f.Part.ACTION and isinstance(fact, f.Searched | f.ReservesPrepared | f.Rested | f.SoulsEaten):
            yield _person(fact.person, names), "ok"


def _after(team: Team, names: Mapping[str, str]) -> dict[str, Any]:
    found = team_outcome(team, False)
    if team.servant is not None:
        found["servant"] = {**found["servant"], "lowered": dict(team.servant.lowered)}
    return {
        **found,
        "stored_mana": team.stored_mana,
        "exposure_risk": team.exposure_risk,
        "revealed": team.revealed,
        "known_by": sorted(names[key] for key in team.known_by),
        "solo_count": team.solos.team,
    }
