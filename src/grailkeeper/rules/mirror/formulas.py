"""The formulas of the kind `number` of case files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.form import Choice, Fault, Field, Flag, Identify, Kind, Many, Number, OneOf, Record, field_of, read
from ...core.problem import Problem, malformed
from . import numbers, tables
from .options import Options
from .people import ATTRIBUTES, Card, Reach, ServantClass, Type
from .sheet import ABILITY_RANK, CLASS, DIE, LEVEL, PHANTASM_RANK, REACH, TYPE, EffectKindOf, effect_of

Inputs = Mapping[str, Any]
Result = Any


@dataclass(frozen=True, slots=True)
class Formula:
    """`inputs` as they are read, `work` what they come to, `wrong` what no form can see in them.

    `phantasm_inputs`: as they are read where the table of noble phantasms is asked for.
    """

    inputs: Record
    work: Callable[[Inputs, Options], Result]
    wrong: Callable[[Inputs], Iterator[Problem]] = lambda _: iter(())
    phantasm_inputs: Record | None = None


def reckon(given: Inputs, options: Options, identify: Identify) -> Mapping[str, Any] | tuple[Problem, ...]:
    """The value of a formula, or what is wrong with what it was given."""
    name = str(field_of(given, "formula", identify))
    formula = FORMULAS.get(identify(name, FORMULAS) or name)
    if formula is None:
        return (malformed("unknown_formula", "formula", given=name, accepted=", ".join(FORMULAS)),)
    arguments = {key: value for key, value in given.items() if identify(str(key), ("formula",)) is None}
    of_phantasms = field_of(arguments, "table", identify) == PHANTASM
    data, problems = read((of_phantasms and formula.phantasm_inputs) or formula.inputs, arguments, identify)
    assert isinstance(data, Mapping)
    problems = problems or tuple(formula.wrong(data))
    return problems or {"value": formula.work(data, options)}


# Inputs

PHANTASM = "phantasm"
_AMOUNT = Number(0, 9999)
_ABILITY = OneOf((_AMOUNT, ABILITY_RANK))
"""A grade, which may be any number here."""
_CARD = Choice(tuple(ATTRIBUTES), Fault("bad_choice", "M-8.6"))
_FLAG = Flag()


def _inputs(*fields: Field) -> Record:
    return Record(fields)


def _must(name: str, kind: Kind) -> Field:
    return Field(name, kind, required=True)


def _may(name: str, kind: Kind) -> Field:
    return Field(name, kind)


_MANA = _inputs(_must("extra", _AMOUNT), _may("independent_action", _ABILITY), _may("frenzy", _FLAG))
_CITIZENS = _inputs(_must("count", _AMOUNT), _may("class", CLASS))
_RELEASE = (_must("rank", PHANTASM_RANK), _may("range", REACH), _may("less", _AMOUNT))
_TABLE = _may("table", Choice((PHANTASM, "ability")))


# Formulas


def _slaughters(given: Inputs) -> bool:
    return given.get("class") in (ServantClass.ASSASSIN, ServantClass.BERSERKER)


def _odd_die(given: Inputs) -> Iterator[Problem]:
    """M-1.4: a die is thrown from the second level on."""
    die = given.get("die") or 0
    if (die == 0) != (given["level"] == tables.LEVELS[0]):
        yield malformed("bad_die", "die", "M-1.4", given=die)


def _mana(of: Callable[..., Any]) -> Formula:
    def work(given: Inputs, options: Options) -> Result:  # noqa: ARG001
        return of(given["extra"], given.get("independent_action", 0), given.get("frenzy", False)).value

    return Formula(_MANA, work)


def _ranked(of: Callable[[int, Mapping[str, int]], int]) -> Formula:
    def work(given: Inputs, options: Options) -> Result:  # noqa: ARG001
        of_phantasms = given.get("table") == PHANTASM
        return of(given["rank"], tables.PHANTASM_GRADES if of_phantasms else tables.ABILITY_GRADES)

    ability, phantasm = (_inputs(_must("rank", rank), _TABLE) for rank in (ABILITY_RANK, PHANTASM_RANK))
    return Formula(ability, work, phantasm_inputs=phantasm)


def _normal(given: Inputs, options: Options) -> Result:
    strength, agility, magic = (given.get(name, 1) for name in ("strength", "agility", "magic"))
    normal = numbers.normal_score(Type(given.get("type", Type.PHYSICAL)), strength, agility, magic, options)
    return (numbers.frenzied(normal) if given.get("frenzy", False) else normal).value


def _skill_cost(given: Inputs, options: Options) -> Result:
    return numbers.skill_cost([effect_of(effect) for effect in given["effects"]], options).value


def _release(given: Inputs) -> tuple[int, Reach, int]:
    return given["rank"], Reach(given.get("range", Reach.ANTI_UNIT)), given.get("less", 0)


def _odd_output(given: Inputs) -> Iterator[Problem]:
    problem = numbers.output_problem(*_release(given))
    if problem is not None:
        yield problem


def _special_grade(given: Inputs, options: Options) -> Result:  # noqa: ARG001
    grade = given["rank"]
    if given.get("stage", tables.LAST_STAGE) < tables.LAST_STAGE:
        grade = numbers.rank_down(grade, tables.PHANTASM_GRADES)
    return numbers.special_grade(grade)


def _retreat(given: Inputs, options: Options) -> Result:  # noqa: ARG001
    hits = numbers.retreat_hits(given["own_agility"], given["foe_agility"])
    return hits * (given["normal"] + numbers.information_bonus(given.get("level", 1)))


def _concealed(given: Inputs, options: Options) -> Result:  # noqa: ARG001
    territory, searched = given.get("territory", 0), given.get("searched", True)
    return numbers.hidden_from(given["grade"], given["enemy_total"], territory, searched)


def _strike(given: Inputs, options: Options) -> Result:  # noqa: ARG001
    unnoticed = given.get("undetected", False) and given.get("attacking", True)
    return numbers.strike(given["grade"], given["agility"], unnoticed).value


def _winner(given: Inputs, options: Options) -> Result:
    one, other = Card(given["first"]), Card(given["second"])
    if one is other:
        return "same"
    return "first" if numbers.beats(one, other, options.affinity) else "second"


_INFORMATION = Number(0, len(tables.INFORMATION_BONUS) - 1, Fault("bad_number", "M-10.1"))

FORMULAS: Mapping[str, Formula] = {
    "extra_roll": Formula(
        _inputs(_must("level", LEVEL), Field("die", DIE, nullable=True)),
        lambda given, _: numbers.extra_roll(given["level"], given.get("die") or 0),
        _odd_die,
    ),
    "upkeep": _mana(numbers.upkeep),
    "battle_mana": _mana(numbers.battle_mana),
    "rank_grade": _ranked(lambda grade, _: grade),
    "rank_down": _ranked(numbers.rank_down),
    "normal_score": Formula(
        _inputs(
            _may("type", TYPE),
            *(_may(name, _ABILITY) for name in ("strength", "agility", "magic")),
            _may("frenzy", _FLAG),
        ),
        _normal,
    ),
    "ability_health": Formula(
        _inputs(_must("strength", _ABILITY), _must("endurance", _ABILITY)),
        lambda given, _: numbers.ability_health(given["strength"], given["endurance"]).value,
    ),
    "ability_mana": Formula(
        _inputs(_must("magic", _ABILITY), _may("class", CLASS)),
        lambda given, _: (
            numbers.ability_mana(given["magic"], ServantClass(given.get("class", ServantClass.SABER))).value
        ),
    ),
    "skill_cost": Formula(_inputs(_must("effects", Many(EffectKindOf(), 12))), _skill_cost),
    "phantasm_cost": Formula(
        _inputs(*_RELEASE, _may("nth", Number(1, 99))),
        lambda given, options: numbers.phantasm_cost(*_release(given), given.get("nth", 1), options).value,
        _odd_output,
    ),
    "phantasm_power": Formula(
        _inputs(*_RELEASE), lambda given, _: numbers.phantasm_power(*_release(given)).value, _odd_output
    ),
    "special_grade": Formula(
        _inputs(
            _must("rank", PHANTASM_RANK), _may("stage", Number(1, tables.LAST_STAGE, Fault("bad_number", "M-12.5")))
        ),
        _special_grade,
    ),
    "lasting_shares": Formula(
        _inputs(_must("points", _AMOUNT)),
        lambda given, options: numbers.lasting_shares(given["points"], options.lasting_damage_mode),
    ),
    "information_bonus": Formula(
        _inputs(_must("level", _INFORMATION)), lambda given, _: numbers.information_bonus(given["level"])
    ),
    "retreat_damage": Formula(
        _inputs(
            *(_must(name, _ABILITY) for name in ("own_agility", "foe_agility")),
            _must("normal", _AMOUNT),
            _may("level", _INFORMATION),
        ),
        _retreat,
    ),
    "effective_citizens": Formula(
        _CITIZENS, lambda given, _: numbers.effective_citizens(given["count"], _slaughters(given))
    ),
    "penalties": Formula(
        _CITIZENS, lambda given, options: numbers.penalties(given["count"], _slaughters(given), options)
    ),
    "concealed": Formula(
        _inputs(
            _must("grade", _ABILITY),
            _must("enemy_total", _AMOUNT),
            _may("territory", _ABILITY),
            _may("searched", _FLAG),
        ),
        _concealed,
    ),
    "strike": Formula(
        _inputs(
            _must("grade", _ABILITY), _must("agility", _ABILITY), _may("undetected", _FLAG), _may("attacking", _FLAG)
        ),
        _strike,
    ),
    "stage": Formula(_inputs(_must("battles", _AMOUNT)), lambda given, _: numbers.stage_of(given["battles"])),
    "winner": Formula(_inputs(_must("first", _CARD), _must("second", _CARD)), _winner),
}
