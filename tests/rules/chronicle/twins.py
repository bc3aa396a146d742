"""Pairs of wars that differ in one row of the information table: red fights blue in r1, green is elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from conformance.twin import Move, Twins, World
from grailkeeper.core.form import read
from grailkeeper.core.rank import Letter, Rank
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.chronicle.people import (
    Base,
    Information,
    NoblePhantasm,
    Pool,
    Skill,
    Spent,
)
from grailkeeper.rules.chronicle.state import State, with_person, with_team
from grailkeeper.rules.chronicle.system import CHRONICLE

from . import scenetwins
from .wars import announced, answer, war

RED, BLUE = frozenset({"red"}), frozenset({"blue", "blue_master"})
SIDES = RED | BLUE
PROBES: tuple[Any, ...] = (
    {"cards": ["strike", "strike"], "target": "lancer"},
    {"cards": ["noble_phantasm"] * 3},
    {"row": "back"},
    {"every_fallen": "kill", "replace_base": True},
)
ROWS, CARDS, SPOILS = "battle/1/rows", "battle/1/cards", "battle/1/spoils"


def begun(**options: Any) -> State:
    """The battle is announced; nobody stands anywhere yet."""
    return announced(war(options=options), ["saber", "shirou"], ["lancer", "rin"])


def ready(state: State | None = None, **rows: str) -> State:
    """The rows are in."""
    given = {who: {"row": row} for who, row in rows.items()}
    return answer(begun() if state is None else state, ROWS, given)[1]


def move(state: State, address: str, orders: Mapping[str, Any], **more: Any) -> Move:
    """The close of a call with these orders, read by their forms."""
    call = next(call for call in CHRONICLE.calls(state) if call.address == address)
    found = {}
    for whom, order in orders.items():
        ask = call.ask_for(whom)
        assert ask is not None
        form = CHRONICLE.form(CHRONICLE.view(state, seat_viewer(ask.seat)), call, ask)
        data, problems = read(form.record, order)
        assert not problems, problems
        found[whom] = data
    return Move(address, found, **more)


STRIKE: Mapping[str, Any] = {"target": "lancer", "cards": ["strike"]}
LEAVES: Mapping[str, Any] = {"target": "lancer", "cards": [], "retreat": {"slot": 1}}
FIVE: Mapping[str, Any] = {"target": "lancer", "cards": ["strike", "strike", "rush", "rush", "counter"]}


def cards(state: State, saber: Mapping[str, Any] = STRIKE, **others: Any) -> World:
    """The cards are laid and judged."""
    return World(state, (move(state, CARDS, {"saber": saber, **others}),))


def pair(row: str, left: World, right: World, knows: frozenset[str]) -> Twins:
    return Twins(row, left, right, knows, PROBES)


def states(row: str, right: State, knows: frozenset[str], left: State | None = None, **laid: Any) -> Twins:
    """Two worlds that begin differently and go on alike."""
    return pair(row, cards(ready() if left is None else left, **laid), cards(right, **laid), knows)


def orders(
    row: str, knows: frozenset[str], left: Any, right: Any, state: State | None = None, who: str = "saber"
) -> Twins:
    """Two worlds that begin alike and go on differently."""
    begun_so = ready() if state is None else state
    worlds = [cards(begun_so, **{"saber": STRIKE, who: order}) for order in (left, right)]
    return pair(row, worlds[0], worlds[1], knows)


def servant(state: State, key: str, **change: Any) -> State:
    return with_person(state, key, servant=replace(state.people[key].the_servant, **change))


def master(state: State, key: str, **change: Any) -> State:
    return with_person(state, key, master=replace(state.people[key].the_master, **change))


def twins() -> Iterator[Twins]:
    yield from _before_the_cards()
    yield from _judgments()
    yield from _people()
    yield from _knowledge()
    yield from _the_end()
    yield from scenetwins.twins()


def _before_the_cards() -> Iterator[Twins]:
    alone = announced(war(), ["saber", "shirou"], ["lancer"])
    yield pair("own_side", World(begun()), World(alone), BLUE)
    front, back = ({"shirou": {"row": row}} for row in ("front", "back"))
    yield pair("rows", World(begun(), (Move(ROWS, front),)), World(begun(), (Move(ROWS, back),)), SIDES)
    both = {who: {"row": "back"} for who in ("saber", "shirou")}
    yield pair("failed_order", World(begun(), (Move(ROWS),)), World(begun(), (Move(ROWS, both),)), RED)
    yield from _shown()
    two = ready(begun(two_part="on"))
    bare = [
        World(two, (move(two, CARDS, {"saber": {"cards": [card], "target": "lancer"}}),)) for card in ("strike", "rush")
    ]
    yield pair("bare", bare[0], bare[1], SIDES)
    hidden = [World(two, (move(two, CARDS, {"shirou": {"cards": [], "protects": own}}),)) for own in ([], ["saber"])]
    yield pair("laid", hidden[0], hidden[1], RED)


def _shown() -> Iterator[Twins]:
    """C-9.8: the surprised lay first; of their fourth card nobody learns before it is judged."""
    preempted = ready(announced(war(), ["saber", "shirou"], ["lancer", "rin"], preempts="s1"))

    def laid(*own: str) -> World:
        return World(preempted, (move(preempted, CARDS, {"lancer": {"target": "saber", "cards": list(own)}}),))

    yield pair("laid", laid("rush", "wait", "wait", "strike"), laid("rush", "wait", "wait", "counter"), BLUE)
    yield pair("laid", laid("rush > saber"), laid("rush > shirou"), BLUE)
    yield pair("shown", laid("rush", "strike"), laid("rush", "counter"), SIDES)


def _judgments() -> Iterator[Twins]:
    yield orders("judged", SIDES, STRIKE, {"target": "lancer", "cards": ["rush"]})
    short = with_team(with_person(begun(), "lancer", health=Pool(1, 45)), "blue", strokes=0)
    one = ready(with_person(with_person(short, "rin", health=Pool(0, 30)), "shirou", mana=Pool(9, 30)))
    yield orders("unjudged", RED, {"target": "lancer", "cards": ["strike", "rush"]},
                 {"target": "lancer", "cards": ["strike", "counter"]}, one)  # fmt: skip
    # A defensive skill that does nothing, because its owner waits; a resistance that no spell meets.
    for skill in (Skill.DEFENSIVE_SKILL, Skill.MAGIC_RESISTANCE):
        yield states("terms", servant(ready(), "lancer", skills={skill.value: Rank(Letter.C)}), BLUE)
    # The grade behind a card that loses.
    weak = servant(ready(), "lancer", agility=Rank(Letter.B))
    yield states("terms", weak, BLUE, lancer={"target": "saber", "cards": ["rush"]})
    yield orders("retreat", SIDES, {"target": "lancer", "cards": []}, LEAVES)
    larger = with_person(ready(), "saber", health=Pool(45, 47))
    yield states("retreat_limit", larger, RED, saber=LEAVES, lancer={"target": "saber", "cards": ["strike"]})
    falls = ready(with_person(begun(), "rin", health=Pool(3, 30)))
    well = ready(with_person(begun(), "rin", health=Pool(4, 30)))
    blow = {"target": "rin", "cards": ["strike"]}
    yield pair("falls", cards(falls, blow), cards(well, blow), SIDES)


def _people() -> Iterator[Twins]:
    for change in ({"health": Pool(45, 46)}, {"mana": Pool(30, 45)}, {"mana": Pool(45, 50)}):
        yield states("pools", with_person(ready(), "lancer", **change), BLUE)
    yield _at_the_floor()
    held = NoblePhantasm(Rank(Letter.C))
    armed = servant(ready(), "lancer", noble_phantasm=held)
    costly = servant(armed, "lancer", recontracts=1)
    laid = {"target": "saber", "cards": ["noble_phantasm"] * 3}
    yield states("payment", costly, BLUE, armed, lancer=laid)
    yield states("strokes", with_team(ready(), "blue", strokes=1), BLUE)
    yield states("fate", master(ready(), "rin", fate=Spent(1, 3)), BLUE)
    yield orders("fate", RED, LEAVES, {**LEAVES, "retreat": {"slot": 1, "fate": "shirou"}})
    yield states("injury", with_person(ready(), "lancer", injured=True), BLUE)
    low = ready(with_person(begun(), "lancer", health=Pool(3, 45)))
    yield states("injury", with_person(low, "lancer", injured=True), BLUE, low)
    yield states("rewards", with_person(ready(), "lancer", experience=4), BLUE)
    yield states("rewards", with_team(ready(), "blue", merit=4), BLUE)
    for order in (
        {"escape": False},
        {"escape": {"when_health": 1}},
        {"protects": ["rin"]},
        {"retreat": {"when_health": 1}},
    ):
        yield orders("standing_orders", BLUE, {"cards": []}, {"cards": [], **order}, who="lancer")


def _at_the_floor() -> Twins:
    """C-Q66: mana damage that the floor keeps off is seen by the own team alone."""
    armed = servant(ready(), "saber", noble_phantasm=NoblePhantasm(Rank(Letter.B)))
    laid = {"target": "lancer", "cards": ["noble_phantasm"] * 3}
    left, right = (with_person(armed, "lancer", mana=Pool(mana, 45)) for mana in (-44, -20))
    return pair("pools", cards(left, laid), cards(right, laid), BLUE)


def _knowledge() -> Iterator[Twins]:
    named = servant(ready(), "lancer", noble_phantasm=NoblePhantasm(Rank(Letter.C)), true_name="쿠 훌린")
    laid = {"target": "saber", "cards": ["noble_phantasm"] * 3}
    unreleased = [
        cards(named, lancer={**laid, "release": release, "cards": laid["cards"]}) for release in (True, False)
    ]
    yield pair("name_released", unreleased[0], unreleased[1], SIDES)
    knowing = with_team(begun(), "red", information={"lancer": Information(true_name=True)})
    calm = {"target": "lancer", "cards": ["wait"]}
    yield pair("name_known", World(begun(), (Move(ROWS),)), World(knowing, (Move(ROWS),)), RED)
    yield pair("name_known", cards(ready(), calm), cards(ready(knowing), calm), RED)
    one, two = (with_team(ready(), "green", information={"saber": Information(encounter=points)}) for points in (1, 2))
    yield states("points", one, frozenset({"green"}), two)
    old = with_person(with_person(ready(), "lancer", acquaintances=("saber",)), "saber", acquaintances=("lancer",))
    yield states("points", old, SIDES, saber=FIVE)
    known = with_team(ready(), "green", information={"lancer": Information(battle=1)})
    seen = [servant(known, "lancer", luck=Rank(letter)) for letter in (Letter.C, Letter.B)]
    yield states("servant", seen[0], BLUE | {"green"}, seen[1])


def _the_end() -> Iterator[Twins]:
    yield orders("winner", SIDES, STRIKE, {"target": "lancer", "cards": []})
    here = ready(with_team(begun(), "blue", base=Base("r1", 1, 1)))
    yield states("spoils", here, SIDES)
    away = ready(with_person(begun(), "shirou", at="r2"))
    yield states("base_found", with_team(away, "blue", base=Base("r1")), SIDES, away)
    elsewhere = with_team(away, "blue", base=Base("r3"))
    yield states("base_found", elsewhere, BLUE, away)
    built = [World(here, (move(here, CARDS, {"saber": STRIKE}), Move(SPOILS, {"red": {"replace_base": yes}})))
             for yes in (True, False)]  # fmt: skip
    yield pair("base_replaced", built[0], built[1], SIDES)
    yield from _regions(here)
    fallen = ready(with_person(begun(), "rin", health=Pool(3, 30)))
    blow = move(fallen, CARDS, {"saber": {"target": "rin", "cards": ["strike"]}})
    ends = [World(fallen, (blow, Move(SPOILS, {"red": {"every_fallen": end}}))) for end in ("captive", "stroke")]
    yield pair("fallen", ends[0], ends[1], SIDES)
    held = with_person(ready(), "rider", captor="red", at="r4")
    yield states("captives", with_person(held, "rider", at="r5"), RED, held)  # C-20.11


def _regions(here: State) -> Iterator[Twins]:
    """C-23.7: a team that has the region's information learns its bonuses with its base."""
    known = with_team(here, "red", region_information=("r1",))
    richer = replace(known, regions={"r1": replace(known.regions["r1"], ley_line=5)})
    taken = (move(known, CARDS, {"saber": STRIKE}), Move(SPOILS, {"red": {"replace_base": True}}))
    yield pair("region_bonus", World(known, taken), World(richer, taken), RED)
