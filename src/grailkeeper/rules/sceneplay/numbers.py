"""The numbers of the rules: pure functions in the ledger's order, each with its working."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...core.rank import Letter, Rank
from ...core.working import Step, Sum, Working
from . import tables
from .options import Halving, HelpedCost, Hundred, NormalLuck, Options, RankBonus, SceneLimitRule
from .people import Ability, Functions, Level, Servant

# S-1.3, S-5.4, S-5.9: scenes and preparation


def play_scene_limit(teams: int, options: Options) -> Working:
    """S-1.3: how many play scenes a scene has for the teams still in the war."""
    limit = options.play_scene_limit
    total = Sum("play_scene_limit", "S-1.3")
    if limit.rule is SceneLimitRule.FIXED:
        return total.base("fixed_limit", limit.fixed, "S-1.3").done()
    total.base("teams", teams, "S-1.3").times("scenes_of_seven", tables.SCENES, "S-1.3")
    if limit.rule is SceneLimitRule.PROPORTIONAL_UP:
        total.add("round_up", tables.SCENES_OF_TEAMS - 1, "S-1.3")
    return total.divide("of_seven", tables.SCENES_OF_TEAMS, "S-1.3").floor("at_least_one", 1, "S-1.3").done()


def reserve_cost(count: int, helped: bool, options: Options) -> Working:
    """S-5.4, S-5.9: the mana that preparing `count` reserves takes."""
    total = Sum("reserve_cost", "S-5.9" if helped else "S-5.4").base("reserves", count, "S-5.4")
    if helped and options.helped_reserve_cost is HelpedCost.EACH_1:
        return total.skip("first_free", "each_has_its_price", "S-5.9", 1).done()
    return total.subtract("first_free", min(count, 1), "S-5.4").done()


# S-9: judgments


def normal_chance(
    own: Rank,
    options: Options,
    against: Rank | None = None,
    difficulty: int = 0,
    added: Working | None = None,
    luck: Rank | None = None,
) -> Working:
    """S-9.2, S-9.3, S-9.0: the chance of a judgment outside battle.

    `luck`: the rank of one who declared luck; it counts here under `normal_luck: chance_bonus` only (S-Q97).
    """
    total = Sum("normal_chance", "S-9.2").base("even", tables.EVEN_CHANCE, "S-9.2")
    total.add("own_ability", percent(own, options), "S-9.2")
    if against is None:
        total.subtract("difficulty", difficulty, "S-9.2")
    else:
        total.subtract("opposing_ability", percent(against, options), "S-9.2")
    _modify(total, added, luck, options)
    return total.cap("cap", options.chance_cap, "S-9.0").done()


def modifiers(
    options: Options,
    help_ranks: Sequence[Rank] = (),
    hinder_ranks: Sequence[Rank] = (),
    reserves: Sequence[int] = (),
    against_reserves: Sequence[int] = (),
) -> Working:
    """S-9.3, S-20.2: help, hindrance and reserves of both sides, in one sum."""
    total = Sum("modifiers", "S-9.3")
    for rank in help_ranks:
        total.add("help", percent(rank, options), "S-9.3")
    for rank in hinder_ranks:
        total.subtract("hindrance", percent(rank, options), "S-9.3")
    for strength in reserves:
        total.add("reserve", strength, "S-20.2")
    for strength in against_reserves:
        total.subtract("reserve_against", strength, "S-20.2")
    return total.done()


def _modify(total: Sum, added: Working | None, luck: Rank | None, options: Options) -> None:
    if added is not None and added.terms:
        total.include(Step.ADD, added, "S-9.3")
    if luck is not None and options.normal_luck is NormalLuck.CHANCE_BONUS:
        total.add("luck", percent(luck, options), "S-11.4")


JUDGES, ATTACKS = ("own_number", "opposing_number"), ("attacker_number", "defender_number")
"""What the numbers of a judgment are called: first that of whoever makes it."""


def roll(first: int, second: int, options: Options, names: tuple[str, str] = JUDGES) -> Working:
    """S-9.6: the two numbers together, in two digits. Under `sum_100: hundred` exactly 100 stays."""
    total = Sum("roll", "S-9.6").base(names[0], first, "S-9.5").add(names[1], second, "S-9.5")
    stays = total.total == 100 and options.sum_100 is Hundred.HUNDRED
    if total.total < 100 or stays:
        return total.skip("two_digits", "hundred_stays" if stays else "not_reached", "S-9.6", 100).done()
    return total.modulo("two_digits", 100, "S-9.6").done()


@dataclass(frozen=True, slots=True)
class Retry:
    """S-11.3: one use of luck on a roll; `roll` is what it became."""

    by_attacker: bool
    amount: int
    roll: int


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of a judgment, from the attacker's (or actor's) point of view."""

    success: bool
    retries: tuple[Retry, ...] = ()


