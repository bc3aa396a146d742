"""The switches of chronicle: what a keeper may choose per war. Everything else is ruled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum
from typing import TypeVar

from ...core.option import Option, OptionTable, Value

OPTIONS = OptionTable(
    (
        Option("same_action_twice", ("long_only", "two_shorts"), "C-Q8"),
        Option("relocation_total", (15, 10), "C-Q10"),
        Option("conversion_rate", (1,), "C-Q16", (1, 100)),
        Option("injury", ("half_loss", "zero_only", "off"), "C-Q17"),
        Option("preempt_reveal", (3,), "C-Q31", (0, 10)),
        Option("two_part", ("off", "on"), "C-Q32"),
        Option("melee_ratio_base", ("before", "maximum"), "C-Q38"),
        Option("ranged_loss_per_step", (1,), "C-Q39", (0, 100)),
        Option("np_figure", ("grade", "grade_x2", "grade_x3", "sheet"), "C-Q45"),
        Option("guard_amount", ("endurance", "all"), "C-Q46"),
        Option("plus_uses", ("per_mark", "once", "unlimited"), "C-Q52"),
        Option("plus_vs_np", ("np_half", "plus_half"), "C-Q53"),
        Option("cancel_sum", ("total", "single_hit"), "C-Q55"),
        Option("verse_cards", ("chants_plus_fire", "fire_is_last_chant"), "C-Q56"),
        Option("magecraft_cost", ("standard", "free"), "C-Q58"),
        Option("faint_on", ("mana", "as_written"), "C-Q67"),
        Option("retreat_cards", ("next_three", "first_three", "opponent_chooses"), "C-Q69"),
    )
)


class SameActionTwice(StrEnum):
    LONG_ONLY = "long_only"
    TWO_SHORTS = "two_shorts"


class RelocationTotal(IntEnum):
    """C-2.6: what a base costs whose owner has one elsewhere."""

    BOTH = 15
    REMOVAL_COVERS_BOTH = 10


class Injury(StrEnum):
    HALF_LOSS = "half_loss"
    ZERO_ONLY = "zero_only"
    OFF = "off"


class TwoPart(StrEnum):
    OFF = "off"
    ON = "on"


class RatioBase(StrEnum):
    BEFORE = "before"
    MAXIMUM = "maximum"


class Figure(StrEnum):
    GRADE = "grade"
    GRADE_X2 = "grade_x2"
    GRADE_X3 = "grade_x3"
    SHEET = "sheet"


class GuardAmount(StrEnum):
    ENDURANCE = "endurance"
    ALL = "all"


class PlusUses(StrEnum):
    PER_MARK = "per_mark"
    ONCE = "once"
    UNLIMITED = "unlimited"


class PlusAgainstPhantasm(StrEnum):
    NP_HALF = "np_half"
    PLUS_HALF = "plus_half"


class CancelSum(StrEnum):
    TOTAL = "total"
    SINGLE_HIT = "single_hit"


class VerseCards(StrEnum):
    CHANTS_PLUS_FIRE = "chants_plus_fire"
    FIRE_IS_LAST_CHANT = "fire_is_last_chant"


class MagecraftCost(StrEnum):
    STANDARD = "standard"
    FREE = "free"


class FaintOn(StrEnum):
    MANA = "mana"
    AS_WRITTEN = "as_written"


class RetreatCards(StrEnum):
    NEXT_THREE = "next_three"
    FIRST_THREE = "first_three"
    OPPONENT_CHOOSES = "opponent_chooses"


@dataclass(frozen=True, slots=True)
class Options:
    """The chosen values of one war. The defaults are the ledger's."""

    same_action_twice: SameActionTwice = SameActionTwice.LONG_ONLY
    relocation_total: RelocationTotal = RelocationTotal.BOTH
    conversion_rate: int = 1
    injury: Injury = Injury.HALF_LOSS
    preempt_reveal: int = 3
    two_part: TwoPart = TwoPart.OFF
    melee_ratio_base: RatioBase = RatioBase.BEFORE
    ranged_loss_per_step: int = 1
    np_figure: Figure = Figure.GRADE
    guard_amount: GuardAmount = GuardAmount.ENDURANCE
    plus_uses: PlusUses = PlusUses.PER_MARK
    plus_vs_np: PlusAgainstPhantasm = PlusAgainstPhantasm.NP_HALF
    cancel_sum: CancelSum = CancelSum.TOTAL
    verse_cards: VerseCards = VerseCards.CHANTS_PLUS_FIRE
    magecraft_cost: MagecraftCost = MagecraftCost.STANDARD
    faint_on: FaintOn = FaintOn.MANA
    retreat_cards: RetreatCards = RetreatCards.NEXT_THREE


E_ = TypeVar("E_", bound=Enum)


def chosen(values: Mapping[str, Value]) -> Options:
    """The options of a whole set of values, as `OPTIONS.read` gives it."""

    def one_of(kind: type[E_], name: str) -> E_:
        return kind(values[name])

    return Options(
        same_action_twice=one_of(SameActionTwice, "same_action_twice"),
        relocation_total=one_of(RelocationTotal, "relocation_total"),
        conversion_rate=int(values["conversion_rate"]),
        injury=one_of(Injury, "injury"),
        preempt_reveal=int(values["preempt_reveal"]),
        two_part=one_of(TwoPart, "two_part"),
        melee_ratio_base=one_of(RatioBase, "melee_ratio_base"),
        ranged_loss_per_step=int(values["ranged_loss_per_step"]),
        np_figure=one_of(Figure, "np_figure"),
        guard_amount=one_of(GuardAmount, "guard_amount"),
        plus_uses=one_of(PlusUses, "plus_uses"),
        plus_vs_np=one_of(PlusAgainstPhantasm, "plus_vs_np"),
        cancel_sum=one_of(CancelSum, "cancel_sum"),
        verse_cards=one_of(VerseCards, "verse_cards"),
        magecraft_cost=one_of(MagecraftCost, "magecraft_cost"),
        faint_on=one_of(FaintOn, "faint_on"),
        retreat_cards=one_of(RetreatCards, "retreat_cards"),
    )
