"""Kind `battle` of the case files: from a situation and battle sheets to a script, and back from what came out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.canon import Data
from ...core.case import Case, Outcome, Script
from ...core.compare import refusal
from ...core.form import Anything, ByKey, Field, Identify, Many, Reader, Record, Row, field_of, read, shown
from ...core.key import keys_for
from ...core.option import Value
from ...core.problem import Problem, illegal, malformed
from ...core.seat import Role
from . import facts as f
from .battle.check import Spot
from .battle.filing import binding_problems, device_judgments
from .battle.sides import pairs
from .casenames import team_choice
from .options import chosen
from .orders import sheet_record
from .people import Master, MasterState, Servant, Team
from .setup import begin, setup_problems
from .sheet import CASE_MASTER_FORM, CASE_SERVANT_FORM, team_form
from .state import ROLES, Pair, Setting
from .visibility import own_team

KINDS = ("battle",)


@dataclass(frozen=True, slots=True)
class Alone(Many):
    """A single value where a list may stand: a team that fights for itself."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        return Many.read(self, [value] if isinstance(value, str) else value, path, reader)


def case_team_form(names: Mapping[str, str]) -> Record:
    """A team of a case, with what is the battle's or the keeper's beside its people."""
    return team_form(CASE_MASTER_FORM, CASE_SERVANT_FORM, team_choice(names))


def teams_field(names: Mapping[str, str]) -> Field:
    return Field("teams", ByKey(team_choice(names), case_team_form(names)), required=True)


def script(case: Case, options: Mapping[str, Value], identify: Identify) -> Script | tuple[Problem, ...]:
    """The script of a battle, or what is wrong with the situation or a sheet."""
    teams = field_of(case.given, "teams", identify)
    names = keys_for(map(str, teams if isinstance(teams, Mapping) else ()))
    team = team_choice(names)
    form = Record(
        (
            teams_field(names),
            Field("sides", Many(Alone(team, 20), 20), "S-6.1", required=True),
            Field("workshop_of", team, "S-12.9"),
        )
    )
    data, problems = read(form, case.given, identify)
    if problems:
        return problems
    assert isinstance(data, Mapping)
    given: Mapping[str, Any] = data
    sides = [side for side in given["sides"] if side]
    problems = tuple(_side_problems(sides))
    if problems:
        return problems
    meeting = _read_declared(case, sides, names, identify)
    if not isinstance(meeting, Meeting):
        return meeting
    setup = _setup(given, meeting.pairs, names)
    problems = tuple(setup_problems(setup))
    if problems:
        return problems
    orders = _read_sheets(setup, meeting, names, options, identify)
    if isinstance(orders, tuple):
        return orders
    return Script(setup, options, orders, rulings=dict(_rulings(given["teams"], meeting.pairs)))


