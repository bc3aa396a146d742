"""What a war, a scene or a single battle begins from: its form, what is wrong with it, and the first state."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.canon import Data
from ...core.form import ByKey, Choice, Fault, Field, Flag, Identify, Many, Number, Reader, Record, Text
from ...core.key import Key
from ...core.option import Value
from ...core.problem import Problem, illegal, malformed
from ...core.seat import Role, Seat
from . import numbers, tables
from .apply import apply
from .creation import creation_problems, impossible
from .derived import body_figures, servant_figures
from .facts import BattleAnnounced, SceneBegan
from .options import Options, chosen
from .orders import Written
from .people import Being, Condition, Known, ServantClass, Team, Territory, World
from .sheet import SHEET_FIELDS, choice, sheet_of
from .state import Entry, Given, Making, Meeting, Region, State

UNKNOWN_TEAM = Fault("unknown_team")
TEAM_KEY = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,19}")
_KEY = Key(UNKNOWN_TEAM, TEAM_KEY)


NEW, DUE = "new", "due"
"""M-11.13: whether a servant fell under the indomitable order in this scene or in the one before."""

_PLACE = Text(40)
_POINTS = Number(-100_000, 100_000)
_COUNT = Number(0, 100_000)

CURRENT = frozenset({"hp", "mp"})
"""What is called HP and MP in a sheet are the points that its owner shared out, unless it says that they are now."""


def of_a_sheet(words: Identify) -> Identify:
    """Words in which HP and MP can also stand where a sheet is written."""

    def identify(word: str, among: Collection[str]) -> str | None:
        return words(word, among) or words(word, [each for each in among if each not in CURRENT])

    return identify


@dataclass(frozen=True, slots=True)
class TeamRecord(Record):
    """A team with its sheet, in the words of a sheet."""

    def read(self, value: object, path: str, reader: Reader) -> Data:
        inner = Reader(of_a_sheet(reader.identify))
        found = Record.read(self, value, path, inner)
        reader.problems += inner.problems
        return found


NEW_SHEET = Record((Field("name", Text(40)), *SHEET_FIELDS))
"""A sheet under creation (M-1)."""

TEAM_FORM = TeamRecord(
    (
        *NEW_SHEET.fields,
        Field("stage", Number(1, tables.LAST_STAGE), "M-12.4"),
        Field("battles", _COUNT, "M-12.5"),
        *(Field(name, _POINTS) for name in ("hp", "mp", "body_hp", "body_mp")),
        Field("strokes", Number(0, tables.STROKES), "M-1.11"),
        Field("luck_used", Flag(), "M-3.13"),
        Field("citizens", _COUNT, "M-11.18"),
        Field("bases", Many(_PLACE), "M-7.2"),
        Field(
            "territory",
            Record((Field("region", _PLACE, "M-4.17", required=True), Field("store", _COUNT, "M-4.18"))),
            "M-4.17",
            nullable=True,
        ),
        Field("dying", Choice((NEW, DUE)), "M-11.13"),
        Field("known_bases", ByKey(_KEY, Many(_PLACE)), "M-7.5"),
    )
)

_WORLD = choice(World, "bad_choice", "M-12.1")
_SIDE = Many(_KEY, 20)
_ENTRY = Record((Field("set", Number(1, 100), required=True), Field("turn", Number(1, tables.TURNS))))
_ENTRY_LINE = re.compile(r"\D*(?P<set>\d+)\D*(?:(?P<turn>\d+)\D*)?")
"""`set 2` or `set 1 turn 2`, in whatever words."""
_BATTLE = Record(
    (
        Field("sides", Many(_SIDE, 20), "M-7.8", required=True),
        Field("attackers", _SIDE, "M-4.15"),
        Field("undetected", ByKey(_KEY, _SIDE), "M-4.15"),
        Field("world", _WORLD, "M-12.1"),
        Field("region", _PLACE),
        Field(
            "joins",
            ByKey(_KEY, Written(_ENTRY, _ENTRY_LINE, (("", "set"), (" ", "turn")))),
            "M-9.2",
        ),
    )
)
_RESULT = Record((Field("hp", _POINTS), Field("mp", _POINTS), Field("frenzied", Flag())))
_WAR = Record(
    (
        Field(
            "regions",
            Many(Record((Field("name", _PLACE, required=True), Field("souls", Number(0, 1000), "M-7.9")))),
            "M-12.2",
        ),
        Field("zones", Many(_PLACE), "M-12.3"),
        Field("world", _WORLD, "M-12.1"),
        Field("scene_limit", Number(0, 10_000), "M-11.9"),
    )
)
_KNOWN = Record((Field("level", Number(0, tables.DOSSIER), "M-10.1"), Field("encounters", _COUNT, "M-10.3")))

SETUP = Record(
    (
        Field("teams", ByKey(Key(Fault("bad_key"), TEAM_KEY), TEAM_FORM), required=True),
        Field("order", Many(_KEY, 20)),
        Field("creation", Flag(), "M-1.1"),
        Field("as_they_are", Flag(), "M-1.1"),
        Field("information", ByKey(_KEY, ByKey(_KEY, _KNOWN)), "M-10.1"),
        Field("war", _WAR, "M-12.2"),
        Field("results", ByKey(_KEY, _RESULT), "M-12.5"),
        Field("battle", _BATTLE, "M-9.1"),
    )
)
"""Teams by key; `order` is that of their seats, alphabetical where it is not given.

