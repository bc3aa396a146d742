"""The formulas of the kind `number` of case files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ...core.form import Identify, read
from ...core.problem import Problem, malformed
from . import numbers, tables
from .options import Options
from .people import Card, Effect, Reach, ServantClass, Type
from .sheet import EffectKindOf, effect_of

Given = Mapping[str, Any]
Result = Any


class _RefusedError(Exception):
    """An argument that the formula refuses, with the problem."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(problems)
        self.problems = problems


def reckon(given: Given, options: Options, identify: Identify) -> Mapping[str, Any] | tuple[Problem, ...]:
    """The value of a formula, or what is wrong with what it was given."""
    name = str(given.get("formula"))
    formula = FORMULAS.get(name)
    if formula is None:
        return (malformed("unknown_formula", "formula", given=name, accepted=", ".join(FORMULAS)),)
    try:
        return {"value": formula(given, options, identify)}
    except _RefusedError as refused:
        return refused.problems
    except KeyError as missing:
        return (malformed("missing_field", str(missing.args[0]), field=str(missing.args[0])),)


def _rank(given: Given, name: str, table: Mapping[str, int]) -> int:
    grade = numbers.grade_of(given[name], table)
    if grade is None:
        code, clause = ("bad_rank", "M-2.1") if table is tables.ABILITY_GRADES else ("bad_phantasm_rank", "M-2.2")
        raise _RefusedError(malformed(code, name, clause, given=str(given[name]), accepted=", ".join(table)))
    return grade


def _ability(given: Given, name: str) -> int:
    """A grade, which may be any number here."""
    value = given[name]
    return value if isinstance(value, int) else _rank(given, name, tables.ABILITY_GRADES)


def _table(given: Given) -> Mapping[str, int]:
    return tables.PHANTASM_GRADES if given.get("table") == "phantasm" else tables.ABILITY_GRADES


def _class(given: Given) -> ServantClass:
    name = given.get("class", ServantClass.SABER)
    if name not in tuple(ServantClass):
        raise _RefusedError(malformed("bad_class", "class", "M-1.9", given=str(name)))
    return ServantClass(name)


def _slaughters(given: Given) -> bool:
    return _class(given) in (ServantClass.ASSASSIN, ServantClass.BERSERKER)


def _extra_roll(given: Given, options: Options, identify: Identify) -> Result:  # noqa: ARG001
    level, die = given["level"], given.get("die") or 0
    if level not in tables.LEVELS:
        raise _RefusedError(malformed("bad_level", "level", "M-1.4", given=str(level)))
    if (die == 0) != (level == 1) or not 0 <= die <= tables.DIE:
        raise _RefusedError(malformed("bad_die", "die", "M-1.4", given=str(die)))
    return numbers.extra_roll(level, die)


def _upkeep(given: Given, options: Options, identify: Identify) -> Result:  # noqa: ARG001
    return numbers.upkeep(given["extra"], given.get("independent_action", 0), given.get("frenzy", False)).value


def _battle_mana(given: Given, options: Options, identify: Identify) -> Result:  # noqa: ARG001
    return numbers.battle_mana(given["extra"], given.get("independent_action", 0), given.get("frenzy", False)).value


def _normal(given: Given, options: Options, identify: Identify) -> Result:  # noqa: ARG001
    type_ = given.get("type", Type.PHYSICAL)
    if type_ not in tuple(Type):
        raise _RefusedError(malformed("bad_type", "type", "M-1.7", given=str(type_)))
    strength, agility, magic = (_ability({name: given.get(name, 1)}, name) for name in ("strength", "agility", "magic"))
    normal = numbers.normal_score(Type(type_), strength, agility, magic, options)
    return (numbers.frenzied(normal) if given.get("frenzy", False) else normal).value


def _effects(given: Given, identify: Identify) -> list[Effect]:
    found = []
    for effect in given["effects"]:
        data, problems = read(EffectKindOf(), effect, identify)
        if problems or not isinstance(data, Mapping):
            raise _RefusedError(*problems)
        found.append(effect_of(data))
    return found