def judge(chance: int, rolled: int, luck: int = 0, against_luck: int = 0) -> Judged:
    """S-9.7, S-9.8, S-11.3, S-11.6: compare, and let luck move the roll.

    `luck` and `against_luck` are the amounts of the two sides, 0 where none is declared. The side that is losing
    at the moment applies its luck, each at most once. A roll of 100 (S-Q36) has failed.
    """
    success = rolled <= chance and rolled < 100
    unused = {True: luck, False: against_luck}
    retries: list[Retry] = []
    while amount := unused[not success]:
        by_attacker = not success
        unused[by_attacker] = 0
        rolled += -amount if by_attacker else amount
        retries.append(Retry(by_attacker, amount, rolled))
        success = rolled <= chance and not (by_attacker and rolled <= 0)
    return Judged(success, tuple(retries))


# S-10.3, S-10.10, S-22: ranks


def percent(rank: Rank, options: Options) -> int:
    """S-10.3: the percentage of an ability."""
    return tables.PERCENT[rank.letter] + options.plus_value * rank.plus


def changed_rank(rank: Rank, lowered: int = 0, raised: int = 0) -> Rank:
    """S-14.7, S-22.1 to S-22.5, S-R6: the rank that counts for comparisons. Percentages never follow it.

    Lowered first, not below E; then raised by one letter per effect, never above A. Plus marks are kept.
    """
    number = max(int(Letter.E), rank.number - lowered)
    if number < Letter.A:
        number = min(int(Letter.A), number + raised)
    return Rank(Letter(number), rank.plus)


def rank_in_use(servant: Servant, ability: Ability) -> Rank:
    """S-R6: the rank of a servant's ability that counts for comparisons now."""
    lowered, raised = servant.lowered.get(ability, 0), servant.raised.get(ability, 0)
    return changed_rank(servant.ranks.of(ability), lowered, raised)


def rank_bonus(ability: Ability, attacker: Rank, defender: Rank, options: Options) -> Working:
    """S-10.8 to S-10.10, S-22.6: signed, from the attacker's point of view; letters only.

    `ability` is strength (against the defender's endurance) or agility (against agility).
    """
    difference = attacker.number - defender.number
    clause = "S-10.8" if ability is Ability.STRENGTH else "S-10.9"
    total = Sum(f"{ability}_rank_bonus", clause)
    if options.rank_bonus is RankBonus.LINEAR:
        total.base("rank_difference", difference, clause)
        return total.times("per_rank", tables.RANK_BONUS_PER_RANK[ability], "S-10.10").done()
    amount = tables.RANK_BONUS_TABLE[ability][abs(difference)]
    return total.base("rank_difference_table", amount if difference >= 0 else -amount, "S-10.10").done()


def battle_chance(
    attack: int, defence: int, strength: Working, agility: Working, bonus: int, against: int, options: Options
) -> Working:
    """S-10.14: the chance from its sums, as a player reckons it beforehand (S-10.18)."""
    total = Sum("chance", "S-10.14").base("even", tables.EVEN_CHANCE, "S-10.14")
    total.add("attack", attack, "S-10.4").subtract("defence", defence, "S-10.5")
    total.include(Step.ADD, strength).include(Step.ADD, agility)
    total.add("bonuses", bonus, "S-10.14").subtract("bonuses_against", against, "S-10.14")
    return total.cap("cap", options.chance_cap, "S-9.0").done()


# S-11: luck


def luck_amount(rank: Rank) -> int:
    """S-11.5: what luck moves a roll by in a battle; lowered or raised ranks do not change it."""
    return tables.LUCK_AMOUNT_EX if rank.letter is Letter.EX else tables.LUCK_AMOUNT


def luck_count(rank: Rank) -> int:
    """S-11.5: how many judgments of a battle luck covers, of the rank as lowered or raised."""
    return min(rank.number, tables.LUCK_COUNT_MOST)


# S-12, S-13, S-15.5: the workshop


def territory_points(rank: Rank) -> Working:
    """S-13.1: the points that a caster's territory creation adds."""
    total = Sum("territory_points", "S-13.1").base("rank_number", rank.number, "S-10.3")
    return total.times("per_rank", tables.TERRITORY_PER_RANK, "S-13.1").done()


def concealment(points: int, territory: int, risk: int) -> Working:
    """S-12.5, S-13.3, S-15.5: percent by which a base is hidden; exposure risk takes the master's points first."""
    taken = min(risk, points)
    taken_after = min(risk - taken, territory)
    own = Sum("concealment_points", "S-12.5").base("points", points, "S-12.3")
    own.subtract("exposure_risk", taken, "S-15.5").times("per_point", tables.CONCEALED_BY_POINT, "S-12.5")
    lent = Sum("concealment_territory", "S-13.3").base("territory_points", territory, "S-13.2")
    lent.subtract("exposure_risk", taken_after, "S-15.5").times("per_point", tables.CONCEALED_BY_TERRITORY, "S-13.3")
    total = Sum("concealment", "S-12.5").include(Step.BASE, own.done())
    return total.include(Step.ADD, lent.done()).done()


