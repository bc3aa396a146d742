"""Creation: the sheets of a war's teams, and where they begin (C-23.1 to C-23.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....core.call import Answers
from ....core.point import Rulings
from ....core.problem import Problem
from ....core.record import replace
from ....core.teller import Teller
from ..creation import master_problems, servant_problems, with_class_skills
from ..people import Base, Person
from ..sheet import person_of
from ..state import State, told_to
from ..tables import BOND_POINTS
from . import facts as f
from .opening import begin_scene
from .records import war_of

PLAIN: Mapping[str, Mapping[str, Any]] = {"master": {}, "servant": {"noble_phantasm": {"grade": "C"}}}
"""Who hands in no sheet plays the plainest one that is legal."""


def sheet_problems(order: Mapping[str, Any]) -> Iterator[Problem]:
    """What is wrong with the sheets that a team hands in."""
    yield from master_problems(order.get("master", PLAIN["master"]), "master.")
    yield from servant_problems(order.get("servant", PLAIN["servant"]), "servant.")


def creation_closed(teller: Teller[State], _: Rulings, answers: Answers) -> None:
    """All sheets are in; teams that name no region begin in one after another, in their order."""
    regions = tuple(teller.state.regions)
    for place, team in enumerate(war_of(teller.state).creates):
        order: Any = answers.get(team) or {}
        region = order.get("region", regions[place % len(regions)])
        people = tuple(_made(teller.state, team, order, region))
        teller.tell(f.TeamCreated(team, people, Base(region)), told_to(teller.state, team))
    begin_scene(teller, teller.state.scene + 1)


def _made(state: State, team: str, order: Mapping[str, Any], region: str) -> Iterator[Person]:
    """C-23.4: class skills begin at grade 1; C-5.11, C-R10: a relationship that is set begins at 1."""
    for person in state.of_team(team):
        data = {**order.get(person.role.value, PLAIN[person.role.value]), "kind": person.role.value, "at": region}
        if not person.is_master:
            given = {name: rank for name, rank in data.get("skills", {}).items() if rank is not False}
            free = with_class_skills(data.get("class"), {})
            data["skills"] = {**{name: str(rank) for name, rank in free.items()}, **given}
        data.setdefault("name", person.name)
        data["relationships"] = {other: BOND_POINTS for other in data.get("relationships", ()) if other != person.key}
        made = person_of(data, person.key, team, person.seat)
        yield replace(made, acquaintances=person.acquaintances)
