"""Cases in a line or two: people to fight with, and what comes out of a battle, a scene, a sheet or a number."""

from collections.abc import Mapping, Sequence
from typing import Any

from grailkeeper.core.case import Case, Script, read_case
from grailkeeper.core.chance import Fixed
from grailkeeper.core.compare import run_case
from grailkeeper.core.drive import play_script
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.form import plain_words
from grailkeeper.rules.bingo.casefile import BINGO_CASES, BingoCases
from grailkeeper.rules.bingo.system import BINGO


class _Book(BingoCases):
    """Refusals with the clause that a player reads."""

    clauses: Mapping[str, str] = {}


BOOK = _Book()


Side = Mapping[str, Any]

REGIONS = ("harbour", "school", "park")


def side(master: Side | None = None, role: str = "attacker", **servant: Any) -> dict[str, Any]:
    """A side of a battle, or a team of a scene without its region."""
    person = {name: value for name, value in servant.items() if value is not None}
    return {"servant": person, **({} if master is None else {"master": master}), "role": role}


def cards(*written: str, **more: Any) -> dict[str, Any]:
    """An order that lays these cards."""
    return {"cards": list(written), **more}


def read_one(data: Mapping[str, Any]) -> Case:
    found = read_case({"system": "bingo", **data})
    assert isinstance(found, Case), found
    return found


def case(kind: str, given: Side, declared: Side | None = None, options: Side | None = None) -> Any:
    """What comes out of a case."""
    data = {"kind": kind, "given": given, "declared": declared or {}, "options": options or {}}
    return run_case(BINGO, BOOK, read_one(data)).actual


def fight(
    one: Side,
    other: Side,
    first: Side | None = None,
    second: Side | None = None,
    options: Side | None = None,
    keeper: Side | None = None,
) -> Any:
    """A battle of two sides with their orders."""
    orders = {"side1": first, "side2": second, "keeper": keeper}
    declared = {name: order for name, order in orders.items() if order is not None}
    return case("battle", {"side1": one, "side2": other}, declared, options)


def scene(teams: Side, declared: Side | None = None, options: Side | None = None, **war: Any) -> Any:
    """A scene; teams that say no region are in the park."""
    placed = {key: {"region": "park", **{k: v for k, v in team.items() if k != "role"}} for key, team in teams.items()}
    return case("scene", {"regions": list(REGIONS), **war, **placed}, declared, options)


def number(formula: str, options: Side | None = None, **inputs: Any) -> Any:
    return case("number", {"formula": formula, **inputs}, options=options)


def refusal(code: str, clause: str, team: str | None = None) -> dict[str, Any]:
    return {"refused": {"code": code, "clause": clause, **({} if team is None else {"side": team})}}


def script(kind: str, given: Side, declared: Side, options: Side | None = None) -> Script:
    """A case for the driver."""
    values, problems = BINGO.options.read(options or {})
    assert not problems
    found = BINGO_CASES.script(read_one({"kind": kind, "given": given, "declared": declared}), values, plain_words)
    assert isinstance(found, Script), found
    return found


def told(kind: str, given: Side, declared: Side, options: Side | None = None) -> list[Told]:
    """The facts of a case with their audiences."""
    return list(play_script(BINGO, script(kind, given, declared, options), Fixed()).told)


def of_kind(facts: Sequence[Told], kind: type[Fact]) -> list[Any]:
    return [each.fact for each in facts if isinstance(each.fact, kind)]