def _side_problems(sides: Sequence[Sequence[str]]) -> Iterator[Problem]:
    """S-6.1, S-6.4."""
    if len(sides) < 2:
        yield illegal("no_opponent", "S-6.1", "sides", least=2)
    met = [team for side in sides for team in side]
    for team in sorted({team for team in met if met.count(team) > 1}):
        yield illegal("team_on_two_sides", "S-6.4", "sides", team=team)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The pairs in their order (S-19.7), and the sheets of each as they were written."""

    pairs: tuple[Pair, ...]
    sheets: tuple[Any, ...]
    paths: tuple[str, ...]


def _read_declared(
    case: Case, sides: Sequence[Sequence[str]], names: Mapping[str, str], identify: Identify
) -> Meeting | tuple[Problem, ...]:
    if len(sides) == 2:
        return Meeting(pairs(sides), (case.declared,), ("",))
    team = team_choice(names)
    hostile = Many(Row(("declarer", "other"), team, " "))
    form = Record((Field("hostile", hostile, "S-19.7"), Field("battles", Many(Anything()), "S-19.7")))
    declared, problems = read(form, case.declared, identify)
    if problems:
        return problems
    data: Any = declared
    fought = pairs(sides, [(one, other) for one, other in data.get("hostile", ())])
    sheets = tuple(_in_order(fought, data.get("battles", ()), names))
    return Meeting(fought, sheets, tuple(f"battles.{place}." for place, _ in enumerate(fought, 1)))


def _in_order(fought: Sequence[Pair], written: Sequence[Any], names: Mapping[str, str]) -> Iterator[Any]:
    """S-19.7: the sheets of each pair. A pair that will be skipped may have none: what is for a later one waits."""
    waiting = list(written)
    for number, pair in enumerate(fought, 1):
        following: Any = waiting[0] if waiting else {}
        if not _is_for(following, pair, names) and any(_is_for(following, each, names) for each in fought[number:]):
            yield {}
        else:
            del waiting[:1]
            yield following


def _is_for(sheets: object, pair: Pair, names: Mapping[str, str]) -> bool:
    return isinstance(sheets, Mapping) and {*sheets} <= {*pair.teams, *(names[team] for team in pair.teams)}


def _setup(given: Mapping[str, Any], fought: Sequence[Pair], names: Mapping[str, str]) -> dict[str, Any]:
    teams: Mapping[str, Any] = given["teams"]
    battle: dict[str, Any] = {
        "pairs": [[list(side) for side in pair.sides] for pair in fought],
        "there": {key: [role.value for role in ROLES if _has_come(data, role)] for key, data in teams.items()},
    }
    if "workshop_of" in given:
        battle["workshop_of"] = given["workshop_of"]
    people = {key: {**setup_team(data), "name": names[key]} for key, data in teams.items()}
    return {"teams": people, "as_they_are": True, "battle": battle}


def _has_come(team: Mapping[str, Any], role: Role) -> bool:
    person = team.get(role.value)
    return person is not None and person.get("present", True)


def setup_team(data: Mapping[str, Any]) -> dict[str, Any]:
    """A team of a case without what is the battle's or the keeper's."""
    team = dict(data)
    for role in ROLES:
        if team.get(role.value) is not None:
            team[role.value] = {name: value for name, value in team[role.value].items() if name != "present"}
    servant = team.get("servant")
    if servant is not None and "skills" in servant:
        plain = [{name: value for name, value in skill.items() if name != "refused"} for skill in servant["skills"]]
        team["servant"] = {**servant, "skills": plain}
    return team


def _rulings(teams: Mapping[str, Any], fought: Sequence[Pair]) -> Iterator[tuple[str, Data]]:
    """S-23.1: `refused` on a skill is the keeper's ruling on it, in every battle of the meeting."""
    for pair in fought:
        for team in pair.teams:
            skills = (teams[team].get("servant") or {}).get("skills", ())
            for place, skill in enumerate(skills, 1):
                if skill.get("refused", False):
                    yield f"battle/{pair.number}/skill/{team}/{place}", False


def _read_sheets(
    setup: Mapping[str, Any],
    meeting: Meeting,
    names: Mapping[str, str],
    options: Mapping[str, Value],
    identify: Identify,
) -> dict[tuple[str, str], Data] | tuple[Problem, ...]:
    """The sheets by address and team, each read and checked as its seat would see it before the first battle."""
    state, switches = begin(setup, options), chosen(options)
    orders: dict[tuple[str, str], Data] = {}
    problems: list[Problem] = []
    for pair, sheets, path in zip(meeting.pairs, meeting.sheets, meeting.paths, strict=True):
        setting = Setting(pair, state.the_battle.setting.place, state.the_battle.setting.there)
        forms = {team: sheet_record(own_team(state, team), pair, names, switches) for team in pair.teams}
        taken: dict[str, set[int]] = {side[0]: set() for side in pair.sides}
        reader = Reader(identify)
        reader.problems = problems
        if not isinstance(sheets, Mapping):
            accepted = ", ".join(names[team] for team in pair.teams)
            problems.append(malformed("bad_record", path.rstrip("."), given=shown(sheets), accepted=accepted))
            continue
        for name, sheet in sheets.items():
            key = team_choice({team: names[team] for team in pair.teams}).read(name, f"{path}{name}", reader)
            if not isinstance(key, str):
                continue
            before = len(problems)
            order: Any = forms[key].read(sheet, f"{path}{name}", reader)
            if len(problems) == before:
                devices = taken[pair.side_of(key)[0]]
                problems += binding_problems(Spot(own_team(state, key), setting, switches), order, devices)
                devices |= device_judgments(order)
            orders[f"battle/{pair.number}/sheets", key] = order
    return tuple(problems) if problems else orders


