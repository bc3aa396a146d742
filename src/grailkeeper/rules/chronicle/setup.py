"""What a war or a single battle begins from: its form, what is wrong with it, and the first state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...core.form import ByKey, Fault, Field, Flag, Many, Number, Record, Text
from ...core.option import Value
from ...core.problem import Problem, illegal, malformed
from ...core.record import replace
from .apply import apply
from .creation import master_problems, servant_problems, with_class_skills
from .facts import BattleAnnounced
from .field import Carried, Intrusion, Setting, Side
from .options import chosen
from .people import Person
from .scene.setup import WAR_FIELDS, begin_war, war_problems
from .sheet import dotted_key, pair, person_form, person_of, team_fields, team_of
from .state import State
from .tables import INTRUSION_FIRST, INTRUSION_LAST

_TEAM = dotted_key(Fault("unknown_team", "C-23.1"))
_WHO = dotted_key()

PERSON = person_form(
    _WHO,
    Field("key", dotted_key(), "C-23.1", required=True),
    Field("name", Text(40)),
    Field("team", _TEAM, "C-23.1", required=True),
    Field("seat", dotted_key(Fault("bad_seat"))),
)

_SIDE = Record(
    (
        Field("key", dotted_key(), required=True),
        Field("name", Text(40)),
        Field("people", Many(_WHO), "C-10.1", required=True),
    )
)
_INTRUSION = Record(
    (
        Field("person", _WHO, "C-17.1", required=True),
        Field(
            "slot",
            Number(INTRUSION_FIRST, INTRUSION_LAST, Fault("intrusion_slot", "C-17.1")),
            "C-17.1",
            required=True,
        ),
        Field("fights", _WHO, "C-17.1", required=True),
    )
)
_BATTLE = Record(
    (
        Field("sides", Many(_SIDE, 20), "C-10.1", required=True),
        Field("preempts", dotted_key(), "C-9.8"),
        Field("intrusions", Many(_INTRUSION, 20), "C-17.1"),
        Field("used", ByKey(_WHO, ByKey(Text(20), Number(0, 100))), "C-17.2"),
    )
)

SETUP = Record(
    (
        Field("people", Many(PERSON, 60), "C-23.1", required=True),
        Field("teams", ByKey(_TEAM, Record((Field("name", Text(40)), *team_fields(_WHO, _TEAM)))), "C-23.1"),
        Field("acquaintances", Many(pair(_WHO), 60), "C-3.12"),
        Field("as_they_are", Flag(), "C-23.2"),
        Field("battle", _BATTLE, "C-8.2"),
        *WAR_FIELDS,
    )
)
"""People in seat order, each with its `key` and `team`; `seat` where it is not the team's key.

`as_they_are`: they are taken without the checks of creation. `battle`: a single battle, after which nothing follows.
"""


def setup_problems(setup: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with a setup that its form has read."""
    keys = [data["key"] for data in setup["people"]]
    for key in sorted({key for key in keys if keys.count(key) > 1}):
        yield illegal("name_twice", "C-23.1", "people", name=key)
    for key in _named(setup):
        if key not in keys:
            yield malformed("unknown_person", "people", "C-23.1", given=key, accepted=", ".join(keys))
    if not setup.get("as_they_are", False) and not setup.get("war", {}).get("creation", False):
        for data in setup["people"]:
            problems = master_problems if data.get("kind") == "master" else servant_problems
            yield from problems(data, f"people.{data.get('name', data['key'])}.")
    if "battle" in setup:
        yield from _battle_problems(setup, setup["battle"])
    yield from war_problems(setup)


def _named(setup: Mapping[str, Any]) -> Iterator[str]:
    """Everybody whom the setup names."""
    for team in setup.get("teams", {}).values():
        yield from (*team.get("knows", ()), *team.get("information", {}))
    for friends in setup.get("acquaintances", ()):
        yield from friends
    battle = setup.get("battle", {})
    for side in battle.get("sides", ()):
        yield from side["people"]
    for intrusion in battle.get("intrusions", ()):
        yield from (intrusion["person"], intrusion["fights"])
    yield from battle.get("used", {})


def _battle_problems(setup: Mapping[str, Any], battle: Mapping[str, Any]) -> Iterator[Problem]:
    sides = [side["people"] for side in battle["sides"]]
    met = [key for side in sides for key in side]
    if len(sides) < 2 or not all(sides):
        yield illegal("no_opponent", "C-10.1", "battle.sides", least=2)
    for key in sorted({key for key in met if met.count(key) > 1}):
        yield illegal("on_two_sides", "C-10.1", "battle.sides", name=key)
    if battle.get("preempts") and battle["preempts"] not in [side["key"] for side in battle["sides"]]:
        yield illegal("unknown_person", "C-23.1", "battle.preempts")
    masters = {data["key"] for data in setup["people"] if data.get("kind") == "master"}
    for intrusion in battle.get("intrusions", ()):
        if intrusion["fights"] not in met or intrusion["fights"] in masters:
            yield illegal("intrusion_target", "C-17.1", "battle.intrusions")


def begin(setup: Mapping[str, Any], options: Mapping[str, Value]) -> State:
    """The first state: the setup as records."""
    people = {person.key: person for person in _people(setup)}
    given: Mapping[str, Any] = setup.get("teams", {})
    order = tuple(dict.fromkeys((*(person.team for person in people.values()), *given)))
    teams = {key: team_of(given.get(key, {}), key) for key in order}
    state = State(chosen(options), people, tuple(people), teams, order)
    if "battle" in setup:
        state = apply(state, BattleAnnounced(_setting(setup["battle"])))
    return begin_war(state, setup) if "war" in setup else state


def _people(setup: Mapping[str, Any]) -> Iterator[Person]:
    pairs = [tuple(friends) for friends in setup.get("acquaintances", ())]
    for data in setup["people"]:
        person = person_of(data, data["key"], data["team"], data.get("seat", data["team"]))
        friends = tuple(two[two[0] == person.key] for two in pairs if person.key in two)
        yield replace(_made(person, setup), acquaintances=friends)


def _made(person: Person, setup: Mapping[str, Any]) -> Person:
    """C-23.4: a servant that is created has its class skills from grade 1."""
    servant = person.servant
    if servant is None or setup.get("as_they_are", False):
        return person
    skills = with_class_skills(servant.servant_class, servant.skills)
    return replace(person, servant=replace(servant, skills=skills))


def _setting(battle: Mapping[str, Any]) -> Setting:
    return Setting(
        number=1,
        sides=tuple(Side(side["key"], tuple(side["people"]), side.get("name", "")) for side in battle["sides"]),
        preempts=battle.get("preempts", ""),
        intrusions=tuple(
            Intrusion(each["person"], each["slot"], each["fights"]) for each in battle.get("intrusions", ())
        ),
        carried={key: Carried(dict(used)) for key, used in battle.get("used", {}).items()},
        single=True,
    )
