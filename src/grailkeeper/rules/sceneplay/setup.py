"""What a war or a single battle begins from: its form, what is wrong with it, and the first state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.form import ByKey, Fault, Field, Flag, Many, Number, Record, Text
from ...core.key import Key
from ...core.option import Value
from ...core.problem import Problem, illegal, malformed
from ...core.record import replace
from ...core.seat import Role, Seat
from .apply import apply
from .creation import creation_problems, impossible
from .facts import BattleAnnounced
from .options import chosen
from .people import MasterState, ServantState, Team
from .scene.facts import FloorOpened, ForcedRestDue
from .scene.state import Phase, Scene, War
from .sheet import MASTER_FORM, SERVANT_FORM, choice, team_form, team_of
from .state import ROLES, Pair, Setting, State, with_person

UNKNOWN_TEAM = Fault("unknown_team")

_KEY = Key(UNKNOWN_TEAM)


_SIDE = Many(_KEY, 20)
_ROLES = Many(choice(ROLES, "bad_choice", "S-1.6"), 2)
_SEATS = Record(tuple(Field(role.value, Key(Fault("bad_seat"))) for role in ROLES))

SETUP = Record(
    (
        Field(
            "teams",
            ByKey(
                Key(Fault("bad_key")),
                team_form(MASTER_FORM, SERVANT_FORM, _KEY, Field("name", Text(40)), Field("seats", _SEATS)),
            ),
            required=True,
        ),
        Field("as_they_are", Flag(), "S-24.1"),
        Field(
            "battle",
            Record(
                (
                    Field("pairs", Many(Many(_SIDE, 2), 100), "S-19.7", required=True),
                    Field("there", ByKey(_KEY, _ROLES), "S-6.4", required=True),
                    Field("workshop_of", _KEY, "S-12.9"),
                )
            ),
            "S-6.3",
        ),
        Field(
            "war",
            Record(
                (
                    Field("scene", Number(1, 9999), "S-1.1"),
                    Field("scenes", Number(1, 9999), "S-24.3"),
                    Field("opening", Flag(), "S-3.2"),
                    Field("fought", Flag(), "S-6.3"),
                    Field("teams_in_war", Number(1, 99), "S-1.3"),
                )
            ),
            "S-1.1",
        ),
    )
)
"""Teams by key, each with its `name`; `seats` where master and servant are not both in the seat of the team's key.

`as_they_are`: the people are taken without the checks of creation. `battle`: a single meeting, its battles as
`battle.sides.pairs` puts them in order, and who has come.

`war`: scene after scene. A team with neither master nor servant is asked for its sheets before the first scene. Of a
war that is under way: `scene` is the one that comes first [1], `opening` whether its opening is still to come [true],
`teams_in_war` how many count for its limit [those that are there]. `scenes`: how many are played at most [no end];
`fought`: battles are fought out [true]; where they are not, it is a scene on its own, in which a team of nobody has
nobody left.
"""


def setup_problems(setup: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with a setup that its form has read."""
    teams: Mapping[str, Any] = setup["teams"]
    for key, data in teams.items():
        path = f"teams.{data.get('name', key)}."
        yield from impossible(data, path)
        if not setup.get("as_they_are", False):
            yield from creation_problems(data, path)
        for other in data.get("known_by", ()):
            if other not in teams:
                yield malformed("unknown_team", f"{path}known_by", given=other, accepted=", ".join(teams))
    if "battle" in setup:
        yield from _battle_problems(setup["battle"], teams)


def _battle_problems(battle: Mapping[str, Any], teams: Mapping[str, Any]) -> Iterator[Problem]:
    """S-6.1, S-6.4."""
    met = [team for pair in battle["pairs"] for side in pair for team in side]
    for team in [*met, *battle["there"], battle.get("workshop_of", "")]:
        if team and team not in teams:
            yield malformed("unknown_team", "battle", given=team, accepted=", ".join(teams))
            return
    if not met or any(len(pair) < 2 or not all(pair) for pair in battle["pairs"]):
        yield illegal("no_opponent", "S-6.1", "battle.pairs")
    for pair in battle["pairs"]:
        both = [team for side in pair for team in side]
        for team in sorted({team for team in both if both.count(team) > 1}):
            yield illegal("team_on_two_sides", "S-6.4", "battle.pairs", team=teams[team].get("name", team))
    for team in dict.fromkeys(met):
        if not _fights(teams[team], battle["there"].get(team, ())):
            yield illegal("nobody_fights", "S-6.1", f"battle.there.{team}", team=teams[team].get("name", team))


def _fights(data: Mapping[str, Any], there: Any) -> bool:
    """Whether anybody who has come can fight: the servant, or a master who is not fainted (S-R8)."""
    if Role.SERVANT in there and data.get("servant") is not None:
        return True
    master = data.get("master")
    return Role.MASTER in there and master is not None and master.get("state") != MasterState.FAINTED


def begin(setup: Mapping[str, Any], options: Mapping[str, Value]) -> State:
    """The first state: the setup as records."""
    teams = {key: team_of(key, data) for key, data in setup["teams"].items()}
    seats = tuple(seat for key, data in setup["teams"].items() for seat in _seats(teams[key], data.get("seats", {})))
    state = State(chosen(options), seats, teams)
    if "war" in setup:
        return _begin_war(state, setup["war"])
    if "battle" not in setup:
        return state
    battle = setup["battle"]
    first, *later = (Pair(number, tuple(one), tuple(other)) for number, (one, other) in enumerate(battle["pairs"], 1))
    there = {team: tuple(Role(role) for role in roles) for team, roles in battle["there"].items()}
    setting = Setting(first, battle.get("workshop_of", ""), there)
    return apply(state, BattleAnnounced(setting, tuple(later)))


def _begin_war(state: State, war: Mapping[str, Any]) -> State:
    """Before the first scene, in its opening or, where that has been held, on its floor."""
    first = war.get("scene", 1)
    last = first + war["scenes"] - 1 if "scenes" in war else 0
    course = War(fought=war.get("fought", True), last_scene=last)
    if course.fought and any(team.master is None and team.servant is None for team in state.teams.values()):
        return replace(state, scene=first - 1, war=replace(course, phase=Phase.CREATION))
    course = replace(course, now=Scene(teams=war.get("teams_in_war", len(state.teams))))
    state = _without_health(replace(state, scene=first, war=course))
    if war.get("opening", True):
        return state
    for key, team in state.teams.items():
        if team.master is not None and team.master.state is MasterState.FAINTED:
            state = apply(state, ForcedRestDue(key))
    return apply(state, FloorOpened())


def _without_health(state: State) -> State:
    """S-17.2, S-17.4: who has none left has fallen before."""
    for key, team in state.teams.items():
        if team.master is not None and team.master.health.now <= 0:
            state = with_person(state, key, Role.MASTER, state=MasterState.DEAD)
        if team.servant is not None and team.servant.health.now <= 0:
            state = with_person(state, key, Role.SERVANT, state=ServantState.VANISHED)
    return state


def _seats(team: Team, named: Mapping[str, str]) -> tuple[Seat, ...]:
    """One seat for a team, unless its two people are held apart."""
    held: dict[str, list[Role]] = {}
    for role in ROLES:
        held.setdefault(named.get(role.value, team.key), []).append(role)
    return tuple(Seat(key, team.key, tuple(roles)) for key, roles in held.items())
