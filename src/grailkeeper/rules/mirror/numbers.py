"""Numbers of the ledger that hang on nothing but their arguments, each with its working."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...core.problem import Problem, illegal
from ...core.working import Step, Sum, Working
from . import tables
from .options import Affinity, LastingMode, Options, RangeSurcharge, RepeatCost
from .people import Card, Effect, Reach, ServantClass, Type

DEFAULTS = Options()


def ceil_div(number: int, by: int) -> int:
    return -(-number // by)


def half_up(total: Sum, clause: str) -> Sum:
    """Half of the total, rounded up."""
    return total.add("round_up", 1, clause).divide("half", 2, clause)


# M-2, M-12.6: grades


def grade_of(rank: str | int, table: Mapping[str, int]) -> int | None:
    """The grade of a rank by label or by grade; None where the table has none such."""
    if isinstance(rank, int):
        return rank if rank in table.values() else None
    return table.get(rank.strip().upper())


def grade_at_least(points: int) -> int:
    """The lowest grade of the table of abilities and skills that is not below `points`; the highest above it."""
    grades = tuple(tables.ABILITY_GRADES.values())
    return next((grade for grade in grades if grade >= points), grades[-1])


def label_of(grade: int, table: Mapping[str, int]) -> str:
    """The highest rank reached by a grade; "" below the lowest."""
    return next((label for label, least in reversed(tuple(table.items())) if least <= grade), "")


def rank_down(grade: int, table: Mapping[str, int]) -> int:
    """M-12.6, M-Q60: one column to the left; the lowest stays."""
    return max((other for other in table.values() if other < grade), default=grade)


# M-1, M-3


def extra_roll(level: int, die: int) -> int:
    """M-1.4."""
    return tables.LEVEL_BONUS[level] + die


def normal_score(type_: Type, strength: int, agility: int, magic: int, options: Options = DEFAULTS) -> Working:
    """M-3.2, M-3.3."""
    total = Sum("normal", "M-3.2").base("agility", agility, "M-3.2").subtract("less_one", 1, "M-3.2")
    if type_ is Type.PHYSICAL:
        total.add("strength", strength, "M-3.2")
    else:
        total.add("magic", magic, "M-3.2")
    half_up(total, "M-3.2")
    if not options.agility_counts:
        return total.skip("agility_bonus", "switched_off", "M-3.3").done()
    return total.include(Step.ADD, half_agility("agility_bonus", "M-3.3", agility)).done()


def half_agility(name: str, clause: str, agility: int) -> Working:
    """M-3.3, M-3.9: half of agility, rounded up."""
    return half_up(Sum(name, clause).base("agility", agility, clause), clause).done()


def clash_bonus(strength: int) -> Working:
    """M-3.4."""
    return half_up(Sum("clash_bonus", "M-3.4").base("strength", strength, "M-3.4"), "M-3.4").done()


def frenzied(normal: Working) -> Working:
    """M-4.23, M-Q102: the formula first, then twice."""
    whole = Sum("normal", "M-4.23").include(Step.BASE, normal)
    return whole.times("frenzy", tables.FRENZY_FACTOR, "M-4.23").done()


def ability_health(strength: int, endurance: int) -> Working:
    """M-3.5, M-3.6."""
    return (
        Sum("ability_health", "M-3.6")
        .base("endurance", endurance, "M-3.6")
        .times("twice", 2, "M-3.6")
        .add("strength", strength, "M-3.5")
        .done()
    )


def mana_factor(servant_class: ServantClass) -> int:
    """M-3.10, M-4.16."""
    return 4 if servant_class is ServantClass.CASTER else 2


def ability_mana(magic: int, servant_class: ServantClass) -> Working:
    """M-3.10, M-4.16."""
    caster = servant_class is ServantClass.CASTER
    clause = "M-4.16" if caster else "M-3.10"
    total = Sum("ability_mana", clause).base("magic", magic, "M-3.10")
    return total.times("four_times" if caster else "twice", mana_factor(servant_class), clause).done()


# M-5, M-6: costs


def effect_cost(effect: Effect, options: Options = DEFAULTS) -> Working:
    """M-5.5 and the table of effects."""
    surcharge, per_grade = tables.RANGE_SURCHARGE[effect.range], tables.EFFECT_COST[effect.kind]
    if options.range_surcharge is RangeSurcharge.BASE_COST:
        surcharge *= per_grade
    return (
        Sum(effect.kind.value, "M-5.5")
        .base("per_grade", per_grade, "M-5.6")
        .add("range", surcharge, "M-5.5")
        .times("grade", effect.grade, "M-5.5")
        .done()
    )


def skill_cost(effects: Iterable[Effect], options: Options = DEFAULTS) -> Working:
    """M-5.3."""
    total = Sum("skill_cost", "M-5.3")
    for effect in effects:
        total.include(Step.ADD, effect_cost(effect, options), "M-5.3")
    return total.done()


def phantasm_power(grade: int, reach: Reach, less: int) -> Working:
    """M-6.6, M-6.7, M-6.8."""
    total = Sum("power", "M-6.6").base("grade", grade, "M-6.6").times("three_times", tables.PHANTASM_POWER, "M-6.6")
    if less:
        total.subtract("reduced_output", less * tables.LESS_POWER[reach], "M-6.8")
    return total.done()


def phantasm_cost(grade: int, reach: Reach, less: int = 0, nth: int = 1, options: Options = DEFAULTS) -> Working:
    """M-6.4, M-6.5, M-6.8."""
    total = Sum("phantasm_cost", "M-6.4").base("grade", grade, "M-6.4")
    total.times("per_grade", tables.PHANTASM_COST[reach], "M-6.4")
    if less:
        total.subtract("reduced_output", less, "M-6.8")
    if nth > 1:
        total.times("repeated", nth + (options.np_repeat_cost is RepeatCost.ADD), "M-6.5")
    return total.done()


def output_problem(grade: int, reach: Reach, less: int, culprit: str = "less") -> Problem | None:
    """M-6.8: why this output cannot be lowered so far."""
    if less and grade <= tables.FIXED_OUTPUT:
        return illegal("output_fixed", "M-6.8", culprit, given=less, most=0)
    if phantasm_power(grade, reach, less).value < 1:
        most = (tables.PHANTASM_POWER * grade - 1) // tables.LESS_POWER[reach]
        return illegal("output_too_low", "M-6.8", culprit, given=less, most=most)
    return None


def special_grade(grade: int) -> int:
    """M-6.9."""
    return ceil_div(grade, 2)


def lasting_shares(points: int, mode: LastingMode = LastingMode.SPLIT) -> tuple[int, ...]:
    """M-9.16: the larger shares first."""
    if mode is LastingMode.EACH:
        return (points,) * 3
    first = ceil_div(points, 3)
    second = ceil_div(points - first, 2)
    return first, second, points - first - second


# M-8, M-9, M-10


STRONGER = {Card.BUSTER: Card.QUICK, Card.QUICK: Card.ARTS, Card.ARTS: Card.BUSTER}
"""M-8.6: whom each attribute beats."""


def beats(one: Card, other: Card, affinity: Affinity) -> bool:
    """M-8.6."""
    if affinity is Affinity.ARROWS:
        one, other = other, one
    return STRONGER[one] is other


def information_bonus(level: int) -> int:
    """M-10.4."""
    return tables.INFORMATION_BONUS[level]


def retreat_hits(own_agility: int, foe_agility: int) -> int:
    """M-9.11, M-9.12."""
    return tables.RETREAT_HITS_FASTER if own_agility > foe_agility else tables.RETREAT_HITS


# M-4, M-11, M-12


def upkeep(extra: int, independent_action: int = 0, frenzy: bool = False) -> Working:
    """M-11.2, M-4.24, M-4.9."""
    part = _part(extra, tables.UPKEEP_PART, "M-11.2")
    total = Sum("upkeep", "M-11.2").base("usual", tables.UPKEEP, "M-11.2").include(Step.ADD, part, "M-11.2")
    return _altered(total, independent_action, frenzy)


def battle_mana(extra: int, independent_action: int = 0, frenzy: bool = False) -> Working:
    """M-11.3, M-4.24, M-4.9."""
    part = _part(extra, tables.BATTLE_MANA_PART, "M-11.3")
    total = Sum("battle_mana", "M-11.3").base("usual", tables.BATTLE_MANA, "M-11.3").include(Step.ADD, part, "M-11.3")
    return _altered(total, independent_action, frenzy)


def _part(extra: int, by: int, clause: str) -> Working:
    """M-Q113: each term is rounded by itself."""
    whole = Sum("extra_part", clause).base("extra_points", extra, "M-1.6")
    return whole.add("round_up", by - 1, clause).divide("divided", by, clause).done()


def _altered(total: Sum, independent_action: int, frenzy: bool) -> Working:
    if frenzy:
        total.times("frenzy", tables.FRENZY_FACTOR, "M-4.24")
    if independent_action:
        total.subtract("independent_action", independent_action, "M-4.9").floor("least", 0, "M-4.9")
    return total.done()


def effective_citizens(count: int, slaughters: bool) -> int:
    """M-11.20."""
    return count // 2 if slaughters else count


def penalties(count: int, slaughters: bool, options: Options = DEFAULTS) -> tuple[str, ...]:
    """M-11.19, M-Q57."""
    reached = effective_citizens(count, slaughters) - options.threshold_exceeds
    return tuple(penalty for penalty, least in tables.PENALTIES.items() if reached >= least)


def hidden_from(grade: int, enemy_total: int, territory: int, searched: bool) -> bool:
    """M-4.13, M-4.19: whether an enemy does not detect a hidden assassin of this grade."""
    if territory > grade:
        return False
    return not searched or grade > ceil_div(enemy_total, 10)


def strike(grade: int, agility: int, unnoticed_attack: bool, seats: tuple[str, ...] = ()) -> Working:
    """M-4.14, M-4.15. Its base is for the assassin's seats to see, its comparison with agility for nobody."""
    half = half_up(Sum("strike_base", "M-4.14").base("assassination_strike", grade, "M-4.14"), "M-4.14")
    total = Sum("strike", "M-4.14").include(Step.BASE, half.done(), seen_by=seats)
    if unnoticed_attack:
        more = Sum("unnoticed", "M-4.15").base("assassination_strike", grade, "M-4.15")
        more.subtract("agility", agility, "M-4.15").floor("least", 0, "M-4.15")
        total.include(Step.ADD, more.done(), seen_by=())
    return total.done(open_to=())


def stage_of(battles: int) -> int:
    """M-12.5."""
    return min(tables.LAST_STAGE, 1 + battles // tables.BATTLES_PER_STAGE)
