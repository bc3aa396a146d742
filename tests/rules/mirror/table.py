"""Cases in a line or two: servants to fight with, and what comes out of a battle, a scene, a sheet or a number."""

from collections.abc import Mapping
from typing import Any

from grailkeeper.core.call import Answers
from grailkeeper.core.canon import Data
from grailkeeper.core.case import Case, Outcome, Script, read_case
from grailkeeper.core.chance import Fixed
from grailkeeper.core.compare import run_case
from grailkeeper.core.drive import play_script
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.form import plain_words
from grailkeeper.rules.mirror.casefile import MIRROR_CASES, MirrorCases
from grailkeeper.rules.mirror.state import State
from grailkeeper.rules.mirror.system import MIRROR


class _Book(MirrorCases):
    """Refusals with the clause that a player reads."""

    clauses: Mapping[str, str] = {}


BOOK = _Book()


PLAIN: Mapping[str, Any] = {"strength": "B", "endurance": "B", "agility": "C+"}
"""Normal 13, guard 10, red. 4, clash bonus 5; 180 health, 152 mana; battle mana 28. A saber with resistance 7."""
CASTER: Mapping[str, Any] = {**PLAIN, "class": "caster"}
"""The same without a resistance; 154 mana."""
NO_TURN: Mapping[str, Any] = {"A": [], "B": []}


def case(kind: str, given: Mapping[str, Any], declared: Mapping[str, Any], options: Mapping[str, Any]) -> Case:
    found = read_case({"system": "mirror", "kind": kind, "given": given, "declared": declared, "options": options})
    assert isinstance(found, Case)
    return found


def outcome_of(kind: str, given: Mapping[str, Any], declared: Mapping[str, Any], **options: Any) -> Any:
    """What a case comes to, in the words of the case format."""
    return run_case(MIRROR, BOOK, case(kind, given, declared, options)).actual


def battle(servants: Mapping[str, Any], declared: Mapping[str, Any], given: Any = None, **options: Any) -> Any:
    """A battle; a turn that is not declared is empty for everybody."""
    empty: dict[str, Any] = {key: [] for key in servants}
    sets = declared.get("sets") or [declared]
    filled = [
        {**one, "turn1": empty | dict(one.get("turn1", {})), "turn2": empty | dict(one.get("turn2", {}))}
        for one in sets
    ]
    return outcome_of("battle", {"servants": servants, **(given or {})}, {"sets": filled}, **options)


def duel(
    a: Mapping[str, Any], b: Mapping[str, Any], declared: Mapping[str, Any], given: Any = None, **options: Any
) -> Any:
    return battle({"A": a, "B": b}, declared, given, **options)


def slots(a: list[str], b: list[str]) -> dict[str, Any]:
    return {"turn1": {"A": a, "B": b}}


def scene(teams: Mapping[str, Any], declared: Mapping[str, Any], given: Any = None, **options: Any) -> Any:
    return outcome_of("scene", {"teams": teams, **(given or {})}, declared, **options)


def number(formula: str, /, **given: Any) -> Any:
    """Its value, or why it is refused; `options` as in a case."""
    options = given.pop("options", {})
    found = outcome_of("number", {"formula": formula, **given}, {}, **options)
    return found.get("value", found.get("refused"))


def sheet(**given: Any) -> Any:
    return outcome_of("sheet", {"sheet": given}, {})


def code(outcome: Mapping[str, Any]) -> tuple[str, str]:
    """Why something was refused."""
    return outcome["refused"]["code"], outcome["refused"]["clause"]


def facts(
    kind: str, given: Mapping[str, Any], declared: Mapping[str, Any], **options: Any
) -> tuple[list[Fact], Outcome]:
    """The facts of a played case."""
    chosen, problems = MIRROR.options.read(options)
    assert not problems
    script = MIRROR_CASES.script(case(kind, given, declared, {}), chosen, plain_words)
    assert isinstance(script, Script), script
    played = play_script(MIRROR, script, Fixed())
    return [told.fact for told in played.told], played


def played(state: State, *rounds: Mapping[str, Data]) -> tuple[State, list[Told]]:
    """One question after the other, each with its answers by team: how it stands then, and what was told."""
    found: list[Told] = []
    for orders in rounds:
        (call,) = MIRROR.calls(state)
        told = MIRROR.resolve(state, call, Answers(orders), {}, Fixed().open(call.address)).told
        for each in told:
            state = MIRROR.apply(state, each.fact)
        found += told
    return state, found
