"""Kind `number` of the case files: the formulas of the ledger by name, for one set of inputs or several."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.case import Case
from ...core.form import Fault, Field, Flag, Identify, Kind, Many, Number, Record, Row, Text, field_of, read
from ...core.problem import Problem, illegal, malformed
from ...core.rank import Letter, Rank
from ...core.rank import rank as rank_of
from ...core.working import Working
from . import numbers, tables
from .options import Options
from .people import Ability, Level
from .sheet import MOST, RANK, amount, choice, functions

Inputs = Mapping[str, Any]
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Formula:
    """`inputs` as they are read, `work` what they come to, `wrong` what no form can see in them."""

    inputs: Record
    work: Callable[[Inputs, Options], Values]
    wrong: Callable[[Inputs], tuple[Problem, ...]] = lambda _: ()


def reckon(case: Case, options: Options, identify: Identify) -> Mapping[str, Any] | tuple[Problem, ...]:
    """The values of a formula; with `each` a list of them for every field, an entry's inputs before the common."""
    name = str(field_of(case.given, "formula", identify))
    formula = FORMULAS.get(identify(name, FORMULAS) or name)
    if formula is None:
        return (malformed("unknown_formula", "formula", given=name, accepted=", ".join(FORMULAS)),)
    apart = {identify(key, ("formula", "each")) or key: value for key, value in case.given.items()}
    entries, common = apart.pop("each", None), {key: value for key, value in apart.items() if key != "formula"}
    if entries is None:
        return _once(formula, common, options, identify)
    if not isinstance(entries, Sequence) or not all(isinstance(entry, Mapping) for entry in entries):
        return (malformed("bad_list", "each", accepted="[{formula}]"),)
    found = [_once(formula, _merged(formula, common, entry, identify), options, identify) for entry in entries]
    wrong = [values for values in found if isinstance(values, tuple)]
    if wrong:
        return wrong[0]
    values = [each for each in found if not isinstance(each, tuple)]
    return {field: [each[field] for each in values] for field in (values[0] if values else ())}


def _merged(formula: Formula, common: Inputs, entry: Inputs, identify: Identify) -> dict[str, Any]:
    """An entry's inputs go before the common ones, in whatever language either is named."""
    known = [field.name for field in formula.inputs.fields]
    both = [(identify(key, known) or key, value) for given in (common, entry) for key, value in given.items()]
    return dict(both)


def _once(formula: Formula, given: Inputs, options: Options, identify: Identify) -> Values | tuple[Problem, ...]:
    data, problems = read(formula.inputs, given, identify)
    if problems:
        return problems
    assert isinstance(data, Mapping)
    wrong = formula.wrong(data)
    return wrong or {name: _plain(value) for name, value in formula.work(data, options).items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Working):
        return value.value
    return str(value) if isinstance(value, Rank) else value


# Inputs


def _inputs(*fields: Field) -> Record:
    return Record(fields)


def _must(name: str, kind: Kind) -> Field:
    return Field(name, kind, required=True)


def _may(name: str, kind: Kind) -> Field:
    return Field(name, kind)


def _signed(clause: str) -> Number:
    return Number(-MOST, MOST, Fault("bad_amount", clause))


def _pair(first: str, second: str) -> Row:
    return Row((first, second), RANK, " ", fault=Fault("bad_rank", "S-10.3"))


_RANKS = Many(RANK, 30, fault=Fault("bad_rank", "S-10.3"))
_STRENGTHS = Many(amount("S-20.2"), 30, fault=Fault("bad_amount", "S-20.2"))
_BAD_NUMBER = Fault("bad_number", "S-9.5")
_TWO_NUMBERS = Row(("first", "second"), Number(0, 99, _BAD_NUMBER), " ", fault=_BAD_NUMBER)
_HIDDEN = (
    _must("workshop", functions("S-12.3")),
    _may("territory", functions("S-13.1")),
    _may("exposure_risk", amount("S-15.3", 99_999)),
)
_MODIFIERS = (
    _may("help", _RANKS),
    _may("hinder", _RANKS),
    _may("reserves", _STRENGTHS),
    _may("against_reserves", _STRENGTHS),
)
_ONE_RANK = _inputs(_must("rank", RANK))


