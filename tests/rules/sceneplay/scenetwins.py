"""Twin worlds for the secrets of scenes: what only one side may know makes no difference to anybody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.twin import Move, Twins, World
from grailkeeper.core.form import read
from grailkeeper.core.seat import Role
from grailkeeper.rules.sceneplay.people import Ability, Functions, MasterState, Points, Workshop
from grailkeeper.rules.sceneplay.state import State, with_person, with_team
from grailkeeper.rules.sceneplay.system import SCENEPLAY

from .scenetable import plain

KEEPER = (("number keeper", 0),)
PROBES: tuple[Any, ...] = (
    {"say": "force", "team": "B"},
    {"say": "join", "team": "A", "reserves": [10]},
    {"say": "solo", "kind": "search"},
    {"convert": {"servant": 1}},
)


def table(options: Mapping[str, Any] | None = None, war: Mapping[str, Any] | None = None, **teams: Any) -> State:
    """Four teams, A to D; by itself on the floor of scene 2."""
    people = {team: teams.get(team, plain()) for team in "ABCD"}
    data = {"teams": people, "as_they_are": True, "war": {"scene": 2, "opening": False} if war is None else war}
    setup, problems = read(SCENEPLAY.setup, data)
    values, wrong = SCENEPLAY.options.read(options or {})
    assert not problems and not wrong and isinstance(setup, Mapping)
    return SCENEPLAY.begin(setup, values)


def says(team: str, /, **order: Any) -> Move:
    return Move("2/floor", {team: order}, closing=False)


FLOOR_CLOSES = Move("2/floor")


def acts(draws: Sequence[tuple[str, int]] = (), **orders: Any) -> Move:
    return Move("2/acts", orders, draws=draws)


def both(
    row: str,
    left: Sequence[Move],
    right: Sequence[Move],
    *knows: str,
    state: State | None = None,
    other: State | None = None,
) -> Twins:
    begun = table() if state is None else state
    second = begun if other is None else other
    return Twins(row, World(begun, tuple(left)), World(second, tuple(right)), frozenset(knows), PROBES)


def twins() -> Iterator[Twins]:
    yield from _before()
    yield from _solos()
    yield from _searches()
    yield from _preparations()
    yield from _bases()


def _before() -> Iterator[Twins]:
    fresh = table(war={}, **{team: {} for team in "ABCD"})
    sheets: tuple[dict[str, Any], ...] = (
        {"workshop": [5, 3, 2]},
        {"workshop": [3, 3, 4], "master": {"ranks": list("EEECE")}},
    )
    one, other = ([Move("creation", {"A": sheet}), Move("1/opening"), Move("1/floor")] for sheet in sheets)
    yield both("creation", one, other, "A", state=fresh)
    rich = table(war={}, A=plain(stored_mana=30, servant={"mana": "3/7"}))
    for order in (
        {"convert": {"servant": 1}}, {"lower_ranks": {"luck": 0}}, {"restore": [{"health": 0, "mana": 5}]}
    ):  # fmt: skip
        opened = [Move("1/opening", {"A": order}), Move("1/floor")]
        yield both("opening", [Move("1/opening"), Move("1/floor")], opened, "A", state=rich)
    weary = with_person(table(war={}), "A", Role.MASTER, state=MasterState.FAINTED, mana=Points(0, 4))
    rested = [Move("1/opening"), Move("1/floor")]
    yield both("forced_rest", rested, rested, "A", state=table(war={}), other=weary)
    emptied = with_person(table(), "A", Role.MASTER, mana=Points(2, 4))
    held = [says("A", say="apply"), FLOOR_CLOSES, acts()]
    yield both("rewards", held, held, "A", other=emptied)


def _solos() -> Iterator[Twins]:
    kinds: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
        ({"kind": "bonding", "who": "servant"}, {}),
        ({"kind": "search"}, {"solo": {"master": {"target": "B", "number": 0}}}),
        ({"kind": "preparation", "who": "both"}, {"solo": {"master": {"master": {"eat": 2}}}}),
    )
    played = []
    for solo, order in kinds:
        drawn = KEEPER if solo["kind"] == "search" else ()
        played.append([says("A", say="solo", **solo), FLOOR_CLOSES, acts(drawn, **({"A": order} if order else {}))])
    for one, other in ((0, 1), (0, 2), (1, 2)):
        yield both("solo_content", played[one], played[other], "A")
    quick = table({"forced_battle_from": "same_scene"})
    yield both("solo_content", played[0], played[1], "A", state=quick)


def _search(roll: int, ability: str = "magic", joiner: Mapping[str, Any] | None = None) -> list[Move]:
    """A searches for D's base, C is there."""
    said = {"C": {"join": {"A": dict(joiner)}}} if joiner else {}
    orders = {"A": {"scene": {"target": "D", "number": roll, "ability": ability}}, **said}
    first = [says("A", say="apply", kind="search"), says("C", say="join", team="A"), FLOOR_CLOSES]
    return [*first, acts(KEEPER, **orders)]


