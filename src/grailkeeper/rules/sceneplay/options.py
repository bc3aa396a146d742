"""The switches of sceneplay: what a keeper may choose per war. Everything else is ruled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from ...core.option import Option, OptionTable, Value, one_of

OPTIONS = OptionTable(
    (
        Option("play_scene_limit", ("proportional_up", "proportional_down", "fixed_4"), "S-Q1", (1, 100)),
        Option("forced_battle_from", ("next_scene", "same_scene"), "S-Q13"),
        Option("helped_reserve_cost", ("first_free", "each_1"), "S-Q22"),
        Option("solo_limit_scope", ("team", "character"), "S-Q31"),
        Option("chance_cap", (90,), "S-Q32", (0, 100)),
        Option("sum_100", ("zero", "hundred"), "S-Q36"),
        Option("plus_value", (0, 1), "S-Q38"),
        Option("rank_bonus", ("linear", "table"), "S-Q39"),
        Option("luck_allocation", ("named", "first_failures"), "S-Q46"),
        Option("halving", ("before_modifiers", "after_modifiers"), "S-Q52"),
        Option("upkeep_payer", ("servant", "either"), "S-Q56"),
        Option("upkeep_table", ("examples", "text"), "S-Q57"),
        Option("risk_alarm", (10,), "S-Q64", (1, 1000)),
        Option("escape_cost", (2, 1), "S-Q72"),
        Option("alliance_ranks", ("per_ability", "one_servant"), "S-Q73"),
        Option("phantasm_effect", ("judgment_bonus", "bonus_and_damage", "spread"), "S-Q80"),
        Option("skill_count", ("not_enforced", "enforced"), "S-Q83"),
        Option("normal_luck", ("retry", "chance_bonus"), "S-Q97"),
    )
)


class SceneLimitRule(StrEnum):
    PROPORTIONAL_UP = "proportional_up"
    PROPORTIONAL_DOWN = "proportional_down"
    FIXED = "fixed"


@dataclass(frozen=True, slots=True)
class SceneLimit:
    """S-Q1: how many play scenes a scene has; `fixed` counts under the rule of that name only."""

    rule: SceneLimitRule = SceneLimitRule.PROPORTIONAL_UP
    fixed: int = 4


class ForcedFrom(StrEnum):
    NEXT_SCENE = "next_scene"
    SAME_SCENE = "same_scene"


class HelpedCost(StrEnum):
    FIRST_FREE = "first_free"
    EACH_1 = "each_1"


class SoloScope(StrEnum):
    TEAM = "team"
    CHARACTER = "character"


class Hundred(StrEnum):
    ZERO = "zero"
    HUNDRED = "hundred"


class RankBonus(StrEnum):
    LINEAR = "linear"
    TABLE = "table"


class LuckAllocation(StrEnum):
    NAMED = "named"
    FIRST_FAILURES = "first_failures"


class Halving(StrEnum):
    BEFORE_MODIFIERS = "before_modifiers"
    AFTER_MODIFIERS = "after_modifiers"


class UpkeepPayer(StrEnum):
    SERVANT = "servant"
    EITHER = "either"


class UpkeepTable(StrEnum):
    EXAMPLES = "examples"
    TEXT = "text"


class EscapeCost(IntEnum):
    """Strokes; under LAST_ONE two where there are two, else the last one."""

    TWO = 2
    LAST_ONE = 1


class AllianceRanks(StrEnum):
    PER_ABILITY = "per_ability"
    ONE_SERVANT = "one_servant"


class PhantasmEffect(StrEnum):
    JUDGMENT_BONUS = "judgment_bonus"
    BONUS_AND_DAMAGE = "bonus_and_damage"
    SPREAD = "spread"


class SkillCount(StrEnum):
    NOT_ENFORCED = "not_enforced"
    ENFORCED = "enforced"


class NormalLuck(StrEnum):
    RETRY = "retry"
    CHANCE_BONUS = "chance_bonus"


@dataclass(frozen=True, slots=True)
class Options:
    """The chosen values of one war. The defaults are the ledger's."""

    play_scene_limit: SceneLimit = SceneLimit()
    forced_battle_from: ForcedFrom = ForcedFrom.NEXT_SCENE
    helped_reserve_cost: HelpedCost = HelpedCost.FIRST_FREE
    solo_limit_scope: SoloScope = SoloScope.TEAM
    chance_cap: int = 90
    sum_100: Hundred = Hundred.ZERO
    plus_value: int = 0
    rank_bonus: RankBonus = RankBonus.LINEAR
    luck_allocation: LuckAllocation = LuckAllocation.NAMED
    halving: Halving = Halving.BEFORE_MODIFIERS
    upkeep_payer: UpkeepPayer = UpkeepPayer.SERVANT
    upkeep_table: UpkeepTable = UpkeepTable.EXAMPLES
    risk_alarm: int = 10
    escape_cost: EscapeCost = EscapeCost.TWO
    alliance_ranks: AllianceRanks = AllianceRanks.PER_ABILITY
    phantasm_effect: PhantasmEffect = PhantasmEffect.JUDGMENT_BONUS
    skill_count: SkillCount = SkillCount.NOT_ENFORCED
    normal_luck: NormalLuck = NormalLuck.RETRY


def chosen(values: Mapping[str, Value]) -> Options:
    """The options of a whole set of values, as `OPTIONS.read` gives it."""
    return Options(
        play_scene_limit=_scene_limit(values["play_scene_limit"]),
        forced_battle_from=one_of(ForcedFrom, values["forced_battle_from"]),
        helped_reserve_cost=one_of(HelpedCost, values["helped_reserve_cost"]),
        solo_limit_scope=one_of(SoloScope, values["solo_limit_scope"]),
        chance_cap=int(values["chance_cap"]),
        sum_100=one_of(Hundred, values["sum_100"]),
        plus_value=int(values["plus_value"]),
        rank_bonus=one_of(RankBonus, values["rank_bonus"]),
        luck_allocation=one_of(LuckAllocation, values["luck_allocation"]),
        halving=one_of(Halving, values["halving"]),
        upkeep_payer=one_of(UpkeepPayer, values["upkeep_payer"]),
        upkeep_table=one_of(UpkeepTable, values["upkeep_table"]),
        risk_alarm=int(values["risk_alarm"]),
        escape_cost=one_of(EscapeCost, values["escape_cost"]),
        alliance_ranks=one_of(AllianceRanks, values["alliance_ranks"]),
        phantasm_effect=one_of(PhantasmEffect, values["phantasm_effect"]),
        skill_count=one_of(SkillCount, values["skill_count"]),
        normal_luck=one_of(NormalLuck, values["normal_luck"]),
    )


def _scene_limit(value: Value) -> SceneLimit:
    if isinstance(value, int):
        return SceneLimit(SceneLimitRule.FIXED, value)
    if value == "fixed_4":
        return SceneLimit(SceneLimitRule.FIXED, 4)
    return SceneLimit(SceneLimitRule(value))
