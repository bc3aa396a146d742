"""The switches of bingo, and the limits that a war may set: what a keeper may choose. Everything else is ruled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ...core.option import Option, OptionTable, Value, one_of

SWITCHES = (
    Option("defeat_damage", (2, 1, 12), "B-Q1"),
    Option("master_recovery", ("max_hp", "one"), "B-Q2"),
    Option("luck_doubles", ("true", "false"), "B-Q5"),
    Option("luck_standalone", ("false", "true"), "B-Q7"),
    Option("equal_rank", ("nobody", "both_zero"), "B-Q10"),
    Option("rank_compare", ("letter", "letter_then_plus"), "B-Q11"),
    Option("plus_formula", ("grade_minus_2_min_1", "grade_minus_2_min_0"), "B-Q13"),
    Option("skill_points", ("grade", "keeper_number"), "B-Q17"),
    Option("magic_resistance_trigger", ("opposed", "any"), "B-Q20"),
    Option("master_support_is_magecraft", ("mp_spent", "always", "never", "declared"), "B-Q21"),
    Option("np_plus_board", ("each_card", "total_once", "n_cards"), "B-Q22"),
    Option("equal_totals", ("draw", "both_damaged", "defender_wins"), "B-Q25"),
    Option("master_mp_base", ("battle_start", "after_spending"), "B-Q27"),
)
"""The questions of the ledger that a keeper can answer otherwise."""

LIMITS = (
    Option("servant_ability_points", (18,), "B-14.3", (5, 99)),
    Option("servant_skill_points", (6,), "B-14.3", (0, 99)),
    Option("np_points", (5,), "B-14.3", (1, 9)),
    Option("scene_limit", (12,), "B-14.2", (1, 99)),
)
"""The budgets and limits of the ledger that a war may carry otherwise."""

OPTIONS = OptionTable(SWITCHES + LIMITS)


class MasterRecovery(StrEnum):
    MAX_HP = "max_hp"
    ONE = "one"


class EqualRank(StrEnum):
    NOBODY = "nobody"
    BOTH_ZERO = "both_zero"
    """The cell counts for both, and pays nothing."""


class RankCompare(StrEnum):
    LETTER = "letter"
    LETTER_THEN_PLUS = "letter_then_plus"


class SkillPoints(StrEnum):
    GRADE = "grade"
    KEEPER_NUMBER = "keeper_number"


class ResistanceTrigger(StrEnum):
    OPPOSED = "opposed"
    ANY = "any"


class SupportMagecraft(StrEnum):
    MP_SPENT = "mp_spent"
    ALWAYS = "always"
    NEVER = "never"
    DECLARED = "declared"


class PlusOnBoard(StrEnum):
    EACH_CARD = "each_card"
    TOTAL_ONCE = "total_once"
    N_CARDS = "n_cards"


class EqualTotals(StrEnum):
    DRAW = "draw"
    BOTH_DAMAGED = "both_damaged"
    DEFENDER_WINS = "defender_wins"


class ManaBase(StrEnum):
    BATTLE_START = "battle_start"
    AFTER_SPENDING = "after_spending"


@dataclass(frozen=True, slots=True)
class Options:
    """The chosen values of one war; the defaults are the ledger's. `least_plus`: B-Q13, the least a plus adds."""

    defeat_damage: int = 2
    master_recovery: MasterRecovery = MasterRecovery.MAX_HP
    luck_doubles: bool = True
    luck_standalone: bool = False
    equal_rank: EqualRank = EqualRank.NOBODY
    rank_compare: RankCompare = RankCompare.LETTER
    least_plus: int = 1
    skill_points: SkillPoints = SkillPoints.GRADE
    magic_resistance_trigger: ResistanceTrigger = ResistanceTrigger.OPPOSED
    master_support_is_magecraft: SupportMagecraft = SupportMagecraft.MP_SPENT
    np_plus_board: PlusOnBoard = PlusOnBoard.EACH_CARD
    equal_totals: EqualTotals = EqualTotals.DRAW
    master_mp_base: ManaBase = ManaBase.BATTLE_START
    servant_ability_points: int = 18
    servant_skill_points: int = 6
    np_points: int = 5
    scene_limit: int = 12


def chosen(values: Mapping[str, Value]) -> Options:
    """The options of a whole set of values, as `OPTIONS.read` gives it."""
    return Options(
        defeat_damage=int(values["defeat_damage"]),
        master_recovery=one_of(MasterRecovery, values["master_recovery"]),
        luck_doubles=values["luck_doubles"] == "true",
        luck_standalone=values["luck_standalone"] == "true",
        equal_rank=one_of(EqualRank, values["equal_rank"]),
        rank_compare=one_of(RankCompare, values["rank_compare"]),
        least_plus=1 if values["plus_formula"] == "grade_minus_2_min_1" else 0,
        skill_points=one_of(SkillPoints, values["skill_points"]),
        magic_resistance_trigger=one_of(ResistanceTrigger, values["magic_resistance_trigger"]),
        master_support_is_magecraft=one_of(SupportMagecraft, values["master_support_is_magecraft"]),
        np_plus_board=one_of(PlusOnBoard, values["np_plus_board"]),
        equal_totals=one_of(EqualTotals, values["equal_totals"]),
        master_mp_base=one_of(ManaBase, values["master_mp_base"]),
        servant_ability_points=int(values["servant_ability_points"]),
        servant_skill_points=int(values["servant_skill_points"]),
        np_points=int(values["np_points"]),
        scene_limit=int(values["scene_limit"]),
    )