def search_chance(
    rank: Rank,
    right_ability: bool,
    hidden: Working,
    added: Working,
    options: Options,
    luck: Rank | None = None,
) -> Working:
    """S-12.5, S-9.3, S-9.0, S-Q52: the chance to find a base; `hidden` is its concealment, `added` the modifiers."""
    total = Sum("search_chance", "S-12.5").base("even", tables.EVEN_CHANCE, "S-12.5")
    total.add("own_ability", percent(rank, options), "S-12.5").include(Step.SUBTRACT, hidden, "S-12.5")
    if options.halving is Halving.BEFORE_MODIFIERS:
        _halve(total, right_ability)
        _modify(total, added, luck, options)
    else:
        _modify(total, added, None, options)
        _halve(total, right_ability)
        _modify(total, None, luck, options)
    return total.cap("cap", options.chance_cap, "S-9.0").done()


def _halve(total: Sum, right_ability: bool) -> None:
    if right_ability:
        total.skip("wrong_ability", "right_ability", "S-12.5", 2)
    elif total.total <= 0:
        total.skip("wrong_ability", "not_above_zero", "S-12.5", 2)
    else:
        total.divide("wrong_ability", 2, "S-12.5")


def storage(points: Functions, territory: Functions) -> Working:
    """S-12.7, S-13.4: stored mana that a base gains each scene."""
    total = Sum("storage", "S-12.7").base("points", points.storage, "S-12.7")
    return total.add("territory_points", territory.storage, "S-13.4").done()


def assistance(points: Functions, territory: Functions) -> Working:
    """S-12.9, S-13.5: how often a workshop assists in one battle."""
    total = Sum("assistance", "S-12.9").base("points", points.assistance, "S-12.9")
    return total.add("territory_points", territory.assistance, "S-13.5").done()


def stack(territory: Functions) -> int:
    """S-12.10, S-13.5: the most points of assistance on one judgment."""
    return tables.STACK_WITH_TERRITORY if territory.assistance else tables.STACK


# S-14: upkeep


def upkeep(
    level: Level,
    magic: Rank | None,
    strokes: int,
    lowered: int,
    fainted: bool,
    options: Options,
) -> Working:
    """S-14.5: what a servant costs each scene. `magic` is the master's rank, None where there is no master."""
    total = Sum("upkeep", "S-14.5").base("level", tables.UPKEEP[options.upkeep_table][level], "S-14.2")
    if magic is None:
        total.skip("master_support", "no_master", "S-14.3").skip("grail_support", "no_master", "S-14.4")
    else:
        if fainted:
            total.skip("master_support", "fainted", "S-14.6", magic.number)
        else:
            total.subtract("master_support", magic.number, "S-14.3")
        if strokes > 0:
            total.subtract("grail_support", tables.GRAIL_SUPPORT, "S-14.4")
        else:
            total.skip("grail_support", "no_strokes", "S-14.4", tables.GRAIL_SUPPORT)
    return total.subtract("lowered_ranks", lowered, "S-14.7").floor("no_refund", 0, "S-14.5").done()


# S-21.4, S-18.3: devices and strokes


def device_bonus(rank: Rank) -> Working:
    """S-21.4: percent that a mystic code or noble phantasm adds to its judgment."""
    total = Sum("device_bonus", "S-21.4").base("rank_number", rank.number, "S-10.3")
    return total.times("per_rank", tables.DEVICE_PER_RANK, "S-21.4").done()


def boost_strokes(points: int) -> int:
    """S-18.3: as few strokes as `points` of boost need."""
    return -(-points // tables.BOOST)


def escape_strokes(strokes: int, options: Options) -> int | None:
    """S-18.4, S-Q72: the strokes that an escape takes, None where it is impossible."""
    return min(strokes, 2) if strokes >= options.escape_cost else None


# S-24: creation and the end


def rank_cost(rank: Rank) -> int:
    """S-24.1: points for a rank: its letter's number, and 1 for each plus."""
    return rank.number + rank.plus


def winner(left: Sequence[str], fell: Sequence[Sequence[str]]) -> str | None:
    """S-24.3: who has won. `left` are not out; `fell` the groups in order of resolution."""
    if left:
        return left[0] if len(left) == 1 else None
    return fell[-1][0] if fell and len(fell[-1]) == 1 else None


def lowered_total(lowered: Mapping[str, int]) -> int:
    """S-14.7: by how many ranks a servant is lowered in all."""
    return sum(lowered.values())
