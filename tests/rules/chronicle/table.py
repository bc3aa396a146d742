"""Cases in a line or two: people to fight with, and what comes out of a battle, a sheet or a number."""

from collections.abc import Mapping, Sequence
from typing import Any

from grailkeeper.core.case import Case, Script, read_case
from grailkeeper.core.chance import Fixed
from grailkeeper.core.compare import run_case
from grailkeeper.core.drive import play_script
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.form import plain_words
from grailkeeper.rules.chronicle.casefile import CHRONICLE_CASES, ChronicleCases
from grailkeeper.rules.chronicle.system import CHRONICLE


class _Book(ChronicleCases):
    """Refusals with the clause that a player reads."""

    clauses: Mapping[str, str] = {}


BOOK = _Book()


Options = Mapping[str, Any]

NP = ["noble_phantasm"] * 3
WAIT = "wait"


def spell(type_: str, grade: int, **more: Any) -> dict[str, Any]:
    return {"type": type_, "grade": grade, **more}


def cast(cards: list[str], *spells: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"cards": cards, "spells": list(spells), **more}


def servant(name: str, side: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "side": side, **more}


def master(name: str, side: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "side": side, "kind": "master", **more}


def _read(data: Mapping[str, Any]) -> Case:
    found = read_case(data)
    assert isinstance(found, Case), found
    return found


def case(kind: str, given: Mapping[str, Any], declared: Mapping[str, Any] | None = None, **more: Any) -> Any:
    """What comes out of a case."""
    data = {"system": "chronicle", "kind": kind, "given": given, "declared": declared or {}, **more}
    return run_case(CHRONICLE, BOOK, _read(data)).actual


def fight(
    people: Sequence[Mapping[str, Any]],
    orders: Mapping[str, Any],
    options: Options | None = None,
    **given: Any,
) -> Any:
    """A battle. An order that is a list stands for its cards."""
    declared = {name: {"cards": order} if isinstance(order, list) else order for name, order in orders.items()}
    return case("battle", {"people": people, **given}, declared, options=options or {})


def duel(
    mine: Mapping[str, Any],
    theirs: Mapping[str, Any],
    saber: Any,
    lancer: Any,
    options: Options | None = None,
    **given: Any,
) -> Any:
    """A duel of saber (red) and lancer (blue)."""
    people = [servant("saber", "red", **mine), servant("lancer", "blue", **theirs)]
    return fight(people, {"saber": saber, "lancer": lancer}, options, **given)


def losses(found: Any, name: str) -> list[int]:
    """Health lost by judgment, without the zeros at the end."""
    return _trimmed(found["people"][name]["losses"])


def mana_losses(found: Any, name: str) -> list[int]:
    return _trimmed(found["people"][name]["mana_losses"])


def _trimmed(numbers: Sequence[int]) -> list[int]:
    found = list(numbers)
    while found and found[-1] == 0:
        found.pop()
    return found


def number(formula: str, options: Options | None = None, **inputs: Any) -> Any:
    return case("number", {"formula": formula, **inputs}, options=options or {})


def refusal(code: str, clause: str) -> dict[str, Any]:
    return {"refused": {"code": code, "clause": clause}}


def script(
    people: Sequence[Mapping[str, Any]], orders: Mapping[str, Any], options: Options | None = None, **given: Any
) -> Script:
    """A battle for the driver."""
    values, problems = CHRONICLE.options.read(options or {})
    assert not problems
    declared = {name: {"cards": order} if isinstance(order, list) else order for name, order in orders.items()}
    data = {"system": "chronicle", "kind": "battle", "given": {"people": people, **given}, "declared": declared}
    found = CHRONICLE_CASES.script(_read(data), values, plain_words)
    assert isinstance(found, Script), found
    return found


def told(
    people: Sequence[Mapping[str, Any]], orders: Mapping[str, Any], options: Options | None = None, **given: Any
) -> list[Told]:
    """The facts of a battle with their audiences."""
    return list(play_script(CHRONICLE, script(people, orders, options, **given), Fixed()).told)


def of_kind(facts: Sequence[Told], kind: type[Fact]) -> list[Any]:
    return [each.fact for each in facts if isinstance(each.fact, kind)]