def _searches() -> Iterator[Twins]:
    yield both("found_base", _search(0), _search(99), "A", "C")
    yield both("scene_content", _search(99), _search(99, "luck"), "A", "C")
    hidden = [Workshop(Functions(4, 3, 3), concealed_by=ability) for ability in (Ability.MAGIC, Ability.LUCK)]
    shown = [with_team(table(), "D", workshop=workshop) for workshop in hidden]
    for roll in (0, 99):
        yield both("search_chance", _search(roll), _search(roll), "D", state=shown[0], other=shown[1])
    deep = with_team(table(), "D", workshop=Workshop(Functions(6, 2, 2)))
    yield both("search_chance", _search(99), _search(99), "D", other=deep)
    risky = with_team(table(), "D", exposure_risk=4)
    yield both("search_chance", _search(99), _search(99), "D", other=risky)
    for said in ({"number": 4}, {"stance": "hinder", "number": 7}, {"stance": "help", "luck": True}):
        yield both("acts", _search(99), _search(99, joiner=said), "C")


def _preparation(own: Mapping[str, Any], joiner: Mapping[str, Any] | None = None, draws: Any = ()) -> list[Move]:
    """A prepares, C is there."""
    said = {"C": {"join": {"A": dict(joiner)}}} if joiner else {}
    first = [says("A", say="apply", kind="preparation"), says("C", say="join", team="A"), FLOOR_CLOSES]
    return [*first, acts(draws, A={"scene": dict(own)}, **said)]


def _preparations() -> Iterator[Twins]:
    plans: tuple[dict[str, Any], ...] = (
        {"master": {"rest": True}},
        {"master": {"reserves": 3}},
        {"servant": {"eat": 2}},
        {"gifts": [{"giver": "A.master", "receiver": "A.servant", "amount": 1}]},
    )
    for plan in plans[1:]:
        yield both("scene_content", _preparation(plans[0]), _preparation(plan), "A", "C")
    hinder = {"stance": "hinder", "number": 0}
    judged = [_preparation({"master": {"rest": True}, "numbers": [number, number]}, hinder) for number in (0, 99)]
    yield both("scene_content", judged[0], judged[1], "A", "C")
    failing = _preparation({"master": {"reserves": 9}})
    yield both("failed_order", _preparation({}), failing, "A")
    strong = table(C=plain(master={"ranks": "E E E D E"}))
    stronger = table(C=plain(master={"ranks": "E E D D E"}))
    yield both("sheet", judged[0], judged[0], "C", state=strong, other=stronger)
    loud = [with_team(table(), "A", exposure_risk=risk, revealed=True) for risk in (8, 9)]
    eating = _preparation({"master": {"eat": 1}})
    yield both("risk_alarm", eating, eating, "A", state=loud[0], other=loud[1])


def _bases() -> Iterator[Twins]:
    quiet = [says("B", say="apply", kind="bonding"), FLOOR_CLOSES, acts()]
    known = with_team(table(), "B", known_by={"A": 1})
    yield both("bases_known", quiet, quiet, "A", other=known)
    later = with_team(table(), "B", known_by={"A": 0})
    yield both("known_by", quiet, quiet, state=known, other=later)
    stored = with_team(table(), "B", stored_mana=7)
    yield both("stored_mana", quiet, quiet, "B", other=stored)
    alone = table(A={"master": {}, "servant": None}, B={"master": None, "servant": {"mana": "9/9"}})
    meeting = [says("A", say="apply"), says("B", say="join", team="A"), FLOOR_CLOSES]
    yield both("contract", [*meeting, acts()], [*meeting, acts(A={"recontract": "B"})], "A", state=alone)