def _rank(text: str) -> Rank:
    found = rank_of(text)
    assert found is not None, "a form has read it"
    return found


def _ranks(texts: Sequence[str]) -> list[Rank]:
    return [_rank(text) for text in texts]


# Formulas


def _rank_bonus(given: Inputs, options: Options) -> Values:
    ability = Ability(given["ability"])
    return {"value": numbers.rank_bonus(ability, _rank(given["attacker"]), _rank(given["defender"]), options)}


def _battle_chance(given: Inputs, options: Options) -> Values:
    ours, theirs = _ranks(given["attacker"]), _ranks(given["defender"])
    strength, agility = (
        numbers.rank_bonus(ability, one, other, options)
        for ability, one, other in zip((Ability.STRENGTH, Ability.AGILITY), ours, theirs, strict=True)
    )
    chance = numbers.battle_chance(
        given["attack"],
        given["defence"],
        strength,
        agility,
        given.get("bonus", 0),
        given.get("against", 0),
        options,
    )
    return {"value": chance}


def _roll(given: Inputs, options: Options) -> Working:
    first, second = given["numbers"]
    return numbers.roll(first, second, options)


def _judgment(given: Inputs, options: Options) -> Values:
    rolled = _roll(given, options).value if "numbers" in given else given["roll"]
    judged = numbers.judge(given["chance"], rolled, given.get("luck", 0), given.get("against_luck", 0))
    return {"roll": rolled, "retries": [retry.roll for retry in judged.retries], "success": judged.success}


def _judgment_wrong(given: Inputs) -> tuple[Problem, ...]:
    return () if "numbers" in given or "roll" in given else (malformed("missing_field", "roll", field="roll"),)


def _modifiers(given: Inputs, options: Options) -> Working:
    return numbers.modifiers(
        options,
        _ranks(given.get("help", ())),
        _ranks(given.get("hinder", ())),
        given.get("reserves", ()),
        given.get("against_reserves", ()),
    )


def _normal_chance(given: Inputs, options: Options) -> Values:
    against, luck = given.get("against"), given.get("luck")
    chance = numbers.normal_chance(
        own=_rank(given["own"]),
        options=options,
        against=None if against is None else _rank(against),
        difficulty=given.get("difficulty", 0),
        added=_modifiers(given, options),
        luck=None if luck is None else _rank(luck),
    )
    return {"value": chance}


def _concealment(given: Inputs, _: Options) -> Working:
    points, territory = given["workshop"][0], given.get("territory", (0,))[0]
    return numbers.concealment(points, territory, given.get("exposure_risk", 0))


def _search_chance(given: Inputs, options: Options) -> Values:
    hidden, added = _concealment(given, options), _modifiers(given, options)
    right = given.get("right_ability", True)
    return {"value": numbers.search_chance(_rank(given["rank"]), right, hidden, added, options)}


def _luck(given: Inputs, options: Options) -> Values:
    rank = _rank(given["rank"])
    in_use = numbers.changed_rank(rank, given.get("lowered", 0), given.get("raised", 0))
    return {
        "amount": numbers.luck_amount(rank),
        "count": numbers.luck_count(in_use),
        "normal": numbers.percent(rank, options),
    }


def _luck_wrong(given: Inputs) -> tuple[Problem, ...]:
    most, lowered = _rank(given["rank"]).number - int(Letter.E), given.get("lowered", 0)
    return () if lowered <= most else (illegal("lowered_below_e", "S-14.7", "lowered", given=lowered, most=most),)


def _upkeep(given: Inputs, options: Options) -> Values:
    magic = given["magic"]
    net = numbers.upkeep(
        level=Level(given["level"]),
        magic=None if magic is None else _rank(magic),
        strokes=given.get("strokes", tables.STROKES),
        lowered=given.get("lowered", 0),
        fainted=given.get("fainted", False),
        options=options,
    )
    return {"value": net}


