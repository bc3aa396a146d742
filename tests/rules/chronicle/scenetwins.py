"""Twin worlds for the secrets of scenes: what only one side may know makes no difference to anybody else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from conformance.twin import Move, Twins, World
from grailkeeper.core.call import Answers
from grailkeeper.core.chance import Fixed
from grailkeeper.core.form import read
from grailkeeper.core.seat import seat_viewer
from grailkeeper.rules.chronicle.state import State
from grailkeeper.rules.chronicle.system import CHRONICLE

from .scenetable import Playing, master, servant

Script = Mapping[str, Mapping[str, Any]]
People = Sequence[Mapping[str, Any]]

RED = (master("shirou", "red", mana=12, health=12), servant("saber", "red", mana=30, health=30))
BLUE = (master("rin", "blue", mana=12, health=12), servant("lancer", "blue", mana=30, health=30))
GREEN = (master("kirei", "green", "r9"), servant("rider", "green", "r9"))
GREY = (master("sakura", "grey", "r9"), servant("archer", "grey", "r9"))
PROBES: tuple[Any, ...] = (
    {"supply": 3, "search_region": "r2", "ally": ["blue"]},
    {"move": "r2", "first": "rest", "second": {"action": "bonding", "with": "rin"}},
    {"first": "search", "attack": "lancer"},
    {"attack": "lancer", "convert": 2, "pursue": "r2"},
    {"draw": 2, "create_territory": True},
    {"cards": ["strike"]},
)


def at(people: People, region: str) -> People:
    return [{**person, "at": region} for person in people]


def begun(*teams: People, **given: Any) -> State:
    """A war of two scenes."""
    people = [{"seat": person["team"], **person} for team in teams for person in team]
    return Playing(people, war={"scenes": 2, **given.pop("war", {})}, **given).state


def world(first: State, script: Script) -> World:
    """A scene that is played to its end; who is asked and not in the script says nothing, but is there."""
    state, moves = first, []
    for _ in range(40):
        calls = CHRONICLE.calls(state)
        if not calls:
            break
        call, orders = calls[0], {}
        for ask in call.asks:
            said = script.get(call.kind, {}) if state.scene < 2 else {}
            order = said.get(ask.whom, {} if call.kind == "scene_start" else None)
            if order is not None:
                form = CHRONICLE.form(CHRONICLE.view(state, seat_viewer(ask.seat)), call, ask)
                orders[ask.whom], problems = read(form.record, order)
                assert not problems, problems
        moves.append(Move(call.address, orders))
        for told in CHRONICLE.resolve(state, call, Answers(orders), {}, Fixed().open(call.address)).told:
            state = CHRONICLE.apply(state, told.fact)
    return World(first, tuple(moves))


def pair(row: str, knows: str, left: Script, right: Script, state: State, other: State | None = None) -> Twins:
    """Two scenes that are played differently, or begin so."""
    second = state if other is None else other
    return Twins(row, world(state, left), world(second, right), frozenset(knows.split()), PROBES)


def twins() -> Iterator[Twins]:
    yield from _starts()
    yield from _actions()
    yield from _finding()
    yield from _together()
    yield from _ends()


def _start(**orders: Any) -> Script:
    return {"scene_start": orders}


def _act(**orders: Any) -> Script:
    return {"actions": orders}


def _starts() -> Iterator[Twins]:
    setup = CHRONICLE.war_setup({"t1": "사야카", "t2": "쿄코"})
    fresh = Playing(setup["people"], war={"creation": True, "scenes": 2}, teams=setup["teams"]).state
    sheets = ({"region": "r3"}, {"master": {"combat": 4, "fate": 2}, "servant": {"class": "saber"}, "region": "r3"})
    yield pair("creation", "t1", {"creation": {"t1": sheets[0]}}, {"creation": {"t1": sheets[1]}}, fresh)
    yield pair("creation", "t1", {"creation": {"t1": sheets[0]}}, {"creation": {"t1": {"region": "r8"}}}, fresh)
    war = begun(RED, BLUE, GREEN)
    poor = begun(({**RED[0], "mana": 11}, RED[1]), BLUE, GREEN)
    yield pair("recovery", "red", {}, {}, war, poor)
    yield pair("recovery", "red", {}, _start(shirou={"supply": 4}), war)
    yield pair(
        "named_regions", "red", _start(shirou={"search_region": "r3"}), _start(shirou={"search_region": "r5"}), war
    )
    away = _start(lancer={"manifest": False})
    yield pair("manifested", "blue", {}, away, war)
    offers = _start(shirou={"ally": ["green"]}, kirei={"ally": ["red"]})
    yield pair("alliance", "red green", {}, offers, war)
    yield pair("alliance", "red", {}, _start(shirou={"ally": ["green"]}), war)
    allies = {"red": {"allies": ["green"], "information": {"lancer": {"legend": 2}}}, "green": {"allies": ["red"]}}
    allied = begun(RED, BLUE, GREEN, teams=allies)
    yield pair("told", "red green", {}, _start(shirou={"tell": {"ally": "green", "servant": "lancer"}}), allied)
    grown = begun(({**RED[0], "experience": 5, "items": [{"kind": "tool", "grade": 2}]}, RED[1]), BLUE, GREEN)
    yield pair("growth", "red", {}, _start(shirou={"grow": "combat"}), grown)
    yield pair("growth", "red", {}, _start(shirou={"give": {"kind": "tool", "grade": 2, "to": "saber"}}), grown)


def _actions() -> Iterator[Twins]:
    war = begun(RED, BLUE, GREEN, teams={"red": {"funds": 9, "base": "r1"}})
    for order in (
        {"first": "rest"},
        {"long": "rest"},
        {"move": "r2", "first": {"action": "buy", "grade": 1, "move": "r7"}},
        {"second": "study"},
        {"long": {"action": "soul_eating", "victims": 1}},
        {"first": "labor"},
    ):
        yield pair("actions", "red", {}, _act(saber=order, shirou=order), war)
    yield pair("actions", "red", {}, {**_act(saber={"first": "rest"}), "follow_up": {"saber": {"convert": 2}}}, war)
    yield pair(
        "whereabouts", "red", {}, {}, war, begun(at(RED, "r5"), BLUE, GREEN, teams={"red": {"funds": 9, "base": "r1"}})
    )
    yield pair("base", "red", {}, _act(shirou={"move": "r4", "first": "base_creation"}), war)
    alone = begun(RED, at(BLUE, "r5"), GREEN, teams={"blue": {"base": "r1"}})
    gone = _start(saber={"manifest": False})
    yield pair("base", "red blue", gone, {**gone, **_act(shirou={"replace_base": True})}, alone)


def _finding() -> Iterator[Twins]:
    war = begun(RED, BLUE, GREEN)
    yield pair("met", "red", {}, _act(shirou={"first": "scouting"}), war)
    yield pair("met", "red", {}, _act(saber={"first": "search"}), war)
    far = [begun(RED, at(BLUE, region), GREEN) for region in ("r2", "r9")]
    search = _act(saber={"first": "search", "second": "pursuit"})
    yield pair("sensing", "red blue", search, search, far[0], far[1])
    homes = [begun(RED, at(BLUE, one), at(GREEN, other)) for one, other in (("r2", "r9"), ("r9", "r2"))]
    yield pair("presence_whose", "blue green", search, search, homes[0], homes[1])
    hidden = [(BLUE[0], {**BLUE[1], "skills": {"presence_concealment": "C"}, "at": place}) for place in ("r1", "r9")]
    wars = [begun(RED, (at(people[:1], "r9")[0], people[1]), GREEN) for people in hidden]
    yield pair("concealed", "blue", search, search, wars[0], wars[1])
    regions = [{f"r{n}": {"base_bonus": bonus if n == 1 else 0} for n in range(1, 10)} for bonus in (1, 2)]
    lone = [begun(RED, at(BLUE, "r9"), GREEN, regions=each) for each in regions]
    scout = _act(shirou={"first": "scouting"})
    yield pair("region_information", "red", scout, scout, lone[0], lone[1])
    built = begun(RED, at(BLUE, "r9"), GREEN, regions=regions[0], teams={"blue": {"base": "r1"}})
    yield pair("region_information", "red blue", scout, scout, lone[0], built)
    npcs = [
        begun(RED, at(BLUE, "r9"), GREEN, npcs=[{"key": "taiga", "at": region}], war={"scenes": 1})
        for region in ("r1", "r5")
    ]
    yield pair("npc_met", "red", {}, {}, npcs[0], npcs[1])


def _together() -> Iterator[Twins]:
    war = begun(RED, BLUE, GREEN)
    study = {"first": {"action": "study", "contest": ["strike"] * 5}}
    both, one = _act(shirou=study, rin=study), _act(shirou=study, rin={"move": "r8", **study})
    yield pair("rivals", "red blue", both, one, war)
    dare = {"first": {"action": "study", "challenge": True, "contest": ["rush"] * 5}}
    yield pair("contest", "red blue", both, _act(shirou=study, rin=dare), war)
    tie = {"first": {"action": "study", "challenge": True, "contest": ["strike"] * 5}}
    yield pair("contest", "red blue", both, _act(shirou=study, rin=tie), war)
    ties = begun(
        ({**RED[0], "relationships": {"rin": 1}}, RED[1]), ({**BLUE[0], "relationships": {"shirou": 1}}, BLUE[1]), GREEN
    )
    bond = {"first": {"action": "bonding", "with": "rin"}}
    back = {"first": {"action": "bonding", "with": "shirou"}}
    yield pair("offer", "red blue", {}, _act(shirou=bond), ties)
    yield pair("offer", "red blue", _act(shirou=bond), _act(shirou=bond, rin=back), ties)
    link = [{"long": {"action": "circuit_link", "with": other}} for other in ("rin", "shirou")]
    yield pair("contract", "red blue", {}, _act(shirou=link[0], rin=link[1]), war)
    alone = {**RED[0], "relationships": {"lancer": 1}, "servantless": True}
    lost = begun((alone,), ({**BLUE[1], "masterless": True},), GREEN)
    new = [{"first": {"action": "recontract", "with": other}} for other in ("lancer", "shirou")]
    both = _act(shirou=new[0], lancer=new[1])
    again = begun((alone,), ({**BLUE[1], "masterless": True, "max_health": 50, "health": 45},), GREEN)
    yield pair("contract", "red blue", both, both, lost, again)
    care = {"long": {"action": "nursing", "patient": "lancer"}}
    known = begun(
        RED, (BLUE[0], {**BLUE[1], "health": -1}), GREEN, teams={"red": {"information": {"lancer": {"encounter": 1}}}}
    )
    yield pair("nursing", "red blue", {}, _act(shirou=care), known)


def _ends() -> Iterator[Twins]:
    war = begun(RED, BLUE, GREEN, GREY)
    red = {**_act(saber={"first": "search"}), "follow_up": {"saber": {"attack": "lancer"}}}
    green = {**_act(rider={"first": "search"}), "follow_up": {"rider": {"attack": "archer"}}}
    yield pair("attack", "red blue green grey", red, green, war)
    rested = {**red, **_act(saber={"first": "search"}, rin={"long": "rest"})}
    yield pair("attack", "red blue", red, {**rested, "follow_up": {"saber": {"attack": "rin"}}}, war)
    low = [{**RED[1], "mana": 0, "mana_due": due} for due in (False, True)]
    dying = [begun((RED[0], servant), BLUE, GREEN) for servant in low]
    yield pair("deadline", "red", {}, {}, dying[0], dying[1])
    rich = [begun((RED[0], {**RED[1], "mana": mana, "old_excess": True}), BLUE, GREEN) for mana in (50, 55)]
    yield pair("deadline", "red", {}, {}, rich[0], rich[1])
