"""Cases in a line or two: people to fight with, and what comes out of a battle, a sheet or a number."""

from collections.abc import Mapping, Sequence
from typing import Any

from grailkeeper.core.case import Case, Script, read_case
from grailkeeper.core.chance import Fixed
from grailkeeper.core.compare import run_case
from grailkeeper.core.drive import play_script
from grailkeeper.core.fact import Fact, Told
from grailkeeper.core.form import plain_words
from grailkeeper.rules.sceneplay.casefile import SCENEPLAY_CASES
from grailkeeper.rules.sceneplay.system import SCENEPLAY

MASTER: Mapping[str, Any] = {"ranks": "E E E B E", "mystic_code": {"rank": "C"}}
SKILLS: Sequence[Mapping[str, Any]] = (
    {"name": "Riding", "rank": "B", "refused": True},
    {"name": "Storm Navigator", "rank": "B+", "condition": "first_strike"},
    {"name": "Pirate's Honour", "rank": "B", "condition": "wounded"},
)
RIDER: Mapping[str, Any] = {
    "class": "rider",
    "ranks": "C+ C C D E",
    "skills": SKILLS,
    "noble_phantasms": [{"name": "Revenge", "rank": "B"}],
}
SABER: Mapping[str, Any] = {"ranks": "A A A C E", "health": 8, "mana": 6, "attack": 54, "defence": 46}
CASTER: Mapping[str, Any] = {
    "class": "caster",
    "level": "top",
    "ranks": "D C C A+++ C",
    "lowered": {"strength": 1, "agility": 1},
    "territory_creation": "B",
}
SAYAKA: Mapping[str, Any] = {"master": MASTER, "servant": RIDER}
KYOKO: Mapping[str, Any] = {"servant": SABER}
HITOMI: Mapping[str, Any] = {
    "master": {"ranks": "E E D C D"},
    "servant": CASTER,
    "workshop": "2/3/5",
    "territory": "5/3/4",
}
PLAIN: Mapping[str, Any] = {"servant": {"ranks": "C C C C C", "attack": 30, "defence": 30}}
"""50 against its like."""

NUMBERS = [20, 50, 60, 95, 99]
THEIRS = [10, 30, 50, 70, 90]


def given(sides: Sequence[Any] = ("Sayaka", "Kyoko"), workshop_of: str = "", **teams: Any) -> dict[str, Any]:
    """A situation; the teams that are not given are the ledger's own."""
    known = {"Sayaka": SAYAKA, "Kyoko": KYOKO, "Hitomi": HITOMI} | teams
    names = [name for side in sides for name in ([side] if isinstance(side, str) else side)]
    place = {"workshop_of": workshop_of} if workshop_of else {}
    return {"sides": list(sides), "teams": {name: known[name] for name in names}, **place}


def _read(data: Mapping[str, Any]) -> Case:
    found = read_case(data)
    assert isinstance(found, Case), found
    return found


def case(kind: str, given: Mapping[str, Any], declared: Mapping[str, Any] | None = None, **more: Any) -> Any:
    """What comes out of a case."""
    data = {"system": "sceneplay", "kind": kind, "given": given, "declared": declared or {}, **more}
    return run_case(SCENEPLAY, SCENEPLAY_CASES, _read(data)).actual


def fight(
    situation: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    chance: Any = (),
    **sheets: Any,
) -> Any:
    """A battle; a sheet without numbers gets those of S-E5."""
    situation = situation or given()
    names = dict.fromkeys(name for side in situation["sides"] for name in ([side] if isinstance(side, str) else side))
    first, *others = [side if isinstance(side, str) else side[0] for side in situation["sides"]]
    numbers = {first: NUMBERS} | dict.fromkeys(others, THEIRS)
    filed = {name: {"numbers": numbers[name]} if name in numbers else {} for name in names}
    declared = {name: filed[name] | sheets.get(name, {}) for name in names}
    drawn = [{"what": what, "value": value} for what, value in chance]
    return case("battle", situation, declared, options=options or {}, chance=drawn)


def number(formula: str, options: Mapping[str, Any] | None = None, **inputs: Any) -> Any:
    found = case("number", {"formula": formula, **inputs}, options=options or {})
    return found.get("value", found)


def refusal(code: str, clause: str) -> dict[str, Any]:
    return {"refused": {"code": code, "clause": clause}}


def script(
    situation: Mapping[str, Any], declared: Mapping[str, Any], options: Mapping[str, Any] | None = None
) -> Script:
    """A battle for the driver."""
    values, problems = SCENEPLAY.options.read(options or {})
    data = {"system": "sceneplay", "kind": "battle", "given": situation, "declared": declared}
    assert not problems
    found = SCENEPLAY_CASES.script(_read(data), values, plain_words)
    assert isinstance(found, Script), found
    return found


def told(
    situation: Mapping[str, Any], declared: Mapping[str, Any], chance: Sequence[tuple[str, int]] = ()
) -> list[Told]:
    """The facts of a battle with their audiences."""
    return list(play_script(SCENEPLAY, script(situation, declared), Fixed(chance)).told)


def of_kind(facts: Sequence[Told], kind: type[Fact]) -> list[Any]:
    return [each.fact for each in facts if isinstance(each.fact, kind)]