# What came out


def outcome(script: Script, outcome: Outcome) -> Mapping[str, Any]:
    """The fields that a battle case may expect; a refusal where a sheet was refused, or a part of one failed."""
    told = [each.fact for each in outcome.told]
    failures = [fact.problem for fact in told if isinstance(fact, f.OrderFailed)]
    if outcome.refused or failures:
        return refusal([*outcome.refused, *failures])
    teams: Mapping[str, Team] = outcome.state.teams
    fought = [_battle_outcome(told, fact, teams) for fact in told if isinstance(fact, f.BattleEnded)]
    escaped = {fact.team for fact in told if isinstance(fact, f.Escaped)}
    after = {team.name: team_outcome(team, team.key in escaped) for team in teams.values()}
    if len(script.setup["battle"]["pairs"]) == 1:
        return {**fought[0][1], "after": after}
    return {"pairs": [name for name, _ in fought], "battles": dict(fought), "after": after}


def _battle_outcome(told: Sequence[Any], ended: f.BattleEnded, teams: Mapping[str, Team]) -> tuple[str, dict[str, Any]]:
    """The name of a pair battle and its fields."""
    mine = [fact for fact in told if getattr(fact, "battle", None) == ended.battle]
    filed = {fact.team: fact for fact in mine if isinstance(fact, f.SheetFiled)}
    made = [fact for fact in mine if isinstance(fact, f.JudgmentMade)]
    sides = {side[0]: side for side in ended.sides}
    named = {key: teams[key].name for side in ended.sides for key in side}
    fields = {
        "attack": {named[key]: sum(filed[team].attack.value for team in side) for key, side in sides.items()},
        "defence": {named[key]: sum(filed[team].defence.value for team in side) for key, side in sides.items()},
        "judgments_made": ended.judgments,
        "chances": [fact.chance.value for fact in made],
        "rolls": [fact.roll.value for fact in made],
        "results": [fact.success for fact in made],
        "retries": [[retry.roll for retry in fact.retries] for fact in made],
        "failed_uses": list(_failed_uses(mine, named)),
        "damage": {name: [fact.damage[key] for fact in made] for key, name in named.items()},
        "dealt": {named[key]: dealt for key, dealt in ended.dealt.items()},
        "ahead": named[ended.ahead] if ended.ahead else None,
        "end": ended.end.value,
    }
    return "-".join(named[key] for key in sides), fields


def _failed_uses(told: Sequence[Any], named: Mapping[str, str]) -> Iterator[str]:
    for fact in told:
        if isinstance(fact, f.ResourcesSpent):
            yield from (f"{named[fact.team]} {fact.judgment}" for _ in fact.failed)


def team_outcome(team: Team, escaped: bool) -> dict[str, Any]:
    """A team afterwards, in the words of the case format; who is not there is null."""
    phantasms = () if team.servant is None else team.servant.noble_phantasms
    return {
        "reserves": sorted(reserve.strength for reserve in team.reserves),
        "servant": None if team.servant is None else _servant_outcome(team.servant, escaped),
        "discounts_used": [each.name for each in phantasms if each.discount_used],
        "master": None if team.master is None else _master_outcome(team.master),
    }


def _servant_outcome(servant: Servant, escaped: bool) -> dict[str, Any]:
    return {**_vitals(servant), "state": "escaped" if escaped else servant.state.value}


def _master_outcome(master: Master) -> dict[str, Any]:
    state = "fainted" if master.state is MasterState.FORCED_REST else master.state.value
    return {**_vitals(master), "strokes": master.strokes, "state": state}


def _vitals(person: Master | Servant) -> dict[str, Any]:
    return {"health": person.health.now, "mana": person.mana.now, "luck_uses": person.luck_uses}
