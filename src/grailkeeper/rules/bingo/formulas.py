"""Kind `number` of the case files: the named formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.case import Case
from ...core.form import Field, Identify, Kind, Many, Number, Record, read
from ...core.problem import Problem, illegal, malformed
from ...core.rank import Rank, rank
from ...core.record import replace
from . import derived, tables
from .battle.check import split_problems
from .options import Options
from .people import Method, Servant
from .sheet import CARD, MASTER_FORM, MOST, RANK, SERVANT_FORM, Phantasms, amount, master_of, phantasm_of, servant_of

Reckoned = Mapping[str, Any] | tuple[Problem, ...]
Given = Mapping[str, Any]

_TEAMS = Number(1, MOST)
_SCENE = Number(1, MOST)


@dataclass(frozen=True, slots=True)
class Formula:
    """Its arguments, each with its form (`needed` ones must be there), and how it is worked out."""

    work: Callable[[Given, Options], Reckoned]
    needed: Mapping[str, Kind]
    other: Mapping[str, Kind]

    @property
    def record(self) -> Record:
        needed = (Field(name, kind, required=True) for name, kind in self.needed.items())
        return Record((*needed, *(Field(name, kind) for name, kind in self.other.items())))


def reckon(case: Case, options: Options, identify: Identify) -> Reckoned:
    """The answer of the formula that `given.formula` names."""
    name = str(case.given.get("formula", ""))
    formula = FORMULAS.get(identify(name, FORMULAS) or name)
    if formula is None:
        return (malformed("unknown_formula", "formula", given=name, accepted=", ".join(FORMULAS)),)
    arguments = {key: value for key, value in case.given.items() if key != "formula"}
    data, problems = read(formula.record, arguments, identify)
    if problems:
        return problems
    assert isinstance(data, Mapping)
    return formula.work(data, options)


def _rank(given: Given) -> Rank:
    found = rank(given["rank"])
    assert found is not None, "a form has read it"
    return found


def _grade(given: Given, _: Options) -> Reckoned:
    found = _rank(given)
    return {"grade": derived.grade(found), "plus": derived.plus(found)}


def supplies(servant: Servant) -> dict[str, Any]:
    """B-1.5, B-4.2, B-5.1, B-6.3, B-6.6, B-12.14, B-12.15: what a side may lay, and what its phantasm adds."""
    there = derived.supply(servant)
    phantasm = next(iter(servant.noble_phantasms), None)
    cards = {each.value: 0 if phantasm is None else derived.phantasm_cards(phantasm, each) for each in Method}
    bonus = {each.value: 0 if phantasm is None else derived.phantasm_bonus(phantasm, each) for each in Method}
    return {
        "strikes": there.strikes,
        "counters": there.counters,
        "rushes": there.rushes,
        "luck_cards": there.luck_cards,
        "magecraft_cards": there.magecraft_cards,
        "magecraft_grade": there.magecraft_grade,
        "noble_phantasm_cards": cards,
        "card_bonus": bonus,
    }


def _plus_bonus(given: Given, options: Options) -> Reckoned:
    found = _rank(given)
    bonus = derived.plus_bonus(found, options)
    return {"cards": found.plus, "bonus": bonus, "pays": found.number + bonus}


def _heal(given: Given, _: Options) -> Reckoned:
    problems = tuple(split_problems(given, "health"))
    if problems:
        return problems
    servant = servant_of(given["servant"])
    health = derived.healed("health", servant.health, given.get("health", 0))
    mana = derived.healed("mana", servant.mana, given.get("mana", 0))
    return {"health": health.value, "mana": mana.value}


def _restore(given: Given, _: Options) -> Reckoned:
    if not given["noble_phantasm"]:
        return (malformed("missing_field", "noble_phantasm", "B-10.4", field="noble_phantasm"),)
    phantasm = phantasm_of(given["noble_phantasm"][0])
    if phantasm.uses_left >= phantasm.uses_max:
        return (illegal("use_not_spent", "B-10.4", "noble_phantasm", noble_phantasm=phantasm.name),)
    return {"uses_left": replace(phantasm, uses_left=phantasm.uses_left + 1).uses_left}


def _pairings(given: Given, _: Options) -> Reckoned:
    apart = {frozenset(pair) for pair in given.get("no_battle", ())}
    pairs = derived.pairings(given["teams"], lambda one, other: frozenset((one + 1, other + 1)) not in apart)
    return {"pairs": [[one + 1, other + 1] for one, other in pairs]}


def _stroke_points(given: Given, _: Options) -> Reckoned:
    return {"points": sum(map(derived.stroke_points, given["cards"]))}


def _recovery(given: Given, options: Options) -> Reckoned:
    """B-11.1: of a living master."""
    master = master_of(given["master"], 1)
    return {"mana": master.mana.now if master.dead else derived.recovered(master, options).value}


_SPLIT = {"health": amount("B-10.2"), "mana": amount("B-10.2")}
_TOTAL = Number(0, 9999)

FORMULAS: Mapping[str, Formula] = {
    "grade": Formula(_grade, {"rank": RANK}, {}),
    "supply": Formula(lambda given, _: supplies(servant_of(given["servant"])), {"servant": SERVANT_FORM}, {}),
    "plus_bonus": Formula(_plus_bonus, {"rank": RANK}, {}),
    "lines": Formula(lambda *_: {"lines": list(tables.LINES)}, {}, {}),
    "recovery": Formula(_recovery, {"master": MASTER_FORM}, {}),
    "heal": Formula(_heal, {"servant": SERVANT_FORM}, _SPLIT),
    "restore": Formula(_restore, {"noble_phantasm": Phantasms()}, {}),
    "stroke_points": Formula(_stroke_points, {"cards": Many(CARD, tables.DECK)}, {}),
    "tarot_match": Formula(
        lambda given, _: {"match": derived.tarot_matches(given["card"], given["total"])},
        {"card": CARD, "total": _TOTAL},
        {},
    ),
    "pairings": Formula(_pairings, {"teams": _TEAMS}, {"no_battle": Many(Many(_TEAMS, 2))}),
    "regions": Formula(lambda given, _: {"regions": derived.regions(given["teams"])}, {"teams": _TEAMS}, {}),
    "time": Formula(lambda given, _: {"time": derived.time(given["scene"]).value}, {"scene": _SCENE}, {}),
}
"""The formulas by name."""