`creation`: only their names are looked at, and the servants are made by the players.

`as_they_are`: the sheets are taken without the checks of creation. `results`: battles are not fought; those named
come out as it says. `battle`: a single battle instead of a war; without `sides` of more than one team each team is
a side of its own.
"""


def setup_problems(setup: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with a setup that its form has read."""
    teams: Mapping[str, Any] = setup["teams"]
    if not teams:
        yield illegal("too_few_teams", "M-1.9", "teams", least=1)
    if "order" in setup and sorted(setup["order"]) != sorted(teams):
        yield malformed("unknown_team", "order", accepted=", ".join(teams))
    if setup.get("creation", False):
        return
    for key, data in teams.items():
        path = f"teams.{key}."
        if setup.get("as_they_are", False):
            yield from impossible(data, path)
        else:
            yield from creation_problems(data, path)
    if not setup.get("as_they_are", False):
        yield from _same_class(teams)
    battle = setup.get("battle", {})
    for team, path in dict(_named(setup)).items():
        if team not in teams:
            yield malformed("unknown_team", path, given=team, accepted=", ".join(teams))
    fighting = [team for side in battle.get("sides", ()) for team in side]
    if battle and (len(set(fighting)) < len(fighting) or len(battle["sides"]) < 2 or not all(battle["sides"])):
        yield illegal("bad_sides", "M-7.8", "battle.sides")