def _reserves_wrong(given: Inputs) -> tuple[Problem, ...]:
    most, count = tables.RESERVES_PREPARED, given["count"]
    return () if count <= most else (illegal("reserve_cap", "S-5.7", "count", given=count, most=most),)


_GROUP = Many(Text(60), 30)

FORMULAS: Mapping[str, Formula] = {
    "play_scene_limit": Formula(
        _inputs(_must("teams", amount("S-1.3"))),
        lambda given, options: {"value": numbers.play_scene_limit(given["teams"], options)},
    ),
    "percent": Formula(_ONE_RANK, lambda given, options: {"value": numbers.percent(_rank(given["rank"]), options)}),
    "rank_number": Formula(_ONE_RANK, lambda given, _: {"value": _rank(given["rank"]).number}),
    "rank_bonus": Formula(
        _inputs(
            _must("ability", choice(("strength", "agility"), "bad_choice", "S-10.8")),
            _must("attacker", RANK),
            _must("defender", RANK),
        ),
        _rank_bonus,
    ),
    "battle_chance": Formula(
        _inputs(
            _must("attack", _signed("S-10.4")),
            _must("defence", _signed("S-10.5")),
            _must("attacker", _pair("strength", "agility")),
            _must("defender", _pair("endurance", "agility")),
            _may("bonus", _signed("S-10.14")),
            _may("against", _signed("S-10.14")),
        ),
        _battle_chance,
    ),
    "roll": Formula(
        _inputs(_must("numbers", _TWO_NUMBERS)),
        lambda given, options: {"value": _roll(given, options)},
    ),
    "judgment": Formula(
        _inputs(
            _must("chance", _signed("S-10.14")),
            _may("roll", Number(0, 100, Fault("bad_number", "S-9.5"))),
            _may("numbers", _TWO_NUMBERS),
            _may("luck", amount("S-11.4")),
            _may("against_luck", amount("S-11.4")),
        ),
        _judgment,
        _judgment_wrong,
    ),
    "normal_chance": Formula(
        _inputs(
            _must("own", RANK),
            _may("against", RANK),
            _may("difficulty", _signed("S-9.2")),
            *_MODIFIERS,
            _may("luck", RANK),
        ),
        _normal_chance,
    ),
    "concealment": Formula(_inputs(*_HIDDEN), lambda given, options: {"value": _concealment(given, options)}),
    "search_chance": Formula(
        _inputs(_must("rank", RANK), _may("right_ability", Flag()), *_HIDDEN, *_MODIFIERS), _search_chance
    ),
    "luck": Formula(
        _inputs(_must("rank", RANK), _may("lowered", amount("S-14.7")), _may("raised", amount("S-22.4"))),
        _luck,
        _luck_wrong,
    ),
    "device_bonus": Formula(_ONE_RANK, lambda given, _: {"value": numbers.device_bonus(_rank(given["rank"]))}),
    "territory_points": Formula(_ONE_RANK, lambda given, _: {"value": numbers.territory_points(_rank(given["rank"]))}),
    "raised_rank": Formula(
        _inputs(_must("rank", RANK), _must("effects", amount("S-22.4"))),
        lambda given, _: {"value": numbers.changed_rank(_rank(given["rank"]), raised=given["effects"])},
    ),
    "upkeep": Formula(
        _inputs(
            _must("level", choice(tuple(Level), "bad_level", "S-14.2")),
            Field("magic", RANK, "S-14.3", required=True, nullable=True),
            _may("strokes", Number(0, tables.STROKES, Fault("bad_strokes", "S-18.1"))),
            _may("lowered", amount("S-14.7")),
            _may("fainted", Flag()),
        ),
        _upkeep,
    ),
    "reserve_cost": Formula(
        _inputs(_must("count", amount("S-5.4")), _may("helped", Flag())),
        lambda given, options: {"value": numbers.reserve_cost(given["count"], given.get("helped", False), options)},
        _reserves_wrong,
    ),
    "winner": Formula(
        _inputs(_must("left", _GROUP), _must("fell", Many(_GROUP, 30))),
        lambda given, _: {"value": numbers.winner(given["left"], given["fell"])},
    ),
}
