"""Kind `number` of the case files: one named formula, or several at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ...core.case import Case
from ...core.form import ByKey, Field, Flag, Identify, Kind, Many, OneOf, Record, Text, field_of, read
from ...core.option import Value
from ...core.problem import Problem, illegal, malformed
from . import information, magecraft, prices, tables
from .battle.guarding import Threat, guarded, stopped
from .battle.result import best
from .battle.retreat import fate_of
from .battle.retreat import limit as retreat_limit
from .battlecase import UsedCard
from .cards import GRADED, Card, bare, number
from .casenames import in_order
from .field import Row
from .options import Options, chosen
from .people import Circuit, Person, Pool, Skill
from .sheet import RANK, SERVANT_EXTRA, SERVANT_SHEET, amount, choice, pair, person_of, rank

Data = Mapping[str, Any]
Result = dict[str, Any] | tuple[Problem, ...]

_ANY = amount("C-23.17", -9999)
_COUNT = amount("C-23.17")
_ROW = choice(tuple(Row), "bad_row_word", "C-10.4")
_CARD = choice(tuple(Card), "unknown_card", "C-11.1")


def _fields(kind: Kind, *names: str) -> tuple[Field, ...]:
    return tuple(Field(name, kind) for name in names)


def _grade(value: Any) -> int:
    return 0 if value is None else rank(value).number


# C-21


def _spell(data: Data, options: Options) -> Result:
    chants, special = data.get("chants", 1), data.get("special", 0)
    grade = data["grade"] + data.get("affinity", 0)
    if special >= magecraft.total_grade(grade, chants):
        return (illegal("special_too_big", "C-21.6", "special"),)
    net = data.get("reinforcement", 0) - data.get("curse", 0)
    made = magecraft.cells(grade, chants, net, special)
    left = made.resisted(_grade(data.get("resistance")))
    return {
        "cells": list(made.units),
        "grade": made.grade,
        "power": made.power,
        "special": made.special_grades,
        "cells_left": list(left.units),
        "power_left": left.power,
        "special_left": left.special_grades,
        "points": magecraft.points(left, chants),
        "cost": magecraft.cost(grade, chants, options).value,
        "slots": magecraft.slots_needed(chants, options),
    }


def _spell_limit(data: Data, _: Options) -> Result:
    limit = magecraft.circuit_limit(Circuit(data.get("circuit", Circuit.B)), data.get("affinity", 0))
    return {"limit": limit, "extra_chants": max(0, limit - data["grade"])}


# C-10


def _share(data: Data, _: Options) -> Result:
    """C-Q37, C-Q38: health below 0 counts as 0."""
    shares = {name: (max(0, pair[0]), pair[1]) for name, pair in data["sides"].items()}
    return {"winner": best(shares, most=data.get("melee", False)) or None}


def _distance(data: Data, options: Options) -> Result:
    distance = 1 + (data["from"] == Row.BACK) + (data["to"] == Row.BACK)
    lost = (distance - 1) * options.ranged_loss_per_step
    return {"distance": distance, "damage": max(0, _grade(data.get("grade")) - lost)}


def _bare_view(data: Data, _: Options) -> Result:
    pairs = zip(data["first"], data["second"], strict=False)
    return {"first": [bare(Card(one), Card(other)).value for one, other in pairs]}


def _cards(data: Data, _: Options) -> Result:
    """C-17.2."""
    person = person_of({"kind": "servant", **data}, "servant", "servant", "servant")
    regroup = data.get("regroup", False) or Skill.REGROUP in person.the_servant.skills
    used: Sequence[str] = () if regroup else [each.rstrip("+") for each in data.get("used", ())]
    held = (*GRADED, Card.NOBLE_PHANTASM)
    left = {card.value: max(0, number(person, card) - used.count(card)) for card in held if _has(person, card)}
    return {"numbers": left}


def _has(person: Person, card: Card) -> bool:
    return number(person, card) > 0


# C-13


def _guard(data: Data, options: Options) -> Result:
    hit = data["hit"]
    health, mana = hit.get("health", 0), hit.get("mana", 0)
    if hit["type"] == "special":
        return {"health": health, "mana": mana}
    luck = hit.get("luck", 0)
    sure = health if luck is True else int(luck)
    cards = {"noble_phantasm": Card.NOBLE_PHANTASM, "magecraft": Card.MAGECRAFT}
    off = guarded(
        _grade(data["endurance"]),
        data.get("plus", False),
        cards.get(hit["type"]),
        health,
        mana,
        hit.get("unit", tables.VERSE_UNIT),
        options,
        sure,
    )
    return {"health": health - off.health, "mana": mana - off.mana}


def _guard_order(data: Data, options: Options) -> Result:
    endurance, hits = _grade(data["endurance"]), data["hits"]
    threats = [Threat(hit["step"], hit["size"], _needs(hit), order) for order, hit in enumerate(hits)]
    stops = {threat.order for threat in stopped(threats, endurance)}
    taken = {
        hit["name"]: hit["size"] - guarded(endurance, False, None, hit["size"], 0, 0, options).health
        for order, hit in enumerate(hits)
        if order in stops or not hit["size"]
    }
    return {"taken": taken, "not_guarded": [hit["name"] for hit in hits if hit["name"] not in taken]}


def _needs(hit: Data) -> int:
    return tables.COVER_FRONT if hit.get("covered_front", False) else tables.GUARD_SELF


# C-19


def _retreat(data: Data, _: Options) -> Result:
    who, carrying = data["who"], data.get("carrying_fallen", False)
    limit = retreat_limit(who == "master", who == "servant_with_master" or carrying, data.get("max_health", 0)).value
    kind = data.get("fate", "none")
    paid = fate_of(
        kind == "fallen", carrying, 0 if kind == "none" else data.get("fate_points", tables.FALLEN_FATE_COST)
    )
    hits = sorted((each for each in data["cards"] if each), reverse=True)
    ignored = hits[: paid.ignores]
    damage = sum(hits[paid.ignores :])
    return {"limit": limit, "ignored": len(ignored), "damage": damage, "success": damage < limit}


def _mana_floor(data: Data, _: Options) -> Result:
    """C-18.8, C-Q66."""
    mana, least = data["mana"], -(data["max_mana"] + data.get("grown", 0))
    if "payment" in data:
        paid = mana - data["payment"] >= least
        return {"mana": mana - data["payment"] if paid else mana, "lost": 0, "paid": paid}
    after = max(least, mana - data.get("damage", 0))
    return {"mana": after, "lost": data.get("damage", 0) - (mana - after), "paid": True}


# C-2, C-6, C-7, C-9, C-23


def _upkeep(data: Data, _: Options) -> Result:
    first = prices.first_upkeep(data.get("bought", 0), data.get("chosen_berserker", False))
    berserker, independent = data.get("class") == "berserker", _grade(data.get("independent_action"))
    payments, before = [], 0
    for active in data["active"]:
        payments.append(prices.upkeep(first, berserker, before, independent).value if active else 0)
        before += active
    return {"payments": payments}


def _loot(data: Data, _: Options) -> Result:
    (servant, most), (master, master_most) = data["servant"], data["master"]
    split = data.get("split")
    wanted = None if split is None else (split.get("servant", 0), split.get("master", 0))
    looted = prices.loot(data["stored"], (Pool(servant, most).room, Pool(master, master_most).room), wanted)
    if isinstance(looted, Problem):
        return (looted,)
    return {
        "servant": servant + looted.servant,
        "master": master + looted.master,
        "lost": looted.lost,
        "merit": looted.merit,
    }


def _base_price(data: Data, options: Options) -> Result:
    """C-2.3, C-2.5, C-2.6."""
    if data.get("territory", False):
        return {"paid": 0, "mana": data["mana"]}
    price = prices.base_price(data.get("base_elsewhere", False), options)
    if price.value > Pool(data["mana"], data["mana"]).spare:
        return (illegal("cannot_pay", price.clause, "mana", price=price.value),)
    return {"paid": price.value, "mana": data["mana"] - price.value}


def _code_price(data: Data, _: Options) -> Result:
    price = data["price"] if "price" in data else prices.code_price(data.get("grade", 1))
    return {"funds": prices.crafting_price(price) if data.get("crafted", False) else price}


def _information(data: Data, _: Options) -> Result:
    return {"known": list(information.known({kind: data.get(kind, 0) for kind in _KINDS}))}


def _exposure(data: Data, _: Options) -> Result:
    return {"overseer": prices.overseer(data["souls"])}


def _mana_charge(data: Data, _: Options) -> Result:
    """C-7.6."""
    return {"mana": max(data["mana"], min(data["mana"] + data["max_mana"], 2 * data["max_mana"]))}


def _campaign_end(data: Data, _: Options) -> Result:
    ranks = [
        prices.Rank(
            team["name"],
            team.get("master", True) and team.get("servant", True),
            team.get("merit", 0),
            team.get("experience", 0),
            team.get("strokes", tables.STROKES),
        )
        for team in data["teams"]
    ]
    ended, winners = prices.war_end(data.get("scene", 0), data.get("scene_limit", tables.SCENE_LIMIT), ranks)
    return {"ended": ended, "winners": list(winners)}


_KINDS = ("encounter", "rumor", "battle", "legend")
_HIT = Record(
    (
        Field("type", Text(20), required=True),
        *_fields(_ANY, "health", "mana", "unit"),
        Field("luck", OneOf((Flag(), _ANY))),
    )
)
_THREAT = Record(
    (
        Field("name", Text(40), required=True),
        *_fields(_ANY, "step", "size"),
        Field("covered_front", Flag()),
    )
)
_TEAM = Record(
    (
        Field("name", Text(40), required=True),
        *_fields(Flag(), "master", "servant"),
        *_fields(_ANY, "merit", "experience", "strokes"),
    )
)
_MOST_POINTS = 10**9
_SIDES = ByKey(Text(40), pair(amount("C-10.7", -_MOST_POINTS, _MOST_POINTS)))
_SPLIT = Record(_fields(_ANY, "servant", "master"))

Formula = tuple[Record, Callable[[Data, Options], Result]]


def _formula(work: Callable[[Data, Options], Result], *fields: Field) -> Formula:
    return Record((Field("formula", Text(40)), *fields)), work


_SPELL_EXTRAS = ("chants", "affinity", "reinforcement", "curse", "special")

FORMULAS: Mapping[str, Formula] = {
    "spell": _formula(
        _spell,
        Field("grade", amount("C-21.1", 1), required=True),
        *_fields(_COUNT, *_SPELL_EXTRAS),
        Field("resistance", RANK, nullable=True),
    ),
    "spell_limit": _formula(
        _spell_limit,
        Field("circuit", choice(tuple(Circuit), "circuit_unknown", "C-23.2")),
        Field("affinity", _COUNT),
        Field("grade", amount("C-21.1", 1), required=True),
    ),
    "share": _formula(_share, Field("sides", _SIDES, required=True), Field("melee", Flag())),
    "distance": _formula(
        _distance,
        Field("from", _ROW, required=True),
        Field("to", _ROW, required=True),
        Field("grade", RANK),
    ),
    "upkeep": _formula(
        _upkeep,
        Field("chosen_berserker", Flag()),
        Field("bought", _COUNT),
        SERVANT_SHEET[0],
        Field("independent_action", RANK, nullable=True),
        Field("active", Many(Flag()), required=True),
    ),
    "guard": _formula(
        _guard, Field("endurance", RANK, required=True), Field("plus", Flag()), Field("hit", _HIT, required=True)
    ),
    "guard_order": _formula(
        _guard_order, Field("endurance", RANK, required=True), Field("hits", Many(_THREAT), required=True)
    ),
    "cards": _formula(
        _cards,
        *SERVANT_SHEET,
        *SERVANT_EXTRA,
        Field("used", Many(UsedCard(), 200)),
        Field("regroup", Flag()),
        Field("injured", Flag()),
    ),
    "retreat": _formula(
        _retreat,
        Field("who", choice(("servant", "servant_with_master", "master"), "bad_choice", "C-19.1"), required=True),
        *_fields(_COUNT, "max_health", "fate_points"),
        Field("cards", Many(_COUNT, 30), required=True),
        Field("fate", choice(("none", "able", "fallen"), "bad_choice", "C-19.5")),
        Field("carrying_fallen", Flag()),
    ),
    "mana_floor": _formula(_mana_floor, *_fields(_ANY, "max_mana", "mana", "damage", "payment", "grown")),
    "bare_view": _formula(
        _bare_view, Field("first", Many(_CARD, 10), required=True), Field("second", Many(_CARD, 10), required=True)
    ),
    "loot": _formula(
        _loot,
        Field("stored", _COUNT, required=True),
        *(Field(name, pair(_ANY), required=True) for name in ("servant", "master")),
        Field("split", _SPLIT, nullable=True),
    ),
    "base_price": _formula(
        _base_price, Field("mana", _ANY, required=True), *_fields(Flag(), "base_elsewhere", "territory")
    ),
    "code_price": _formula(_code_price, *_fields(_COUNT, "grade", "price"), Field("crafted", Flag())),
    "information": _formula(_information, *_fields(_COUNT, *_KINDS)),
    "exposure": _formula(_exposure, Field("souls", _COUNT, required=True)),
    "mana_charge": _formula(_mana_charge, *(Field(name, _ANY, required=True) for name in ("max_mana", "mana"))),
    "campaign_end": _formula(
        _campaign_end, *_fields(_COUNT, "scene", "scene_limit"), Field("teams", Many(_TEAM), required=True)
    ),
}
"""Every formula by name: the form of its inputs, and how it is reckoned."""


def reckon(case: Case, options: Mapping[str, Value], identify: Identify) -> Result:
    """A number case: one formula, or each of several by name, which may have inputs in common."""
    each = field_of(case.given, "each", identify)
    if not isinstance(each, Mapping):
        return _one(case.given, chosen(options), identify)
    common = {name: value for name, value in case.given.items() if value is not each}
    found = {name: _one(_joined(common, inputs), chosen(options), identify) for name, inputs in each.items()}
    return {name: result if isinstance(result, dict) else _refused(result) for name, result in found.items()}


def _joined(common: Mapping[str, Any], inputs: object) -> object:
    return {**common, **inputs} if isinstance(inputs, Mapping) else inputs


def _refused(problems: tuple[Problem, ...]) -> dict[str, Any]:
    first = in_order(problems)[0]
    return {"refused": {"code": first.code, "clause": first.clause}}


def _one(inputs: Any, options: Options, identify: Identify) -> Result:
    name = str(field_of(inputs, "formula", identify))
    known = name if name in FORMULAS else identify(name, tuple(FORMULAS))
    if known is None:
        return (malformed("unknown_formula", "formula", given=name, accepted=", ".join(FORMULAS)),)
    form, work = FORMULAS[known]
    data, problems = read(form, inputs, identify)
    if problems:
        return in_order(problems)
    assert isinstance(data, Mapping)
    return work(data, options)
