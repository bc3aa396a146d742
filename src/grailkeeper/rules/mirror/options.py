"""The switches of the mirror land: what a keeper may choose per war. Everything else is ruled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ...core.option import Option, OptionTable, Value

OPTIONS = OptionTable(
    (
        Option("agility_normal_bonus", ("add", "ignore"), "M-Q1"),
        Option("range_surcharge", ("grade", "base_cost"), "M-Q11"),
        Option("skill_use_limit", ("slot", "turn", "set"), "M-Q22"),
        Option("np_repeat_cost", ("multiply", "add"), "M-Q23"),
        Option("rest_mode", ("replace", "add"), "M-Q27"),
        Option("base_rest_factor", (4, 3, 2), "M-Q28"),
        Option("battle_consent", ("either", "both"), "M-Q30"),
        Option("affinity", ("prose", "arrows"), "M-Q37"),
        Option("retreat_hits", ("fixed", "next_cards"), "M-Q44"),
        Option("guarded_mode", ("pool", "per_hit"), "M-Q45"),
        Option("exposed_mode", ("consume", "per_hit", "lower_guard"), "M-Q46"),
        Option("lasting_damage_mode", ("split", "each"), "M-Q47"),
        Option("info_encounters_per_level", (2,), "M-Q49", (1, 100)),
        Option("true_name_guesses_per_scene", (1, "unlimited"), "M-Q50", (0, 100)),
        Option("death_by_mp", ("true", "false"), "M-Q54"),
        Option("penalty_threshold", ("reach", "exceed"), "M-Q57"),
        Option("scene_cycle", ("alternate", "keeper"), "M-Q58"),
    )
)


class RangeSurcharge(StrEnum):
    GRADE = "grade"
    BASE_COST = "base_cost"


class UseLimit(StrEnum):
    SLOT = "slot"
    TURN = "turn"
    SET = "set"


class RepeatCost(StrEnum):
    MULTIPLY = "multiply"
    ADD = "add"


class RestMode(StrEnum):
    REPLACE = "replace"
    ADD = "add"


class Consent(StrEnum):
    EITHER = "either"
    BOTH = "both"


class Affinity(StrEnum):
    PROSE = "prose"
    ARROWS = "arrows"


class RetreatHits(StrEnum):
    FIXED = "fixed"
    NEXT_CARDS = "next_cards"


class GuardedMode(StrEnum):
    POOL = "pool"
    PER_HIT = "per_hit"


class ExposedMode(StrEnum):
    CONSUME = "consume"
    PER_HIT = "per_hit"
    LOWER_GUARD = "lower_guard"


class LastingMode(StrEnum):
    SPLIT = "split"
    EACH = "each"


class SceneCycle(StrEnum):
    ALTERNATE = "alternate"
    KEEPER = "keeper"


@dataclass(frozen=True, slots=True)
class Options:
    """The chosen values of one war. The defaults are the ledger's.

    `guesses`: for one target in a scene, None without limit. `threshold_exceeds`: a penalty needs one citizen more.
    """

    agility_counts: bool = True
    range_surcharge: RangeSurcharge = RangeSurcharge.GRADE
    skill_use_limit: UseLimit = UseLimit.SLOT
    np_repeat_cost: RepeatCost = RepeatCost.MULTIPLY
    rest_mode: RestMode = RestMode.REPLACE
    base_rest_factor: int = 4
    battle_consent: Consent = Consent.EITHER
    affinity: Affinity = Affinity.PROSE
    retreat_hits: RetreatHits = RetreatHits.FIXED
    guarded_mode: GuardedMode = GuardedMode.POOL
    exposed_mode: ExposedMode = ExposedMode.CONSUME
    lasting_damage_mode: LastingMode = LastingMode.SPLIT
    encounters_per_level: int = 2
    guesses: int | None = 1
    death_by_mp: bool = True
    threshold_exceeds: bool = False
    scene_cycle: SceneCycle = SceneCycle.ALTERNATE


def chosen(values: Mapping[str, Value]) -> Options:
    """The options of a whole set of values, as `OPTIONS.read` gives it."""
    guesses = values["true_name_guesses_per_scene"]
    word = {name: str(value) for name, value in values.items()}
    return Options(
        agility_counts=values["agility_normal_bonus"] == "add",
        range_surcharge=RangeSurcharge(word["range_surcharge"]),
        skill_use_limit=UseLimit(word["skill_use_limit"]),
        np_repeat_cost=RepeatCost(word["np_repeat_cost"]),
        rest_mode=RestMode(word["rest_mode"]),
        base_rest_factor=int(values["base_rest_factor"]),
        battle_consent=Consent(word["battle_consent"]),
        affinity=Affinity(word["affinity"]),
        retreat_hits=RetreatHits(word["retreat_hits"]),
        guarded_mode=GuardedMode(word["guarded_mode"]),
        exposed_mode=ExposedMode(word["exposed_mode"]),
        lasting_damage_mode=LastingMode(word["lasting_damage_mode"]),
        encounters_per_level=int(values["info_encounters_per_level"]),
        guesses=None if guesses == "unlimited" else int(guesses),
        death_by_mp=values["death_by_mp"] == "true",
        threshold_exceeds=values["penalty_threshold"] == "exceed",
        scene_cycle=SceneCycle(word["scene_cycle"]),
    )