def _skill_cost(given: Given, options: Options, identify: Identify) -> Result:
    return numbers.skill_cost(_effects(given, identify), options).value


def _release(given: Given) -> tuple[int, Reach, int]:
    reach = given.get("range", Reach.ANTI_UNIT)
    if reach not in tuple(Reach):
        raise _RefusedError(malformed("phantasm_settings", "range", "M-6.2", given=str(reach)))
    grade, less = _rank(given, "rank", tables.PHANTASM_GRADES), given.get("less", 0)
    problem = numbers.output_problem(grade, Reach(reach), less)
    if problem is not None:
        raise _RefusedError(problem)
    return grade, Reach(reach), less


def _phantasm_cost(given: Given, options: Options, identify: Identify) -> Result:  # noqa: ARG001
    return numbers.phantasm_cost(*_release(given), given.get("nth", 1), options).value


def _phantasm_power(given: Given, options: Options, identify: Identify) -> Result:  # noqa: ARG001
    return numbers.phantasm_power(*_release(given)).value


def _special_grade(given: Given, options: Options, identify: Identify) -> Result:  # noqa: ARG001
    grade = _rank(given, "rank", tables.PHANTASM_GRADES)
    if given.get("stage", tables.LAST_STAGE) < tables.LAST_STAGE:
        grade = numbers.rank_down(grade, tables.PHANTASM_GRADES)
    return numbers.special_grade(grade)


def _retreat(given: Given, options: Options, identify: Identify) -> Result:  # noqa: ARG001
    hits = numbers.retreat_hits(_ability(given, "own_agility"), _ability(given, "foe_agility"))
    return hits * (given["normal"] + numbers.information_bonus(given.get("level", 1)))


def _concealed(given: Given, options: Options, identify: Identify) -> Result:  # noqa: ARG001
    grade = _ability(given, "grade")
    return numbers.hidden_from(grade, given["enemy_total"], given.get("territory", 0), given.get("searched", True))


def _strike(given: Given, options: Options, identify: Identify) -> Result:  # noqa: ARG001
    unnoticed = given.get("undetected", False) and given.get("attacking", True)
    return numbers.strike(_ability(given, "grade"), _ability(given, "agility"), unnoticed).value


def _winner(given: Given, options: Options, identify: Identify) -> Result:  # noqa: ARG001
    one, other = Card(given["first"]), Card(given["second"])
    if one is other:
        return "same"
    return "first" if numbers.beats(one, other, options.affinity) else "second"


Formula = Callable[[Given, Options, Identify], Result]

FORMULAS: Mapping[str, Formula] = {
    "extra_roll": _extra_roll,
    "upkeep": _upkeep,
    "battle_mana": _battle_mana,
    "rank_grade": lambda given, _, __: _rank(given, "rank", _table(given)),
    "rank_down": lambda given, _, __: numbers.rank_down(_rank(given, "rank", _table(given)), _table(given)),
    "normal_score": _normal,
    "ability_health": lambda given, _, __: (
        numbers.ability_health(_ability(given, "strength"), _ability(given, "endurance")).value
    ),
    "ability_mana": lambda given, _, __: numbers.ability_mana(_ability(given, "magic"), _class(given)).value,
    "skill_cost": _skill_cost,
    "phantasm_cost": _phantasm_cost,
    "phantasm_power": _phantasm_power,
    "special_grade": _special_grade,
    "lasting_shares": lambda given, options, __: numbers.lasting_shares(given["points"], options.lasting_damage_mode),
    "information_bonus": lambda given, _, __: numbers.information_bonus(given["level"]),
    "retreat_damage": _retreat,
    "effective_citizens": lambda given, _, __: numbers.effective_citizens(given["count"], _slaughters(given)),
    "penalties": lambda given, options, __: numbers.penalties(given["count"], _slaughters(given), options),
    "concealed": _concealed,
    "strike": _strike,
    "stage": lambda given, _, __: numbers.stage_of(given["battles"]),
    "winner": _winner,
}
