"""The words of case files: what people call fields, values and teams there, and what they go by in play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.case import Case
from ...core.form import Anything, ByKey, Field, Identify, Kind, Many, OneOf, Record, Text, read
from ...core.key import keys_for
from ...core.problem import Problem, malformed
from ...core.record import replace
from . import tables
from .people import World
from .setup import TEAM_KEY, of_a_sheet

BATTLE_GIVEN = (
    "servants",
    "sides",
    "attackers",
    "undetected",
    "strike",
    "information",
    "territory",
    "world",
    "joins",
)
SET_FIELDS = ("start", "turn1", "reaction1", "gap", "turn2", "reaction2", "after")
SCENE_GIVEN = ("world", "teams", "information", "soul_limits", "after_battle")
PLAN_FIELDS = ("action", "target", "hide", "heal", "orders")
SCENE_FIELDS = (*PLAN_FIELDS, "region", "zone", "eat", "attack", "ally", "guess")
ACTIONS = ("search", "rest", "eat", "build_base", "build_territory", "destroy_base")

_OF_TEAMS = frozenset({"sides", "attackers", "undetected", "strike", "information", "territory", "joins"})
_BY_TEAM = ("information", "territory", "strike", "joins", "undetected", "after_battle")
"""What is given of a situation team by team, beside the teams themselves."""
_OF_VALUES: Mapping[str, Collection[str]] = {"action": ACTIONS, "region": tables.REGIONS, "zone": tables.ZONES}


def _table(kind: Kind) -> ByKey:
    return ByKey(Text(), kind)


_ANYTHING, _TEXTS = Anything(), Many(Text())
_ROWS = _table(_table(_ANYTHING))

_GIVEN: Mapping[str, Kind] = {
    **dict.fromkeys(("servants", "teams", "information"), _ROWS),
    **dict.fromkeys(("territory", "soul_limits", "after_battle"), _table(_ANYTHING)),
    "sides": Many(_TEXTS),
    "attackers": _TEXTS,
    "undetected": _table(_TEXTS),
    "strike": OneOf((Text(), _table(Text()))),
    "joins": _table(Text()),
}
_SET: Mapping[str, Kind] = {
    **dict.fromkeys(("start", "gap", "after"), _ROWS),
    **dict.fromkeys(("turn1", "turn2"), _table(OneOf((_table(_ANYTHING), Many(_ANYTHING))))),
    **dict.fromkeys(("reaction1", "reaction2"), _table(_ANYTHING)),
}
_TEAM: Mapping[str, Kind] = {
    "bases": _TEXTS,
    "known_bases": _table(_TEXTS),
    "territory": Record((Field("region", Text(), required=True), Field("store", _ANYTHING))),
}
_ORDER: Mapping[str, Kind] = dict.fromkeys(("region", "zone"), Text())


def misshapen(case: Case) -> tuple[Problem, ...]:
    """What is not written as a case is: a slip of the pen never passes for a default, and what follows can be read."""
    if case.kind == "battle":
        found = _faults("given", BATTLE_GIVEN, _GIVEN, case.given)
        sets = case.declared.get("sets", [case.declared])
        if not isinstance(sets, Sequence) or isinstance(sets, str):
            return (*found, malformed("bad_list", "declared.sets", accepted=", ".join(SET_FIELDS)))
        found += tuple(each for one in sets for each in _faults("declared", SET_FIELDS, _SET, one))
        return found or _strangers(case, case.given.get("servants", {}), sets)
    found = _faults("given", SCENE_GIVEN, _GIVEN, case.given)
    if not found:
        for key, team in case.given.get("teams", {}).items():
            places = {name: value for name, value in team.items() if name in _TEAM and value is not None}
            found += _faults(f"given.teams.{key}", tuple(_TEAM), _TEAM, places)
    for key, order in case.declared.items():
        found += _faults(f"declared.{key}", SCENE_FIELDS, _ORDER, order)
    return found or _strangers(case, case.given.get("teams", {}), [{"": case.declared}])


def _strangers(case: Case, teams: Collection[str], sets: Iterable[Mapping[str, Any]]) -> tuple[Problem, ...]:
    """Who has a level, a store or an order, and is not there."""
    given = {name: case.given.get(name) for name in _BY_TEAM}
    named = [(f"given.{name}", rows) for name, rows in given.items()]
    named += [(f"given.information.{key}", row) for key, row in (given["information"] or {}).items()]
    named += [(f"declared.{part}".rstrip("."), orders) for one in sets for part, orders in one.items()]
    return tuple(
        malformed("unknown_team", f"{path}.{name}", given=name, accepted=", ".join(teams))
        for path, rows in named
        if isinstance(rows, Mapping)
        for name in rows
        if name not in teams
    )


def _faults(path: str, names: Collection[str], kinds: Mapping[str, Kind], value: object) -> tuple[Problem, ...]:
    _, problems = read(Record(tuple(Field(name, kinds.get(name, _ANYTHING)) for name in names)), value)
    return tuple(replace(each, culprit=f"{path}.{each.culprit}".rstrip(".")) for each in problems)


@dataclass(frozen=True, slots=True)
class CaseNames:
    """The teams of a case by what they are called, and the words in which the rest of it is written."""

    keys: Mapping[str, str]
    words: Identify

    def identify(self, word: str, among: Collection[str]) -> str | None:
        """The one thing that a word means: a team before all else."""
        key = self.keys.get(word)
        if key is not None and key in among:
            return key
        return of_a_sheet(self.words)(word, among)

    def renamed(self, table: object, among: Collection[str]) -> dict[str, Any]:
        """A table with its keys as they are called in play; those that nobody knows stay as they are."""
        rows = table.items() if isinstance(table, Mapping) else ()
        return {self._meant(str(key), among): value for key, value in rows}

    def _meant(self, word: str, among: Collection[str]) -> str:
        return word if word in among else self.identify(word, among) or word

    def teams(self, value: Any) -> Any:
        """Something in which teams are named, with their keys in place of what they are called."""
        if isinstance(value, str):
            return self.keys.get(value, value)
        if isinstance(value, Mapping):
            return {self.teams(str(key)): self.teams(item) for key, item in value.items()}
        return [self.teams(item) for item in value] if isinstance(value, list | tuple) else value

    def value(self, field: str, value: Any) -> Any:
        return self._meant(value, _OF_VALUES[field]) if field in _OF_VALUES and isinstance(value, str) else value


def in_play(case: Case, words: Identify) -> tuple[Case, CaseNames]:
    """A played case in the words of play, whatever its own; and its names, in which its orders are still written."""
    fields, of_teams = (BATTLE_GIVEN, "servants") if case.kind == "battle" else (SCENE_GIVEN, "teams")
    given = CaseNames({}, words).renamed(case.given, fields)
    team_rows = given.get(of_teams)
    names = CaseNames(_keys(team_rows if isinstance(team_rows, Mapping) else ()), words)
    given = {field: _situation(names, field, value) for field, value in given.items()}
    if isinstance(team_rows, Mapping):
        given[of_teams] = {names.teams(str(name)): _called(names, str(name), team) for name, team in team_rows.items()}
    declared = _battle(names, case.declared) if case.kind == "battle" else _scene(names, case.declared)
    return replace(case, given=given, declared=declared), names


def _keys(names: Iterable[str]) -> dict[str, str]:
    """Keys by name."""
    return {name: key for key, name in keys_for(map(str, names), pattern=TEAM_KEY).items()}


def _called(names: CaseNames, name: str, team: Any) -> Any:
    """A team keeps what it is called, where that cannot be its key."""
    return {"name": name, **team} if isinstance(team, Mapping) and names.keys[name] != name else team


def _situation(names: CaseNames, field: str, value: Any) -> Any:
    if field == "world" and isinstance(value, str):
        return names.identify(value, tuple(World)) or value
    if field == "soul_limits":
        return names.renamed(value, tables.REGIONS)
    if field == "after_battle":
        return names.renamed(value, tuple(names.keys.values()))
    return names.teams(value) if field in _OF_TEAMS else value


def _battle(names: CaseNames, declared: Mapping[str, Any]) -> dict[str, Any]:
    one = names.renamed(declared, ("sets", *SET_FIELDS))
    if isinstance(one.get("sets"), list | tuple):
        return {**one, "sets": [_set(names, names.renamed(each, SET_FIELDS)) for each in one["sets"]]}
    return _set(names, one)


def _set(names: CaseNames, one: Mapping[str, Any]) -> dict[str, Any]:
    keys = tuple(names.keys.values())
    return {
        part: names.renamed(orders, keys) if isinstance(orders, Mapping) else orders for part, orders in one.items()
    }


def _scene(names: CaseNames, declared: Mapping[str, Any]) -> dict[str, Any]:
    orders = names.renamed(declared, tuple(names.keys.values()))
    return {
        key: {field: names.value(field, value) for field, value in names.renamed(order, SCENE_FIELDS).items()}
        for key, order in orders.items()
    }
