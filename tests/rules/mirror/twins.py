"""Pairs of wars of the mirror land that differ in one row of its information table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from conformance.twin import Move, Twins, World
from grailkeeper.core.canon import Data
from grailkeeper.core.form import read
from grailkeeper.rules.mirror.state import State, with_battle
from grailkeeper.rules.mirror.system import MIRROR

PLAIN: Mapping[str, Any] = {"strength": "B", "endurance": "B", "agility": "C+", "bases": ["Forest"]}
TEAMS: Mapping[str, Mapping[str, Any]] = {
    "a": {**PLAIN, "class": "rider", "name": "가온"},
    "b": {**PLAIN, "class": "caster", "name": "Mina"},
    "c": {**PLAIN, "class": "archer", "name": "이리야"},
}
PROBES: tuple[Data, ...] = (
    {"slots": [{"card": "buster", "supports": [{"name": "luck"}]}]},
    {"region": "Docks", "action": "search"},
    {"region": "Docks", "action": "destroy_base", "target": "a"},
    {"attack": ["a", "b", "c"], "guess": {"b": "Artoria"}},
    {"orders": ["rush"], "then": "retreat"},
)
START, LAID, REACTION, GAP, SECOND, REACTION2, AFTER = (
    f"battle/1/set/1/{end}"
    for end in ("start", "turn/1", "turn/1/reaction", "gap", "turn/2", "turn/2/reaction", "after")
)
NO_CARDS: Data = {"slots": []}


def _teams(changes: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {key: {**team, **changes.get(key, {})} for key, team in TEAMS.items()}


def _begin(setup: dict[str, Any]) -> State:
    data, problems = read(MIRROR.setup, {**setup, "as_they_are": True, "order": ["a", "b", "c"]})
    assert not problems and isinstance(data, Mapping), problems
    return MIRROR.begin(data, MIRROR.options.read({})[0])


def war(souls: int = 3, information: Any = None, **changes: Mapping[str, Any]) -> State:
    """A virtual scene that is about to be planned."""
    places = [{"name": "Docks", "souls": souls}, {"name": "Forest"}, {"name": "Shinto"}]
    return _begin({"teams": _teams(changes), "war": {"regions": places}, "information": information or {}})


def duel(information: Any = None, joins: Any = None, **changes: Mapping[str, Any]) -> State:
    """a against b, with c looking on or about to join."""
    battle: dict[str, Any] = {"sides": [["a"], ["b"]], "region": "Docks"}
    if joins:
        battle |= {"sides": [["a"], ["b"], ["c"]], "joins": joins}
    levels = {one: {other: {"level": 1} for other in TEAMS if other != one} for one in TEAMS}
    return _begin({"teams": _teams(changes), "battle": battle, "information": information or levels})


def creation(**sheets: Data) -> tuple[World, ...]:
    """Wars from creation, each with one of these sheets of a."""
    begun, problems = read(MIRROR.setup, MIRROR.war_setup({key: str(team["name"]) for key, team in TEAMS.items()}))
    assert not problems and isinstance(begun, Mapping), problems
    state = MIRROR.begin(begun, MIRROR.options.read({})[0])
    return tuple(
        World(state, (Move("creation/level"), Move("creation/sheet", {"a": sheet}))) for sheet in sheets.values()
    )


def scene(**orders: Data) -> tuple[Move, ...]:
    """A scene by its plans; who is not named rests at home, and nobody does anything about a meeting."""
    return (Move("scene/1/plan", orders), Move("scene/1/meeting"))


def fought(
    start: Mapping[str, Data] | None = None,
    first: Mapping[str, Data] | None = None,
    reaction: Mapping[str, Data] | None = None,
    after: Mapping[str, Data] | None = None,
) -> tuple[Move, ...]:
    """A whole set; where nothing is said, nothing is laid."""
    nothing = {"a": NO_CARDS, "b": NO_CARDS}
    return (
        Move(START, start or {}),
        Move(LAID, {**nothing, **(first or {})}),
        Move(REACTION, reaction or {}),
        Move(GAP),
        Move(SECOND, nothing),
        Move(REACTION2),
        Move(AFTER, after or {}),
    )


def slots(*cards: str, **more: Any) -> Data:
    found: list[Data] = []
    for card in cards:
        name, *supports = card.split(" + ")
        slot: dict[str, Data] = {"card": name}
        if supports:
            slot["supports"] = [{"name": support} for support in supports]
        found.append(slot | more)
    return {"slots": found}


def _pair(row: str, left: State, right: State, moves: tuple[Move, ...], *knows: str) -> Twins:
    return Twins(row, World(left, moves), World(right, moves), frozenset(knows), PROBES)


def _played(row: str, state: State, left: tuple[Move, ...], right: tuple[Move, ...], *knows: str) -> Twins:
    return Twins(row, World(state, left), World(state, right), frozenset(knows), PROBES)


def twins() -> Iterator[Twins]:
    yield from _sheets()
    yield from _places()
    yield from _meetings()
    yield from _declared()
    yield from _laid()
    yield from _results()


CLEANSE = {"name": "Cleanse", "effects": ["status_removal 7"]}
SHIELD = {"name": "Aias", "rank": "C", "use": "defence"}


def _sheets() -> Iterator[Twins]:
    quiet = fought()
    skilled: dict[str, Any] = {"skills": [CLEANSE], "phantasms": [SHIELD]}
    yield _pair("sheet", duel(a=skilled), duel(), quiet, "a")
    yield _pair("sheet", war(a=skilled), war(), scene(a={"region": "Docks"}), "a")
    plain, strong = creation(plain={"class": "rider"}, strong={"class": "rider", "strength": 7})
    yield Twins("sheet", plain, strong, frozenset("a"), PROBES)
    for row, one, other in (
        ("vitals", {"hp": 180}, {"hp": 150}),
        ("vitals", {"mp": 150}, {"mp": 90}),
        ("strokes", {"strokes": 3}, {"strokes": 0}),
        ("stage", {"battles": 6}, {"battles": 7}),
        ("body", {"body_hp": 100}, {"body_hp": 50}),
        ("true_name", {"true_name": "Medusa"}, {"true_name": "Iskandar"}),
    ):
        yield _pair(row, duel(a=one), duel(a=other), quiet, "a")
        yield _pair(row, war(a=one), war(a=other), scene(a={"region": "Docks"}), "a")
    yield _pair("citizens", war(a={"citizens": 0}), war(a={"citizens": 3}), scene())
    yield _pair("citizens", war(a={"citizens": 5}), war(a={"citizens": 7}), scene(), "a")
    eats = (
        Move("scene/1/plan", {"a": {"region": "Docks", "action": "eat"}}),
        Move("scene/1/meeting", {"a": {"eat": 1}}),
    )
    yield _pair("citizens", war(a={"citizens": 0}), war(a={"citizens": 3}), eats)
    # M-11.19 (10): that others know more of it from now on is not announced.
    yield _pair("citizens", war(a={"citizens": 8}), war(a={"citizens": 9}), eats, "a")
    # M-Q100: that luck has averted a fall shows when it leaves.
    saved, well = (duel(b={"hp": hp, "luck": "D"}) for hp in (9, 90))
    falls = (
        Move(START, {"b": {"luck": {"mode": "subtract"}}}),
        *fought()[1:4],
        Move(SECOND, {"a": slots("buster"), "b": NO_CARDS}),
        Move(REACTION2),
    )
    yield _pair("vitals", saved, well, falls, "b")
    levels = {"a": {"b": {"level": 1}}, "c": {"b": {"level": 2}}}
    # M-1.10: a page is read by whoever has reached its level, and by nobody else.
    lance, bow = (war(information=levels, b={"dossier": ["looks", page]}) for page in ("a lance", "a bow"))
    yield _pair("dossier", lance, bow, scene(), "b", "c")
    less, more = (duel(information={"a": {"b": {"level": level}}, "b": {"a": {"level": 1}}}) for level in (1, 2))
    yield _pair("information", less, more, quiet, "a")


def _places() -> Iterator[Twins]:
    docks, shinto = {"bases": ["Forest", "Docks"]}, {"bases": ["Forest", "Shinto"]}
    yield _pair("base", war(a=docks), war(a=shinto), scene(b={"region": "Docks", "action": "rest"}), "a")
    knows = {"known_bases": {"a": ["Docks"]}}
    yield _pair("base_known", war(a=docks, b=knows), war(a=docks), scene(), "b")
    for store in (20, 30):
        there, less = ({"territory": {"region": "Docks", "store": each}} for each in (store, 10))
        yield _pair("store", war(b=there), war(b=less), scene(a={"region": "Docks", "action": "rest"}), "b")
    eats = scene(a={"region": "Docks", "action": "eat"})
    yield _pair("soul_limit", war(souls=2), war(souls=3), eats, "a")
    rests, looks = ({"region": "Docks", "action": action} for action in ("rest", "search"))
    yield _played("plan", war(), scene(a=rests), scene(a=looks), "a")
    elsewhere = {"region": "Shinto", "action": "rest"}
    yield _played("plan", war(), scene(a=rests), scene(a=elsewhere), "a")
    erased: Data = {**rests, "orders": [{"order": "erasure"}]}
    yield _played("stroke_secret", war(), scene(a=rests), scene(a=erased), "a")


def _meetings() -> Iterator[Twins]:
    there, away = ({"region": place, "action": "search"} for place in ("Docks", "Shinto"))
    waits = {"region": "Docks", "action": "rest"}
    yield _played("meeting", war(), scene(a=there, b=waits), scene(a=away, b=waits), "a", "b")
    hidden = war(a={"class": "assassin", "class_skills": {"presence_concealment": "A"}})
    yield _played("concealed", hidden, scene(a=there, b=waits), scene(a=away, b=waits), "a")
    seer = {"class_skills": {"territory_creation": "A+"}, "territory": {"region": "Docks", "store": 0}}
    watched = war(a={"class": "assassin", "class_skills": {"presence_concealment": "A"}}, b=seer)
    still, gone = ({"region": place, "action": "rest"} for place in ("Docks", "Shinto"))
    yield _played("noticed", watched, scene(a=still, b=waits), scene(a=gone, b=waits), "a", "b")
    meets = scene(a=there, b=waits)

    def aims(row: str, one: Data, other: Data) -> Twins:
        left, right = ((meets[0], Move("scene/1/meeting", {"a": order})) for order in (one, other))
        return _played(row, war(), left, right, "a")

    yield aims("aim", {"ally": ["b"]}, {})
    yield aims("guess", {"guess": {"b": "Medea"}}, {"guess": {"b": "Circe"}})


def _declared() -> Iterator[Twins]:
    start = [fought(start={"a": order}) for order in ({"orders": ["rush"]}, {}, {"orders": ["full_recovery hp"]})]
    yield _played("stroke_announced", duel(), start[0], start[1], "a", "b")
    # ... and whoever is still to come into the battle is in none.
    awaited = duel(joins={"c": {"set": 2}})
    yield _played("stroke_announced", awaited, start[0], start[1], "a", "b")
    yield _played("stroke_secret", duel(), start[2], start[1], "a")
    lucky: Data = {"luck": {"mode": "subtract"}, "skills": ["luck"]}
    yield _played("set_declaration", duel(), fought(start={"a": lucky}), start[1], "a")
    assassin = duel(a={"class": "assassin"})
    unseen = replace(assassin.the_battle.meeting, undetected={"a": ("b",)})
    yield _pair("undetected", with_battle(assassin, meeting=unseen), assassin, fought())
    strikes = {"a": {"region": "Docks", "action": "search"}, "b": {"region": "Docks"}}
    looks: Data = {"region": "Docks", "action": "search"}
    attack = Move("scene/1/meeting", {"a": {"attack": ["b"]}})
    unseen_or_not = (Move("scene/1/plan", plans) for plans in (strikes, {**strikes, "b": looks}))
    struck, noticed = ((plan, attack) for plan in unseen_or_not)
    yield _played("undetected", war(a={"class": "assassin"}), struck, noticed, "a", "b")
    yield _pair("joiner", duel(joins={"c": {"set": 2}}), duel(), fought(), "c")
    # M-Q73: who comes between the turns is asked at the start of the set, and nobody else knows of it.
    between = duel(joins={"c": {"set": 1, "turn": 2}})
    yield _pair("joiner", between, duel(), fought()[:3], "c")
    goes_on, stops = (fought(after={"a": {"continue": each}}) for each in (True, False))
    yield _played("continue", duel(), goes_on, stops, "a")


def _laid() -> Iterator[Twins]:
    one, other = (fought(first={"a": slots(card)}) for card in ("buster", "quick"))
    yield _played("cards", duel(), one, other, "a", "b")
    yield _played("cards", duel(joins={"c": {"set": 2}}), one, other, "a", "b")
    shield = duel(a={"phantasms": [SHIELD]})
    full, less = (fought(first={"a": slots("Aias", less=each)}) for each in (1, 5))
    yield _played("output", shield, full, less, "a")
    caster = duel(b={"territory": {"region": "Docks", "store": 40}, "phantasms": [SHIELD]})
    none, some = (fought(first={"b": {"slots": [{"card": "Aias"}], "store": each}}) for each in (0, 9))
    yield _played("store_use", caster, none, some, "b")
    cleanser = duel(a={"skills": [CLEANSE]})
    removal: Data = {"removals": [{"slot": 1, "skill": "Cleanse"}]}
    yield _played("reaction", cleanser, fought(reaction={"a": removal}), fought(), "a")
    walled = {"skills": [{"name": "Wall", "effects": ["judgment_boost guard 40"]}]}
    fits, does_not = (
        duel(a={"skills": [{"name": "Hunter", "effects": [f"bane {word} 5"]}]}, b=walled)
        for word in ("caster", "lancer")
    )
    moves = fought(first={"a": slots("buster + Hunter"), "b": slots("guard + Wall")})
    yield _pair("failed_order", does_not, fits, moves, "a")


def _results() -> Iterator[Twins]:
    hits, misses = (fought(first={"a": slots("buster"), "b": slots(card)}) for card in ("quick", "arts"))
    yield _played("result", duel(), hits, misses, "a", "b")
    strong, weak = (duel(a={"strength": grade}, b={"endurance": "EX"}) for grade in ("B", "D"))
    yield _pair("scores", strong, weak, fought(first={"a": slots("buster"), "b": slots("guard")}), "a")
    # ... nor what makes up the same score,
    one, other = (duel(a={"strength": grade}) for grade in ("B", "B+"))
    yield _pair("scores", one, other, fought(first={"a": slots("buster"), "b": slots("quick")}), "a")
    quick, slow = (duel(b={"agility": agility}) for agility in (8, 7))
    yield _pair("reductions", quick, slow, fought(first={"a": slots("buster")}), "b")
    # ... or takes the same off.
    mage = {"type": "magic", "magic": "B"}
    agile, steady = ({"class": name, "agility": grade} for name, grade in (("rider", 12), ("archer", 8)))
    yield _pair("reductions", duel(a=mage, b=agile), duel(a=mage, b=steady), fought(first={"a": slots("buster")}), "b")
    subtracts: dict[str, Data] = {"b": {"luck": {"mode": "subtract"}}}
    lucky, luckier = (duel(b={"luck": luck}) for luck in (1, 3))
    yield _pair("luck_back", lucky, luckier, fought(start=subtracts, first={"a": slots("buster")}), "b")
