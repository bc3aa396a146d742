"""Twin worlds of bingo: wars that differ in one row of what is not for everybody.

Sealed orders are not in the state before their call is resolved; that they stay secret until then is shown on a
journal, in `test_secrecy`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from conformance.twin import Move, Twins, World
from grailkeeper.core.form import read
from grailkeeper.core.rank import Letter, Rank
from grailkeeper.rules.bingo.people import Condition, Intent, NoblePhantasm, Points, Skill
from grailkeeper.rules.bingo.setup import SETUP
from grailkeeper.rules.bingo.state import Meeting, Pair, Stage, State, with_master, with_servant, with_team
from grailkeeper.rules.bingo.system import BINGO

OPENING, MOVES = "scene/1/opening", "scene/1/move"
STROKES, BATTLE, AFTERMATH = (f"scene/1/red-blue/{kind}" for kind in ("strokes", "battle", "aftermath"))
BOTH = ("red", "blue")

ABILITIES = {"strength": "A", "endurance": "A", "agility": "C", "magic": "D", "luck": "D"}
VITALS = {"health": 5, "max_health": 7, "mana": 5, "max_mana": 7}
PERSON: Mapping[str, Any] = {
    "servant": {
        "class": "saber",
        **ABILITIES,
        **VITALS,
        "noble_phantasm": "C",
        "skills": [{"name": "직감", "rank": "C", "condition": "keeper"}],
    },
    "master": {"health": 3, "mana": 2, "max_mana": 4, "strokes": [18, 9], "tarot": [7, 13]},
}

ROW = [f"r1c{column} S" for column in range(1, 6)]
"""Five strikes in a row: 25 points and a bingo line."""
SCATTERED = ["r1c1 S", "r2c2 S", "r3c4 S", "r4c5 S", "r5c3 S"]
"""The same points and no line."""
ALONE: Mapping[str, Any] = {"supports": False}
NOTHING: Mapping[str, Any] = {"blue": {}}
"""That blue has declared at all is seen by everybody who is asked, so it does so in both worlds."""

PROBES: tuple[Any, ...] = (
    {"cards": ROW, "mana_spent": 2},
    {"noble_phantasm": [{"method": "boost"}], "skills": ["직감"]},
    {"card": 18, "health": 2},
    {"cover": 1, "rescue": {"stroke": 18, "health": 2}},
    {"strokes": [{"card": 9, "restore": True}], "ally": ["red"]},
    {"region": "park", "intent": "fight"},
)


def war(**options: Any) -> State:
    """The start of a war of three teams; red and blue are in the park, green is elsewhere."""
    places = {"red": "park", "blue": "park", "green": "school"}
    teams = [{"key": key, "region": region, **PERSON} for key, region in places.items()]
    setup, problems = read(SETUP, {"teams": teams, "regions": ["park", "school"]})
    values, faults = BINGO.options.read(options)
    assert not problems and not faults and isinstance(setup, Mapping)
    return BINGO.begin(setup, values)


def met(**options: Any) -> State:
    """Red attacks blue, and their orders are asked for."""
    state = replace(war(**options), stage=Stage.BATTLES)
    for key in BOTH:
        state = with_team(state, key, intent=Intent.FIGHT)
    return replace(state, meetings=(Meeting("park", (Pair(("red", "blue")),)),))


def fought(red: Any = None, blue: Any = None, **more: Any) -> Move:
    """The battle; by itself red lays five strikes and wins, and no master supports."""
    orders = {
        "red": {"cards": SCATTERED, **ALONE, **(red or {})},
        "blue": {"cards": ["r5c5 K"], **ALONE, **(blue or {})},
    }
    return Move(BATTLE, orders, **more)


def after(**orders: Any) -> Move:
    return Move(AFTERMATH, orders)


def going(**orders: Any) -> Move:
    """The orders of a scene; red and blue fight each other."""
    plain = {key: {"intent": "fight"} for key in BOTH}
    return Move(MOVES, {key: {**plain.get(key, {}), **orders.get(key, {})} for key in (*BOTH, "green")})


def twins() -> Iterator[Twins]:
    yield from _sheets()
    yield from _hands()
    yield from _masters()
    yield from _battles()
    yield from _rulings()


def _states(row: str, left: State, right: State, *moves: Move) -> Twins:
    """Two worlds in which blue differs, and what is done is the same."""
    return Twins(row, World(left, moves), World(right, moves), frozenset({"blue"}), PROBES)


def _moves(row: str, state: State, left: tuple[Move, ...], right: tuple[Move, ...], *knows: str) -> Twins:
    return Twins(row, World(state, left), World(state, right), frozenset(knows), PROBES)


def _sheets() -> Iterator[Twins]:
    moves = (fought(), after())
    servant = met().team("blue").servant
    assert servant is not None
    secret = Skill("비장의 수", Rank(Letter.A), Condition.ALWAYS)
    better = (NoblePhantasm("성검", Rank(Letter.A, 2), 1, 1, 2),)
    sheets: tuple[dict[str, Any], ...] = (
        {"name": "진명"},
        {"abilities": {**servant.abilities, "magic": Rank(Letter.A, 3)}},
        {"skills": (*servant.skills, secret)},
        {"noble_phantasms": better},
        {"noble_phantasms": ()},
    )
    for change in sheets:
        yield _states("sheet", met(), with_servant(met(), "blue", **change), *moves)
    for vitals in ({"health": Points(6, 7)}, {"health": Points(5, 6)}, {"mana": Points(0, 7)}):
        yield _states("vitals", met(), with_servant(met(), "blue", **vitals), *moves)
    for vitals in ({"mana": Points(4, 4)}, {"health": Points(1, 3)}):
        yield _states("vitals", met(), with_master(met(), "blue", **vitals), *moves)
        start = (Move(OPENING), going(), *moves)
        yield _states("vitals", war(), with_master(war(), "blue", **vitals), *start)


def _hands() -> Iterator[Twins]:
    start = (Move(OPENING), going(), fought(), after())
    for cards in ((17, 9), (18,), ()):
        yield _states("strokes", war(), with_master(war(), "blue", strokes=cards), *start)
    for cards in ((7, 12), ()):
        yield _states("tarot", war(), with_master(war(), "blue", tarot=cards), *start)
    drawn = [
        replace(war(), stage=Stage.REGISTRATION, drawn={"blue": cards, "red": (1, 2, 3, 4, 5, 6)})
        for cards in ((0, 1, 2, 3, 4, 5), (21, 20, 19, 18, 17, 16))
    ]
    yield _states("drawn", drawn[0], drawn[1], Move("war/registration"))


def _masters() -> Iterator[Twins]:
    hurt = with_servant(war(), "blue", health=Points(3, 7))
    strokes = {"blue": {"strokes": [{"card": 18, "health": 2}, {"card": 9, "mana": 2}]}}
    yield _moves("stroke_use", hurt, (Move(OPENING, strokes), going()), (Move(OPENING, NOTHING), going()), "blue")
    between = Move(STROKES, {"blue": {"card": 18, "health": 2}}, closing=False)
    yield _moves("stroke_use", met(), (between, fought(), after()), (fought(), after()), "blue")
    spent = met()
    blue = spent.team("blue").servant
    assert blue is not None
    spent = with_servant(spent, "blue", noble_phantasms=(replace(blue.noble_phantasms[0], uses_left=0),))
    restoring = Move(STROKES, {"blue": {"card": 9, "restore": True}}, closing=False)
    yield _moves("stroke_use", spent, (restoring, fought()), (fought(),), "blue")
    start = (Move(OPENING), going(), fought(), after())
    yield _states("exhausted", war(), with_master(war(), "blue", exhausted_in=1), *start)
    # A master without mana that spends nothing, and one that spent all: the same to see for everybody else.
    yield _states("exhausted", met(), with_master(met(), "blue", exhausted_in=2), fought(), after())
    stays = {"blue": {"accompany": False}}
    moves = (fought(), after())
    yield _moves(
        "accompanies", war(), (Move(OPENING), going(), *moves), (Move(OPENING), going(**stays), *moves), "blue"
    )
    yield _states("accompanies", met(), with_team(met(), "blue", accompanies=False), *moves)


def _battles() -> Iterator[Twins]:
    elsewhere = {"cards": ["r5c5 K", "r5c4 R"]}
    here = {"cards": ["r5c5 K", "r4c4 R"]}
    yield _moves("reveal", met(), (fought(blue=elsewhere), after()), (fought(blue=here), after()), *BOTH)
    skilled = {"cards": ["r5c5 R"], "skills": ["직감"]}
    plain = {"cards": ["r5c4 R", "r5c5 R"]}
    ruled = fought(blue=skilled, rulings={f"{BATTLE}/skill/blue/1": True})
    yield _moves("reveal", met(), (ruled, after()), (fought(blue=plain), after()), *BOTH)
    in_a_row, apart = fought({"cards": ROW}), fought()
    yield _moves("damage", met(), (in_a_row, after()), (apart, after()), *BOTH)
    supporting = {"supports": True}
    lined = fought({"cards": ROW}, supporting)
    yield _moves("damage", met(), (lined, after(blue={"cover": 1})), (lined, after()), *BOTH)
    drawn = [
        fought({"cards": cards}, {"cards": ["r5c1 S", "r5c2 S", "r4c1 S", "r4c2 S", "r3c1 S"]})
        for cards in (ROW, ["r1c1 S", "r2c2 S", "r3c4 S", "r4c5 S", "r5c3 S"])
    ]
    yield _moves("damage", met(), (drawn[0], after()), (drawn[1], after()), *BOTH)
    saved = {"blue": {"rescue": {"stroke": 18, "health": 2, "mana": 0}}}
    falling, standing = (with_servant(met(), "blue", health=Points(health, 7)) for health in (2, 4))
    left, right = World(falling, (fought(), after(**saved))), World(standing, (fought(), after(**NOTHING)))
    yield Twins("rescue", left, right, frozenset({"blue"}), PROBES)
    yield _moves(
        "rescue",
        falling,
        (fought(), after(**saved)),
        (fought(), after(blue={"rescue": {"stroke": 9, "health": 1, "mana": 1}})),
        "blue",
    )


def _rulings() -> Iterator[Twins]:
    missing = {"blue": {"strokes": [{"card": 3, "health": 2}]}}
    yield _moves("failed_order", war(), (Move(OPENING, missing), going()), (Move(OPENING, NOTHING), going()), "blue")
    too_much = after(blue={"cover": 1})
    yield _moves("failed_order", met(), (fought(), too_much), (fought(), after(**NOTHING)), "blue")
    red = met().team("red").servant
    assert red is not None
    wounded = (replace(red.skills[0], condition=Condition.WOUNDED),)
    state = with_servant(met(), "red", skills=wounded)
    use = {"skills": ["직감"]}
    ruled = fought(use, rulings={f"{BATTLE}/skill/red/1": True})
    yield _moves("verdict", state, (ruled, after()), (fought(use), after()))