def _named(setup: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every team that is named beside the list of them, and where."""
    for key, known in setup.get("information", {}).items():
        yield from ((team, "information") for team in (key, *known))
    yield from ((team, "results") for team in setup.get("results", {}))
    for key, data in setup["teams"].items():
        yield from ((team, f"teams.{key}.known_bases") for team in data.get("known_bases", {}))
    battle = setup.get("battle", {})
    sides = (*battle.get("sides", ()), battle.get("attackers", ()), *battle.get("undetected", {}).values())
    yield from ((team, "battle") for side in sides for team in side)
    yield from ((team, "battle") for field in ("joins", "undetected") for team in battle.get(field, {}))


def _same_class(teams: Mapping[str, Any]) -> Iterator[Problem]:
    """M-Q105: a class is taken once, unless there are more seats than classes."""
    taken: dict[str, str] = {}
    for key, data in teams.items():
        first = taken.setdefault(data.get("class", ServantClass.SABER), key)
        if first != key and len(teams) <= len(ServantClass):
            yield illegal("class_taken", "M-1.9", f"teams.{key}.class", given=first)


def begin(setup: Mapping[str, Any], options: Mapping[str, Value]) -> State:
    """The first state: the setup as records."""
    rules = chosen(options)
    war = setup.get("war", {})
    making = setup.get("creation", False)
    order = setup.get("order") or sorted(setup["teams"])
    seats = tuple(Seat(key, key, (Role.SERVANT,)) for key in order)
    information = setup.get("information", {})
    teams = (
        {}
        if making
        else {key: team_of(key, data, rules, information.get(key, {})) for key, data in setup["teams"].items()}
    )
    state = State(
        options=rules,
        seats=seats,
        teams=teams,
        regions=_regions(war),
        zones=tuple(war.get("zones", tables.ZONES)),
        scene_limit=war.get("scene_limit", 0),
        making={key: Making(data.get("name", key)) for key, data in setup["teams"].items()} if making else {},
        results=_results(setup["results"]) if "results" in setup else None,
    )
    if making:
        return state
    if "battle" in setup:
        return apply(state, BattleAnnounced(1, _meeting(setup["battle"])))
    world = World(war.get("world", World.VIRTUAL))
    return apply(state, SceneBegan(1, world, exposed(state, world)))


def exposed(state: State, world: World) -> tuple[str, ...]:
    """M-11.19 (15), M-R12: whose location is shown in a scene that begins now."""
    if world is World.REAL:
        return ()
    return tuple(
        key
        for key in state.playing
        if "exposed" in numbers.penalties(state.teams[key].citizens, state.teams[key].sheet.slaughters, state.options)
    )


def _regions(war: Mapping[str, Any]) -> tuple[Region, ...]:
    given = war.get("regions", [{"name": name} for name in tables.REGIONS])
    return tuple(Region(each["name"], each.get("souls", tables.REGION_SOULS)) for each in given)


def _results(given: Mapping[str, Any]) -> Mapping[str, Given]:
    return {key: Given(each.get("hp"), each.get("mp"), each.get("frenzied", False)) for key, each in given.items()}


def _meeting(data: Mapping[str, Any]) -> Meeting:
    sides = tuple(tuple(side) for side in data["sides"])
    return Meeting(
        sides=sides,
        attackers=tuple(data.get("attackers", sides[0])),
        region=data.get("region", ""),
        world=World(data.get("world", World.VIRTUAL)),
        undetected={key: tuple(teams) for key, teams in data.get("undetected", {}).items()},
        joins={key: Entry(each["set"], each.get("turn", 1)) for key, each in data.get("joins", {}).items()},
    )


def team_of(key: str, data: Mapping[str, Any], options: Options, information: Mapping[str, Any]) -> Team:
    """A team as the setup's form has read it; what is not given is full and fresh."""
    sheet, stage = sheet_of(data), data.get("stage", tables.LAST_STAGE)
    servant, body = servant_figures(sheet, stage, options), body_figures(sheet, stage, options)
    dying = data.get("dying")
    territory = data.get("territory")
    bases = tuple(data.get("bases", ()))
    citizens = data.get("citizens", 0)
    return Team(
        key=key,
        name=data.get("name", key),
        sheet=sheet,
        servant=Being(
            data.get("hp", servant.max_hp.value),
            data.get("mp", servant.max_mp.value),
            Condition.DYING if dying else Condition.ALIVE,
            dying == NEW,
        ),
        body=Being(data.get("body_hp", body.max_hp.value), data.get("body_mp", body.max_mp.value)),
        stage=stage,
        battles=data.get("battles", tables.BATTLES_PER_STAGE * (stage - 1)),
        strokes=data.get("strokes", tables.STROKES),
        luck_used=data.get("luck_used", False),
        citizens=citizens,
        bases=bases,
        territory=Territory(territory["region"], territory.get("store", 0)) if territory else None,
        bases_known={owner: tuple(places) for owner, places in data.get("known_bases", {}).items()},
        information={
            other: Known(each.get("level", 0), each.get("encounters", 0)) for other, each in information.items()
        },
        told_penalties=numbers.penalties(citizens, sheet.slaughters, options),
        region=bases[0] if bases else "",
    )
